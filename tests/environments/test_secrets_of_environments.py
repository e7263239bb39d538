"""Hidden things change nothing for an agent: neither its observation, nor its mask, nor its messages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial, partialmethod
from itertools import pairwise
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.environments.encoding import CONFIRM, Click, Encoder
from hexwidget.environments.game import Game
from hexwidget.rules import ChanceOutcome, Observation, Position
from tests import inside
from tests.amounts import chances, many
from tests.secrets.twins import WITH_SECRETS, Script, twin_game

HIDING = [
    "plotted/archers-march",
    "frontiers/opening",
    "frontiers/combat",
    "depletion/a-relic-before-a-forest",
    "toy/first-post",
]
POSITIONS = 24
EVERY = 4


def some_positions(name: str, seed: int) -> list[Position]:
    """Return positions of a random game with something to decide, also after orders are sealed."""
    rng, position = Random(seed), hw.scenario(name).position
    found: list[Position] = []
    while len(found) < POSITIONS and position.to_act:
        if position.chance is not None:
            position = position.apply(position.chance.sample(rng)).position
            continue
        found.append(position)
        player = rng.choice(sorted(position.to_act))
        position = position.apply(position.legal_actions(player).sample(rng)).position
    return found[::EVERY]


def all_that_is_given(env: Any, agent: str) -> tuple[bytes, bytes, list[str]]:
    seen = env.observe(agent)
    mask, vector = seen["action_mask"], seen["observation"]
    said = [env.describe(agent, n) for n in range(0, len(mask), 9)]
    return vector.tobytes(), mask.tobytes(), said


@pytest.mark.parametrize(
    ("name", "seed"), [*((name, 1) for name in HIDING), *(("toy/first-post", n) for n in (2, 3, 4))]
)
def test_twins_look_alike(name: str, seed: int) -> None:
    rng = Random(6)
    for position in some_positions(name, seed):
        for agent in position.players:
            twin = position.system.resample(position, agent, rng)
            ours, theirs = (hw.environments.aec(each) for each in (position, twin))
            for env in (ours, theirs):
                env.reset(seed=1)
            for _ in range(3):  # the drafts that follow look alike, too
                assert all_that_is_given(ours, agent) == all_that_is_given(theirs, agent)
                clicks = [n for n in ours.game.legal(agent) if n > CONFIRM]
                if agent not in ours.game.to_act or not clicks:
                    break
                number = rng.choice(clicks)
                for env in (ours, theirs):
                    env.game.click(agent, number)


@pytest.mark.parametrize("name", ["plotted/archers-march", "frontiers/opening"])
def test_an_encoder_with_full_positions_would_distinguish_twins(name: str) -> None:
    rng, told = Random(6), 0
    for position in some_positions(name, seed=1):
        for agent in position.players:
            twin = position.system.resample(position, agent, rng)
            encode = Encoder(position, hw.environments.aec(position).game.clicks)
            told += not np.array_equal(*(encode.position(Observation(agent, each)) for each in (position, twin)))
    assert told


def test_other_players_orders_are_hidden_while_they_are_written() -> None:
    """Blue seals different orders in two games. Red, who clicks the same in both, sees the same."""
    games = [hw.environments.parallel("plotted/archers-march") for _ in range(2)]
    for env in games:
        env.reset(seed=1)
    rng, turns = Random(1), []
    for _ in range(30):
        seen = []
        for n, env in enumerate(games):
            own = env.observe("red")
            seen.append((own["observation"].tobytes(), own["action_mask"].tobytes()))
            turns.append((n, env.game.position))
        assert seen[0] == seen[1]
        legal = [n for n in games[0].game.legal("red") if n != CONFIRM]  # red never seals, so no orders are revealed
        red = rng.choice(legal)
        for n, env in enumerate(games):
            mine = env.game.legal("blue")
            *_, infos = env.step({"red": red, "blue": CONFIRM if CONFIRM in mine else Random(n).choice(mine)})
            assert infos["red"] == {}
    sealed = [position.sealed for _, position in turns[-2:]]
    assert sealed[0] != sealed[1]


CLICKS = many(30, 400)
GAMES = many(1, 20)


def worth(seen: Position, player: str) -> float:
    """An objective that depends on everything that a player sees."""
    return float(crc32(f"{seen!r} {player}".encode()) % 1000)


class Replayed:
    """A game of clicks, of which one agent's side is recorded.

    :param script: the game that the clicks lead to: chance decides as it does there
    """

    def __init__(self, script: Script, agent: str) -> None:
        self.agent, self.seen = agent, list[object]()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Game, "let_chance_decide", partialmethod(self._decide, script))
            self.env = hw.environments.aec(script[0][0], objective=worth, max_steps=CLICKS + 1)
        self.env.game.let_chance_decide = partial(self._decide, self.env.game, script)
        self.env.reset(seed=1)

    @staticmethod
    def _decide(game: Game, script: Script) -> None:
        while game.position.chance is not None and len(game.done) < len(script):
            outcome = script[len(game.done)][1]
            assert isinstance(outcome, ChanceOutcome)
            game.position = game.position.apply(outcome).position
            game.done.append(outcome)

    def number(self, agent: str, click: Click) -> int | None:
        """The number of a click of an agent. None if it is not offered."""
        offered = self.env.game.offered(agent).items()
        return next((n for n, each in offered if (each.label, each.leads_to) == (click.label, click.leads_to)), None)

    def click(self, agent: str, click: Click) -> None:
        """Make a click of an agent, and record all that the recorded agent is given."""
        env, mine, number = self.env, self.agent, self.number(agent, click)
        assert env.agent_selection == agent
        assert number is not None
        self.seen.append(number if agent == mine else None)
        env.step(number)
        given = all_that_is_given(env, mine), env.rewards[mine], inside.rewards_so_far(env)[mine]
        self.seen += [*given, env.terminations[mine], env.truncations[mine], env.infos[mine]]
        if env.agent_selection == mine:
            observation, *rest = env.last()
            self.seen += [observation["observation"].tobytes(), rest, env.render()]


def clicked_game(name: str, seed: int) -> tuple[list[tuple[str, Click]], Script]:
    """A game of random clicks, and the actions and outcomes that they lead to."""
    env, rng = hw.environments.aec(name), chances(name, seed, "clicks")
    env.reset(seed=seed)
    clicks: list[tuple[str, Click]] = []
    while len(clicks) < CLICKS and env.game.to_act:
        agent = env.agent_selection
        legal = env.game.legal(agent)
        number = CONFIRM if CONFIRM in legal and rng.random() < 0.7 else rng.choice(legal)
        clicks.append((agent, env.game.offered(agent)[number]))
        env.step(number)
    script: Script = []
    position = env.game.start
    for done in env.game.done:
        script.append((position, done))
        position = position.apply(done).position
    return clicks, script


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", [name for name in WITH_SECRETS if GAMES > 1 or name in HIDING])
def test_twin_games_give_an_agent_the_same(name: str, seed: int) -> None:
    """Two whole games that look the same to an agent: its observations, masks, rewards, ends and infos are equal at each click."""
    clicks, script = clicked_game(name, seed)
    for agent in script[0][0].players:
        twin = twin_game(script, agent, Random(f"{name} {seed} {agent}"))
        games = [Replayed(each, agent) for each in (script, twin)]
        for who, click in clicks:
            # Others may have looked at a card that they do not hold in the twin, without playing it.
            if who != agent and any(game.number(who, click) is None for game in games):
                assert click.leads_to is not None, "the twin bars an action of the game"
                continue
            for game in games:
                game.click(who, click)
        assert games[0].seen == games[1].seen
        tried("clicks of agents in twin games", len(clicks))


def test_in_parallel_the_end_does_not_tell_who_waits() -> None:
    """Blue seals at once and waits in one game, and clicks to the end in another: both are broken off at the same step."""
    ends = []
    for blue_seals in (True, False):
        env = hw.environments.parallel("plotted/archers-march", max_steps=40)
        env.reset(seed=1)
        rng, steps = Random(1), 0
        while env.agents:
            red = rng.choice([n for n in env.game.legal("red") if n != CONFIRM])
            mine = env.game.legal("blue")
            others = [n for n in mine if n != CONFIRM]
            blue = CONFIRM if blue_seals and CONFIRM in mine else Random(steps).choice(others)
            env.step({"red": red, "blue": blue})
            steps += 1
        assert (env.game.position.sealed[1] is not None) is blue_seals
        ends.append(steps)
    assert ends[0] == ends[1]


@pytest.mark.slow
def test_the_referee_refuses_an_unknown_verdict_without_reasons() -> None:
    """In the toy's fog, a hidden fort may bar an action: the mask is the same, and the draft is empty again."""
    said = []
    for seed in range(12):
        env = hw.environments.parallel("toy/first-post", max_steps=60)
        env.reset(seed=seed)
        rng = Random(seed)
        while env.agents:
            legal = {agent: env.game.legal(agent) for agent in env.agents}
            actions = {agent: CONFIRM if CONFIRM in own else rng.choice(own) for agent, own in legal.items()}
            *_, infos = env.step(actions)
            for agent, info in infos.items():
                if info:
                    said.append(info["refused"])
                    assert not env.choices(agent).draft
    assert said
    assert all("cannot be seen: there may be a fort" in each for each in said)


