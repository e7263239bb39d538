"""A course as a page: the way of the hints through each stage, recorded."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from hexwidget.english import counted, listing
from hexwidget.lessons.following import Followed, Followings
from hexwidget.lessons.tutor import taught
from hexwidget.rules import Rulebook
from hexwidget.widget import Board
from hexwidget.widget.page import course_page


def page(title: str, followed: Followings, left_out: Sequence[str]) -> str:
    """Return a page that shows a course as it was followed.

    :param left_out: the names of its exercises, which a page without Python cannot judge
    """
    parts = [
        (f"{n}. {each.stage.title}", _told(each, followed.rulebook), _recorded(each))
        for n, each in enumerate(followed, start=1)
    ]
    if left_out:
        told = f"This page leaves out {counted(len(left_out), 'exercise')}: {listing(left_out)}"
        parts.append(("Exercises", [told], ""))
    return course_page(title, parts)


def _told(each: Followed, rulebook: Rulebook) -> list[str]:
    """The aim if it is not the title, and the clauses in the order in which they come up."""
    clauses = [rulebook[clause] for clause, _ in each.introduced]
    aim = [each.stage.aim] if each.stage.aim != each.stage.title else []
    return [*aim, *(f"{clause.title}: {taught(clause)} ({clause.id})" for clause in clauses)]


def _recorded(each: Followed) -> str:
    """The game as the learner saw it, to be stepped through from its start."""
    each.session.goto(0)
    with closing(Board(each.session, player=each.stage.learner)) as board:
        return board._sharing.recorded()
