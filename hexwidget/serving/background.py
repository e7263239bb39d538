"""The tasks that a server does again and again beside its answers, and the processes that do a part of its work.

A task that fails is logged, stops no other, and is done again. A process that ends is followed by another one.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import isawaitable
from multiprocessing.connection import Connection
from time import monotonic

from hexwidget.widget.host import log

Act = Callable[[], Awaitable[None] | None]
SPAWN = multiprocessing.get_context("spawn")
"""Makes processes that have no locks, no files and no connections of this one."""
PAUSE, WELL_AFTER, LONGEST_PAUSE = 0.1, 3.0, 2.0
"""The seconds until a process that has ended is started again, which double each time, and the life after which it counts as well."""


def when_closed(end: Connection, act: Callable[[], object]) -> None:
    """Do something in a thread once the other end of a pipe is closed, as it is with the process that has it."""

    def wait() -> None:
        with suppress(EOFError, OSError):
            end.recv_bytes()
        act()

    threading.Thread(target=wait, daemon=True).start()


async def attempt(name: str, act: Act) -> None:
    """Do a task once, and log its failure.

    :param name: of the task, for the log
    """
    try:
        done = act()
        if isawaitable(done):
            await done
    except Exception:
        log().exception("%s failed, and is done again", name)


def repeat(name: str, act: Act, seconds: float) -> asyncio.Task[None]:
    """Begin to do a task again and again in the running event loop, until what this returns is cancelled.

    :param name: of the task, for the log
    :param seconds: the pause before each time
    """

    async def go_on() -> None:
        while True:
            await asyncio.sleep(seconds)
            await attempt(name, act)

    return asyncio.get_running_loop().create_task(go_on(), name=name)


def keep_running(name: str, live: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
    """Begin to keep a process running, in the running event loop, until what this returns is cancelled.

    :param name: of the process, for the log
    :param live: starts the process, and waits for its end
    """

    async def go_on() -> None:
        pause = PAUSE
        while True:
            began = monotonic()
            await attempt(name, live)
            if monotonic() - began >= WELL_AFTER:
                pause = PAUSE
            log().error("%s has ended, and is started again in %s s", name, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    return asyncio.get_running_loop().create_task(go_on(), name=name)