@pytest.mark.slow
def test_vectors_are_the_same_in_every_process() -> None:
    code = (
        "import zlib, hexwidget as hw; from hexwidget.environments.encoding import Clicks;"
        "from hexwidget.environments.encoding import Encoder; start = hw.scenario('frontiers/opening').position;"
        "vector = Encoder(start, Clicks(start.map))(start.observe('red'), start.choices(player='red'));"
        "print(zlib.crc32(vector.tobytes()))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": n},
        ).stdout
        for n in ("1", "2")
    }
    assert len(said) == 1


def test_players_see_the_board_from_their_own_side() -> None:
    """Names change nothing, and the board looks the same from every seat."""
    described = hw.system("plotted").to_json(hw.scenario("plotted/head-on").position)
    renamed = json.loads(json.dumps(described).replace('"red"', '"ada"').replace('"blue"', '"bob"'))
    reseated = {**described, "players": ["blue", "red"]}
    red, ada, second = (
        Encoder(start, hw.environments.aec(start).game.clicks)
        for start in (hw.system("plotted").position(**each) for each in (described, renamed, reseated))
    )
    views = [
        encode.position(hw.system("plotted").position(**each).observe(name))
        for encode, each, name in ((red, described, "red"), (ada, renamed, "ada"), (second, reseated, "red"))
    ]
    assert np.array_equal(views[0], views[1])
    assert not np.array_equal(views[0], views[2])  # the first player to decide is known
    assert np.array_equal(red.parts(views[0])["board"], second.parts(views[2])["board"])
    blue = red.position(hw.system("plotted").position(**described).observe("blue"))
    assert not np.array_equal(red.parts(views[0])["board"], red.parts(blue)["board"])


