"""A small wargame with every part, and random positions of it. Rules that are asked slowly: a step at a time, by the names of hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from hexwidget import rules
from hexwidget.geometry import HexMap, Links, Terrain
from hexwidget.scene import BorderLook, Ground
from hexwidget.wargame import (
    ALL,
    EXCHANGE,
    Arrivals,
    Attack,
    Combat,
    Effect,
    Move,
    Movement,
    ResultsTable,
    Sequence,
    Shift,
    Stacking,
    Supply,
    Wargame,
    WarPhase,
    WarPosition,
    WarUnit,
    Zones,
)

TERRAINS = (Terrain("clear", "clear", "."), Terrain("wood", "wood", "%"), Terrain("lake", "lake", "~"))
TERRAINS += (Terrain("box", "box", "o"),)
COSTS = {"clear": 1, "wood": 2}
ACROSS: dict[str, int | None] = {"cliff": None, "river": 1, "bridge": 0}
LAND = HexMap.parse(". . . % . . # o\n . . ~ . . . # #\n. % . . . . # o\n . . . % . . # #", TERRAINS)
RAIL = Links(LAND, {"rail": [("0101", "0201"), ("0201", "0301"), ("0301", "0401"), ("0401", "0402")]})
SIDES = [(a, b) for a in LAND.names() for b in map(LAND.name, LAND.neighbours(LAND.index(a))) if a < b]
TEXT = 'name = "small"\ntitle = "Small"\n' + "".join(
    f'[[clause]]\nid = "S{n}"\nkind = "rule"\ntitle = "Rule {n}"\ntext = "Text {n}"\nteach = "Text {n}"\n'
    for n in range(1, 16)
)
BOOK = rules.Rulebook.parse(TEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(WarUnit):
    """A unit of a strength."""

    steps: int = 2
    power: int = 2


@dataclass(frozen=True, kw_only=True)
class SmallPosition(WarPosition):
    """A position of the small game."""

    units: tuple[Unit, ...]
    rounds: int = 2

    @property
    def system(self) -> Small:
        return SMALL


ZONES = Zones("S3", not_across=("cliff",), not_into=("wood",))
STACKING = Stacking("S2", 2)
BY_RAIL = Movement(
    "S4", COSTS, lambda position, unit: 5, across=dict.fromkeys(ACROSS), links=RAIL, roads={"rail": 1}, enemies="S6"
)
MOVEMENT = Movement(
    "S1", COSTS, lambda position, unit: 2 + unit.power % 3, across=ACROSS, crossing="S5", enemies="S6", zones=ZONES,
    stacking=STACKING, links=RAIL, roads={"rail": 1},
)  # fmt: skip
RESULTS = {
    "AR": ("the attackers retreat", Effect("attackers", retreats=1)),
    "EX": ("an exchange", Effect("attackers", loses=EXCHANGE)),
    "D2": ("the defenders retreat by two hexes", Effect("defenders", retreats=2)),
    "DL": ("the defenders choose a loss, then retreat", Effect("defenders", loses=1, retreats=1, chosen=True)),
    "DE": ("the defenders are removed", Effect("defenders", loses=ALL)),
}
TABLE = ResultsTable(
    "S7", "-1 +1 +3", ("AR AR EX", "AR EX EX", "EX D2 D2", "D2 DL DL", "DL DL DE", "DL DE DE"), RESULTS, source="die"
)


def by_ground(position: Any, attackers: Any, target: str) -> int:
    """S8: a wood costs a column."""
    return -(position.map.terrain(target) == "wood")


class Small(Wargame[SmallPosition]):
    """The small game. Its players attack with units that they name."""

    name, rulebook, terrains, hexsides = "small", BOOK, TERRAINS, tuple(ACROSS)
    description = SmallPosition
    moment = rules.Moment(turn="S9", over="S9", chance="S7")
    movement = MOVEMENT
    supply = Supply(
        "S10", lambda position, seat: ["0101", "0601"][seat : seat + 1], COSTS, ("cliff",), RAIL, zones=ZONES
    )
    combat = Combat(
        "S11", TABLE, MOVEMENT, lambda position, unit, target: unit.power, lambda position, unit: unit.power,
        retreat="S12", advance="S13", odds="S14", shifts=(Shift("S8", by_ground),), chosen=True, advancing=2,
    )  # fmt: skip
    arrivals = Arrivals("S15", {"0801": (1, "0601 0602"), "0803": (2, "0103")})
    sequence = Sequence(
        "S9",
        (WarPhase("move", "movement", (Move,)), WarPhase("fight", "combat", (Attack,))),
        lambda position: position.rounds,
    )
    grounds = (
        Ground("clear", "clear", "plains", "none"), Ground("wood", "wood", "forest", "trees"), Ground("lake", "lake", "sea", "waves"),
        Ground("box", "box", "unexplored", "none"),
    )  # fmt: skip
    borders = (
        BorderLook("rail", "rail", "red", "dashed"),
        *[BorderLook(kind, kind, "river", "river") for kind in ACROSS],
    )
    figures = ("power",)

    def outcome(self, position: SmallPosition) -> rules.Outcome | None:
        alive = sorted({unit.owner for unit in position.units})
        if len(alive) == 1:
            return rules.Outcome((position.players[alive[0]],), "the others are gone", "S9")
        return rules.Outcome((), "time is up", "S9") if position.round > position.rounds else None


SMALL = Small()


def scattered(position: Any, battle: Any, log: rules.Chronicle) -> Any:
    """S7: an effect of the author's own: every defender may move in this phase as if it were fresh."""
    units = [unit for unit in position.on(battle.target) if unit.done]
    log.tell("scattered", "S7", "the defenders are scattered", battle.target)
    return position.with_units(*[replace(unit, done=False) for unit in units])


