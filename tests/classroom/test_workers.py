"""The processes of a class: messages to a worker wait while its process is away."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path
from typing import TypeVar

import pytest

from hexwidget.classroom.messages import (
    Admit,
    AnswerTo,
    Begun,
    Deliver,
    Enter,
    Lost,
    Message,
    NewStatus,
    OpenPart,
    Watch,
)
from hexwidget.classroom.storage import open_class
from hexwidget.classroom.workers import WorkerProcesses
from hexwidget.store.folder import Folder
from tests import inside
from tests.classroom.serving import a_course

pytestmark = pytest.mark.timeout(60)


T = TypeVar("T")


async def _until(heard: list[Message], kind: type[T]) -> T:
    """Wait for a message of a kind."""
    while True:
        for message in heard:
            if isinstance(message, kind):
                heard.remove(message)
                return message
        await asyncio.sleep(0.01)


@pytest.mark.slow
def test_messages_wait_for_a_worker_that_is_away(tmp_path: Path) -> None:
    kept = open_class(Folder(tmp_path / "class"), a_course())
    kept.admit("Anna")

    async def run() -> None:
        workers, heard = WorkerProcesses(kept, 1), list[Message]()

        def hear(_: int, message: Message) -> None:
            heard.append(message)
            if isinstance(message, Deliver):
                raise RuntimeError("a message that fails")

        await workers.start(hear)
        await _until(heard, Begun)
        pid = inside.processes(workers)[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await _until(heard, Lost)
        learner, _ = kept.admit("Ben")  # he joins while the process is away
        workers.send(0, Admit(learner.id, learner.name))
        workers.send(0, OpenPart(2, 7))
        await _until(heard, Begun)
        assert await _until(heard, AnswerTo) == AnswerTo(7, "")
        workers.send(0, Enter(learner.id, 1, looks_on=False))
        assert (await _until(heard, Deliver)).viewer == 1
        workers.send(0, Watch(watched=True))  # the failed message has stopped none of those after it
        while (told := await _until(heard, NewStatus)).learner != learner.id:
            pass
        assert told.status is not None
        assert told.status.part == 2
        workers.close()
        await asyncio.to_thread(workers.wait, 10)

    asyncio.run(run())


def test_a_process_that_says_what_nobody_can_read_is_lost(tmp_path: Path) -> None:
    kept = open_class(Folder(tmp_path / "class"), a_course())

    class Process:
        """A process that says one thing."""

        def __init__(self, target: object, args: tuple[object, socket.socket], name: str) -> None:
            self._end = args[1]

        def start(self) -> None:
            self._end.sendall(b"nothing\n")

        def kill(self) -> None:
            pass

        def join(self, timeout: float | None = None) -> None:
            pass

    async def run() -> None:
        workers, heard = WorkerProcesses(kept, 1, Process), list[Message]()
        await workers.start(lambda _, message: heard.append(message))
        await _until(heard, Lost)
        assert not inside.writers(workers)
        workers.close()

    asyncio.run(run())


def test_a_process_that_cannot_be_started_is_lost_and_the_next_one_is_tried(tmp_path: Path) -> None:
    kept = open_class(Folder(tmp_path / "class"), a_course())
    ends = list[socket.socket]()

    class Process:
        """A process that cannot be started. Python's own has nothing to kill then, and nothing to wait for."""

        def __init__(self, target: object, args: tuple[object, socket.socket], name: str) -> None:
            ends.append(args[1])

        def start(self) -> None:
            raise OSError("too many processes")

        def kill(self) -> None:
            raise AttributeError("kill")

        def join(self, timeout: float | None = None) -> None:
            raise AssertionError("can only join a started process")

    async def run() -> None:
        workers, heard = WorkerProcesses(kept, 1, Process), list[Message]()
        await workers.start(lambda _, message: heard.append(message))
        for _ in range(2):
            await _until(heard, Lost)
        workers.close()
        workers.wait(0)

    asyncio.run(run())
    assert len(ends) >= 2
    assert [each.fileno() for each in ends] == [-1] * len(ends)
