"""Drawing and estimates for searches: rules of thumb, which are no part of the rulebook."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from hexwidget.rules import Action, Estimates, Lookahead, changed
from hexwidget.rules.lookahead import MOST_LISTED, list_actions, nearness
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.fast.enumeration import UnitOrders, orders_of
from hexwidget.systems.plotted.outcome import strengths
from hexwidget.systems.plotted.position import PlottedPosition, canonical


# ------------------------------------------------------------------ drawing orders
@lru_cache(maxsize=16)
def _orders(position: PlottedPosition, seat: int) -> tuple[list[UnitOrders], list[int]]:
    """The orders of each unit, and their numbers. They are cached, as counting would take most of the time of a draw."""
    every = orders_of(position, position.units_of(seat))
    return every, [len(orders) for orders in every]


def _draw(position: PlottedPosition, player: str, rng: Random) -> Action:
    """An order for each unit at random."""
    unsealed = changed(position, sealed=(None,) * len(position.players), carried_out=())
    every = zip(*_orders(unsealed, position.players.index(player)), strict=True)
    drawn = (orders[rng.randrange(number)] for orders, number in every)
    return Seal(player, tuple(order for order in drawn if order is not None))


def _some(position: PlottedPosition, player: str, rng: Random, most: int) -> list[Action]:
    actions = position.system.legal_actions(position, player)
    if actions.count() <= MOST_LISTED:
        return list_actions(position, player, rng, most)
    return list(dict.fromkeys(_draw(position, player, rng) for _ in range(most)))


def _vary(position: PlottedPosition, action: Seal, other: Seal, rng: Random) -> Action:
    """The orders of an action, with the orders of another one for one or two units."""
    names = [position.map.name(unit.at) for unit in position.units_of(position.players.index(action.player))]
    taken = set(rng.sample(names, min(len(names), rng.randint(1, 2))))
    orders = [o for o in action.orders if o.unit not in taken] + [o for o in other.orders if o.unit in taken]
    return Seal(action.player, canonical(position.map, orders))


# ------------------------------------------------------------------ estimates
def material(position: PlottedPosition, seat: int) -> float:
    """The strength points of a player."""
    return strengths(position)[seat]


def ground(position: PlottedPosition, seat: int) -> float:
    """The nearness of own units to the hexes to hold, a unit for each hex: from 0 to 1 each."""
    words = position.settings["objective"].split()
    if words[0] != "hold":
        return 0.0
    goals = [position.map.index(word) for word in words[1:]]
    return nearness(goals, [unit.at for unit in position.units_of(seat)], position.map.distance)


def _worth(position: PlottedPosition, seat: int) -> float:
    holding = position.settings["objective"].startswith("hold")
    return (0.15 if holding else 1.0) * material(position, seat) + 4 * ground(position, seat)


def _scale(position: PlottedPosition) -> float:
    if position.settings["objective"].startswith("hold"):
        return 2.0
    left: int = max(0, min(8, position.settings["turns"] - position.turn))
    return 0.5 + 0.25 * left


LOOKAHEAD = Lookahead(
    calm=lambda position: not position.melees and not any(orders is not None for orders in position.sealed),
    draw=_draw,
    some=_some,
    vary=_vary,
    sure=True,
    estimates=Estimates({"material": material, "ground": ground}, _worth, scale=_scale),
)
