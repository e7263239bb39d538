"""The end of a game of `rondel`, and its winner (R5.3)."""

from __future__ import annotations

from hexwidget.english import agree, listing
from hexwidget.rules import Outcome
from hexwidget.systems.rondel.position import RondelPosition

OBJECTIVES = ("most_cities", "cities", "eliminate")
BY_UNITS = "eliminate units"
"""The objective of games that were recorded before R5.3 said what counts: a nation without units is eliminated."""


def outcome(position: RondelPosition) -> Outcome | None:
    """R5.3: the objective is reached, or the rounds are over; None while the game goes on."""
    if position.settings["objective"] == "most_cities" and position.round <= position.settings["rounds"]:
        return None
    kind, _, target = position.settings["objective"].partition(" ")
    if kind == "cities":
        reached = [s for s, _ in enumerate(position.players) if len(position.cities_of(s)) >= int(target)]
        if reached:
            return _victory(position, reached, f"{target} cities")
    elif kind == "eliminate":
        alive = remaining(position)
        if len(alive) < 2:
            return _victory(position, alive, "the only units left")
    if position.round <= position.settings["rounds"]:
        return None
    if kind != "most_cities":
        return Outcome((), "the rounds are over, and nobody has reached the objective", "R5.3")
    counts = [len(position.cities_of(seat)) for seat, _ in enumerate(position.players)]
    best = [seat for seat, n in enumerate(counts) if n == max(counts)]
    return _victory(position, best, f"the most cities ({max(counts)})")


def remaining(position: RondelPosition) -> list[int]:
    """R5.3: the seats of the nations that are not eliminated."""
    alive = {g.owner for g in position.units}
    if position.settings["objective"] != BY_UNITS:
        alive.update(position.unarmed, (city.owner for city in position.cities if position.whole))
    return sorted(alive)


def _victory(position: RondelPosition, seats: list[int], what: str) -> Outcome:
    if len(seats) == 1:
        winner = position.players[seats[0]]
        return Outcome((winner,), f"{agree(winner, 'has')} {what}", "R5.3")
    names = listing([position.players[seat] for seat in seats]) if seats else ""
    return Outcome((), f"a draw between {names}" if seats else "nobody has units left", "R5.3")
