"""A maneuver that has begun, and the path on that a person would mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwidget.rules.reach import cheapest
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.counts import peasants_only
from hexwidget.systems.depletion.maneuver.costs import bars_ground, entry_cost
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import UNPACKED, WATER, Counts


def journey(position: DepletionPosition, seat: int, action: Maneuver, harbour: Harbour | None = None) -> ManeuverPlan:
    """A maneuver that has begun: the place of the group now, and the units that have joined or left so far."""
    return ManeuverPlan(position, action, seat, whose_turn=False, harbour=harbour, goes_on=True)


def going_on(so_far: ManeuverPlan, onward: list[int]) -> Maneuver:
    """The maneuver that goes on by a path, from where the group is (its first hex). Trebuchets that must be
    packed to move are packed (D1.10)."""
    action = so_far.action
    path = (*action.path, *map(so_far.position.map.name, onward[1:]))
    moves = len(path) > 1
    return replace(action, path=path, pack=so_far.taken[UNPACKED] if moves else action.pack)


_BARRED = 1_000_000
"""The price of a barred hex in a search: dearer than any way round it."""
_DETOUR = 10
"""The most hexes by which a path may be longer than the straight line. People mean no longer one."""
FAR = 60
"""Hexes further away than this are not searched for a path. They are too far without a search."""


def path_to(
    position: DepletionPosition, seat: int, units: Counts, here: int, goal: int, harbour: Harbour, *, past_bars: bool
) -> list[int] | None:
    """The path to a hex that a person would mean: over as few barred hexes as possible (any number with ``past_bars``),
    then the cheapest. Points do not count, nor does it whether the goal is barred. None if the map has no path at all."""
    enemies = position.enemy_hexes(seat)
    homes = position.homes(seat)
    hexmap = position.map
    straight = hexmap.distance(here, goal)
    wading = peasants_only(units)

    priced: dict[int, tuple[int, int, bool] | None] = {}
    """The hexes looked at: the cost of entering each, the fine for a barred one, and True for a home. None: a detour is too long."""

    def price(there: int) -> tuple[int, int, bool] | None:
        out = hexmap.distance(here, there)
        # So near to the origin no hex is too long a detour.
        if out > _DETOUR and out + hexmap.distance(there, goal) > straight + 2 * _DETOUR:
            return None
        terrain = hexmap.terrain(there)
        if past_bars or there == goal:
            barred = False
        elif bars_ground(terrain, units):
            barred = there in enemies or units[-1] > 0 or terrain not in WATER or not harbour.near(there)
        else:
            barred = there in enemies
        return entry_cost(terrain, wading), _BARRED if barred else 0, there in homes

    def steps(state: tuple[int, bool]) -> Iterator[tuple[tuple[int, bool], int]]:
        at, freed = state
        for there in hexmap.neighbours(at):
            if there not in priced:
                priced[there] = price(there)
            found = priced[there]
            if found is None:
                continue
            cost, fine, home = found
            yield (there, freed), cost + fine
            if home and not freed:
                yield (there, True), fine

    found = cheapest((here, False), steps, lambda state: state[0] == goal)
    return None if found is None else [at for at, _ in found[1]]
