"""Orders as drafts, and back.

Slots: ``unit`` (a hex), then one of: ``to`` (a hex to move to), ``target`` ("blue 0304": whom to attack) and ``with`` (the
hex of a second attacker), ``build`` and ``destroy`` (a building), ``spell`` and ``at`` ("0405", or "blue 0305"), ``do``
("defend", "disband"; "end turn" without a unit).
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.problems import Problems, shown
from hexwidget.rules import Draft
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.position import OrdersPosition

SLOTS = ("unit", "to", "target", "with", "build", "destroy", "spell", "at", "do")
DOINGS = ("defend", "disband", "end turn")
_ORDER_SLOTS = ("to", "target", "build", "destroy", "spell")


def slots_of(order: Order) -> Iterator[dict[str, str]]:
    """The drafts that amount to an order; a joint attack may be begun from either unit."""
    match order:
        case EndTurn():
            yield {"do": "end turn"}
        case Attack(units=units):
            target = f"{order.owner} {order.target}"
            for n, unit in enumerate(units):
                others = [other for k, other in enumerate(units) if k != n]
                yield {"unit": unit, "target": target, **({"with": others[0]} if others else {})}
        case Build():
            yield {"unit": order.unit, "build": order.building}
        case Destroy():
            yield {"unit": order.unit, "destroy": order.building}
        case Defend():
            yield {"unit": order.unit, "do": "defend"}
        case Disband():
            yield {"unit": order.unit, "do": "disband"}
        case Cast():
            at = f"{order.owner} {order.target}" if order.owner else order.target
            yield {"unit": order.unit, "spell": order.spell, "at": at}
        case Move():
            yield {"unit": order.unit, "to": order.to}


def read(position: OrdersPosition, draft: Draft) -> None:
    """Look whether the slots of a draft can be read.

    :raises InputError: listing those that cannot
    """
    problems = Problems()
    for slot, value in draft.items():
        where = f"draft/{slot}"
        if not isinstance(slot, str) or slot not in SLOTS:
            problems.unknown(where, "slot", slot, SLOTS)
        elif not isinstance(value, str):
            problems.add(where, f"expected a text, not {shown(value)}")
        elif slot in ("unit", "to", "with"):
            if position.map.find(value) is None:
                problems.add(where, position.map.explain_unknown(value))
        elif slot in ("target", "at"):
            owner, space = split(value)
            if position.map.find(space) is None:
                problems.add(where, position.map.explain_unknown(space))
            if (owner or slot == "target") and owner not in position.players:
                problems.unknown(where, "player", owner, position.players)
        elif slot in ("build", "destroy"):
            if value not in position.roster.buildings:
                problems.unknown(where, "building", value, position.roster.buildings)
        elif slot == "spell":
            if value not in position.roster.spells:
                problems.unknown(where, "spell", value, position.roster.spells)
        elif value not in DOINGS:
            problems.unknown(where, "order", value, DOINGS)
    problems.raise_any("this draft cannot be read")


def split(value: object) -> tuple[str, str]:
    """Whose, and which hex, of "blue 0304"; whose is empty if only the hex is named."""
    owner, _, space = str(value).rpartition(" ")
    return owner, space


def order_of(draft: Draft, player: str) -> Order | None:
    """The order that a draft amounts to; None while something is open."""
    text = {slot: str(value) for slot, value in draft.items()}
    if text.get("do") == "end turn":
        return EndTurn(player)
    unit = text.get("unit")
    if unit is None:
        return None
    if "spell" in text:
        if "at" not in text:
            return None
        owner, space = split(text["at"])
        return Cast(player, unit, text["spell"], space, owner or None)
    if "to" in text:
        return Move(player, unit, text["to"])
    if "target" in text:
        owner, space = split(text["target"])
        return Attack(player, (unit, text["with"]) if "with" in text else (unit,), space, owner)
    if "build" in text:
        return Build(player, unit, text["build"])
    if "destroy" in text:
        return Destroy(player, unit, text["destroy"])
    if text.get("do") == "defend":
        return Defend(player, unit)
    return Disband(player, unit) if text.get("do") == "disband" else None


def begun(draft: Draft) -> bool:
    """Whether more than a unit is chosen."""
    return any(slot in draft for slot in (*_ORDER_SLOTS, "do"))
