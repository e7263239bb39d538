"""The processes of a class. Each has the courses of some learners, so that a learner who makes the rules think stops few others."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.process import BaseProcess
from typing import Protocol

from hexwidget.classroom.desks import LONGEST, Desks, work
from hexwidget.classroom.kept import KeptClass
from hexwidget.classroom.messages import Begun, Enter, Leave, Lost, Message, PassOn, Watch, line_of, message_of
from hexwidget.widget.host import log

FEWEST, MOST = 2, 8
"""The numbers of processes, if nobody names one. Two let a learner whose hint takes half a second stop half of the others at most."""
AGAIN = 0.5
"""The seconds after which a process that has ended is followed by another one."""
OF_VIEWERS = (Enter, Leave, PassOn, Watch)
"""The messages that do not wait for a process: its viewers and the wall are told to it anew, and pages send again what was not answered."""
Hear = Callable[[int, Message], None]
"""Takes the number of a worker, and what it says."""


class Crew(Protocol):
    """Those who have the courses of learners."""

    number: int
    """The number of workers: each has every so-manieth learner."""

    async def begin(self, hear: Hear) -> None:
        """Begin, in the running event loop."""

    def tell(self, worker: int, message: Message) -> None:
        """Send a message to a worker. While its process is away, the message waits, unless it is one of `OF_VIEWERS`."""

    def close(self) -> None:
        """End."""

    def wait(self, seconds: float) -> None:
        """Wait until all has been written, after the end."""


class Inside:
    """A worker in the process of the server, for tests and where no other process may be made."""

    number = 1

    def __init__(self, folder: KeptClass) -> None:
        self._folder = folder
        self._desks: Desks | None = None

    async def begin(self, hear: Hear) -> None:
        """Begin; see `Crew`."""
        self._desks = Desks(self._folder, lambda message: hear(0, message))
        hear(0, Begun())

    def tell(self, worker: int, message: Message) -> None:
        """Send a message; see `Crew`."""
        if self._desks is not None:
            self._desks.take(message)

    def close(self) -> None:
        """Close all courses."""
        if self._desks is not None:
            self._desks.close()

    def wait(self, seconds: float) -> None:
        """There is nothing to wait for; see `Crew`."""


class Processes:
    """Workers in processes of their own. A process that ends is followed by another one, which goes on where its files say.

    :param number: None: one for each processor, 2 to 8
    """

    def __init__(self, folder: KeptClass, number: int | None = None) -> None:
        self.number: int = number or min(max(FEWEST, os.cpu_count() or 1), MOST)
        self._folder = folder
        self._writers: dict[int, asyncio.StreamWriter] = {}
        self._processes: dict[int, BaseProcess] = {}
        self._waiting: dict[int, list[Message]] = {}
        """The messages for workers whose process is away."""
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, hear: Hear) -> None:
        """Begin; see `Crew`."""
        for worker in range(self.number):
            reader = await self._start(worker)
            self._tasks.append(asyncio.create_task(self._serve(worker, reader, hear)))

    async def _start(self, worker: int) -> asyncio.StreamReader:
        ours, theirs = socket.socketpair()
        learners = self._folder.learners.items()
        mine = {id: learner for id, learner in learners if worker_of(id, self.number) == worker}
        share = replace(self._folder, door="", teacher="", tokens={}, learners=mine)
        # A process that is spawned has no locks, no files and no connections of this one.
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=work, args=(share, theirs), name=f"class-{worker}")
        await asyncio.to_thread(process.start)
        theirs.close()
        self._processes[worker] = process
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST)
        for message in self._waiting.pop(worker, ()):  # a learner who has come meanwhile is none of the share
            writer.write(line_of(message))
        self._writers[worker] = writer
        return reader

    async def _serve(self, worker: int, reader: asyncio.StreamReader, hear: Hear) -> None:
        """Hear what a worker says, and start it again when its process has ended."""
        while True:
            self._pass_on(hear, worker, Begun())
            with suppress(OSError):
                while (line := await reader.readline()).endswith(b"\n"):
                    self._pass_on(hear, worker, line)
            self._writers.pop(worker).close()
            self._pass_on(hear, worker, Lost())
            log().error("a process of the class has ended; another one takes its place")
            reader = await self._start_again(worker)

    async def _start_again(self, worker: int) -> asyncio.StreamReader:
        """Start the process of a worker again, and try until that works."""
        while True:
            await asyncio.sleep(AGAIN)
            try:
                return await self._start(worker)
            except Exception:
                log().exception("a process of the class cannot be started; another one is tried in %s s", AGAIN)

    def _pass_on(self, hear: Hear, worker: int, message: Message | bytes) -> None:
        """Pass on what a worker says. A message that fails stops none of those after it."""
        try:
            hear(worker, message_of(message) if isinstance(message, bytes) else message)
        except Exception:
            log().exception("a message of a process of the class failed")

    def tell(self, worker: int, message: Message) -> None:
        """Send a message; see `Crew`."""
        if worker in self._writers:
            self._writers[worker].write(line_of(message))
        elif not isinstance(message, OF_VIEWERS):
            self._waiting.setdefault(worker, []).append(message)

    def close(self) -> None:
        """End the processes: each closes its courses when its line ends."""
        for task in self._tasks:
            task.cancel()
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    def wait(self, seconds: float) -> None:
        """Wait until the processes have ended; see `Crew`."""
        for process in self._processes.values():
            process.join(seconds)


def worker_of(learner: str, number: int) -> int:
    """Return the worker of a learner."""
    return int(learner, 16) % number
