"""A course as the activity at a board: its stages are played, its exercises answered, and callouts introduce clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hexwidget.lessons.exercise import Exercise
from hexwidget.lessons.feedback import Line
from hexwidget.lessons.hints import Hint
from hexwidget.lessons.lesson import Lesson, not_here
from hexwidget.lessons.records import Progress
from hexwidget.lessons.stages import Stage, own_actions
from hexwidget.lessons.teaching import Teaching
from hexwidget.play import Session
from hexwidget.rules import Action, ChanceOutcome, Choice, Choices, Draft, IllegalAction, Position, Transition, Verdict
from hexwidget.scene import Scene
from hexwidget.widget.activity import Activity, decided, roll
from hexwidget.widget.audience import Audience
from hexwidget.widget.intents import Change, Edit, Intent, Paint, SetRolls, View
from hexwidget.widget.messages import Called, Said
from hexwidget.widget.showing import Showing

BUTTON = "tutor"
"""The slot of the tutor's own buttons."""
READ = "read"
"""The value of the button that dismisses a callout: it stands in the callout itself."""


class Guide(Activity):
    """The stages and exercises of a course, one after another, at one board.

    ``teaching`` is the play of the stages, ``place`` the number of the present part.
    """

    def __init__(self, parts: Sequence[Stage | Exercise], progress: Progress) -> None:
        self.parts = tuple(parts)
        self.progress = progress
        self.place = 0
        stages = [part for part in self.parts if isinstance(part, Stage)]
        self.teaching = Teaching(stages, progress)
        self._lesson: Lesson | None = None
        self._hint: Hint | None = None
        self._why: list[Line] = []
        self._draft = Draft()
        self._drafted_at = -1
        self._showing: Showing
        super().__init__(Audience(self.teaching.session), any_view=False)
        self._sit()

    def begin(self, showing: Showing) -> None:
        """Begin at a board."""
        self._showing = showing
        if self._lesson is not None:
            self._lesson.begin(showing)

    @property
    def part(self) -> Stage | Exercise:
        """The present stage or exercise."""
        return self.parts[self.place]

    def _sit(self) -> Session[Any]:
        """Put the learner before the present part; returns its session."""
        part = self.part
        self._hint, self._why, self._lesson = None, [], None
        if isinstance(part, Exercise):
            self._lesson = Lesson((part,), self.progress)
            session, self.audience.player = self._lesson.session, None
            self._lesson.audience = self.audience
        else:
            number = sum(isinstance(each, Stage) for each in self.parts[: self.place])
            self.teaching.open(number)
            session, self.audience.player = self.teaching.session, part.learner
        self.audience.session = session
        return session

    def open(self, place: int) -> None:
        """Open a part of the course on the board.

        :param place: its number, from 0
        """
        self.place = place
        session = self._sit()
        if self._lesson is not None:
            self._lesson.begin(self._showing)
        self._showing.open(session)

    # ------------------------------------------------------------------ what the board shows
    def title(self, scene: Scene) -> str:
        """Return the place in the course and the title of its part."""
        return f"{self.place + 1} of {len(self.parts)}: {self.part.title}"

    def called(self) -> Called | None:
        """Return the callout that stands on the board. Making it, the tutor looks at what has happened, and at the choices."""
        if self._lesson is not None:
            return None
        step = self.audience.session.step.number
        if step != self._drafted_at:
            self._draft, self._drafted_at = Draft(), step
            self._hint, self._why = None, []
        teaching = self.teaching
        teaching.catch_up()
        if teaching.state == "playing":
            teaching.look(self.audience.choices(self._draft))
        callout = teaching.tutor.callout
        if callout is None:
            return None
        space = callout.spaces[0] if callout.spaces else ""
        return Called(callout.title, callout.text, callout.clause, space, len(teaching.tutor.waiting))

    @property
    def plain(self) -> bool:
        """True while the board hides what a beginner does not need."""
        return self._lesson is None and self.place < len(self.parts) - 1

    def said(self) -> tuple[Said, ...]:
        """Return the aim with what is left to do, the reasons of a hint, and how the stage ended."""
        if self._lesson is not None:
            return self._lesson.said()
        stage, teaching = self.teaching.stage, self.teaching
        lines = [Line(stage.aim)]
        if teaching.state == "playing":
            more = stage.within - len(own_actions(teaching.session, stage.learner))
            lines.append(Line(f"You have {more} {'action' if more == 1 else 'actions'} left."))
        found = [Said.of(stage.title, "question", lines)]
        if self._why and self._hint is not None:
            found.append(Said.of(f"Why {self._hint.action}?", "question", self._why))
        if teaching.state == "done":
            last = self.place == len(self.parts) - 1
            words = "You have played the whole course." if last else "Go on to the next stage."
            found.append(Said.of("Well done!", "right", [Line(words)]))
        elif teaching.state == "lost":
            left = [Line(f"Still open: {what}.") for what in stage.left(teaching.session)]
            found.append(
                Said.of("Not this time.", "wrong", [*left, Line("Go back to where it went wrong, and try again.")])
            )
        return tuple(found)

    def choices(self, draft: Draft) -> Choices:
        """Return what the learner can choose, and the tutor's own buttons."""
        draft = draft.clear(BUTTON)  # it stands there if a view sent a button twice
        self.called()
        if self._lesson is not None:
            found = self._lesson.choices(draft)
            return replace(found, options=(*found.options, *self._buttons(draft)))
        if self.teaching.state == "playing":
            found = self.audience.choices(draft)
        else:
            words = "the stage is done" if self.teaching.state == "done" else "the aim can no longer be reached"
            found = Choices(self.teaching.stage.learner, Draft(), f"{words[:1].upper()}{words[1:]}.")
        return replace(found, options=(*found.options, *self._buttons(draft)))

    def _buttons(self, draft: Draft) -> list[Choice]:
        shown: dict[str, str] = {}
        if self._lesson is None:
            match self.teaching.state:
                case "playing":
                    shown = {"hint": "Hint", "show": "Show me", "why": "Why?" if self._hint else ""}
                case "lost":
                    shown = {"back": "Back to where it went wrong", "again": "Begin again"}
                case "done":
                    shown = {"again": "Play it again"}
            if self.teaching.tutor.callout is not None:
                shown[READ] = "Got it"
        done = self._lesson.is_solved if self._lesson is not None else self.teaching.state == "done"
        if done and self.place < len(self.parts) - 1:
            shown = {"on": "Next", **shown}
        return [
            Choice(BUTTON, name, label, "button", "", draft.set(BUTTON, name)) for name, label in shown.items() if label
        ]

    def explain(self, draft: Draft, space: str) -> Verdict:
        """Return why a space cannot be chosen."""
        return self.audience.explain(draft, space) if self._lesson is None else self._lesson.explain(draft, space)

    # ------------------------------------------------------------------ what is not done in a course
    def allow(self, intent: Intent) -> None:
        """Let an intent pass that neither edits the position nor changes the view.

        :raises InputError: for others
        """
        if isinstance(intent, (Edit, Paint, Change, View, SetRolls)):
            raise not_here("the position of a stage, and whose view it is, stay as they are")

    def may_edit(self) -> None:
        """Refuse editing: the stage begins with its own position.

        :raises InputError: always
        """
        raise not_here("the position of a stage stays as it is; `hw.Board(course.stages[0].position)` is for editing")

    def set_position(self, position: Position) -> None:
        """Refuse another position.

        :raises InputError: always
        """
        raise not_here("the position of a stage stays as it is")

    # ------------------------------------------------------------------ what the learner does
    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft, or do what a button says."""
        wish = draft.get(BUTTON)
        if wish is None:
            if self._lesson is not None:
                self._lesson.choose(draft)
                return
            self._draft = draft
            self._showing.choose(draft)
            self._showing.show_status()  # a callout may have come
            return
        rest = draft.clear(BUTTON)
        match wish:
            case "read":
                self.teaching.tutor.dismiss()
                self._showing.choose(rest)
            case "hint":
                self.hint()
            case "show":
                self.show_me()
            case "why":
                self.why()
                self._showing.choose(rest)
            case "back":
                self.teaching.back()
            case "again":
                self.open(self.place)
            case "on" if self.place < len(self.parts) - 1:
                self.open(self.place + 1)
        self._showing.show_status()
        self._showing.show_root()

    def hint(self) -> Hint:
        """Choose a good action on the board, where *Confirm* plays it; returns it."""
        self._hint = self._hint or self.teaching.hint()
        self._draft = self.audience.draft_of(str(self._hint.action)) or Draft()
        self._showing.choose(self._draft)
        return self._hint

    def why(self) -> list[Line]:
        """Say on the board why the hint is good; returns the sentences."""
        self._hint = self._hint or self.teaching.hint()
        self._why = self.teaching.why(self._hint)
        return self._why

    def show_me(self) -> Transition[Any]:
        """Play the hint."""
        hint = self._hint or self.teaching.hint()
        return self.teaching.play(hint.action, self._chosen(hint.action))

    def _chosen(self, action: Action) -> Choices | None:
        draft = self.audience.draft_of(str(action))
        return None if draft is None else self.audience.choices(draft)

    def confirm(self, draft: Draft) -> None:
        """Play the action of a draft, or give it as the answer of an exercise."""
        if self._lesson is not None:
            self._lesson.confirm(draft)
            return
        now = self.audience.decision(draft)
        try:
            action = decided(now)
        except IllegalAction as refused:
            self.teaching.tutor.refused(refused.verdict, self.audience.seen.map)
            self._showing.show_status()
            raise
        if isinstance(action, ChanceOutcome):
            roll(self.teaching.session, action)
        else:
            self._play(action, now)

    def play(self, player: str | None, action: Action | str) -> Transition[Any]:
        """Play an action of the learner."""
        return self._play(action, None) if self._lesson is None else self._lesson.play(player, action)

    def _play(self, action: Action | str, now: Choices | None) -> Transition[Any]:
        if self.teaching.state != "playing":
            raise not_here("this stage is over: go on to the next one, or begin it again")
        try:
            return self.teaching.play(action, now)
        except IllegalAction:
            self._showing.show_status()
            raise
