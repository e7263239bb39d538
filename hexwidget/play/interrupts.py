"""Interrupts: each change of a game is complete, and an interrupt says whether it was made.

Python may deliver an interrupt (SIGINT) between any two instructions of the main thread. A change of a session is a whole: the line
in the journal, the step in the tree, and the state of every board. It is made under `hold_interrupts`, so that an interrupt
comes after it. Other people's functions that run meanwhile, such as observers and policies, are called under `interruptible`:
one that hangs can be ended, and the change goes on after it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from hexwidget.play.game_lock import alone

P = ParamSpec("P")
R = TypeVar("R")
PATIENCE = 1.0
"""The seconds after an interrupt in which others are held back, too. A later one ends a change that hangs."""


class _Hold:
    """A handler of SIGINT that keeps what the usual handler raises. While ``open`` it lets one interrupt through, and closes.
    Once it is ``over`` it lets all through: an exception may have kept the usual handler from being set again."""

    def __init__(self, usual: Callable[[int, Any], Any]) -> None:
        self.open = False
        self.over = False
        self.waiting: BaseException | None = None
        self.usual = usual
        self._since = 0.0

    def __call__(self, number: int, frame: Any) -> None:
        try:
            self.usual(number, frame)
        except BaseException as raised:
            if self.over:
                raise
            if self.open:
                self.open = False
                raise
            if self.waiting is None:
                self.waiting, self._since = raised, monotonic()
            elif monotonic() - self._since >= PATIENCE:
                signal.signal(signal.SIGINT, self.usual)
                raise

    def deliver(self) -> None:
        """Raise the interrupt that waits, if there is one."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            raise waiting


def _handler() -> Any:
    """The handler of SIGINT. None in other threads, which are never interrupted."""
    handler = signal.getsignal(signal.SIGINT) if current_thread() is main_thread() else None
    return handler.usual if isinstance(handler, _Hold) and handler.over else handler


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold back interrupts until the block has ended. An exception that leaves the block takes the place of an interrupt."""
    handler = _handler()
    if not callable(handler):  # there is no handler that could raise
        yield
        return
    if isinstance(handler, _Hold):
        hold, was_open, handler.open = handler, handler.open, False
        try:
            yield
        finally:
            hold.open = was_open
        if was_open:
            hold.deliver()
        return
    hold = _Hold(handler)
    try:
        signal.signal(signal.SIGINT, hold)
        yield
    finally:
        try:
            if signal.getsignal(signal.SIGINT) is hold:
                signal.signal(signal.SIGINT, handler)
        finally:
            hold.over = True
    hold.deliver()


@contextmanager
def interruptible() -> Iterator[None]:
    """Let interrupts through until the block has ended, within `hold_interrupts`. An interrupt that waits already goes on waiting."""
    hold = _handler()
    if not isinstance(hold, _Hold) or hold.open:
        yield
        return
    try:
        hold.open = True
        yield
    finally:
        hold.open = False


def keep_waiting(interrupt: BaseException) -> None:
    """Let an interrupt that has come through wait with the others, so that `interrupt_waits` is true."""
    hold = _handler()
    if isinstance(hold, _Hold) and hold.waiting is None:
        hold.waiting = interrupt


def interrupt_waits() -> bool:
    """True if an interrupt is held back. Slow work that need not be done now is then left out."""
    hold = _handler()
    return isinstance(hold, _Hold) and hold.waiting is not None


def reports(done: str, undone: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a method that changes a game: it runs under the global game lock, and an interrupt says whether the step was
    made. Of nested methods the outermost has the last word.

    :param done: the words if the session (or that of the board) has left its step: "the step was played"
    :param undone: the words otherwise: "nothing was played"
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def whole(*args: P.args, **kwargs: P.kwargs) -> R:
            session: Any = None
            before: Any = None

            @alone
            def change() -> R:
                nonlocal session, before
                session = getattr(args[0], "session", args[0])
                before = session.step  # another thread may have played while this one waited for the lock
                return function(*args, **kwargs)

            try:
                return change()
            except KeyboardInterrupt as interrupt:
                made = before is not None and session.step is not before
                interrupt.args = (f"interrupted; {done if made else undone}",)
                raise

        return whole

    return decorate
