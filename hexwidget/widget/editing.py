"""The editing of a position on a board, and the forms in which the position is taken away."""

from __future__ import annotations

from typing import Any

from hexwidget.files import Annotations, Scenario, read_words, write_scenario
from hexwidget.geometry import HexMap
from hexwidget.geometry.images import MapImage, check_size, matrix_through, on_whole, read_image
from hexwidget.play import link
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Draft, Observation, Position
from hexwidget.rules.editing import CANNOT_EDIT, Brush, change, paint, python_lines
from hexwidget.scene.encode import Wire
from hexwidget.scene.parts import ChangingScene
from hexwidget.widget.activity import Activity
from hexwidget.widget.audience import choices_for
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.encode import encode
from hexwidget.widget.messages import Editing

GRID = "grid"
"""The key of the brush that places the grid on the picture."""


class Editor:
    """An editor of the position of a session, for referees. ``on`` is True while it is open."""

    def __init__(self, activity: Activity, drawings: Drawings) -> None:
        self.on: bool = False
        self._activity = activity
        self._audience = activity.audience
        self._drawings = drawings
        self._clicked: dict[str, tuple[float, float]] = {}
        """The hexes that were clicked on the picture, with the pixels."""

    def switch(self, on: bool) -> None:
        """Open the editor, or close it.

        :raises InputError: if this audience may not edit
        """
        self._activity.may_edit()
        self.on = bool(on)

    def state(self) -> Wire | None:
        """Return the state of the editor for the page; None: it is not open."""
        if not self.on or self._audience.player is not None:
            return None
        position = self._audience.session.position
        return encode(Editing.of(position, self._grid_brush(position)), position.system.rulebook)

    def paint(self, brush: str, spaces: tuple[str, ...], player: str | None) -> None:
        """Put a brush's ground or piece on spaces.

        :raises InputError: if there is no such brush, space or player
        """
        position = self._audience.session.position
        if brush == GRID and spaces:
            at = self._hexes().place_of(position.map.index(spaces[0]))
            self.place(*at)  # by the keyboard: the middle of the hex that has the focus
        else:
            self._set(paint(position, brush, spaces, player))

    def change(self, setting: str, value: str | int) -> None:
        """Change a setting of the position.

        :raises InputError: if there is no such setting or value
        """
        self._set(change(self._audience.session.position, setting, value))

    # ------------------------------------------------------------------ the picture below the map
    def _grid_brush(self, position: Position) -> tuple[Brush, ...]:
        """Return the brush that places the grid: its label says what to click next."""
        spaces = position.map
        if not isinstance(spaces, HexMap):
            return ()
        if spaces.image is None:
            return (Brush(GRID, "place the grid: choose a picture first", "eraser"),)
        return (Brush(GRID, f"place the grid: click the middle of {self._next(spaces)} on the picture", "eraser"),)

    def _next(self, spaces: HexMap) -> str:
        return next((name for name in spaces.corner_hexes if name not in self._clicked), spaces.corner_hexes[0])

    def lay(self, image: str) -> None:
        """Lay the map on a picture, which its hexes fill at first.

        :raises InputError: if the picture cannot be read, or the map has no hexes
        """
        if not image.startswith("data:"):
            raise InputError(CANNOT_EDIT, [Problem("image", f"expected a picture as an address, not {shown(image)}")])
        spaces = self._hexes()
        check_size(spaces)
        self._clicked = {}
        self._put_on(on_whole(read_image(image), spaces))

    def place(self, x: float, y: float) -> None:
        """Take a point of the board as the middle of the next of three hexes on the picture. The third one places the grid.

        :raises InputError: if there is no picture, or the three hexes do not fit
        """
        spaces = self._hexes()
        if spaces.image is None:
            raise InputError(CANNOT_EDIT, [Problem("picture", "there is none below the map: choose one first")])
        self._clicked[self._next(spaces)] = spaces.image.pixel_at(x, y)
        if len(self._clicked) < len(spaces.corner_hexes):
            return
        clicked, self._clicked = self._clicked, {}
        pairs = [(at, spaces.place_of(spaces.index(name))) for name, at in clicked.items()]
        self._put_on(MapImage(spaces.image.image, matrix_through(pairs)))

    def _hexes(self) -> HexMap:
        spaces = self._audience.session.position.map
        if not isinstance(spaces, HexMap):
            what = f"only maps of hexes lie on a picture, not a map of {spaces.word_for_many}"
            raise InputError(CANNOT_EDIT, [Problem("picture", what)])
        return spaces

    def _put_on(self, image: MapImage) -> None:
        position = self._audience.session.position
        made = position.system.from_json(position.system.to_json(position), strict=False)
        made.map.image = image
        self._set(made)

    def _set(self, position: Position) -> None:
        """Put an edited position in the place of the present one. First make everything that the board shows of it: what
        fails there leaves the session as it was."""
        system = position.system
        seen: Observation[Any] = Observation(None, position)
        encode(ChangingScene.of(system.scene(seen)))
        encode(choices_for(position, None, Draft()), system.rulebook)
        self._audience.session.edit(position)

    # ------------------------------------------------------------------ taken away
    def python_lines(self) -> str:
        """Return the Python that makes the position."""
        return python_lines(self._audience.as_referee().position)

    def scenario(self, title: str | None = None, prose: str = "", *, picture: bool = False) -> Scenario:
        """Return the position with the drawings on it."""
        position = self._audience.as_referee().position
        shown = position.system.scene(self._audience.observation).title if title is None else title
        problems = Problems()
        read_words(shown, prose, problems)
        problems.raise_any("this scenario cannot be made")
        return Scenario(position.system.name, shown, prose, position, self._drawings.annotations, picture)

    def export(self, form: str) -> str:
        """Return the position as a text.

        :param form: "python", "scenario", "position" (a line of Python that reads the position back) or "link" (with the
            drawings on the board)
        :raises InputError: for a scenario or link, if the position violates a clause
        """
        if form == "python":
            return self.python_lines()
        position = self._audience.as_referee().position
        findings = position.system.check_position(position).findings
        if form == "position":
            loose = ", strict=False" if findings else ""
            return f"hw.system({position.system.name!r}).read({position.notation!r}{loose})"
        if findings:
            what = f"a {form} breaks no clause, and this breaks {findings[0].clause}: mend it, or take it as Python"
            raise InputError(f"this is no {form}", [Problem("", what)])
        if form == "link":
            return link(position if self._drawings.annotations == Annotations() else self.scenario())
        return write_scenario(self.scenario())
