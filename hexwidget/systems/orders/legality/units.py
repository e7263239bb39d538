"""The units that an order is given to, and the offers of other orders that every predicate may make."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.orders.actions import Attack, Order
from hexwidget.systems.orders.position import OrdersPosition, Unit

Findings = Iterator[Finding]
Offer = Remedy | Callable[[], Remedy | None]


@bars("O1.7")
def own_unit(position: OrdersPosition, seat: int, space: str) -> tuple[Unit | None, list[Finding]]:
    """O1.7: orders are given to one's own army units. Returns the unit on a hex, or the findings against it."""
    at = position.map.index(space)
    unit = position.unit_of(seat, at)
    if unit is not None:
        return unit, []
    player = position.players[seat]
    others = position.opponents(seat, at)
    if others:
        numbers = {"unit": position.called(others[0]), "player": player}
        wording = "{unit} stands on {0}, and no unit of {player}'s"
        return None, [Finding("O1.7", "others_unit", (space,), numbers, wording)]
    own = ", ".join(position.map.name(u.at) for u in position.units if u.owner == seat) or "nowhere"
    numbers = {"player": player, "own": own}
    return None, [Finding("O1.7", "no_unit", (space,), numbers, "no unit stands on {0}; {player}'s stand on {own}")]


@bars("O1.4")
def one_order_a_unit(position: OrdersPosition, unit: Unit) -> Findings:
    """O1.4: one order in a game turn, except the attack that is owed (O8.2)."""
    owes = position.owed is not None and position.owed.unit == unit.id
    if unit.ordered and not owes:
        numbers = {"unit": position.called(unit)}
        remedy = Remedy("another unit may have the order, or this one in the next game turn", "O1.4")
        where = position.map.name(unit.at)
        yield Finding("O1.4", "had_its_order", (where,), numbers, "{unit} on {0} has had its order", remedy)


def ready_unit(position: OrdersPosition, seat: int, space: str) -> Generator[Finding, None, Unit | None]:
    """O1.7, O1.4: yields what bars an order to the unit on a hex, and returns the unit."""
    unit, missing = own_unit(position, seat, space)
    yield from missing
    if unit is not None:
        yield from one_order_a_unit(position, unit)
    return unit


# ---------------------------------------------------------------------- offers
def first_legal(position: OrdersPosition, orders: Iterable[Order], text: str, clause: str) -> Offer:
    """The first of some orders that is legal, as a remedy. It is looked for when the remedy is read."""
    several = tuple(orders)

    def look() -> Remedy | None:
        found = next((order for order in several if position.check(order)), None)
        return None if found is None else Remedy(text, clause, str(found))

    return look


def attacks_of(position: OrdersPosition, unit: Unit, there: int) -> Iterator[Attack]:
    """The attacks of one unit on the opponents on a hex."""
    here, name = position.map.name(unit.at), position.map.name(there)
    for enemy in position.opponents(unit.owner, there):
        yield Attack(position.players[unit.owner], (here,), name, position.players[enemy.owner])
