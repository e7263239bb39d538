"""The base of the positions of the bundled systems."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields
from typing import Any

from hexwidget.rules import Position


@dataclass(frozen=True, repr=False)
class BundledPosition(Position):
    """A position of a bundled system. Compares and hashes by content, and its text is that of the system for a terminal."""

    @property
    @abstractmethod
    def system(self) -> Any:
        """The bundled system that the position belongs to."""

    def __reduce__(self) -> tuple[Any, ...]:
        # The fields only: look-ups are computed again.
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    def __str__(self) -> str:
        text: str = self.system.describe(self)
        return text

    __repr__ = __str__
