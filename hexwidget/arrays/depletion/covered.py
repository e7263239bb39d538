"""The positions that can be played in lockstep, and the refusal of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hexwidget.arrays.depletion.reach import Array
from hexwidget.problems import Problems, place
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, UNEXPLORED


# ---------------------------------------------------------------------- what is not covered
def refuse_uncovered(positions: Sequence[DepletionPosition]) -> None:
    """Refuse positions that lie outside what is covered, each with the clause."""
    problems = Problems()
    if not positions:
        problems.add("", "expected at least one position")
    seen: set[int] = set()
    for n, position in enumerate(positions):
        if id(position) not in seen:
            seen.add(id(position))
            for where, why in _outside(position, positions[0]):
                problems.add(place(n, *where), why)
    problems.raise_any("these games cannot be played in lockstep")


def _outside(position: DepletionPosition, first: DepletionPosition) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each thing in a position that is not covered, or not as in the first position, with its place."""
    if position.map != first.map:
        yield ("map",), "another map than the first position's: play it with others of its map"
    elif position is first and position.map.plane(UNEXPLORED):
        yield ("map",), "it has unexplored hexes, which are claimed one game at a time (D8.2)"
    if position.players != first.players:
        yield ("players",), f"expected {', '.join(first.players)} as in the first position"
    if position.settings != first.settings:
        yield (), "other options or parameters than in the first position: play it with others of its kind"
    if position.claim is not None or position.battle is not None:
        yield (), f"a {'claim' if position.claim is not None else 'battle'} is being carried out: end it first"
    elif position.deciding is not None:
        yield ("landing",), 'an attack is to be decided: apply "no attack" or the attack first (D1.8)'


def refuse_fleets(positions: Sequence[DepletionPosition], units: Array, owner: Array) -> None:
    """D7.1: refuse players who have both vessels and land units."""
    problems = Problems()
    for seat, player in enumerate(positions[0].players):
        own = (owner == seat)[:, :, None] & (units > 0)
        for n in np.flatnonzero(own[:, :, GALLEY].any(axis=1) & own[:, :, :GALLEY].any(axis=(1, 2)))[:20]:
            why = "it has vessels and land units: who rides is settled one game at a time (D7.1)"
            problems.add(place(int(n), "armies", player), why)
    problems.raise_any("these games cannot be played in lockstep")
