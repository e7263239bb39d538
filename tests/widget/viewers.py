"""Viewers of boards over lines, without a server."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from hexwidget.widget.connections.line import LineBoard
from tests import inside


class Ear:
    """A viewer who asks, and keeps the texts that it gets.

    :param log: gets each text behind a name
    """

    def __init__(self, board: LineBoard[Any], log: list[str] | None = None, name: str = "") -> None:
        self.board = board
        self.log = [] if log is None else log
        self.name = name
        self._ids = count(1)
        board.line.enter(self)

    def put(self, text: str) -> None:
        self.log.append(self.name + text)

    def ask(self, intent: str, revision: int | None = None, at: str = "", **args: Any) -> None:
        """Send a message with an intent, composed at the present revision."""
        known = inside.showing(self.board).sending.revision if revision is None else revision
        at = at or f"{self.name}m{next(self._ids)}"
        self.board.answer({"id": at, "revision": known, "intent": intent, "args": args}, self)

    @property
    def replies(self) -> list[dict[str, Any]]:
        """The replies that this viewer has got."""
        found = [json.loads(text.removeprefix(self.name)) for text in self.log]
        return [each["content"] for each in found if each["method"] == "custom"]
