"""Annotations: the overlays, arrows and notes of a board, beside the position in a scenario document.

``"notes": [{"space": "0304", "text": "...", "hue": "mark"}]``,
``"arrows": [{"spaces": ["0203", "0304"], "label": "", "hue": "mark"}]``,
``"overlays": [{"name": "...", "label": "...", "spaces": {"0203": 2}, "hue": "mark", ...}]``,
``"colours": {"red": "#aa3300", "blue": "purple"}``
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeVar

from hexwidget.geometry import SpaceMap
from hexwidget.problems import Problems, is_showable, mismatch, shown
from hexwidget.rules import Observation, Position
from hexwidget.scene import Arrow, Note, Overlay
from hexwidget.scene.sides import read_colours

HUES = ("reach", "barred", "attack", "path", "mark")
"""The hues of annotations."""
STROKES = ("solid", "dashed", "dotted")
LOOK: Mapping[str, Any] = {
    "hue": "mark", "fill": 0.45, "darkening": 0.5, "border": 2.0, "numbers": False, "stroke": "solid"
}  # fmt: skip
"""The look of an overlay whose author says nothing else."""
LONGEST_NOTE = 500
MOST_NUMBER = 1e15
MOST = 1000
"""The most notes, arrows and overlays of a document, each, and the most spaces of an arrow."""
CANNOT_DRAW = "this cannot be drawn"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Annotations:
    """The overlays, arrows and notes on a board, and the colours of players that have one of their own."""

    overlays: tuple[Overlay, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[Note, ...] = ()
    colours: tuple[tuple[str, str], ...] = ()


def read_annotations(data: Mapping[str, Any], position: Position, problems: Problems) -> Annotations:
    """Read the annotations of a document. Add their problems, each with its place."""
    spaces = position.map
    overlays = _all(data, "overlays", read_overlay, spaces, problems)
    names = [overlay.name for overlay in overlays]
    for n, name in enumerate(names):
        if name in names[:n]:
            problems.add(f"/overlays/{n}/name", f"a second overlay of the name {shown(name)}")
    arrows = _all(data, "arrows", read_arrow, spaces, problems)
    notes = _all(data, "notes", read_note, spaces, problems)
    return Annotations(overlays, arrows, notes, _colours(data.get("colours", {}), position, problems))


def _colours(given: object, position: Position, problems: Problems) -> tuple[tuple[str, str], ...]:
    if not isinstance(given, Mapping):
        problems.expected("/colours", 'a colour for each player, such as {"red": "#aa3300"}', given)
        return ()
    found = Problems()
    players = position.system.scene(Observation(None, position)).players if given else ()
    made = read_colours(given, players, found)
    for problem in found.found:
        problems.add(f"/{problem.place}", problem.message)
    return tuple(made.items())


def write_annotations(annotations: Annotations, spaces: SpaceMap) -> dict[str, Any]:
    """Return the entries of a document. Empty ones are left out."""
    notes = [{"space": n.space, "text": n.text, "hue": n.hue} for n in annotations.notes]
    arrows = [{"spaces": list(a.spaces), "label": a.label, "hue": a.hue} for a in annotations.arrows]
    overlays = []
    for o in annotations.overlays:
        numbers = {spaces.name(i): value for value, plane in o.levels for i in SpaceMap.members(plane)}
        look = {part: getattr(o, part) for part in LOOK}
        overlays.append({"name": o.name, "label": o.label, "spaces": numbers, **look})
    colours = dict(annotations.colours)
    found: dict[str, Any] = {"overlays": overlays, "arrows": arrows, "notes": notes, "colours": colours}
    return {key: value for key, value in found.items() if value}


def _all(
    data: Mapping[str, Any], key: str, read: Callable[[Any, SpaceMap], T], spaces: SpaceMap, problems: Problems
) -> tuple[T, ...]:
    given = data.get(key, [])
    if not isinstance(given, list) or len(given) > MOST:
        problems.expected(f"/{key}", f"a list of at most {MOST}", given)
        return ()
    made = []
    for n, entry in enumerate(given):
        with problems.noting(f"/{key}/{n}"):
            made.append(read(entry, spaces))
    return tuple(made)


def _entries(given: Any, allowed: tuple[str, ...], problems: Problems) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise mismatch(CANNOT_DRAW, "an object", given)
    for key in given:
        problems.note_unknown("", "entry", key, allowed)
    return given


def _hue(given: Mapping[str, Any], problems: Problems) -> str:
    hue = given.get("hue", "mark")
    check_hue(hue, problems)
    return str(hue)


def check_hue(hue: object, problems: Problems) -> None:
    """Note an unknown hue. All are listed, as the nearest name misleads: "barred" for "red"."""
    if hue not in HUES:
        problems.add("hue", f"unknown hue {shown(hue)}; expected one of: {', '.join(map(shown, HUES))}")


def check_look(look: Mapping[str, Any], problems: Problems) -> None:
    """Note the errors in the parts of a `LOOK`, but for its numbers."""
    check_hue(look["hue"], problems)
    for part, most in (("fill", 1), ("darkening", 1), ("border", 20)):
        if not is_number(look[part]) or not 0 <= look[part] <= most:
            problems.expected(part, f"a number from 0 to {most}", look[part])
    problems.note_unknown("stroke", "stroke", look["stroke"], STROKES)


def is_text(text: object, least: int = 0) -> bool:
    """True for a text that a note may have."""
    return is_showable(text, LONGEST_NOTE, least)


def is_number(value: object) -> bool:
    """True for a number that can be shown, also a NumPy number. Truth values, infinities and NaN cannot."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return bool(-MOST_NUMBER <= value <= MOST_NUMBER)  # type: ignore[operator]  # Real has no order in its stubs


