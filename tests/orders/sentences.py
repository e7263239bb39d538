"""The truth of the sentences of refusals, and of their advice in words: each is put together once more, naively, from the
position and the order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hexwidget.english import agree, possessive
from hexwidget.rules import Finding
from hexwidget.systems.orders.actions import Attack, Cast, Move
from hexwidget.systems.orders.position import Building, OrdersPosition, Unit
from tests.orders.reference import FARM, Case, aimed_at, given_to, named
from tests.refusals.words import in_a_row

Truth = Callable[[OrdersPosition, Any, Finding], bool]


def one_of(sentences: Callable[[OrdersPosition, Any], Iterable[str]]) -> Truth:
    """The truth of a finding: its sentence is one of those that are true."""
    return lambda position, order, finding: finding.text in sentences(position, order)


def article(name: str) -> str:
    return ("an " if name[0].lower() in "aeiou" else "a ") + name


def are(things: list[str]) -> str:
    return f"{in_a_row(things)} {'are' if len(things) > 1 else 'is'}"


def standing(position: OrdersPosition, space: str) -> list[Unit]:
    return [unit for unit in position.units if position.map.name(unit.at) == space]


def called(position: OrdersPosition, thing: Unit | Building) -> str:
    return f"{possessive(position.players[thing.owner])} {thing.kind}"


def stands_of(position: OrdersPosition, player: str) -> list[str]:
    """The hexes of the player's units."""
    return [position.map.name(unit.at) for unit in position.units if position.players[unit.owner] == player]


def seats(position: OrdersPosition) -> set[str]:
    """The players with army units."""
    return {position.players[unit.owner] for unit in position.units}


def opposing(position: OrdersPosition, order: Any, space: str) -> list[Unit]:
    return Case(position, order).opposing_units(position.map.index(space))


def away(position: OrdersPosition, space: str, other: str) -> int:
    return position.map.distance(position.map.index(space), position.map.index(other))


def left(position: OrdersPosition) -> str:
    """The orders left in a turn of which at least one is used."""
    return {0: "none", 1: "1"}[position.left]


# ---------------------------------------------------------------------- the moment
def is_over(position: OrdersPosition, order: Any) -> Iterator[str]:
    alive = seats(position)
    if len(alive) < min(2, len(position.players)):
        alone = f"only {agree(next(iter(alive)), 'has')}" if alive else "nobody has"
        yield f"the game is over: {alone} army units left"


def is_out(position: OrdersPosition, order: Any) -> Iterator[str]:
    if order.player not in seats(position):
        yield f"{agree(order.player, 'has')} no army units left and can give no orders"


def has_no_turn(position: OrdersPosition, order: Any) -> Iterator[str]:
    first = position.players[position.queue[0]]
    if first != order.player:
        yield f"it is {possessive(first)} turn, not {possessive(order.player)}"


def has_no_orders_left(position: OrdersPosition, order: Any) -> Iterator[str]:
    if position.left == 0 and position.players[position.queue[0]] == order.player:
        yield f"{agree(order.player, 'has')} used both orders of this turn"


def owes(position: OrdersPosition, order: Any) -> Iterator[str]:
    for unit in position.units:
        if position.owed is not None and unit.id == position.owed.unit:
            yield f"{called(position, unit)} has moved into {position.map.name(unit.at)}, and must attack there first"


# ---------------------------------------------------------------------- units
def no_unit(position: OrdersPosition, order: Any) -> Iterator[str]:
    own = stands_of(position, order.player)
    units = "a unit" if len(own) == 1 else "units"
    rest = f"; {agree(order.player, 'has')} {units} on {in_a_row(own)}" if own else ""
    return (f"no unit stands on {space}{rest}" for space in named(order) if not standing(position, space))


def others_unit(position: OrdersPosition, order: Any) -> Iterator[str]:
    for space in named(order):
        unit = given_to(position, order, space)
        if unit is not None and position.players[unit.owner] != order.player:
            yield f"{called(position, unit)} stands on {space}, and {agree(order.player, 'has')} no unit there"


def had_its_order(position: OrdersPosition, order: Any) -> Iterator[str]:
    for space in named(order):
        unit = given_to(position, order, space)
        if unit is not None and unit.ordered:
            yield f"{called(position, unit)} on {space} has had its order in this game turn"


def own_unit_there(position: OrdersPosition, order: Move) -> Iterator[str]:
    for unit in standing(position, order.to):
        if position.players[unit.owner] == order.player:
            rest = f"and {order.player} can have only one unit there"
            yield f"{called(position, unit)} stands on {order.to}, {rest}"


# ---------------------------------------------------------------------- attacks
def no_opponent(position: OrdersPosition, order: Attack | Cast) -> Iterator[str]:
    owners = [position.players[unit.owner] for unit in standing(position, order.target)]
    if order.owner is None and not owners:
        yield f"no opposing army unit stands on {order.target}"
    elif order.owner is not None and order.owner not in owners:
        yield f"no unit of {order.owner} stands on {order.target}"


