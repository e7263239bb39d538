"""Actions, and every reason against them. The functions are named after what the clauses say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwidget.rules import Action, Ask, Finding, Form, Grammar, OneOf, SpaceName, bars

from .odds import strengths
from .position import COSTS, MOST_IN_HEX, CountersPosition, Unit


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
    asks={
        "target": Ask("a hex to attack", says="Attack {value}"),
        "to": Ask(lambda position: f"where {{unit}} {position.deed}"),
    },
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
            yield Finding("C2.1", "not_own", (unit.at,), {"unit": str(unit)}, "{unit} is a unit of the other player")
        stage = position.battle.stage if position.battle else ""
        rule = {"retreat": retreating, "advance": advancing}.get(stage, moving)
        yield from rule(position, unit, action.to)
    elif isinstance(action, Attack):
        yield from attacking(position, position.players.index(action.player), action.target)


@bars("C3.5", "C3.6", "C5.1")
def the_moment(position: CountersPosition, action: Action) -> Iterator[Finding]:
    """The action comes at the wrong time."""
    battle = position.battle
    if battle is not None and battle.stage == "retreat" and not isinstance(action, Move):
        yield Finding("C3.5", "must_retreat", (battle.target,), {}, "first the beaten units on {0} retreat")
    if isinstance(action, Move) and battle is None and position.phase == "fight":
        yield Finding("C5.1", "phase", (), {}, "the movement phase is over")
    if isinstance(action, Attack) and position.phase == "move":
        yield Finding("C5.1", "phase", (), {}, "attacks come after the movement phase")
    if isinstance(action, Attack) and battle is not None and battle.stage == "advance":
        yield Finding("C3.6", "advance", (battle.target,), {}, "first somebody advances to {0}, or nobody does")


@bars("C1.2", "C2.1", "C2.2", "C2.3", "C2.4")
def moving(position: CountersPosition, unit: Unit, there: str) -> Iterator[Finding]:
    """C2.1 to C2.4: a unit moves."""
    numbers = {"unit": str(unit)}
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
            yield _too_far(position, unit, there, alone, points)
        elif alone is None and position.map.terrain(there) in COSTS:
            yield Finding("C2.1", "no_way", (there,), numbers, "no way over land leads {unit} to {0}")
    elif cost > points:
        yield _too_far(position, unit, there, cost, points)


def _too_far(position: CountersPosition, unit: Unit, there: str, cost: int, points: int) -> Finding:
    numbers = {"unit": str(unit), "cost": cost, "points": points}
    if position.crossing(unit.at, there) in ("river", "ridge") if there in position.beside(unit.at) else False:
        numbers["side"] = position.crossing(unit.at, there)
        words = "{0} costs {unit} {cost:movement point} across the {side}, and it has {points}"
        return Finding("C2.4", "across", (there,), numbers, words)
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
        yield Finding("C3.5", "not_beaten", (unit.at,), {"unit": str(unit)}, "{unit} does not retreat")
    if there not in position.beside(unit.at):
        yield Finding("C3.5", "far", (there,), {"unit": str(unit)}, "{unit} retreats one hex, and {0} is not beside it")
    yield from room(position, unit, there)
    if there in position.zones[1 - unit.owner]:
        yield Finding("C3.5", "enemy_beside", (there,), {}, "{0} lies next to an enemy unit")


@bars("C3.6")
def advancing(position: CountersPosition, unit: Unit, there: str) -> Iterator[Finding]:
    """C3.6: a unit that took part advances."""
    battle = position.battle
    if battle is not None and unit.id not in battle.attackers:
        yield Finding("C3.6", "no_part", (unit.at,), {"unit": str(unit)}, "{unit} took no part in the attack")
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


@bars("C1.2", "C2.1")
def standing(position: CountersPosition) -> Iterator[Finding]:
    """C1.2, C2.1: units that cannot stand where they do, and towns that nobody can enter."""
    for at in dict.fromkeys([*(unit.at for unit in position.units), *position.towns]):
        if position.map.terrain(at) == "lake":
            yield Finding("C2.1", "lake", (at,), {}, "{0} is a lake")
        units = position.on(at)
        if len(units) > MOST_IN_HEX or len({unit.owner for unit in units}) > 1:
            yield Finding("C1.2", "full", (at,), {"most": MOST_IN_HEX}, "{0} holds more than {most:unit} of one player")
