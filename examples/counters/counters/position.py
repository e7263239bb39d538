"""Positions: units, towns, the phase, and the attack under way. They are read and written by their type hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from hexwidget.geometry import Terrain
from hexwidget.limits import Limits
from hexwidget.rules import SpaceOnMap
from hexwidget.wargame import WarPosition, WarUnit

if TYPE_CHECKING:
    from .system import Counters

TERRAINS = (
    Terrain("clear", "clear", "."), Terrain("wood", "wood", "%"), Terrain("hill", "hill", "^"), Terrain("lake", "lake", "~"),
)  # fmt: skip
KINDS = {"infantry": (4, 4, 4), "cavalry": (3, 2, 6), "guns": (6, 1, 3)}
"""C1.1: attack, defence and movement of the kinds of units."""


def half(number: int) -> int:
    """Half of a number, rounded up."""
    return -(-number // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(WarUnit):
    """A unit of a seat. ``done``: it has moved or fought in this phase."""

    owner: Annotated[int, Limits(0, 1)]
    kind: Literal["infantry", "cavalry", "guns"]
    steps: Annotated[int, Limits(1, 2)] = 2

    @property
    def attack(self) -> int:
        return half(KINDS[self.kind][0] * self.steps)

    @property
    def defence(self) -> int:
        return half(KINDS[self.kind][1] * self.steps)

    @property
    def movement(self) -> int:
        return KINDS[self.kind][2]


@dataclass(frozen=True, kw_only=True)
class CountersPosition(WarPosition):
    """``towns``: the seat that holds each town; ``turn``: the seat of the player whose turn it is."""

    players: Annotated[tuple[str, ...], Limits(2, 2)]
    units: tuple[Unit, ...]
    towns: dict[SpaceOnMap, int]
    phase: Literal["move", "fight"] = "move"

    def __hash__(self) -> int:
        return hash((self.units, self.turn, self.phase, self.round, self.battle))

    @property
    def system(self) -> Counters:
        from .system import COUNTERS

        return COUNTERS

    def towns_of(self, seat: int) -> list[str]:
        """The towns of a seat."""
        return [town for town, owner in self.towns.items() if owner == seat]

    def points(self, unit: Unit) -> int:
        """The movement points of a unit (C1.1, C4.1)."""
        return unit.movement if self.system.supply.is_supplied(self, unit) else half(unit.movement)

    def strength(self, unit: Unit, target: str) -> int:
        """The attack of a unit on a hex beside it (C1.1, C3.7, C4.1)."""
        attack = unit.attack if self.system.supply.is_supplied(self, unit) else half(unit.attack)
        sides = self.map.side(unit.at, target)
        return half(attack) if "river" in sides and "bridge" not in sides else attack

    def costs(self, unit: Unit) -> dict[str, int]:
        """The points that the cheapest way of a unit to each hex costs, without regard to what it has (C2.1 to C2.4)."""
        found = {at: self.system.movement.cost(self, unit, at) for at in self.map.names()}
        return {at: cost for at, cost in found.items() if cost is not None}

    def attackers(self, target: str, seat: int) -> tuple[Unit, ...]:
        """C3.1: the units that would attack a hex."""
        return self.system.combat.attackers(self, target, seat)
