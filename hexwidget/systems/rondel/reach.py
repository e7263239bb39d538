"""The provinces that a unit can get to (R1.2, R1.3, R2.2)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwidget.english import possessive
from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Observation, Status, Verdict, judged_as, seen
from hexwidget.rules.reach import CANNOT_COMPUTE, GraphReach, Reach
from hexwidget.systems.rondel.actions import Move
from hexwidget.systems.rondel.atlas import crossings, ways
from hexwidget.systems.rondel.legality.movement import as_many_borders_as_actions, chain_of_borders
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, Group, RondelPosition


def next_step(position: RondelPosition, group: Group) -> GraphReach:
    """The provinces that a unit can enter with its next action."""
    m, kind = position.map, group.kind
    player, here = position.players[group.owner], m.name(group.at)
    inside = ways(m, kind)[group.at] if group.left else ()
    barred = {"R2.2": [at for at in m.neighbours(group.at) if at not in inside]}

    def steps(at: int) -> list[tuple[int, int]]:
        return [(there, 1) for there in ways(m, kind)[at]] if at == group.at else []

    def why(there: int) -> Verdict:
        if there == group.at:
            return Verdict(Status.INCOMPLETE, (), f"the {kind} stands here", position.system.rulebook)
        return position.system.check(position, Move(player, kind, here, m.name(there), group.left))

    label = f"{possessive(player)} {kind} in {m.label(group.at)}"
    return GraphReach(m, group.at, steps, group.left, inside, barred, why, label)


def reach(position: RondelPosition, group: Group, budget: int, assumed: str = "") -> GraphReach:
    """The provinces that a unit can get to with some actions, over borders that let it through.

    :param budget: the number of actions
    :param assumed: the assumptions beside the position, in words
    """
    m, kind = position.map, group.kind
    player, here = position.players[group.owner], m.name(group.at)
    costs = crossings(m, kind, group.at)
    inside = {at for at, cost in costs.items() if cost <= budget}
    rim = {there for at in inside for there in m.neighbours(at)} - inside
    clause = "R1.3" if position.actions_of(group.owner, kind) > 1 else "R1.2"
    barred = {"R2.2": [at for at in rim if at not in costs], clause: [at for at in rim if at in costs]}

    def steps(at: int) -> list[tuple[int, int]]:
        return [(there, 1) for there in ways(m, kind)[at]]

    def why(there: int) -> Verdict:
        if there not in costs:
            found = chain_of_borders(position, kind, there)
        else:
            found = as_many_borders_as_actions(position, group, there, costs[there], budget)
        return judged_as(position, f"{kind} {here}-{m.name(there)}{assumed}", found)

    label = f"{possessive(player)} {kind} in {m.label(group.at)}{assumed}"
    return GraphReach(m, group.at, steps, budget, inside - {group.at}, barred, why, label)


def reach_from(
    observation: RondelPosition | Observation[RondelPosition],
    space: Space,
    *,
    unit: str | None = None,
    player: str | None = None,
    assume: str | Sequence[str] = (),
) -> Reach:
    """The provinces that a unit can get to: see `RondelPosition.reach`.

    :raises InputError: if there is no such unit, or a condition cannot be read
    """
    position, problems = seen(observation), Problems()
    names = tuple(assume) if isinstance(assume, (list, tuple)) else (assume,)
    for name in names:
        problems.note_unknown("assume", "know-how", name, KNOW_HOW)
    if unit is not None and unit not in KINDS:
        problems.unknown("unit", "unit", unit, KINDS)
    if player is not None and player not in position.players:
        problems.unknown("player", "player", player, position.players)
    if position.map.find(space) is None:
        problems.add("province", position.map.explain_unknown(space))
    problems.raise_any(CANNOT_COMPUTE)
    group = _first(position, position.map.index(space), unit, player)
    if group is None:
        who = f"{unit or 'unit'}" + (f" of {player}" if player else "")
        raise InputError(CANNOT_COMPUTE, [Problem("province", f"there is no {who} in {shown(space)}")])
    more = position.actions_of(group.owner, group.kind, names) - position.actions_of(group.owner, group.kind)
    assumed = f" with {' and '.join(names)}" if names else ""
    return reach(position, group, group.left + more, assumed)


def _first(position: RondelPosition, at: int, kind: str | None, player: str | None) -> Group | None:
    """The first units in a province that can move, those of the active nation before others; else the first that lie."""
    seats = [position.active, *range(len(position.players))] if player is None else [position.players.index(player)]
    for seat in seats:
        groups = sorted(position.groups(at, seat, kind), key=lambda g: (not g.left, KINDS.index(g.kind), -g.left))
        if groups:
            return groups[0]
    return None
