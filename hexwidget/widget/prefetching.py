"""Send choices ahead of clicks: after a position is shown, between messages, the nearest first.

Before a view has greeted the board, only a little is sent, at the end of a cell. Without a running event loop (a plain script,
a test) nothing is sent, as nobody clicks.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache, partial
from time import perf_counter
from weakref import WeakSet

from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.play.game_lock import alone
from hexwidget.rules import Choice, Choices, Draft, Rulebook
from hexwidget.scene.encode import Wire
from hexwidget.widget import work_queue
from hexwidget.widget.connections.encode import encode, weight
from hexwidget.widget.host import log

PREFETCH_BYTES = 256_000
"""The most bytes of choices that travel ahead with a revision. The kernel answers the other drafts when a view asks."""
FRAME = 4
"""The number of choices in a message. If it depended on time, the number of messages might tell of hidden things."""

Ask = Callable[[Draft], Choices]
Arrange = Callable[[list[Choice]], None]
"""A function that puts the pieces that wait in order: the first one is the next."""


def branches(
    root: Choices, ask: Ask, rulebook: Rulebook, most: int | None = None, arrange: Arrange | None = None
) -> Iterator[Wire]:
    """Yield the choices behind each piece that can be picked up, plain and with each switch, as far as there is room.

    :param most: the most bytes; None: `PREFETCH_BYTES`
    :param arrange: called before each piece is taken; None: the pieces are taken in the order of the choices
    """
    spent = 0
    ask = cache(ask)  # each piece is asked for twice: for its own choices and for its switches
    for draft in _drafts_ahead(root, ask, arrange):
        choices = ask(draft)
        # The pieces are the same in every branch; the front end takes them from the root.
        options = tuple(option for option in choices.options if option.kind != "piece")
        encoded = encode(replace(choices, options=options), rulebook)
        spent += weight(encoded)
        if spent > (PREFETCH_BYTES if most is None else most):
            return
        yield encoded


def _drafts_ahead(root: Choices, ask: Ask, arrange: Arrange | None) -> Iterator[Draft]:
    waiting = [o for o in root.options if o.kind == "piece" and o.legal and not o.chosen]
    taken: list[Draft] = []
    while waiting:
        if arrange is not None:
            arrange(waiting)
        taken.append(waiting.pop(0).leads_to)
        yield taken[-1]
    for draft in taken:
        yield from (o.leads_to for o in ask(draft).options if o.kind == "switch" and o.legal)


class Ahead:
    """Sends the choices behind the first choices of a position, those near the eye first.

    :param ask: gives the choices under a draft
    :param send: adds choices to those that the views have
    :param home: the event loop in which it is done; None: that of the thread that shows the position
    :param speaking: lets a block speak the language of the board
    """

    def __init__(
        self,
        ask: Ask,
        send: Callable[[list[Wire]], None],
        home: AbstractEventLoop | None = None,
        speaking: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._speaking = speaking
        self.near: str | None = None
        """The space that somebody has looked at last."""
        self._arranged_for: str | None = None
        self.ask_choices = ask
        self._send = send
        self._work: Iterator[Wire] = iter(())
        self._made: list[Wire] = []
        """The choices that do not fill a message yet."""
        self.slices = work_queue.Slices(self.go_on, home)
        self._watched = False

    def watch(self) -> None:
        """Send from now on, as a view looks on."""
        if not self._watched:
            self._watched = True
            self.slices.schedule()

    def send_behind(self, root: Choices, spaces: SpaceMap, rulebook: Rulebook) -> None:
        """Send the choices behind these from now on, and drop what is left of others."""
        self._work = branches(root, self.ask_choices, rulebook, arrange=partial(self._arrange, spaces))
        self._made, self._arranged_for = [], None
        unfinished.add(self)
        if self._watched:
            self.slices.schedule()

    def _arrange(self, spaces: SpaceMap, waiting: list[Choice]) -> None:
        """Put pieces in the order of their distance from the space that was looked at last, if that is another one."""
        here = None if self.near == self._arranged_for else spaces.find(self.near)
        self._arranged_for = self.near

        def distance(here: int, piece: Choice) -> int:
            there = spaces.find(piece.space)
            if there is None:
                return len(spaces)
            return spaces.distance(here, there) if isinstance(spaces, HexMap) else int(here != there)

        if here is not None:
            waiting.sort(key=partial(distance, here))

    def stop(self) -> None:
        """Send nothing more."""
        self._work, self._made = iter(()), []
        unfinished.discard(self)
        self.slices.stop()

    @alone
    def finish(self, seconds: float = float("inf")) -> None:
        """Send all that is left now, as far as the time allows."""
        if not self.go_on(seconds):
            self.slices.stop()

    def go_on(self, seconds: float | None = None) -> bool:
        try:
            with self._speaking():
                found, more = work_queue.advance(self._work, work_queue.SLICE if seconds is None else seconds)
        except Exception:  # the kernel answers when somebody clicks, and says what is wrong
            log().exception("choices could not be sent ahead")
            self._work, found, more = iter(()), [], False
        if not more:
            unfinished.discard(self)
        found = [*self._made, *found]
        whole = len(found) - len(found) % FRAME if more else len(found)
        self._made = found[whole:]
        for first in range(0, whole, FRAME):
            self._send(found[first : min(first + FRAME, whole)])
        return more


unfinished: WeakSet[Ahead] = WeakSet()
"""The boards with choices left to send."""


def finish_soon(seconds: float) -> None:
    """Let all boards send what is left, in this many seconds in all."""
    end = perf_counter() + seconds
    for each in list(unfinished):
        if (left := end - perf_counter()) > 0:
            each.finish(left)
