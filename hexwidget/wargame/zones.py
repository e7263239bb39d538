"""Zones of control: the hexes that units guard, and their effect on enemies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hexwidget.wargame.base_classes import WargamePart, next_to, plane_of


@dataclass(frozen=True, eq=False)
class Zones(WargamePart):
    """Zones of control: the hexes next to units.

    :param clause: the clause that bars a way through a zone
    :param costs: the points that entering a hex in an enemy zone costs more; None: a unit that enters one stops. Or a function of the
        position that gives it, such as for a reading of the rulebook
    :param exerted_by: tells of a unit if it has a zone; by default each has one
    :param not_across: kinds of hexsides that no zone extends across; ``not_into``: grounds that none extends into
    """

    clause: str
    costs: int | Callable[[Any], int | None] | None = None
    exerted_by: Callable[[Any], bool] | None = None
    not_across: tuple[str, ...] = ()
    not_into: tuple[str, ...] = ()
    names: ClassVar[Mapping[str, str]] = {"not_across": "kind of hexside", "not_into": "ground"}

    def cost(self, position: Any) -> int | None:
        """The points that entering a hex in an enemy zone costs more; None: a unit stops there."""
        return self.costs(position) if callable(self.costs) else self.costs

    def against(self, position: Any, seat: int) -> int:
        """The plane of the zones of the enemies of a seat."""
        sources, spaces = position.enemies[seat], position.map
        if self.exerted_by is not None:
            sources = plane_of(spaces, tuple([u.at for u in position.units if u.owner != seat and self.exerted_by(u)]))
        near = next_to(spaces, sources, tuple([(kind, None) for kind in self.not_across]))
        return near & ~int(spaces.plane(*self.not_into)) if self.not_into else near
