"""The global game lock: one change at a time.

A kernel with subshells answers clicks in threads of their own, also while a cell runs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ContextDecorator, contextmanager
from threading import RLock

ALONE = RLock()
"""One lock for all games. With a lock each, two games that change each other could deadlock."""


if hasattr(os, "register_at_fork"):  # in a forked child, no thread would be left to release it
    os.register_at_fork(before=ALONE.acquire, after_in_parent=ALONE.release, after_in_child=ALONE.release)


class _Alone(ContextDecorator):
    # The lock's own methods: no interrupt comes between the lock and the block.
    __enter__ = ALONE.__enter__
    __exit__ = ALONE.__exit__


alone = _Alone()
"""Decorates a function to run under the global game lock.

Watchers are called under the lock, too. A watcher that waits for another thread to change a game waits forever.
"""


@contextmanager
def if_free(wait: float = 0.0) -> Iterator[bool]:
    """Hold the global game lock within the block, unless another thread has it: the value says so.

    :param wait: the most seconds to wait for that thread
    """
    free = ALONE.acquire(timeout=wait)
    try:
        yield free
    finally:
        if free:
            ALONE.release()
