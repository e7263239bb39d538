"""The findings that keep other clauses unsaid. Every other clause is judged at every position."""

from __future__ import annotations

from hexwidget.rules import Silence

SILENCES: tuple[Silence, ...] = (
    Silence("O1.9", "over", ("O1.1", "O1.2"), "The game is over: there are no more turns and no dice for them."),
    Silence("O1.2", "initiative", ("O1.1",), "While the dice are rolled, nobody has the turn."),
    Silence(
        "O1.7", "no_unit", ("O1.4", "O3.1", "O3.4", "O7.1"), "No unit stands there that had an order, builds or casts."
    ),
    Silence("O2.1", "no_opponent", ("O2.2",), "No unit stands there that could have been attacked."),
)
