"""What a place does not know is not on its wire: in twin worlds that look the same to it, all frames are equal.

In one world the others do only what the game's script says. In the other they hold and do other hidden things, and begin drafts, ask why,
and are refused between their actions.
"""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import ChanceOutcome, Observation
from hexwidget.serving import viewer
from hexwidget.widget import prefetching, work_queue
from hexwidget.widget.showing import Showing
from tests import inside
from tests.amounts import chances, many
from tests.secrets.seats import same
from tests.secrets.twins import WITH_SECRETS, WITHOUT, Script, game, hidden_deeds, hides, twin_game
from tests.table.wire import Client, Serving, served

STEPS = many(2, 30)
SEEDS = many(1, 3)
FEW = (
    "depletion/a-relic-before-a-forest",
    "frontiers/three-frontiers",
    "orders/three-marches",
    "plotted/the-ford",
    "rondel/three-borders",
)
"""A scenario of each system, for a daily run; a soak takes all of them."""
NAMES = FEW if SEEDS == 1 else (*WITH_SECRETS, *WITHOUT)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients may send as fast as they can, and nothing waits for the sake of others."""
    monkeypatch.setattr(viewer, "PER_SECOND", 10_000)
    monkeypatch.setattr(work_queue, "PAUSE", 0.0)


def frames(script: Script, place: str | None, noise: Random | None = None) -> list[str]:
    """The frames of a place, while all play a game over web sockets; with ``noise`` around everything that is hidden from it."""
    start = script[0][0]
    with served(hw.Session(start, rolls="ask", seed=1 if noise is None else 2)) as table:
        watched = table.sit(place or "")
        others = {
            each: table.sit(each, name=f"{each} ") for each in (*start.players, None) if each is None or each != place
        }
        for each in (watched, *others.values()):
            each.ask("hello")
        for position, done in script:
            if noise is not None:
                chatter(table, others, noise)
                disturb(table, others, place, done, noise)
            chance = isinstance(done, ChanceOutcome)
            actor = watched if not chance and done.player == place else others[None if chance else done.player]
            settle(table, actor)
            if chance:
                offered = inside.audience(inside.boards(table.table)[None]).choices(hw.Draft()).options
                draft = next(option.leads_to for option in offered if option.value == done.value)
                assert actor.ask("confirm", draft=dict(draft))["ok"]
            else:
                assert actor.ask("play", action=f"{done.player}: {done}")["ok"]
            settle(table, watched)
            for intent, args in (("undo", {}), ("explain", {"space": next(iter(position.map.names()))}), ("hello", {})):
                watched.ask(intent, **args)
        settle(table, watched)
        return watched.texts


def chatter(table: Serving, others: dict[Any, Client], noise: Random) -> None:
    """Say as the others what changes no game."""
    for each, client in others.items():
        settle(table, client)
        offered = inside.audience(inside.boards(table.table)[each]).choices(hw.Draft()).options
        space = noise.choice(list(table.table.session.position.map.names()))
        drafts = [dict(option.leads_to) for option in offered if option.legal]
        said: list[tuple[str, dict[str, Any]]] = [("explain", {"space": space}), ("hover", {"space": space})]
        said += [("play", {"action": "nonsense"}), ("choose", {"draft": noise.choice(drafts or [{}])})]
        for intent, args in noise.sample(said, 2):
            client.ask(intent, **args)


def disturb(table: Serving, others: dict[Any, Client], place: str | None, done: Any, noise: Random) -> None:
    """Act as the others in ways that a place must not notice."""
    session = table.table.session
    position, here = session.position, session.step.number
    for action in islice(hidden_deeds(position, place, noise), 1):
        actor = others[action.player]
        settle(table, actor)
        assert actor.ask("play", action=f"{action.player}: {action}")["ok"]
    after = session.position
    if isinstance(done, ChanceOutcome) or not after.check(done) or after.apply(done) != position.apply(done):
        settle(table, others[None])
        assert others[None].ask("goto", step=here)["ok"]


def settle(table: Serving, client: Client) -> None:
    """Wait until all that goes ahead of clicks is sent, and a client has what has come."""
    while any(inside.showing(board).ahead in prefetching.unfinished for board in inside.boards(table.table).values()):
        time.sleep(0.01)
    client.ask("hello")


def looking(name: str, seed: int) -> list[str | None]:
    """The places that are watched: in a soak every seat and the spectators (None), otherwise one of them."""
    players = hw.scenario(name).position.players
    return [*players, None] if SEEDS > 1 else [chances(name, seed, "looks on").choice([*players, None])]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds_are_equal_on_the_wire(name: str, seed: int) -> None:
    script = game(name, seed)[:STEPS]
    for place in looking(name, seed):
        rng = chances(name, seed, place, "wire")
        mine = frames(script, place)
        same(mine, frames(twin_game(script, place, rng) if hides(name) else script, place, rng))
        tried("frames of twin tables", len(mine))


def whole(position: Any, _player: str | None) -> Observation[Any]:
    """A leak of contents: everybody sees everything."""
    return Observation(None, position)


def restless(showing: Showing) -> None:
    """A leak of numbers: a message for each step, seen or not."""
    SHOW_STEP(showing)
    showing.sending.send("_choices", {**showing.sending.traits["_choices"], "branches": []})


SHOW_STEP = Showing.show_step


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "leak"),
    [("hexwidget.widget.audience.observation", whole), ("hexwidget.widget.showing.Showing.show_step", restless)],
)
def test_a_leak_is_found(where: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    script = game("plotted/the-ford", 0)[:3]
    same(frames(script, None), frames(script, None, Random("leak")))
    monkeypatch.setattr(where, leak)
    with pytest.raises(AssertionError, match="differs"):
        same(frames(script, None), frames(script, None, Random("leak")))
