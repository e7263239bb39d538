"""Answers that are lost or carried out twice, damage that nobody is told of, and one damaged file that stops all: none of it happens."""

from __future__ import annotations

import json
import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.classroom.messages import OpenPart, Watch
from hexwidget.commands.cli import main
from hexwidget.lessons import Progress
from hexwidget.problems import InputError
from hexwidget.store.folder import Folder
from hexwidget.table.owner import owners_link
from hexwidget.widget.host import log
from tests import inside
from tests.store.keepers import (
    CHANGES,
    MARCH,
    HeldClass,
    answers,
    full_disk,
    held_class,
    held_tables,
    log_file,
    made_class,
    one_question,
    one_stage,
    played,
    tries,
    two_players,
)

LINE = '{"at": "2026-09-01T08:15:30.000+00:00", "part": "asked", "did": "came"}'


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """The folder of a class with Anna and Ben."""
    made_class(tmp_path / "class", None, "Anna", "Ben")
    return tmp_path / "class"


def anna_in(where: Path) -> str:
    """The id of Anna."""
    with held_class(where) as held:
        return held.id_of("Anna")


def answer(where: Path, learner: str, *ids: str) -> list[bool]:
    """Answer with messages of these ids in one life of the server. True for each that the page is told was taken."""
    with held_class(where) as held:
        return [held.answer(learner, at) for at in ids]


# ---------------------------------------------------------------- 1: the log of a class
@pytest.mark.parametrize(
    "torn",
    [
        b'{"at": "2026-09-',
        b"\0" * 40,
        '{"at": "2026-09-01T08:15:30.000+00:00", "part": "ä'.encode()[:-1],
        LINE.encode(),
        b'{"at": "2026-09-01T08:15:30.000+00:00"\0\0\0\0\0\0\0\0}',
    ],
    ids=["half a line", "zeros", "half a character", "no end", "zeros within"],
)
def test_no_line_is_joined_to_a_torn_one(torn: bytes, where: Path) -> None:
    """1 a: a server was killed, or the power failed, while it wrote a line."""
    anna = anna_in(where)
    assert answer(where, anna, "a1") == [True]
    with log_file(where, anna).open("ab") as file:
        file.write(torn)
    assert answer(where, anna, "a2") == [True]
    assert answer(where, anna, "a2", "a1") == [True, True]  # the page sends again, as no reply came
    assert (answers(where, anna), tries(where, anna)) == (["a1", "a2"], 2)


def test_an_answer_whose_line_lacks_its_end_is_done_once(where: Path) -> None:
    """1 a: the server was killed when all but the end of a line was written."""
    anna = anna_in(where)
    assert answer(where, anna, "a1") == [True]
    path = log_file(where, anna)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    for _ in range(3):  # the page comes back, and sends again
        assert answer(where, anna, "a1") == [True]
    assert (answers(where, anna), tries(where, anna)) == (["a1"], 1)


def test_an_answer_whose_line_cannot_be_written_is_refused_and_done_once_when_it_comes_again(where: Path) -> None:
    """1 b: there is room for the progress, and none for the log."""
    anna = anna_in(where)
    assert answer(where, anna, *(f"a{n}" for n in range(20))) == [True] * 20
    before = log_file(where, anna).stat().st_size
    assert before > 2 * (where / "learners" / anna / "progress.json").stat().st_size
    with held_class(where) as held:
        held.come(anna)
        room = log_file(where, anna).stat().st_size + 40
        with full_disk(room):
            assert not held.answer(anna, "lost")
            assert not held.answer(anna, "lost")
    assert tries(where, anna) == 20
    assert answer(where, anna, "lost") == [True]
    assert answer(where, anna, "lost") == [True]
    assert (answers(where, anna).count("lost"), tries(where, anna)) == (1, 21)


def test_a_log_that_cannot_be_opened_refuses_answers_and_takes_them_later(where: Path) -> None:
    """1 b: somebody has put a folder in the place of the log."""
    anna = anna_in(where)
    assert answer(where, anna, "a1") == [True]
    path = log_file(where, anna)
    with held_class(where) as held:
        held.come(anna)
        kept = path.with_name("kept")
        path.rename(kept)
        path.mkdir()
        assert not held.answer(anna, "lost")
        path.rmdir()
        kept.rename(path)
    assert tries(where, anna) == 1
    assert answer(where, anna, "lost", "lost") == [True, True]
    assert (answers(where, anna), tries(where, anna)) == (["a1", "lost"], 2)


