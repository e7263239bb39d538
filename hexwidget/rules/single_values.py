"""Values of one part: numbers, words, texts, players and spaces, as an `Entry` for each type hint. `hexwidget.rules.values` reads all others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

from hexwidget.english import as_phrase, listing, phrase
from hexwidget.geometry import ProvinceMap, SpaceMap
from hexwidget.limits import Limits
from hexwidget.problems import Problem, Problems, is_line, shown
from hexwidget.rules import hints
from hexwidget.rules.rulebook import Settings, a_whole_number

NONE_CHOSEN = Settings({})


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


class Entry:
    """A type hint that is ready to read and write values.

    :param marks: the marks of the hint
    """

    noun: str = "a value"
    """The noun for the data that fits, with its article and limits."""
    one: str = "entry"
    """The word for one of several in a list."""
    needs_example: bool = True
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
        known.problems.expected(where, self.expected(known), given)
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
        such = listing([json.dumps(value, ensure_ascii=False) for value in values if value is not MISSING], "or")
        return phrase("{what} such as {example}", what=as_phrase(noun), example=such) if such else as_phrase(noun)

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


class WholeEntry(Entry):
    """A whole number."""

    needs_example: bool = False

    def __init__(self, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.noun: str = a_whole_number(self.limits.least, self.limits.most)
        self.nothing: Any = self.limits.least or 0
        self.instance: Any = max(1, self.nothing)

    def fits(self, given: Any) -> bool:
        return type(given) is int and self.within_limits(given)


class TruthEntry(Entry):
    """True or false."""

    noun: str = "true or false"
    needs_example: bool = False
    nothing: Any = False
    instance: Any = True

    def fits(self, given: Any) -> bool:
        return type(given) is bool


class TextEntry(Entry):
    """A text."""

    nothing: Any = ""

    def __init__(self, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.line: bool = hints.LINE in marks
        pattern = next((each.pattern for each in marks if isinstance(each, hints.Matching)), "")
        # In a schema "$" means the end of the text, not the end of its last line.
        self.pattern: re.Pattern[str] = re.compile(re.sub(r"\$$", r"\\Z", pattern))
        kind = "line" if self.line else "text"
        size = size_in_words(self.limits, "printable character" if self.line else "character")
        wording = "{what}{size} that matches {pattern}" if pattern else "{what}{size}"
        self.noun: str = phrase(wording, what=as_phrase(f"a {kind}"), size=size, pattern=pattern)

    def fits(self, given: Any) -> bool:
        if not isinstance(given, str) or not self.within_limits(len(given)):
            return False
        return self.pattern.search(given) is not None and (not self.line or is_line(given, len(given)))


class WordEntry(Entry):
    """One of some words or numbers."""

    def __init__(self, words: tuple[Any, ...], marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.words = words
        self.types: set[type] = set(map(type, words))
        self.noun, self.needs_example = listing([shown(word) for word in words], "or"), False
        self.nothing: Any = words[0]
        self.instance: Any = next((word for word in words if word), words[0])

    def read(self, where: str, given: Any, known: Known) -> Any:
        if type(given) in self.types and given in self.words:
            return given
        known.problems.unknown(where, self.called, given, [word for word in self.words if word != ""])
        return self.blank()

    def fits(self, given: Any) -> bool:
        return type(given) in self.types


class ReferenceEntry(Entry):
    """A name that something else in the description has."""

    def __init__(self, ref: hints.Ref, kind: type, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.ref = ref
        self.kind = kind
        self.noun: str = ("an " if ref.noun[0] in "aeio" else "a ") + ref.noun
        self.nothing: Any = kind()
        self.instance: Any = 1 if kind is int else MISSING

    def convert(self, where: str, given: Any, known: Known) -> Any:
        known.refer(self.ref, where, given)
        return given if type(given) is self.kind else self.blank()


class PlayerEntry(Entry):
    """A player: the seat, or the name."""

    noun: str = "a player"
    one: str = "player"

    def __init__(self, kind: type, marks: tuple[Any, ...]) -> None:
        super().__init__(marks)
        self.is_number: bool = kind is int
        self.nothing: Any = kind()

    def convert(self, where: str, given: Any, known: Known) -> Any:
        seat = known.player(where, given)
        return seat if self.is_number else str(given)

    def can_tell(self, known: Known) -> bool:
        return bool(known.players)

    def example(self, known: Known) -> Any:
        return next(iter(known.players), "red")

    def write(self, value: Any, known: Known) -> Any:
        return known.players[value] if self.is_number else value


class SpaceEntry(PlayerEntry):
    """A space of the map: its number, or its name."""

    noun: str = "a space"
    one: str = "space"

    def __init__(self, kind: type, marks: tuple[Any, ...]) -> None:
        super().__init__(kind, marks)
        self.nothing: Any = -1 if self.is_number else ""

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


def size_in_words(limits: Limits, noun: str) -> str:
    """The limits of a size in words: " of 1 to 3 entries"."""
    low, high = limits.least, limits.most
    if low is None and high is None:
        return ""
    if high is None:
        return phrase(f" of at least {{low:{noun}}}", low=low)
    if not low:
        return phrase(f" of at most {{high:{noun}}}", high=high)
    return phrase(f" of {'' if low == high else '{low} to '}{{high:{noun}}}", low=low, high=high)
