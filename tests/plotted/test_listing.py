"""The listing of sheets on small positions: every legal result, each once, counted, and each drawn."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from hexwidget.rules import Draft
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.fast.enumeration import orders_of
from hexwidget.systems.plotted.position import PlottedPosition, cheapest_route, cost_of
from hexwidget.systems.plotted.units import movement_value
from tests.plotted.anything import every_action, small_position
from tests.plotted.positions import scripted

POSITIONS = 40


class Scripted(Random):
    """Draws the numbers that it is told, and notes how many there were to draw from each time."""

    def __init__(self, numbers: tuple[int, ...] = ()) -> None:
        super().__init__(0)
        self.numbers = list(numbers)
        self.choices_seen: list[int] = []

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        self.choices_seen.append(start)
        return self.numbers.pop(0) if self.numbers else 0


def small_positions(number: int) -> list[PlottedPosition]:
    rng = Random("listing of plotted")
    return [small_position(rng) for _ in range(number)]


@pytest.mark.slow
def test_every_legal_sheet_is_listed_once_and_counted() -> None:
    listed_sheets = 0
    for position in small_positions(POSITIONS):
        for player in position.players:
            legal = {
                position.apply(sheet).position for sheet in every_action(position, player) if position.check(sheet)
            }
            actions = position.legal_actions(player)
            listed = [position.apply(sheet).position for sheet in actions]
            assert len(listed) == len(set(listed)) == actions.count()
            assert set(listed) == legal
            listed_sheets += len(listed)
    assert listed_sheets > 1000


@pytest.mark.slow
def test_a_sample_may_be_any_sheet_all_equally_likely() -> None:
    drawn_from = 0
    for position in small_positions(POSITIONS):
        for player in position.to_act & set(position.players):
            actions = position.legal_actions(player)
            first = Scripted()
            actions.sample(first)
            draws = [actions.sample(Scripted(numbers)) for numbers in product(*map(range, first.choices_seen))]
            assert sorted(map(str, draws)) == sorted(map(str, actions))
            drawn_from += len(draws)
    assert drawn_from > 1000


@pytest.mark.slow
@pytest.mark.clause("P1.7")
def test_two_units_of_a_player_have_a_product_of_orders() -> None:
    position = next(
        p
        for p in small_positions(200)
        if max(map(len, map(p.units_of, p.writing)), default=0) == 2 and not p.melees and p.outcome is None
    )
    seat = next(seat for seat in position.writing if len(position.units_of(seat)) == 2)
    player = position.players[seat]
    sheets = [sheet.orders for sheet in position.legal_actions(player)]
    alone = [
        {order for orders in sheets for order in orders if order.unit == position.map.name(unit.at)}
        for unit in position.units_of(seat)
    ]
    assert len(sheets) == (len(alone[0]) + 1) * (len(alone[1]) + 1)


# ---------------------------------------------------------------------- within a draft
def begun(order: Order | None, space: str, rng: Random) -> dict[str, str]:
    """The slots of a draft that can become an order to a unit: nothing, its kind, or all but the end of its route."""
    if order is None or rng.random() < 0.3:
        return {}
    slots = {f"order/{space}": order.kind}
    if order.route:
        slots[f"route/{space}"] = " ".join(order.route[: rng.randint(0, len(order.route))])
    if order.facing and rng.random() < 0.5:
        slots[f"facing/{space}"] = order.facing
    return {slot: value for slot, value in slots.items() if value}


def goes_on(order: Order | None, space: str, slots: dict[str, str]) -> bool:
    """True if an order to a unit has what a draft says of it."""
    kind, route = slots.get(f"order/{space}"), slots.get(f"route/{space}", "").split()
    if order is None:
        return kind is None
    return (
        kind in (None, order.kind)
        and list(order.route[: len(route)]) == route
        and slots.get(f"facing/{space}") in (None, order.facing)
    )


@pytest.mark.slow
def test_within_a_draft_the_chosen_unit_has_all_its_orders_and_the_others_keep_theirs() -> None:
    rng, compared = Random("drafts of plotted"), 0
    for position in small_positions(POSITIONS):
        for player in position.to_act & set(position.players):
            sheets = list(position.legal_actions(player))
            written = {order.unit: order for order in rng.choice(sheets).orders}
            names = [position.map.name(unit.at) for unit in position.units_of(position.players.index(player))]
            chosen = rng.choice(names)
            slots = {"unit": chosen, **begun(written.get(chosen), chosen, rng)}
            others = [order for space, order in written.items() if space != chosen]
            for order in others:
                whole = {"order": order.kind, "route": " ".join(order.route), "facing": order.facing}
                slots |= {f"{part}/{order.unit}": value for part, value in whole.items() if value}
            within = position.legal_actions(player, within=Draft(slots))
            became = [
                sheet
                for sheet in sheets
                if [order for order in sheet.orders if order.unit != chosen] == others
                and goes_on(next((o for o in sheet.orders if o.unit == chosen), None), chosen, slots)
            ]
            assert sorted(map(str, within)) == sorted(map(str, became)), (position.notation, slots)
            assert within.count() == len(became)
            assert within.sample(rng) in became
            compared += len(became)
    assert compared > 250


@pytest.mark.clause("P4.4")
def test_a_draft_with_another_order_that_is_not_complete_becomes_no_sheet() -> None:
    position = scripted({"0202": "infantry 4", "0404": "infantry 4"}, {"0707": "infantry 4"})
    assert not list(position.legal_actions("red", within=Draft({"unit": "0202", "order/0404": "defend"})))


def test_who_may_not_write_orders_has_none_to_draw() -> None:
    closed = [
        (position, player)
        for position in small_positions(POSITIONS)
        for player in position.players
        if not position.legal_actions(player)
    ]
    assert {bool(position.melees) for position, _ in closed} == {True, False}
    for position, player in closed:
        with pytest.raises(LookupError):
            position.legal_actions(player).sample(Random(1))


@pytest.mark.clause("P1.7")
def test_each_of_many_units_has_its_order_listed_and_drawn_and_keeps_it_in_a_draft() -> None:
    spaces = ("0101", "0301", "0103", "0303")
    position = scripted(dict.fromkeys(spaces, "infantry 4"), {"0707": "infantry 4"})
    actions = position.legal_actions("red")
    draw = Scripted()
    actions.sample(draw)
    last = actions.sample(Scripted(tuple(number - 1 for number in draw.choices_seen)))
    facing = position.map.compass[-1]
    assert last.orders == tuple(
        Order(space, "fire and retreat", (), facing) for space in sorted(spaces, key=position.map.index)
    )
    islands = scripted(
        dict.fromkeys(("0101", "0301", "0501"), "infantry 4"), {"0701": "infantry 4"}, map=". ~ . ~ . ~ ."
    )
    *_, last = islands.legal_actions("red")
    assert [(order.kind, order.facing) for order in last.orders] == [("fire and retreat", facing)] * 3
    slots = {f"order/{space}": "all-around defence" for space in spaces[1:]}
    kept = list(position.legal_actions("red", within=Draft({"unit": "0101", **slots})))
    assert len(kept) == draw.choices_seen[0]
    assert all({order.unit for order in sheet.orders} >= set(spaces[1:]) for sheet in kept)


# ---------------------------------------------------------------------- cheapest routes
@pytest.mark.slow
@pytest.mark.clause("P1.5")
def test_a_cheapest_route_costs_as_little_as_any_listed_one() -> None:
    compared = 0
    for position in small_positions(2 * POSITIONS):
        hexes = list(position.map.members(position.map.full))
        free = [unit for unit in position.units if unit.at not in position.in_melee]
        for unit, there in product(free if position.settings["minimum_move"] == "none" else [], hexes):
            value = movement_value(unit.kind, "run")
            orders = [order for order in orders_of(position, [unit])[0] if order is not None and order.kind == "run"]
            routes = [tuple(map(position.map.index, order.route)) for order in orders]
            costs = [cost_of(position, route) for route in routes if route[-1] == there != unit.at]
            found = cheapest_route(position, unit.at, there, value)
            assert found in routes if costs else found is None, (position.notation, unit, there)
            assert found is None or (found[-1], cost_of(position, found)) == (there, min(costs))
            compared += len(costs)
    assert compared > 200
