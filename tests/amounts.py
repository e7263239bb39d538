"""The amount of work of tests that can be repeated any number of times.

``make quick`` sets HEXWIDGET_QUICK for little work, ``make soak`` sets HEXWIDGET_SOAK for much. A soak can run in pieces: each
has a name, HEXWIDGET_PIECE, and draws other numbers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import groupby, islice
from random import Random

from hypothesis import settings

SOAK = os.environ.get("HEXWIDGET_SOAK", "")
QUICK = bool(os.environ.get("HEXWIDGET_QUICK"))
PIECE = os.environ.get("HEXWIDGET_PIECE", "")
FEWEST_EXAMPLES = 5
IN_A_PAGE = (
    "00-start-here.ipynb",  # the tour
    "04-heartlands-and-frontiers.ipynb",  # mats
    "07-your-own-scenario.ipynb",  # a snapshot, files
    "09-explore.ipynb",  # figures
)
"""The notebooks that a daily run has in JupyterLab. It runs the others without a page, and a soak runs all of them there."""


def many(usual: int, soak: int, quick: int | None = None) -> int:
    """The number of repetitions: ``usual``, or in a soak ``soak``, or in a quick run ``quick`` if it is given.

    ``HEXWIDGET_SOAK=0.1`` does a tenth of a soak.
    """
    if QUICK and quick is not None:
        return quick
    return max(usual, int(soak * float(SOAK))) if SOAK else usual


def every(usual: int) -> int:
    """The stride of a test that tries one in so many: ``usual``, or in a soak 1, or in a tenth of a soak at most 10."""
    return min(usual, max(1, round(1 / float(SOAK)))) if SOAK else usual


def of_each_system(scenarios: Iterable[str], usual: int) -> list[str]:
    """Of the scenarios of each system the first, and one in so many: ``usual``, or in a soak all of them."""
    systems = groupby(sorted(scenarios), lambda name: name.partition("/")[0])
    return [name for _, names in systems for name in islice(names, 0, None, every(usual))]


def chances(*words: object) -> Random:
    """A source of chance that depends on the words and on the piece of a soak."""
    return Random(" ".join(map(str, (*words, PIECE))).strip())


def examples(usual: int) -> settings:
    """The settings of a property test with some examples. A quick run tries a tenth of them, a soak twenty times as many."""
    return settings(max_examples=many(usual, 20 * usual, max(FEWEST_EXAMPLES, usual // 10)))
