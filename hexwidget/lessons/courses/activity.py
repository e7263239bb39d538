"""A course as the activity at a board: its stages are played, its exercises answered, and callouts introduce clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from hexwidget.english import capital, listing, phrase, translated, worded
from hexwidget.files import Annotations
from hexwidget.geometry import MatMap
from hexwidget.lessons.courses.hint_steps import HintStep, clues
from hexwidget.lessons.courses.hints import Hint
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import Stage, aim_in_words, own_actions
from hexwidget.lessons.courses.tutor import Callout
from hexwidget.lessons.exercises.activity import DUE, ExerciseActivity, Taught, not_here
from hexwidget.lessons.exercises.answer_choices import Answer
from hexwidget.lessons.exercises.drawings import aim, hinted
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.learners.due_clauses import MOST, DueClauses
from hexwidget.lessons.learners.knowledge_map import WORDS, progress
from hexwidget.lessons.learners.records import Bookmark, Progress
from hexwidget.play import Session, open_link
from hexwidget.problems import InputError
from hexwidget.rules import (
    Action,
    ChanceOutcome,
    Choice,
    Choices,
    Draft,
    IllegalAction,
    IllegalPosition,
    Position,
    Status,
    Transition,
    Verdict,
)
from hexwidget.scene import Scene
from hexwidget.widget.activity import decided, roll
from hexwidget.widget.audience import Audience
from hexwidget.widget.connections.messages import Called, Said
from hexwidget.widget.showing import Showing

BUTTON = "tutor "
"""The beginning of the slots of the tutor's own buttons."""
READ = "read"
"""The button that dismisses a callout: it stands in the callout itself."""


class OnwardButton(Answer):
    """The learner's way on from a finished stage: "on" to the next, "again", or "back" to where it went wrong."""

    __slots__ = ()


KNOW = "What I know"
"""The label of the menu entry for the learner's knowledge."""
MOST_DONE = 2
"""The most conditions of an aim that success repeats."""
MOST_NEXT = 3
"""The most exercises that the board names."""


