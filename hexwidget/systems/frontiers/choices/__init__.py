"""Clicks become actions. `drafts`: the slots of a draft; `desk`: what the choices share; one module for each kind of decision."""

from __future__ import annotations

from hexwidget.rules import Choices, Draft, Status, Verdict
from hexwidget.rules.reach import GraphReach
from hexwidget.systems.frontiers.actions import Commit
from hexwidget.systems.frontiers.choices import combat, replenishment, turn
from hexwidget.systems.frontiers.choices.desk import Check, Desk
from hexwidget.systems.frontiers.choices.drafts import raise_if_malformed
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit

CHOICES_OF = {
    "damage": combat.damage,
    "after": combat.positions,
    "triggers": replenishment.triggers,
    "draw": replenishment.draw,
}
"""The choices of each phase in which players do not act in turn."""


def choices(position: FrontiersPosition, player: str, draft: Draft, check: Check) -> Choices:
    """The next choices of a player.

    :param check: gives the verdict on an action
    :raises InputError: if the draft has impossible slots or values
    """
    raise_if_malformed(position, draft)
    desk = Desk(position, player, position.players.index(player), draft, check)
    end = outcome(position)
    if end is not None:
        return desk.closed(f"The game is over: {end}.")
    if position.draws:
        return desk.closed("Cards are drawn.")
    if position.phase in CHOICES_OF:
        return CHOICES_OF[position.phase](desk)
    if position.acting != desk.seat:
        return desk.closed(f"It is {position.players[position.acting]}'s turn to act.")
    return turn.turn(desk)


def reach(position: FrontiersPosition, unit: Unit, check: Check) -> GraphReach:
    """The zones that a unit may be committed to, or retreat to (F4.1, F4.2)."""
    m, player = position.map, position.players[unit.owner]
    home = m.index(position.zone(unit.owner, 0))
    out = {m.index(position.zone(unit.owner, frontier)): frontier for frontier in position.frontiers}

    def verdict(there: int) -> Verdict:
        if there == home or unit.occupying:
            return check(Commit(player, (), (unit.id,)))
        if there in out:
            return check(Commit(player, ((unit.id, out[there]),)))
        return Verdict(Status.INCOMPLETE, (), "units are committed to the advancing positions of frontiers")

    possible = [home] if unit.occupying else [*out]
    ends = [there for there in possible if verdict(there)]
    barred: dict[str, list[int]] = {}
    for there in possible:
        if there not in ends:
            barred.setdefault(verdict(there).clauses[0], []).append(there)
    origin = m.index(unit.id)
    return GraphReach(
        m, origin, lambda at: [(there, 1) for there in ends] if at == origin else [], 1, ends, barred, verdict, unit.id
    )
