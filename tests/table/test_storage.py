"""A table's files: digests, links, and what is left behind by a failure."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.serving.links import digest
from hexwidget.store import folder as store_folder
from hexwidget.table.storage import OpenTable, TableState, open_table

START = hw.scenario("depletion/first-steps").position


def opened(folder: Path, **options: Any) -> OpenTable:
    kept = open_table(folder, "duel", START, **options)
    kept.session.close()
    return kept


def test_each_place_has_a_token_of_192_bits_and_only_digests_open_it(tmp_path: Path) -> None:
    kept = opened(tmp_path / "a" / "tables")
    assert kept.tokens is not None
    assert list(kept.tokens) == ["red", "blue", "", None]
    assert {len(token) for token in kept.tokens.values()} == {192 // 6}
    assert len({*kept.tokens.values()}) == 4
    assert kept.doors == {digest(token): place for place, token in kept.tokens.items()}
    doors = (tmp_path / "a" / "tables" / "duel.table.json").read_text()
    assert not [token for token in kept.tokens.values() if token in doors]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_the_links_are_their_owners_alone(tmp_path: Path) -> None:
    opened(tmp_path)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes["duel.links.json"] == modes["duel.jsonl"] == 0o600


def test_a_table_is_resumed_with_its_links(tmp_path: Path) -> None:
    first = open_table(tmp_path, "duel", START)
    first.session.play("0203-0303")
    first.session.close()
    again = opened(tmp_path)
    assert (again.tokens, again.doors) == (first.tokens, first.doors)
    assert again.session.step.text == "red: 0203-0303"


def test_new_links_cut_the_old_ones(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path, new_links=True)
    assert not {*first.doors} & {*second.doors}
    assert opened(tmp_path).tokens == second.tokens


def test_links_that_are_not_kept_still_open_the_table(tmp_path: Path) -> None:
    first = opened(tmp_path)
    links = tmp_path / "duel.links.json"
    for text in (None, "", "[]", links.read_text().replace("a", "b")):
        links.unlink() if text is None else links.write_text(text)
        again = opened(tmp_path)
        assert (again.tokens, again.doors) == (None, first.doors)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{}", "/format: expected 'hexwidget.table/1'"),
        ("[1]", "expected a dict"),
        ('{"format": "hexwidget.table/1", "places": [["red", "x"]]}', "expected a text for each place of the table"),
        ('{"format": "hexwidget.table/1", "places": [["red", 7], "x"], "more": 1}', "more.*/places/0/1.*/places/1"),
    ],
)
def test_digests_that_cannot_be_read_are_refused_in_words(text: str, words: str, tmp_path: Path) -> None:
    opened(tmp_path)
    (tmp_path / "duel.table.json").write_text(text)
    with pytest.raises(hw.InputError, match=f"cannot be read\n(?s:.*)(?s:{words})") as error:
        open_table(tmp_path, "duel", START)
    assert "move it away, and new links are given" in str(error.value)
    opened(tmp_path, new_links=True)


def test_a_failure_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> Path:
        if "table" in path.name:
            raise hw.InputError(f"{path.name.partition(chr(46))[0]} cannot be written", [])
        return written(path, text)

    written = store_folder.disk.write_whole
    monkeypatch.setattr(store_folder.disk, "write_whole", full)
    with pytest.raises(hw.InputError, match="duel cannot be written"):
        open_table(tmp_path / "a" / "b", "duel", START)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    kept = opened(tmp_path)
    monkeypatch.setattr(store_folder.disk, "write_whole", full)
    with pytest.raises(hw.InputError):
        open_table(tmp_path, "duel", START, new_links=True)
    monkeypatch.undo()
    assert opened(tmp_path).doors == kept.doors


def test_a_table_is_served_once(tmp_path: Path) -> None:
    kept = open_table(tmp_path, "duel", START)
    with pytest.raises(hw.InputError, match="is served already"):
        open_table(tmp_path, "duel", START)
    kept.session.close()


# ---------------------------------------------------------------- the command
def serve(*arguments: str) -> int:
    return main(["serve", *arguments])


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "hexwidget.serving.server", raising=False)
    assert serve("depletion/first-steps") == 2
    assert capsys.readouterr().err == "a table needs uvicorn: pip install 'hexwidget[serve]'\n"
    with pytest.raises(SystemExit) as end:
        serve("--help")
    assert end.value.code == 0
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_served_is_refused_in_words_and_nothing_is_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    from hexwidget.serving.server import listening

    monkeypatch.chdir(tmp_path)
    game = tmp_path / "game.jsonl"
    hw.save(hw.Session(START), game)
    with listening("127.0.0.1", 0) as taken:
        wrong = {
            ("depletion/first-step",): "did you mean 'depletion/first-steps'?",
            (str(game),): "it is a game; give a scenario",
            (
                "depletion/first-steps",
                "--port",
                str(taken.getsockname()[1]),
            ): "Address already in use; give another port",
            ("depletion/first-steps", "--port", "70000"): "give another port",
            ("depletion/first-steps", "--host", "192.0.2.1"): "nobody can be served on 192.0.2.1",
            ("depletion/first-steps", "--folder", str(game)): "it is a file, not a folder",
            ("depletion/first-steps", "--origin", "games.example"): "this is no origin of a page",
        }
        for arguments, words in wrong.items():
            assert serve(*arguments) == 2
            assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [game]


def test_the_links_lead_to_the_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    import uvicorn

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    told = []
    for options in (["--host", "127.0.0.1"], ["--origin", "https://games.example", "--json"]):
        assert serve("depletion/first-steps", *options) == 0
        told.append(capsys.readouterr().out)
        hw.Session(START, tmp_path / "tables" / "depletion-first-steps.jsonl").close()  # as the server's end does
    tokens = [each["link"].rpartition("#")[2] for each in json.loads(told[1])["places"]]
    assert all(token in told[0] for token in tokens)
    assert "https://games.example/#" in told[1]
    assert "http://127.0.0.1:" in told[0]


def test_after_a_rematch_each_link_is_told_under_the_seat_that_it_opens(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    from hexwidget.table.serving import links_and_opponents

    first = opened(tmp_path)
    hw.Session(START, tmp_path / "duel.2.jsonl").close()
    first.files.write_course(TableState(2))
    assert first.tokens
    links, _ = links_and_opponents(opened(tmp_path), "http://x")
    wanted = {seat: f"http://x/#{first.tokens[link]}" for seat, link in (("red", "blue"), ("blue", "red"))}
    assert links
    assert {seat: links[seat] for seat in ("red", "blue")} == wanted
    links, opponents = links_and_opponents(opened(tmp_path, opponents={"blue": "random"}), "http://x")
    assert opponents == {"blue": "random"}
    assert links
    assert list(links) == ["red", "", None]


# ---------------------------------------------------------------- a folder of tables
def test_what_cannot_be_served_of_a_folder_is_refused_in_words_and_nothing_is_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    from hexwidget.serving.server import listening
    from hexwidget.store.folder import Folder

    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.jsonl"
    file.write_text("")
    (tmp_path / "some").mkdir()
    with listening("127.0.0.1", 0) as taken:
        wrong = {
            ("--port", str(taken.getsockname()[1])): "Address already in use; give another port",
            ("--folder", str(file)): "it is a file, not a folder",
            ("--folder", str(file / "in")): "cannot be used",
            ("my-club-of-2026",): "a new folder is made with --folder",
            ("some", "--folder", "others"): "two folders are named, 'some' and 'others'; name one",
            ("--origin", "games.example"): "this is no origin of a page",
            ("--folder", "a/b", "--origin", "x"): "this is no origin of a page",
        }
        for arguments, words in wrong.items():
            assert serve(*arguments) == 2
            assert words in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == [file, tmp_path / "some"]
    assert list((tmp_path / "some").iterdir()) == []
    with Folder(tmp_path / "some").hold():
        for arguments in (("some",), ("depletion/first-steps", "--folder", "some")):
            assert serve(*arguments) == 2
            assert "the folder 'some' is served already" in capsys.readouterr().err


def test_the_links_of_a_folder_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    import uvicorn

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    assert serve("--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["folder"], first["tables"]) == ("tables", [])
    opened(tmp_path / "tables")
    (tmp_path / "tables" / "lost.table.json").write_text("[]")
    for arguments in (("tables", "--json"), ("--json",)):
        assert serve(*arguments) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["link"].rpartition("#")[2] == first["link"].rpartition("#")[2]
        assert [(each["table"], len(each["places"])) for each in told["tables"]] == [("lost", 0), ("duel", 4)]
    assert serve() == 0
    text = capsys.readouterr().out
    assert first["link"].rpartition("#")[2] in text
    assert "lost cannot be opened" in text
    assert all(each["link"].rpartition("#")[2] in text for each in told["tables"][1]["places"])
    assert serve("--new-links", "--json") == 0
    again = json.loads(capsys.readouterr().out)
    assert again["link"].rpartition("#")[2] != first["link"].rpartition("#")[2]
    assert again["tables"][1]["places"][0]["link"].rpartition("#")[2] in text
    (tmp_path / "tables" / "owner.link.json").unlink()
    assert serve() == 0
    assert "not kept; the one given before opens the page, and --new-links gives another" in capsys.readouterr().out
    (tmp_path / "tables" / "owner.json").write_text("{}")
    assert serve() == 2
    assert "--new-links gives another link" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions bind no root")
def test_a_folder_that_cannot_be_written_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert serve("--folder", str(tmp_path / "a" / "b")) == 2
    assert "Permission denied" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_failure_while_the_owners_link_is_written_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

    def full(path: Path, text: str) -> Path:
        if path.name == "owner.json":
            raise hw.InputError("no space is left", [])
        return written(path, text)

    written = store_folder.disk.write_whole
    monkeypatch.setattr(store_folder.disk, "write_whole", full)
    assert serve("--folder", str(tmp_path / "a" / "b")) == 2
    assert capsys.readouterr().err == "no space is left\n"
    assert list(tmp_path.iterdir()) == []
