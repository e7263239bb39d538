"""The arguments of intents: what each kind of value may be, as a JSON schema, and how it is read.

A field of an intent names its kind in its type, as ``Annotated[str, a_text("the name of a space")]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
VALUE: Schema = {"oneOf": [{"type": "string", "maxLength": LONGEST_VALUE}, {"type": "boolean"}, NUMBER]}
DRAFT: Schema = {
    "description": "An action in the making: named slots, some set.",
    "type": "object",
    "maxProperties": MOST_SLOTS,
    "propertyNames": {"maxLength": LONGEST_TEXT},
    "additionalProperties": VALUE,
}


def is_text(given: object, longest: int = LONGEST_TEXT) -> bool:
    """True if it is a text that may be sent on: not too long, and without half of a surrogate pair."""
    return isinstance(given, str) and len(given) <= longest and not _HALF.search(given)


def fits(schema: Schema, given: Any) -> bool:
    """True if a value is as a schema of this module says.

    >>> fits(NUMBER, 3), fits(NUMBER, True), fits({"oneOf": [TEXT, {"type": "null"}]}, None)
    (True, False, True)
    """
    match schema.get("type"):
        case "string":
            return is_text(given, schema["maxLength"])
        case "integer":
            return type(given) is int and schema["minimum"] <= given <= schema["maximum"]
        case "boolean":
            return type(given) is bool
        case "null":
            return given is None
        case "array":
            several = isinstance(given, (list, tuple)) and schema["minItems"] <= len(given) <= schema["maxItems"]
            return several and all(fits(schema["items"], each) for each in given)
    return any(fits(each, given) for each in schema["oneOf"])


@dataclass(frozen=True, eq=False)
class Argument:
    """A kind of argument.

    :param what: the words for such a value, in an error
    :param schema: a JSON schema of the values
    """

    what: str
    schema: Schema

    def read(self, given: object, place: str, problems: Problems) -> Any:
        """Return the value of an argument.

        :param given: the argument as it was sent
        :param place: the place that problems name
        """
        if not fits(self.schema, given):
            problems.add(place, f"expected {self.what}, not {shown(given)}")
        return tuple(given) if isinstance(given, list) else given


def a_text(what: str, longest: int = LONGEST_TEXT) -> Argument:
    """A text. ``what`` says in an error what it names."""
    return Argument(what, {**TEXT, "maxLength": longest})


def a_text_or_null(what: str) -> Argument:
    """A text or null."""
    return Argument(what, {"oneOf": [TEXT, {"type": "null"}]})


def a_number(what: str, least: int = -MOST_NUMBER) -> Argument:
    """A whole number. ``what`` says in an error what it counts."""
    return Argument(what, {**NUMBER, "minimum": least})


def names_of_spaces(most: int) -> Argument:
    """A list of names of spaces, with at least one of them."""
    return Argument(f"1 to {most} names of spaces", {"type": "array", "minItems": 1, "maxItems": most, "items": TEXT})


TRUTH = Argument("true or false", {"type": "boolean"})
SETTING = Argument("a text or a whole number", {"oneOf": [TEXT, NUMBER]})
"""The value of a setting."""


class OneOf(Argument):
    """One of a few names. ``what`` is the word for such a name."""

    def __init__(self, what: str, names: tuple[str, ...]) -> None:
        super().__init__(what, {"enum": list(names)})

    def read(self, given: object, place: str, problems: Problems) -> str:
        """Return the name."""
        if not is_text(given):
            problems.add(place, f"expected the name of a {self.what}, not {shown(given)}")
        elif given not in self.schema["enum"]:
            problems.unknown(place, self.what, given, self.schema["enum"])
        return str(given)


class Slots(Argument):
    """A draft: an object of slots and their values."""

    def __init__(self) -> None:
        super().__init__(f"an object of at most {MOST_SLOTS} slots", {"$ref": "#/$defs/Draft"})

    def read(self, given: object, place: str, problems: Problems) -> Draft:
        """Return the draft."""
        if not isinstance(given, Mapping) or len(given) > MOST_SLOTS:
            problems.add(place, f"expected {self.what}, not {shown(given)}")
            return Draft()
        for slot, value in given.items():
            if not is_text(slot):
                problems.add(place, f"expected the name of a slot, not {shown(slot)}")
            elif not fits(VALUE, value):
                problems.add(f"{place}/{slot}", f"expected a text, a whole number, true or false, not {shown(value)}")
        return Draft(given)
