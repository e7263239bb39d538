"""The units that can move or be laid down instead of the one that was asked for, and the ways that they can take."""

from __future__ import annotations

from hexwidget.rules import Remedy
from hexwidget.systems.rondel.actions import Lay, Move
from hexwidget.systems.rondel.atlas import crossings
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, nearest
from hexwidget.systems.rondel.position import RondelPosition


def another_unit(position: RondelPosition, asked: Move | Lay, otherwise: Remedy | None = None) -> Offer:
    """Another unit goes to the same province, or is laid down.

    :param otherwise: the remedy if there is no such unit
    """
    if isinstance(asked, Lay):
        at = asked.at
        there = Kin("another unit can be laid down: {action}", "R2.4", lambda it: it.at == at)
        return nearest(position, asked, there, otherwise=otherwise)
    return nearest(position, asked, *_units_that_go(asked), otherwise=otherwise)


def another_way(position: RondelPosition, asked: Move) -> Offer:
    """Another unit goes there, or the unit takes a way for which it has enough actions."""
    here, elsewhere = _units_that_go(asked)
    borders = crossings(position.map, asked.kind, position.map.index(asked.to))

    def way(step: Move) -> bool:
        n = borders.get(position.map.index(step.to))
        mine = (step.kind, step.origin) == (asked.kind, asked.origin) and asked.left in (None, step.left)
        return n is not None and mine and n < (step.left or 0)

    round_about = Kin("there is another way, and the unit has enough actions for it: {action}", "R2.2", way)
    return nearest(position, asked, here, round_about, elsewhere)


def _units_that_go(asked: Move) -> tuple[Kin, Kin]:
    """The units that can go to the same province: from the same one, and from elsewhere."""
    here, there = asked.origin, asked.to
    return (
        Kin("another unit can go there: {action}", "R2.2", lambda it: (it.origin, it.to) == (here, there)),
        Kin("a unit from elsewhere can go there: {action}", "R2.2", lambda it: it.to == there != here),
    )
