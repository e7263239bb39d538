"""A stage of a course as an activity: the learner plays, with callouts, hints and the reasons of hints."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

from hexwidget.english import capital, listing, phrase, translated, worded
from hexwidget.files import Annotations
from hexwidget.files.scenario import scenario, scenarios_of
from hexwidget.geometry import MatMap
from hexwidget.lessons.courses.hint_steps import HintStep, clues
from hexwidget.lessons.courses.hints import Hint
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import aim_in_words, own_actions
from hexwidget.lessons.courses.tutor import Callout
from hexwidget.lessons.exercises.activity import PartActivity, not_here
from hexwidget.lessons.exercises.drawings import aim, hint_drawing
from hexwidget.lessons.exercises.feedback import Line, of_findings
from hexwidget.lessons.learners.knowledge_map import progress
from hexwidget.lessons.learners.records import Bookmark
from hexwidget.rules import Action, ChanceOutcome, Choices, Draft, Finding, IllegalAction, Position, Transition, Verdict
from hexwidget.widget.activity import decided, roll
from hexwidget.widget.audience import Audience
from hexwidget.widget.connections.messages import Called, Said

READ = "read"
"""The button that dismisses a callout: it stands in the callout itself."""
MOST_DONE = 2
"""The most conditions of an aim that success repeats."""
MOST_REASONS = 2
"""The most reasons why nothing else is possible, each of another clause."""


@lru_cache(maxsize=8)
def _scenario_that_begins(position: Position) -> str:
    """Return the name of the scenario that begins with a position; "" if no scenario does."""
    return next((each for each in scenarios_of(position.system.name) if scenario(each).position == position), "")


class StageActivity(PartActivity):
    """The present stage of a course.

    :param teaching: the play of the stages, open at this one
    :param audience: that of the course's board
    :param is_last: True if the course ends with the stage
    """

    subject = "the position of a stage"
    editable = "course.parts[0].position"

    def __init__(self, teaching: CoursePlay, audience: Audience, *, is_last: bool) -> None:
        super().__init__(audience, any_view=False)
        self.teaching = teaching
        self._is_last = is_last
        self.current_hint: Hint | None = None
        self._clues: list[HintStep] = []
        self._given = 0
        """The number of steps of the hint that were given."""
        self._guess = ""
        self._only: tuple[int, Choices | None] | None = None
        """The number of a step, and the choices of its only action."""
        self._led: tuple[Callout | None, Position] = (None, teaching.stage.position)
        """The last callout, and the position that its space is of: a stage names spaces of its start."""
        self._why: list[Line] = []
        self._draft = Draft()
        self._drafted_at = -1

    # ------------------------------------------------------------------ as a part of the course
    @property
    def is_over(self) -> bool:
        """True once the aim is reached, or can no longer be."""
        return self.teaching.state != "playing"

    @property
    def is_done(self) -> bool:
        """True once the aim is reached."""
        return self.teaching.state == "done"

    @property
    def bookmark(self) -> Bookmark:
        """The learner's place: the stage, and its game once something was played."""
        return self.teaching.place_now

    @property
    def buttons(self) -> dict[str, str]:
        """The buttons of the tutor, as labels by their names."""
        shown: dict[str, str] = {}
        match self.teaching.state:
            case "playing":
                # Each step of a hint takes the place of the one before: further clicks there meet no other button.
                asks = [each.asks for each in self._clues[self._given :]] if self._given else ["Hint"]
                shown = {"hint": asks[0]} if asks else {"why": "Why?"}
                shown["show"] = "Play it for me"
                if self.teaching.session.can_undo:
                    shown["undo"] = "Take back"
            case "lost":
                shown = {"again": "Begin again"}
            case "done" if self.teaching.was_shown:
                shown = {"again": "Play it yourself"}
        return shown if self.teaching.tutor.callout is None else {**shown, READ: "Got it"}

    # ------------------------------------------------------------------ what the board shows
    def drawn(self) -> Annotations:
        """Return the aim where it is still open, and what the hint speaks of."""
        session = self.teaching.session
        spaces, hint = session.position.map, self._clue
        drawn = aim(self.teaching.stage.open(session), spaces, self._clicks)
        return drawn if hint is None else replace(drawn, overlays=(*drawn.overlays, *hint_drawing(hint.spaces, spaces)))

    @property
    def _on_a_mat(self) -> bool:
        return isinstance(self.teaching.session.position.map, MatMap)

    def _clicks(self, zone: str) -> list[str]:
        """The spaces to click for a zone of a mat that an aim names: those of the choices whose labels name it."""
        fresh = self.audience.session.step.number != self._drafted_at
        if self.teaching.state != "playing" or not self._on_a_mat:
            return []
        offered = self.audience.choices(Draft() if fresh else self._draft).options
        here = re.compile(rf"\b{re.escape(zone)}\b")
        open_ = [each for each in offered if each.legal and each.kind == "space" and not each.chosen]
        return [each.space for each in open_ if each.space is not None and here.search(each.label)]

    @property
    def _clue(self) -> HintStep | None:
        """The step of the hint that stands beside the board."""
        return self._clues[self._given - 1] if self._given and self.teaching.state == "playing" else None

    def look(self) -> None:
        """Let the tutor look at what has happened, and at the choices. It may introduce clauses, and the stage may end."""
        step = self.audience.session.step.number
        if step != self._drafted_at:
            self._draft, self._drafted_at = Draft(), step
            self.current_hint, self._why, self._given = None, [], 0
        teaching = self.teaching
        teaching.catch_up()
        if teaching.state == "playing":
            teaching.look(self.audience.choices(self._draft))

    def called(self) -> Called | None:
        """Return the callout that stands on the board. Once its piece has moved, it leads to no space."""
        callout = self.teaching.tutor.callout
        if callout is None:
            return None
        position = self.audience.session.position
        if callout != self._led[0]:
            named = f"{callout.clause} {''.join(callout.spaces[:1])}" in self.teaching.stage.clauses
            self._led = (callout, self.teaching.stage.position if named else position)
        space, before = "".join(callout.spaces[:1]), self._led[1]
        return callout_message(callout, leads=_pieces_on(space, position) == _pieces_on(space, before))

    @property
    def taught(self) -> Literal["plain", "full"]:
        """The last part shows the whole board, the others what a beginner needs."""
        return "full" if self._is_last else "plain"

    def said(self) -> tuple[Said, ...]:
        """Return the aim with what is left to do, the reasons of a hint, and how the stage ended."""
        teaching, found = self.teaching, [*self.aims]
        if self._clue is not None and not self._why:
            lines = [Line(each) for each in (self._clue.text, self._guess) if each]
            found.append(Said.of(translated("Hint"), "question", lines))
        if self._why:
            found.append(Said.of(translated("Why is that good?"), "question", self._why))
        if self._clue is None and not self.is_over and self._only_action() is not None:
            found.append(self._only_way())
        if teaching.state == "done":
            found.append(self._success())
            found += [self._what_next()] * self._is_last
        elif teaching.state == "lost":
            left = [Line(worded("Not reached: “{what}”.", what=what)) for what in teaching.left]
            back = teaching.way_back
            sure = translated("From there I know a sure way." if back.sure else "Try another way from there.")
            again = Line(f"{worded('Go back {n:action}.', n=back.number)} {sure}")
            found.append(Said.of(translated("Not this time."), "wrong", [*left, again]))
        return tuple(found)

    @property
    def aims(self) -> tuple[Said, ...]:
        """The aim of the stage, with the rules to use and the actions that are left."""
        stage, teaching = self.teaching.stage, self.teaching
        lines = [Line(translated(stage.aim))]
        if teaching.state == "playing":
            rulebook = stage.position.system.rulebook
            played = len(own_actions(teaching.session, stage.learner))
            # Before the first action the titles of clauses that are new say nothing yet.
            due = [each for each in teaching.unused if played or teaching.tutor.is_introduced(each)]
            rules = [phrase("“{title}”", title=rulebook[clause].title) for clause in due]
            lines += [Line(worded("Use {rules}.", rules=listing(rules)))] if rules else []
            lines.append(Line(worded("You have {n:action} left.", n=stage.within - played)))
        return (Said.of(translated("Your aim"), "question", lines),)

    def _only_way(self) -> Said:
        """Return why there is only one action, and how to take it."""
        reasons: dict[str, Finding] = {}
        for option in self.audience.choices(Draft()).options:
            for finding in option.findings[:1]:
                reasons.setdefault(finding.clause, finding)
        nothing = Line(translated("You have nothing else to play or to move."))
        lines = of_findings([*reasons.values()][:MOST_REASONS]) or [nothing]
        go_on = Line(translated("The button at the end of the bar goes on, and so does Enter."))
        return Said.of(translated("Only one thing is possible now"), "question", [*lines, go_on])

    def _what_next(self) -> Said:
        """Return the ways on after a course: an exercise, a game against the computer, and the rulebook."""
        position, learner = self.teaching.stage.position, self.teaching.stage.learner
        name, others = position.system.name, {each: "search" for each in position.players if each != learner}
        known = progress(name, self.teaching.progress)
        lines = [Line(worded("Next exercise: {name}.", name=each.name)) for each in known.next[:1]]
        if game := _scenario_that_begins(position):
            code = f"hw.Board({game!r}, player={learner!r}, opponents={others!r})"
            lines.append(Line(worded("A game against the computer, in a notebook: {code}", code=code)))
        lines.append(Line(translated("The book above the map opens the rulebook.")))
        return Said.of(translated("What comes next"), "question", lines)

    def _success(self) -> Said:
        """Return the words at the end of a stage: what the learner has done, or that they have only seen it."""
        stage, teaching = self.teaching.stage, self.teaching
        if teaching.was_shown:
            seen = Line(translated("You have seen it; play it yourself to master it."))
            return Said.of(translated("That is how it goes."), "right", [seen])
        position = teaching.session.position
        goal = [each for each in stage.goal if "event" not in each][:MOST_DONE]
        stands = capital(translated(listing([aim_in_words(each, position, stage.learner) for each in goal])))
        done = [stands or worded("You have played {n:action}", n=len(own_actions(teaching.session, stage.learner)))]
        rules = [phrase("“{title}”", title=position.system.rulebook[clause].title) for clause in stage.uses]
        done += [worded("You have used {rules}", rules=listing(rules))] if rules else []
        done += [translated("You have played the whole course")] if self._is_last else []
        return Said.of(translated("Well done!"), "right", [Line(" ".join(f"{each}." for each in done))])

    def turn(self) -> str:
        """Return "the stage is over" once it is; before that nothing."""
        return translated("the stage is over") if self.is_over else ""

    def choices(self, draft: Draft) -> Choices:
        """Return the choices of the learner. The only action that there is needs no choosing: to confirm it is enough."""
        only = None if draft else self._only_action()
        return self.audience.decision(draft) if only is None else replace(only, draft=draft)

    def _only_action(self) -> Choices | None:
        """Return the choices whose action is the only legal one; None if there are several."""
        session, learner = self.teaching.session, self.teaching.stage.learner
        if self._only is None or self._only[0] != session.step.number:
            legal = list(islice(self.audience.seen.legal_actions(learner), 2))
            draft = self.audience.draft_of(str(legal[0])) if len(legal) == 1 else None
            self._only = session.step.number, None if draft is None else self.audience.choices(draft)
        return self._only[1]

    # ------------------------------------------------------------------ what the learner does
    def asked_why(self, verdict: Verdict, draft: Draft, space: str = "") -> None:
        """Let the tutor introduce what bars a choice that the learner has tried."""
        if verdict.findings:
            self.teaching.session.note_try(self.teaching.stage.learner, "", draft, space)
            self.teaching.refused(verdict)
            self._showing.show_status()

    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft."""
        self._draft = draft
        self._show_draft()
        self._showing.show_status()  # a callout may have come
        if self._on_a_mat:
            self._showing.show_drawings()  # the aim frames the space to click now

    def _show_draft(self) -> None:
        """Show the choices under the draft. The tutor looks at them first: the button of a callout is among them."""
        self.look()
        self._showing.choose(self._draft)

    def do(self, wish: str, draft: Draft) -> None:
        """Carry out the action of a button."""
        match wish:
            case "read":
                self.teaching.tutor.dismiss()
                self.look()
                self._showing.choose(draft)
            case "hint":
                self.hint()
            case "show":
                self.show_me()
            case "why":
                self.why()
            case "undo":
                self.teaching.take_back()
            case "back":
                self.teaching.back()

    def hint(self) -> Hint:
        """Give the next step of a hint: the unit, the place, then the action, chosen on the board, where *Confirm* plays it. Returns
        the hint."""
        return self._give(self._given + 1)

    def _give(self, steps: int | None) -> Hint:
        """Give a number of steps of a hint, all of them at most (None: all), and return the hint."""
        if self.current_hint is None:
            self.current_hint = self.teaching.hint()
            whole = self.audience.draft_of(str(self.current_hint.action)) or Draft()
            self._clues = clues(self.teaching.session.position, self.current_hint.action, whole)
            self._guess = self.teaching.guess(self.current_hint)
        self._given = len(self._clues[:steps])
        draft = self._clues[self._given - 1].draft
        # A learner who has chosen that unit already keeps it; a click on it would let it go.
        if draft or self._draft not in [each.draft for each in self._clues]:
            self._draft = draft
        self._show_draft()
        return self.current_hint

    def why(self) -> list[Line]:
        """Choose the hint on the board, and say why it is good; returns the sentences."""
        self._why = self.teaching.why(self._give(None))
        return self._why

    def show_me(self) -> Transition[Any]:
        """Play the hint."""
        return self.teaching.play((self.current_hint or self.teaching.hint()).action, shown=True)

    def confirm(self, draft: Draft) -> None:
        """Play the action of a draft."""
        now = self.choices(draft)
        try:
            action = decided(now)
        except IllegalAction as refused:
            self.teaching.refused(refused.verdict)
            self._showing.show_status()
            raise
        if isinstance(action, ChanceOutcome):
            roll(self.teaching.session, action)
            self.teaching.note_action()
        else:
            self._play(action, now)

    def play(self, player: str | None, action: Action | str) -> Transition[Any]:
        """Play an action of the learner."""
        return self._play(action, None)

    def _play(self, action: Action | str, now: Choices | None) -> Transition[Any]:
        if self.teaching.state != "playing":
            raise not_here(translated("this stage is over: go on to the next one, or begin it again"))
        try:
            return self.teaching.play(action, now)
        except IllegalAction:
            self._showing.show_status()
            raise


def callout_message(callout: Callout, *, leads: bool = True) -> Called:
    """Return a callout as it travels to a board.

    :param leads: True if a line leads to its space
    """
    at = callout.spaces[0] if leads and callout.spaces else ""
    return Called(translated(callout.title), callout.text, callout.clause, at)


def _pieces_on(space: str, position: Position) -> list[tuple[int, str, str]]:
    """Return the pieces on a space, without their labels, which change with what they have done."""
    return [(each.owner, each.layer, each.symbol) for each in position.scene().pieces if each.space == space]
