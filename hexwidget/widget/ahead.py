"""Send choices ahead of clicks: after a position is shown, between messages, the nearest first.

Before a view has greeted the board, only a little is sent, at the end of a cell. Without a running event loop (a plain script,
a test) nothing is sent, as nobody clicks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from weakref import WeakSet

from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.play.alone import alone
from hexwidget.rules import Choice, Choices, Rulebook
from hexwidget.scene.encode import Wire
from hexwidget.widget import prefetch, slices
from hexwidget.widget.log import log


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
        self._work: Iterator[Wire] = iter(())
        self._slices = slices.Slices(self._go_on)
        self._watched = False

    def watch(self) -> None:
        """Send from now on, as a view looks on."""
        if not self._watched:
            self._watched = True
            self._slices.begin()

    def begin(self, root: Choices, spaces: SpaceMap, rulebook: Rulebook) -> None:
        """Send the choices behind these from now on, and drop what is left of others."""
        self._work = prefetch.branches(root, self._ask, rulebook, arrange=_Nearest(self, spaces))
        _unfinished.add(self)
        if self._watched:
            self._slices.begin()

    def stop(self) -> None:
        """Send nothing more."""
        self._work = iter(())
        _unfinished.discard(self)
        self._slices.stop()

    @alone
    def finish(self, seconds: float = float("inf")) -> None:
        """Send all that is left now, as far as the time allows."""
        if not self._go_on(seconds):
            self._slices.stop()

    def _go_on(self, seconds: float | None = None) -> bool:
        try:
            found, more = slices.advance(self._work, slices.SLICE if seconds is None else seconds)
        except Exception:  # the kernel answers when somebody clicks, and says what is wrong
            log().exception("choices could not be sent ahead")
            self._work, found, more = iter(()), [], False
        if not more:
            _unfinished.discard(self)
        if found:
            self._send(found)
        return more


_unfinished: WeakSet[Ahead] = WeakSet()
"""Those that have something left to send."""


def finish_soon(seconds: float) -> None:
    """Let all boards send what is left, in this many seconds in all."""
    end = perf_counter() + seconds
    for each in list(_unfinished):
        if (left := end - perf_counter()) > 0:
            each.finish(left)


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
