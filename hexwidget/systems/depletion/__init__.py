"""Maneuvers with depletion: armies on hexes move once, pay with cubes, march at a price.

The rooms: `units` and `position` (values), `actions` and `text` (what players do and how it is written), `setup` and
`line` (positions from descriptions and on one line), `movement` (costs and reach), `legality` and `attacks` (what bars an
action), `integrity` (what a position may not be), `effects` (what an action does), `outcome`, `enumeration`, `choices`
(clicks to actions), `appearance` (what it looks like), `system` (the protocol's face).
"""

from hexwidget.systems.depletion.system import DEPLETION

__all__ = ["DEPLETION"]
