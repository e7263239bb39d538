"""The odds table: strengths, columns, results of the die."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from hexwidget.rules import ChanceNode

from .position import CountersPosition, Unit

COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
TABLE = (
    ("A1", "A1", "EX", "EX", "DR", "D1"),
    ("A1", "EX", "EX", "DR", "DR", "D1"),
    ("A1", "NE", "DR", "DR", "D1", "DE"),
    ("NE", "NE", "DR", "D1", "D1", "DE"),
    ("NE", "DR", "D1", "D1", "DE", "DE"),
    ("DR", "DR", "D1", "DE", "DE", "DE"),
)
"""C3.4: the result of each face of the die, by columns."""
RESULTS = {
    "A1": "the strongest attacker loses a step", "NE": "nothing happens", "EX": "each side loses a step",
    "DR": "the defenders retreat", "D1": "the defenders lose a step and retreat", "DE": "the defenders are removed",
}  # fmt: skip
DIE = tuple((str(face), Fraction(1, 6)) for face in range(1, 7))


def strengths(position: CountersPosition, attackers: Iterable[Unit], target: str) -> tuple[int, int]:
    """The sums of attack and defence (C3.2)."""
    return sum(position.strength(unit, target) for unit in attackers), sum(unit.defence for unit in position.on(target))


def column(position: CountersPosition, attackers: Iterable[Unit], target: str) -> int:
    """The column of an attack (C3.2, C3.3)."""
    attack, defence = strengths(position, attackers, target)
    found = 0 if attack < defence else min(attack // max(1, defence), len(COLUMNS) - 1)
    helped = position.map.terrain(target) in ("wood", "hill") or target in position.towns
    return max(0, found - helped)


def chance(position: CountersPosition) -> ChanceNode | None:
    """C3.4: the die of an attack."""
    due = position.battle is not None and position.battle.stage == "die"
    return ChanceNode("die", DIE, "C3.4", "the die of the attack") if due else None
