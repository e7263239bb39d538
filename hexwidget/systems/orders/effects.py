"""The effects of orders, dice and rolls for initiative, each with its events."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, singledispatch
from typing import Any

from hexwidget.english import listing, with_article
from hexwidget.problems import sure
from hexwidget.rules import ChanceOutcome, Chronicle, changed
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.initiative import next_to_roll, order_of_play
from hexwidget.systems.orders.legality.given_order import target_unit
from hexwidget.systems.orders.outcome import outcome
from hexwidget.systems.orders.position import (
    LOST,
    MOST_ATTACKERS,
    ORDERS_A_TURN,
    Battle,
    Bolt,
    Building,
    OrdersPosition,
    Owed,
    Unit,
)


def follow(position: OrdersPosition, action: Order | ChanceOutcome, log: Chronicle) -> OrdersPosition:
    """The position that follows. ``log`` receives the events."""
    if not isinstance(action, ChanceOutcome):
        after = _effect_of(type(action))(action, position, position.players.index(action.player), log)
        after = _onward(after, log)
    elif position.battle is not None:
        after = _onward(_attack_rolled(position, position.battle, int(action.value), log), log)
    elif position.bolt is not None:
        after = _onward(_bolt_rolled(position, position.bolt, int(action.value), log), log)
    else:
        after = _initiative_rolled(position, int(action.value), log)
    log.later(lambda log: log.tell_end(outcome(after)))
    return after


# ---------------------------------------------------------------------- orders
@singledispatch
def do(order: Order, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    """The position after an order, before the next player is chosen."""
    raise NotImplementedError(order)


_effect_of: Callable[[type], Callable[..., OrdersPosition]] = cache(do.dispatch)
"""The function for a class of orders."""


@do.register
def _end(order: EndTurn, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    wording = "{player:ends} the turn with {left:order} left over"
    log.tell("turn_ended", "O1.6", wording, player=order.player, left=position.left)
    return changed(position, left=0)


@do.register
def _attack(order: Attack, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    attackers = [_own(position, seat, space) for space in order.units]
    target = sure(target_unit(position, seat, order.target, order.owner))  # the order is legal
    back = position.owed.back if position.owed is not None else None
    log.later(_tell_of_attack, order, position, attackers, target)
    after = position
    for unit in attackers:
        after = after.changing(unit, ordered=True, **_bonus_lost(position, unit, unit.at, "attacked", log))
    after = after.changing(target, attacked=target.attacked + len(attackers))
    begun = Battle(tuple(sorted(unit.id for unit in attackers)), target.id, (), back)
    return changed(after, owed=None, left=position.left - len(attackers), battle=begun)


def _tell_of_attack(
    log: Chronicle, order: Attack, position: OrdersPosition, attackers: list[Unit], target: Unit
) -> None:
    who = listing([f"{position.called(unit)} on {position.map.name(unit.at)}" for unit in attackers])
    clause = "O2.2" if len(attackers) == MOST_ATTACKERS else "O2.1"
    wording = "{who} attacks {target} on {0}" if len(attackers) == 1 else "{who} attack {target} on {0}"
    log.tell("attacked", clause, wording, order.target, *order.units, who=who, target=position.called(target))


@do.register
def _build(order: Build, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    unit = _own(position, seat, order.unit)
    wording = f"{{unit}} builds {with_article(order.building)} on {{0}}"
    log.tell("built", "O3.1", wording, order.unit, unit=position.called(unit), building=order.building)
    buildings = tuple(sorted([*position.buildings, Building(unit.at, seat, order.building)]))
    return changed(_spend(position, unit), buildings=buildings)


@do.register
def _defend(order: Defend, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    unit = _own(position, seat, order.unit)
    if unit.defending:
        wording = "{unit} on {0} defends already, so nothing changes"
        log.tell("defends_already", "O4.1", wording, order.unit, unit=position.called(unit))
        return _spend(position, unit)
    log.tell("defends", "O4.1", "{unit} on {0} takes up its defence", order.unit, unit=position.called(unit))
    return _spend(position, unit, defending="defend", lost="")


@do.register
def _destroy(order: Destroy, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    unit = _own(position, seat, order.unit)
    gone = next(b for b in position.buildings_at(unit.at) if b.kind == order.building)
    log.tell("demolished", "O5.2" if gone.owner == seat else "O5.1", "{unit} destroys {building} on {0}", order.unit,
             unit=position.called(unit), building=position.called(gone))  # fmt: skip
    after = _spend(position, unit, **_bonus_lost(position, unit, unit.at, "destroyed", log))
    return changed(after, buildings=tuple([b for b in position.buildings if b != gone]))


@do.register
def _disband(order: Disband, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    unit = _own(position, seat, order.unit)
    wording = "{unit} on {0} is disbanded: {player:gains} a resource point on the next turn"
    log.tell("disbanded", "O6.1", wording, order.unit, unit=position.called(unit), player=order.player)
    due = tuple([n + (k == seat) for k, n in enumerate(position.due)])
    return _out(changed(position.without(unit), due=due, left=position.left - 1), seat, log)


@do.register
def _cast(order: Cast, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    unit = _own(position, seat, order.unit)
    spell = position.roster.spells[order.spell]
    caster = position.called(unit)
    there = position.map.index(order.target)
    if spell.kind == "bolt":
        target = sure(target_unit(position, seat, order.target, order.owner))  # the order is legal
        log.tell("cast", "O7.1", "{caster} on {1} casts {spell} at {target} on {0}", order.target, order.unit,
                 caster=caster, spell=order.spell, target=position.called(target))  # fmt: skip
        return changed(_spend(position, unit), bolt=Bolt(order.spell, unit.id, target.id))
    if spell.kind == "ward":
        after = _spend(position, unit)
        warded = sure(after.unit_of(seat, there))  # the order is legal
        wording = "{caster} on {1} casts {spell}: {unit} on {0} has the DEFEND bonus"
        if warded.defending:
            wording += " already"
        log.tell("warded", "O7.1", wording, order.target, order.unit, caster=caster, spell=order.spell,
                 unit=position.called(warded))  # fmt: skip
        return after if warded.defending else after.changing(warded, defending="ward", lost="")
    wording = "{caster} casts {spell} and goes from {0} to {1}"
    log.tell("blinked", "O7.1", wording, order.unit, order.target, caster=caster, spell=order.spell)
    return _spend(position, unit, at=there, **_bonus_lost(position, unit, there, "left", log))


@do.register
def _move(order: Move, position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    unit = _own(position, seat, order.unit)
    there = position.map.index(order.to)
    log.tell("moved", "O8.1", "{unit} moves from {0} to {1}", order.unit, order.to, unit=position.called(unit))
    after = _spend(position, unit, at=there, **_bonus_lost(position, unit, there, "left", log))
    if position.opponents(seat, there):
        wording = "{unit} stands in {0} with an opponent and owes its attack"
        log.tell("owes_attack", "O8.2", wording, order.to, unit=position.called(unit))
        after = changed(after, owed=Owed(unit.id, unit.at))
    return after


def _own(position: OrdersPosition, seat: int, space: str) -> Unit:
    return sure(position.unit_of(seat, position.map.index(space)))  # the order is legal


def _spend(position: OrdersPosition, unit: Unit, **more: Any) -> OrdersPosition:
    """O1.4: the unit has had its order, which may change it, and one order less is left."""
    return changed(position, units=position.units_with(unit, ordered=True, **more), left=position.left - 1)


def _bonus_lost(position: OrdersPosition, unit: Unit, at: int, why: str, log: Chronicle) -> dict[str, str]:
    """O4.4: the fields of a unit that change on a hex: the DEFEND bonus ends, and the unit shows why."""
    if not unit.defending:
        return {}
    wording = "{unit} on {0} loses its DEFEND bonus: {why}"
    log.tell("bonus_lost", "O4.4", wording, position.map.name(at), unit=position.called(unit), why=LOST[why])
    return {"defending": "", "lost": why}


def _out(position: OrdersPosition, seat: int, log: Chronicle) -> OrdersPosition:
    """O1.9: a player without army units is out at once."""
    if seat not in position.alive:
        log.tell("out", "O1.9", "{player:has} no army units left: out of the game", player=position.players[seat])
        # O6.2: a point due on a turn that never comes is lost.
        return changed(position, due=tuple(0 if k == seat else n for k, n in enumerate(position.due)))
    return position


# ---------------------------------------------------------------------- dice
def _attack_rolled(position: OrdersPosition, now: Battle, value: int, log: Chronicle) -> OrdersPosition:
    """O2.3: one die of an attack; with the last of them it is decided."""
    attackers = [position.by_id[n] for n in now.attackers]
    defender = position.by_id[now.defender]
    side = len(now.rolls)
    roller = attackers[side] if side < len(attackers) else defender
    attacks = side < len(attackers)
    parts = ((position.type_of(roller).attack, ""),) if attacks else battle.defence_parts(position, defender, side)
    log.later(_tell_of_roll, position, roller, value, parts)
    rolls = (*now.rolls, value)
    if attacks:
        return changed(position, battle=now._replace(rolls=rolls))
    log.later(_tell_defence, position, defender, len(attackers))
    return _decide(changed(position, battle=None), now._replace(rolls=rolls), log)


def _tell_of_roll(
    log: Chronicle, position: OrdersPosition, roller: Unit, value: int, parts: tuple[tuple[int, str], ...]
) -> None:
    """O2.3: a die and all that is added to it: "14 + 2 (DEFEND) = 16"."""
    adds = sum(added for added, _ in parts)
    terms = [f" {'-' if n < 0 else '+'} {abs(n)}{f' ({source})' if source else ''}" for n, source in parts if n]
    total = f"{value}{''.join(terms)} = {value + adds}" if terms else str(value)
    log.tell("rolled", "O2.3", "{unit} on {0} rolls {total}", position.map.name(roller.at), total=total, value=value,
             unit=position.called(roller), adds=adds)  # fmt: skip


def _tell_defence(log: Chronicle, position: OrdersPosition, defender: Unit, attackers: int) -> None:
    """O4.2, O7.2: the parts of the defender's total."""
    name, who = position.map.name(defender.at), position.called(defender)
    if defender.defending:
        log.tell("bonus", "O4.2", "DEFEND adds {bonus} for {unit} on {0}", name, bonus=attackers, unit=who)
    built = position.bonus(defender)
    if built:
        log.tell("building", "O7.2", "buildings add {bonus} for {unit} on {0}", name, bonus=built, unit=who)


