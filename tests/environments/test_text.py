"""The environment in text: refusals cite clauses, twins give equal texts, and remedies help an agent that reads them."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.asking.seat import Seat
from hexwidget.environments.texts import TextEnvironment
from hexwidget.rules import ChanceOutcome, Observation
from tests.amounts import many, of_each_system
from tests.secrets.questions import asked
from tests.secrets.twins import WITH_SECRETS, WITHOUT, Script, brief, check_told_alike, game, twin_game

ROOT = Path(__file__).parents[2]
STEPS = many(2, 20)


def test_a_refusal_says_why_and_offers_what_is_legal() -> None:
    env = hw.environments.text("depletion/first-steps", player="red", price=-0.1)
    assert "Red: choose an army" in env.reset(seed=1)
    reply = env.step("0203-0303-0403-0503")
    assert (reply.played, reply.reward) == (False, -0.1)
    assert reply.verdict is not None
    assert reply.verdict.clauses == ("D7.1", "D7.2", "D1.2")
    assert all(clause in str(reply) for clause in reply.verdict.clauses)
    assert env.step("what is this").verdict is None
    assert env.step(reply.remedies[0]).played


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 8))
def test_listed_actions_are_played_until_the_game_is_over(name: str) -> None:
    players = hw.scenario(name).position.players
    env = hw.environments.text(name, player=players[0], max_tries=4)
    env.reset(seed=2)
    while not env.over and env.legal_actions(most=3):
        reply = env.step(env.legal_actions(most=3)[0])
        assert reply.played, reply.text
        assert reply.text
        assert (reply.terminated or reply.truncated) is env.over
    if env.over:
        with pytest.raises(hw.InputError, match="reset"):
            env.step("pass")


def test_a_seed_repeats_a_game_and_its_end_is_rewarded() -> None:
    ends = []
    for _ in range(2):
        env = hw.environments.text("plotted/head-on", player="red", objective="material")
        rng, said = Random(3), [env.reset(seed=3)]
        while not env.over:
            said.append(str(env.step(rng.choice(env.legal_actions(most=4)))))
        ends.append(said)
    assert ends[0] == ends[1]
    outcome = env.session.position.outcome
    assert outcome is not None
    plain = hw.environments.text("plotted/head-on", player="red")
    rng, total = Random(3), 0.0
    plain.reset(seed=3)
    while not plain.over:
        total += plain.step(rng.choice(plain.legal_actions(most=4))).reward
    won = outcome.winners
    assert total == (0.0 if not won else 1.0 if "red" in won else -1.0)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"player": "rde"}, "did you mean 'red'"),
        ({"max_tries": 0}, "whole number from 1"),
        ({"price": 1}, "at most 0"),
        ({"opponents": "gredy"}, "did you mean 'greedy'"),
        ({"objective": "matrial"}, "did you mean 'material'"),
    ],
)
def test_wrong_settings_are_refused(given: dict[str, object], told: str) -> None:
    with pytest.raises(hw.InputError, match=told):
        hw.environments.text("depletion/first-steps", **{"player": "red", **given})


# ---------------------------------------------------------------------- secrets
def read(script: Script, player: str, seed: str) -> list[str]:
    """All that an agent reads in a game: its own actions are played there, those of others beside it."""
    env = TextEnvironment(script[0][0], player, opponents=None, objective="win")
    env.seat = Seat(hw.Session(script[0][0], rolls="ask", seed=1), player)
    found, rng = list[str](), Random(seed)
    for _, done in script:
        spaces = list(env.seat.seen.map.names())
        found += [env.observation, asked(lambda: env.legal_actions(most=2 if brief(env.seat.seen) else 6))]
        text = f"{rng.choice(spaces)}-{rng.choice(spaces)}"
        if not asked(lambda text=text: env.seat.check(text)).endswith("legal"):  # a legal one would leave the script
            found.append(asked(lambda text=text: env.step(text)))
        found += [
            asked(lambda other=other: env.step(f"{other}: pass")) for other in script[0][0].players if other != player
        ]
        if isinstance(done, ChanceOutcome):
            env.session.roll(done.value)
        elif done.player == player:
            reply = env.step(str(done))
            found += [repr(reply), str(reply.remedies)]
        else:
            env.session.play(done)
    return [*found, env.observation, str(env.over)]


@pytest.mark.slow
@pytest.mark.parametrize("name", of_each_system([*WITH_SECRETS, *WITHOUT], 8))
def test_twin_worlds_give_equal_texts(name: str) -> None:
    check_told_alike(name, 0, STEPS, read, "texts of environments in twin games")


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    script = game("frontiers/three-frontiers", 0)[:2]
    twin = twin_game(script, "red", Random("leak"))
    monkeypatch.setattr("hexwidget.widget.audience.observation", lambda position, _: Observation(None, position))
    assert read(script, "red", "leak") != read(twin, "red", "leak")


# ---------------------------------------------------------------------- the example
@pytest.mark.slow
@pytest.mark.parametrize(("name", "seat"), [("orders/two-on-one", "red"), ("plotted/the-ford", "red")])
def test_an_agent_that_reads_remedies_is_right_more_often(
    name: str, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures of the page are those of the example."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    agents = __import__("text_agents")
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    shares = []
    for reads, agent in ((False, "reads nothing"), (True, "reads remedies")):
        score = agents.measure(name, seat, reads=reads)
        first, second = (f"{part / score.decisions:.0%}" for part in (score.first, score.second))
        assert f"| {name} | {agent} | {first} | {second} |" in page, "python examples/text_agents.py makes the table"
        shares.append((score.second - score.first) / (score.decisions - score.first))  # of the refusals
    assert shares[1] > 2 * shares[0]
    sys.modules.pop("text_agents")
