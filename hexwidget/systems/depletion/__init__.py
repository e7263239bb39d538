"""Maneuvers with depletion: armies on hexes move once, pay with cubes, march at a price.

The rooms: `units` and `position` (values), `actions` and `text` (what players do and how it is written), `setup`
(positions from descriptions), `movement` (costs and reach), `legality` (what bars an action), `effects` (what an action
does), `outcome`, `choices` (clicks to actions), `appearance` (what it looks like), `system` (the protocol's face).
"""

from hexwidget.systems.depletion.system import DEPLETION

__all__ = ["DEPLETION"]
