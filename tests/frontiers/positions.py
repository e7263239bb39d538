"""Small positions for tests, and games whose cards are set."""

from __future__ import annotations

from typing import Any

import hexwidget as hw
from hexwidget.rules import ChanceOutcome, Event
from hexwidget.systems.frontiers.actions import FrontiersAction
from hexwidget.systems.frontiers.position import FrontiersPosition

FRONTIERS = hw.system("frontiers")
SMALL = {"civic": {p: {"farmer": 6} for p in ("red", "blue")}, "army": {p: {"militia": 6} for p in ("red", "blue")}}


def unit(card: str, at: str = "heartland", *, ready: bool = True, damage: int = 0) -> dict[str, Any]:
    """The description of a unit."""
    return {"card": card, "at": at, "ready": ready, **({"damage": damage} if damage else {})}


def mat(**description: Any) -> FrontiersPosition:
    """A position with small decks and empty hands, red to act."""
    found: FrontiersPosition = FRONTIERS.position(**{"hands": {}, **SMALL, **description})
    return found


def fighting(red: dict[str, Any], blue: dict[str, Any], **more: Any) -> FrontiersPosition:
    """Combat, with damage to be assigned."""
    return mat(units={"red": red, "blue": blue}, **{"phase": "damage", **more})


def play(position: FrontiersPosition, *done: str | FrontiersAction) -> tuple[FrontiersPosition, tuple[Event, ...]]:
    """The position after actions, each of which may be a text. Each draw gives the first possible card."""
    events: list[Event] = []
    for each in done:
        transition = position.apply(each)
        position = transition.position
        events += transition.events
        while position.chance is not None:
            outcome: ChanceOutcome = next(iter(position.chance))
            transition = position.apply(outcome)
            position = transition.position
            events += transition.events
    return position, tuple(events)


def through(position: FrontiersPosition, *, draw: str = "civic") -> FrontiersPosition:
    """The position of the next round: both players pass, and take the first legal action where they cannot pass."""
    start = position.round
    while position.round == start and position.to_act:
        player = sorted(position.to_act)[0]
        text = {"draw": f"draw {draw}", "strategy": "pass", "battle": "pass"}.get(position.phase)
        action = f"{player}: {text}" if text else next(iter(position.legal_actions(player)))
        position, _ = play(position, action)
    return position


def found(position: FrontiersPosition, text: str) -> list[tuple[str, str]]:
    """The clauses that bar an action, each with its code."""
    return [(f.clause, f.code) for f in position.check(text).findings]


def why(position: FrontiersPosition, text: str) -> str:
    """The findings that bar an action, in words, with their remedies."""
    findings = position.check(text).findings
    return "; ".join(f.text + (f" -> {f.remedy}" if f.remedy else "") for f in findings)


def where(position: FrontiersPosition) -> dict[str, str]:
    """Each unit with its place."""
    described = position.system.to_json(position)["units"]
    return {name: each["at"] for own in described.values() for name, each in own.items()}


def told(events: tuple[Event, ...], kind: str) -> list[str]:
    """The events of a kind, as sentences."""
    return [str(e) for e in events if e.kind == kind]
