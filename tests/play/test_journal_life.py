"""Journals outlive edits, races and exceptions: see `tests.play.journal_life`, which also runs for a time of your choice."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from fuzz.tally import tried
from tests.amounts import PIECE, every, many
from tests.play.journal_life import ALL, TRACED, cut_at, live, prepared
from tests.play.test_storage import same, start

LIVES = many(4, 5_000, quick=3)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked for races")
def test_a_journal_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    tally = Counter[str]()
    with prepared():
        for number in range(LIVES):
            live(tmp_path, f"{PIECE} {number}", tally)
    assert min(tally[what] for what in ("edits", "exceptions", "races")) > 0
    for what in ("edits", "exceptions", "races"):
        tried(f"lives of journals: {what}", tally[what])


# ---------------------------------------------------------------- an exception at each line, one after the other
def played(session: hw.Session[Any]) -> None:
    session.play("pass")


def rolled(session: hw.Session[Any]) -> None:
    session.roll()


def undone(session: hw.Session[Any]) -> None:
    session.undo()


def gone(session: hw.Session[Any]) -> None:
    session.goto(0)


def edited(session: hw.Session[Any]) -> None:
    session.edit(session.position)


def kept(session: hw.Session[Any]) -> None:
    session.keep(of(session).with_name("kept.jsonl"))


def closed(session: hw.Session[Any]) -> None:
    session.close()


def taken_over(session: hw.Session[Any]) -> None:
    opened(of(session), session.steps[0].position)


def begun(session: hw.Session[Any]) -> None:
    opened(of(session).with_name("new.jsonl"), session.steps[0].position)


def opened(path: Path, position: Any) -> hw.Session[Any]:
    return hw.Session(position, journal=path, seed=1, rolls="ask")


def of(session: hw.Session[Any]) -> Path:
    assert session.journal is not None
    return session.journal


@pytest.mark.slow
@pytest.mark.parametrize("change", [played, rolled, undone, gone, edited, kept, closed, taken_over, begun])
def test_an_exception_at_any_line_loses_nothing(change: Callable[[Any], None], tmp_path: Path) -> None:
    """The daily run tries one line in so many, a soak each."""
    position = hw.scenario("orders/three-marches").position if change is rolled else start()
    gc.collect()
    gc.freeze()  # so that the collections below are quick
    with prepared():
        for line in count(1, every(10)):
            if not loses_nothing(change, position, line, tmp_path / str(line)):
                break
    assert line > 40


def loses_nothing(change: Callable[[Any], None], position: Any, line: int, folder: Path) -> bool:
    """False if the change ends before the line."""
    folder.mkdir()
    path, interrupts = folder / "g.jsonl", signal.getsignal(signal.SIGINT)
    session = opened(path, position)
    if change is not rolled:
        played(session)
        played(session)
    # Where the lock is given back, no real signal comes, and a whole new file could be left behind.
    came = cut_at(line, lambda: change(session), files=TRACED if change is kept else ALL)
    gc.collect()  # a context manager that the exception has left open ends with the exception
    signal.signal(signal.SIGINT, interrupts)
    assert same(hw.load(session.journal or path), session)
    if came and change in (kept, closed):
        files = {"g.jsonl"} if session.journal is None else {of(session).name, f".{of(session).name}.writer", "g.jsonl"}
        assert {file.name for file in folder.iterdir()} <= files
    if came and change in (taken_over, begun):
        change(session)
    if change in (closed, taken_over):
        session = opened(path, position)
    edited(session)
    assert same(hw.load(of(session)), session)
    session.close()
    return came
