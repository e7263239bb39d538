"""Several armies at once: each group is laid against the board that the ones before it leave (D5)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.maneuver.crossing import SEATS, Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan, harbour_of
from hexwidget.systems.depletion.maneuver.seating import Seating, settle
from hexwidget.systems.depletion.position import DepletionPosition


class CorpsPlan:
    """The groups of a corps, each laid against the board that the ones before it leave."""

    def __init__(self, position: DepletionPosition, player: str, groups: Sequence[Maneuver], seat: int) -> None:
        self.position = position
        self.player = player
        self.board: DepletionPosition = position
        """The board that the last group leaves."""
        self.groups: list[ManeuverPlan] = []
        for action in groups:
            self.groups.append(ManeuverPlan(self.board, action, seat, whose_turn=False))
            self.board = self.groups[-1].board
        self.harbour: Harbour = harbour_of(position.map, position.fleet(seat), self.groups)
        for plan in self.groups:
            plan.harbour, plan.corps = self.harbour, self.groups

    @property
    def action(self) -> Corps:
        """The corps as an action."""
        return Corps(self.player, tuple(group.action for group in self.groups))


def harbour_beside(plan: CorpsPlan) -> Harbour:
    """The vessels that are left for one more group, besides the groups before it, and the free entry if they do without it (D1.11)."""
    free = plan.position.settings["free_entry"] == "group" or _pay_without(plan)
    if not free:
        settle(plan.groups, plan.harbour)
    fleet = {at: seats // SEATS for at, seats in zip(plan.harbour.hexes, plan.harbour.seats, strict=True)}
    seating = Seating(plan.groups, plan.harbour)
    beside = seating.has_room_for if seating.has_room_for(()) else None
    return Harbour(plan.position.map, fleet, plan.harbour.moving, beside, free=free)


def _pay_without(plan: CorpsPlan) -> bool:
    """Take the free entry from all groups. Return True if each can pay without, and none names one."""
    for group in plan.groups:
        group.frees = False
    return all(group.action.free is None for group in plan.groups) and Seating(plan.groups, plan.harbour).pay
