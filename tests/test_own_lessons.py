"""A system of one's own brings its exercises and its first game beside its rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import first_game, load, progress
from hexwidget.systems import registry
from tests.test_author import OWN, Own


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a system that is registered."""
    monkeypatch.setattr(registry, "_SYSTEMS", dict(registry._SYSTEMS))
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
    assert [stage.id for stage in course.stages] == ["toy/first-post"]
    (followed,) = course.check()
    assert followed.state == "done"
    assert followed.introduced
    made = load("toy")
    assert {each.clauses[0] for each in made} >= {"T2", "T5", "T6"}
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
        ({"title": "Own", "stages": []}, "expected one stage at least"),
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
