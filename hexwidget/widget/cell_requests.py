"""The requests of cells and other widgets: to choose by spaces, as the pointer does on the page, and to set a trait."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rules import Draft, Finding
from hexwidget.widget.activity import Activity
from hexwidget.widget.connections.intents import Goto, View
from hexwidget.widget.looks import read_theme
from hexwidget.widget.showing import Showing

MOST_NAMED = 12
"""The most spaces that an error names."""


class Requests:
    """Carries out what cells ask of a board. A method that raises changes nothing."""

    def __init__(self, activity: Activity, showing: Showing) -> None:
        self._activity = activity
        self._audience = activity.audience
        self._showing = showing

    def select(self, space: Space | None) -> None:
        """Choose the piece on a space; None: nothing.

        :raises InputError: if there is nothing to choose
        """
        if space is None:
            self._activity.choose(Draft())
            return
        name = self._name(space)
        root = self._activity.choices(Draft())
        piece = next((o for o in root.options if o.kind == "piece" and o.space == name), None)
        if piece is None and root.player is None:
            raise _nothing([Problem("", root.prompt)])
        if piece is None:
            pieces = dict.fromkeys(str(o.space) for o in root.options if o.kind == "piece")
            others = dict.fromkeys(o.space for o in root.options if o.kind == "space" and o.space)
            may = f"{root.player} may choose on {', '.join(pieces)}, not on {name}"
            clicks = f"; board.click may choose {', '.join([*others][:MOST_NAMED])}" if others else ""
            none = f"{root.player} has no piece to choose now, on {name} or elsewhere{clicks}"
            raise _nothing([Problem("", may if pieces else none)])
        if piece.findings:
            raise _nothing(_reasons(piece.findings))
        self._activity.choose(piece.leads_to)

    def click(self, space: Space) -> None:
        """Act as a click on a space does: go there with the chosen piece, or choose the piece there.

        :raises InputError: if the map has no such space, or nothing can be chosen there; the reasons are in it
        """
        name, draft = self._name(space), self._showing.state.draft
        now = self._activity.choices(draft)
        if now.field is not None and name in now.field.reach:
            self._activity.choose(now.draft.set(now.field.slot, name))
            return
        options = [o for o in (*now.options, *self._activity.choices(Draft()).options) if o.space == name]
        chosen = next((o for o in options if o.legal), None)
        if chosen is None:
            found = [f for o in options for f in o.findings]
            why = _reasons(found or self._activity.present.explain(draft, name).findings)
            raise _nothing(why or [Problem("", f"nothing can be chosen on {name} now")])
        self._activity.choose(chosen.leads_to)

    def _name(self, space: Space) -> str:
        spaces = self._audience.seen.map
        name: str = spaces.name(spaces.index(space))
        return name

    # ------------------------------------------------------------------ traits
    # Each method does what the new value of the trait of its name means, or raises an `InputError`. The present value is no
    # change, so that widgets may be linked in circles.
    def set_step(self, place: Any) -> None:
        """Go to a step of the line of play."""
        audience = self._audience
        if type(place) is int and place == self._showing.step:
            return
        if audience.player is not None and not audience.bound:
            what = f"the board shows {audience.player}'s view, whose steps are counted for {audience.player}"
            raise InputError("this board cannot go to a step", f"{what}: set `board.player = None` before", "step")
        session = audience.as_referee()
        line = session.line
        if type(place) is not int or not 0 <= place < len(line):
            raise InputError("no such step", f"expected a step from 0 to {len(line) - 1}, not {shown(place)}", "step")
        self._activity.allow(Goto(line[place].number))
        session.goto(line[place].number)

    def set_player(self, player: Any) -> None:
        """Show another view."""
        if (player := player or None) != self._audience.player:
            self._activity.allow(View(player))
            self._showing.see_as(player)

    def set_position(self, position: Any) -> None:
        """Edit the session."""
        if self._audience.player is not None or position is not self._audience.session.position:
            self._activity.set_position(position)

    def set_selected(self, space: Any) -> None:
        """Choose the piece on a space. The empty text means no space: a Text always holds a text."""
        space = None if isinstance(space, str) and space == "" else space
        if space != self._showing.selected:
            self.select(space)

    def set_theme(self, theme: Any) -> None:
        """Show the board in another theme."""
        self._showing.set_theme(read_theme(theme, "no such theme"))

    def set_overlays(self, overlays: Any) -> None:
        """Show these overlays and no others."""
        self._showing.state.drawings.show_all(overlays, self._audience.seen.map)
        self._showing.show_drawings()


def _reasons(findings: Iterable[Finding]) -> list[Problem]:
    return [Problem("", f"{f.text} ({f.clause})") for f in findings]


def _nothing(why: list[Problem]) -> InputError:
    return InputError("nothing to choose", why)
