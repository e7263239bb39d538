"""Melee: dice for each pair, losses, and their exact odds (P5.2)."""

from __future__ import annotations

from fractions import Fraction

from hexwidget.rules.odds import Duel, Odds
from hexwidget.systems.plotted.position import Melee, PlottedPosition

DIE = 20
CHARGE_BONUS = 2
"""What a CHARGE of `CHARGE_HEXES` or more adds to the roll."""
CHARGE_HEXES = 2


def due(position: PlottedPosition) -> tuple[Melee, int] | None:
    """The pair whose die is rolled next, and which of the two rolls it (0 or 1)."""
    return next(((pair, len(pair.rolls)) for pair in position.melees if len(pair.rolls) < 2), None)


def bonus(pair: Melee, side: int) -> int:
    """What is added to the die of one side."""
    return CHARGE_BONUS if pair.charged[side] else 0


def losses(pair: Melee) -> tuple[int, int]:
    """What both sides lose: the lower roll 1, equal rolls 1 each."""
    a, b = (pair.rolls[side] + bonus(pair, side) for side in (0, 1))
    return (a <= b, b <= a)


def duel(pair: Melee) -> Duel:
    """The odds that the first unit of a pair rolls higher than the second, as high, or lower; dice that lie count as they
    lie."""
    first, second = (
        (Odds.certain(pair.rolls[side]) if side < len(pair.rolls) else Odds.die(DIE)) + bonus(pair, side)
        for side in (0, 1)
    )
    return first.against(second)


def survival(position: PlottedPosition, at: int) -> Fraction:
    """How likely the unit on a hex has strength left after all its melees."""
    unit = position.by_hex[at]
    lost = Odds.certain(0)
    for pair in position.melees:
        if at in pair.hexes:
            found = duel(pair)
            keeps = found.higher if pair.hexes[0] == at else found.lower
            parts = keeps.denominator
            lost += Odds(0, (keeps.numerator, parts - keeps.numerator))
    return sum((p for n, p in lost.items() if n < unit.strength), Fraction(0))
