"""Small positions for tests, and what came of a turn in a form that reads at a glance."""

from __future__ import annotations

from typing import Any

import hexwidget as hw
from hexwidget.rules import Event
from hexwidget.systems.plotted.position import PlottedPosition

FIELD = "\n".join("  " * (row % 2) + ".   " * 7 for row in range(7))
"""Open ground of seven by seven."""


def scripted(red: dict[str, str], blue: dict[str, str], **more: Any) -> PlottedPosition:
    """Red against blue; on open ground if no map is given."""
    described = {"map": FIELD, "players": ["red", "blue"], "units": {"red": red, "blue": blue}, **more}
    found: PlottedPosition = hw.system("plotted").position(**described)
    return found


def turn(position: PlottedPosition, red: str, blue: str = "all rest") -> tuple[PlottedPosition, tuple[Event, ...]]:
    """Both seal; the position after that and what happened."""
    sealed = position.apply(f"red: {red}").position
    done = sealed.apply(f"blue: {blue}")
    return done.position, done.events


def places(position: PlottedPosition) -> dict[str, str]:
    """Who stands where."""
    return {position.map.name(u.at): f"{position.players[u.owner]} {u.kind} {u.strength}" for u in position.units}


def stops(events: tuple[Event, ...]) -> list[tuple[int, str, str]]:
    """Every stop: in which step, on which hex, by which clause."""
    return [(e.data["step"], e.subjects[0], e.clause) for e in events if e.kind == "stopped"]


def fights(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    """The pairs that fight."""
    return [e.subjects for e in events if e.kind == "melee"]


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [e.kind for e in events]


def rolled(position: PlottedPosition, *dice: int) -> tuple[PlottedPosition, tuple[Event, ...]]:
    """The position after these dice, and what the last of them led to."""
    events: tuple[Event, ...] = ()
    for value in dice:
        node = position.chance
        assert node is not None
        done = position.apply(next(o for o in node if o.value == str(value)))
        position, events = done.position, done.events
    return position, events
