"""The clauses that findings may cite: each predicate of a system is marked with its own. Silences: the findings that keep other clauses
unsaid, because these speak of a thing that does not exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import unwrap
from pathlib import Path
from typing import Any, TypeVar

_CITED: dict[str, dict[str, str]] = {}
"""The clauses that the predicates of a module may cite, each with the name of a predicate, by the module's name."""

Predicate = TypeVar("Predicate", bound=Callable[..., Any])


def bars(*clauses: str) -> Callable[[Predicate], Predicate]:
    """Mark a predicate with the clauses that its findings may cite.

    >>> @bars("X1.1")
    ... def one_hex_at_most(position, move):
    ...     yield from ()
    >>> "X1.1" in barring(__name__)
    True
    """

    def mark(predicate: Predicate) -> Predicate:
        code = getattr(unwrap(predicate), "__code__", None)
        line = f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code is not None else ""
        _CITED.setdefault(predicate.__module__, {}).update(dict.fromkeys(clauses, f"{predicate.__qualname__}{line}"))
        return predicate

    return mark


def barring(package: str) -> frozenset[str]:
    """The clauses that the marked predicates of a package, or of a single module, may cite."""
    return frozenset(predicates(package))


def predicates(package: str) -> dict[str, str]:
    """The clauses as `barring` finds them, each with the place of a predicate that may cite it:
    ``legality.one_hex_at_most (legality.py, line 12)``."""
    return {
        clause: f"{module}.{predicate}"
        for module, cited in _CITED.items()
        if module == package or module.startswith(f"{package}.")
        for clause, predicate in cited.items()
    }


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
