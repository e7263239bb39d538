"""Tafl on hexes in one file: a king and his guards in the middle, and twice as many attackers around them.

Pieces slide in straight lines (`HexMap.ray`), and the board shows where a piece may go, with padlocks where its lines are blocked
(`hexwidget.rules.reach.in_lines`). ``python examples/tafl.py`` holds the game to every promise; in a notebook's cell, where
``__name__`` is the same, it is registered, and `START` is a position to play from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import DIRECTIONS, HexMap, Space, Terrain
from hexwidget.geometry.hexes import ring
from hexwidget.problems import InputError, Problem
from hexwidget.rules.reach import CANNOT_COMPUTE, Reach, conditions, in_lines
from hexwidget.scene import Ground, Piece, Scene, player_looks

BOOK = rules.Rulebook.parse("""
name = "tafl"
title = "Hex tafl"
clause = [
  { id = "T1", kind = "rule", title = "Turns", text = "The attackers move first. A player who cannot move loses. After the last move the game is drawn.", parameters = [{ name = "moves", type = "int", default = 120, min = 2, max = 999 }] },
  { id = "T2", kind = "rule", title = "Moves", text = "A piece moves in a straight line over empty hexes. Only the king enters a castle." },
  { id = "T3", kind = "rule", title = "Captures", text = "A piece between two enemies, in a line, is taken if one of them has just moved there." },
  { id = "T4", kind = "rule", title = "The king", text = "The king wins on a corner of the board, and loses when he is taken." },
]
""")
TERRAINS = (Terrain("field", "field", "."), Terrain("castle", "castle", "*"))
BOARD = HexMap.parse(
    """
# # * . . . * # #
 # . . . . . . # #
# . . . . . . . #
 . . . . . . . . #
* . . . * . . . *
 . . . . . . . . #
# . . . . . . . #
 # . . . . . . # #
