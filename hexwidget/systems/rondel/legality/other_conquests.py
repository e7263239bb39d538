"""The conquests that are possible instead of the one that was asked for."""

from __future__ import annotations

from hexwidget.systems.rondel.actions import Conquer
from hexwidget.systems.rondel.legality.remedies import Far, Kin, Offer, nearest
from hexwidget.systems.rondel.position import RondelPosition


def another_payment(position: RondelPosition, asked: Conquer) -> Offer:
    """R4.5: the nearest payment for the same city."""

    def far(it: Conquer) -> Far:
        return (it.giving != asked.giving, _apart(it, asked)) if it.at == asked.at else None

    return nearest(position, asked, Kin(Conquer, far, "pay the defence strength: {action}", "R4.5"))


def another_to_give_up(position: RondelPosition, asked: Conquer) -> Offer:
    """R4.6: the same conquest, with another city or none that is given up."""

    def far(it: Conquer) -> Far:
        return (_apart(it, asked),) if it.at == asked.at else None

    tokens = position.settings["city_tokens"]
    full = len(position.cities_of(position.players.index(asked.player))) >= tokens
    words = "give up one of your cities: {action}" if full else "give up no city: {action}"
    return nearest(position, asked, Kin(Conquer, far, words, "R4.6"))


def another_city(position: RondelPosition, asked: Conquer) -> Offer:
    """R4.1: another city that can be conquered."""

    def far(it: Conquer) -> Far:
        return (it.giving != asked.giving, _apart(it, asked)) if it.at != asked.at else None

    return nearest(position, asked, Kin(Conquer, far, "another city can be conquered: {action}", "R4.1"))


def _apart(it: Conquer, asked: Conquer) -> int:
    """The number of units by which two payments differ."""
    return abs(it.legions - asked.legions) + abs(it.galleys - asked.galleys)
