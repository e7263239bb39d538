"""Boards in real browsers: `make test-browser`."""
