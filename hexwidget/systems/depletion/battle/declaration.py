"""The battle that an attack begins, and its odds before it is declared."""

from __future__ import annotations

from hexwidget.geometry import Space
from hexwidget.problems import InputError, sure
from hexwidget.rules import IllegalAction, Status, Verdict
from hexwidget.systems.depletion.battle.odds import BattleOdds
from hexwidget.systems.depletion.legality.attacks import attack_is_to_be_decided, attackable, attackers, targets
from hexwidget.systems.depletion.position import Battle, DepletionPosition


def battle_at(position: DepletionPosition, target: int) -> Battle:
    """The battle that an attack on a hex begins."""
    held = [(a.owner, a.at) for a in position.armies] + [(s.owner, s.at) for s in position.structures]
    defender = min(owner for owner, at in held if at == target and owner != position.turn)
    return Battle(tuple(attackers(position, sure(position.landing), target)), target, defender, None, ())


def odds_of(position: DepletionPosition, target: Space | None = None) -> BattleOdds:
    """The odds of the battle that is fought, or of an attack: see `DepletionPosition.battle_odds`."""
    if target is None and position.battle is not None:
        return BattleOdds(position, position.battle)
    if target is None:
        found = targets(position, position.deciding) if position.deciding is not None else []
        if len(found) != 1:
            named = ", ".join(map(position.map.name, found)) or "none"
            raise InputError("no target is given", f"expected the hex to attack; possible: {named}", "target")
        target = position.map.name(found[0])
    at = position.map.index(target)
    findings = list(attack_is_to_be_decided(position))
    if position.deciding is not None:
        findings += attackable(position, position.deciding, at)
    if findings:
        name = position.map.name(at)
        raise IllegalAction(Verdict(Status.ILLEGAL, tuple(findings), f"attack {name}", position.system.rulebook))
    return BattleOdds(position, battle_at(position, at))
