"""Two orders a turn: initiative by dice, seven kinds of orders, a roster that a scenario may extend.

- values: `roster` (units, buildings and spells), `position`, `actions` (the orders and their grammar)
- positions from and to plain data: `description`, `consistency`; in words: `words`
- rules: `legality` (what bars an order, and a position), `initiative` and `battle` (dice and their odds), `effects`, `outcome`
- the board: `choices` (clicks become orders), `appearance`, `editing`
- `fast`: rules restated for speed
- `system`: the answers to the protocol's questions
"""

from hexwidget.systems.orders.system import ORDERS

__all__ = ["ORDERS"]
