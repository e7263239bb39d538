"""Small positions for tests, and games whose dice are set."""

from __future__ import annotations

from typing import Any

import hexwidget as hw
from hexwidget.rules import Event
from hexwidget.systems.orders.position import OrdersPosition

FIELD = "\n".join("  " * (row % 2) + ".   " * 6 for row in range(6))
"""Open land of six by six."""
BESIDE = {"0101": "knight"}, {"0201": "militia"}
"""Red's knight beside blue's militia."""


def scripted(red: dict[str, Any], blue: dict[str, Any], **more: Any) -> OrdersPosition:
    """Red's turn with two orders, then blue's."""
    started = {"initiative": {"red": [15], "blue": [9]}, "queue": ["red", "blue"], "left": 2}
    described = {"map": FIELD, "players": ["red", "blue"], "units": {"red": red, "blue": blue}, **started, **more}
    found: OrdersPosition = hw.system("orders").position(**described)
    return found


def play(position: OrdersPosition, *done: str | int) -> tuple[OrdersPosition, tuple[Event, ...]]:
    """The position after orders (texts) and dice (numbers), and all that happened."""
    events: list[Event] = []
    for each in done:
        if isinstance(each, int):
            node = position.chance
            assert node is not None
            transition = position.apply(next(o for o in node if o.value == str(each)))
        else:
            transition = position.apply(each)
        position = transition.position
        events += transition.events
    return position, tuple(events)


def found(position: OrdersPosition, text: str) -> list[tuple[str, str]]:
    """The clauses that bar an order, each with its code."""
    return [(f.clause, f.code) for f in position.check(text).findings]


def stands(position: OrdersPosition) -> dict[str, str]:
    """Who stands where."""
    return {f"{position.map.name(u.at)} {position.players[u.owner]}": u.kind for u in position.units}


def told(events: tuple[Event, ...], kind: str) -> list[str]:
    """The events of a kind, as sentences."""
    return [str(e) for e in events if e.kind == kind]
