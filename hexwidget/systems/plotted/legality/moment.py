"""The moment of orders: they are written before they are revealed, by players with units."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, bars
from hexwidget.systems.plotted.position import PlottedPosition


@bars("P1.7", "P1.9", "P5.3")
def the_moment(position: PlottedPosition, seat: int) -> Iterator[Finding]:
    """P5.3, P1.9, P1.7: the game goes on, the orders are not revealed yet, and the player has units."""
    end = position.system.outcome(position)
    if end is not None:
        yield Finding("P5.3", "over", (), {"result": end.text}, "the game is over: {result}")
    if position.melees:
        yield Finding("P1.9", "revealed", (), {}, "the orders are revealed: they cannot be changed or cancelled")
    if seat not in position.writing:
        numbers = {"player": position.players[seat]}
        yield Finding("P1.7", "no_units", (), numbers, "{player:has} no units to write orders for")
