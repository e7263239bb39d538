"""The costs of a maneuver's steps, and the ground on which a group may walk (D1.3, D1.10, D2.1, D6, D7)."""

from __future__ import annotations

from typing import NamedTuple

from hexwidget.systems.depletion.counts import afloat, peasants_only
from hexwidget.systems.depletion.units import UNEXPLORED, WATER, Counts

MARCH_POINTS = 1
"""The extra movement point of a march (D2.1)."""
SWITCH_POINTS = 1
"""The cost of packing or unpacking trebuchets (D1.10), however many they are (D1.13)."""
ROUGH = ("mountain", "swamp", UNEXPLORED)


def entry_cost(terrain: str, wading: bool) -> int:
    """The cost of entering a hex (D1.3), for a group or for peasants that wade (D6.3). Barred hexes are priced too, for
    explanations."""
    return 2 if terrain in ROUGH or (wading and terrain == "sea") else 1


def bars_ground(terrain: str, units: Counts) -> bool:
    """True if a group may not enter a hex unless vessels ferry it. Vessels keep to water (D6.1). Land units keep to
    land, but for peasants alone, who wade in the sea (D6.3, D7.1). Unexplored hexes are claimed, not entered (D8.6)."""
    if terrain in WATER:
        return not (units[-1] or (terrain == "sea" and peasants_only(units)))
    return terrain == UNEXPLORED or afloat(units)


class Expense(NamedTuple):
    """One thing that points are spent on: a step into a hex (``at``: its index in the path), or switching trebuchets
    (None)."""

    at: int | None
    points: int


class Costs(NamedTuple):
    """The costs of a maneuver with a certain free entry, and the unit that has too few points for it.

    ``spent``: the expenses of the unit that is worst off (all pay alike under ``strict``); ``budget``: the points that
    it has. ``who``: the type that is to blame, and True if it set out (else it was picked up); None if points suffice.
    """

    free: int | None
    """The index in the path of the hex that is entered free."""
    spent: tuple[Expense, ...]
    budget: int
    who: tuple[int, bool] | None

    @property
    def total(self) -> int:
        """The movement points that it takes in all."""
        return sum(expense.points for expense in self.spent)
