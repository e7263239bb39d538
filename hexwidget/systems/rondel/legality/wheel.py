"""The marker on the wheel: the wedges that it goes on, their price, and the goods that pay for them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted, verb
from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.actions import Wheel
from hexwidget.systems.rondel.atlas import FREE_WEDGES, GOODS, WHEEL
from hexwidget.systems.rondel.goods import price_of_wedges
from hexwidget.systems.rondel.legality.remedies import Kin, nearest
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import goods_in_words

OTHER_GOODS = Kin("pay otherwise: {action}", "R5.4", lambda asked, it: it.wedges == asked.wedges)


def marker_goes_on(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.1, R5.4: the marker goes on by 1 to 8 wedges, which the nation can pay for, with the goods that it names."""
    yield from within_its_means(action, position, seat)
    yield from goods_that_pay(action, position, seat)


@bars("R5.1")
def within_its_means(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.1: the marker goes on at most once round, and the nation can pay for the wedges that are not free."""
    most, have = len(WHEEL), position.means(seat)
    can = min(most, FREE_WEDGES + have)
    words = f"move on at most {counted(can, 'wedge')}" if action.wedges > can else "move on at least 1 wedge"
    offer = nearest(position, action, Kin(words, "R5.1", lambda _, it: it.paying is None))
    if not 1 <= action.wedges <= most:
        wording = "the marker goes on by 1 to {most} wedges, not {wedges}"
        yield Finding("R5.1", "wedges", (), {"most": most, "wedges": action.wedges}, wording, offer)
    elif action.wedges - FREE_WEDGES > have:
        cost, paid = action.wedges - FREE_WEDGES, "good" if position.whole else "resource"
        numbers = {"cost": cost, "have": have or "none", "wedges": action.wedges, "player": position.players[seat]}
        wording = f"{{wedges}} wedges cost {{cost:{paid}}}, and {{player:has}} {{have}}"
        yield Finding("R5.1", "resources", (), numbers, wording, offer)


# ---------------------------------------------------------------------- goods
@bars("R5.4")
def goods_that_pay(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.4: the goods that are named make up the price, and the store has them. Only the whole wheel has goods."""
    if action.paying is None:
        return
    offer = nearest(position, action, OTHER_GOODS)
    if not position.whole:
        wording = "wedges are paid with resources in this game, and no goods are named"
        yield Finding("R5.4", "no_goods", (), {}, wording, offer)
        return
    if not 1 <= action.wedges <= len(WHEEL):
        return
    price, store = price_of_wedges(action.wedges), position.stores[seat]
    if action.paying.goods != price:
        cost = f"{verb('costs', action.wedges)} {'{price:good}' if price else 'nothing'}"
        numbers = {"wedges": action.wedges, "price": price, "named": goods_in_words(action.paying)}
        wording = f"{{wedges:wedge}} {cost}, and the payment is {{named}}"
        yield Finding("R5.4", "price", (), numbers, wording, offer)
    for good, named, have in zip(GOODS, action.paying, store, strict=True):
        if named > have:
            lacks = {"n": f"{named} {good}", "have": have or "none", "player": position.players[seat]}
            yield Finding("R5.4", "store", (), lacks, "the payment is {n}, and {player:has} {have}", offer)
