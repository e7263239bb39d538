"""The list of legal actions against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

import hexwidget as hw
from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.position import KINDS, RondelPosition

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
