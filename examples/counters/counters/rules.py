"""Actions, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from hexwidget.rules import Action, ChanceNode, ChanceOutcome, Chronicle, Finding, Transition, bars
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.kinds import OneOf, SpaceName

from .position import COSTS, MOST_IN_HEX, Battle, CountersPosition, Unit

COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
TABLE = (
    ("A1", "A1", "EX", "EX", "DR", "D1"),
    ("A1", "EX", "EX", "DR", "DR", "D1"),
    ("A1", "NE", "DR", "DR", "D1", "DE"),
    ("NE", "NE", "DR", "D1", "D1", "DE"),
    ("NE", "DR", "D1", "D1", "DE", "DE"),
    ("DR", "DR", "D1", "DE", "DE", "DE"),
)
"""C3.4: the result of each face of the die, by columns."""
RESULTS = {
    "A1": "the strongest attacker loses a step", "NE": "nothing happens", "EX": "each side loses a step",
    "DR": "the defenders retreat", "D1": "the defenders lose a step and retreat", "DE": "the defenders are removed",
}  # fmt: skip
DIE = tuple((str(face), Fraction(1, 6)) for face in range(1, 7))


# ---------------------------------------------------------------- actions
@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """C2.1, C3.5, C3.6: a unit moves, retreats or advances."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Action):
    """C3.1: a hex is attacked."""

    target: str


@dataclass(frozen=True, slots=True, repr=False)
class Done(Action):
    """C5.1: a phase, or the chance to advance, is over."""


UNIT, HEX = OneOf("unit", lambda position: tuple(position.by_id)), SpaceName()
GRAMMAR: Grammar[Action] = Grammar(
    Form(Move, "move {unit} to {to}", {"unit": UNIT, "to": HEX}, {"unit": "{unit}", "to": "{to}"}, clause="C2.1"),
    Form(Attack, "attack {target}", {"target": HEX}, {"target": "{target}"}, clause="C3.1"),
    Form(Done, "done", draft={"do": "done"}, clause="C5.1", shortcut="o"),
    slots={"unit": UNIT, "to": HEX, "target": HEX},
    examples='"move r1 to 0304", "attack 0405", "done"',
)


# ---------------------------------------------------------------- what is legal
def decider(position: CountersPosition) -> int:
    """The seat that decides: the defender's about a retreat, else the player's whose turn it is."""
    retreats = position.battle is not None and position.battle.stage == "retreat"
    return 1 - position.turn if retreats else position.turn


def objections(position: CountersPosition, action: Action) -> Iterator[Finding]:
    """Every reason against an action."""
    yield from the_moment(position, action)
    if isinstance(action, Move):
        unit = position.by_id[action.unit]
        if unit.owner != position.players.index(action.player):
            yield Finding("C2.1", "not_own", (unit.at,), {"unit": unit.id}, "{unit} is a unit of the other player")
        stage = position.battle.stage if position.battle else ""
        rule = {"retreat": retreating, "advance": advancing}.get(stage, moving)
        yield from rule(position, unit, action.to)
    elif isinstance(action, Attack):
        yield from attacking(position, position.players.index(action.player), action.target)
    elif position.battle is not None and position.battle.stage == "retreat":
        yield Finding("C3.5", "must_retreat", position.battle.retreating[:0], {}, "beaten units have to retreat first")


@bars("C5.1", "C5.2", "C3.4", "C3.6")
def the_moment(position: CountersPosition, action: Action) -> Iterator[Finding]:
    """The action comes at the wrong time."""
    battle = position.battle
    if position.system.outcome(position) is not None:
        yield Finding("C5.2", "over", (), {}, "the game is over")
    elif battle is not None and battle.stage == "die":
        yield Finding("C3.4", "die", (), {}, "first the die is rolled")
    elif position.players.index(action.player) != decider(position):
        yield Finding(
            "C5.1", "turn", (), {"player": position.players[decider(position)]}, "it is {player:'s} turn to decide"
        )
    if isinstance(action, Move) and battle is None and position.phase == "fight":
        yield Finding("C5.1", "phase", (), {}, "the movement phase is over")
    if isinstance(action, Attack) and position.phase == "move":
        yield Finding("C5.1", "phase", (), {}, "attacks come after the movement phase")
    if isinstance(action, Attack) and battle is not None and battle.stage == "advance":
        yield Finding("C3.6", "advance", (battle.target,), {}, "first somebody advances to {0}, or nobody does")


@bars("C1.2", "C2.1", "C2.2", "C2.3")
def moving(position: CountersPosition, unit: Unit, there: str) -> Iterator[Finding]:
    """C2.1 to C2.3: a unit moves."""
    numbers = {"unit": unit.id}
    if unit.done:
        yield Finding("C2.1", "moved", (unit.at,), numbers, "{unit} has moved already")
    if there == unit.at:
        yield Finding("C2.1", "stays", (there,), numbers, "{unit} is on {0} already")
        return
    yield from room(position, unit, there)
    cost, points = position.costs(unit).get(there), position.points(unit)
    if cost is None:
        freely = position.with_units(removed=tuple(u.id for u in position.units if u.owner != unit.owner))
        alone = freely.costs(unit).get(there)
        if alone is not None and alone <= points and not any(u.owner != unit.owner for u in position.on(there)):
            yield Finding("C2.3", "zone", (there,), numbers, "enemy zones of control stop {unit} on every way to {0}")
        elif alone is not None and alone > points:
            yield _too_far(unit, there, alone, points)
        elif alone is None and position.map.terrain(there) in COSTS:
            yield Finding("C2.1", "no_way", (there,), numbers, "no way over land leads {unit} to {0}")
    elif cost > points:
        yield _too_far(unit, there, cost, points)