def test_each_kind_of_thing_on_the_board_has_its_column() -> None:
    position = hw.scenario("depletion/three-armies").position
    encode = Encoder(position, hw.environments.aec(position).game.clicks)
    board = encode.parts(encode.position(position.observe("blue")))["board"]
    names = list(position.map.names())
    says = {
        (name, column): value
        for name, row in zip(names, board.tolist(), strict=True)
        for column, value in zip(encode.columns, row, strict=True)
        if value and column not in position.map.terrains
    }
    assert says == {
        ("0102", "player 1's spear"): 2,
        ("0102", "player 1's sword"): 1,
        ("0104", "player 1's sword"): 1,
        ("0104", "player 1's bow"): 1,
        ("0204", "player 1's catapult"): 1,
        ("0101", "player 1's castle"): 1,
        ("0105", "player 1's castle"): 1,
        ("0303", "own spear"): 1,
        ("0303", "own town"): 1,
        ("0503", "own horse"): 1,
    }
    grounds = [[c for c in position.map.terrains if board[n, encode.columns.index(c)]] for n in range(len(names))]
    assert grounds == [[position.map.terrain(name)] for name in names]


def test_pairs_of_positions_of_a_game_look_different() -> None:
    positions = some_positions("rondel/inland-sea", seed=2)
    encode = Encoder(positions[0], hw.environments.aec(positions[0]).game.clicks)
    vectors = [encode.position(position.observe("romans")) for position in positions]
    assert len(vectors) > 3
    assert not any(np.array_equal(a, b) for a, b in pairwise(vectors))
