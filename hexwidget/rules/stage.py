"""The stage of a game in words, in the parts that the head of a board shows."""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.english import capital, translated

OVER = "The game is over"
"""The round of a game that has ended."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The stage of a game in words.

    :param turn: the players to act, and on what
    :param round: the round, or `OVER`
    :param of: the number of rounds; who wins, when the game is over
    :param phase: the phase of the round
    :param more: further facts

    >>> print(Stage("red to act", "Round 2", "of 4", "battle phase", more="life: red 3, blue 4"))
    Round 2 of 4: Battle phase, red to act; life: red 3, blue 4
    """

    turn: str
    round: str = ""
    of: str = ""
    phase: str = ""
    more: str = ""

    def __str__(self) -> str:
        said = self.translated()
        number = (", " if self.round == OVER else " ").join(filter(None, (said.round, said.of)))
        task = ", ".join(filter(None, (said.phase, said.turn)))
        stands = f"{number}: {task if self.round == OVER else capital(task)}" if number else capital(task)
        return f"{stands}; {said.more}" if self.more else stands

    def translated(self) -> Stage:
        """This stage in the language of the reader."""
        return Stage(*map(translated, (self.turn, self.round, self.of, self.phase, self.more)))
