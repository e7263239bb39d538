"""The legal maneuver that is nearest to one that is barred."""

from __future__ import annotations

from itertools import islice

from hexwidget.rules import Draft, Remedy
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import DepletionPosition

MOST_COMPARED = 1000
"""The most maneuvers of the army that are compared."""


def nearest_maneuver(position: DepletionPosition, asked: Maneuver) -> Remedy | None:
    """Offer the maneuver of the same army that ends nearest to where it was to go, with the same units if they can.

    An army that cannot move is offered nothing: to stay is no help to one that wants to go.
    """
    goal = position.map.index(asked.destination)

    def far(one: Maneuver) -> tuple[bool, int, bool]:
        return (
            one.units != asked.units,
            position.map.distance(position.map.index(one.destination), goal),
            one.march != asked.march,
        )

    listed = islice(position.legal_actions(asked.player, within=Draft(army=asked.origin)), MOST_COMPARED)
    moving = [one for one in listed if isinstance(one, Maneuver) and one.moves and one.origin == asked.origin]
    best = min(moving, key=far, default=None)
    return None if best is None else Remedy(f"nearest legal maneuver: {best}", best.clause, str(best))
