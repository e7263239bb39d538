"""Processes of a server that do a part of its work. One that ends is followed by another one."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from time import monotonic

from hexwidget.serving.background import attempt
from hexwidget.widget.host import log

SPAWN = multiprocessing.get_context("spawn")
"""Makes processes that have no locks, no files and no connections of this one."""
PAUSE, WELL_AFTER, LONGEST_PAUSE = 0.1, 3.0, 2.0
"""The seconds until a process that has ended is started again, which double each time, and the life after which it counts as well."""


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
