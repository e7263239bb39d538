"""The end of a game of `depletion`, and its winner (D1.16)."""

from __future__ import annotations

from hexwidget.english import agree, counted, listing
from hexwidget.rules import Outcome
from hexwidget.systems.depletion.position import DepletionPosition


def units_of(position: DepletionPosition) -> list[int]:
    """The number of units of each player, by seat."""
    return [sum(army.size for army in own.values()) for own in position.armies_of]


def outcome(position: DepletionPosition) -> Outcome | None:
    """The winners and the reason; None while the game goes on, and until a claim or a battle is carried out to its end.

    The last player with units reaches "eliminate"; a player with units on all the hexes named, at once, reaches "hold".
    If no player has reached the objective when the rounds are over, the game is a draw.
    """
    if position.claim is not None or position.battle is not None:
        return None
    rounds, objective = position.settings["rounds"], position.settings["objective"]
    if objective == "most_units" and position.round <= rounds:
        return None
    words = objective.split()
    totals = units_of(position)
    if words[0] == "eliminate":
        alive = [player for player, total in zip(position.players, totals, strict=True) if total]
        if len(alive) <= 1 < len(position.players):
            told = f"only {agree(alive[0], 'has')} units left" if alive else "nobody has units left"
            return Outcome(tuple(alive), told, "D1.16")
    if words[0] == "hold":
        spaces = [position.map.index(word) for word in words[1:]]
        for seat, player in enumerate(position.players):
            if all(position.army_of(seat, at) for at in spaces):
                return Outcome((player,), f"{agree(player, 'holds')} {listing(words[1:])}", "D1.16")
    if position.round <= rounds:
        return None
    over = f"after {'the only round' if rounds == 1 else f'{rounds} rounds'}"
    if words[0] != "most_units":
        return Outcome((), f"{over} nobody has reached the objective: a draw", "D1.16")
    best = max(totals)
    ahead = tuple(player for player, total in zip(position.players, totals, strict=True) if total == best)
    if len(ahead) > 1:
        return Outcome((), f"{over} {listing(ahead)} have {counted(best, 'unit')} each: a draw", "D1.16")
    return Outcome(ahead, f"{over} {agree(ahead[0], 'has')} the most units ({best})", "D1.16")
