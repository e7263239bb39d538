"""The check of a position that a referee sets in place of the present one."""

from __future__ import annotations

from hexwidget.problems import InputError, shown
from hexwidget.rules import Position


def check_edit(present: Position, position: object, *, others: bool = False) -> None:
    """Check that a referee may set a position in place of the present one.

    :param others: True if it may have other players
    :raises InputError: if it belongs to another system or other players, or is only what a player sees of a position
    """
    if (
        not isinstance(position, Position)
        or position.system is not present.system
        or (position.players != present.players and not others)
    ):
        what = f"expected a position of {present.system.name} with the players {', '.join(present.players)}"
        what += f", not {shown(position)}"
        raise InputError("this position cannot be set", what)
    try:
        complete = present.system.from_json(present.system.to_json(position), strict=False) == position
    except InputError:
        complete = False
    if not complete:
        raise InputError("this position cannot be set", "it is not a whole position, but what somebody sees of one")
