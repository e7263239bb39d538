"""The groups of a corps that a draft holds already, as texts in one slot: "0202-0303; 0405-0404 march"."""

from __future__ import annotations

from hexwidget.rules import Draft
from hexwidget.rules.choices import Slot
from hexwidget.systems.depletion.actions import Corps, DepletionAction, Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import UNITS


def parts_of(position: DepletionPosition, player: str, draft: Draft) -> list[Maneuver]:
    """The groups that are chosen already, in their order.

    :raises InputError: if they cannot be read
    """
    text = str(draft.get("parts", ""))
    if not text:
        return []
    found: DepletionAction = position.system.parse(position, f"{player}: {text}")
    if isinstance(found, Corps):
        return list(found.groups)
    return [found] if isinstance(found, Maneuver) else []


def slots_of(maneuver: Maneuver) -> dict[str, Slot]:
    """The slots that somebody sets who means a maneuver: every hex on its way is a way-point."""
    slots: dict[str, Slot] = {"army": maneuver.origin, "to": maneuver.destination}
    if len(maneuver.path) > 2:
        slots["via"] = " ".join(maneuver.path[1:-1])
    for unit, number in zip(UNITS, maneuver.units or (), strict=False):
        slots[f"take/{unit.key}"] = number
    for what, changes in (("pick", maneuver.pickups), ("drop", maneuver.drops)):
        for at, units in changes:
            slots |= {f"{what}/{at}/{u.key}": n for u, n in zip(UNITS, units, strict=True) if n}
    for space, units in maneuver.ferries:
        slots |= {f"seat/{space}/{u.key}": n for u, n in zip(UNITS, units, strict=True) if n}
    numbers = {"pack": 0 if maneuver.moves else maneuver.pack, "unpack": maneuver.unpack}
    slots |= {name: number for name, number in numbers.items() if number}
    return slots | ({"march": True} if maneuver.march else {})


def whole(player: str, parts: list[Maneuver]) -> Maneuver | Corps | None:
    """What groups amount to: nothing, a maneuver, or a corps."""
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Corps(player, tuple(parts))
