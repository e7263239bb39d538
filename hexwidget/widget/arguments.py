"""The arguments of intents: what each kind of value may be, how it is read, and how a JSON schema says the same.

A field of an intent names its kind in its type, as ``Annotated[str, Text("the name of a space")]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hexwidget.problems import Problems, shown
from hexwidget.rules import Draft

LONGEST_TEXT = 200
LONGEST_VALUE = 2_000
"""The most characters of the value of a slot, which may be a set of names."""
MOST_NUMBER = (1 << 53) - 1
"""The largest whole number that every reader of JSON takes as it is."""
MOST_SLOTS = 100
_HALF = re.compile("[\ud800-\udfff]")

Schema = dict[str, Any]
TEXT: Schema = {"type": "string", "maxLength": LONGEST_TEXT}
NUMBER: Schema = {"type": "integer", "minimum": -MOST_NUMBER, "maximum": MOST_NUMBER}
DRAFT: Schema = {
    "description": "An action in the making: named slots, some set.",
    "type": "object",
    "maxProperties": MOST_SLOTS,
    "propertyNames": {"maxLength": LONGEST_TEXT},
    "additionalProperties": {"oneOf": [{"type": "string", "maxLength": LONGEST_VALUE}, {"type": "boolean"}, NUMBER]},
}


class Kind(Protocol):
    """A kind of argument."""

    def read(self, given: object, place: str, problems: Problems) -> Any:
        """Return the value of an argument.

        :param given: the argument as it was sent
        :param place: the place that problems name
        """

    @property
    def schema(self) -> Schema:
        """The same as a JSON schema."""


def is_text(given: object, longest: int = LONGEST_TEXT) -> bool:
    """True if it is a text that may be sent on: not too long, and without half of a surrogate pair."""
    return isinstance(given, str) and len(given) <= longest and not _HALF.search(given)


def is_number(given: object) -> bool:
    """True if it is a whole number that JSON carries exactly."""
    return type(given) is int and abs(given) <= MOST_NUMBER


@dataclass(frozen=True, slots=True)
class Text:
    """A text. ``what`` says in an error what it names; ``nullable``: null is allowed, too."""

    what: str
    longest: int = LONGEST_TEXT
    nullable: bool = False

    def read(self, given: object, place: str, problems: Problems) -> str | None:
        """Return the text, or None for null."""
        if self.nullable and given is None:
            return None
        if not is_text(given, self.longest):
            problems.add(place, f"expected {self.what}, not {shown(given)}")
        return str(given)

    @property
    def schema(self) -> Schema:
        """The text as a JSON schema."""
        text = TEXT if self.longest == LONGEST_TEXT else {"type": "string", "maxLength": self.longest}
        return {"oneOf": [text, {"type": "null"}]} if self.nullable else text


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few names. ``what`` is the word for such a name."""

    what: str
    names: tuple[str, ...]

    def read(self, given: object, place: str, problems: Problems) -> str:
        """Return the name."""
        if not is_text(given):
            problems.add(place, f"expected the name of a {self.what}, not {shown(given)}")
        elif given not in self.names:
            problems.unknown(place, self.what, given, self.names)
        return str(given)

    @property
    def schema(self) -> Schema:
        """The names as a JSON schema."""
        return {"enum": list(self.names)}


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of a step of the session."""

    def read(self, given: object, place: str, problems: Problems) -> int:
        """Return the number."""
        if isinstance(given, int) and is_number(given) and given >= 0:
            return given
        problems.add(place, f"expected the number of a step, not {shown(given)}")
        return 0

    @property
    def schema(self) -> Schema:
        """The number as a JSON schema."""
        return {**NUMBER, "minimum": 0}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number. ``what`` says in an error what it counts."""

    what: str

    def read(self, given: object, place: str, problems: Problems) -> int:
        """Return the number."""
        if isinstance(given, int) and is_number(given):
            return given
        problems.add(place, f"expected {self.what}, not {shown(given)}")
        return 0

    @property
    def schema(self) -> Schema:
        """The number as a JSON schema."""
        return NUMBER


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    def read(self, given: object, place: str, problems: Problems) -> bool:
        """Return the truth value."""
        if type(given) is not bool:
            problems.add(place, f"expected true or false, not {shown(given)}")
        return given is True

    @property
    def schema(self) -> Schema:
        """The truth value as a JSON schema."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Spaces:
    """A list of names of spaces, with at least one of them."""

    most: int

    def read(self, given: object, place: str, problems: Problems) -> tuple[str, ...]:
        """Return the names."""
        if isinstance(given, (list, tuple)) and 1 <= len(given) <= self.most and all(map(is_text, given)):
            return tuple(given)
        problems.add(place, f"expected 1 to {self.most} names of spaces, not {shown(given)}")
        return ()

    @property
    def schema(self) -> Schema:
        """The list as a JSON schema."""
        return {"type": "array", "minItems": 1, "maxItems": self.most, "items": TEXT}


@dataclass(frozen=True, slots=True)
class TextOrNumber:
    """A text or a whole number: the value of a setting."""

    def read(self, given: object, place: str, problems: Problems) -> str | int:
        """Return the value."""
        if isinstance(given, (str, int)) and (is_number(given) or is_text(given)):
            return given
        problems.add(place, f"expected a text or a whole number, not {shown(given)}")
        return ""

    @property
    def schema(self) -> Schema:
        """The value as a JSON schema."""
        return {"oneOf": [TEXT, NUMBER]}


@dataclass(frozen=True, slots=True)
class Slots:
    """A draft: an object of slots and their values."""

    def read(self, given: object, place: str, problems: Problems) -> Draft:
        """Return the draft."""
        if not isinstance(given, Mapping) or len(given) > MOST_SLOTS:
            problems.add(place, f"expected an object of at most {MOST_SLOTS} slots, not {shown(given)}")
            return Draft()
        for slot, value in given.items():
            if not is_text(slot):
                problems.add(place, f"expected the name of a slot, not {shown(slot)}")
            elif not isinstance(value, bool) and not is_number(value) and not is_text(value, LONGEST_VALUE):
                problems.add(f"{place}/{slot}", f"expected a text, a whole number, true or false, not {shown(value)}")
        return Draft(given)

    @property
    def schema(self) -> Schema:
        """The draft as a JSON schema."""
        return {"$ref": "#/$defs/Draft"}
