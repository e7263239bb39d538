"""The global game lock: one change at a time.

A kernel with subshells answers clicks in threads of their own, also while a cell runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_ALONE = RLock()
"""One lock for all games. With a lock each, two games that change each other could deadlock."""


if hasattr(os, "register_at_fork"):  # in a forked child, no thread would be left to release it
    os.register_at_fork(before=_ALONE.acquire, after_in_parent=_ALONE.release, after_in_child=_ALONE.release)


def alone(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function to run under the global game lock.

    Watchers are called under the lock, too. A watcher that waits for another thread to change a game waits forever.
    """

    @wraps(function)
    def held(*args: P.args, **kwargs: P.kwargs) -> R:
        with _ALONE:
            return function(*args, **kwargs)

    return held


@contextmanager
def if_free(wait: float = 0.0) -> Iterator[bool]:
    """Hold the global game lock within the block, unless another thread has it: the value says so.

    :param wait: the most seconds to wait for that thread
    """
    free = _ALONE.acquire(timeout=wait)
    try:
        yield free
    finally:
        if free:
            _ALONE.release()
