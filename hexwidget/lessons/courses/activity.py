"""A course as the activity at a board: its stages are played, its exercises answered, and callouts introduce clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from hexwidget.english import capital, phrase, translated, worded
from hexwidget.files import Annotations
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.courses.stage_activity import StageActivity
from hexwidget.lessons.exercises.activity import DUE, ExerciseActivity, LessonActivity, PartActivity
from hexwidget.lessons.exercises.answer_choices import Answer
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.learners.knowledge_map import WORDS, progress
from hexwidget.lessons.learners.records import Bookmark, Progress
from hexwidget.lessons.learners.spaced_repetition import MOST, Due
from hexwidget.play import Session, open_link
from hexwidget.problems import InputError
from hexwidget.rules import Action, Choice, Choices, Draft, IllegalPosition, Status, Transition, Verdict
from hexwidget.scene import Scene
from hexwidget.widget.audience import Audience
from hexwidget.widget.connections.messages import Called, Said
from hexwidget.widget.showing import Showing

BUTTON = "tutor "
"""The beginning of the slots of the tutor's own buttons."""


KNOW = "What I know"
"""The label of the menu entry for the learner's knowledge."""
MOST_NEXT = 3
"""The most exercises that the board names."""


class CourseActivity(LessonActivity):
    """The stages and exercises of a course, one after another, at one board.

    ``teaching`` is the play of the stages, ``place`` the number of the present part, ``activity`` that of the present part. ``anew``: True to introduce clauses again
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
        self.activity: PartActivity
        self._telling = False
        """True if the board says what the learner knows."""
        super().__init__(Audience(Session(self.part.position)), any_view=False)
        self._sit()
        self._kept = self._here

    def begin(self, showing: Showing) -> None:
        """Begin at a board."""
        super().begin(showing)
        self.activity.begin(showing)

    @property
    def part(self) -> Stage | Exercise:
        """The present stage or exercise, or question about a clause that is due."""
        return self._due or self.parts[self.place]

    @property
    def answered(self) -> tuple[str, bool]:
        """The last answer to the present exercise, and True if it was right; an empty one before the first, and in a stage."""
        return self.activity.answered

    @property
    def _here(self) -> tuple[int, int, int]:
        """The present part, and the present step and the number of steps of its session."""
        session = self.audience.session
        return self.place, session.step.number, len(session.steps)

    def _keep_place(self) -> None:
        """Let the progress know the learner's place, if it has changed."""
        if self.course and not self._due and self._here != self._kept:
            self._kept = self._here
            with suppress(InputError):  # a file that cannot be written: the record of the deed says so
                self.progress.went(self.course, self.activity.bookmark)

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
        part, self._telling = self.part, False
        if isinstance(part, Exercise):
            session, self.audience.player = Session[Any](part.position, seed=1), None
            self.activity = ExerciseActivity((part,), self.progress, self.audience)
        else:
            self.teaching.open(part, _game(at, part), at.shown if at else ())
            session, self.audience.player = self.teaching.session, part.learner
            self.activity = StageActivity(self.teaching, self.audience, is_last=self._is_last)
        self.audience.session = session
        return session

    def open(self, place: int) -> None:
        """Open a part of the course on the board.

        :param place: its number, from 0
        """
        self._open(place, None)

    def practise(self) -> None:
        """Begin with questions about the clauses that are due. Without one the board says what the learner knows."""
        system = self.part.position.system.rulebook.name
        self._questions = islice(Due(self.progress, system=system).questions(), MOST)
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
        self.activity.begin(self._showing)
        self._showing.open(session)

    # ------------------------------------------------------------------ what the board shows
    def title(self, scene: Scene) -> str:
        """Return the place in the course and the title of its part."""
        if self._due:
            return worded("Due: {name}", name=self.part.name)
        return worded("{place} of {n}: {name}", place=self.place + 1, n=len(self.parts), name=self.part.name)

    def drawn(self) -> Annotations:
        """Return the marks of the present part."""
        return self.activity.drawn()

    def look(self) -> None:
        """Keep the learner's place, and let the present part look at what has happened."""
        self._keep_place()
        self.activity.look()

    def called(self) -> Called | None:
        """Return the callout that stands on the board."""
        return self.activity.called()

    @property
    def taught(self) -> Literal["plain", "full"] | None:
        """The part of the board that the tutor shows."""
        return self.activity.taught

    def said(self) -> tuple[Said, ...]:
        """Return the sentences of the present part, or what the learner knows."""
        if self._telling:
            return (*self.activity.aims, *self._known())
        return (*self.activity.said(), *self._closing())

    def turn(self) -> str:
        """Return "the stage is over" once it is; before that nothing."""
        return self.activity.turn()

    @property
    def explains(self) -> bool:
        """True if the present part says why a space cannot be chosen."""
        return self.activity.explains

    def _closing(self) -> Iterator[Said]:
        """Yield the words at the end of a course of exercises: those that were right at once, and the rules to practise next."""
        asked = [each for each in self.parts if isinstance(each, Exercise)]
        if self._due or not self.answered[1] or not self._is_last or len(asked) < max(2, len(self.parts)):
            return
        records = {each.record: self.progress[each.record] for each in asked}
        at_once = {name for name, each in records.items() if each.at_once}
        rulebook = self.part.position.system.rulebook
        left = dict.fromkeys(clause for each in asked if each.record not in at_once for clause in each.clauses)
        lines = [Line(worded("{n} of {all} were right at the first try.", n=len(at_once), all=len(asked)))]
        rules = ((clause, phrase("“{title}”", title=rulebook[clause].title)) for clause in [*left][:MOST_NEXT])
        lines += [Line(worded("Practise next: {rule}.", rule=rule), clause) for clause, rule in rules]
        yield Said.of(translated("The course is done"), "right", lines)

    def _known(self) -> tuple[Said, ...]:
        """Return the rulebook as a map: the clauses by how well the learner knows them."""
        rulebook = self.part.position.system.rulebook
        known = progress(rulebook.name, self.progress)
        soon = [Line(worded("Next exercise: {name}.", name=each.name)) for each in known.next[:MOST_NEXT]]
        found = [Said.of(worded("What you know of {title}", title=rulebook.title), "question", soon)]
        for word in sorted(WORDS, key=("missed", *WORDS).index):
            lines = [Line(translated(rulebook[clause].title), clause) for clause, now in known.items() if now == word]
            if lines:
                heading = capital(worded("{state}: {n} of {all}", state=word, n=len(lines), all=len(known)))
                found.append(Said.of(heading, "question", lines))
        return tuple(found)

    def choices(self, draft: Draft) -> Choices:
        """Return the learner's choices, and the tutor's own buttons."""
        draft = _without_buttons(draft)  # a view may have sent a button twice
        found = self._ended() if self.activity.is_over else self.activity.choices(draft)
        return replace(found, options=(*found.options, *self._buttons(draft)))

    @property
    def _is_last(self) -> bool:
        return self.place == len(self.parts) - 1

    @property
    def _onward(self) -> str:
        """The way on from a finished stage: "on" to the next, "again", or "back" to where it went wrong."""
        if self.activity.is_done:
            return "again" if self._is_last else "on"
        return "back"

    def _ended(self) -> Choices:
        """Return the choice after a finished stage: to go on, or to try again."""
        done, learner = self.activity.is_done, self.teaching.stage.learner
        deeds = {"on": "Next stage", "again": "Play it again"}
        back = "" if done else worded("Back {n:action}", n=self.teaching.way_back.number)
        prompt = translated("The stage is done" if done else "The aim can no longer be reached")
        action = Answer(learner, self._onward)
        deed = back or translated(deeds[self._onward])
        return Choices(learner, Draft(), prompt, action=action, verdict=Verdict(Status.LEGAL), deed=deed)

    def _buttons(self, draft: Draft) -> list[Choice]:
        shown: dict[str, str] = {"due": DUE} if self._offers_due else {}
        if self._due:
            shown = {"on": "Next" if self.answered[1] else "Skip", "leave": "Go on with the course"}
        else:
            shown |= self.activity.buttons
            if self.activity.is_done and not self.activity.is_over and not self._is_last:
                shown["on"] = "Next"
        if self._telling or self.activity.is_over:
            shown["know"] = "Close the list" if self._telling else KNOW
        labels = ((BUTTON + name, translated(label)) for name, label in shown.items())
        made = [Choice(slot, True, label, "button", "", draft.set(slot, True)) for slot, label in labels]
        entry = BUTTON + "known"
        return [*made, Choice(entry, True, translated(KNOW), "menu", "", draft.set(entry, True))]

    # ------------------------------------------------------------------ what the learner does
    def asked_why(self, verdict: Verdict, draft: Draft, space: str = "") -> None:
        """Let the present part take note of a choice that is barred."""
        self.activity.asked_why(verdict, draft, space)

    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft, or do what a button says."""
        was, self._telling = self._telling, False
        wish = next((slot.removeprefix(BUTTON) for slot in draft if slot.startswith(BUTTON)), None)
        if wish in ("know", "known"):
            self._telling = wish == "known" or not was
        if wish is None:
            self.activity.choose(draft)
        else:
            self.carry_out(wish, _without_buttons(draft))

    def carry_out(self, wish: str, draft: Draft) -> None:
        """Carry out a button's wish, with a draft that stays chosen where the game does not go on."""
        match wish:
            case "know" | "known":
                self._showing.choose(draft)
            case "again" | "leave":
                self.open(self.place)
            case "due":
                self.practise()
            case "on" if self._due:
                self._next_due()
            case "on" if not self._is_last:
                self.open(self.place + 1)
            case _:
                self.activity.do(wish, draft)
        self._showing.show_status()
        self._showing.show_root()
        self._showing.show_drawings()

    def confirm(self, draft: Draft) -> None:
        """Go on from a stage that is over, or do what a draft says in the present part."""
        self._telling = False
        if self.activity.is_over:
            self.carry_out(self._onward, Draft())
        else:
            self.activity.confirm(draft)
            self._showing.show_root()  # a right answer opens the way to the next part

    def play(self, player: str | None, action: Action | str) -> Transition[Any]:
        """Play an action of the learner."""
        return self.activity.play(player, action)


def _game(at: Bookmark | None, stage: Stage) -> Session[Any] | None:
    """Return the game of a stage that a place has; None if it has none, or that of another position."""
    try:
        found = open_link(at.game) if at is not None and at.game else None
    except (InputError, IllegalPosition):
        return None
    return found if isinstance(found, Session) and found.steps[0].position == stage.position else None


def _without_buttons(draft: Draft) -> Draft:
    return Draft({slot: value for slot, value in draft.items() if not slot.startswith(BUTTON)})
