"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once.

- `entries`: the entries of a description, with their limits
- `consistency`: entries that cannot occur together
- `line`: a position on one line
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwidget.geometry import Hex
from hexwidget.rules.description import Given, by_space, convert, seated, write_entries
from hexwidget.systems.depletion.description.consistency import note_what_does_not_fit
from hexwidget.systems.depletion.description.entries import (
    CardGiven,
    DepletionDescription,
    ExplorationGiven,
    ShapeGiven,
)
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, Army, DepletionPosition, Structure
from hexwidget.systems.depletion.provinces import NOTHING_TO_EXPLORE, SEVEN, Exploration, Shape
from hexwidget.systems.depletion.units import NO_UNITS, TERRAINS

__all__ = ["DepletionDescription", "build", "to_json"]

ADDED: Mapping[str, Any] = {"voting_cubes": 12}
"""The parameters that a description leaves out where they have these values. Files that were written before the rules knew
them stay as they are."""


def build(given: Given[DepletionDescription]) -> DepletionPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    entries = given.read()
    armies = [Army(at, seat, units, entries.cubes.get(at, 0)) for at, seat, units in by_space(entries.armies)]
    exploration = _exploration(entries.exploration, len(entries.players))
    if given.known.map is not None and entries.players:
        note_what_does_not_fit(entries, armies, exploration, given.problems)
    given.raise_any()
    claim = entries.claim
    if claim is not None:
        units = NO_UNITS if claim.stage == "event" else claim.units  # the army has landed then (D8.9)
        claim = claim._replace(units=units, dropped=tuple(sorted(claim.dropped)))
    built = ((kind, each) for kind, key in STRUCTURE_KEYS.items() for each in getattr(entries, key).items())
    structures = [Structure(at, seat, kind) for kind, (seat, spaces) in built for at in spaces]
    return convert(
        DepletionPosition,
        entries,
        settings=given.chosen,
        armies=tuple(armies),
        structures=tuple(sorted(structures)),
        exploration=exploration,
        claim=claim,
        battle=entries.fight,
    )


def _exploration(given: ExplorationGiven | None, players: int) -> Exploration:
    if given is None:
        return NOTHING_TO_EXPLORE
    shape, shuffled, relics = given.shape, given.stack == "shuffled", given.relics
    if relics is None:  # D8.7: as many as players, plus one
        number = players + 1 - len(given.placed) if given.provinces else 0
        relics = tuple(f"relic {n}" for n in range(1, number + 1))
    return Exploration(
        Shape(tuple(Hex(*cell) for cell in shape.cells), tuple(sorted(set(shape.rotations)))) if shape else SEVEN,
        tuple(sorted(given.provinces)),
        tuple(sorted(given.tiles)) if shuffled else given.tiles,
        shuffled,
        tuple(sorted(relics)),
        tuple(sorted(given.placed.items())),
        tuple(sorted(given.events)) if shuffled else given.events,
        tuple((each.card, each.votes) for each in given.row),
    )


def to_json(position: DepletionPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order. Building it gives an equal position."""
    seats = range(len(position.players))
    built: dict[str, list[tuple[int, ...]]] = {key: [() for _ in seats] for key in STRUCTURE_KEYS.values()}
    for at, owner, kind in position.structures:
        built[STRUCTURE_KEYS[kind]][owner] += (at,)
    entries = convert(
        DepletionDescription,
        position,
        armies=seated({at: army.units for at, army in own.items()} for own in position.armies_of),
        cubes={army.at: army.cubes for army in position.armies if army.cubes},
        **{key: seated(held) for key, held in built.items()},
        exploration=_exploration_given(position.exploration),
        fight=position.battle,
    )
    settings = {name: value for name, value in position.settings.items() if ADDED.get(name) != value}
    return {**write_entries(entries, TERRAINS), **settings}


def _exploration_given(found: Exploration) -> ExplorationGiven | None:
    """The description of the things that there are to explore; None if there neither are nor were any."""
    if found == NOTHING_TO_EXPLORE:
        return None
    return ExplorationGiven(
        shape=None if found.shape == SEVEN else ShapeGiven(*found.shape),
        provinces=found.provinces,
        tiles=found.tiles,
        stack="shuffled" if found.shuffled else "fixed",
        relics=found.relics,
        placed=dict(found.placed),
        events=found.deck,
        row=tuple(CardGiven(*card) for card in found.laid),
    )
