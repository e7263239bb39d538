"""The examples about moving secrets and further parts in docs/writing-a-system.md: this game has each of their lines, and keeps its promises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import HexMap, Terrain
from hexwidget.rules import Finding, Form
from hexwidget.rules.reach import conditions, one_step
from hexwidget.scene import Ground, Piece, Scene, player_looks
from tests.amounts import many

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-system.md"
TERRAINS = (Terrain("sea", "sea", "."), Terrain("rock", "rock", "^"))
BOOK = rules.Rulebook.parse("""
name = "wake"
title = "Wake"
clause = [
  { id = "W1", kind = "rule", title = "Turns", text = "The boat and the cutter take turns." },
  { id = "W2", kind = "rule", title = "One hex", text = "A ship sails to a neighbouring hex, and the boat stays unseen." },
  { id = "W3", kind = "rule", title = "Rocks", text = "No ship enters a rock." },
  { id = "W4", kind = "rule", title = "The lamp", text = "The cutter looks at its own hex: on a 3 or more it sees the boat there. After the sixth turn of the cutter the boat is away." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Sail(rules.Action):
    """W2: the boat sails unseen."""

    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Move(rules.Action):
    """W2: the cutter sails."""

    ship: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Look(rules.Action):
    """W4: the cutter looks at its own hex."""

    ship: str
    at: str


HEX = rules.SpaceName()
TO, AT = {"ship": HEX, "to": HEX}, {"ship": HEX, "at": HEX}
GRAMMAR: rules.Grammar[Any] = rules.Grammar(
    Form(Sail, "sail {to}", {"to": HEX}, {"to": "{to}"}, clause="W2", when=lambda now, player: player == "boat"),
    Form(Move, "move {ship} to {to}", TO, {"ship": "{ship}", "do": "move", "to": "{to}"}, clause="W2"),
    Form(Look, "look {ship} at {at}", AT, {"ship": "{ship}", "do": "look", "at": "{at}"}, clause="W4"),
    slots={"ship": HEX, "to": HEX, "at": HEX},
)  # fmt: skip


@dataclass(frozen=True)
class WakePosition(rules.Position):
    map: HexMap
    cutter: rules.SpaceOnMap
    boat: str
    possible: tuple[rules.SpaceOnMap, ...]
    players: tuple[str, ...] = ("boat", "cutter")
    turn: int = 0
    looking: str = ""
    caught: bool = False
    settings = rules.Settings({})

    @property
    def system(self) -> Wake:
        return WAKE

    def near(self, space: str) -> list[str]:
        beside = self.map.neighbours(self.map.index(space))
        return [space, *(self.map.name(n) for n in beside)]


def afloat(position: WakePosition) -> Iterator[Finding]:
    if position.map.terrain(position.cutter) == "rock":
        yield Finding("W3", "aground", (position.cutter,), {}, "the cutter is on the rock {0}")


BOAT = rules.Secret(
    "boat", "W2", known_to=0, unseen="?", values=lambda position: position.possible,
    open=lambda position: position.outcome, told={Sail: "{player:sails} on unseen"}, what="where the boat is",
)  # fmt: skip


class Wake(rules.RuleSystem[WakePosition, Any]):
    name, rulebook, terrains, description, grammar = "wake", BOOK, TERRAINS, WakePosition, GRAMMAR
    moment, secrets, chancy = rules.Moment(turn="W1", over="W4", chance="W4"), (BOAT,), True
    integrity = (afloat,)

    def to_act(self, position: WakePosition) -> frozenset[str]:
        if self.outcome(position):
            return rules.TERMINAL
        return rules.CHANCE if position.looking else frozenset({position.players[position.turn % 2]})

    def chance(self, position: WakePosition) -> rules.ChanceNode | None:
        return rules.die("lamp", 6, "W4") if position.looking else None

    @rules.bars("W1", "W2", "W3", "W4")
    def objections(self, position: WakePosition, action: Any) -> Iterator[Finding]:
        sails = isinstance(action, Sail)
        if sails != (action.player == position.players[0]):
            yield Finding("W1", "who", (), {}, "the boat sails unseen, the cutter moves and looks")
        if not sails and action.ship != position.cutter:
            yield Finding("W2", "none", (action.ship,), {}, "the cutter is not on {0}")
        to, origin = action.at if isinstance(action, Look) else action.to, position.boat if sails else position.cutter
        if to not in position.near(origin) or (isinstance(action, Move) and to == origin):
            yield Finding("W4" if isinstance(action, Look) else "W2", "far", (to,), {}, "{0} is not a neighbouring hex")
        if sails and to == position.cutter:
            yield Finding("W2", "met", (to,), {}, "the cutter is on {0}")
        if not isinstance(action, Look) and position.map.terrain(to) == "rock":
            yield Finding("W3", "rock", (to,), {}, "{0} is a rock")

    def follow(self, position: WakePosition, action: Any, log: rules.Chronicle) -> WakePosition:
        after = self.after(position, action, log)
        if (end := self.outcome(after)) is not None:
            log.tell("shown", end.clause, "the boat is on {0}", after.boat)
        log.tell_end(end)
        return after

    def after(self, position: WakePosition, action: Any, log: rules.Chronicle) -> WakePosition:
        possible, at = position.possible, position.looking
        match action:
            case Sail(player=player, to=to):  # a step: wherever the boat can have gone
                near = {to for at in possible for to in position.near(at) if position.map.terrain(to) == "sea"}
                log.tell("sailed", "W2", "{player:sails} to {0}", position.boat, to, player=player, boat=to)
                left = tuple(sorted(near - {position.cutter}))
                return replace(position, turn=position.turn + 1, boat=to, possible=left)
            case Move(player=player, ship=ship, to=to):
                log.tell("moved", "W2", "{player:sails} from {0} to {1}", ship, to, player=player)
                left = tuple(each for each in possible if each != to)
                return replace(position, turn=position.turn + 1, cutter=to, possible=left, caught=position.boat == to)
            case Look(player=player, at=there):
                log.tell("looks", "W4", "{player:looks} at {0}", there, player=player)
                return replace(position, looking=there)
            case rules.ChanceOutcome(source="lamp", value=value) if int(value) < 3:
                log.tell("fog", "W4", "a {value}: fog", value=value)
                left = possible
            case rules.ChanceOutcome() if position.boat == at:
                log.tell("seen", "W4", "the boat is on {0}", at)
                left = (at,)  # a hit
            case _:
                log.tell("missed", "W4", "no boat on {0}", at)
                left = tuple(each for each in possible if each != at)  # a miss
        return replace(position, turn=position.turn + 1, looking="", possible=left)

    def outcome(self, position: WakePosition) -> rules.Outcome | None:
        if position.caught:
            return rules.Outcome((position.players[1],), "the boat is caught", "W4")
        return rules.Outcome((position.players[0],), "the boat is away", "W4") if position.turn >= 12 else None

    @conditions
    def reach(self, of: Any, space: str) -> rules.reach.Reach:
        position = rules.seen(of)
        if space != position.cutter:
            raise hw.InputError(f"no ship is seen on {space}", [])
        spaces, player, origin = position.map, position.players[1], position.map.index(space)
        beside = spaces.neighbours(origin)

        def verdict(n: int) -> rules.Verdict:
            return self.check(of, Move(player, space, spaces.name(n)))

        return one_step(spaces, origin, beside, verdict, "the cutter")

    def scene(self, observation: rules.Observation[WakePosition]) -> Scene:
        position = observation.seen
        grounds = (Ground("sea", "sea", "sea", "waves"), Ground("rock", "rock", "rock", "crags"))
        shown = ((position.boat, 0, "mask", "boat"), (position.cutter, 1, "ship", "cutter"))
        pieces = tuple(Piece(at, at, seat, look, name, name) for at, seat, look, name in shown if at != "?")
        return Scene(position.map, grounds, player_looks(position.players), pieces, title="Wake")


WAKE = Wake()
START = WAKE.position(map=". . . .\n . ^ . .\n. . . .", cutter="0403", boat="0101", possible=["0101"])


@pytest.fixture(autouse=True)
def _registered() -> None:
    hw.register(WAKE)


@pytest.mark.slow
def test_the_game_keeps_its_promises() -> None:
    hw.testing.conform(WAKE, positions=[START], games=many(1, 2), steps=many(12, 40))


def test_the_parts_do_what_the_page_says() -> None:
    aground = WAKE.position(strict=False, map=". ^", cutter="0201", boat="0101", possible=["0101"])
    assert WAKE.check_position(aground).clauses == ("W3",)
    sailed = START.apply("sail 0201").position
    assert sailed.possible == ("0101", "0102", "0201")
    looked = replace(sailed, cutter="0301").apply("look 0301 at 0201").position
    assert lamp(looked, 2).possible == sailed.possible  # fog
    assert lamp(looked, 3).possible == ("0201",)  # a hit
    assert lamp(replace(looked, boat="0101"), 6).possible == ("0101", "0102")  # a miss
    reach = replace(sailed, cutter="0302").reach("0302")
    assert reach.rim["0202"] == "W3"
    session = hw.Session(hw.Scenario("wake", "Wake", "The boat runs.", START))
    session.play("sail 0101")
    over = replace(session.position, turn=11).apply("move 0403 to 0402")
    assert [event.kind for event in over.events] == ["moved", "shown", "game_over"]


def lamp(position: WakePosition, value: int) -> WakePosition:
    return position.apply(rules.ChanceOutcome("lamp", str(value))).position


def test_each_line_of_the_pages_examples_stands_in_this_game() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("### Parts that are easily missed")[2].partition("\n## ")[0]
    own = [line.strip().rstrip(",") for line in Path(__file__).read_text(encoding="utf-8").splitlines()]
    lines = [
        line.strip() for block in re.findall(r"```python\n(.*?)```", section, re.DOTALL) for line in block.splitlines()
    ]
    assert len(lines) > 10
    assert not [line for line in lines if line and line not in own]
