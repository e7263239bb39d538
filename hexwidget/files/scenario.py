"""Scenarios: one JSON document with system, title, prose and position; bundled scenarios by name.

Format ``hexwidget.scenario/2``::

    {"format": "hexwidget.scenario/2", "system": "depletion", "title": "...", "prose": "...", "position": {...}}

``position`` is what the system's ``position(...)`` takes, as JSON; the places of its map are an entry of it. The author's drawings on the board may stand beside it:
see `hexwidget.files.annotations`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, overload

from hexwidget.files.annotations import Annotations, read_annotations, write_annotations
from hexwidget.files.formats import format_problem
from hexwidget.files.gallery import RADIUS, Scenarios, scenario_html, scene_of
from hexwidget.geometry import HexMap
from hexwidget.geometry.images import check_size, read_map_image
from hexwidget.jsontext import parse_json
from hexwidget.name_suggestions import GuessedNames
from hexwidget.problems import InputError, Problems, is_line, is_showable, mismatch, place, shown, unknown
from hexwidget.rules import Position
from hexwidget.rules.hints import entry_fields
from hexwidget.rules.position import PositionT
from hexwidget.rules.reading import TITLE_LENGTH
from hexwidget.systems.registry import system, system_names

if TYPE_CHECKING:
    from hexwidget.files.bundled import (
        DepletionScenario,
        FrontiersScenario,
        OrdersScenario,
        PlottedScenario,
        RondelScenario,
    )
    from hexwidget.systems.depletion.position import DepletionPosition
    from hexwidget.systems.frontiers.position import FrontiersPosition
    from hexwidget.systems.orders.position import OrdersPosition
    from hexwidget.systems.plotted.position import PlottedPosition
    from hexwidget.systems.rondel.position import RondelPosition

FORMAT, BEFORE = "hexwidget.scenario/2", "hexwidget.scenario/1"
MOST_CHARACTERS = 16_000_000
"""A longer document is refused unread."""
MOST_PROSE = 100_000
CANNOT_READ = "this scenario cannot be read"
PARTS = ("format", "system", "title", "prose", "position", "overlays", "arrows", "notes", "colours", "picture")


@dataclass(frozen=True, slots=True)
class Scenario(GuessedNames, Generic[PositionT]):
    """A position with a title and a few words about it. ``prose`` is plain text, with blank lines between paragraphs;
    ``annotations`` are the author's drawings on the board, with the players' colours. ``picture``: the file holds the picture below the map (`HexMap.on_image`)."""

    system: str
    title: str
    prose: str
    position: PositionT
    annotations: Annotations = field(default_factory=Annotations)
    picture: bool = field(default=False)

    def __repr__(self) -> str:
        return f"<Scenario {self.system}: {self.title or 'untitled'}>"

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.prose}\n\n{self.position}"

    def _repr_html_(self) -> str:
        return scenario_html(self)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        from hexwidget.scene.cell import for_a_cell

        return for_a_cell(scene_of(self), radius=RADIUS)


def scenarios() -> Scenarios:
    """The names of all bundled scenarios: a list. A cell shows it as a gallery of small pictures.

    >>> "depletion/first-steps" in scenarios()
    True
    """
    return Scenarios(each for name in system_names() for each in scenarios_of(name))


def scenarios_of(name: str) -> list[str]:
    """The names of the scenarios that come with a system. No other system is loaded."""
    return [f"{name}/{stem}" for stem in sorted(path.stem for path in _files(name))]


@overload
def scenario(name: DepletionScenario) -> Scenario[DepletionPosition]: ...
@overload
def scenario(name: FrontiersScenario) -> Scenario[FrontiersPosition]: ...
@overload
def scenario(name: OrdersScenario) -> Scenario[OrdersPosition]: ...
@overload
def scenario(name: PlottedScenario) -> Scenario[PlottedPosition]: ...
@overload
def scenario(name: RondelScenario) -> Scenario[RondelPosition]: ...
@overload
def scenario(name: str) -> Scenario[Any]: ...
def scenario(name: str) -> Scenario[Any]:
    """A bundled scenario by name.

    :raises InputError: if there is no scenario of that name

    >>> scenario("depletion/first-steps").title
    'First steps'
    """
    owner, _, stem = name.partition("/") if isinstance(name, str) else ("", "", "")
    # Only the named system is loaded.
    found = {path.stem: path for path in _files(owner)} if owner in system_names() else {}
    if stem not in found:
        raise InputError("no such scenario", unknown("scenario", name, scenarios()))
    return read_scenario(found[stem].read_text(encoding="utf-8"))


def _files(name: str) -> list[Path]:
    """Return the files of a system's scenarios; none for a system in one file, which has no folder."""
    folder = getattr(system(name), "folder", None)
    return [] if folder is None else list((folder / "scenarios").glob("*.json"))


