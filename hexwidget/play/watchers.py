"""The functions that are called when a game changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Literal

from hexwidget.play.callbacks import giver
from hexwidget.play.game_lock import alone
from hexwidget.play.interrupts import hold_interrupts, interruptible, keep_waiting

Kind = Literal["board", "opponents", "watcher"]
"""The kind of a function that watches. Boards come first. Interrupts wait for a board, and for opponents, who let them through
while they think. Any other function can be interrupted."""

_Entry = tuple[Callable[[], None], Kind]


class Watchers:
    """The functions that watch a session."""

    def __init__(self) -> None:
        self.listeners: list[_Entry] = []
        self._handed: list[_Entry] = []
        """The functions that another thread calls soon, once for all changes until then."""

    def add(self, listener: Callable[[], None], kind: Kind) -> Callable[[], None]:
        """Call a function after every change. Return a function that ends it."""
        entry = (listener, kind)
        self.listeners.append(entry)
        return partial(self._drop, entry)

    def _drop(self, entry: _Entry) -> None:
        if entry in self.listeners:
            self.listeners.remove(entry)

    @contextmanager
    def change(self) -> Iterator[None]:
        """A change of the session, and the telling of all watchers: an interrupt comes before both or after both.

        After a failure the watchers learn what was done before it, and why a step could not be saved.
        """
        with hold_interrupts():
            try:
                yield
            except BaseException:
                with suppress(Exception):  # the first failure is the one to raise
                    self.notify()
                raise
            self.notify()

    def notify(self) -> None:
        """Call every watcher, even if one of them fails. Afterwards raise the first failure, an interrupt before others. In a
        thread that hands over what others watch with, only boards are called at once."""
        boards = [each for each in self.listeners if each[1] == "board"]
        others = [each for each in self.listeners if each[1] != "board"]
        give, waiting, self._handed = giver(), self._handed, []
        if give is None:
            self._call(boards + others)
            return
        self._handed = others
        if others and not waiting:
            give(self._call_handed)
        self._call(boards)

    @alone
    def _call_handed(self) -> None:
        """Call those that were handed over."""
        handed, self._handed = self._handed, []
        with hold_interrupts():
            self._call([each for each in handed if each in self.listeners])

    def _call(self, entries: list[_Entry]) -> None:
        failures: list[BaseException] = []
        for listener, kind in entries:
            try:
                with interruptible() if kind == "watcher" else nullcontext():
                    listener()
            except BaseException as failure:  # an interrupt stops one watcher, not the others
                failures.append(failure)
                if isinstance(failure, KeyboardInterrupt):
                    keep_waiting(failure)
        if failures:
            raise next((f for f in failures if not isinstance(f, Exception)), failures[0])
