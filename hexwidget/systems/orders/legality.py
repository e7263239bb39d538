"""What bars an order. Each predicate is named after what its clause says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import singledispatch

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Remedy, Rulebook, Status, Verdict
from hexwidget.systems.orders.actions import (
    Attack,
    Build,
    Cast,
    Defend,
    Destroy,
    Disband,
    EndTurn,
    Move,
    OneUnit,
    Order,
)
from hexwidget.systems.orders.outcome import outcome
from hexwidget.systems.orders.position import OrdersPosition, Unit
from hexwidget.systems.orders.roster import FARM

Findings = Iterator[Finding]
BARRING = frozenset(
    [
        "O1.1",
        "O1.2",
        "O1.4",
        "O1.5",
        "O1.7",
        "O1.9",
        "O2.1",
        "O2.2",
        "O2.3",
        "O3.1",
        "O3.2",
        "O3.3",
        "O3.4",
        "O4.1",
        "O5.1",
        "O7.1",
        "O7.2",
        "O8.1",
        "O8.2",
        "O8.3",
        "O8.4",
    ]
)
"""The clauses that a finding may cite."""
KINDS = frozenset([EndTurn, Attack, Build, Defend, Destroy, Disband, Cast, Move])
MOST_ATTACKERS = 2
ORDERS_A_TURN = 2


def check(position: OrdersPosition, order: Order, rulebook: Rulebook) -> Verdict:
    """Whether an order may be given, and every clause that bars it.

    :raises InputError: if it is malformed
    """
    seat = _read(position, order)
    findings = tuple(the_moment(position, seat))
    if not findings:
        findings = (*owed_attack_first(position, order), *_given_to_its_units(position, order, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(order), rulebook)


def units_of(order: Order) -> tuple[str, ...]:
    """The hexes of the units that an order is given to."""
    if isinstance(order, EndTurn):
        return ()
    return order.units if isinstance(order, Attack) else (order.unit,)


def _read(position: OrdersPosition, order: Order) -> int:
    problems = Problems()
    if type(order) not in KINDS:
        raise InputError("this order cannot be read", [Problem("", f"expected an order, not {shown(order)}")])
    if order.player not in position.players:
        problems.unknown("player", "player", order.player, position.players)
    owner = getattr(order, "owner", None)
    if owner is not None and owner not in position.players:
        problems.unknown("target", "player", owner, position.players)
    if isinstance(order, Attack) and not (isinstance(order.units, tuple) and order.units):
        raise InputError("this order cannot be read", [Problem("units", f"expected hexes, not {shown(order.units)}")])
    spaces = [("unit", space) for space in units_of(order)]
    spaces += [("target", getattr(order, name)) for name in ("target", "to") if hasattr(order, name)]
    for where, space in spaces:
        if position.map.find(space) is None:
            problems.add(where, position.map.explain_unknown(space))
        elif not isinstance(space, str):
            problems.add(where, f"expected a name such as {position.map.name(position.map.index(space))!r}")
    if isinstance(order, (Build, Destroy)) and not _known(order.building, position.roster.buildings):
        problems.unknown("building", "building", order.building, position.roster.buildings)
    if isinstance(order, Cast) and not _known(order.spell, position.roster.spells):
        problems.unknown("spell", "spell", order.spell, position.roster.spells)
    problems.raise_any("this order cannot be read")
    seat = position.players.index(order.player)
    if isinstance(order, (Attack, Cast)):
        there = position.opponents(seat, position.map.index(order.target))
        bolt = isinstance(order, Attack) or position.roster.spells[order.spell].kind == "bolt"
        if owner is not None and not bolt:
            what = f"{order.spell} is cast on a hex, not on somebody's unit" if isinstance(order, Cast) else ""
            raise InputError("this order cannot be read", [Problem("target", what)])
        if len(there) > 1 and bolt and owner is None:
            whose = ", ".join(position.players[unit.owner] for unit in there)
            what = f"several opponents have units on {order.target}: {whose}; name one of them"
            raise InputError("this order is ambiguous", [Problem("target", what)])
    return seat


def _known(name: object, names: Collection[str]) -> bool:
    return isinstance(name, str) and name in names


# ---------------------------------------------------------------------- the moment
def the_moment(position: OrdersPosition, seat: int) -> Findings:
    """O1.9, O1.2, O2.3, O1.1: whether this player may give an order now."""
    end = outcome(position)
    player = position.players[seat]
    if end is not None:
        yield Finding("O1.9", "over", (), {"result": end.text}, "the game is over: {result}")
    elif seat not in position.alive:
        yield Finding("O1.9", "out", (), {"player": player}, "{player} has no army units and is out")
    elif not position.queue:
        yield Finding("O1.2", "initiative", (), {}, "first the dice say who goes first")
    elif position.battle is not None:
        yield Finding("O2.3", "dice", (), {}, "first the dice decide the attack")
    elif position.bolt is not None:
        yield Finding("O7.1", "dice", (), {}, "first the die decides the spell")
    elif position.queue[0] != seat:
        numbers = {"player": player, "first": position.players[position.queue[0]]}
        yield Finding("O1.1", "not_your_turn", (), numbers, "it is {first}'s turn, not {player}'s")


def owed_attack_first(position: OrdersPosition, order: Order) -> Findings:
    """O8.2: the second order must be the attack of the unit that has moved in, on an opponent in its hex."""
    if position.owed is None:
        return
    unit = position.by_id[position.owed.unit]
    here = position.map.name(unit.at)
    if not (isinstance(order, Attack) and order.units == (here,) and order.target == here):
        numbers = {"unit": position.called(unit)}
        offer = _first_legal(position, _attacks(position, unit, unit.at), "attack from inside the hex", "O8.2")
        yield Finding("O8.2", "owes_attack", (here,), numbers, "{unit} has moved into {0} and owes its attack", offer)


# ---------------------------------------------------------------------- what every order to a unit must keep to
def own_unit(position: OrdersPosition, seat: int, space: str) -> tuple[Unit | None, list[Finding]]:
    """O1.7: orders are given to one's own army units."""
    at = position.map.index(space)
    unit = position.unit_of(seat, at)
    if unit is not None:
        return unit, []
    player = position.players[seat]
    others = position.opponents(seat, at)
    if others:
        numbers = {"unit": position.called(others[0]), "player": player}
        wording = "{unit} stands on {0}, and no unit of {player}'s"
        return None, [Finding("O1.7", "others_unit", (space,), numbers, wording)]
    own = ", ".join(position.map.name(u.at) for u in position.units if u.owner == seat) or "nowhere"
    numbers = {"player": player, "own": own}
    return None, [Finding("O1.7", "no_unit", (space,), numbers, "no unit stands on {0}; {player}'s stand on {own}")]


