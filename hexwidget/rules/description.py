"""Positions as plain data: reading and writing whole descriptions by the type hints of their dataclass.

A system declares its description as a dataclass, a field for each entry, in canonical order. Names, defaults, limits and
references are written there once, with the words of `hexwidget.rules.hints`. They make the reader, the writer, the one-line
notation, which leaves out what has the default, and ``position.schema.json`` (``tools/generate.py``). A system then has two
conversions, and no reader::

    def build(given: Given[OwnDescription]) -> OwnPosition:  # the system's `build`
        entries = given.read()  # an OwnDescription; all that is wrong is noted
        given.raise_any()
        position = OwnPosition(map=entries.map, players=entries.players, settings=given.chosen, ...)
        note_what_does_not_fit(position, given.problems)  # entries that do not go together
        return position

    def describe(position: OwnPosition) -> dict[str, Any]:
        entries = OwnDescription(map=position.map, players=position.players, ...)
        return {**write_entries(entries, TERRAINS), **position.settings}

`Given.read` reads map and players first, then the other entries in the order of their fields, then options and parameters, and
checks the references (`Ref`) last. So a function of a `ReadBy` sees map, players and the entries before its own, and a `Ref`
sees everything.

- An entry that is left out has the default of its field **as it is**: a default is a value, not plain data. A `Seat` may have the
  default 0, and a number may have a default outside its limits that stands for "not given".
- What is wrong never stops the reading: a blank of the right type takes its place (see `hexwidget.rules.values`). So a system
  may look at entries together before it calls `Given.raise_any`, if seat 0, space -1 and empty texts do no harm there. Only
  ``map`` is None if it cannot be read.
- A map of hexes brings its ``places`` and ``hexsides`` along, unless the dataclass has an entry of that name: a system declares nothing.
- `write_entries` leaves out the fields of records that have their defaults, unless they are marked `WRITTEN`. It writes all
  fields of the description itself, unless they are marked `OMITTED` and have their defaults. ``title`` comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, Generic, TypeVar, cast

from hexwidget.english import phrase
from hexwidget.geometry import HexMap, SpaceMap, Terrain
from hexwidget.geometry.hexsides import read_hexsides, write_hexsides
from hexwidget.geometry.places import read_places, write_places
from hexwidget.problems import Problems, place
from hexwidget.rules import hints
from hexwidget.rules.reading import read_description, read_map, read_players
from hexwidget.rules.rulebook import Rulebook, Settings, read_settings
from hexwidget.rules.values import FIRST, Entry, plain, record_of
from hexwidget.rules.values import Known as Known

CANNOT_READ = "this position cannot be read"
"""The first line of every error about a description."""
NOT_HERE = ("title", "offset")
"""The entries that are written beside others: the title first, the offset with the map."""
F = TypeVar("F")
K = TypeVar("K")
T = TypeVar("T")


# ---------------------------------------------------------------------- reading
class Given(Generic[F]):
    """The entries of a description, while a position is made of them.

    :param form: the dataclass that declares the description
    :param terrains: the kinds of ground of a map of hexes; ``hexsides``: the kinds of its sides
    :raises InputError: if the description is not a table of names
    """

    def __init__(
        self,
        form: type[F],
        description: Mapping[str, Any],
        rulebook: Rulebook,
        terrains: tuple[Terrain, ...] = (),
        hexsides: tuple[str, ...] = (),
    ) -> None:
        self.form: Any = form
        self.rulebook = rulebook
        self.terrains = terrains
        self.hexsides = hexsides
        self.problems: Problems = Problems()
        self.known: Known = Known(self.problems)
        self.rest: dict[str, Any] = read_description(description, CANNOT_READ)
        self.given: frozenset[str] = frozenset(self.rest)
        self.entries: dict[str, Any] = {
            f.name: self.rest.pop(f.name) if f.name in self.rest else hints.default_of(f)
            for f in hints.entry_fields(cast(Any, form))
        }

    def __getitem__(self, name: str) -> Any:
        return self.entries[name]

    def __contains__(self, name: str) -> bool:
        """True if the description has this entry."""
        return name in self.given

    @property
    def chosen(self) -> Settings:
        """The options and parameters, once all is read."""
        return self.known.settings

    def read(self) -> F:
        """The description with the values of its entries. Notes all that is wrong."""
        read: F = self.form(**self.values())
        return read

    def values(self, *, defaults: bool = False) -> dict[str, Any]:
        """The values of the entries by the names of their fields. Notes all that is wrong.

        :param defaults: True if a default is plain data, which is read like an entry that is given
        """
        known, values = self.known, self.known.values
        of_class = getattr(self.form, "map", None)
        known.map = of_class if isinstance(of_class, SpaceMap) else None
        for part in record_of(self.form).in_order:
            name = part.name
            if part.is_map:
                values[name] = self._map(name)
            elif name == "players" and (most := part.entry.limits.most) is not None:
                values[name] = read_players(self[name], part.entry.limits.least or 1, most, self.problems)
            elif name == "offset":  # read with the map
                values[name] = self[name]
            elif name in self.given or part.required or defaults:
                values[name] = self._entry(name, part.entry)
            else:
                values[name] = part.make_default()
            if name in FIRST:
                setattr(known, name, values[name])
        known.settings = self._settings()
        known.check_references()
        return dict(values)

    def _entry(self, name: str, entry: Entry) -> Any:
        """The value of an entry. Only a dataclass that contains itself can be nested too deeply."""
        try:
            return entry.read(name, self[name], self.known)
        except RecursionError:
            self.problems.add(name, "this is nested too deeply")
            return entry.blank()

    def _map(self, name: str) -> HexMap | None:
        """The map of hexes, from its entry, ``offset``, ``places`` and ``hexsides``; None if it cannot be read."""
        offset = self["offset"] if "offset" in self.entries else self.rest.pop("offset", None)
        found = read_map(self[name], offset, self.terrains, self.rulebook.name, self.problems)
        places = None if "places" in self.entries else self.rest.pop("places", None)
        if found is not None and places is not None:
            found.places = read_places(places, found, self.problems)
        sides = None if "hexsides" in self.entries else self.rest.pop("hexsides", None)
        if found is not None and (sides is not None or found.hexsides):
            given = write_hexsides(found.hexsides) if sides is None else sides
            found.hexsides = read_hexsides(given, found, self.problems, self.hexsides)
        return found

    def _settings(self) -> Settings:
        """The options and parameters. Notes the entries that are neither these nor fields of the description."""
        known, parts = [*self.rulebook.options, *self.rulebook.parameters], record_of(self.form).parts
        for name in [name for name in self.rest if name not in known]:
            self.problems.unknown(place(name), "keyword, option or parameter", name, [*known, *self.entries])
            del self.rest[name]

        def read(name: str, value: Any) -> Any:
            return parts[name].entry.read(name, value, self.known)

        return read_settings(self.rulebook, self.rest, self.problems, read)

    def raise_any(self) -> None:
        """Raise the problems found so far.

        :raises InputError: with all problems, if there are any
        """
        self.problems.raise_any(CANNOT_READ)


def defaults_of(form: type, rulebook: Rulebook) -> dict[str, Any]:
    """The entries, options and parameters that the one-line notation leaves out while they have these values."""
    optional = {
        f.name: plain(hints.default_of(f))
        for f in hints.declared_fields(form)
        if not hints.is_required(f) and hints.WRITTEN not in hints.marks_of(form, f.name)
    }
    return {**optional, **read_settings(rulebook, {}, Problems(), lambda _, value: value)}


def objective_of(names: tuple[str, ...], clause: str) -> hints.ReadBy:
    """The entry of an objective: one of some names, where "hold" is followed by the hexes to be held."""
    others = [name for name in names if name != "hold"]

    def read(where: str, given: Any, known: Known) -> str:
        words = given.split() if isinstance(given, str) else []
        if not words or words[0] not in names:
            known.problems.unknown(where, phrase("objective ({clause})", clause=clause), given, names)
            return names[0]
        if (words[0] == "hold") != (len(words) > 1):
            quoted = ", ".join(f'"{name}"' for name in others)
            known.problems.expected(where, '{words} or "hold 0101 0203" (hexes)', given, words=quoted)
        for word in words[1:]:
            known.space(where, word)
        return " ".join(words)

    return hints.ReadBy(read, Annotated[str, hints.Matching(rf"^\s*({'|'.join(others)}|hold(\s+[0-9]+)+)\s*$")])


def convert(form: type[F], source: object, **others: Any) -> F:
    """A dataclass made of the fields of another one that have the same names, and of others: entries of a position, or a position
    of entries."""
    other: Any = type(source)
    same = {name: getattr(source, name) for name in _common_fields(cast(Any, form), other)}
    return form(**{**same, **others})


@cache
def _common_fields(form: Any, other: Any) -> tuple[str, ...]:
    """The names of the fields that two dataclasses share."""
    names = {f.name for f in fields(other)}
    return tuple(f.name for f in fields(form) if f.name in names)


# ---------------------------------------------------------------------- values by seat
def by_seat(table: Mapping[int, T], players: Sequence[str], default: T) -> tuple[T, ...]:
    """The value of each player, by seat, from the entries of some.

    >>> by_seat({1: 5}, ["red", "blue"], 0)
    (0, 5)
    """
    return tuple([table.get(seat, default) for seat in range(len(players))])


def seated(values: Iterable[T]) -> dict[int, T]:
    """The values that are not empty, by seat: the entries for `by_seat`.

    >>> seated((0, 5))
    {1: 5}
    """
    return {seat: value for seat, value in enumerate(values) if value}


def by_space(table: Mapping[int, Mapping[int, T]]) -> list[tuple[int, int, T]]:
    """The things of a table of seats and spaces, each with its space and its seat, by space.

    >>> by_space({0: {7: "farm", 3: "keep"}, 1: {5: "farm"}})
    [(3, 0, 'keep'), (5, 1, 'farm'), (7, 0, 'farm')]
    """
    found = [(space, seat, thing) for seat, things in table.items() for space, thing in things.items()]
    return sorted(found, key=lambda each: each[:2])


def table_of(things: Iterable[tuple[K, int, T]]) -> dict[int, dict[K, T]]:
    """The table of seats and spaces for `by_space`, made of things with their spaces and seats.

    >>> table_of([(3, 0, "keep"), (5, 1, "farm"), (7, 0, "farm")])
    {0: {3: 'keep', 7: 'farm'}, 1: {5: 'farm'}}
    """
    found: dict[int, dict[K, T]] = {}
    for space, seat, thing in things:
        found.setdefault(seat, {})[space] = thing
    return dict(sorted(found.items()))


# ---------------------------------------------------------------------- writing
def write_map(key: str, hexmap: HexMap, terrains: tuple[Terrain, ...]) -> dict[str, Any]:
    """The entries of a map of hexes: its lines, its stagger, and its places and hexsides if it has some."""
    more: dict[str, Any] = {"places": write_places(hexmap.places)} if hexmap.places else {}
    more |= {"hexsides": write_hexsides(hexmap.hexsides)} if hexmap.hexsides else {}
    return {key: hexmap.to_text(terrains).splitlines(), "offset": hexmap.offset.value, **more}


def write_entries(entries: Any, terrains: tuple[Terrain, ...] = ()) -> dict[str, Any]:
    """The plain data of a description, in canonical order, without options and parameters.

    :param entries: the dataclass of the description, with values; its class may have the map
    """
    form: Any = type(entries)
    given_map = getattr(entries, "map", None)
    known = Known(Problems(), given_map if isinstance(given_map, SpaceMap) else None, entries.players)
    title = getattr(entries, "title", "")
    found: dict[str, Any] = {"title": title} if title else {}
    for key, part in record_of(form).parts.items():
        value = getattr(entries, part.name)
        if part.is_map:
            found |= write_map(key, value, terrains)
        elif not (part.is_setting or key in NOT_HERE or (hints.OMITTED in part.entry.marks and part.is_default(value))):
            found[key] = part.entry.write(value, known)
    return found
