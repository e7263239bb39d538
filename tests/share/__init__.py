"""Longer tests of shared boards and sites: ``make test-hosts`` and ``make test-share``."""
