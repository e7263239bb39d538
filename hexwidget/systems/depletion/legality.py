"""Whether an action may be done: the predicates of `maneuvers` and `attacks` asked one after the other, and why a maneuver
can or cannot end on a hex."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.problems import InputError, Problem, Problems, place, shown
from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import (
    attack_is_decided_first,
    attackable,
    maneuver_came_first,
    players_turn,
)
from hexwidget.systems.depletion.clauses import Findings
from hexwidget.systems.depletion.maneuvers import LANDING_RULES, findings_on
from hexwidget.systems.depletion.movement import FAR, going_on, purse, way_to
from hexwidget.systems.depletion.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import MOST_OF_A_KIND, UNITS, moving


def check(position: DepletionPosition, action: DepletionAction, rulebook: Rulebook) -> Verdict:
    """Whether an action is legal, and every clause that it violates.

    :raises InputError: if it is malformed: names a hex or player that does not exist, or is no action of depletion
    """
    return _verdict(tuple(_violations(position, action, whose_turn=True)), str(action), rulebook)


def _verdict(findings: tuple[Finding, ...], subject: str, rulebook: Rulebook) -> Verdict:
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, subject, rulebook)


def is_legal(position: DepletionPosition, action: DepletionAction) -> bool:
    """Whether an action is legal; the first clause that bars it is enough.

    :raises InputError: if it is malformed
    """
    return not any(True for _ in _violations(position, action, whose_turn=True))


def _violations(position: DepletionPosition, action: DepletionAction, whose_turn: bool) -> Findings:
    seat = _read(position, action)
    if isinstance(action, Maneuver):
        path = tuple(map(position.map.index, action.path))
        yield from findings_on(plan_of(position, action, seat, path, whose_turn))
        return
    yield from players_turn(position, action.player)
    if isinstance(action, Pass):
        yield from attack_is_decided_first(position)
    else:
        yield from maneuver_came_first(position, seat)
        if isinstance(action, Attack) and position.landing is not None and position.landing.owner == seat:
            yield from attackable(position, position.landing, position.map.index(action.target))


def _read(position: DepletionPosition, action: DepletionAction) -> int:
    """The seat of the player; names that do not exist are malformed input, not illegal actions."""
    spaces: tuple[object, ...] = ()
    fine = isinstance(action, (NoAttack, Pass))
    if isinstance(action, Maneuver):
        fine = _well_formed(action)
        spaces = (*action.path, *([] if action.free is None else [action.free])) if fine else ()
    elif isinstance(action, Attack):
        spaces, fine = (action.target,), True
    known = fine and all(isinstance(s, str) and position.map.find(s) is not None for s in spaces)
    if not (known and isinstance(action.player, str) and action.player in position.players):
        _refuse_malformed(position, action)
    return position.players.index(action.player)


def _well_formed(action: Maneuver) -> bool:
    """Whether a maneuver is made of the right things, its names and player aside; `_malformed_maneuver` says what is not."""
    path = action.path
    if not isinstance(path, tuple) or not path or type(action.march) is not bool:
        return False
    simple = (action.units, action.drops, action.pickups, action.pack, action.unpack) == (None, (), (), 0, 0)
    if simple and type(action.pack) is type(action.unpack) is int:
        return True
    problems = Problems()
    _malformed_maneuver(action, problems)
    return not problems.found


def _refuse_malformed(position: DepletionPosition, action: DepletionAction) -> None:
    """Say everything that is malformed in an action, if anything is."""
    problems = Problems()
    spaces: list[tuple[str, object]] = []
    if isinstance(action, Maneuver):
        spaces = _malformed_maneuver(action, problems)
    elif isinstance(action, Attack):
        spaces = [("target", action.target)]
    elif not isinstance(action, (NoAttack, Pass)):
        raise InputError(
            "this action cannot be read", [Problem("", f"expected an action of depletion, not {shown(action)}")]
        )
    for where, space in spaces:
        if not isinstance(space, str) or position.map.find(space) is None:
            problems.add(where, position.map.explain_unknown(space))
    if not isinstance(action.player, str) or action.player not in position.players:
        problems.unknown("player", "player", action.player, position.players)
    problems.raise_any("this action cannot be read")


def _malformed_maneuver(action: Maneuver, problems: Problems) -> list[tuple[str, object]]:
    """What is malformed in a maneuver but its spaces, which are returned with their places."""
    path = action.path
    spaces: list[tuple[str, object]] = []
    if not isinstance(path, tuple) or not path:
        problems.add("path", f"expected a tuple of hexes, at least the one where the army stands, not {shown(path)}")
        path = ()
    else:
        spaces = [(place("path", n), space) for n, space in enumerate(path)]
    if action.free is not None:
        spaces.append(("free", action.free))
    if type(action.march) is not bool:
        problems.add("march", f"expected True or False, not {shown(action.march)}")
    for name in ("pack", "unpack"):
        number = getattr(action, name)
        if type(number) is not int or not 0 <= number <= MOST_OF_A_KIND:
            problems.add(name, f"expected a whole number from 0 to {MOST_OF_A_KIND}, not {shown(number)}")
    if action.units is not None:
        _malformed_units("units", action.units, problems)
    for name in ("drops", "pickups"):
        changes, last = getattr(action, name), -1
        if not isinstance(changes, tuple) or not all(isinstance(c, tuple) and len(c) == 2 for c in changes):
            problems.add(name, f"expected pairs of a place on the path and units, not {shown(changes)}")
            continue
        for at, units in changes:
            if type(at) is not int or not last < at < len(path):
                problems.add(name, f"expected places on the path from 0 to {len(path) - 1} in order, not {shown(at)}")
                break
            last = at
            _malformed_units(f"{name}/{at}", units, problems)
    return spaces


def _malformed_units(where: str, units: object, problems: Problems) -> None:
    if isinstance(units, tuple) and len(units) == len(UNITS) and set(map(type, units)) == {int}:
        fine = min(units) >= 0 and 0 < max(units) <= MOST_OF_A_KIND
    else:
        fine = False
    if not fine:
        problems.add(where, f"expected a number for each of the {len(UNITS)} unit types, not {shown(units)}")


def explain_landing(so_far: ManeuverPlan, goal: int, rulebook: Rulebook) -> Verdict:
    """Why a maneuver, given how it begins, can or cannot end on a hex, whoever's turn it is.

    The verdict is that of the way a person would mean: round what bars if there is a way round. If that is too long
    while the straight way would not be, what bars the straight way is among the reasons.
    """
    position, here, group = so_far.position, so_far.path[-1], moving(so_far.landing)
    far = position.map.distance(here, goal)
    way = None if far > FAR else way_to(position, so_far.seat, group, here, goal, past_bars=False)
    if way is None:
        return _no_way(so_far, goal, far, rulebook)
    maneuver = going_on(so_far, way)
    findings = list(_violations(position, maneuver, whose_turn=False))
    if _codes(findings) & {"too_dear"} and not _codes(findings) & {"enemy", "water"}:
        straight = way_to(position, so_far.seat, group, here, goal, past_bars=True) or way
        across = list(_violations(position, going_on(so_far, straight), whose_turn=False))
        if "too_dear" not in _codes(across):
            findings += [f for f in across if f.code in ("enemy", "water")]
    return _verdict(tuple(findings), str(maneuver), rulebook)


def _no_way(so_far: ManeuverPlan, goal: int, far: int, rulebook: Rulebook) -> Verdict:
    """The verdict on a hex that no way is laid to: the map has none, or it is much too far to look for one."""
    position, here = so_far.position, so_far.path[-1]
    points = max(0, purse(so_far).points)
    names = (position.map.name(here), position.map.name(goal))
    if far > points + 1:
        numbers = {"distance": far, "budget": points}
        wording = "{1} is {distance} hexes from {0}, and the army has {budget} movement points"
        why = Finding("D1.1", "too_far", names, numbers, wording)
    else:
        why = Finding("D1.1", "no_way", names, {}, "there is no way of hexes from {0} to {1}")
    jump = replace(so_far.action, path=(*so_far.action.path, names[1]))
    plan = plan_of(position, jump, so_far.seat, (*so_far.path, goal), whose_turn=False)
    findings = (why, *(f for rule in LANDING_RULES for f in rule(plan)))
    return _verdict(findings, f"{names[0]} to {names[1]}{' march' if jump.march else ''}", rulebook)


def _codes(findings: list[Finding]) -> set[str]:
    return {f.code for f in findings}
