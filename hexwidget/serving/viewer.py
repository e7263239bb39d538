"""A viewer of a table, and the limits of its cost to the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TypeVar

from hexwidget.play.game_lock import if_free
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.messages import Beat
from hexwidget.widget.work_queue import running_loop

T = TypeVar("T")
LONGEST_MESSAGE = 64_000
"""The most bytes of a message from a viewer."""
PER_SECOND, AT_ONCE = 40, 120
"""The messages that a viewer may send: in a second, and at once after a pause. A page sends again at once what was not answered."""
MOST_WAITING = 2_000_000
"""The most characters that wait for a slow viewer. Then it is dropped, and gets the present state when it comes back."""
BEAT = Beat().packed()
"""A message that says nothing but that the line holds."""
HELD_UP = 0.005
"""The most seconds for which a loop stands still while another thread changes a game."""


async def in_turn(act: Callable[[], T]) -> T:
    """Do something to a game once no other thread does. Until then the loop does its other work."""
    while True:
        with if_free(HELD_UP) as free:
            if free:
                return act()
        await asyncio.sleep(0)


class Rate:
    """Counts the messages of a viewer."""

    def __init__(self) -> None:
        self._room = float(AT_ONCE)
        self._then = monotonic()

    def allows(self) -> bool:
        """Count a message; False if it is one too many."""
        now = monotonic()
        self._room = min(AT_ONCE, self._room + (now - self._then) * PER_SECOND) - 1
        self._then = now
        return self._room >= 0


class Outbox:
    """The messages that wait for a viewer, in order. It has an end: a slow viewer keeps nobody waiting.

    Any thread may put messages; the loop that it was made in takes them.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self.full: asyncio.Event = asyncio.Event()
        self.is_let_go: bool = False
        """True once its viewer is let go: what is put here comes to nothing."""
        self.out: CloseCode | None = None
        """The reason why its viewer was shown out; None: they were not."""
        self._texts: deque[str] = deque()
        self._waiting = 0
        self._more = asyncio.Event()
        self.begun: bool = False
        """True once a message has come: a page expects the state of its board first."""
        self._quiet = False
        """True if nothing has come since the last beat."""

    def put(self, text: str) -> None:
        """Take a message. A single one may have any length."""
        with self._lock:
            if self.is_let_go:
                return
            self.begun = True
            if not self._texts or self._waiting + len(text) <= MOST_WAITING:
                self._texts.append(text)
                self._waiting += len(text)
                self._quiet = False
                self._wake(self._more)
                return
        self.drop()

    def beat(self) -> None:
        """Take a sign that the line holds, unless another message has been one since the last beat. A page expects the state of its
        board first."""
        if self._quiet and self.begun:
            self.put(BEAT)
        self._quiet = True

    def drop(self) -> None:
        """Let the viewer go. It comes back, if its link still opens the table."""
        with self._lock:
            self.is_let_go = True
            self._texts.clear()
            self._wake(self.full)

    def finish(self) -> None:
        """Let the viewer go once it has what waits now. It comes back, if its link still opens the channel."""
        with self._lock:
            self.is_let_go = True
            self._wake(self._more)

    def _wake(self, event: asyncio.Event) -> None:
        if running_loop() is self._loop:
            event.set()
        else:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(event.set)

    @property
    def waits(self) -> bool:
        """True if a message waits."""
        return bool(self._texts)

    def cut(self, why: CloseCode = CloseCode.REPLACED) -> None:
        """Show the viewer out."""
        self.out = self.out or why
        self.drop()

    async def take(self) -> str:
        """Wait for the next message."""
        while True:
            with self._lock:
                if self._texts:
                    text = self._texts.popleft()
                    self._waiting -= len(text)
                    return text
                if self.is_let_go:
                    self._wake(self.full)
                self._more.clear()
            await self._more.wait()
