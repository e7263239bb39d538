"""`hexwidget new`: the folder that it makes runs, conforms and is known once it is installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64decode
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.scaffold import make, make_lesson, make_one_file
from tools import count_lines
from tools.site.cells import run as run_cell

ROOT = Path(hw.__file__).parent.parent


def run(*command: str, at: Path, path: Path | None = None, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, in a process of its own that knows this package and nothing of the tests."""
    known = os.pathsep.join(map(str, filter(None, (path, ROOT))))
    given = {**os.environ, "PYTHONPATH": known}
    return subprocess.run(
        [sys.executable, *command], cwd=at, env=given, input=typed, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "night-riders"
    make(folder)
    return folder


def test_every_name_is_the_new_one(tmp_path: Path) -> None:
    project = tmp_path / "night-riders"
    make(project)
    files = [path for path in project.rglob("*") if path.is_file()]
    assert sorted(str(path.relative_to(project)) for path in files) == [
        "README.md",
        "night_riders/__init__.py",
        "night_riders/rulebook.toml",
        "night_riders/rules.py",
        "night_riders/scenarios/first.json",
        "pyproject.toml",
        "start.ipynb",
        "tests/test_night_riders.py",
    ]
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("my_game", "MY_GAME", "MyGame", "MyPosition", "my-game", "My game"))


@pytest.mark.slow
def test_it_conforms_and_its_tests_pass_uninstalled(project: Path) -> None:
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", at=project)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_its_notebook_shows_a_board_uninstalled(folder: Path) -> None:
    make(folder / "night-riders")
    cells = json.loads((folder / "night-riders" / "start.ipynb").read_text())["cells"]
    sys.path.insert(0, str(folder / "night-riders"))
    names: dict[str, Any] = {}
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    values = [run_cell(code, names, folder / "night-riders", "start.ipynb")[1] for code in codes]
    assert any(isinstance(value, hw.Board) for value in values)


@pytest.mark.slow
def test_once_installed_every_process_knows_it(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    install = ("install", "--quiet", "--no-deps", "--no-build-isolation", "--target", str(site), ".")
    done = run("-m", "pip", *install, at=project)
    assert done.returncode == 0, done.stderr
    listed = run("-m", "hexwidget", "systems", at=tmp_path, path=site)
    assert "night_riders/first" in listed.stdout
    refused = run("-m", "hexwidget", "check", "night_riders/first", "red: 0103-0203", at=tmp_path, path=site)
    assert refused.returncode == 1
    assert "M2: 0203 is a lake" in refused.stdout


def test_the_command_says_what_comes_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "my-own-game")]) == 0
    told = capsys.readouterr().out
    assert 'pip install -e ".[test]"' in told
    assert "python -m pytest" in told
    assert "start.ipynb" in told


@pytest.mark.slow
def test_one_file_is_a_game_that_conforms_and_is_played_in_a_terminal(tmp_path: Path) -> None:
    file = make_one_file(tmp_path / "night-riders")
    assert [file] == list(tmp_path.iterdir())
    assert file.name == "night_riders.py"
    assert not any(word in file.read_text() for word in ("my_game", "MY_GAME", "MyGame", "MyPosition", "My game"))
    played = run(str(file), at=tmp_path, typed="search 0101\nsearch 0101\n")
    assert played.returncode == 0, played.stderr
    assert "Seeker searches 0101: the hider is " in played.stdout
    again = played.stdout.rpartition("> search 0101")[2]
    assert "0101 has been searched" in again or "the game is over" in again


@pytest.mark.slow
def test_a_wargame_in_one_file_conforms_and_is_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--wargame", str(tmp_path / "night-riders")]) == 0
    file = tmp_path / "night_riders.py"
    assert f"python {file}" in capsys.readouterr().out
    assert count_lines.count(file).total() <= 200
    played = run(str(file), at=tmp_path, typed="move r1 to 0102\nmove r1 to 0103\n")
    assert played.returncode == 0, played.stderr
    assert "Foot r1 moves from 0101 to 0102 (W2)" in played.stdout
    assert "foot r1 has moved already" in played.stdout.lower()


@pytest.mark.slow
def test_one_file_runs_in_a_cell_and_shows_a_board(tmp_path: Path) -> None:
    text = make_one_file(tmp_path / "night-riders").read_text()
    cell = f"from IPython.core.interactiveshell import InteractiveShell as Shell\nresult = Shell.instance().run_cell({text!r})\n"
    cell += "result.raise_error(); print(type(result.result).__name__)"
    done = run("-c", cell, at=tmp_path)
    assert done.stdout.endswith("Board\n"), done.stdout + done.stderr


@pytest.mark.slow
def test_each_fault_in_the_one_file_is_found(folder: Path) -> None:
    make_one_file(folder / "night-riders")
    sys.path.insert(0, str(folder))
    own = import_module("night_riders")
    found = hw.testing.mutate(own.NIGHT_RIDERS, positions=[own.START], games=1, tests=own.each_clause_bars)
    assert found.missed == ()


