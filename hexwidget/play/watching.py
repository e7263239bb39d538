"""The functions that are called when a game changes."""

from __future__ import annotations

from collections.abc import Callable


class Watchers:
    """The functions that watch a session."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[], None]] = []

    def add(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change. Return a function that ends it."""
        self.listeners.append(listener)

        def stop() -> None:
            if listener in self.listeners:
                self.listeners.remove(listener)

        return stop

    def notify(self) -> None:
        """Call every watcher, also when one of them fails. Afterwards raise the first failure, an interrupt before others."""
        failures: list[BaseException] = []
        for listener in tuple(self.listeners):
            try:
                listener()
            except BaseException as failure:  # an interrupt stops one watcher, not the others
                failures.append(failure)
        if failures:
            raise next((f for f in failures if not isinstance(f, Exception)), failures[0])
