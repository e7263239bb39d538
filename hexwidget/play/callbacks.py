"""The functions of others that watch games are called in the thread of those who gave them.

A server beside a notebook changes games in a thread of its own. The functions that a cell has given are called in the cell's thread:
an interrupt reaches them there, and what they print is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local

Give = Callable[[Callable[[], None]], None]
"""A function that lets another thread call a function, and does not wait for that."""


class _Thread(local):
    give: Give | None = None


_here = _Thread()


def hand_over(give: Give) -> None:
    """Let another thread call the functions that watch the games which this thread changes, from now on."""
    _here.give = give


def giver() -> Give | None:
    """Return the way to the thread that calls such functions. None: this thread calls them."""
    return _here.give
