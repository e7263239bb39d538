"""The end of a game of `plotted`, and its winner (P5.3)."""

from __future__ import annotations

from hexwidget.english import listing, phrase
from hexwidget.rules import Outcome
from hexwidget.systems.plotted.position import PlottedPosition

OBJECTIVES = ("most_strength", "eliminate", "hold")


def strengths(position: PlottedPosition) -> list[int]:
    """The strength points of each player, by seat."""
    found = [0] * len(position.players)
    for unit in position.units:
        found[unit.owner] += unit.strength
    return found


def outcome(position: PlottedPosition) -> Outcome | None:
    """P5.3: the winner and the reason; None while the game goes on. A game does not end while dice are rolled.

    "hold" is reached by a player whose units stand on all the hexes named, "eliminate" by the last player with units.
    """
    if position.melees:
        return None
    turns = position.settings["turns"]
    if position.units and position.turn <= turns and position.settings["objective"] == "most_strength":
        return None
    words = position.settings["objective"].split()
    totals = strengths(position)
    alive = [player for player, total in zip(position.players, totals, strict=True) if total]
    if not alive:
        return Outcome((), phrase("nobody has units left: a draw"), "P5.3")
    if words[0] == "hold":
        spaces = [position.map.index(word) for word in words[1:]]
        for seat, player in enumerate(position.players):
            if all(at in position.by_hex and position.by_hex[at].owner == seat for at in spaces):
                held = phrase("{player:holds} {spaces}", player=player, spaces=", ".join(words[1:]))
                return Outcome((player,), held, "P5.3")
    elif words[0] == "eliminate" and len(alive) == 1 < len(position.players):
        return Outcome(tuple(alive), phrase("only {player:has} units left", player=alive[0]), "P5.3")
    if position.turn <= turns:
        return None
    after = phrase("after the only turn" if turns == 1 else "after {turns} turns", turns=turns)
    if words[0] != "most_strength":
        return Outcome((), phrase("{after} nobody has reached the objective: a draw", after=after), "P5.3")
    best = max(totals)
    ahead = tuple(player for player, total in zip(position.players, totals, strict=True) if total == best)
    if len(ahead) > 1:
        wording = "{after} {players} have {points:strength point} each, a draw"
        return Outcome((), phrase(wording, after=after, players=listing(ahead), points=best), "P5.3")
    wording = "{after} {player:has} the most strength ({points:point})"
    return Outcome(ahead, phrase(wording, after=after, player=ahead[0], points=best), "P5.3")
