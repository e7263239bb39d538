"""Kinds of values that the parts of an action, and the slots of a draft, can hold.

A system adds its own by deriving from `Kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from hexwidget.english import counted, phrase
from hexwidget.geometry import SpaceMap
from hexwidget.problems import Problems, shown
from hexwidget.rules.choices import Slot
from hexwidget.rules.position import of_the_last

STILL_OPEN: Any = object()
"""Stands for a value of which a part is still to be chosen."""
MOST_IN_SETS = 12
"""The most names whose sets are listed: more names have too many sets."""


@dataclass(slots=True)
class Reading:
    """The circumstances of reading a value: the position that it is about, where it stands, and the problems found so far.
    ``verb`` is the verb of the text that is read, or the pattern of a text without a verb; empty where no text is read."""

    position: Any
    problems: Problems = field(default_factory=Problems)
    where: str = ""
    verb: str = ""

    def add(self, message: str, /, **values: object) -> None:
        """Note a problem at this place: a text, or a wording with its values."""
        self.problems.add(self.where, message, **values)

    def unknown(self, what: str, word: object, known: Iterable[str]) -> None:
        """Note a name that does not exist, with the closest one that does."""
        self.problems.unknown(self.where, what, word, known)

    def expected(self, what: str, given: object, /, **values: object) -> None:
        """Note a value that is not what is expected, which may be a wording with its values."""
        self.problems.expected(self.where, what, given, **values)

    def part(self, name: str) -> Reading:
        """The reading of a part of this value: "word 1, unit 2"."""
        return self.at(phrase("{where}, {part}", where=self.where, part=name))

    def at(self, where: str) -> Reading:
        """The reading of another value, at a place of its own."""
        return Reading(self.position, self.problems, where, self.verb)


class Kind:
    """A kind of values: it reads their text, writes them, and checks them."""

    def read(self, text: str, reading: Reading) -> Any:
        """The value of a text. Notes what cannot be read at all; `check` then judges the value."""
        return text

    def write(self, value: Any) -> str:
        """The text of a value."""
        return str(value)

    def check(self, value: Any, reading: Reading) -> None:
        """Note the malformed parts of a value."""

    def known(self, position: Any) -> Iterable[Any]:
        """All values that are possible in a position.

        :raises NotImplementedError: if they have no end
        """
        raise NotImplementedError(f"{type(self).__name__} has no end of values")

    # ------------------------------------------------------------------ drafts
    def slot(self, value: Any) -> Slot:
        """The value as a slot of a draft holds it: a text, if the kind says nothing else."""
        return self.write(value)

    def unslot(self, slot: Slot, reading: Reading) -> Any:
        """The value that a slot of a draft holds; `STILL_OPEN` while a part of it is."""
        return self.read(str(slot), reading)

    def space(self, slot: Slot) -> str | None:
        """The space that a value of a slot stands for. By default none."""
        return None

    def apart(self, slot: Slot, other: Slot, reading: Reading) -> float | None:
        """The distance of two values of a slot: the nearest remedy comes first. By default None, and the map or the numbers say it."""
        return None

    def check_slot(self, slot: object, reading: Reading) -> None:
        """Note the errors in the value of a slot. By default it is a text."""
        if isinstance(slot, str):
            self.check_slot_text(slot, reading)
        else:
            reading.expected("a text", slot)

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        """Note the errors in the text of a slot."""
        self.check(self.read(slot, reading), reading)


@of_the_last(1)
def _names(spaces: SpaceMap) -> tuple[str, ...]:
    """The names of a map's spaces. All forms ask for those of one map, in every position of a game."""
    return tuple(spaces.names())


class SpaceName(Kind):
    """The name of a space."""

    def space(self, slot: Slot) -> str | None:
        return str(slot)

    def check(self, value: Any, reading: Reading) -> None:
        spaces = reading.position.map
        at = spaces.find(value)
        if at is None:
            left_out = value == "" and reading.verb
            reading.add(f"expected a {spaces.word}" if left_out else spaces.explain_unknown(value))
        elif not isinstance(value, str):
            reading.add("expected a name such as {name}", name=shown(spaces.name(at)))

    def known(self, position: Any) -> Iterable[str]:
        return _names(position.map)


@dataclass(frozen=True)
class OneOf(Kind):
    """One of some names.

    :param what: the word for such a name, for the errors
    :param names: the names, or a function that gives those of a position
    """

    what: str
    names: tuple[str, ...] | Callable[[Any], Iterable[str]]

    def check(self, value: Any, reading: Reading) -> None:
        names = self.known(reading.position)
        if not isinstance(value, str) or value not in names:
            reading.unknown(self.what, value, names)

    def known(self, position: Any) -> Iterable[str]:
        return self.names(position) if callable(self.names) else self.names


