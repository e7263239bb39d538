"""The tasks that a server does again and again beside its answers. One that fails is logged, stops no other, and is done again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable

from hexwidget.widget.host import log

Act = Callable[[], Awaitable[None] | None]
NAMES: set[str] = set()
"""The names of all tasks that this process has begun."""


async def attempt(name: str, act: Act) -> None:
    """Do a task once, and log its failure.

    :param name: of the task, for the log
    """
    NAMES.add(name)
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
