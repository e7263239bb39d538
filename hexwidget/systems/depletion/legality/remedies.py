"""Remedies: other maneuvers, which are legal where the one that was tried is barred."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.rules import Remedy
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, Costs
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.maneuver.way import going_on, journey, way_to
from hexwidget.systems.depletion.units import GALLEY, MOVEMENT, NO_UNITS, Counts, does, minus, on_land, slowest


def if_legal(plan: ManeuverPlan, instead: Maneuver, clause: str, words: str) -> Remedy | None:
    """Another maneuver as a remedy; None if something bars that one, too."""
    # The predicates offer remedies, and the predicates judge them: hence the import at the last moment.
    from hexwidget.systems.depletion.legality.maneuvers import findings_on

    path = tuple(map(plan.position.map.index, instead.path))
    if any(True for _ in findings_on(plan_of(plan.position, instead, plan.seat, path, plan.whose_turn, plan.harbour))):
        return None
    return Remedy(words, clause, str(instead))


def gaps_filled(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver with the gaps of its path filled in."""
    goal, here = plan.path[-1], plan.path[0]
    # One more than the points: a home may be entered free.
    if not any(plan.taken) or plan.position.map.distance(here, goal) > slowest(plan.taken) + plan.march + 1:
        return None
    way = way_to(plan.position, plan.seat, plan.taken, here, goal, plan.harbour, past_bars=False)
    if way is None:
        return None
    begun = replace(plan.action, path=plan.action.path[:1], free=None, drops=(), pickups=())
    instead = going_on(journey(plan.position, plan.seat, begun), way)
    return if_legal(plan, instead, "D1.1", f"legal as {instead}")


def of_one_kind(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver without the vessels, or without the land units."""
    vessels = (*NO_UNITS[:-1], plan.taken[GALLEY])
    for units, stay in ((on_land(plan.taken), vessels), (vessels, on_land(plan.taken))):
        if any(units) and any(stay):
            found = _leaving_behind(plan, stay, replace(plan.action, units=units))
            if found is not None:
                return found
    return None


def without_peasants(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver with the peasants staying behind."""
    if not any(plan.taken[1:]):
        return None
    return _leaving_behind(plan, (plan.taken[0], *NO_UNITS[1:]), replace(plan.action, units=(0, *plan.taken[1:])))


def cheaper(plan: ManeuverPlan, costs: Costs) -> Remedy | None:
    """The same maneuver as a march, if its point is enough; else without the slow units."""
    if not plan.action.march and costs.total <= costs.budget + MARCH_POINTS:
        marching = if_legal(plan, replace(plan.action, march=True), "D2.1", "legal with a march")
        if marching is not None:
            return marching
    if costs.who is not None and costs.who[1]:
        fast = tuple(n if MOVEMENT[t] > MOVEMENT[costs.who[0]] else 0 for t, n in enumerate(plan.taken))
        if any(fast):
            return _leaving_behind(plan, minus(plan.taken, fast), replace(plan.action, units=fast, pack=0))
    return None


def _leaving_behind(plan: ManeuverPlan, stay: Counts, instead: Maneuver) -> Remedy | None:
    """A maneuver of a part of the army (D3.1) as a remedy.

    :param stay: the units that it leaves behind
    """
    return if_legal(plan, instead, "D3.1", f"legal if {does(stay, 'stays', 'stay')} behind")
