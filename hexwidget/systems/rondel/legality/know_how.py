"""Know-how: new to the nation, after the know-how that it needs, and for the price."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, bars
from hexwidget.rules.remedies import first_do
from hexwidget.systems.rondel.actions import Obtain
from hexwidget.systems.rondel.goods import price_of_know_how
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, nearest
from hexwidget.systems.rondel.position import NEEDS, RondelPosition

ANOTHER = Kin("other know-how can be obtained: {action}", "R6.4")


def know_how_for_gold(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: new know-how, for which the nation has what it needs and the gold."""
    if position.whole:
        yield from not_known_yet(action, position, seat)
        yield from needs_known(action, position, seat)
        yield from gold_for_know_how(action, position, seat)


@bars("R6.4")
def not_known_yet(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: the nation does not have the know-how."""
    if action.know_how in position.know_how[seat]:
        numbers = {"player": position.players[seat], "name": action.know_how}
        offer = nearest(position, action, ANOTHER)
        yield Finding("R6.4", "known", (), numbers, "{player:has} {name} already", offer)


@bars("R6.4")
def needs_known(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: the nation has the know-how that this one needs."""
    needs = NEEDS.get(action.know_how)
    if needs is not None and needs not in position.know_how[seat]:
        numbers = {"player": position.players[seat], "name": action.know_how, "needs": needs}
        wording = "{name} needs {needs}, which {player:does} not have"
        yield Finding("R6.4", "needs", (), numbers, wording, _what_it_needs(position, action, needs))


@bars("R6.4")
def gold_for_know_how(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: the nation has the gold that the know-how costs: less if a nation has it already."""
    price, have = price_of_know_how(position, action.know_how), position.store(seat).gold
    if have < price:
        numbers = {"name": action.know_how, "price": price, "have": have or "none", "player": position.players[seat]}
        offer = nearest(position, action, ANOTHER)
        yield Finding("R6.4", "price", (), numbers, "{name} costs {price} gold, and {player:has} {have}", offer)


def _what_it_needs(position: RondelPosition, asked: Obtain, needs: str) -> Offer:
    """R6.4: the know-how is obtained that another one needs."""
    price = price_of_know_how(position, needs)
    words = f"first obtain {needs} for {price} gold, which cannot be taken back"
    return lambda: first_do(position, Obtain(asked.player, needs), asked, words, "R6.4")