def _decide(position: OrdersPosition, now: Battle, log: Chronicle) -> OrdersPosition:
    """O2.3: the best attack against the defence."""
    attackers = [position.by_id[n] for n in now.attackers]
    defender = position.by_id[now.defender]
    totals = [roll + position.type_of(unit).attack for roll, unit in zip(now.rolls, attackers, strict=False)]
    best, against = max(totals), now.rolls[-1] + battle.defence(position, defender, len(attackers))
    name = position.map.name
    numbers: dict[str, Any] = {"best": best, "against": against}
    if best > against:
        wording = "{best} against {against}: {unit} on {0} is destroyed"
        log.tell("destroyed", "O2.3", wording, name(defender.at), unit=position.called(defender), **numbers)
        position = _out(position.without(defender), defender.owner, log)
        if now.back is not None:
            inside = attackers[0]
            wording = "{unit} holds {0}"
            log.tell("holds", "O8.3", wording, name(inside.at), unit=position.called(inside))
        return position
    if best < against:
        gone = battle.weakest_first(position, attackers, totals)
        wording = "{best} against {against}: {unit} on {0} is destroyed"
        log.tell("repelled", "O2.3", wording, name(gone.at), unit=position.called(gone), **numbers)
        return _out(position.without(gone), gone.owner, log)
    log.tell("tied", "O2.3", "{best} against {against}: nothing changes on {0}", name(defender.at), **numbers)
    if now.back is None:
        return position
    inside = attackers[0]
    if position.settings["after_tie"] == "stay":
        log.tell("stays", "O8.3", "{unit} stays in {0}", name(inside.at), unit=position.called(inside))
        return position
    wording = "{unit} goes back from {0} to {1}"
    log.tell("returns", "O8.3", wording, name(inside.at), name(now.back), unit=position.called(inside))
    return position.changing(inside, at=now.back)


