"""The base of the positions of the bundled systems."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, cast

from hexwidget.rules import Position


class _System:
    """The system of all positions of a class. Once a position was asked for it, the class has it as an attribute."""

    def __init__(self, of_position: property) -> None:
        self._of_position = of_position

    def __get__(self, position: object, owner: type[Any]) -> Any:
        found = self._of_position.__get__(position, owner)
        if position is not None:
            owner.system = found
        return found


@dataclass(frozen=True, repr=False)
class BundledPosition(Position):
    """A position of a bundled system. Compares and hashes by content, and its text is for a terminal: the title, the map,
    the lines of the system's ``describe``, and the state of the game."""

    @property
    @abstractmethod
    def system(self) -> Any:
        """The bundled system that the position belongs to."""

    def __init_subclass__(cls) -> None:
        if isinstance(of_position := vars(cls).get("system"), property):
            cast(Any, cls).system = _System(of_position)  # positions are asked for it at each step
        super().__init_subclass__()

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
