"""The drawings on a board: overlays, arrows and notes of the author's, beside what the position shows.

An overlay is read from what a cell shows: a reach, a dict, spaces, an array.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from numbers import Integral
from pprint import pformat
from typing import Any, Literal, NoReturn

from hexwidget.files import Annotations, read_arrow, read_note
from hexwidget.files.annotations import (
    HUES,
    LONGEST_NOTE,
    LOOK,
    MOST,
    check_look,
    is_number,
    is_text,
    read_annotations,
    read_overlay,
    write_annotations,
)
from hexwidget.geometry import HexMap, Space, SpaceMap
from hexwidget.geometry.hexmap import HOLE
from hexwidget.play import Session
from hexwidget.problems import InputError, Problem, Problems, mismatch, place, shown, unknown, within
from hexwidget.rules import Position
from hexwidget.rules.interpretations import Comparison
from hexwidget.rules.reach import Reach
from hexwidget.scene import Arrow, Note, Overlay, Scene
from hexwidget.scene.paper import in_colours
from hexwidget.widget.questions import Question

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
    unfit = [(space, number) for space, number in numbers.items() if not is_number(number)]
    problems += [Problem(shown(space), f"expected a number, not {shown(number)}") for space, number in unfit]
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
        return Levels(_shade(ordered), label, False)
    return Levels(ordered, label, counted)


def _refuse(why: str) -> NoReturn:
    raise InputError(CANNOT_SHOW, why)


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


def _shade(levels: tuple[tuple[float, int], ...]) -> tuple[tuple[float, int], ...]:
    """A few shades in place of many numbers. All shades stand for ranges of the same width. Each has the number in the middle of its
    range, but the outer ones have the ends of all, which the legend names."""
    low, high = min(n for n, _ in levels), max(n for n, _ in levels)
    found: dict[int, int] = {}
    for number, plane in levels:
        shade = min(SHADES - 1, int((number - low) / (high - low) * SHADES))
        found[shade] = found.get(shade, 0) | plane
    width = (high - low) / SHADES
    ends = {0: low, SHADES - 1: high}
    return tuple((ends.get(shade, round(low + (shade + 0.5) * width, 6)), plane) for shade, plane in found.items())


SHADED = "shaded"
"""The beginning of the names of overlays that the editor makes."""
UNNAMED = "overlay"
"""The name of an overlay without a name of its own. Its label may come from what it shows."""
Stroke = Literal["solid", "dashed", "dotted"]


@dataclass(slots=True)
class Content:
    """The drawings at a step, and a few words about the scenario.

    :param overlays: by their names
    :param question: the question that the editor makes
    :param colours: of players that have one of their own
    """

    overlays: dict[str, Overlay]
    arrows: list[Arrow]
    notes: list[Note]
    prose: str = ""
    question: Question = field(default_factory=Question)
    colours: dict[str, str] = field(default_factory=dict)


class Drawings:
    """Overlays by name, arrows and notes, and a few words about the scenario. A method that raises changes nothing.

    They stay as they are while a game goes on. The editor draws at steps of the game, so that undo takes drawings back, too.
    """

    def __init__(self, annotations: Annotations | None = None, prose: str = "") -> None:
        drawn = annotations or Annotations()
        overlays = {overlay.name: overlay for overlay in drawn.overlays}
        self.content: Content = Content(overlays, list(drawn.arrows), list(drawn.notes), prose)
        self.content.colours = dict(drawn.colours)
        self._contents: dict[int, Content] = {0: self.content}
        """The drawings by the step that they were made at. They hold there and at later steps."""

    @property
    def annotations(self) -> Annotations:
        """All drawings, for a scenario."""
        content, colours = self.content, tuple(self.content.colours.items())
        return Annotations(tuple(content.overlays.values()), tuple(content.arrows), tuple(content.notes), colours)

    # ------------------------------------------------------------------ the steps that they were made at
    def copy(self) -> Drawings:
        """Return drawings like these, to be changed and put at another step."""
        made = Drawings(self.annotations, self.content.prose)
        made.content.question = self.content.question
        return made

    @contextmanager
    def at_next_step(self, session: Session, made: Drawings) -> Iterator[None]:
        """Let other drawings hold from the next new step of a session on, which is taken meanwhile."""
        number = len(session.steps)
        self._contents[number] = made.content
        try:
            yield
        finally:
            if number == len(session.steps):  # the step was not taken
                del self._contents[number]

    def at(self, session: Session, number: int) -> Drawings:
        """Return the drawings that hold at a step of a session."""
        if len(self._contents) == 1:
            return self
        there = next(step.number for step in session.tree.back(session.steps[number]) if step.number in self._contents)
        made = Drawings()
        made.content = self._contents[there]
        return made

    def follow(self, session: Session) -> bool:
        """Take up the drawings that hold at the present step of a session; False if they do already."""
        found = self.at(session, session.step.number).content
        changed, self.content = found is not self.content, found
        return changed

    def coloured(self, scene: Scene) -> Scene:
        """Return the scene in the colours of the players."""
        return in_colours(scene, self.content.colours) if self.content.colours else scene

    def on(self, scene: Scene) -> Scene:
        """Return the scene with the drawings on it. On a mat cards come and go: the drawings on a card are seen while it is there."""
        find = scene.map.find
        notes = [note for note in self.content.notes if find(note.space) is not None]
        arrows = [arrow for arrow in self.content.arrows if all(find(space) is not None for space in arrow.spaces)]
        return scene.adding(self.content.overlays.values(), arrows, notes)

    def renumber(self) -> bool:
        """Take the overlays away, because the spaces have other numbers now: the planes of overlays would mean other spaces.

        :return: True if there were any
        """
        gone, self.content.overlays = self.content.overlays, {}
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
                raise InputError(CANNOT_SHOW, "it compares readings on another map than the board's")
            self.content.overlays |= {overlay.name: overlay for overlay in what.overlays()}
            return
        found = read_levels(what, spaces)
        label = found.label if name == UNNAMED and found.label else name
        written = found.numbers if numbers is None else numbers
        self.content.overlays[name] = Overlay(name, label, found.levels, **{**look, "numbers": written})

    def show_all(self, overlays: object, spaces: SpaceMap) -> None:
        """Put overlays in the place of all present ones: by name what each shows, or the entries that `as_json` returns.

        :raises InputError: listing everything that cannot be shown
        """
        if not isinstance(overlays, Mapping) or len(overlays) > MOST:
            what = f'at most {MOST} things by their names, such as {{"mine": ["0101"]}}'
            raise mismatch(CANNOT_SHOW, what, overlays, "overlays")
        made, problems = Drawings(), Problems()
        for name, what in overlays.items():
            try:
                if isinstance(what, Mapping) and isinstance(what.get("spaces"), Mapping):
                    made.content.overlays[name] = read_overlay({**what, "name": name}, spaces)
                else:
                    made.show(what, name, spaces, {**LOOK, "numbers": None})
            except InputError as error:
                for problem in error.problems:
                    problems.add(within(place("overlays", name), problem.place), problem.message)
        problems.raise_any(CANNOT_SHOW)
        self.content.overlays = made.content.overlays

    def as_json(self, spaces: SpaceMap) -> dict[str, Any]:
        """Return the overlays by name, each as the entries of a scenario document."""
        listed = write_annotations(Annotations(tuple(self.content.overlays.values())), spaces).get("overlays", [])
        return {entry.pop("name"): entry for entry in listed}

    def python(self, spaces: SpaceMap) -> list[str]:
        """Return the Python that draws them on a board of ``position``."""
        prose = self.content.prose
        told = f"hw.Scenario(position.system.name, position.title, {prose!r}, position)" if prose else "position"
        colours = f", colours={self.content.colours!r}" if self.content.colours else ""
        lines = [f"board = hw.Board({told}{colours})"]
        lines += [f"board.note({note.space!r}, {note.text!r}, hue={note.hue!r})" for note in self.content.notes]
        for arrow in self.content.arrows:
            ways = ", ".join(map(repr, arrow.spaces))
            lines.append(f"board.arrow({ways}, label={arrow.label!r}, hue={arrow.hue!r})")
        overlays = self.as_json(spaces)
        if overlays:
            lines.append(f"board.overlays = {pformat(overlays, width=100, sort_dicts=False)}")
        return [*lines, "board"]

    def hide(self, name: str | None) -> None:
        """Take an overlay away; None: all overlays."""
        if name is None:
            self.content.overlays.clear()
        elif isinstance(name, str) and name in self.content.overlays:
            del self.content.overlays[name]
        else:
            raise InputError("no such overlay", unknown("overlay", name, self.content.overlays))

    def note(self, space: Space, text: str, hue: str, spaces: SpaceMap) -> None:
        """Write at a space, in place of the words there; an empty text only takes those away."""
        name = spaces.name(spaces.index(space))
        made = [] if text == "" else [read_note({"space": name, "text": text, "hue": hue}, spaces)]
        self.content.notes = [note for note in self.content.notes if note.space != name] + made

    def arrow(self, way: tuple[Any, ...], label: str, hue: str, spaces: SpaceMap) -> None:
        """Draw an arrow."""
        names = [spaces.name(spaces.index(space)) for space in way]
        self.content.arrows.append(read_arrow({"spaces": names, "label": label, "hue": hue}, spaces))

    def clear(self) -> None:
        """Take everything away, at all steps."""
        self.content = Content({}, [], [])
        self._contents = {0: self.content}

    def erase(self, space: str | None = None) -> None:
        """Take all notes and arrows away.

        :param space: take away only those on it, and its shades
        """
        if space is None:
            self.content.notes, self.content.arrows = [], []
            return
        self.content.notes = [note for note in self.content.notes if note.space != space]
        self.content.arrows = [arrow for arrow in self.content.arrows if space not in arrow.spaces]

    def shade(self, named: Iterable[str], hue: str, spaces: SpaceMap) -> None:
        """Shade spaces in a hue, or if the first one has that shade, shade them no more."""
        name = f"{SHADED} {hue}"
        known = [self.content.overlays[name]] if name in self.content.overlays else []
        before = {spaces.name(i) for each in known for _, plane in each.levels for i in spaces.members(plane)}
        names = [spaces.name(spaces.index(each)) for each in named]
        after = before - {*names} if names[0] in before else before | {*names}
        if after:
            self.show(sorted(after), name, spaces, {**LOOK, "hue": hue, "numbers": False})
        elif known:
            self.hide(name)

    def unshade(self, space: str, spaces: SpaceMap) -> None:
        """Take the shades of a space away."""
        for hue in HUES:
            shaded = self.content.overlays.get(f"{SHADED} {hue}")
            if shaded is not None and any(plane >> spaces.index(space) & 1 for _, plane in shaded.levels):
                self.shade([space], hue, spaces)

    def with_names(self, rename: Callable[[str], str | None], was: SpaceMap, position: Position) -> Drawings:
        """Return the drawings for a position whose spaces have other names. Drawings on spaces
        that are gone are left out, and so are the actions of the question."""
        rewrite = write_annotations(self.annotations, was)
        for entry in rewrite.get("overlays", []):
            entry["spaces"] = {new: n for name, n in entry["spaces"].items() if (new := rename(name)) is not None}
        for entry in rewrite.get("arrows", []):
            entry["spaces"] = [new for name in entry["spaces"] if (new := rename(name)) is not None]
        for entry in rewrite.get("notes", []):
            entry["space"] = rename(entry["space"])
        kept = {
            "overlays": [each for each in rewrite.get("overlays", []) if each["spaces"]],
            "arrows": [each for each in rewrite.get("arrows", []) if len(each["spaces"]) > 1],
            "notes": [each for each in rewrite.get("notes", []) if each["space"] is not None],
            "colours": self.content.colours,
        }
        problems = Problems()
        made = Drawings(read_annotations(kept, position, problems), self.content.prose)
        problems.raise_any(CANNOT_SHOW)
        question = self.content.question
        shown = {part: rename(getattr(question, part)) or "" for part in ("piece", "place") if getattr(question, part)}
        made.content.question = replace(question, actions=(), **shown)
        return made
