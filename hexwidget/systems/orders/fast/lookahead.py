"""Looking ahead in `orders`: rules of thumb, which are no part of the rulebook."""

from __future__ import annotations

from hexwidget.rules.lookahead import FAR, Estimates, Lookahead
from hexwidget.systems.orders.position import OrdersPosition


def material(position: OrdersPosition, seat: int) -> float:
    """The worth of units: more for those that fight and cast better."""
    kinds = [position.type_of(unit) for unit in position.units if unit.owner == seat]
    return sum([1 + 0.12 * kind.attack + 0.12 * kind.defence + 0.3 * len(kind.spells) for kind in kinds])


def ground(position: OrdersPosition, seat: int) -> float:
    """The nearness of useful units to their opponents; from 0 to 1 each."""
    enemies = [unit.at for unit in position.units if unit.owner != seat]
    if not enemies:
        return 0.0
    near = 0.0
    for unit in position.units:
        if unit.owner == seat:
            kind = position.type_of(unit)
            reach = 2 if "firebolt" in kind.spells else 1
            distance = min(FAR, *(position.map.distance(unit.at, at) for at in enemies))
            near += (1 + 0.25 * kind.attack) * (1 - max(0, distance - reach) / FAR)
    return near


def _worth(position: OrdersPosition, seat: int) -> float:
    guarded = sum(unit.owner == seat and bool(unit.defending) for unit in position.units)
    return material(position, seat) + 0.25 * ground(position, seat) + 0.04 * guarded


LOOKAHEAD = Lookahead(
    calm=lambda position: position.battle is None and position.bolt is None and position.owed is None,
    sure=True,
    estimates=Estimates({"material": material, "ground": ground}, _worth, scale=lambda position: 1.5),
)
