"""Write ``position.schema.json`` of each bundled system from the dataclass that declares its descriptions.

``python tools/position_schemas.py`` writes them. ``--check`` writes nothing and fails if a file is not what it would write.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from examples.toy import TOY  # noqa: E402  (the package beside this file, not an installed one)
from hexwidget.limits import Limits  # noqa: E402  (the package beside this file, not an installed one)
from hexwidget.rules import RuleSystem  # noqa: E402
from hexwidget.rules.description import FREE, MAY_LACK, UNIQUE, Matching, Told, is_required  # noqa: E402
from hexwidget.systems.registry import register, system, system_names  # noqa: E402

register(TOY)
Schema = dict[str, Any]
WIDTH = 120
SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
LIMITED = {
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
    "integer": ("minimum", "maximum"),
}
"""The words of JSON Schema for the limits of a type."""


class Definitions:
    """The schemas of type hints; classes are defined once, by name."""

    def __init__(self) -> None:
        self.made: dict[str, Schema] = {}

    def schema(self, hint: Any) -> Schema:
        """The schema of the plain data that a hint describes.

        :raises TypeError: if it describes none
        """
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(parts[0], hint.__metadata__)
        if hint in SIMPLE:
            return {"type": SIMPLE[hint]}
        if hint is dict:
            return {"type": "object"}
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (Union, UnionType):
            return {"oneOf": [self.schema(part) for part in parts]}
        if origin is list:
            return {"type": "array", "items": self.schema(parts[0])}
        if origin is dict:
            names = self.schema(parts[0])
            free = {} if names == {"type": "string"} else {"propertyNames": names}
            return {"type": "object", **free, "additionalProperties": self.schema(parts[1])}
        if not is_dataclass(hint):
            raise TypeError(f"no schema of {hint}")
        name = hint.__name__
        if name not in self.made:
            self.made[name] = {}
            self.made[name] = self.record(hint)
        return {"$ref": f"#/$defs/{name}"}

    def record(self, of: Any) -> Schema:
        """The schema of a dataclass: a field without a default is required."""
        hints = get_type_hints(of, include_extras=True)
        listed = [f for f in fields(of) if f.repr]
        required = [f.name for f in listed if is_required(f)]
        return {
            "type": "object",
            **({"required": [_key(name) for name in required]} if required else {}),
            "additionalProperties": False,
            "properties": {_key(f.name): self.schema(hints[f.name]) for f in listed},
        }

    def _annotated(self, hint: Any, metadata: tuple[Any, ...]) -> Schema:
        schema = dict(self.schema(hint))
        for each in metadata:
            match each:
                case Limits():
                    words = zip(LIMITED[schema["type"]], (each.least, each.most), strict=True)
                    schema |= {word: number for word, number in words if number is not None}
                case Matching():
                    schema["pattern"] = each.pattern
                case Told():
                    schema = {"description": each.text} | schema
                case _ if each == MAY_LACK:
                    (inner,) = (part for part in get_args(hint) if part is not NoneType)
                    schema = self.schema(inner)
                case _ if each == UNIQUE:
                    schema["uniqueItems"] = True
                case _ if each == FREE:
                    schema = self.record(hint)
                    del schema["additionalProperties"]
        return schema


def _key(name: str) -> str:
    """The name of an entry: a field's, without the underscore that Python's keywords need."""
    return name.removesuffix("_")


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
    definitions = Definitions()
    record = definitions.record(rules.description)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"hexwidget.{rules.name}.position/1",
        "$comment": "Generated by tools/position_schemas.py; edit the dataclass of the description.",
        "title": f"A position of {rules.name}",
        **record,
        "properties": {**settings_schema(rules), **record["properties"]},
        "$defs": dict(sorted(definitions.made.items())),
    }


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


def written(name: str) -> str:
    """The text of a system's schema file."""
    return json_text(position_schema(system(name))) + "\n"


def stale() -> list[str]:
    """The systems whose file is not what would be written."""
    declared = [name for name in system_names() if system(name).description is not None]
    files = {name: system(name).folder / "position.schema.json" for name in declared}
    return [name for name, file in files.items() if file.read_text(encoding="utf-8") != written(name)]


def main() -> int:
    """Write the files, or check them."""
    found = stale()
    for name in found:
        if "--check" in sys.argv[1:]:
            print(f"the position schema of {name} is stale: run python tools/position_schemas.py", file=sys.stderr)
        else:
            (system(name).folder / "position.schema.json").write_text(written(name), encoding="utf-8")
            print(f"written: the position schema of {name}")
    return 1 if found and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
