"""The editing of a position on a board, and the forms in which the position is taken away."""

from __future__ import annotations

from typing import Any

from hexwidget.files import Annotations, Scenario, read_words, write_scenario
from hexwidget.play import link
from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules import Draft, Observation, Position
from hexwidget.rules.editing import change, paint, python_lines
from hexwidget.scene.encode import Wire
from hexwidget.scene.parts import ChangingScene
from hexwidget.widget.activity import Activity
from hexwidget.widget.audience import choices_for
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.encode import encode
from hexwidget.widget.messages import Editing


class Editor:
    """An editor of the position of a session, for referees. ``on`` is True while it is open."""

    def __init__(self, activity: Activity, drawings: Drawings) -> None:
        self.on: bool = False
        self._activity = activity
        self._audience = activity.audience
        self._drawings = drawings

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
        return encode(Editing.of(position), position.system.rulebook)

    def paint(self, brush: str, spaces: tuple[str, ...], player: str | None) -> None:
        """Put a brush's ground or piece on spaces.

        :raises InputError: if there is no such brush, space or player
        """
        self._set(paint(self._audience.session.position, brush, spaces, player))

    def change(self, setting: str, value: str | int) -> None:
        """Change a setting of the position.

        :raises InputError: if there is no such setting or value
        """
        self._set(change(self._audience.session.position, setting, value))

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
