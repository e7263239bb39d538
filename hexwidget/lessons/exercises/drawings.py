"""The marks of an exercise on its board: its subject, what is wrong with an answer, and the way to the right one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from hexwidget.english import translated
from hexwidget.files import Annotations
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Feedback, Line
from hexwidget.lessons.exercises.goals import Goal
from hexwidget.lessons.kinds import Legal, Mark
from hexwidget.rules.action_routes import spaces_in, spaces_of, ways_told
from hexwidget.scene import Arrow, Note, Overlay
from hexwidget.widget.drawings import read_levels

TICK = "✓"


def subject(exercise: Exercise) -> tuple[str, ...]:
    """Return the spaces that an exercise asks about. An action whose way is drawn needs no rings."""
    spaces, ask, task = exercise.position.map, exercise.ask, exercise.task
    named: Iterable[str] = [ask[part] for part in ("piece", "at") if part in ask]
    if not named and isinstance(task, Legal):
        position = exercise.position
        named = () if ways_told(position, task.action, ask["action"]) else spaces_of(position, task.action)
    elif not named and task.on_the_board == "action":
        named = spaces_in(exercise.question, spaces)
    return tuple(dict.fromkeys(name for name in named if spaces.find(name) is not None))


def sketch(
    exercise: Exercise, about: tuple[str, ...], feedback: Feedback | None, answer: str, told: bool
) -> Annotations:
    """Return the drawings on the board of an exercise.

    :param about: the subject of the exercise
    :param feedback: the reply to the last answer, if there is one
    :param answer: the last answer
    :param told: True if the right answer is shown
    """
    spaces, task = exercise.position.map, exercise.task
    overlays = [_ring("subject", "asked about", about, spaces)] if about else []
    notes: tuple[Note, ...] = ()
    right = [name for name in exercise.key.split(", ") if spaces.find(name) is not None] if feedback or told else []
    if right and task.on_the_board in ("space", "spaces"):
        overlays.append(_area("right", right, spaces, "reach", "solid"))
    if feedback:
        at = (*about, *right)[:1] or spaces_in(f"{exercise.ask.get('action', '')} {exercise.key}", spaces)[-1:]
        notes = tuple(Note(name, TICK, "reach") for name in at)
    elif feedback is not None and task.on_the_board != "action":
        wrong = {space for line in feedback.lines for space in line.spaces}
        if task.on_the_board == "space" and spaces.find(answer) is not None:
            wrong = {answer}
        if wrong:
            label = "too many" if task.on_the_board == "spaces" else "not so"
            label, hue = ("look here", "mark") if isinstance(task, Legal) else (label, "barred")
            overlays.append(_area(label, sorted(wrong), spaces, hue, "dashed"))
    return Annotations(tuple(overlays), tuple(_ways_to_the_answer(exercise, answer)) if told else (), notes)


def _ways_to_the_answer(exercise: Exercise, answer: str) -> Iterator[Arrow]:
    """The ways that lead to the right answer: to spaces that an answer misses, or those of the actions."""
    task = exercise.task
    if isinstance(task, Mark):
        for line in task.ways_to_missed(answer):
            yield way_arrow(task, line)
    for text, action, position in task.way:
        for way in ways_told(position, action, text):
            yield Arrow(way, task.in_words(text, action, position), "path")


def way_arrow(task: Mark, line: Line) -> Arrow:
    """Return the arrow of the way to a space to mark."""
    return Arrow(line.spaces, task.called(line.spaces[-1]), "path")


def aim(goal: Goal, spaces: SpaceMap, clicks: Callable[[str], Sequence[str]] = lambda space: ()) -> Annotations:
    """Return the drawings at the spaces that conditions of a goal name: the aim of a learner.

    :param clicks: the spaces to click now for a space of the aim, which are framed in its place
    """
    named = [condition[part] for condition in goal for part in ("at", "free", "about") if part in condition]
    framed = (each for name in named for each in (clicks(name) or [name]))
    known = tuple(dict.fromkeys(name for name in framed if spaces.find(name) is not None))
    return Annotations() if not known else Annotations((_ring("aim", "your aim", known, spaces, "mark"),))


def hint_drawing(named: Iterable[str], spaces: SpaceMap) -> tuple[Overlay, ...]:
    """Return the drawing at the spaces that a hint speaks of."""
    return (_ring("hint", "hint", named, spaces, "path"),) if named else ()


def _ring(name: str, label: str, about: Iterable[str], spaces: SpaceMap, hue: str = "reach") -> Overlay:
    return Overlay(name, translated(label), read_levels(about, spaces).levels, hue, fill=0, border=4, numbers=False)


def _area(label: str, names: Iterable[str], spaces: SpaceMap, hue: str, stroke: Literal["solid", "dashed"]) -> Overlay:
    levels = read_levels(names, spaces).levels
    return Overlay(label, translated(label), levels, hue, fill=0.35, numbers=False, stroke=stroke)
