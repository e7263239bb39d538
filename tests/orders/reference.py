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
        standing = [given_to(position, order, space) for space in named(order)]
        self.units: list[Unit] = [unit for unit in standing if unit is not None]
        self.ids = {unit.id for unit in self.units}

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
        target = opponent_aimed_at(self.position, order)
        return target is not None and target.at == owing.at


def named(order: Order) -> tuple[str, ...]:
    """The hexes of the units that an order is given to."""
    if isinstance(order, EndTurn):
        return ()
    return order.units if isinstance(order, Attack) else (order.unit,)


def given_to(position: OrdersPosition, order: Order, space: str) -> Unit | None:
    """The unit on a hex that an order is given to: the player's own, else the first other."""
    there = [unit for unit in position.units if position.map.name(unit.at) == space]
    own = [unit for unit in there if position.players[unit.owner] == order.player]
    return min(own or there, key=lambda unit: unit.owner, default=None)


def counts_as_own(position: OrdersPosition, order: Order, unit: Unit) -> bool:
    """True of the player's units, and of those that are judged as if they were."""
    return Case(position, order).is_own(unit)


def aimed_at(position: OrdersPosition, order: Attack | Cast) -> Unit | None:
    """The unit that an order aims at: that of the player named; else an opposing one, if one is there."""
    there = [unit for unit in position.units if position.map.name(unit.at) == order.target]
    if order.owner is not None:
        there = [unit for unit in there if position.players[unit.owner] == order.owner]
    return min(there, key=lambda unit: (counts_as_own(position, order, unit), unit.owner), default=None)


def opponent_aimed_at(position: OrdersPosition, order: Attack | Cast) -> Unit | None:
    """The unit that an order aims at, if it is an opposing one (O1.7)."""
    unit = aimed_at(position, order)
    return None if unit is None or counts_as_own(position, order, unit) else unit


def two_orders_a_turn(case: Case) -> bool | None:
    """O1.1: each player takes one turn, in order of initiative, with two orders."""
    position, order = case.position, case.order
    if case.over or not position.queue:
        return None  # nobody has a turn
    if position.players[position.queue[0]] != order.player:
        return True
    return not isinstance(order, EndTurn) and position.left < 1


def initiative_first(case: Case) -> bool | None:
    """O1.2: at the start of each game turn everybody rolls."""
    return None if case.over else not case.position.queue


def one_order_a_unit(case: Case) -> bool | None:
    """O1.4: one order in a game turn, except the unit that moves into an enemy's hex and attacks it."""
    position, order = case.position, case.order
    if isinstance(order, EndTurn):
        return False
    units = case.units
    if not units:
        return None
    if isinstance(order, Attack) and len(order.units) == 1 and position.owed is not None:
        # The unit that has moved in attacks alone: two attackers take two orders (O2.3).
        inside = position.map.index(order.target) == units[0].at
        if units[0].id == position.owed.unit and inside and opponent_aimed_at(position, order) is not None:
            return False
    return any(unit.ordered for unit in units)


def one_own_unit_a_hex(case: Case) -> bool | None:
    """O1.5: no two units of a player in a hex."""
    if not isinstance(case.order, Move):
        return False
    return any(unit.id not in case.ids for unit in case.own_units(case.position.map.index(case.order.to)))


def own_units_only(case: Case) -> bool | None:
    """O1.7: orders are given to one's own army units."""
    position, order = case.position, case.order
    own = {position.map.name(unit.at) for unit in position.units if position.players[unit.owner] == order.player}
    return not {*named(order)} <= own


def not_out(case: Case) -> bool | None:
    """O1.9: the game goes on, and the player has army units."""
    return case.over or not any(unit.owner == case.me for unit in case.position.units)


def next_to_the_opponent(case: Case) -> bool | None:
    """O2.1: each attacker is in a hex adjacent to the opposing unit, or in the same one."""
    position, order = case.position, case.order
    if not isinstance(order, Attack):
        return False
    target = opponent_aimed_at(position, order)
    there = position.map.index(order.target)
    near = [position.map.distance(position.map.index(space), there) <= 1 for space in order.units]
    return target is None or not all(near)


def two_attackers_at_most(case: Case) -> bool | None:
    """O2.2: one unit or two attack together, and no unit is attacked by more than two in a game turn (O2.3)."""
    position, order = case.position, case.order
    if not isinstance(order, Attack):
        return False
    if len(order.units) > 2 or len({*order.units}) != len(order.units):
        return True
    defender = aimed_at(position, order)
    return None if defender is None else len(order.units) + defender.attacked > 2


def dice_of_an_attack(case: Case) -> bool | None:
    """O2.3: the dice of an attack that is under way come first; two units attack with both orders."""
    position, order = case.position, case.order
    if position.battle is not None:
        return True
    if not isinstance(order, Attack) or len(order.units) != 2:
        return False
    # In the turn of another player, and while nobody has a turn, both orders are unused.
    its_turn = not case.over and [position.players[seat] for seat in position.queue[:1]] == [order.player]
    return its_turn and position.left != 2


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
    """O7.1: a unit casts a spell of its own, within its range. The result is immediate: its die comes before all else."""
    position, order = case.position, case.order
    if position.bolt is not None:
        return True
    if not isinstance(order, Cast):
        return False
    nearest, farthest = position.roster.spells[order.spell].range
    distance = position.map.distance(position.map.index(order.unit), position.map.index(order.target))
    if distance < nearest or distance > farthest:
        return True
    caster = given_to(position, order, order.unit)
    return None if caster is None else order.spell not in position.roster.units[caster.kind].spells


def target_of_the_spell(case: Case) -> bool | None:
    """O7.2: firebolt an opposing unit, ward an own unit without opposing ones in its hex, blink to a hex without units."""
    position, order = case.position, case.order
    if not isinstance(order, Cast):
        return False
    there = [unit for unit in position.units if position.map.name(unit.at) == order.target]
    own = [unit for unit in there if counts_as_own(position, order, unit)]
    kind = position.roster.spells[order.spell].kind
    if kind == "bolt":
        return opponent_aimed_at(position, order) is None
    return bool(there) if kind == "blink" else not own or len(own) < len(there)


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
