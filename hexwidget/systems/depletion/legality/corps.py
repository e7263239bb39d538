"""The predicates on a corps (D5): on its groups, each against the board that the groups before it leave, and on all groups
together.

D4.4, D7.2 and D6.3 are judged group by group: what a group does wrong lies under its cubes, and no other group can mend it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from hexwidget.rules import Finding, Remedy, bars, instead
from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.legality import water
from hexwidget.systems.depletion.legality.maneuvers import of_the_maneuver
from hexwidget.systems.depletion.legality.turns import nothing_else_comes_first, players_turn
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan
from hexwidget.systems.depletion.maneuver.seating import named_seats_fit
from hexwidget.systems.depletion.position import DepletionPosition

MOST_TRIED = 20
"""The most choices of fewer groups that are tried for a remedy."""


def corps_findings(plan: CorpsPlan) -> Iterator[Finding]:
    """Yield everything that bars a corps."""
    yield from players_turn(plan.position, plan.player)
    yield from nothing_else_comes_first(plan.position, "maneuver", plan.action)
    yield from within_the_corps_size_limit(plan)
    yield from one_free_entry(plan)
    yield from one_group_claims(plan)
    yield from the_claim_comes_last(plan)
    yield from groups_are_legal(plan)
    yield from seats_for_all_groups(plan)


@bars("D5.1")
def within_the_corps_size_limit(plan: CorpsPlan) -> Iterator[Finding]:
    """D5.1, D5.2: at most so many armies maneuver at once: one, and one more for each castle, a capital counted as one."""
    seat = plan.groups[0].seat
    limit = plan.position.corps_limit(seat)
    if len(plan.groups) > limit:
        numbers = {"groups": len(plan.groups), "limit": limit, "castles": _castles(plan.position, seat)}
        wording = "{groups} armies would move at once, and the corps size limit is {limit}: 1 plus {castles} (D5.2)"
        where = tuple(group.action.origin for group in plan.groups)
        yield Finding("D5.1", "corps_too_large", where, numbers, wording, partial(_with_fewer_groups, plan, limit))


def _with_fewer_groups(plan: CorpsPlan, limit: int) -> Remedy | None:
    """The same corps with as many of its groups as the limit allows."""
    ways = combinations((group.action for group in plan.groups), limit)
    fewer = [Corps(plan.player, chosen) if limit > 1 else chosen[0] for chosen in ways]
    return instead(plan.position, fewer[:MOST_TRIED], "move fewer armies: {action}", "D5.1")


@bars("D5.1")
def another_army_may_join(position: DepletionPosition, seat: int, groups: int) -> Iterator[Finding]:
    """D5.1, D5.2: one more army may join a corps of so many groups."""
    limit = position.corps_limit(seat)
    if groups >= limit:
        wording = "the corps size limit is {limit}: 1 plus {castles} (D5.2)"
        yield Finding("D5.1", "corps_too_large", (), {"limit": limit, "castles": _castles(position, seat)}, wording)


def _castles(position: DepletionPosition, seat: int) -> str:
    """The structures of a player that raise the corps size limit, in words."""
    number = position.corps_limit(seat) - 1
    capital = any((s.owner, s.kind) == (seat, "capital") for s in position.structures)
    counted = ", the capital counted as one" if capital else ""
    return f"{number or 'no'} castle{'' if number == 1 else 's'}{counted}"


@bars("D1.11")
def one_free_entry(plan: CorpsPlan) -> Iterator[Finding]:
    """D1.11: a corps has one free entry in all, unless free_entry is "group"."""
    naming = [group.action.origin for group in plan.groups if group.action.free is not None]
    if len(naming) > 1 and plan.position.settings["free_entry"] == "maneuver":
        wording = "the groups from {spaces} each name a free entry, and a corps has only one"
        yield Finding("D1.11", "two_free_entries", tuple(naming), {}, wording)


@bars("D5.5")
def one_group_claims(plan: CorpsPlan) -> Iterator[Finding]:
    """D5.5: at most one group of a corps makes a claim."""
    claiming = [group for group in plan.groups if group.claims]
    if len(claiming) > 1:
        where = tuple(group.action.origin for group in claiming)
        wording = "the groups from {spaces} each claim a hex, and only one group of a corps may make a claim"
        yield Finding("D5.5", "two_claims", where, {}, wording)


@bars("D5.5")
def the_claim_comes_last(plan: CorpsPlan) -> Iterator[Finding]:
    """D5.5: the group that makes a claim moves last, and no other group ends or drops units on its origin."""
    for group in [group for group in plan.groups if group.claims][:1]:
        if group is not plan.groups[-1]:
            where = (group.action.destination,)
            yield Finding("D5.5", "claims_first", where, {}, "the group that claims {0} must move last in its corps")
        for other in plan.groups:
            if other is not group and group.path[0] in (other.path[-1], *other.dropped):
                wording = (
                    "no other group may end or drop units on {0}: the group that makes the claim sets out from there"
                )
                yield Finding("D5.5", "on_its_origin", (group.action.origin,), {}, wording)


def groups_are_legal(plan: CorpsPlan) -> Iterator[Finding]:
    """Yield the findings on each group, with the name of the group in front."""
    yield from dict.fromkeys(
        _of_a_group(plan, n, finding) for n, group in enumerate(plan.groups) for finding in of_the_maneuver(group)
    )


def seats_for_all_groups(plan: CorpsPlan) -> Iterator[Finding]:
    """D7.3, D7.4: the vessels have seats for all groups together. Only where each group alone has its seats."""
    if all(group.crossing.seats is not None for group in plan.groups):
        return
    if water.short_of_seats(plan.groups) and not any(water.short_of_seats([group]) for group in plan.groups):
        yield from water.seats_suffice(plan.groups, plan.harbour)
    alone = all(
        named_seats_fit([group], plan.harbour) and not any(True for _ in water.seats_named_can_be_taken(group))
        for group in plan.groups
        if any(group.taken)
    )
    if alone and not named_seats_fit(plan.groups, plan.harbour):
        yield from water.seats_named_can_be_taken_together(plan.groups)


def _of_a_group(plan: CorpsPlan, n: int, finding: Finding) -> Finding:
    """A finding on a group of a corps. The group's remedy is offered if it makes the whole corps legal."""

    def offer() -> Remedy | None:
        remedy = finding.remedy
        if remedy is None or remedy.action is None:
            return remedy
        if not isinstance(remedy.action, Maneuver):
            return None
        groups = [remedy.action if k == n else group.action for k, group in enumerate(plan.groups)]
        helped = CorpsPlan(plan.position, plan.player, groups, plan.groups[0].seat)
        if any(True for _ in corps_findings(helped)):
            return None
        return Remedy(remedy.text, remedy.clause, Corps(plan.player, tuple(groups)))

    numbers = {**finding.numbers, "group": plan.groups[n].action.origin}
    wording = "the group from {group}: " + finding.wording
    return Finding(finding.clause, finding.code, finding.subjects, numbers, wording, offer)
