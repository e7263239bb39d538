"""How much of what can be done any number of times is done: a little each day, very much with ``make soak``."""

from __future__ import annotations

import os

SOAK = os.environ.get("HEXWIDGET_SOAK", "")


def many(usual: int, soak: int) -> int:
    """How often, usually and in a soak. ``HEXWIDGET_SOAK=0.1`` does a tenth of it."""
    return max(usual, int(soak * float(SOAK))) if SOAK else usual
