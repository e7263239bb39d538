"""The moment of an action: the findings that almost every system has, declared once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexwidget.rules.chance import CHANCE
from hexwidget.rules.position import of_the_last
from hexwidget.rules.verdict import Finding


@of_the_last(1)
def _now(position: Any, system: Any) -> tuple[Any, frozenset[str]]:
    """The outcome of a position, and the players to act. A listing checks many actions of one position."""
    end = system.outcome(position)
    return end, frozenset() if end is not None else system.to_act(position)


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of all actions: the game goes on, chance has decided, and it is the player's turn.

    ``moment = Moment(turn="K2", over="K3", chance="K1")`` in a system bars every action at another moment, before `objections`
    say what else does. The outcome and the players to act are found once a position.

    :param turn: the clause of turns
    :param over: the clause of the end of the game
    :param chance: the clause of the dice or draws that come first; by default that of turns
    """

    turn: str
    over: str
    chance: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that its findings cite."""
        return (self.turn, self.over, self.chance or self.turn)

    def findings(self, position: Any, player: str) -> Iterator[Finding]:
        """The findings against an action of a player, whichever it is."""
        end, acting = _now(position, position.system)
        if end is not None:
            yield Finding(self.over, "over", (), {"result": end.text}, "the game is over: {result}")
        elif acting == CHANCE:
            node = position.system.chance(position)
            words = "first chance decides" if node is None else "first chance decides: {what}"
            yield Finding(self.chance or self.turn, "chance", (), {} if node is None else {"what": node.label}, words)
        elif player not in acting:
            numbers = {"player": player, "others": position.system.called(position, acting)}
            yield Finding(self.turn, "turn", (), numbers, "it is not {player:'s} turn, but {others:'s}")
