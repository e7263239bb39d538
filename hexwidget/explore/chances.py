"""Exact odds: every result of chance, with its probability as a fraction."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from hexwidget.explore.tables import Table
from hexwidget.problems import InputError, mismatch
from hexwidget.rules import Action, ChanceNode, Duel, Odds, Position

MOST_WAYS = 20_000
"""The most ways that are followed at once."""
MOST_DRAWS = 200
"""The most draws of one way."""
TITLE = "no odds"


class Chances(Table):
    """Results with their probabilities, the likeliest first: ``result``, ``probability``, and ``exact``, the same as a fraction.

    ``fractions``: the exact probability of each result; they add up to 1.
    """

    def __init__(self, fractions: Mapping[Any, Fraction]) -> None:
        self.fractions: dict[Any, Fraction] = dict(sorted(fractions.items(), key=lambda way: (-way[1], _name(way[0]))))
        super().__init__(
            {"result": _name(result), "probability": float(p), "exact": str(p)} for result, p in self.fractions.items()
        )


def odds(
    of: Position | ChanceNode | Mapping[Any, Any] | Duel,
    action: Action | str | None = None,
    *,
    result: Callable[[Any], Hashable] | None = None,
) -> Chances:
    """Return the exact probability of each result.

    For a position, every way is followed that chance can take until a player decides again, the game is over, or chance opens
    something new, such as the next game turn (`hexwidget.rules.ChanceNode`): the results of the action are known then. A
    position at which chance opens something new is followed from there. With ``result``, ways that lead to the same position
    are merged.

    :param of: a position, a chance node, `Odds`, or the odds that a system computes (of a battle, of initiative)
    :param action: an action to play first
    :param result: a function of the last position of each way, such as ``lambda p: len(p.armies)``; None: the results on
        the way, such as those of a results table, or else the values of chance
    :raises InputError: if chance decides nothing, or there are too many ways
    :raises IllegalAction: if the rules bar the action

    >>> from hexwidget.rules.odds import Odds
    >>> print(odds(Odds.highest([Odds.die(3), Odds.die(3)])))
    result  probability  exact
    3       0.555556     5/9
    2       0.333333     1/3
    1       0.111111     1/9
    """
    if isinstance(of, Position):
        return Chances(_result_chances(of if action is None else of.apply(action).position, result))
    if isinstance(of, Duel):
        return Chances({"higher": of.higher, "equal": of.equal, "lower": of.lower})
    if isinstance(of, ChanceNode):
        return Chances(of.probabilities)
    exact = isinstance(of, (Mapping, Odds)) and of and all(isinstance(p, (Fraction, int)) for p in of.values())
    if exact and sum(of.values()) == 1:
        return Chances({name: Fraction(p) for name, p in of.items()})
    raise mismatch(TITLE, "a position, a chance node, or results with their exact probabilities", of)


def _result_chances(start: Position, result: Callable[[Any], Hashable] | None) -> dict[Any, Fraction]:
    system = start.system
    if system.chance(start) is None:
        raise InputError(TITLE, "chance decides nothing here before somebody acts")
    # If only positions count, ways that lead to the same position are merged.
    open_ways: dict[tuple[Any, tuple[str, ...]], Fraction] = {(start, ()): Fraction(1)}
    found: dict[Any, Fraction] = {}
    for _ in range(MOST_DRAWS):
        if not open_ways:
            return found
        following: dict[tuple[Any, tuple[str, ...]], Fraction] = {}
        for (position, path), share in open_ways.items():
            for after, value, p in _steps(position):
                way = (after, (*path, value) if result is None else ())
                further = system.chance(after)
                if further is not None and not further.opening:
                    following[way] = following.get(way, Fraction(0)) + share * p
                    continue
                came = way[1] if result is None else result(after)
                found[came] = found.get(came, Fraction(0)) + share * p
            if max(len(following), len(found)) > MOST_WAYS:
                remedy = "" if result else ": name the quantity that counts with `result=`"
                raise InputError(TITLE, f"there are more than {MOST_WAYS:,} ways{remedy}")
        open_ways = following
    raise InputError(TITLE, f"chance may go on for more than {MOST_DRAWS} draws")


def _steps(position: Position) -> Iterator[tuple[Position, str, Fraction]]:
    """The outcomes of chance here. An outcome that changes nothing is drawn again until it does."""
    system = position.system
    node = system.chance(position)
    steps = (
        [(system.advance(position, o), system.result_of(position, o), node.probability(o)) for o in node]
        if node
        else []
    )
    again = sum((p for after, _, p in steps if after == position), Fraction(0))
    for after, value, p in steps:
        if after != position:
            yield after, value, p / (1 - again)


def _name(result: object) -> str:
    return ", ".join(map(str, result)) if isinstance(result, tuple) else str(result)
