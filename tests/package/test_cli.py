"""The command line: its output, its files, its exit codes."""

from __future__ import annotations

import gzip
import io
import json
import re
import shlex
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget import assistants
from hexwidget.commands import class_command
from hexwidget.commands.answers import NOT_WELL, WELL, WRONG
from hexwidget.commands.cli import command_parser, main
from hexwidget.lessons import first_game
from hexwidget.scene.png import to_png
from hexwidget.table import one_person, serving, storage

WESNOTH = "Gg, Gg, Gg, Gg\nGg, Gg, Ww, Gg\nGg, Zz, Gs^Fp, Gg\nGg, Gg, Gg, Gg\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*arguments: str) -> tuple[int, Any, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        data = json.loads(captured.out) if "--json" in arguments else captured.out
        return code, data, captured.err

    return call


@pytest.fixture
def game(tmp_path: Path) -> Path:
    session = hw.Session("depletion/first-steps", seed=1)
    session.play("0203-0303-0304")
    session.undo()
    session.play("0203-0303")
    return hw.save(session, tmp_path / "game.jsonl")


def test_systems_and_rulebooks(run: Any) -> None:
    code, text, _ = run("systems")
    assert code == WELL
    assert "depletion/first-steps" in text
    _, data, _ = run("systems", "--json")
    assert {s["name"] for s in data} >= {"depletion", "orders", "plotted", "rondel", "frontiers"}
    _, text, _ = run("rulebook", "depletion", "D1.2")
    assert text.strip() == str(hw.system("depletion").rulebook["D1.2"])
    _, data, _ = run("rulebook", "depletion", "D2", "D1.2", "--json")
    assert [c["id"] for c in data["clauses"]] == ["D2.1", "D2.2", "D1.2"]
    code, _, error = run("rulebook", "depletion", "D1.22")
    assert code == WRONG
    assert "unknown clause 'D1.22'" in error
    assert run("rulebook", "depletoin")[0] == WRONG


def test_what_is_legal_is_told_by_the_exit_code(run: Any, game: Path) -> None:
    assert run("check", "depletion/first-steps", "0203-0303-0304")[0] == WELL
    code, text, _ = run("check", "depletion/first-steps", "0203-0303-0403-0503")
    assert code == NOT_WELL
    assert "D7.1" in text
    code, data, _ = run("check", "depletion/first-steps", "0203-0303-0403-0503", "--json")
    assert (code, data["status"]) == (NOT_WELL, "illegal")
    assert data["findings"][0]["clause"] == "D7.1"
    code, data, _ = run("check", "depletion/first-steps", "nonsense", "--json")
    assert code == WRONG
    assert data["problems"]
    link = hw.link(hw.scenario("depletion/first-steps").position)
    assert run("check", link, "0203-0303-0304")[0] == WELL
    assert run("check", str(game), "blue: 0707-0706")[0] in (WELL, NOT_WELL)


@pytest.mark.slow
def test_positions_are_shown_and_pictures_written_whole_or_not_at_all(run: Any, game: Path, tmp_path: Path) -> None:
    code, text, _ = run("show", "depletion/first-steps")
    assert (code, text.strip()) == (WELL, str(hw.scenario("depletion/first-steps").position))
    out = {ending: str(tmp_path / f"a.{ending}") for ending in ("svg", "png", "html")}
    assert run("show", str(game), "--step", "1", *(w for k, v in out.items() for w in (f"--{k}", v)))[0] == WELL
    assert Path(out["svg"]).read_text().startswith("<svg")
    assert Path(out["png"]).read_bytes().startswith(b"\x89PNG")
    assert Path(out["html"]).read_text().startswith("<!doctype html>")
    assert run("show", str(game), "--step", "99")[0] == WRONG
    assert run("show", "depletion/first-steps", "--step", "1")[0] == WRONG
    assert run("show", "depletion/first-steps", "--svg", str(tmp_path / "no" / "a.svg"))[0] == WRONG
    assert run("show", "depletion/first-steps", "--svg", out["svg"], "--theme", "dork")[0] == WRONG
    code, _, error = run("show", str(tmp_path / "nothing.json"))
    assert code == WRONG
    assert "No such file" in error


