"""A page without a browser: it sends messages to a board, and keeps the replies."""

from __future__ import annotations

from itertools import count
from typing import Any

import hexwidget as hw
from tests import inside
from tests.depletion.positions import scripted

NUMBERS = count(1)
"""The messages of all pages have different ids: a board answers an id that it knows as it did before."""


def sample() -> Any:
    """A position of two armies of red's, one of them depleted, and one of blue's."""
    return scripted({"0102": "1 archer", "0104": "1 cavalry"}, {"0402": "1 archer"}, cubes={"0104": 1})


class Page:
    """A view of a board: sends messages, and keeps the replies."""

    def __init__(self, board: hw.Board) -> None:
        self.board = board
        self.answers: list[dict[str, Any]] = []
        self.states_sent = 0
        board.send = lambda content, buffers=None: self.answers.append(content)
        send_state = board.send_state

        def counted(key: Any = None) -> None:
            self.states_sent += key is None or isinstance(key, list)
            send_state(key)

        board.send_state = counted

    def ask(self, intent: str, revision: int | None = None, **args: Any) -> dict[str, Any]:
        """Send a message with an intent. Return the reply.

        :param revision: the revision that the page shows; None for that of the board
        """
        at = inside.choices(self.board)["revision"] if revision is None else revision
        return self.raw({"id": f"m{next(NUMBERS)}", "revision": at, "intent": intent, "args": args})

    def raw(self, content: Any) -> dict[str, Any]:
        """Send anything as a message. Return the reply."""
        inside.receive(self.board, content)
        return self.answers[-1]


def ask(board: hw.Board, intent: str, **args: Any) -> dict[str, Any]:
    """The reply of a board to one message of a view."""
    return Page(board).ask(intent, **args)
