"""The kinds of units, buildings and spells (O7.2): data of the scenario over the bundled set of ``roster.json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
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

TERRAINS: tuple[Terrain, ...] = (
    Terrain("open", "open land", "."),
    Terrain("impassable", "impassable", "X"),
)
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


def kinds_of(part: str) -> Callable[[Any], Mapping[str, Any]]:
    """The look-up of the kinds that a description may name: those of its roster and the bundled ones.

    :param part: ``units``, ``buildings`` or ``spells``
    """
    return lambda given: {**getattr(bundled(), part), **getattr(given.roster, part)}


BuildingName = Annotated[Name, Example("a building", "farm"), Ref("building of the roster", kinds_of("buildings"))]
SpellName = Annotated[Name, Example("a spell", "blink"), Ref("spell of the roster", kinds_of("spells"))]


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


@dataclass
class RosterGiven:
    """Kinds of a scenario's own, by name."""

    units: dict[Name, UnitType] = field(default_factory=dict)
    buildings: dict[Name, BuildingType] = field(default_factory=dict)
    spells: dict[Name, Spell] = field(default_factory=dict)


@dataclass(frozen=True)
class Roster:
    """All kinds, as pairs of name and kind so that a roster hashes; `units`, `buildings` and `spells` look them up."""

    unit_types: tuple[tuple[str, UnitType], ...]
    building_types: tuple[tuple[str, BuildingType], ...]
    spell_types: tuple[tuple[str, Spell], ...]

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """The kinds of units by name."""
        return dict(self.unit_types)

    @cached_property
    def buildings(self) -> dict[str, BuildingType]:
        """The kinds of buildings by name."""
        return dict(self.building_types)

    @cached_property
    def spells(self) -> dict[str, Spell]:
        """The spells by name."""
        return dict(self.spell_types)

    @property
    def bolts(self) -> list[str]:
        """The names of the bolts."""
        return [name for name, spell in self.spell_types if spell.kind == "bolt"]

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the cached look-ups.
        return Roster, (self.unit_types, self.building_types, self.spell_types)


@cache
def bundled() -> RosterGiven:
    """The bundled set."""
    data = json.loads((Path(__file__).parent / "roster.json").read_text(encoding="utf-8"))
    found: RosterGiven = read_value("roster", data, RosterGiven, Problems())
    return found


def make_roster(given: RosterGiven) -> Roster:
    """The bundled set with a scenario's own kinds over it. A kind without a symbol has its own name."""

    def kinds(part: str) -> tuple[tuple[str, Any], ...]:
        found = {**getattr(bundled(), part), **getattr(given, part)}
        return tuple((name, found[name]) for name in sorted(found))

    def with_symbols(part: str) -> tuple[tuple[str, Any], ...]:
        return tuple((name, kind if kind.symbol else replace(kind, symbol=name)) for name, kind in kinds(part))

    return Roster(with_symbols("units"), with_symbols("buildings"), kinds("spells"))


def own_kinds(roster: Roster) -> RosterGiven:
    """The kinds that differ from the bundled set."""
    usual = make_roster(RosterGiven())
    return RosterGiven(
        {name: kind for name, kind in roster.unit_types if kind != usual.units.get(name)},
        {name: kind for name, kind in roster.building_types if kind != usual.buildings.get(name)},
        {name: kind for name, kind in roster.spell_types if kind != usual.spells.get(name)},
    )


def note_odd_spells(given: RosterGiven, problems: Problems) -> None:
    """Note ranges that are upside down, and least rolls of the wrong spells."""
    for name, spell in given.spells.items():
        where = place("roster", "spells", name)
        if spell.range[0] > spell.range[1]:
            problems.add(f"{where}/range", f"expected the lesser distance first, not {shown(list(spell.range))}")
        if spell.kind == "bolt" and not spell.at_least:
            problems.add(f"{where}/at_least", f"this entry is missing: expected a whole number from 1 to {DIE}")
        if spell.kind != "bolt" and spell.at_least:
            problems.add(f"{where}/at_least", "only a bolt has a least roll")
