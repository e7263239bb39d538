"""Small positions for tests, and a picture of a reach to compare as a whole."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import hexwidget as hw
from hexwidget.rules import ChanceOutcome, Transition
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import Maneuver, Pass
from hexwidget.systems.depletion.position import DepletionPosition

PLAIN = """
    .  .  .  .  .  .
      .  .  .  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .  .
"""


def scripted(
    red: dict[str, str], blue: dict[str, str] | None = None, map: str = PLAIN, **more: Any
) -> DepletionPosition:
    """A position of red and blue."""
    made = hw.system("depletion").position(
        map=map, players=["red", "blue"], armies={"red": red, "blue": blue or {}}, **more
    )
    assert isinstance(made, DepletionPosition)
    return made


def played(position: DepletionPosition, *steps: str) -> Transition[DepletionPosition]:
    """The transition of the last of some steps. A step is an action, or "source: value" where chance decides."""
    for step in steps:
        source, _, value = step.partition(": ")
        transition = position.apply(step if position.chance is None else ChanceOutcome(source, value))
        position = transition.position
    return transition


def maneuvers(position: DepletionPosition) -> list[Maneuver]:
    """The maneuvers of one army, which are listed before the pass and all corps."""
    return [
        action
        for action in takewhile(lambda a: not isinstance(a, Pass), position.legal_actions())
        if isinstance(action, Maneuver)
    ]


def codes(position: DepletionPosition, action: str) -> list[tuple[str, str]]:
    """Clause and code of every finding on an action."""
    return [(f.clause, f.code) for f in position.check(action).findings]


def picture(reach: Reach) -> str:
    """The costs of a reach on the map: one figure a hex, dots on hexes that are not reached, rows as wide as the map's."""
    costs = reach.costs()
    rows = []
    for row in range(reach.map.rows):
        names = [reach.map.name(reach.map.at(column, row)) for column in range(reach.map.columns)]
        rows.append("  " * ((row & 1) == reach.map.offset.odd) + "   ".join(str(costs.get(n, ".")) for n in names))
    return "\n".join(rows)
