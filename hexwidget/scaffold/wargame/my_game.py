"""My game: a small wargame in one file. Run it in a notebook's cell, or play it in a terminal: ``python FILE``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import hexwidget as hw
from hexwidget import rules, wargame
from hexwidget.asking.terminal import play_in_text, seat_of
from hexwidget.geometry import Terrain
from hexwidget.scene import BorderLook, Ground, Piece
from hexwidget.wargame import Effect, Shift

TERRAINS = (Terrain("plain", "plain", "."), Terrain("wood", "wood", "%"), Terrain("lake", "lake", "~"))
COSTS = {"plain": 1, "wood": 2}
SYMBOLS = {"foot": "spear", "horse": "horse"}
BOOK = rules.Rulebook.parse("""
name = "my_game"
title = "My game"
clause = [
  { id = "W1", kind = "rule", title = "Turns", text = "The players take turns. A turn has a movement phase and a combat phase.", teach = "First move all your units, then attack." },
  { id = "W2", kind = "rule", title = "Movement", text = "A unit moves once a turn, for its movement in points: 1 for a plain hex, 2 for a wood. Lakes bar it.", teach = "Woods cost two points." },
  { id = "W3", kind = "rule", title = "Rivers", text = "Crossing a river costs 2 points more.", teach = "Cross where you must." },
  { id = "W4", kind = "rule", title = "Enemies", text = "No unit enters a hex with an enemy.", teach = "You attack enemies from beside them." },
  { id = "W5", kind = "rule", title = "Zones", text = "A unit that comes next to an enemy stops there.", teach = "A line of units holds more ground than it stands on." },
  { id = "W6", kind = "rule", title = "Two a hex", text = "A hex holds two units.", teach = "Two of your units may share a hex." },
  { id = "W7", kind = "rule", title = "Attacks", text = "All units next to a hex with enemies that have not fought attack it together.", teach = "More attackers are better." },
  { id = "W8", kind = "rule", title = "Odds", text = "The sums of attack and defence give a column, from 1:1 to 4:1. A wood shifts it to the left.", teach = "A wood costs the attacker a column." },
  { id = "W9", kind = "rule", title = "Results", text = "One die gives the result: attackers or defenders retreat, lose a step, or are removed.", teach = "The odds are shown before you attack." },
  { id = "W10", kind = "rule", title = "Retreats", text = "The owner moves a beaten unit away, one hex at a time, and not next to an enemy. One that cannot go on is removed.", teach = "Leave your units a way back." },
  { id = "W11", kind = "rule", title = "Supply", text = "A unit that no way free of enemies and their zones joins to its player's base attacks at half strength.", teach = "Keep a way to your base open." },
  { id = "W12", kind = "rule", title = "The end", text = "A player who holds the enemy's base, or removes all enemies, wins. After six rounds it is a draw.", teach = "Take the enemy's base." },
]
""")


# ---------------------------------------------------------------- positions: values that never change
@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(wargame.WarUnit):
    """A unit: its attack is its strength, and half of that with a step left."""

    kind: str = "foot"
    strength: int = 4
    movement: int = 4
    steps: int = 2


@dataclass(frozen=True, kw_only=True)
class MyPosition(wargame.WarPosition):
    """``bases``: the hex of each player's base."""

    units: tuple[Unit, ...]
    bases: tuple[rules.SpaceOnMap, ...]

    @property
    def system(self) -> MyGame:
        return MY_GAME


def attack(position: MyPosition, unit: Unit, target: str) -> int:
    """W11: a unit without supply attacks at half strength."""
    whole = unit.strength * unit.steps // 2
    return whole if SUPPLY.is_supplied(position, unit) else whole // 2


def in_wood(position: MyPosition, attackers: Any, target: str) -> int:
    """W8: a wood shifts the column to the left."""
    return -(position.map.terrain(target) == "wood")


