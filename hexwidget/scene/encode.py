"""Encode what travels to the front end: plain dicts, lists, numbers and texts, made of dataclasses by their type hints.

A dataclass becomes a dict with names in camelCase; a field that its ``repr`` leaves out does not travel. Enums travel as
their values. Higher floors of the house add types of their own (`hexwidget.widget.connections.encode`).

Bytes travel as base 64: what stores messages (a saved notebook, an export) keeps buffers at paths that a later message need
not have. A set of spaces (`Plane`) travels as ``[first_byte, bytes]``: the plane in the map's numbering, little-endian,
without the zero bytes before and behind. Never a dict per hex.
"""

from __future__ import annotations

import re
import weakref
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.geometry import Plane
from hexwidget.limits import MAY_LACK

Wire = dict[str, Any]
Encoder = Callable[[Any, Any], Any]
"""A function that encodes a value, given what the stand-ins need besides."""
AS_IT_IS = (str, int, float, bool, NoneType)


def plane(bits: int) -> list[Any]:
    """A plane for the wire.

    >>> plane(0b1_0000_0000_0000)
    [1, 'EA==']
    """
    skip = ((bits & -bits).bit_length() - 1) // 8 if bits else 0
    bits >>= 8 * skip
    return [skip, b64encode(bits.to_bytes((bits.bit_length() + 7) // 8, "little")).decode()]


@dataclass(frozen=True, slots=True)
class FieldOnWire:
    """A field of a dataclass that travels: its name in Python, its name on the wire and its type."""

    attribute: str
    key: str
    hint: Any

    @property
    def may_lack(self) -> bool:
        """True if the entry is left out of the message while it is None."""
        return get_origin(self.hint) is Annotated and MAY_LACK in self.hint.__metadata__


def camel_case(name: str) -> str:
    """A name of Python as it is written on the wire.

    >>> camel_case("can_undo"), camel_case("_state")
    ('canUndo', '_state')
    """
    return re.sub(r"(?<=.)_(\w)", lambda found: found[1].upper(), name)


MOST_KEPT = 5000
"""The most objects of a kind whose records are cached: more than the largest boards show."""


class Encoding:
    """The way in which values of some types travel.

    :param texts: types whose values travel as their texts
    :param stand_ins: types that cannot travel, each with the dataclass that travels in its place: its method ``of`` makes one
        of a value and of the data given beside it
    :param names: what type hints name without importing it
    :param kept: dataclasses of which many stay the same objects from one state to the next: what they travel as is cached, and
        must not be changed
    """

    def __init__(
        self,
        texts: Iterable[type] = (),
        stand_ins: Mapping[type, Any] | None = None,
        names: Mapping[str, Any] | None = None,
        kept: Iterable[type] = (),
    ) -> None:
        self._kept = frozenset(kept)
        self.texts: tuple[type, ...] = tuple(texts)
        self._stand_ins = dict(stand_ins or {})
        self._names = dict(names or {})
        self.entries: Callable[[type], tuple[FieldOnWire, ...]] = cache(self._entries)
        """The fields of a dataclass that travel, in their order."""
        self.encoder_of: Callable[[Any], Encoder | None] = cache(self._encoder_of)
        """The function that encodes values of a type; None if they travel as they are. TypeError: the type has no encoding."""
        self._of_fields: Callable[[type], Encoder] = cache(
            lambda of: _keeping(self._encoder_of_fields(of)) if of in self._kept else self._encoder_of_fields(of)
        )

    def encode(self, value: Any, beside: Any = None) -> Wire:
        """A dataclass as it travels.

        :param beside: what the stand-ins need to be made

        >>> from hexwidget.scene import Region
        >>> Encoding().encode(Region("north", 0b1_0000_0000_0000))
        {'label': 'north', 'plane': [1, 'EA==']}
        """
        hint: Any = type(value)
        encoder = self.encoder_of(hint)
        encoded: Wire = value if encoder is None else encoder(value, beside)
        return encoded

    def _entries(self, of: type) -> tuple[FieldOnWire, ...]:
        hints = get_type_hints(of, localns=self._names, include_extras=True)
        return tuple(FieldOnWire(f.name, camel_case(f.name), hints[f.name]) for f in fields(of) if f.repr)

    def _encoder_of(self, hint: Any) -> Encoder | None:
        if hint == Plane:
            return lambda bits, _: plane(bits)
        if hint is bytes:
            return lambda data, _: b64encode(data).decode()
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.encoder_of(parts[0])
        if hint in AS_IT_IS or origin is Literal:
            return None
        if origin in (Union, UnionType):
            return self._encoder_of_union(parts)
        if origin is tuple:
            return self._encoder_of_list(parts[0]) if parts[-1] is Ellipsis else self._encoder_of_row(parts)
        if origin is not None and issubclass(origin, Mapping):
            return self._encoder_of_mapping(parts[1])
        if hint in self._stand_ins:
            stand_in = self._stand_ins[hint]
            encode_message = self._encoder_of_record(stand_in)

            def encode_stand_in(value: Any, beside: Any) -> Any:
                return encode_message(stand_in.of(value, beside), beside)

            return _keeping(encode_stand_in) if hint in self._kept else encode_stand_in
        if issubclass(hint, Mapping):
            return _mapping
        if issubclass(hint, Enum):
            return lambda member, _: member.value
        if issubclass(hint, self.texts):
            return _text
        if is_dataclass(hint):
            return self._encoder_of_record(hint)
        raise TypeError(f"no encoding of {hint}")

    def _encoder_of_record(self, of: Any) -> Encoder:
        """The encoder of a dataclass. Its fields are looked up when a value comes, because a dataclass may contain itself."""
        return lambda value, beside: self._of_fields(of)(value, beside)

    def _encoder_of_fields(self, of: type) -> Encoder:
        """The encoder of the fields of a dataclass. Pieces are many, and all their fields travel as they are: they get a shorter
        way."""
        listed = self.entries(of)
        names = [(entry.attribute, entry.key) for entry in listed]
        encoders = [(entry.key, encoder) for entry in listed if (encoder := self.encoder_of(entry.hint)) is not None]
        lacking = [entry.key for entry in listed if entry.may_lack]
        # The dicts of one class's objects share their keys: that of a choice takes 192 bytes, and 472 if it is made by itself.
        row = type(of.__name__, (), {})

        def encode_plain(value: Any, _: Any) -> Wire:
            record: Wire = vars(row())
            for name, key in names:
                record[key] = getattr(value, name)
            return record

        if not encoders and not lacking:
            return encode_plain

        def encode_record(value: Any, beside: Any) -> Wire:
            record = encode_plain(value, beside)
            for key, encoder in encoders:
                record[key] = encoder(record[key], beside)
            for key in lacking:
                if record[key] is None:
                    del record[key]
            return record

        return encode_record

    def _encoder_of_union(self, parts: tuple[Any, ...]) -> Encoder | None:
        found = {self.encoder_of(part) for part in parts if part is not NoneType}
        if len(found) > 1:
            raise TypeError(f"no encoding tells {parts} apart")
        encoder = found.pop()
        if encoder is None or NoneType not in parts:
            return encoder
        return lambda value, beside: None if value is None else encoder(value, beside)

    def _encoder_of_list(self, item: Any) -> Encoder:
        encoder = self.encoder_of(item)
        if encoder is None:
            return lambda values, _: list(values)
        return lambda values, beside: [encoder(value, beside) for value in values]

    def _encoder_of_row(self, items: tuple[Any, ...]) -> Encoder:
        encoders = [self.encoder_of(item) for item in items]
        if not any(encoders):
            return lambda values, _: list(values)
        return lambda values, beside: [
            value if encoder is None else encoder(value, beside)
            for encoder, value in zip(encoders, values, strict=True)
        ]

    def _encoder_of_mapping(self, item: Any) -> Encoder:
        encoder = self.encoder_of(item)
        if encoder is None:
            return _mapping
        return lambda values, beside: {key: encoder(value, beside) for key, value in values.items()}


class _EncodedValue(weakref.ref[Any]):
    """A reference to a value that has been encoded, and its encoded form."""

    __slots__ = ("key", "record")
    key: int
    record: Wire


def _keeping(encode: Encoder) -> Encoder:
    """An encoder that gives the same record for the same object, as long as that lives."""
    known: dict[int, _EncodedValue] = {}

    def forget(seen: _EncodedValue) -> None:
        if known.get(seen.key) is seen:
            del known[seen.key]

    def encode_once(value: Any, beside: Any) -> Wire:
        key = id(value)
        seen = known.get(key)
        if seen is None or seen() is not value:
            record = encode(value, beside)
            seen = _EncodedValue(value, forget)
            seen.key, seen.record = key, record
            known[key] = seen
            if len(known) > MOST_KEPT:
                known.pop(next(iter(known)), None)
        return seen.record

    return encode_once


def _mapping(values: Mapping[str, Any], _: object) -> Wire:
    # The choices of a board are many, and their drafts have many slots: each travels as the dict that it has.
    return values.as_dict if isinstance(values, FrozenMapping) else dict(values)


def _text(action: object, _: object) -> str:
    return str(action)
