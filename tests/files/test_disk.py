"""Paths: every odd one is a documented error, only regular files are opened, and no file is touched that was not named."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import time

import pytest

import hexwidget as hw
from hexwidget.files import disk
from hexwidget.lessons.learners.records import Progress
from hexwidget.store.lock_holder import Writer
from tests.play.test_storage import start

ODD = {
    "with a nul": "a\0b",
    "too long": "x" * 300,
    "half a letter": "a\ud800b",
    "in no folder": "nowhere/x",
    "below a file": "file/x",
    "root": "/",
    "here": ".",
    "nothing": "",
    "a loop": "loop",
    "a folder": "folder",
    "a pipe": "pipe",
    "a device without end": "/dev/zero",
    "a full device": "/dev/full",
    "a device that takes all": "/dev/null",
}
USES: dict[str, Callable[[str], object]] = {
    "load": hw.load,
    "verify": hw.verify,
    "read_map": hw.read_map,
    "journal": lambda path: hw.Session(start(), journal=path),
    "keep": lambda path: hw.Session(start()).keep(path),
    "save": lambda path: hw.save(start(), path),
    "write_map": lambda path: hw.write_map(
        start(), path + ".map" if "\0" in path or len(path) > 99 else f"{path}/x.map"
    ),
    "progress": lambda path: Progress(path).keep(),
    "to_html": lambda path: hw.Board(start()).to_html(path),
}


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("kept")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def everything(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


FOLDERS = ("root", "here", "nothing", "a folder")
"""The paths that are folders: a map can be written into them."""
CASES = [(use, name) for use in USES for name in ODD if use != "write_map" or name not in FOLDERS]


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("use", "name"), CASES)
def test_a_path_that_cannot_be_used_is_refused_and_nothing_is_left_there(use: str, name: str, there: Path) -> None:
    path = ODD[name]
    before, device = everything(there), os.stat("/dev/null").st_rdev
    with pytest.raises(hw.InputError) as refused:
        USES[use](path)
    assert refused.value.problems
    assert everything(there) == before
    assert os.stat("/dev/null").st_rdev == device
    assert (there / "file").read_text() == "kept"


@pytest.mark.slow
def test_a_pipe_in_the_place_of_the_name_of_a_writer_blocks_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".g.jsonl.writer")
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    code = "import sys, hexwidget as hw; hw.Session(hw.load(sys.argv[1]).steps[0].position, journal=sys.argv[1])"
    refused = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "g.jsonl"], capture_output=True, text=True, timeout=60
    )
    assert "is writing it" in refused.stderr
    session.close()


@pytest.mark.parametrize("plant", [os.link, os.symlink])
def test_a_planted_file_is_not_written_to(tmp_path: Path, plant: Callable[[Path, Path], None]) -> None:
    (tmp_path / "precious").write_text("precious")
    plant(tmp_path / "precious", tmp_path / ".g.jsonl.writer")
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    session.play("pass")
    session.close()
    assert (tmp_path / "precious").read_text() == "precious"


# ---------------------------------------------------------------- replacing a file
def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text("{}")
    path.chmod(0o600)
    hw.save(start(), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    mask = os.umask(0o022)
    try:
        assert stat.S_IMODE(hw.save(start(), tmp_path / "new.json").stat().st_mode) == 0o644
    finally:
        os.umask(mask)


def test_a_link_stays_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "game.json").write_text("{}")
    (tmp_path / "game.json").symlink_to("far/game.json")
    assert hw.save(start(), tmp_path / "game.json") == tmp_path / "game.json"
    assert (tmp_path / "game.json").is_symlink()
    assert hw.load(tmp_path / "far" / "game.json").position == start()
    assert everything(tmp_path) == ["far", "game.json", "game.json"]


def test_the_folder_is_flushed_after_the_name_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    flush, replace = os.fsync, os.replace

    def fsync(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        flush(handle)

    def renamed(old: str, new: Path) -> None:
        done.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renamed)
    hw.save(start(), tmp_path / "game.json")
    assert done == ["file", "name", "folder"]


def test_only_what_a_killed_process_left_is_removed_an_hour_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        for call in ("replace", "unlink"):
            killed.setattr(os, call, lambda *_: (_ for _ in ()).throw(OSError))
        with pytest.raises(hw.InputError):
            hw.save(start(), tmp_path / "a")
    (left,) = everything(tmp_path)
    theirs = [".a.x.part", ".a.abcdefgh.part", ".a.x.hexwidget-part", "a.abcdefgh.hexwidget-part"]
    for name in (left, *theirs):
        (tmp_path / name).write_text("half")
    hw.save(start(), tmp_path / "a")
    assert everything(tmp_path) == sorted(["a", left, *theirs])
    for name in (left, *theirs):
        os.utime(tmp_path / name, (time() - 3700, time() - 3700))
    hw.save(start(), tmp_path / "a")
    assert everything(tmp_path) == sorted(["a", *theirs])


@pytest.mark.parametrize("read", [hw.load, hw.verify, lambda path: hw.Session(start(), journal=path)])
def test_a_file_that_would_keep_its_reader_waiting_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object]
) -> None:
    (tmp_path / "game").write_text("{")

    class Waiting(io.FileIO):
        def read(self, size: int = -1, /) -> bytes:
            return None  # as Python does

    monkeypatch.setattr(Writer, "sign", lambda *_: None)
    monkeypatch.setattr(os, "fdopen", lambda handle, *_, **__: Waiting(handle))
    with pytest.raises(hw.InputError, match="temporarily unavailable"):
        read(tmp_path / "game")


def test_a_file_that_grows_while_it_is_read_is_read_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"x" * 11)
    with pytest.raises(hw.InputError, match="it has more than 10 bytes"):
        disk.read_bytes(tmp_path / "x", 10)
    assert disk.read_bytes(tmp_path / "x", 11) == b"x" * 11
