"""The legal orders of a player: one for each position that can result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations

from hexwidget.geometry import HexMap, disk
from hexwidget.rules.listing import Batch, Listing, spread
from hexwidget.systems.orders import actions
from hexwidget.systems.orders.legality.timing import the_moment
from hexwidget.systems.orders.position import MOST_ATTACKERS, ORDERS_A_TURN, OrdersPosition, Unit
from hexwidget.systems.orders.roster import FARM


class OrdersActions(Listing[actions.Order]):
    """All orders of a player. They are made legal, not made and then checked: each kind is listed by what the rules ask of it
    (see `hexwidget.systems.orders.legality`)."""

    position: OrdersPosition

    def batches(self) -> list[Batch]:
        position, seat = self.position, self.seat
        if next(the_moment(position, seat), None) is not None:
            return []
        enemies = {unit.at for unit in position.units if unit.owner != seat}
        if position.owed is not None:  # O8.2: nothing else comes first
            unit = position.by_id[position.owed.unit]
            return [(self._attack, ((unit,),), self._targets([unit.at]))]
        free = [unit for unit in position.units if unit.owner == seat and not unit.ordered]  # O1.4
        only = self.within.get("unit")
        closed = self._closed_to_moves(enemies)
        # O1.8: the tiles of others.
        tiles = enemies.union([building.at for building in position.buildings if building.owner != seat])
        built = {building.at for building in position.buildings}
        around = _around(position.map)
        # With the last order of a game turn, all casters are alike: a ward on a unit is listed once.
        last = self._last
        warded: set[int] | None = set() if last and "unit" not in self.within else None
        attacks, moves, casts = self._may_say("target", "with"), self._may_say("to"), self._may_say("spell", "at")
        found: list[Batch] = []
        for unit in free:
            here, kind = unit.at, position.type_of(unit)
            name = position.map.name(here)
            if only not in (None, name):
                continue
            beside = around(here, 0, 1)[0]
            if attacks and not enemies.isdisjoint(beside):
                found.append((self._attack, ((unit,),), self._targets(beside)))
            if moves:
                found.append((self._move, (unit,), [at for at in around(here, 1, 1)[1] if at not in closed]))  # O8.1
            standing = position.buildings_at(here) if here in built else []
            if here not in tiles:
                can_be_built = kind.builds  # O3.1, O3.3, O3.4
                if standing:
                    farms = {other.kind == FARM for other in standing}
                    can_be_built = tuple([building for building in kind.builds if (building == FARM) not in farms])
                found.append((actions.Build, (self.player, name), can_be_built))
                # O4.1. With the last order of a game turn, to defend again leads where ending the turn does.
                if not (unit.defending and last):
                    found.append((actions.Defend, (self.player,), (name,)))
            if standing and here not in enemies:  # O5.1
                found.append((actions.Destroy, (self.player, name), [building.kind for building in standing]))
            found.append((actions.Disband, (self.player,), (name,)))  # O6.1
            if kind.spells and casts:
                found += self._casts(unit, kind.spells, tiles, set() if warded is None else warded)
        if position.left >= ORDERS_A_TURN and attacks:
            found.append((spread(self._attack), (), list(self._joint_attacks(free))))
        found.append((actions.EndTurn, (), (self.player,)))
        return found

    def _may_say(self, *slots: str) -> bool:
        """True if the draft has no slot but the unit's and some others, so that it may become one of their orders."""
        return not self.within or {*self.within} <= {"unit", *slots}

    def _closed_to_moves(self, enemies: set[int]) -> Collection[int]:
        """O1.5: where own units stand; O8.2: enemies, unless both orders are left and one of them can be attacked."""
        position, seat = self.position, self.seat
        if position.left < ORDERS_A_TURN:
            return position.by_hex
        open_to_attack = {unit.at for unit in position.units if unit.attacked < MOST_ATTACKERS}
        return {unit.at for unit in position.units if unit.owner == seat} | enemies - open_to_attack

    def _targets(self, hexes: Collection[int]) -> list[Unit]:
        """O2.1, O2.2: the opponents on some hexes that can be attacked."""
        by_hex = self.position.by_hex
        there = [unit for at in hexes if at in by_hex for unit in by_hex[at]]
        return [unit for unit in there if unit.owner != self.seat and unit.attacked < MOST_ATTACKERS]

    def _joint_attacks(self, free: list[Unit]) -> Iterator[tuple[tuple[Unit, ...], Unit]]:
        """O2.2, O2.3: pairs that attack a unit which has not been attacked."""
        position = self.position
        around = _around(position.map)
        beside = [(unit, around(unit.at, 0, 1)[0]) for unit in free]
        within = {at for _, hexes in beside for at in hexes}
        for target in position.units:
            if target.at in within and target.owner != self.seat and not target.attacked:
                near = [unit for unit, hexes in beside if target.at in hexes]
                for pair in combinations(near, MOST_ATTACKERS):
                    yield pair, target

    @property
    def _last(self) -> bool:
        """True if the game turn ends with this order."""
        return self.position.left == 1 and len(self.position.queue) == 1

    # ------------------------------------------------------------------ magic
    def _casts(self, unit: Unit, spells: tuple[str, ...], tiles: set[int], warded: set[int]) -> Iterator[Batch]:
        """O7.1, O7.2.

        :param warded: the units (by id) with a ward that is listed already; those that are listed here are added
        """
        position, by_hex = self.position, self.position.by_hex
        around = _around(position.map)
        # Orders without further effect (O4.1) lead to the same position: only the first is listed.
        idle = self._last or (bool(unit.defending) and unit.at not in tiles)
        # A move, or a blink listed before, may lead to the same position: a blink is then listed only within a draft that has a spell.
        leave_out = "spell" not in self.within
        reached = set(around(unit.at, 1, 1)[1] if leave_out else ())
        for name in spells:
            spell = position.roster.spells[name]
            in_range, can_be_entered = around(unit.at, *spell.range)
            if spell.kind == "blink":
                free = [at for at in can_be_entered if at not in by_hex and at not in reached]
                reached.update(can_be_entered if leave_out else ())
                yield (self._cast, (unit, name), free)
                continue
            there = [each for at in in_range if at in by_hex for each in by_hex[at]]
            if spell.kind == "bolt":
                yield (self._cast_at, (unit, name), [each for each in there if each.owner != self.seat])
                continue
            own = [each for each in there if not position.opponents(self.seat, each.at)]
            defending = [each for each in own if each.defending]
            useless = defending if idle else defending[1:]
            idle = idle or bool(defending)
            listed = [each for each in own if each not in useless and not (leave_out and each.id in warded)]
            warded.update(each.id for each in listed)
            yield (self._cast, (unit, name), [each.at for each in listed])

    # ------------------------------------------------------------------ the orders themselves
    def _attack(self, units: tuple[Unit, ...], target: Unit) -> actions.Attack:
        name = self.position.map.name
        whose = self.position.players[target.owner]
        return actions.Attack(self.player, tuple([name(unit.at) for unit in units]), name(target.at), whose)

    def _move(self, unit: Unit, to: int) -> actions.Move:
        return actions.Move(self.player, self.position.map.name(unit.at), self.position.map.name(to))

    def _cast(self, unit: Unit, spell: str, at: int) -> actions.Cast:
        return actions.Cast(self.player, self.position.map.name(unit.at), spell, self.position.map.name(at))

    def _cast_at(self, unit: Unit, spell: str, enemy: Unit) -> actions.Cast:
        return replace(self._cast(unit, spell, enemy.at), owner=self.position.players[enemy.owner])


# ---------------------------------------------------------------------- the ground
@lru_cache(maxsize=64)
def _around(hexmap: HexMap) -> Callable[[int, int, int], tuple[tuple[int, ...], tuple[int, ...]]]:
    """A cache of a map, by hex and least and most distance: the hexes that far away, the nearest first, and those of them that can
    be entered. All positions on the map share it."""

    @cache
    def found(at: int, least: int, most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        every = [hexmap.find(tuple(there)) for there in disk(hexmap.hex(at), most)]
        far = tuple(there for there in every if there is not None and hexmap.distance(at, there) >= least)
        return far, tuple(there for there in far if hexmap.terrain(there) != "impassable")

    return found
