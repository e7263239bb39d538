"""Stores: the goods that pay for wedges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwidget.english import counted, verb
from hexwidget.rules import Finding, bars
from hexwidget.rules.remedies import instead
from hexwidget.systems.rondel.actions import Wheel
from hexwidget.systems.rondel.atlas import GOODS, WHEEL
from hexwidget.systems.rondel.goods import payments, price_of_wedges
from hexwidget.systems.rondel.legality.remedies import Offer
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import goods_in_words


@bars("R5.4")
def goods_that_pay(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.4: the goods that are named make up the price, and the store has them. Only the whole wheel has goods."""
    if action.paying is None:
        return
    offer = paid_otherwise(position, action)
    if not position.whole:
        wording = "wedges are paid with resources in this game, and no goods are named"
        yield Finding("R5.4", "no_goods", (), {}, wording, offer)
        return
    if not 1 <= action.wedges <= len(WHEEL):
        return
    price, store = price_of_wedges(action.wedges), position.stores[seat]
    if action.paying.goods != price:
        numbers = {
            "wedges": counted(action.wedges, "wedge"),
            "cost": verb("costs", action.wedges),
            "price": counted(price, "good") if price else "nothing",
            "named": goods_in_words(action.paying),
        }
        yield Finding("R5.4", "price", (), numbers, "{wedges} {cost} {price}, and the payment is {named}", offer)
    for good, named, have in zip(GOODS, action.paying, store, strict=True):
        if named > have:
            lacks = {"n": f"{named} {good}", "have": have or "none", "player": position.players[seat]}
            yield Finding("R5.4", "store", (), lacks, "the payment is {n}, and {player:has} {have}", offer)


def paid_otherwise(position: RondelPosition, asked: Wheel) -> Offer:
    """R5.4: the same way on the wheel, paid otherwise. The nearest payment comes first."""

    def others() -> Iterable[Wheel]:
        seat = position.players.index(asked.player)
        if position.whole and asked.paying is not None:
            named = asked.paying
            ways = payments(position.store(seat), price_of_wedges(asked.wedges))
            apart = sorted(ways, key=lambda paid: sum(abs(a - b) for a, b in zip(paid, named, strict=True)))
            for paid in apart:
                yield Wheel(asked.player, asked.wedges, None if paid == ways[0] else paid)
        yield Wheel(asked.player, asked.wedges)

    return lambda: instead(position, others(), "pay otherwise: {action}", "R5.4")
