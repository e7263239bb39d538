"""The end of a game of `frontiers`, and its winner (F1.3, F7.2)."""

from __future__ import annotations

from hexwidget.english import agree
from hexwidget.rules import Outcome
from hexwidget.systems.frontiers.position import FrontiersPosition


def outcome(position: FrontiersPosition) -> Outcome | None:
    """Return the result: a player without life has lost, a player with a settlement on every frontier has won. Return None
    while the game goes on."""
    (one, other), (first, second) = position.life, position.settlements
    if one > 0 < other and len(first) < position.settings["frontiers"] > len(second):
        return None
    return loss_of_life(position) or settlement_win(position)


def loss_of_life(position: FrontiersPosition) -> Outcome | None:
    """F1.3: the result if a player has no life left."""
    names, alive = position.players, [seat for seat in (0, 1) if position.life[seat] > 0]
    if not alive:
        return Outcome((), "both players are at 0 life or less: a draw", "F1.3")
    if len(alive) == 1:
        dead = 1 - alive[0]
        return Outcome((names[1 - dead],), f"{agree(names[dead], 'is')} at {position.life[dead]} life", "F1.3")
    return None


def settlement_win(position: FrontiersPosition) -> Outcome | None:
    """F7.2: the result if a player has a settlement on every frontier."""
    for seat, name in enumerate(position.players):
        if len(position.settlements[seat]) == len(position.frontiers):
            return Outcome((name,), f"{agree(name, 'has')} a settlement on every frontier", "F7.2")
    return None
