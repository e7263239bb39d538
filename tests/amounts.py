"""The amount of work of tests that can be repeated any number of times.

``make quick`` sets HEXWIDGET_QUICK for little work, ``make soak`` sets HEXWIDGET_SOAK for much.
"""

from __future__ import annotations

import os

from hypothesis import settings

SOAK = os.environ.get("HEXWIDGET_SOAK", "")
QUICK = bool(os.environ.get("HEXWIDGET_QUICK"))
FEWEST_EXAMPLES = 5


def many(usual: int, soak: int, quick: int | None = None) -> int:
    """The number of repetitions: ``usual``, or in a soak ``soak``, or in a quick run ``quick`` if it is given.

    ``HEXWIDGET_SOAK=0.1`` does a tenth of a soak.
    """
    if QUICK and quick is not None:
        return quick
    return max(usual, int(soak * float(SOAK))) if SOAK else usual


def examples(usual: int) -> settings:
    """The settings of a property test with some examples. A quick run tries a tenth of them, a soak twenty times as many."""
    return settings(max_examples=many(usual, 20 * usual, max(FEWEST_EXAMPLES, usual // 10)))
