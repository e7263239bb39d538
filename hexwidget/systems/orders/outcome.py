"""The end of a game of `orders`, and its winner (O1.9)."""

from __future__ import annotations

from hexwidget.english import agree
from hexwidget.rules import Outcome
from hexwidget.systems.orders.position import OrdersPosition


def outcome(position: OrdersPosition) -> Outcome | None:
    """The last player with army units has won; None while the game goes on. A player who is alone from the start plays on."""
    units = position.units
    if units and (units[0].owner != units[-1].owner or any(unit.owner != units[0].owner for unit in units)):
        return None
    alive = [position.players[seat] for seat in position.alive]
    if len(alive) == len(position.players):
        return None
    if not alive:
        return Outcome((), "nobody has army units left", "O1.9")
    return Outcome((alive[0],), f"only {agree(alive[0], 'has')} army units left", "O1.9")
