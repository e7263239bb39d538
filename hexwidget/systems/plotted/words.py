"""Positions in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from hexwidget.english import capital, listing, phrase, translated, worded
from hexwidget.languages import language
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition


def describe(position: PlottedPosition) -> Iterator[str]:
    """A position for a terminal, below its map: the units of each player, and the orders that are sealed."""
    for player, stands in inventory(position).items():
        yield f"{capital(translated(player))}: {'; '.join(stands) or translated('nothing')}"
    if position.engaged:
        pairs = (translated(listing([position.map.name(a), position.map.name(b)])) for a, b in position.engaged)
        yield worded("Engaged: {pairs}", pairs="; ".join(pairs))
    for player, orders in zip(position.players, position.sealed, strict=True):
        if orders is not None:
            yield capital(worded("{player:has} sealed: {orders}", player=player, orders=Seal(player, orders)))


def inventory(position: PlottedPosition) -> dict[str, list[str]]:
    """The units of each player, hex by hex."""
    found: dict[str, list[str]] = {player: [] for player in position.players}
    for unit in position.units:
        stands = _stands(unit.called, position.map.name(unit.at), unit.strength, language())
        found[position.players[unit.owner]].append(stands)
    return found


@lru_cache(maxsize=5000)
def _stands(called: str, space: str, strength: int, _language: str) -> str:
    return worded("{unit} on {0} (strength {strength})", space, unit=called, strength=strength)


# ---------------------------------------------------------------------- orders
_SIDES = {"N": "north", "S": "south", "E": "east", "W": "west"}


def in_words(position: PlottedPosition, action: Seal) -> str:
    """Sealed orders in words: "let the cavalry charge from 0301 to 0204 and the infantry on 0202 defend facing east"."""
    orders = [_order_in_words(_unit(position, each), each) for each in action.orders]
    return translated(phrase("let {orders}", orders=_deeds(orders, "{unit} {does}")))


def orders_in_words(position: PlottedPosition, orders: Iterable[Order]) -> str:
    """The subjects of orders, with each hex: "the cavalry to charge from 0301 by 0302 to 0303 and the infantry on 0202 to ambush"."""
    return _orders_in_words(tuple([(_unit(position, each), each) for each in orders]))


@lru_cache(
    maxsize=64
)  # when they are revealed, their words are those that the seal was told with: a game keeps all events
def _orders_in_words(orders: tuple[tuple[str, Order], ...]) -> str:
    return _deeds([_order_in_words(called, each, whole=True) for called, each in orders], "{unit} to {does}")


def _deeds(orders: Sequence[tuple[str, str]], wording: str) -> str:
    """Each unit with what it does."""
    all_rest = [(phrase("all units"), phrase("rest"))]
    return listing([phrase(wording, unit=unit, does=does) for unit, does in orders or all_rest])


def _unit(position: PlottedPosition, order: Order) -> str:
    """The name of the unit that an order is for; empty if no unit stands there."""
    at = position.map.find(order.unit)
    unit = None if at is None else position.by_hex.get(at)
    return unit.called if unit else ""


@lru_cache(maxsize=512)
def _order_in_words(called: str, order: Order, *, whole: bool = False) -> tuple[str, str]:
    """A unit, and what it does.

    :param whole: True to name the hexes of a route between its ends, too
    """
    name = phrase("the {unit}", unit=called) if called else phrase("the unit")
    if order.route:
        by = whole and order.route[:-1]
        wording = "{kind} from {0} by {way} to {1}" if by else "{kind} from {0} to {1}"
        return name, phrase(
            wording, order.unit, order.route[-1], kind=order.kind, **({"way": listing(by)} if by else {})
        )
    does = phrase("take up an all-around defence") if order.kind == "all-around defence" else order.kind
    if order.facing:
        facing = "-".join(_SIDES[side] for side in order.facing)
        does = phrase("{does} facing {facing}", does=does, facing=facing)
    return phrase("{unit} on {0}", order.unit, unit=name), does
