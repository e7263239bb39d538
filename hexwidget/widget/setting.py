"""Carry out the new value of a board's trait, which a cell or a page has set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.problems import InputError, Problem, shown
from hexwidget.widget.activity import Activity
from hexwidget.widget.choosing import Choosing
from hexwidget.widget.intents import GoTo, View
from hexwidget.widget.looks import read_theme
from hexwidget.widget.showing import Showing


class Setting:
    """Does what the new value of a trait means: every method does it, or raises and changes nothing."""

    def __init__(self, activity: Activity, showing: Showing, choosing: Choosing) -> None:
        self._activity = activity
        self._audience = activity.audience
        self._showing = showing
        self._choosing = choosing
        self._of: Mapping[str, Callable[[Any], None]] = {
            "step": self.step,
            "player": self.player,
            "position": self.position,
            "selected": self.selected,
            "theme": self.theme,
            "overlays": self.overlays,
        }

    def ask(self, trait: str, value: Any) -> None:
        """Do what a new value means. The present value is no change, so that widgets may be linked in circles.

        :raises InputError: if it cannot be
        """
        self._of[trait](value)

    def step(self, place: Any) -> None:
        """Go to a step of the line of play."""
        audience = self._audience
        if type(place) is int and place == self._showing.step:
            return
        if audience.player is not None and not audience.bound:
            what = f"the board shows {audience.player}'s view, whose steps are counted for {audience.player}"
            raise InputError(
                "this board cannot go to a step", [Problem("step", f"{what}: set `board.player = None` before")]
            )
        session = audience.as_referee()
        line = session.line
        if type(place) is not int or not 0 <= place < len(line):
            what = f"expected a step from 0 to {len(line) - 1}, not {shown(place)}"
            raise InputError("no such step", [Problem("step", what)])
        self._activity.allow(GoTo(line[place].number))
        session.goto(line[place].number)

    def player(self, player: Any) -> None:
        """Show another view."""
        if (player := player or None) != self._audience.player:
            self._activity.allow(View(player))
            self._showing.see_as(player)

    def position(self, position: Any) -> None:
        """Edit the session."""
        if self._audience.player is not None or position is not self._audience.session.position:
            self._activity.set_position(position)

    def selected(self, space: Any) -> None:
        """Choose the piece on a space. The empty text is none: a Text holds nothing else."""
        space = None if isinstance(space, str) and space == "" else space
        if space != self._showing.selected:
            self._choosing.select(space)

    def theme(self, theme: Any) -> None:
        """Show the board in another theme."""
        self._showing.set_theme(read_theme(theme, "no such theme"))

    def overlays(self, overlays: Any) -> None:
        """Show these overlays and no others."""
        self._showing.drawings.show_all(overlays, self._audience.seen.map)
        self._showing.show_drawings()
