"""Maneuvers with depletion: armies on hexes move once, pay with cubes, march at a price.

The rooms, from the ground up:

- values: `units`, `provinces` (what is there to explore), `position`, `actions`
- reading and writing: `setup`, `exploring`, `line` (positions), `text` (actions)
- a maneuver laid against a position: `crossing` (who rides, who wades), `plan` (costs), `corps` (several at once)
- what bars: `maneuvers`, `attacks`, `battle` (and its odds), asked by `legality`; `integrity` (what a position may not be)
- where to: `movement` (reach), `voyage` (units that are ferried), `search` and `ferry_search` (every maneuver), `enumeration`,
  `danger` and `danger_arrays` (everybody's reach at once)
- what happens: `effects`, `outcome`; `lockstep` (many games at once, on arrays)
- the board: `choices` (clicks to actions), `drafting` (a maneuver in the making), `parts` (of a corps), `appearance`
- `system`: the protocol's face
"""

from hexwidget.systems.depletion.system import DEPLETION

__all__ = ["DEPLETION"]
