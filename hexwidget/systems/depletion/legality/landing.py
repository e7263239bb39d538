"""The verdict on the end of a maneuver that has begun: why it can or cannot end on a hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from hexwidget.rules import Finding, Rulebook, Verdict, bars, judged
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.counts import moving
from hexwidget.systems.depletion.legality.maneuvers import (
    LANDING_RULES,
    MANEUVER_RULES,
    no_enemy_objects_on_the_way,
    points_suffice,
)
from hexwidget.systems.depletion.legality.water import vessels_keep_to_water, vessels_near_the_water
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.maneuver.reach import FAR, going_on, path_to, purse, reach_of
from hexwidget.systems.depletion.units import PEASANTS, WATER

ON_THE_WAY = (no_enemy_objects_on_the_way, vessels_keep_to_water, vessels_near_the_water)
"""The predicates on hexes that a detour may avoid, in the rulebook's order."""


def explained_reach(so_far: ManeuverPlan) -> Reach:
    """The hexes where a maneuver may end, given its beginning, with the verdict on every hex."""
    return reach_of(so_far, partial(explain_landing, so_far, rulebook=so_far.position.system.rulebook))


def explain_landing(so_far: ManeuverPlan, goal: int, rulebook: Rulebook, *, path: list[int] | None = None) -> Verdict:
    """The verdict on a maneuver that goes on to a hex and ends there. It does not count whose turn it is.

    The verdict is on the path that a person would mean: round the hexes that bar, if there is a path round. If that path is too
    dear and the straight one would not be, the verdict also has the findings on the straight path.

    :param so_far: the maneuver as it begins
    :param path: a path there that can be gone, if one is known
    """
    position, here, group = so_far.position, so_far.path[-1], moving(so_far.landing)
    far, harbour = position.map.distance(here, goal), so_far.harbour
    if path is None and far <= FAR:
        path = path_to(position, so_far.seat, group, here, goal, harbour, past_bars=False)
    if path is None:
        return _no_way(so_far, goal, rulebook)

    def plan_by(path: list[int]) -> ManeuverPlan:
        return ManeuverPlan(position, going_on(so_far, path), so_far.seat, whose_turn=False, harbour=harbour)

    plan = plan_by(path)
    # Over water units may ride for less than the search for a path knows.
    dry = WATER.isdisjoint(plan.grounds[1:]) and not (harbour and group[PEASANTS])
    plan.shortest = dry and not (so_far.action.moves or plan.action.pack or plan.action.unpack)
    found = {rule: list(rule(plan)) for rule in MANEUVER_RULES}
    findings = [finding for each in found.values() for finding in each]
    if found[points_suffice] and not found[no_enemy_objects_on_the_way] and not list(vessels_near_the_water(plan)):
        across = plan_by(path_to(position, so_far.seat, group, here, goal, harbour, past_bars=True) or path)
        if not list(points_suffice(across)):
            findings += [finding for rule in ON_THE_WAY for finding in rule(across)]
    return judged(position, plan.action, findings, rulebook)


def _no_way(so_far: ManeuverPlan, goal: int, rulebook: Rulebook) -> Verdict:
    """The verdict on a hex to which no path is laid: the map has none, or it is too far to look for one."""
    position = so_far.position
    names = (position.map.name(so_far.path[-1]), position.map.name(goal))
    jump = replace(so_far.action, path=(*so_far.action.path, names[1]))
    plan = ManeuverPlan(position, jump, so_far.seat, whose_turn=False, harbour=so_far.harbour)
    findings = (*way_exists(so_far, goal), *(finding for rule in LANDING_RULES for finding in rule(plan)))
    subject = f"{names[0]} to {names[1]}{' march' if jump.march else ''}"
    return replace(judged(position, jump, findings, rulebook), subject=subject)


@bars("D1.1")
def way_exists(so_far: ManeuverPlan, goal: int) -> Iterator[Finding]:
    """D1.1: the army moves hex by hex, with its movement points. For a hex to which no path is laid."""
    position, here = so_far.position, so_far.path[-1]
    far, points = position.map.distance(here, goal), max(0, purse(so_far).points)
    names = (position.map.name(here), position.map.name(goal))
    if far > points + 1:
        numbers = {"distance": far, "budget": points}
        wording = "{1} is {distance:hex} from {0}, and the army has {budget:movement point}"
        yield Finding("D1.1", "too_far", names, numbers, wording)
    else:
        yield Finding("D1.1", "no_way", names, {}, "no way leads from {0} to {1}")
