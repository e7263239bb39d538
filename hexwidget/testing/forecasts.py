"""The promise of forecasts: the odds that a desk shows are those of the game."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

from hexwidget.rules import Action, Forecast, Position, forecasting
from hexwidget.testing.claims import Promise, claim, promise
from hexwidget.testing.games import Played, all_of, telling

MOST, FEW = 10, 4
"""The number of positions of whole games whose forecasts are compared, and of further actions at each."""
MOST_LISTED = 600
"""The most legal actions of a position of which some are compared."""
NEAR = 1e-6
"""Parts that differ by less are equal: forecasts are floats."""


@promise(
    "desk",
    remedy="let `forecasts` count what `chance` and `follow` do, or leave `forecasts` out: the rules give the odds then",
    of="whole",
)
def forecasts_are_those_of_the_game(played: Played, rng: Random) -> None:
    """The odds that a desk shows before an action are those of the game: the outcomes of its chance are played out, with what they force.
    They are counted by the results that events name. Where they name none, those are counted that favour a player."""
    before = [step for step, (after, _) in pairwise(played) if after.chance is not None and isinstance(step[1], Action)]
    for position, done in telling(before, rng, MOST):
        if not isinstance(done, Action) or position.observe(done.player).seen != position:
            continue
        listed = [each for each in all_of(position.legal_actions(done.player), MOST_LISTED) if type(each) is type(done)]
        for action in dict.fromkeys([done, *rng.sample(listed, min(FEW, len(listed)))]):
            forecasts = forecasting.forecasts_of(position, action)
            try:
                ends = forecasting.all_results(position, action) if forecasts else ()
            except forecasting.TooManyResultsError:
                continue
            for forecast in forecasts if ends else ():
                _compare(position, action, forecast, ends, alone=len(forecasts) == 1)


def _compare(position: Position, action: Action, forecast: Forecast, ends: forecasting.Ends, *, alone: bool) -> None:
    """Compare a forecast with the results of an action."""
    labels = [each.label for each in forecast.shares]
    named = [[each for each in labels if each in _names(steps)] for _, steps, _ in ends]
    what = f"after {action.player}: {action} the desk foretells"
    shares = [(share, said) for (share, *_), said in zip(ends, named, strict=True)]
    parts = {label: sum(share for share, said in shares if label in said) for label in labels}
    whole = sum(parts.values()) == 1
    for each in forecast.shares if max(map(len, named)) == 1 else ():
        if whole or parts[each.label]:
            _claim(position, f"{what} “{each.label}”", each.part, (parts[each.label],) * 2)
    for player in {each.favours for each in forecast.shares} - {None} if alone and not whole else ():
        told = sum(each.part for each in forecast.shares if each.favours == player)
        _claim(position, f"{what} what favours {player}", told, _limits(position, action, player, ends))


def _names(steps: forecasting.Steps) -> set[str]:
    """The values that the events of some steps name."""
    return {str(value) for step in steps for event in step.events for value in event.data.values()}


def _limits(
    position: Position, action: Action, player: str | None, ends: forecasting.Ends
) -> tuple[Fraction, Fraction]:
    """The parts of all cases that surely favour a player, and that may: in those both lose something, or only leave a space."""
    sure = may = Fraction(0)
    known = forecasting.pieces(position)
    for share, _, (held, depends) in ends:
        lost = frozenset(each for each in held if each[1] != forecasting.LEFT)
        whom = forecasting.gainer(position, known, action, lost)
        sure += share * (whom == player and lost == held and not depends)
        may += share * (whom == player or (whom is None and bool(held or depends)))
    return sure, may


def _claim(position: Position, what: str, told: float, bounds: tuple[Fraction | int, Fraction | int]) -> None:
    low, high = map(float, bounds)
    game = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
    words = f"{what} in {told:.4g} of all cases, and in the game it is {game}"
    claim(low - NEAR <= told <= high + NEAR, words, position)


FORETOLD: tuple[Promise, ...] = (forecasts_are_those_of_the_game,)
