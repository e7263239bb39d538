"""The counts of a learner's record, as `hexwidget.lessons.learners.counts` defines them. They stay so if actions are taken back, played again, shown
or reloaded, and all readers tell the same.

The counts are compared with those of a witness, who notes what the learner does by the texts of the actions alone.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.classroom.learner_course import status
from hexwidget.lessons import Course, Desk, Exercise, Progress, course, exercise, first_game, load
from hexwidget.lessons.courses.hints import find_hint
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.kinds import MOST_WRONG, NOWHERE
from hexwidget.lessons.learners.counts import chosen_clauses, refused_by
from hexwidget.lessons.learners.records import Record
from hexwidget.lessons.learners.xapi import statements
from hexwidget.problems import InputError
from hexwidget.rules import Draft, IllegalAction
from tests import inside
from tests.amounts import chances, many
from tests.lessons.courses.test_tutor import small

SYSTEMS = sorted(path.stem for path in (Path(hw.lessons.__file__).parent / "documents/first_games").glob("*.json"))
STEPS = many(25, 2_000, 12)
SCHOOL = "https://school.example"


# ------------------------------------------------------------------ a clean pass
@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_clean_pass_of_a_stage_is_one_try_in_reports_and_statements(system: str) -> None:
    """Each stage of a first game by its hints: one try each, for a class of two."""
    learners = {"ann": Progress(), "ben": Progress()}
    own = first_game(system)
    for done in learners.values():
        teaching = CoursePlay(own.stages, done)
        for stage in own.stages:
            teaching.open(stage)
            while teaching.state == "playing":
                teaching.look(teaching.choices(Draft()))
                teaching.play(find_hint(teaching.stage, teaching.session).action)
        teaching.close()
    found = own.report(learners)
    assert {(row["tries"], row["solved"]) for row in found.records} == {(1, True)}
    answered = [each for each in statements(found, SCHOOL) if each["verb"]["display"]["en"] == "answered"]
    assert len(answered) == 2 * len(own.stages)
    assert {each["result"]["extensions"][f"{SCHOOL}/xapi/tries"] for each in answered} == {1}
    assert found.summary == "2 learners: 2 solved all"


def _own(teaching: CoursePlay) -> list[str]:
    line = teaching.session.line[: teaching.session.step.depth + 1]
    return [step.text for step in line if step.action is not None and step.action.player == teaching.stage.learner]


# ------------------------------------------------------------------ random learners, and a witness
class Witness:
    """A learner at a course, who does random things, and what the record of that is to be."""

    def __init__(self, own: Course, rng: Random) -> None:
        self.own, self.rng = own, rng
        self.book = own.system.rulebook
        self.progress = Progress()
        self.records: dict[str, Record] = {}
        self.used, self.missed = Counter[str](), Counter[str]()
        self.due = set[str]()
        self.places = list(range(len(own.parts)))
        self.course = course(own.parts, own.title, progress=self.progress)
        self.game = 0
        self.played, self.shown, self.ended, self.counted = set[Any](), set[Any](), set[Any](), set[Any]()

    @property
    def guide(self) -> Any:
        return inside.guide(self.course)

    def record(self, *, right: bool = False, **more: int) -> None:
        """Note something that is done in the present part."""
        was = self.records.setdefault(self.guide.part.record, Record())
        if not was.solved:
            counts = {name: getattr(was, name) + more.get(name, 0) for name in ("tries", "hints", "shown")}
            self.records[self.guide.part.record] = Record(**counts, solved=right)

    # ------------------------------------------------------------------ what can be done
    def act(self) -> None:
        """Do something at random."""
        board, rng = self.course.board, self.rng
        if rng.random() < 0.06:
            self.course.open(rng.choice(self.places))
            self.game += 1
        elif rng.random() < 0.06:
            self.reload()
        elif isinstance(self.guide.part, Exercise):
            self.answer()
        else:
            session, what = self.guide.teaching.session, rng.random()
            if what < 0.15 and session.can_undo:
                board.undo()
            elif what < 0.3 and session.can_redo:
                board.redo()
            elif what < 0.36:
                board.goto(rng.randrange(len(session.steps)))
            elif what < 0.42 and self.guide.teaching.state != "playing":
                self.guide.choose(Draft({"tutor again": True}))
                self.game += 1
            elif self.guide.teaching.state == "playing" and self.guide.part.learner in session.position.to_act:
                self.decide(what)
                self.look()

    def reload(self) -> None:
        """Open the course in a second tab, from the text that the first has written, and go on there."""
        self.progress = Progress.of_text(self.progress.text)
        self.course = course(self.own.parts, self.own.title, progress=self.progress)
        self.course.resume()
        assert self.course.board
        game = self.guide.teaching.session if not isinstance(self.guide.part, Exercise) else None
        if game is not None and len(game.steps) == 1:
            self.game += 1

    def decide(self, what: float) -> None:
        guide, rng = self.guide, self.rng
        session, learner = guide.teaching.session, guide.part.learner
        if what < 0.5:
            was_hinted = guide.activity.current_hint is not None
            guide.choose(Draft({"tutor show": True}))
            self.note_decision(shown=True, hinted=not was_hinted)
        elif what < 0.62:
            verdict = session.position.check(session.position.system.lookahead.draw(session.position, learner, rng))
            if verdict.findings:
                guide.asked_why(verdict, Draft())
                self.missed.update({*verdict.clauses})
                self.record()
        else:
            way = guide.part.way[len(_own(guide.teaching)) :][:1]
            text = way[0] if way and rng.random() < 0.6 else None
            action = session.position.parse(f"{learner}: {text}") if text and ":" not in text else None
            if action is None or not session.position.check(action):
                action = session.position.system.lookahead.draw(session.position, learner, rng)
            try:
                self.course.board.play(action)
            except IllegalAction as refused:
                self.missed.update({*refused.verdict.clauses})
                self.record()
            else:
                self.note_decision(shown=False)

    def note_decision(self, *, shown: bool, hinted: bool = False) -> None:
        if hinted:
            self.record(hints=1)
        own = [n for n, step in enumerate(self.line) if step.action and step.action.player == self.guide.part.learner]
        way = self.way(own[-1])
        if not shown:
            self.played.add(way)
            self.shown.discard(way)
        elif way not in self.played:
            self.shown.add(way)

    @property
    def line(self) -> tuple[Any, ...]:
        session = self.guide.teaching.session
        return session.line[: session.step.depth + 1]

    def way(self, n: int) -> Any:
        """The name of a line of play up to a step: the texts of its actions."""
        return self.game, self.guide.part.record, tuple(step.text for step in self.line[: n + 1])

    def look(self) -> None:
        """Note what the present line of play means."""
        line, stage = self.line, self.guide.part
        own = [n for n, step in enumerate(line) if step.action is not None and step.action.player == stage.learner]
        for n in own:
            if self.way(n) in self.shown:
                continue
            cited = {*chosen_clauses(line[n - 1].position, line[n].action)}
            others = {*line[n - 1].position.to_act}
            for step in line[n:]:
                if (
                    step.action is not None
                    and step is not line[n]
                    and (step.action.player == stage.learner or step.action.player not in others)
                ):
                    break
                cited |= {event.clause for event in step.events if event.is_seen_by(stage.learner)}
            fresh = {(self.way(n), clause) for clause in cited} - self.counted
            self.counted |= fresh
            self.used.update(clause for _, clause in fresh)
        if own:
            self.record()
        shown = any(self.way(n) in self.shown for n in own)
        state = self.guide.teaching.state
        end = (*self.way(own[-1]), shown) if own else None
        if own and state != "playing" and end not in self.ended:
            self.ended.add(end)
            done = state == "done"
            self.record(**({"shown": 1} if shown and done else {"tries": 1}), right=done and not shown)

    def answer(self) -> None:
        guide, lesson, part, rng = self.guide, self.guide.activity, self.guide.part, self.rng
        task, what = lesson.exercise.task, rng.random()
        if what < 0.1:
            lesson.hint()
            self.record(hints=1)
        elif what < 0.2:
            told = lesson.was_told
            lesson.show_answer()
            self.record(shown=not told)
        elif what < 0.3 and lesson.exercises[0].vary:
            lesson.again(None)
        elif task.on_the_board != "action":
            right = rng.random() < 0.5
            wrong = [each for each, _ in task.options if not task.judge(each)]
            wrong = wrong or [next(each for each in [NOWHERE, *part.position.map.names()] if _is_wrong(task, each))]
            told, clauses = lesson.was_told, self.due_of(part)
            assert bool(lesson.answer(task.key if right else rng.choice(wrong))) is right
            self.judge(right, told, clauses)
        elif not lesson.is_solved and task.steps == 1 if hasattr(task, "steps") else not lesson.is_solved:
            told, clauses = lesson.was_told, self.due_of(part)
            options = [task.key, *(str(each) for each in rng.sample([*task.actions()][:40], 1))]
            text = rng.choice(options)
            right = bool(task.judge(text))
            guide.play(None, text)
            self.judge(right, told, clauses)

    def due_of(self, part: Exercise) -> list[str]:
        known = self.records.get(part.record, Record())
        return list(part.clauses) if not known.solved else [each for each in part.clauses if each in self.due]

    def judge(self, right: bool, told: bool, clauses: list[str]) -> None:
        if right and not told:
            self.used.update(clauses)
        elif not right:
            self.missed.update(clauses)
        self.record(tries=1, right=right)

    # ------------------------------------------------------------------ what all readers say
    def compare(self) -> None:
        """All readers of the record tell what the witness has noted."""
        progress, own = self.progress, self.own
        assert {name: progress[name] for name in progress} == self.records
        met = progress.knowledge(self.book.name).met
        assert Counter({c: mark.used for c, mark in met.items() if mark.used}) == self.used
        assert Counter({c: mark.missed for c, mark in met.items() if mark.missed}) == self.missed
        found = own.report({"ann": progress})
        log = SimpleNamespace(seconds=Counter(), refusals=deque(), progressed=0.0)
        wall = status(own, progress, log, 0)  # type: ignore[arg-type]
        for part, row, seen in zip(own.parts, found.records, wall.done, strict=True):
            noted = self.records.get(part.record)
            about = noted or Record()
            counts = about.tries, about.hints, about.shown, about.solved
            assert (row["tries"], row["hints"], row["shown"], row["solved"]) == counts
            assert (seen.tries, seen.hints, seen.shown, seen.solved) == counts
            assert seen.begun is (noted is not None) is found.record("ann", part).begun
            assert (part in found.unsolved("ann")) is (noted is not None and not about.solved)
        told = {
            each["object"]["id"]: each
            for each in statements(found, SCHOOL)
            if each["verb"]["display"]["en"] == "answered"
        }
        tries = {id: each["result"]["extensions"][f"{SCHOOL}/xapi/tries"] for id, each in told.items()}
        assert sorted(tries.values()) == sorted(each.tries for each in self.records.values() if each.tries)
        assert own.score(progress).points == sum(each.solved for each in self.records.values())
        assert wall.clauses == {clause: mark.word for clause, mark in met.items()}
        assert {clause for clause, word in wall.clauses.items() if word == "missed"} == {*found.misses("ann")}
        assert {*found.misses("ann")} <= {*progress.knowledge(self.book.name).due()} | {c for c in met if met[c].box}


def _is_wrong(task: Any, answer: str) -> bool:
    try:
        return not task.judge(answer)
    except InputError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_a_learner_does_all_readers_tell_the_same_counts(system: str) -> None:
    rng = chances("counting", system)
    parts = [*first_game(system).stages, *load(system)]
    rng.shuffle(parts)
    witness = Witness(course(parts, "All", progress=Progress()), rng)
    for _ in range(STEPS):
        witness.act()
        witness.compare()


# ------------------------------------------------------------------ each definition by itself
def test_undo_and_redo_use_nothing_again() -> None:
    own = course([small()], progress=Progress())
    own.board.play("0101-0201")
    used = {clause: mark.used for clause, mark in own.progress.knowledge("depletion").met.items()}
    assert set(used.values()) == {1}
    for _ in range(3):
        own.board.undo()
        own.board.redo()
    assert {clause: mark.used for clause, mark in own.progress.knowledge("depletion").met.items()} == used
    assert own.progress["stage/east"] == Record(1, 0, True)


def test_what_was_played_for_the_learner_stays_so_after_undo_and_redo_until_they_play_it() -> None:
    own = course([small()], progress=Progress())
    assert own.board
    inside.guide(own).choose(Draft({"tutor show": True}))
    own.board.undo()
    own.board.redo()
    assert own.progress["stage/east"] == Record(0, 1, False, 1)
    assert not any(mark.used for mark in own.progress.knowledge("depletion").met.values())
    own.board.undo()
    own.board.play("0101-0201")
    assert own.progress["stage/east"] == Record(1, 1, True, 1)
    assert own.progress.knowledge("depletion").met["D1.1"].used == 1


def test_one_question_is_one_use_however_often_it_is_answered() -> None:
    far = exercise("mark", hw.scenario("depletion/first-steps").position, piece="0203", clauses=["D1.2"], id="far")
    desk = Desk(far, progress=Progress())
    for answer in (far.key, "0101", far.key, "0101", far.key):
        desk.answer(answer)
    assert desk.progress["far"] == Record(1, 0, True)
    assert desk.progress.knowledge("depletion").met["D1.2"].used == 1


def test_answers_after_the_right_one_leave_the_end_of_a_course_as_it_is() -> None:
    position = hw.scenario("depletion/first-steps").position
    both = [exercise("mark", position, piece=each, clauses=["D1.2"], id=each) for each in ("0203", "0105")]
    own = course(both, progress=Progress())
    assert own.board
    for place, each in enumerate(both):
        own.open(place)
        inside.guide(own).activity.answer(each.key)
        inside.guide(own).activity.answer("0303")
        inside.guide(own).activity.answer(each.key)
    *_, closing = inside.guide(own).said()
    assert closing.lines[0].text == "2 of 2 were right at the first try."


def test_a_part_of_an_answer_is_no_try() -> None:
    two = next(each for each in load("depletion") if each.ask.get("steps", 1) > 1)
    desk = Desk(two, progress=Progress())
    first, second = two.key.split(" then ")
    desk.play(first)
    assert desk.progress[two.id] == Record()
    desk.play(second)
    assert desk.progress[two.id] == Record(1, 0, True)


def test_an_answer_that_was_shown_is_marked_so() -> None:
    far = exercise("mark", hw.scenario("depletion/first-steps").position, piece="0203", clauses=["D1.2"], id="far")
    desk = Desk(far, progress=Progress())
    for wrong in ("0101", "0102")[:MOST_WRONG]:
        desk.answer(wrong)
    for _ in range(2):
        inside.lesson(desk).show_answer()
    desk.answer(far.key)
    assert desk.progress["far"] == Record(3, 0, True, 1)
    assert not desk.progress["far"].at_once


def test_a_clause_that_bars_each_of_the_last_refusals_means_stuck() -> None:
    assert refused_by(["P1.3 P1.5", "P1.5 P1.3", "P1.5"]) == "P1.5"
    assert refused_by(["P1.5", "P1.5"]) == ""


def test_a_refusal_misses_each_clause_once_and_begins_the_part() -> None:
    own = course([small()], progress=Progress())
    with pytest.raises(IllegalAction) as refused:
        own.board.play("0101-0201-0301-0401")
    met = own.progress.knowledge("depletion").met
    assert {clause for clause, mark in met.items() if mark.missed == 1} == {*refused.value.verdict.clauses}
    found = own.report({"ann": own.progress})
    assert found.has_begun("ann")
    assert "not solved: Go one hex to the east. (begun)" in str(found)


def test_counts_of_earlier_versions_are_read_and_called_so() -> None:
    old = {"tries": 2, "hints": 0, "solved": True}
    clauses = {
        "depletion": {"D1.1": {"used": 3, "missed": 0, "since": 3}, "D1.2": {"used": 1, "missed": 0, "since": 1}}
    }
    text = json.dumps({"format": "hexwidget.progress/1", "exercises": {"stage/east": old}, "clauses": clauses})
    done = Progress.of_text(text)
    again = Progress.of_text(done.text)
    for each in (done, again):
        found = course([small()], progress=Progress()).report({"ann": each})
        assert "✓ at most 2 tries" in str(found)
        told = (
            "An earlier version has counted, perhaps too many tries or uses, for ann (Go one hex to the east., D1.1)."
        )
        assert told in str(found)
        assert told in found.to_html()
        (answered, _) = statements(found, SCHOOL)
        assert answered["result"]["extensions"][f"{SCHOOL}/xapi/at-most"] is True
    fresh = Progress()
    fresh.tried("stage/east", right=False)
    fresh.tried("stage/east", right=True)
    assert not Progress.of_text(fresh.text)["stage/east"].rough


def test_a_second_notebook_counts_on_top_of_the_first(tmp_path: Path) -> None:
    one, two = Progress(tmp_path / "me.json"), Progress(tmp_path / "me.json")
    for done in (one, two, one):
        own = course([small(), small(id="other", within=1)], progress=done)
        own.board.play("0101-0201")
    assert Progress(tmp_path / "me.json")["stage/east"] == Record(1, 0, True)
    assert Progress(tmp_path / "me.json").knowledge("depletion").met["D1.1"].used == 3
