"""The findings that keep other clauses unsaid."""

from __future__ import annotations

from hexwidget.rules import Silence

NO_TURNS = "The phase has no turns."
OVER = "There are no turns when the game is over."
NOTHING_DEALT = "There is no damage to split, or no enemy unit to split it among."
NO_WINNER = "There is no combat whose winner has still to take a position."
NO_TRIGGER = "There is no trigger to be aimed."

SILENCES: tuple[Silence, ...] = (
    Silence("F1.3", "over", ("F2.4",), OVER),
    Silence("F7.2", "over", ("F2.4",), OVER),
    Silence("F5.1", "other_phase", ("F2.4",), NO_TURNS),
    Silence("F6.1", "other_phase", ("F2.4",), NO_TURNS),
    Silence("F2.5", "other_phase", ("F2.4",), NO_TURNS),
    Silence("F5.1", "nothing", ("F5.5",), NOTHING_DEALT),
    Silence("F6.1", "no_win", ("F6.3",), NO_WINNER),
    Silence("F2.7", "no_such_trigger", ("F8.1",), NO_TRIGGER),
)
