"""Exercises that are made by clicks: of a question of the editor, and what was shown for it. See `hexwidget.widget.questions`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from html import escape
from typing import Any

from hexwidget.english import translated
from hexwidget.files import Annotations, Scenario
from hexwidget.lessons.courses.course import Course
from hexwidget.lessons.courses.parts import write_part
from hexwidget.lessons.exercises.activity import ExerciseActivity
from hexwidget.lessons.exercises.desk import Desk
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.loading import LONGEST_TEXT, exercise
from hexwidget.lessons.learners.records import Progress
from hexwidget.play import link
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position
from hexwidget.rules.action_routes import chains_in, spaces_in
from hexwidget.widget import Board
from hexwidget.widget.audience import Audience
from hexwidget.widget.pages.page import course_page, notes_of
from hexwidget.widget.questions import Question

CANNOT_ASK = "this cannot be asked yet"
FEWEST = 3
"""The fewest actions to find the legal one among."""
MOST_PATTERNS = 500
"""The most legal actions whose text is taken as a pattern for a way."""
MOST_JUDGED = 1000
"""The most legal actions of a position that a question is asked of whose answer is the result of one of them."""


def missing(question: Question) -> str:
    """Return the sentence that says what to show next; "": nothing is missing."""
    shown, actions = bool(question.piece or question.place), len(question.actions)
    match question.kind:
        case "mark" if not question.piece:
            return "Show the piece whose reach is to be marked."
        case "legal" | "which" if not actions:
            return "Show the action: draw its way, or do it on the board."
        case "find" if actions < FEWEST:
            return f"Show {FEWEST} actions, one of them legal: {actions} so far."
        case "do" if not question.place:
            return "Show the place to be reached, and a piece if only it may do it."
        case "predict" if not actions:
            return "Show the action, then a piece (where does it end?) or a place (who stands there?)."
        case "predict" if not shown:
            return "Show a piece (where does it end?) or a place (who stands there?)."
        case "best" if not (question.place or question.clause):
            return "Show the place where an enemy is to be driven away, or choose the clause whose events count."
    return ""


def action_along(position: Position, way: Sequence[str]) -> str:
    """Return the text of the action that goes a way, legal or not: like a legal action of the same piece, with this way. Of several
    the fewest clauses bar it.

    :raises InputError: if no action goes along ways
    """
    judged = [(len(position.check(action).findings), action) for action in _along(position, way)]
    if not judged:
        raise InputError(CANNOT_ASK, f"no action goes {'-'.join(way)}: do the action on the board instead", "way")
    _, best = min(judged, key=lambda each: each[0])
    return f"{best.player}: {best}"


def _along(position: Position, way: Sequence[str]) -> Iterator[Action]:
    """Yield actions that go a way, each but once."""
    spaces, start, along = position.map, way[0], "-".join(way)
    texts = {along: None}
    for action in position.legal_actions().some(MOST_PATTERNS)[0]:
        text = str(action)
        chains, named = chains_in(text, spaces), spaces_in(text, spaces)
        texts |= dict.fromkeys(text.replace("-".join(chain), along) for chain in chains if chain[0] == start)
        if not chains and len(named) > 1 and named[0] == start:
            texts[way[-1].join(text.rsplit(named[-1], 1))] = None
    for text in texts:
        try:
            action = position.parse(text)
            position.check(action)
        except InputError:
            continue
        yield action


def exercise_of_question(question: Question, position: Position) -> Exercise:
    """Return the exercise of a question.

    :raises InputError: if something is missing, or it has no answer
    """
    if what := missing(question) if question.kind else "Choose a kind of question.":
        raise InputError(CANNOT_ASK, what)
    if question.kind in ("do", "best") and not position.legal_actions().some(MOST_JUDGED)[1]:
        what = f"more than {MOST_JUDGED:,} actions are legal here, and each is tried for the answer: take pieces away"
        raise InputError(CANNOT_ASK, what)
    ask = dict(_ask(question, position))
    clause = question.clause or _clause(question, position, ask)
    title = position.system.scene(position.observe(None)).title
    return exercise(question.kind, position, title=title, clauses=[clause], question=question.sentence, **ask)


def _ask(question: Question, position: Position) -> Iterator[tuple[str, Any]]:
    """Yield the parts of ``ask`` that were shown."""
    kind, piece, place, actions = question.kind, question.piece, question.place, question.actions
    if piece and kind in ("mark", "do", "predict", "best"):
        yield "piece", piece
    match kind:
        case "legal" | "which":
            yield "action", actions[-1]
        case "find":
            yield "actions", [*actions]
        case "do":
            yield "goal", [{"at": place, **_standing(position, piece)}]
        case "predict":
            yield "after", [*actions]
            if not piece:
                yield "at", place
        case "best" if place:
            yield "of", f"likely to drive {_standing(position, place).get('owner', 'them')} from {place}"
            yield "chance", [{"free": place, **_standing(position, place)}]
        case "best":
            yield "of", position.system.rulebook[question.clause].title
            yield "events", question.clause


def _standing(position: Position, space: str) -> dict[str, str]:
    """Return the owner and the kind of the piece on a space, for a condition; without one, the player to act."""
    scene = position.system.scene(position.observe(None))
    for piece in scene.pieces:
        if piece.space == space and piece.layer == "unit":
            return {"owner": scene.players[piece.owner].name, "kind": piece.kind}
    acting = position.system.acting(position)
    return {"owner": acting} if acting else {}


def _clause(question: Question, position: Position, ask: dict[str, Any]) -> str:
    """Return the clause that a question is about: the one that bars an action that was shown, that bars most at the rim of the
    reach, or that the events of the answer cite."""
    judged = [position.check(position.parse(text)) for text in question.actions]
    barring = [clause for verdict in judged for clause in verdict.clauses]
    if barring:
        return barring[0]
    if question.kind == "mark":
        barring = [clause for clause, _ in Counter(position.reach(question.piece).rim.values()).most_common(1)]
    rules = [*barring, *(each.id for each in position.system.rulebook.values() if each.kind == "rule")]
    first = exercise(question.kind, position, clauses=rules[:1], **ask)
    if barring:
        return barring[0]
    steps = first.task.way or [(text, position.parse(text), position) for text in question.actions]
    events = [event for _, action, at in steps for event in at.apply(action).events]
    return next((event.clause for event in events if event.clause), rules[0])


def activity(question: Question, position: Position, audience: Audience[Any]) -> ExerciseActivity:
    """Return the exercise as an activity for an audience."""
    return ExerciseActivity((exercise_of_question(question, position),), Progress(), audience)


def desk(parts: Sequence[Any], audience: Audience[Any]) -> ExerciseActivity:
    """Return exercises as an activity for an audience."""
    return ExerciseActivity(tuple(parts), Progress(), audience)


def python(question: Question, scenario: Scenario) -> str:
    """Return the lines of Python that make the exercise of ``position``, or of ``board`` with its drawings, and show it."""
    found = _with_drawings(question, scenario)
    parts = [f"{part}={value!r}" for part, value in found.ask.items()]
    parts += [f"clauses={[*found.clauses]!r}"]
    parts += [f"title={found.title!r}"] if found.title else []
    parts += [f"question={question.sentence!r}"] if question.sentence else []
    of = "position" if found.drawn == Annotations() else "board.scenario()"
    lines = "".join(f"\n    {part}," for part in (repr(found.kind), of, *parts))
    return f"question = hw.lessons.exercise({lines}\n)\nhw.lessons.Desk(question)"


def document(question: Question, scenario: Scenario) -> str:
    """Return the exercise as a file that `read_exercises` reads."""
    return json.dumps([write_part(_with_drawings(question, scenario))], ensure_ascii=False, indent=2) + "\n"


def course_link(question: Question, scenario: Scenario) -> str:
    """Return the link to a course of the exercise alone, which asks it below the words about the scenario.

    :raises InputError: if the words are too many
    """
    found = _with_drawings(question, scenario)
    asked = "\n\n".join(filter(None, [scenario.prose, found.question]))
    if len(asked) > LONGEST_TEXT:
        what = f"the words about it and the question have {len(asked):,} characters, and a link that asks holds {LONGEST_TEXT:,}"
        raise InputError(CANNOT_ASK, f"{what}: shorten the words, or save a page", "prose")
    return link(Course([replace(found, own_question=asked)], found.name))


def page(question: Question, scenario: Scenario) -> str:
    """Return the exercise as a page: a board that asks it, with its drawings, and folded a second board that shows the answer."""
    found = _with_drawings(question, scenario)
    paragraphs = [part for part in translated(scenario.prose).split("\n\n") if part.strip()]
    with closing(Desk(found)) as desk:
        on_paper = (
            f'<p class="hexwidget-notes">{escape(translated(found.question))}</p>'  # the panel asks it on the screen
        )
        asked = desk.board._sharing.recorded() + notes_of(desk.board._showing.state.scene) + on_paper
    solution = "".join(f"<p>{escape(line.text)}</p>" for line in found.task.solution(""))
    with closing(Board(replace(scenario, prose=""))) as board:
        spaces = [name for name in found.key.split(", ") if board.position.map.find(name) is not None]
        if spaces:
            board.show(spaces, "answer", hue="reach")
        for _, action, _ in found.task.way:
            if board.position.check(action):
                board.play(action)
        answered = board._sharing.recorded()
    folded = f"<details><summary>{translated('The answer')}</summary>{solution}{answered}</details>"
    return course_page(translated(scenario.title or found.question), [("", paragraphs, asked), ("", [], folded)])


def handout(question: Question, scenario: Scenario) -> str:
    """Return the exercise as a page for the printer, with the answer on the last page."""
    return _with_drawings(question, scenario).to_html(prose=scenario.prose, print=True)


def _with_drawings(question: Question, scenario: Scenario) -> Exercise:
    """The exercise with the author's drawings."""
    return replace(exercise_of_question(question, scenario.position), drawn=scenario.annotations)
