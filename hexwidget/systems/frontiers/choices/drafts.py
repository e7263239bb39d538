"""Actions as drafts, and back.

The slots: ``card`` (a card of the hand), ``target`` (the id of a unit), ``frontier`` (a number), ``pay`` ("1 settlement 2 farmer");
``unit`` (the unit that is being committed), ``to/spearmen1`` (a frontier), ``retreat/spearmen1`` (true); ``assign`` (the frontier
where damage is assigned), ``hit/spearmen1`` (how much); ``win`` (a frontier), ``holder`` (a unit, or "nobody"); ``trigger`` (what
is resolved); ``draw`` (a deck); ``do`` ("pass").
"""

from __future__ import annotations

from typing import Any

from hexwidget.problems import Problems, shown
from hexwidget.rules import Draft
from hexwidget.systems.frontiers.actions import (
    NOTHING,
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Payment,
    Play,
    Resolve,
    paid_in_words,
)
from hexwidget.systems.frontiers.cards import DECKS
from hexwidget.systems.frontiers.position import FrontiersPosition

NUMBERS = ("frontier", "assign", "win")
TEXTS = ("card", "target", "pay", "unit", "holder", "trigger", "draw", "do")
BY_UNIT = ("to", "retreat", "hit")
NOBODY = "nobody"


def slots_of(action: FrontiersAction) -> dict[str, Any]:
    """The slots of the draft that amounts to an action."""
    match action:
        case Play():
            found: dict[str, Any] = {"card": action.card}
            if action.target is not None:
                found["target"] = action.target
            if action.frontier is not None:
                found["frontier"] = action.frontier
            return found | ({"pay": pay_text(action.payment)} if action.payment else {})
        case Commit():
            moved = {f"to/{unit}": frontier for unit, frontier in action.moves}
            return moved | {f"retreat/{unit}": True for unit in action.retreats}
        case Assign():
            return {"assign": action.frontier} | {f"hit/{unit}": n for unit, n in action.damage}
        case Occupy():
            return {"win": action.frontier, "holder": action.unit or NOBODY}
        case Resolve():
            target = {} if action.target is None else {"target": action.target}
            return {"trigger": action.source, **target} | (
                {} if action.frontier is None else {"frontier": action.frontier}
            )
        case ChooseDraw():
            return {"draw": action.deck}
    return {"do": "pass"}


def can_become(draft: dict[str, Any], action: FrontiersAction) -> bool:
    """True if a draft can still become an action. The unit in the slot ``unit`` is among those that the action moves."""
    slots = slots_of(action)
    unit = draft.get("unit")
    if unit is not None and not (f"to/{unit}" in slots or f"retreat/{unit}" in slots):
        return False
    return all(slots.get(slot) == value for slot, value in draft.items() if slot != "unit")


def pay_text(payment: Payment | None) -> str:
    """A payment as the slot ``pay`` holds it.

    >>> pay_text((1, (("farmer", 2),)))
    '1 settlement 2 farmer'
    """
    return paid_in_words(payment or NOTHING).removeprefix(" paying ")


def raise_if_malformed(position: FrontiersPosition, draft: Draft) -> None:
    """Refuse a draft with impossible slots or values.

    :raises InputError: listing all of them
    """
    problems = Problems()
    for slot, value in draft.items():
        where = f"draft/{slot}"
        head, _, unit = str(slot).partition("/")
        if unit and head in BY_UNIT:
            wanted = bool if head == "retreat" else int
            if type(value) is not wanted or (wanted is int and not 0 <= value <= 999):
                problems.add(where, f"expected {'true' if wanted is bool else 'a whole number'}, not {shown(value)}")
        elif slot in NUMBERS:
            if type(value) is not int or value not in position.frontiers:
                problems.add(where, f"expected a frontier from 1 to {position.frontiers[-1]}, not {shown(value)}")
        elif slot not in TEXTS:
            problems.unknown(where, "slot", slot, (*NUMBERS, *TEXTS))
        elif not isinstance(value, str):
            problems.add(where, f"expected a text, not {shown(value)}")
        elif slot == "card" and value not in position.cards:
            problems.unknown(where, "card", value, position.cards)
        elif slot == "draw" and value not in DECKS:
            problems.unknown(where, "deck", value, DECKS)
        elif slot == "do" and value != "pass":
            problems.unknown(where, "action", value, ("pass",))
    problems.raise_any("this draft cannot be read")


def commit_of(draft: Draft, player: str) -> Commit:
    """The action of a draft that commits units and calls them back."""
    moves = tuple(sorted((s.partition("/")[2], int(v)) for s, v in draft.items() if s.startswith("to/") and v))
    retreats = tuple(sorted(s.partition("/")[2] for s, v in draft.items() if s.startswith("retreat/") and v))
    return Commit(player, moves, retreats)
