"""The schema of messages between the kernel and a view of a board."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import Annotated, Any, get_args

from generating.json_schema import DIALECT, Definitions, Schema
from hexwidget.classroom.wishes import WISHES, CourseWish
from hexwidget.geometry import Plane
from hexwidget.limits import Limits
from hexwidget.rules import Draft
from hexwidget.scene.encode import FieldOnWire
from hexwidget.serving import messages as of_servers
from hexwidget.widget.connections import intents
from hexwidget.widget.connections.encode import ENCODING, STAND_INS
from hexwidget.widget.connections.intents import INTENTS, Intent
from hexwidget.widget.connections.messages import ANY_VALUE, WITH_REVISION, BoardState, Count, Reply, Revision
from hexwidget.widget.pages.offline_exercises import OfflineExercises
from hexwidget.widget.pages.recording import Recording

DOWN = (BoardState, Reply, Recording, OfflineExercises)
"""The roots of the messages that travel down."""
DATED = "Dated"
"""The names of messages with their revision begin with it."""
BYTES: Schema = {"description": "Bytes as base 64.", "type": "string", "contentEncoding": "base64"}
PLANE: Schema = {
    "description": "A set of spaces: the number of zero bytes left out in front, then the bits, little-endian.",
    "type": "array",
    "prefixItems": [{"type": "integer", "minimum": 0}, {"$ref": "#/$defs/Bytes"}],
    "items": False,
    "minItems": 2,
}


class Messages(Definitions):
    """The schemas of values as they travel (`hexwidget.widget.connections.encode`)."""

    def schema(self, hint: Any) -> Schema:
        """The schema of the values of a type, as they travel."""
        if hint == Plane:
            return self.named("Plane", PLANE)
        if hint is bytes:
            return self.named("Bytes", BYTES)
        return super().schema(hint)

    def of_class(self, hint: Any) -> Schema:
        """The schema of a class."""
        if hint is Draft:
            draft = {
                "description": "An action in the making: named slots, some set.",
                "type": "object",
                "maxProperties": intents.MOST_SLOTS,
                "propertyNames": {"maxLength": intents.LONGEST_TEXT},
                "additionalProperties": self.schema(intents.Value),
            }
            return self.named("Draft", draft)
        if issubclass(hint, Enum):
            return {"enum": [member.value for member in hint]}
        if issubclass(hint, ENCODING.texts):
            return {"type": "string"}
        return super().of_class(STAND_INS.get(hint, hint))

    def record(self, of: Any) -> Schema:
        """The schema of a dataclass."""
        return self.record_of(of, ENCODING.entries(of))

    def record_of(self, of: type, listed: Iterable[FieldOnWire]) -> Schema:
        """The schema of a dataclass with these entries."""
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

    def marked(self, schema: Schema, hint: Any, mark: object) -> Schema:
        """The schema of an annotated type."""
        if mark == ANY_VALUE:
            return {"description": "Any value, as it travels."}
        if mark == WITH_REVISION:
            return self._dated(hint)
        if isinstance(mark, of_servers.Encoded):
            return self.schema(mark.of)
        return super().marked(schema, hint, mark)

    def _dated(self, of: type) -> Schema:
        """The schema of a message with its revision beside its own entries."""
        plain = self.made[of.__name__]
        dated = {
            **plain,
            "required": ["revision", *plain["required"]],
            "properties": {"revision": self.schema(Revision), "version": self.schema(Count), **plain["properties"]},
        }
        return self.named(DATED + of.__name__, dated)

    def named_by(self, key: str, name: str, message: type) -> Schema:
        """The schema of messages with the name of their class under a key, as a reference to its definition."""
        made = self.record(message)
        made["required"] = [key, *made["required"]]
        made["properties"] = {key: {"const": name}, **made["properties"]}
        return self.named(message.__name__, made)

    def intent(self, intent: type[Intent]) -> Schema:
        """The schema of the messages with an intent."""
        args = self.record_of(intent, [replace(entry, key=entry.attribute) for entry in ENCODING.entries(intent)])
        del args["description"]
        return {
            "description": first_paragraph(intent),
            "type": "object",
            "required": ["id", "revision", "intent", "args"],
            "additionalProperties": False,
            "properties": {
                "id": self.schema(Annotated[str, Limits(1, intents.LONGEST_TEXT)]),
                "revision": self.schema(Revision),
                "intent": {"const": intent.name},
                "args": args,
            },
        }


def server_schema() -> Schema:
    """The schema of everything that servers of tables and of classes send to pages, and pages wish of them, but for what boards do."""
    definitions = Messages()
    for name, wishes in (("TableWish", of_servers.TableWish), ("CourseWish", CourseWish)):
        definitions.named(name, definitions.schema(wishes))
    wall = [definitions.named_by("wall", name, wish) for name, wish in WISHES.items()]
    definitions.named("WallWish", {"oneOf": wall})
    for page in of_servers.PAGES:
        messages = [definitions.named_by("method", each.method, each) for each in get_args(getattr(of_servers, page))]
        definitions.named(page, {"oneOf": messages})
    return {
        "$schema": DIALECT,
        "$id": "urn:hexwidget:servers:1",
        "$comment": "Generated by tools/generate.py; edit the dataclasses in hexwidget.",
        "title": "Messages of servers to pages, and wishes of pages",
        "description": "A union of messages for each kind of page, one that all connections take, and unions of wishes.",
        "oneOf": [{"$ref": f"#/$defs/{page}"} for page in of_servers.PAGES],
        "$defs": dict(sorted(definitions.made.items())),
    }


def message_schema() -> Schema:
    """The schema of everything that travels between the kernel and a view."""
    definitions = Messages()
    for root in DOWN:
        definitions.schema(root)
    definitions.made |= {intent.__name__: definitions.intent(intent) for intent in INTENTS.values()}
    definitions.made["Message"] = {
        "description": "An intent, and the revision of the board that the view saw.",
        "oneOf": [{"$ref": f"#/$defs/{intent.__name__}"} for intent in INTENTS.values()],
    }
    return {
        "$schema": DIALECT,
        "$id": "urn:hexwidget:messages:1",
        "$comment": "Generated by tools/generate.py; edit the dataclasses in hexwidget.",
        "title": "Messages between the kernel and a view of a board",
        "description": "Up: intents, each answered by a reply. Down: traits, each written by the kernel only.",
        "oneOf": [{"$ref": "#/$defs/Message"}, {"$ref": "#/$defs/Reply"}],
        "$defs": dict(sorted(definitions.made.items())),
    }


# ---------------------------------------------------------------- docstrings
def first_paragraph(of: type) -> str:
    """The first paragraph of a docstring, as one line."""
    return one_line((inspect.getdoc(of) or "").partition("\n\n")[0])


def field_docstrings(of: type) -> dict[str, str]:
    """The docstrings below the fields of a class."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(of))).body
    found = {}
    if isinstance(tree, ast.ClassDef):
        for field, text in zip(tree.body, tree.body[1:], strict=False):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(
                    value=ast.Constant(value=str(told))
                ):
                    found[name] = one_line(told)
    return found


def one_line(text: str) -> str:
    """A text without line breaks and with the quotation marks of Markdown."""
    return re.sub(r"\s+", " ", text).strip().replace("``", "`")
