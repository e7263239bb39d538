"""Legions, galleys and cities: a maneuver on a map of provinces, and the wheel that it is due on.

The rooms: `atlas` (the maps and the wheel), `position` (values), `actions` and `text` (what may be done and how it is
written), `setup` (positions from descriptions), `legality` (what bars an action), `integrity` (what a position may not be),
`battle` (who falls), `effects` (what an action does), `outcome`, `enumeration`, `choices` (clicks to actions), `appearance`
(what it looks like), `system` (the protocol's face).
"""

from hexwidget.systems.rondel.system import RONDEL

__all__ = ["RONDEL"]
