"""Whether a position breaks clauses, however it came about."""

from __future__ import annotations

from itertools import pairwise

from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.plotted.legality import Findings
from hexwidget.systems.plotted.position import PlottedPosition


def check_position(position: PlottedPosition, rulebook: Rulebook) -> Verdict:
    """Whether a position breaks clauses: two units on a hex (P3.1), a unit where none can be (P1.5), units engaged that are
    no adjacent enemies (P4.7)."""
    findings = [*one_unit_a_hex(position), *units_on_enterable_ground(position), *engaged_enemies(position)]
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, tuple(findings), "position", rulebook)


def one_unit_a_hex(position: PlottedPosition) -> Findings:
    """P3.1."""
    for a, b in pairwise(position.units):
        if a.at == b.at:
            numbers = {"a": position.owned(a), "b": position.owned(b)}
            yield Finding("P3.1", "shared", (position.map.name(a.at),), numbers, "{a} and {b} stand on {0}")


def units_on_enterable_ground(position: PlottedPosition) -> Findings:
    """P1.5."""
    for unit in position.units:
        if position.cost(unit.at) is None:
            numbers = {"unit": position.owned(unit), "ground": position.map.terrain(unit.at)}
            yield Finding(
                "P1.5", "on_barred_ground", (position.map.name(unit.at),), numbers, "{unit} stands on {ground}"
            )


def engaged_enemies(position: PlottedPosition) -> Findings:
    """P4.7."""
    pairs = [*position.engaged, *(pair.hexes for pair in position.melees)]
    for a, b in pairs:
        units = [position.by_hex.get(at) for at in (a, b)]
        names = (position.map.name(a), position.map.name(b))
        if None in units:
            yield Finding(
                "P4.7", "nobody_engaged", names, {}, "{0} and {1} are engaged, and no unit stands on one of them"
            )
        elif len({unit.owner for unit in units if unit}) < 2 or not position.adjacent(a, b):
            yield Finding("P4.7", "no_enemies", names, {}, "{0} and {1} are engaged, and are no adjacent enemies")
