"""Tic-tac-toe: nothing hidden, nothing left to chance. `TIC_TAC_TOE` is the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hexwidget.geometry import MatMap, Place
from hexwidget.problems import Problems
from hexwidget.rules import (
    TERMINAL,
    Action,
    ChanceOutcome,
    Event,
    Finding,
    Observation,
    Outcome,
    Position,
    Settings,
    Status,
    Transition,
    Verdict,
)
from hexwidget.rules.position import changed, seen
from hexwidget.scene import Piece
from tests.games_of_others.small import SmallGame

CELLS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")
BOARD = MatMap(("table",), [Place(name, name, "table", (2 * (n % 3), 2 * (n // 3), 2, 2)) for n, name in enumerate(CELLS)])  # fmt: skip
FULL = 0b111_111_111
LINES = (0b111, 0b111 << 3, 0b111 << 6, 0b1001001, 0b1001001 << 1, 0b1001001 << 2, 0b100010001, 0b1010100)
WINNING = tuple(any(cells & line == line for line in LINES) for cells in range(FULL + 1))
"""N2: whether a set of cells, one bit each, has a line in it."""
_NO_SETTINGS = Settings({})


@dataclass(frozen=True, slots=True, repr=False)
class Mark(Action):
    """N1: to mark a cell."""

    cell: str

    def __str__(self) -> str:
        return self.cell


@dataclass(frozen=True)
class TicTacToePosition(Position):
    """``marks``: the cells of each seat as a set of bits."""

    players: tuple[str, ...] = ("x", "o")
    marks: tuple[int, int] = (0, 0)
    settings: Settings = _NO_SETTINGS

    map = BOARD

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


@cache
def _marks(player: str, taken: int) -> tuple[Mark, ...]:
    """Every mark that a player can set, where some cells are taken; few enough to be kept."""
    return tuple(Mark(player, cell) for n, cell in enumerate(CELLS) if not taken >> n & 1)


_BITS = {cell: 1 << n for n, cell in enumerate(CELLS)}


class TicTacToe(SmallGame[TicTacToePosition, Mark]):
    name = "tic_tac_toe"
    folder = Path(__file__).parent
    barring = frozenset({"N1", "N2"})

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
        return TERMINAL if position.over else frozenset((position.players[position.turn],))

    def actions(self, position: TicTacToePosition, player: str) -> tuple[Mark, ...]:
        return _marks(player, position.marks[0] | position.marks[1])

    def clause_of(self, action: Mark) -> str:
        return "N1"

    def check(self, position: TicTacToePosition | Observation[TicTacToePosition], action: Mark) -> Verdict:
        position = seen(position)
        self.seat(position, action.player)
        bit = _BITS[position.map.name(position.map.index(action.cell))]
        found: tuple[Finding, ...] = ()
        if position.over:
            found += (Finding("N2", "over", (), {}, "the game is over"),)
        elif action.player not in self.to_act(position):
            found += (Finding("N1", "others_turn", (), {}, "it is the other player's turn"),)
        if (position.marks[0] | position.marks[1]) & bit:
            found += (Finding("N1", "marked", (action.cell,), {}, "{0} is marked already"),)
        return Verdict(Status.ILLEGAL if found else Status.LEGAL, found, str(action), self.rulebook)

    def carry_out(self, position: TicTacToePosition, done: Mark | ChanceOutcome) -> Transition[TicTacToePosition]:
        assert isinstance(done, Mark)
        first, second = position.marks
        bit = _BITS[done.cell]
        marks = (first, second | bit) if position.turn else (first | bit, second)
        after = changed(position, marks=marks)
        told = Event("marked", (done.cell,), {"player": done.player}, "N1", "{player} marks {0}")
        if not after.over:
            return Transition(after, (told,))
        return Transition(after, (told, Event("game_over", (), {}, "N2", "the game is over", 0)))

    def outcome(self, position: TicTacToePosition) -> Outcome | None:
        for player, cells in zip(position.players, position.marks, strict=True):
            if WINNING[cells]:
                return Outcome((player,), f"{player} has three in a row", "N2")
        return Outcome((), "all cells are marked", "N2") if position.over else None

    def status(self, position: TicTacToePosition) -> str:
        end = self.outcome(position)
        return f"The game is over: {end}" if end else f"{min(self.to_act(position))} marks a cell"

    def pieces(self, position: TicTacToePosition) -> tuple[Piece, ...]:
        return tuple(
            Piece(f"{player} {cell}", cell, seat, player, "mark", f"{player} on {cell}")
            for seat, player in enumerate(position.players)
            for cell in CELLS
            if position.marks[seat] & _BITS[cell]
        )

    def parse(self, position: TicTacToePosition, text: str) -> Mark:
        player, cell = self.split(position, text)
        return Mark(player, position.map.name(position.map.index(cell)))


TIC_TAC_TOE = TicTacToe()
