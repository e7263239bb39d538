"""Choosing from cells: by spaces, as the pointer chooses on the page."""

from __future__ import annotations

from collections.abc import Iterable

from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Draft, Finding
from hexwidget.widget.activity import Activity
from hexwidget.widget.showing import Showing


class Choosing:
    """Chooses on a board: every method changes the draft that the board shows."""

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
        if piece is None:
            spaces = ", ".join(str(o.space) for o in root.options if o.kind == "piece") or "nowhere"
            raise _nothing([Problem("", f"{root.player} may choose on {spaces}, not on {name}")])
        if piece.findings:
            raise _nothing(_reasons(piece.findings))
        self._activity.choose(piece.leads_to)

    def click(self, space: Space) -> None:
        """Do what a click on a space does: go there with what is chosen, or choose what lies there.

        :raises InputError: if the map has no such space, or nothing can be chosen there; the reasons are in it
        """
        name, draft = self._name(space), self._showing.draft
        now = self._activity.choices(draft)
        if now.field is not None and name in now.field.reach:
            self._activity.choose(now.draft.set(now.field.slot, name))
            return
        options = [o for o in (*now.options, *self._activity.choices(Draft()).options) if o.space == name]
        chosen = next((o for o in options if o.legal), None)
        if chosen is None:
            found = [f for o in options for f in o.findings]
            why = _reasons(found or self._activity.explain(draft, name).findings)
            raise _nothing(why or [Problem("", f"nothing can be chosen on {name} now")])
        self._activity.choose(chosen.leads_to)

    def _name(self, space: Space) -> str:
        spaces = self._audience.seen.map
        name: str = spaces.name(spaces.index(space))
        return name


def _reasons(findings: Iterable[Finding]) -> list[Problem]:
    return [Problem("", f"{f.text} ({f.clause})") for f in findings]


def _nothing(why: list[Problem]) -> InputError:
    return InputError("nothing to choose", why)
