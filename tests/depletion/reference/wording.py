"""Units and objects in words, and sentences about groups, for the truth of sentences."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.rules import Finding
from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import UNITS, Counts
from tests.depletion.reference.group import Group
from tests.depletion.reference.groups import groups
from tests.refusals.words import in_a_row

Truth = Callable[[DepletionPosition, DepletionAction, Finding], bool]


def counted(units: Counts) -> str:
    """Units in words: "2 cavalry and 1 archer"."""
    return in_a_row([f"{n} {UNITS[t].singular if n == 1 else UNITS[t].plural}" for t, n in enumerate(units) if n])


def objects(board: DepletionPosition, at: int, but: int | None = None) -> list[str]:
    """The objects on a hex in words, for each player who has some but for one. A single unit has no number."""
    found: dict[int, list[str]] = {}
    for army in board.armies:
        for t, n in enumerate(army.units):
            if army.at == at and n:
                words = UNITS[t].singular if n == 1 else f"{n} {UNITS[t].plural}"
                found.setdefault(army.owner, []).append(words)
    for structure in board.structures:
        if structure.at == at:
            found.setdefault(structure.owner, []).append(structure.kind)
    return [f"{board.players[seat]}'s {in_a_row(things)}" for seat, things in found.items() if seat != but]


def of_a_group(judge: Callable[[Group, Finding], bool]) -> Truth:
    """A sentence about one group of an action: that from the hex which the finding names."""

    def truth(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
        origin = finding.numbers.get("group")
        return any(judge(g, finding) for g in groups(position, action) if origin in (None, g.action.path[0]))

    return truth


def only(holds: Callable[[DepletionPosition], bool]) -> Truth:
    """A sentence about the position alone."""
    return lambda position, action, finding: holds(position)
