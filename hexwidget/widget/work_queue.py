"""Work between messages, a slice at a time: a message never waits longer than a slice.

All work of an event loop stands in one queue, as every board's own timer would make a message wait for as many slices as there are
boards. Without a running event loop (a plain script, a test) nothing is done between messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import Context, copy_context
from time import perf_counter
from typing import TypeVar
from weakref import WeakKeyDictionary, ref

from hexwidget.play.game_lock import alone, if_free
from hexwidget.play.interrupts import hold_interrupts
from hexwidget.widget.host import log

T = TypeVar("T")
SLICE = 0.0045
"""The seconds of work in a slice; sending its items comes on top. One item of work is never cut."""
LONG = "long"
"""An item of work that says of the next one that it may take as long as a slice: it gets a slice of its own."""
PAUSE = 0.012
"""The seconds between two slices. A message that has arrived passes through several turns of the event loop: they fit in."""


class Slices:
    """Does some work in slices.

    :param go_on: does a slice of the work; returns True if there is more
    :param home: the loop between whose messages it is done, whichever thread begins it; None: that of the thread
    """

    def __init__(self, go_on: Callable[[], bool], home: asyncio.AbstractEventLoop | None = None) -> None:
        self._go_on = go_on
        self._home = home
        self._timer: asyncio.TimerHandle | None = None
        self.queue: _Queue | None = None
        self._context: Context = copy_context()
        """The context in which it was begun: a server of pages finds there the page that messages go to."""

    def schedule(self, pause: float = PAUSE) -> None:
        """Do the work from now on.

        :param pause: seconds before the first slice, at least
        """
        self.stop()
        self._context = copy_context()
        loop = running_loop()
        if self._home is not None and loop is not self._home:
            with suppress(RuntimeError):  # the loop has ended
                self._home.call_soon_threadsafe(self._begin, self._home, pause)
        elif loop is not None:
            self._begin(loop, pause)

    def _begin(self, loop: asyncio.AbstractEventLoop, pause: float) -> None:
        self.queue = queues.setdefault(loop, _Queue())
        if pause <= PAUSE:
            self.queue.add(ref(self), loop)
        else:
            self._timer = loop.call_later(pause - PAUSE, self.queue.add, ref(self), loop)

    def stop(self) -> None:
        """Do nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.queue is not None:
            self.queue.waiting.pop(ref(self), None)
            self.queue = None

    @alone
    def do(self) -> bool:
        """Do a slice; return True if there is more."""
        try:
            with hold_interrupts():
                return self._context.run(self._go_on)
        except Exception:  # nobody waits for it: the log says what is wrong
            log().exception("work between messages has failed")
            return False


class _Queue:
    """The work of an event loop that waits for its turn."""

    def __init__(self) -> None:
        self.waiting: dict[ref[Slices], None] = {}
        """The work in order. It does not keep its board alive."""
        self.timed = False

    def add(self, work: ref[Slices], loop: asyncio.AbstractEventLoop) -> None:
        """Put work at the end, unless its board is gone."""
        if work() is not None:
            self.waiting[work] = None
            self._time(loop)

    def _time(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.waiting and not self.timed:
            self.timed = True
            loop.call_later(PAUSE, self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """Do some work, if no other thread changes a game just now."""
        with if_free() as free:
            if free:
                self._do()
        self.timed = False
        self._time(loop)

    def _do(self) -> None:
        """Do a slice of the first work, and of the next while less than half a slice is over."""
        end, again = perf_counter() + SLICE / 2, list[ref[Slices]]()
        while self.waiting:
            work = next(iter(self.waiting))
            del self.waiting[work]
            if (found := work()) is not None and found.do():  # else its board is gone, or it is done
                again.append(work)
            if perf_counter() >= end:
                break
        for work in again:
            self.waiting.setdefault(work)


queues: WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue] = WeakKeyDictionary()


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs in this thread; None without one."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def advance(work: Iterator[T], seconds: float) -> tuple[list[T], bool]:
    """Return the next items of some work, as many as fit into this many seconds, but at least one; and True if there may be more."""
    found: list[T] = []
    begun = last = perf_counter()
    for item in work:
        found.append(item)
        now = perf_counter()
        if item is LONG or now - begun + (now - last) > seconds:  # another one of this length would take too long
            return found, True
        last = now
    return found, False