def one_order_a_unit(position: OrdersPosition, unit: Unit) -> Findings:
    """O1.4: one order in a game turn, except the attack that is owed (O8.2)."""
    owes = position.owed is not None and position.owed.unit == unit.id
    if unit.ordered and not owes:
        numbers = {"unit": position.called(unit)}
        remedy = Remedy("another unit may have the order, or this one in the next game turn", "O1.4")
        where = position.map.name(unit.at)
        yield Finding("O1.4", "had_its_order", (where,), numbers, "{unit} on {0} has had its order", remedy)


Offer = Remedy | Callable[[], Remedy | None]


def _first_legal(position: OrdersPosition, orders: Iterable[Order], text: str, clause: str) -> Offer:
    """The first of some orders that may be given, as a remedy; looked for when it is asked for."""
    several = tuple(orders)

    def look() -> Remedy | None:
        found = next((order for order in several if position.check(order)), None)
        return None if found is None else Remedy(text, clause, str(found))

    return look


def _attacks(position: OrdersPosition, unit: Unit, there: int) -> Iterator[Attack]:
    """The attacks of one unit on those on a hex."""
    here, name = position.map.name(unit.at), position.map.name(there)
    for enemy in position.opponents(unit.owner, there):
        yield Attack(position.players[unit.owner], (here,), name, position.players[enemy.owner])


