"""A page without a browser: a board, and the side of the wire on which a view is."""

from __future__ import annotations

from typing import Any

import hexwidget as hw
from tests.depletion.positions import scripted


def sample() -> Any:
    return scripted({"0102": "1 archer", "0104": "1 cavalry"}, {"0402": "1 archer"}, cubes={"0104": 1})


class Page:
    """A view of a board: sends messages, and keeps the replies."""

    def __init__(self, board: hw.Board) -> None:
        self.board = board
        self.answers: list[dict[str, Any]] = []
        self.states_sent = 0
        self.count = 0
        board.send = lambda content, buffers=None: self.answers.append(content)  # type: ignore[method-assign]
        send_state = board.send_state

        def counted(key: Any = None) -> None:
            self.states_sent += key is None or isinstance(key, list)
            send_state(key)

        board.send_state = counted  # type: ignore[method-assign]

    def ask(self, intent: str, revision: int | None = None, **args: Any) -> dict[str, Any]:
        self.count += 1
        at = self.board._choices["revision"] if revision is None else revision
        return self.raw({"id": f"m{self.count}", "revision": at, "intent": intent, "args": args})

    def raw(self, content: Any) -> dict[str, Any]:
        self.board._handle_custom_msg(content, [])
        return self.answers[-1]
