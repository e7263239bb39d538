"""Whether a position breaks clauses, however it came about."""

from __future__ import annotations

from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.depletion.clauses import bars
from hexwidget.systems.depletion.plan import bars_water
from hexwidget.systems.depletion.position import DepletionPosition


@bars("D1.6", "D4.4", "D6.3", "D7.2")
def check_position(position: DepletionPosition, rulebook: Rulebook) -> Verdict:
    """Whether a position breaks clauses: two sides on one hex (D1.6), too large an army (D4.4), soldiers on water (D7.2),
    peasants on ocean (D6.3)."""
    findings = []
    name = position.map.name
    owners: dict[int, set[int]] = {}
    for army in position.armies:
        owners.setdefault(army.at, set()).add(army.owner)
    for structure in position.structures:
        owners.setdefault(structure.at, set()).add(structure.owner)
    for at, seats in sorted(owners.items()):
        if len(seats) > 1:
            held = " and ".join(position.objects_at(at))
            wording = "{0} holds {held}: enemies never share a hex"
            findings.append(Finding("D1.6", "shared", (name(at),), {"held": held}, wording))
    most = position.settings["army_size"]
    for army in position.armies:
        terrain = position.map.terrain(army.at)
        if army.size > most:
            wording = "{size} units stand on {0}, and an army has at most {most}"
            numbers = {"size": army.size, "most": most}
            findings.append(Finding("D4.4", "too_many", (name(army.at),), numbers, wording))
        if bars_water(terrain, army.peasants_only):
            clause = "D6.3" if army.peasants_only else "D7.2"
            wording = "{0} is {terrain}, and " + (
                "peasants stand no deeper than the sea" if army.peasants_only else "soldiers stand on land"
            )
            findings.append(Finding(clause, "on_water", (name(army.at),), {"terrain": terrain}, wording))
    status = Status.ILLEGAL if findings else Status.LEGAL
    return Verdict(status, tuple(findings), "position", rulebook)
