"""Pieces that go in straight lines: rays, their reach with padlocks, and a small tafl that conforms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget import rules
from hexwidget.geometry import DIRECTIONS, HexMap, Offset, Space, Terrain
from hexwidget.rules.position import seen
from hexwidget.rules.reach import Reach, in_lines
from hexwidget.scene import Ground, Piece, Scene, player_looks
from hexwidget.systems import registry
from hexwidget.testing import conform

TERRAINS = (Terrain("field", "field", "."), Terrain("throne", "throne", "*"))
BOOK = rules.Rulebook.parse("""
name = "small_tafl"
title = "Small tafl"
clause = [
  { id = "T1", kind = "rule", title = "Lines", text = "A piece goes any number of free hexes in a straight line, and ends its move on no throne." },
  { id = "T2", kind = "rule", title = "Turns", text = "The players take turns. After ten turns the game is drawn. A player who cannot move has lost." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Slide(rules.Action):
    """T1: a piece slides."""

    at: str
    to: str


PLACE = rules.SpaceName()


@dataclass(frozen=True)
class TaflPosition(rules.Position):
    """``pieces``: the hexes of each player's pieces."""

    map: HexMap
    players: tuple[str, ...] = ("red", "blue")
    pieces: tuple[tuple[rules.SpaceOnMap, ...], ...] = (("0101", "0102"), ("0404", "0304"))
    turn: int = 0
    settings = rules.Settings({})

    @property
    def system(self) -> Tafl:
        return TAFL

    def taken(self, n: int) -> bool:
        """True if a piece stands on a hex."""
        return any(self.map.name(n) in own for own in self.pieces)

    def lines(self, at: str) -> Iterator[str]:
        """T1: the hexes that a piece slides over."""
        for direction in range(len(DIRECTIONS)):
            for n in self.map.ray(self.map.index(at), direction):
                if self.taken(n):
                    break
                yield self.map.name(n)


class Tafl(rules.RuleSystem[TaflPosition, Slide]):
    name, rulebook, terrains, description = "small_tafl", BOOK, TERRAINS, TaflPosition
    grammar: rules.Grammar[Slide] = rules.Grammar(
        rules.Form(Slide, "{at}-{to}", {"at": PLACE, "to": PLACE}, clause="T1")
    )
    moment = rules.Moment(turn="T2", over="T2")

    def to_act(self, position: TaflPosition) -> frozenset[str]:
        return rules.TERMINAL if self.outcome(position) else frozenset({position.players[position.turn % 2]})

    def candidates(self, position: TaflPosition, player: str) -> Iterator[Slide]:
        for at in position.pieces[position.players.index(player)]:
            yield from (Slide(player, at, to) for to in position.lines(at))

    @rules.bars("T1")
    def objections(self, position: TaflPosition, action: Slide) -> Iterator[rules.Finding]:
        if action.at not in position.pieces[position.players.index(action.player)]:
            yield rules.Finding("T1", "whose", (action.at,), {"player": action.player}, "{player:has} no piece on {0}")
        if position.map.terrain(action.to) == "throne":
            yield rules.Finding("T1", "throne", (action.to,), {}, "no move ends on the throne on {0}")
        if action.to not in position.lines(action.at):
            yield rules.Finding("T1", "line", (action.at, action.to), {}, "no free line leads from {0} to {1}")

    def follow(self, position: TaflPosition, action: Any, log: rules.Chronicle) -> TaflPosition:
        log.tell("slid", "T1", "{player:goes} from {0} to {1}", action.at, action.to, player=action.player)
        pieces = tuple(tuple(action.to if at == action.at else at for at in own) for own in position.pieces)
        return replace(position, pieces=pieces, turn=position.turn + 1)

    def outcome(self, position: TaflPosition) -> rules.Outcome | None:
        if position.turn >= 10:
            return rules.Outcome((), "ten turns are over", "T2")
        mover = position.turn % 2
        ways = (to for at in position.pieces[mover] for to in position.lines(at))
        if any(position.map.terrain(to) != "throne" for to in ways):
            return None
        return rules.Outcome((position.players[1 - mover],), f"{position.players[mover]} cannot move", "T2")

    def reach(self, observation: Any, space: Space, *args: Any, **conditions: Any) -> Reach:
        position = seen(observation)
        spaces, here = position.map, position.map.index(space)
        owner = next(n for n, own in enumerate(position.pieces) if spaces.name(here) in own)

        def verdict(there: int) -> rules.Verdict:
            return self.check(position, Slide(position.players[owner], spaces.name(here), spaces.name(there)))

        return in_lines(spaces, here, position.taken, verdict, f"the piece on {space}")

    def scene(self, observation: rules.Observation[TaflPosition]) -> Scene:
        position = observation.seen
        grounds = (Ground("field", "field", "plains", "none"), Ground("throne", "throne", "mountain", "none"))
        owned = [(at, seat) for seat, own in enumerate(position.pieces) for at in own]
        pieces = tuple(Piece(at, at, seat, "shield", "piece", "piece") for at, seat in owned)
        return Scene(position.map, grounds, player_looks(position.players), pieces, title="Small tafl")


TAFL = Tafl()
START = TaflPosition(HexMap.parse(". . . . .\n . . . . .\n. . * . .\n . . . . .", TERRAINS))


def test_a_line_ends_at_a_piece_and_passes_a_throne() -> None:
    position = replace(START, pieces=(("0103",), ("0503",)))
    reach = position.reach("0103")
    assert {"0203", "0403"} <= {*reach}
    assert "0303" not in reach  # the throne: a line goes on behind it
    assert "0503" not in reach
    assert {space: reach.rim[space] for space in ("0303", "0503")} == {"0303": "T1", "0503": "T1"}
    assert [finding.code for finding in reach.why("0503").findings] == ["line"]
    assert reach.path("0403") == ("0103", "0203", "0303", "0403")
    assert reach.costs()["0403"] == 3


def test_the_reach_of_every_piece_is_what_is_legal() -> None:
    for position, owner in ((START, "red"), (replace(START, turn=1), "blue")):
        for at in position.pieces[position.players.index(owner)]:
            assert {*position.reach(at)} == {action.to for action in position.legal_actions(owner) if action.at == at}


def test_a_capture_at_the_end_of_a_line_and_the_most_hexes_of_one() -> None:
    spaces, allowed = START.map, rules.Verdict(rules.Status.LEGAL)
    here, enemy = spaces.index("0103"), spaces.index("0403")
    reach = in_lines(spaces, here, lambda n: n == enemy, lambda n: allowed, "the rook")
    assert {"0203", "0303", "0403"} <= {*reach}
    assert "0503" not in reach
    assert set(in_lines(spaces, here, bool, lambda n: allowed, "the king", most=1)) == {
        spaces.name(n) for n in spaces.neighbours(here)
    }


def test_it_conforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_SYSTEMS", dict(registry._SYSTEMS))
    conform(TAFL, positions=[START])


@given(st.sampled_from(list(Offset)), st.integers(1, 6), st.integers(1, 6), st.data())
def test_a_ray_holds_the_hexes_straight_ahead(offset: Offset, columns: int, rows: int, data: st.DataObject) -> None:
    spaces = HexMap(columns, rows, offset, ("field",), bytes(columns * rows))
    at = spaces.at(data.draw(st.integers(0, columns - 1)), data.draw(st.integers(0, rows - 1)))
    for n, direction in enumerate(DIRECTIONS):
        expected, there = list[int](), spaces.hex(at) + direction
        while (found := spaces.find(there)) is not None:
            expected.append(found)
            there += direction
        assert list(spaces.ray(at, n)) == expected
