"""Longer tests of what is shared: ``make test-hosts`` and ``make test-share``."""
