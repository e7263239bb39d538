"""Changes of a table wait for its lock, and a task that fails goes on."""

from __future__ import annotations

import asyncio
from threading import Thread

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.play.game_lock import if_free
from hexwidget.serving.background import repeat
from hexwidget.table.table import Table


class Ear:
    """A viewer who notes nothing."""

    def put(self, text: str) -> None:
        """Take a message."""


def test_a_viewer_leaves_when_no_other_thread_changes_the_game() -> None:
    table, ear = Table(hw.Session("plotted/head-on")), Ear()
    table.enter("red", ear)
    leaving = Thread(target=table.leave, args=("red", ear))
    with if_free() as free:
        assert free
        leaving.start()
        leaving.join(0.2)
        assert table.here["red"] == 1
    leaving.join(10)
    assert not table.here.total()


def test_a_task_goes_on_after_it_has_failed() -> None:
    done = list[int]()

    def act() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise ValueError("the first time")

    async def run() -> None:
        task = repeat("the task", act, 0.001)
        while len(done) < 3:
            await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(asyncio.wait_for(run(), 10))
