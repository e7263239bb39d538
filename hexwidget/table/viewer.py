"""A viewer of a table, and the limits of what it may cost the others."""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic

LONGEST_MESSAGE = 64_000
"""The most bytes of a message from a viewer."""
PER_SECOND, AT_ONCE = 40, 120
"""The messages that a viewer may send: in a second, and at once after a pause. A page sends again at once what was not answered."""
MOST_WAITING = 2_000_000
"""The most characters that wait for a slow viewer. Then it is dropped, and gets the present state when it comes back."""


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
    """The messages that wait for a viewer, in order. It has an end: a slow viewer keeps nobody waiting."""

    def __init__(self) -> None:
        self.full = asyncio.Event()
        self.out = False
        """True if its viewer was shown out."""
        self._texts: deque[str] = deque()
        self._waiting = 0
        self._more = asyncio.Event()

    def put(self, text: str) -> None:
        """Take a message. A single one may have any length."""
        if self.full.is_set():
            return
        if self._texts and self._waiting + len(text) > MOST_WAITING:
            self._texts.clear()
            self.full.set()
            return
        self._texts.append(text)
        self._waiting += len(text)
        self._more.set()

    def cut(self) -> None:
        """Let nothing through any more: the viewer is shown out."""
        self.out = True
        self._texts.clear()
        self.full.set()

    async def take(self) -> str:
        """Wait for the next message."""
        while not self._texts:
            self._more.clear()
            await self._more.wait()
        text = self._texts.popleft()
        self._waiting -= len(text)
        return text
