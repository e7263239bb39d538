"""What an action does: the next position and the cited chain of events that leads to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexwidget.rules import Event, Transition
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.position import Army, DeclaredAttack, DepletionPosition, Landing
from hexwidget.systems.depletion.units import NO_UNITS, PACKED, UNITS, UNPACKED, minus, write_units

CUBES = 1
CUBES_OF_A_MARCH = 2
"""Depletion cubes put where a maneuver ends (D1.7), and where a march ends (D2.1)."""


class _Chronicle:
    """Events in the making; each knows the one that led to it."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(
        self, kind: str, clause: str, wording: str, *subjects: str, data: Mapping[str, Any], cause: int | None = None
    ) -> int:
        """Note an event; returns its number."""
        self.events.append(Event(kind, subjects, data, clause, wording, cause))
        return len(self.events) - 1


def apply(position: DepletionPosition, action: DepletionAction) -> Transition[DepletionPosition]:
    """The position after a legal action, and what happened."""
    log = _Chronicle()
    position = replace(position, declared=None)
    if isinstance(action, Maneuver):
        after = _maneuver(position, action, log)
    elif isinstance(action, Attack):
        after = _attack(position, action, log)
    elif isinstance(action, NoAttack):
        log.add("no_attack", "D1.8", "{player} does not attack", data={"player": action.player})
        after = _next_player(replace(position, landing=None), passes=0)
    else:
        log.add("passed", "D1.16", "{player} passes", data={"player": action.player})
        after = _passed(replace(position, landing=None), log)
    end = outcome(after)
    if end is not None:
        log.add("game_over", end.clause, "{result}", data={"result": end.text, "winners": end.winners})
    return Transition(after, tuple(log.events))


def _maneuver(position: DepletionPosition, action: Maneuver, log: _Chronicle) -> DepletionPosition:
    seat = position.turn
    plan = plan_of(position, action, seat, tuple(position.map.index(space) for space in action.path))
    cubes = CUBES_OF_A_MARCH if action.march else CUBES
    moved = _tell_of_the_way(plan, log)
    before = {army.at: army for army in position.armies if army.owner == seat}
    end = plan.path[-1]
    there = before.get(end) if end != plan.path[0] else None
    cubes_before = there.cubes if there else 0
    joined = plan.there.get(end, there.units if there else NO_UNITS)
    if plan.moves and any(joined):
        data = {"units": write_units(joined)}
        log.add("combined", "D4.1", "it joins the {units} on {0}", action.destination, data=data, cause=moved)
    if plan.moves and action.unpack:
        data = {"units": UNITS[UNPACKED].counted(action.unpack)}
        log.add("unpacked", "D1.10", "on {0} there is {units} now", action.destination, data=data, cause=moved)
    _tell_of_cubes(log, "D2.1" if action.march else "D1.7", action.destination, cubes, moved)

    hexes = {plan.path[0], end, *plan.there}
    armies = [army for army in position.armies if army.owner != seat or army.at not in hexes]
    for at in hexes:
        units = plan.after(at)
        if any(units):  # D1.12: where the last unit is gone, the cubes are too
            old = before[at].cubes if at in before else 0
            armies.append(Army(at, seat, units, old + cubes * (at == end or at in plan.dropped)))
    after = replace(position, armies=tuple(sorted(armies)))

    landing = Landing(end, seat, cubes_before, open=True)
    after = replace(after, landing=landing, passes=0)
    if outcome(after) is None and targets(after, landing):
        log.add("may_attack", "D1.8", "the army on {0} may attack now", action.destination, data={}, cause=moved)
        return after
    if cubes_before and targets(after, landing._replace(cubes_before=0)):
        wording = "it cannot attack: {0} carried cubes before"
        log.add("cannot_attack", "D4.5", wording, action.destination, data={}, cause=moved)
    return settled(after)


