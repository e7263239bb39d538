"""Exercises and courses on paper: each question with its board, the answers with their clauses on the last page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from hexwidget.english import capital, listing, translated
from hexwidget.lessons.courses.stage import Stage, decisions, own_actions
from hexwidget.lessons.courses.tutor import introduction
from hexwidget.lessons.courses.walkthrough import Walkthrough
from hexwidget.lessons.exercises.answer_choices import arrows_of
from hexwidget.lessons.exercises.drawings import aim, sketch, subject
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.play import Session
from hexwidget.rules import Observation, Rulebook
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.pages.handout import Sheet, handout


def sheets_of(exercises: Sequence[Exercise]) -> list[Sheet]:
    """Return a sheet for each exercise."""
    return [_question_sheets(each, n if len(exercises) > 1 else 0) for n, each in enumerate(exercises, start=1)]


def course_on_paper(title: str, parts: Iterable[Stage | Exercise], followed: Walkthrough) -> str:
    """Return a handout of a course: the stages with their aims, and the exercises.

    :param followed: the stages as the hints lead through them: their answers
    """
    ways = iter(followed)
    sheets = [
        _question_sheets(part, n) if isinstance(part, Exercise) else _to_play(part, n, next(ways).session)
        for n, part in enumerate(parts, start=1)
    ]
    return handout(translated(title), sheets)


def _question_sheets(exercise: Exercise, number: int) -> Sheet:
    drawn = sketch(exercise, subject(exercise), None, "", told=False)
    position = exercise.position
    scene = Drawings(exercise.drawn).on(position.system.scene(Observation(None, position)))  # all of it, as at a desk
    scene = scene.adding(drawn.overlays, arrows_of(exercise, ""), drawn.notes)
    task = exercise.task
    answer = [str(line) for line in task.solution("")]
    if task.on_the_board == "spaces":  # the solution shows a few of them
        spaces = listing([task.called(name) for name in exercise.key.split(", ")])
        answer.insert(0, f"{translated(spaces)}.")
    heading = _with_numbers(number, exercise.title) if number else ""  # alone it has the title of the page
    options = [translated(label) for _, label in exercise.options]
    rules = _rules(position.system.rulebook, exercise.clauses)
    return Sheet(heading, scene, translated(exercise.question), options, [*answer, *rules])


def _to_play(stage: Stage, number: int, session: Session[Any]) -> Sheet:
    drawn, system = aim(stage.goal, stage.position.map), stage.position.system
    own = zip(decisions(session, stage.learner), own_actions(session, stage.learner), strict=True)
    done = [capital(system.in_words(step.position, step.position.parse(text))) for step, text in own]
    answer = [*(f"{n}. {words}." for n, words in enumerate(done, start=1)), *_rules(system.rulebook, stage.clauses)]
    title = "" if stage.title == stage.aim else stage.title
    scene = stage.position.scene(stage.learner).adding(drawn.overlays)
    return Sheet(_with_numbers(number, title), scene, translated(stage.aim), (), answer)


def _with_numbers(number: int, title: str) -> str:
    return f"{number}. {translated(title)}".rstrip()


def _rules(rulebook: Rulebook, cited: Iterable[str]) -> list[str]:
    """The words that introduce clauses; a space may stand behind the number of each. Of words about clicks the rule itself takes
    the place: on paper nobody clicks."""
    clauses = (rulebook[clause.partition(" ")[0]] for clause in cited)
    told = (replace(clause, teach="") if "click" in clause.teach.lower() else clause for clause in clauses)
    return [f"{clause.id}, {translated(clause.title)}: {introduction(clause)}" for clause in told]
