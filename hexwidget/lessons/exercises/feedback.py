"""The feedback to an answer: right or wrong, and the reasons, line by line with clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from hexwidget.english import translated, worded
from hexwidget.refusals import card
from hexwidget.rules import Event, Finding

MOST_LINES = 6
"""The most reasons that are listed. The others are only counted."""


@dataclass(frozen=True, slots=True)
class Line:
    """One reason: a sentence, the clause that it cites, the spaces concerned."""

    text: str
    clause: str = ""
    spaces: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = translated(self.text)
        return f"{text} ({self.clause})" if self.clause else text


@dataclass(frozen=True, slots=True)
class Feedback:
    """The reply to an answer. In a condition it is True if the answer was right."""

    right: bool
    heading: str
    lines: tuple[Line, ...]

    def __bool__(self) -> bool:
        return self.right

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses cited, each once, in order."""
        return tuple(dict.fromkeys(line.clause for line in self.lines if line.clause))

    def __str__(self) -> str:
        return "\n".join([self.heading, *(f"  {line}" for line in self.lines)])

    def _repr_html_(self) -> str:
        clauses = (f" <b>{escape(line.clause)}</b>" if line.clause else "" for line in self.lines)
        rows = (escape(translated(line.text)) + clause for line, clause in zip(self.lines, clauses, strict=True))
        return card(self.heading, rows, right=self.right)


def of_findings(findings: Iterable[Finding]) -> list[Line]:
    """Return findings as lines."""
    return [Line(f"{_sentence(f.text)}.", f.clause, f.subjects) for f in findings]


def of_events(events: Iterable[Event]) -> list[Line]:
    """Return events as lines."""
    return [Line(f"{_sentence(e.text)}.", e.clause, e.subjects) for e in events]


def shorten(lines: list[Line]) -> tuple[Line, ...]:
    """Return the first and the last lines of many, and the number of the others between them."""
    if len(lines) <= MOST_LINES:
        return tuple(lines)
    left = len(lines) - MOST_LINES + 1
    return (*lines[:2], Line(worded("({n} more.)", n=left)), *lines[2 + left :])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
