"""The size of a game: the nodes of its tree, and those that end it."""

from __future__ import annotations

from typing import Any, NamedTuple

from hexwidget.rules import Position


class Size(NamedTuple):
    """Numbers of histories, the empty one included. ``positions``: the number of different positions."""

    nodes: int
    chance: int
    decisions: int
    terminal: int
    positions: int


def next_positions(position: Any) -> list[Any]:
    """Every position that the next action, or chance, leads to."""
    system = position.system
    node = system.chance(position)
    if node is not None:
        return [system.apply(position, outcome).position for outcome in node]
    return [
        system.apply(position, action).position
        for player in sorted(system.to_act(position))
        for action in system.legal_actions(position, player)
    ]


def size(start: Position) -> Size:
    """The size of the game that begins with a position; each position is looked at once."""
    known: dict[Any, tuple[int, int, int, int]] = {}

    def below(position: Any) -> tuple[int, int, int, int]:
        if position not in known:
            parts = [below(after) for after in next_positions(position)]
            chance = position.chance is not None
            own = (1, chance, bool(parts) and not chance, not parts)
            known[position] = tuple(map(sum, zip(own, *parts, strict=True)))
        return known[position]

    return Size(*below(start), len(known))
