"""A module of ``hexwidget serve --system`` for tests. In workers that load it, chance waits for what the referee decides, a client may send as
fast as it can, and a client who sends ``{"rest": ID}`` gets a reply once all that goes ahead of clicks is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from examples.kuhn_poker import KuhnPoker
from hexwidget.play.session import Session
from hexwidget.serving import viewer
from hexwidget.table.table import Table
from hexwidget.widget import prefetching, work_queue
from hexwidget.widget.connections.line import json_text

SYSTEM = KuhnPoker()
"""A server loads modules with a rule system only."""
defaults = Session.__init__.__kwdefaults__
assert defaults is not None
defaults["rolls"] = "ask"
viewer.PER_SECOND = 10_000
work_queue.PAUSE = 0.0
HANDLE = Table.handle
tasks: set[asyncio.Task[None]] = set()


async def rest(at: str, asker: Any) -> None:
    """Reply when nothing goes ahead of clicks."""
    while prefetching.unfinished:
        await asyncio.sleep(0.01)
    asker.put(json_text("custom", content={"id": at, "ok": True, "revision": 0}))


def handle(table: Table, content: Any, asker: Any) -> bool:
    """Answer a client, also one who waits."""
    if isinstance(content, Mapping) and "rest" in content:
        task = asyncio.get_running_loop().create_task(rest(content["rest"], asker))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return False
    return HANDLE(table, content, asker)


Table.handle = handle  # type: ignore[method-assign]