@dataclass(frozen=True)
class SetOf(Kind):
    """Some of several names, such as those of the units that attack together.

    Its value is a tuple of names in alphabetical order, as texts are read. A text has blanks or commas between them. A slot of a draft may hold some of the names while the
    others are still to be chosen.

    :param of: the kind of each name
    :param least: the least number of names
    """

    of: Kind
    least: int = 1

    def read(self, text: str, reading: Reading) -> tuple[str, ...]:
        return tuple(sorted(self.of.read(name, reading) for name in text.replace(",", " ").split()))

    def write(self, value: Iterable[str]) -> str:
        return " ".join(sorted(value))

    def check(self, value: Any, reading: Reading) -> None:
        if not isinstance(value, tuple) or not all(isinstance(name, str) for name in value):
            reading.expected('a tuple of names, such as ("a", "b")', value)
            return
        for name in dict.fromkeys(value):
            self.of.check(name, reading)
            if value.count(name) > 1:
                reading.add(f"{shown(name)} is given {value.count(name)} times")
        if len(value) < self.least:
            reading.add(f"expected at least {counted(self.least, 'name')}, not {len(value)}")

    def known(self, position: Any) -> Iterable[tuple[str, ...]]:
        names = sorted(self.of.known(position))
        if len(names) > MOST_IN_SETS:
            what = f"{len(names)} names have too many sets; list the legal actions yourself (`listing`)"
            raise NotImplementedError(what)
        return [found for n in range(self.least, len(names) + 1) for found in combinations(names, n)]

    def unslot(self, slot: Slot, reading: Reading) -> Any:
        names = self.read(str(slot), reading)
        return names if len(names) >= self.least else STILL_OPEN

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        for name in self.read(slot, reading):  # fewer than the least: others are still to be chosen
            self.of.check(name, reading)


class PlayerName(OneOf):
    """The name of a player, which may have blanks."""

    def __init__(self) -> None:
        super().__init__("player", lambda position: position.players)

    def read(self, text: str, reading: Reading) -> str:
        words = text.split()
        return next((player for player in reading.position.players if player.split() == words), " ".join(words))


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number between bounds, both included.

    :param expected: the words for such a number, for the errors
    """

    low: int = 0
    high: int = 999
    expected: str = "a whole number"

    def read(self, text: str, reading: Reading) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(self.high)) and int(text) >= self.low:
            return int(text)
        reading.expected(self.expected, text)
        return self.low

    def check(self, value: Any, reading: Reading) -> None:
        if type(value) is not int or not self.low <= value <= self.high:
            reading.expected(self.expected, value)

    def known(self, position: Any) -> Iterable[int]:
        return range(self.low, self.high + 1)

    def slot(self, value: Any) -> Slot:
        return int(value)

    def unslot(self, slot: Slot, reading: Reading) -> Any:
        return slot

    def check_slot(self, slot: object, reading: Reading) -> None:
        self.check(slot, reading)


@dataclass(frozen=True)
class Switch(Kind):
    """True or false, for slots of drafts.

    :param expected: the words for the values, for the errors
    """

    expected: str = "true or false"

    def slot(self, value: Any) -> Slot:
        return bool(value)

    def check_slot(self, slot: object, reading: Reading) -> None:
        if not isinstance(slot, bool):
            reading.expected(self.expected, slot)


@dataclass(frozen=True)
class Ask:
    """The words in which a `DefaultDesk` asks for a slot.

    :param what: the thing to choose, for the prompt: "a ticket"; ``{unit}`` stands for what the slot of that name holds. It may be a
        function of the position: ``lambda position: "where {unit} retreats"``. By default what the slot holds
    :param says: the label of a value: "by {value}", or a function of the position and the value, such as for a unit off the map; by
        default the slot's name and the value
    :param alone: True if a value is taken unasked where no other is left
    """

    what: str | Callable[[Any], str] = ""
    says: str | Callable[[Any, Any], str] = ""
    alone: bool = False

    def label(self, position: Any, value: Slot, called: str, before: str = "") -> str:
        """The label of a value.

        :param called: the words for the value; ``before``: the word before them, if the slot has no words of its own
        """
        if callable(self.says):
            return self.says(position, value)
        return self.says.replace("{value}", called) if self.says else f"{before} {called}".lstrip()

    def asked(self, position: Any, chosen: Mapping[str, str]) -> str:
        """The thing to choose in a position; "" if the slot has no words for it.

        :param chosen: the words for the values of the slots that are filled
        """
        words = self.what(position) if callable(self.what) else self.what
        for slot, called in chosen.items():
            words = words.replace(f"{{{slot}}}", called)
        return words


class Anything(Kind):
    """A text that the rules judge and the grammar does not, such as the id of a unit."""