@pytest.mark.slow
def test_each_form_of_show_keeps_notes_arrows_and_overlays(run: Any, tmp_path: Path) -> None:
    board = hw.Board("depletion/first-steps")
    board.note("0304", "Hold the ford!")
    board.arrow("0203", "0303", label="over the hill")
    board.show({"0404": 7}, "danger")
    file = str(hw.save(board.scenario(), tmp_path / "s.json"))
    out = {ending: str(tmp_path / f"a.{ending}") for ending in ("svg", "png", "html")}
    _, data, _ = run("show", file, "--json", *(w for k, v in out.items() for w in (f"--{k}", v)))
    assert data["notes"] == [{"space": "0304", "text": "Hold the ford!", "hue": "mark"}]
    assert [(each["spaces"], each["label"]) for each in data["arrows"]] == [(["0203", "0303"], "over the hill")]
    assert [(each["name"], each["spaces"]) for each in data["overlays"]] == [("danger", {"0404": 7})]
    for file_or_link in (file, hw.link(board.scenario())):
        _, text, _ = run("show", file_or_link)
        assert text.strip().endswith(
            "note on 0304: Hold the ford!\narrow 0203-0303: over the hill\noverlay danger: 0404 (7)"
        )
    svg, page = Path(out["svg"]).read_text(), Path(out["html"]).read_text()
    (recording,) = re.findall(r'application/x-hexwidget">([^<]+)<', page)
    recorded = gzip.decompress(b64decode(recording)).decode()
    for words in ("Hold the ford!", "over the hill"):
        assert svg.count(words) == board.to_svg().count(words) > 0
        assert words in recorded
    assert Path(out["png"]).read_bytes() == to_png(svg)


def test_replays_are_told_and_verified(run: Any, game: Path, tmp_path: Path) -> None:
    _, data, _ = run("replay", str(game), "--json")
    assert [s["parent"] for s in data["steps"]] == [None, 0, 0]
    code, text, _ = run("replay", str(game))
    assert ">    2  red: 0203-0303" in text
    assert run("replay", str(game), "--verify")[0] == WELL
    lines = game.read_text().splitlines(keepends=True)
    (tmp_path / "wrong.jsonl").write_text(lines[0] + lines[1].replace("0304", "0203") + lines[2])
    code, data, _ = run("replay", str(tmp_path / "wrong.jsonl"), "--verify", "--json")
    assert code == NOT_WELL
    assert data["problem"]
    scenario = hw.save(hw.scenario("depletion/first-steps"), tmp_path / "s.json")
    assert run("replay", str(scenario))[0] == WRONG


@pytest.mark.parametrize("options", [[], ["--verify"]])
def test_a_file_to_read_that_is_not_there_is_said_as_that(run: Any, options: list[str]) -> None:
    code, _, error = run("replay", "depletion/first-steps", *options)
    assert code == WRONG
    assert "no file has this name, but a scenario does: hw.scenario('depletion/first-steps')" in error
    assert "or 'hexwidget show depletion/first-steps' in a shell" in error
    code, _, error = run("replay", "nowhere/game.jsonl", *options)
    assert code == WRONG
    assert error.splitlines() == ["'nowhere/game.jsonl' cannot be read", "  No such file or directory"]
    assert (
        "there is no folder 'nowhere': make it first"
        in run("show", "depletion/first-steps", "--svg", "nowhere/a.svg")[2]
    )


def test_a_misspelt_command_gets_the_nearest_one(run: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["systms"])
    assert "unknown command 'systms'; did you mean 'systems'?" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--json", "systems"], ["systems", "--json"], ["--json", "systems", "--json"]])
def test_json_is_asked_for_before_the_command_or_after_it(run: Any, arguments: list[str]) -> None:
    assert [each["name"] for each in run(*arguments)[1]] == list(hw.system_names())


def test_the_json_of_a_check_has_what_the_text_says_and_the_clauses(run: Any) -> None:
    position = hw.scenario("depletion/first-steps").position
    for action in ("0203-0303-0403-0503", "0402-0401", "0203-0303"):
        _, data, _ = run("check", "depletion/first-steps", action, "--json")
        verdict = position.check(action)
        assert [(r["text"], r["clause"], r["action"]) for r in data["remedies"]] == [
            (r.text, r.clause, r.action and str(r.action)) for r in verdict.remedies
        ]
        told = {clause["id"]: (clause["title"], clause["text"]) for clause in data["clauses"]}
        rules = position.system.rulebook
        cited = {*verdict.clauses, *(r.clause for r in verdict.remedies if r.clause)}
        assert told == {name: (rules[name].title, rules[name].text) for name in cited}
        nearest = verdict.nearest_remedy
        assert data["nearest"] == (
            nearest and {"text": nearest.text, "clause": nearest.clause, "action": str(nearest.action)}
        )
    _, data, _ = run("check", "depletion/first-steps", "0203-0303-0403-0503", "--json")
    assert position.check(data["nearest"]["action"])
    assert {"D7.1", data["nearest"]["clause"]} <= {clause["id"] for clause in data["clauses"]}


