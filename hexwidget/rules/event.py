"""What happened: the cited chain of events that every applied action leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from hexwidget.rules.position import Position

P_co = TypeVar("P_co", bound="Position", covariant=True)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, by a clause.

    ``kind`` is stable, for programs; ``subjects`` are the spaces concerned; ``cause`` is the number of the event of the
    same transition that led to this one; ``visible_to`` lists the players who see it (None: everybody).
    """

    kind: str
    subjects: tuple[str, ...]
    data: Mapping[str, Any] = field(hash=False)
    clause: str
    wording: str
    cause: int | None = None
    visible_to: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The sentence, without the clause."""
        return self.wording.format(*self.subjects, **self.data)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class Chronicle(list[Event]):
    """The events of one transition, as they are told."""

    written: ClassVar[bool] = True
    """Whether anything is kept: what it takes long to put into words need not be found out otherwise."""

    def tell(
        self, kind: str, clause: str, wording: str, *subjects: str, seen: tuple[str, ...] | None = None, **data: Any
    ) -> int:
        """Note an event; returns its number.

        :param seen: the players who see it (None: everybody)
        """
        self.append(Event(kind, subjects, data, clause, wording, None, seen))
        return len(self) - 1


class Unwritten(Chronicle):
    """A chronicle that keeps nothing: for games of which nobody will read the events.

    >>> nobody_reads = Unwritten()
    >>> nobody_reads.tell("moved", "D1.1", "{0} is entered", "0203")
    0
    >>> len(nobody_reads)
    0
    """

    written: ClassVar[bool] = False

    def tell(
        self, kind: str, clause: str, wording: str, *subjects: str, seen: tuple[str, ...] | None = None, **data: Any
    ) -> int:
        return 0


UNWRITTEN = Unwritten()
"""The one that is passed on: as nothing is kept, all may share it."""


@dataclass(frozen=True, slots=True, repr=False)
class Transition(Generic[P_co]):
    """The position that an action or outcome leads to, and what happened on the way."""

    position: P_co
    events: tuple[Event, ...]

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.events)

    __repr__ = __str__
