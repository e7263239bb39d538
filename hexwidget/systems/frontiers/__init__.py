"""Heartlands and frontiers: cards deployed at home, committed to frontiers, and fought with there, all at once.

The rooms: `cards` (what a card is, and the bundled set in ``cards.json``), `position` (values), `mat` (the zones and where
the cards lie), `actions` and `text` (what may be done and how it is written), `setup` (positions from descriptions),
`means` (payments and targets), `combat` (damage assigned and dealt), `legality` (what bars an action), `integrity` (what a
position may not be), `deeds` (what the effects of cards do), `effects` (what an action does), `outcome`, `enumeration`,
`choices` (clicks to actions), `appearance` (what it looks like), `system` (the protocol's face).
"""

from hexwidget.systems.frontiers.system import FRONTIERS

__all__ = ["FRONTIERS"]
