"""The garbage collector: it runs while nobody waits for an answer.

A full collection takes a tenth of a second and more where a process holds many games, and Python begins one at any time. Only a process
of our own is told when to collect. In a notebook the collector is its user's: there it waits for the end of a message.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

LOOK = 0.1
"""The seconds between two looks at the number of new objects."""
QUIET = 0.05
"""The seconds since the last message after which nobody waits."""
REST = 2.0
"""The seconds since the last message after which a full collection is in nobody's way."""
YOUNG = 20_000
"""The new objects that are worth a collection of young ones."""
MOST = 1_000_000
"""The new objects that are collected even while messages come, so that memory has a bound."""
FULL = 10
"""The collections of young objects that are worth a full one, at rest; after ten times as many, it comes at a quiet moment."""


@contextmanager
def pause_collection() -> Iterator[None]:
    """Let the collector wait until a message is answered. A collector that somebody has turned off stays so."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class IdleCollector:
    """Collects garbage at idle moments of an event loop, once it has begun. It never looks again at objects that are
    loaded by then."""

    def __init__(self) -> None:
        self._message = 0.0
        self._young = 0
        self._timer: asyncio.TimerHandle | None = None

    def collect_when_idle(self) -> None:
        """Take over from Python's own schedule, in the running event loop."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._look()

    def end(self) -> None:
        """Give the collector back."""
        if self._timer is not None:
            self._timer.cancel()
        gc.enable()
        gc.unfreeze()

    def note_message(self) -> None:
        """Note that a message has come."""
        self._message = monotonic()

    def _look(self) -> None:
        made, quiet = gc.get_count()[0], monotonic() - self._message
        if self._young >= FULL and (quiet >= REST or (self._young >= 10 * FULL and quiet >= QUIET)):
            gc.collect()
            self._young = 0
        elif made >= MOST or (made >= YOUNG and quiet >= QUIET):
            gc.collect(1)
            self._young += 1
        self._timer = asyncio.get_running_loop().call_later(LOOK, self._look)