def own_target(position: OrdersPosition, order: Attack | Cast) -> Iterator[str]:
    does = "attack" if isinstance(order, Attack) else f"aim {order.spell} at"
    unit = aimed_at(position, order)
    if unit is not None:
        start = f"{called(position, unit)} on {order.target}"
        if unit in [given_to(position, order, space) for space in named(order)]:
            yield f"{start} cannot {does} itself"
        elif position.players[unit.owner] == order.player:
            yield f"{start} is {possessive(order.player)} own unit: {order.player} can only {does} an opponent"


def too_many(position: OrdersPosition, order: Attack) -> Iterator[str]:
    if len(order.units) > 2:
        yield f"the attack names {len(order.units)} units, and at most 2 may attack together"


def same_unit(position: OrdersPosition, order: Attack) -> Iterator[str]:
    twice = [space for n, space in enumerate(order.units) if space in order.units[n + 1 :]]
    once_each = [space for n, space in enumerate(twice) if space not in twice[:n]]
    if twice:
        yield f"{are(once_each)} named more than once, and two different units make a joint attack"


def attacked_enough(position: OrdersPosition, order: Attack) -> Iterator[str]:
    unit = aimed_at(position, order)
    before = {0: "", 1: "1 unit", 2: "2 units"}
    if unit is not None and unit.attacked and unit.attacked + len(order.units) > 2:
        start = f"{called(position, unit)} on {order.target} has been attacked by {before[unit.attacked]}"
        yield f"{start} in this game turn, and at most 2 may attack it"


def not_adjacent(position: OrdersPosition, order: Attack) -> Iterator[str]:
    for space in order.units:
        steps = away(position, space, order.target)
        if steps > 1:
            yield f"{order.target} is {steps} hexes away from {space}, and an attack reaches 1"


def one_order_for_two(position: OrdersPosition, order: Attack) -> Iterator[str]:
    yield f"a joint attack takes both orders, and {left(position)} is left"


# ---------------------------------------------------------------------- building
def cannot_build(position: OrdersPosition, order: Any) -> Iterator[str]:
    (unit,) = Case(position, order).units
    can = [article(each) for each in position.roster.units[unit.kind].builds]
    if article(order.building) not in can:
        only = f"only {in_a_row(can, 'or')}" if can else "or anything else"
        yield f"{article(unit.kind)} cannot build {article(order.building)}, {only}"


def _opposing_tiles(position: OrdersPosition, order: Any) -> list[str]:
    units = [called(position, unit) for unit in opposing(position, order, order.unit)]
    there = [each for each in position.buildings if position.map.name(each.at) == order.unit]
    return units + [called(position, each) for each in there if position.players[each.owner] != order.player]


def no_room_to(verb: str) -> Truth:
    """The sentence that opposing tiles stand in the hex of a unit that is to build or to defend."""

    def sentences(position: OrdersPosition, order: Any) -> Iterator[str]:
        tiles = _opposing_tiles(position, order)
        if tiles:
            yield f"{are(tiles)} on {order.unit}: {order.player} cannot {verb} there"

    return one_of(sentences)


def occupied(position: OrdersPosition, order: Any) -> Iterator[str]:
    for other in position.buildings:
        if position.map.name(other.at) == order.unit and (other.kind == FARM) == (order.building == FARM):
            room = f"another {order.building}" if order.building == other.kind else article(order.building)
            yield f"{called(position, other)} stands on {order.unit}: there is no room for {room}"


def no_building(position: OrdersPosition, order: Any) -> Iterator[str]:
    there = [each.kind for each in position.buildings if position.map.name(each.at) == order.unit]
    if order.building not in there:
        only = f", only {in_a_row(map(article, there))}" if there else ""
        yield f"no {order.building} stands on {order.unit}{only}"


def enemy_where_destroyed(position: OrdersPosition, order: Any) -> Iterator[str]:
    enemies = [called(position, unit) for unit in opposing(position, order, order.unit)]
    if enemies:
        yield f"{are(enemies)} on {order.unit}: {order.player} cannot destroy anything there"


# ---------------------------------------------------------------------- magic
def unknown_spell(position: OrdersPosition, order: Cast) -> Iterator[str]:
    (unit,) = Case(position, order).units
    known = position.roster.units[unit.kind].spells
    if order.spell not in known:
        knows = in_a_row(known) if known else "no spell"
        yield f"{article(unit.kind)} does not know {order.spell}; it knows {knows}"


def out_of_range(position: OrdersPosition, order: Cast) -> Iterator[str]:
    least, most = position.roster.spells[order.spell].range
    steps = away(position, order.unit, order.target)
    if not least <= steps <= most:
        hexes = "1 hex" if steps == 1 else f"{steps} hexes"
        reach = f"{most}" if least == most else f"{least} to {most}"
        yield f"{order.target} is {hexes} away from {order.unit}, and {order.spell} reaches {reach}"


