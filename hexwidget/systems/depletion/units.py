"""The units of `depletion` (D1.9), the ground they stand on (D1.14), and their text form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from hexwidget.english import counted, listing, plural
from hexwidget.geometry import Terrain
from hexwidget.limits import Limits
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.hints import Doc, Example, Matching, ReadBy
from hexwidget.rules.values import Known


@dataclass(frozen=True, slots=True)
class UnitType:
    """One kind of unit (D1.9). ``movement`` in movement points; ``attack_range`` in hexes, None if it cannot attack.

    ``kind`` is its class: infantry, cavalry, siege engine or vessel. A packed and an unpacked trebuchet (D1.10) are two
    kinds here, as they are two in a position. ``bonuses``: strength bonuses as pairs of a class and a number.
    """

    key: str
    singular: str
    kind: str
    movement: int
    attack_range: tuple[int, int] | None
    symbol: str
    """The drawing on its counters."""
    bonuses: tuple[tuple[str, int], ...] = ()
    hit_points: int = 1

    @property
    def plural(self) -> str:
        """The name of several."""
        return plural(self.singular)

    @property
    def military(self) -> bool:
        """True for soldiers. Peasants are not (D1.9)."""
        return self.key != "peasants"

    def counted(self, number: int) -> str:
        """A number of these units, in words."""
        return counted(number, self.singular)


INFANTRY, CAVALRY, ENGINE, VESSEL, STRUCTURE = "infantry", "cavalry", "siege engine", "vessel", "structure"
"""The classes of D1.9."""
UNITS: tuple[UnitType, ...] = (
    UnitType("peasants", "peasant", INFANTRY, 2, None, "pitchfork"),
    UnitType("spearmen", "spearman", INFANTRY, 2, (1, 1), "spear", ((CAVALRY, 2),)),
    UnitType("swordsmen", "swordsman", INFANTRY, 2, (1, 1), "sword", ((INFANTRY, 1),)),
    UnitType("archers", "archer", INFANTRY, 2, (1, 2), "bow", ((VESSEL, 1),)),
    UnitType("cavalry", "cavalry", CAVALRY, 3, (1, 1), "horse", ((INFANTRY, 1), (ENGINE, 2))),
    UnitType("catapult", "catapult", ENGINE, 1, (1, 2), "catapult", ((STRUCTURE, 2), (VESSEL, 2))),
    UnitType("trebuchet", "trebuchet", ENGINE, 1, None, "trebuchet", ((STRUCTURE, 4),)),
    UnitType("unpacked_trebuchet", "unpacked trebuchet", ENGINE, 1, (2, 3), "trebuchet_ready", ((STRUCTURE, 4),)),
    UnitType("galley", "galley", VESSEL, 5, (1, 2), "ship", ((INFANTRY, 1), (VESSEL, 1)), 2),
)
"""The unit types in the order of D1.9, which is the order of the counts in an army."""
MOVEMENT = tuple(unit.movement for unit in UNITS)
"""The movement points of each type."""
PEASANTS = 0
"""The index of peasants in counts: 0 (`peasants_only` relies on it)."""
PACKED, UNPACKED = (n for n, unit in enumerate(UNITS) if "trebuchet" in unit.key)
"""The indices of trebuchets in counts: those that can move, and those that can attack (D1.10)."""
GALLEY = len(UNITS) - 1
"""The index of vessels in counts: the last (`afloat` relies on it)."""
TERRAINS: tuple[Terrain, ...] = (
    Terrain("plains", "plains", "."),
    Terrain("forest", "forest", "%"),
    Terrain("mountain", "mountain", "^"),
    Terrain("swamp", "swamp", "&"),
    Terrain("sea", "sea", "~"),
    Terrain("ocean", "ocean", "="),
    Terrain("unexplored", "unexplored", "?"),
)
"""The kinds of ground (D1.14) with their symbols in map texts. The last one marks unexplored hexes (D8.2)."""
STRUCTURE_SYMBOLS = {"city": "town", "castle": "castle", "capital": "capital"}
"""The drawings of structures."""
WATER = frozenset({"sea", "ocean"})
UNEXPLORED = "unexplored"
_BLANKS = re.compile(r"[ _-]+")
_BY_WORD = {word.replace(" ", "_"): n for n, u in enumerate(UNITS) for word in (u.key, u.singular, u.plural)}

_PART = re.compile(r"(?:([0-9]{1,4}) *[x×]? *)?([A-Za-z]+(?:[ _-]+[A-Za-z]+)?)\Z")
LONGEST = 300
"""A longer description of an army, in characters, is refused unread."""
MOST_OF_A_KIND = 99
"""More units of one kind on one hex are refused as a slip of the pen. D4.4 says how many are legal."""
Counts = tuple[int, ...]
"""The number of units of each type of `UNITS`."""
NO_UNITS: Counts = (0,) * len(UNITS)
ONE: tuple[Counts, ...] = tuple(tuple(int(t == k) for t in range(len(UNITS))) for k in range(len(UNITS)))
"""One unit of each type."""


def read_units(text: object, where: str, problems: Problems) -> Counts:
    """Counts from a text such as "2 cavalry, 1 archer", or from a dict of such names. Problems are noted, not raised.

    >>> read_units("2 cavalry, archer", "", Problems())
    (0, 0, 0, 1, 2, 0, 0, 0, 0)
    """
    if isinstance(text, dict):
        parts = [(f"{where}/{place(name)}", name, number) for name, number in text.items()]
    elif isinstance(text, str) and len(text) <= LONGEST:
        parts = []
        for part in map(str.strip, text.split(",")):
            match = _PART.match(part)
            if match is None:
                problems.add(where, f'expected units like "2 cavalry, 1 archer", not {shown(part or text)}')
            else:
                parts.append((where, match[2], int(match[1] or 1)))
    else:
        problems.add(where, f'expected units like "2 cavalry, 1 archer", not {shown(text)}')
        return NO_UNITS
    counts = list(NO_UNITS)
    for here, name, number in parts:
        word = _BLANKS.sub("_", name.lower()) if isinstance(name, str) else name
        if type(number) is not int or not 1 <= number <= MOST_OF_A_KIND:
            problems.add(here, f"expected a number of units from 1 to {MOST_OF_A_KIND}, not {shown(number)}")
        elif isinstance(word, str) and word in _BY_WORD:
            counts[_BY_WORD[word]] += number
            if counts[_BY_WORD[word]] > MOST_OF_A_KIND:
                problems.add(here, f"expected at most {MOST_OF_A_KIND} {UNITS[_BY_WORD[word]].plural}")
                counts[_BY_WORD[word]] = MOST_OF_A_KIND
        else:
            _unknown_unit(here, word, problems)
    if not parts and isinstance(text, dict):
        problems.add(where, "expected at least one unit")
    return tuple(counts)


def _unknown_unit(where: str, word: object, problems: Problems) -> None:
    matches = sorted(
        {UNITS[n].singular for name, n in _BY_WORD.items() if isinstance(word, str) and name.startswith(word)}
    )
    if len(matches) > 1:
        problems.add(where, f"ambiguous unit {shown(word)}: it could be {' or '.join(matches)}")
    else:
        problems.unknown(where, "unit", word, [u.singular.replace(" ", "_") for u in UNITS])


def write_units(counts: Counts) -> str:
    """Counts as text. Reading it gives the same counts.

    >>> write_units((0, 2, 0, 1, 0, 0, 0, 0, 0))
    '2 spearmen, 1 archer'
    """
    return ", ".join(unit.counted(n) for n, unit in zip(counts, UNITS, strict=True) if n)


@lru_cache(maxsize=4096)
def in_words(counts: Counts) -> str:
    """Counts in a sentence.

    >>> in_words((0, 2, 0, 1, 0, 0, 0, 0, 0))
    '2 spearmen and 1 archer'
    """
    return listing(write_units(counts).split(", ")) if any(counts) else "nobody"


def nouns(counts: Counts) -> list[str]:
    """Units as things of somebody, where a single one needs no number.

    >>> nouns((0, 2, 0, 1, 1, 0, 0, 0, 0))
    ['2 spearmen', 'archer', 'cavalry']
    """
    kinds = ((n, unit) for n, unit in zip(counts, UNITS, strict=True) if n)
    return [unit.singular if n == 1 else unit.counted(n) for n, unit in kinds]


def group_in_words(counts: Counts) -> str:
    """A group at the start of a sentence: "archer", "2 archers and 1 cavalry"."""
    return nouns(counts)[0] if sum(counts) == 1 else in_words(counts)


# ---------------------------------------------------------------------- in a description
def _units(where: str, given: Any, known: Known) -> Counts:
    return read_units(given, where, known.problems)


def _units_or_none(where: str, given: Any, known: Known) -> Counts:
    return NO_UNITS if given == {} else _units(where, given, known)


def _by_type(units: Counts, _: Known) -> dict[str, int]:
    return {unit.key: n for n, unit in zip(units, UNITS, strict=True) if n}


UnitName = Annotated[
    str,
    Matching("^(peasants?|spearm[ae]n|swordsm[ae]n|archers?|cavalry|catapults?|(unpacked[ _])?trebuchets?|galleys?)$"),
]
UnitsText = Annotated[str, Limits(most=LONGEST), Doc('Such as "2 cavalry, 1 archer".')]
UnitsTable = Annotated[dict[UnitName, Annotated[int, Limits(1, MOST_OF_A_KIND)]], Limits(1)]
NoUnits = Annotated[dict[str, int], Limits(most=0)]
SomeUnits: Example = Example("units", "1 archer")
Units = Annotated[Counts, ReadBy(_units, UnitsText | UnitsTable, _by_type), SomeUnits]
UnitsOrNone = Annotated[Counts, ReadBy(_units_or_none, UnitsText | UnitsTable | NoUnits, _by_type), SomeUnits]