def test_an_answer_that_the_progress_cannot_keep_has_no_line(where: Path) -> None:
    """1 c: there is room for a line, and none for the progress."""
    anna = anna_in(where)
    path = where / "learners" / anna / "progress.json"
    before = Progress(path)
    for n in range(50):
        before.tried(f"of another course {n}", right=True)
    assert answer(where, anna, "a1") == [True]
    with held_class(where) as held:
        held.come(anna)
        with full_disk(path.stat().st_size - 20):
            assert log_file(where, anna).stat().st_size < path.stat().st_size // 2
            assert not held.answer(anna, "lost")
            assert not held.answer(anna, "lost again")
    assert answers(where, anna) == ["a1"]
    assert answer(where, anna, "lost", "lost") == [True, True]
    assert (answers(where, anna), tries(where, anna)) == (["a1", "lost"], 2)


@pytest.mark.parametrize(
    "sign", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\r", "\n", "\0", "ä", "\U0001f600"]
)
def test_a_sign_within_an_id_ends_no_line(sign: str, where: Path) -> None:
    """1 d: JSON leaves some signs as they are at which Python splits lines."""
    anna, at = anna_in(where), f"a{sign}b"
    assert answer(where, anna, at) == [True]
    assert answer(where, anna, at, "c") == [True, True]
    assert (answers(where, anna), tries(where, anna)) == ([at, "c"], 2)


def test_a_log_that_another_system_has_ended_its_lines_goes_on(where: Path) -> None:
    anna = anna_in(where)
    assert answer(where, anna, "a1", "a2") == [True, True]
    path = log_file(where, anna)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert answer(where, anna, "a2", "a3") == [True, True]
    assert answer(where, anna, "a3", "a1") == [True, True]
    assert (answers(where, anna), tries(where, anna)) == (["a1", "a2", "a3"], 3)


def test_a_move_in_a_stage_is_kept_or_refused(tmp_path: Path) -> None:
    """A stage that is not done yet has no record; its place is kept instead."""
    where = tmp_path / "class"
    made_class(where, one_stage(), "Anna", "Ben")
    with held_class(where) as held:
        anna, ben = held.id_of("Anna"), held.id_of("Ben")
        held.come(anna)
        with full_disk((where / "learners" / anna / "progress.json").stat().st_size - 20):
            reply = held.ask(anna, "play", "m1", action=MARCH)
        reply = reply if reply and reply["ok"] else held.ask(anna, "play", "m2", action=MARCH)
        assert reply is not None
        assert reply["ok"]
    with held_class(where) as held:
        held.come(anna)
        assert held.position(anna) != held.position(ben)


# ---------------------------------------------------------------- 3: damage that nobody is told of
def test_an_emptied_journal_of_a_sleeping_table_is_told(tmp_path: Path) -> None:
    with held_tables(tmp_path) as held:
        name = held.make()
        assert _play(held, name)
        held.sleep(name)
        (tmp_path / f"{name}.jsonl").write_bytes(b"")
        with pytest.raises(InputError, match="cannot be opened now"):
            held.session(name)
        assert f"{name}.jsonl" in held.tables.broken[name]
    assert (tmp_path / f"{name}.jsonl").read_bytes() == b""  # nothing was begun anew


def _play(held: Any, name: str, at: str = "m1") -> bool:
    session = held.session(name)
    player = sorted(session.position.to_act)[0]
    reply = held.ask(name, player, str(next(iter(session.position.legal_actions(player)))), at)
    return bool(reply and reply["ok"])


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda data: b"",
    "blank": lambda data: b"\n\n",
    "zeros": lambda data: b"\0" * len(data),
    "a part of its first line": lambda data: data[:200],
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("game", [1, 2])
def test_a_game_that_was_played_does_not_begin_anew(damage: str, game: int, tmp_path: Path) -> None:
    """The table's server was away meanwhile. A second game is a rematch."""
    name, other = _two_tables(tmp_path, game)
    path = tmp_path / (f"{name}.jsonl" if game == 1 else f"{name}.2.jsonl")
    before = path.read_bytes()
    path.write_bytes(DAMAGE[damage](before))
    after = path.read_bytes()
    with held_tables(tmp_path) as held:
        assert path.name in held.tables.broken[name]
        assert other not in held.tables.broken
        assert _play(held, other, "o2")
    assert path.read_bytes() == after
    path.write_bytes(before)
    with held_tables(tmp_path) as held:
        assert not held.tables.broken


