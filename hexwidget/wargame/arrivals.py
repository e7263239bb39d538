"""Arrivals: units in boxes off the map, which come by turn and by hex. A box is a hex of the map that touches no other: it is drawn,
clicked and spoken as every hex is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hexwidget import rules
from hexwidget.problems import Problems
from hexwidget.wargame.base_classes import WargamePart, plane_of


@dataclass(frozen=True, eq=False)
class Arrivals(WargamePart):
    """The arrival of units: a move from a box to a hex.

    :param boxes: for the hex of each box the round from which its units come, and the hexes where they enter, with blanks between
    :param goes_on: True if a unit may move on in the phase in which it arrives
    """

    clause: str
    boxes: Mapping[str, tuple[int, str]]
    goes_on: bool = False
    codes: ClassVar[str] = "early elsewhere moved arrived"

    def check(self, problems: Problems) -> None:
        for name, (begins, hexes) in self.boxes.items():
            if begins < 1 or not hexes.split():
                problems.add(f"boxes/{name}", f"expected a round, 1 or more, and hexes to enter, not {(begins, hexes)}")

    def entries(self, position: Any, unit: Any) -> int:
        """The plane of the hexes where a unit in a box may arrive now."""
        begins, hexes = self.boxes[unit.at]
        return plane_of(position.map, tuple(hexes.split())) if position.round >= begins and not unit.done else 0

    def objections(self, position: Any, unit: Any, there: str) -> Iterator[rules.Finding]:
        """The findings against the arrival of a unit on a hex."""
        begins, hexes = self.boxes[unit.at]
        yield from self.findings(
            (unit.done, "", "moved", "{unit} has moved already", unit.at),
            (position.round < begins, "", "early", "{unit} arrives in round {round}", unit.at),
            (there not in hexes.split(), "", "elsewhere", "{unit} does not arrive on {0}", there),
            unit=str(unit), round=begins,
        )  # fmt: skip
