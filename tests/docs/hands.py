"""A reader who plays on the boards of a notebook. It runs in the notebook's kernel, between its cells.

What it does reaches a board as the messages that a click on an action and on *Confirm* sends, through the same door.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any
from weakref import WeakSet

from ipywidgets import Box

import hexwidget as hw
from hexwidget.lessons import Course
from tests import inside

_NUMBERS = count()
"""The numbers of the messages: a board answers a message that it has had before, and does nothing."""
AGAIN = 2
"""The number of boards of earlier cells that are played on after each cell."""
_met: WeakSet[hw.Board] = WeakSet()


def play(names: Mapping[str, Any], rng: Random) -> int:
    """Play one or two random legal actions on each new board among the values of some names, and on some of the others.

    Return how many actions were played.
    """
    boards = list(_boards(names))
    earlier = [board for board in boards if board in _met]
    chosen = [board for board in boards if board not in _met] + rng.sample(earlier, min(AGAIN, len(earlier)))
    _met.update(boards)
    return sum(_play(board, rng) for board in chosen for _ in range(rng.choice((1, 2))))


def _boards(names: Mapping[str, Any]) -> Iterable[hw.Board]:
    """The boards that are not closed: named, displayed, in a layout or on a desk."""
    found = {id(board): board for value in list(names.values()) for board in _within(value)}
    return [board for board in found.values() if board.comm is not None]


def _within(value: Any) -> Iterator[hw.Board]:
    if isinstance(value, hw.Board):
        yield value
    elif isinstance(value, Course):
        yield value.board
    elif isinstance(value, dict):  # among them IPython's `Out`
        for each in list(value.values()):
            yield from _within(each)
    elif isinstance(value, Box):
        for child in value.children:
            yield from _within(child)


def _play(board: hw.Board, rng: Random) -> bool:
    """Play an action on a board. False if nothing can be played there now."""
    position = board.session.position
    if position.chance is not None or position.outcome is not None:
        return False
    player = board.player or rng.choice(sorted(position.to_act))
    actions = position.legal_actions(player)
    if player not in position.to_act or not actions:
        return False
    action = actions.pick(rng)
    draft = _ask(board, "compose", action=f"{player}: {action}").get("draft")
    if draft is None:
        return False  # an exercise asks something else of this board
    _ask(board, "choose", draft=draft)
    return bool(_ask(board, "confirm", draft=draft, at_once=True)["ok"])


def _ask(board: hw.Board, intent: str, **args: Any) -> dict[str, Any]:
    """Send a message as a view does, and return the reply."""
    replies: list[dict[str, Any]] = []
    sent = board.send
    board.send = lambda content, buffers=None: replies.append(content)
    try:
        message = {
            "id": f"hands {next(_NUMBERS)}",
            "revision": inside.choices(board)["revision"],
            "intent": intent,
            "args": args,
        }
        inside.receive(board, message)
    finally:
        board.send = sent
    return replies[-1]
