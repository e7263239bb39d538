"""Exercises on a board: what is asked stands beside it, the answer is clicked, marked or played there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import traitlets

from hexwidget.files import Annotations
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.exercise import Exercise, load
from hexwidget.lessons.feedback import Feedback, Line, shortened
from hexwidget.lessons.goals import Aftermath, carried_on
from hexwidget.lessons.kinds import NOWHERE, Do
from hexwidget.lessons.progress import Progress
from hexwidget.play import Session
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rules import Action, Choice, Choices, Draft, Status, Transition, Verdict
from hexwidget.scene import Arrow, Scene
from hexwidget.widget import Board, wire
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.intents import Explain, Intent

_DESK = "desk"
"""The slot of the desk's own buttons; those of an answer begin with "answer"."""
_MARK = "answer/"
_ANSWER = "answer"
_OWN = ("hint", "again", "next")
_NO_CLAUSE = ""
"""What stands where a choice names its clause: that might be the answer."""
_NOT_HERE = frozenset({"editing", "paint", "change", "view", "rolls"})


@dataclass(frozen=True, slots=True)
class _Answer(Action):
    """An answer, where the board expects an action to be confirmed."""

    player: str
    text: str

    def __str__(self) -> str:
        return self.text


class Desk(Board):
    """Exercises to be done on a board, one after another.

    *Hint* gives the next hint, *Another* the same exercise with other numbers where it can be varied, *Next* the next one.
    What is right is said with its clauses, and so is what is not.

    :param exercises: an exercise, several, or a name as `load` takes it: "depletion", "depletion/two-seats"
    :param progress: where tries, hints and what is solved are kept; by default for as long as the desk is there
    :raises InputError: if there is none, or one that has no answer
    """

    def __init__(
        self, exercises: Exercise | Iterable[Exercise | str] | str, *, progress: Progress | None = None
    ) -> None:
        if isinstance(exercises, Exercise):
            exercises = (exercises,)
        if isinstance(exercises, str):
            exercises = load(exercises)
        listed = tuple(exercises) if isinstance(exercises, Iterable) else ()
        self.exercises = tuple(e for each in listed for e in (load(each) if isinstance(each, str) else (each,)))
        if not self.exercises or not all(isinstance(each, Exercise) for each in self.exercises):
            what = f"expected exercises, or the name of a system, not {shown(exercises)}"
            raise InputError("this desk cannot be made", [Problem("", what)])
        self.progress = Progress() if progress is None else progress
        self._place = 0
        self._seed = 0
        self._hints = 0
        self._feedback: Feedback | None = None
        self.exercise = self.exercises[0]
        self.exercise.check()
        super().__init__(Session(self.exercise.position, seed=1))

    # ------------------------------------------------------------------ asked and answered
    def answer(self, answer: str) -> Feedback:
        """Answer from a cell, as `Exercise.answer` takes it; the board shows what is said to it."""
        feedback = self.exercise.answer(answer)
        self._said(feedback)
        return feedback

    def hint(self) -> str:
        """The next hint; the last again when there are no more."""
        self._hints = min(self._hints + 1, len(self.exercise.hints))
        try:
            self.progress.hinted(self.exercise.id)
        finally:
            self._send_said()
            self._offer()
        return self.exercise.hints[self._hints - 1] if self.exercise.hints else ""

    def again(self, seed: int | None = None) -> Exercise:
        """The same exercise with other numbers; returns it.

        :param seed: of the variant; by default the next one
        """
        self._open(self.exercises[self._place].variant(self._seed + 1 if seed is None else seed))
        return self.exercise

    def next(self) -> Exercise:
        """The next exercise; after the last the first again. Returns it."""
        self._place = (self._place + 1) % len(self.exercises)
        self._open(self.exercises[self._place])
        return self.exercise

    def _open(self, exercise: Exercise) -> None:
        exercise.check()
        self.exercise, self._seed = exercise, exercise.seed
        self._hints, self._feedback = 0, None
        self._drawings = Drawings(Annotations())
        watching, self._stop_watching = self._stop_watching, lambda: None
        watching()
        self.session = Session(exercise.position, seed=1)
        self._stop_watching = self.session.watch(self._on_session)
        self._on_session()

    def _said(self, feedback: Feedback) -> None:
        self._feedback = feedback
        self._show_marks(feedback)
        try:
            self.progress.tried(self.exercise.id, right=feedback.right)
        finally:  # also where that cannot be kept
            self._send_said()

    # ------------------------------------------------------------------ what the board shows
    def _title(self, scene: Scene) -> str:
        """The exercise's: a position's own may tell the answer."""
        return self.exercise.title or self.exercise.id

    def _status_now(self) -> wire.Wire:
        """What is asked, the hints that were taken, and what was said to the last answer."""
        exercise, feedback = self.exercise, self._feedback
        lines = [Line(exercise.question)]
        # What is said of the clauses after the author's words links to them.
        about = (*("" for _ in exercise.own_hints), *exercise.clauses, *exercise.clauses)
        lines += [Line(f"Hint: {hint}", about[n]) for n, hint in enumerate(exercise.hints[: self._hints])]
        record = self.progress[exercise.id]
        place = f"{self._place + 1} of {len(self.exercises)}: " if len(self.exercises) > 1 else ""
        done = " ✓" if record.solved else ""
        question = wire.said(f"{place}{exercise.title or exercise.id}{done}", "question", lines)
        answered = (
            []
            if feedback is None
            else [wire.said(feedback.heading, "right" if feedback.right else "wrong", feedback.lines)]
        )
        return {**super()._status_now(), "anyView": False, "said": [question, *answered]}

    def _send_said(self) -> None:
        self._sent["_status"] = self._status_now()
        self._status = {"revision": self._revision, **self._sent["_status"]}

    def _offer(self) -> None:
        """What may be clicked now, anew: the last hint has no next."""
        self._root = self._ask(Draft())
        self._sent["_choices"] = {
            **self._sent["_choices"],
            "root": wire.choices(self._root, self._seen.system.rulebook),
        }
        self._choices = {"revision": self._revision, **self._sent["_choices"]}

    def _show_marks(self, feedback: Feedback) -> None:
        """What was marked, right or too much, as overlays until the next answer."""
        if self.exercise._kind.on_the_board != "spaces":
            return
        self._drawings = Drawings(Annotations())
        wrong = {space for line in feedback.lines for space in line.spaces} if not feedback else set()
        look: dict[str, Any] = {"fill": 0.35, "darkening": 0.5, "border": 2.0, "numbers": False}
        spaces = self._seen.map
        if feedback:
            right = [name.strip() for name in self.exercise.key.split(",")]
            self._drawings.show(right, "right", spaces, hue="reach", hatch="none", **look)
        elif wrong:
            self._drawings.show(sorted(wrong), "too many", spaces, hue="barred", hatch="falling", **look)
        self._send_state()

    # ------------------------------------------------------------------ what may be clicked
    def _ask(self, draft: Draft) -> Choices:
        if _DESK in draft:  # sent once more, or by a view that was in a hurry
            draft = draft.clear(_DESK)
        match self.exercise._kind.on_the_board:
            case "action" if self._solved:
                found = Choices(self.exercise._kind.player, Draft(), "Solved. Step back through it, or go on.")
            case "action":
                found = super()._ask(draft)
            case "spaces":
                found = self._marks(draft)
            case "space":
                found = self._one_space(draft)
            case _:
                found = self._options(draft)
        return replace(found, options=(*found.options, *self._own(draft)))

    def _own(self, draft: Draft) -> list[Choice]:
        """The desk's own buttons."""
        shown = {"hint": "Hint" if self._hints < len(self.exercise.hints) else "", "again": "", "next": ""}
        if self.exercises[self._place].vary:
            shown["again"] = "Another"
        if len(self.exercises) > 1:
            shown["next"] = "Next"
        clause = _NO_CLAUSE
        return [
            Choice(_DESK, name, label, "button", clause, draft.set(_DESK, name))
            for name, label in shown.items()
            if label
        ]

    def _marks(self, draft: Draft) -> Choices:
        clause, spaces = _NO_CLAUSE, self.session.position.map
        options = []
        for index in SpaceMap.members(spaces.full):
            name = spaces.name(index)
            slot = f"{_MARK}{name}"
            chosen = slot in draft
            leads = draft.clear(slot) if chosen else draft.set(slot, True)
            label = (
                f"{spaces.label(index) or name}: {'marked; choose it again to take that back' if chosen else 'mark it'}"
            )
            options.append(Choice(slot, True, label, "mark", clause, leads, space=name, chosen=chosen))
        marked = sorted(slot.removeprefix(_MARK) for slot in draft)
        prompt = f"{len(marked)} marked. Confirm when all are." if marked else self.exercise.question
        return self._answerable(draft, prompt, tuple(options), ", ".join(marked), bool(marked))

    def _one_space(self, draft: Draft) -> Choices:
        clause, spaces = _NO_CLAUSE, self.session.position.map
        chosen = draft.get(_ANSWER)
        options = [
            Choice(
                _ANSWER, name, f"{name}: here", "mark", clause, Draft() if chosen == name else Draft({_ANSWER: name}),
                space=name, chosen=chosen == name,
            )
            for name in spaces.names()
        ]  # fmt: skip
        gone = Draft() if chosen == NOWHERE else Draft({_ANSWER: NOWHERE})
        options.append(Choice(_ANSWER, NOWHERE, "It is gone", "button", clause, gone, chosen=chosen == NOWHERE))
        prompt = f"{chosen}. Confirm?" if chosen else self.exercise.question
        return self._answerable(draft, prompt, tuple(options), str(chosen or ""), chosen is not None)

    def _options(self, draft: Draft) -> Choices:
        chosen = draft.get(_ANSWER)
        options = tuple(
            Choice(
                _ANSWER, value, label, "button", value if value in self._seen.system.rulebook else _NO_CLAUSE,
                Draft() if chosen == value else Draft({_ANSWER: value}), chosen=chosen == value,
            )
            for value, label in self.exercise.options
        )  # fmt: skip
        label = dict(self.exercise.options).get(str(chosen), "")
        prompt = f"{label}. Confirm?" if chosen else self.exercise.question
        return self._answerable(draft, prompt, options, str(chosen or ""), chosen is not None)

    def _answerable(
        self, draft: Draft, prompt: str, options: tuple[Choice, ...], answer: str, complete: bool
    ) -> Choices:
        player = self.exercise._kind.player
        action = _Answer(player, answer) if complete else None
        verdict = Verdict(Status.LEGAL if complete else Status.INCOMPLETE)
        return Choices(player, draft, prompt, options, None, action, verdict, self._told_of())

    def _told_of(self) -> tuple[Arrow, ...]:
        """The way of the action that is asked about, where it has one."""
        text = str(self.exercise.ask.get("action", ""))
        spaces = self.session.position.map
        words = "".join(c if c.isalnum() or c in "_" else " " for c in text).split()
        way = tuple(word for word in words if spaces.find(word) is not None)
        return (Arrow(way, text, "path"),) if len(way) > 1 else ()

    # ------------------------------------------------------------------ what is clicked
    def _set_draft(self, draft: Draft) -> None:
        wish = draft.get(_DESK)
        if wish not in _OWN:
            super()._set_draft(draft)
            return
        super()._set_draft(draft.clear(_DESK) if wish == "hint" else Draft())
        match wish:
            case "hint":
                self.hint()
            case "again":
                self.again()
            case _:
                self.next()

    def _commit(self, draft: Draft) -> None:
        action = self._ask(draft).action
        if isinstance(action, _Answer):
            if self.answer(action.text):
                super()._set_draft(Draft())
        elif isinstance(action, Action) and self._ask(draft).verdict.status is not Status.ILLEGAL:
            self.play(action)
        else:
            super()._commit(draft)

    def _play_as(self, player: str | None, action: Action | str) -> Transition[Any]:
        """Play an action as the answer, or a part of it: it stays on the board if it is right, or may yet become so."""
        kind = self.exercise._kind
        if kind.on_the_board != "action":
            what = f"this exercise is answered otherwise: {self.exercise.question}"
            raise InputError("not here", [Problem("", what)])
        if self._solved:
            raise self._no("this exercise is solved: `again` or `next` goes on, `goto(0)` back to its start")
        position = self.session.position
        text = kind.named(action) if isinstance(action, str) else action
        transition: Transition[Any] = position.apply(text)
        if isinstance(kind, Do):
            at = carried_on(self._so_far().after(transition), kind.player, kind.others)
            feedback = kind.judged(at)
            left = kind.steps - self._own_steps(kind.player) - 1
            last = left <= 0
            if not feedback and not last:
                feedback = Feedback(False, f"And on: {left} more.", shortened([*feedback.lines[-2:]]))
            keep = feedback.right or not last
        else:
            feedback = kind.judge(str(action))
            keep = feedback.right
        self._said(feedback)
        if keep:
            transition = self.session.play(text)
            self._let_others(kind.player, kind.others)
            return transition
        if self.session.step.depth:
            self.session.goto(0)
        else:
            super()._set_draft(Draft())
        return transition

    @property
    def _solved(self) -> bool:
        """Whether what stands on the board is the answer: there is nothing left to be played."""
        return bool(self._feedback) and self.session.step.depth > 0

    def _own_steps(self, player: str) -> int:
        """How many actions of the player's lead here."""
        line = self.session.line[: self.session.step.depth + 1]
        return sum(step.action is not None and step.action.player == player for step in line)

    def _let_others(self, player: str, others: Mapping[str, str]) -> None:
        """Play what the others do then, as `carried_on` looks ahead."""
        left = dict(others)
        while left and self.session.position.chance is None:
            position = self.session.position
            acting = next((name for name in sorted(position.to_act) if name != player and name in left), None)
            if acting is None:
                break
            text = left.pop(acting)
            action = position.parse(text if ":" in text else f"{acting}: {text}")
            if not position.check(action):
                break
            self.session.play(action)

    def _so_far(self) -> Aftermath:
        steps = self.session.line[: self.session.step.depth + 1]
        return Aftermath(self.session.position, tuple(event for step in steps for event in step.events))

    # ------------------------------------------------------------------ what is not done on a desk
    def edit(self, on: bool = True) -> None:
        """An exercise is judged by its own position: it cannot be edited.

        :raises InputError: always
        """
        raise self._no("the position of an exercise stays as it is; `hw.Board(desk.position)` is for editing")

    def _carry_out(self, intent: Intent, revision: int) -> dict[str, Any]:
        if intent.name in _NOT_HERE:
            raise self._no("the position of an exercise, and whose view it is, stay as they are")
        return super()._carry_out(intent, revision)

    @traitlets.observe("position")
    def _on_position_set(self, change: Any) -> None:
        if self._telling or change["new"] is self.session.position:
            return
        self._tell("position", change["old"])
        raise self._no("the position of an exercise stays as it is")

    @staticmethod
    def _no(why: str) -> InputError:
        return InputError("not here", [Problem("", why)])

    def _explain(self, intent: Explain) -> dict[str, Any]:
        """Why not: where actions are played as ever; else that would be the answer."""
        if self.exercise._kind.on_the_board == "action":
            return super()._explain(intent)
        return wire.verdict(Verdict(Status.INCOMPLETE), self._seen.system.rulebook)
