"""The exercises of a desk, as the activity at its board: asked, answered by clicks, and judged."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar

from hexwidget.deferred import deferred
from hexwidget.english import translated, worded
from hexwidget.files import Annotations
from hexwidget.lessons.courses.stage import own_actions, so_far
from hexwidget.lessons.exercises.answer_choices import Answer, answer_choices
from hexwidget.lessons.exercises.drawings import TICK, sketch, subject
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Feedback, Line, shorten
from hexwidget.lessons.exercises.goals import carried_on, next_of_others
from hexwidget.lessons.exercises.handouts import sheets_of
from hexwidget.lessons.exercises.loading import DRAWN
from hexwidget.lessons.kinds import MOST_WRONG, Do
from hexwidget.lessons.learners.records import Bookmark, Progress
from hexwidget.lessons.learners.spaced_repetition import MOST, Due
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, ChanceOutcome, Choice, Choices, Draft, Position, Transition
from hexwidget.scene import Scene
from hexwidget.scene.encode import Wire
from hexwidget.widget.activity import Activity, decided, roll
from hexwidget.widget.audience import Audience
from hexwidget.widget.connections.intents import Edit, Intent, SetRolls, View
from hexwidget.widget.connections.messages import Said
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.looks import Looks
from hexwidget.widget.pages.handout import Sheet
from hexwidget.widget.pages.recording import Work

BUTTON = "desk"
"""The slot that the desk's own buttons fill. The slots of an answer begin with "answer"."""


DUE = "What is due"
"""The label of the button that begins with questions about missed clauses."""
MOST_KEPT = 6
"""The most exercises that a saved notebook keeps of a desk: the present one, and those after it."""
CHOICES_KEPT = 160
"""The most choices that it keeps of all those that are answered by actions."""


class LessonActivity(Activity):
    """An activity of learners. The position stays as it is, and so does the view of the board."""

    subject: ClassVar[str]
    """The words for the position."""
    editable: ClassVar[str]
    """The position as Python names it, to edit it on another board."""

    def allow(self, intent: Intent) -> None:
        """Let an intent pass that neither edits the position nor changes the view.

        :raises InputError: for others
        """
        if isinstance(intent, (Edit, View, SetRolls)) or intent.edits:
            raise not_here(f"{self.subject}, and whose view it is, stay as they are")

    def may_edit(self) -> None:
        """Refuse editing: a learner is judged by the position as it is.

        :raises InputError: always
        """
        raise not_here(f"{self.subject} stays as it is; `hw.Board({self.editable})` is for editing")

    def set_position(self, position: Position) -> None:
        """Refuse another position.

        :raises InputError: always
        """
        raise not_here(f"{self.subject} stays as it is")


class PartActivity(LessonActivity):
    """A part of a course: a stage or an exercise."""

    @property
    def aims(self) -> Sequence[Said]:
        """The sentences that stay while the board says what the learner knows."""
        return ()

    @property
    def answered(self) -> tuple[str, bool]:
        """The last answer, and True if it was right; an empty one before the first, and where none is asked for."""
        return "", False

    @property
    @abstractmethod
    def bookmark(self) -> Bookmark:
        """The learner's place."""

    @property
    def buttons(self) -> Mapping[str, str]:
        """The tutor's buttons, as labels by their names."""
        return {}

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """True if the part is solved."""

    @property
    def is_over(self) -> bool:
        """True if nothing can be done any more but to go on in the course."""
        return False

    @abstractmethod
    def do(self, wish: str, draft: Draft) -> None:
        """Carry out the action of a button, with a draft that stays chosen where the game does not go on."""