def _given_to_its_units(position: OrdersPosition, order: Order, seat: int) -> Findings:
    """O1.6, O1.7, O1.4: the turn may always be ended; an order to a unit is given to an own one, once; then what bars its
    kind."""
    if isinstance(order, EndTurn):
        return
    if isinstance(order, Attack):
        yield from _attack(order, position, seat)
        return
    unit, missing = own_unit(position, seat, order.unit)
    yield from missing
    if unit is not None:
        yield from one_order_a_unit(position, unit)
        yield from may(order, position, unit)


@singledispatch
def may(order: OneUnit, position: OrdersPosition, unit: Unit) -> Findings:
    """What bars an order of this kind to an own unit; nothing, if nothing more is said."""
    yield from ()


# ---------------------------------------------------------------------- attack
def _attack(order: Attack, position: OrdersPosition, seat: int) -> Findings:
    target = target_unit(position, seat, order.target, order.owner)
    yield from an_opponent(position, seat, order, target)
    if len(order.units) > MOST_ATTACKERS:
        numbers = {"units": len(order.units), "most": MOST_ATTACKERS}
        yield Finding("O2.2", "too_many", (order.target,), numbers, "{units} units attack, and at most {most} may")
    if len(set(order.units)) < len(order.units):
        yield Finding("O2.2", "same_unit", order.units, {}, "a unit attacks jointly with another, not with itself")
    if len(order.units) == MOST_ATTACKERS and position.left < ORDERS_A_TURN:
        numbers = {"left": position.left}
        alone = (replace(order, units=(unit,)) for unit in order.units)
        remedy = _first_legal(position, alone, "one of them may attack alone", "O2.1")
        yield Finding(
            "O2.3", "orders_left", (), numbers, "a joint attack takes both orders, and {left} is left", remedy
        )
    for space in order.units:
        unit, missing = own_unit(position, seat, space)
        yield from missing
        if unit is not None:
            yield from one_order_a_unit(position, unit)
            yield from within_reach(position, unit, order)
    if target is not None:
        yield from at_most_two_attackers(position, target, len(order.units))


def target_unit(position: OrdersPosition, seat: int, space: str, owner: str | None) -> Unit | None:
    """The opponent's unit that is meant, if there is one."""
    there = position.opponents(seat, position.map.index(space))
    if owner is not None:
        there = [unit for unit in there if position.players[unit.owner] == owner]
    return there[0] if there else None


def an_opponent(position: OrdersPosition, seat: int, order: Attack | Cast, target: Unit | None) -> Findings:
    """O2.1, O1.7: there is an opposing army unit."""
    if target is None:
        own = position.unit_of(seat, position.map.index(order.target))
        whose = f"unit of {order.owner}" if order.owner else "opposing army unit"
        clause = "O1.7" if own is not None else "O2.1" if isinstance(order, Attack) else "O7.2"
        yield Finding(clause, "no_opponent", (order.target,), {"whose": whose}, "no {whose} stands on {0}")


def within_reach(position: OrdersPosition, unit: Unit, order: Attack) -> Findings:
    """O2.1: in a hex adjacent to the target, or in the same hex."""
    there = position.map.index(order.target)
    if unit.at != there and not position.adjacent(unit.at, there):
        steps = position.map.distance(unit.at, there)
        names = (position.map.name(unit.at), order.target)
        yield Finding(
            "O2.1", "not_adjacent", names, {"steps": steps}, "{1} is {steps} hexes away from {0}, and 1 is the most"
        )


def at_most_two_attackers(position: OrdersPosition, target: Unit, attackers: int) -> Findings:
    """O2.2, O2.3: the attacks of all players on a unit in a game turn count."""
    if target.attacked + attackers > MOST_ATTACKERS:
        numbers = {"unit": position.called(target), "before": target.attacked, "most": MOST_ATTACKERS}
        wording = "{unit} on {0} has been attacked by {before} in this game turn, and {most} are the most"
        yield Finding("O2.2", "attacked_enough", (position.map.name(target.at),), numbers, wording)


