"""The battles, pairs and losses that may be named instead of those that were asked for."""

from __future__ import annotations

from collections import Counter

from hexwidget.systems.rondel.actions import Answer, Battle, Lose
from hexwidget.systems.rondel.legality.remedies import Far, Kin, Offer, nearest
from hexwidget.systems.rondel.position import RondelPosition


def another_battle(position: RondelPosition, asked: Battle) -> Offer:
    """The same battle with other pairs or losses, one with another enemy or kind of units, or one elsewhere."""

    def same(it: Battle) -> Far:
        if (it.at, it.enemy, it.kind) != (asked.at, asked.enemy, asked.kind):
            return None
        pairs = abs((it.pairs or 0) - asked.pairs) if asked.pairs else -(it.pairs or 0)
        return (pairs, _apart(it.losing, asked.losing))

    def here(it: Battle) -> Far:
        return (it.enemy != asked.enemy, it.kind != asked.kind, -(it.pairs or 0)) if it.at == asked.at else None

    def elsewhere(it: Battle) -> Far:
        return (it.enemy != asked.enemy, it.kind != asked.kind, -(it.pairs or 0))

    return nearest(
        position,
        asked,
        Kin(Battle, same, "these units can fall: {action}", "R3.5"),
        Kin(Battle, here, "there can be another battle here: {action}", "R3.4"),
        Kin(Battle, elsewhere, "there can be a battle elsewhere: {action}", "R3.4"),
    )


def own_battle(position: RondelPosition, asked: Answer) -> Offer | None:
    """R3.4: a nation that is not asked asks for battle itself."""
    if asked.pairs == 0:
        return None
    kin = Kin(Battle, lambda it: (-(it.pairs or 0),), "ask for battle yourself: {action}", "R3.4")
    return nearest(position, asked, kin)


def other_pairs(position: RondelPosition, asked: Answer) -> Offer:
    """R3.5: the nearest number of pairs."""

    def far(it: Answer) -> Far:
        return None if it.pairs == 0 else (abs((it.pairs or 0) - (asked.pairs or 0)),)

    return nearest(position, asked, Kin(Answer, far, "fight with as many as may fall: {action}", "R3.5"))


def other_losses(position: RondelPosition, asked: Lose) -> Offer:
    """R3.5: the units nearest to those that were named."""
    kin = Kin(Lose, lambda it: (_apart(it.losing, asked.losing),), "name units that stand there: {action}", "R3.5")
    return nearest(position, asked, kin)


def _apart(one: tuple[int, ...] | None, other: tuple[int, ...] | None) -> int:
    """The number of units by which two lists of losses differ."""
    a, b = Counter(one or ()), Counter(other or ())
    return ((a - b) + (b - a)).total()
