"""The formats in which a rule system reads and writes its positions: a description as plain data, one line of text, and a key."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

from hexwidget.geometry import HexMap, SpaceMap, Terrain
from hexwidget.languages import in_its_language
from hexwidget.rules import notation as one_line
from hexwidget.rules.description import Given, defaults_of, write_map
from hexwidget.rules.hints import entry_fields
from hexwidget.rules.position import Position, WrongResult
from hexwidget.rules.remedies import judged_as
from hexwidget.rules.rulebook import Rulebook
from hexwidget.rules.values import plain
from hexwidget.rules.verdict import Finding, IllegalPosition, Verdict

P = TypeVar("P", bound=Position)


class PositionFormats(ABC, Generic[P]):
    """The part of a rule system that reads and writes positions."""

    terrains: ClassVar[tuple[Terrain, ...]] = ()
    """The grounds of its maps of hexes; none for a system that is not played on hexes."""
    hexsides: ClassVar[tuple[str, ...]] = ()
    """The kinds of sides between hexes that it knows, such as "river" (`hexwidget.geometry.hexsides`)."""
    description: ClassVar[type | None] = None
    """The dataclass that declares the descriptions of its positions."""
    amended: ClassVar[Mapping[str, Any]] = {}
    """The options that came to clauses later, each with the reading that positions had before. Files of then are read so, and keys leave
    these values out."""
    integrity: ClassVar[tuple[Callable[[Any], Iterable[Finding]], ...]] = ()
    """The predicates on a position, however it came about. Each gives the findings on clauses that a position breaks."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The clauses."""

    def position(self, *, strict: bool = True, **description: Any) -> P:
        """A position from its description as keywords; `from_json` reads the same as one mapping.

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)
        """
        return self.from_json(description, strict=strict)

    def accepted(self, position: P, strict: bool = True) -> P:
        """The position, unless it breaks clauses and ``strict`` asks for one that breaks none.

        :raises IllegalPosition: with all findings
        """
        if strict and not (verdict := self.check_position(position)):
            raise IllegalPosition(verdict)
        return position

    def check_position(self, position: P) -> Verdict:
        """The verdict on a position, with the clauses that it breaks. By default the predicates in `integrity` find them."""
        return judged_as(position, "position", (finding for found in self.integrity for finding in found(position)))

    # ------------------------------------------------------------------ plain data
    @in_its_language
    def from_json(self, data: Mapping[str, Any], *, strict: bool = True) -> P:
        """A position from the plain data that `to_json` gives; the place in an error is a JSON pointer.

        Where `build` is the default, the class of the positions is their description: each field is read by its type hint. A
        field ``map`` of the type `HexMap` is read from its text or lines, and from ``offset`` and ``places``; a map of another
        kind is an attribute of the class, without a type hint. Names marked `ON_MAP` must be spaces of the map.

        :param strict: True if a position that breaks clauses is refused

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses
        """
        if self.description is None:
            raise NotImplementedError(f"{type(self).__name__} has no description and no from_json")
        given: Given[Any] = Given(self.description, data, self.rulebook, self.terrains, self.hexsides)
        position = self.build(given)
        given.raise_any()
        return self.accepted(position, strict)

    def as_before(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """A description as files meant it that were written before a clause was amended."""
        return {**self.amended, **data}

    def before(self, position: P) -> P:
        """The position that files of before a clause was amended meant by the same description."""
        data = {name: value for name, value in self.to_json(position).items() if name not in self.amended}
        old = self.as_before(data)
        return position if old == data else self.from_json(old, strict=False)

    def build(self, given: Given[Any]) -> P:
        """A position from the entries of its description; `from_json` raises the problems that it notes. By default the class of
        the positions is their description."""
        values = given.values(defaults=True)
        given.raise_any()
        more = {"settings": given.chosen} if any(f.name == "settings" for f in fields(given.form)) else {}
        position: P = given.form(**values, **more)
        return position

    def to_json(self, position: P) -> dict[str, Any]:
        """A position as plain data, in canonical order."""
        entries: dict[str, Any] = {}
        for each in entry_fields(type(position)):
            value = getattr(position, each.name)
            if isinstance(value, HexMap):
                entries |= write_map(each.name, value, self.terrains)
            elif isinstance(value, SpaceMap):
                what = f"a description holds no {type(value).__name__}: write `{each.name} = ...` in the class, without a type hint"
                raise WrongResult("to_json", what)
            else:
                entries[each.name] = plain(value)
        return {**entries, **position.settings}

    # ------------------------------------------------------------------ one line, and a key
    def key(self, position: P) -> str:
        """A short name for the content of a position, the same in every process: equal positions have equal keys. A title and places
        change no rule, so they do not count."""
        text = json.dumps(self.content(position), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()

    def content(self, position: P) -> dict[str, Any]:
        """The part of a description that the key of a position depends on."""
        # Only maps of hexes have places. A mat would have to be made for the question.
        apart = ("title", "places") if self.terrains and position.map.places else ("title",)
        known = {name: value for name, value in self.to_json(position).items() if name not in apart}
        return {name: value for name, value in known.items() if name not in self.amended or value != self.amended[name]}

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """The entries of a description that its one-line form leaves out, because they have these values."""
        return {} if self.description is None else defaults_of(self.description, self.rulebook)

    def notation(self, position: P) -> str:
        """A position on one line; `read` gives back an equal one."""
        if self.terrains and isinstance(position.map, HexMap):
            return one_line.write(position.map, self.terrains, self.to_json(position), self.defaults)
        return one_line.write_data(self.to_json(position), self.defaults)

    @in_its_language
    def read(self, notation: str, *, strict: bool = True) -> P:
        """Read the one-line form of a position.

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)
        """
        return self.from_json(one_line.read(notation) if self.terrains else one_line.read_data(notation), strict=strict)
