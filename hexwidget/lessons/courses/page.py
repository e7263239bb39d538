"""A course as a page, one part a screen: the learner's, which asks, and the teacher's, which shows the solution."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from html import escape

from hexwidget.english import translated, worded
from hexwidget.lessons.courses.course import Course
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import own_actions
from hexwidget.lessons.courses.stage_activity import callout_message
from hexwidget.lessons.courses.walkthrough import StageWalkthrough
from hexwidget.lessons.exercises.desk import Desk
from hexwidget.lessons.exercises.drawings import aim
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.learners.records import Progress
from hexwidget.play import Session, link
from hexwidget.problems import InputError, Problem
from hexwidget.scene.drawing import draw
from hexwidget.widget.connections.messages import Said
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.pages import page as pages
from hexwidget.widget.pages.myst import directive, prose, write_module
from hexwidget.widget.pages.recording import TutorWords, recording_of, run_to_end

LEARNERS = "A page for learners: it asks, and tells no solution."
TEACHERS = "A page for teachers: it shows the solution. Next step plays it."


def page(course: Course, play: str, *, solution: bool) -> str:
    """Return a page that shows a course.

    :param play: the address of ``play.html``; empty: that of the site, if one is known
    :param solution: True for the teacher's page
    :raises InputError: if ``play`` is given, and the course cannot be linked to
    """
    making = _Page(course, _playing(course, play), solution)
    return pages.course_page(translated(course.title), making.parts(), translated(TEACHERS if solution else LEARNERS))


def myst(course: Course, folder: str | os.PathLike[str]) -> str:
    """Return the learner's page of a course for MyST, and write its module; see `Course.to_myst`."""
    write_module(folder)
    blocks = [f"# {prose(translated(course.title))}"]
    for heading, paragraphs, board in _Page(course, ("", ""), solution=False).parts():
        blocks += [f"## {prose(heading)}", *map(prose, paragraphs), directive(board)]
    return "\n\n".join(blocks)


def _playing(course: Course, play: str) -> tuple[str, str]:
    """The address at which the course is played, and the text behind its #; both empty if no address is known."""
    address = pages.checked(play) or pages.play_address()
    if not address:
        return "", ""
    try:
        return address, f"course={link(course)}"
    except InputError as refused:
        if not play:
            return "", ""
        found = [Problem("play", str(problem)) for problem in refused.problems]
        raise InputError("this page cannot be made", found) from None


@dataclass(frozen=True)
class _Page:
    """The parts of a page.

    :param playing: the address at which the course is played, and what stands behind its #
    """

    course: Course
    playing: tuple[str, str]
    solution: bool

    def parts(self) -> Iterator[tuple[str, list[str], str]]:
        """Yield the heading of each part, the paragraphs below it, and its board with what stands below that."""
        followed = iter(self.course.check())
        for n, part in enumerate(self.course.parts, start=1):
            heading = worded("{place} of {n}: {name}", place=n, n=len(self.course.parts), name=part.name)
            if isinstance(part, Exercise):
                yield heading, [], self._asked(part)
                continue
            address, whole = self.playing
            button = pages.play_button(address, f"{whole}&part={n}", "Play this stage") if address else ""
            asked = [translated(part.aim)] if part.aim != part.title else []
            yield heading, asked, self._staged(next(followed), last=n == len(self.course.parts)) + button

    def _asked(self, exercise: Exercise) -> str:
        """The board of an exercise, which asks; on a teacher's page the answer, too."""
        with closing(Desk(exercise)) as desk:
            board = desk.board._sharing.recorded()
        if not self.solution:
            return board
        lines = "".join(f"<li>{escape(line.text)}</li>" for line in exercise.task.solution(""))
        return f"{board}<details><summary>{translated('The answer')}</summary><ul>{lines}</ul></details>"

    def _staged(self, followed: StageWalkthrough, *, last: bool) -> str:
        """The board of a stage: its start, or on a teacher's page the whole way of the hints."""
        stage, session = followed.stage, followed.session
        if not self.solution:  # a game that holds no more than what comes before the learner's first action
            teaching = CoursePlay([stage], Progress())
            teaching.close()
            session = teaching.session
        told = {n: self._told(followed, session, n, last=last) for n in range(len(session.steps))}
        drawings = Drawings(aim(stage.goal, stage.position.map))
        rulebook = pages.rulebook_address(stage.position.system.name)
        recording = run_to_end(recording_of(session, stage.learner, drawings, rulebook, told=told))
        if self.solution:
            session.goto(0)
            recording["at"] = 0
        scene = drawings.on(session.position.scene(stage.learner))
        return pages.recorded_board(recording, draw(scene, radius=34.0, plain=True))

    def _told(self, followed: StageWalkthrough, session: Session, number: int, *, last: bool) -> TutorWords:
        """Go to a step, and return the words of the tutor there: the aim, the end of the way, and the callouts that come up."""
        stage = followed.stage
        session.goto(number)
        more = stage.within - len(own_actions(session, stage.learner))
        aim = [Line(stage.aim), Line(worded("You have {n:action} left.", n=more))]
        said = [Said.of(translated("Your aim"), "question", aim)]
        if self.solution and number == len(session.steps) - 1:
            said.append(_end(followed))
        calls = tuple(callout_message(callout) for step, callout in followed.callouts if step == number)
        return TutorWords(tuple(said), calls, "full" if last else "plain")


def _end(followed: StageWalkthrough) -> Said:
    """The words at the end of the way of the hints."""
    if followed.state == "done":
        return Said.of(translated("That is how it goes."), "right", [Line("The aim is reached.")])
    remedy = Line("Give the stage a `way` that reaches the aim.")
    return Said.of(translated("The hints lead no further."), "wrong", [remedy])
