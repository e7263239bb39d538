"""Several armies at once: each group is laid against the board that the ones before it leave (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.maneuver.crossing import DRY, SEATS, Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan, harbour_of
from hexwidget.systems.depletion.maneuver.seating import settle
from hexwidget.systems.depletion.position import DepletionPosition


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
        return self.groups[-1].board

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
        board = plans[-1].board if n else position
        plans.append(ManeuverPlan(board, action, seat, whose_turn=False))
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
    fleet = {at: seats // SEATS for at, seats in zip(plan.harbour.hexes, plan.harbour.seats, strict=True)}
    return Harbour(plan.position.map, fleet, sorted(set(taken)) or [()], plan.harbour.moving)
