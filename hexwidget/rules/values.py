"""Plain data read and written by type hints: an `Entry` for each hint, with the error for data that does not fit it.

Every entry notes what is wrong, with its place, and goes on. It returns a blank of the right type then, so that code which
looks at several entries together never meets a value of another type. Blanks are 0 or the least number, "", no entries, seat 0
and space -1. A table leaves out the entries whose keys are wrong. The words of the hints are those of `hexwidget.rules.hints`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, cached_property
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hexwidget.english import counted, listing, plural
from hexwidget.geometry import HexMap, ProvinceMap, SpaceMap
from hexwidget.limits import Limits
from hexwidget.problems import Problem, Problems, is_line, shown, within
from hexwidget.rules import hints
from hexwidget.rules.rulebook import Settings

MOST_NAMED = 8
"""The most entries of a record that an error names."""
FIRST = ("map", "players")
"""The entries that are read before others."""
LONGEST_NAME = 60
"""Longer names are cut in the place of an error."""

NONE_CHOSEN = Settings({})


def plain(value: Any) -> Any:
    """A value as plain data: dataclasses as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def read_value(where: str, given: Any, hint: Any, problems: Problems) -> Any:
    """The value that plain data stands for. Notes what is wrong with it.

    >>> found = Problems()
    >>> read_value("bids", ["bet", "pass"], tuple[Literal["pass", "bet"], ...], found)
    ('bet', 'pass')
    >>> _ = read_value("bids", ["bet", "pas"], tuple[Literal["pass", "bet"], ...], found)
    >>> found.found[0].message
    "unknown value 'pas'; did you mean 'pass'?"
    """
    return entry_of(hint).read(where, given, Known(problems))


