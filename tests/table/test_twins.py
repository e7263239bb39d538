"""What a place does not know is not on its wire: in twin worlds that look the same to it, all frames are equal."""

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
from hexwidget.widget import ahead
from tests.amounts import many
from tests.secrets.seats import same
from tests.secrets.twins import Script, game, hidden_deeds, twin_game
from tests.table.wire import Client, Serving, served

STEPS = many(8, 30, quick=4)
SEEDS = many(1, 10)
NAMES = ("plotted/the-ford", "frontiers/three-frontiers")


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
                disturb(table, others, place, done, noise)
            chance = isinstance(done, ChanceOutcome)
            actor = watched if not chance and done.player == place else others[None if chance else done.player]
            settle(table, actor)
            if chance:
                offered = table.table._boards[None]._audience.choices(hw.Draft()).options
                draft = next(option.leads_to for option in offered if option.value == done.value)
                assert actor.ask("commit", draft=dict(draft))["ok"]
            else:
                assert actor.ask("play", action=f"{done.player}: {done}")["ok"]
            settle(table, watched)
            for intent, args in (("undo", {}), ("explain", {"space": next(iter(position.map.names()))}), ("hello", {})):
                watched.ask(intent, **args)
        settle(table, watched)
        return watched.texts


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
    while any(board._showing.ahead in ahead._unfinished for board in table.table._boards.values()):
        time.sleep(0.01)
    client.ask("hello")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds_are_equal_on_the_wire(name: str, seed: int) -> None:
    script = game(name, seed)[:STEPS]
    for place in (script[0][0].players[0], None):
        rng = Random(f"{name} {seed} wire")
        mine = frames(script, place)
        same(mine, frames(twin_game(script, place, rng), place, rng))
        tried("frames of twin tables", len(mine))


@pytest.mark.slow
def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    script = game("plotted/the-ford", 0)[:4]
    monkeypatch.setattr("hexwidget.widget.audience.observation", lambda position, _player: Observation(None, position))
    with pytest.raises(AssertionError, match="differs"):
        same(frames(script, None), frames(script, None, Random("leak")))
