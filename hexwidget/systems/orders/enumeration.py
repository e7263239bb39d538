"""The orders that a player may give: one for each position that can result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hexwidget.geometry.hexes import disk
from hexwidget.rules import Draft, LegalActions
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.drafts import slots_of
from hexwidget.systems.orders.legality import MOST_ATTACKERS, ORDERS_A_TURN
from hexwidget.systems.orders.position import OrdersPosition, Unit


class OrdersActions(LegalActions[Order]):
    """All orders of a player; within a draft those that it can become."""

    def __init__(self, position: OrdersPosition, player: str, within: Draft | None) -> None:
        self._position = position
        self._player = player
        self._within = within or Draft()

    def __iter__(self) -> Iterator[Order]:
        if self._player not in self._position.players:
            return
        given = set(self._within.items())
        for order in self._candidates():
            if any(given <= set(slots.items()) for slots in slots_of(order)) and self._position.check(order):
                yield order

    def _candidates(self) -> Iterator[Order]:
        """Orders worth checking, none of two that lead to the same position."""
        position, player = self._position, self._player
        seat = position.players.index(player)
        own = [unit for unit in position.units if unit.owner == seat]
        for unit in own:
            yield from self._of_unit(seat, unit)
        yield from self._joint_attacks(seat, own)
        yield EndTurn(player)

    def _of_unit(self, seat: int, unit: Unit) -> Iterator[Order]:
        position, player = self._position, self._player
        name = position.map.name
        here, kind = name(unit.at), position.type_of(unit)
        near = [unit.at, *position.map.neighbours(unit.at)]
        for at in near:
            for target in position.opponents(seat, at):
                yield Attack(player, (here,), name(at), position.players[target.owner])
        for at in near[1:]:
            yield Move(player, here, name(at))
        for building in kind.builds:
            yield Build(player, here, building)
        # Whatever has no further effect (O4.1) leads to the same position: only the first of that is listed.
        # With the last order of a game turn that position is the one that ending the turn leads to.
        last = position.left == 1 and len(position.queue) == 1
        idle = last or (bool(unit.defending) and bool(position.check(Defend(player, here))))
        if not (last and unit.defending):
            yield Defend(player, here)
        for standing in position.buildings_at(unit.at):
            yield Destroy(player, here, standing.kind)
        yield Disband(player, here)
        for spell in kind.spells:
            for order in self._casts(seat, unit, spell):
                warded = position.unit_of(seat, position.map.index(order.target))
                ward = position.roster.spells[spell].kind == "ward"
                if ward and warded is not None and warded.defending:
                    if idle or not position.check(order):
                        continue
                    idle = True
                yield order

    def _casts(self, seat: int, unit: Unit, spell: str) -> Iterator[Cast]:
        position, here = self._position, self._position.map.name(unit.at)
        # A move, or a blink listed before, may lead to the same position: unless it is asked for, it is left out.
        spells = position.type_of(unit).spells
        before = [position.roster.spells[s] for s in spells[: spells.index(spell)]]
        moved = [1] + [n for b in before if b.kind == "blink" for n in range(b.range[0], b.range[1] + 1)]
        if "spell" in self._within:
            moved = []
        what = position.roster.spells[spell]
        for at in disk(position.map.hex(unit.at), what.range[1]):
            there = position.map.find(tuple(at))
            if there is None:
                continue
            target = position.map.name(there)
            if what.kind == "bolt":
                for enemy in position.opponents(seat, there):
                    yield Cast(self._player, here, spell, target, position.players[enemy.owner])
            elif what.kind == "ward":
                if position.unit_of(seat, there) is not None:
                    yield Cast(self._player, here, spell, target)
            elif position.map.distance(unit.at, there) not in moved:
                yield Cast(self._player, here, spell, target)

    def _joint_attacks(self, seat: int, own: list[Unit]) -> Iterator[Attack]:
        position = self._position
        if position.left < ORDERS_A_TURN:
            return
        free = [unit for unit in own if not unit.ordered]
        for target in position.units:
            if target.owner != seat and not target.attacked:
                near = [u for u in free if u.at == target.at or position.adjacent(u.at, target.at)]
                for pair in combinations(near, MOST_ATTACKERS):
                    units = tuple(position.map.name(unit.at) for unit in pair)
                    yield Attack(self._player, units, position.map.name(target.at), position.players[target.owner])

    def __contains__(self, action: object) -> bool:
        return self._allows(self._position, self._player, action)

    def count(self) -> int:
        return sum(1 for _ in self)
