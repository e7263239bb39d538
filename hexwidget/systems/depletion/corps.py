"""Several armies at once: each group is laid against the board that the ones before it leave (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwidget.rules import Finding, Remedy
from hexwidget.rules.position import changed
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.attacks import nothing_else_comes_first, players_turn
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.crossing import DRY, Harbour, seated
from hexwidget.systems.depletion.maneuvers import MANEUVER_RULES, seats_named_together, too_few_seats
from hexwidget.systems.depletion.plan import ManeuverPlan, plan_of, settle
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY

CUBES, CUBES_OF_A_MARCH = 1, 2
"""Depletion cubes put where a maneuver ends (D1.7), and where a march ends (D2.1)."""


def cubes_of(action: Maneuver) -> int:
    """The cubes that a maneuver costs."""
    return CUBES_OF_A_MARCH if action.march else CUBES


def landed(position: DepletionPosition, plan: ManeuverPlan) -> DepletionPosition:
    """The board after one group: units where they are then, cubes where it ends and where units were dropped (D1.7, D3.4).
    A group that claims a hex stands where it was: the tile comes first."""
    if plan.claims:
        return position
    standing = {at: plan.after(at) for at in {plan.path[0], plan.path[-1], *plan.there}}
    under_cubes = {plan.path[-1], *plan.dropped}
    return with_armies(position, plan.seat, standing, dict.fromkeys(under_cubes, cubes_of(plan.action)))


def with_armies(
    position: DepletionPosition, seat: int, standing: dict[int, tuple[int, ...]], cubes: dict[int, int]
) -> DepletionPosition:
    """A position with other units of a player on some hexes, and more cubes; where the last unit is gone, the cubes go, too
    (D1.12)."""
    before = {army.at: army.cubes for army in position.armies if army.owner == seat}
    armies = [army for army in position.armies if army.owner != seat or army.at not in standing]
    armies += [
        Army(at, seat, units, before.get(at, 0) + cubes.get(at, 0)) for at, units in standing.items() if any(units)
    ]
    return changed(position, armies=tuple(sorted(armies)))


@dataclass(slots=True)
class CorpsPlan:
    """The groups of a corps, each laid against the board that the ones before it leave. ``board``: what the last one leaves;
    ``seated``: whether the vessels have seats for all who ride (D7.3)."""

    position: DepletionPosition
    player: str
    groups: list[ManeuverPlan]
    board: DepletionPosition
    harbour: Harbour
    seated: bool


def corps_plan(position: DepletionPosition, player: str, groups: Sequence[Maneuver], seat: int) -> CorpsPlan:
    """Lay the groups of a corps against a position, in their order."""
    board, plans = position, list[ManeuverPlan]()
    for action in groups:
        plan = plan_of(board, action, seat, tuple(map(position.map.index, action.path)), whose_turn=False)
        plans.append(plan)
        board = landed(board, plan)
    harbour = harbour_of(position, seat, plans)
    for plan in plans:
        plan.harbour = harbour
    return CorpsPlan(position, player, plans, board, harbour, settle(plans, harbour))


def harbour_of(position: DepletionPosition, seat: int, plans: Sequence[ManeuverPlan]) -> Harbour:
    """The vessels that may ferry in a corps: those that none of its groups moves (D7.4)."""
    fleet, moving = position.fleet(seat), set[int]()
    for plan in plans:
        if plan.moves and plan.moved[GALLEY]:
            sets_out = [(plan.path[0], plan.taken), *((plan.path[n], units) for n, units in plan.action.pickups)]
            for at, units in sets_out:
                if units[GALLEY] and at in fleet:
                    moving.add(at)
                    fleet[at] = max(0, fleet[at] - units[GALLEY])
    return Harbour(position.map, fleet, moving=moving)


def harbour_beside(plan: CorpsPlan) -> Harbour:
    """What is left of the vessels for one more group: in each of the ways in which those before it may ride."""
    taken: list[tuple[int, ...]] = [()]
    for group in plan.groups:
        ways = {
            tuple(sorted(p.rides for p in way if p.rides != DRY))
            for way, costs in group.ways_over()
            if costs.who is None
        }
        taken = [(*before, *riders) for before in taken for riders in ways]
    fleet = {at: seats // 2 for at, seats in zip(plan.harbour.hexes, plan.harbour.seats, strict=True)}
    return Harbour(plan.position.map, fleet, sorted(set(taken)) or [()], plan.harbour.moving)


@bars("D5.1", "D5.5")
def corps_findings(plan: CorpsPlan, whose_turn: bool = True) -> Findings:
    """Everything that bars a corps: what bars its groups, each against the board that the ones before it leave, and what
    bars them together.

    D4.4, D7.2 and D6.3 are judged group by group: what a group does wrong lies under its cubes, and no other can mend it.
    """
    position, player = plan.position, plan.player
    seat = plan.groups[0].seat
    if whose_turn:
        yield from players_turn(position, player)
        yield from nothing_else_comes_first(position, "maneuver")
    limit = position.corps_limit(seat)
    if len(plan.groups) > limit:
        castles = limit - 1
        numbers: dict[str, object] = {
            "groups": len(plan.groups),
            "limit": limit,
            "castles": f"{castles or 'no'} castle{'' if castles == 1 else 's'}",
        }
        wording = "{groups} armies maneuver at once, and the corps size limit is {limit}: 1 plus {castles} (D5.2)"
        where = tuple(group.action.origin for group in plan.groups)
        yield Finding("D5.1", "corps_too_large", where, numbers, wording)
    yield from _claims_of_a_corps(plan)
    found = [(n, f) for n, group in enumerate(plan.groups) for rule in MANEUVER_RULES for f in rule(group)]
    yield from dict.fromkeys(_in_a_corps(plan, n, f) for n, f in found)
    if not plan.seated and not any(f.clause in ("D7.1", "D7.3", "D7.4") for _, f in found):
        masks = [p.rides for group in plan.groups for p in group.crossing.riders]
        short = seated(masks, plan.harbour.seats) is None
        yield from too_few_seats(plan.groups, plan.harbour) if short else seats_named_together(plan.groups)


def _claims_of_a_corps(plan: CorpsPlan) -> Findings:
    claiming = [group for group in plan.groups if group.claims]
    if len(claiming) > 1:
        where = tuple(group.action.origin for group in claiming)
        wording = "the groups from {spaces} each claim a hex, and at most one group of a corps makes a claim"
        yield Finding("D5.5", "two_claims", where, {}, wording)
    for group in claiming[:1]:
        if group is not plan.groups[-1]:
            where = (group.action.destination,)
            yield Finding("D5.5", "claims_first", where, {}, "the group that claims {0} moves last in a corps")
        for other in plan.groups:
            if other is not group and group.path[0] in (other.path[-1], *other.dropped):
                wording = (
                    "no other group ends or drops units on {0}: the group that makes the claim sets out from there"
                )
                yield Finding("D5.5", "on_its_origin", (group.action.origin,), {}, wording)


def _in_a_corps(plan: CorpsPlan, n: int, finding: Finding) -> Finding:
    """A finding on a group of a corps. What would help the group is a remedy if it makes the whole corps legal."""

    def offer() -> Remedy | None:
        remedy = finding.remedy
        if remedy is None or remedy.action is None:
            return remedy
        instead = plan.position.system.parse(plan.position, f"{plan.player}: {remedy.action}")
        groups = [instead if k == n else group.action for k, group in enumerate(plan.groups)]
        helped = corps_plan(plan.position, plan.player, groups, plan.groups[0].seat)  # type: ignore[arg-type]
        if any(True for _ in corps_findings(helped, whose_turn=False)):
            return None
        return Remedy(remedy.text, remedy.clause, "; ".join(map(str, groups)))

    numbers = {**finding.numbers, "group": plan.groups[n].action.origin}
    wording = "the group from {group}: " + finding.wording
    return Finding(finding.clause, finding.code, finding.subjects, numbers, wording, offer)


def in_words(groups: Sequence[Maneuver]) -> str:
    """Where the groups of a corps land."""
    return listing([group.destination for group in groups])
