"""The entries of a description, as dataclasses: names, defaults, limits and references (see `hexwidget.rules.description`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from hexwidget.limits import Limits
from hexwidget.problems import shown
from hexwidget.rules import hints
from hexwidget.rules.description import Known, objective_of
from hexwidget.rules.values import read_value
from hexwidget.systems.depletion.position import Battle, Claim, Cubes, DeclaredAttack, Hexes, Landing
from hexwidget.systems.depletion.provinces import MOST_CELLS, SIXTHS, Province, TileText
from hexwidget.systems.depletion.units import Units

Objective = Annotated[str, hints.SETTING, objective_of(("most_units", "eliminate", "hold"), "D1.16")]
MOST_PLAYERS = 6
MOST_CARDS = 500
FARTHEST = 99
"""The largest coordinate of a cell of a tile, from its first."""

Armies = dict[hints.Seat, dict[hints.Hex, Units]]
Structures = dict[hints.Seat, Annotated[Hexes, hints.UNIQUE]]


def _passes(where: str, given: Any, known: Known) -> int:
    most = (len(known.players) or MOST_PLAYERS) - 1
    passes: int = read_value(where, given, Annotated[int, Limits(0, most)], known.problems)
    return passes


# ---------------------------------------------------------------------- provinces and tiles
def _province(where: str, given: Any, known: Known) -> Province:
    """The hex that the first of the shape lies on, "0305", or "0305/2" if the shape is turned there."""
    space, slash, turn = given.partition("/") if isinstance(given, str) else (given, "", "")
    at = known.space(where, space)
    if slash and turn not in map(str, range(SIXTHS)):
        expected = f"expected sixths of a turn from 0 to {SIXTHS - 1} behind the slash"
        known.problems.add(where, f"{expected}, not {shown(turn)}")
        return Province(-1, 0)
    return Province(at, int(turn or 0))


def _province_text(province: Province, known: Known) -> str:
    name = known.map.name(province.anchor) if known.map is not None else ""
    return f"{name}/{province.turn}" if province.turn else name


ProvinceText = Annotated[
    Province,
    hints.ReadBy(_province, Annotated[str, hints.Matching("^[0-9]{4,8}(/[0-5])?$")], _province_text),
    hints.Example("a province", "0305"),
]
CardName = Annotated[
    str,
    hints.LINE,
    hints.Matching(r"^(?!\?$)[^:\s]([^:]*[^:\s])?$"),
    Limits(1, 2 * MOST_CELLS),
    hints.Example("a name of printable characters without colon", "crown"),
]
CardNames = Annotated[tuple[CardName, ...], Limits(most=MOST_CARDS), hints.Example("a list of names", ["crown"])]
Coordinate = Annotated[int, Limits(-FARTHEST, FARTHEST)]
Cell = Annotated[tuple[Coordinate, Coordinate], hints.Example("a pair of axial coordinates", [1, 0])]


@dataclass
class ShapeGiven:
    """The hexes of a tile about its first, as axial pairs, and the sixths by which it may be turned."""

    cells: Annotated[
        tuple[Cell, ...],
        Limits(1, MOST_CELLS),
        hints.UNIQUE,
        hints.Example(f"1 to {MOST_CELLS} pairs of axial coordinates", [[0, 0], [1, 0]]),
    ]
    rotations: Annotated[
        tuple[Annotated[int, Limits(0, SIXTHS - 1)], ...],
        Limits(1),
        hints.Example(f"sixths of a turn from 0 to {SIXTHS - 1}", [0, 3]),
    ]


@dataclass
class CardGiven:
    """An event card that lies open, with the players whose voting cubes lie on it (D8.8)."""

    card: Annotated[CardName, hints.Example("the name of an event card", "harvest")]
    votes: tuple[hints.Seat, ...]


@dataclass
class ExplorationGiven:
    """The things that there are to explore, and those that exploring has brought (D8)."""

    shape: Annotated[ShapeGiven | None, hints.MAY_LACK] = None
    provinces: Annotated[
        tuple[ProvinceText, ...],
        hints.WRITTEN,
        hints.Example("a list of hexes", ["0305"]),
        hints.Doc("The hex of the shape's first, and after a slash the sixths by which the shape is turned."),
    ] = ()
    tiles: Annotated[
        tuple[TileText, ...],
        hints.WRITTEN,
        Limits(most=MOST_CARDS),
        hints.Doc("The grounds of a tile's hexes; * marks a solid relic symbol, o an outlined one."),
    ] = ()
    stack: Annotated[Literal["shuffled", "fixed"], hints.WRITTEN, hints.Called("way to stack")] = "shuffled"
    relics: Annotated[CardNames | None, hints.MAY_LACK] = None
    placed: Annotated[dict[hints.Hex, CardName], hints.WRITTEN] = field(default_factory=dict)
    events: Annotated[CardNames, hints.WRITTEN] = ()
    row: Annotated[tuple[CardGiven, ...], hints.WRITTEN, Limits(most=MOST_CARDS)] = ()


SomethingToExplore: hints.Example = hints.Example("an object", {"provinces": ["0305"], "tiles": ["..%*.~~."]})


@dataclass(kw_only=True)
class DepletionDescription:
    """The description of a position of `depletion`, as plain data."""

    map: hints.MapText
    offset: hints.Stagger = None
    players: Annotated[tuple[hints.Player, ...], Limits(1, MOST_PLAYERS), hints.UNIQUE]
    armies: Annotated[Armies, hints.Doc("Player, then hex, then units.")] = field(default_factory=dict)
    cubes: dict[hints.Hex, Cubes] = field(default_factory=dict)
    cities: Structures = field(default_factory=dict)
    castles: Structures = field(default_factory=dict)
    capitals: Annotated[Structures, hints.OMITTED] = field(default_factory=dict)
    turn: Annotated[hints.Seat, hints.WRITTEN] = 0
    round: Annotated[int, Limits(1, 1001)] = 1
    passes: Annotated[int, hints.ReadBy(_passes, Annotated[int, Limits(0, MOST_PLAYERS - 1)])] = 0
    landing: Landing | None = None
    declared: DeclaredAttack | None = None
    exploration: Annotated[ExplorationGiven, SomethingToExplore] | None = None
    claim: Claim | None = None
    fight: Battle | None = None
    title: hints.Line = ""
    objective: Objective = "most_units"
