"""Processes that do slow work for the tables of this process, so that nobody at a table waits for it.

The processes are made with the first work, and end with the last table that uses them, or with this process, however it ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from hexwidget.languages import language, speaking
from hexwidget.problems import InputError
from hexwidget.serving.background import SPAWN, when_closed

P = ParamSpec("P")
R = TypeVar("R")
PATIENCE = 60.0
"""The seconds after which work is given up, once its process can begin it."""
WORKERS = max(1, (os.cpu_count() or 1) - 1)
"""The number of processes."""
NICENESS = 5
"""The processes give way to the one that answers people."""
LOST = "its process was lost twice"


class LostWorkError(RuntimeError):
    """Some work has no result, as its process was lost or took too long."""


class Pool:
    """A pool of processes.

    >>> async def ask() -> int:
    ...     pool = Pool()
    ...     try:
    ...         return await pool.submit(len, "abc")
    ...     finally:
    ...         pool.close()
    >>> asyncio.run(ask())
    3
    """

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None
        self._held: Connection | None = None
        """The end of a pipe. The processes live as long as it is open."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changing = threading.RLock()
        """Tables may be served by several threads."""
        self._ended = Counter({"done": 0, "lost": 0})

    def submit(self, work: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> asyncio.Task[R]:
        """Begin some work, in the running event loop. Work whose process is lost is tried once more. Cancelling the task takes the work
        back, if no process has begun it.

        The task raises what the work raises, or `LostWorkError`.

        :param work: a function of a module. It is sent to a process with its arguments
        """
        task = asyncio.get_running_loop().create_task(self._done(work, *args, **keywords))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _done(self, work: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> R:
        for _ in range(2):
            executor = self._ready()
            # Each of those that wait before it may take its time.
            rounds = 1 + (len(self._tasks) - 1) // WORKERS
            try:
                future = executor.submit(_carry_out, language(), work, args, keywords)
                result = await asyncio.wait_for(asyncio.wrap_future(future), rounds * PATIENCE)
                self._ended["done"] += 1
                return result
            except TimeoutError:
                if not future.cancel():  # it was begun, and others wait behind it
                    self._drop(executor)
                self._ended["lost"] += 1
                raise LostWorkError(f"it took longer than {rounds * PATIENCE:.0f} seconds") from None
            except BrokenProcessPool:
                self._drop(executor)
        self._ended["lost"] += 1
        raise LostWorkError(LOST)

    def counted(self) -> dict[str, int]:
        """Return the amount of work that is running, done and lost."""
        return {"running": len(self._tasks), **self._ended}

    def close(self) -> None:
        """End the processes, whatever they do. Tasks that wait for them are cancelled."""
        for task in self._tasks:
            task.cancel()
        executor = self._executor
        if executor is not None:  # else its thread and its semaphores might outlive a process that is about to end
            self._drop(executor, wait=True)

    def _ready(self) -> ProcessPoolExecutor:
        with self._changing:
            if self._executor is None:
                theirs, self._held = SPAWN.Pipe(duplex=False)
                self._executor = ProcessPoolExecutor(WORKERS, SPAWN, _prepare, (theirs,))
            return self._executor

    def _drop(self, executor: ProcessPoolExecutor, *, wait: bool = False) -> None:
        """End the processes of an executor; the next work makes others.

        :param wait: True: wait until they have ended
        """
        with self._changing:
            if executor is self._executor:
                if self._held is not None:
                    self._held.close()
                self._executor = self._held = None
        executor.shutdown(wait)


def _prepare(held: Connection) -> None:
    """Prepare a process of the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends the pool
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    when_closed(held, partial(os._exit, 1))


def _carry_out(code: str, work: Callable[..., R], args: tuple[object, ...], keywords: dict[str, object]) -> R:
    """Carry out some work in a language. An error travels as its words, since others may not fit through the pipe."""
    try:
        with speaking(code):
            return work(*args, **keywords)
    except InputError:
        raise
    except Exception as error:
        raise RuntimeError(f"{type(error).__name__}: {error}") from None


# ---------------------------------------------------------------- one pool for all tables
_pool = Pool()
_users: set[object] = set()


def shared_pool(user: object) -> Pool:
    """Return the pool of this process, for a table that uses it from now on."""
    _users.add(user)
    return _pool


def work() -> dict[str, int]:
    """Return the amount of work of this process that is running, done and lost."""
    return _pool.counted()


def leave_pool(user: object) -> None:
    """Use the pool no more. The last one ends it."""
    if user in _users:
        _users.discard(user)
        if not _users:
            _pool.close()
