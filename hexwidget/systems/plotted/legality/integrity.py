"""The clauses that a position itself may break."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hexwidget.rules import Finding, bars
from hexwidget.systems.plotted.position import PlottedPosition


@bars("P3.1")
def one_unit_a_hex(position: PlottedPosition) -> Iterator[Finding]:
    """P3.1: no two units stand on one hex."""
    for a, b in pairwise(position.units):
        if a.at == b.at:
            numbers = {"a": position.owned(a), "b": position.owned(b)}
            yield Finding("P3.1", "shared", (position.map.name(a.at),), numbers, "{a} and {b} stand on {0}")


@bars("P1.5")
def units_on_enterable_ground(position: PlottedPosition) -> Iterator[Finding]:
    """P1.5: no unit stands on ground that cannot be entered."""
    for unit in position.units:
        if position.cost(unit.at) is None:
            numbers = {"unit": position.owned(unit), "ground": position.map.terrain(unit.at)}
            name = position.map.name(unit.at)
            yield Finding("P1.5", "on_barred_ground", (name,), numbers, "{unit:stands} on {ground}")


@bars("P4.7")
def engaged_enemies(position: PlottedPosition) -> Iterator[Finding]:
    """P4.7: units that are engaged are adjacent enemies."""
    pairs = [*position.engaged, *(pair.hexes for pair in position.melees)]
    for a, b in pairs:
        units = [position.by_hex.get(at) for at in (a, b)]
        names = (position.map.name(a), position.map.name(b))
        if None in units:
            wording = "{0} and {1} are engaged, but no unit stands on one of them"
            yield Finding("P4.7", "nobody_engaged", names, {}, wording)
        elif len({unit.owner for unit in units if unit}) < 2 or not position.map.adjacent(a, b):
            yield Finding("P4.7", "no_enemies", names, {}, "{0} and {1} are engaged, but they are not adjacent enemies")


INTEGRITY = (one_unit_a_hex, units_on_enterable_ground, engaged_enemies)
"""The predicates on a position."""
