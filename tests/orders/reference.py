"""Every clause that can bar an order, read naively from the rulebook: True if it bars, False if not, None if what it speaks of does
not exist.

An order is judged as if it were its player's turn and the units named were the player's own:

* A unit named by a hex is the player's own there; else the one of the first seat there, as if it were the player's; else none.
  Every other unit and every building keeps its owner. An opponent's keep in the hex stays an opponent's.
* Where no unit stands, the hex is judged all the same, as if one stood there. What depends on the unit itself (its kind, its earlier
  orders) is not judged.
* In the turn of another player, a player has both orders. An attack is owed by the player who has the unit that owes it.
"""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, EndTurn, Move, Order
from hexwidget.systems.orders.position import Building, OrdersPosition, Unit

FARM = "farm"


class Case:
    """An order at a position: the hexes of the units named, the units as if they were the player's own, and all others."""

    def __init__(self, position: OrdersPosition, order: Order) -> None:
        self.position = position
        self.order = order
        self.me = position.players.index(order.player)
        self.froms = [position.map.index(name) for name in named(order)]
        standing = [self._standing(at) for at in self.froms]
        self.units: list[Unit] = [unit for unit in standing if unit is not None]
        self.ids = {unit.id for unit in self.units}

    def _standing(self, at: int) -> Unit | None:
        there = sorted((unit for unit in self.position.units if unit.at == at), key=lambda unit: unit.owner)
        own = [unit for unit in there if unit.owner == self.me]
        return (own or there or [None])[0]

    def is_own(self, unit: Unit) -> bool:
        return unit.owner == self.me or unit.id in self.ids

    def opposing_units(self, at: int) -> list[Unit]:
        return [unit for unit in self.position.units if unit.at == at and not self.is_own(unit)]

    def own_units(self, at: int) -> list[Unit]:
        return [unit for unit in self.position.units if unit.at == at and self.is_own(unit)]

    def buildings(self, at: int) -> list[Building]:
        return [building for building in self.position.buildings if building.at == at]

    def opposing_tile(self, at: int) -> bool:
        return bool(self.opposing_units(at)) or any(building.owner != self.me for building in self.buildings(at))

    def distance(self, a: int, b: int) -> int:
        return self.position.map.distance(a, b)

    def target(self) -> Unit | None:
        """The unit that an attack or a bolt aims at: the one of the player named, else the first opponent's, else an own one."""
        order, position = self.order, self.position
        assert isinstance(order, (Attack, Cast))
        at = position.map.index(order.target)
        if order.owner is None:
            seats = sorted(self.opposing_units(at), key=lambda unit: unit.owner)
            return next(iter([*seats, *self.own_units(at)]), None)
        seat = position.players.index(order.owner)
        return next((unit for unit in position.units if unit.at == at and unit.owner == seat), None)

    @property
    def is_aimed(self) -> bool:
        order = self.order
        return isinstance(order, Attack) or (
            isinstance(order, Cast) and self.position.roster.spells[order.spell].kind == "bolt"
        )

    @property
    def aims_at_its_own(self) -> bool:
        target = self.target() if self.is_aimed else None
        return target is not None and self.is_own(target)

    # ------------------------------------------------------------------ the moment
    @property
    def over(self) -> bool:
        """O1.9: True if at most one player has army units, and others have lost theirs."""
        alive = {unit.owner for unit in self.position.units}
        return len(alive) <= 1 and len(alive) < len(self.position.players)

    @property
    def a_turn_runs(self) -> bool:
        return bool(self.position.queue) and not self.over

    @property
    def in_turn(self) -> bool:
        return self.a_turn_runs and self.position.queue[0] == self.me

    @property
    def orders_left(self) -> int:
        return self.position.left if self.in_turn else 2

    @property
    def owing(self) -> Unit | None:
        """O8.2: the unit that owes its attack, if it is the player's."""
        owed = self.position.owed
        unit = None if owed is None else next(unit for unit in self.position.units if unit.id == owed.unit)
        return unit if unit is not None and self.is_own(unit) else None

    @property
    def is_owed_attack(self) -> bool:
        owing, order = self.owing, self.order
        if owing is None or not isinstance(order, Attack) or self.froms != [owing.at] or self.units != [owing]:
            return False
        target = self.target()
        return target is not None and not self.is_own(target) and target.at == owing.at


