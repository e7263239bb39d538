"""Positions: units, towns, the phase, and the attack under way. They are read and written by their type hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Annotated, Literal

from hexwidget.geometry import HexMap, Terrain
from hexwidget.limits import Limits
from hexwidget.rules import Position, Settings, SpaceOnMap

if TYPE_CHECKING:
    from .system import Counters

TERRAINS = (
    Terrain("clear", "clear", "."), Terrain("wood", "wood", "%"), Terrain("hill", "hill", "^"), Terrain("lake", "lake", "~"),
)  # fmt: skip
COSTS = {"clear": 1, "wood": 2, "hill": 2}
"""C2.1: the points that a hex costs; a lake has no cost."""
ACROSS = {"ridge": 2, "river": 1, "bridge": 0}
"""C2.4: the points that crossing a side costs more. Of several kinds the last one here decides."""
KINDS = {"infantry": (4, 4, 4), "cavalry": (3, 2, 6), "guns": (6, 1, 3)}
"""C1.1: attack, defence and movement of the kinds of units."""
MOST_IN_HEX = 2
"""C1.2."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a seat. ``done``: it has moved or fought in this phase."""

    id: str
    owner: Annotated[int, Limits(0, 1)]
    kind: Literal["infantry", "cavalry", "guns"]
    at: SpaceOnMap
    steps: Annotated[int, Limits(1, 2)] = 2
    done: bool = False

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def attack(self) -> int:
        return -(-KINDS[self.kind][0] * self.steps // 2)

    @property
    def defence(self) -> int:
        return -(-KINDS[self.kind][1] * self.steps // 2)

    @property
    def movement(self) -> int:
        return KINDS[self.kind][2]


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack under way: the die is due, then retreats, then an advance."""

    target: SpaceOnMap
    attackers: tuple[str, ...]
    column: int
    stage: Literal["die", "retreat", "advance"] = "die"
    retreating: tuple[str, ...] = ()


@dataclass(frozen=True)
class CountersPosition(Position):
    """``towns``: the seat that holds each town; ``turn``: the seat of the player whose turn it is."""

    map: HexMap
    players: Annotated[tuple[str, ...], Limits(2, 2)]
    units: tuple[Unit, ...]
    towns: dict[SpaceOnMap, int]
    turn: int = 0
    phase: Literal["move", "fight"] = "move"
    round: int = 1
    battle: Battle | None = None
    settings: Settings = field(default_factory=lambda: Settings({}))

    def __hash__(self) -> int:
        return hash((self.units, self.turn, self.phase, self.round, self.battle))

    @property
    def system(self) -> Counters:
        from .system import COUNTERS

        return COUNTERS

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    @property
    def deed(self) -> str:
        """The word for what a unit does that goes to another hex now."""
        return {"retreat": "retreats", "advance": "advances"}.get(self.battle.stage if self.battle else "", "moves")

    def on(self, space: str) -> list[Unit]:
        """The units on a hex."""
        return [unit for unit in self.units if unit.at == space]

    def beside(self, space: str) -> list[str]:
        """The neighbours of a hex."""
        return [self.map.name(n) for n in self.map.neighbours(self.map.index(space))]

    @cached_property
    def zones(self) -> tuple[frozenset[str], frozenset[str]]:
        """C2.3: the zones of control of the two seats."""
        return self._zone(0), self._zone(1)

    def _zone(self, seat: int) -> frozenset[str]:
        return frozenset(hex for unit in self.units if unit.owner == seat for hex in self.beside(unit.at))

    def is_supplied(self, unit: Unit) -> bool:
        """C4.1: a way leads to a town of the unit's player."""
        if unit not in self._supplied:
            self._supplied[unit] = self.settings["supply"] == "off" or self._has_way(unit)
        return self._supplied[unit]

    def _has_way(self, unit: Unit) -> bool:
        enemy = 1 - unit.owner
        seen, queue = {unit.at}, [unit.at]
        for at in queue:
            if self.towns.get(at) == unit.owner:
                return True
            for there in self.beside(at):
                here = {each.owner for each in self.on(there)}
                free = self.map.terrain(there) != "lake" and enemy not in here
                if free and there not in seen and (there not in self.zones[enemy] or unit.owner in here):
                    seen.add(there)
                    queue.append(there)
        return False

    def points(self, unit: Unit) -> int:
        """The movement points of a unit (C1.1, C4.1)."""
        return unit.movement if self.is_supplied(unit) else -(-unit.movement // 2)

    def strength(self, unit: Unit, target: str) -> int:
        """The attack of a unit on a hex beside it (C1.1, C3.7, C4.1)."""
        attack = unit.attack if self.is_supplied(unit) else -(-unit.attack // 2)
        return -(-attack // 2) if self.crossing(unit.at, target) == "river" else attack

    def crossing(self, a: str, b: str) -> str:
        """C2.4: the kind of the side between two hexes that decides; "" if nothing lies there."""
        kinds = self.map.side(a, b)
        return next((kind for kind in reversed(ACROSS) if kind in kinds), "")

    @cached_property
    def _costs(self) -> dict[Unit, dict[str, int]]:
        return {}

    @cached_property
    def _supplied(self) -> dict[Unit, bool]:
        return {}

    def costs(self, unit: Unit) -> dict[str, int]:
        """The points that the cheapest way of a unit to each hex costs, without regard to what it has (C2.1 to C2.4)."""
        if unit not in self._costs:
            self._costs[unit] = self._find_costs(unit)
        return self._costs[unit]

    def _find_costs(self, unit: Unit) -> dict[str, int]:
        found: dict[str, int] = {}
        queue = [(0, unit.at)]
        while queue:
            spent, at = heappop(queue)
            if at not in found:
                found[at] = spent
                for there, cost in self.steps(unit, at):
                    heappush(queue, (spent + cost, there))
        return found

    def steps(self, unit: Unit, at: str) -> Iterator[tuple[str, int]]:
        """The hexes that a unit may enter from a hex, each with the points that it costs (C2.1 to C2.4)."""
        zone, fluid = self.zones[1 - unit.owner], self.settings["zoc"] == "fluid"
        if at in zone and at != unit.at and not fluid:
            return
        for there in self.beside(at):
            ground = self.map.terrain(there)
            if ground in COSTS and not any(each.owner != unit.owner for each in self.on(there)):
                cost = (1 if there in self.towns else COSTS[ground]) + (fluid and there in zone)
                yield there, cost + ACROSS.get(self.crossing(at, there), 0)

    def attackers(self, target: str, seat: int) -> list[Unit]:
        """C3.1: the units that would attack a hex."""
        return [unit for unit in self.units if unit.owner == seat and not unit.done and target in self.beside(unit.at)]

    def may_retreat_to(self, unit: Unit, there: str) -> bool:
        """C3.5: a unit may retreat to a hex beside it."""
        own = [each for each in self.on(there) if each.owner == unit.owner]
        free = len(own) == len(self.on(there)) < MOST_IN_HEX
        return free and self.map.terrain(there) != "lake" and there not in self.zones[1 - unit.owner]

    def with_units(self, *changed: Unit, removed: tuple[str, ...] = ()) -> CountersPosition:
        """The position with other units in the place of those with the same ids."""
        put = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(put.get(u.id, u) for u in self.units if u.id not in removed))

    def __str__(self) -> str:
        rows = [self.map.to_text(TERRAINS).rstrip()]
        for seat, player in enumerate(self.players):
            own = ", ".join(f"{u} ({u.steps}) on {u.at}" for u in self.units if u.owner == seat)
            rows.append(f"{player}: {own or 'no units'}")
        return "\n".join([*rows, self.system.status(self)])
