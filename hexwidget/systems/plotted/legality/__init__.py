"""The objections to sealed orders, clause by clause. Each predicate is named after what its clause says.

`moment` tells if orders are written now, `orders` judges each order, `integrity` judges a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Remedy, Rulebook, Status, Verdict, bars
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.legality.integrity import check_position
from hexwidget.systems.plotted.legality.moment import the_moment
from hexwidget.systems.plotted.legality.orders import objections_to_order
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import ORDERS

__all__ = ["LONGEST_ROUTE", "check", "check_order", "check_position", "objections"]

LONGEST_ROUTE = 100
"""The most hexes of a route. A longer one is refused unread."""
CANNOT_READ = "these orders cannot be read"


def check(position: PlottedPosition, seal: Seal, rulebook: Rulebook) -> Verdict:
    """The verdict on sealed orders, with every clause that bars one of them.

    :raises InputError: if they are malformed
    """
    refuse_malformed(position, seal)
    seat = position.players.index(seal.player)
    findings = tuple(the_moment(position, seat)) or tuple(objections(seal, position, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(seal), rulebook)


def check_order(position: PlottedPosition, seat: int, order: Order) -> Verdict:
    """The verdict on one order by itself, without regard to the others."""
    findings = tuple(objections_to_order(order, position, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(order), position.system.rulebook)


def objections(seal: Seal, position: PlottedPosition, seat: int) -> Iterator[Finding]:
    """The findings against orders that are written now."""
    yield from one_order_a_unit(seal)
    for order in seal.orders:
        yield from objections_to_order(order, position, seat)


@bars("P1.7")
def one_order_a_unit(seal: Seal) -> Iterator[Finding]:
    """P1.7: each unit gets one order at most."""
    for name, times in Counter(order.unit for order in seal.orders).items():
        if times > 1:
            remedy = Remedy("write one order for it, for the whole turn", "P1.7")
            wording = "the unit on {0} is given {orders} orders"
            yield Finding("P1.7", "second_order", (name,), {"orders": times}, wording, remedy)


def refuse_malformed(position: PlottedPosition, seal: Seal) -> None:
    """Refuse orders that speak of things that do not exist.

    :raises InputError: listing everything that is malformed
    """
    problems = Problems()
    if not isinstance(seal, Seal):
        raise InputError(CANNOT_READ, [Problem("", f"expected sealed orders, not {shown(seal)}")])
    if seal.player not in position.players:
        problems.unknown("player", "player", seal.player, position.players)
    if not isinstance(seal.orders, tuple):
        raise InputError(CANNOT_READ, [Problem("", f"expected orders, not {shown(seal.orders)}")])
    for n, order in enumerate(seal.orders, 1):
        _note_malformed(position, order, f"order {n}", problems)
    problems.raise_any(CANNOT_READ)


def _note_malformed(position: PlottedPosition, order: object, where: str, problems: Problems) -> None:
    """Note everything that is malformed in one order."""
    hexmap = position.map
    if not isinstance(order, Order):
        problems.add(where, f"expected an order, not {shown(order)}")
        return
    if not isinstance(order.kind, str) or order.kind not in ORDERS:
        problems.unknown(where, "order", order.kind, ORDERS)
    if order.facing is not None and order.facing not in hexmap.compass:
        problems.unknown(where, "side of a hex", order.facing, hexmap.compass)
    if not isinstance(order.route, tuple) or len(order.route) > LONGEST_ROUTE:
        problems.add(where, f"expected a route of at most {LONGEST_ROUTE} hexes, not {shown(order.route)}")
        return
    for k, space in enumerate((order.unit, *order.route), 1):
        if hexmap.find(space) is None:
            problems.add(f"{where}, hex {k}", hexmap.explain_unknown(space))
        elif not isinstance(space, str):
            problems.add(f"{where}, hex {k}", f"expected a name such as {hexmap.name(hexmap.index(space))!r}")