# ---------------------------------------------------------------------- build, defend, destroy, disband
@may.register
def _build(order: Build, position: OrdersPosition, unit: Unit) -> Findings:
    yield from what_it_can_build(position, unit, order.building)
    yield from no_opposing_tile(position, unit, "O3.2", "build")
    yield from one_building_a_hex(position, unit, order.building)


def what_it_can_build(position: OrdersPosition, unit: Unit, building: str) -> Findings:
    """O3.1, O3.4: it depends on the unit; farms are built by all whose description does not say otherwise."""
    can = position.type_of(unit).builds
    if building not in can:
        numbers = {"kind": unit.kind, "building": building, "can": ", ".join(can) or "nothing"}
        clause = "O3.4" if building == FARM else "O3.1"
        where = position.map.name(unit.at)
        yield Finding(
            clause, "cannot_build", (where,), numbers, "a {kind} cannot build a {building}; it can build {can}"
        )


def no_opposing_tile(position: OrdersPosition, unit: Unit, clause: str, what: str) -> Findings:
    """O3.2, O4.1: no unit and no building of another player in the hex."""
    tiles = position.opposing_tiles(unit.owner, unit.at)
    if tiles:
        numbers = {"tiles": " and ".join(tiles), "what": what}
        where = position.map.name(unit.at)
        yield Finding(clause, "opposing_tile", (where,), numbers, "{tiles} on {0}: nobody can {what} there")


def one_building_a_hex(position: OrdersPosition, unit: Unit, building: str) -> Findings:
    """O3.3: a farm may share with one building of another kind, never with another farm."""
    for other in position.buildings_at(unit.at):
        if (other.kind == FARM) == (building == FARM):
            numbers = {"other": position.built(other), "building": building}
            where = position.map.name(unit.at)
            remedy: Offer = Remedy("a farm and one other building may share a hex", "O3.3")
            if building != FARM:
                destroy = [Destroy(position.players[unit.owner], where, other.kind)]
                remedy = _first_legal(position, destroy, f"destroy the {other.kind} first", "O5.2")
            yield Finding(
                "O3.3", "occupied", (where,), numbers, "{other} stands on {0}, no room for a {building}", remedy
            )


@may.register
def _defend(order: Defend, position: OrdersPosition, unit: Unit) -> Findings:
    yield from no_opposing_tile(position, unit, "O4.1", "defend")


@may.register
def _destroy(order: Destroy, position: OrdersPosition, unit: Unit) -> Findings:
    enemies = position.opponents(unit.owner, unit.at)
    if enemies:
        numbers = {"enemies": " and ".join(map(position.called, enemies))}
        remedy = Remedy("attack from inside the hex", "O8.3")
        yield Finding(
            "O5.1", "enemy_present", (order.unit,), numbers, "{enemies} on {0}: nothing can be destroyed", remedy
        )
    standing = [b.kind for b in position.buildings_at(unit.at)]
    if order.building not in standing:
        numbers = {"building": order.building, "standing": " and ".join(standing) or "nothing"}
        wording = "no {building} stands on {0}, but {standing}" if standing else "no {building} stands on {0}"
        yield Finding("O5.1", "no_building", (order.unit,), numbers, wording)


# ---------------------------------------------------------------------- magic
@may.register
def _cast(order: Cast, position: OrdersPosition, unit: Unit) -> Findings:
    yield from knows_the_spell(position, unit, order)
    yield from in_range(position, unit, order)
    there = position.map.index(order.target)
    match position.roster.spells[order.spell].kind:
        case "bolt":
            yield from an_opponent(
                position, unit.owner, order, target_unit(position, unit.owner, order.target, order.owner)
            )
        case "ward":
            yield from an_own_unit_without_enemies(position, unit.owner, order, there)
        case "blink":
            yield from ground_that_can_be_entered(position, order.target)
            yield from nobody_there(position, order, there)


