"""Encode what travels to the browser: plain dicts, lists, numbers, texts and bytes, made of dataclasses by their type hints.

A dataclass becomes a dict with names in camelCase; a field that its ``repr`` leaves out does not travel. Enums travel as
their values, actions as their texts. `Finding` and `Field` of the rules hold what no page can read: a message stands for
each of them (`hexwidget.widget.messages.STAND_INS`).

A set of spaces (`Plane`) travels as ``[first_byte, bytes]``: the plane in the map's numbering, little-endian, without the
zero bytes before and behind. Never a dict per hex.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hexwidget.geometry import Plane
from hexwidget.rules import Action, ChanceOutcome, Rulebook
from hexwidget.rules.description import MAY_LACK
from hexwidget.rules.reach import Reach
from hexwidget.widget.messages import STAND_INS

Wire = dict[str, Any]
Encoder = Callable[[Any, Rulebook | None], Any]
"""A function that encodes a value; the rulebook is the one that findings cite."""
TEXTS = (Action, ChanceOutcome)
"""Types whose values travel as their texts."""
AS_IT_IS = (str, int, float, bool, bytes, NoneType)


def encode(value: Any, rulebook: Rulebook | None = None) -> Wire:
    """A dataclass as it travels.

    :param rulebook: the rulebook whose clauses the value cites; only needed where it holds findings or fields

    >>> from hexwidget.scene import Region
    >>> encode(Region("north", 0b1_0000_0000_0000))
    {'label': 'north', 'plane': [1, b'\\x10']}
    """
    hint: Any = type(value)
    encoder = encoder_of(hint)
    encoded: Wire = value if encoder is None else encoder(value, rulebook)
    return encoded


def plane(bits: int) -> list[Any]:
    """A plane for the wire.

    >>> plane(0b1_0000_0000_0000)
    [1, b'\\x10']
    """
    skip = ((bits & -bits).bit_length() - 1) // 8 if bits else 0
    bits >>= 8 * skip
    return [skip, bits.to_bytes((bits.bit_length() + 7) // 8, "little")]


@dataclass(frozen=True, slots=True)
class Entry:
    """A field of a dataclass that travels: its name in Python, its name on the wire and its type."""

    attribute: str
    key: str
    hint: Any

    @property
    def may_lack(self) -> bool:
        """True if the entry is left out of the message while it is None."""
        return get_origin(self.hint) is Annotated and MAY_LACK in self.hint.__metadata__


@cache
def entries(of: type) -> tuple[Entry, ...]:
    """The fields of a dataclass that travel, in their order."""
    hints = get_type_hints(of, localns={"Action": Action, "Reach": Reach}, include_extras=True)
    return tuple(Entry(f.name, camel_case(f.name), hints[f.name]) for f in fields(of) if f.repr)


def camel_case(name: str) -> str:
    """A name of Python as it is written on the wire.

    >>> camel_case("can_undo"), camel_case("_state")
    ('canUndo', '_state')
    """
    return re.sub(r"(?<=.)_(\w)", lambda found: found[1].upper(), name)


@cache
def encoder_of(hint: Any) -> Encoder | None:
    """The function that encodes values of a type; None if they travel as they are.

    :raises TypeError: if the type has no encoding
    """
    if hint == Plane:
        return _plane
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return encoder_of(parts[0])
    if hint in AS_IT_IS or origin is Literal:
        return None
    if origin in (Union, UnionType):
        return _encoder_of_union(parts)
    if origin is tuple:
        return _encoder_of_list(parts[0]) if parts[-1] is Ellipsis else _encoder_of_row(parts)
    if origin is not None and issubclass(origin, Mapping):
        return _encoder_of_mapping(parts[1])
    if hint in STAND_INS:
        stand_in = STAND_INS[hint]
        encode_message = _encoder_of_record(stand_in)
        return lambda value, rulebook: encode_message(stand_in.of(value, rulebook), rulebook)
    if issubclass(hint, Mapping):
        return _mapping
    if issubclass(hint, Enum):
        return _value
    if issubclass(hint, TEXTS):
        return _text
    if is_dataclass(hint):
        return _encoder_of_record(hint)
    raise TypeError(f"no encoding of {hint}")


def _encoder_of_record(of: Any) -> Encoder:
    """The encoder of a dataclass. Its fields are looked up when a value comes, because a dataclass may contain itself."""
    return lambda value, rulebook: _encoder_of_fields(of)(value, rulebook)


@cache
def _encoder_of_fields(of: type) -> Encoder:
    """The encoder of the fields of a dataclass. Pieces are many, and all their fields travel as they are: they get a shorter
    way."""
    listed = entries(of)
    names = [(entry.attribute, entry.key) for entry in listed]
    encoders = [(entry.key, encoder) for entry in listed if (encoder := encoder_of(entry.hint)) is not None]
    lacking = [entry.key for entry in listed if entry.may_lack]
    if not encoders and not lacking:
        return lambda value, _: {key: getattr(value, name) for name, key in names}

    def encode_record(value: Any, rulebook: Rulebook | None) -> Wire:
        record: Wire = {key: getattr(value, name) for name, key in names}
        for key, encoder in encoders:
            record[key] = encoder(record[key], rulebook)
        for key in lacking:
            if record[key] is None:
                del record[key]
        return record

    return encode_record


def _encoder_of_union(parts: tuple[Any, ...]) -> Encoder | None:
    found = {encoder_of(part) for part in parts if part is not NoneType}
    if len(found) > 1:
        raise TypeError(f"no encoding tells {parts} apart")
    encoder = found.pop()
    if encoder is None or NoneType not in parts:
        return encoder
    return lambda value, rulebook: None if value is None else encoder(value, rulebook)


def _encoder_of_list(item: Any) -> Encoder:
    encoder = encoder_of(item)
    if encoder is None:
        return lambda values, _: list(values)
    return lambda values, rulebook: [encoder(value, rulebook) for value in values]


def _encoder_of_row(items: tuple[Any, ...]) -> Encoder:
    encoders = [encoder_of(item) for item in items]
    if not any(encoders):
        return lambda values, _: list(values)
    return lambda values, rulebook: [
        value if encoder is None else encoder(value, rulebook) for encoder, value in zip(encoders, values, strict=True)
    ]


def _encoder_of_mapping(item: Any) -> Encoder:
    encoder = encoder_of(item)
    if encoder is None:
        return _mapping
    return lambda values, rulebook: {key: encoder(value, rulebook) for key, value in values.items()}


def _plane(bits: int, _: object) -> list[Any]:
    return plane(bits)


def _mapping(values: Mapping[str, Any], _: object) -> Wire:
    return dict(values)


def _value(member: Enum, _: object) -> Any:
    return member.value


def _text(action: object, _: object) -> str:
    return str(action)
