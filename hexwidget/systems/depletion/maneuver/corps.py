"""Several armies at once: each group is laid against the board that the ones before it leave (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexwidget.rules.position import changed
from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.maneuver.crossing import DRY, Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan, harbour_of, plan_of
from hexwidget.systems.depletion.maneuver.seating import settle
from hexwidget.systems.depletion.position import Army, DepletionPosition

CUBES, CUBES_OF_A_MARCH = 1, 2
"""The depletion cubes that are put where a maneuver ends (D1.7), and where a march ends (D2.1)."""


def cubes_of(action: Maneuver) -> int:
    """The number of cubes that a maneuver costs."""
    return CUBES_OF_A_MARCH if action.march else CUBES


def landed(plan: ManeuverPlan, **parts: Any) -> DepletionPosition:
    """The board after one group: its units where they stand then, cubes where it ends and where units were dropped
    (D1.7, D3.4). A group that claims a hex stands where it was, as the tile comes first.

    :param parts: what else is changed, by the names of the fields
    """
    if plan.claims:
        return changed(plan.before, **parts) if parts else plan.before
    end = plan.path[-1]
    standing = {**plan.there, end: plan.after(end)}
    cubes = dict.fromkeys(plan.dropped, cubes_of(plan.action))
    if any(plan.landing):
        cubes[end] = cubes_of(plan.action)
    return with_armies(plan.position, plan.seat, standing, cubes, **parts)


def with_armies(
    position: DepletionPosition, seat: int, standing: dict[int, tuple[int, ...]], cubes: dict[int, int], **parts: Any
) -> DepletionPosition:
    """The position with other units of a player on some hexes, and more cubes. Where the last unit is gone, the cubes
    go, too (D1.12).

    :param parts: what else is changed, by the names of the fields
    """
    armies = [army for army in position.armies if army.at not in standing or army.owner != seat]
    for at, units in standing.items():
        if any(units):
            before = position.army_of(seat, at)
            armies.append(Army(at, seat, units, (before.cubes if before else 0) + cubes.get(at, 0)))
    return position.with_armies_of(seat, tuple(sorted(armies)), **parts)


@dataclass
class CorpsPlan:
    """The groups of a corps, each laid against the board that the ones before it leave."""

    position: DepletionPosition
    player: str
    groups: list[ManeuverPlan]
    harbour: Harbour

    @cached_property
    def board(self) -> DepletionPosition:
        """The board that the last group leaves."""
        return landed(self.groups[-1])

    @cached_property
    def seated(self) -> bool:
        """True if the vessels have seats for all units that ride (D7.3)."""
        return settle(self.groups, self.harbour)

    @property
    def action(self) -> Corps:
        """The corps as an action."""
        return Corps(self.player, tuple(group.action for group in self.groups))


def corps_plan(position: DepletionPosition, player: str, groups: Sequence[Maneuver], seat: int) -> CorpsPlan:
    """Lay the groups of a corps against a position, in their order."""
    plans = list[ManeuverPlan]()
    for n, action in enumerate(groups):
        board = landed(plans[-1]) if n else position
        plans.append(plan_of(board, action, seat, tuple(map(position.map.index, action.path)), whose_turn=False))
    harbour = harbour_of(position.map, position.fleet(seat), plans)
    for plan in plans:
        plan.harbour, plan.corps = harbour, plans
    return CorpsPlan(position, player, plans, harbour)


def harbour_beside(plan: CorpsPlan) -> Harbour:
    """The vessels that are left for one more group, in each of the ways in which the groups before it may ride."""
    taken: list[tuple[int, ...]] = [()]
    for group in plan.groups:
        ways = {
            tuple(sorted(p.rides for p in way if p.rides != DRY))
            for way, costs in group.ways_over()
            if costs.who is None
        }
        taken = [(*before, *riders) for before in taken for riders in ways]
    fleet = {at: seats // 2 for at, seats in zip(plan.harbour.hexes, plan.harbour.seats, strict=True)}
    return Harbour(plan.position.map, fleet, sorted(set(taken)) or [()], plan.harbour.moving)
