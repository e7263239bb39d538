"""The orders that a player may give: one for each position that can result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from hexwidget.systems.orders.position import OrdersPosition, Unit
from hexwidget.systems.orders.roster import FARM

Way = tuple[Any, ...]
"""What makes an order, and of what: most of those that may be given are only counted, and need not be made."""
ONE_HEX = (1, 1)
BESIDE = (0, 1)
"""How far away a hex is, at least and at most, that a unit moves to (O8.1), or attacks (O2.1)."""


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
        if position.owed is not None:  # O8.2: nothing else comes first
            unit = position.by_id[position.owed.unit]
            return self._attacks(unit, [unit.at])
        free = [unit for unit in position.units if unit.owner == seat and not unit.ordered]  # O1.4
        found: list[Way] = []
        for unit in free:
            found += self._attacks(unit, _in_range(position.map, unit.at, BESIDE))
            found += self._moves(unit, _open(position.map, unit.at, ONE_HEX))
            found += self._builds(unit)
            found += self._defends(unit)
            found += self._destroys(unit)
            found.append((self._disband, unit))
            if position.type_of(unit).spells:
                found += self._casts(unit)
        found += self._joint_attacks(free)
        found.append((EndTurn, self._player))
        return found

    def _attacks(self, unit: Unit, hexes: Iterable[int]) -> list[Way]:
        """O2.1, O2.2."""
        by_hex = self._position.by_hex
        return [
            (self._attack, (unit,), enemy)
            for at in hexes
            if at in by_hex
            for enemy in by_hex[at]
            if enemy.owner != unit.owner and enemy.attacked < MOST_ATTACKERS
        ]

    def _joint_attacks(self, free: list[Unit]) -> Iterator[Way]:
        """O2.2, O2.3: both attack somebody whom nobody has attacked."""
        position = self._position
        if position.left < ORDERS_A_TURN or len(free) < MOST_ATTACKERS:
            return
        beside = {unit: _in_range(position.map, unit.at, BESIDE) for unit in free}
        for target in position.units:
            if target.owner != self._seat and not target.attacked:
                near = [unit for unit in free if target.at in beside[unit]]
                for pair in combinations(near, MOST_ATTACKERS):
                    yield (self._attack, pair, target)

    def _moves(self, unit: Unit, near: Iterable[int]) -> list[Way]:
        """O8.1, O8.4, O1.5; O8.2: into the enemy only if an attack can follow."""
        by_hex = self._position.by_hex
        return [(self._move, unit, at) for at in near if at not in by_hex or self._may_move_into(by_hex[at])]

    def _may_move_into(self, there: tuple[Unit, ...]) -> bool:
        return (
            self._position.left >= ORDERS_A_TURN
            and all(unit.owner != self._seat for unit in there)
            and any(unit.attacked < MOST_ATTACKERS for unit in there)
        )

    def _builds(self, unit: Unit) -> list[Way]:
        """O3.1 to O3.4."""
        position = self._position
        builds = position.type_of(unit).builds
        if not builds or position.has_opposing_tile(unit.owner, unit.at):
            return []
        farms = {other.kind == FARM for other in position.buildings_at(unit.at)}
        return [(self._build, unit, building) for building in builds if (building == FARM) not in farms]

    def _defends(self, unit: Unit) -> list[Way]:
        """O4.1. With the last order of a game turn, to defend again leads where ending the turn does."""
        position = self._position
        if position.has_opposing_tile(unit.owner, unit.at) or (unit.defending and self._last):
            return []
        return [(self._defend, unit)]

    def _destroys(self, unit: Unit) -> list[Way]:
        """O5.1."""
        position = self._position
        standing = position.buildings_at(unit.at)
        if not standing or position.opponents(unit.owner, unit.at):
            return []
        return [(self._destroy, unit, building.kind) for building in standing]

    @property
    def _last(self) -> bool:
        """Whether the game turn ends with this order."""
        return self._position.left == 1 and len(self._position.queue) == 1

    # ------------------------------------------------------------------ magic
    def _casts(self, unit: Unit) -> Iterator[Way]:
        """O7.1, O7.2."""
        position, by_hex, seat = self._position, self._position.by_hex, self._seat
        # Whatever has no further effect (O4.1) leads to the same position: only the first of that is listed.
        idle = self._last or (bool(unit.defending) and bool(self._defends(unit)))
        # A move, or a blink listed before, may lead to the same position: unless it is asked for, it is left out.
        leave_out = "spell" not in self._within
        reached = set(_open(position.map, unit.at, ONE_HEX) if leave_out else ())
        for name in position.type_of(unit).spells:
            spell = position.roster.spells[name]
            if spell.kind == "blink":
                hexes = _open(position.map, unit.at, spell.range)
                for at in hexes:
                    if at not in by_hex and at not in reached:
                        yield (self._cast, unit, name, at)
                reached.update(hexes if leave_out else ())
                continue
            for at in _in_range(position.map, unit.at, spell.range):
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
@lru_cache(maxsize=4096)
def _in_range(hexmap: HexMap, at: int, reach: tuple[int, int]) -> tuple[int, ...]:
    """O7.1: the hexes at least and at most so far from one, the nearest first."""
    least, most = reach
    found = (hexmap.find(tuple(there)) for there in disk(hexmap.hex(at), most))
    return tuple(there for there in found if there is not None and hexmap.distance(at, there) >= least)


@lru_cache(maxsize=4096)
def _open(hexmap: HexMap, at: int, reach: tuple[int, int]) -> tuple[int, ...]:
    """O8.4: those of them that can be entered."""
    return tuple(there for there in _in_range(hexmap, at, reach) if hexmap.terrain(there) != "impassable")
