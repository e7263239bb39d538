"""The effects of a maneuver or a corps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwidget.english import listing, verb
from hexwidget.rules import Chronicle, changed
from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.counts import minus
from hexwidget.systems.depletion.effects.turns import landed_last
from hexwidget.systems.depletion.maneuver.crossing import SEATS
from hexwidget.systems.depletion.maneuver.end import board_after, cubes_of
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan, ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition, Landing
from hexwidget.systems.depletion.units import PACKED, PEASANTS, UNITS, in_words, nouns


def move(position: DepletionPosition, action: Maneuver | Corps, seat: int, log: Chronicle) -> DepletionPosition:
    """One army moves, or several do (D1.1, D5.1)."""
    ends = action.ends(position)
    if ends is None:
        plans = _plans(position, action, seat)
        ends = [plan.end for plan in plans]
        log.later(_tell_of_groups, action, plans)
    else:
        log.later(lambda log: _tell_of_groups(log, action, _plans(position, action, seat)))
    board, landing = position, Landing(seat, open=False, spots=())
    for end in ends[:-1]:
        landing, board = landing.joined_by(end.spot(board, seat)), board_after(board, seat, end)
    last = ends[-1]
    if last.claims(board):
        return changed(board, landing=landing._replace(open=True), passes=0, claim=last.claim)
    landing = landing.joined_by(last.spot(board, seat))
    return landed_last(board, seat, last, landing, log)


def _plans(position: DepletionPosition, action: Maneuver | Corps, seat: int) -> list[ManeuverPlan]:
    if isinstance(action, Corps):
        return CorpsPlan(position, action.player, action.groups, seat).groups
    return [ManeuverPlan(position, action, seat)]


def _tell_of_groups(log: Chronicle, action: Maneuver | Corps, plans: Sequence[ManeuverPlan]) -> None:
    if isinstance(action, Corps):
        where = listing([group.origin for group in action.groups])
        wording = "{player:moves} {number} armies at once, from {where}"
        log.tell("corps", "D5.1", wording, player=action.player, where=where, number=len(plans))
    for plan in plans:
        moved = _tell_of_the_way(plan, log)
        if plan.claims:
            claimed = plan.action.destination
            log.tell("claimed", "D8.2", "{0} is claimed: the top tile is turned over", claimed, cause=moved)
        else:
            _tell_of_the_landing(plan, log, moved)


def _tell_of_the_landing(plan: ManeuverPlan, log: Chronicle, moved: int) -> None:
    action, joined = plan.action, plan.standing(plan.path[-1])
    here = action.destination
    if action.moves and any(joined):
        log.tell("combined", "D4.1", "on {0} {units:joins} the army", here, cause=moved, units=in_words(joined))
    if action.moves and action.unpack:
        wording, units = "at the end the army unpacks {units} on {0}", UNITS[PACKED].counted(action.unpack)
        log.tell("unpacked", "D1.10", wording, here, cause=moved, units=units)
    tell_of_cubes(log, "D2.1" if action.march else "D1.7", here, cubes_of(action.march), moved)


def _tell_of_the_way(plan: ManeuverPlan, log: Chronicle) -> int:
    """Note the events of the way, up to the landing. Return the number of the first, which leads to all others."""
    action, costs, origin = plan.action, plan.costs(), plan.action.origin
    data: dict[str, Any] = {"player": action.player, "units": listing(nouns(plan.taken)), "march": action.march}
    data["cost"] = costs.total
    if action.moves:
        data |= {"path": "-".join(action.path), "way": _way_in_words(action.path, plan.claims)}
        moves = "{units:sets} out" if plan.claims else "{units:moves}"
        wording = "{player:'s} " + moves + " {way} for {cost:movement point}"
        moved = log.tell("moved", "D1.1", wording, *action.path, **data)
        if action.pack:
            wording, units = "first the army packs {units} on {0}", UNITS[PACKED].counted(action.pack)
            log.tell("packed", "D1.10", wording, origin, cause=moved, units=units)
    else:
        moved = log.tell("stayed", "D1.5", "{player:'s} {units:stays} on {0}", origin, **data)
        for number, done in ((action.pack, "packs"), (action.unpack, "unpacks")):
            if number:
                what, wording = UNITS[PACKED].counted(number), "on {0} the army {verb} {what}"
                log.tell("switched", "D1.10", wording, origin, cause=moved, number=number, what=what, verb=done)
    if any(plan.there[plan.path[0]]) and plan.path[0] != plan.path[-1] and action.units is not None:
        behind = in_words(minus(plan.position.standing(plan.seat, plan.path[0]), plan.taken))
        log.tell("split", "D3.1", "{units:stays} behind on {0}", origin, cause=moved, units=behind)
    _tell_of_the_crossing(plan, log, moved)
    if costs.free is not None:
        log.tell("free_entry", "D1.4", "entering {0} is free", action.path[costs.free], cause=moved)
    _tell_of_changes(plan, log, moved)
    return moved


def _tell_of_changes(plan: ManeuverPlan, log: Chronicle, moved: int) -> None:
    """Note the units that join and that are left on the way."""
    action = plan.action
    changes = [(n, 0, units) for n, units in action.pickups] + [(n, 1, units) for n, units in action.drops]
    under_cubes: set[int] = set()
    for n, dropped, units in sorted(changes):
        name, words = action.path[n], in_words(units)
        if not dropped:
            join = f"{verb('is', sum(units))} to join" if plan.claims else verb("joins", sum(units))
            wording = f"{{units}} on {{0}} {join} the army"
            log.tell("picked_up", "D4.2", wording, name, cause=moved, units=words)
            continue
        wording = "{units:is} to be left on {0}" if plan.claims else "{units:is} left on {0}"
        down = log.tell("dropped", "D3.2", wording, name, cause=moved, units=words)
        if plan.path[n] not in under_cubes:
            under_cubes.add(plan.path[n])
            if not plan.claims:
                tell_of_cubes(log, "D3.4", name, cubes_of(action.march), down)


def _way_in_words(path: Sequence[str], claims: bool) -> str:
    """A way as a sentence tells it: "from 0202 over 0302 to 0303"."""
    over = f" over {listing(path[1:-1])}" if len(path) > 2 else ""
    return f"from {path[0]}{over} to {'claim ' if claims else ''}{path[-1]}"


def tell_of_cubes(log: Chronicle, clause: str, name: str, number: int, cause: int) -> None:
    """Note that one or two depletion cubes are put on a hex."""
    cubes = "a depletion cube is" if number == 1 else "two depletion cubes are"
    log.tell("depleted", clause, "{cubes} put on {0}", name, cause=cause, cubes=cubes, added=number)


def _tell_of_the_crossing(plan: ManeuverPlan, log: Chronicle, moved: int) -> None:
    """Note the units that ride with vessels, and those that wade."""
    for at, units in plan.seats():
        wording = "{units:rides} with the vessel" + "s" * (sum(units) > SEATS) + " on {0}"
        log.tell("ferried", "D7.1", wording, plan.position.map.name(at), cause=moved, units=in_words(units))
    wading = sum(p.wades for p in plan.crossing.passages)
    if wading:
        log.tell("waded", "D6.3", "{units:wades} through the sea", cause=moved, units=UNITS[PEASANTS].counted(wading))