def no_own_unit(position: OrdersPosition, order: Cast) -> Iterator[str]:
    if order.target not in stands_of(position, order.player):
        yield f"{agree(order.player, 'has')} no unit on {order.target} to cast {order.spell} on"


def enemy_where_warded(position: OrdersPosition, order: Cast) -> Iterator[str]:
    enemies = [called(position, unit) for unit in opposing(position, order, order.target)]
    if enemies:
        yield f"{are(enemies)} on {order.target}: {order.spell} cannot be cast there"


def held(position: OrdersPosition, order: Cast) -> Iterator[str]:
    for unit in standing(position, order.target):
        yield f"{called(position, unit)} stands on {order.target}, and {order.spell} needs a hex without units"


# ---------------------------------------------------------------------- movement
def not_one_hex(position: OrdersPosition, order: Move) -> Iterator[str]:
    steps = away(position, order.unit, order.to)
    if steps == 0:
        yield f"a move leads to another hex than {order.to}"
    elif steps > 1:
        yield f"{order.to} is {steps} hexes away from {order.unit}, and a move goes 1"


def impassable(position: OrdersPosition, order: Move | Cast) -> Iterator[str]:
    into = order.to if isinstance(order, Move) else order.target
    if position.map.terrain(into) == "impassable":
        yield f"{into} is impassable"


def one_order_to_move_in(position: OrdersPosition, order: Move) -> Iterator[str]:
    if opposing(position, order, order.to):
        yield f"moving into the enemy on {order.to} takes both orders, and {left(position)} is left"


def cannot_attack(position: OrdersPosition, order: Move) -> Iterator[str]:
    enemies = opposing(position, order, order.to)
    if enemies and all(enemy.attacked == 2 for enemy in enemies):
        names = in_a_row(called(position, enemy) for enemy in enemies)
        many = "have been attacked by 2 units each" if len(enemies) > 1 else "has been attacked by 2 units"
        yield f"{names} on {order.to} {many} in this game turn, and cannot be attacked again (O2.2)"


SENTENCES: dict[tuple[str, str], Truth] = {
    ("O1.1", "not_your_turn"): one_of(has_no_turn),
    ("O1.1", "no_orders_left"): one_of(has_no_orders_left),
    ("O1.2", "initiative"): lambda position, order, finding: not position.queue,
    ("O1.4", "had_its_order"): one_of(had_its_order),
    ("O1.5", "own_unit"): one_of(own_unit_there),
    ("O1.7", "no_unit"): one_of(no_unit),
    ("O1.7", "others_unit"): one_of(others_unit),
    ("O1.9", "over"): one_of(is_over),
    ("O1.9", "out"): one_of(is_out),
    ("O2.1", "no_opponent"): one_of(no_opponent),
    ("O2.1", "own_unit"): one_of(own_target),
    ("O2.1", "not_adjacent"): one_of(not_adjacent),
    ("O2.2", "too_many"): one_of(too_many),
    ("O2.2", "same_unit"): one_of(same_unit),
    ("O2.2", "attacked_enough"): one_of(attacked_enough),
    ("O2.3", "dice"): lambda position, order, finding: position.battle is not None,
    ("O2.3", "orders_left"): one_of(one_order_for_two),
    ("O3.1", "cannot_build"): one_of(cannot_build),
    ("O3.2", "opposing_tile"): no_room_to("build"),
    ("O3.3", "occupied"): one_of(occupied),
    ("O3.4", "cannot_build"): one_of(cannot_build),
    ("O4.1", "opposing_tile"): no_room_to("defend"),
    ("O5.1", "enemy_present"): one_of(enemy_where_destroyed),
    ("O5.1", "no_building"): one_of(no_building),
    ("O7.1", "dice"): lambda position, order, finding: position.bolt is not None,
    ("O7.1", "unknown_spell"): one_of(unknown_spell),
    ("O7.1", "out_of_range"): one_of(out_of_range),
    ("O7.2", "no_opponent"): one_of(no_opponent),
    ("O7.2", "own_unit"): one_of(own_target),
    ("O7.2", "no_own_unit"): one_of(no_own_unit),
    ("O7.2", "enemy_present"): one_of(enemy_where_warded),
    ("O7.2", "held"): one_of(held),
    ("O8.1", "not_one_hex"): one_of(not_one_hex),
    ("O8.2", "owes_attack"): one_of(owes),
    ("O8.2", "orders_left"): one_of(one_order_to_move_in),
    ("O8.2", "cannot_attack"): one_of(cannot_attack),
    ("O8.4", "impassable"): one_of(impassable),
}
"""By clause and code: True if the sentence of a finding is true of the position and the order."""


def may_have_an_order_later(position: OrdersPosition, order: Any, finding: Finding) -> bool:
    own = finding.subjects[0] in stands_of(position, order.player)
    return own and (len(seats(position)) > 1 or len(position.players) == 1)


REMEDY_WORDS: dict[tuple[str, str], Truth] = {("O1.4", "had_its_order"): may_have_an_order_later}
"""By clause and code: True if the advice without an order is true of the position."""
