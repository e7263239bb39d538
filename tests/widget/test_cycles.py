"""Boards that are shown, played and closed again and again leave nothing in the kernel."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import Choices, Draft
from hexwidget.rules.position import Position
from hexwidget.widget.audience import choices_for
from tests import inside
from tests.amounts import many, of_each_system

WARM = many(15, 30)
CYCLES = many(20, 10_000)
FEW = 400
"""The most blocks of memory by which any number of cycles may grow. One board alone takes thousands of blocks."""


def cycle(session: hw.Session, number: int) -> None:
    """A board is shown, clicked, played on, taken back, shown once more, and closed."""
    board = hw.Board(session)
    board.select("0203")
    message = {
        "id": f"m{number}",
        "revision": inside.status(board)["revision"],
        "intent": "explain",
        "args": {"draft": {}, "space": "0205"},
    }
    inside.receive(board, message)
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


def grown(journal: Path | None, cycles: int) -> int:
    """The blocks of memory by which some cycles grow."""
    session = hw.Session(hw.scenario("depletion/first-steps").position, journal=journal)
    for number in range(WARM):
        cycle(session, number)
    before = blocks()
    for number in range(cycles):
        cycle(session, number)
    assert len(session.steps) == 2
    assert not inside.watchers(session).listeners
    after = blocks()
    session.close()
    return after - before


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_memory_does_not_grow_with_the_cycles(tmp_path: Path) -> None:
    """Without a journal and with one. The cycles have a process of their own: caches that other tests have filled grow and shrink
    by themselves."""
    journal = str(tmp_path / "g.jsonl")
    code = (
        f"from tests.widget.test_cycles import grown; print(*(grown(each, {CYCLES}) for each in (None, {journal!r})))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert max(map(int, run.stdout.split())) < FEW, f"{run.stdout.strip()} blocks after {CYCLES} cycles"


def chosen(position: Position, most: int = 6) -> list[Choices]:
    """The first choices of the player to act, and what follows from some of them in two clicks."""
    player = min(position.to_act)
    found = [choices_for(position, player, Draft())]
    for _ in range(2):
        drafts = [each.leads_to for now in found for each in now.options[:most] if each.legal and not each.chosen]
        found += [choices_for(position, player, draft) for draft in dict.fromkeys(drafts)]
    return found


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 1000))
def test_choices_that_nobody_needs_any_more_do_not_wait_for_the_garbage_collector(name: str) -> None:
    position, rng = hw.scenario(name).position, Random(1)
    while position.chance is not None:
        position = position.apply(position.chance.sample(rng)).position
    chosen(position)  # caches are filled
    gc.collect()
    gc.freeze()  # what the caches hold of other tests is not counted
    gc.disable()
    try:
        chosen(position)
        assert gc.collect() == 0
    finally:
        gc.enable()