def _bolt_rolled(position: OrdersPosition, bolt: Bolt, value: int, log: Chronicle) -> OrdersPosition:
    """O7.2: the die of a bolt. It is not an attack."""
    target = position.by_id[bolt.target]
    least = position.roster.spells[bolt.spell].at_least
    where, who = position.map.name(target.at), position.called(target)
    after = changed(position, bolt=None)
    numbers: dict[str, Any] = {"value": value, "least": least, "spell": bolt.spell, "unit": who}
    if value < least:
        wording = "{spell} rolls {value}: {least} or more would have destroyed {unit} on {0}"
        log.tell("missed", "O7.2", wording, where, **numbers)
        return after
    wording = "{spell} rolls {value} ({least} or more): {unit} on {0} is destroyed"
    log.tell("destroyed", "O7.2", wording, where, **numbers)
    return _out(after.without(target), target.owner, log)


def _initiative_rolled(position: OrdersPosition, value: int, log: Chronicle) -> OrdersPosition:
    """O1.2, O1.3: one die; with the last of them the order of play is settled."""
    alive = position.alive
    seat = sure(next_to_roll(position.rolls, alive))  # chance is asked only while a die is due
    again = bool(position.rolls[seat])
    wording = "{player:rolls} {value} again for initiative" if again else "{player:rolls} {value} for initiative"
    log.tell("initiative", "O1.3" if again else "O1.2", wording, player=position.players[seat], value=value)
    rolls = tuple([(*dice, value) if k == seat else dice for k, dice in enumerate(position.rolls)])
    after = changed(position, rolls=rolls)
    if next_to_roll(rolls, alive) is not None:
        return after
    queue = order_of_play(rolls, alive)
    names = ", then ".join(position.players[k] for k in queue)
    log.tell("order_of_play", "O1.2", "order of play: {names}", names=names)
    return _begin_turn(after, queue, log)


