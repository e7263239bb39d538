"""The ways out of a refusal of the whole wheel: the nearest action, and the steps that make an action legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwidget.english import counted
from hexwidget.rules import Remedy
from hexwidget.rules.remedies import first_do, instead
from hexwidget.systems.rondel.actions import Arm, Build, Found, Obtain, RondelAction, Wheel
from hexwidget.systems.rondel.atlas import WHEEL, wedge_name
from hexwidget.systems.rondel.goods import payments, price_of_know_how, price_of_wedges
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, nearest
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import goods_in_words


# ---------------------------------------------------------------------- steps
def to_a_wedge(position: RondelPosition, asked: RondelAction) -> Offer:
    """R5.2: the marker is moved to a wedge on which the action is legal. The cheapest way comes first."""

    def steps() -> Iterator[Remedy | None]:
        seat = position.players.index(asked.player)
        for n in range(1, len(WHEEL) + 1):
            wedge = wedge_name((position.markers[seat] - 1 + n) % len(WHEEL) + 1)
            price = price_of_wedges(n)
            for k, paid in enumerate(payments(position.store(seat), price)):
                step = Wheel(asked.player, n, paid if k else None)
                cost = f"for {goods_in_words(paid)}" if price else "for free"
                words = f"first move the marker on {counted(n, 'wedge')} to {wedge}, {cost}, which cannot be taken back"
                yield first_do(position, step, asked, words, "R5.1")

    return lambda: next(filter(None, steps()), None)


def what_it_needs(position: RondelPosition, asked: Obtain, needs: str) -> Offer:
    """R6.4: the know-how is obtained that another one needs."""
    price = price_of_know_how(position, needs)
    words = f"first obtain {needs} for {price} gold, which cannot be taken back"
    return lambda: first_do(position, Obtain(asked.player, needs), asked, words, "R6.4")


# ---------------------------------------------------------------- other actions
def another_payment(position: RondelPosition, asked: Wheel) -> Offer:
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


def another_temple(position: RondelPosition, asked: Build) -> Offer:
    """R6.2: a temple in another own city."""
    return nearest(position, asked, Kin("another city can have one: {action}", "R6.2"))


def another_arming(position: RondelPosition, asked: Arm) -> Offer:
    """R6.3: other units in the same province, or units in another one."""
    words = "these can be set up: {action}"
    return nearest(position, asked, Kin(words, "R6.3", lambda it: it.at == asked.at), Kin(words, "R6.3"))


def another_know_how(position: RondelPosition, asked: Obtain) -> Offer:
    """R6.4: a know-how that the nation can obtain."""
    return nearest(position, asked, Kin("other know-how can be obtained: {action}", "R6.4"))


def another_founding(position: RondelPosition, asked: Found) -> Offer:
    """R6.5: a city in another province."""
    return nearest(position, asked, Kin("a city can be founded elsewhere: {action}", "R6.5"))
