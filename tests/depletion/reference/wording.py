"""Units and objects in words, and sentences about groups, for the truth of sentences."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.rules import Finding
from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import UNITS, Counts
from tests.depletion.reference.group import Group
from tests.depletion.reference.groups import groups

Truth = Callable[[DepletionPosition, DepletionAction, Finding], bool]


def counted(units: Counts) -> str:
    """Units in words: "2 cavalry, 1 archer"."""
    return ", ".join(f"{n} {UNITS[t].singular if n == 1 else UNITS[t].plural}" for t, n in enumerate(units) if n)


def objects(board: DepletionPosition, at: int, but: int | None = None) -> list[str]:
    """The objects on a hex in words, but for those of one player."""
    armies = [f"{board.players[a.owner]}'s {counted(a.units)}" for a in board.armies if a.at == at and a.owner != but]
    return armies + [f"{board.players[s.owner]}'s {s.kind}" for s in board.structures if s.at == at and s.owner != but]


def of_a_group(judge: Callable[[Group, Finding], bool]) -> Truth:
    """A sentence about one group of an action: that from the hex which the finding names."""

    def truth(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
        origin = finding.numbers.get("group")
        return any(judge(g, finding) for g in groups(position, action) if origin in (None, g.action.path[0]))

    return truth


def only(holds: Callable[[DepletionPosition], bool]) -> Truth:
    """A sentence about the position alone."""
    return lambda position, action, finding: holds(position)
