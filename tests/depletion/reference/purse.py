"""The truth of the sentence on points that do not suffice (D1.1, D1.2, D4.3)."""

from __future__ import annotations

from hexwidget.rules import Finding
from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, PACKED, UNITS, UNPACKED
from tests.depletion.reference.ferries import crossings
from tests.depletion.reference.group import Group, Unit, moved
from tests.depletion.reference.groups import groups
from tests.depletion.reference.maneuvers import entrant


def too_dear(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    """True if some way of the group costs what the sentence says, and the unit that it names cannot pay that."""
    found, told, holder = groups(position, action), finding.numbers, entrant(position, action)
    for number, group in enumerate(found):
        marches = told["march"] == (" on a march" if group.action.march else "")
        if marches and told.get("group") in (None, group.action.path[0]):
            if "movement points away" in finding.text and far(group) != told["needed"]:
                return False
            for every in crossings(position, action)[1]:
                frees = holder in (None, number)
                if ("another group of the corps has the free entry" in finding.text) != (not frees and enters(group)):
                    continue
                free = best_entry(group, every[number]) if frees else None
                if any(_as_told(group, every[number], free, unit, finding) for unit in every[number]):
                    return _says_who(group, every[number], finding) and _wades(crossings(position, action)[1], finding)
    return False


def far(group: Group) -> int:
    """The least that a way from the first to the last hex of the path takes: over as few barred hexes as can be."""
    board, start, goal = group.board, group.path[0], group.path[-1]
    enemies = {a.at for a in board.armies if a.owner != group.seat} | {
        s.at for s in board.structures if s.owner != group.seat
    }
    homes = {s.at for s in board.structures if s.owner == group.seat}
    carried = moved(group.set_out)
    sails, wades = carried[GALLEY] > 0, not any(carried[1:])
    best: dict[tuple[int, bool], tuple[int, int]] = {(start, False): (0, 0)}
    todo = [(0, 0, start, False)]
    while todo:
        bars, cost, at, used = todo.pop(0)
        for there in board.map.neighbours(at):
            ground = board.map.terrain(there)
            wet = ground == "ocean" or (ground == "sea" and not wades)
            barred = there != goal and (there in enemies or ground == "unexplored" or (wet != sails))
            price = 2 if ground in ("mountain", "swamp", "unexplored") or (ground == "sea" and wades) else 1
            for free in (False, True) if there in homes and not used else (False,):
                found = (bars + barred, cost + (0 if free else price))
                state = (there, used or free)
                if state not in best or found < best[state]:
                    best[state] = found
                    todo.append((*found, *state))
        todo.sort()
    return min(found for (at, _), found in best.items() if at == goal)[1]


def enters(group: Group) -> bool:
    """True if a path enters one of the player's homes, or the one that is named."""
    return group.free_entries() != [None]


def best_entry(group: Group, way: tuple[Unit, ...]) -> int | None:
    """The free entry that saves most, as a place on the path; None if no home is entered."""
    return max(group.free_entries(), key=lambda n: group.saves(way, n))


def _as_told(group: Group, way: tuple[Unit, ...], free: int | None, unit: Unit, finding: Finding) -> bool:
    """True if the sentence tells of this unit: its points, the cost of its way, and the step that it cannot make."""
    told, more = finding.numbers, 1 if group.action.march else 0
    strict = group.board.settings["pace"] == "strict"
    places = range(1, group.last + 1) if strict else unit.steps
    spent: list[tuple[int | None, int]] = []
    switches = group.switches if strict else group.switches_of(unit)
    packs = any(u.packs for u in way) if strict else unit.packs
    if switches and packs and group.moves:
        spent.append((None, 1))
        switches -= 1
    for n in places:
        prices = [group.price(u, n) for u in way if n in u.steps] if strict else [group.price(unit, n)]
        spent += [(n, 0 if n == free else max(prices))] if prices else []
    spent += [(None, 1)] * switches
    left, budget = unit.points + more, unit.points + more
    for n, price in spent:
        if price > left:
            ground = "" if n is None else group.ground(n)
            where = group.action.path[-1] if n is None else group.action.path[n]
            before, goal = "" if n is None else group.action.path[n - 1], group.action.path[-1]
            right = (sum(p for _, p in spent), budget, left, price, ground, before, goal)
            said = tuple(told[name] for name in ("needed", "budget", "left", "price", "terrain", "last", "goal"))
            return right == said and told["slowest"] in names(unit) and finding.subjects == (where,)
        left -= price
    return False


def names(unit: Unit) -> tuple[str, ...]:
    """The names of a unit: a trebuchet that has to be packed for the way is an unpacked one before."""
    return (UNITS[unit.kind].singular, *([UNITS[UNPACKED].singular] if unit.kind == PACKED and unit.set_out else []))


def _says_who(group: Group, way: tuple[Unit, ...], finding: Finding) -> bool:
    """True if the unit that is blamed is the slowest that set out, or was picked up."""
    name, text = finding.numbers["slowest"], finding.text
    if "its slowest unit is" in text:
        least = min(unit.points for unit in way if unit.set_out)
        return any(name in names(u) and u.points == least for u in way if u.set_out)
    if "was picked up on the way" in text:
        return any(UNITS[unit.kind].singular == name for unit in way if not unit.set_out)
    return True


def _wades(ways: tuple[tuple[tuple[Unit, ...], ...], ...], finding: Finding) -> bool:
    """True if some peasant wades on each way for which there are seats, if the sentence says so."""
    said = "peasants wade where no seat is left" in finding.text
    return not said or all(any(unit.wades for group in way for unit in group) for way in ways)
