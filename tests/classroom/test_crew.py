"""The processes of a class: messages to a worker wait while its process is away."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from hexwidget.classroom.crew import Message, Processes
from hexwidget.classroom.kept import open_class
from hexwidget.store.folder import Folder
from tests.classroom.serving import a_course

pytestmark = pytest.mark.timeout(60)


async def _until(heard: list[Message], *wanted: Any) -> Message:
    """Wait for a message that begins so."""
    while True:
        for message in heard:
            if tuple(message[: len(wanted)]) == wanted:
                heard.remove(message)
                return message
        await asyncio.sleep(0.01)


@pytest.mark.slow
def test_messages_wait_for_a_worker_that_is_away(tmp_path: Path) -> None:
    kept = open_class(Folder(tmp_path / "class"), a_course())
    kept.admit("Anna")

    async def run() -> None:
        crew, heard = Processes(kept, 1), list[Message]()

        def hear(_: int, message: Message) -> None:
            heard.append(message)
            if message[0] == "put":
                raise RuntimeError("a message that fails")

        await crew.begin(hear)
        await _until(heard, "begun")
        pid = crew._processes[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await _until(heard, "lost")
        learner, _ = kept.admit("Ben")  # he joins while the process is away
        crew.tell(0, ["admit", learner.id, learner.name])
        crew.tell(0, ["open", 2, 7])
        await _until(heard, "begun")
        assert await _until(heard, "done") == ["done", 7, ""]
        crew.tell(0, ["enter", learner.id, 1, False])
        await _until(heard, "put", 1)
        crew.tell(0, ["watch", True])  # the failed message has stopped none of those after it
        status = await _until(heard, "status", learner.id)
        assert status[2]["part"] == 2
        crew.close()
        await asyncio.to_thread(crew.wait, 10)

    asyncio.run(run())