def _tell_of_the_way(plan: ManeuverPlan, log: _Chronicle) -> int:
    """The events of the way, up to the landing; the number of the first, which leads to all others."""
    action, costs = plan.action, plan.costs()
    data: dict[str, Any] = {"player": action.player, "units": write_units(plan.taken), "march": action.march}
    points = "{cost} movement point" + ("" if costs.total == 1 else "s")
    if plan.moves:
        data |= {"cost": costs.total, "path": "-".join(action.path)}
        wording = "{player}'s {units} moves {path} for " + points
        moved = log.add("moved", "D1.1", wording, *action.path, data=data)
    else:
        data |= {"cost": costs.total}
        moved = log.add("stayed", "D1.5", "{player}'s {units} stays on {0}", action.origin, data=data)
        for number, verb in ((action.pack, "packs"), (action.unpack, "unpacks")):
            if number:
                told = {"number": number, "what": UNITS[PACKED].counted(number), "verb": verb}
                log.add("switched", "D1.10", "on {0} it {verb} {what}", action.origin, data=told, cause=moved)
    if plan.moves and action.pack:
        told = {"units": UNITS[PACKED].counted(action.pack)}
        log.add("packed", "D1.10", "first {units} is packed on {0}", action.origin, data=told, cause=moved)
    if any(plan.there[plan.path[0]]) and plan.path[0] != plan.path[-1] and action.units is not None:
        told = {"units": write_units(minus(plan.army.units if plan.army else NO_UNITS, plan.taken))}
        log.add("split", "D3.1", "{units} stays behind on {0}", action.origin, data=told, cause=moved)
    if costs.free is not None:
        log.add("free_entry", "D1.4", "entering {0} is free", action.path[costs.free], data={}, cause=moved)
    changes = [(n, 0, units) for n, units in action.pickups] + [(n, 1, units) for n, units in action.drops]
    under_cubes: set[int] = set()
    for n, dropped, units in sorted(changes):
        name, told = action.path[n], {"units": write_units(units)}
        if not dropped:
            log.add("picked_up", "D4.2", "{units} on {0} joins it", name, data=told, cause=moved)
            continue
        down = log.add("dropped", "D3.2", "{units} is left on {0}", name, data=told, cause=moved)
        if plan.path[n] not in under_cubes:
            under_cubes.add(plan.path[n])
            _tell_of_cubes(log, "D3.4", name, CUBES_OF_A_MARCH if action.march else CUBES, down)
    return moved


def _tell_of_cubes(log: _Chronicle, clause: str, name: str, number: int, cause: int) -> None:
    data = {"cubes": "a depletion cube is" if number == 1 else "two depletion cubes are", "added": number}
    log.add("depleted", clause, "{cubes} put on {0}", name, data=data, cause=cause)


def settled(position: DepletionPosition) -> DepletionPosition:
    """A position in which nothing is left to decide about an attack passes the turn on: its landing is closed."""
    landing = position.deciding
    if landing is None or targets(position, landing):
        return position
    kept = landing._replace(open=False) if position.army_of(landing.owner, landing.at) else None
    return _next_player(replace(position, landing=kept), passes=0)


def _attack(position: DepletionPosition, action: Attack, log: _Chronicle) -> DepletionPosition:
    assert position.landing is not None  # noqa: S101  (the action is legal)
    target = position.map.index(action.target)
    defender = " and ".join(position.objects_at(target, but=position.turn))
    here = position.map.name(position.landing.at)
    attack = log.add(
        "attack_declared",
        "D1.8",
        "the army on {0} attacks {defender} on {1}",
        here,
        action.target,
        data={"player": action.player, "defender": defender},
    )
    log.add(
        "battle_left_open",
        "D9.2",
        "battles are not fought out: take off by hand what falls",
        action.target,
        data={},
        cause=attack,
    )
    declared = DeclaredAttack(position.landing.at, target)
    return _next_player(replace(position, landing=None, declared=declared), passes=0)


def _next_player(position: DepletionPosition, passes: int) -> DepletionPosition:
    return replace(position, turn=(position.turn + 1) % len(position.players), passes=passes)


def _passed(position: DepletionPosition, log: _Chronicle) -> DepletionPosition:
    passes = position.passes + 1
    if passes < len(position.players):
        return _next_player(position, passes)
    ended = log.add("round_ended", "D1.16", "all have passed: round {round} ends", data={"round": position.round})
    depleted = [position.map.name(army.at) for army in position.armies if army.cubes]
    if depleted:
        log.add("cubes_removed", "D1.12", "all depletion cubes are removed", *depleted, data={}, cause=ended)
    armies = tuple(army._replace(cubes=0) for army in position.armies)
    return replace(position, armies=armies, turn=0, round=position.round + 1, passes=0)
