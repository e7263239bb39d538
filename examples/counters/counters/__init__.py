"""Counters: a classic counter wargame for hexwidget. `COUNTERS` is the system."""

from .system import COUNTERS

__all__ = ["COUNTERS"]
