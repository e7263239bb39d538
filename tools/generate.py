"""Write the files that follow from Python dataclasses: the schema of messages and the front end's types.

``python tools/generate.py`` writes them. ``--check`` writes nothing and fails if a file is not what it would write.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from hexwidget.geometry import Plane  # noqa: E402  (the package beside this file, not an installed one)
from hexwidget.limits import Limits  # noqa: E402
from hexwidget.rules import Draft  # noqa: E402
from hexwidget.widget import arguments  # noqa: E402
from hexwidget.widget.encode import TEXTS, Entry, entries  # noqa: E402
from hexwidget.widget.hints import MAY_LACK, WITH_REVISION, Revision  # noqa: E402
from hexwidget.widget.intents import INTENTS, Intent  # noqa: E402
from hexwidget.widget.messages import STAND_INS, BoardState  # noqa: E402
from hexwidget.widget.recording import Recording  # noqa: E402
from hexwidget.widget.replies import Reply  # noqa: E402

Schema = dict[str, Any]
WIDTH = 120
DATED = "Dated"
"""The names of messages with their revision begin with it."""
DOWN = (BoardState, Reply, Recording)
"""The roots of what travels down."""
SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
LIMITED = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems"), "integer": ("minimum", "maximum")}
"""The words of JSON Schema for the limits of a type."""


# ---------------------------------------------------------------- the schema
class Definitions:
    """The definitions of a JSON Schema, made from type hints."""

    def __init__(self, known: Mapping[type, Schema]) -> None:
        self.made: dict[str, Schema] = {}
        self._known = known

    def schema(self, hint: Any) -> Schema:
        """The schema of the values of a type, as they travel.

        :raises TypeError: if the type has none
        """
        origin, parts = get_origin(hint), get_args(hint)
        if hint == Plane:
            return self._named("Plane", PLANE)
        if origin is Annotated:
            return self._annotated(parts[0], hint.__metadata__)
        if hint in SIMPLE:
            return {"type": SIMPLE[hint]}
        if hint is bytes:
            return self._named("Bytes", BYTES)
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (Union, UnionType):
            return self._union(parts)
        if origin is tuple and parts[-1] is Ellipsis:
            return {"type": "array", "items": self.schema(parts[0])}
        if origin is tuple:
            items = [self.schema(part) for part in parts]
            return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.schema(parts[1])}
        return self._of_class(hint)

    def _of_class(self, hint: type) -> Schema:
        if hint in self._known:
            return self._named(hint.__name__, self._known[hint])
        if issubclass(hint, Enum):
            return {"enum": [member.value for member in hint]}
        if issubclass(hint, TEXTS):
            return {"type": "string"}
        hint = STAND_INS.get(hint, hint)
        if not is_dataclass(hint):
            raise TypeError(f"no schema of {hint}")
        if hint.__name__ not in self.made:
            self.made[hint.__name__] = {}  # it may contain itself
            self.made[hint.__name__] |= self.record(hint, entries(hint))
        return {"$ref": f"#/$defs/{hint.__name__}"}

    def record(self, of: type, listed: Iterable[Entry]) -> Schema:
        """The schema of a dataclass."""
        told = field_docstrings(of)
        properties = {
            entry.key: {"description": told[entry.attribute]} | self.schema(entry.hint)
            if entry.attribute in told
            else self.schema(entry.hint)
            for entry in listed
        }
        return {
            "description": first_paragraph(of),
            "type": "object",
            "required": [entry.key for entry in listed if not entry.may_lack],
            "additionalProperties": False,
            "properties": properties,
        }

    def _named(self, name: str, schema: Schema) -> Schema:
        self.made[name] = schema
        return {"$ref": f"#/$defs/{name}"}

    def _annotated(self, hint: Any, metadata: tuple[Any, ...]) -> Schema:
        schema = self.schema(hint)
        for each in metadata:
            if each == WITH_REVISION:
                schema = self._dated(hint)
            elif each == MAY_LACK:
                schema = self._union(tuple(part for part in get_args(hint) if part is not NoneType))
            elif isinstance(each, Limits):
                words = zip(LIMITED[schema["type"]], (each.least, each.most), strict=True)
                schema = schema | {word: number for word, number in words if number is not None}
            elif hasattr(each, "schema"):  # an argument of an intent
                schema = each.schema
        return schema

    def _dated(self, of: type) -> Schema:
        """A message with its revision: the schema of the message, and one entry more."""
        plain = self.made[of.__name__]
        dated = {
            **plain,
            "required": ["revision", *plain["required"]],
            "properties": {"revision": self.schema(Revision), **plain["properties"]},
        }
        return self._named(DATED + of.__name__, dated)

    def _union(self, parts: tuple[Any, ...]) -> Schema:
        options = [self.schema(part) for part in parts]
        options = [option for n, option in enumerate(options) if option not in options[:n]]
        if len(options) == 1:
            return options[0]
        if all(set(option) == {"type"} for option in options):
            return {"type": [option["type"] for option in options]}
        return {"oneOf": options}


BYTES: Schema = {
    "description": "Binary travels in buffers beside the JSON; here an object with its base64 stands in its place.",
    "type": "object",
    "required": ["bytes"],
    "additionalProperties": False,
    "properties": {"bytes": {"type": "string", "contentEncoding": "base64"}},
}
PLANE: Schema = {
    "description": "A set of spaces: the number of zero bytes left out in front, then the bits, little-endian.",
    "type": "array",
    "prefixItems": [{"type": "integer", "minimum": 0}, {"$ref": "#/$defs/Bytes"}],
    "items": False,
    "minItems": 2,
}


def intent_schema(definitions: Definitions, intent: type[Intent]) -> Schema:
    """The schema of the messages with an intent."""
    args = definitions.record(intent, [replace(entry, key=entry.attribute) for entry in entries(intent)])
    del args["description"]
    return {
        "description": first_paragraph(intent),
        "type": "object",
        "required": ["id", "revision", "intent", "args"],
        "additionalProperties": False,
        "properties": {
            "id": definitions.schema(Annotated[str, Limits(1, arguments.LONGEST_TEXT)]),
            "revision": definitions.schema(Revision),
            "intent": {"const": intent.name},
            "args": args,
        },
    }


def message_schema() -> Schema:
    """The schema of everything that travels between the kernel and a view."""
    definitions = Definitions({Draft: arguments.DRAFT})
    for root in DOWN:
        definitions.schema(root)
    definitions.made |= {intent.__name__: intent_schema(definitions, intent) for intent in INTENTS.values()}
    definitions.made["Message"] = {
        "description": "An intent, and the revision of the board that the view saw.",
        "oneOf": [{"$ref": f"#/$defs/{intent.__name__}"} for intent in INTENTS.values()],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "hexwidget.messages/1",
        "$comment": "Generated by tools/generate.py; edit the dataclasses in hexwidget.",
        "title": "What travels between the kernel and a view of a board",
        "description": "Up: intents, each answered by a reply. Down: traits, each written by the kernel only.",
        "oneOf": [{"$ref": "#/$defs/Message"}, {"$ref": "#/$defs/Reply"}],
        "$defs": dict(sorted(definitions.made.items())),
    }


# ---------------------------------------------------------------- the types of the front end
def typescript(schema: Schema) -> str:
    """The type of the values that a schema allows, as TypeScript."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"oneOf": options}:
            return " | ".join(dict.fromkeys(map(typescript, options)))
        case {"type": list(kinds)}:
            return " | ".join(dict.fromkeys(typescript({**schema, "type": kind}) for kind in kinds))
        case {"type": "integer"}:
            return "number"
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(typescript, items))}]"
        case {"type": "array", "items": item}:
            inner = typescript(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {typescript(values)}>"
        case {"type": "object", "properties": properties}:
            return members(properties, schema["required"]) if properties else "Record<string, never>"
        case {"type": str(kind)}:
            return kind
    raise TypeError(f"no type of {schema}")


def members(properties: Mapping[str, Schema], required: list[str]) -> str:
    """The body of an interface."""
    lines = []
    for key, schema in properties.items():
        if "description" in schema:
            lines.append(comment(schema["description"], "  "))
        lines.append(f"  {key}{'' if key in required else '?'}: {typescript(schema)};".replace("\n", "\n  "))
    return "\n".join(["{", *lines, "}"])


def comment(text: str, indent: str = "") -> str:
    """A text as a comment that belongs to what follows it."""
    lines = textwrap.wrap(text, WIDTH - 4 - len(indent))
    if len(lines) == 1:
        return f"{indent}/** {text} */"
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"])


def message_types() -> str:
    """The types of everything that travels, for the front end."""
    parts = ["// Generated by tools/generate.py; edit the dataclasses in hexwidget."]
    for name, schema in message_schema()["$defs"].items():
        told = [comment(schema["description"])] if "description" in schema else []
        type_ = typescript(schema)
        if name == "Bytes":
            type_ = "unknown"
        elif name.startswith(DATED):
            type_ = f"{name.removeprefix(DATED)} & {{ revision: number }}"
        body = f"export interface {name} {type_}" if type_.startswith("{") else f"export type {name} = {type_};"
        parts.append("\n".join([*told, body]))
    return "\n\n".join(parts) + "\n"


# ---------------------------------------------------------------- docstrings
def first_paragraph(of: type) -> str:
    """The first paragraph of a docstring, as one line."""
    return one_line((inspect.getdoc(of) or "").partition("\n\n")[0])


def field_docstrings(of: type) -> dict[str, str]:
    """The docstrings below the fields of a class."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(of))).body
    assert isinstance(tree, ast.ClassDef)  # noqa: S101  (the source of a class is one)
    found = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(told))):
                found[name] = one_line(told)
    return found


def one_line(text: str) -> str:
    """A text without line breaks and with the quotation marks of Markdown."""
    return re.sub(r"\s+", " ", text).strip().replace("``", "`")


# ---------------------------------------------------------------- files
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


FILES: Mapping[str, Callable[[], str]] = {
    "hexwidget/widget/messages.schema.json": lambda: json_text(message_schema()) + "\n",
    "js/src/kernel/types.gen.ts": message_types,
}
"""The generated files, each with the function that writes its text."""


def stale() -> list[str]:
    """The files that are not what the generator would write."""
    return [
        name
        for name, written in FILES.items()
        if not (ROOT / name).is_file() or (ROOT / name).read_text(encoding="utf-8") != written()
    ]


def main() -> int:
    """Write the files, or check them."""
    found = stale()
    if "--check" not in sys.argv[1:]:
        for name in found:
            (ROOT / name).write_text(FILES[name](), encoding="utf-8")
        print("\n".join(f"written: {name}" for name in found) or "nothing has changed")
        return 0
    for name in found:
        print(f"{name} is stale: run python tools/generate.py", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
