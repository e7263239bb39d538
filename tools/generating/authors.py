"""The parts of docs/writing-a-system.md that follow from the code: names, signatures, and the lines of the examples."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import count_lines

from hexwidget import rules, scene
from hexwidget.rules.position_formats import PositionFormats
from hexwidget.scene.palette import PALETTES
from hexwidget.testing import CHECKS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "writing-a-system.md"
VALUES = (rules.Finding, rules.Event, rules.Outcome, rules.ChanceNode, rules.Stage, rules.Forecast, rules.Share)
"""The values that a system makes, whose parts the page lists."""
MADE = (
    rules.Form,
    rules.Grammar,
    rules.OneOf,
    rules.Whole,
    rules.Offered,
    rules.Each,
    rules.Under,
    rules.Lookahead,
    rules.Estimates,
    rules.Settings,
)
"""The classes of which a system makes an object."""
CALLED = (
    (rules.Chronicle, ("tell", "later")),
    (rules.DefaultDesk, ("forecasts",)),
    (rules.Desk, ("choose", "option", "open", "made", "closed")),
    (rules.CandidateDesk, ("task", "question", "words", "label", "field", "arrows")),
    (rules.Kind, ("read", "write", "check", "known")),
)
"""The methods of helpers that a system calls, or writes itself."""
LOOKS = (
    scene.Scene,
    scene.Ground,
    scene.BorderLook,
    scene.Piece,
    scene.Token,
    scene.Overlay,
    scene.Arrow,
    scene.Note,
)
FILLED_IN = "called"
"""A part of findings and events that the engine fills in."""


def authors_page() -> str:
    """Return the page with its generated parts written anew."""
    text = PAGE.read_text(encoding="utf-8")
    for name, written in PARTS.items():
        between = re.compile(rf"(<!-- {name}: [^\n]* -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        part = written()
        text = between.sub(lambda found, part=part: f"{found[1]}\n{part}\n{found[2]}", text)
    return text


def names() -> str:
    """Return the names that a scene may use, as a Markdown table."""
    light = PALETTES["light"]
    symbols = json.loads((Path(scene.__file__).parent / "symbols.json").read_text(encoding="utf-8"))
    rows = {
        "hues of grounds": light["ground"],
        "hues of players, or `#rrggbb`": light["owner"],
        "hues of borders": light["border"],
        "hues of overlays, arrows and notes, or those of players": scene.HUES,
        "patterns of grounds": _words(scene.Ground, "pattern"),
        "shapes of counters": _words(scene.Player, "shape"),
        "strokes of lines": _words(scene.Overlay, "stroke"),
        "kinds of tokens": light["token"],
        "shapes of tokens": _words(scene.Token, "shape"),
        "symbols": symbols,
    }
    return _table(("", "names"), ((what, ", ".join(f"`{name}`" for name in named)) for what, named in rows.items()))


def protocol() -> str:
    """Return the signatures of the protocol, those that a system must have first."""
    of = rules.RuleSystem
    found = [item for each in (PositionFormats, of) for item in vars(each).items()]
    every = [name for name, each in found if inspect.isfunction(each) and not name.startswith("_")]
    must = [name for name in every if getattr(getattr(of, name), "__isabstractmethod__", False)]
    must[1:1] = ["follow", "objections"]  # or a `carry_out` and a `check` of one's own
    more = [name for name in every if name not in must]
    return "A system has these:\n\n" + _methods(of, must) + "\nThese have defaults:\n\n" + _methods(of, more)


def values() -> str:
    """Return the parts of the values that a system makes."""
    return _table(("value", "parts"), ((f"`{each.__name__}`", f"`{_parts(each)}`") for each in (*VALUES, *LOOKS)))


def helpers() -> str:
    """Return the signatures of the classes and methods that a system makes use of."""
    made = [(f"`{each.__name__}{_of_class(each)}`", _told(each)) for each in MADE]
    called = [
        (f"`{of.__name__}.{name}{_signature(getattr(of, name))}`", _told(getattr(of, name)))
        for of, names in CALLED
        for name in names
    ]
    return _table(("helper", "what it is or does"), [*made, *called])


def _of_class(of: Any) -> str:
    return _signature(of.__init__)


def _methods(of: type, methods: Iterable[str]) -> str:
    return _table(
        ("method", "answer"),
        ((f"`{name}{_signature(getattr(of, name))}`", _told(getattr(of, name))) for name in methods),
    )


def _signature(method: Any) -> str:
    """Return the parameters of a method by their names."""
    given = inspect.signature(method).parameters.values()
    parts, after_star = [], False
    for each in given:
        if each.name == "self":
            continue
        if each.kind is each.KEYWORD_ONLY and not after_star:
            parts, after_star = [*parts, "*"], True
        after_star = after_star or each.kind is each.VAR_POSITIONAL
        star = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        default = "" if each.default is each.empty else f"={_default(each.default)}"
        parts.append(f"{star}{each.name}{default}")
    return f"({', '.join(parts)})"


def _default(value: object) -> str:
    """Return a default as it is written, or three dots if it cannot be written."""
    plain = value is None or isinstance(value, (str, int, float, tuple))
    return repr(value) if plain else "..."


def _told(what: Any) -> str:
    """Return the first sentence of a docstring, as a cell of a table."""
    text = " ".join((inspect.getdoc(what) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.])\s", text)[0].replace("|", "\\|")


def _parts(of: Any) -> str:
    return f"({', '.join(_spelt(of))})"


def _spelt(of: Any) -> Iterator[str]:
    for each in fields(of):
        if not each.init or each.name == FILLED_IN:
            continue
        if each.default_factory is not MISSING:
            yield f"{each.name}=..."
        else:
            yield each.name if each.default is MISSING else f"{each.name}={each.default!r}"


def _words(of: type, part: str) -> tuple[str, ...]:
    return get_args(get_type_hints(of)[part])


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def promises() -> str:
    """Return the promises that `conform` checks, with the methods that each judges."""
    rows = ((f"`{each.name}`", each.words, ", ".join(f"`{name}`" for name in each.methods)) for each in CHECKS.values())
    return _table(("check", "promise", "judges"), rows)


PARTS = {
    "lines": count_lines.table,
    "names": names,
    "promises": promises,
    "protocol": protocol,
    "values": values,
    "helpers": helpers,
}
"""The generated parts of the page, by the names in their marks."""
