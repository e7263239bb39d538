"""Ways out of a refusal: other orders, the nearest first, and steps after which the order is legal.

Each is looked for when its remedy is read, and offered only if it is legal on this very position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from hexwidget.geometry.hexes import disk
from hexwidget.rules import Remedy
from hexwidget.rules.remedies import first_do, instead
from hexwidget.systems.orders.actions import Attack, Build, Cast, Destroy, EndTurn, Move, Order
from hexwidget.systems.orders.legality.asked import MOST_ATTACKERS, ORDERS_A_TURN, Asked
from hexwidget.systems.orders.position import Unit

Offer = Callable[[], Remedy | None] | None


def offered(asked: Asked, orders: Callable[[], Iterable[Order]], text: str, clause: str) -> Offer:
    """Offer the first of some orders that is legal, to be given instead.

    :param text: the remedy in words; ``{action}`` stands for the order
    """
    return lambda: instead(asked.position, orders(), text, clause) if asked.may_act else None


def nearest(*offers: Offer) -> Offer:
    """Offer the first of some ways out that there is."""
    return lambda: next((remedy for offer in offers if offer and (remedy := offer()) is not None), None)


def words(remedy: Remedy, is_true: bool) -> Offer:
    """Offer advice without an order, if it is true of the position."""
    return (lambda: remedy) if is_true else None


# ---------------------------------------------------------------------- first steps
def after_ending_the_turn(asked: Asked) -> Offer:
    """Offer to end the turn first, to a player who has no opponents: with others the dice and their orders come between."""

    def look() -> Remedy | None:
        position = asked.position
        if not asked.may_act or position.alive != [asked.seat]:
            return None
        text = "first end the turn; the orders left are lost, and it cannot be taken back"
        return first_do(position, EndTurn(asked.player), asked.order, text, "O1.6")

    return look


def after_making_room(asked: Asked, other: Unit) -> Offer:
    """Offer to move another unit of the player away first. It takes the other order of the turn."""

    def look() -> Remedy | None:
        position = asked.position
        if not asked.may_act or asked.left < ORDERS_A_TURN or other.owner != asked.seat or other in asked.units:
            return None
        here = position.map.name(other.at)
        for at in position.map.neighbours(other.at):
            step = Move(asked.player, here, position.map.name(at))
            if not position.opponents(asked.seat, at):  # such a move would owe its attack
                text = f"first {step}; it takes the other order of this turn, and cannot be taken back"
                remedy = first_do(position, step, asked.order, text, "O8.1")
                if remedy is not None and remedy.certain:
                    return remedy
        return None

    return look


# ---------------------------------------------------------------------- other orders, the nearest first
def by_another(asked: Asked, space: str) -> Iterator[Order]:
    """The same order to another unit of the player, instead of the one on a hex."""
    position, order = asked.position, asked.order
    at = position.map.index(space)
    own = [unit for unit in position.units if unit.owner == asked.seat]
    for unit in sorted(own, key=lambda unit: position.map.distance(at, unit.at)):
        here = position.map.name(unit.at)
        if here in asked.spaces:
            continue
        if isinstance(order, Attack):
            yield replace(order, units=tuple(here if each == space else each for each in order.units))
        elif not isinstance(order, EndTurn):
            yield replace(order, unit=here)


def by_fewer(order: Attack) -> Iterator[Attack]:
    """An attack by some of its units: two, or one."""
    units = tuple(dict.fromkeys(order.units))
    for number in range(min(MOST_ATTACKERS, len(order.units) - 1), 0, -1):
        yield from (replace(order, units=some) for some in combinations(units, number))


def at_another(asked: Asked) -> Iterator[Order]:
    """The same attack or spell at another target in its reach."""
    position, order = asked.position, asked.order
    assert isinstance(order, (Attack, Cast))  # noqa: S101  (called for attacks and spells only)
    spell = position.roster.spells[order.spell] if isinstance(order, Cast) else None
    there, distance, name = position.map.index(order.target), position.map.distance, position.map.name
    within = disk(position.map.hex(asked.at), 1 if spell is None else spell.range[1])
    hexes = [at for at in (position.map.find(tuple(each)) for each in within) if at is not None]
    for at in sorted(hexes, key=lambda at: (distance(there, at), at)):
        if spell is not None and spell.kind != "bolt":
            yield replace(order, target=name(at))
            continue
        for unit in position.by_hex.get(at, ()):
            yield replace(order, target=name(at), owner=position.players[unit.owner])


def attacks_inside(asked: Asked, unit: Unit) -> Iterator[Order]:
    """The attacks of a unit on the opponents in its hex."""
    here = asked.position.map.name(unit.at)
    for enemy in asked.position.opponents(asked.seat, unit.at):
        yield Attack(asked.player, (here,), here, asked.position.players[enemy.owner])


def attacks_on(order: Move, opponents: list[Unit], asked: Asked) -> Iterator[Order]:
    """The attacks on some units by the unit that was to move into their hex."""
    for enemy in opponents:
        yield Attack(order.player, (order.unit,), order.to, asked.position.players[enemy.owner])


def buildings_in_place(asked: Asked, order: Build) -> Iterator[Order]:
    """The other buildings that the unit can build in its hex."""
    unit = asked.unit
    for building in asked.position.type_of(unit).builds if unit is not None else ():
        if building != order.building:
            yield replace(order, building=building)


def demolitions(asked: Asked) -> Iterator[Order]:
    """The orders to destroy what stands in the hex of the unit, opponents' buildings first."""
    standing = asked.position.buildings_at(asked.at)
    for building in sorted(standing, key=lambda building: building.owner == asked.seat):
        yield Destroy(asked.player, asked.spaces[0], building.kind)


def other_spells(asked: Asked, order: Cast) -> Iterator[Order]:
    """The spells that the unit knows, at the same target."""
    position, unit = asked.position, asked.unit
    target = asked.target
    for spell in position.type_of(unit).spells if unit is not None else ():
        bolt = position.roster.spells[spell].kind == "bolt"
        owner = position.players[target.owner] if bolt and target is not None else None
        yield replace(order, spell=spell, owner=owner)


def blinks(asked: Asked, order: Move) -> Iterator[Order]:
    """The spells that bring the unit to the hex."""
    position, unit = asked.position, asked.unit
    for spell in position.type_of(unit).spells if unit is not None else ():
        if position.roster.spells[spell].kind == "blink":
            yield Cast(order.player, order.unit, spell, order.to)


def steps_towards(asked: Asked, order: Move) -> Iterator[Order]:
    """The moves of the unit that bring it nearer to the hex that was asked for. None leads into an enemy."""
    spaces = asked.position.map
    there = spaces.index(order.to)
    for move in steps(asked, order):
        if spaces.distance(there, spaces.index(move.to)) < spaces.distance(there, asked.at):
            yield move


def steps(asked: Asked, order: Move) -> Iterator[Move]:
    """The moves of the unit, the nearest to the hex that was asked for first. None leads into an enemy."""
    position = asked.position
    there = position.map.index(order.to)
    for at in sorted(position.map.neighbours(asked.at), key=lambda at: position.map.distance(there, at)):
        if at != there and not position.opponents(asked.seat, at):
            yield replace(order, to=position.map.name(at))
