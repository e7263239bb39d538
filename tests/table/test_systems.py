"""Rule systems of others at tables: only those that the owner names run."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.scaffold import make, make_one_file
from hexwidget.systems import registry
from hexwidget.table import serving
from hexwidget.table.game_choice import load_systems
from hexwidget.table.table import Table
from tests.table.test_thinking import Listener, played, until
from tests.table.wire import served_folder


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the module of a rule system, which is the present one."""
    make(tmp_path / "their-game")
    monkeypatch.chdir(tmp_path / "their-game")
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in [each for each in sys.modules if each.partition(".")[0] == "their_game"]:
        del sys.modules[name]


def test_a_named_system_of_others_is_played_and_an_unknown_one_is_an_error_in_words(others: Path) -> None:
    systems = load_systems(["their_game"])
    assert systems == ("their_game",)
    scenario = next(name for name in hw.scenarios() if name.startswith("their_game/"))
    with served_folder(others / "tables", *systems) as owner:
        name = owner.make(scenario)
        assert owner.sit(next(iter(owner.links(name).values()))).ask("hello")["ok"]
        assert owner.ask(f"pictures/light/{scenario}")[:4] in (b"\x89PNG", b"<svg")
    # Its system is registered in this process all the same, and is not asked.
    with served_folder(others / "tables") as owner:
        (listed,) = owner.ask("tables")["tables"]
        assert "name the module of that system with --system" in listed["error"]
        assert scenario not in json.dumps(owner.ask("scenarios"))
        assert "No such scenario" in owner.ask("tables", "POST", {"scenario": scenario})["error"]


def test_a_command_opens_a_game_whose_system_is_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    file, game = str(make_one_file(tmp_path / "night-hunt")), str(tmp_path / "game.jsonl")
    (name,) = load_systems([file])
    session: hw.Session = hw.Session(sys.modules[name].START)
    session.play("hider: hide 0101")
    hw.save(session, game)
    registry.SYSTEMS.pop(name)
    del sys.modules[name]
    assert main(["check", game, "search 0201"]) == 2
    assert f"unknown system '{name}'" in (said := capsys.readouterr().err)
    assert "commands take --system my_game.py" in said
    assert main(["check", game, "search 0201", "--system", file]) == 0
    del sys.modules[name]


@pytest.mark.slow
def test_a_file_is_loaded_from_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a file of the same name elsewhere nor a module of Python is taken for it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    before, found = set(sys.modules), list[str]()
    for n, at in enumerate(("here.py", "a/here.py", "b/here.py", "b/random.py")):
        text = make_one_file(tmp_path / f"game-{n}").read_text(encoding="utf-8")
        (tmp_path / at).parent.mkdir(exist_ok=True)
        (tmp_path / at).write_text(text, encoding="utf-8")
        found += load_systems([str(tmp_path / at)])
    assert found == [f"game_{n}" for n in range(4)]
    assert load_systems(["here.py", str(tmp_path / "a" / "here.py")]) == ("game_0", "game_1")
    assert random.__file__ != str(tmp_path / "b" / "random.py")
    for name in found:
        registry.SYSTEMS.pop(name)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_file_that_fails_leaves_no_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "broken_game.py").write_text("1 / 0")
    for name, told in (("broken_game.py", "ZeroDivisionError"), ("no_game.py", "FileNotFoundError")):
        with pytest.raises(hw.InputError, match=told):
            load_systems([str(tmp_path / name)])
        assert name.removesuffix(".py") not in sys.modules


@pytest.mark.slow
def test_an_opponent_plays_a_system_of_others_in_its_process(others: Path) -> None:
    load_systems(["their_game"])
    session = hw.Session(next(name for name in hw.scenarios() if name.startswith("their_game/")))

    async def game() -> None:
        table = Table(session, opponents={"blue": "greedy"})
        table.enter("red", Listener())
        session.play(next(iter(session.position.legal_actions("red"))))
        await until(lambda: len(session.steps) == 3)
        assert session.step.action is not None
        assert session.step.action.player == "blue"
        table.close()

    played(game())


def test_modules_that_bring_no_system_are_refused_in_words(
    others: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (others / "their-game" / "broken.py").write_text("1 / 0")
    monkeypatch.setattr(serving, "serve_folder", lambda *args, **options: None)
    wrong = {
        "no_such_module": "it cannot be imported: ModuleNotFoundError",
        "broken": "it cannot be imported: ZeroDivisionError: division by zero",
        "json": "it has none; name the module in which the system stands",
    }
    for module, words in wrong.items():
        assert main(["serve", "--system", module]) == 2
        assert words in capsys.readouterr().err
    assert main(["serve", "--system", "their_game"]) == 0
