"""The clauses on maneuvers and corps (D1 to D6, D7.2, D7.5, D8.1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hexwidget.systems.depletion.actions import Corps, DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, PACKED, PEASANTS, UNPACKED, Counts
from tests.depletion.reference.ferries import Ways, crossings
from tests.depletion.reference.group import WATER, Group, Unit
from tests.depletion.reference.groups import Answer, claims, either, groups, of_units


# ---------------------------------------------------------------------- who sets out, and by which way
def no_such_army_or_way(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D1.1: one of the player's armies moves hex by hex within its points."""
    return either(
        not group.own
        or not any(group.set_out)
        or group.too_many_named
        or any(b not in group.board.map.neighbours(a) for a, b in pairwise(group.path))
        or too_dear(position, action, group) == "D1.1"
        for group in groups(position, action)
    )


def lacking(found: tuple[Group, ...], every: Ways, holder: int | None) -> int:
    """The number of groups that cannot pay, if one of them has the free entry; None: each has its own."""
    tried = enumerate(zip(found, every, strict=True))
    return sum(not group.affordable(way, frees=holder in (None, n)) for n, (group, way) in tried)


def entrant(position: DepletionPosition, action: DepletionAction) -> int | None:
    """D1.11: the place of the group that has the one free entry of a corps; None: each group has its own.

    A group that names it has it. Else the one by which most groups can pay has it, of these the one that it saves most.
    """
    found, ways = groups(position, action), crossings(position, action)[1]
    if position.settings["free_entry"] == "group" or len(found) < 2:
        return None
    naming = [n for n, group in enumerate(found) if group.action.free is not None] or range(len(found))

    def saved(n: int, way: tuple[Unit, ...]) -> int:
        paying = [free for free in found[n].free_entries() if not found[n].failing(way, free)]
        return max(found[n].saves(way, free) for free in paying or found[n].free_entries())

    ranked = [(lacking(found, every, n), -saved(n, every[n]), n) for n in naming for every in ways]
    return min(ranked)[2]


def too_dear(position: DepletionPosition, action: DepletionAction, group: Group) -> str:
    """The clause that a path is too dear by (D1.15); empty if its units can pay."""
    if not any(group.set_out):
        return ""
    found, holder = groups(position, action), entrant(position, action)
    ways, place = crossings(position, action)[1], found.index(group)
    frees = holder in (None, place)
    fewest = min(lacking(found, every, holder) for every in ways)
    mine = [every[place] for every in ways if lacking(found, every, holder) == fewest]
    if any(group.affordable(way, frees=frees) for way in mine):
        return ""
    # The way and the free entry by which fewest of the units that set out fail; of those the entry that saves most (D1.11).
    tried = [(way, free, group.failing(way, free)) for way in mine for free in group.free_entries(frees=frees)]
    way, free, failing = min(
        tried, key=lambda made: (sum(unit.set_out for unit in made[2]), -group.saves(made[0], made[1]))
    )
    slow = [unit for unit in failing if unit.set_out]
    if not slow:
        return "D4.3"
    fastest = max(unit.points for unit in way if unit.set_out)
    blamed = slow[0].points < fastest and group.fits(way, free, slow[0], fastest)
    return "D1.2" if blamed else "D1.1"


def dear_by(clause: str, needs: Callable[[Group], bool]) -> Callable[[DepletionPosition, DepletionAction], Answer]:
    """D1.2, D4.3: a path costs more than a slow unit can pay."""

    def judge(position: DepletionPosition, action: DepletionAction) -> Answer:
        found = groups(position, action)
        return either(of_units(g, too_dear(position, action, g) == clause) if needs(g) else False for g in found)

    return judge


def enemy_objects_block(group: Group) -> Answer:
    """D1.6: no hex with an enemy object is entered."""
    held = [(a.at, a.owner) for a in group.board.armies] + [(s.at, s.owner) for s in group.board.structures]
    return any(at in group.path[1:] and owner != group.seat for at, owner in held)


def depleted(group: Group) -> Answer:
    """D1.7: an army on a hex with a cube is not chosen."""
    return None if group.army is None else group.army.cubes > 0


def moves_unpacked(group: Group) -> Answer:
    """D1.10: a trebuchet moves only packed."""
    return of_units(group, group.moves and group.set_out[UNPACKED] > group.action.pack)


def no_such_free_entry(group: Group) -> Answer:
    """D1.11: the free entry that is named is one of the path into a home."""
    named = group.action.free
    homes = {s.at for s in group.board.structures if s.owner == group.seat}
    return named is not None and not any(group.board.map.name(at) == named and at in homes for at in group.path[1:])


