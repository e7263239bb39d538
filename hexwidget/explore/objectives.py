"""What a search or a greedy policy strives for: a number for a player in a position, the more the better.

An objective is any callable ``(position, player) -> number``. Those that are named here are by system; every system has
"win": 1 for a game that is won, 0 for one that is lost, 1/2 for a draw, and before the end an estimate in between, made of
what usually leads there. Estimates are rules of thumb, no part of any rulebook: see `Lookahead.estimates` of each system. They
look at what lies open only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, isfinite
from typing import Any

from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import Position, RuleSystem
from hexwidget.rules.lookahead import Score

Objective = Callable[[Any, str], float]
"""A position and a player's name -> how good it is for that player."""
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
    """An objective by its name, for any system that has one of that name. "win" lies between 0 and 1; the others are how much
    more of it the player has than the others have on average.
    """

    name: str

    def __call__(self, position: Position, player: str) -> float:
        return win(position, player) if self.name == WIN else self._lead(position, player)

    def _lead(self, position: Position, player: str) -> float:
        known = position.system.lookahead.estimates
        if known is None or self.name not in known.scores:
            what = unknown("objective", self.name, names(position.system))
            raise InputError(f"no such objective in {position.system.name}", [Problem("objective", what)])
        score = known.scores[self.name]
        return _lead(score, score, position, position.players.index(player))

    def __str__(self) -> str:
        return self.name


def win(position: Position, player: str) -> float:
    """How likely a player seems to win: 1 if they have won, 0 if somebody else has, 1/2 for a draw; before the end an estimate
    by rules of thumb, from what all players have. In a system of which nothing is known that is 1/2.
    """
    system = position.system
    if not system.to_act(position):
        end = system.outcome(position)
        return 0.5 if end is None or not end.winners else 1.0 if player in end.winners else 0.0
    known = system.lookahead.estimates
    if known is None:
        return 0.5
    lead = _lead(known.own, known.others or known.own, position, position.players.index(player)) / known.scale(position)
    return 0.02 + 0.96 / (1 + exp(-max(-50.0, min(50.0, lead))))  # what is decided lies beyond all that is estimated


def _lead(own: Score, theirs: Score, position: Position, seat: int) -> float:
    others = [theirs(position, k) for k in range(len(position.players)) if k != seat]
    return own(position, seat) - (sum(others) / len(others) if others else 0.0)


def objective_of(what: str | Objective | None, system: RuleSystem[Any, Any]) -> Objective:
    """The objective that is meant: a named one of a system, somebody's own callable, or "win" for None.

    :raises InputError: if there is none of that name, or it is something else
    """
    title = "no such objective"
    if what is None:
        return Named(WIN)
    if isinstance(what, str):
        if what not in names(system):
            raise InputError(title, [Problem("objective", unknown("objective", what, names(system)))])
        return Named(what)
    if not callable(what):
        expected = f"a name ({', '.join(names(system))}) or a function of position and player"
        raise InputError(title, [Problem("objective", f"expected {expected}, not {shown(what)}")])
    return what


def value_of(objective: Objective, position: Position, player: str) -> float:
    """What an objective says of a position, as a number.

    :raises InputError: if it is none
    """
    value = objective(position, player)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not isfinite(number):
        what = f"expected it to return a number, not {shown(value)}"
        raise InputError("this objective cannot be used", [Problem("objective", what)])
    return number
