"""The drawings on a board: overlays, arrows and notes of the author's, beside what the position shows.

An overlay is read from what a cell shows: a reach, a dict, spaces, an array.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Literal, NoReturn

from hexwidget.files import Annotations, read_arrow, read_note
from hexwidget.files.annotations import (
    LONGEST_NOTE,
    LOOK,
    MOST,
    check_look,
    is_number,
    is_text,
    read_overlay,
    write_annotations,
)
from hexwidget.geometry import HexMap, Space, SpaceMap
from hexwidget.geometry.hexmap import HOLE
from hexwidget.problems import InputError, Problem, Problems, place, shown, unknown, within
from hexwidget.rules.interpretations import Comparison
from hexwidget.rules.reach import Reach
from hexwidget.scene import Overlay, Scene

Shown = Reach | Comparison | Mapping[Space, float] | Iterable[Any]
MOST_NUMBERS = 40
"""The most different numbers that an overlay writes on the spaces. More of them become `SHADES` shades without numbers."""
SHADES = 24
CANNOT_SHOW = "this cannot be shown"


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of an overlay: pairs of a number and the plane of the spaces that it is shown on.

    :param label: the name of the numbers; empty if they have no name
    :param numbers: True if the numbers are written on the spaces
    """

    levels: tuple[tuple[float, int], ...]
    label: str
    numbers: bool


def read_levels(what: Any, spaces: SpaceMap) -> Levels:
    """Read a value to show on a map.

    :raises InputError: if it is no such value, or names a space that the map lacks
    """
    if isinstance(what, Reach):
        if what.map != spaces:
            _refuse("it is a reach on another map than the board's")
        return Levels(tuple(what.bands()), f"{what.label}: cost", True)
    if hasattr(what, "tolist") and hasattr(what, "shape"):
        what = _of_array(what, spaces)
    if isinstance(what, str) or not isinstance(what, (Mapping, Iterable)):
        _refuse(f"expected a reach, a dict, spaces or an array, not {shown(what)}")
    counted = isinstance(what, Mapping)
    try:
        numbers = dict(what) if isinstance(what, Mapping) else dict.fromkeys(what, 0)
    except TypeError:
        _refuse(f"expected names of spaces, not {shown(what)}")
    problems = [Problem(shown(s), spaces.explain_unknown(s)) for s in numbers if spaces.find(s) is None]
    problems += [
        Problem(shown(s), f"expected a number, not {shown(n)}") for s, n in numbers.items() if not is_number(n)
    ]
    if problems:
        raise InputError(CANNOT_SHOW, problems)
    levels: dict[float, int] = {}
    for space, given in numbers.items():
        number = int(given) if isinstance(given, Integral) else float(given)
        levels[number] = levels.get(number, 0) | 1 << spaces.index(space)
    # A count with a name of its own, such as danger, is drawn darker the larger it is.
    label = getattr(what, "label", "")
    ordered = tuple(sorted(levels.items(), reverse=bool(label)))
    if len(ordered) > MOST_NUMBERS:
        return Levels(_shaded(ordered), label, False)
    return Levels(ordered, label, counted)


def _refuse(why: str) -> NoReturn:
    raise InputError(CANNOT_SHOW, [Problem("", why)])


def _of_array(array: Any, spaces: SpaceMap) -> dict[str, Any] | list[str]:
    """The spaces where an array of truth values is true; of another array the number on each space that has one.

    The array has a row for each row of the map. A space whose entry is not a number (NaN) has none.
    """
    if not isinstance(spaces, HexMap):
        _refuse("an array has rows and columns, and this map has provinces; name them in a dict")
    if tuple(array.shape) != (spaces.rows, spaces.columns):
        _refuse(f"expected an array of {spaces.rows} rows and {spaces.columns} columns, not of shape {array.shape}")
    on_map = [
        (spaces.name(spaces.at(column, row)), value)
        for row, line in enumerate(array.tolist())
        for column, value in enumerate(line)
        if spaces.cells[row * spaces.columns + column] != HOLE
    ]
    if all(type(value) is bool for _, value in on_map):
        return [name for name, value in on_map if value]
    return {name: value for name, value in on_map if not (isinstance(value, float) and math.isnan(value))}


def _shaded(levels: tuple[tuple[float, int], ...]) -> tuple[tuple[float, int], ...]:
    """A few shades in place of many numbers. All shades stand for ranges of the same width, and each has the number in the
    middle of its range."""
    low, high = min(n for n, _ in levels), max(n for n, _ in levels)
    found: dict[int, int] = {}
    for number, plane in levels:
        shade = min(SHADES - 1, int((number - low) / (high - low) * SHADES))
        found[shade] = found.get(shade, 0) | plane
    width = (high - low) / SHADES
    return tuple((round(low + (shade + 0.5) * width, 6), plane) for shade, plane in found.items())


