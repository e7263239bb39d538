"""Committing units, and calling them back."""

from __future__ import annotations

from hexwidget.rules import Chronicle, changed
from hexwidget.systems.frontiers.actions import Commit
from hexwidget.systems.frontiers.position import FrontiersPosition


def commit(action: Commit, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F4.1: units go out from the heartland. F4.2: occupying units retreat, which exerts them."""
    log.later(_tell_of_commit, position, action, seat)
    units = dict(position.by_id)
    for name, frontier in action.moves:
        units[name] = units[name]._replace(frontier=frontier)
    for name in action.retreats:
        units[name] = units[name]._replace(frontier=0, occupying=False, ready=False)
    done = position.of_both(seat, done=position.done_with(seat, "commit"))
    return changed(position, units=tuple(sorted(units.values())), acting=1 - position.acting, passed=False, **done)


def _tell_of_commit(log: Chronicle, position: FrontiersPosition, action: Commit, seat: int) -> None:
    for name, frontier in action.moves:
        unit = position.by_id[name]
        log.tell("committed", "F4.1", "{player:commits} {unit} to frontier {frontier}", name, position.zone_of(unit),
                 position.zone(seat, frontier), player=action.player, unit=position.named(unit), frontier=frontier)  # fmt: skip
    for name in action.retreats:
        unit = position.by_id[name]
        log.tell("retreated", "F4.2", "{player:calls} {unit} back from frontier {frontier}, exerted", name,
                 position.zone_of(unit), position.zone(seat, 0), player=action.player, unit=position.named(unit),
                 frontier=unit.frontier)  # fmt: skip