def named(order: Order) -> tuple[str, ...]:
    """The hexes of the units that an order is given to."""
    if isinstance(order, EndTurn):
        return ()
    return order.units if isinstance(order, Attack) else (order.unit,)


def two_orders_a_turn(case: Case) -> bool | None:
    """O1.1: in order of initiative, with two orders."""
    if not case.a_turn_runs:
        return None
    return not case.in_turn or (case.orders_left == 0 and not isinstance(case.order, EndTurn))


def initiative_first(case: Case) -> bool | None:
    """O1.2: at the start of each game turn everybody rolls."""
    return None if case.over else not case.position.queue


def one_order_a_unit(case: Case) -> bool | None:
    """O1.4: one order in a game turn, except the unit that moves in and attacks."""
    if isinstance(case.order, EndTurn):
        return False
    if not case.units:
        return None
    return not case.is_owed_attack and any(unit.ordered for unit in case.units)


def one_own_unit_a_hex(case: Case) -> bool | None:
    """O1.5: no two units of a player in a hex."""
    if not isinstance(case.order, Move):
        return False
    return any(unit.id not in case.ids for unit in case.own_units(case.position.map.index(case.order.to)))


def own_units_only(case: Case) -> bool | None:
    """O1.7: orders are given to one's own units; any other player's are opponents."""
    own = {unit.at for unit in case.position.units if unit.owner == case.me}
    return any(at not in own for at in case.froms) or case.aims_at_its_own


def not_out(case: Case) -> bool | None:
    """O1.9: the game goes on, and the player has army units."""
    return case.over or not any(unit.owner == case.me for unit in case.position.units)


def next_to_the_opponent(case: Case) -> bool | None:
    """O2.1: each attacker is next to an opposing unit, or in its hex."""
    if not isinstance(case.order, Attack):
        return False
    target = case.target()
    at = case.position.map.index(case.order.target)
    return target is None or any(case.distance(here, at) > 1 for here in case.froms)


def two_attackers_at_most(case: Case) -> bool | None:
    """O2.2: at most two different units attack one, and no unit is attacked by more than two in a game turn."""
    if not isinstance(case.order, Attack):
        return False
    if len(case.order.units) > 2 or len(set(case.froms)) < len(case.froms):
        return True
    target = case.target()
    return None if target is None else target.attacked + len(case.order.units) > 2


def dice_of_an_attack(case: Case) -> bool | None:
    """O2.3: an attack is decided before anything else is done; two units attack with both orders."""
    return case.position.battle is not None or (len(case.froms) == 2 and case.orders_left < 2)


def what_it_can_build(case: Case) -> bool | None:
    """O3.1: the buildings of the unit; O3.4 speaks of farms."""
    if not isinstance(case.order, Build) or case.order.building == FARM:
        return False
    return None if not case.units else not builds(case, case.order.building)


def no_opposing_tile_to_build(case: Case) -> bool | None:
    """O3.2: not in a hex with an opposing tile."""
    return isinstance(case.order, Build) and case.opposing_tile(case.froms[0])


def one_building_a_hex(case: Case) -> bool | None:
    """O3.3: one building, and one farm."""
    if not isinstance(case.order, Build):
        return False
    is_farm = case.order.building == FARM
    return any((building.kind == FARM) == is_farm for building in case.buildings(case.froms[0]))


def may_farm(case: Case) -> bool | None:
    """O3.4: every unit builds farms, unless its description says otherwise."""
    if not isinstance(case.order, Build) or case.order.building != FARM:
        return False
    return None if not case.units else not builds(case, FARM)


def builds(case: Case, building: str) -> bool:
    return building in case.position.roster.units[case.units[0].kind].builds


