"""Random values that a JSON Schema allows, and values that it refuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

HOSTILE = (
    "", "\x00", "\u202e", "\ud800", "<script>", "__proto__", "constructor", "../..", "0000", "9" * 200, "é" * 200, "null",
    "{}", "%s%n", "' or 1", "\n", "🜁", "0101-0102",
)  # fmt: skip
NUMBERS = (0, 1, 2, 7, 255, 2**31, 2**53, 2**63, 10**40)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    "x",
    "y" * 5000,
    [],
    {},
    [[[]]],
    {"": {}},
    b"\x00",
    10**400,
)


class Values:
    """A maker of values.

    :param likely: returns, for the name of a property, values that mean something on the board that gets them
    """

    def __init__(self, definitions: Mapping[str, Any], rng: Random, likely: Callable[[str], list[Any]]) -> None:
        self._definitions = definitions
        self._rng = rng
        self._likely = likely

    def of(self, schema: Mapping[str, Any], name: str = "") -> Any:
        """A value that the schema allows."""
        rng = self._rng
        likely = self._likely(name)
        if likely and rng.random() < 0.7:
            return rng.choice(likely)
        if "$ref" in schema:
            return self.of(self._definitions[schema["$ref"].rpartition("/")[2]], name)
        if "oneOf" in schema and "properties" not in schema:
            return self.of(rng.choice(schema["oneOf"]), name)
        if "const" in schema or "enum" in schema:
            return rng.choice(schema.get("enum") or [schema["const"]])
        kinds = schema.get("type", "object")
        return self._made(rng.choice(kinds) if isinstance(kinds, list) else kinds, schema)

    def _made(self, kind: str, schema: Mapping[str, Any]) -> Any:
        rng = self._rng
        match kind:
            case "null":
                return None
            case "boolean":
                return rng.random() < 0.5
            case "integer":
                return rng.choice(NUMBERS)
            case "string":
                fitting = [t for t in HOSTILE if schema.get("minLength", 0) <= len(t) <= schema.get("maxLength", 200)]
                return rng.choice(fitting)
            case "array":
                return [self.of(schema["items"]) for _ in range(rng.randint(schema.get("minItems", 0), 4))]
            case _:
                made = {key: self.of(each, key) for key, each in schema.get("properties", {}).items()}
                more = schema.get("additionalProperties")
                if isinstance(more, Mapping):
                    made |= {rng.choice(HOSTILE): self.of(more) for _ in range(rng.randrange(4))}
                return made


def broken(message: Mapping[str, Any], rng: Random) -> Any:
    """A message that the schema refuses: an entry is missing, unknown, of a wrong kind, too long or too deep."""
    made: dict[Any, Any] = {**message, "args": dict(message["args"])}
    match rng.randrange(8):
        case 0:
            return rng.choice([*ODD, [message], "hello"])
        case 1:
            del made[rng.choice(["id", "revision", "intent"])]
        case 2:
            made[rng.choice(["more", "", "__class__", "Intent", "x" * 1000])] = rng.choice(ODD)
        case 3:
            made["intent"] = rng.choice([*ODD, "run", "eval", "HELLO", "hello ", "_carry_out"])
        case 4:
            made["revision"] = rng.choice([v for v in ODD if type(v) is not int or v < 0])
        case 5:
            made["id"] = rng.choice(["", "x" * 201, "\ud800", 0, None, [], {}, 1.5])
        case 6:
            made["args"][rng.choice(["more", "", "draft ", "self"])] = rng.choice(ODD)
        case _:
            # A kind of value that no argument may have, in place of one argument; or of all, if the intent has none.
            wrong = rng.choice([1.5, {"a": [1]}, [[1]], float("nan"), deep(rng.choice([3, 500]))])
            if made["args"]:
                made["args"][rng.choice(sorted(made["args"]))] = wrong
            else:
                made["args"] = rng.choice([1.5, [1], "x", True])
    return made


def deep(levels: int) -> Any:
    """An empty list inside this many lists."""
    made: Any = []
    for _ in range(levels):
        made = [made]
    return made