UNNAMED = "overlay"
"""The name of an overlay without a name of its own. Its label may come from what it shows."""
Stroke = Literal["solid", "dashed", "dotted"]


class Drawings:
    """Overlays by name, arrows and notes. A method that raises changes nothing."""

    def __init__(self, annotations: Annotations) -> None:
        self._overlays = {overlay.name: overlay for overlay in annotations.overlays}
        self._arrows = list(annotations.arrows)
        self._notes = list(annotations.notes)

    @property
    def annotations(self) -> Annotations:
        """All drawings, for a scenario."""
        return Annotations(tuple(self._overlays.values()), tuple(self._arrows), tuple(self._notes))

    def on(self, scene: Scene) -> Scene:
        """Return the scene with the drawings on it. On a mat cards come and go: the drawings on a card are seen while it is there."""
        find = scene.map.find
        notes = [note for note in self._notes if find(note.space) is not None]
        arrows = [arrow for arrow in self._arrows if all(find(space) is not None for space in arrow.spaces)]
        return scene.adding(self._overlays.values(), arrows, notes)

    def renumber(self) -> bool:
        """Take the overlays away, because the spaces have other numbers now: the planes of overlays would mean other spaces.

        :return: True if there were any
        """
        gone, self._overlays = self._overlays, {}
        return bool(gone)

    def show(self, what: Shown, name: str, spaces: SpaceMap, look: Mapping[str, Any]) -> None:
        """Add an overlay; see `Board.show`.

        :param look: the parts of a `LOOK`
        """
        problems, numbers = Problems(), look["numbers"]
        check_look(look, problems)
        if not is_text(name, 1):
            problems.add("name", f"expected a text of 1 to {LONGEST_NOTE} characters, not {shown(name)}")
        if numbers is not None and type(numbers) is not bool:
            problems.add("numbers", f"expected True, False or None, not {shown(numbers)}")
        problems.raise_any(CANNOT_SHOW)
        if isinstance(what, Comparison):
            if what.position.map != spaces:
                raise InputError(CANNOT_SHOW, [Problem("", "it compares readings on another map than the board's")])
            self._overlays |= {overlay.name: overlay for overlay in what.overlays()}
            return
        found = read_levels(what, spaces)
        label = found.label if name == UNNAMED and found.label else name
        written = found.numbers if numbers is None else numbers
        self._overlays[name] = Overlay(name, label, found.levels, **{**look, "numbers": written})

    def show_all(self, overlays: object, spaces: SpaceMap) -> None:
        """Put overlays in the place of all present ones: by name what each shows, or the entries that `as_json` returns.

        :raises InputError: listing everything that cannot be shown
        """
        if not isinstance(overlays, Mapping) or len(overlays) > MOST:
            what = f'expected at most {MOST} things by their names, such as {{"mine": ["0101"]}}, not {shown(overlays)}'
            raise InputError(CANNOT_SHOW, [Problem("overlays", what)])
        made, problems = Drawings(Annotations()), Problems()
        for name, what in overlays.items():
            try:
                if isinstance(what, Mapping) and isinstance(what.get("spaces"), Mapping):
                    made._overlays[name] = read_overlay({**what, "name": name}, spaces)
                else:
                    made.show(what, name, spaces, {**LOOK, "numbers": None})
            except InputError as error:
                for problem in error.problems:
                    problems.add(within(place("overlays", name), problem.place), problem.message)
        problems.raise_any(CANNOT_SHOW)
        self._overlays = made._overlays

    def as_json(self, spaces: SpaceMap) -> dict[str, Any]:
        """Return the overlays by name, each as the entries of a scenario document."""
        listed = write_annotations(Annotations(tuple(self._overlays.values())), spaces).get("overlays", [])
        return {entry.pop("name"): entry for entry in listed}

    def hide(self, name: str | None) -> None:
        """Take an overlay away; None: all overlays."""
        if name is None:
            self._overlays.clear()
        elif isinstance(name, str) and name in self._overlays:
            del self._overlays[name]
        else:
            raise InputError("no such overlay", [Problem("", unknown("overlay", name, self._overlays))])

    def note(self, space: Space, text: str, hue: str, spaces: SpaceMap) -> None:
        """Write at a space, in place of the words there; an empty text only takes those away."""
        name = spaces.name(spaces.index(space))
        made = [] if text == "" else [read_note({"space": name, "text": text, "hue": hue}, spaces)]
        self._notes = [note for note in self._notes if note.space != name] + made

    def arrow(self, way: tuple[Any, ...], label: str, hue: str, spaces: SpaceMap) -> None:
        """Draw an arrow."""
        names = [spaces.name(spaces.index(space)) for space in way]
        self._arrows.append(read_arrow({"spaces": names, "label": label, "hue": hue}, spaces))

    def clear(self) -> None:
        """Take everything away."""
        self.hide(None)
        self.erase()

    def erase(self) -> None:
        """Take all notes and arrows away."""
        self._notes, self._arrows = [], []