class CourseActivity(Taught):
    """The stages and exercises of a course, one after another, at one board.

    ``teaching`` is the play of the stages, ``place`` the number of the present part. ``anew``: True to introduce clauses again
    that the learner has met before. ``course``: the name under which the progress keeps the learner's place; empty: it keeps none.
    """

    subject = "the position of a stage"
    editable = "course.parts[0].position"
    offers_due = True
    """True to offer questions about clauses that are due before a part."""

    def __init__(
        self, parts: Sequence[Stage | Exercise], done: Progress, *, anew: bool = False, course: str = ""
    ) -> None:
        self.course = course
        self.parts: tuple[Stage | Exercise, ...] = tuple(parts)
        self.progress = done
        self.place: int = 0
        stages = [part for part in self.parts if isinstance(part, Stage)]
        self.teaching: CoursePlay = CoursePlay(stages, done, anew=anew)
        self._questions: Iterator[Exercise] = iter(())
        self._due: Exercise | None = None
        """The present question about a clause that is due; None in the course itself. ``_questions`` are those after it."""
        self._lesson: ExerciseActivity | None = None
        self._hint: Hint | None = None
        self._clues: list[HintStep] = []
        self._given = 0
        """The number of steps of the hint that were given."""
        self._guess = ""
        self._only: tuple[int, Choices | None] | None = None
        """The number of a step, and the choices of its only action."""
        self._led: tuple[Callout | None, Position] = (None, self.part.position)
        """The last callout, and the position that its space is of: a stage names spaces of its start."""
        self._why: list[Line] = []
        self._telling = False
        """True if the board says what the learner knows."""
        self._draft = Draft()
        self._drafted_at = -1
        super().__init__(Audience(Session(self.part.position)), any_view=False)
        self._sit()
        self._kept = self._here

    def begin(self, showing: Showing) -> None:
        """Begin at a board."""
        super().begin(showing)
        if self._lesson is not None:
            self._lesson.begin(showing)

    @property
    def part(self) -> Stage | Exercise:
        """The present stage or exercise, or question about a clause that is due."""
        return self._due or self.parts[self.place]

    @property
    def answered(self) -> tuple[str, bool]:
        """The last answer to the present exercise, and True if it was right; an empty one before the first, and in a stage."""
        return ("", False) if self._lesson is None else self._lesson.answered

    @property
    def _here(self) -> tuple[int, int, int]:
        """The present part, and the present step and the number of steps of its session."""
        session = self.audience.session
        return self.place, session.step.number, len(session.steps)

    def _keep_place(self) -> None:
        """Let the progress know the learner's place, if it has changed."""
        if self.course and not self._due and self._here != self._kept:
            self._kept = self._here
            at = Bookmark(self.part.record) if self._lesson is not None else self.teaching.place_now
            with suppress(InputError):  # a file that cannot be written: the record of the deed says so
                self.progress.went(self.course, at)

    def resume(self) -> bool:
        """Put the learner where the progress says that they left; returns False if it knows no place in this course."""
        at = self.progress.place(self.course)
        place = next((n for n, part in enumerate(self.parts) if at is not None and part.record == at.part), None)
        if at is None or place is None:
            return False
        self.place = place
        self._sit(at)
        return True

    def _sit(self, at: Bookmark | None = None) -> Session[Any]:
        """Put the learner before the present part, or at a place in it; returns its session."""
        part = self.part
        self._hint, self._why, self._telling, self._lesson, self._given, self._only = None, [], False, None, 0, None
        if isinstance(part, Exercise):
            self._lesson = ExerciseActivity((part,), self.progress)
            session, self.audience.player = self._lesson.session, None
            self._lesson.audience = self.audience
        else:
            number = sum(isinstance(each, Stage) for each in self.parts[: self.place])
            self.teaching.open(number, _game(at, part), at.shown if at else ())
            session, self.audience.player = self.teaching.session, part.learner
        self.audience.session = session
        return session

    def open(self, place: int) -> None:
        """Open a part of the course on the board.

        :param place: its number, from 0
        """
        self._open(place, None)

    def practise(self) -> None:
        """Begin with questions about the clauses that are due. Without one the board says what the learner knows."""
        self._questions = islice(
            DueClauses(self.progress, system=self.part.position.system.rulebook.name).questions(), MOST
        )
        self._next_due()
        self._telling = self._due is None

    def _next_due(self) -> None:
        """Open the next question about a clause that is due; after the last go on with the course."""
        self._open(self.place, next(self._questions, None))

    @property
    def _offers_due(self) -> bool:
        """True if clauses are due that the present part does not ask about, and it is not begun."""
        part, begun = self.part, len(self.audience.session.steps) > 1 or self.answered[0] or self._due
        if begun or not self.offers_due:
            return False
        waiting = self.progress.knowledge(part.position.system.rulebook.name).due()
        return bool(waiting) and not (isinstance(part, Exercise) and set(part.clauses) & set(waiting))

    def _open(self, place: int, due: Exercise | None) -> None:
        before, self.place, self._due = self.part.record, place, due
        session = self._sit()
        if self.part.record != before:
            self.progress.note("opened")
        if self._lesson is not None:
            self._lesson.begin(self._showing)
        self._showing.open(session)

    # ------------------------------------------------------------------ what the board shows
    def title(self, scene: Scene) -> str:
        """Return the place in the course and the title of its part."""
        if self._due:
            return worded("Due: {name}", name=self.part.name)
        return worded("{place} of {n}: {name}", place=self.place + 1, n=len(self.parts), name=self.part.name)

    def drawn(self) -> Annotations:
        """Return the marks of an exercise, or the aim of a stage where it is still open, and what the hint speaks of."""
        if self._lesson is not None:
            return self._lesson.drawn()
        session = self.teaching.session
        spaces, hint = session.position.map, self._clue
        drawn = aim(self.teaching.stage.open(session), spaces, self._clicks)
        return drawn if hint is None else replace(drawn, overlays=(*drawn.overlays, *hinted(hint.spaces, spaces)))

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
        self._keep_place()
        if self._lesson is not None:
            return
        step = self.audience.session.step.number
        if step != self._drafted_at:
            self._draft, self._drafted_at = Draft(), step
            self._hint, self._why, self._given = None, [], 0
        teaching = self.teaching
        teaching.catch_up()
        if teaching.state == "playing":
            teaching.look(self.audience.choices(self._draft))

    def called(self) -> Called | None:
        """Return the callout that stands on the board. Once its piece has moved, it leads to no space."""
        callout = None if self._lesson is not None else self.teaching.tutor.callout
        if callout is None:
            return None
        position = self.audience.session.position
        if callout != self._led[0]:
            named = f"{callout.clause} {''.join(callout.spaces[:1])}" in self.teaching.stage.clauses
            self._led = (callout, self.part.position if named else position)
        space, before = "".join(callout.spaces[:1]), self._led[1]
        return called(callout, leads=_pieces_on(space, position) == _pieces_on(space, before))

    @property
    def taught(self) -> Literal["plain", "full"] | None:
        """The last part shows the whole board, the others what a beginner needs."""
        return None if self._lesson is not None else "plain" if self.place < len(self.parts) - 1 else "full"

    def said(self) -> tuple[Said, ...]:
        """Return the aim with what is left to do, the reasons of a hint, and how the stage ended; or what the learner knows."""
        if self._lesson is not None:
            return self._known() if self._telling else (*self._lesson.said(), *self._closing())
        teaching, found = self.teaching, [self._aim()]
        if self._telling:
            return (*found, *self._known())
        if self._clue is not None and not self._why:
            found.append(
                Said.of(translated("Hint"), "question", [Line(each) for each in (self._clue.text, self._guess) if each])
            )
        if self._why:
            found.append(Said.of(translated("Why is that good?"), "question", self._why))
        if teaching.state == "done":
            found.append(self._success())
        elif teaching.state == "lost":
            left = [Line(worded("Still open: {what}.", what=what)) for what in teaching.left]
            back = teaching.way_back
            sure = translated("From there I know a sure way." if back.sure else "Try another way from there.")
            again = Line(f"{worded('Go back {n:action}.', n=back.number)} {sure}")
            found.append(Said.of(translated("Not this time."), "wrong", [*left, again]))
        return tuple(found)

    def _closing(self) -> Iterator[Said]:
        """Yield the words at the end of a course of exercises: those that were right at once, and the rules to practise next."""
        asked = [each for each in self.parts if isinstance(each, Exercise)]
        if (
            self._due
            or not self.answered[1]
            or self.place < len(self.parts) - 1
            or len(asked) < max(2, len(self.parts))
        ):
            return
        records = {each.record: self.progress[each.record] for each in asked}
        at_once = {name for name, each in records.items() if each.at_once}
        rulebook = self.part.position.system.rulebook
        left = dict.fromkeys(clause for each in asked if each.record not in at_once for clause in each.clauses)
        lines = [Line(worded("{n} of {all} were right at the first try.", n=len(at_once), all=len(asked)))]
        lines += [
            Line(worded("Practise next: {rule}.", rule=phrase("“{title}”", title=rulebook[clause].title)), clause)
            for clause in [*left][:MOST_NEXT]
        ]
        yield Said.of(translated("The course is done"), "right", lines)

    def _aim(self) -> Said:
        """Return the aim of a stage, with the rules to use and the actions that are left."""
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
        return Said.of(translated("Your aim"), "question", lines)

    def _success(self) -> Said:
        """Return the words at the end of a stage: what the learner has done, or that they have only seen it."""
        stage, teaching = self.teaching.stage, self.teaching
        if teaching.was_shown:
            seen = Line(translated("You have seen it; play it yourself to master it."))
            return Said.of(translated("That is how it goes."), "right", [seen])
        position = teaching.session.position
        goal = [each for each in stage.goal if "event" not in each][:MOST_DONE]
        stands = capital(translated(listing([aim_in_words(each, position, stage.learner) for each in goal])))
        played = worded("You have played {n:action}", n=len(own_actions(teaching.session, stage.learner)))
        done = [stands or played]
        rules = [phrase("“{title}”", title=position.system.rulebook[clause].title) for clause in stage.uses]
        done += [worded("You have used {rules}", rules=listing(rules))] if rules else []
        done += [translated("You have played the whole course")] if self.place == len(self.parts) - 1 else []
        return Said.of(translated("Well done!"), "right", [Line(" ".join(f"{each}." for each in done))])

    def _known(self) -> tuple[Said, ...]:
        """Return the rulebook as a map: the clauses by how well the learner knows them."""
        rulebook = self.part.position.system.rulebook
        known = progress(rulebook.name, self.progress)
        soon = [Line(worded("Next exercise: {name}.", name=each.name)) for each in known.next[:MOST_NEXT]]
        found = [Said.of(worded("What you know of {title}", title=rulebook.title), "question", soon)]
        for word in sorted(WORDS, key=("missed", *WORDS).index):
            lines = [
                Line(translated(rulebook[clause].title), clause) for clause, state in known.items() if state == word
            ]
            if lines:
                heading = capital(worded("{state}: {n} of {all}", state=word, n=len(lines), all=len(known)))
                found.append(Said.of(heading, "question", lines))
        return tuple(found)

    def turn(self) -> str:
        """Return "the stage is over" once it is; before that nothing."""
        return "" if self._lesson is not None or self.teaching.state == "playing" else translated("the stage is over")

    def choices(self, draft: Draft) -> Choices:
        """Return what the learner can choose, and the tutor's own buttons."""
        draft = _without_buttons(draft)  # a view may have sent a button twice
        found = self._offered(draft) if self._lesson is None else self._lesson.choices(draft)
        return replace(found, options=(*found.options, *self._buttons(draft)))

    def _offered(self, draft: Draft) -> Choices:
        """Return the choices of the learner. The only action that there is needs no choosing: to confirm it is enough."""
        if self.teaching.state != "playing":
            return self._ended()
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

    def _ended(self) -> Choices:
        """Return the choice after a finished stage: to go on, or to try again."""
        learner, done = self.teaching.stage.learner, self.teaching.state == "done"
        onward = done and self.place < len(self.parts) - 1
        back = "" if done else worded("Back {n:action}", n=self.teaching.way_back.number)
        deed = translated("Next stage") if onward else back or translated("Play it again")
        prompt = translated("The stage is done" if done else "The aim can no longer be reached")
        action = OnwardButton(learner, "on" if onward else "again" if done else "back")
        return Choices(learner, Draft(), prompt, action=action, verdict=Verdict(Status.LEGAL), deed=deed)

    def _buttons(self, draft: Draft) -> list[Choice]:
        shown: dict[str, str] = {"due": DUE} if self._offers_due else {}
        if self._due:
            shown = {"on": "Next" if self.answered[1] else "Skip", "leave": "Go on with the course"}
        elif self._lesson is not None:
            more = self.progress[self._lesson.exercise.id].solved and self.place < len(self.parts) - 1
            shown["on"] = "Next" if more else ""
        else:
            match self.teaching.state:
                case "playing":
                    # Each step of a hint takes the place of the one before: further clicks there meet no other button.
                    asks = [each.asks for each in self._clues[self._given :]] if self._given else ["Hint"]
                    shown |= {"hint": asks[0]} if asks else {"why": "Why?"}
                    shown["show"] = "Play it for me"
                    if self.teaching.session.can_undo:
                        shown["undo"] = "Take back"
                case "lost":
                    shown = {"again": "Begin again"}
                case "done" if self.teaching.was_shown:
                    shown = {"again": "Play it yourself"}
            if self.teaching.tutor.callout is not None:
                shown[READ] = "Got it"
        if self._telling or (self._lesson is None and self.teaching.state != "playing"):
            shown["know"] = "Close the list" if self._telling else KNOW
        made = [
            Choice(BUTTON + name, True, translated(label), "button", "", draft.set(BUTTON + name, True))
            for name, label in shown.items()
            if label
        ]
        entry = BUTTON + "known"
        return [*made, Choice(entry, True, translated(KNOW), "menu", "", draft.set(entry, True))]

    def explain(self, draft: Draft, space: str) -> Verdict:
        """Return why a space cannot be chosen."""
        return self.audience.explain(draft, space) if self._lesson is None else self._lesson.explain(draft, space)

    # ------------------------------------------------------------------ what the learner does
    def asked_why(self, verdict: Verdict, draft: Draft, space: str = "") -> None:
        """Let the tutor introduce what bars a choice that the learner has tried."""
        if self._lesson is None and verdict.findings:
            self.teaching.session.note_try(self.teaching.stage.learner, "", draft, space)
            self.teaching.refused(verdict)
            self._showing.show_status()

    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft, or do what a button says."""
        was, self._telling = self._telling, False
        wish = next((slot.removeprefix(BUTTON) for slot in draft if slot.startswith(BUTTON)), None)
        if wish in ("know", "known"):
            self._telling = wish == "known" or not was
        if wish is not None:
            self._do(wish, _without_buttons(draft))
        elif self._lesson is not None:
            self._lesson.choose(draft)
        else:
            self._draft = draft
            self._show_draft()
            self._showing.show_status()  # a callout may have come
            if self._on_a_mat:
                self._showing.show_drawings()  # the aim frames the space to click now

    def _show_draft(self) -> None:
        """Show the choices under the draft. The tutor looks at them first: the button of a callout is among them."""
        self.look()
        self._showing.choose(self._draft)

    def _do(self, wish: str, draft: Draft) -> None:
        """Do what a button says, with a draft that stays chosen where the game does not go on."""
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
            case "know" | "known":
                self._showing.choose(draft)
            case "undo":
                self.teaching.take_back()
            case "back":
                self.teaching.back()
            case "again":
                self.open(self.place)
            case "due":
                self.practise()
            case "leave":
                self.open(self.place)
            case "on" if self._due:
                self._next_due()
            case "on" if self.place < len(self.parts) - 1:
                self.open(self.place + 1)
        self._showing.show_status()
        self._showing.show_root()
        self._showing.show_drawings()

    def hint(self) -> Hint:
        """Give the next step of a hint: the unit, the place, then the action, chosen on the board, where *Confirm* plays it. Returns
        the hint."""
        return self._give(self._given + 1)

    def _give(self, steps: int | None) -> Hint:
        """Give a number of steps of a hint, all of them at most (None: all), and return the hint."""
        if self._hint is None:
            self._hint = self.teaching.hint()
            whole = self.audience.draft_of(str(self._hint.action)) or Draft()
            self._clues = clues(self.teaching.session.position, self._hint.action, whole)
            self._guess = self.teaching.guess(self._hint)
        self._given = len(self._clues[:steps])
        self._draft = self._clues[self._given - 1].draft
        self._show_draft()
        return self._hint

    def why(self) -> list[Line]:
        """Choose the hint on the board, and say why it is good; returns the sentences."""
        self._why = self.teaching.why(self._give(None))
        return self._why

    def show_me(self) -> Transition[Any]:
        """Play the hint."""
        hint = self._hint or self.teaching.hint()
        return self.teaching.play(hint.action, shown=True)

    def confirm(self, draft: Draft) -> None:
        """Play the action of a draft, or give it as the answer of an exercise."""
        self._telling = False
        if self._lesson is not None:
            self._lesson.confirm(draft)
            self._showing.show_root()  # a right answer opens the way to the next part
            return
        now = self._offered(draft)
        try:
            action = decided(now)
        except IllegalAction as refused:
            self.teaching.refused(refused.verdict)
            self._showing.show_status()
            raise
        if isinstance(action, OnwardButton):
            self._do(action.text, Draft())
        elif isinstance(action, ChanceOutcome):
            roll(self.teaching.session, action)
            self.teaching.note_action()
        else:
            self._play(action, now)

    def play(self, player: str | None, action: Action | str) -> Transition[Any]:
        """Play an action of the learner."""
        return self._play(action, None) if self._lesson is None else self._lesson.play(player, action)

    def _play(self, action: Action | str, now: Choices | None) -> Transition[Any]:
        if self.teaching.state != "playing":
            raise not_here(translated("this stage is over: go on to the next one, or begin it again"))
        try:
            return self.teaching.play(action, now)
        except IllegalAction:
            self._showing.show_status()
            raise


def called(callout: Callout, *, leads: bool = True) -> Called:
    """Return a callout as it travels to a board.

    :param leads: True if a line leads to its space
    """
    return Called(
        translated(callout.title), callout.text, callout.clause, callout.spaces[0] if leads and callout.spaces else ""
    )


def _pieces_on(space: str, position: Position) -> list[tuple[int, str, str]]:
    """Return the pieces on a space, without their labels, which change with what they have done."""
    return [(each.owner, each.layer, each.symbol) for each in position.scene().pieces if each.space == space]


def _game(at: Bookmark | None, stage: Stage) -> Session[Any] | None:
    """Return the game of a stage that a place has; None if it has none, or that of another position."""
    try:
        found = open_link(at.game) if at is not None and at.game else None
    except (InputError, IllegalPosition):
        return None
    return found if isinstance(found, Session) and found.steps[0].position == stage.position else None


def _without_buttons(draft: Draft) -> Draft:
    return Draft({slot: value for slot, value in draft.items() if not slot.startswith(BUTTON)})
