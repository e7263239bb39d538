"""Tic-tac-toe: nothing hidden, nothing left to chance. `TIC_TAC_TOE` is the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hexwidget import rules
from hexwidget.geometry import MatMap, Zone
from hexwidget.problems import Problems
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.kinds import SpaceName
from hexwidget.rules.listing import Batch, Listing
from hexwidget.rules.position import changed
from hexwidget.scene import Ground, Piece, Scene, player_looks

CELLS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")
BOARD = MatMap(("table",), [Zone(name, name, "table", "cell", group=name[0]) for name in CELLS])
FULL = 0b111_111_111
LINES = (0b111, 0b111 << 3, 0b111 << 6, 0b1001001, 0b1001001 << 1, 0b1001001 << 2, 0b100010001, 0b1010100)
WINNING = tuple(any(cells & line == line for line in LINES) for cells in range(FULL + 1))
"""N2: True for a set of cells, one bit each, that has a line in it."""
RULEBOOK = rules.Rulebook.parse("""
name = "tic_tac_toe"
title = "Tic-tac-toe"
clause = [
  { id = "N1", kind = "rule", title = "Turns", text = "Two players mark an empty cell of three by three in turn." },
  { id = "N2", kind = "rule", title = "Three in a row", text = "Three in a row, column or diagonal win. If all cells are marked without, the game is a draw." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Mark(rules.Action):
    """N1: to mark a cell."""

    cell: str


GRAMMAR = Grammar[Mark](Form(Mark, "{cell}", {"cell": SpaceName()}, clause="N1"))


@dataclass(frozen=True)
class TicTacToePosition(rules.Position):
    """``marks``: the cells of each seat as a set of bits."""

    players: tuple[str, ...] = ("x", "o")
    marks: tuple[int, int] = (0, 0)
    map = BOARD
    settings = rules.Settings({})

    @property
    def system(self) -> TicTacToe:
        return TIC_TAC_TOE

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.marks[0].bit_count() - self.marks[1].bit_count()

    @property
    def over(self) -> bool:
        first, second = self.marks
        return WINNING[first] or WINNING[second] or first | second == FULL

    def __str__(self) -> str:
        first, second = self.marks
        cells = ["x" if first >> n & 1 else "o" if second >> n & 1 else "." for n in range(9)]
        return "\n".join("".join(cells[n : n + 3]) for n in (0, 3, 6))


_BITS = {cell: 1 << n for n, cell in enumerate(CELLS)}


@cache
def free(taken: int) -> tuple[str, ...]:
    """The cells that are not marked yet."""
    return tuple(cell for cell in CELLS if not taken & _BITS[cell])


class Marks(Listing[Mark]):
    def batches(self) -> list[Batch]:
        first, second = self.position.marks
        cells = free(first | second)
        return [(Mark, (self.player,), cells)] if self.player in TIC_TAC_TOE.to_act(self.position) else []


class TicTacToe(rules.RuleSystem[TicTacToePosition, Mark]):
    name, rulebook, grammar, listing = "tic_tac_toe", RULEBOOK, GRAMMAR, Marks

    # ------------------------------------------------------------------ making positions
    def from_json(self, data: Mapping[str, Any], *, strict: bool = True) -> TicTacToePosition:
        problems, given = Problems(), dict(data)
        players, marks = given.pop("players", ["x", "o"]), given.pop("marks", {})
        for name in given:
            problems.unknown(name, "part", name, ["players", "marks"])
        if len(set(players)) != 2 or not all(isinstance(player, str) for player in players):
            problems.add("players", "expected two names")
        sets = [0, 0]
        for player, cells in marks.items():
            if player not in players:
                problems.unknown("marks", "player", player, players)
            for cell in cells:
                if cell not in _BITS:
                    problems.unknown(f"marks/{player}", "cell", cell, CELLS)
                elif (sets[0] | sets[1]) & _BITS[cell]:
                    problems.add(f"marks/{player}", f"{cell} is marked twice")
                elif player in players:
                    sets[players.index(player)] |= _BITS[cell]
        if not 0 <= sets[0].bit_count() - sets[1].bit_count() <= 1:
            problems.add("marks", "the first player has as many as the second, or one more")
        problems.raise_any("this position cannot be read")
        return TicTacToePosition(tuple(players), (sets[0], sets[1]))

    def to_json(self, position: TicTacToePosition) -> dict[str, Any]:
        marks = {
            player: [cell for cell in CELLS if _BITS[cell] & cells]
            for player, cells in zip(position.players, position.marks, strict=True)
        }
        return {"players": list(position.players), "marks": marks}

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: TicTacToePosition) -> frozenset[str]:
        return rules.TERMINAL if position.over else frozenset((position.players[position.turn],))

    @rules.bars("N1", "N2")
    def objections(self, position: TicTacToePosition, action: Mark) -> Iterator[rules.Finding]:
        if position.over:
            yield rules.Finding("N2", "over", (), {}, "the game is over")
        elif action.player not in self.to_act(position):
            yield rules.Finding("N1", "others_turn", (), {}, "it is the other player's turn")
        if (position.marks[0] | position.marks[1]) & _BITS[action.cell]:
            yield rules.Finding("N1", "marked", (action.cell,), {}, "{0} is marked already")

    def follow(
        self, position: TicTacToePosition, done: Mark | rules.ChanceOutcome, log: rules.Chronicle
    ) -> TicTacToePosition:
        assert isinstance(done, Mark)
        first, second = position.marks
        bit = _BITS[done.cell]
        marks = (first, second | bit) if position.turn else (first | bit, second)
        after = changed(position, marks=marks)
        log.tell("marked", "N1", "{player} marks {0}", done.cell, player=done.player)
        if after.over:
            log.tell("game_over", "N2", "the game is over", cause=0)
        return after

    def outcome(self, position: TicTacToePosition) -> rules.Outcome | None:
        for player, cells in zip(position.players, position.marks, strict=True):
            if WINNING[cells]:
                return rules.Outcome((player,), f"{player} has three in a row", "N2")
        return rules.Outcome((), "all cells are marked", "N2") if position.over else None

    def under_way(self, position: TicTacToePosition) -> rules.Stage:
        return rules.Stage(f"{min(self.to_act(position))} marks a cell")

    def scene(self, observation: rules.Observation[TicTacToePosition]) -> Scene:
        position = observation.seen
        marks = tuple(
            Piece(f"{player} {cell}", cell, seat, player, "mark", f"{player} on {cell}")
            for seat, player in enumerate(position.players)
            for cell in CELLS
            if position.marks[seat] & _BITS[cell]
        )
        ground = Ground("table", "table", "plains", "none")
        return Scene(BOARD, (ground,), player_looks(position.players), marks, description=str(position))


TIC_TAC_TOE = TicTacToe()
