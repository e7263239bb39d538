"""Small positions for tests."""

from __future__ import annotations

from typing import Any

import hexwidget as hw
from hexwidget.rules import Event
from hexwidget.systems.rondel.position import RondelPosition

RONDEL = hw.system("rondel")


def shores(romans: dict[str, str], greeks: dict[str, str], **more: Any) -> RondelPosition:
    """The movement phase of a Roman maneuver on the small map."""
    described = {
        "map": "two_shores",
        "players": ["romans", "greeks"],
        "units": {"romans": romans, "greeks": greeks},
        "markers": {"romans": 4},
        "phase": "movement",
        **more,
    }
    found: RondelPosition = RONDEL.position(**described)
    return found


def play(position: RondelPosition, *actions: str) -> tuple[RondelPosition, tuple[Event, ...]]:
    """The position after some actions, and all events."""
    events: list[Event] = []
    for action in actions:
        transition = position.apply(action)
        position = transition.position
        events += transition.events
    return position, tuple(events)


def found(position: RondelPosition, text: str) -> list[tuple[str, str]]:
    """The clauses that bar an action, each with its code."""
    return [(f.clause, f.code) for f in position.check(text).findings]


def why(position: RondelPosition, text: str) -> str:
    """The findings against an action in words, with their remedies."""
    findings = position.check(text).findings
    return "; ".join(f.text + (f" -> {f.remedy}" if f.remedy else "") for f in findings)


def stands(position: RondelPosition, player: str) -> dict[str, str]:
    """The units of a nation by province."""
    units: dict[str, str] = position.system.to_json(position)["units"].get(player, {})
    return units


def cities(position: RondelPosition) -> dict[str, dict[str, str]]:
    """The cities of each nation."""
    described: dict[str, dict[str, str]] = position.system.to_json(position)["cities"]
    return described


def told(events: tuple[Event, ...], kind: str) -> list[str]:
    """The events of a kind, as sentences."""
    return [str(e) for e in events if e.kind == kind]
