"""Maneuvers with depletion: armies on hexes move once, pay with cubes, and march at a price.

- values: `units`, `provinces` (unexplored land and its finds), `position`, `actions`
- reading and writing: `description` (positions), `language` (the texts of actions), `words` (positions in sentences)
- `maneuver`: a maneuver laid against a position, what it costs, and how far it comes
- `battle`: the bag of cubes, its odds, and losses
- `legality`: everything that bars an action or a position
- `effects`, `outcome`: what an action does, and who has won
- `choices`: clicks become actions
- `appearance`, `editing`: what a board shows, and what a person changes on it by hand
- `fast`: what restates rules for speed
- `system`: the face towards the protocol
"""

from hexwidget.systems.depletion.system import DEPLETION

__all__ = ["DEPLETION"]
