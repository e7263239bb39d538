"""The promises of every rule system, checked on random games from each bundled scenario.

A new system needs no entry here: it is found by its name, and its positions by its scenarios.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import ChanceOutcome, Position
from hexwidget.rules.position import changed
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.testing import CHECKS, Played
from hexwidget.testing import choose as choose_plainly
from hexwidget.testing import game as played_from
from hexwidget.testing.games import OFTEN, Done
from hexwidget.widget.connections.encode import encode
from tests import inside
from tests.amounts import every, many, of_each_system

NAMES = of_each_system(hw.scenarios(), 6)
"""Every sixth scenario of each system, for a daily run; a soak takes all of them."""
GAMES = [(name, seed) for name in NAMES for seed in range(many(1, 2))]
STEPS = many(12, 40, quick=8)
STRIDES = {
    "enumeration_equals_checking": every(10),
    "canonical_actions_lead_to_different_positions": every(3),
    "within_a_draft_there_is_what_it_can_become": every(3),
}
"""Of promises that go through whole listings, a daily run looks at a part of the game; the tests of the listings themselves
(``test_enumeration`` of the systems, `tests.refusals.test_listings`) look at other positions."""
MUCH = 2000
MOSTLY = 0.95
"""The share of clicked actions in long listings: drawing from one goes through all of it."""


def choose(position: Position, rng: Random) -> Done:
    """The next action or outcome of a random game. None at its end."""
    if position.system.name != "depletion" or position.chance is not None or not position.to_act:
        return choose_plainly(position, rng)
    state = rng.getstate()
    listed = position.legal_actions(rng.choice(sorted(position.to_act)))
    often = OFTEN if sum(1 for _ in islice(listed, MUCH)) < MUCH else MOSTLY
    rng.setstate(state)
    return choose_plainly(position, rng, often)


@cache
def game(name: str, seed: int) -> Played:
    """The positions of a random game, each with the action or outcome there (None at the end)."""
    return played_from(hw.scenario(name).position, Random(f"{name} {seed}"), STEPS, choose)


@pytest.fixture(scope="module", params=GAMES, ids=lambda p: f"{p[0]}-{p[1]}")
def played(request: pytest.FixtureRequest) -> Played:
    return game(*request.param)


def observers(position: Position) -> Iterator[str | None]:
    yield from position.players
    yield None


# ---------------------------------------------------------------- boards keep what is hidden
def boards_of_what_is_hidden_are_alike(played: Played, rng: Random) -> None:
    """Positions that differ only in what a player cannot see are equal for that player, also on the wire, and so are the choices."""
    for position, _ in played[::3] if played[0][0].system.hides else played[:1]:
        for player in observers(position):
            other = position.system.resample(position, player, rng)
            assert position.observe(player) == other.observe(player)
            if player is None:
                assert position.scene(None) == other.scene(None)
            else:
                assert offered(position, player) == offered(other, player)
            sessions = [hw.Session(each, seed=1, rolls="ask") for each in (position, other)]
            boards = [hw.Board(session, player=player, spectator=player is None) for session in sessions]
            mine, theirs = ([getattr(b, t) for t in SENT] for b in boards)
            assert bytes_of(mine) == bytes_of(theirs)
            draft = next((o["leadsTo"] for o in mine[2]["root"]["options"] if o["kind"] == "piece"), {})
            for intent, args in (
                ("choose", {"draft": draft}),
                ("explain", {"draft": draft, "space": next(position.map.names())}),
            ):
                assert bytes_of(ask(boards[0], intent, args)) == bytes_of(ask(boards[1], intent, args))
            for board in boards:
                board.close()


def what_a_player_is_not_told_sends_nothing(played: Played, rng: Random) -> None:
    """A board that is bound to a player, or to spectators, counts a revision only for events that are seen there."""
    for player in observers(played[0][0]):
        session = hw.Session(played[0][0], seed=1, rolls="ask")
        board = hw.Board(session, player=player, spectator=player is None)
        for (before, done), (after, _) in pairwise(played[:14]):
            was = inside.status(board)["revision"]
            transition = session.roll(done.value) if isinstance(done, ChanceOutcome) else session.play(done)
            told = before.system.told(before, done, player)
            visible = [e for e in transition.events if e.visible_to is None or player in e.visible_to]
            if told is None and not visible and before.observe(player) == after.observe(player):
                assert inside.status(board)["revision"] == was
            # The board shows all events since the last decision, with the dice.
            assert not visible or [e["text"] for e in inside.timeline(board)["events"]][-len(visible) :] == [
                e.text for e in visible
            ]
        board.close()


def offered(position: Position, player: str) -> str:
    """The choices of a player as a cell asks for them, and those after a first click."""
    now = position.choices(player=player)
    next_ones = [position.choices(option.leads_to, player) for option in now.options[:2]]
    return bytes_of([encode(each, position.system.rulebook) for each in (now, *next_ones)])


SENT = ("_scene", "_state", "_choices", "_timeline", "_status")


def ask(board: hw.Board, intent: str, args: dict[str, Any]) -> list[Any]:
    """The replies of a board, and its state afterwards."""
    answers: list[Any] = []
    board.send = lambda content, buffers=None: answers.append(content)
    inside.receive(board, {"id": "1", "revision": inside.status(board)["revision"], "intent": intent, "args": args})
    return [answers, inside.current(board)]


def bytes_of(value: Any) -> str:
    def plain(found: Any) -> str:
        assert isinstance(found, bytes)
        return found.hex()

    return json.dumps(value, default=plain)


def what_travels_is_plain_data(played: Played, rng: Random) -> None:
    for position, _ in played[::5]:
        rulebook = position.system.rulebook
        bytes_of(encode(StaticScene.of(position.scene())))
        bytes_of(encode(ChangingScene.of(position.scene())))
        bytes_of(encode(position.choices(), rulebook))
        assert position.to_svg().startswith("<svg")


def copies_keep_look_ups_of_unchanged_fields_only(played: Played, rng: Random) -> None:
    """A look-up names the fields that it is computed from. If one were missing here, games would go on with stale ones."""
    for (before, _), (after, _) in pairwise(played):
        look_ups = type(before).look_ups
        for name in look_ups:
            getattr(before, name)
        differing = {f.name: now for f in fields(after) if (now := getattr(after, f.name)) != getattr(before, f.name)}
        copy = changed(before, **differing)
        assert copy == after
        assert {*vars(copy)} == {
            *(f.name for f in fields(after)),
            *(name for name, of in look_ups.items() if of.isdisjoint(differing)),
        }
        fresh = replace(after)
        assert {name: getattr(copy, name) for name in look_ups} == {name: getattr(fresh, name) for name in look_ups}


def pickles_come_back(played: Played, rng: Random) -> None:
    for position, _ in played:
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert (hash(again), again.key) == (hash(position), position.key)


OTHERS = {
    check.__name__: check
    for check in (
        copies_keep_look_ups_of_unchanged_fields_only,
        pickles_come_back,
        boards_of_what_is_hidden_are_alike,
        what_a_player_is_not_told_sends_nothing,
        what_travels_is_plain_data,
    )
}
PROMISES = {**CHECKS, **OTHERS}


@pytest.mark.parametrize(
    "promise", [pytest.param(name, marks=[pytest.mark.slow] if name == "games_end" else []) for name in PROMISES]
)
def test_every_system_keeps(played: Played, promise: str) -> None:
    stride = STRIDES.get(promise, 1)
    PROMISES[promise](played[len(promise) % stride :: stride] or played, Random(6))


def test_the_last_sealed_action_may_come_out_like_another() -> None:
    """Red's damage is assigned last, so the combat is fought at once, and damage that nobody dies of is reset."""
    position = hw.scenario("frontiers/combat").position
    for action in (
        "blue: assign 1: militia1 2, riders1 1",
        "blue: assign 2: shieldwall1 4",
        "red: assign 2: veterans1 1",
    ):
        position = position.apply(action).position
    one, other = (f"red: assign 1: militia2 {n}, spearmen1 {4 - n}" for n in (3, 4))
    assert position.apply(one).position == position.apply(other).position
    PROMISES["canonical_actions_lead_to_different_positions"]([(position, None)], Random(1))