def no_opposing_tile_to_defend(case: Case) -> bool | None:
    """O4.1: no opposing tile in the hex."""
    return isinstance(case.order, Defend) and case.opposing_tile(case.froms[0])


def something_to_destroy(case: Case) -> bool | None:
    """O5.1: a building in the hex, and no opposing army unit."""
    if not isinstance(case.order, Destroy):
        return False
    here = case.froms[0]
    there = any(building.kind == case.order.building for building in case.buildings(here))
    return not there or bool(case.opposing_units(here))


def spell_and_range(case: Case) -> bool | None:
    """O7.1: a unit casts the spells that it knows, each at its range, and the result is immediate: its die comes first."""
    if case.position.bolt is not None:
        return True
    if not isinstance(case.order, Cast):
        return False
    least, most = case.position.roster.spells[case.order.spell].range
    if not least <= case.distance(case.froms[0], case.position.map.index(case.order.target)) <= most:
        return True
    return None if not case.units else case.order.spell not in case.position.roster.units[case.units[0].kind].spells


def target_of_the_spell(case: Case) -> bool | None:
    """O7.2: a bolt hits an opposing unit, a ward helps an own one, blink leads to a hex without units."""
    if not isinstance(case.order, Cast):
        return False
    at = case.position.map.index(case.order.target)
    kind = case.position.roster.spells[case.order.spell].kind
    if kind == "bolt":
        return case.target() is None
    if kind == "ward":
        return not case.own_units(at) or bool(case.opposing_units(at))
    return any(unit.at == at for unit in case.position.units)


def one_hex(case: Case) -> bool | None:
    """O8.1: one hex in any direction."""
    order = case.order
    return isinstance(order, Move) and case.distance(case.froms[0], case.position.map.index(order.to)) != 1


def into_the_enemy(case: Case) -> bool | None:
    """O8.2: only with both orders unused, and if the unit may attack there; an attack that is owed comes next."""
    if case.owing is not None and not case.is_owed_attack:
        return True
    if not isinstance(case.order, Move):
        return False
    enemies = case.opposing_units(case.position.map.index(case.order.to))
    return bool(enemies) and (case.orders_left < 2 or all(enemy.attacked >= 2 for enemy in enemies))


def inside_the_hex(case: Case) -> bool | None:
    """O8.3 says where units stand; it bars no order."""
    return False


def ground(case: Case) -> bool | None:
    """O8.4: impassable hexes are not entered, by a move or by magic."""
    order, spells = case.order, case.position.roster.spells
    blinks = isinstance(order, Cast) and spells[order.spell].kind == "blink"
    into = order.to if isinstance(order, Move) else order.target if isinstance(order, Cast) and blinks else None
    return into is not None and case.position.map.terrain(into) == "impassable"


READINGS: dict[str, Callable[[Case], bool | None]] = {
    "O1.1": two_orders_a_turn,
    "O1.2": initiative_first,
    "O1.4": one_order_a_unit,
    "O1.5": one_own_unit_a_hex,
    "O1.7": own_units_only,
    "O1.9": not_out,
    "O2.1": next_to_the_opponent,
    "O2.2": two_attackers_at_most,
    "O2.3": dice_of_an_attack,
    "O3.1": what_it_can_build,
    "O3.2": no_opposing_tile_to_build,
    "O3.3": one_building_a_hex,
    "O3.4": may_farm,
    "O4.1": no_opposing_tile_to_defend,
    "O5.1": something_to_destroy,
    "O7.1": spell_and_range,
    "O7.2": target_of_the_spell,
    "O8.1": one_hex,
    "O8.2": into_the_enemy,
    "O8.3": inside_the_hex,
    "O8.4": ground,
}


def _clause(reading: Callable[[Case], bool | None]) -> Callable[[OrdersPosition, Order], bool | None]:
    return lambda position, order: reading(Case(position, order))


CLAUSES = {clause: _clause(reading) for clause, reading in READINGS.items()}
"""By clause: True if it bars an order at a position, False if not, None if what it speaks of does not exist."""
