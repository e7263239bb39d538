"""The groups of a corps that a draft holds already, as texts in one slot: "0202-0303; 0405-0404 march"."""

from __future__ import annotations

from hexwidget.rules import Draft
from hexwidget.systems.depletion.actions import Corps, DepletionAction, Maneuver
from hexwidget.systems.depletion.position import DepletionPosition


def parts_of(position: DepletionPosition, player: str, draft: Draft) -> list[Maneuver]:
    """The groups that a draft holds, in their order.

    :raises InputError: if they cannot be read
    """
    text = str(draft.get("parts", ""))
    if not text:
        return []
    found: DepletionAction = position.system.parse(position, f"{player}: {text}")
    if isinstance(found, Corps):
        return list(found.groups)
    return [found] if isinstance(found, Maneuver) else []


def whole(player: str, parts: list[Maneuver]) -> Maneuver | Corps:
    """The action that groups make: a maneuver, or a corps.

    :param parts: one group at least
    """
    return parts[0] if len(parts) == 1 else Corps(player, tuple(parts))
