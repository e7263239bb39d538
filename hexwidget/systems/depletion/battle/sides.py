"""The two sides of a battle."""

from __future__ import annotations

from typing import NamedTuple

from hexwidget.systems.depletion.position import Army, Battle, DepletionPosition, Structure
from hexwidget.systems.depletion.units import STRUCTURE, classes_of


class Side(NamedTuple):
    """One side of a battle: its player's seat, armies and, if it defends, structures."""

    seat: int
    armies: tuple[Army, ...]
    structures: tuple[Structure, ...] = ()

    @property
    def classes(self) -> set[str]:
        """The classes of its units and structures (D1.9)."""
        found = {kind for army in self.armies for kind in classes_of(army.units)}
        return found | ({STRUCTURE} if self.structures else set())


def sides(position: DepletionPosition, battle: Battle) -> tuple[Side, Side]:
    """Attacker and defender."""
    armies = tuple(a for at in battle.origins if (a := position.army_of(position.turn, at)) is not None)
    defending = position.army_of(battle.defender, battle.target)
    built = tuple(s for s in position.structures if (s.at, s.owner) == (battle.target, battle.defender))
    return Side(position.turn, armies), Side(battle.defender, (defending,) if defending else (), built)


def place_of(side: Side) -> int:
    """The hex of the defending side."""
    return (side.armies[0] if side.armies else side.structures[0]).at
