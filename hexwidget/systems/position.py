"""The base of the positions of the bundled systems."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, cast

from hexwidget.rules import Position


@dataclass(frozen=True, repr=False)
class BundledPosition(Position):
    """A position of a bundled system. Compares and hashes by content, and its text is for a terminal: the title, the map,
    the lines of the system's ``describe``, and the state of the game."""

    system: ClassVar[Any] = None
    """The bundled system that the position belongs to. Its module says so: positions are asked for it at each step."""

    @property
    def key(self) -> str:
        system = self.system
        return _key_of(self, type(system).key, system)

    def __reduce__(self) -> tuple[Any, ...]:
        # The fields only: look-ups are computed again.
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    def __str__(self) -> str:
        position, system = cast(Any, self), self.system
        lines = [position.title] if position.title else []
        if system.terrains:
            lines.append(position.map.to_text(system.terrains).rstrip())
        return "\n".join([*lines, *system.describe(self), system.status(self)])

    __repr__ = __str__


@lru_cache(maxsize=16)
def _key_of(position: BundledPosition, key: Callable[[Any, Any], str], system: Any) -> str:
    """The key of a position. A journal and the boards of all seats ask for it at each step, mostly of equal positions."""
    return key(system, position)
