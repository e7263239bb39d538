"""The objections to sealed orders, clause by clause. Each predicate is named after what its clause says.

`moment` tells if orders are written now, `orders` judges each order, `integrity` judges a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwidget.rules import Finding, Remedy, Rulebook, Status, Verdict, bars, judged
from hexwidget.systems.plotted.actions import GRAMMAR, Order, Seal
from hexwidget.systems.plotted.legality.integrity import check_position
from hexwidget.systems.plotted.legality.moment import the_moment
from hexwidget.systems.plotted.legality.orders import objections_to_order
from hexwidget.systems.plotted.position import PlottedPosition

__all__ = ["check", "check_order", "check_position", "objections"]


def check(position: PlottedPosition, seal: Seal, rulebook: Rulebook) -> Verdict:
    """The verdict on sealed orders, with every clause that bars one of them.

    :raises InputError: if they are malformed
    """
    seat = GRAMMAR.check(position, seal)
    findings = tuple(the_moment(position, seat)) or tuple(objections(seal, position, seat))
    return judged(position, seal, findings, rulebook)


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
