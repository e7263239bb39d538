"""Generated files are what the generator writes, and the generator reads types and docstrings."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from hexwidget.geometry import Plane
from hexwidget.limits import Limits
from hexwidget.widget.connections.encode import ENCODING, encode
from hexwidget.widget.connections.messages import Maybe

PATH = Path(__file__).parents[2] / "tools" / "generate.py"


def load() -> Any:
    """The generator, which is a script in no package."""
    spec = importlib.util.spec_from_file_location("generate", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = load()
messages = importlib.import_module("generating.messages")
typescript = importlib.import_module("generating.typescript")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part of a tree.

    The schema leaves this paragraph out.
    """

    leaf_name: Annotated[str, Limits(1, 9)]
    """The name of ``this`` leaf."""
    size: float | None
    tone: Literal["light", "dark"] = "light"
    spaces: Plane = 0
    note: Maybe[str] = None
    leaves: tuple[tuple[str, Leaf], ...] = ()


def test_a_stale_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "FILES", {"README.md": lambda: "another text", "none.json": lambda: ""})
    assert generate.stale() == ["README.md", "none.json"]


def test_a_schema_follows_from_the_type_hints() -> None:
    definitions = messages.Messages()
    assert definitions.schema(Leaf) == {"$ref": "#/$defs/Leaf"}
    assert definitions.made["Leaf"] == {
        "description": "A part of a tree.",
        "type": "object",
        "required": ["leafName", "size", "tone", "spaces", "leaves"],
        "additionalProperties": False,
        "properties": {
            "leafName": {
                "description": "The name of `this` leaf.",
                "type": "string",
                "minLength": 1,
                "maxLength": 9,
            },
            "size": {"type": ["number", "null"]},
            "tone": {"enum": ["light", "dark"]},
            "spaces": {"$ref": "#/$defs/Plane"},
            "note": {"type": "string"},
            "leaves": {
                "type": "array",
                "items": {
                    "type": "array",
                    "prefixItems": [{"type": "string"}, {"$ref": "#/$defs/Leaf"}],
                    "items": False,
                    "minItems": 2,
                },
            },
        },
    }


def test_types_follow_from_the_schema() -> None:
    definitions = messages.Messages()
    definitions.schema(Leaf)
    assert typescript.typescript(definitions.made["Leaf"]).splitlines() == [
        "{",
        "  /** The name of `this` leaf. */",
        "  leafName: string;",
        "  size: number | null;",
        '  tone: "light" | "dark";',
        "  spaces: Plane;",
        "  note?: string;",
        "  leaves: [string, Leaf][];",
        "}",
    ]


def test_dataclasses_travel_as_the_schema_says() -> None:
    inner = Leaf("b", 1.5, spaces=1 << 9, note="old")
    plain = {"leafName": "b", "size": 1.5, "tone": "light", "spaces": [1, "Ag=="], "note": "old", "leaves": []}
    outer = {"leafName": "a", "size": None, "tone": "dark", "spaces": [0, ""], "leaves": [["c", plain]]}
    assert encode(Leaf("a", None, "dark", leaves=(("c", inner),))) == outer


def test_an_interrupt_of_the_first_encoding_leaves_a_type_that_travels(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass
    class Bud:
        name: str

    def interrupted(of: type) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ENCODING, "entries", interrupted)
        with pytest.raises(KeyboardInterrupt):
            encode(Bud("a"))
    assert encode(Bud("a")) == {"name": "a"}


def test_what_cannot_travel_is_refused() -> None:
    with pytest.raises(TypeError, match="no encoding of <class 'complex'>"):
        encode(1j)
    with pytest.raises(TypeError, match="no schema of <class 'complex'>"):
        messages.Messages().schema(complex)
