"""The findings that keep other clauses unsaid."""

from __future__ import annotations

from hexwidget.rules import Silence

_NO_CITY = "There is no foreign city, and so no price to be paid for it."
_NOT_BUILT = "With wheel='maneuver' there are no stores, prices and yields, and no bank of temples."
_NO_BATTLE = "There is no battle in which pairs of units could fall."
SILENCES: tuple[Silence, ...] = (
    Silence("R5.2", "no_maneuver", ("R1.1",), "There is no maneuver that could be in the wrong phase."),
    Silence("R5.2", "no_wedge", ("R1.1",), "There is no maneuver that could be in the wrong phase."),
    Silence("R5.2", "maneuver_only", ("R6.2", "R6.3", "R6.4", "R6.5"), _NOT_BUILT),
    Silence("R5.1", "wedges", ("R5.4",), "There is no such move of the marker, and so no price for it."),
    Silence("R1.1", "no_foreign_city", ("R4.1", "R4.2", "R4.5"), _NO_CITY),
    Silence("R1.5", "no_unit", ("R1.2", "R1.3", "R2.4"), "There is no unit that could have actions left, or lie."),
    Silence("R1.2", "no_such_unit", ("R2.4",), "There is no such unit that could lie."),
    Silence("R1.3", "no_such_unit", ("R2.4",), "There is no such unit that could lie."),
    Silence("R3.1", "itself", ("R3.2", "R3.5"), "There is no enemy that could have units."),
    Silence("R3.2", "no_pair", ("R3.5",), _NO_BATTLE),
    Silence("R3.6", "asked", ("R3.5",), _NO_BATTLE),
    Silence("R3.6", "not_asked", ("R3.5",), _NO_BATTLE),
)
"""All findings of `rondel` that keep clauses unsaid."""
