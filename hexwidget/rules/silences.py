"""Silences: the findings that keep other clauses unsaid, because these speak of a thing that does not exist."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Silence:
    """A finding that keeps clauses unsaid.

    A verdict names every clause that bars an action. A clause stays unsaid only if the thing that it speaks of does not exist:
    where no unit stands, nothing can be said of its orders.
    """

    finding: str
    """The clause that the finding cites."""
    code: str
    """The code of the finding."""
    unsaid: tuple[str, ...]
    """The clauses that the finding keeps unsaid."""
    because: str
    """The reason: a sentence that names the thing that does not exist."""

    def __str__(self) -> str:
        return f"{self.finding} ({self.code}) keeps {', '.join(self.unsaid)} unsaid: {self.because}"