def test_a_file_that_exists_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("mine")
    with pytest.raises(hw.InputError, match="it exists; choose another name"):
        make_one_file(tmp_path / "mine.py")
    assert (tmp_path / "mine.py").read_text() == "mine"


def test_the_command_makes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--one-file", str(tmp_path / "my-own-game")]) == 0
    assert f"python {tmp_path / 'my_own_game.py'}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("1812", "expected a name of letters, digits and hyphens such as my-game, not '1812'"),
        ("class", "expected a name"),
        ("x" * 41, "expected a name"),
        ("depletion", "there is a system 'depletion' already"),
        ("random", "a module of Python, or an installed one, is called random"),
        ("builtins", "and this would hide it"),
        ("numpy", "and this would hide it"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        make(tmp_path / name)
    assert words in str(refused.value)
    assert not (tmp_path / name).exists()


def test_a_folder_that_holds_something_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(hw.InputError, match="exists and is not empty"):
        make(tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


# ---------------------------------------------------------------- a lesson for Binder
def cells_of(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "lesson.ipynb").read_text(encoding="utf-8"))["cells"]
    return found


def test_a_lesson_has_its_course_and_its_packages_pinned(tmp_path: Path) -> None:
    lesson = tmp_path / "night-riders"
    files = make_lesson(lesson)
    names = [".gitignore", "README.md", "course.json", "lesson.ipynb", "postBuild", "requirements.txt", "runtime.txt"]
    assert sorted(path.name for path in files) == names == sorted(path.name for path in lesson.iterdir())
    first, *others = (lesson / "requirements.txt").read_text().splitlines()
    assert first == f"hexwidget[lab]=={hw.__version__}"
    assert all(re.fullmatch(r"[a-z0-9.-]+==[a-z0-9.]+( ; .+)?", each) for each in others)
    assert {"jupyterlab", "anywidget", "plotly"} <= {each.partition("==")[0] for each in others}
    badge = (lesson / "README.md").read_text()
    assert "gh/OWNER/night-riders/v1?urlpath=lab/tree/lesson.ipynb" in badge
    assert "my-lesson" not in badge
    assert os.access(lesson / "postBuild", os.X_OK)


def test_the_pictures_of_a_lessons_boards_are_seen_before_anything_runs(tmp_path: Path) -> None:
    make_lesson(tmp_path / "lesson")
    outputs = [output for cell in cells_of(tmp_path / "lesson") for output in cell.get("outputs", ())]
    assert len(outputs) == 2
    for output in outputs:
        assert b64decode(output["data"]["image/png"]).startswith(b"\x89PNG")
        assert "run this cell" in output["data"]["text/plain"]
        assert output["metadata"]["image/png"]["alt"] == output["data"]["text/plain"]


def test_a_lesson_is_made_in_the_clone_of_an_empty_repository(tmp_path: Path) -> None:
    (tmp_path / "lesson" / ".git").mkdir(parents=True)
    make_lesson(tmp_path / "lesson")
    assert (tmp_path / "lesson" / "course.json").exists()


@pytest.mark.slow
def test_the_cells_of_a_lesson_run_with_the_teachers_own_course(tmp_path: Path) -> None:
    own = hw.lessons.course(hw.lessons.load("orders")[:2], 'Two "orders" \\ a turn')
    hw.save(own, tmp_path / "mine.json")
    lesson = tmp_path / "lesson"
    make_lesson(lesson, tmp_path / "mine.json")
    code = "\n".join("".join(cell["source"]) for cell in cells_of(lesson) if cell["cell_type"] == "code")
    assert 'hw.Board("orders/' in code
    done = run("-c", f"{code}\nprint(hw.load('course.json').title)", at=lesson)
    assert done.stdout == f"{own.title}\n", done.stderr
    assert cells_of(lesson)[0]["source"][0] == f"# {own.title}\n"


@pytest.mark.parametrize(
    ("name", "course", "place"),
    [
        ("my lesson", None, "name"),
        ("taken", None, "taken"),
        ("lesson", "missing.json", "missing.json"),
        ("lesson", "game.jsonl", "it is no course"),
        ("lesson", "other.json", "other.json"),
        (".", None, "not '.'"),
    ],
)
def test_a_lesson_that_cannot_be_made_is_refused_whole(
    tmp_path: Path, name: str, course: str | None, place: str
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").write_text("mine")
    hw.save(hw.Session(hw.scenario("orders/two-on-one").position), tmp_path / "game.jsonl")
    (tmp_path / "other.json").write_text('{"a": 1}')
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises((hw.InputError, OSError), match=place):
        make_lesson(tmp_path / name if name != "." else name, course and tmp_path / course)
    assert sorted(tmp_path.rglob("*")) == before


def test_the_command_makes_a_lesson(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--binder", str(tmp_path / "lesson")]) == 0
    assert "README.md says how to push it" in capsys.readouterr().out
    assert main(["new", "--course", "course.json", str(tmp_path / "game")]) == 2
    assert "add --binder" in capsys.readouterr().err
