"""The ways to answer an exercise by clicks: its spaces, or the buttons beside the board, as choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwidget.english import capital, translated, worded
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.kinds import NOWHERE, Find, Legal, Predict, Step
from hexwidget.rules import Action, Choice, Choices, Draft, Status, Verdict
from hexwidget.rules.ways import spaces_in, ways_told
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
    chosen = draft.get(ANSWER)
    spaces = exercise.position.map
    found = [
        Choice(
            ANSWER,
            name,
            worded("{0}: here", label),
            "mark",
            NO_CLAUSE,
            _toggle(chosen, name),
            space=name,
            chosen=chosen == name,
        )
        for name, label in ((name, exercise.task.called(name)) for name in spaces.names())
    ]
    gone = _toggle(chosen, NOWHERE)
    found.append(Choice(ANSWER, NOWHERE, translated("It is gone"), "button", NO_CLAUSE, gone, chosen=chosen == NOWHERE))
    here = translated("It is gone")
    if chosen != NOWHERE:
        here = worded(f"{spaces.word} {{0}}", exercise.task.called(str(chosen))) if chosen else ""
    prompt = worded("{answer}. Confirm?", answer=capital(here)) if chosen else translated(exercise.question)
    deed = "" if chosen else worded(f"Choose a {spaces.word}")
    return _choices(exercise, draft, prompt, found, str(chosen or ""), deed)


def _options(exercise: Exercise, draft: Draft, left: tuple[tuple[str, str], ...]) -> Choices:
    chosen, rulebook = draft.get(ANSWER), exercise.position.system.rulebook
    options = [
        Choice(
            ANSWER, value, translated(label), "button", value if value in rulebook else NO_CLAUSE, _toggle(chosen, value),
            chosen=chosen == value,
        )
        for value, label in left
    ]  # fmt: skip
    label = dict(exercise.options).get(str(chosen), "")
    prompt = worded("{answer}. Confirm?", answer=label) if chosen else translated(exercise.question)
    deed = "" if chosen else translated("Choose an answer")
    return _choices(exercise, draft, prompt, options, str(chosen or ""), deed)


def _toggle(chosen: object, value: str) -> Draft:
    """The draft with a value as the answer; without an answer, if it is the answer already."""
    return Draft() if chosen == value else Draft({ANSWER: value})


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
