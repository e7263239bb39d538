"""The truth of the sentences on ferries (D7.1, D7.3, D7.4)."""

from __future__ import annotations

from itertools import product

from hexwidget.rules import Finding
from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, UNITS
from tests.depletion.reference.ferries import crossings, near, vessels
from tests.depletion.reference.group import WATER, Group
from tests.depletion.reference.groups import groups
from tests.depletion.reference.wording import Truth, counted
from tests.refusals.words import in_a_row


def concerned(position: DepletionPosition, action: DepletionAction, finding: Finding) -> list[Group]:
    """The groups that a finding speaks of."""
    origin = finding.numbers.get("group")
    return [g for g in groups(position, action) if origin in (None, g.action.path[0])]


def water(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    """No vessel that may ferry is near; the one that is named is the nearest, or one that is near moves."""
    at, found = position.map.index(finding.subjects[0]), groups(position, action)
    fleet, text = vessels(position, found), finding.text
    ground = position.map.terrain(at)
    if all(position.map.name(at) not in g.action.path[1:] for g in concerned(position, action, finding)):
        return False
    if ground not in WATER or ground != finding.numbers["terrain"] or any(near(position, v, [at]) for v in fleet):
        return False
    moving = {v for g in found for v in g.moving_vessels()}
    if "moves in the same maneuver" in text:
        return any(near(position, v, [at]) for v in moving)
    if "the nearest is on" in text:
        named = position.map.index(text.rsplit(" ", 1)[1])
        return named in fleet and all(position.map.distance(at, named) <= position.map.distance(at, v) for v in fleet)
    return True


def no_vessel(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    at, seat = position.map.index(finding.subjects[0]), position.players.index(action.player)
    said = [
        counted(u)
        for g in concerned(position, action, finding)
        for s, u in g.action.ferries
        if s == finding.subjects[0]
    ]
    own = any((a.at, a.owner) == (at, seat) and a.units[GALLEY] for a in position.armies)
    return finding.numbers["units"] in said and not own and finding.numbers["player"] == action.player


def vessel_moves(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    at = position.map.index(finding.subjects[0])
    return any(at in g.moving_vessels() for g in groups(position, action)) and finding.numbers["units"] in [
        counted(u)
        for g in concerned(position, action, finding)
        for s, u in g.action.ferries
        if s == finding.subjects[0]
    ]


def too_few_seats(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    """So many units can ride with these vessels only, which have fewer seats; the others are too far for them."""
    fleet = vessels(position, groups(position, action))
    name, told = position.map.name, finding.numbers
    short = {at for at in fleet if name(at) in finding.subjects}
    if sum(fleet[at] for at in short) != told["there"] or told["needed"] <= told["there"]:
        return False
    if {name(at) for at in fleet if at not in short} != set(
        filter(None, told["far"].replace(" and ", ", ").split(", "))
    ):
        return False
    if told["near"] != in_a_row(finding.subjects):
        return False
    mine = concerned(position, action, finding)
    found = groups(position, action)
    # Several groups may set out from one hex, and the sentence tells of one of them.
    parties = [[g] for g in mine] if "group" in told else [mine]
    for party, way in product(parties, crossings(position, action)[1]):
        choices = [
            {v for v in fleet if near(position, v, g.water(u))}
            for g, units in zip(found, way, strict=True)
            for u in units
            if g in party and g.water(u)
        ]
        if sum(bool(some) and some <= short for some in choices) == told["needed"]:
            return True
    return False


def named_too_many(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    fleet, at = vessels(position, groups(position, action)), position.map.index(finding.subjects[0])
    wanted, there = finding.numbers["wanted"], finding.numbers["there"]
    named = [
        sum(u) for g in concerned(position, action, finding) for s, u in g.action.ferries if s == finding.subjects[0]
    ]
    return wanted in named and fleet[at] == there < wanted


def no_single_vessel(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    fleet, hexes = vessels(position, groups(position, action)), [position.map.index(s) for s in finding.subjects]
    kinds = [u.kind for g in concerned(position, action, finding) for way in g.ways() for u in way if g.water(u)]
    if finding.numbers["water"] != in_a_row(finding.subjects):
        return False
    alone = all(any(near(position, v, [at]) for v in fleet) for at in hexes)
    return (
        alone
        and not any(near(position, v, hexes) for v in fleet)
        and finding.numbers["unit"] in {UNITS[k].singular for k in kinds}
    )


def named_in_vain(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    """So many of that type are in the group, and so many of them can ride there."""
    at, told = position.map.index(finding.subjects[0]), finding.numbers
    for group in concerned(position, action, finding):
        for space, counts in group.action.ferries:
            for kind, number in enumerate(counts):
                if space == finding.subjects[0] and UNITS[kind].counted(number) == told["units"]:
                    ways = [[u for u in way if u.kind == kind] for way in group.ways()]
                    able = max(
                        sum(bool(group.water(u)) and near(position, at, group.water(u)) for u in way) for way in ways
                    )
                    if (able, max(map(len, ways))) == (told["able"], told["moving"]) and number > able:
                        return True
    return False


def named_together(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    named = tuple(space for g in concerned(position, action, finding) for space, _ in g.action.ferries)
    return finding.subjects == named and "D7.4" in crossings(position, action)[0]


FERRY_SENTENCES: dict[tuple[str, str], Truth] = {
    ("D7.1", "water"): water,
    ("D7.1", "no_vessel"): no_vessel,
    ("D7.3", "too_few_seats"): too_few_seats,
    ("D7.3", "named_too_many"): named_too_many,
    ("D7.4", "no_single_vessel"): no_single_vessel,
    ("D7.4", "vessel_moves"): vessel_moves,
    ("D7.4", "named_in_vain"): named_in_vain,
    ("D7.4", "named_together"): named_together,
}
"""The truth of each sentence, by clause and code."""
