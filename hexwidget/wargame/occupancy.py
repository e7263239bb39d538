"""The hexes that units hold: zones of control, which bind enemies, and stacking, which binds a player's own units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hexwidget.problems import Problems
from hexwidget.rules.verdict import Finding
from hexwidget.wargame.base_classes import WargamePart, next_to, plane_of


@dataclass(frozen=True, eq=False)
class Zones(WargamePart):
    """Zones of control: the hexes next to units.

    :param clause: the clause that bars a way through a zone
    :param costs: the points that entering a hex in an enemy zone costs more; None: a unit that enters one stops. Or a function of the
        position that gives it, such as for a reading of the rulebook
    :param exerted_by: tells of a unit if it has a zone; by default each has one
    :param not_across: kinds of hexsides that no zone extends across; ``not_into``: grounds that none extends into
    """

    clause: str
    costs: int | Callable[[Any], int | None] | None = None
    exerted_by: Callable[[Any], bool] | None = None
    not_across: tuple[str, ...] = ()
    not_into: tuple[str, ...] = ()
    names: ClassVar[Mapping[str, str]] = {"not_across": "kind of hexside", "not_into": "ground"}

    def cost(self, position: Any) -> int | None:
        """The points that entering a hex in an enemy zone costs more; None: a unit stops there."""
        return self.costs(position) if callable(self.costs) else self.costs

    def against(self, position: Any, seat: int) -> int:
        """The plane of the zones of the enemies of a seat."""
        sources, spaces = position.enemies[seat], position.map
        if self.exerted_by is not None:
            sources = plane_of(spaces, tuple([u.at for u in position.units if u.owner != seat and self.exerted_by(u)]))
        near = next_to(spaces, sources, self.not_across)
        return near & ~int(spaces.plane(*self.not_into)) if self.not_into else near


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
        limit, found = (self.most if most is None else most) - self.size(unit), 0
        for at, units in position.stacks.items():
            if units[0].owner == unit.owner and at != unit.at and sum(map(self.size, units)) > limit:
                found |= 1 << position.map.index(at)
        return found

    def standing(self, position: Any) -> Iterator[Finding]:
        """The findings against where units stand."""
        for at, units in position.stacks.items():
            crowd = sum(map(self.size, units)) > self.most or len({unit.owner for unit in units}) > 1
            words = "{0} holds more than {most:unit} of one player"
            yield from self.findings((crowd, "", "crowd", words, at), most=self.most)
