"""A board with the line to its page: the messages that are sent, and what a page sets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from comm.base_comm import BaseComm

import hexwidget as hw
from hexwidget.widget.traits import SYNCED
from tests import inside
from tests.widget.page import sample

MOVES = ("0102-0101", "0402-0401", "pass")


class Line(BaseComm):
    """A comm that keeps the messages to its page."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(*args, **keywords)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        self.sent.append(data or {})


@contextmanager
def stepped() -> Iterator[hw.Board]:
    """A board at step 1 of 3, where it is blue's turn."""
    made = hw.Board(sample())
    for move in MOVES:
        made.play(move)
    made.goto(1)
    yield made
    made.close()


def from_page(board: hw.Board, **state: Any) -> dict[str, Any]:
    """Set traits as a page does. Return what the page is told of them by messages of the kernel, but for echoes."""
    before = len(board.comm.sent)
    inside.handle_message(
        board, {"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []}
    )
    told: dict[str, Any] = {}
    for message in board.comm.sent[before:]:
        if message.get("method") == "update":
            told |= {name: value for name, value in message["state"].items() if name in SYNCED}
    return told


def told(board: hw.Board) -> str:
    """The words under a board about observers that failed."""
    return " ".join(
        line["text"] for said in inside.status(board)["said"] for line in said["lines"] if "observer" in said["heading"]
    )
