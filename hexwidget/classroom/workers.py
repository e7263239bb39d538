"""The workers of a class, as its server starts them and sends them messages; `hexwidget.classroom.courses` is what they do.

Each has the courses of some learners, so that a learner who makes the rules think stops few others.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing.process import BaseProcess

from hexwidget.classroom.courses import LONGEST, Courses, work
from hexwidget.classroom.messages import OF_VIEWERS, Begun, Lost, Message, Taken, line_of, message_of
from hexwidget.classroom.storage import KeptClass
from hexwidget.languages import language
from hexwidget.serving.background import SPAWN, keep_running
from hexwidget.widget.host import log

FEWEST, MOST = 2, 8
"""The numbers of processes, if nobody names one. Two let a learner whose hint takes half a second stop half of the others at most."""
Hear = Callable[[int, Message], None]
"""Takes the number of a worker, and what it says."""


class OneWorker:
    """A worker in the process of the server, for tests and where no other process may be made."""

    number = 1
    """The number of workers. `worker_of` spreads the learners over them."""

    def __init__(self, folder: KeptClass) -> None:
        self._folder = folder
        self._courses: Courses | None = None

    async def start(self, hear: Hear) -> None:
        """Begin, in the running event loop."""
        self._courses = Courses(self._folder, lambda message: hear(0, message))
        hear(0, Begun())

    def send(self, worker: int, message: Message) -> None:
        """Send a message to a worker."""
        if self._courses is not None:
            self._courses.carry_out(message)

    def close(self) -> None:
        """Close all courses."""
        if self._courses is not None:
            self._courses.close()

    def wait(self, seconds: float) -> None:
        """There is nothing to wait for."""


class WorkerProcesses:
    """Workers in processes of their own. A process that ends is followed by another one, which goes on where its files say.

    :param number: None: one for each processor, 2 to 8
    :param make: makes a process, which is not started yet
    """

    def __init__(
        self, folder: KeptClass, number: int | None = None, make: Callable[..., BaseProcess] = SPAWN.Process
    ) -> None:
        self.number: int = number or min(max(FEWEST, os.cpu_count() or 1), MOST)
        self._folder, self._make = folder, make
        self._writers: dict[int, asyncio.StreamWriter] = {}
        self._processes: dict[int, BaseProcess] = {}
        self._waiting: defaultdict[int, deque[Message]] = defaultdict(deque)
        """The messages to each worker that it has not taken yet. A process that follows another one gets them again."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        """Begin, in the running event loop."""
        for worker in range(self.number):
            live = partial(self._live, worker, partial(self._hear, hear, worker))
            self._tasks.append(keep_running(f"process {worker + 1} of the class", live))

    async def _live(self, worker: int, hear: Callable[[Message], None]) -> None:
        """Start a worker's process, and hear what it says until it has ended."""
        ours, theirs = socket.socketpair()
        mine = {id: learner for id, learner in self._folder.learners.items() if worker_of(id, self.number) == worker}
        share = replace(self._folder, door="", teacher="", code="", tokens={}, learners=mine)
        process = self._make(target=work, args=(share, theirs, language()), name=f"class-{worker}")
        try:
            with theirs:
                await asyncio.to_thread(process.start)
            self._processes[worker] = process
            reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST)
            for message in self._waiting[worker]:
                writer.write(line_of(message))
            self._writers[worker] = writer
            hear(Begun())
            with suppress(OSError):
                while (line := await reader.readline()).endswith(b"\n"):
                    hear(message_of(line))
            self._writers.pop(worker).close()
        except Exception:
            ours.close()
            if self._processes.get(worker) is process:  # else it could not be started
                process.kill()
            self._writers.pop(worker, None)
            hear(Lost())
            raise
        hear(Lost())

    def _hear(self, hear: Hear, worker: int, message: Message) -> None:
        """Handle a worker's message. A message that fails stops none of those after it."""
        if isinstance(message, Taken):
            self._waiting[worker].popleft()
            return
        try:
            hear(worker, message)
        except Exception:
            log().exception("a message of a process of the class failed")

    def send(self, worker: int, message: Message) -> None:
        """Send a message to a worker. Unless it is one of `OF_VIEWERS`, it waits for a process that is away, and is sent again if the process
        ends before it has taken the message."""
        if not isinstance(message, OF_VIEWERS):
            self._waiting[worker].append(message)
        if worker in self._writers:
            self._writers[worker].write(line_of(message))

    def close(self) -> None:
        """End the processes: each closes its courses when its line ends."""
        for task in self._tasks:
            task.cancel()
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    def wait(self, seconds: float) -> None:
        """Wait until the processes have ended, and so all has been written."""
        for process in self._processes.values():
            process.join(seconds)


Workers = OneWorker | WorkerProcesses
"""The workers that have the courses of learners."""


def worker_of(learner: str, number: int) -> int:
    """Return the worker of a learner."""
    return int(learner, 16) % number
