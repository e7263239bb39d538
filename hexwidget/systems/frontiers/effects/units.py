"""Committing units, and calling them back."""

from __future__ import annotations

from hexwidget.rules import Chronicle
from hexwidget.rules.position import changed
from hexwidget.systems.frontiers.actions import Commit
from hexwidget.systems.frontiers.position import FrontiersPosition


def commit(action: Commit, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F4.1: units go out from the heartland. F4.2: occupying units retreat, which exerts them."""
    after = position
    for name, frontier in action.moves:
        unit = after.by_id[name]
        to = unit._replace(frontier=frontier)
        log.tell("committed", "F4.1", "{player:commits} {unit} to frontier {frontier}", name, after.zone_of(unit),
                 after.zone_of(to), player=action.player, unit=position.named(unit), frontier=frontier)  # fmt: skip
        after = after.changing(unit, frontier=frontier)
    for name in action.retreats:
        unit = after.by_id[name]
        log.tell("retreated", "F4.2", "{player:calls} {unit} back from frontier {frontier}, exerted", name,
                 after.zone_of(unit), after.zone(seat, 0), player=action.player, unit=position.named(unit),
                 frontier=unit.frontier)  # fmt: skip
        after = after.changing(unit, frontier=0, occupying=False, ready=False)
    after = after.with_player(seat, done=after.done_with(seat, "commit"))
    return changed(after, acting=1 - after.acting, passed=False)
