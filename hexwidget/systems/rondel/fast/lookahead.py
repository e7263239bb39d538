"""Estimates for searches: rules of thumb, which are no part of the rulebook."""

from __future__ import annotations

from hexwidget.rules import Estimates, Lookahead
from hexwidget.systems.rondel.atlas import crossings
from hexwidget.systems.rondel.battle import defence
from hexwidget.systems.rondel.fast.prospects import chances, prospects
from hexwidget.systems.rondel.position import RondelPosition


def cities(position: RondelPosition, seat: int) -> float:
    """The number of cities."""
    return len(position.cities_of(seat))


def material(position: RondelPosition, seat: int) -> float:
    """The number of legions and galleys."""
    return sum(group.size for group in position.units if group.owner == seat)


def treasury(position: RondelPosition, seat: int) -> float:
    """The number of resources, or of all goods in store."""
    return position.means(seat)


def ground(position: RondelPosition, seat: int) -> float:
    """The progress of conquests: for each foreign city the share of its defence strength (R4.3) that own units make up.

    Units farther off count for less, units that lie for half. Cheap cities count for more. The city with the most progress
    counts in full, the others count a little.
    """
    ours = position.active == seat and position.phase != "wheel"
    own = [group for group in position.units if group.owner == seat]
    shares = [0.0]
    for city in position.conquerable(seat):
        price = defence(position, city).strength
        there = 0.0
        for group in own:
            steps = crossings(position.map, group.kind, city.at).get(group.at)
            if steps is not None:
                there += group.size * (0.5 if ours and not group.left else 1) * (0.5 / (steps + 0.25) if steps else 1)
        shares.append(min(1.0, there / price) ** 1.5 * max(0.3, 1.1 - 0.1 * price))
    best = max(shares)
    return best + 0.2 * (sum(shares) - best) / len(shares)


def _worth(position: RondelPosition, seat: int) -> float:
    if position.whole:
        return _threat(position, seat) + 0.5 * ground(position, seat) + chances(position, seat)
    maneuvers = position.active == seat and position.phase != "wheel"
    return _threat(position, seat) + 0.6 * ground(position, seat) + 0.2 * maneuvers


def _threat(position: RondelPosition, seat: int) -> float:
    # The conquests of others count for less: a nation that guards every city conquers none.
    if position.whole:
        return cities(position, seat) + prospects(position, seat) + 0.15 * ground(position, seat)
    has = 0.12 * material(position, seat) + 0.03 * treasury(position, seat)
    return cities(position, seat) + has + 0.15 * ground(position, seat)


LOOKAHEAD = Lookahead(
    calm=lambda position: position.toll is None and not position.asks,
    sure=True,
    estimates=Estimates(
        {"material": material, "ground": ground, "cities": cities, "treasury": treasury}, _worth, others=_threat
    ),
)
