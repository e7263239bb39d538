"""Missed clauses come back after one, three and nine days, on any clock."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.classroom.learner_course import ClassGuide
from hexwidget.commands.cli import main
from hexwidget.lessons import Course, Desk, Exercise, Progress, due, exercise, first_game, stage
from hexwidget.lessons.courses.activity import CourseActivity
from hexwidget.lessons.exercises.activity import ExerciseActivity
from hexwidget.problems import InputError
from tests import inside
from tests.widget.page import Page

BEGIN = datetime(2026, 11, 27, 22, tzinfo=UTC)
ROW = hw.system("depletion").position(
    map=". . ^ .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0401": "1 peasant"}}
)
MARK = exercise("mark", ROW, piece="0101", clauses=["D1.2"], title="How far?")


class Clock:
    """A clock that a test sets, in days after the beginning."""

    days: float = 0

    def __call__(self) -> float:
        return (BEGIN + timedelta(days=self.days)).timestamp()


def question_of(course: Course) -> ExerciseActivity:
    """The exercise that a course asks now."""
    activity = inside.guide(course).activity
    assert isinstance(activity, ExerciseActivity)
    return activity


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def me(tmp_path: Path, clock: Clock) -> Progress:
    """Progress in a file, of a learner who has missed D1.2 twice."""
    found = Progress(tmp_path / "me.json", now=clock)
    for _ in range(2):
        found.knowledge("depletion").miss("D1.2")
    found.keep()
    return found


def days(progress: Progress, clause: str = "D1.2", book: str = "depletion") -> int | None:
    """The days after the beginning on which a clause comes back."""
    when = progress.knowledge(book).met[clause].due
    return (when - BEGIN.date()).days if when else None


# ------------------------------------------------------------------ the boxes
def test_a_missed_clause_comes_back_after_one_three_and_nine_days_and_is_mastered_then(
    me: Progress, clock: Clock
) -> None:
    known = me.knowledge("depletion")
    seen = []
    for after in (1, 3, 9):
        assert known.met["D1.2"].word != "mastered"
        before, clock.days = clock.days, clock.days + after
        seen.append(days(me))
        assert seen[-1] == clock.days
        clock.days -= 1  # on the day before, a right answer is a use, and moves nothing
        if after > 1:
            known.solve("D1.2")
            assert days(me) == before + after
        clock.days += 1
        assert known.due() == ["D1.2"]
        known.solve("D1.2")
        assert known.due() == []
    assert (days(me), known.met["D1.2"].word) == (None, "mastered")
    known.miss("D1.2")
    assert days(me) == clock.days + 1


def test_a_miss_puts_the_clause_back_into_the_first_box(me: Progress, clock: Clock) -> None:
    known = me.knowledge("depletion")
    clock.days = 1
    known.solve("D1.2")
    clock.days = 4
    known.miss("D1.2")
    assert (known.met["D1.2"].box, known.met["D1.2"].missed, days(me)) == (1, 3, 5)


def test_uses_in_play_move_no_box(me: Progress, clock: Clock) -> None:
    clock.days = 1
    for _ in range(5):
        me.knowledge("depletion").use("D1.2")
    assert (me.knowledge("depletion").due(), me.knowledge("depletion").met["D1.2"].word) == (["D1.2"], "used")


def test_it_is_due_from_midnight_in_utc(me: Progress, clock: Clock) -> None:
    clock.days = 1.9 / 24  # 23:54
    assert len(due(me)) == 0
    clock.days = 2.1 / 24  # 0:06 of the next day
    assert [each.clause for each in due(me)] == ["D1.2"]


# ------------------------------------------------------------------ kept in the file
def test_the_file_keeps_boxes_and_days_and_is_read_again(me: Progress, tmp_path: Path, clock: Clock) -> None:
    clock.days = 1
    desk = Desk(MARK, progress=me)
    assert desk.answer(MARK.key)
    again = Progress(tmp_path / "me.json", now=clock)
    assert (days(again), again.text) == (4, me.text)
    kept = json.loads(again.text)
    assert kept["format"] == "hexwidget.progress/1"
    assert kept["clauses"]["depletion"]["D1.2"]["box"] == 2


def test_older_files_open_and_what_was_missed_there_is_due_at_once(clock: Clock) -> None:
    mark = {"used": 1, "missed": 2, "since": 0}
    old = {"format": "hexwidget.progress/1", "exercises": {}}
    kept = {"D1.1": {**mark, "since": 1}, "D1.2": mark, "D1.3": {**mark, "missed": 0}}
    found = due(Progress.of_text(json.dumps({**old, "clauses": {"depletion": kept}})))
    assert [(each.clause, each.since, each.why) for each in found] == [("D1.2", None, "missed 2 times")]
    known = found.done.knowledge("depletion")
    known.now = clock
    known.solve("D1.2")
    assert days(found.done) == 3, "it was in the first box"


@pytest.mark.parametrize("wrong", [{"box": 4}, {"box": -1}, {"box": True}, {"at": -1}, {"at": 1e9}, {"at": 10**12}])
def test_a_file_with_another_box_or_time_is_refused(me: Progress, wrong: dict[str, Any]) -> None:
    told = json.loads(me.text)
    told["clauses"]["depletion"]["D1.2"] |= wrong
    with pytest.raises(InputError, match=r"clauses/depletion/D1\.2/(box|at): expected a whole number"):
        Progress.of_text(json.dumps(told))


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_files_the_later_box_counts(me: Progress, clock: Clock, first: int) -> None:
    here, there = me, Progress.of_text(me.text)
    there.knowledge("depletion").now = clock
    clock.days = 1
    here.knowledge("depletion").use("D1.2")
    here.knowledge("depletion").use("D1.2")  # more is counted here
    there.knowledge("depletion").solve("D1.2")  # the box is later there
    one, other = (here, there) if first else (there, here)
    one.knowledge("depletion").join(other.knowledge("depletion").met)
    mark = one.knowledge("depletion").met["D1.2"]
    assert (mark.used, mark.box, days(one)) == (2, 2, 4)


# ------------------------------------------------------------------ what is due
def test_what_is_due_is_told_with_its_reason(me: Progress, tmp_path: Path, clock: Clock) -> None:
    assert repr(due(tmp_path / "me.json", on=date(2026, 11, 27))) == (
        "Nothing is due on 2026-11-27. 1 clause comes back on 2026-11-28."
    )
    title = hw.system("depletion").rulebook["D1.2"].title
    told = f"depletion  D1.2  {title}  since 2026-11-28  missed 2 times, last on 2026-11-27"
    assert repr(due(tmp_path / "me.json", on="2026-12-03")) == f"1 clause is due on 2026-12-03:\n  {told}"
    clock.days = 1
    me.knowledge("depletion").solve("D1.2")
    (each,) = due(me, on="2026-12-01")
    assert (each.since, each.why) == (date(2026, 12, 1), "missed 2 times, solved on 2026-11-28: again after 3 days")
    page = due(me, on="2026-12-01")._repr_html_()
    assert title in page
    assert "again after 3 days" in page


def test_the_command_lists_it(me: Progress, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "me.json")
    assert main(["due", file, "--on", "2026-12-03", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(each["clause"], each["since"], each["missed"]) for each in told["due"]] == [("D1.2", "2026-11-28", 2)]
    assert main(["due", file, "--on", "2026-11-27"]) == 0
    assert capsys.readouterr().out == f"{due(me, on='2026-11-27')}\n"
    assert main(["due", file, "--on", "soon"]) == 2
    assert main(["due", str(tmp_path / "you.json")]) == 2


def test_days_are_those_of_utc(me: Progress) -> None:
    east = datetime(2026, 11, 28, 5, tzinfo=timezone(timedelta(hours=9)))  # 27 November, 20:00 in UTC
    assert len(due(me, on=east)) == 0
    for wrong in ("soon", 7):
        with pytest.raises(InputError, match="expected a date such as 2026-12-01"):
            due(me, on=wrong)  # type: ignore[arg-type]


def test_a_file_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        due(tmp_path / "you.json")


def test_clauses_of_systems_that_nobody_knows_wait(me: Progress, clock: Clock) -> None:
    clock.days = 1
    me.knowledge("gone").miss("G1")
    me.knowledge("depletion").miss("D99")
    me.knowledge("plotted").miss("P1.3")
    clock.days = 2
    assert [each.clause for each in due(me)] == ["D1.2", "P1.3"]
    assert [each.clause for each in due(me, "plotted")] == ["P1.3"]


@pytest.mark.slow
def test_the_exercises_and_worked_examples_of_a_clause() -> None:
    me = Progress(now=lambda: 86_400)
    for clause in ("D3.2", "D1.3"):
        me.knowledge("depletion").miss(clause)
    drop, price = due(me, on="2000-01-01")[::-1]
    assert (drop.clause, price.clause) == ("D3.2", "D1.3")
    assert {each.id for each in drop.exercises}
    assert drop.examples == ("D5.4",)
    assert price.variants() == ()
    asked = price.question()
    assert asked is not None
    assert "D1.3" in asked.clauses, "without a fresh question an exercise stands in"


@pytest.mark.slow
def test_the_course_asks_what_is_due_and_its_answers_move_the_boxes(me: Progress, clock: Clock) -> None:
    with pytest.raises(InputError, match="1 clause comes back on 2026-11-28"):
        due(me).course()
    me.knowledge("depletion").miss("D3.5")
    clock.days = 1
    course = due(me).course()
    assert [part.clauses for part in course.parts] == [("D1.2",), ("D3.5",)]
    with closing(course.board) as board:
        assert "What is due" not in labels(Page(board)), "the course asks it itself"
        inside.guide(course).activity.answer(course.parts[0].key)
        course.open(1)
        asked = course.parts[1]
        assert isinstance(asked, Exercise)
        wrong = next(text for text, _ in asked.options if text != asked.key)
        question_of(course).answer(wrong)
    assert (days(me), days(me, "D3.5")) == (4, 2)
    assert len(due(me)) == 0


@pytest.mark.slow
def test_a_question_that_was_answered_does_not_come_again_at_once(me: Progress, clock: Clock) -> None:
    clock.days = 1
    (first,) = due(me).questions()
    others = due(me)[0].variants(3)
    assert others[0] == first
    assert len(others) == 3
    me.tried(first.id, right=False)
    (other,) = due(me).questions()
    assert other == others[1]


# ------------------------------------------------------------------ first games and desks begin with it
def labels(view: Page) -> list[str]:
    return [each["label"] for each in inside.choices(view.board)["root"]["options"] if each["kind"] == "button"]


def press(view: Page, label: str) -> None:
    options = inside.choices(view.board)["root"]["options"]
    found = next(each for each in options if each["label"] == label and each["kind"] == "button")
    slot, value = found["slot"], found["value"]
    draft = {"desk": value} if slot.startswith("desk") else {slot: True}
    assert view.ask("choose", draft=draft)["ok"]


def test_a_first_game_offers_what_is_due_and_goes_on_with_the_course(me: Progress, clock: Clock) -> None:
    with closing(first_game("depletion", progress=me).board) as board:
        assert "What is due" not in labels(Page(board))
    clock.days = 1
    game = first_game("depletion", progress=me)
    with closing(game.board) as board:
        view = Page(board)
        assert "What is due" in labels(view)
        press(view, "What is due")
        assert inside.scene(board)["title"].startswith("Due: ")
        assert "Go on with the course" in labels(view)
        question_of(game).answer(inside.guide(game).part.key)
        assert days(me) == 4
        press(view, "Go on with the course")
        assert inside.scene(board)["title"].startswith("1 of ")
        assert "What is due" not in labels(view)
        assert me.place(game.digest) is None, "the place in the course is not that of the practice"


@pytest.mark.slow
def test_questions_can_be_skipped_and_left(me: Progress, clock: Clock) -> None:
    for clause in ("D3.2", "D1.6"):
        me.knowledge("depletion").miss(clause)
    clock.days = 1
    with closing(first_game("depletion", progress=me).board) as board:
        view = Page(board)
        press(view, "What is due")
        for _ in range(2):
            assert inside.scene(board)["title"].startswith("Due: ")
            press(view, "Skip")
        assert inside.scene(board)["title"].startswith("Due: ")
        press(view, "Go on with the course")
        assert inside.scene(board)["title"].startswith("1 of ")
        assert "What is due" in labels(view), "it is still due"


@pytest.mark.slow
def test_it_is_not_offered_in_the_middle_of_a_stage_or_where_nothing_asks(clock: Clock) -> None:
    me = Progress(now=clock)
    me.knowledge("depletion").miss("D1.9")
    clock.days = 1
    east = stage(ROW, "Go two hexes.", goal=[{"at": "0301", "owner": "red"}], within=3, opponents={"blue": "random"})
    with closing(Course([east], progress=me).board) as board:
        view = Page(board)
        press(view, "What is due")
        assert "D1.9" in str(inside.status(board)["said"]), "the board says what the learner knows and has missed"
        board.play("0101-0201")
        assert "What is due" not in labels(view)


def test_the_course_of_a_class_does_not_offer_it(me: Progress, clock: Clock) -> None:
    clock.days = 1
    with closing(hw.Board(ClassGuide(first_game("depletion").parts, me))) as board:
        assert "What is due" not in labels(Page(board))
    with closing(hw.Board(CourseActivity(first_game("depletion").parts, me))) as board:
        assert "What is due" in labels(Page(board))


def test_a_desk_begins_with_what_is_due_if_asked(me: Progress, clock: Clock) -> None:
    clock.days = 1
    desk = Desk(MARK, progress=me)
    with closing(desk.board) as board:
        view = Page(board)
        press(view, "What is due")
        assert [each.clauses for each in desk.exercises] == [("D1.2",), ("D1.2",)]
        assert desk.exercise.id.startswith("variant-")
        assert "What is due" not in labels(view)
        assert desk.answer(desk.exercise.key)
        assert desk.next() == MARK
    assert days(me) == 4
