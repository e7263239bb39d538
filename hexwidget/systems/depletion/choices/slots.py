"""The slots of a draft, and what they may hold."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.problems import Problems, shown
from hexwidget.rules import Draft, Verdict
from hexwidget.rules.choices import Slot
from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, DepletionPosition
from hexwidget.systems.depletion.units import MOST_OF_A_KIND, UNITS

Check = Callable[[DepletionAction], Verdict]
"""The verdict on an action."""
MOST_WAY_POINTS = 30
UNIT_BY_KEY = {unit.key: n for n, unit in enumerate(UNITS)}
SLOTS = ("army", "march", "via", "to", "pack", "unpack", "parts", "part", "was", "attack", "rotate", "pass")

NUMBERED = ("take", "pick", "drop", "seat", "lose")
"""Slots that end with a unit type. In between stands the number of a way-point, or a hex."""


def check_draft(position: DepletionPosition, draft: Draft) -> None:
    """Refuse a draft that has slots or values that cannot be.

    :raises InputError: listing all of them
    """
    problems = Problems()
    for slot, value in draft.items():
        what, _, rest = slot.partition("/")
        if what in NUMBERED and rest:
            _check_numbered(position, slot, what, rest, value, problems)
        elif slot not in SLOTS:
            problems.unknown(f"draft/{slot}", "slot", slot, SLOTS)
        elif slot in ("march", "pass"):
            if not isinstance(value, bool):
                problems.add(f"draft/{slot}", f"expected true or false, not {shown(value)}")
        elif slot in ("pack", "unpack", "part", "rotate"):
            _check_number(slot, value, problems)
        elif slot in ("parts", "was"):
            if not isinstance(value, str):
                problems.add(f"draft/{slot}", f'expected maneuvers such as "0202-0303; 0405-0404", not {shown(value)}')
        elif slot == "via":
            spaces = value.split() if isinstance(value, str) else [value]
            if len(spaces) > MOST_WAY_POINTS:
                problems.add("draft/via", f"expected at most {MOST_WAY_POINTS} way-points, not {len(spaces)}")
            for before, space in zip([draft.get("army"), *spaces], spaces, strict=False):
                if position.map.find(space) is None:
                    problems.add("draft/via", position.map.explain_unknown(space))
                elif space == before:
                    problems.add("draft/via", f"the group is on {space} already; a way-point is another hex")
        elif not isinstance(value, str) or (position.map.find(value) is None and (slot, value) != ("attack", "no")):
            problems.add(f"draft/{slot}", position.map.explain_unknown(value))
    for slot in ("to", "via"):
        if slot in draft and "army" not in draft:
            problems.add("draft/army", f"expected the army that is to move, as {slot!r} is given")
    problems.raise_any("this draft cannot be read")


def _check_numbered(
    position: DepletionPosition, slot: str, what: str, rest: str, value: Slot, problems: Problems
) -> None:
    """``take/cavalry``, ``pick/1/cavalry``, ``drop/1/cavalry``, ``seat/0403/archers``, ``lose/0403/archers``."""
    number, _, key = rest.rpartition("/")
    if key not in UNIT_BY_KEY and not (what == "lose" and key in STRUCTURE_KEYS):
        problems.unknown(f"draft/{slot}", "unit", key, UNIT_BY_KEY)
    fine = {
        "take": number == "",
        "seat": position.map.find(number) is not None,
        "lose": position.map.find(number) is not None,
    }.get(what, number in map(str, range(1, MOST_WAY_POINTS + 1)))
    if not fine:
        problems.unknown(f"draft/{slot}", "slot", slot, ["take/cavalry", "pick/1/cavalry", "seat/0403/cavalry"])
    _check_number(slot, value, problems)


def _check_number(slot: str, value: Slot, problems: Problems) -> None:
    if type(value) is not int or not 0 <= value <= MOST_OF_A_KIND:
        problems.add(f"draft/{slot}", f"expected a whole number from 0 to {MOST_OF_A_KIND}, not {shown(value)}")
