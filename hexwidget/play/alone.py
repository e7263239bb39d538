"""The global game lock: one change at a time, and each change complete.

A kernel with subshells answers clicks in threads of their own, also while a cell runs. A cell may be interrupted at any
moment.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import RLock, current_thread, main_thread
from typing import Any, ParamSpec, TypeVar

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
def uninterrupted() -> Iterator[None]:
    """Hold back interrupts until the block has ended. (Only the main thread is interrupted.)"""
    if current_thread() is not main_thread():
        yield
        return
    waiting: list[tuple[int, Any]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting and callable(before):
        before(*waiting[0])
