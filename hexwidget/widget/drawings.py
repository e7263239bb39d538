"""The drawings on a board: overlays, arrows and notes of the author's, beside what the position shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from hexwidget.files import Annotations, read_arrow, read_note
from hexwidget.files.annotations import (
    LONGEST_NOTE,
    MOST,
    STROKES,
    check_hue,
    is_number,
    is_text,
    read_overlay,
    write_annotations,
)
from hexwidget.geometry import Space, SpaceMap
from hexwidget.problems import InputError, Problem, Problems, place, shown, unknown, within
from hexwidget.rules.interpretations import Comparison
from hexwidget.scene import Overlay, Scene
from hexwidget.widget.shown import CANNOT_SHOW, Shown, read_levels

UNNAMED = "overlay"
"""The name of an overlay without a name of its own. Its label may come from what it shows."""
Stroke = Literal["solid", "dashed", "dotted"]
USUAL_LOOK: Mapping[str, Any] = {
    "hue": "mark", "fill": 0.45, "darkening": 0.5, "border": 2.0, "numbers": None, "stroke": "solid"
}  # fmt: skip
"""The look of an overlay whose author says nothing else."""


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

    def renumber(self) -> None:
        """Take the overlays away, because the spaces have other numbers now: the planes of overlays would mean other spaces."""
        self._overlays = {}

    def show(
        self,
        what: Shown,
        name: str,
        spaces: SpaceMap,
        *,
        hue: str,
        fill: float,
        darkening: float,
        border: float,
        numbers: bool | None,
        stroke: Stroke,
    ) -> None:
        """Add an overlay; see `Board.show`."""
        problems = Problems()
        check_hue(hue, problems)
        for setting, value, most in (("fill", fill, 1), ("darkening", darkening, 1), ("border", border, 20)):
            if not is_number(value) or not 0 <= value <= most:
                problems.add(setting, f"expected a number from 0 to {most}, not {shown(value)}")
        if stroke not in STROKES:
            problems.unknown("stroke", "stroke", stroke, STROKES)
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
        self._overlays[name] = Overlay(name, label, found.levels, hue, fill, darkening, border, written, stroke)

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
                    made.show(what, name, spaces, **USUAL_LOOK)
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
