"""The objections to sealed orders, clause by clause. Each predicate is named after what its clause says.

`orders` tells if orders are written now, and judges each order; `integrity` judges a position, `remedies` looks for legal
orders near those that are barred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from hexwidget.rules import Finding, Silence, Verdict, bars, judged_as
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.legality.integrity import INTEGRITY
from hexwidget.systems.plotted.legality.orders import (
    Case,
    not_out_of_a_melee,
    objections_to_order,
    own_units_only,
    the_moment,
)
from hexwidget.systems.plotted.legality.remedies import with_remedy
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import REST

__all__ = ["INTEGRITY", "SILENCES", "check_order", "check_unit", "held_in_melee", "objections", "reasons"]


def reasons(position: PlottedPosition, action: Seal) -> Iterator[Finding]:
    """The findings against sealed orders that are well-formed, each once: on the moment, and on each order."""
    seat = position.players.index(action.player)
    return iter(dict.fromkeys(chain(the_moment(position, seat), objections(action, position, seat))))


def check_order(position: PlottedPosition, seat: int, order: Order, beside: tuple[Order, ...] = ()) -> Verdict:
    """The verdict on one order by itself. Remedies are whole sheets with the orders beside it."""
    case = Case(position, seat, order, beside)
    findings = (with_remedy(finding, case) for finding in objections_to_order(case))
    return judged_as(position, str(order), dict.fromkeys(findings))


def check_unit(position: PlottedPosition, seat: int, space: str) -> Verdict:
    """P1.7: the verdict on choosing the unit on a hex to write its order."""
    case = Case(position, seat, Order(space, REST))
    return judged_as(position, str(case.order), own_units_only(case, case.unit))


def held_in_melee(position: PlottedPosition, seat: int, order: Order, beside: tuple[Order, ...]) -> tuple[Finding, ...]:
    """P4.6: the findings against an order without a route yet, for a unit that is engaged."""
    case = Case(position, seat, order, beside)
    held = () if case.unit is None else not_out_of_a_melee(case, case.unit)
    return tuple(with_remedy(finding, case) for finding in held)


def objections(seal: Seal, position: PlottedPosition, seat: int) -> Iterator[Finding]:
    """The findings against orders, whatever the moment."""
    orders = seal.orders
    yield from one_order_a_unit(seal, position, seat)
    for n, order in enumerate(orders):
        case = Case(position, seat, order)
        for finding in objections_to_order(case):
            yield with_remedy(finding, case._replace(beside=(*orders[:n], *orders[n + 1 :])))


@bars("P1.7")
def one_order_a_unit(seal: Seal, position: PlottedPosition, seat: int) -> Iterator[Finding]:
    """P1.7: each unit gets one order at most."""
    for name, times in Counter(order.unit for order in seal.orders).items():
        if times > 1:
            first = next(order for order in seal.orders if order.unit == name)
            case = Case(position, seat, first, tuple(order for order in seal.orders if order is not first))
            wording = ("the unit on {0}" if case.unit else "{0}") + " is given {orders} orders, and may have only one"
            yield with_remedy(Finding("P1.7", "second_order", (name,), {"orders": times}, wording), case)


SILENCES: tuple[Silence, ...] = (
    Silence(
        "P1.7",
        "no_unit",
        ("P1.3", "P1.5", "P4.6"),
        "No unit stands on the hex, so there is no movement value and no melee to judge the order by.",
    ),
)
"""The clauses that stay unsaid beside a finding, because they speak of a unit that does not exist."""
