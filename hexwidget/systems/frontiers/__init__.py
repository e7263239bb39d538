"""Heartlands and frontiers: players deploy cards at home, commit units to frontiers, and fight in all frontiers at once.

- `cards`: cards, and the bundled set in ``cards.json``; `position`: the immutable position; `mat`: the zones and their cards
- `actions`: the actions and their grammar; `phrases`: the parts of their texts that need more than a word
- `description`: positions from and to plain data; `words`: positions in words
- `payments`, `targets`, `combat`: the ways to pay a cost, to aim a card and to split damage, and what combat comes to
- `legality`: what bars an action; `effects`: what an action does; `outcome`: the end of the game
- `choices`: clicks to actions; `appearance`: the scene; `editing`: the brushes of the editor
- `fast`: listing legal actions, and looking ahead; `system`: the answers to the protocol's questions
"""

from hexwidget.systems.frontiers.system import FRONTIERS

__all__ = ["FRONTIERS"]
