"""The reply to an intent, and the clauses of a rulebook as a page reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexwidget.rules import Draft, Position, Rulebook, Verdict
from hexwidget.widget.hints import Maybe, Revision
from hexwidget.widget.messages import Sentence


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """A reading that a clause leaves open: the name of the option, its values, and the value that holds in this game."""

    name: str
    values: tuple[str, ...]
    now: str


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """An example in the section of a clause."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause of the rulebook to be read, the readings that it leaves open, and the examples of its section."""

    id: str
    kind: str
    title: str
    text: str
    open: str
    readings: tuple[ClauseReading, ...]
    examples: tuple[ClauseExample, ...]

    @classmethod
    def of(cls, wanted: str, position: Position) -> ClauseText:
        """A clause by its id, with the readings that hold in a position.

        :raises UnknownName: if the rulebook has no such clause
        """
        rulebook: Rulebook = position.system.rulebook
        found, settings = rulebook[wanted], position.settings
        return cls(
            found.id,
            found.kind,
            found.title,
            found.text,
            found.open,
            tuple(
                ClauseReading(option.name, option.values, str(settings.get(option.name, "")))
                for option in rulebook.options.values()
                if option.clause == wanted
            ),
            tuple(
                ClauseExample(other.id, other.title, other.text)
                for other in rulebook.values()
                if other.kind == "example" and other.id != wanted and other.section == found.section
            ),
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to an intent. A reply that is not ok has an error."""

    id: str | None
    ok: bool
    revision: Revision
    error: Maybe[str] = None
    stale: Maybe[Literal[True]] = None
    """True if the intent was composed at another revision than the board's."""
    verdict: Maybe[Verdict] = None
    clause: Maybe[ClauseText] = None
    events: Maybe[tuple[Sentence, ...]] = None
    svg: Maybe[str] = None
    text: Maybe[str] = None
    draft: Maybe[Draft] = None
    """The draft that means an action, if there is one."""
