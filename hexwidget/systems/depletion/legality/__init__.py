"""Everything that bars an action or a position, in modules by the rulebook's chapters.

- `turns`: out of turn, or before something that comes first (D1.8, D1.16, D8.2, D9)
- `maneuvers`: one army on its way (D1 to D4), with `water` (D6, D7) and `exploring` (D8) for their ground
- `corps`: several armies at once (D5)
- `attacks` and `battle`: attacks (D1.8, D4.5, D5.3) and losses (D9.2)
- `integrity`: what a position may not be
- `landing`: why a maneuver that has begun can or cannot end on a hex
- `remedies`: other maneuvers that would be legal
- `silences`: the findings beside which other clauses stay unsaid

Every predicate yields a `Finding` for each way in which its clause is violated, and is marked with its clauses (``@bars``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwidget.rules import Finding
from hexwidget.systems.depletion.actions import (
    GRAMMAR,
    Attack,
    Corps,
    DepletionAction,
    Lose,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
)
from hexwidget.systems.depletion.legality.attacks import attackable, enemies_are_attacked, maneuver_came_first
from hexwidget.systems.depletion.legality.battle import losses_are_possible
from hexwidget.systems.depletion.legality.corps import corps_findings
from hexwidget.systems.depletion.legality.exploring import rotation_meets_the_conditions
from hexwidget.systems.depletion.legality.maneuvers import findings_on
from hexwidget.systems.depletion.legality.silences import SILENCES as SILENCES
from hexwidget.systems.depletion.legality.turns import nothing_else_comes_first, players_turn
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan, ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition


def is_legal(position: DepletionPosition, action: DepletionAction) -> bool:
    """True if an action is legal. The first clause that bars it is enough.

    :raises InputError: if it is malformed
    """
    GRAMMAR.check(position, action)
    return not any(True for _ in objections(position, action))


STAGES: Mapping[type, str] = {
    Pass: "maneuver",
    Attack: "attack",
    NoAttack: "attack",
    Rotate: "rotation",
    Lose: "losses",
}
"""The stage that each other action than a maneuver belongs to (see `DepletionPosition.stage`)."""


def objections(position: DepletionPosition, action: DepletionAction) -> Iterator[Finding]:
    """Yield everything that bars a well-formed action."""
    seat = position.players.index(action.player)
    if isinstance(action, Maneuver):
        return findings_on(ManeuverPlan(position, action, seat))
    if isinstance(action, Corps):
        return corps_findings(CorpsPlan(position, action.player, action.groups, seat))
    return _findings_on_a_decision(action, position, seat)


def _findings_on_a_decision(
    action: Pass | Attack | NoAttack | Rotate | Lose, position: DepletionPosition, seat: int
) -> Iterator[Finding]:
    yield from players_turn(position, action.player)
    yield from nothing_else_comes_first(position, STAGES[type(action)], action)
    landing, battle = position.landing, position.battle
    match action:
        case Attack():
            yield from maneuver_came_first(position, seat)
            target = position.map.index(action.target)
            if landing is not None and landing.owner == seat:
                yield from attackable(position, landing, target)
            else:
                yield from enemies_are_attacked(position, seat, target)
        case NoAttack():
            yield from maneuver_came_first(position, seat)
        case Rotate() if position.stage == "rotation":
            yield from rotation_meets_the_conditions(position, action)
        case Lose() if battle is not None and position.stage == "losses":
            yield from losses_are_possible(position, battle, action, seat)
