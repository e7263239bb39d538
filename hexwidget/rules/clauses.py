"""The clauses that findings may cite: each predicate of a system is marked with its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_CITED: dict[str, set[str]] = {}
"""The clauses that the predicates of a module may cite, by the module's name."""

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
        _CITED.setdefault(predicate.__module__, set()).update(clauses)
        return predicate

    return mark


def barring(package: str) -> frozenset[str]:
    """The clauses that the marked predicates of a package, or of a single module, may cite."""
    modules = (cited for name, cited in _CITED.items() if name == package or name.startswith(f"{package}."))
    return frozenset().union(*modules)
