"""The system: the parts of the wargame, who wins, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hexwidget import rules, wargame
from hexwidget.scene import BorderLook, Ground, Ledger, Piece
from hexwidget.wargame import Attack, Effect, Move, Shift, WarPhase

from .position import TERRAINS, CountersPosition, Unit

COSTS = {"clear": 1, "wood": 2, "hill": 2}
TOWN_WORTH = 6
"""A town is worth this many points of attack and defence to the search."""
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
    moment = rules.Moment(turn="C5.1", over="C5.2", chance="C3.4")
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
    phases = (WarPhase("move", "movement phase", (Move,)), WarPhase("fight", "combat phase", (Attack,)))
    sequence = wargame.Sequence("C5.1", phases, lambda position: position.settings["rounds"])
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

    def worth(self, position: CountersPosition, seat: int) -> float:
        """Strength on the map, towns held, and units near towns, to take or to guard them."""
        own = position.of(seat)
        units, towns = [position.map.index(unit.at) for unit in own], map(position.map.index, position.towns)
        near = sum(1 / (1 + min(position.map.distance(at, town) for at in units)) for town in towns if units)
        return sum(unit.attack + unit.defence for unit in own) + TOWN_WORTH * (len(position.towns_of(seat)) + near / 2)

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
