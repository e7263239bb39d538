"""Maneuvers with depletion: armies on hexes move once, pay with cubes, and march at a price.

- values: `units`, `provinces` (unexplored land and its finds), `position`, `actions`
- reading and writing: `description` (positions), `language` (the texts of actions), `words` (positions in sentences)
- `maneuver`: a maneuver laid against a position, what it costs, and how far it comes
- `battle`: the bag of cubes, its odds, and losses
- `legality`: everything that bars an action or a position
- `effects`, `outcome`: the effects of an action, and the winner
- `choices`: clicks become actions
- `appearance`, `editing`: the scene of a position, and the brushes of the editor
- `fast`: rules restated for speed
- `system`: the answers to the protocol's questions
"""

from hexwidget.systems.depletion.system import DEPLETION

__all__ = ["DEPLETION"]