# ---------------------------------------------------------------------- turns
def _onward(position: OrdersPosition, log: Chronicle) -> OrdersPosition:
    """O1.1: the same player goes on while orders are left or dice are due, then the next, then a new game turn begins."""
    if position.battle is not None or position.bolt is not None or position.owed is not None:
        return position
    no_dice: tuple[tuple[int, ...], ...] = ((),) * len(position.players)
    if outcome(position) is not None:
        return changed(position, queue=(), left=0, rolls=no_dice)
    alive, acting = position.alive, position.queue[0]
    queue = tuple([seat for seat in position.queue if seat in alive])
    if position.left > 0 and acting in alive:
        return position if queue == position.queue else changed(position, queue=queue)
    if acting in alive:
        queue = queue[1:]
    if queue:
        return _begin_turn(position, queue, log)
    # The units that may have orders again.
    again = [position.map.name(unit.at) for unit in position.units if unit.ordered or unit.attacked]
    log.tell("turn_over", "O1.1", "game turn {turn} is over", *again, turn=position.turn)
    units = tuple([u._replace(ordered=False, attacked=0) if u.ordered or u.attacked else u for u in position.units])
    return changed(position, units=units, queue=(), left=0, rolls=no_dice, turn=position.turn + 1)


def _begin_turn(position: OrdersPosition, queue: tuple[int, ...], log: Chronicle) -> OrdersPosition:
    """O1.1, O6.1: the first player of the queue has two orders, and the points that were due come in."""
    seat = queue[0]
    player, due = position.players[seat], position.due[seat]
    log.tell("turn_begins", "O1.1", "{player:'s} turn: {orders:order}", player=player, orders=ORDERS_A_TURN)
    if not due:
        return changed(position, queue=queue, left=ORDERS_A_TURN)
    log.tell("points", "O6.1", "{player:gains} {points:resource point}", player=player, points=due)  # fmt: skip
    points = tuple(n + (due if k == seat else 0) for k, n in enumerate(position.points))
    others_due = tuple(0 if k == seat else n for k, n in enumerate(position.due))
    return changed(position, queue=queue, left=ORDERS_A_TURN, points=points, due=others_due)
