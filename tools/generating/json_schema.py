"""JSON Schemas of type hints."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hexwidget.limits import Limits
from hexwidget.rules.hints import MAY_LACK, is_record

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
WIDTH = 120
SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
LIMITED = {
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
    "integer": ("minimum", "maximum"),
}
"""The words of JSON Schema for the limits of a type."""


class Definitions(ABC):
    """The schemas of type hints. Each dataclass is defined once, by its name; ``made`` holds the definitions."""

    def __init__(self) -> None:
        self.made: dict[str, Schema] = {}

    @abstractmethod
    def record(self, of: Any) -> Schema:
        """The schema of a dataclass."""

    def schema(self, hint: Any) -> Schema:
        """The schema of the values of a type.

        :raises TypeError: if the type has none
        """
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.annotated(parts[0], hint.__metadata__)
        if hint in SIMPLE:
            return {"type": SIMPLE[hint]}
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (Union, UnionType):
            return self.union(parts)
        if origin is list or (origin is tuple and parts[-1] is Ellipsis):
            return {"type": "array", "items": self.schema(parts[0])}
        if origin is tuple:
            items = [self.schema(part) for part in parts]
            return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
        if origin is not None and issubclass(origin, Mapping):
            names = self.schema(parts[0])
            free = {} if names == {"type": "string"} else {"propertyNames": names}
            return {"type": "object", **free, "additionalProperties": self.schema(parts[1])}
        return self.of_class(hint)

    def annotated(self, hint: Any, marks: tuple[Any, ...]) -> Schema:
        """The schema of a type with its marks."""
        schema = self.schema(hint)
        for mark in marks:
            schema = self.marked(schema, hint, mark)
        return schema

    def of_class(self, hint: Any) -> Schema:
        """The schema of a class, as a reference to its definition.

        :raises TypeError: if it is no dataclass and no named tuple
        """
        if not is_record(hint):
            raise TypeError(f"no schema of {hint}")
        name = getattr(hint, "__name__", "")
        if name not in self.made:
            self.made[name] = {}  # a dataclass may contain itself
            self.made[name] |= self.record(hint)
        return {"$ref": f"#/$defs/{name}"}

    def marked(self, schema: Schema, hint: Any, mark: object) -> Schema:
        """The schema of an annotated type.

        :param schema: the schema of the type with the marks before this one
        :param mark: an entry of the metadata; marks of other meaning change nothing
        """
        if isinstance(mark, Limits):
            words = zip(LIMITED[schema["type"]], (mark.least, mark.most), strict=True)
            return schema | {word: number for word, number in words if number is not None}
        if mark == MAY_LACK:
            return self.union(tuple(part for part in get_args(hint) if part is not NoneType))
        return schema

    def union(self, parts: tuple[Any, ...]) -> Schema:
        """The schema of the values of several types."""
        options = [self.schema(part) for part in parts]
        options = [option for n, option in enumerate(options) if option not in options[:n]]
        if len(options) == 1:
            return options[0]
        if all(set(option) == {"type"} for option in options):
            return {"type": [option["type"] for option in options]}
        return {"oneOf": options}

    def named(self, name: str, schema: Schema) -> Schema:
        """A reference to a definition that is made here."""
        self.made[name] = schema
        return {"$ref": f"#/$defs/{name}"}


def json_text(data: Any, indent: str = "", key: str = "") -> str:
    """Data as JSON, each list or object on one line where it fits.

    :param indent: the spaces before the line
    :param key: the text before the data on the same line
    """
    line = key + json.dumps(data, ensure_ascii=False)
    if not isinstance(data, (dict, list)) or len(indent) + len(line) < WIDTH:
        return line
    inner = indent + "  "
    if isinstance(data, dict):
        parts = [json_text(value, inner, f"{json.dumps(name)}: ") for name, value in data.items()]
    else:
        parts = [json_text(value, inner) for value in data]
    opened, closed = "{}" if isinstance(data, dict) else "[]"
    return f"{key}{opened}\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}{closed}"
