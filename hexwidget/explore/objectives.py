"""Objectives of searches and greedy policies: a number for a player in a position, where more is better.

An objective is any callable ``(position, player) -> number``. Each system has named ones. Every system has "win": 1 for a
game won, 0 for a game lost, 1/2 for a draw, and before the end an estimate in between. Estimates are rules of thumb and no
part of any rulebook: see `Lookahead.estimates` of each system. They use open information only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, isfinite
from typing import Any

from hexwidget.problems import InputError, check_name, mismatch, unknown
from hexwidget.rules import Position, RuleSystem
from hexwidget.rules.lookahead import Score

Objective = Callable[[Any, str], float]
"""A function of a position and a player's name. Returns how good the position is for the player."""
WIN = "win"


def names(system: RuleSystem[Any, Any]) -> tuple[str, ...]:
    """The named objectives of a system.

    >>> import hexwidget as hw
    >>> names(hw.system("rondel"))
    ('win', 'material', 'ground', 'cities', 'treasury')
    """
    known = system.lookahead.estimates
    return (WIN, *(known.scores if known is not None else ()))


@dataclass(frozen=True, slots=True)
class Named:
    """An objective by its name, for any system that has it. "win" lies between 0 and 1. Any other is the player's lead over the
    average of the other players.
    """

    name: str

    def __call__(self, position: Position, player: str) -> float:
        if self.name == WIN:
            return win(position, player)
        known = position.system.lookahead.estimates
        if known is None or self.name not in known.scores:
            what = unknown("objective", self.name, names(position.system))
            raise InputError(f"no such objective in {position.system.name}", what, "objective")
        score = known.scores[self.name]
        return _lead(score, score, position, position.system.teams, position.players.index(player))

    def __str__(self) -> str:
        return self.name


def win(position: Position, player: str) -> float:
    """Estimate how likely a player is to win: 1 after a win, 0 after a loss, 1/2 for a draw. Before the end, rules of thumb
    compare what the players have; a system without them gives 1/2.
    """
    system = position.system
    if not system.to_act(position):
        end = system.outcome(position)
        return 0.5 if end is None or not end.winners else 1.0 if player in end.winners else 0.0
    known = system.lookahead.estimates
    if known is None:
        return 0.5
    lead = _lead(known.own, known.others or known.own, position, system.teams, position.players.index(player))
    lead /= known.scale(position)
    return 0.02 + 0.96 / (1 + exp(-max(-50.0, min(50.0, lead))))  # every estimate lies between a loss and a win


def _lead(own: Score, theirs: Score, position: Position, teams: Mapping[str, tuple[int, ...]], seat: int) -> float:
    """The lead of a player, or of the average of a team, over the average of the others."""
    if teams:
        team = next((seats for seats in teams.values() if seat in seats), (seat,))
        others = [theirs(position, k) for k in range(len(position.players)) if k not in team]
        mean = sum(own(position, k) for k in team) / len(team)
    else:
        others, mean = [theirs(position, k) for k in range(len(position.players)) if k != seat], own(position, seat)
    return mean - (sum(others) / len(others) if others else 0.0)


def objective_of(what: str | Objective | None, system: RuleSystem[Any, Any]) -> Objective:
    """Return an objective, given by its name or as a callable. None means "win".

    :raises InputError: if the system has no objective of that name, or it cannot be called
    """
    title = "no such objective"
    if what is None:
        return Named(WIN)
    if isinstance(what, str):
        check_name(title, "objective", what, names(system), "objective")
        return Named(what)
    if not callable(what):
        expected = f"a name ({', '.join(names(system))}) or a function of position and player"
        raise mismatch(title, expected, what, "objective")
    return what


def value_of(objective: Objective, position: Position, player: str) -> float:
    """Return the value of a position for a player.

    :raises InputError: if the objective does not return a finite number
    """
    value = objective(position, player)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not isfinite(number):
        raise mismatch("this objective cannot be used", "it to return a number", value, "objective")
    return number
