"""The kinds of units, buildings and spells (O7.2): data of the scenario over the bundled set of ``roster.json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from hexwidget.geometry import Terrain
from hexwidget.limits import Limits
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.hints import LINE, UNIQUE, WRITTEN, Doc, Example, Matching, OneOf, Ref
from hexwidget.rules.values import read_value

FARM = "farm"
"""The one building that may share a hex with another (O3.3)."""
SPELL_KINDS = ("bolt", "ward", "blink")
"""The kinds of spells: a bolt destroys an opposing unit by a die, a ward gives an own unit the DEFEND bonus, blink moves the
caster."""
DIE = 20
MOST_BONUS = 20
MOST_RANGE = 20
LONGEST_NAME = 30

TERRAINS: tuple[Terrain, ...] = (Terrain("open", "open land", "."), Terrain("impassable", "impassable", "X"))
"""The kinds of ground (O8.4) with their symbols in map texts."""

Die = Annotated[int, Limits(1, DIE)]
Name = Annotated[
    str,
    Matching(r"^[_-]*[^\W\d_]([^\W\d]|-)*$"),
    Limits(most=LONGEST_NAME),
    Example(f"a name of at most {LONGEST_NAME} letters and hyphens", "knight"),
]
Symbol = Annotated[
    str,
    LINE,
    WRITTEN,
    Limits(1, LONGEST_NAME),
    Example("the name of a drawing", "knight"),
    Doc("The name of a drawing; of any other name the first letter is drawn."),
]
Bonus = Annotated[int, WRITTEN, Limits(-MOST_BONUS, MOST_BONUS)]


PARTS = ("units", "buildings", "spells")


def kinds_of(part: str) -> Callable[[Any], Mapping[str, Any]]:
    """The look-up of the kinds that a roster may name: its own and the bundled ones.

    :param part: one of `PARTS`
    """
    return lambda roster: {**getattr(bundled_roster(), part), **getattr(roster, part)}


def of_the_roster(noun: str, part: str) -> Ref:
    """A reference to a kind of the roster of a description."""
    return Ref(noun, lambda given: kinds_of(part)(given.roster))


BuildingName = Annotated[Name, Example("a building", "farm"), of_the_roster("building of the roster", "buildings")]
SpellName = Annotated[Name, Example("a spell", "blink"), of_the_roster("spell of the roster", "spells")]


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of army unit: its bonus to attack and defence rolls, the buildings it can build, the spells it knows.

    O3.4: every unit can build farms, unless its description says otherwise.
    """

    attack: Bonus = 0
    defence: Bonus = 0
    builds: Annotated[tuple[BuildingName, ...], UNIQUE, WRITTEN] = (FARM,)
    spells: Annotated[tuple[SpellName, ...], UNIQUE, WRITTEN] = ()
    symbol: Symbol = ""


@dataclass(frozen=True, slots=True)
class BuildingType:
    """A kind of building: its bonus to the defence of a unit of its owner in its hex."""

    defence: Annotated[int, Limits(0, MOST_BONUS), WRITTEN] = 0
    symbol: Symbol = ""


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: its kind, its range (hexes, both ends included), and for a bolt the least roll that destroys."""

    kind: Annotated[str, OneOf("kind of spell", SPELL_KINDS)]
    range: Annotated[
        tuple[Annotated[int, Limits(0, MOST_RANGE)], Annotated[int, Limits(0, MOST_RANGE)]],
        Example("two distances", [1, 2]),
    ]
    at_least: Die = 0


@dataclass(frozen=True)
class Roster:
    """Kinds by name: all, or those of a scenario's own."""

    units: dict[Name, UnitType] = field(default_factory=dict)
    buildings: dict[Name, BuildingType] = field(default_factory=dict)
    spells: dict[Name, Spell] = field(default_factory=dict)

    @property
    def bolts(self) -> list[str]:
        """The names of the bolts."""
        return [name for name, spell in self.spells.items() if spell.kind == "bolt"]

    def __hash__(self) -> int:
        return hash((*self.units, *self.buildings, *self.spells))


@cache
def bundled_roster() -> Roster:
    """The bundled set."""
    data = json.loads((Path(__file__).parent / "roster.json").read_text(encoding="utf-8"))
    found: Roster = read_value("roster", data, Roster, Problems())
    return found


def make_roster(given: Roster) -> Roster:
    """The bundled set with a scenario's own kinds over it. A kind without a symbol has its own name."""

    def with_symbols(kinds: Mapping[str, Any]) -> dict[str, Any]:
        return {name: kind if kind.symbol else replace(kind, symbol=name) for name, kind in kinds.items()}

    units, buildings, spells = (dict(sorted(kinds_of(part)(given).items())) for part in PARTS)
    return Roster(with_symbols(units), with_symbols(buildings), spells)


def own_kinds(roster: Roster) -> Roster:
    """The kinds that differ from the bundled set."""
    usual = make_roster(Roster())
    of_both = ((getattr(roster, part), getattr(usual, part)) for part in PARTS)
    return Roster(*({name: kind for name, kind in own.items() if kind != known.get(name)} for own, known in of_both))


def note_odd_spells(given: Roster, problems: Problems) -> None:
    """Note ranges that are upside down, and least rolls of the wrong spells."""
    for name, spell in given.spells.items():
        where = place("roster", "spells", name)
        if spell.range[0] > spell.range[1]:
            problems.add(f"{where}/range", f"expected the lesser distance first, not {shown(list(spell.range))}")
        if spell.kind == "bolt" and not spell.at_least:
            problems.add(f"{where}/at_least", f"this entry is missing: expected a whole number from 1 to {DIE}")
        if spell.kind != "bolt" and spell.at_least:
            problems.add(f"{where}/at_least", "only a bolt has a least roll")
