"""The groups of a maneuver on their boards, and answers about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from hexwidget.systems.depletion.actions import Corps, DepletionAction, Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.reference.group import Group

Answer = bool | None


def never(position: DepletionPosition, action: DepletionAction) -> Answer:
    """A clause that bars positions, not actions."""
    return False


def either(answers: Iterable[Answer]) -> Answer:
    """The answer for an action from those for its groups: one that is barred bars the action."""
    found = list(answers)
    if True in found:
        return True
    return None if None in found else False


def maneuvers(action: DepletionAction) -> tuple[Maneuver, ...]:
    """The maneuvers of an action: one, or those of a corps."""
    if isinstance(action, Corps):
        return action.groups
    return (action,) if isinstance(action, Maneuver) else ()


@lru_cache(maxsize=64)
def groups(position: DepletionPosition, action: DepletionAction) -> tuple[Group, ...]:
    """The groups of an action, each on the board that those before it leave (D5.5).

    An army of another player is judged as if it were the player's own.
    """
    seat, board, found = position.players.index(action.player), position, []
    for maneuver in maneuvers(action):
        at = position.map.index(maneuver.origin)
        group = Group(as_own(board, seat, at), seat, maneuver, board)
        found.append(group)
        board = board if claims(group) else group.after()
    return tuple(found)


def as_own(board: DepletionPosition, seat: int, at: int) -> DepletionPosition:
    """The board on which the army on a hex is the player's own."""
    if board.army_of(seat, at) is not None:
        return board
    armies = [a._replace(owner=seat) if a.at == at else a for a in board.armies]
    return replace(board, armies=tuple(sorted(armies)))


def claims(group: Group) -> bool:
    """True if a path ends on an unexplored hex (D8.2)."""
    return group.moves and group.ground(group.last) == "unexplored"


def each(judge: Callable[[Group], Answer]) -> Callable[[DepletionPosition, DepletionAction], Answer]:
    """A clause about actions from a clause about single groups."""
    return lambda position, action: either(judge(group) for group in groups(position, action))


def of_units(group: Group, answer: Answer) -> Answer:
    """An answer about the units of a group: None if none of them exist."""
    return answer if any(group.set_out) else None
