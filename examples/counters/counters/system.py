"""Units and positions, the parts of the wargame, who wins, and how it looks. Positions are read and written by their type hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from hexwidget import rules, wargame
from hexwidget.geometry import Terrain
from hexwidget.limits import Limits
from hexwidget.rules import SpaceOnMap
from hexwidget.scene import BorderLook, Ground, Ledger, Piece
from hexwidget.wargame import Effect, Shift, WarPosition, WarUnit

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

    def __hash__(self) -> int:
        return hash((self.units, self.turn, self.phase, self.round, self.battle))

    @property
    def system(self) -> Counters:
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


COSTS = {"clear": 1, "wood": 2, "hill": 2}
RESULTS = {
    "A1": ("the strongest attacker loses a step", Effect("attackers", loses=1)),
    "NE": ("nothing happens",),
    "EX": ("each side loses a step", Effect("attackers", loses=1), Effect("defenders", loses=1)),
    "DR": ("the defenders retreat", Effect("defenders", retreats=1)),
    "D1": ("the defenders lose a step and retreat", Effect("defenders", loses=1, retreats=1)),
    "DE": ("the defenders are removed", Effect("defenders", loses=wargame.ALL)),
}
ROWS = (
    "A1 A1 EX EX DR D1", "A1 EX EX DR DR D1", "A1 NE DR DR D1 DE",
    "NE NE DR D1 D1 DE", "NE DR D1 D1 DE DE", "DR DR D1 DE DE DE",
)  # fmt: skip
TABLE = wargame.ResultsTable("C3.4", "1:2 1:1 2:1 3:1 4:1 5:1", ROWS, RESULTS)
"""C3.4: the result of each face of the die, by columns."""
ZONES = wargame.Zones("C2.3", lambda position: 1 if position.settings["zoc"] == "fluid" else None)
MOVEMENT = wargame.Movement(
    "C2.1",
    COSTS,
    CountersPosition.points,
    across={"ridge": 2, "river": 1, "bridge": 0},
    crossing="C2.4",
    enemies="C2.2",
    places=lambda position: dict.fromkeys(position.towns, 1),
    zones=ZONES,
    stacking=wargame.Stacking("C1.2", 2),
)


SYMBOLS = {"infantry": "spear", "cavalry": "horse", "guns": "catapult"}


def ground_helps(position: CountersPosition, attackers: Sequence[Unit], target: str) -> int:
    """C3.3: a wood, a hill or a town costs the attacker a column."""
    return -(position.map.terrain(target) in ("wood", "hill") or target in position.towns)


@rules.bars("C2.1")
def towns_on_land(position: CountersPosition) -> Iterator[rules.Finding]:
    """C2.1: nobody enters a town in a lake."""
    for town in position.towns:
        if position.map.terrain(town) == "lake":
            yield rules.Finding("C2.1", "lake", (town,), {}, "{0} is a lake")


class Counters(wargame.Wargame[CountersPosition]):
    """Counters: see ``rulebook.toml``."""

    name, folder = "counters", Path(__file__).parent
    terrains, hexsides, description = TERRAINS, tuple(MOVEMENT.across), CountersPosition
    integrity = (towns_on_land,)
    movement = MOVEMENT
    supply = wargame.Supply(
        "C4.1",
        CountersPosition.towns_of,
        COSTS,
        zones=ZONES,
        in_force=lambda position: position.settings["supply"] == "on",
    )
    combat = wargame.Combat(
        "C3.1", TABLE, MOVEMENT, CountersPosition.strength, lambda position, unit: unit.defence,
        odds="C3.2", shifts=(Shift("C3.3", ground_helps),), retreat="C3.5", advance="C3.6",
        rank=lambda unit, side: unit.attack if side == "attackers" else unit.defence,
    )  # fmt: skip
    sequence = wargame.Sequence("C5.1", rounds=lambda position: position.settings["rounds"], over="C5.2")
    grounds = (
        Ground("clear", "clear", "plains", "none"), Ground("wood", "wood", "forest", "trees"),
        Ground("hill", "hill", "mountain", "hills"), Ground("lake", "lake", "sea", "waves"),
    )  # fmt: skip
    borders = (
        BorderLook("river", "river", "river", "river"), BorderLook("ridge", "ridge", "ridge", "ridge"),
        BorderLook("bridge", "bridge", "river", "bridge"),
    )  # fmt: skip
    symbols = SYMBOLS
    figures = ("attack", "defence", "movement")

    def entered(self, position: CountersPosition, unit: Unit, log: rules.Chronicle) -> CountersPosition:
        """C5.2: a town belongs to the player whose unit entered it last."""
        if position.towns.get(unit.at, unit.owner) == unit.owner:
            return position
        log.tell("town", "C5.2", "{player:takes} the town on {0}", unit.at, player=position.players[unit.owner])
        return replace(position, towns={**position.towns, unit.at: unit.owner})

    def outcome(self, position: CountersPosition) -> rules.Outcome | None:
        alive = {unit.owner for unit in position.units}
        if len(alive) == 1:
            (seat,) = alive
            return rules.Outcome((position.players[seat],), f"{position.players[1 - seat]} has no units", "C5.2")
        if position.round <= position.settings["rounds"]:
            return None
        towns = [len(position.towns_of(seat)) for seat in (0, 1)]
        if towns[0] == towns[1]:
            return rules.Outcome((), "both hold as many towns: a draw", "C5.2")
        best = position.players[towns[1] > towns[0]]
        return rules.Outcome((best,), f"{best} holds more towns", "C5.2")

    def structures(self, position: CountersPosition) -> tuple[Piece, ...]:
        return tuple(
            Piece(f"town {at}", at, seat, "town", "town", f"{position.players[seat]}'s town", layer="structure")
            for at, seat in position.towns.items()
        )

    def ledger(self, position: CountersPosition) -> Ledger:
        seats = enumerate(position.players)
        rows = ((player, str(len(position.towns_of(seat))), str(len(position.of(seat)))) for seat, player in seats)
        return Ledger(("", "towns", "units"), tuple(rows))


COUNTERS = Counters()
