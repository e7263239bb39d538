"""The clauses that stay unsaid beside a finding, because they speak of units, an attack or a tile that do not exist."""

from __future__ import annotations

from hexwidget.rules import Silence

_OF_THE_UNITS = (
    "D1.2",
    "D1.10",
    "D1.13",
    "D3.2",
    "D3.5",
    "D4.3",
    "D4.4",
    "D6.1",
    "D6.3",
    "D7.1",
    "D7.2",
    "D7.3",
    "D7.4",
    "D7.5",
    "D8.1",
)
"""The clauses that speak of the units that set out."""
_OF_AN_ATTACK = ("D1.10", "D4.5", "D5.3", "D8.6")
"""The clauses that speak of the army that attacks."""

SILENCES: tuple[Silence, ...] = (
    Silence("D1.1", "no_army", ("D1.7", *_OF_THE_UNITS), "No army stands on the hex, so no units set out from it."),
    Silence("D1.1", "not_so_many", _OF_THE_UNITS, "None of the units that are named stand on the hex."),
    Silence("D1.8", "no_landing", _OF_AN_ATTACK, "No army of the player has just made a maneuver."),
    Silence("D8.2", "no_tile", ("D8.3", "D8.4"), "No tile was turned over, so there is none to lay."),
)
"""The silences of `depletion`."""
