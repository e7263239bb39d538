"""Positions as plain data: the half of reading and writing descriptions that all systems share.

A system declares its description as a dataclass, a field for each entry, in canonical order. Names, defaults and limits are
written there once: the reader takes its keywords from the fields, the one-line notation leaves out what has the default, and
``position.schema.json`` is generated from the type hints (``tools/generate.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, Literal

from hexwidget.geometry import HexMap, Terrain
from hexwidget.limits import MAY_LACK as MAY_LACK
from hexwidget.limits import Limits
from hexwidget.problems import Problems, place
from hexwidget.rules.reading import (
    NAME_LENGTH,
    TITLE_LENGTH,
    Reader,
    read_description,
    read_line,
    read_map,
    read_players,
)
from hexwidget.rules.rulebook import Rulebook
from hexwidget.rules.settings import Settings, read_settings

CANNOT_READ = "this position cannot be read"
"""The first line of every error about a description."""


# ---------------------------------------------------------------------- words for the hints of a description
@dataclass(frozen=True, slots=True)
class Matching:
    """The regular expression that a text matches."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that describes an entry to the readers of the schema."""

    text: str


UNIQUE = "unique"
"""Marks a list whose entries all differ."""
ON_MAP = "on the map"
"""Marks the name of a space: the map of the position must have it."""
WRITTEN = "written"
"""Marks an entry that the one-line notation always has, even if its value is the default."""
SETTING = "setting"
"""Marks the type of an option or parameter that the rulebook declares, where the schema needs more than the rulebook says."""
FREE = "free"
"""Marks a class whose objects may have further entries."""

Hex = Annotated[str, Matching("^[0-9]{4,8}$"), Told("A printed number: column, then row.")]
SpaceOnMap = Annotated[str, ON_MAP, Told("The name of a space of the map.")]
Line = Annotated[str, Limits(most=TITLE_LENGTH)]
MapText = Annotated[str | Annotated[list[str], Limits(1)], Told("The text form of a map, as one text or its lines.")]
Player = Annotated[str, Matching("^[^:]+$"), Limits(most=NAME_LENGTH)]
Stagger = Annotated[Literal["odd-q", "even-q", "odd-r", "even-r"] | None, MAY_LACK]


# ---------------------------------------------------------------------- reading
class Given:
    """The entries of a description, while a position is made of them.

    :param form: the dataclass that declares the description
    :raises InputError: if the description is not a table of names
    """

    def __init__(self, form: type, description: Mapping[str, Any], rulebook: Rulebook) -> None:
        self.form = form
        self.rulebook = rulebook
        self.problems: Problems = Problems()
        self.rest: dict[str, Any] = read_description(description, CANNOT_READ)
        self.entries: dict[str, Any] = {
            f.name: self.rest.pop(f.name) if f.name in self.rest else default_of(f) for f in described(form)
        }

    def __getitem__(self, name: str) -> Any:
        return self.entries[name]

    def map(self, terrains: tuple[Terrain, ...]) -> HexMap | None:
        """The map of hexes, from ``map`` and ``offset``; None if it cannot be read."""
        return read_map(self["map"], self["offset"], terrains, self.rulebook.name, self.problems)

    def players(self) -> tuple[str, ...]:
        """The names of the players; () if they cannot be read."""
        limits = limits_of(self.form, "players")
        return read_players(self["players"], limits.least or 1, limits.most or 1, self.problems)

    def whole(self, reader: Reader, name: str) -> int:
        """A whole number within the limits of its field."""
        limits = limits_of(self.form, name)
        return reader.whole(name, self[name], limits.least or 0, limits.most or 0)

    def title(self) -> str:
        """The title."""
        return read_line("title", self["title"], self.problems)

    def settings(self, special: Mapping[str, Callable[[Any, Problems], Any]] | None = None) -> Settings:
        """The options and parameters. Notes the entries that are neither these nor fields of the description.

        :param special: readers for parameter types other than int
        """
        known = [*self.rulebook.options, *self.rulebook.parameters]
        for name in [name for name in self.rest if name not in known]:
            self.problems.unknown(place(name), "keyword, option or parameter", name, [*known, *self.entries])
            del self.rest[name]
        return read_settings(self.rulebook, self.rest, self.problems, special or {})

    def raise_any(self) -> None:
        """Raise the problems found so far.

        :raises InputError: with all problems, if there are any
        """
        self.problems.raise_any(CANNOT_READ)


@cache
def described(form: Any) -> tuple[Field[Any], ...]:
    """The fields of a class that are entries of a description. Options and parameters are entries of their own."""
    return tuple(f for f in _declared(form) if SETTING not in _marks(form, f.name))


def _declared(form: Any) -> Iterator[Field[Any]]:
    """The fields of a class but for ``settings``."""
    return (f for f in fields(form) if f.name != "settings")


def _marks(form: Any, name: str) -> tuple[Any, ...]:
    """The marks of a field's type hint."""
    marks: tuple[Any, ...] = getattr(hints_of(form)[name], "__metadata__", ())
    return marks


@cache
def hints_of(form: Any) -> Mapping[str, Any]:
    """The type hints of the fields of a dataclass."""
    classes = [each for each in reversed(form.__mro__) if "__dataclass_fields__" in vars(each)]
    return {name: hint for each in classes for name, hint in get_annotations(each, eval_str=True).items()}


def default_of(field: Field[Any]) -> Any:
    """The plain data of a field that is left out; None for one that must not be."""
    if field.default_factory is not MISSING:
        made = field.default_factory()
        return {} if is_dataclass(made) else made
    return None if field.default is MISSING else field.default


def is_required(field: Field[Any]) -> bool:
    """True if a description must have this entry."""
    return field.default is MISSING and field.default_factory is MISSING


@cache
def limits_of(form: type, name: str) -> Limits:
    """The limits that the type hint of a field carries.

    >>> @dataclass
    ... class Example:
    ...     turn: Annotated[int, Limits(1, 99)] = 1
    >>> limits_of(Example, "turn")
    Limits(least=1, most=99)
    """
    return next((each for each in _marks(form, name) if isinstance(each, Limits)), Limits())


def defaults_of(form: type, rulebook: Rulebook) -> dict[str, Any]:
    """The entries, options and parameters that the one-line notation leaves out while they have these values."""
    optional = {
        f.name: default_of(f) for f in _declared(form) if not is_required(f) and WRITTEN not in _marks(form, f.name)
    }
    as_it_is = {parameter.type: _as_it_is for parameter in rulebook.parameters.values()}
    return {**optional, **read_settings(rulebook, {}, Problems(), as_it_is)}


def _as_it_is(value: Any, _: Problems) -> Any:
    return value
