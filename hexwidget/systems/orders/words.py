"""Positions in words, for a terminal and for a screen reader."""

from __future__ import annotations

from hexwidget.english import capital, counted
from hexwidget.systems.orders.position import LOST, OrdersPosition, Unit
from hexwidget.systems.orders.roster import TERRAINS


def describe(position: OrdersPosition) -> str:
    """A position for a terminal: the map as text, units and buildings, and the state of the game."""
    lines = [position.title] if position.title else []
    lines += [position.map.to_text(TERRAINS).rstrip()]
    for seat, (player, stands) in enumerate(inventory(position).items()):
        dice = "+".join(map(str, position.rolls[seat]))
        notes = [
            counted(position.points[seat], "resource point") if position.points[seat] else "",
            f"initiative {dice}" if dice else "",
        ]
        note = ", ".join(filter(None, notes))
        lines.append(f"{capital(player)}{f' ({note})' if note else ''}: {'; '.join(stands) or 'nothing'}")
    return "\n".join([*lines, position.system.status(position)])


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


def with_article(name: str) -> str:
    """A name of the roster with its article.

    >>> with_article("engineer"), with_article("knight")
    ('an engineer', 'a knight')
    """
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
