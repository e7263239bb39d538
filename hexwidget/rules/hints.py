"""The words for the type hints of a description: what an entry is once it is read, and how it is written.

A description is a dataclass, and so are its parts, or named tuples. The type of a field is that of the value when it is read; marks
say how plain data writes it::

    @dataclass
    class UnitGiven:
        unit: Annotated[str, Ref("unit of the roster", lambda given: given.roster.units)]
        id: Annotated[int, Limits(1, 9999)] = 0
        defending: Annotated[Literal["", "defend"], Called("reason to defend")] = ""

    @dataclass(kw_only=True)
    class OwnDescription:
        map: MapText
        players: Annotated[tuple[Player, ...], Limits(1, 6), UNIQUE]
        units: dict[Seat, dict[Hex, UnitGiven]] = field(default_factory=dict)

Here ``{"red": {"0203": {"unit": "knight"}}}`` becomes ``{0: {17: UnitGiven("knight")}}``: a `Seat` is written as the name of a
player, a `Hex` as its printed number. See `hexwidget.rules.values` for the readers, and `hexwidget.rules.description` for
whole descriptions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, Literal, get_type_hints

from hexwidget.geometry import HexMap
from hexwidget.limits import MAY_LACK as MAY_LACK
from hexwidget.limits import Limits
from hexwidget.rules.reading import NAME_LENGTH, TITLE_LENGTH


# ---------------------------------------------------------------------- marks
@dataclass(frozen=True, slots=True)
class Matching:
    """The regular expression that a text matches."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Doc:
    """A sentence that describes an entry to the readers of the schema."""

    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """The name of an entry in plain data, where it is another than the field's."""

    name: str


@dataclass(frozen=True, slots=True)
class Called:
    """The noun for an entry in errors, such as "phase": "unknown phase 'x'". By default it is a value."""

    noun: str


class OneOf:
    """One of some words that the code knows: for `Literal`, where the words are constants, or the type of the value is any text.

    :param noun: the noun for errors
    """

    def __init__(self, noun: str, words: Iterable[str]) -> None:
        self.noun = noun
        self.words: tuple[str, ...] = tuple(words)


class Example:
    """The noun for an entry with its article, and examples of it as plain data: 'expected a unit such as "knight"'. By default the
    example follows from the hint."""

    def __init__(self, what: str, *values: Any) -> None:
        self.what = what
        self.values = values


@dataclass(frozen=True, eq=False)
class Ref:
    """A name that something else in the same description has, such as a unit of the roster.

    :param noun: the noun for errors
    :param names: makes the names (texts or whole numbers) from the values of the description, which are its attributes:
        ``lambda given: given.roster.units``. It is called when all entries are read, so their order does not matter.
        ``given.settings`` has the options and parameters, ``given.map`` the map, ``given.players`` the players, and
        ``given.problems`` the problems so far. None, if the names cannot be told: then every name is accepted
    """

    noun: str
    names: Callable[[Any], Collection[Any] | None]


@dataclass(frozen=True, eq=False)
class Short:
    """The short form of a record: "cavalry 3" for ``{"kind": "cavalry", "strength": 3}``.

    :param form: the type hint of the short form, a text or a whole number
    :param long: makes the record's plain data of it; None if the short form cannot be understood
    """

    form: Any
    long: Callable[[Any], Mapping[str, Any] | None]


@dataclass(frozen=True, eq=False)
class ReadBy:
    """An entry that a function reads: what no type hint says.

    :param read: called with the place, the plain data and `hexwidget.rules.values.Known`. It notes what is wrong, and always
        returns a value of the type that is hinted
    :param form: the type hint of the plain data, for the schema
    :param write: makes plain data of the value, given the value and `Known`; by default the value is plain data
    """

    read: Callable[[str, Any, Any], Any]
    form: Any
    write: Callable[[Any, Any], Any] = lambda value, _: value


