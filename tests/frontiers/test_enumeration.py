"""The list of legal actions against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, takewhile
from random import Random
from typing import Any

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
from tests.frontiers.anything import every_action
from tests.frontiers.positions import mat, unit

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


# ---------------------------------------------------------------- at the limits
OWN = {"whose": "own", "where": "frontier"}
ANY = {"whose": "any", "where": "anywhere"}
OUT = {"effect": "move", "to": "frontier"}
OWN_CARDS: list[dict[str, Any]] = [
    {"name": "sally", "title": "Sally", "type": "stratagem", "cost": 3, "target": ANY, "effects": [OUT]},
    {"name": "camp", "title": "Camp", "type": "settlement", "cost": 1, "target": ANY, "effects": [{"effect": "ready"}]},
    {"name": "nurse", "title": "Nurse", "type": "stratagem", "target": ANY, "effects": [{"effect": "ready"}, {"effect": "heal", "amount": 1}]},
    {"name": "recess", "title": "Recess", "type": "stratagem", "target": ANY, "effects": [{"effect": "ready"}, {"effect": "heal", "amount": 1}, {"effect": "move", "to": "heartland"}]},
    {"name": "cheer", "title": "Cheer", "type": "stratagem", "target": ANY, "effects": [{"effect": "ready"}, {"effect": "damage", "amount": 1, "to": "opponent"}]},
    {"name": "spy", "title": "Spy", "type": "stratagem", "target": ANY},
    {"name": "warden", "title": "Warden", "type": "villager", "target": ANY,
     "effects": [{"effect": "ready"}, {"effect": "trigger", "then": [{"effect": "damage", "amount": 1, "to": "opponent"}]}]},
    {"name": "crier", "title": "Crier", "type": "villager",
     "effects": [{"effect": "trigger", "then": [{"effect": "damage", "amount": 1, "to": "opponent"}] * 2 + [{"effect": "draw", "deck": "civic", "amount": 1}]}]},
    {"name": "pusher", "title": "Pusher", "type": "villager", "target": OWN, "effects": [{"effect": "trigger", "then": [OUT]}]},
]  # fmt: skip
MAT: dict[str, Any] = {
    "cards": OWN_CARDS,
    "units": {
        "red": {"a": unit("militia", "occupying 1"), "b": unit("riders", "occupying 2", ready=False), "c": unit("militia", "occupying 3"),
                "d": unit("spearmen"), "e": unit("riders", damage=1), "f": unit("militia", ready=False)},
        "blue": {"g": unit("spearmen", "advancing 1", ready=False, damage=1), "h": unit("militia", "advancing 1"), "i": unit("archers", "advancing 2")},
    },
    "villagers": {"red": {"farmer": {"ready": 1, "exerted": 1}, "miller": {"ready": 2}}},
    "settlements": {"red": {"4": "hamlet"}},
    "frontiers": 4,
    "done": {"red": ["commit"]},
}  # fmt: skip
THREE_FIGHTS = {
    "red": {f"r{n}": unit(card, f"advancing {n}") for n, card in ((1, "spearmen"), (2, "riders"), (3, "archers"))},
    "blue": {"a": unit("spearmen", "advancing 1"), "b": unit("militia", "occupying 1"), "c": unit("archers", "advancing 1"),
             "d": unit("militia", "advancing 2"), "e": unit("riders", "advancing 3"), "f": unit("herald", "advancing 3", ready=False)},
}  # fmt: skip
THREE_WINS = {
    "red": {f"r{n}{letter}": unit("militia", f"advancing {n}") for n in (1, 2, 3) for letter in "abc"[:n]},
    "blue": {"b": unit("militia", "advancing 4")},
}


def triggers(*sources: tuple[str, str]) -> dict[str, Any]:
    """Triggers of red that are to be resolved, by their sources and cards, with these cards on the mat."""
    villagers = {card: {"ready": 1} for source, card in sources if source.startswith("villager")}
    units = {source: unit(card) for source, card in sources if " " not in source}
    settlements = {"red": {source[-1]: card for source, card in sources if source.startswith("settlement")}}
    waiting = [{"player": "red", "source": source, "card": card} for source, card in sources]
    return {"phase": "triggers", "triggers": waiting, "villagers": {"red": villagers}, "settlements": settlements,
            "units": {**MAT["units"], "red": {**MAT["units"]["red"], **units}}}  # fmt: skip


LIMITS: dict[str, dict[str, Any]] = {
    "ways to pay for a card": {**MAT, "hands": {"red": {"sally": 1}}},
    "cards that cost more than there is": {**MAT, "hands": {"red": {"sally": 1, "riders": 2}}, "settlements": {}, "villagers": {"red": {"miller": {"ready": 2}}}},
    "places for a settlement": {**MAT, "hands": {"red": {"camp": 1}}, "units": {"red": {**MAT["units"]["red"], "x": unit("militia", "occupying 4")}}},
    "targets that are left as they are": {**MAT, "hands": {"red": {"nurse": 2, "recess": 1, "cheer": 1, "spy": 1, "farmer": 1}}},
    "a villager a round": {**MAT, "hands": {"red": {"farmer": 1, "levy": 1}}, "done": {"red": ["commit", "villager"]}},
    "units to commit": {**MAT, "hands": {}, "done": {}, "units": {"red": {n: MAT["units"]["red"][n] for n in "abdf"}, "blue": MAT["units"]["blue"]}, "frontiers": 3, "settlements": {}},
    "tactics": {**MAT, "hands": {"red": {"volley": 1, "rally": 1}}, "phase": "battle"},
    "three fights": {"units": THREE_FIGHTS, "phase": "damage"},
    "three frontiers that are won": {"units": THREE_WINS, "phase": "after", "wins": [{"player": "red", "frontier": n} for n in (1, 2, 3)] + [{"player": "blue", "frontier": 4}], "frontiers": 4},
    "triggers with targets": {**MAT, **triggers(("settlement 1", "watchtower"), ("villager pusher", "pusher"), ("villager scribe", "scribe"))},
    "three triggers": {**MAT, **triggers(("villager agitator", "agitator"), ("villager scribe", "scribe"), ("x", "sappers"))},
    "three triggers that are alike": {**MAT, **triggers(("villager agitator", "agitator"), ("villager warden", "warden"), ("x", "sappers"))},
    "a trigger with a target and one without": {**MAT, **triggers(("villager pusher", "pusher"), ("villager agitator", "agitator"))},
    "a trigger with a target, before one without": {**MAT, **triggers(("villager pusher", "pusher"), ("x", "sappers"))},
    "a trigger that draws, before one that does not": {**MAT, **triggers(("villager scribe", "scribe"), ("x", "sappers"))},
    "a trigger that draws at its end": {**MAT, **triggers(("villager crier", "crier"), ("x", "sappers"))},
    "two triggers that are alike": {**MAT, **triggers(("villager agitator", "agitator"), ("x", "sappers"))},
    "two triggers that differ": {**MAT, **triggers(("villager agitator", "agitator"), ("villager scribe", "scribe"))},
    "draws": {"phase": "draw"},
    "a card to be drawn": {**MAT, "hands": {"red": {"farmer": 1}}, "draws": [{"player": "red", "deck": "civic"}]},
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_at_a_limit_every_legal_action_is_listed_once(name: str) -> None:
    position = mat(**LIMITS[name])
    assert not list(position.legal_actions("nobody"))
    for player in position.players:
        listed = list(position.legal_actions(player))
        results = {position.apply(action).position for action in listed}
        # The ways to commit come last, and are many.
        said = every_action(position, player)
        if name != "units to commit":
            said = takewhile(lambda action: not isinstance(action, Commit), said)
        assert len(results) == len(listed) == position.legal_actions(player).count()
        assert results == {position.apply(action).position for action in said if position.check(action)}


class Number(Random):
    """Draws a number that it is told."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.number


def test_each_way_to_commit_is_drawn_by_its_number() -> None:
    actions = mat(**LIMITS["units to commit"]).legal_actions()
    drawn = [actions.sample(Number(n)) for n in range(actions.count())]
    assert sorted(map(str, drawn)) == sorted(map(str, actions))


def test_a_draw_within_a_draft_keeps_to_it() -> None:
    position = mat(**LIMITS["units to commit"])
    within = position.legal_actions(within=hw.Draft(do="pass"))
    assert {str(within.sample(Random(seed))) for seed in range(9)} == {"pass"}


def test_of_triggers_that_are_alike_a_draft_may_name_any() -> None:
    position = mat(**LIMITS["two triggers that are alike"])
    for source in ("villager agitator", "x"):
        (resolving,) = position.legal_actions(within=hw.Draft(trigger=source))
        assert str(resolving) == f"resolve {source}"


def test_there_is_nothing_to_draw_for_whom_it_is_not_the_turn() -> None:
    for name in ("units to commit", "tactics", "three frontiers that are won"):
        with pytest.raises(LookupError):
            mat(**LIMITS[name]).legal_actions("blue").sample(Random(1))
