"""Positions in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwidget.english import agree, capital, listing
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition


def describe(position: PlottedPosition) -> Iterator[str]:
    """A position for a terminal, below its map: the units of each player, and the orders that are sealed."""
    for player, stands in inventory(position).items():
        yield f"{capital(player)}: {'; '.join(stands) or 'nothing'}"
    if position.engaged:
        pairs = (f"{position.map.name(a)} and {position.map.name(b)}" for a, b in position.engaged)
        yield f"Engaged: {'; '.join(pairs)}"
    for player, orders in zip(position.players, position.sealed, strict=True):
        if orders is not None:
            yield f"{capital(agree(player, 'has'))} sealed: {Seal(player, orders)}"


def inventory(position: PlottedPosition) -> dict[str, list[str]]:
    """The units of each player, hex by hex."""
    found: dict[str, list[str]] = {player: [] for player in position.players}
    for unit in position.units:
        where = position.map.name(unit.at)
        found[position.players[unit.owner]].append(f"{unit.called} on {where} (strength {unit.strength})")
    return found


# ---------------------------------------------------------------------- orders
_SIDES = {"N": "north", "S": "south", "E": "east", "W": "west"}


def in_words(position: PlottedPosition, action: Seal) -> str:
    """Sealed orders in words: "let the cavalry charge from 0301 to 0204 and the infantry on 0202 defend facing east"."""
    return f"let {_listed([_order_in_words(position, each) for each in action.orders], ' ')}"


def orders_in_words(position: PlottedPosition, orders: Iterable[Order]) -> str:
    """The subjects of orders, with each hex: "the cavalry to charge from 0301 by 0302 to 0303 and the infantry on 0202 to ambush"."""
    return _listed([_order_in_words(position, each, whole=True) for each in orders], " to ")


def _listed(orders: Sequence[tuple[str, str]], joint: str) -> str:
    """Each unit with what it does."""
    return listing([joint.join(each) for each in orders] or [f"all units{joint}rest"])


def _order_in_words(position: PlottedPosition, order: Order, *, whole: bool = False) -> tuple[str, str]:
    """A unit, and what it does.

    :param whole: True to name the hexes of a route between its ends, too
    """
    at = position.map.find(order.unit)
    unit = None if at is None else position.by_hex.get(at)
    name = f"the {unit.called}" if unit else "the unit"
    if order.route:
        by = f" by {listing(order.route[:-1])}" if whole and order.route[:-1] else ""
        return name, f"{order.kind} from {order.unit}{by} to {order.route[-1]}"
    does = "take up an all-around defence" if order.kind == "all-around defence" else order.kind
    facing = f" facing {'-'.join(_SIDES[side] for side in order.facing)}" if order.facing else ""
    return f"{name} on {order.unit}", f"{does}{facing}"
