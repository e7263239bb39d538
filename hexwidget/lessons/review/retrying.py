"""The moments of a review as a course: at each the learner tries again, and the board answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexwidget.lessons.course import Course
from hexwidget.lessons.exercise import Exercise
from hexwidget.lessons.kinds import spaces_in
from hexwidget.lessons.reading import own_id
from hexwidget.lessons.review.moments import Moment
from hexwidget.problems import InputError, Problem

if TYPE_CHECKING:
    from hexwidget.lessons.records import Progress
    from hexwidget.lessons.review.reviewing import Review


def course_of(review: Review, progress: Progress | None) -> Course:
    """Return the moments of a review as a course.

    :raises InputError: if no moment can be tried again
    """
    parts = [part for moment in review.moments for part in _again(moment)]
    if not parts:
        what = "no moment names an action that can be tried on a board"
        raise InputError("this review makes no course", [Problem("", what)])
    return Course(parts, f"{review.title}, again", progress=progress)


def _again(moment: Moment) -> Iterator[Exercise]:
    """The exercise of a moment, if there is a whole position for it and an action to find."""
    if not moment.could or moment.world is None:
        return
    position, refused = moment.world, moment.kind == "missed"
    first, *rest = moment.sentences
    did = moment.did or " ".join(map(str, first.proof.get("draft", {}).values()))
    better = moment.could.removeprefix(f"{moment.player}: ")
    ask: dict[str, Any] = {"player": moment.player, "better": [better], "did": moment.did}
    ask["why"] = [[each.text, each.clause] for each in rest if each.basis != "count"]
    if refused:
        pieces = [spaces_in(text.partition(": ")[2] or text, position.map)[:1] for text in (did, better)]
        ask |= {"refused": True} | ({"piece": pieces[0][0]} if pieces[0] and pieces[0] == pieces[1] else {})
    whose = f" from {position.map.called([ask['piece']])[0]}" if "piece" in ask else ""
    wanted = f"Find an action{whose} that the rules allow." if refused else "Find a better one."
    action = position.parse(f"{moment.player}: {better}")
    clause = moment.clause or position.system.grammar.form_of(action).clause
    clauses = (clause,) if clause in position.system.rulebook else tuple(position.system.rulebook)[:1]
    made = Exercise(
        own_id("again", moment.player, moment.number, moment.kind, moment.did, position.key),
        moment.title,
        "again",
        position,
        ask,
        clauses,
        f"{first.text} {wanted}",
    )
    try:
        made.check()
    except InputError:  # it depends on what is hidden
        return
    yield made
