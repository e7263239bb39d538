"""The ways to answer an exercise by clicks: its spaces, or the buttons beside the board, as choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hexwidget.english import capital, translated, worded
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.kinds import NOWHERE, Find, Legal, Predict, Step
from hexwidget.rules import Action, Choice, Choices, Draft, Status, Verdict
from hexwidget.rules.action_routes import spaces_in, ways_told
from hexwidget.scene import Arrow

MARK = "answer/"
"""The beginning of the slots of marked spaces."""
ANSWER = "answer"
LONGEST_PROMPT = 110
"""A longer question stands in the panel only: the bar has no room for it."""
NO_CLAUSE = ""
"""A choice of an answer names no clause: that might be the answer."""


@dataclass(frozen=True, slots=True)
class Answer(Action):
    """An answer, where the board expects an action to be confirmed."""

    player: str
    text: str

    def __str__(self) -> str:
        return self.text


def answer_choices(exercise: Exercise, draft: Draft, tried: Sequence[str] = ()) -> Choices:
    """Return the choices of an exercise that is answered by spaces or buttons, given a draft.

    :param tried: the wrong answers so far
    """
    match exercise.task.on_the_board:
        case "spaces":
            return _marks(exercise, draft)
        case "space":
            return _one_space(exercise, draft)
        case _:
            return _options(exercise, draft, exercise.task.left_after(tried) if tried else exercise.options)


def _marks(exercise: Exercise, draft: Draft) -> Choices:
    spaces = exercise.position.map
    options = []
    for index in SpaceMap.members(spaces.full):
        name = spaces.name(index)
        slot = f"{MARK}{name}"
        chosen = slot in draft
        leads = draft.clear(slot) if chosen else draft.set(slot, True)
        wording = "{0}: marked; choose it again to take that back" if chosen else "{0}: mark it"
        label = worded(wording, exercise.task.called(name))
        options.append(Choice(slot, True, label, "mark", NO_CLAUSE, leads, space=name, chosen=chosen))
    marked = sorted(slot.removeprefix(MARK) for slot in draft)
    prompt = worded("{n} marked. Confirm when all are.", n=len(marked)) if marked else translated(exercise.question)
    deed = "" if marked else worded(f"Mark the {spaces.word_for_many}")
    return _choices(exercise, draft, prompt, options, ", ".join(marked), deed)


def _one_space(exercise: Exercise, draft: Draft) -> Choices:
    spaces, gone = exercise.position.map, translated("It is gone")
    called = {name: exercise.task.called(name) for name in spaces.names()}
    found = [_answer(draft, name, worded("{0}: here", label), "mark") for name, label in called.items()]
    chosen = str(draft.get(ANSWER, ""))
    here = gone if chosen == NOWHERE else worded(f"{spaces.word} {{0}}", exercise.task.called(chosen))
    options = [*found, _answer(draft, NOWHERE, gone, "button")]
    return _of_one(exercise, draft, options, capital(here), worded(f"Choose a {spaces.word}"))


def _options(exercise: Exercise, draft: Draft, left: tuple[tuple[str, str], ...]) -> Choices:
    rulebook = exercise.position.system.rulebook
    clauses = {value: value if value in rulebook else NO_CLAUSE for value, _ in left}
    options = [_answer(draft, value, translated(label), "button", clauses[value]) for value, label in left]
    label = dict(exercise.options).get(str(draft.get(ANSWER)), "")
    return _of_one(exercise, draft, options, label, translated("Choose an answer"))


def _answer(draft: Draft, value: str, label: str, kind: Literal["mark", "button"], clause: str = NO_CLAUSE) -> Choice:
    """The choice of an answer. Chosen again, it is taken back."""
    is_chosen = draft.get(ANSWER) == value
    leads = Draft() if is_chosen else Draft({ANSWER: value})
    return Choice(ANSWER, value, label, kind, clause, leads, space=value if kind == "mark" else None, chosen=is_chosen)


def _of_one(exercise: Exercise, draft: Draft, options: list[Choice], label: str, deed: str) -> Choices:
    """The choices of an exercise with one answer.

    :param label: that of the chosen answer
    """
    chosen = str(draft.get(ANSWER) or "")
    prompt = worded("{answer}. Confirm?", answer=label) if chosen else translated(exercise.question)
    return _choices(exercise, draft, prompt, options, chosen, "" if chosen else deed)


def _choices(exercise: Exercise, draft: Draft, prompt: str, options: list[Choice], answer: str, deed: str) -> Choices:
    """The choices of an exercise. An answer that is not empty can be confirmed."""
    if prompt == translated(exercise.question) and len(prompt) > LONGEST_PROMPT:
        prompt = f"{deed}."
    action = Answer(exercise.task.player, answer) if answer else None
    verdict = Verdict(Status.LEGAL if answer else Status.INCOMPLETE)
    arrows = tuple(arrows_of(exercise, answer))
    return Choices(exercise.task.player, draft, prompt, tuple(options), None, action, verdict, arrows, deed=deed)


def arrows_of(exercise: Exercise, answer: str) -> Iterator[Arrow]:
    """Yield the arrows of the actions that an exercise asks about, or of the one that is chosen as its answer."""
    task, at = exercise.task, exercise.position
    asked: tuple[Step, ...] = ()
    match task:
        case Legal():
            asked = ((str(exercise.ask["action"]), task.action, at),)
        case Find() if answer:
            asked = ((answer, task.offered[answer], at),)
        case Predict():
            asked = task.done
    end = ""
    for text, action, position in asked:
        found = ways_told(position, action, text)
        named = spaces_in(text, position.map)
        if not found and end and len(named) == 1 and named[0] != end:
            found = [(end, *named)]  # an attack from where the way before it ends
        for way in found:
            yield Arrow(way, task.in_words(text, action, position), "path")
            end = way[-1]
