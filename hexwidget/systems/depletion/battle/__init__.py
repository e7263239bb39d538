"""Battle by the bag (D9).

- `sides`: attacker and defender
- `odds`: the cubes that they put into the bag, and how likely each result is
- `losses`: the things that fall
- `declared`: the battle that an attack begins, and its odds beforehand
"""

from hexwidget.systems.depletion.battle.odds import BattleOdds

__all__ = ["BattleOdds"]
