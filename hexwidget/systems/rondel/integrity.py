"""Whether a position breaks clauses, however it came about."""

from __future__ import annotations

from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.rondel.legality import Findings
from hexwidget.systems.rondel.position import RondelPosition


def check_position(position: RondelPosition, rulebook: Rulebook) -> Verdict:
    """Whether a position breaks clauses: more cities than tokens (R4.6), more actions left than there are (R1.2, R1.3)."""
    findings = [*within_the_tokens(position), *within_the_actions(position)]
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, tuple(findings), "position", rulebook)


def within_the_tokens(position: RondelPosition) -> Findings:
    """R4.6."""
    for seat, player in enumerate(position.players):
        own, tokens = len(position.cities_of(seat)), position.settings["city_tokens"]
        if own > tokens:
            numbers = {"player": player, "own": own, "tokens": tokens}
            yield Finding("R4.6", "tokens", (), numbers, "{player} has more cities ({own}) than city tokens ({tokens})")


def within_the_actions(position: RondelPosition) -> Findings:
    """R1.2, R1.3."""
    for group in position.units:
        most = position.actions_of(group.owner, group.kind)
        if group.left > most:
            numbers = {"player": position.players[group.owner], "kind": group.kind, "left": group.left, "most": most}
            wording = "a {kind} of {player} on {0} cannot have {left} actions left of {most}"
            clause = "R1.2" if most == 1 else "R1.3"
            yield Finding(clause, "left", (position.map.name(group.at),), numbers, wording)