def knows_the_spell(position: OrdersPosition, unit: Unit, order: Cast) -> Findings:
    """O7.1: a unit casts one of its spells."""
    known = position.type_of(unit).spells
    if order.spell not in known:
        numbers = {"kind": unit.kind, "spell": order.spell, "known": ", ".join(known) or "none"}
        yield Finding(
            "O7.1", "unknown_spell", (order.unit,), numbers, "a {kind} does not know {spell}; it knows {known}"
        )


def in_range(position: OrdersPosition, unit: Unit, order: Cast) -> Findings:
    """O7.1: the range depends on the spell."""
    least, most = position.roster.spells[order.spell].range
    steps = position.map.distance(unit.at, position.map.index(order.target))
    if not least <= steps <= most:
        numbers = {"steps": steps, "least": least, "most": most, "spell": order.spell}
        wording = "{1} is {steps} away from {0}, and {spell} reaches {least} to {most}"
        remedy = Remedy(f"go nearer by {steps - most}", "O8.1") if steps > most else None
        yield Finding("O7.1", "out_of_range", (order.unit, order.target), numbers, wording, remedy)


def an_own_unit_without_enemies(position: OrdersPosition, seat: int, order: Cast, there: int) -> Findings:
    """O7.2: a ward is for an own unit; opposing buildings in its hex do not matter, opposing units do."""
    if position.unit_of(seat, there) is None:
        yield Finding("O7.2", "no_own_unit", (order.target,), {}, "no own unit stands on {0} to be warded")
    enemies = position.opponents(seat, there)
    if enemies:
        numbers = {"enemies": " and ".join(map(position.called, enemies))}
        yield Finding("O7.2", "enemy_present", (order.target,), numbers, "{enemies} on {0}: no ward there")


def nobody_there(position: OrdersPosition, order: Cast, there: int) -> Findings:
    """O7.2: blink leads to a hex without an army unit."""
    for unit in position.by_hex.get(there, ()):
        numbers = {"unit": position.called(unit)}
        yield Finding("O7.2", "held", (order.target,), numbers, "{unit} stands on {0}")


# ---------------------------------------------------------------------- move
@may.register
def _move(order: Move, position: OrdersPosition, unit: Unit) -> Findings:
    there = position.map.index(order.to)
    if not position.adjacent(unit.at, there):
        steps = position.map.distance(unit.at, there)
        names, numbers = (order.unit, order.to), {"steps": steps}
        yield Finding("O8.1", "not_one_hex", names, numbers, "{1} is {steps} hexes away from {0}, and a move goes 1")
    yield from ground_that_can_be_entered(position, order.to)
    other = position.unit_of(unit.owner, there)
    if other is not None and other != unit:
        yield Finding("O1.5", "own_unit", (order.to,), {"unit": position.called(other)}, "{unit} stands on {0}")
    if position.opponents(unit.owner, there):
        yield from into_the_enemy(position, unit.owner, order, there)


def ground_that_can_be_entered(position: OrdersPosition, space: str) -> Findings:
    """O8.4: not hexes marked as impassable."""
    if position.map.terrain(space) == "impassable":
        yield Finding("O8.4", "impassable", (space,), {}, "{0} is impassable")


def into_the_enemy(position: OrdersPosition, seat: int, order: Move, there: int) -> Findings:
    """O8.2: only with both orders unused, and if the unit may then attack."""
    if position.left < ORDERS_A_TURN:
        wording = "moving into the enemy on {0} takes both orders, and {left} is left"
        unit = position.unit_of(seat, position.map.index(order.unit))
        attacks = _attacks(position, unit, there) if unit is not None else iter(())
        remedy = _first_legal(position, attacks, "attack from where it stands", "O2.1")
        yield Finding("O8.2", "orders_left", (order.to,), {"left": position.left}, wording, remedy)
    if all(unit.attacked >= MOST_ATTACKERS for unit in position.opponents(seat, there)):
        wording = "who is on {0} has been attacked by {most} in this game turn, so it could not be attacked (O2.2)"
        yield Finding("O8.2", "cannot_attack", (order.to,), {"most": MOST_ATTACKERS}, wording)
