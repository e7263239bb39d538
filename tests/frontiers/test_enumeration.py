"""The list of legal actions against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

import hexwidget as hw
from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import DECKS
from hexwidget.systems.frontiers.payments import Payment
from hexwidget.systems.frontiers.position import FrontiersPosition
from tests.amounts import many

SCENARIOS = ("frontiers/opening", "frontiers/combat", "frontiers/three-frontiers")
MOST_TRIED = 150
"""The most candidates of each class that are checked at a position."""


def candidates(position: FrontiersPosition, player: str) -> Iterator[Iterator[FrontiersAction]]:
    """Actions of a player, legal and illegal, by their classes: all that speak of the cards and units that are there."""
    seat = position.players.index(player)
    own = [unit.id for unit in position.units if unit.owner == seat]
    aims = [None, *(unit.id for unit in position.units)]
    places = [None, *position.frontiers]
    yield iter([Pass(player), *(ChooseDraw(player, deck) for deck in DECKS)])
    yield (Occupy(player, frontier, unit) for frontier, unit in product(position.frontiers, aims))
    for frontier in position.frontiers:
        enemies = [unit.id for unit in position.at(frontier, 1 - seat)]
        splits = product(range(7), repeat=len(enemies))
        yield (Assign(player, frontier, tuple(zip(enemies, split, strict=True))) for split in splits)
    sources = sorted({trigger.source for trigger in position.triggers})
    yield (Resolve(player, *parts) for parts in product(sources, aims, places))
    cards = [position.cards[name] for name in sorted(set(position.hands[seat])) if name in position.cards]
    for card in cards:
        ways = product(aims, places, payments(position, seat))
        yield (Play(player, card.name, card.type, *way) for way in ways)
    moves = product([None, 0, *position.frontiers], repeat=len(own))
    yield (commit(player, dict(zip(own, way, strict=True))) for way in moves if any(to is not None for to in way))


def payments(position: FrontiersPosition, seat: int) -> list[Payment]:
    """Payments, possible and impossible: settlements, and villagers of the kinds that a player has."""
    kinds = sorted(villager.kind for villager in position.villagers[seat])
    numbers = product(range(4), repeat=len(kinds))
    paid = [tuple((kind, n) for kind, n in zip(kinds, each, strict=True) if n) for each in numbers]
    return [*product(range(4), paid)]


def commit(player: str, places: dict[str, int | None]) -> Commit:
    """Units that are committed to frontiers, or retreat (0)."""
    moves = tuple((unit, to) for unit, to in sorted(places.items()) if to)
    return Commit(player, moves, tuple(sorted(unit for unit, to in places.items() if to == 0)))


@pytest.mark.slow
def test_every_legal_action_leads_where_a_listed_one_does() -> None:
    tried = set[type]()
    for scenario in SCENARIOS:
        rng = Random(5)
        position: FrontiersPosition = hw.scenario(scenario).position
        for _ in range(many(20, 600)):
            if position.chance is not None:
                position = position.apply(position.chance.sample(rng)).position
                continue
            if not position.to_act:
                break
            for player in position.players:
                results = {position.apply(action).position for action in position.legal_actions(player)}
                for several in candidates(position, player):
                    for action in sample(several, rng):
                        if position.check(action):
                            tried.add(type(action))
                            assert position.apply(action).position in results, (scenario, str(action))
            acting = rng.choice(sorted(position.to_act))
            position = position.apply(position.legal_actions(acting).sample(rng)).position
    assert tried >= {Pass, Play, Commit, Assign, Occupy, ChooseDraw, Resolve}


def sample(actions: Iterator[FrontiersAction], rng: Random) -> list[FrontiersAction]:
    """Some of the actions, if there are many."""
    found = list(actions)
    return found if len(found) <= MOST_TRIED else rng.sample(found, MOST_TRIED)
