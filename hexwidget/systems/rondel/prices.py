"""The prices on the wheel, and the payments that make them up."""

from __future__ import annotations

from functools import lru_cache

from hexwidget.rules.numbered import Takings
from hexwidget.systems.rondel.atlas import FREE_WEDGES, GOODS
from hexwidget.systems.rondel.position import RondelPosition, Store

FOUNDING = Store(1, 1, 1)
"""R6.5: the price of a city."""


def price_of_wedges(wedges: int) -> int:
    """R5.1: the goods that a move of the marker costs."""
    return max(0, wedges - FREE_WEDGES)


@lru_cache(maxsize=4096)
def payments(store: Store, price: int) -> tuple[Store, ...]:
    """R5.4: the ways to pay a number of goods of any kind. The default comes first; none, if the store has too few."""
    if store.goods < price:
        return ()
    first = default_payment(store, price)
    return (first, *(Store(*paid) for paid in Takings(store, price) if paid != first))


def default_payment(store: Store, price: int) -> Store:
    """R5.4: the payment where no goods are named. The largest store pays all that it can, then the next; of equals, marble, iron,
    gold.

    >>> default_payment(Store(1, 3, 3), 4)
    Store(marble=0, iron=3, gold=1)
    """
    paid = [0, 0, 0]
    for n in sorted(range(len(GOODS)), key=lambda n: -store[n]):
        paid[n] = min(store[n], price - sum(paid))
    return Store(*paid)


def price_of_know_how(position: RondelPosition, name: str) -> int:
    """R6.4: the gold that a know-how costs."""
    had = any(name in known for known in position.know_how)
    return int(position.settings["later_price" if had else "first_price"])