def read_scenario(text: str) -> Scenario[Any]:
    """Read a scenario document.

    :raises InputError: listing everything that is wrong, each with its JSON pointer
    :raises IllegalPosition: if its position breaks clauses
    """
    data = _document(text)
    problems = Problems()
    for key in data:
        problems.note_unknown(f"/{place(key)}", "entry", key, PARTS)
    if wrong := format_problem(data.get("format"), FORMAT, BEFORE):
        problems.add("/format", wrong)
    read_words(data.get("title", ""), data.get("prose", ""), problems, "/")
    position = _position(data, problems)
    drawn = Annotations() if position is None else read_annotations(data, position, problems)
    held = "picture" in data
    if held and isinstance(position, Position):
        _put_on_picture(position, data["picture"], problems)
    problems.raise_any(CANNOT_READ)
    return Scenario(data["system"], data.get("title", ""), data.get("prose", ""), position, drawn, held)


def _put_on_picture(position: Position, given: object, problems: Problems) -> None:
    image = read_map_image(given, "/picture", problems)
    if isinstance(position.map, HexMap):
        try:
            check_size(position.map)
        except InputError as error:
            problems.add("/picture", error.problems[0].message)
        position.map.image = image
    else:
        problems.add("/picture", f"only maps of hexes lie on a picture, not a map of {position.map.word_for_many}")


def _position(data: Mapping[str, Any], problems: Problems) -> Position | None:
    """Read the position of a document, even if other parts are wrong, so that all problems are listed at once."""
    owner, description = data.get("system"), data.get("position")
    if not isinstance(owner, str) or owner not in system_names():
        problems.unknown("/system", "system", owner, system_names())
    if not isinstance(description, Mapping):
        problems.expected("/position", "an object", description)
    elif "title" in description:
        problems.add("/position/title", "the title stands beside the position, not in it")
    elif isinstance(owner, str) and owner in system_names():
        try:
            rules, title = system(owner), data.get("title")
            # A position of a system of one's own need not have a title.
            kept = rules.description is None or any(field.name == "title" for field in entry_fields(rules.description))
            meant = rules.as_before(description) if data.get("format") == BEFORE else description
            position: Position = rules.from_json({**meant, "title": title} if title and kept else meant)
        except InputError as error:
            for problem in error.problems:
                problems.add(f"/position/{problem.place}", problem.message)
        else:
            return position
    return None


def read_words(title: object, prose: object, problems: Problems, at: str = "") -> None:
    """Check the title and prose of a scenario."""
    if not is_line(title, TITLE_LENGTH):
        problems.expected(f"{at}title", f"a line of at most {TITLE_LENGTH} printable characters", title)
    if not is_showable(prose, MOST_PROSE):
        problems.expected(f"{at}prose", f"a text of at most {MOST_PROSE} characters (no control characters)", prose)


def write_scenario(scenario: Scenario[Any]) -> str:
    """Return the document of a scenario, in canonical form: reading and writing it gives the same text."""
    words = {part: getattr(scenario, part) for part in ("system", "title", "prose")}
    data: dict[str, Any] = {"format": FORMAT, **words}
    position = system(scenario.system).to_json(scenario.position)
    data["position"] = {key: value for key, value in position.items() if key != "title"}
    data |= write_annotations(scenario.annotations, scenario.position.map)
    image = getattr(scenario.position.map, "image", None)
    if scenario.picture and image is not None:
        data["picture"] = image.to_json()
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _document(text: str) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError(CANNOT_READ, f"expected a text of at most {MOST_CHARACTERS} characters")
    doubles = Problems()

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                doubles.add(shown(key), "is given twice in one object")
            found[key] = value
        return found

    try:
        data = parse_json(text.removeprefix("\ufeff"), pairs=once)
    except json.JSONDecodeError as error:
        raise InputError(CANNOT_READ, error.msg, f"line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise InputError(CANNOT_READ, str(error)) from None
    doubles.raise_any(CANNOT_READ)
    if not isinstance(data, dict):
        raise mismatch(CANNOT_READ, "an object", data)
    return data
