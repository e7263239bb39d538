"""Battles one for one (R3.2, R3.5), and the defence strength of a city (R4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwidget.rules.candidates import Each
from hexwidget.rules.lazy_sequences import Takings
from hexwidget.systems.rondel.position import KINDS, City, Group, RondelPosition

BONUS = {"DEMOCRACY": 2, "MONARCHY": 1}
"""R4.3, R4.4: the bonus of each form of government. Only the higher one counts."""


def most_pairs(position: RondelPosition, at: int, enemy: int, kind: str) -> int:
    """R3.5: the number of units of the kind that the smaller side has."""
    return min(position.count(at, position.active, kind), position.count(at, enemy, kind))


def fights(position: RondelPosition, at: int) -> Iterator[tuple[int, str, int]]:
    """R3.4, R3.6: the battles of the active nation that there can be in a province: the enemy, the kind of units, and the most
    pairs."""
    for enemy in position.strangers(at, position.active):
        for kind in KINDS:
            most = most_pairs(position, at, enemy, kind)
            if most:
                yield enemy, kind, most


def losses(position: RondelPosition, at: int, kind: str, pairs: int) -> Sequence[tuple[int, ...]]:
    """R3.5: the ways to lose units of the active nation, each as their actions left, ascending. Units with the fewest actions
    left come first. They are numbered, and made on demand."""
    groups = position.groups(at, position.active, kind)
    return Each(_lefts, (groups,), Takings([g.size for g in groups], pairs))


def _lefts(groups: Sequence[Group], way: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(g.left for g, n in zip(groups, way, strict=True) for _ in range(n))


def can_be_lost(groups: Sequence[Group], pairs: int, losing: tuple[int, ...]) -> bool:
    """R3.5: True if these units, by their actions left, are as many as the pairs and stand there."""
    return len(losing) == pairs and not Counter(losing) - Counter({g.left: g.size for g in groups})


@dataclass(frozen=True, slots=True)
class Defence:
    """The defence strength of a city, and its parts."""

    city: int
    temple: bool
    units: int
    bonus: int
    government: str

    @property
    def strength(self) -> int:
        """The sum."""
        return self.city + self.units + self.bonus

    def __str__(self) -> str:
        parts = [f"{self.city} ({'temple' if self.temple else 'city'})"]
        if self.units:
            parts.append(f"{self.units} ({'unit' if self.units == 1 else 'units'})")
        if self.bonus:
            parts.append(f"{self.bonus} ({self.government})")
        return f"{self.strength}" if len(parts) == 1 else f"{' + '.join(parts)} = {self.strength}"


def defence(position: RondelPosition, city: City) -> Defence:
    """R4.3, R4.4: 1, or 3 with a temple; the defender's units in the province; its form of government.

    >>> import hexwidget as hw
    >>> position = hw.scenario("rondel/strength-six").position
    >>> str(defence(position, position.city_at[position.map.index("athens")]))
    '3 (temple) + 2 (units) + 1 (MONARCHY) = 6'
    """
    known = [name for name in BONUS if name in position.know_how[city.owner]]
    government = known[0] if known else ""
    base = 3 if city.temple else 1
    return Defence(base, city.temple, position.count(city.at, city.owner), BONUS.get(government, 0), government)
