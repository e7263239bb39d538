"""Other conquests, the most like the one that was asked for."""

from __future__ import annotations

from hexwidget.systems.rondel.actions import Conquer
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, nearest
from hexwidget.systems.rondel.position import RondelPosition


def another_payment(position: RondelPosition, asked: Conquer) -> Offer:
    """R4.5: the nearest payment for the same city."""
    return nearest(position, asked, Kin("pay the defence strength: {action}", "R4.5", lambda it: it.at == asked.at))


def another_to_give_up(position: RondelPosition, asked: Conquer) -> Offer:
    """R4.6: the same conquest, with another city or none that is given up."""
    tokens = position.settings["city_tokens"]
    full = len(position.cities_of(position.players.index(asked.player))) >= tokens
    words = "give up one of your cities: {action}" if full else "give up no city: {action}"
    return nearest(position, asked, Kin(words, "R4.6", lambda it: it.at == asked.at))


def another_city(position: RondelPosition, asked: Conquer) -> Offer:
    """R4.1: another city that can be conquered."""
    kin = Kin("another city can be conquered: {action}", "R4.1", lambda it: it.at != asked.at)
    return nearest(position, asked, kin)
