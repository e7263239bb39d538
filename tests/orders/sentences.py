"""The truth of the sentences of refusals, and of their advice in words, read naively from the position."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.rules import Finding
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Move, Order
from hexwidget.systems.orders.position import OrdersPosition, Unit
from tests.orders.reference import FARM, Case

Truth = Callable[[OrdersPosition, Order, Finding], bool]


def standing(position: OrdersPosition, space: str) -> list[Unit]:
    return [unit for unit in position.units if unit.at == position.map.index(space)]


def called(position: OrdersPosition, unit: Unit) -> str:
    return f"{position.players[unit.owner]}'s {unit.kind}"


def names(position: OrdersPosition, units: list[Unit]) -> set[str]:
    return {called(position, unit) for unit in units}


def player(order: Order, finding: Finding) -> bool:
    return bool(finding.numbers["player"] == order.player)


def seats(position: OrdersPosition) -> set[str]:
    """The players with army units."""
    return {position.players[unit.owner] for unit in position.units}


def steps(position: OrdersPosition, finding: Finding) -> bool:
    one, other = (position.map.index(space) for space in finding.subjects)
    return bool(position.map.distance(one, other) == finding.numbers["steps"])


def article(name: str) -> str:
    return ("an " if name[0].lower() in "aeiou" else "a ") + name


def of_units(position: OrdersPosition, finding: Finding, key: str, units: list[Unit]) -> bool:
    """True if a list in words names these units, and none else; "is" stands for one and "are" for several."""
    are = finding.numbers.get("are", "are" if len(units) > 1 else "is")
    said = set(finding.numbers[key].split(" and "))
    return bool(units) and said == names(position, units) and (are == "are") == (len(units) > 1)


# ---------------------------------------------------------------------- the moment
def is_over(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    left = seats(position)
    said = f"{next(iter(left))} alone has army units left" if left else "nobody has army units left"
    return len(left) <= 1 < len(position.players) + len(left) and finding.numbers["result"] == said


def is_out(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    return player(order, finding) and order.player not in seats(position)


def has_no_turn(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    return player(order, finding) and position.players[position.queue[0]] == finding.numbers["first"] != order.player


def has_no_orders_left(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    return player(order, finding) and position.players[position.queue[0]] == order.player and position.left == 0


def owes(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    owed = position.owed
    there = standing(position, finding.subjects[0])
    return owed is not None and any(
        unit.id == owed.unit and called(position, unit) == finding.numbers["unit"] for unit in there
    )


def left(position: OrdersPosition, finding: Finding) -> bool:
    said = finding.numbers["left"]
    return position.left < 2 and bool(said == (position.left or "none"))


# ---------------------------------------------------------------------- units
def no_unit(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    own = [position.map.name(unit.at) for unit in position.units if position.players[unit.owner] == order.player]
    said = finding.numbers["own"].split(", ") if finding.numbers["own"] else []
    mentioned = bool(own) == ("stand on {own}" in finding.wording)
    return player(order, finding) and not standing(position, finding.subjects[0]) and said == own and mentioned


def others_unit(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    there = standing(position, finding.subjects[0])
    own = any(position.players[unit.owner] == order.player for unit in there)
    return player(order, finding) and not own and finding.numbers["unit"] in names(position, there)


def had_its_order(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    there = standing(position, finding.subjects[0])
    return finding.numbers["unit"] in names(position, [unit for unit in there if unit.ordered])


def own_unit(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Move)
    own = [u for u in standing(position, order.to) if position.players[u.owner] == order.player]
    return finding.subjects == (order.to,) and of_units(position, finding, "unit", own)


# ---------------------------------------------------------------------- attacks
def no_opponent(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, (Attack, Cast))
    case, there = Case(position, order), standing(position, order.target)
    if order.owner is not None:
        nobody = all(position.players[unit.owner] != order.owner for unit in there)
        return nobody and finding.numbers["whose"] == f"unit of {order.owner}"
    return not [unit for unit in there if not case.is_own(unit)] and finding.numbers["whose"] == "opposing army unit"


def no_opponent_but_own(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, (Attack, Cast))
    there = [u for u in standing(position, order.target) if called(position, u) == finding.numbers["unit"]]
    if "itself" in finding.wording:
        return any(unit.id in Case(position, order).ids for unit in there)
    return player(order, finding) and any(position.players[unit.owner] == order.player for unit in there)


def too_many(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Attack)
    return finding.numbers["units"] == len(order.units) > finding.numbers["most"] == 2


def same_unit(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Attack)
    return all(order.units.count(space) > 1 for space in finding.subjects) and bool(finding.subjects)


def attacked_enough(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Attack)
    before, _, word = finding.numbers["before"].partition(" ")
    there = [unit for unit in standing(position, order.target) if called(position, unit) == finding.numbers["unit"]]
    as_said = [unit.attacked for unit in there] == [int(before)] and word == ("unit" if before == "1" else "units")
    return as_said and finding.numbers["most"] == 2 < int(before) + len(order.units)


def not_adjacent(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Attack)
    space, target = finding.subjects
    return space in order.units and target == order.target and steps(position, finding) and finding.numbers["steps"] > 1


# ---------------------------------------------------------------------- building
def cannot_build(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Build)
    kinds = [u.kind for u in standing(position, order.unit) if article(u.kind) == finding.numbers["kind"]]
    builds = position.roster.units[kinds[0]].builds
    said = finding.numbers["can"]
    as_said = said == ", ".join(builds) if builds else said == "nothing"
    return as_said and order.building not in builds and finding.numbers["building"] == article(order.building)


def opposing_tile(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, (Build, Defend))
    case = Case(position, order)
    at = case.froms[0]
    tiles = [called(position, unit) for unit in case.opposing_units(at)]
    tiles += [f"{position.players[b.owner]}'s {b.kind}" for b in case.buildings(at) if b.owner != case.me]
    one = finding.numbers["are"] == "is"
    return player(order, finding) and finding.numbers["tiles"].split(" and ") == tiles and one == (len(tiles) == 1)


def occupied(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Build)
    at = position.map.index(order.unit)
    there = {
        f"{position.players[b.owner]}'s {b.kind}"
        for b in position.buildings
        if b.at == at and (b.kind == FARM) == (order.building == FARM)
    }
    return there == {finding.numbers["other"]} and finding.numbers["building"] == article(order.building)


def no_building(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Destroy)
    there = [b.kind for b in position.buildings if b.at == position.map.index(order.unit)]
    said = finding.numbers["standing"].split(" and ") if finding.numbers["standing"] else []
    return order.building == finding.numbers["building"] not in there and said == there


def enemy_where_destroyed(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Destroy)
    enemies = Case(position, order).opposing_units(position.map.index(order.unit))
    return player(order, finding) and of_units(position, finding, "enemies", enemies)


# ---------------------------------------------------------------------- magic
def unknown_spell(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Cast)
    kinds = [u.kind for u in standing(position, order.unit) if article(u.kind) == finding.numbers["kind"]]
    known = position.roster.units[kinds[0]].spells
    said = ", ".join(known) or "no spell"
    return order.spell == finding.numbers["spell"] not in known and finding.numbers["known"] == said


def out_of_range(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Cast)
    numbers = finding.numbers
    reach = position.roster.spells[order.spell].range == (numbers["least"], numbers["most"])
    outside = not numbers["least"] <= numbers["steps"] <= numbers["most"]
    return finding.subjects == (order.unit, order.target) and steps(position, finding) and reach and outside


def no_own_unit(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Cast)
    there = standing(position, order.target)
    return player(order, finding) and all(position.players[unit.owner] != order.player for unit in there)


def enemy_where_warded(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Cast)
    enemies = Case(position, order).opposing_units(position.map.index(order.target))
    return of_units(position, finding, "enemies", enemies)


def held(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Cast)
    return finding.numbers["unit"] in names(position, standing(position, order.target))


# ---------------------------------------------------------------------- movement
def not_one_hex(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Move)
    from_to = finding.subjects == (order.unit, order.to)
    return from_to and steps(position, finding) and finding.numbers["steps"] != 1


def impassable(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    return position.map.terrain(finding.subjects[0]) == "impassable"


def two_orders_to_move_in(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Move)
    return bool(Case(position, order).opposing_units(position.map.index(order.to))) and left(position, finding)


def cannot_attack(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    assert isinstance(order, Move)
    enemies = Case(position, order).opposing_units(position.map.index(order.to))
    several = "each" in finding.wording
    as_said = of_units(position, finding, "units", enemies) and several == (len(enemies) > 1)
    return as_said and all(enemy.attacked == finding.numbers["most"] == 2 for enemy in enemies)


SENTENCES: dict[tuple[str, str], Truth] = {
    ("O1.1", "not_your_turn"): has_no_turn,
    ("O1.1", "no_orders_left"): has_no_orders_left,
    ("O1.2", "initiative"): lambda position, order, finding: not position.queue,
    ("O1.4", "had_its_order"): had_its_order,
    ("O1.5", "own_unit"): own_unit,
    ("O1.7", "no_unit"): no_unit,
    ("O1.7", "others_unit"): others_unit,
    ("O1.7", "no_opponent"): no_opponent_but_own,
    ("O1.9", "over"): is_over,
    ("O1.9", "out"): is_out,
    ("O2.1", "no_opponent"): no_opponent,
    ("O2.1", "not_adjacent"): not_adjacent,
    ("O2.2", "too_many"): too_many,
    ("O2.2", "same_unit"): same_unit,
    ("O2.2", "attacked_enough"): attacked_enough,
    ("O2.3", "dice"): lambda position, order, finding: position.battle is not None,
    ("O2.3", "orders_left"): lambda position, order, finding: left(position, finding),
    ("O3.1", "cannot_build"): cannot_build,
    ("O3.2", "opposing_tile"): opposing_tile,
    ("O3.3", "occupied"): occupied,
    ("O3.4", "cannot_build"): cannot_build,
    ("O4.1", "opposing_tile"): opposing_tile,
    ("O5.1", "enemy_present"): enemy_where_destroyed,
    ("O5.1", "no_building"): no_building,
    ("O7.1", "dice"): lambda position, order, finding: position.bolt is not None,
    ("O7.1", "unknown_spell"): unknown_spell,
    ("O7.1", "out_of_range"): out_of_range,
    ("O7.2", "no_opponent"): no_opponent,
    ("O7.2", "no_own_unit"): no_own_unit,
    ("O7.2", "enemy_present"): enemy_where_warded,
    ("O7.2", "held"): held,
    ("O8.1", "not_one_hex"): not_one_hex,
    ("O8.2", "owes_attack"): owes,
    ("O8.2", "orders_left"): two_orders_to_move_in,
    ("O8.2", "cannot_attack"): cannot_attack,
    ("O8.4", "impassable"): impassable,
}
"""By clause and code: True if the sentence of a finding is true of the position and the order."""


def may_have_an_order_later(position: OrdersPosition, order: Order, finding: Finding) -> bool:
    own = [u for u in standing(position, finding.subjects[0]) if position.players[u.owner] == order.player]
    return bool(own) and (len(seats(position)) > 1 or len(position.players) == 1)


REMEDY_WORDS: dict[tuple[str, str], Truth] = {("O1.4", "had_its_order"): may_have_an_order_later}
"""By clause and code: True if the advice without an order is true of the position."""
