"""The entries of a description, as dataclasses: names, defaults and limits (see `hexwidget.rules.description`)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Annotated, Literal

from hexwidget.limits import Limits
from hexwidget.rules.description import (
    MAY_LACK,
    SETTING,
    UNIQUE,
    Hex,
    Line,
    MapText,
    Matching,
    Player,
    Stagger,
    Told,
)
from hexwidget.systems.depletion.provinces import SIXTHS
from hexwidget.systems.depletion.units import LONGEST, MOST_OF_A_KIND

MOST_PLAYERS = 6
MOST_CUBES = 99
MOST_CELLS = 61
MOST_CUBES_OF_A_CLAIM = 2
Cubes = Annotated[int, Limits(0, MOST_CUBES)]
Sixths = Annotated[int, Limits(0, SIXTHS - 1)]
Named = Annotated[str, Limits(1)]
UnitName = Annotated[
    str,
    Matching("^(peasants?|spearm[ae]n|swordsm[ae]n|archers?|cavalry|catapults?|(unpacked[ _])?trebuchets?|galleys?)$"),
]
UnitsText = Annotated[str, Limits(most=LONGEST), Told('Such as "2 cavalry, 1 archer".')]
UnitsTable = Annotated[dict[UnitName, Annotated[int, Limits(1, MOST_OF_A_KIND)]], Limits(1)]
NoUnits = Annotated[dict[str, int], Limits(most=0)]
Structures = dict[str, Annotated[list[Hex], UNIQUE]]


@dataclass
class SpotGiven:
    """A hex where an army of the last maneuver has landed."""

    hex: Hex
    cubes_before: Cubes
    claim_failed: bool


@dataclass
class LandingGiven:
    """The end of the last maneuver (D1.8)."""

    player: str
    open: bool
    armies: list[SpotGiven]


@dataclass
class DeclaredGiven:
    """The attack declared last."""

    from_: list[Hex]
    to: Hex


@dataclass
class ShapeGiven:
    """The hexes of a tile about its first, as axial pairs, and the sixths by which it may be turned."""

    cells: Annotated[list[Annotated[list[int], Limits(2, 2)]], Limits(1, MOST_CELLS), UNIQUE]
    rotations: Annotated[list[Sixths], Limits(1)]


@dataclass
class CardGiven:
    """An event card that lies open, with the players whose voting cubes lie on it (D8.8)."""

    card: str
    votes: list[str]


@dataclass
class ExplorationGiven:
    """The things that there are to explore, and those that exploring has brought (D8)."""

    provinces: Annotated[
        list[Annotated[str, Matching("^[0-9]{4,8}(/[0-5])?$")]],
        Told("The hex of the shape's first, and after a slash the sixths by which the shape is turned."),
    ] = field(default_factory=list)
    tiles: Annotated[
        list[Annotated[str, Matching("^([.%^&~=][*o]?)+$")]],
        Told("The grounds of a tile's hexes; * marks a solid relic symbol, o an outlined one."),
    ] = field(default_factory=list)
    stack: Literal["shuffled", "fixed"] = "shuffled"
    shape: Annotated[ShapeGiven | None, MAY_LACK] = None
    relics: Annotated[list[Named] | None, MAY_LACK] = None
    placed: dict[Hex, str] = field(default_factory=dict)
    events: list[Named] = field(default_factory=list)
    row: list[CardGiven] = field(default_factory=list)


@dataclass
class ClaimGiven:
    """A claim that is being carried out (D8.2)."""

    from_: Hex
    to: Hex
    cubes: Annotated[int, Limits(0, MOST_CUBES_OF_A_CLAIM)]
    units: UnitsText | UnitsTable | NoUnits
    stand: dict[Hex, UnitsText | UnitsTable | NoUnits]
    dropped: list[Hex]
    stage: Literal["tile", "rotation", "relic", "event"]
    tile: str
    relic_at: Hex | None


@dataclass
class FightGiven:
    """A battle that is being fought (D9)."""

    from_: list[Hex]
    to: Hex
    defender: str
    hits: Annotated[list[Annotated[int, Limits(0)]], Limits(2, 2)] | None
    losers: list[str]


@dataclass(kw_only=True)
class DepletionDescription:
    """The description of a position of `depletion`, as plain data."""

    map: MapText
    offset: Stagger = None
    players: Annotated[list[Player], Limits(1, MOST_PLAYERS), UNIQUE]
    armies: Annotated[dict[str, dict[Hex, UnitsText | UnitsTable]], Told("Player, then hex, then units.")] = field(
        default_factory=dict
    )
    cubes: dict[Hex, Cubes] = field(default_factory=dict)
    cities: Structures = field(default_factory=dict)
    castles: Structures = field(default_factory=dict)
    capitals: Structures = field(default_factory=dict)
    turn: Annotated[str | None, MAY_LACK] = None
    round: Annotated[int, Limits(1, 1001)] = 1
    passes: Annotated[int, Limits(0, MOST_PLAYERS - 1)] = 0
    landing: LandingGiven | None = None
    declared: DeclaredGiven | None = None
    exploration: ExplorationGiven | None = None
    claim: ClaimGiven | None = None
    fight: FightGiven | None = None
    title: Line = ""
    objective: Annotated[str, SETTING, Matching("^(most_units|eliminate|hold( [0-9]+)+)$")] = "most_units"


def keys_of(form: type) -> tuple[str, ...]:
    """The keys of the object that a class of entries describes."""
    return tuple(each.name.removesuffix("_") for each in fields(form))
