"""What an action does: the next position and the cited chain of events that leads to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexwidget.rules import Event, Transition
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.movement import path_cost
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import DeclaredAttack, DepletionPosition, Landing

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
    path = [position.map.index(space) for space in action.path]
    army = position.army_of(seat, path[0])
    assert army is not None  # noqa: S101  (the action is legal)
    cost = path_cost(position, army, path, None if action.free is None else position.map.index(action.free))
    data = {"player": action.player, "units": str(army), "cost": cost.total, "march": action.march}
    if len(path) == 1:
        moved = log.add("stayed", "D1.5", "{player}'s {units} stays on {0}", action.origin, data=data)
    else:
        wording = "{player}'s {units} moves {path} for {cost} movement point" + ("" if cost.total == 1 else "s")
        moved = log.add("moved", "D1.1", wording, *action.path, data={**data, "path": "-".join(action.path)})
    if cost.free is not None:
        log.add("free_entry", "D1.4", "entering {0} is free", position.map.name(cost.free), data={}, cause=moved)

    there = position.army_of(seat, path[-1]) if path[-1] != path[0] else None
    cubes_before = there.cubes if there else 0
    if there is not None:
        army = army._replace(units=tuple(a + b for a, b in zip(army.units, there.units, strict=True)))
        log.add(
            "combined",
            "D4.1",
            "it joins the {units} on {0}",
            action.destination,
            data={"units": str(there)},
            cause=moved,
        )
    added = CUBES_OF_A_MARCH if action.march else CUBES
    log.add(
        "depleted",
        "D2.1" if action.march else "D1.7",
        "{cubes} put on {0}",
        action.destination,
        data={"cubes": "a depletion cube is" if added == 1 else "two depletion cubes are", "added": added},
        cause=moved,
    )
    landed = army._replace(at=path[-1], cubes=cubes_before + added)
    armies = [a for a in position.armies if a.owner != seat or a.at not in (path[0], path[-1])]
    after = replace(position, armies=tuple(sorted([*armies, landed])))

    landing = Landing(path[-1], seat, cubes_before, open=True)
    after = replace(after, landing=landing, passes=0)
    if outcome(after) is None and targets(after, landing):
        log.add("may_attack", "D1.8", "the army on {0} may attack now", action.destination, data={}, cause=moved)
        return after
    if cubes_before and targets(after, landing._replace(cubes_before=0)):
        log.add(
            "cannot_attack",
            "D4.5",
            "it cannot attack: {0} carried cubes before",
            action.destination,
            data={},
            cause=moved,
        )
    return settled(after)


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
    if any(army.cubes for army in position.armies):
        log.add("cubes_removed", "D1.12", "all depletion cubes are removed", data={}, cause=ended)
    armies = tuple(army._replace(cubes=0) for army in position.armies)
    return replace(position, armies=armies, turn=0, round=position.round + 1, passes=0)