def test_the_journal_of_a_rematch_that_is_gone_is_told(tmp_path: Path) -> None:
    name, _ = _two_tables(tmp_path, 2)
    (tmp_path / f"{name}.2.jsonl").unlink()
    with held_tables(tmp_path) as held:
        assert f"{name}.2.jsonl" in held.tables.broken[name]
    assert not (tmp_path / f"{name}.2.jsonl").exists()


def _two_tables(folder: Path, game: int) -> tuple[str, str]:
    """Make two tables that are played at; the first one has a rematch if its second game is wanted."""
    with held_tables(folder) as held:
        names = held.make(), held.make(name="other")
        for name in names:
            assert _play(held, name)
    if game == 2:
        session: Any = hw.Session(
            hw.load(folder / f"{names[0]}.jsonl").steps[0].position, folder / f"{names[0]}.2.jsonl"
        )
        session.play(two_players()(session))
        session.close()
        about = {"format": "hexwidget.table/1", "number": 2, "resigned": None, "opened": False, "reviewed": []}
        (folder / f"{names[0]}.game.json").write_text(json.dumps(about) + "\n")
    return names


def _swapped(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[:1], lines[2], lines[1], *lines[3:]])


EDITS: dict[str, Callable[[bytes], bytes]] = {
    "two lines swapped": _swapped,
    "the last two lines swapped": lambda data: b"".join([*(x := data.splitlines(keepends=True))[:-2], x[-1], x[-2]]),
    "a sign changed": lambda data: data.replace(b'"step":2,"parent":1', b'"step":2,"parent":0'),
    "the start changed": lambda data: data.replace(b'"system":"depletion"', b'"system":"repletion"'),
    "emptied": lambda data: b"",
    "cut": lambda data: data[:-30],
    "zeros at its end": lambda data: data[:-30] + b"\0" * 30,
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_open_journal_that_was_edited_is_told_before_the_next_step(edit: str, tmp_path: Path) -> None:
    path, action = tmp_path / "game.jsonl", two_players()
    session: Any = hw.Session("depletion/first-steps", journal=path)
    for _ in range(4):
        session.play(action(session))
    before = path.read_bytes()
    edited = EDITS[edit](before)
    assert edited != before
    with path.open("r+b") as file:  # the file stays the same one
        file.write(edited)
        file.truncate()
    texts = [step.text for step in session.steps]
    with pytest.raises(hw.JournalError, match=r"game\.jsonl"):
        session.play(action(session))
    assert ([step.text for step in session.steps], path.read_bytes()) == (texts, edited)
    session.close()
    path.write_bytes(before)
    assert [step.text for step in hw.load(path).steps] == texts


def test_an_edit_that_is_taken_back_changes_nothing(tmp_path: Path) -> None:
    path, action = tmp_path / "game.jsonl", two_players()
    session: Any = hw.Session("depletion/first-steps", journal=path)
    session.play(action(session))
    session.play(action(session))
    before = path.read_bytes()
    for content in (_swapped(before), before):
        with path.open("r+b") as file:
            file.write(content)
    session.play(action(session))
    session.close()
    assert hw.verify(path)


# ---------------------------------------------------------------- 4: one damaged file
LEARNERS = [
    "",
    "{",
    "null",
    "[]",
    '"text"',
    '{"format": "hexwidget.class/1"}',
    '{"format": "hexwidget.class/99", "name": "Anna", "doors": []}',
    '{"format": "hexwidget.class/1", "name": null, "doors": []}',
    '{"format": "hexwidget.class/1", "name": "Anna", "doors": null}',
    '{"format": "hexwidget.class/1", "name": "Anna", "doors": [7]}',
    '{"format": "hexwidget.class/1", "name": "Anna", "doors": "abc"}',
    "\0" * 100,
    b"\xff\xfe\xff",
]


@pytest.mark.parametrize("text", LEARNERS)
def test_a_damaged_learner_stops_nobody_else_and_is_named(
    text: str | bytes, where: Path, caplog: pytest.LogCaptureFixture
) -> None:
    anna = anna_in(where)
    path = where / "learners" / anna / "learner.json"
    before = path.read_bytes()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    damaged = path.read_bytes()
    with caplog.at_level(logging.WARNING), held_class(where) as held:
        assert [each.name for each in held.kept.learners.values()] == ["Ben"]
        assert held.answer(held.id_of("Ben"), "b1")
    assert f"{anna}/learner.json" in caplog.text
    assert path.read_bytes() == damaged
    path.write_bytes(before)
    assert answer(where, anna, "a1") == [True]


LINKS = ["", "{", "null", "[]", '{"class": null, "teacher": null}', '{"class": 7, "teacher": []}', b"\xff"]


@pytest.mark.parametrize("text", LINKS)
def test_links_of_a_class_that_cannot_be_read_are_not_told_and_the_class_goes_on(
    text: str | bytes, where: Path
) -> None:
    (where / "links.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    anna = anna_in(where)
    assert answer(where, anna, "a1") == [True]
    with held_class(where) as held:
        assert held.kept.tokens == {}


@pytest.mark.parametrize("text", ['{"places": [["red", null]]}', '{"places": [["red", 7]]}', "null", "{", ""])
def test_links_of_a_table_that_cannot_be_read_are_not_told_and_the_table_goes_on(text: str, tmp_path: Path) -> None:
    with held_tables(tmp_path) as held:
        name = held.make()
        doors = held.tables.kept(name).read_digests()
    (tmp_path / f"{name}.links.json").write_text(text)
    with held_tables(tmp_path) as held:
        assert (held.tables.broken, held.tables.tokens(name)) == ({}, {})
        assert held.tables.kept(name).read_digests() == doors


@pytest.mark.parametrize("text", ['{"owner": null}', '{"owner": 7}', "null", "", "{"])
def test_an_owners_link_that_cannot_be_read_is_not_told(text: str, tmp_path: Path) -> None:
    door, _ = owners_link(Folder(tmp_path), new_link=False)
    (tmp_path / "owner.link.json").write_text(text)
    assert owners_link(Folder(tmp_path), new_link=False) == (door, None)


@pytest.fixture(autouse=True)
def _heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log reaches pytest's own, too, from its first message on."""
    monkeypatch.setattr(log(), "propagate", True)


LINES = [
    '{"at": "2026-09-01T08:15:30.000+00:00", "did": "came"}',
    '{"at": "2026-09-01T08:15:30.000+00:00", "part": "asked"}',
    '{"at": "2026-09-01T08:15:30.000+00:00", "part": "asked", "did": "refused", "clauses": null}',
    '{"at": "2026-09-01T08:15:30.000+00:00", "part": "asked", "did": "refused", "clauses": 7}',
    '{"at": "2026-09-01T08:15:30.000+00:00", "part": "asked", "did": {}}',
    '{"at": "yesterday", "part": "asked", "did": "came"}',
    '{"at": null}',
    "[1, 2]",
    '"text"',
    "null",
    "no JSON",
    "\0\0\0",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("at", [0, 1], ids=["first", "between"])
def test_a_damaged_line_of_a_log_stops_nobody_else(
    line: str, at: int, where: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The learner comes in without that line, or alone cannot come in, and the words name the log."""
    anna = anna_in(where)
    assert answer(where, anna, "a1") == [True]
    path = log_file(where, anna)
    lines = path.read_text("utf-8").split("\n")
    path.write_text("\n".join([*lines[:at], line, *lines[at:]]), "utf-8")
    with caplog.at_level(logging.WARNING), held_class(where) as held:
        assert held.answer(held.id_of("Ben"), "b1")
        is_in = not held.come(anna).refused
        assert is_in or f"{anna}/log.jsonl" in caplog.text
        assert held.answer(anna, "a1") == is_in
    assert (answers(where, anna), tries(where, anna)) == (["a1"], 1)


@pytest.mark.parametrize("text", ["", "{", "null", '{"format": "hexwidget.progress/1", "exercises": 7}', b"\xff"])
def test_a_damaged_progress_stops_nobody_else(text: str | bytes, where: Path, caplog: pytest.LogCaptureFixture) -> None:
    anna = anna_in(where)
    assert answer(where, anna, "a1") == [True]
    path = where / "learners" / anna / "progress.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with held_class(where) as held:
        assert held.come(anna).refused
        assert f"{anna}/progress.json" in caplog.text
        held.tell(OpenPart(0, question=1))
        held.tell(Watch(watched=True))
        assert held.answer(held.id_of("Ben"), "b1")


def test_what_else_lies_with_the_learners_stays_there(where: Path) -> None:
    at = where / "learners"
    (at / ".DS_Store").write_bytes(b"\0")
    (at / "my notes").mkdir()
    (at / "my notes" / "marks.txt").write_text("Anna: 1")
    (at / "list.txt").write_text("Anna, Ben")
    anna = anna_in(where)
    with held_class(where) as held:
        assert sorted(each.name for each in held.kept.learners.values()) == ["Anna", "Ben"]
    assert answer(where, anna, "a1") == [True]
    assert (at / "my notes" / "marks.txt").read_text() == "Anna: 1"


@pytest.mark.parametrize("text", ["", "{", "null", '{"format": "hexwidget.class/1"}'])
def test_a_class_that_cannot_be_read_is_named(text: str, where: Path) -> None:
    (where / "class.json").write_text(text)
    with pytest.raises(InputError, match=r"class\.json"):
        HeldClass(where)


@pytest.mark.parametrize("text", ["", "{", "null", '{"parts": 7}'])
def test_a_course_that_cannot_be_read_is_named(text: str, where: Path) -> None:
    (where / "course.json").write_text(text)
    with pytest.raises(InputError, match=r"course\.json"):
        HeldClass(where)


def test_all_others_are_put_before_a_part_where_one_cannot_be(where: Path) -> None:
    """The learners are those of one process; the damaged one is neither the first nor the last."""
    with held_class(where) as held:
        ids = [held.join(name) for name in ("Cleo", "Dan", "Eve")]
    damaged = sorted(path.parent.name for path in where.glob("learners/*/learner.json"))[2]
    (where / "learners" / damaged / "progress.json").write_text("{")
    with held_class(where) as held:
        held.tell(OpenPart(0, question=1))
    found = {path.parent.name for path in where.glob("learners/*/progress.json") if path.read_text() != "{"}
    assert len({*ids, *found}) >= 4
    assert found == {path.name for path in (where / "learners").iterdir()} - {damaged}


def test_a_table_that_cannot_be_closed_lets_the_others_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with held_tables(tmp_path) as held:
        first, other = held.make(), held.make(name="other")
        for name in (first, other):
            held.session(name)

        def fail() -> None:
            raise OSError("no room")

        table = inside.entry(held.tables, first).table
        assert table is not None
        monkeypatch.setattr(table, "close", fail)
    assert f"the table {first} could not be closed" in caplog.text
    assert [Folder(tmp_path).lines(f"{name}.jsonl").writer() is None for name in (first, other)] == [False, True]
    monkeypatch.undo()
    table.close()


def test_what_is_left_of_a_learner_and_cannot_be_deleted_stops_nobody(
    where: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (where / "learners" / ("0" * 12)).mkdir()
    (where / "learners" / ("0" * 12) / "progress.json").write_text("{}")

    def refuse(folder: Folder) -> None:
        raise InputError(f"{folder} cannot be removed", [])

    monkeypatch.setattr(Folder, "clear", refuse)
    with held_class(where) as held:
        assert held.answer(held.id_of("Ben"), "b1")
    assert "0" * 12 in caplog.text


# ---------------------------------------------------------------- 6: writers and their readers
CLOCKS = [-1e12, -5e9, -1.0, 0.0, 1.5, 4_102_444_799.0, 4_102_444_801.0, 5e9, 1e11, 253_402_300_800.0, 1e18]
"""Clocks of machines, in seconds since 1970: some are wrong by centuries."""


@pytest.mark.parametrize("clock", CLOCKS)
def test_progress_of_any_clock_is_read_again(clock: float, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    progress = Progress(path, now=lambda: clock)
    progress.tried("wrong", right=False)
    progress.tried("right", right=True)
    progress.hinted("hinted")
    progress.showed("shown")
    progress.knowledge("plotted").miss("P1.3")
    progress.knowledge("plotted").solve("P1.3")
    progress.keep()
    again = Progress(path, now=lambda: clock)
    assert dict(again) == dict(progress)
    assert again.knowledge("plotted").met == progress.knowledge("plotted").met
    again.tried("wrong", right=True)
    assert Progress(path)["wrong"].tries == 2


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_class_whose_clock_is_wrong_goes_on(clock: float, where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = anna_in(where)
    monkeypatch.setattr("time.time", lambda: clock)
    monkeypatch.setattr("hexwidget.classroom.logbook.time", lambda: clock)
    first = answer(where, anna, "a1")
    monkeypatch.undo()
    assert answer(where, anna, "a1", "a2") == [True, True]
    assert first in ([True], [False])
    assert (answers(where, anna), tries(where, anna)) == (["a1", "a2"], 2)


@pytest.mark.parametrize("name", ["", "a" * 3000, "a\ud800", "a\0", "a\nb", "a\u2028b"])
def test_what_progress_cannot_read_again_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    progress = Progress(path)
    progress.tried("good", right=False)
    try:
        progress.tried(name, right=True)
    except InputError:
        assert dict(Progress(path)) == {"good": progress["good"]}
    else:
        assert Progress(path)[name].solved
    progress.tried("good", right=True)
    assert Progress(path)["good"].tries == 2


@pytest.mark.slow
def test_progress_of_too_many_exercises_is_refused_before_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    exercises = {f"e{n}": {"tries": 1, "hints": 0, "solved": False} for n in range(10_000)}
    path.write_text(json.dumps({"format": "hexwidget.progress/1", "exercises": exercises}))
    progress = Progress(path)
    with pytest.raises(InputError, match="10,000"):
        progress.tried("more", right=True)
    assert len(Progress(path)) == 10_000
    progress.tried("e1", right=True)
    assert Progress(path)["e1"].solved


def test_a_journal_is_read_as_it_was_written(tmp_path: Path) -> None:
    texts = played(tmp_path / "game.jsonl")
    assert [step.text for step in hw.load(tmp_path / "game.jsonl").steps] == texts


def test_a_new_class_has_a_course_that_it_reads_again(tmp_path: Path) -> None:
    made_class(tmp_path / "class")
    with held_class(tmp_path / "class") as held:
        assert held.kept.course().document == one_question().document


# ---------------------------------------------------------------- a second server, and a process that outlives its server
def test_a_class_that_is_served_already_is_not_served_by_another_process(
    where: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(where)
    with Folder(where).hold():
        assert main(["class", str(where)]) == 2
    words = "another process serves all that is in it: end that server, or name another folder"
    assert capsys.readouterr().err == f"the folder {str(where)!r} is served already\n  {words}\n"
    assert files(where) == before


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, but for those of its server."""
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: content for name, content in found.items() if name not in (".served", ".term")}


@pytest.mark.parametrize("change", CHANGES)
def test_a_process_whose_server_was_followed_changes_nothing(change: str, where: Path) -> None:
    before, store = files(where), Folder(where)
    with store.hold():
        worker = pickle.loads(pickle.dumps(store))
    with store.hold():
        with pytest.raises(InputError, match="another server has taken the folder over"):
            CHANGES[change](worker)
        assert files(where) == before
        CHANGES[change](pickle.loads(pickle.dumps(store)))
        assert files(where) != before


def test_a_process_that_outlives_its_server_writes_nothing_more(where: Path) -> None:
    """The server was killed, its worker still has a message to answer, and another server has begun."""
    anna = anna_in(where)
    store = Folder(where)
    with store.hold():
        worker = HeldClass(pickle.loads(pickle.dumps(store)))
        assert worker.answer(anna, "a1")
    assert worker.answer(anna, "a2")  # nobody else has begun
    with store.hold():
        path = log_file(where, anna)
        before = path.read_bytes(), (path.with_name("progress.json")).read_bytes()
        assert not worker.answer(anna, "a3")
        assert (path.read_bytes(), path.with_name("progress.json").read_bytes()) == before
        with held_class(pickle.loads(pickle.dumps(store))) as held:
            assert [held.answer(anna, at) for at in ("a1", "a3", "a2")] == [True] * 3
    worker.close()
    assert (answers(where, anna), tries(where, anna)) == (["a1", "a2", "a3"], 3)