@dataclass(frozen=True, kw_only=True)
class HarshPosition(SmallPosition):
    """A position of the other small game."""

    @property
    def system(self) -> Any:
        return HARSH


class Harsh(Small):
    """Another small game: attacks are a duty, the enemy leads retreats, units ride on rails, pass and stack by their size."""

    name, rulebook, description = "harsh", rules.Rulebook.parse(TEXT.replace("small", "harsh")), HarshPosition
    movement = replace(
        MOVEMENT, instead=(BY_RAIL,), stacking=Stacking("S2", 5, size=lambda unit: unit.power, passing=6),
        zones=Zones("S3", 1, exerted_by=lambda unit: unit.power > 1),
    )  # fmt: skip
    combat = Combat(
        "S11", ResultsTable("S7", "1:1 2:1", ("AR DL", "DL EX", "SC DE"), {**RESULTS, "SC": ("scattered", scattered)}, sides=3),
        movement, lambda position, unit, target: unit.power, lambda position, unit: unit.power, retreat="S12", must="S14",
        first=True, enemy_leads=True, into_zones=True,
    )  # fmt: skip
    arrivals = replace(Small.arrivals, goes_on=True)


HARSH = Harsh()
HEXES = [name for name in LAND.names() if LAND.terrain(name) in COSTS]


@st.composite
def positions(draw: st.DrawFn, phase: str = "move") -> SmallPosition:
    """A position of two to eight units on a land with random hexsides."""
    sides = draw(st.dictionaries(st.sampled_from(SIDES), st.sampled_from([*ACROSS]), max_size=9))
    land = LAND.with_hexsides({kind: [pair for pair, of in sides.items() if of == kind] for kind in ACROSS})
    places = draw(st.lists(st.tuples(st.sampled_from(HEXES), st.integers(0, 1)), min_size=0, max_size=6))
    owners: dict[str, int] = {}
    units = [Unit(id="a", owner=0, at="0103"), Unit(id="b", owner=1, at="0604")]  # so that the game goes on
    owners |= {unit.at: unit.owner for unit in units}
    for n, (at, seat) in enumerate(places):
        owner = owners.setdefault(at, seat)
        if sum(unit.at == at for unit in units) < 2:
            units.append(Unit(id=f"{'ab'[owner]}{n}", owner=owner, at=at, power=draw(st.integers(1, 5))))
    return SmallPosition(map=land, players=("ann", "ben"), units=tuple(units), phase=phase)


# ---------------------------------------------------------------- the same rules, a step at a time
def beside(position: Any, at: str) -> list[str]:
    """The hexes beside one."""
    return [position.map.name(n) for n in position.map.neighbours(position.map.index(at))]


def side(position: Any, a: str, b: str) -> str:
    """The kind of a side that decides."""
    kinds = position.map.side(a, b)
    return next((kind for kind in ("bridge", "river", "cliff") if kind in kinds), "")


def zone(position: Any, seat: int) -> set[str]:
    """The zones of the enemies of a seat."""
    return {
        there
        for unit in position.units
        if unit.owner != seat
        for there in beside(position, unit.at)
        if "cliff" not in position.map.side(unit.at, there) and position.map.terrain(there) != "wood"
    }


def steps(position: Any, unit: Any, at: str) -> Iterator[tuple[str, int]]:
    """The hexes that a unit may enter from another, with the points."""
    if at != unit.at and at in zone(position, unit.owner):
        return
    for there in beside(position, at):
        ground, across = position.map.terrain(there), side(position, at, there)
        if ground not in COSTS or any(each.owner != unit.owner for each in position.on(there)):
            continue
        if RAIL.kinds(at, there):
            yield there, 1
        if across != "cliff":
            yield there, COSTS[ground] + (across == "river")


def cheapest(position: Any, unit: Any) -> Mapping[str, int]:
    """The points of the cheapest way to each hex: every way is tried until none is cheaper."""
    found, changed = {unit.at: 0}, True
    while changed:
        changed = False
        for at in [*found]:
            for there, points in steps(position, unit, at):
                if found[at] + points < found.get(there, 999):
                    found[there], changed = found[at] + points, True
    return found
