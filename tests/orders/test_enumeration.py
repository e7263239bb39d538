"""Orders are listed as they are made legal: what is listed is what checking allows, and drawn evenly."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Draft
from hexwidget.systems.orders.actions import (
    Attack,
    Build,
    Cast,
    Defend,
    Destroy,
    Disband,
    EndTurn,
    Move,
    Order,
)
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


@pytest.mark.slow
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


# ---------------------------------------------------------------- at the limits
GROUND = ".   .   .   .\n  .   .   .   .\n.   X   .   .\n"
AROUND: dict[str, Any] = {
    "red": {"0102": "knight", "0201": "archer", "0301": "militia", "0302": {"unit": "mage", "ordered": True}, "0303": "priest"},
    "blue": {"0202": "militia", "0401": {"unit": "knight", "attacked": 1}, "0402": {"unit": "archer", "attacked": 2}, "0403": "knight"},
}  # fmt: skip
OWED: dict[str, Any] = {
    "units": {**AROUND, "red": {"0102": "trickster", "0202": {"unit": "knight", "ordered": True, "id": 1}}},
    "owed": {"unit": 1, "from": "0201"},
    "left": 1,
    "after_tie": "stay",
}
CASTERS: dict[str, Any] = {
    "roster": {
        "units": {"hermit": {"attack": 1, "defence": 1, "builds": ["farm", "palisade", "keep"], "symbol": "h",
                             "spells": ["spark", "charm", "ward", "shield", "veil", "leap", "blink"]}},
        "spells": {"spark": {"kind": "bolt", "range": [0, 2], "at_least": 5}, "leap": {"kind": "blink", "range": [3, 3]},
                   "charm": {"kind": "ward", "range": [4, 4]}, "shield": {"kind": "ward", "range": [0, 3]},
                   "veil": {"kind": "ward", "range": [2, 3]}},
    },
    "units": {
        "red": {"0101": "hermit", "0102": {"unit": "knight", "defending": "defend"}, "0201": {"unit": "militia", "defending": "ward"},
                "0103": "archer", "0202": "priest", "0303": "archer", "0301": {"unit": "archer", "defending": "ward"}},
        "blue": {"0302": "militia", "0402": "knight"},
    },
}  # fmt: skip
BUILDERS: dict[str, Any] = {
    "units": {"red": dict.fromkeys(("0101", "0102", "0202", "0301", "0303"), "engineer"), "blue": {"0401": "militia"}},
    "buildings": {
        "red": {"0101": ["farm"], "0202": ["tower"], "0301": ["farm", "keep"]},
        "blue": {"0303": ["palisade"]},
    },
}
TOGETHER: dict[str, Any] = {
    "players": ["red", "blue", "green"],
    "initiative": {"red": [15], "blue": [9], "green": [3]},
    "queue": ["red", "blue", "green"],
    "after_tie": "stay",
    "units": {
        "red": {"0202": "mage", "0101": "archer", "0102": "mage", "0302": {"unit": "priest", "defending": "defend"}},
        "blue": {"0202": "militia", "0302": "archer"},
        "green": {"0202": "priest", "0401": "knight"},
    },
    "buildings": {"red": {"0202": ["farm"]}},
}
LONE: dict[str, Any] = {"unit": "militia", "id": 1}
"""The first of all units in the order of their ids."""
LIMITS: dict[str, dict[str, Any]] = {
    "a lone opponent": {"units": {"red": {"0201": "knight", "0102": "knight"}, "blue": {"0101": LONE}}},
    "a lone opponent that two have attacked": {
        "units": {"red": {"0201": "knight"}, "blue": {"0101": {**LONE, "attacked": 2}}}
    },
    "a lone opponent by a building": {
        "units": {"red": {"0101": "engineer", "0301": "knight"}, "blue": {"0101": LONE}},
        "after_tie": "stay",
    },
    "units around others": {"units": AROUND},
    "attackers that come last": {
        "units": {"red": dict.fromkeys(("0101", "0201", "0402", "0303"), "archer"), "blue": {"0403": "knight"}}
    },
    "one attacked before": {
        "units": {"red": {"0402": "archer", "0303": "archer"}, "blue": {"0403": {"unit": "knight", "attacked": 1}}}
    },
    "one order left": {"units": AROUND, "left": 1},
    "an attack that is owed": OWED,
    "an attack that is owed on the first of all units": {
        **OWED,
        "units": {"red": {"0202": {"unit": "knight", "ordered": True, "id": 2}}, "blue": {"0202": LONE}},
        "owed": {"unit": 2, "from": "0201"},
    },
    "casters": CASTERS,
    "casters with the last order": {**CASTERS, "queue": ["red"], "left": 1},
    "builders": BUILDERS,
    "opponents in a hex": TOGETHER,
    "opponents in a hex of the last player": {**TOGETHER, "queue": ["green"]},
}


@pytest.mark.parametrize("name", LIMITS)
def test_at_a_limit_every_legal_order_is_listed_once(name: str) -> None:
    started = {
        "players": ["red", "blue"],
        "initiative": {"red": [15], "blue": [9]},
        "queue": ["red", "blue"],
        "left": 2,
    }
    position: OrdersPosition = hw.system("orders").position(map=GROUND, **started | LIMITS[name])
    (player,) = position.to_act
    listed = [position.apply(order).position for order in position.legal_actions()]
    assert not list(position.legal_actions("nobody"))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {
        position.apply(order).position for order in every_order(position, player) if position.check(order)
    }


def test_within_a_draft_a_spell_that_leads_where_a_move_does_is_listed() -> None:
    position = scripted({"0101": "trickster"}, {"0601": "knight"})
    near = {str(order) for order in position.legal_actions(within=Draft(unit="0101", spell="blink"))}
    assert {"0101 cast blink 0201", "0101 cast blink 0102", "0101 cast blink 0401"} <= near
    assert "0101 cast blink 0201" not in [str(order) for order in position.legal_actions()]
    two_spells = scripted({"0101": "hermit"}, {"0601": "knight"}, roster=CASTERS["roster"])
    far = [str(order) for order in two_spells.legal_actions(within=Draft(unit="0101", spell="blink"))]
    assert "0101 cast blink 0401" in far  # another of its spells, `leap`, leads there too
    shields = [str(order) for order in two_spells.legal_actions(within=Draft(unit="0101", spell="shield"))]
    assert "0101 cast shield 0101" in shields  # so does `ward`
