"""One change at a time, and whole. A kernel with subshells answers what is clicked in a thread of its own, also while a cell
runs; and a cell may be interrupted at any moment."""

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
"""One for all games: with one each, two that follow one another could wait for each other."""


if hasattr(os, "register_at_fork"):  # a thread that holds it is not there in the child to let it go
    os.register_at_fork(before=_ALONE.acquire, after_in_parent=_ALONE.release, after_in_child=_ALONE.release)


def alone(function: Callable[P, R]) -> Callable[P, R]:
    """A function that nothing else which changes a game runs beside. Watchers are told within it: one that waits for another
    thread which changes a game waits for ever."""

    @wraps(function)
    def held(*args: P.args, **kwargs: P.kwargs) -> R:
        with _ALONE:
            return function(*args, **kwargs)

    return held


@contextmanager
def whole() -> Iterator[None]:
    """What is begun in it is ended, and an interrupt comes after. (Only a main thread is interrupted.)"""
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