class Known:
    """The things that an entry may refer to: the map, the players, the settings, and as attributes the values of the description.

    :param spaces: the map; None without a map that can be read: then every space is accepted
    :param players: their names; () if they cannot be read: then every player is accepted
    """

    def __init__(self, problems: Problems, spaces: SpaceMap | None = None, players: tuple[str, ...] = ()) -> None:
        self.problems = problems
        self.map = spaces
        self.players = players
        self.settings = NONE_CHOSEN
        self.values: dict[str, Any] = {}
        self._references: list[tuple[hints.Ref, str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["values"][name]
        except KeyError:
            raise AttributeError(f"the description has no entry {name!r}") from None

    def player(self, where: str, given: object) -> int:
        """The seat of a player; 0 if no player has that name."""
        if isinstance(given, str) and given in self.players:
            return self.players.index(given)
        if self.players:
            self.problems.unknown(where, "player", given, self.players)
        return 0

    def space(self, where: str, given: object) -> int:
        """The number of a space; -1 if the map has no such space."""
        if self.map is None:
            return -1
        at = self.map.find(given)
        if at is None:
            self.problems.add(where, self.map.explain_unknown(given))
            return -1
        return at

    def refer(self, ref: hints.Ref, where: str, given: object) -> None:
        """Keep a reference until all entries are read."""
        self._references.append((ref, where, given))

    def check_references(self) -> None:
        """Note the references to names that do not exist."""
        all_names: dict[hints.Ref, Any] = {}
        for ref, where, given in self._references:
            if ref not in all_names:
                all_names[ref] = ref.names(self)
            names = all_names[ref]
            if names is not None and (type(given) not in (str, int) or given not in names):
                self.problems.unknown(where, ref.noun, given, names)

    def at(self, where: str, read: Callable[[], Any]) -> Any:
        """A value that is made of a short form: all that is wrong with it stands in one place."""
        problems, references = len(self.problems.found), len(self._references)
        value = read()
        self.problems.found[problems:] = [Problem(where, each.message) for each in self.problems.found[problems:]]
        self._references[references:] = [(ref, where, given) for ref, _, given in self._references[references:]]
        return value


# ---------------------------------------------------------------------- entries
class Entry:
    """A type hint that is ready to read and write values.

    :param marks: the marks of the hint
    """

    noun = "a value"
    """The noun for the data that fits, with its article and limits."""
    one = "entry"
    """The word for one of several in a list."""
    needs_example = True
    """False if the noun says enough without an example."""
    nothing: Any = None
    """The blank."""
    instance: Any = MISSING
    """An example that follows from the hint alone."""

    def __init__(self, marks: tuple[Any, ...]) -> None:
        self.marks = marks
        outer_first = marks[::-1]
        self.called: str = next((each.noun for each in outer_first if isinstance(each, hints.Called)), "value")
        self.limits: Limits = next((each for each in outer_first if isinstance(each, Limits)), Limits())
        examples = (each for each in outer_first if isinstance(each, hints.Example))
        self.examples: hints.Example | None = next(examples, None)

    def read(self, where: str, given: Any, known: Known) -> Any:
        """The value that plain data stands for; a blank if it stands for none."""
        if self.fits(given):
            return self.convert(where, given, known)
        known.problems.add(where, f"expected {self.expected(known)}, not {shown(given)}")
        return self.blank()

    def write(self, value: Any, known: Known) -> Any:
        """The plain data for a value."""
        return value

    def fits(self, given: Any) -> bool:
        """True if the data has the right type and size. Parts of it may still be wrong."""
        return True

    def convert(self, where: str, given: Any, known: Known) -> Any:
        """The value of data that fits."""
        return given

    def blank(self) -> Any:
        """A value of the right type, where none can be read."""
        return self.nothing

    def expected(self, known: Known) -> str:
        """The words for the data that fits."""
        values: tuple[Any, ...] = (self.example(known),) if self.needs_example else ()
        noun = self.noun
        if self.examples:
            noun, values = self.examples.what, self.examples.values or values
        such = " or ".join(json.dumps(value, ensure_ascii=False) for value in values if value is not MISSING)
        return f"{noun} such as {such}" if such else noun

    def an_example(self, known: Known) -> Any:
        """An example of the data that fits, or `MISSING`."""
        return self.examples.values[0] if self.examples and self.examples.values else self.example(known)

    def example(self, known: Known) -> Any:
        """An example that the hint gives; `MISSING` if it gives no example."""
        return self.instance

    def can_tell(self, known: Known) -> bool:
        """True if two values can be told apart: without a map all spaces are blanks, without players all seats."""
        return True

    def within_limits(self, size: int) -> bool:
        """True if the limits of the hint allow a number, or a number of entries."""
        low, high = self.limits.least, self.limits.most
        return (low is None or size >= low) and (high is None or size <= high)


class _Whole(Entry):
    needs_example = False

    def __init__(self, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        low, high = self.limits.least, self.limits.most
        bounds = ("" if low is None else f" from {low}") + ("" if high is None else f" to {high}")
        self.noun = f"a whole number{bounds}"
        self.nothing = low or 0
        self.instance = max(1, self.nothing)

    def fits(self, given: Any) -> bool:
        return type(given) is int and self.within_limits(given)


class _Truth(Entry):
    noun, needs_example, nothing, instance = "true or false", False, False, True

    def fits(self, given: Any) -> bool:
        return type(given) is bool


class _Text(Entry):
    nothing = ""

    def __init__(self, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.line = hints.LINE in marks
        pattern = next((each.pattern for each in marks if isinstance(each, hints.Matching)), "")
        # In a schema "$" means the end of the text, not the end of its last line.
        self.pattern = re.compile(re.sub(r"\$$", r"\\Z", pattern))
        kind = "line" if self.line else "text"
        size = _size(self.limits, "printable character" if self.line else "character")
        self.noun = f"a {kind}{size}" + (f" that matches {pattern}" if pattern else "")

    def fits(self, given: Any) -> bool:
        if not isinstance(given, str) or not self.within_limits(len(given)):
            return False
        return self.pattern.search(given) is not None and (not self.line or is_line(given, len(given)))


class _Word(Entry):
    """One of some words or numbers."""

    def __init__(self, words: tuple[Any, ...], marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.words = words
        self.types = set(map(type, words))
        self.noun, self.needs_example = listing([shown(word) for word in words], "or"), False
        self.nothing = words[0]
        self.instance = next((word for word in words if word), words[0])

    def read(self, where: str, given: Any, known: Known) -> Any:
        if type(given) in self.types and given in self.words:
            return given
        known.problems.unknown(where, self.called, given, [word for word in self.words if word != ""])
        return self.blank()

    def fits(self, given: Any) -> bool:
        return type(given) in self.types


class _Reference(Entry):
    """A name that something else in the description has."""

    def __init__(self, ref: hints.Ref, kind: type, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.ref = ref
        self.kind = kind
        self.noun = ("an " if ref.noun[0] in "aeio" else "a ") + ref.noun
        self.nothing = kind()
        self.instance = 1 if kind is int else MISSING

    def convert(self, where: str, given: Any, known: Known) -> Any:
        known.refer(self.ref, where, given)
        return given if type(given) is self.kind else self.blank()


class _Player(Entry):
    """A player: the seat, or the name."""

    noun, one = "a player", "player"

    def __init__(self, kind: type, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.is_number = kind is int
        self.nothing = kind()

    def convert(self, where: str, given: Any, known: Known) -> Any:
        seat = known.player(where, given)
        return seat if self.is_number else str(given)

    def can_tell(self, known: Known) -> bool:
        return bool(known.players)

    def example(self, known: Known) -> Any:
        return next(iter(known.players), "red")

    def write(self, value: Any, known: Known) -> Any:
        return known.players[value] if self.is_number else value


class _Space(_Player):
    """A space of the map: its number, or its name."""

    noun, one = "a space", "space"

    def __init__(self, kind: type, marks: tuple[Any, ...]) -> None:
        super().__init__(kind, marks)
        self.nothing = -1 if self.is_number else ""

    def fits(self, given: Any) -> bool:
        return self.is_number or isinstance(given, str)

    def convert(self, where: str, given: Any, known: Known) -> Any:
        at = known.space(where, given)
        return at if self.is_number else given

    def can_tell(self, known: Known) -> bool:
        return known.map is not None

    def example(self, known: Known) -> Any:
        return next(known.map.names()) if isinstance(known.map, ProvinceMap) else "0203"

    def write(self, value: Any, known: Known) -> Any:
        return known.map.name(value) if self.is_number and known.map is not None else value


class _Items(Entry):
    """A list or tuple.

    :param parts: the entry of each item; or an entry for each place of a tuple
    """

    def __init__(self, kind: type, parts: tuple[Entry, ...], is_fixed: bool, marks: tuple[Any, ...]) -> None:
        super().__init__((Limits(len(parts), len(parts)), *marks) if is_fixed else marks)
        self.kind = kind
        self.parts = parts
        self.is_fixed = is_fixed
        self.unique = hints.UNIQUE in marks
        one = parts[0].one
        self.noun = "a list" + (_size(self.limits, one) or (f" of {plural(one)}" if one != self.one else ""))

    def _paired(self, values: Sequence[Any]) -> Iterable[tuple[Entry, Any]]:
        """The values, each with its entry."""
        return zip(self.parts if self.is_fixed else repeat(self.parts[0]), values, strict=False)

    def fits(self, given: Any) -> bool:
        return isinstance(given, (list, tuple)) and self.within_limits(len(given))

    def convert(self, where: str, given: Any, known: Known) -> Any:
        if not self.unique and not self.is_fixed:
            read = self.parts[0].read
            return self.kind([read(f"{where}/{n}", each, known) for n, each in enumerate(given)])
        found, can_tell = known.problems.found, self.unique and self.can_tell(known)
        values, seen = [], set[str]()
        for n, (entry, each) in enumerate(self._paired(given)):
            before = len(found)
            values.append(entry.read(f"{where}/{n}", each, known))
            if can_tell and len(found) == before:  # else a blank stands for it
                name = repr(values[-1])
                if name in seen:
                    known.problems.add(f"{where}/{n}", f"{shown(each)} is given twice")
                seen.add(name)
        return self.kind(values)

    def can_tell(self, known: Known) -> bool:
        return all(part.can_tell(known) for part in self.parts)

    def blank(self) -> Any:
        return tuple(part.blank() for part in self.parts) if self.is_fixed else self.kind()

    def example(self, known: Known) -> Any:
        values = [part.an_example(known) for part in self.parts]
        return MISSING if MISSING in values else values if self.is_fixed else values * (self.limits.least or 1)

    def write(self, value: Any, known: Known) -> Any:
        return [entry.write(each, known) for entry, each in self._paired(value)]


class _Table(Entry):
    """A dict."""

    def __init__(self, key: Entry, value: Entry, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.key = key
        self.value = value
        self.noun = "a dict" + _size(self.limits, "entry")

    def fits(self, given: Any) -> bool:
        return isinstance(given, Mapping) and self.within_limits(len(given))

    def convert(self, where: str, given: Any, known: Known) -> Any:
        found, values, can_tell = known.problems.found, dict[Any, Any](), self.key.can_tell(known)
        for name, each in given.items():
            here, before = _inside(where, name), len(found)
            key = self.key.read(here, name, known)
            good = can_tell and len(found) == before
            value = self.value.read(here, each, known)
            if good and key in values:
                noun = known.map.word if known.map is not None and isinstance(self.key, _Space) else "entry"
                known.problems.add(here, f"this {noun} is named twice")
            elif good:
                values[key] = value
        return values

    def blank(self) -> Any:
        return {}

    def example(self, known: Known) -> Any:
        key, value = self.key.an_example(known), self.value.an_example(known)
        return MISSING if MISSING in (key, value) else {key: value}

    def write(self, value: Any, known: Known) -> Any:
        write_key, write = self.key.write, self.value.write
        return {write_key(key, known): write(each, known) for key, each in value.items()}


class RecordField:
    """A field of a record, with its entry."""

    def __init__(self, field: Field[Any], entry: Entry) -> None:
        self.name: str = field.name
        self.entry = entry
        self.required: bool = hints.is_required(field)
        self.is_map: bool = isinstance(entry, MapEntry)
        self.is_setting: bool = hints.SETTING in entry.marks
        self.make_default: Callable[[], Any] = lambda: field.default
        if field.default_factory is not MISSING:
            self.make_default = field.default_factory
        self.written: bool = hints.WRITTEN in entry.marks
        """True if it is written whatever its value is."""

    def is_default(self, value: Any) -> bool:
        """True if the field may be left out while it has this value."""
        return not self.required and bool(value == self.make_default())


class RecordEntry(Entry):
    """A dataclass or a named tuple. Get it from `record_of`."""

    noun = "a dict"

    def __init__(self, form: Any, marks: tuple[Any, ...] = ()) -> None:
        super().__init__(marks)
        self.form = form

    @cached_property
    def parts(self) -> dict[str, RecordField]:
        """The fields by the keys of the plain data. A dataclass may contain itself, so they are made when they are needed."""
        types = hints.hints_of(self.form)
        described = hints.fields_of(self.form)
        return {hints.key_of(self.form, f.name): RecordField(f, entry_of(types[f.name])) for f in described}

    @cached_property
    def in_order(self) -> list[RecordField]:
        """The parts but for options and parameters: map and players first, since others refer to them."""
        parts = [part for part in self.parts.values() if not part.is_setting and part.name != "settings"]
        return sorted(parts, key=lambda part: FIRST.index(part.name) if part.name in FIRST else len(FIRST))

    def expected(self, known: Known) -> str:
        required = [key for key, part in self.parts.items() if part.required]
        self.needs_example: bool = bool(required)
        if len(required) < len(self.parts):  # else an example names them all
            more = " and more" if len(self.parts) > MOST_NAMED else ""
            self.noun = f"a dict of {', '.join(map(repr, [*self.parts][:MOST_NAMED]))}{more}"
        return super().expected(known)

    def fits(self, given: Any) -> bool:
        return isinstance(given, Mapping)

    def convert(self, where: str, given: Any, known: Known) -> Any:
        for name in given:
            if name not in self.parts:
                known.problems.unknown(within(where, name), "entry", name, self.parts)
        values = {}
        for key, part in self.parts.items():
            if key in given:
                values[part.name] = part.entry.read(f"{where}/{key}", given[key], known)
            elif part.required:
                known.problems.add(f"{where}/{key}", f"this entry is missing: expected {part.entry.expected(known)}")
                values[part.name] = part.entry.blank()
        return self.form(**values)

    def blank(self) -> Any:
        return self.form(**{part.name: part.entry.blank() for part in self.parts.values() if part.required})

    def example(self, known: Known) -> Any:
        values = {key: part.entry.an_example(known) for key, part in self.parts.items() if part.required}
        return MISSING if MISSING in values.values() else values

    def write(self, value: Any, known: Known) -> Any:
        found = {}
        for key, name, default, write in self._writing:
            each = getattr(value, name)
            if default is MISSING or each != default:
                found[key] = each if write is None else write(each, known)
        return found

    @cached_property
    def _writing(self) -> list[tuple[str, str, Any, Callable[[Any, Known], Any] | None]]:
        """For each part its key and name, the value that is left out (`MISSING`: none is), and the function that writes others
        (None: they are written as they are)."""
        found = list[tuple[str, str, Any, Callable[[Any, Known], Any] | None]]()
        for key, part in self.parts.items():
            default = MISSING if part.written or part.required else part.make_default()
            write = None if type(part.entry).write is Entry.write else part.entry.write
            found.append((key, part.name, default, write))
        return found


class _Shortened(Entry):
    """A record, or a short form of it."""

    def __init__(self, short: hints.Short, long: Entry, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.short = short
        self.form = entry_of(short.form)
        self.long = long
        self.noun = f"{self.form.noun} or {self.long.noun}"

    def fits(self, given: Any) -> bool:
        return self.long.fits(given) or (self._is_short(given) and self.short.long(given) is not None)

    def _is_short(self, given: Any) -> bool:
        return type(given) is type(self.form.blank())

    def convert(self, where: str, given: Any, known: Known) -> Any:
        if not self._is_short(given):
            return self.long.read(where, given, known)
        long = self.short.long(given)
        return known.at(where, lambda: self.long.read(where, long, known))

    def blank(self) -> Any:
        return self.long.blank()

    def example(self, known: Known) -> Any:
        return self.form.an_example(known)

    def write(self, value: Any, known: Known) -> Any:
        return self.long.write(value, known)


class _Either(Entry):
    """A value of one of several types."""

    def __init__(self, parts: tuple[Entry, ...], optional: bool, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.optional = optional
        self.parts = parts

    def expected(self, known: Known) -> str:
        nothing = "nothing or " if self.optional else ""
        if self.examples:
            return nothing + super().expected(known)
        return nothing + " or ".join(part.expected(known) for part in self.parts)

    def fits(self, given: Any) -> bool:
        return (given is None and self.optional) or any(part.fits(given) for part in self.parts)

    def convert(self, where: str, given: Any, known: Known) -> Any:
        if given is None and self.optional:
            return None
        likely = [part for part in self.parts if part.fits(given)]
        good = (part for part in likely if len(likely) == 1 or _is_free_of_problems(part, given, known))
        return next(good, likely[0]).read(where, given, known)

    def blank(self) -> Any:
        return None if self.optional else self.parts[0].blank()

    def example(self, known: Known) -> Any:
        return self.parts[0].an_example(known)

    def write(self, value: Any, known: Known) -> Any:
        if value is None or len(self.parts) > 1:
            return plain(value)
        return self.parts[0].write(value, known)


class _Own(Entry):
    """An entry that a function of the system reads."""

    def __init__(self, own: hints.ReadBy, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.own = own

    @cached_property
    def form(self) -> Entry:
        """The entry of its plain data."""
        return entry_of(self.own.form)

    def expected(self, known: Known) -> str:
        return super().expected(known) if self.examples else self.form.expected(known)

    def can_tell(self, known: Known) -> bool:
        return self.form.can_tell(known)

    def convert(self, where: str, given: Any, known: Known) -> Any:
        return self.own.read(where, given, known)

    def blank(self) -> Any:
        # The function makes a blank of data that is wrong.
        return self.own.read("", None, Known(Problems()))

    def example(self, known: Known) -> Any:
        return self.form.an_example(known)

    def write(self, value: Any, known: Known) -> Any:
        return self.own.write(value, known)


class MapEntry(Entry):
    """A map of hexes. `hexwidget.rules.description.Given` reads it, which knows the grounds of the system."""

    noun = "the text of a map"


class _Unread(Entry):
    """A type that no plain data stands for: an error of a system's author."""

    def __init__(self, hint: Any) -> None:
        super().__init__(())
        self.hint = hint

    def convert(self, where: str, given: Any, known: Known) -> Any:
        what = f"no description holds a {getattr(self.hint, '__name__', self.hint)}; "
        if isinstance(self.hint, type) and issubclass(self.hint, SpaceMap):
            way_out = "give the class of positions the map without a type hint: `map = ...`"
        else:
            way_out = "a field is a text, a number, true or false, a tuple, a dict or a dataclass"
        known.problems.add(where, what + way_out)
        return given


def entry_of(hint: Any, more: tuple[Any, ...] = ()) -> Entry:
    """The entry of a type hint.

    :param more: marks beside those of the hint
    """
    marked = get_origin(hint) is Annotated
    base, marks = (hint.__origin__, (*hint.__metadata__, *more)) if marked else (hint, more)
    for mark in marks:
        if isinstance(mark, hints.ReadBy):
            return _Own(mark, marks)
        if isinstance(mark, hints.OneOf):
            return _Word(mark.words, (*marks, hints.Called(mark.noun)))
        if isinstance(mark, hints.Ref):
            return _Reference(mark, base, marks)
        if isinstance(mark, hints.Short):
            rest = tuple(each for each in marks if each is not mark)
            return _Shortened(mark, entry_of(base, rest), rest)
    if base in (int, str) and hints.ON_MAP in marks:
        return _Space(base, marks)
    if base in (int, str) and hints.PLAYER in marks:
        return _Player(base, marks)
    origin, parts = get_origin(base), get_args(base)
    if origin is Literal:
        return _Word(parts, marks)
    if origin in (Union, UnionType):
        entries = tuple(entry_of(part, marks) for part in parts if part is not NoneType)
        return _Either(entries, NoneType in parts, marks)
    if origin in (list, tuple):
        is_fixed = origin is tuple and Ellipsis not in parts
        return _Items(origin, tuple(entry_of(part) for part in parts if part is not Ellipsis), is_fixed, marks)
    if origin is dict:
        return _Table(entry_of(parts[0]), entry_of(parts[1]), marks)
    if hints.is_record(base):
        return RecordEntry(base, marks)
    if base is HexMap:
        return MapEntry(marks)
    simple = SIMPLE.get(base)
    return _Unread(base) if simple is None else simple(marks)


SIMPLE: dict[Any, Callable[[tuple[Any, ...]], Entry]] = {str: _Text, int: _Whole, bool: _Truth}


@cache
def record_of(form: Any) -> RecordEntry:
    """The entry of a whole description, or of any dataclass."""
    return RecordEntry(form)


def _size(limits: Limits, noun: str) -> str:
    """The limits of a size in words: " of 1 to 3 entries"."""
    low, high = limits.least, limits.most
    if low is None and high is None:
        return ""
    if high is None:
        return f" of at least {counted(low or 0, noun)}"
    if not low:
        return f" of at most {counted(high, noun)}"
    return f" of {counted(high, noun)}" if low == high else f" of {low} to {counted(high, noun)}"


def _inside(where: str, name: object) -> str:
    """The place of an entry in a dict: `within`, fast for plain names."""
    plain_name = type(name) is str and name.isalnum() and len(name) < LONGEST_NAME
    return f"{where}/{name}" if plain_name else within(where, name)


def _is_free_of_problems(entry: Entry, given: Any, known: Known) -> bool:
    """True if an entry reads data without any problem."""
    tried = Known(Problems(), known.map, known.players)
    entry.read("", given, tried)
    return not tried.problems.found
