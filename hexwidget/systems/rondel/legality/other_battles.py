"""Other battles, answers and losses, the most like the one that was asked for."""

from __future__ import annotations

from hexwidget.systems.rondel.actions import Answer, Battle, Lose
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, nearest
from hexwidget.systems.rondel.position import RondelPosition


def another_battle(position: RondelPosition, asked: Battle) -> Offer:
    """The same battle with other pairs or losses, one with another enemy or kind of units, or one elsewhere."""

    def same(it: Battle) -> bool:
        return (it.at, it.enemy, it.kind) == (asked.at, asked.enemy, asked.kind)

    return nearest(
        position,
        asked,
        Kin("these units can fall: {action}", "R3.5", same),
        Kin("there can be another battle here: {action}", "R3.4", lambda it: it.at == asked.at),
        Kin("there can be a battle elsewhere: {action}", "R3.4"),
    )


def own_battle(position: RondelPosition, asked: Answer) -> Offer | None:
    """R3.4: a nation that is not asked asks for battle itself."""
    kin = Kin("ask for battle yourself: {action}", "R3.4", of=Battle)
    return None if asked.pairs == 0 else nearest(position, asked, kin)


def other_pairs(position: RondelPosition, asked: Answer) -> Offer:
    """R3.5: the nearest number of pairs."""
    return nearest(position, asked, Kin("fight with as many as may fall: {action}", "R3.5", lambda it: it.pairs != 0))


def other_losses(position: RondelPosition, asked: Lose) -> Offer:
    """R3.5: the units nearest to those that were named."""
    return nearest(position, asked, Kin("name units that stand there: {action}", "R3.5"))
