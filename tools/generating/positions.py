"""The schema of a system's positions, from the dataclass that declares its descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from generating.json_schema import DIALECT, Definitions, Schema
from hexwidget.geometry import HexMap
from hexwidget.geometry.places import KINDS, LONGEST_NAME, MOST_PLACES
from hexwidget.limits import Limits
from hexwidget.rules import RuleSystem
from hexwidget.rules.hints import (
    FREE,
    MAY_LACK,
    ON_MAP,
    PLAYER,
    UNIQUE,
    Doc,
    Matching,
    OneOf,
    ReadBy,
    Short,
    fields_of,
    is_required,
    key_of,
)

MAP_TEXT = str | Annotated[list[str], Limits(1)]
"""The forms of a map of hexes: one text, or its lines."""

PLACES: Schema = {
    "description": "The places of the map: by name the kind and the hexes.",
    "type": ["object", "null"],
    "maxProperties": MOST_PLACES,
    "propertyNames": {"minLength": 1, "maxLength": LONGEST_NAME},
    "additionalProperties": {"type": "string", "pattern": rf"^\s*({'|'.join(KINDS)})(\s+[0-9]+)+\s*$"},
}


def hexsides(kinds: tuple[str, ...]) -> Schema:
    """The schema of the hexsides of a map."""
    sides: Schema = {
        "type": "array",
        "items": {"type": "string", "pattern": r"^\s*[0-9]+[-.]\S+(\s+[0-9]+[-.]\S+)*\s*$"},
    }
    return {
        "description": "By kind the sides of the map, each as two hexes or as a chain of corners.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": dict.fromkeys(kinds, sides),
    }


class Descriptions(Definitions):
    """The schemas of descriptions."""

    def record(self, of: Any) -> Schema:
        """The schema of a dataclass or of a named tuple: a field without a default is required."""
        hints = get_type_hints(of, include_extras=True)
        listed = [f for f in fields_of(of) if f.repr]
        required = [f.name for f in listed if is_required(f)]
        return {
            "type": "object",
            **({"required": [key_of(of, name) for name in required]} if required else {}),
            "additionalProperties": False,
            "properties": {key_of(of, f.name): self.schema(hints[f.name]) for f in listed},
        }

    def schema(self, hint: Any) -> Schema:
        """The schema of the plain data that a hint describes."""
        if hint in (dict, dict[str, Any]):
            return {"type": "object"}
        parts = get_args(hint)
        if get_origin(hint) is tuple and parts == parts[:1] * len(parts):
            return {"type": "array", "items": self.schema(parts[0]), "minItems": len(parts), "maxItems": len(parts)}
        return self.schema(MAP_TEXT) if hint is HexMap else super().schema(hint)

    def annotated(self, hint: Any, marks: tuple[Any, ...]) -> Schema:
        """The schema of a type with its marks. The form in which plain data writes it goes before the type."""
        for mark in marks:
            rest = tuple(each for each in marks if each is not mark)
            if isinstance(mark, ReadBy):
                return super().annotated(mark.form, rest)
            if isinstance(mark, OneOf):
                return super().annotated(Literal[*mark.words], rest)
            if isinstance(mark, Short):
                return super().annotated(mark.form | hint, rest)
            if mark in (ON_MAP, PLAYER) and hint is int:
                return super().annotated(str, rest)
        return super().annotated(hint, marks)

    def marked(self, schema: Schema, hint: Any, mark: object) -> Schema:
        """The schema of an annotated type."""
        if isinstance(mark, Matching):
            return schema | {"pattern": mark.pattern}
        if isinstance(mark, Doc):
            return {"description": mark.text} | schema
        if mark == MAY_LACK:  # null stands for an entry that is left out
            return self.union(get_args(hint))
        if mark == UNIQUE:
            return schema | {"uniqueItems": True}
        if mark == FREE:
            return {word: value for word, value in self.record(hint).items() if word != "additionalProperties"}
        return super().marked(schema, hint, mark)


def settings_schema(rules: RuleSystem[Any, Any]) -> Mapping[str, Schema]:
    """The schemas of options and whole-number parameters, from the rulebook."""
    options = {option.name: {"enum": list(option.values)} for option in rules.rulebook.options.values()}
    numbers = {
        parameter.name: {"type": "integer", "minimum": parameter.min, "maximum": parameter.max}
        for parameter in rules.rulebook.parameters.values()
        if parameter.type == "int"
    }
    return options | numbers


def position_schema(rules: RuleSystem[Any, Any]) -> Schema:
    """The schema of a system's positions."""
    definitions = Descriptions()
    record = definitions.record(rules.description)
    places = {"places": PLACES} if HexMap in get_type_hints(rules.description).values() else {}
    places |= {"hexsides": hexsides(rules.hexsides)} if rules.hexsides else {}
    return {
        "$schema": DIALECT,
        "$id": f"urn:hexwidget:{rules.name}:position:1",
        "$comment": "Generated by tools/generate.py; edit the dataclass of the description.",
        "title": f"A position of {rules.name}",
        **record,
        "properties": {**settings_schema(rules), **record["properties"], **places},
        "$defs": dict(sorted(definitions.made.items())),
    }
