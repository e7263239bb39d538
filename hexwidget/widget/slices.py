"""Work between messages, a slice at a time: a message never waits longer than a slice.

Without a running event loop (a plain script, a test) nothing is done between messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeVar
from weakref import WeakMethod

from hexwidget.play.alone import alone
from hexwidget.play.interrupts import uninterrupted
from hexwidget.widget.host import log

T = TypeVar("T")
SLICE = 0.0045
"""The seconds of work in a slice; sending its items comes on top. One item of work is never cut."""
PAUSE = 0.012
"""The seconds between two slices. A message that has arrived passes through several turns of the event loop: they fit in."""


class Slices:
    """Does some work in slices.

    :param go_on: does a slice of the work; returns True if there is more
    """

    def __init__(self, go_on: Callable[[], bool]) -> None:
        self._go_on = go_on
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, pause: float = PAUSE) -> None:
        """Do the work from now on.

        :param pause: seconds before the first slice
        """
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._timer = loop.call_later(pause, _slice, WeakMethod(self._slice))

    def stop(self) -> None:
        """Do nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @alone
    def _slice(self) -> None:
        self._timer = None
        more = False
        try:
            with uninterrupted():
                more = self._go_on()
        except Exception:  # nobody waits for it: the log says what is wrong
            log().exception("work between messages has failed")
        if more:
            self.begin()


def _slice(of: WeakMethod[Callable[[], None]]) -> None:
    go_on = of()
    if go_on is not None:  # else the board is gone
        go_on()


def advance(work: Iterator[T], seconds: float) -> tuple[list[T], bool]:
    """Return the next items of some work, as many as fit into this many seconds, but at least one; and True if there may be more."""
    found: list[T] = []
    begun = last = perf_counter()
    for item in work:
        found.append(item)
        now = perf_counter()
        if now - begun + (now - last) > seconds:  # another one of this length would take too long
            return found, True
        last = now
    return found, False
