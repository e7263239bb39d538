"""The log of what happens: events in the making."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.rules import Chronicle, Event


class Log(Chronicle):
    """Events in the making. Each knows the event that led to it."""

    __slots__ = ()

    def add(
        self, kind: str, clause: str, wording: str, *subjects: str, data: Mapping[str, Any], cause: int | None = None
    ) -> int:
        """Note an event. Return its number."""
        return self.note(Event(kind, subjects, data, clause, wording, cause))


class NoLog(Log):
    """A log that keeps nothing: the events are not read."""

    __slots__ = ()

    def add(
        self, kind: str, clause: str, wording: str, *subjects: str, data: Mapping[str, Any], cause: int | None = None
    ) -> int:
        return 0

    def later(self, tell: Callable[..., object], *what: Any) -> None:
        pass


NO_LOG = NoLog()
