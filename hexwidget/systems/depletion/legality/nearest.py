"""The legal maneuver that is nearest to one that is barred."""

from __future__ import annotations

from itertools import islice

from hexwidget.english import listing
from hexwidget.rules import Draft, Remedy
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import PACKED, UNITS, in_words

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
    return None if best is None else Remedy(_in_words(best), best.clause, best)


def _in_words(maneuver: Maneuver) -> str:
    """A maneuver as a way out: where it goes, and all that makes it another maneuver than the plain one."""
    path, changes = maneuver.path, {"leaving {} on {}": maneuver.drops, "picking up {} on {}": maneuver.pickups}
    words = [f"go to {maneuver.destination} instead"]
    words += [f"by {listing(path[1:-1])}"] if len(path) > 2 else []
    words += [f"with only {in_words(maneuver.units)}"] if maneuver.units is not None else []
    words += ["with a march"] if maneuver.march else []
    words += [f"entering {maneuver.free} free"] if maneuver.free is not None else []
    words += [doing.format(in_words(units), path[n]) for doing, made in changes.items() for n, units in made]
    words += [f"with {in_words(units)} on the vessel on {at}" for at, units in maneuver.ferries]
    trebuchets = {"packing": maneuver.pack, "unpacking": maneuver.unpack}
    words += [f"{doing} {UNITS[PACKED].counted(number)}" for doing, number in trebuchets.items() if number]
    return ", ".join(words)