@pytest.mark.slow
def test_the_examples_in_the_help_of_each_command_run(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # a game in text ends with its input
    served = (serving, "serve"), (serving, "serve_folder"), (one_person, "play"), (class_command, "serve_class")
    for module, name in served:
        monkeypatch.setattr(module, name, lambda *args, **options: None)  # it would wait for players
    monkeypatch.setattr(storage, "copy", lambda *_: [])  # it needs a database
    monkeypatch.setattr(assistants, "server", SimpleNamespace(serve=lambda desk: None), raising=False)
    (tmp_path / "old.map").write_text(WESNOTH.replace("Zz", "Ww"))
    hw.save(first_game("plotted"), tmp_path / "course.json")
    (tmp_path / "class").mkdir()
    hw.save(first_game("plotted"), tmp_path / "class" / "course.json")
    played: Any = hw.load(game)
    played.goto(0)
    with pytest.raises(hw.IllegalAction):  # a review has something to say
        played.play("red: 0203-0703")
    hw.save(played, game)
    for file in ("class/ada.json", "me.json"):
        hw.lessons.Progress(tmp_path / file).keep()
    names = re.findall(r"^    ([a-z]\S*)", command_parser().format_help(), re.MULTILINE)
    assert {"systems", "check", "serve"} < {*names}
    for name in names:
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main([name, "--help"])
        examples = re.findall(r"^  hexwidget (.+)$", capsys.readouterr().out.partition("examples:")[2], re.MULTILINE)
        assert examples, name
        for example in examples:
            arguments = shlex.split(example)
            assert arguments[0] == name
            assert main(arguments) in (WELL, NOT_WELL), example


def test_maps_are_converted_and_unknown_codes_listed(run: Any, tmp_path: Path) -> None:
    source = tmp_path / "a.map"
    source.write_text(WESNOTH)
    code, data, _ = run("convert", str(source), "--json")
    assert (code, data) == (NOT_WELL, {"unknown": {"Zz": 1}})
    code, data, _ = run("convert", str(source), "--table", "Zz=swamp", "--json")
    assert code == WELL
    assert (data["columns"], data["rows"], data["offset"]) == (2, 2, "odd-q")
    code, text, _ = run("convert", str(source), "--other", "plains", "--system", "plotted")
    assert "~" in text
    for ending in ("tmx", "tmj", "map", "txt"):
        assert run("convert", str(source), str(tmp_path / f"out.{ending}"), "--other", "plains")[0] == WELL
    assert (tmp_path / "out.map").read_text() == WESNOTH
    assert hw.read_map(tmp_path / "out.tmx").to_map("depletion") == hw.read_map(tmp_path / "out.tmj").to_map(
        "depletion"
    )
    assert run("convert", "depletion/first-steps", str(tmp_path / "first.tmx"))[0] == WELL
    assert run("convert", str(source), str(tmp_path / "out.gif"), "--other", "plains")[0] == WRONG
    assert run("convert", str(source), "--table", "Zz")[0] == WRONG
    assert run("convert", "rondel/inland-sea")[0] == WRONG
    (tmp_path / "game.vmod").write_bytes(b"PK")
    code, data, _ = run("convert", str(tmp_path / "game.vmod"), "--json")
    assert code == WRONG
    assert "CC-BY-SA-4.0" in str(data)
    assert "on_image" in str(data)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], ["dance"], ["check", "one"]])
def test_a_wrong_command_exits_with_two(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "hexwidget", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == WRONG
    assert "usage: hexwidget" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["systems", "\x1b[31mX"], ["\x1b[31mX"], ["check", "a", "b", "--\x1b[31mY"]])
def test_a_wrong_command_controls_no_terminal(arguments: list[str]) -> None:
    ran = subprocess.run([sys.executable, "-m", "hexwidget", *arguments], capture_output=True)
    assert ran.returncode == 2
    assert b"\x1b" not in ran.stdout + ran.stderr
    assert b"\\x1b[31m" in ran.stderr


