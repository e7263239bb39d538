"""Which clauses a finding may cite: predicates are marked with theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from hexwidget.rules import Finding

Findings = Iterator[Finding]
BARRING: set[str] = set()
"""The clauses that a finding may cite."""


F = TypeVar("F", bound=Callable[..., object])


def bars(*clauses: str) -> Callable[[F], F]:
    """Marks a predicate with the clauses that it may cite."""
    BARRING.update(clauses)
    return lambda predicate: predicate
