"""A wargame of declared parts: movement, zones of control, stacking, combat, supply, arrivals and the sequence of play.

Each part is a declaration with the author's own clauses and words. It can be asked alone, about any position that has a map, players
and units. `Wargame` makes a rule system of them: legality, the listing, reach, effects, clicks and counters follow from the same
declarations. May import `hexwidget.geometry`, `hexwidget.scene` and `hexwidget.rules`.
"""

from hexwidget.wargame.actions import Assault, Attack, Done, Lose, Move, WarListing, grammar_of
from hexwidget.wargame.arrivals import Arrivals
from hexwidget.wargame.base_classes import Battle, WarPosition, WarUnit
from hexwidget.wargame.combat import Combat, Shift
from hexwidget.wargame.movement import Movement
from hexwidget.wargame.sequence import Sequence, WarPhase
from hexwidget.wargame.stacking import Stacking
from hexwidget.wargame.supply import Supply
from hexwidget.wargame.system import WarDesk, Wargame
from hexwidget.wargame.table import ALL, EXCHANGE, Effect, ResultsTable
from hexwidget.wargame.zones import Zones

__all__ = ["ALL", "EXCHANGE", "Arrivals", "Assault", "Attack", "Battle", "Combat", "Done", "Effect", "Lose", "Move"]
__all__ += ["Movement", "ResultsTable", "Sequence", "Shift", "Stacking", "Supply", "WarDesk", "WarListing", "WarPhase"]
__all__ += ["WarPosition", "WarUnit", "Wargame", "Zones", "grammar_of"]
