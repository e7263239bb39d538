"""Everything that bars an action or a position, in modules by the rulebook's chapters.

- `turns`: out of turn, or before something that comes first (D1.8, D1.16, D8.2, D9)
- `maneuvers`: one army on its way (D1 to D4), with `water` (D6, D7) and `exploring` (D8) for their ground
- `corps`: several armies at once (D5)
- `attacks` and `battle`: attacks (D1.8, D4.5, D5.3) and losses (D9.2)
- `integrity`: what a position may not be
- `landing`: why a maneuver that has begun can or cannot end on a hex
- `remedies`: other maneuvers that would be legal

Every predicate yields a `Finding` for each way in which its clause is violated, and is marked with its clauses (``@bars``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwidget.rules import Finding, Silence
from hexwidget.systems.depletion import actions
from hexwidget.systems.depletion.legality import attacks
from hexwidget.systems.depletion.legality.battle import losses_are_possible
from hexwidget.systems.depletion.legality.corps import corps_findings
from hexwidget.systems.depletion.legality.exploring import rotation_meets_the_conditions
from hexwidget.systems.depletion.legality.integrity import INTEGRITY as INTEGRITY
from hexwidget.systems.depletion.legality.maneuvers import findings_on
from hexwidget.systems.depletion.legality.turns import nothing_else_comes_first, players_turn
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan, plan_of
from hexwidget.systems.depletion.position import DepletionPosition


def is_legal(position: DepletionPosition, action: actions.DepletionAction) -> bool:
    """True if an action is legal. The first clause that bars it is enough.

    :raises InputError: if it is malformed
    """
    actions.GRAMMAR.check(position, action)
    return not any(True for _ in objections(position, action))


STAGES: Mapping[type, str] = {
    actions.Pass: "maneuver",
    actions.Attack: "attack",
    actions.NoAttack: "attack",
    actions.Rotate: "rotation",
    actions.Lose: "losses",
}
"""The stage that each other action than a maneuver belongs to (see `DepletionPosition.stage`)."""


def objections(position: DepletionPosition, action: actions.DepletionAction) -> Iterator[Finding]:
    """Yield everything that bars a well-formed action."""
    seat = position.players.index(action.player)
    if isinstance(action, actions.Maneuver):
        return findings_on(plan_of(position, action, seat))
    if isinstance(action, actions.Corps):
        return corps_findings(CorpsPlan(position, action.player, action.groups, seat))
    return _findings_on_a_decision(action, position, seat)


def _findings_on_a_decision(
    action: actions.Pass | actions.Attack | actions.NoAttack | actions.Rotate | actions.Lose,
    position: DepletionPosition,
    seat: int,
) -> Iterator[Finding]:
    yield from players_turn(position, action.player)
    yield from nothing_else_comes_first(position, STAGES[type(action)], action)
    landing, battle = position.landing, position.battle
    match action:
        case actions.Attack():
            yield from attacks.maneuver_came_first(position, seat)
            target = position.map.index(action.target)
            if landing is not None and landing.owner == seat:
                yield from attacks.attackable(position, landing, target)
            else:
                yield from attacks.enemies_are_attacked(position, seat, target)
        case actions.NoAttack():
            yield from attacks.maneuver_came_first(position, seat)
        case actions.Rotate() if position.stage == "rotation":
            yield from rotation_meets_the_conditions(position, action)
        case actions.Lose() if battle is not None and position.stage == "losses":
            yield from losses_are_possible(position, battle, action, seat)


_OF_THE_UNITS = (
    "D1.2", "D1.10", "D1.13", "D3.2", "D3.5", "D4.3", "D4.4", "D6.1", "D6.3", "D7.1", "D7.2", "D7.3", "D7.4", "D7.5", "D8.1"
)  # fmt: skip
"""The clauses that speak of the units that set out."""
_OF_AN_ATTACK = ("D1.10", "D4.5", "D5.3", "D8.6")
"""The clauses that speak of the army that attacks."""

SILENCES: tuple[Silence, ...] = (
    Silence("D1.1", "no_army", ("D1.7", *_OF_THE_UNITS), "No army stands on the hex, so no units set out from it."),
    Silence("D1.1", "not_so_many", _OF_THE_UNITS, "None of the units that are named stand on the hex."),
    Silence("D1.8", "no_landing", _OF_AN_ATTACK, "No army of the player has just made a maneuver."),
    Silence("D8.2", "no_tile", ("D8.3", "D8.4"), "No tile was turned over, so there is none to lay."),
)
"""The clauses that stay unsaid beside a finding, because they speak of units, an attack or a tile that do not exist."""
