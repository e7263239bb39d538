"""Scenarios: one JSON document with system, title, prose and position; bundled ones by name.

Format ``hexwidget.scenario/1``::

    {"format": "hexwidget.scenario/1", "system": "depletion", "title": "...", "prose": "...", "position": {...}}

``position`` is what the system's ``position(...)`` takes, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from hexwidget.problems import InputError, Problem, Problems, shown, unknown
from hexwidget.rules import Position
from hexwidget.systems.registry import system, systems

FORMAT = "hexwidget.scenario/1"
MOST_CHARACTERS = 16_000_000
"""A longer document is refused unread."""
PARTS = ("format", "system", "title", "prose", "position")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position with a title and a few words about it. ``prose`` is plain text, paragraphs between blank lines."""

    system: str
    title: str
    prose: str
    position: Any

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.prose}\n\n{self.position}"

    def _repr_html_(self) -> str:
        prose = "".join(f"<p>{escape(part)}</p>" for part in self.prose.split("\n\n") if part.strip())
        return f'<div style="max-width:46em"><h4>{escape(self.title)}</h4>{prose}</div>'


def scenarios() -> list[str]:
    """The names of all bundled scenarios.

    >>> "depletion/first-steps" in scenarios()
    True
    """
    return [f"{name}/{path.stem}" for name in systems() for path in sorted(_folder(name).glob("*.json"))]


def scenario(name: str) -> Scenario:
    """A bundled scenario by name.

    :raises InputError: if there is none of that name

    >>> scenario("depletion/first-steps").title
    'First steps'
    """
    known = scenarios()
    if name not in known:
        raise InputError("no such scenario", [Problem("", unknown("scenario", name, known))])
    owner, _, stem = name.partition("/")
    return read_scenario((_folder(owner) / f"{stem}.json").read_text(encoding="utf-8"))


def _folder(name: str) -> Path:
    return system(name).folder / "scenarios"


def read_scenario(text: str) -> Scenario:
    """Read a scenario document.

    :raises InputError: listing everything wrong with it, each with its JSON pointer
    :raises IllegalPosition: if its position breaks clauses
    """
    data = _document(text)
    problems = Problems()
    for key in data:
        if key not in PARTS:
            problems.unknown(f"/{key}", "entry", key, PARTS)
    if data.get("format") != FORMAT:
        problems.add("/format", f"expected {FORMAT!r}, not {shown(data.get('format'))}")
    if data.get("system") not in systems():
        problems.unknown("/system", "system", data.get("system"), systems())
    for key in ("title", "prose"):
        if not isinstance(data.get(key, ""), str):
            problems.add(f"/{key}", f"expected a text, not {shown(data[key])}")
    description = data.get("position")
    if not isinstance(description, Mapping):
        problems.add("/position", f"expected an object, not {shown(description)}")
    if problems.found:
        problems.raise_any("this scenario cannot be read")
    assert isinstance(description, Mapping)  # noqa: S101  (raise_any has raised otherwise)
    title = data.get("title", "")
    try:
        position: Position = system(data["system"]).from_json({"title": title, **description})
    except InputError as error:
        placed = [Problem(f"/position/{p.place}", p.message) for p in error.problems]
        raise InputError("this scenario cannot be read", placed) from None
    return Scenario(data["system"], title, data.get("prose", ""), position)


def write_scenario(scenario: Scenario) -> str:
    """The document of a scenario, canonical: reading and writing it gives the same text."""
    data = {
        "format": FORMAT,
        "system": scenario.system,
        "title": scenario.title,
        "prose": scenario.prose,
        "position": system(scenario.system).to_json(scenario.position),
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _document(text: str) -> dict[str, Any]:
    title = "this scenario cannot be read"
    if len(text) > MOST_CHARACTERS:
        raise InputError(title, [Problem("", f"longer than {MOST_CHARACTERS} characters")])
    try:
        data = json.loads(text, object_pairs_hook=_no_doubles)
    except json.JSONDecodeError as error:
        raise InputError(title, [Problem(f"line {error.lineno}, column {error.colno}", error.msg)]) from None
    except RecursionError:
        raise InputError(title, [Problem("", "nested too deeply")]) from None
    if not isinstance(data, dict):
        raise InputError(title, [Problem("", f"expected an object, not {shown(data)}")])
    return data


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError("this scenario cannot be read", [Problem(shown(key), "stands twice in one object")])
        found[key] = value
    return found