class ExerciseActivity(PartActivity):
    """Exercises, one after another. ``exercise`` is the present one, ``progress`` the learner's record."""

    kept = True
    subject = "the position of an exercise"
    editable = "desk.position"

    def __init__(
        self,
        exercises: tuple[Exercise, ...],
        progress: Progress,
        audience: Audience[Any] | None = None,
        *,
        offers_due: bool = False,
    ) -> None:
        self.exercises = exercises
        self.progress = progress
        self._offers_due = offers_due
        """True to offer questions about clauses that are due before anything is answered."""
        self.exercise: Exercise = exercises[0]
        self.exercise.check()
        super().__init__(audience or Audience(Session(self.exercise.position, seed=1)), any_view=False)
        self._place = 0
        self._made: dict[Hashable, Wire] = {}
        """The exercises as saved notebooks keep them."""
        self._begun()

    def _begun(self) -> None:
        """Begin the present exercise, without hints and answers."""
        self._about = subject(self.exercise)
        self._hints = 0
        self._tried: tuple[str, ...] = ()
        self._feedback: Feedback | None = None
        self._answer = ""
        self.was_told = False

    @property
    def session(self) -> Session:
        """The session of the present exercise."""
        return self.audience.session

    @property
    def answered(self) -> tuple[str, bool]:
        """The last answer, and True if it was right; an empty one before the first."""
        return self._answer, bool(self._feedback)

    @property
    def is_done(self) -> bool:
        """True if the learner has solved the exercise, now or before."""
        return self.progress[self.exercise.id].solved

    @property
    def bookmark(self) -> Bookmark:
        """The learner's place."""
        return Bookmark(self.exercise.record)

    def do(self, wish: str, draft: Draft) -> None:
        """Carry out the action of a button."""
        self.choose(draft.set(BUTTON, wish))

    # ------------------------------------------------------------------ what the board shows
    def title(self, scene: Scene) -> str:
        """Return the title of the exercise: a position's own may tell the answer."""
        return translated(self.exercise.name)

    def said(self) -> tuple[Said, ...]:
        """Return the question with the hints that were taken, and the reply to the last answer."""
        exercise, feedback = self.exercise, self._feedback
        lines = [Line(exercise.question)] if exercise.title else []
        lines += self.hint_lines[: self._hints]
        number, name = len(self.exercises), translated(exercise.name)
        heading = name if number == 1 else worded("{place} of {n}: {name}", place=self._place + 1, n=number, name=name)
        done = f" {TICK}" if self.progress[exercise.id].solved else ""
        question = Said.of(f"{heading}{done}", "question", lines)
        if number > 1:
            solved = worded("{n} of {all} solved", n=self._solved, all=number)
            question = replace(question, dots=self._dots, counted=solved)
        found = [question]
        if feedback is not None:
            heading = f"{feedback.heading} {self._cheer}".strip() if feedback else feedback.heading
            found.append(Said.of(heading, "right" if feedback else "wrong", feedback.lines))
        if self.was_told:
            title = translated("An answer" if exercise.task.several else "The right answer")
            found.append(Said.of(title, "question", exercise.task.solution(self._answer)))
        return tuple(found)

    @property
    def hint_lines(self) -> list[Line]:
        """All hints as lines. The hints after the author's are about clauses, and link to them."""
        exercise = self.exercise
        about = (*("" for _ in exercise.own_hints), *exercise.clauses, *exercise.clauses)
        hints = zip(exercise.hints, about, strict=True)
        return [Line(worded("Hint: {hint}", hint=hint), clause) for hint, clause in hints]

    @property
    def _solved(self) -> int:
        return sum(self.progress[each.id].solved for each in self.exercises)

    @property
    def _dots(self) -> str:
        """A mark for each exercise: ticked where it is solved, filled for the present one."""
        solved = [self.progress[each.id].solved for each in self.exercises]
        return " ".join(TICK if done else "●" if n == self._place else "○" for n, done in enumerate(solved))

    @property
    def _cheer(self) -> str:
        """A few glad words about a right answer."""
        if self._solved == len(self.exercises) > 1:
            return worded("All {n} are solved!", n=self._solved)
        helped = self._tried or self._hints or self.was_told or not self.progress[self.exercise.id].at_once
        return "" if helped else translated("At the first try!")

    def sheets(self) -> list[Sheet]:
        """Return the exercises as they stand on paper."""
        return sheets_of(self.exercises)

    def drawn(self) -> Annotations:
        """Return the author's drawings, the subject of the question, and the marks of the reply to the last answer."""
        drawn = self.exercise.drawn
        marks = sketch(self.exercise, self._about, self._feedback, self._answer, self.was_told)
        return replace(marks, **{part: getattr(drawn, part) + getattr(marks, part) for part in DRAWN})

    def choices(self, draft: Draft) -> Choices:
        """Return the choices of an answer, and the desk's own buttons."""
        draft = draft.clear(BUTTON)  # a view may have sent a button twice
        if self.exercise.task.on_the_board != "action":
            found = answer_choices(self.exercise, draft, self._tried)
        elif self.is_solved:
            found = self.solved
        else:
            found = self.audience.choices(draft)
        lost = len(self._tried) >= MOST_WRONG and not self.was_told and not self._feedback
        first = self._buttons(draft, {"Show the answer": ("answer", lost), DUE: ("due", self._is_due)})
        more, vary = self._hints < len(self.exercise.hints), bool(self.exercises[self._place].vary)
        others = len(self.exercises) > 1
        shown = {"Hint": ("hint", more), "Another": ("again", vary), "Next": ("next", others)}
        return replace(found, options=(*first, *found.options, *self._buttons(draft, shown)))

    @property
    def _is_due(self) -> bool:
        """True if the learner may begin with what is due."""
        books = {each.position.system.rulebook.name for each in self.exercises} if self._offers_due else ()
        return not self._answer and any(self.progress.knowledge(name).due() for name in books)

    @property
    def solved(self) -> Choices:
        """The choices once the answer stands on the board: none."""
        return Choices(self.exercise.task.player, Draft(), translated("Solved. Step back through it, or go on."))

    @staticmethod
    def _buttons(draft: Draft, shown: Mapping[str, tuple[str, bool]]) -> list[Choice]:
        # Each has a slot of its own: those of one slot would look like alternatives.
        offers = [(translated(label), name) for label, (name, offered) in shown.items() if offered]
        return [
            Choice(f"{BUTTON} {name}", name, label, "button", "", draft.set(BUTTON, name)) for label, name in offers
        ]

    @property
    def explains(self) -> bool:
        """True where actions are played. In other exercises the reason would be the answer."""
        return self.exercise.task.on_the_board == "action"

    def for_page(self, drawings: Drawings, looks: Looks, *, brief: bool) -> Work[Wire]:
        """Make the exercises for a page without a kernel; a brief page begins with the present one, and has no variants."""
        asked = deferred("lessons.exercises.offline_answers").exercises_for_page
        here = self._place
        before, after = self.exercises[:here], self.exercises[here + 1 :]
        if not brief:
            whole: Work[Wire] = asked((*before, self.exercise, *after), here, drawings, looks)
            return whole
        listed = (self.exercise, *after[: MOST_KEPT - 1])
        most = CHOICES_KEPT // max(1, sum(each.task.on_the_board == "action" for each in listed))
        all_of_them = {"before": here, "of": len(self.exercises)}
        kept: Work[Wire] = asked(listed, 0, drawings, looks, variants=0, most=most, known=self._made, **all_of_them)
        return kept

    # ------------------------------------------------------------------ the desk's buttons
    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft, or do what a button says."""
        wish = draft.get(BUTTON)
        try:
            match wish:
                case "hint":
                    self.hint()
                case "answer":
                    self.show_answer()
                case "again":
                    self.again(None)
                case "next":
                    self.next()
                case "due":
                    self.practise()
        finally:  # after that, as it may change which buttons there are
            self._showing.choose(Draft() if wish in ("again", "next", "due") else draft.clear(BUTTON))

    def hint(self) -> str:
        """Show the next hint, and return it; the last again when there are no more."""
        self._hints = min(self._hints + 1, len(self.exercise.hints))
        try:
            self.progress.hinted(self.exercise.id)
        finally:
            self._showing.show_status()
            self._showing.show_root()
        return self.exercise.hints[self._hints - 1] if self.exercise.hints else ""

    def show_answer(self) -> None:
        """Show the right answer, and the way to it. The learner still has to give it."""
        was, self.was_told = self.was_told, True
        try:
            if not was:
                self.progress.showed(self.exercise.id)
        finally:
            self._show()

    def again(self, seed: int | None) -> None:
        """Open a variant of the same exercise.

        :param seed: None: the one after the present seed
        """
        self._open(self.exercises[self._place].variant(self.exercise.seed + 1 if seed is None else seed))

    def next(self) -> None:
        """Open the next exercise; after the last the first."""
        self._place = (self._place + 1) % len(self.exercises)
        self._open(self.exercises[self._place])

    def practise(self) -> None:
        """Put questions about the clauses that are due before the exercises, and open the first."""
        self._offers_due = False
        books = dict.fromkeys(each.position.system.rulebook.name for each in self.exercises)
        asked = [each for name in books for each in islice(Due(self.progress, system=name).questions(), MOST)]
        ids = {each.id for each in asked}
        self.exercises = (*asked, *(each for each in self.exercises if each.id not in ids))
        self._place = 0
        self._open(self.exercises[0])

    def _open(self, exercise: Exercise) -> None:
        exercise.check()
        self.exercise = exercise
        self._begun()
        self._showing.open(Session(exercise.position, seed=1))

    # ------------------------------------------------------------------ answers
    def answer(self, answer: str) -> Feedback:
        """Judge an answer, and show the reply."""
        exercise, feedback = self.exercise, self.exercise.answer(answer)
        self._reply(feedback, answer)
        keeps = not feedback and exercise.task.on_the_board == "spaces"
        self._showing.choose(self._showing.state.draft if keeps else Draft())
        return feedback

    def _reply(self, feedback: Feedback, answer: str, *, goes_on: bool = False) -> None:
        """Show the feedback to an answer, and count the answer.

        :param goes_on: True if the answer is the first part of one that may become right
        """
        if not feedback and not goes_on:
            self._tried += (answer,)
            left = self.exercise.task.left_after(self._tried)
            if left:
                said = (
                    translated("1 answer is left.") if len(left) == 1 else worded("{n} answers are left.", n=len(left))
                )
                feedback = replace(feedback, lines=(*feedback.lines, Line(said)))
        self._feedback, self._answer = feedback, answer
        try:
            if goes_on:
                self.progress.began(self.exercise.id)
            else:
                missed = self._learn(feedback)
                more = {"clauses": missed} if missed else {}
                self.progress.note("answer", text=answer, right=feedback.right, **more)
                self.progress.tried(self.exercise.id, right=feedback.right)
        finally:  # even if that cannot be kept
            self._show()

    def _learn(self, feedback: Feedback) -> list[str]:
        """Note that the learner has used the clauses of the exercise, or missed them: of a solved one those that are due. An answer
        that the desk has told is no use. Returns the missed clauses."""
        exercise = self.exercise
        self.progress.catch_up()
        knowledge = self.progress.knowledge(exercise.position.system.rulebook.name)
        due = knowledge.due() if self.progress[exercise.id].solved else exercise.clauses
        about = [each for each in exercise.clauses if each in due]
        for clause in about:
            if not feedback:
                knowledge.miss(clause)
            elif not self.was_told:
                knowledge.solve(clause)
        return [] if feedback else knowledge.in_order(about)

    def _show(self) -> None:
        """Show the changes beside the board and on it."""
        self._showing.show_drawings()
        self._showing.show_status()
        self._showing.show_root()

    def confirm(self, draft: Draft) -> None:
        """Give an answer, or play an action as one."""
        action = decided(self.choices(draft))
        if isinstance(action, Answer):
            self.answer(action.text)
        elif isinstance(action, ChanceOutcome):
            roll(self.session, action)
            self.progress.note("action", text=self.session.step.text)
        else:
            self.play(None, action)

    def play(self, player: str | None, action: Action | str) -> Transition[Any]:
        """Play an action as the answer, or as a part of it. It stays on the board if it is right, or may yet become so."""
        exercise, task = self.exercise, self.exercise.task
        if task.on_the_board != "action":
            raise not_here(f"this exercise is answered otherwise: {exercise.question}")
        if self.is_solved:
            raise not_here("this exercise is solved: `again` or `next` goes on, `goto(0)` back to its start")
        played: Any = task.named(action) if isinstance(action, str) else action
        transition: Transition[Any] = self.session.position.apply(played)
        feedback, stays = self.judged(played, transition)
        self._reply(feedback, str(played), goes_on=stays and not feedback)
        if stays:
            transition = self.go_on(played)
            self.progress.note("action", text=self.session.step.text)
        elif self.session.step.depth:
            self.session.goto(0)
        else:
            self._showing.choose(Draft())
        return transition

    def judged(self, action: Action, transition: Transition[Any]) -> tuple[Feedback, bool]:
        """Return the feedback to a legal action at the present step, and True if the action stays on the board.

        :param transition: what the action leads to
        """
        task = self.exercise.task
        if isinstance(task, Do):
            another = None if own_actions(self.session, task.player) else task.of_another_piece(action)
            return self._judged_in_steps(task, transition) if another is None else (another, False)
        feedback = task.judge(str(action))
        return feedback, feedback.right

    def _judged_in_steps(self, task: Do, transition: Transition[Any]) -> tuple[Feedback, bool]:
        """The feedback to one of several actions, and True if the action stays on the board."""
        feedback = task.judged(carried_on(so_far(self.session).after(transition), task.player, task.others))
        left = task.steps - len(own_actions(self.session, task.player)) - 1
        if left <= 0 or feedback:
            return feedback, feedback.right or left > 0
        return Feedback(False, worded("And on: {n} more.", n=left), shorten([*feedback.lines[-2:]])), True

    # ------------------------------------------------------------------ what has been played
    @property
    def is_solved(self) -> bool:
        """True if the answer stands on the board: nothing is left to be played."""
        return bool(self._feedback) and self.session.step.depth > 0

    def go_on(self, action: Action) -> Transition[Any]:
        """Play an action that stays on the board, and then the actions of the other players that `carried_on` foresees."""
        transition: Transition[Any] = self.session.play(action)
        task = self.exercise.task
        left = dict(task.others)
        while (reply := next_of_others(self.session.position, task.player, left)) is not None:
            self.session.play(reply)
        return transition


def not_here(why: str) -> InputError:
    """The error for a request that a desk refuses."""
    return InputError("not here", why)