UNIQUE = "unique"
"""Marks a list whose entries all differ."""
ON_MAP = "on the map"
"""Marks a space, which the map of the position must have: a text stays its name, a whole number is the number of the space."""
PLAYER = "player"
"""Marks a player of the position: a text stays the name, a whole number is the seat."""
LINE = "line"
"""Marks a text that is a line of printable characters."""
WRITTEN = "written"
"""Marks an entry that records and the one-line notation always have, even if its value is the default."""
REQUIRED = "required"
"""Marks an entry that a record must have although its field has a default."""
OMITTED = "omitted"
"""Marks an entry of the description itself that is not written while its value is the default."""
SETTING = "setting"
"""Marks the type of an option or parameter that the rulebook declares, where the schema needs more than the rulebook says."""
FREE = "free"
"""Marks a class whose objects may have further entries."""

Hex = Annotated[int, ON_MAP, Matching("^[0-9]{4,8}$"), Doc("A printed number: column, then row.")]
SpaceOnMap = Annotated[str, ON_MAP, Doc("The name of a space of the map.")]
Seat = Annotated[int, PLAYER]
Line = Annotated[str, LINE, Limits(most=TITLE_LENGTH)]
MapText = Annotated[HexMap, Doc("The text form of a map, as one text or its lines.")]
Player = Annotated[str, Matching("^[^:]+$"), Limits(most=NAME_LENGTH)]
Stagger = Annotated[Literal["odd-q", "even-q", "odd-r", "even-r"] | None, MAY_LACK]


# ---------------------------------------------------------------------- the fields of a description
@cache
def entry_fields(form: Any) -> tuple[Field[Any], ...]:
    """The fields of a class that are entries of a description. Options and parameters are entries of their own."""
    return tuple(f for f in declared_fields(form) if SETTING not in marks_of(form, f.name))


def declared_fields(form: Any) -> Iterator[Field[Any]]:
    """The fields of a class but for ``settings``."""
    return (f for f in fields(form) if f.name != "settings")


def is_record(form: object) -> bool:
    """True for a class whose objects are entries of several parts: a dataclass, or a named tuple."""
    return is_dataclass(form) or hasattr(form, "_field_defaults")


def fields_of(form: Any) -> tuple[Field[Any], ...]:
    """The fields of a dataclass or of a named tuple."""
    if is_dataclass(form):
        return fields(form)
    found = []
    for name in form._fields:
        found.append(field(default=form._field_defaults.get(name, MISSING)))
        found[-1].name = name
    return tuple(found)


def marks_of(form: Any, name: str) -> tuple[Any, ...]:
    """The marks of a field's type hint."""
    marks: tuple[Any, ...] = getattr(hints_of(form)[name], "__metadata__", ())
    return marks


@cache
def hints_of(form: Any) -> Mapping[str, Any]:
    """The type hints of the fields of a dataclass or of a named tuple."""
    if hasattr(form, "_field_defaults"):
        # The names of the module are given: without them a function in a hint would look its names up in the class.
        return get_type_hints(form, vars(sys.modules[form.__module__]), include_extras=True)
    classes = [each for each in reversed(form.__mro__) if "__dataclass_fields__" in vars(each)]
    return {name: hint for each in classes for name, hint in get_annotations(each, eval_str=True).items()}


def key_of(form: Any, name: str) -> str:
    """The name of an entry: its `Key`, or a field's name without the underscore that Python's keywords need."""
    return next((mark.name for mark in marks_of(form, name) if isinstance(mark, Key)), name.removesuffix("_"))


def default_of(field: Field[Any]) -> Any:
    """The plain data of a field that is left out; None for one that must not be."""
    if field.default_factory is not MISSING:
        made = field.default_factory()
        return {} if is_dataclass(made) else made
    return None if field.default is MISSING else field.default


def is_required(field: Field[Any]) -> bool:
    """True if a description must have this entry."""
    return field.default is MISSING and field.default_factory is MISSING
