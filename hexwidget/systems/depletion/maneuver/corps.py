"""Several armies at once: each group is laid against the board that the ones before it leave (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

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


def landed(position: DepletionPosition, plan: ManeuverPlan) -> DepletionPosition:
    """The board after one group: its units where they stand then, cubes where it ends and where units were dropped
    (D1.7, D3.4). A group that claims a hex stands where it was, as the tile comes first."""
    if plan.claims:
        return position
    standing = {at: plan.after(at) for at in {plan.path[0], plan.path[-1], *plan.there}}
    under_cubes = {*plan.dropped, *([plan.path[-1]] if any(plan.landing) else [])}
    return with_armies(position, plan.seat, standing, dict.fromkeys(under_cubes, cubes_of(plan.action)))


def with_armies(
    position: DepletionPosition, seat: int, standing: dict[int, tuple[int, ...]], cubes: dict[int, int]
) -> DepletionPosition:
    """The position with other units of a player on some hexes, and more cubes. Where the last unit is gone, the cubes
    go, too (D1.12)."""
    before = {army.at: army.cubes for army in position.armies if army.owner == seat}
    armies = [army for army in position.armies if army.owner != seat or army.at not in standing]
    armies += [
        Army(at, seat, units, before.get(at, 0) + cubes.get(at, 0)) for at, units in standing.items() if any(units)
    ]
    return changed(position, armies=tuple(sorted(armies)))


@dataclass
class CorpsPlan:
    """The groups of a corps, each laid against the board that the ones before it leave. ``board``: the board that the
    last one leaves."""

    position: DepletionPosition
    player: str
    groups: list[ManeuverPlan]
    board: DepletionPosition
    harbour: Harbour

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
    board, plans = position, list[ManeuverPlan]()
    for action in groups:
        plan = plan_of(board, action, seat, tuple(map(position.map.index, action.path)), whose_turn=False)
        plans.append(plan)
        board = board if plan.claims else landed(plan.position, plan)
    harbour = harbour_of(position.map, position.fleet(seat), plans)
    for plan in plans:
        plan.harbour, plan.corps = harbour, plans
    return CorpsPlan(position, player, plans, board, harbour)


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