def free_entries_of_a_corps(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D1.11: a free entry is one of the path, and a corps has one in all, unless free_entry is "group"."""
    found = groups(position, action)
    several = sum(group.action.free is not None for group in found) > 1
    if several and position.settings["free_entry"] == "maneuver":
        return True
    return either(map(no_such_free_entry, found))


def switches_others(group: Group) -> Answer:
    """D1.13: a group switches its own trebuchets only, and none that is unpacked is picked up."""
    if "D1.13" in group.pick_faults:
        return of_units(group, True)
    pack, unpack = group.action.pack, group.action.unpack
    if not pack and not unpack:
        return False
    return of_units(group, pack > group.set_out[UNPACKED] or unpack > group.carried[PACKED])


# ---------------------------------------------------------------------- units that join and leave
def fault(clause: str) -> Callable[[Group], Answer]:
    """D3.2, D3.5, D4.2, D4.10: the faults of units that join and leave on the way."""

    def judge(group: Group) -> Answer:
        if clause in group.pick_faults or (clause == "D4.10" and clause in group.drop_faults):
            return True
        about_drops = clause in ("D3.2", "D3.5") and bool(group.action.drops)
        return of_units(group, clause in group.drop_faults) if about_drops else False

    return judge


def size_limit(group: Group) -> Answer:
    """D4.4: no hex where units stay holds more of the player's than an army may have, once the group has moved.

    In a corps it is judged after the last group. That comes to the same: units that have landed lie under cubes, and no
    later group takes them away.
    """
    most, stays = group.board.settings["army_size"], {group.path[0], *group.drop_hexes, group.path[-1]}
    armies = (army for army in group.after().armies if army.owner == group.seat and army.at in stays)
    return of_units(group, any(sum(army.units) > most for army in armies))


# ---------------------------------------------------------------------- ground
def vessels_keep_to_water(group: Group) -> Answer:
    """D6.1: vessels stand on and move through sea and ocean only; an unexplored hex may be either."""
    steps = [n for n in range(1, group.last + 1) if group.ground(n) not in (*WATER, "unexplored")]
    stands = not group.moves and group.landing[GALLEY] > 0 and group.ground(0) not in WATER
    return of_units(group, stands or any(GALLEY in group.carries(n) for n in steps))


def peasants_stay_out_of_the_ocean(group: Group) -> Answer:
    """D6.3: peasants do not end on ocean, nor are they dropped there."""
    return _left_on(group, ("ocean",), lambda units: units[PEASANTS] > 0)


def soldiers_end_on_land(group: Group) -> Answer:
    """D7.2: military land units end on land."""
    return _left_on(group, WATER, lambda units: any(units[PEASANTS + 1 : GALLEY]))


def _left_on(group: Group, grounds: tuple[str, ...], bars: Callable[[Counts], bool]) -> Answer:
    if not group.moves:
        return False
    places = [*group.dropped.items(), (group.last, group.landing)]
    return of_units(group, any(group.ground(n) in grounds and bars(units) for n, units in places))


def all_vessels_or_none(group: Group) -> Answer:
    """D7.5: a group that moves is all vessels or all land units."""
    if not group.moves:
        return False
    kinds = {kind for n in range(1, group.last + 1) for kind in group.carries(n)}
    return of_units(group, GALLEY in kinds and kinds != {GALLEY})


def peasants_do_not_explore(group: Group) -> Answer:
    """D8.1: only military units enter an unexplored province."""
    entered = [n for n in range(1, group.last + 1) if group.ground(n) == "unexplored"]
    return of_units(group, any(PEASANTS in group.carries(n) for n in entered)) if entered else False


# ---------------------------------------------------------------------- corps
def corps_too_large(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D5.1, D5.2: at most one army, and one more for each castle, a capital counted as one."""
    seat = position.players.index(action.player)
    castles = sum(s.owner == seat and s.kind in ("castle", "capital") for s in position.structures)
    return isinstance(action, Corps) and len(action.groups) > 1 + castles


def claim_of_a_corps(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D5.5: one group claims at most; it moves last, and no other ends or drops on its origin."""
    found = groups(position, action)
    claiming = [group for group in found if claims(group)]
    if len(found) < 2 or not claiming:
        return False
    others = [group for group in found if group is not claiming[-1]]
    met = any(claiming[-1].path[0] in {g.path[-1], *g.drop_hexes} for g in others)
    return len(claiming) > 1 or found[-1] is not claiming[-1] or met
