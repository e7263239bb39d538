"""The progress bar of long questions.

Imports nothing of the package, and tqdm only when a bar is wanted.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from types import SimpleNamespace
from typing import Any

SHOWN_AFTER = 1
"""The seconds after which a bar appears."""


def progress_bar(wanted: bool, total: int, unit: str, *, done: int = 0) -> Any:
    """Return a progress bar for a ``with`` block: its ``update(number)`` counts on. It appears after one second, and not at all
    without tqdm (``pip install "hexwidget[explore]"``).

    :param wanted: False: it shows nothing
    :param total: the number of units in all
    :param unit: the word for them, such as "games"
    :param done: the units that are done already
    """
    if wanted:
        with suppress(ImportError):
            from tqdm.auto import tqdm

            return tqdm(total=total, initial=done, unit=f" {unit}", delay=SHOWN_AFTER)
    return nullcontext(SimpleNamespace(update=lambda number: None))
