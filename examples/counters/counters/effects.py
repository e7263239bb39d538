"""The effects of actions and rolls, with the events that tell of them."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.rules import Action, ChanceOutcome, Chronicle, Transition

from .legality import Attack, Move
from .odds import COLUMNS, RESULTS, TABLE, column
from .position import Battle, CountersPosition, Unit


def carry_out(position: CountersPosition, done: Action | ChanceOutcome) -> Transition[CountersPosition]:
    """The position after an action or a roll, with its events."""
    log = Chronicle()
    match done:
        case ChanceOutcome() if position.battle is not None:
            after = _rolled(position, position.battle, int(done.value), log)
        case Attack():
            after = _attacked(position, done, log)
        case Move():
            after = _moved(position, done, log)
        case _:
            after = _ended(position, log)
    return Transition(after, tuple(log))


def _moved(position: CountersPosition, move: Move, log: Chronicle) -> CountersPosition:
    unit, battle = position.by_id[move.unit], position.battle
    stage = battle.stage if battle else "move"
    kind, clause, word = {
        "retreat": ("retreated", "C3.5", "retreats"), "advance": ("advanced", "C3.6", "advances"),
    }.get(stage, ("moved", "C2.1", "moves"))  # fmt: skip
    log.tell(kind, clause, "{unit} " + word + " from {0} to {1}", unit.at, move.to, unit=str(unit))
    after = position.with_units(replace(unit, at=move.to, done=unit.done or battle is None))
    if after.towns.get(move.to, unit.owner) != unit.owner:
        after = replace(after, towns={**after.towns, move.to: unit.owner})
        log.tell("town", "C5.2", "{player:takes} the town on {0}", move.to, player=position.players[unit.owner])
    if battle is None or battle.stage == "advance":
        return replace(after, battle=None)
    left = tuple(each for each in battle.retreating if each != unit.id)
    return _beaten(after, replace(battle, retreating=left), log)


def _attacked(position: CountersPosition, attack: Attack, log: Chronicle) -> CountersPosition:
    attackers = position.attackers(attack.target, position.turn)
    at = column(position, attackers, attack.target)
    spaces = dict.fromkeys([attack.target, *(unit.at for unit in attackers)])
    words = "{player:attacks} {0} at {odds}"
    log.tell("attacked", "C3.2", words, *spaces, player=attack.player, odds=COLUMNS[at])
    after = position.with_units(*(replace(unit, done=True) for unit in attackers))
    return replace(after, battle=Battle(attack.target, tuple(unit.id for unit in attackers), at))


def _rolled(position: CountersPosition, battle: Battle, face: int, log: Chronicle) -> CountersPosition:
    result = TABLE[face - 1][battle.column]
    log.tell("rolled", "C3.4", "the die shows {face}: {result}", battle.target, face=face, result=RESULTS[result])
    attackers = [position.by_id[name] for name in battle.attackers]
    defenders, after = position.on(battle.target), position
    if result in ("A1", "EX"):
        after = _hurt(after, max(attackers, key=lambda unit: unit.attack), log)
    if result in ("EX", "D1"):
        after = _hurt(after, max(defenders, key=lambda unit: unit.defence), log)
    if result == "DE":
        after = _removed(after, defenders, "C3.4", log)
    retreat = tuple(unit.id for unit in after.on(battle.target)) if result in ("DR", "D1") else ()
    return _beaten(after, replace(battle, stage="retreat", retreating=retreat), log)


def _hurt(position: CountersPosition, unit: Unit, log: Chronicle) -> CountersPosition:
    """C1.1: a unit loses a step."""
    if unit.steps == 1:
        return _removed(position, [unit], "C3.4", log)
    log.tell("hurt", "C3.4", "{unit} loses a step", unit.at, unit=str(unit))
    return position.with_units(replace(unit, steps=1))


def _removed(position: CountersPosition, units: list[Unit], clause: str, log: Chronicle) -> CountersPosition:
    for unit in units:
        log.tell("removed", clause, "{unit} is removed from {0}", unit.at, unit=str(unit))
    return position.with_units(removed=tuple(unit.id for unit in units))


def _beaten(position: CountersPosition, battle: Battle, log: Chronicle) -> CountersPosition:
    """C3.5, C3.6: remove what cannot retreat; after the last retreat an attacker may advance."""
    units = [position.by_id[name] for name in battle.retreating]
    stuck = [unit for unit in units if not any(position.may_retreat_to(unit, at) for at in position.beside(unit.at))]
    position = _removed(position, stuck, "C3.5", log)
    left = tuple(unit.id for unit in units if unit not in stuck)
    if left:
        return replace(position, battle=replace(battle, stage="retreat", retreating=left))
    able = [name for name in battle.attackers if name in position.by_id]
    if position.on(battle.target) or not able:
        return replace(position, battle=None)
    return replace(position, battle=replace(battle, stage="advance", attackers=tuple(able), retreating=()))


def _ended(position: CountersPosition, log: Chronicle) -> CountersPosition:
    """C5.1: a phase is over, or nobody advances."""
    player = position.players[position.turn]
    if position.battle is not None:
        log.tell("stayed", "C3.6", "nobody advances to {0}", position.battle.target)
        return replace(position, battle=None)
    ready = position.with_units(*(replace(unit, done=False) for unit in position.units))
    spaces = dict.fromkeys(unit.at for unit in position.units if unit.done)
    if position.phase == "move":
        log.tell("phase", "C5.1", "{player:has} moved", *spaces, player=player)
        return replace(ready, phase="fight")
    log.tell("phase", "C5.1", "{player:'s} turn is over", *spaces, player=player)
    return replace(ready, phase="move", turn=1 - position.turn, round=position.round + position.turn)
