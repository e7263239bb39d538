"""Written routes, moved together: orders are sealed in secret, then all units move step by step.

The rooms: `units` (kinds of units, orders and ground), `position` (values), `actions` and `text` (orders and how they are
written), `setup` (positions from descriptions), `routes` (how many there are, how far one may go on), `legality` (what bars an
order), `integrity` (what a position may not be), `execution` (everybody moved at once), `lockstep` and `lockstep_games` (the
same, and whole games, of many at once on arrays), `melee` (dice and their odds), `effects` (the turn in its steps), `outcome`,
`enumeration`, `written` and `choices` (clicks to orders), `appearance` (what it looks like), `system` (the protocol's face).
"""

from hexwidget.systems.plotted.system import PLOTTED

__all__ = ["PLOTTED"]
