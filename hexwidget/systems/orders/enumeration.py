"""The orders that a player may give: one for each position that can result."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from hexwidget.geometry import HexMap
from hexwidget.geometry.hexes import disk
from hexwidget.rules import Draft, LegalActions
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.drafts import slots_of
from hexwidget.systems.orders.legality import MOST_ATTACKERS, ORDERS_A_TURN, the_moment
from hexwidget.systems.orders.position import Building, OrdersPosition, Unit
from hexwidget.systems.orders.roster import FARM

Way = tuple[Any, ...]
"""What makes an order, and of what: most of those that may be given are only counted, and need not be made."""


class OrdersActions(LegalActions[Order]):
    """All orders of a player; within a draft those that it can become. They are made legal, not made and then checked; every
    way is listed by the method named after its order, which asks what the rules ask (see `legality`)."""

    def __init__(self, position: OrdersPosition, player: str, within: Draft | None) -> None:
        self._position = position
        self._player = player
        self._within = within or Draft()
        self._seat = position.players.index(player) if player in position.players else -1

    def __iter__(self) -> Iterator[Order]:
        given = set(self._within.items())
        for make, *what in self._ways():
            order: Order = make(*what)
            if not given or any(given <= set(slots.items()) for slots in slots_of(order)):
                yield order

    def __contains__(self, action: object) -> bool:
        return self._allows(self._position, self._player, action)

    def count(self) -> int:
        return sum(1 for _ in self) if self._within else len(self._ways())

    def sample(self, rng: Random) -> Order:
        if self._within:
            return super().sample(rng)
        ways = self._ways()
        if not ways:
            raise LookupError("there is no legal action to choose from")
        make, *what = ways[rng.randrange(len(ways))]
        order: Order = make(*what)
        return order

    # ------------------------------------------------------------------ what may be ordered
    def _ways(self) -> list[Way]:
        """The ways to give an order, none of two that lead to the same position."""
        position, seat = self._position, self._seat
        if seat < 0 or next(the_moment(position, seat), None) is not None:
            return []
        enemies = {unit.at for unit in position.units if unit.owner != seat}
        if position.owed is not None:  # O8.2: nothing else comes first
            unit = position.by_id[position.owed.unit]
            return self._attacks(unit, [unit.at], enemies)
        free = [unit for unit in position.units if unit.owner == seat and not unit.ordered]  # O1.4
        closed = self._closed_to_moves(enemies)
        # O1.8: the tiles of others.
        tiles = enemies.union([building.at for building in position.buildings if building.owner != seat])
        built = {building.at for building in position.buildings}
        around = _around(position.map)
        found: list[Way] = []
        for unit in free:
            kind = position.type_of(unit)
            found += self._attacks(unit, around[unit.at, 0, 1][0], enemies)
            found += [(self._move, unit, at) for at in around[unit.at, 1, 1][1] if at not in closed]  # O8.1
            if unit.at not in tiles:
                standing = position.buildings_at(unit.at) if unit.at in built else []
                found += self._builds(unit, kind.builds, standing)
                found += self._defends(unit)
            if unit.at in built and unit.at not in enemies:  # O5.1
                found += [(self._destroy, unit, building.kind) for building in position.buildings_at(unit.at)]
            found.append((self._disband, unit))  # O6.1
            if kind.spells:
                found += self._casts(unit, kind.spells, tiles)
        if position.left >= ORDERS_A_TURN:
            found += self._joint_attacks(free)
        found.append((EndTurn, self._player))
        return found

    def _closed_to_moves(self, enemies: set[int]) -> Collection[int]:
        """O1.5: where own units stand; O8.2: enemies, unless both orders are left and one of them can be attacked."""
        position, seat = self._position, self._seat
        if position.left < ORDERS_A_TURN:
            return position.by_hex
        open_to_attack = {unit.at for unit in position.units if unit.owner != seat and unit.attacked < MOST_ATTACKERS}
        return {unit.at for unit in position.units if unit.owner == seat} | enemies - open_to_attack

    def _attacks(self, unit: Unit, hexes: Collection[int], enemies: set[int]) -> list[Way]:
        """O2.1, O2.2."""
        if enemies.isdisjoint(hexes):
            return []
        return [
            (self._attack, (unit,), enemy)
            for at in hexes
            if at in enemies
            for enemy in self._position.by_hex[at]
            if enemy.owner != unit.owner and enemy.attacked < MOST_ATTACKERS
        ]

    def _joint_attacks(self, free: list[Unit]) -> Iterator[Way]:
        """O2.2, O2.3: both attack somebody whom nobody has attacked."""
        position = self._position
        around = _around(position.map)
        beside = [(unit, around[unit.at, 0, 1][0]) for unit in free]
        within = {at for _, hexes in beside for at in hexes}
        for target in position.units:
            if target.at in within and target.owner != self._seat and not target.attacked:
                near = [unit for unit, hexes in beside if target.at in hexes]
                for pair in combinations(near, MOST_ATTACKERS):
                    yield (self._attack, pair, target)

    def _builds(self, unit: Unit, can: tuple[str, ...], standing: list[Building]) -> list[Way]:
        """O3.1, O3.3, O3.4."""
        if not standing:
            return [(self._build, unit, building) for building in can]
        farms = {other.kind == FARM for other in standing}
        return [(self._build, unit, building) for building in can if (building == FARM) not in farms]

    def _defends(self, unit: Unit) -> list[Way]:
        """O4.1. With the last order of a game turn, to defend again leads where ending the turn does."""
        return [] if unit.defending and self._last else [(self._defend, unit)]

    @property
    def _last(self) -> bool:
        """Whether the game turn ends with this order."""
        return self._position.left == 1 and len(self._position.queue) == 1

    # ------------------------------------------------------------------ magic
    def _casts(self, unit: Unit, spells: tuple[str, ...], tiles: set[int]) -> Iterator[Way]:
        """O7.1, O7.2."""
        position, by_hex, seat = self._position, self._position.by_hex, self._seat
        # Whatever has no further effect (O4.1) leads to the same position: only the first of that is listed.
        idle = self._last or (bool(unit.defending) and unit.at not in tiles)
        # A move, or a blink listed before, may lead to the same position: unless it is asked for, it is left out.
        leave_out = "spell" not in self._within
        around = _around(position.map)
        reached = set(around[unit.at, 1, 1][1] if leave_out else ())
        for name in spells:
            spell = position.roster.spells[name]
            if spell.kind == "blink":
                hexes = around[unit.at, *spell.range][1]
                for at in hexes:
                    if at not in by_hex and at not in reached:
                        yield (self._cast, unit, name, at)
                reached.update(hexes if leave_out else ())
                continue
            for at in around[unit.at, *spell.range][0]:
                if at not in by_hex:
                    continue
                there = by_hex[at]
                if spell.kind == "bolt":
                    for enemy in there:
                        if enemy.owner != seat:
                            yield (self._cast, unit, name, at, enemy)
                elif all(own.owner == seat for own in there):
                    if there[0].defending:
                        if idle:
                            continue
                        idle = True
                    yield (self._cast, unit, name, at)

    # ------------------------------------------------------------------ the orders themselves
    def _attack(self, units: tuple[Unit, ...], target: Unit) -> Attack:
        name = self._position.map.name
        whose = self._position.players[target.owner]
        return Attack(self._player, tuple(name(unit.at) for unit in units), name(target.at), whose)

    def _move(self, unit: Unit, to: int) -> Move:
        return Move(self._player, self._position.map.name(unit.at), self._position.map.name(to))

    def _build(self, unit: Unit, building: str) -> Build:
        return Build(self._player, self._position.map.name(unit.at), building)

    def _defend(self, unit: Unit) -> Defend:
        return Defend(self._player, self._position.map.name(unit.at))

    def _destroy(self, unit: Unit, building: str) -> Destroy:
        return Destroy(self._player, self._position.map.name(unit.at), building)

    def _disband(self, unit: Unit) -> Disband:
        return Disband(self._player, self._position.map.name(unit.at))

    def _cast(self, unit: Unit, spell: str, at: int, enemy: Unit | None = None) -> Cast:
        name = self._position.map.name
        whose = None if enemy is None else self._position.players[enemy.owner]
        return Cast(self._player, name(unit.at), spell, name(at), whose)


# ---------------------------------------------------------------------- the ground
class _Around(dict[tuple[int, int, int], tuple[tuple[int, ...], tuple[int, ...]]]):
    """For a hex, and the least and the most distance from it: the hexes so far away, the nearest first; and those of them that
    can be entered (O8.4). Filled in as it is asked."""

    def __init__(self, hexmap: HexMap) -> None:
        self._map = hexmap

    def __missing__(self, asked: tuple[int, int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        at, least, most = asked
        every = [self._map.find(tuple(there)) for there in disk(self._map.hex(at), most)]
        found = tuple(there for there in every if there is not None and self._map.distance(at, there) >= least)
        can_be_entered = tuple(there for there in found if self._map.terrain(there) != "impassable")
        self[asked] = found, can_be_entered
        return found, can_be_entered


_around = lru_cache(maxsize=64)(_Around)
"""What is around the hexes of a map, which all positions on it share."""
