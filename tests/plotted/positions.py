"""Small positions for tests, and the results of turns in short forms."""

from __future__ import annotations

from typing import Any

import hexwidget as hw
from hexwidget.rules import Event
from hexwidget.systems.plotted.position import PlottedPosition

FIELD = "\n".join("  " * (row % 2) + ".   " * 7 for row in range(7))
"""Open ground of seven by seven."""
HILLY = """
.   .   %   .   ~
  .   .   .   .   .
.   %   ^   .   *
"""
"""Ground of every kind."""


def scripted(red: dict[str, str], blue: dict[str, str], **more: Any) -> PlottedPosition:
    """Red against blue, by default on open ground."""
    described = {"map": FIELD, "players": ["red", "blue"], "units": {"red": red, "blue": blue}, **more}
    found: PlottedPosition = hw.system("plotted").position(**described)
    return found


def turn(position: PlottedPosition, red: str, blue: str = "all rest") -> tuple[PlottedPosition, tuple[Event, ...]]:
    """The position after both players have sealed, and the events."""
    sealed = position.apply(f"red: {red}").position
    done = sealed.apply(f"blue: {blue}")
    return done.position, done.events


def found(position: PlottedPosition, text: str) -> list[tuple[str, str]]:
    """The clauses that bar a sheet of orders, each with its code."""
    return [(f.clause, f.code) for f in position.check(text).findings]


def places(position: PlottedPosition) -> dict[str, str]:
    """The unit on each hex."""
    return {position.map.name(u.at): f"{position.players[u.owner]} {u.kind} {u.strength}" for u in position.units}


def stops(events: tuple[Event, ...]) -> list[tuple[int, str, str]]:
    """The step, the hex and the clause of every stop."""
    return [(e.data["step"], e.subjects[0], e.clause) for e in events if e.kind == "stopped"]


def fights(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    """The pairs that fight."""
    return [e.subjects for e in events if e.kind == "melee"]


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [e.kind for e in events]


def rolled(position: PlottedPosition, *dice: int) -> tuple[PlottedPosition, tuple[Event, ...]]:
    """The position after some dice, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for value in dice:
        node = position.chance
        assert node is not None
        done = position.apply(next(o for o in node if o.value == str(value)))
        position, events = done.position, done.events
    return position, events