@pytest.mark.slow
def test_help_tells_the_exit_codes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexwidget", "check", "--help"], capture_output=True, text=True, check=True
    )
    assert "exit codes: 0 all is well" in " ".join(done.stdout.split())


def test_the_setting_that_saves_boards(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    settings = tmp_path / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    _, data, _ = run("jupyter", "--json")
    assert data == {"settings": str(settings), "saves_boards": False}
    code, _, told = run("jupyter", "--save-boards")
    assert code == WRONG
    assert "--yes" in told
    assert not settings.exists()
    assert run("jupyter", "--save-boards", "--yes")[0] == WELL
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "other": {"a": 1}}))
    assert run("jupyter", "--json")[1]["saves_boards"] is True
    assert run("jupyter", "--no-save-boards", "--yes")[0] == WELL
    assert json.loads(settings.read_text()) == {"other": {"a": 1}}
    settings.write_text("{")
    assert run("jupyter", "--save-boards", "--yes")[0] == WRONG
    assert settings.read_text() == "{"


@pytest.mark.parametrize(("answer", "saves"), [("y", True), ("", False), ("no", False)])
def test_the_setting_is_asked_for(answer: str, saves: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    assert main(["jupyter", "--save-boards"]) == (WELL if saves else NOT_WELL)
    assert (tmp_path / "share").exists() is saves


@pytest.mark.slow
def test_publish_writes_page_picture_card_and_a_file_that_plays(run: Any, tmp_path: Path) -> None:
    course, game = tmp_path / "lesson.json", tmp_path / "game.jsonl"
    hw.save(hw.lessons.course(first_game("plotted").stages[:1], "Orders in secret"), course)
    session = hw.Session("depletion/first-steps")
    session.play("0203-0303")
    hw.save(session, game)
    site = tmp_path / "site"
    site.mkdir()
    (site / "play.html").write_text("the page that plays")
    for file, name, title in ((course, "lesson", "Orders in secret"), (game, "game", "First steps")):
        code, data, _ = run(
            "publish", str(file), "--folder", str(site), "--address", "https://anna.example/x", "--json"
        )
        assert code == WELL
        assert [Path(path).name for path in data["written"]] == [f"{name}.html", f"{name}.png", f"{name}.play.json"]
        page = (site / f"{name}.html").read_text(encoding="utf-8")
        assert f'href="./play.html#at={name}.play.json"' in page
        assert f'<meta property="og:image" content="https://anna.example/x/{name}.png">' in page
        assert title in page
        assert (site / f"{name}.png").read_bytes()[16:24] == bytes([0, 0, 4, 176, 0, 0, 2, 118])  # 1200 by 630
        held = json.loads((site / f"{name}.play.json").read_text(encoding="utf-8"))
        assert len(held["preview"]) > 1000
    assert hw.link(hw.open_link(held["link"])) == hw.link(session)
    text = run("publish", "depletion/first-steps", "--folder", str(tmp_path / "bare"))[1]
    assert "put play.html beside it" in text


@pytest.mark.slow
def test_publish_elsewhere_carries_the_preview_in_the_link(run: Any, tmp_path: Path) -> None:
    run("publish", "orders/two-on-one", "--folder", str(tmp_path), "--play", "https://rules.example/lab/play.html")
    page = (tmp_path / "orders-two-on-one.html").read_text(encoding="utf-8")
    assert 'href="https://rules.example/lab/play.html#preview=' in page


@pytest.mark.slow
def test_publish_names_a_position_without_a_title(run: Any, tmp_path: Path) -> None:
    code, data, _ = run(
        "publish", hw.link(hw.scenario("depletion/first-steps").position), "--folder", str(tmp_path), "--json"
    )
    assert code == WELL
    assert all(not Path(path).name.startswith(".") for path in data["written"])
    assert '<meta property="og:title" content="">' not in Path(data["written"][0]).read_text(encoding="utf-8")


def test_publish_keeps_the_secrets_of_a_game_under_way(run: Any, tmp_path: Path) -> None:
    game = hw.save(hw.Session("frontiers/three-frontiers", seed=1), tmp_path / "game.jsonl")
    code, _, error = run("publish", str(game), "--folder", str(tmp_path / "site"))
    assert code == WRONG
    assert "it hides things from players" in error
    assert not (tmp_path / "site").exists()