def _too_far(unit: Unit, there: str, cost: int, points: int) -> Finding:
    numbers = {"unit": unit.id, "cost": cost, "points": points}
    return Finding("C2.1", "far", (there,), numbers, "{0} costs {unit} {cost:movement point}, and it has {points}")


@bars("C1.2", "C2.1", "C2.2")
def room(position: CountersPosition, unit: Unit, there: str) -> Iterator[Finding]:
    """C1.2, C2.1, C2.2: a hex has room for a unit."""
    here = [each for each in position.on(there) if each.id != unit.id]
    if position.map.terrain(there) == "lake":
        yield Finding("C2.1", "lake", (there,), {}, "{0} is a lake")
    if any(each.owner != unit.owner for each in here):
        yield Finding("C2.2", "enemy", (there,), {}, "an enemy unit stands on {0}")
    elif len(here) >= MOST_IN_HEX:
        yield Finding("C1.2", "full", (there,), {"most": MOST_IN_HEX}, "{most:unit} stand on {0} already")


@bars("C1.2", "C2.1", "C2.2", "C3.5")
def retreating(position: CountersPosition, unit: Unit, there: str) -> Iterator[Finding]:
    """C3.5: a beaten unit retreats."""
    if position.battle is not None and unit.id not in position.battle.retreating:
        yield Finding("C3.5", "not_beaten", (unit.at,), {"unit": unit.id}, "{unit} does not retreat")
    if there not in position.beside(unit.at):
        yield Finding("C3.5", "far", (there,), {"unit": unit.id}, "{unit} retreats one hex, and {0} is not beside it")
    yield from room(position, unit, there)
    if there in position.zones[1 - unit.owner]:
        yield Finding("C3.5", "enemy_beside", (there,), {}, "{0} lies next to an enemy unit")


@bars("C3.6")
def advancing(position: CountersPosition, unit: Unit, there: str) -> Iterator[Finding]:
    """C3.6: a unit that took part advances."""
    battle = position.battle
    if battle is not None and unit.id not in battle.attackers:
        yield Finding("C3.6", "no_part", (unit.at,), {"unit": unit.id}, "{unit} took no part in the attack")
    if battle is not None and there != battle.target:
        yield Finding("C3.6", "elsewhere", (there, battle.target), {}, "an advance leads to {1}, not to {0}")


@bars("C3.1", "C3.2")
def attacking(position: CountersPosition, seat: int, target: str) -> Iterator[Finding]:
    """C3.1, C3.2: a hex is attacked."""
    enemies = [unit for unit in position.on(target) if unit.owner != seat]
    attackers = position.attackers(target, seat)
    if not enemies:
        yield Finding("C3.1", "nobody", (target,), {}, "no enemy unit stands on {0}")
    if not attackers:
        yield Finding("C3.1", "no_attacker", (target,), {}, "no unit that has not fought stands next to {0}")
    if enemies and attackers:
        attack, defence = strengths(position, attackers, target)
        if 2 * attack < defence:
            numbers = {"attack": attack, "defence": defence}
            yield Finding("C3.2", "odds", (target,), numbers, "{attack} against {defence} is less than 1:2")


# ---------------------------------------------------------------- odds
def strengths(position: CountersPosition, attackers: Iterable[Unit], target: str) -> tuple[int, int]:
    """The sums of attack and defence (C3.2)."""
    return sum(map(position.strength, attackers)), sum(unit.defence for unit in position.on(target))


def column(position: CountersPosition, attackers: Iterable[Unit], target: str) -> int:
    """The column of an attack (C3.2, C3.3)."""
    attack, defence = strengths(position, attackers, target)
    found = 0 if attack < defence else min(attack // max(1, defence), len(COLUMNS) - 1)
    helped = position.map.terrain(target) in ("wood", "hill") or target in position.towns
    return max(0, found - helped)


def chance(position: CountersPosition) -> ChanceNode | None:
    """C3.4: the die of an attack."""
    due = position.battle is not None and position.battle.stage == "die"
    return ChanceNode("die", DIE, "C3.4", "the die of the attack") if due else None


# ---------------------------------------------------------------- what an action does
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
    log.tell(kind, clause, "{unit} " + word + " from {0} to {1}", unit.at, move.to, unit=unit.id)
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
    log.tell("hurt", "C3.4", "{unit} loses a step", unit.at, unit=unit.id)
    return position.with_units(replace(unit, steps=1))


def _removed(position: CountersPosition, units: list[Unit], clause: str, log: Chronicle) -> CountersPosition:
    for unit in units:
        log.tell("removed", clause, "{unit} is removed from {0}", unit.at, unit=unit.id)
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
