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

    def of(self, position: Any, *seats: int) -> int:
        """The plane of the zones of some seats."""
        sources = 0
        for seat in seats:
            own = self.exerted_by and [unit.at for unit in position.of(seat) if self.exerted_by(unit)]
            sources |= position.held[seat] if own is None else plane_of(position.map, tuple(own))
        near = next_to(position.map, sources, self.not_across)
        return near & ~int(position.map.plane(*self.not_into)) if self.not_into else near

    def against(self, position: Any, seat: int) -> int:
        """The plane of the zones of all other seats."""
        return self.of(position, *[other for other in range(len(position.players)) if other != seat])
