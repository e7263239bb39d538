"""Malformed actions: what cannot be judged, as it is made of the wrong things or names no hex or player of the position."""

from __future__ import annotations

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.systems.depletion.actions import Attack, Corps, DepletionAction, Lose, Maneuver, NoAttack, Pass, Rotate
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import SIXTHS
from hexwidget.systems.depletion.units import MOST_OF_A_KIND, UNITS


def acting_seat(position: DepletionPosition, action: DepletionAction) -> int:
    """The seat of the player of an action, which is well-formed.

    :raises InputError: listing what is malformed. Names that do not exist are malformed input, not illegal actions.
    """
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
    """The hexes that a well-formed action names, with their places."""
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
    """True if an action is made of the right things, its names and player aside (see `_malformed`)."""
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
    """Note everything that is malformed in an action, its names and player aside."""
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
    """Note everything that is malformed in a maneuver, its hexes aside."""
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
    """Note everything that is malformed in units by hex. Each hex may be named once."""
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
