"""The clauses that stay unsaid beside a finding, because they speak of a unit that does not exist."""

from __future__ import annotations

from hexwidget.rules import Silence

SILENCES: tuple[Silence, ...] = (
    Silence(
        "P1.7",
        "no_unit",
        ("P1.3", "P1.5", "P4.6"),
        "No unit stands on the hex, so there is no movement value and no melee to judge the order by.",
    ),
)
"""The silences of `plotted`. Ground that cannot be entered (P1.5) is named even where no unit stands."""