def _text(given: Mapping[str, Any], key: str, problems: Problems, least: int = 0) -> str:
    text = given.get(key, "")
    if not is_text(text, least):
        kind = "characters (no control characters)"
        problems.expected(key, f"a text of {least} to {LONGEST_NOTE} {kind}", text)
    return str(text)


def _space(name: Any, at: str, spaces: SpaceMap, problems: Problems) -> None:
    if not isinstance(name, str) or spaces.find(name) is None:
        problems.add(at, spaces.explain_unknown(name))


def read_note(given: Any, spaces: SpaceMap) -> Note:
    """Read a note of a document.

    :raises InputError: listing everything that is wrong
    """
    problems = Problems()
    given = _entries(given, ("space", "text", "hue"), problems)
    _space(given.get("space"), "space", spaces, problems)
    made = Note(str(given.get("space")), _text(given, "text", problems, 1), _hue(given, problems))
    problems.raise_any(CANNOT_DRAW)
    return made


def read_arrow(given: Any, spaces: SpaceMap) -> Arrow:
    """Read an arrow of a document.

    :raises InputError: listing everything that is wrong
    """
    problems = Problems()
    given = _entries(given, ("spaces", "label", "hue"), problems)
    way = given.get("spaces", [])
    if not isinstance(way, list) or not 2 <= len(way) <= MOST:
        problems.expected("spaces", f"2 to {MOST} spaces", way)
        way = []
    for n, name in enumerate(way):
        _space(name, f"spaces/{n}", spaces, problems)
    made = Arrow(tuple(map(str, way)), _text(given, "label", problems), _hue(given, problems), written=True)
    problems.raise_any(CANNOT_DRAW)
    return made


def read_overlay(given: Any, spaces: SpaceMap) -> Overlay:
    """Read an overlay of a document.

    :raises InputError: listing everything that is wrong
    """
    problems = Problems()
    given = _entries(given, ("name", "label", "spaces", *LOOK), problems)
    numbers = given.get("spaces", {})
    if not isinstance(numbers, Mapping):
        problems.expected("spaces", "an object of spaces and numbers", numbers)
        numbers = {}
    for name, value in numbers.items():
        _space(name, f"spaces/{name}", spaces, problems)
        if not is_number(value):
            problems.expected(f"spaces/{name}", "a number", value)
    look = {part: given.get(part, usual) for part, usual in LOOK.items()}
    check_look(look, problems)
    if type(look["numbers"]) is not bool:
        problems.expected("numbers", "true or false", look["numbers"])
    name, label = _text(given, "name", problems, 1), _text(given, "label", problems)
    problems.raise_any(CANNOT_DRAW)
    levels: dict[float, int] = {}
    for space, value in numbers.items():
        levels[value] = levels.get(value, 0) | 1 << spaces.index(space)
    return Overlay(name, label or name, tuple(levels.items()), **look)
