"""Whether an action may be done: the predicates of `maneuvers` and `attacks` asked one after the other, and why a maneuver
can or cannot end on a hex."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.depletion.actions import (
    Attack,
    Corps,
    DepletionAction,
    Lose,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
)
from hexwidget.systems.depletion.attacks import (
    attackable,
    maneuver_came_first,
    nothing_else_comes_first,
    players_turn,
)
from hexwidget.systems.depletion.battle import losses_are_possible
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.corps import corps_findings, corps_plan
from hexwidget.systems.depletion.maneuvers import LANDING_RULES, findings_on
from hexwidget.systems.depletion.movement import FAR, going_on, purse, way_to
from hexwidget.systems.depletion.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import SIXTHS, barring, province_hexes, rotations
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
    if isinstance(action, Corps):
        yield from corps_findings(corps_plan(position, action.player, action.groups, seat), whose_turn)
        return
    yield from players_turn(position, action.player)
    if isinstance(action, Pass):
        yield from nothing_else_comes_first(position, "maneuver")
    elif isinstance(action, Rotate):
        yield from nothing_else_comes_first(position, "rotation")
        if position.stage == "rotation":
            yield from rotation_findings(position, action)
    elif isinstance(action, Lose):
        yield from nothing_else_comes_first(position, "losses")
        if position.stage == "losses" and position.acting == seat:
            yield from losses_are_possible(position, action)
    else:
        yield from nothing_else_comes_first(position, "attack")
        yield from maneuver_came_first(position, seat)
        if isinstance(action, Attack) and position.landing is not None and position.landing.owner == seat:
            yield from attackable(position, position.landing, position.map.index(action.target))


@bars("D8.3", "D8.4")
def rotation_findings(position: DepletionPosition, action: Rotate) -> Findings:
    """D8.3: the conditions bind the rotation; D8.4: it covers the province exactly."""
    claim, found = position.claim, position.exploration
    assert claim is not None  # noqa: S101  (asked in the stage of rotation)
    province = found.provinces[province_hexes(position.map, found.shape, found.provinces)[claim.at]]
    every = rotations(position.map, found.shape, province, claim.tile)
    yield from barring(claim.tile, every, every[action.sixths], position.map.name(claim.at))


def _read(position: DepletionPosition, action: DepletionAction) -> int:
    """The seat of the player; names that do not exist are malformed input, not illegal actions."""
    problems = Problems()
    if not _well_formed(action):
        _malformed(action, problems)
        problems.raise_any("this action cannot be read")
    known = all(isinstance(s, str) and position.map.find(s) is not None for _, s in _spaces(action))
    if not (known and isinstance(action.player, str) and action.player in position.players):
        for where, space in _spaces(action):
            if not isinstance(space, str) or position.map.find(space) is None:
                problems.add(where, position.map.explain_unknown(space))
        if not isinstance(action.player, str) or action.player not in position.players:
            problems.unknown("player", "player", action.player, position.players)
        problems.raise_any("this action cannot be read")
    return position.players.index(action.player)


def _spaces(action: DepletionAction) -> list[tuple[str, object]]:
    """The hexes that an action names, with their places; it is well-formed."""
    match action:
        case Maneuver():
            found: list[tuple[str, object]] = [(f"path/{n}", space) for n, space in enumerate(action.path)]
            if action.free is not None:
                found.append(("free", action.free))
            return [*found, *((f"ferries/{n}", space) for n, (space, _) in enumerate(action.ferries))]
        case Corps():
            return [
                (f"groups/{n}/{where}", space)
                for n, group in enumerate(action.groups)
                for where, space in _spaces(group)
            ]
        case Attack():
            return [("target", action.target)]
        case Lose():
            units: list[tuple[str, object]] = [(f"units/{n}", space) for n, (space, _) in enumerate(action.units)]
            return [*units, *((f"structures/{n}", space) for n, (space, _) in enumerate(action.structures))]
    return []


def _well_formed(action: DepletionAction) -> bool:
    """Whether an action is made of the right things, its names and player aside; `_malformed` says what is not."""
    if isinstance(action, Maneuver):
        path, simple = action.path, (action.units, action.drops, action.pickups, action.pack, action.unpack)
        fine = isinstance(path, tuple) and bool(path) and type(action.march) is bool and not action.ferries
        if fine and simple == (None, (), (), 0, 0) and type(action.pack) is type(action.unpack) is int:
            return True
    elif isinstance(action, (NoAttack, Pass, Attack)):
        return True
    problems = Problems()
    _malformed(action, problems)
    return not problems.found


def _malformed(action: DepletionAction, problems: Problems) -> None:
    """What is malformed in an action, its names and player aside."""
    if isinstance(action, Maneuver):
        _malformed_maneuver(action, problems)
    elif isinstance(action, Corps):
        groups = action.groups
        if not isinstance(groups, tuple) or not all(isinstance(g, Maneuver) for g in groups) or len(groups) < 2:
            problems.add("groups", f"expected two maneuvers or more, not {shown(groups)}")
            return
        for n, group in enumerate(groups):
            inner = Problems()
            _malformed_maneuver(group, inner)
            if group.player != action.player:
                inner.add("player", f"expected {shown(action.player)}, whose corps it is, not {shown(group.player)}")
            for problem in inner.found:
                problems.add(f"groups/{n}/{problem.place}", problem.message)
    elif isinstance(action, Rotate):
        if type(action.sixths) is not int or not 0 <= action.sixths < SIXTHS:
            problems.add("sixths", f"expected a whole number from 0 to {SIXTHS - 1}, not {shown(action.sixths)}")
    elif isinstance(action, Lose):
        _malformed_seats("units", action.units, problems)
        kinds = action.structures
        if not isinstance(kinds, tuple) or not all(isinstance(k, tuple) and len(k) == 2 for k in kinds):
            problems.add("structures", f"expected pairs of a hex and a kind, not {shown(kinds)}")
    elif not isinstance(action, (Attack, NoAttack, Pass)):
        raise InputError(
            "this action cannot be read", [Problem("", f"expected an action of depletion, not {shown(action)}")]
        )


def _malformed_maneuver(action: Maneuver, problems: Problems) -> None:
    """What is malformed in a maneuver but its spaces."""
    path = action.path
    if not isinstance(path, tuple) or not path:
        problems.add("path", f"expected a tuple of hexes, at least the one where the army stands, not {shown(path)}")
        path = ()
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
    _malformed_seats("ferries", action.ferries, problems)


def _malformed_seats(where: str, given: object, problems: Problems) -> None:
    """Units by hex, each hex once."""
    if not isinstance(given, tuple) or not all(isinstance(c, tuple) and len(c) == 2 for c in given):
        problems.add(where, f"expected pairs of a hex and units, not {shown(given)}")
        return
    for n, (space, units) in enumerate(given):
        _malformed_units(f"{where}/{n}", units, problems)
        if any(space == other for other, _ in given[:n]):
            problems.add(f"{where}/{n}", f"the hex {shown(space)} is named twice")


def _malformed_units(where: str, units: object, problems: Problems) -> None:
    if isinstance(units, tuple) and len(units) == len(UNITS) and set(map(type, units)) == {int}:
        fine = min(units) >= 0 and 0 < max(units) <= MOST_OF_A_KIND
    else:
        fine = False
    if not fine:
        problems.add(where, f"expected a number for each of the {len(UNITS)} unit types, not {shown(units)}")


def explain_landing(so_far: ManeuverPlan, goal: int, rulebook: Rulebook, *, way: list[int] | None = None) -> Verdict:
    """Why a maneuver, given how it begins, can or cannot end on a hex, whoever's turn it is.

    The verdict is that of the way a person would mean: round what bars if there is a way round. If that is too long
    while the straight way would not be, what bars the straight way is among the reasons.

    :param way: the way there, if one is known that can be gone
    """
    position, here, group = so_far.position, so_far.path[-1], moving(so_far.landing)
    far = position.map.distance(here, goal)
    harbour = so_far.harbour
    if way is None and far <= FAR:
        way = way_to(position, so_far.seat, group, here, goal, harbour, past_bars=False)
    if way is None:
        return _no_way(so_far, goal, far, rulebook)

    def violations(maneuver: Maneuver) -> list[Finding]:
        path = tuple(map(position.map.index, maneuver.path))
        return list(findings_on(plan_of(position, maneuver, so_far.seat, path, whose_turn=False, harbour=harbour)))

    maneuver = going_on(so_far, way)
    findings = violations(maneuver)
    if _codes(findings) & {"too_dear"} and not _codes(findings) & {"enemy", "water"}:
        straight = way_to(position, so_far.seat, group, here, goal, harbour, past_bars=True) or way
        across = violations(going_on(so_far, straight))
        if "too_dear" not in _codes(across):
            findings += [f for f in across if f.code in ("enemy", "water", "on_land")]
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
    plan = plan_of(position, jump, so_far.seat, (*so_far.path, goal), whose_turn=False, harbour=so_far.harbour)
    findings = (why, *(f for rule in LANDING_RULES for f in rule(plan)))
    return _verdict(findings, f"{names[0]} to {names[1]}{' march' if jump.march else ''}", rulebook)


def _codes(findings: list[Finding]) -> set[str]:
    return {f.code for f in findings}
