"""The list of legal actions against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.systems.rondel.actions import (
    Answer,
    Arm,
    Battle,
    Build,
    Conquer,
    EndMovement,
    EndTurn,
    Found,
    Lay,
    Lose,
    Move,
    Obtain,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, RondelPosition, Store
from tests.rondel.positions import RONDEL, play

LEFTS = (None, 0, 1, 2, 3)


def candidates(position: RondelPosition, player: str) -> Iterator[RondelAction]:
    """Actions of a player, legal and illegal: all that speak of provinces with units or cities and their neighbours."""
    name, places = position.map.name, sorted({*position.occupied, *position.city_at})
    yield from (EndMovement(player), EndTurn(player))
    yield from (Wheel(player, n) for n in range(1, 9))
    yield from (Answer(player, pairs) for pairs in LEFTS)
    yield from (Lose(player, lefts) for k in (1, 2) for lefts in product(range(4), repeat=k))
    for at, kind in product(places, KINDS):
        for left in LEFTS:
            yield Lay(player, kind, name(at), left)
            yield from (Move(player, kind, name(at), name(to), left) for to in position.map.neighbours(at))
        for enemy, pairs in product(position.players, LEFTS):
            yield Battle(player, name(at), enemy, kind, pairs)
        yield from (Conquer(player, name(at), n, m) for n, m in product(range(4), repeat=2))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["rondel/first-maneuver", "rondel/three-galleys", "rondel/two-ways-to-pay"])
def test_every_legal_action_leads_where_a_listed_one_does(scenario: str) -> None:
    rng = Random(3)
    start: RondelPosition = hw.scenario(scenario).position
    position = start
    for _ in range(25):
        for player in position.players:
            listed = list(position.legal_actions(player))
            results = {position.apply(action).position for action in listed}
            legal = (action for action in candidates(position, player) if position.check(action))
            assert all(position.apply(action).position in results for action in legal)
        if not position.outcome:
            (acting,) = position.to_act
            position = position.apply(position.legal_actions(acting).sample(rng)).position


# ---------------------------------------------------------------- at the limits
BATTLE: dict[str, Any] = {
    "players": ["romans", "greeks", "persians"],
    "units": {
        "romans": {
            "athens": "2 legions, 1 legion (1 left), 1 legion (lying), 1 galley",
            "delos": "2 galleys",
            "ephesus": "legion",
        },
        "greeks": {"athens": "3 legions", "delos": "2 galleys"},
        "persians": {"athens": "4 legions, 1 galley", "ephesus": "legion"},
    },
    "know_how": {"romans": ["WHEEL"]},
}
CONQUEST: dict[str, Any] = {
    "phase": "conquest",
    "units": {"romans": {"athens": "5 legions, 4 galleys, 1 legion (lying)", "thebes": "legion", "ephesus": "4 legions, 2 galleys"},
              "greeks": {"athens": "2 legions"}},
    "cities": {"romans": {"corinth": "city", "sparta": "temple", "delos": "city"},
               "greeks": {"athens": "temple", "thebes": "city", "ephesus": "city"}},
    "know_how": {"greeks": ["MONARCHY"]},
}  # fmt: skip
WHOLE: dict[str, Any] = {
    "wheel": "whole",
    "phase": "wedge",
    "units": {"romans": {"athens": "2 legions", "ephesus": "legion", "aegean": "galley", "thebes": "legion"}, "greeks": {"thebes": "legion"}},
    "cities": {"romans": {"corinth": "temple", "sparta": "city", "delos": "city"}, "greeks": {"thebes": "city"}},
    "yields": {"corinth": "marble"},
}  # fmt: skip
LIMITS: dict[str, dict[str, Any]] = {
    "battles of all pairs": BATTLE,
    "battles of chosen pairs": {**BATTLE, "battle_size": "chosen"},
    "a city of strength six, and a token left": {**CONQUEST, "city_tokens": 4},
    "a city of strength six, and no token left": {**CONQUEST, "city_tokens": 3},
    "a last city": {**CONQUEST, "cities": {"romans": {"corinth": "city"}, "greeks": {"athens": "temple"}}},
    "a wheel without resources": {"phase": "wheel"},
    "a wheel with resources for five wedges": {"phase": "wheel", "resources": {"romans": 2}},
    "a wheel with many resources": {"phase": "wheel", "resources": {"romans": 9}},
    "a whole wheel": {**WHOLE, "phase": "wheel", "stores": {"romans": {"marble": 1, "iron": 2, "gold": 1}}},
    "a whole wheel with many goods": {**WHOLE, "phase": "wheel", "stores": {"romans": {"marble": 2, "iron": 2, "gold": 2}}},
    "marble just enough": {**WHOLE, "markers": {"romans": 5}, "stores": {"romans": {"marble": 2}}, "temple_price": 2},
    "marble not enough": {**WHOLE, "markers": {"romans": 5}, "stores": {"romans": {"marble": 1}}, "temple_price": 2},
    "the last temple": {**WHOLE, "markers": {"romans": 5}, "stores": {"romans": {"marble": 2}}, "temple_price": 0, "temple_tokens": 2},
    "no temple": {**WHOLE, "markers": {"romans": 5}, "stores": {"romans": {"marble": 2}}, "temple_price": 0, "temple_tokens": 1},
    "iron just enough": {**WHOLE, "markers": {"romans": 6}, "stores": {"romans": {"iron": 3}}},
    "iron not enough": {**WHOLE, "markers": {"romans": 6}, "stores": {"romans": {"iron": 3}}, "unit_price": 2},
    "gold just enough": {**WHOLE, "markers": {"romans": 7}, "stores": {"romans": {"gold": 3}}, "first_price": 3},
    "gold for later ones": {**WHOLE, "markers": {"romans": 7}, "stores": {"romans": {"gold": 3}}, "first_price": 4, "later_price": 3, "know_how": {"greeks": ["WHEEL", "SAILING"]}},
    "goods for a city": {**WHOLE, "markers": {"romans": 7}, "stores": {"romans": {"marble": 1, "iron": 1, "gold": 1}}, "city_tokens": 4},
    "no token for a city": {**WHOLE, "markers": {"romans": 7}, "stores": {"romans": {"marble": 1, "iron": 1, "gold": 1}}, "city_tokens": 3},
    "no gold for a city": {**WHOLE, "phase": "founding", "markers": {"romans": 1}, "stores": {"romans": {"marble": 1, "iron": 1}}},
}  # fmt: skip


def limit(name: str) -> RondelPosition:
    """The position of a limit."""
    plain = {"map": "two_shores", "players": ["romans", "greeks"], "active": "romans", "phase": "movement"}
    described = {"markers": {"romans": 4}, "units": {"romans": {"athens": "legion"}}, **LIMITS[name]}
    position: RondelPosition = RONDEL.position(**{**plain, **described})
    return position


def said(position: RondelPosition, player: str) -> Iterator[RondelAction]:
    """The actions that a player can say of the units, cities and goods there are, up to one more than there are of each."""
    name, seat = position.map.name, position.players.index(player)
    places = sorted({*position.occupied, *position.city_at})
    yield from candidates(position, player)
    yield from (Wheel(player, n) for n in (0, 9))
    if position.whole:
        goods = [range(n + 2) for n in position.store(seat)]
        yield from (Wheel(player, n, Store(*paid)) for n, paid in product(range(1, 9), product(*goods)))
        yield from (Obtain(player, know_how) for know_how in KNOW_HOW)
        yield from (make(player, name(at)) for at in places for make in (Build, Found))
        yield from (Arm(player, name(at), *units) for at in places for units in product(range(5), repeat=2))
    giving = (None, *(name(city.at) for city in position.cities))
    for city in position.cities:
        most = [range(position.count(city.at, seat, kind) + 2) for kind in KINDS]
        yield from (Conquer(player, name(city.at), *paid, given) for paid in product(*most) for given in giving)
    for at, kind in product(places, KINDS):
        lefts = [group.left for group in position.groups(at, seat, kind) for _ in range(group.size)]
        losing = dict.fromkeys(way for n in range(1, len(lefts) + 1) for way in combinations(lefts, n))
        for enemy, pairs, way in product(position.players, (None, *range(len(lefts) + 2)), (None, *losing)):
            yield Battle(player, name(at), enemy, kind, pairs, way)
        yield from (Lose(player, way) for way in losing)


@pytest.mark.slow
@pytest.mark.parametrize("name", LIMITS)
def test_at_a_limit_every_legal_action_is_listed_once(name: str) -> None:
    at = limit(name)
    questions = [at]
    if name == "battles of chosen pairs":
        closing, _ = play(at, "end movement")
        questions += [closing, play(closing, "fight 2")[0]]
    for position in questions:
        for player in position.to_act:
            listed = [position.apply(action).position for action in position.legal_actions(player)]
            legal = {position.apply(action).position for action in said(position, player) if position.check(action)}
            assert len(listed) == len(set(listed))
            assert set(listed) == legal