# ---------------------------------------------------------------- the parts, each with its clauses
ZONES = wargame.Zones("W5")
SUPPLY = wargame.Supply("W11", lambda position, seat: [position.bases[seat]], COSTS, zones=ZONES)
MOVEMENT = wargame.Movement(
    "W2", COSTS, lambda position, unit: unit.movement, across={"river": 2}, crossing="W3", enemies="W4",
    zones=ZONES, stacking=wargame.Stacking("W6", 2),
)  # fmt: skip
TABLE = wargame.ResultsTable(
    "W9", "1:1 2:1 3:1 4:1",
    ("AL AL AR DR", "AL AR DR DR", "AR DR DR DL", "AR DR DL DL", "DR DL DL DE", "DL DL DE DE"),
    {
        "AL": ("the attackers lose a step", Effect("attackers", loses=1)),
        "AR": ("the attackers retreat", Effect("attackers", retreats=1)),
        "DR": ("the defenders retreat by two hexes", Effect("defenders", retreats=2)),
        "DL": ("the defenders lose a step and retreat", Effect("defenders", loses=1, retreats=1)),
        "DE": ("the defenders are removed", Effect("defenders", loses=wargame.ALL)),
    },
)  # fmt: skip
COMBAT = wargame.Combat(
    "W7", TABLE, MOVEMENT, attack, lambda position, unit: unit.strength,
    retreat="W10", odds="W8", shifts=(Shift("W8", in_wood),),
)  # fmt: skip


class MyGame(wargame.Wargame[MyPosition]):
    """My game: the clauses are in `BOOK`."""

    name, rulebook, terrains, hexsides, description = "my_game", BOOK, TERRAINS, ("river",), MyPosition
    movement, combat = MOVEMENT, COMBAT
    supply = SUPPLY
    sequence = wargame.Sequence("W1", rounds=lambda position: 6, over="W12")
    grounds = (
        Ground("plain", "plain", "plains", "none"), Ground("wood", "wood", "forest", "trees"), Ground("lake", "lake", "sea", "waves"),
    )  # fmt: skip
    borders = (BorderLook("river", "river", "river", "river"),)
    symbols = SYMBOLS
    figures = ("strength", "movement")

    def outcome(self, position: MyPosition) -> rules.Outcome | None:
        for seat, player in enumerate(position.players):
            base = position.bases[1 - seat]
            if any(unit.owner == seat for unit in position.on(base)):
                return rules.Outcome((player,), f"{player} holds the enemy's base", "W12")
            if not position.of(1 - seat):
                return rules.Outcome((player,), f"{player} has removed all enemies", "W12")
        return rules.Outcome((), "the last round is over", "W12") if position.round > 6 else None

    def worth(self, position: MyPosition, seat: int) -> float:
        near, base = position.map.distance, position.map.index(position.bases[1 - seat])
        ways = [near(position.map.index(unit.at), base) for unit in position.of(seat)]
        return float(sum(unit.strength * unit.steps for unit in position.of(seat)) - min(ways, default=9))

    def structures(self, position: MyPosition) -> tuple[Piece, ...]:
        pairs = zip(position.bases, position.players, strict=True)
        return tuple(
            Piece(f"base {at}", at, seat, "castle", "base", f"{player}'s base", layer="structure")
            for seat, (at, player) in enumerate(pairs)
        )


MY_GAME = MyGame()
hw.register(MY_GAME)
MAP = ". . % . . . .\n . . . . % . .\n. % . ~ . . .\n . . . . . % .\n. . . % . . ."
RIVER = "0401-0501 0501-0402 0402-0502 0402-0503 0403-0503 0503-0404 0404-0504 0404-0505 0405-0505"
UNITS = "r1 foot 0101, r2 foot 0202, r3 horse 0103, b1 foot 0705, b2 foot 0604, b3 horse 0703"
START = MY_GAME.position(
    map=MAP,
    hexsides={"river": RIVER.split()},
    players=["red", "blue"],
    bases=["0101", "0705"],
    units=[
        {"id": name, "owner": "rb".index(name[0]), "kind": kind, "at": at, "movement": 6 if kind == "horse" else 4}
        for name, kind, at in map(str.split, UNITS.split(", "))
    ],
)


def each_clause_bars() -> None:
    """Your own tests: what a clause says. ``hw.testing.mutate(..., tests=each_clause_bars)`` says which faults they find."""
    assert START.check("red: move r1 to 0701").clauses == ("W2",)
    beside = replace(START, units=tuple(replace(u, at="0203") if u.id == "b1" else u for u in START.units))
    assert beside.check("red: move r1 to 0203").clauses == ("W4",)
    assert START.check("red: attack 0705").clauses == ("W1", "W7")


if __name__ == "__main__":  # in a cell or by `python FILE`, and not when another file imports this one
    hw.testing.conform(MY_GAME, positions=[START])  # plays random games, and says which promise is broken
    each_clause_bars()
    if "__file__" in globals():  # by `python FILE`: `help` lists what you can ask
        play_in_text(seat_of(hw.Session(START), "red", {"blue": "search"}, seed=None), plain=False)
hw.Board(hw.Session(START))  # a cell shows it; `player="red"` shows what red sees
