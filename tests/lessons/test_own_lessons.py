"""A system of one's own brings its exercises and its first game beside its rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Course, Desk, Progress, exercise, first_game, load, progress, stage
from tests import inside
from tests.rules.test_author import OWN, Own


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a system that is registered."""
    monkeypatch.setattr(Own, "folder", tmp_path, raising=False)
    hw.register(OWN)
    return tmp_path


STAGE = {"id": "own-first", "aim": "Step.", "position": {"map": ". . ^"}, "learner": "red"}
EXERCISE = {"id": "step", "kind": "legal", "clauses": ["Q1"], "position": {"map": ". . ^"}, "ask": {"action": "step"}}


def write(path: Path, what: Any) -> None:
    path.write_text(what if isinstance(what, str) else json.dumps(what), encoding="utf-8")


def test_both_documents_are_found_beside_the_rulebook(folder: Path) -> None:
    write(folder / "first-game.json", {"title": "Own", "stages": [STAGE]})
    write(folder / "exercises.json", [EXERCISE])
    assert first_game("own").stages[0].opponents == {"blue": "mild"}
    assert [each.id for each in load("own")] == ["step"]
    assert [each.key for each in load("own/step")] == ["legal"]
    assert [each.id for each in progress("own", hw.lessons.Progress()).next] == ["step"]
    assert hw.lessons.Desk("own").exercises[0].title == ""


def test_a_system_that_brings_none_and_has_no_scenarios_says_where_they_would_lie(folder: Path) -> None:
    for read, name in ((first_game, "first-game.json"), (load, "exercises.json")):
        with pytest.raises(hw.InputError) as refused:
            read("own")
        assert f"own brings none: it would be {folder / name}" in str(refused.value)
    assert progress("own", hw.lessons.Progress()).next == ()


def test_of_a_system_that_brings_none_the_tutor_makes_a_course_and_exercises() -> None:
    # The toy is registered as any system of a user (conftest.py).
    course = first_game("toy")
    followed = course.check()
    assert [each.state for each in followed] == ["done"] * len(course.stages)
    assert followed.due == ()
    assert len({*followed.introduced}) == len(followed.introduced)
    assert {*followed.introduced} >= {"T2", "T3", "T5"}
    made = load("toy")
    assert {each.clauses[0] for each in made} >= {"T2", "T3", "T5"}
    for each in made:
        each.check()
        assert each.answer(each.key)
        assert each.clauses[0] in each.position.check(each.ask["action"]).clauses
        assert any(not each.answer(clause) for clause, _ in each.options)
    assert load("toy") is made
    assert load(f"toy/{made[0].id}") == made[:1]


def test_a_system_without_a_folder_brings_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Own, "folder")
    with pytest.raises(hw.InputError, match="own brings none, and it has no scenarios"):
        load("own")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{", "first-game.json: not JSON"),
        ([STAGE], "first-game.json: expected an object such as"),
        ({"title": "Own"}, "first-game.json: expected an object such as"),
        ({"title": "", "stages": [STAGE]}, "first-game.json/title: expected a text"),
        ({"titel": "Own", "stages": [STAGE]}, "first-game.json: unknown part 'titel'; did you mean 'title'?"),
        (
            {"title": "Own", "stages": [{**STAGE, "clauses": ["Q2"]}]},
            "first-game.json/stages/0/clauses: unknown clause",
        ),
        ({"title": "Own", "stages": [STAGE, 7]}, "first-game.json/stages/1"),
        ({"title": "Own", "stages": []}, "expected one part at least"),
    ],
)
def test_a_first_game_that_cannot_be_read_says_where(folder: Path, text: Any, wrong: str) -> None:
    write(folder / "first-game.json", text)
    with pytest.raises(hw.InputError) as refused:
        first_game("own")
    assert wrong in str(refused.value)


def test_exercises_that_cannot_be_read_say_where(folder: Path) -> None:
    write(folder / "exercises.json", [{**EXERCISE, "kind": "legall"}])
    with pytest.raises(hw.InputError, match=r"/0/kind: unknown kind 'legall'; did you mean 'legal'\?"):
        load("own")
    (folder / "exercises.json").write_bytes(b"\xff")
    with pytest.raises(hw.InputError, match=r"exercises\.json"):
        load("own")


# ------------------------------------------------------------------ records of one's own
STEPS = hw.scenario("depletion/first-steps").position
ONE = exercise("mark", STEPS, piece="0203", clauses=["D1.2"])
OTHER = exercise("mark", STEPS, piece="0203", march=True, clauses=["D2.1"])


def test_each_exercise_of_ones_own_has_its_own_record_after_a_restart_and_in_another_order(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    desk = Desk([ONE, OTHER], progress=Progress(path))
    assert desk.answer(ONE.key)
    again = inside.status(Desk([OTHER, ONE], progress=Progress(path)).board)["said"][0]
    assert (again["dots"], again["counted"]) == ("● ✓", "1 of 2 solved")
    # An id that changed from one version to the next would lose what learners have solved.
    assert [ONE.id, stage(STEPS, "Play.", within=1).id] == ["mark-cf0b60f3", "stage-326542b1"]


def test_ids_follow_the_question_and_not_the_help() -> None:
    helped = exercise("mark", STEPS, piece="0203", clauses=["D1.2"], hints=["Count."], vary={"ground": {"forest": 1}})
    assert helped.id == ONE.id
    titled = exercise("mark", STEPS, piece="0203", clauses=["D1.2"], title="Far")
    aims = [stage(STEPS, aim, **parts) for aim, parts in (("Go.", {}), ("Stay.", {}), ("Go.", {"title": "East"}))]
    assert len({each.id for each in (ONE, OTHER, titled, *aims)}) == 6
    assert exercise("mark", "depletion/first-steps", piece="0203", clauses=["D1.2"], id="mine").id == "mine"


def test_a_part_without_a_title_is_called_by_its_question_or_aim() -> None:
    own = Course([ONE, stage(STEPS, "Play two actions.", within=2)], progress=Progress())
    assert inside.scene(own.board)["title"] == f"1 of 2: {ONE.question}"
    said = inside.status(own.board)["said"][0]
    assert [said["heading"], *(line["text"] for line in said["lines"])] == [ONE.question]
    own.open(1)
    assert inside.scene(own.board)["title"] == "2 of 2: Play two actions."
    own.board.close()


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Course([stage(STEPS, "Play."), ONE, ONE]), "parts 2 and 3"),
        (lambda: Course([stage(STEPS, "Go.", id="a"), stage(STEPS, "Stay.", id="a")]), "parts 1 and 2"),
        (lambda: Desk([ONE, OTHER, ONE]), "exercises 1 and 3"),
    ],
)
def test_parts_with_one_id_are_refused_with_the_remedy(make: Any, what: str) -> None:
    with pytest.raises(hw.InputError, match=f"{what} have the same id '.*': give one of them another `id`"):
        make()


def test_progress_with_the_longest_id_of_a_stage_is_read_again(tmp_path: Path) -> None:
    own = Course([stage(STEPS, "Pass.", id="x" * 2000, within=1)], progress=Progress(tmp_path / "me.json"))
    own.board.play("pass")
    assert Progress(tmp_path / "me.json")[own.stages[0].record].solved
    own.board.close()
