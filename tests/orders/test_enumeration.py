"""Orders are listed as they are made legal: what is listed is what checking allows, and drawn evenly."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import Draft
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.position import OrdersPosition
from tests.orders.positions import scripted


def every_order(position: OrdersPosition, player: str) -> Iterator[Order]:
    """All orders that could be written of the units and hexes there are, most of them illegal."""
    names = list(position.map.names())
    units = [position.map.name(unit.at) for unit in position.units]
    enemies = [(position.map.name(unit.at), position.players[unit.owner]) for unit in position.units]
    yield EndTurn(player)
    for unit in units:
        yield from (Move(player, unit, to) for to in names)
        yield from (Build(player, unit, building) for building in position.roster.buildings)
        yield from (Destroy(player, unit, building) for building in position.roster.buildings)
        yield from (Defend(player, unit), Disband(player, unit))
        yield from (Attack(player, (unit,), target, owner) for target, owner in enemies)
        yield from (Attack(player, (unit, other), at, owner) for other in units for at, owner in enemies)
        for name, spell in position.roster.spells.items():
            if spell.kind == "bolt":
                yield from (Cast(player, unit, name, target, owner) for target, owner in enemies)
            else:
                yield from (Cast(player, unit, name, target) for target in names)


def some_positions(name: str, seed: int, number: int) -> Iterator[OrdersPosition]:
    """Positions of a random game in which somebody decides."""
    rng = Random(seed)
    position: OrdersPosition = hw.scenario(name).position
    while number and position.to_act:
        node = position.chance
        if node is None:
            yield position
            number -= 1
        done = node.sample(rng) if node is not None else position.legal_actions().sample(rng)
        position = position.system.advance(position, done)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_order_leads_to_a_position_that_is_listed(seed: int) -> None:
    for position in list(some_positions("orders/three-marches", seed, 25))[seed::6]:
        for player in position.players:
            listed = list(position.legal_actions(player))
            results = {position.system.advance(position, order) for order in listed}
            assert len(results) == len(listed)
            legal = [order for order in every_order(position, player) if position.check(order)]
            assert bool(legal) == bool(listed)
            assert {position.system.advance(position, order) for order in legal} == results


def test_who_owes_an_attack_can_do_nothing_else() -> None:
    position = scripted({"0101": "knight", "0301": "archer"}, {"0201": "militia"})
    owing = position.apply("0101 move 0201").position
    assert [str(order) for order in owing.legal_actions()] == ["0201 attack blue 0201"]
    assert owing.legal_actions().sample(Random(1)) in owing.legal_actions()


def test_all_orders_are_drawn_alike_likely() -> None:
    position = scripted({"0101": "knight", "0202": "mage"}, {"0201": "militia"})
    actions = position.legal_actions()
    rng, times = Random(3), 400
    drawn = Counter(actions.sample(rng) for _ in range(times * actions.count()))
    assert set(drawn) == set(actions)
    assert all(abs(n - times) < 6 * times**0.5 for n in drawn.values())


def test_a_draw_within_a_draft_keeps_to_it() -> None:
    position = scripted({"0101": "knight", "0202": "mage"}, {"0201": "militia"})
    within = position.legal_actions(within=Draft(unit="0202", spell="firebolt"))
    assert {str(within.sample(Random(seed))) for seed in range(5)} == {"0202 cast firebolt blue 0201"}
    assert within.count() == 1


def test_there_is_nothing_to_draw_for_whom_it_is_not_the_turn() -> None:
    position = scripted({"0101": "knight"}, {"0201": "militia"})
    with pytest.raises(LookupError):
        position.legal_actions("blue").sample(Random(1))


def test_a_ward_by_the_last_order_of_a_game_turn_is_listed_once() -> None:
    """All casters are alike then: which of them has had its order is forgotten with the turn."""
    priests = {"0101": "priest", "0301": "priest", "0201": "knight"}
    last = scripted(priests, {"0601": "knight"}, queue=["red"], left=1)
    listed = list(last.legal_actions())
    assert sum(isinstance(order, Cast) and order.target == "0201" for order in listed) == 1
    assert len({last.apply(order).position for order in listed}) == len(listed) == last.legal_actions().count()
    # Within a draft each caster has it, and before the last order they differ.
    assert "0301 cast ward 0201" in [str(order) for order in last.legal_actions(within=Draft(unit="0301"))]
    before = scripted(priests, {"0601": "knight"})
    assert sum(isinstance(order, Cast) and order.target == "0201" for order in before.legal_actions()) == 2
