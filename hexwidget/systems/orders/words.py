"""Positions in words, for a terminal and for a screen reader."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import capital, counted, listing, possessive, with_article
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.position import LOST, OrdersPosition, Unit


def describe(position: OrdersPosition) -> Iterator[str]:
    """A position for a terminal, below its map: units and buildings."""
    for seat, (player, stands) in enumerate(inventory(position).items()):
        points, dice = position.points[seat], "+".join(map(str, position.rolls[seat]))
        notes = [counted(points, "resource point")] if points else []
        if dice:
            notes.append(f"initiative {dice}")
        note = ", ".join(notes)
        yield f"{capital(player)}{f' ({note})' if note else ''}: {'; '.join(stands) or 'nothing'}"


def inventory(position: OrdersPosition) -> dict[str, list[str]]:
    """The units and buildings of each player, hex by hex, in words."""
    found: dict[str, list[str]] = {player: [] for player in position.players}
    for unit in position.units:
        notes = state_in_words(unit)
        tail = f" ({', '.join(notes)})" if notes else ""
        found[position.players[unit.owner]].append(f"{with_article(unit.kind)} on {position.map.name(unit.at)}{tail}")
    for building in position.buildings:
        where = position.map.name(building.at)
        found[position.players[building.owner]].append(f"{with_article(building.kind)} on {where}")
    return found


def state_in_words(unit: Unit) -> list[str]:
    """The state of a unit in words."""
    notes = []
    if unit.defending:
        notes.append("defends" if unit.defending == "defend" else "warded")
    elif unit.lost:
        notes.append(f"DEFEND lost: {LOST[unit.lost]}")
    if unit.ordered:
        notes.append("has had its order")
    if unit.attacked:
        notes.append(f"attacked by {counted(unit.attacked, 'unit')} this turn")
    return notes


# ---------------------------------------------------------------------- orders
def in_words(position: OrdersPosition, action: Order) -> str:
    """An order in words: "move the knight from 0102 to 0202"."""
    match action:
        case EndTurn():
            return "end the turn"
        case Move():
            return f"move {_own(position, action, action.unit)} from {action.unit} to {action.to}"
        case Attack():
            others = [f"{_own(position, action, unit)} on {unit}" for unit in action.units]
            return f"attack {_target(position, action)} with {listing(others)}"
        case Cast():
            bolt = action.spell in position.roster.spells and position.roster.spells[action.spell].kind == "bolt"
            at = f"at {_target(position, action)}" if bolt else f"on {action.target}"
            return f"let {_own(position, action, action.unit)} on {action.unit} cast {action.spell} {at}"
        case Build():
            return f"let {_own(position, action, action.unit)} on {action.unit} build {with_article(action.building)}"
        case Destroy():
            return f"let {_own(position, action, action.unit)} on {action.unit} destroy the {action.building}"
        case Defend():
            return f"let {_own(position, action, action.unit)} on {action.unit} defend itself"
        case Disband():
            return f"disband {_own(position, action, action.unit)} on {action.unit}"


def _own(position: OrdersPosition, order: Order, space: str) -> str:
    """The unit that an order is given to."""
    return f"the {_kind(position, order.player, space)}"


def _target(position: OrdersPosition, order: Attack | Cast) -> str:
    """The unit that an order is aimed at."""
    owner = possessive(order.owner) if order.owner else "the"
    return f"{owner} {_kind(position, order.owner, order.target)} on {order.target}"


def _kind(position: OrdersPosition, player: str | None, space: str) -> str:
    """The kind of a player's unit on a space; "unit" without one."""
    at = position.map.find(space)
    there = () if at is None else position.by_hex.get(at, ())
    return next((unit.kind for unit in there if position.players[unit.owner] == player), "unit")
