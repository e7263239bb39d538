"""The answers to intents: a method for each, of its name."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from hexwidget.explore.opponents import answer_with_pauses
from hexwidget.problems import InputError
from hexwidget.rules import Status, Verdict
from hexwidget.widget.activity import Activity
from hexwidget.widget.advice import Advice
from hexwidget.widget.connections import intents
from hexwidget.widget.connections.messages import ClauseText
from hexwidget.widget.editing import GRID, Editor
from hexwidget.widget.frontend import parts
from hexwidget.widget.guests import Guests
from hexwidget.widget.other_processes import Elsewhere
from hexwidget.widget.pages.sharing import Sharing
from hexwidget.widget.showing import Showing
from hexwidget.widget.timeline import events

Parts = dict[str, Any]
"""The parts of a `Reply` by their names. A part that is made elsewhere is a future; the reply is sent when it is ready."""


@dataclass(frozen=True)
class Answers:
    """Carries out intents. An answer returns the parts of the reply that are its result."""

    activity: Activity
    showing: Showing
    editor: Editor
    sharing: Sharing
    advice: Advice
    guests: Guests
    elsewhere: Elsewhere | None = None

    def carry_out(self, intent: intents.Intent) -> Parts:
        """Carry out an intent, and return its result.

        :raises InputError: if the activity does not allow it, or it names what does not exist
        """
        self.activity.allow(intent)
        found: Parts | None = getattr(self, f"_answer_{intent.name}")(intent)
        return found or {}

    def _answer_hello(self, intent: intents.Hello) -> None:
        """Say nothing more: a view that has missed something gets the state beforehand."""

    def _answer_load(self, intent: intents.Load) -> Parts:
        """Send the code in the reply, which no state and no saved notebook keeps."""
        return {"text": parts()}

    # ------------------------------------------------------------------ choosing and playing
    def _answer_choose(self, intent: intents.Choose) -> None:
        self.activity.choose(intent.draft)

    def _answer_confirm(self, intent: intents.Confirm) -> None:
        with nullcontext() if intent.at_once else answer_with_pauses():
            self.activity.present.confirm(intent.draft)

    def _answer_play(self, intent: intents.Play) -> None:
        with nullcontext() if intent.at_once else answer_with_pauses():
            self.activity.present.play(self.showing.audience.player, intent.action)

    def _answer_explain(self, intent: intents.Explain) -> Parts:
        verdict = self.activity.present.explain(intent.draft, intent.space)
        if intent.clicked:
            self.activity.present.asked_why(verdict, intent.draft, intent.space)
        return {"verdict": verdict}

    def _answer_try(self, intent: intents.Try) -> None:
        for option in self.activity.choices(intent.draft).options:
            if option.findings and option.leads_to == intent.to:
                self.activity.present.asked_why(Verdict(Status.ILLEGAL, option.findings), intent.to)

    def _answer_compose(self, intent: intents.Compose) -> Parts:
        return {"draft": self.showing.audience.draft_of(intent.action)}

    # ------------------------------------------------------------------ time and chance
    def _go(self, intent: intents.Intent) -> None:
        """Let the session do what the intent says: its method of that name takes the same arguments."""
        getattr(self.showing.audience.as_referee(), intent.name)(*vars(intent).values())

    _answer_undo = _answer_redo = _answer_goto = _go

    def _answer_set_rolls(self, intent: intents.SetRolls) -> None:
        self.showing.audience.as_referee().set_rolls("ask" if intent.by_hand else "auto")

    def _answer_list_events(self, intent: intents.ListEvents) -> Parts:
        steps = self.showing.audience.as_referee().steps
        if intent.step >= len(steps):
            raise InputError("no such step", f"there are steps 0 to {len(steps) - 1}", "args/step")
        return {"events": events(steps[intent.step], None, self.showing.audience.guarded)}

    # ------------------------------------------------------------------ looking
    def _answer_view(self, intent: intents.View) -> None:
        self.showing.see_as(intent.player)

    def _answer_hover(self, intent: intents.Hover) -> None:
        self.showing.hover(intent.space)

    def _answer_read_clause(self, intent: intents.ReadClause) -> Parts:
        return {"clause": ClauseText.of(intent.clause, self.showing.audience.seen)}

    def _answer_picture(self, intent: intents.Picture) -> Parts:
        draws = self.sharing.drawing(intent.theme)
        return {"svg": draws() if self.elsewhere is None else self.elsewhere.submit(draws)}

    def _answer_suggest(self, intent: intents.Suggest) -> None:
        if intent.on:
            self.advice.seek()
        else:
            self.advice.stop()

    # ------------------------------------------------------------------ editing
    def _answer_edit(self, intent: intents.Edit) -> None:
        self.editor.switch(intent.on)
        self.showing.show_editing()

    def _answer_paint(self, intent: intents.Paint) -> None:
        self.editor.paint(intent.brush, intent.spaces, intent.player)
        if intent.brush == GRID:
            self.showing.show_editing()

    def _edit(self, intent: intents.Intent) -> None:
        """Let the editor do what the intent says: its method of that name takes the same arguments."""
        getattr(self.editor, intent.name)(*vars(intent).values())

    _answer_change = _answer_draw = _answer_write = _answer_resize = _answer_blank = _edit
    _answer_rename = _answer_colour = _answer_ask = _answer_lay = _edit

    def _answer_show(self, intent: intents.Show) -> None:
        if intent.what == "action":
            self.guests.show_action()
        else:
            self.guests.try_question()

    def _answer_place(self, intent: intents.Place) -> None:
        try:
            self.editor.place(intent.x / 1000, intent.y / 1000)
        finally:
            self.showing.show_editing()  # the next thing to click

    def _answer_export(self, intent: intents.Export) -> Parts:
        if intent.form in ("page", "handout"):
            paper = intent.form == "handout"
            made = self.editor.page(on_paper=paper)
            return {"text": made or self.sharing.page(None, None, self.editor.prose, on_paper=paper)}
        return {"text": self.editor.export(intent.form)}
