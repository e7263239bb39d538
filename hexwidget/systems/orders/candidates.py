"""The orders that are worth asking about (`hexwidget.rules.candidates`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from hexwidget.rules import Candidate, Finding, Offered, Under
from hexwidget.systems.orders.actions import PLAIN_ORDERS, Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move
from hexwidget.systems.orders.legality.given_order import GivenOrder
from hexwidget.systems.orders.legality.timing import LATER, one_order_a_unit
from hexwidget.systems.orders.position import OrdersPosition, Unit


def candidates(position: OrdersPosition, player: str) -> Iterator[Candidate]:
    """The orders to each unit of a player, and the end of the turn."""
    seat = position.players.index(player)
    if position.owed is not None:  # O8.2: nothing else comes first
        unit = position.by_id[position.owed.unit]
        yield from _attacks(position, player, unit, [unit.at])
    else:
        for unit in position.units:
            if unit.owner == seat:
                here = position.map.name(unit.at)
                label, orders = f"{unit.kind.capitalize()} on {here}", _orders_to(position, player, unit)
                barred = partial(_had_its_order, position, seat, here) if unit.ordered else tuple
                yield Under("unit", here, orders, label, "O1.4", barred, alone=True)
    yield EndTurn(player)


def _had_its_order(position: OrdersPosition, seat: int, space: str) -> tuple[Finding, ...]:
    """O1.4: the findings against any order to a unit of a player."""
    given = GivenOrder(position, seat, Defend(position.players[seat], space))
    return tuple(replace(finding, offer=LATER) for finding in one_order_a_unit(given))


def _orders_to(position: OrdersPosition, player: str, unit: Unit) -> Iterator[Candidate]:
    """The orders to a unit. To disband it comes last: it cannot be taken back by another order."""
    name, kind, beside = position.map.name, position.type_of(unit), list(position.map.neighbours(unit.at))
    given = player, name(unit.at)
    held = [at for at in beside if position.opponents(unit.owner, at)]
    yield from _attacks(position, player, unit, (unit.at, *beside))
    yield Offered((Move(*given, name(at)) for at in beside if at not in held), which="none")  # a field has them
    yield Offered((Move(*given, name(at)) for at in held), "O8.2")
    yield from (form.made(player, {"unit": given[1]}) for form in PLAIN_ORDERS if form.action is not Disband)
    yield from (Build(*given, building) for building in kind.builds)
    yield from (Destroy(*given, building.kind) for building in position.buildings_at(unit.at))
    for spell in kind.spells:
        casts = list(_casts(position, player, unit, spell))
        barred = partial(_no_cast, position, unit, spell, casts)
        yield Under("spell", spell, [Offered(casts, which="legal")], f"Cast {spell}", "O7.1", barred, alone=True)
    yield Disband(*given)


def _attacks(position: OrdersPosition, player: str, unit: Unit, hexes: Collection[int]) -> Iterator[Candidate]:
    """O2.1, O2.2: the attacks of a unit on the opponents on some hexes, alone and together with others."""
    name = position.map.name
    for target in (target for at in hexes for target in position.opponents(unit.owner, at)):
        alone = Attack(player, (name(unit.at),), name(target.at), position.players[target.owner])
        yield alone
        for other in position.units if position.owed is None else ():
            near = other.at == target.at or position.map.adjacent(other.at, target.at)
            if near and other.owner == unit.owner and other is not unit:
                yield Offered((replace(alone, units=(*alone.units, name(other.at))),), "O2.2")


def _casts(position: OrdersPosition, player: str, unit: Unit, name: str) -> Iterator[Cast]:
    """O7.1, O7.2: a spell at each hex in its range; a bolt at each opponent there."""
    spell, spaces = position.roster.spells[name], position.map
    for at in spaces.members(spaces.full):
        if spaces.distance(unit.at, at) <= spell.range[1]:
            cast = Cast(player, spaces.name(unit.at), name, spaces.name(at))
            if spell.kind == "bolt":
                for enemy in position.opponents(unit.owner, at):
                    yield replace(cast, owner=position.players[enemy.owner])
            else:
                yield cast


def _no_cast(position: OrdersPosition, unit: Unit, name: str, casts: list[Cast]) -> tuple[Finding, ...]:
    """O1.4, O7.1, O7.2: the findings against a spell of a unit: it has had its order, or there is no target."""
    here = position.map.name(unit.at)
    had = _had_its_order(position, unit.owner, here)
    if had or any(map(position.check, casts)):
        return had
    least, most = position.roster.spells[name].range
    wording = "there is nothing for {spell} at a distance of {least} to {most:hex}"
    return (Finding("O7.1", "no_target", (here,), {"spell": name, "least": least, "most": most}, wording),)
