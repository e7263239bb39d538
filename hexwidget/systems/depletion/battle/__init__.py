"""Battle by the bag (D9).

- `odds`: the cubes that they put into the bag, and how likely each result is
- `losses`: attacker and defender, and the things that fall
- `declaration`: the battle that an attack begins, and its odds beforehand
"""

from hexwidget.systems.depletion.battle.odds import BattleOdds

__all__ = ["BattleOdds"]
