"""Plain data read and written by type hints: an `Entry` for each hint, with the error for data that does not fit it.

Every entry notes what is wrong, with its place, and goes on. It returns a blank of the right type then, so that code which
looks at several entries together never meets a value of another type. Blanks are 0 or the least number, "", no entries, seat 0
and space -1. A table leaves out the entries whose keys are wrong. The words of the hints are those of `hexwidget.rules.hints`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, cached_property
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hexwidget.english import as_phrase, listing, phrase, plural
from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.limits import Limits
from hexwidget.problems import Problems, shown, within
from hexwidget.rules import hints, single_values
from hexwidget.rules.single_values import Entry as Entry
from hexwidget.rules.single_values import Known as Known

MOST_NAMED = 8
"""The most entries of a record that an error names."""
FIRST = ("map", "players")
"""The entries that are read before others."""
LONGEST_NAME = 60
"""Longer names are cut in the place of an error."""


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
        size = single_values.size_in_words(self.limits, one) or (f" of {plural(one)}" if one != self.one else "")
        self.noun = phrase("{what}{size}", what=as_phrase("a list"), size=as_phrase(size))

    def _pairs(self, values: Sequence[Any]) -> Iterable[tuple[Entry, Any]]:
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
        for n, (entry, each) in enumerate(self._pairs(given)):
            before = len(found)
            values.append(entry.read(f"{where}/{n}", each, known))
            if can_tell and len(found) == before:  # else a blank stands for it
                name = repr(values[-1])
                if name in seen:
                    known.problems.add(f"{where}/{n}", "{what} is given twice", what=shown(each))
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
        return [entry.write(each, known) for entry, each in self._pairs(value)]


class _Table(Entry):
    """A dict."""

    def __init__(self, key: Entry, value: Entry, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.key = key
        self.value = value
        size = single_values.size_in_words(self.limits, "entry")
        self.noun = phrase("{what}{size}", what=as_phrase("a dict"), size=as_phrase(size))

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
                noun = (
                    known.map.word
                    if known.map is not None and isinstance(self.key, single_values.SpaceEntry)
                    else "entry"
                )
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
        self.required: bool = hints.is_required(field) or hints.REQUIRED in entry.marks
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
            wording = "a dict of {keys} and more" if len(self.parts) > MOST_NAMED else "a dict of {keys}"
            self.noun = phrase(wording, keys=", ".join(map(repr, [*self.parts][:MOST_NAMED])))
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
                what = part.entry.expected(known)
                known.problems.add(f"{where}/{key}", "this entry is missing: expected {what}", what=what)
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
        self.noun = listing([as_phrase(self.form.noun), as_phrase(self.long.noun)], "or")

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
        parts = [super().expected(known)] if self.examples else [part.expected(known) for part in self.parts]
        return listing([*([as_phrase("nothing")] if self.optional else []), *parts], "or")

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
        return plain(value) if value is None or len(self.parts) > 1 else self.parts[0].write(value, known)


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
            return single_values.WordEntry(mark.words, (*marks, hints.Called(mark.noun)))
        if isinstance(mark, hints.Ref):
            return single_values.ReferenceEntry(mark, base, marks)
        if isinstance(mark, hints.Short):
            rest = tuple(each for each in marks if each is not mark)
            return _Shortened(mark, entry_of(base, rest), rest)
    if base in (int, str) and hints.ON_MAP in marks:
        return single_values.SpaceEntry(base, marks)
    if base in (int, str) and hints.PLAYER in marks:
        return single_values.PlayerEntry(base, marks)
    origin, parts = get_origin(base), get_args(base)
    if origin is Literal:
        return single_values.WordEntry(parts, marks)
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


SIMPLE: dict[Any, Callable[[tuple[Any, ...]], Entry]] = {
    str: single_values.TextEntry,
    int: single_values.WholeEntry,
    bool: single_values.TruthEntry,
}


@cache
def record_of(form: Any) -> RecordEntry:
    """The entry of a whole description, or of any dataclass."""
    return RecordEntry(form)


def _inside(where: str, name: object) -> str:
    """The place of an entry in a dict: `within`, fast for plain names."""
    plain_name = type(name) is str and name.isalnum() and len(name) < LONGEST_NAME
    return f"{where}/{name}" if plain_name else within(where, name)


def _is_free_of_problems(entry: Entry, given: Any, known: Known) -> bool:
    """True if an entry reads data without any problem."""
    tried = Known(Problems(), known.map, known.players)
    entry.read("", given, tried)
    return not tried.problems.found
