"""Stacking: the units that a hex has room for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from hexwidget.problems import Problems
from hexwidget.rules.verdict import Finding
from hexwidget.wargame.base_classes import WargamePart, plane_of


@dataclass(frozen=True, eq=False)
class Stacking(WargamePart):
    """The room of a hex.

    :param most: the most units in a hex at the end of a move, or the most points of their sizes
    :param size: a function of a unit: the points that it takes
    :param passing: the most while moving; None: units pass each other freely
    """

    clause: str
    most: int
    size: Callable[[Any], int] = lambda unit: 1
    passing: int | None = None
    codes: ClassVar[str] = "crowd"

    def check(self, problems: Problems) -> None:
        if not 1 <= self.most <= (self.most if self.passing is None else self.passing):
            problems.add("most", f"a hex has room for 1 unit or more, and as many may pass, not {self.most}")

    def full(self, position: Any, unit: Any, most: int | None = None) -> int:
        """The plane of the hexes where own units leave no room for one that ends its move; ``most``: another limit than at the end."""
        limit, owner, size = (self.most if most is None else most) - self.size(unit), unit.owner, self.size
        own = [(at, units) for at, units in position.stacks.items() if units[0].owner == owner and at != unit.at]
        full = tuple([at for at, units in own if sum(map(size, units)) > limit])
        return plane_of(position.map, full) if full else 0

    def standing(self, position: Any) -> Iterator[Finding]:
        """The findings against where units stand."""
        for at, units in position.stacks.items():
            crowd = sum(map(self.size, units)) > self.most or len({unit.owner for unit in units}) > 1
            words = "{0} holds more than {most:unit} of one player"
            yield from self.findings((crowd, "", "crowd", words, at), most=self.most)
