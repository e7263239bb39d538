"""Over a line, twins send the same: the number, order, lengths and texts of messages, to every role, however long work takes."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import Action, ChanceOutcome, Observation
from hexwidget.systems.registry import system_names
from hexwidget.widget.connections.line import LineBoard
from hexwidget.widget.prefetching import Ahead
from hexwidget.widget.work_queue import advance
from tests import inside
from tests.secrets.seats import same
from tests.secrets.twins import SECRETS, SOAK, WITH_SECRETS, Script, game, hidden_deeds, twin_game
from tests.widget.viewers import Ear

TOYS = [name for name in hw.scenarios() if name.startswith("toy/")]
DRAWS = 20
STEPS = 7 if SOAK == 1 else 30
NAMES = [*WITH_SECRETS, *TOYS] if SOAK > 1 else [*{n.partition("/")[0]: n for n in (*WITH_SECRETS, *TOYS)}.values()]
"""The scenarios: in a daily run one of each system."""


def test_every_system_with_secrets_has_its_twins() -> None:
    hiding = {name for name in system_names() if hw.system(name).hides}
    assert hiding <= {*SECRETS, "toy"}
    assert {name.partition("/")[0] for name in NAMES} >= hiding


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", NAMES)
def test_twin_games_send_the_same_frames(name: str, seed: int) -> None:
    for player in (*hw.scenario(name).position.players[:2], None):
        mine, theirs = frames(name, seed, player)
        same(mine, theirs)
        tried("frames over lines in twin games", len(mine))


def frames(name: str, seed: int, player: str | None) -> tuple[list[str], list[str]]:
    """The frames of a player (None: spectators) in a game and in its twin."""
    rng = Random(f"{name} {seed} {player} lines")
    script = game(name, seed)[:STEPS]
    script, twin = resampled(script, player, rng) if name in TOYS else (script, twin_game(script, player, rng))
    return heard(script, player, None, seed), heard(twin, player, rng, seed)


def resampled(script: Script, player: str | None, rng: Random) -> tuple[Script, Script]:
    """A game up to the first difference that a player sees from one whose hidden things lie elsewhere; and that one: of some draws
    the longest."""
    twins = [redrawn(script, player, rng) for _ in range(DRAWS)]
    twin = max(twins, key=len)
    return script[: len(twin)], twin


def redrawn(script: Script, player: str | None, rng: Random) -> Script:
    position = script[0][0].system.resample(script[0][0], player, rng)
    twin: Script = []
    for before, done in script:
        try:
            after = position.apply(done).position
        except (hw.InputError, hw.IllegalAction):  # the rules bar it there, or no such card is left
            break
        if before == position or before.apply(done).position.observe(player) != after.observe(player):
            break
        twin.append((position, done))
        position = after
    return twin


def heard(script: Script, player: str | None, noise: Random | None, seed: int) -> list[str]:
    """Play a game over lines, with ``noise`` around everything that is hidden. Return the frames that two viewers of a place hear.

    With noise, choices are sent ahead bit by bit, as on a machine that is slow.
    """
    rng = Random(f"asks {seed} {player}")
    session = hw.Session(script[0][0], seed=1 if noise is None else 2, rolls="ask")
    place = LineBoard(session, player, spectator=player is None)
    others = [LineBoard(session, each) for each in (*session.position.players, None) if each != player or each is None]
    log: list[str] = []
    ears = [Ear(place, log, f"{n} ") for n in range(2)]
    for position, done in script:
        assert session.position == position
        asks(ears, player, rng)
        if noise is not None:
            disturb(session, others, player, done, log, noise)
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        elif done.player == player:
            ears[0].ask("play", action=f"{player}: {done}")
        else:
            session.play(done)
        ahead = inside.showing(place).ahead
        while noise is not None and ahead.go_on(0.0):
            pass
        ahead.finish()
        log.append("a step")
    for board in (place, *others):
        board.close()
    return log


def asks(ears: list[Ear], player: str | None, rng: Random) -> None:
    """Send what a place may ask, and what it may not."""
    asker, board = rng.choice(ears), ears[0].board
    space = rng.choice(list(inside.audience(board).seen.map.names()))
    offered = [option.leads_to for option in inside.activity(board).choices(inside.showing(board).state.draft).options]
    asker.ask("choose", draft=dict(rng.choice(offered)) if offered else {})
    asker.ask("explain", draft={}, space=space)
    for intent, args in (
        ("hover", {"space": space}),
        ("undo", {}),
        ("goto", {"step": 1}),
        ("list_events", {"step": 1}),
    ):
        asker.ask(intent, **args)
    asker.ask("view", player=None)
    asker.ask("hello", revision=0)
    asker.ask("play", action="what is this")
    if player is None:
        asker.ask("confirm", draft={})


def disturb(
    session: hw.Session, others: list[LineBoard[Any]], player: str | None, done: Any, log: list[str], noise: Random
) -> None:
    """Act as the others in ways that a place must not notice."""
    position, here, was = session.position, session.step.number, len(log)
    board = noise.choice(others)
    board.answer(
        {"id": "noise", "revision": inside.showing(board).sending.revision, "intent": "hello", "args": {}},
        Ear(board, [], ""),
    )
    for action in islice(hidden_deeds(position, player, noise), 1):
        session.play(action)
    after = session.position
    kept = isinstance(done, Action) and bool(after.check(done)) and after.apply(done) == position.apply(done)
    if not kept:
        session.goto(here)
    assert log[was:] == []


@pytest.mark.parametrize("player", ["red", None])
def test_a_leak_of_what_is_seen_is_found(player: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.audience.observation", lambda position, _player: Observation(None, position))
    with pytest.raises(AssertionError):
        same(*frames("plotted/the-ford", 0, player))


@pytest.mark.slow
def test_a_leak_in_the_number_of_frames_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices ahead that are cut by time, as they once were."""

    def by_time(self: Ahead, seconds: float = 1.0) -> bool:
        found, more = advance(self._work, seconds)
        self._send(found)
        return more

    monkeypatch.setattr(Ahead, "go_on", by_time)
    with pytest.raises(AssertionError):
        same(*frames("plotted/the-ford", 0, "red"))
