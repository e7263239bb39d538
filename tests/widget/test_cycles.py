"""Boards that are shown, played and closed again and again leave nothing in the kernel."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

import hexwidget as hw
from tests.amounts import many

WARM = 30
CYCLES = many(40, 10_000)
FEW = 400
"""The most blocks of memory by which any number of cycles may grow. One board alone takes thousands of blocks."""


def cycle(session: hw.Session, number: int) -> None:
    """A board is shown, clicked, played on, taken back, shown once more, and closed."""
    board = hw.Board(session)
    board.select("0203")
    message = {
        "id": f"m{number}",
        "revision": board._status["revision"],
        "intent": "explain",
        "args": {"draft": {}, "space": "0205"},
    }
    board._handle_custom_msg(message, [])
    board.play("0203-0303")
    board.undo()
    again = hw.Board(session, player="red")
    if number % 40 == 0:
        board._repr_mimebundle_()
    again.close()
    board.close()


def blocks() -> int:
    for _ in range(3):
        gc.collect()
    return sys.getallocatedblocks()


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kept", [False, True])
def test_memory_does_not_grow_with_the_cycles(kept: bool, tmp_path: Path) -> None:
    position = hw.scenario("depletion/first-steps").position
    session = hw.Session(position, journal=tmp_path / "g.jsonl" if kept else None)
    for number in range(WARM):
        cycle(session, number)
    before = blocks()
    for number in range(CYCLES):
        cycle(session, number)
    grown = blocks() - before
    assert len(session.steps) == 2
    assert not session._watchers.listeners
    assert grown < FEW, f"{grown} blocks after {CYCLES} cycles"
    session.close()
