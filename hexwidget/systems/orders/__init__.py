"""Two orders a turn: initiative by dice, seven kinds of orders, a roster that a scenario may extend.

The rooms: `roster` (what there is to command, build and cast), `position` (values), `actions` and `text` (orders and how
they are written), `setup` (positions from descriptions), `initiative` (who goes first), `battle` (dice and odds of an
attack), `legality` (what bars an order), `integrity` (what a position may not be), `effects` (what an order does), `outcome`,
`enumeration`, `drafts` and `choices` (clicks to orders), `appearance` (what it looks like), `system` (the protocol's face).
"""

from hexwidget.systems.orders.system import ORDERS

__all__ = ["ORDERS"]