# # * . . . * # #
""",
    TERRAINS,
)
THRONE = "0505"
USUAL = rules.Settings({"moves": 120})


def lines(name: str) -> list[tuple[str, ...]]:
    """The hexes in each direction from one, the nearest first."""
    rays = (BOARD.ray(BOARD.index(name), direction) for direction in range(len(DIRECTIONS)))
    return [tuple(map(BOARD.name, ray)) for ray in rays]


LINES = {name: lines(name) for name in BOARD.names()}
WAYS = {(a, to): line[: n + 1] for a, of in LINES.items() for line in of for n, to in enumerate(line)}
CASTLES = frozenset(name for name in BOARD.names() if BOARD.terrain(name) == "castle")
RINGS = [[BOARD.name(BOARD.index(at)) for at in ring(BOARD.hex(THRONE), k)] for k in (1, 4)]


@dataclass(frozen=True, slots=True, repr=False)
class Move(rules.Action):
    """T2: to move a piece."""

    piece: str
    to: str


GRAMMAR: rules.Grammar[Move] = rules.Grammar(
    rules.Form(Move, "{piece}-{to}", {"piece": rules.SpaceName(), "to": rules.SpaceName()}, clause="T2")
)


@dataclass(frozen=True)
class TaflPosition(rules.Position):
    """``pieces``: the hexes of the attackers, and those of the king and his guards, the king first; ``turn``: the seat to move."""

    pieces: tuple[tuple[str, ...], ...] = (
        tuple(sorted(at for n, at in enumerate(RINGS[1]) if n % 2)),
        (THRONE, *sorted(RINGS[0])),
    )
    turn: int = 0
    moved: int = 0
    players: tuple[str, ...] = ("attackers", "king")
    settings: rules.Settings = USUAL
    map = BOARD

    @property
    def system(self) -> Tafl:
        return TAFL

    @cached_property
    def taken(self) -> frozenset[str]:
        """The hexes with a piece."""
        return frozenset().union(*self.pieces)

    def enters(self, piece: str, to: str) -> bool:
        """True if a piece may stand on a hex (T2)."""
        return to not in CASTLES or piece == self.pieces[1][0]

    def reached(self, piece: str) -> Iterator[str]:
        """The hexes that a piece may move to (T2)."""
        for line in LINES[piece]:
            for to in line:
                if to in self.taken:
                    break
                if self.enters(piece, to):
                    yield to

    @cached_property
    def end(self) -> rules.Outcome | None:
        """T1, T4: the winner and the reason; None while the game goes on."""
        king = self.pieces[1][0]
        if king == "":
            return rules.Outcome((self.players[0],), "the king is taken", "T4")
        if king in CASTLES and king != THRONE:
            return rules.Outcome((self.players[1],), "the king is away", "T4")
        if not any(to for piece in self.pieces[self.turn] for to in self.reached(piece)):
            return rules.Outcome((self.players[1 - self.turn],), f"{self.players[self.turn]} cannot move", "T1")
        return rules.Outcome((), "the last move was made", "T1") if self.moved == self.settings["moves"] else None


class Tafl(rules.RuleSystem[TaflPosition, Move]):
    name, rulebook, description, grammar = "tafl", BOOK, TaflPosition, GRAMMAR

    def to_act(self, position: TaflPosition) -> frozenset[str]:
        return rules.TERMINAL if position.end else frozenset({position.players[position.turn]})

    def candidates(self, position: TaflPosition, player: str) -> Iterator[rules.Candidate]:
        if player in self.to_act(position):
            for piece in position.pieces[position.turn]:
                yield rules.Offered(rules.Each(Move, (player, piece), position.reached(piece)))

    @rules.bars("T1", "T2", "T4")
    def objections(self, position: TaflPosition, move: Move) -> Iterator[rules.Finding]:
        seat = position.players.index(move.player)
        if position.end:
            yield rules.Finding(position.end.clause, "over", (), {}, "the game is over")
        elif seat != position.turn:
            yield rules.Finding("T1", "turn", (), {"player": move.player}, "it is not {player:'s} turn")
        if move.piece not in position.pieces[seat]:
            yield rules.Finding("T2", "piece", (move.piece,), {"player": move.player}, "{player:has} no piece on {0}")
        way = WAYS.get((move.piece, move.to))
        if way is None:
            yield rules.Finding("T2", "line", (move.piece, move.to), {}, "{0} and {1} are not in a line")
        elif not position.taken.isdisjoint(way):
            stands = next(at for at in way if at in position.taken)
            yield rules.Finding("T2", "taken", (stands,), {}, "a piece stands on {0}")
        if not position.enters(move.piece, move.to):
            yield rules.Finding("T2", "castle", (move.to,), {}, "only the king enters {0}")

    def follow(self, position: TaflPosition, move: Any, log: rules.Chronicle) -> TaflPosition:
        seat = position.turn
        own, others = position.pieces[seat], position.pieces[1 - seat]
        own = tuple(move.to if at == move.piece else at for at in own)
        log.tell("moved", "T2", "{player:moves} from {0} to {1}", move.piece, move.to, player=move.player)
        between = [line[0] for line in LINES[move.to] if len(line) > 1 and line[0] in others and line[1] in own]
        for at in between:
            log.tell("captured", "T3", "{0} is taken", at)
        left = tuple("" if at in between else at for at in others)
        left = (left[0], *sorted(filter(None, left[1:]))) if seat == 0 else tuple(sorted(filter(None, left)))
        own = (own[0], *sorted(own[1:])) if seat else tuple(sorted(own))
        after = rules.changed(
            position, pieces=(left, own) if seat else (own, left), turn=1 - seat, moved=position.moved + 1
        )
        if end := after.end:
            log.tell("game_over", end.clause, "{end}", end=end.text)
        return after

    def outcome(self, position: TaflPosition) -> rules.Outcome | None:
        return position.end

    @conditions
    def reach(self, observation: TaflPosition | rules.Observation[TaflPosition], space: Space) -> Reach:
        """The hexes that the piece on a hex may move to, as if its player were to move."""
        position, here = rules.seen(observation), BOARD.index(space)
        name = BOARD.name(here)
        seat = next((seat for seat, own in enumerate(position.pieces) if name in own), None)
        if seat is None:
            raise InputError(CANNOT_COMPUTE, [Problem("space", f"no piece stands on {name}")])
        to_move, player = rules.changed(position, turn=seat), position.players[seat]

        def verdict(there: int) -> rules.Verdict:
            return self.check(to_move, Move(player, name, BOARD.name(there)))

        return in_lines(BOARD, here, lambda at: BOARD.name(at) in position.taken, verdict, f"the piece on {name}")

    def scene(self, observation: rules.Observation[TaflPosition]) -> Scene:
        position = observation.seen
        pieces = []
        for seat, own in enumerate(position.pieces):
            for n, at in enumerate(own):
                kind, symbol = (
                    ("king", "capital") if (seat, n) == (1, 0) else ("man", "sword" if seat == 0 else "shield")
                )
                if at:
                    pieces.append(Piece(f"{seat}-{at}", at, seat, symbol, kind, f"{position.players[seat]}: {kind}"))
        grounds = (Ground("field", "field", "plains", "none"), Ground("castle", "castle", "mountain", "none"))
        return Scene(BOARD, grounds, player_looks(position.players), tuple(pieces), title=self.title)


TAFL = Tafl()
START = TaflPosition()


def each_clause_bars() -> None:
    """Check an example of two clauses. ``hw.testing.mutate(TAFL, positions=[START], tests=each_clause_bars)`` finds rules that are others."""
    few = replace(START, pieces=(("0304", "0704"), (THRONE, "0404")))
    assert few.check("attackers: 0704-0404").clauses == ("T2",)
    assert few.apply("attackers: 0704-0504").position.pieces[1] == (THRONE,)


if __name__ == "__main__":
    hw.register(TAFL)
    hw.testing.conform(TAFL, positions=[START])
    each_clause_bars()
