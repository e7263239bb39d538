"""Melee: dice for each pair, losses, and their exact odds (P5.2)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from hexwidget.english import translated, worded
from hexwidget.rules import Duel, Fighter, Forecast, Odds, Share
from hexwidget.systems.plotted.position import DIE, Melee, PlottedPosition
from hexwidget.systems.plotted.units import KINDS

CHARGE_BONUS = 2
"""The bonus on the roll for a CHARGE of `CHARGE_HEXES` or more."""
CHARGE_HEXES = 2


def due(position: PlottedPosition) -> tuple[Melee, int] | None:
    """The pair whose die is rolled next, and the side that rolls it (0 or 1)."""
    return next(((pair, len(pair.rolls)) for pair in position.melees if len(pair.rolls) < 2), None)


def bonus(pair: Melee, side: int) -> int:
    """The bonus on the die of one side."""
    return CHARGE_BONUS if pair.charged[side] else 0


def losses(pair: Melee) -> tuple[int, int]:
    """The losses of both sides: 1 for the lower roll, 1 each for equal rolls."""
    a, b = (pair.rolls[side] + bonus(pair, side) for side in (0, 1))
    return (a <= b, b <= a)


def duel(pair: Melee) -> Duel:
    """The odds that the first unit of a pair rolls higher than the second, as high, or lower. Dice that are rolled already
    count."""
    return _duel(pair.charged, pair.rolls)


@lru_cache(maxsize=2048)
def _duel(charged: tuple[bool, bool], rolls: tuple[int, ...]) -> Duel:
    first, second = (
        (Odds.certain(rolls[side]) if side < len(rolls) else Odds.die(DIE)) + CHARGE_BONUS * charged[side]
        for side in (0, 1)
    )
    return first.against(second)


def forecast(position: PlottedPosition, pair: Melee) -> Forecast:
    """The odds of a pair, with the dice of both units."""
    found, units = duel(pair), [position.by_hex[at] for at in pair.hexes]
    first, second = (position.players[unit.owner] for unit in units)
    where = [position.map.name(at) for at in pair.hexes]
    shares = (
        Share(worded("{0} loses 1", where[1]), float(found.higher), first),
        Share(translated("both lose 1"), float(found.equal)),
        Share(worded("{0} loses 1", where[0]), float(found.lower), second),
    )
    fighters = tuple(
        Fighter(
            position.players[unit.owner],
            KINDS[unit.kind].symbol,
            worded("{unit} on {0}", name, unit=unit.called),
            translated("d20") + (f" + {more}" if (more := bonus(pair, side)) else ""),
        )
        for side, (unit, name) in enumerate(zip(units, where, strict=True))
    )
    return Forecast(worded("{0} against {1}", *where), tuple(s for s in shares if s.part), fighters)


def survival(position: PlottedPosition, at: int) -> Fraction:
    """The probability that the unit on a hex has strength left after all its melees."""
    fights = [(pair.charged, pair.rolls, pair.hexes.index(at)) for pair in position.melees if at in pair.hexes]
    return _survival(position.by_hex[at].strength, tuple(sorted(fights)))


@lru_cache(maxsize=2048)
def _survival(strength: int, fights: tuple[tuple[tuple[bool, bool], tuple[int, ...], int], ...]) -> Fraction:
    """The probability that a unit survives.

    :param fights: for each of its melees, the units that have charged, the dice rolled so far, and the side of the unit
    """
    lost = Odds.certain(0)
    for charged, rolls, side in fights:
        found = _duel(charged, rolls)
        keeps = found.lower if side else found.higher
        parts = keeps.denominator
        lost += Odds(0, (keeps.numerator, parts - keeps.numerator))
    return sum((p for n, p in lost.items() if n < strength), Fraction(0))
