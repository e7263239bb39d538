"""Send choices ahead of clicks: after a position is shown, between messages, a slice at a time.

A message never waits longer than a slice. Without a running event loop (a plain script, a test) nothing is sent ahead: nobody is
there to click.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import perf_counter
from weakref import WeakMethod

from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.play.alone import alone
from hexwidget.play.interrupts import uninterrupted
from hexwidget.rules import Choice, Choices, Rulebook
from hexwidget.scene.encode import Wire
from hexwidget.widget import prefetch
from hexwidget.widget.log import log

SLICE = 0.006
"""The seconds of a slice, without the sending. One piece's choices are never cut, however long they take."""
PAUSE = 0.012
"""The seconds between two slices. A message that has arrived passes through several turns of the event loop: they fit in."""


class Ahead:
    """Sends the choices behind the first choices of a position, those near the eye first.

    :param ask: gives the choices under a draft
    :param send: adds choices to those that the views have
    """

    def __init__(self, ask: prefetch.Ask, send: Callable[[list[Wire]], None]) -> None:
        self.near: str | None = None
        """The space that somebody has looked at last."""
        self._ask = ask
        self._send = send
        self._work: Iterator[Wire] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, root: Choices, spaces: SpaceMap, rulebook: Rulebook) -> None:
        """Send the choices behind these from now on, and drop what is left of others."""
        self.stop()
        self._work = prefetch.branches(root, self._ask, rulebook, arrange=_Nearest(self, spaces))
        self._continue()

    def stop(self) -> None:
        """Send nothing more."""
        self._work = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @alone
    def finish(self) -> None:
        """Send all that is left now."""
        self._go_on(float("inf"))

    def _continue(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._timer = loop.call_later(PAUSE, _slice, WeakMethod(self._slice))

    @alone
    def _slice(self) -> None:
        self._timer = None
        with uninterrupted():
            self._go_on(SLICE)
        if self._work is not None:
            self._continue()

    def _go_on(self, seconds: float) -> None:
        work, found, begun = self._work, list[Wire](), perf_counter()
        last = begun
        try:
            while work is not None:
                branch = next(work, None)
                if branch is None:
                    self._work = work = None
                    break
                found.append(branch)
                now = perf_counter()
                if now - begun + (now - last) > seconds:  # another one of this length would take too long
                    break
                last = now
        except Exception:  # the kernel answers when somebody clicks, and says what is wrong
            log().exception("choices could not be sent ahead")
            self._work = None
        if found:
            self._send(found)


def _slice(of: WeakMethod[Callable[[], None]]) -> None:
    go_on = of()
    if go_on is not None:  # else the board is gone
        go_on()


class _Nearest:
    """Puts pieces in the order of their distance from the space that was looked at last."""

    def __init__(self, ahead: Ahead, spaces: SpaceMap) -> None:
        self._ahead = ahead
        self._spaces = spaces
        self._near: str | None = None

    def __call__(self, waiting: list[Choice]) -> None:
        near = self._ahead.near
        if near == self._near:
            return
        self._near = near
        here = self._spaces.find(near)
        if here is not None:
            waiting.sort(key=lambda option: self._distance(here, option))

    def _distance(self, here: int, option: Choice) -> int:
        there = None if option.space is None else self._spaces.find(option.space)
        if there is None:
            return len(self._spaces)
        return self._spaces.distance(here, there) if isinstance(self._spaces, HexMap) else int(here != there)
