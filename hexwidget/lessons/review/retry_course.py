"""The moments of a review as a course: at each the learner tries again, and the board answers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from hexwidget.english import translated, worded
from hexwidget.lessons.courses.course import Course
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.loading import own_id
from hexwidget.lessons.review.decisions import LOOKED_AT
from hexwidget.lessons.review.moments import Moment
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position
from hexwidget.rules.action_routes import leads_to, spaces_in

if TYPE_CHECKING:
    from hexwidget.lessons.learners.records import Progress
    from hexwidget.lessons.review.reviewer import Review


def course_of(review: Review, progress: Progress | None) -> Course:
    """Return the moments of a review as a course.

    :raises InputError: if no moment can be tried again
    """
    parts = [part for moment in review.moments if not why_not(moment) for part in _again(moment)]
    if not parts:
        raise InputError("this review makes no course", "no moment names an action that can be tried on a board")
    return Course(parts, worded("{title}, again", title=review.title), progress=progress)


def why_not(moment: Moment) -> str:
    """Return why a moment cannot be tried again; empty if it can."""
    if moment.world is None:
        return translated("no whole position follows from what you saw")
    if not _better(moment):
        return translated("no action was legal instead")
    return "" if next(_again(moment), None) else translated("what is right depends on what was hidden")


def _better(moment: Moment) -> str:
    """An action that is right when the moment is tried again: the one that the review names, or, after a refused try, one that is legal
    and as much like it as can be."""
    if moment.could or moment.world is None or moment.kind != "missed":
        return moment.could.removeprefix(f"{moment.player}: ")
    tried = moment.did or " ".join(str(each) for each in _draft_of(moment))
    spaces = spaces_in(tried.partition(": ")[2] or tried, moment.world.map)
    found = moment.world.system.lookahead.some(moment.world, moment.player, Random("again"), LOOKED_AT)
    texts = [str(each).removeprefix(f"{moment.player}: ") for each in found if moment.world.check(each)]
    alike = ((len(set(spaces_in(text, moment.world.map)) & set(spaces)), -n, text) for n, text in enumerate(texts))
    return max(alike, default=(0, 0, ""))[2]


def _draft_of(moment: Moment) -> list[object]:
    proof = moment.sentences[0].proof
    return [*proof.get("draft", {}).values(), proof.get("space", "")]


def _space_wanted(did: str, better: Action, position: Position) -> str:
    """The space that a refused try led to, if the right action leads there, too; empty if not."""
    last = spaces_in(did.partition(": ")[2] or did, position.map)[1:][-1:]
    return last[0] if last and last[0] in leads_to(position, better) else ""


def _again(moment: Moment) -> Iterator[Exercise]:
    """The exercise of a moment, if there is a whole position for it and an action to find."""
    better = _better(moment)
    if not better:
        return
    position, refused = moment.world, moment.kind == "missed"
    first, *rest = moment.sentences
    did = moment.did or " ".join(map(str, _draft_of(moment)))
    ask: dict[str, Any] = {"player": moment.player, "better": [better], "did": moment.did}
    action = position.parse(f"{moment.player}: {better}")
    ask["why"] = [[each.text, each.clause] for each in rest if each.basis != "count"]
    if refused:
        pieces = [spaces_in(text.partition(": ")[2] or text, position.map)[:1] for text in (did, better)]
        to = _space_wanted(did, action, position)
        ask |= {"refused": True} | ({"to": to} if to else {})
        ask |= {"piece": pieces[0][0]} if pieces[0] and pieces[0] == pieces[1] else {}
    start = worded(" from {0}", *position.map.called([ask["piece"]])) if "piece" in ask else ""
    goal = worded(" and that leads to {0}", *position.map.called([ask["to"]])) if "to" in ask else ""
    wording = "Find an action{start} that the rules allow{goal}." if refused else "Find a better one."
    wanted = worded(wording, start=start, goal=goal)
    clause = moment.clause or position.system.grammar.form_of(action).clause
    clauses = (clause,) if clause in position.system.rulebook else tuple(position.system.rulebook)[:1]
    about = (moment.number, moment.kind, moment.did, moment.clause, position.key)
    id = own_id("again", moment.player, *about)
    made = Exercise(id, moment.title, "again", position, ask, clauses, f"{first.text} {wanted}")
    try:
        made.check()
    except InputError:  # it depends on what is hidden
        return
    yield made
