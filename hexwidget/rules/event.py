"""Events: the cited chain that every applied action leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hexwidget.english import calls_spaces, capital, say

if TYPE_CHECKING:
    from hexwidget.geometry import SpaceMap
    from hexwidget.rules.position import Position
    from hexwidget.rules.system import Outcome

P_co = TypeVar("P_co", bound="Position", covariant=True)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, by a clause.

    ``kind`` is stable, for programs; ``subjects`` are the spaces concerned; ``cause`` is the number of the event of the
    same transition that led to this one; ``visible_to`` lists the players who see it (None: everybody). ``wording`` is the
    sentence, with fields for the subjects and the data (`hexwidget.english`).
    """

    kind: str
    subjects: tuple[str, ...]
    data: Mapping[str, Any] = field(hash=False)
    clause: str
    wording: str
    cause: int | None = None
    visible_to: tuple[str, ...] | None = None
    called: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """The subjects as the map prints them; None: as they are."""

    @property
    def text(self) -> str:
        """The sentence, without the clause."""
        return capital(say(self.wording, self.subjects if self.called is None else self.called, self.data))

    def on(self, spaces: SpaceMap) -> Event:
        """This event on a map: its sentence calls the spaces by their printed labels."""
        return replace(self, called=spaces.called(self.subjects)) if spaces.labels else self

    def is_seen_by(self, player: str) -> bool:
        """True if a player sees the event."""
        return self.visible_to is None or player in self.visible_to

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class Chronicle:
    """The events of one transition, some of which are only made when they are read.

    >>> log = Chronicle()
    >>> log.tell("moved", "D1.1", "{0} is entered", "0203")
    0
    >>> log.later(lambda log, space: log.tell("depleted", "D1.7", "a cube is put on {0}", space), "0203")
    >>> [str(event) for event in log]
    ['0203 is entered (D1.1)', 'A cube is put on 0203 (D1.7)']
    """

    __slots__ = ("_told", "_untold")

    def __init__(self) -> None:
        self._told: list[Event | tuple[Callable[..., object], tuple[Any, ...]]] = []
        self._untold = False  # True while some events are still to be made

    def tell(
        self,
        kind: str,
        clause: str,
        wording: str,
        /,
        *subjects: str,
        seen: tuple[str, ...] | None = None,
        cause: int | None = None,
        **data: Any,
    ) -> int:
        """Note an event and return its number.

        :param seen: the players who see it (None: everybody)
        :param cause: the number of the event that led to it
        """
        return self.note(Event(kind, subjects, data, clause, wording, cause, seen))

    def tell_end(self, end: Outcome | None) -> None:
        """Note that the game is over, if it is."""
        if end is not None:
            self.tell("game_over", end.clause, "{result}", result=end.text, winners=end.winners)

    def note(self, event: Event) -> int:
        """Note a finished event. Return its number, by which another event can name it as its cause. The number is only right
        while no events are left for later, as nobody knows yet how many these are."""
        self._told.append(event)
        return len(self._told) - 1

    def later(self, tell: Callable[..., object], *what: Any) -> None:
        """Leave the next events for later: ``tell(chronicle, *what)`` makes them when they are read. For events that take long to
        put into words."""
        self._told.append((tell, what))
        self._untold = True

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in their order."""
        while self._untold:
            told, self._told, self._untold = self._told, [], False
            for each in told:
                if isinstance(each, Event):
                    self._told.append(each)
                else:
                    tell, what = each
                    tell(self, *what)
        return tuple(self._told)  # type: ignore[arg-type]  # no event in it is left for later


class Unwritten(Chronicle):
    """A chronicle that keeps nothing, for games whose events are not read."""

    __slots__ = ()

    def tell(self, /, *what: Any, **data: Any) -> int:
        return 0

    def note(self, event: Event) -> int:
        return 0

    def later(self, tell: Callable[..., object], *what: Any) -> None:
        pass


UNWRITTEN = Unwritten()
"""The one chronicle of this kind: it keeps nothing, so that all games may share it."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Transition(Generic[P_co]):
    """The position that an action or outcome leads to, and the events on the way: as a tuple, or as the chronicle that makes
    them when they are read."""

    position: P_co
    told: tuple[Event, ...] | Chronicle

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in their order. Only the players who know a secret see an event that names it."""
        told = self.told if isinstance(self.told, tuple) else self.told.events
        for secret in self.position.system.secrets:
            told = tuple([secret.on(event, self.position) for event in told])
        if not any(calls_spaces(event.wording) for event in told):  # a position may have to make its map first
            return told
        return tuple([event.on(self.position.map) for event in told]) if self.position.map.labels else told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transition) and (self.position, self.events) == (other.position, other.events)

    def __hash__(self) -> int:
        return hash((self.position, self.events))

    def __reduce__(self) -> tuple[Any, ...]:
        return Transition, (self.position, self.events)

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.events)

    __repr__ = __str__
