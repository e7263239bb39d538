"""Environments pass PettingZoo's own tests, masks equal legality, and games equal those of sessions."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test, state_test

import hexwidget as hw
from hexwidget.asking.textboard import board_text
from hexwidget.environments.encoding import BACK, CONFIRM, FIRST_SPACE, WAIT
from hexwidget.environments.game import Game
from hexwidget.explore.objectives import Named, value_of
from hexwidget.systems.registry import system_names
from tests.amounts import many
from tests.games_of_others.tic_tac_toe import TicTacToe, TicTacToePosition

ONE_OF_EACH = [  # of the registered systems
    "depletion/a-relic-before-a-forest",  # with hidden tiles and cards
    "orders/two-on-one",
    "plotted/head-on",
    "rondel/three-galleys",
    "frontiers/combat",
    "toy/first-post",  # a system from outside the package
]
CLICKS = 120


@pytest.fixture(autouse=True)
def advice() -> Iterator[None]:
    """Ignore PettingZoo's advice to name agents player_0 and to use arrays without a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def clicked(env: Any, seed: int, clicks: int = CLICKS) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Play a random game. Yield each agent, its observation and its action."""
    rng = Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter(clicks):
        seen, _, over, broken_off, _ = env.last()
        if over or broken_off:
            env.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        action = CONFIRM if CONFIRM in legal and rng.random() < 0.4 else rng.choice(legal)
        yield agent, seen, action
        env.step(action)


# ---------------------------------------------------------------- PettingZoo's own tests
def test_every_registered_system_is_tried() -> None:
    assert {name.partition("/")[0] for name in ONE_OF_EACH} == set(system_names())


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_one_after_another_passes_pettingzoos_tests(name: str) -> None:
    api_test(hw.environments.aec(name, max_steps=50), num_cycles=many(15, 300, 10))
    api_test(hw.environments.aec(name), num_cycles=many(10, 100, 5))
    seed_test(partial(hw.environments.aec, name), num_cycles=many(10, 300))


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_all_at_once_passes_pettingzoos_tests(name: str) -> None:
    parallel_api_test(hw.environments.parallel(name, max_steps=100), num_cycles=many(15, 300, 10))
    parallel_seed_test(partial(hw.environments.parallel, name), num_cycles=many(10, 150, 5))


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_the_state_passes_pettingzoos_test(name: str) -> None:
    # PettingZoo's test draws actions without the mask.
    env = hw.environments.aec(name, illegal="ignore")
    state_test(env, hw.environments.parallel(name), num_cycles=many(10, 300, 5))


# ---------------------------------------------------------------- what a person reads
def read_as_a_person(text: str) -> bool:
    """True if a text is a board and a task: no code, no line that is too long for a terminal's window to follow."""
    return not re.search(r"\w\(|\w=|[<{]|None", text) and len(text.splitlines()) > 3


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_boards_are_rendered_as_texts_for_people(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(hw.environments.aec, name), {"ansi": read_as_a_person})
    capsys.readouterr()
    texts, shown = (hw.environments.aec(name, render_mode=mode) for mode in ("ansi", "human"))
    for (agent, _, _), _ in zip(clicked(texts, seed=1, clicks=8), clicked(shown, seed=1, clicks=8), strict=True):
        text = texts.render()
        assert text.startswith(board_text(texts.game.position.observe(agent)))
        assert text.endswith(texts.choices(agent).prompt)
        assert capsys.readouterr().out == f"{text}\n\n"


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_all_at_once_each_agent_s_board_is_rendered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts, shown = (hw.environments.parallel(name, render_mode=mode) for mode in ("ansi", "human"))
    rng = Random(1)
    seen, _ = texts.reset(seed=1)
    shown.reset(seed=1)
    for _ in range(6):
        text = texts.render()
        assert capsys.readouterr().out == f"{text}\n\n"
        assert read_as_a_person(text)
        for agent in texts.agents:
            assert f"{agent}\n{board_text(texts.game.position.observe(agent))}" in text
        clicks = {agent: rng.choice(np.flatnonzero(each["action_mask"]).tolist()) for agent, each in seen.items()}
        seen, *_ = texts.step(clicks)
        shown.step(clicks)


# ---------------------------------------------------------------- the state
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_the_state_has_what_is_hidden_and_the_draft_of_each_player(name: str) -> None:
    env, twins = hw.environments.aec(name), 0
    for n, (agent, _, action) in enumerate(clicked(env, seed=3, clicks=many(20, 400))):
        before, drafts, position = env.state(), env.game.drafts, env.game.position
        then = env.game.offered(agent)[action].leads_to or drafts[agent]
        env.game.drafts = {**drafts, agent: then}
        assert np.array_equal(env.state(), before) == (then == drafts[agent])
        env.game.drafts = drafts
        for viewer in env.possible_agents:
            env.game.position = position.system.resample(position, viewer, Random(n))
            assert np.array_equal(env.state(), before) == (env.game.position == position)
            twins += env.game.position != position
        env.game.position = position
    assert bool(twins) == env.game.start.system.hides


# ---------------------------------------------------------------- the mask
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_masked_actions_are_refused_and_others_are_taken(name: str) -> None:
    env, rng = hw.environments.aec(name), Random(2)
    for agent, seen, _ in clicked(env, seed=1):
        before = env.game.position
        barred = np.flatnonzero(seen["action_mask"] == 0).tolist()
        for action in rng.sample(barred, 6):
            with pytest.raises(hw.InputError, match=f"{agent} may not take action {action}: ."):
                env.step(action)
        assert env.game.position == before
        assert env.agent_selection == agent


def test_a_barred_action_is_refused_with_the_clause_that_bars_it() -> None:
    env = hw.environments.aec("depletion/first-steps")
    env.reset(seed=1)
    army = next(n for n, click in env.game.offered("red").items() if "0203" in click.label)
    env.step(army)
    names = list(env.game.start.map.names())
    barred = [n for n in range(FIRST_SPACE, FIRST_SPACE + len(names)) if not env.observe("red")["action_mask"][n]]
    reasons = [env.describe("red", action) for action in barred]
    assert len(reasons) > 20
    assert all(re.search(r"D\d\.\d: .", reason) for reason in reasons)
    with pytest.raises(hw.InputError, match=re.escape(reasons[0])):
        env.step(barred[0])


@pytest.mark.parametrize("action", [-1, 10_000, 1.5, "1", None, [1]])
def test_other_values_than_actions_are_refused(action: Any) -> None:
    env = hw.environments.aec("plotted/head-on")
    env.reset(seed=1)
    with pytest.raises(hw.InputError, match="red: expected an action from 0 to 294, not"):
        env.step(action)


def test_a_policy_that_errs_can_be_ignored() -> None:
    env = hw.environments.aec("plotted/head-on", illegal="ignore", max_steps=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(WAIT)
    assert "may not take action 0" in env.infos["red"]["refused"]
    assert env.truncations == {"red": True, "blue": True}


def test_every_legal_action_can_be_clicked() -> None:
    """Clicks lead to each legal action of a small position."""
    game = Game("rondel/two-ways-to-pay")
    (player,) = game.to_act
    wanted = {game.position.apply(action).position for action in game.position.legal_actions(player)}
    found, todo, drafts = set(), [hw.Draft()], {hw.Draft()}
    while todo:
        game.drafts[player] = todo.pop()
        game = copy.copy(game)  # without what it has listed before
        now = game.choices(player)
        for number in game.legal(player):
            if number == CONFIRM:
                found.add(game.position.apply(now.action).position)
                continue
            then = game.offered(player)[number].leads_to
            assert then is not None
            if then not in drafts:
                drafts.add(then)
                todo.append(then)
    assert found == wanted


# ---------------------------------------------------------------- the numbers
def test_a_number_means_the_same_in_every_position() -> None:
    env = hw.environments.aec("plotted/the-ford")
    names = list(env.game.start.map.names())
    seen_at: dict[str, set[int]] = {}
    for agent, _, _ in clicked(env, seed=3):
        now = env.choices(agent)
        for number, click in env.game.offered(agent).items():
            if now.field is not None and FIRST_SPACE <= number < FIRST_SPACE + len(names):
                assert names[number - FIRST_SPACE] in now.field.reach
            elif number >= env.game.clicks.first_button and click.label.startswith(("March", "Face", "Ambush")):
                seen_at.setdefault(click.label, set()).add(number)
            elif number >= FIRST_SPACE + len(names) and number < env.game.clicks.first_button:
                assert names[number - FIRST_SPACE - len(names)] in click.label
    assert len(seen_at) >= 8
    # If two buttons have the same number, the later one takes the next.
    assert sum(len(numbers) > 1 for numbers in seen_at.values()) <= 2


def test_more_choices_than_numbers_are_refused_with_the_remedy() -> None:
    with pytest.raises(hw.InputError, match=r"more is offered here than the 2 buttons; .* buttons=4"):
        hw.environments.aec("frontiers/opening", buttons=2)


def test_going_back_undoes_a_click() -> None:
    env = hw.environments.aec("orders/three-marches")
    env.reset(seed=1)
    agent = env.agent_selection
    first = env.observe(agent)
    assert not first["action_mask"][BACK]
    env.step(next(n for n in env.game.legal(agent) if n >= FIRST_SPACE))
    chosen = env.observe(agent)
    assert not np.array_equal(first["observation"], chosen["observation"])
    env.step(BACK)
    assert np.array_equal(first["observation"], env.observe(agent)["observation"])


# ---------------------------------------------------------------- the game
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_the_game_is_the_one_that_a_session_with_this_seed_plays(name: str) -> None:
    env = hw.environments.aec(name)
    for _ in clicked(env, seed=5):
        pass
    assert env.game.done
    session = env.session()
    assert session.position == env.game.position
    assert session.seed == 5


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_an_environment_can_be_pickled_in_mid_game(name: str) -> None:
    env = hw.environments.aec(name)
    for n, _ in enumerate(clicked(env, seed=8)):
        if n == 13:
            break
    here = env.observe(env.agent_selection)
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert other.agent_selection == env.agent_selection
        there = other.observe(other.agent_selection)
        assert all(np.array_equal(here[part], there[part]) for part in here)
        other.step(int(np.flatnonzero(there["action_mask"])[0]))
        assert (other.game.steps, env.game.steps) == (14, 13)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rondel/third-action", "plotted/archers-march", "orders/two-on-one"])
def test_the_rewards_at_the_end_follow_the_outcome(name: str) -> None:
    env = hw.environments.aec(name)
    for seed in range(4):
        env.reset(seed=seed)
        rng, total = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, broken_off, _ = env.last()
            assert not broken_off
            total[agent] += reward
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(None if over else CONFIRM if CONFIRM in legal else rng.choice(legal))
        outcome = env.game.position.outcome
        assert outcome is not None
        for agent, reward in total.items():
            assert reward == (0 if not outcome.winners else 1 if agent in outcome.winners else -1)


def test_an_objective_is_rewarded_as_it_changes() -> None:
    def units(seen: Any, player: str) -> float:
        return 0.1 * len(seen.units_of(seen.players.index(player)))

    env = hw.environments.aec("plotted/archers-march", objective=units)
    worth = {agent: units(env.game.start, agent) for agent in env.possible_agents}
    for agent, _, _ in clicked(env, seed=2, clicks=400):
        if env.game.over:
            break
        for each, reward in env.rewards.items():
            worth[each] += reward
        assert worth[agent] == pytest.approx(units(env.game.position, agent))


@pytest.mark.slow
def test_an_objective_may_be_named_or_is_refused_by_name() -> None:
    def lead(seen: Any, player: str) -> float:
        return value_of(Named("material"), seen, player)

    rewarded = []
    for objective in ("material", lead):
        env, rng, total = hw.environments.aec("orders/three-marches", objective=objective), Random(1), Counter[str]()
        env.reset(seed=1)
        for _ in range(400):
            if env.terminations[env.agent_selection]:
                break
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask).tolist()))
            total.update(env.rewards)
        rewarded.append(total)
    assert rewarded[0] == rewarded[1]
    assert any(rewarded[0].values())
    with pytest.raises(hw.InputError, match="did you mean 'material'"):
        hw.environments.aec("orders/three-marches", objective="materail")
    with pytest.raises(hw.InputError, match="expected it to return a number, not 'much'"):
        hw.environments.aec("orders/three-marches", objective=lambda seen, player: "much")


def test_an_encoder_that_is_not_a_function_is_refused() -> None:
    with pytest.raises(hw.InputError, match="encode: expected a function of an observation"):
        hw.environments.aec("orders/three-marches", encode=3)


def test_all_at_once_players_with_sealed_orders_wait() -> None:
    env = hw.environments.parallel("plotted/head-on", illegal="raise")
    env.reset(seed=1)
    rest = next(n for n, click in env.game.offered("red").items() if "all rest" in click.label)
    env.step({"red": rest, "blue": rest})
    unit = next(n for n, click in env.game.offered("blue").items() if "avalry" in click.label)
    seen, *_ = env.step({"red": CONFIRM, "blue": unit})
    assert np.flatnonzero(seen["red"]["action_mask"]).tolist() == [WAIT]
    with pytest.raises(hw.InputError, match="red has nothing to decide now and waits: 0"):
        env.step({"red": CONFIRM, "blue": BACK})
    with pytest.raises(hw.InputError, match="unknown agent 'rde'; did you mean 'red'"):
        env.step({"rde": WAIT, "blue": BACK})
    for blue in (BACK, rest):
        env.step({"red": WAIT, "blue": blue})
    assert env.game.position.turn == 1
    env.step({"red": WAIT, "blue": CONFIRM})
    assert env.game.position.turn == 2


def test_all_at_once_an_action_may_leave_another_player_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race: the first mark of either player ends the game."""
    race = lambda system, position: frozenset() if any(position.marks) else frozenset(position.players)  # noqa: E731
    monkeypatch.setattr(TicTacToe, "to_act", race)
    env = hw.environments.parallel(TicTacToePosition())
    env.reset(seed=1)
    cell = {
        agent: next(n for n in env.game.legal(agent) if env.describe(agent, n) == "Cell b2") for agent in env.agents
    }
    env.step(cell)
    *_, terminations, _, infos = env.step({"x": CONFIRM, "o": CONFIRM})
    assert infos == {"x": {}, "o": {"refused": "another player acted first, and the choices have changed"}}
    assert env.game.position.marks == (0b10000, 0)
    assert terminations == {"x": True, "o": True}


# ---------------------------------------------------------------- making one
def test_a_custom_encoder_makes_the_observation() -> None:
    def encode(observation: Any, choices: Any) -> np.ndarray[Any, Any]:
        return np.array([len(observation.seen.units), len(choices.options)], np.int16)

    env = hw.environments.aec("plotted/head-on", encode=encode)
    env.reset(seed=1)
    assert env.observe("red")["observation"].tolist() == [2, 2]
    assert env.observation_space("red")["observation"].dtype == np.int16


@pytest.mark.parametrize(
    ("start", "settings", "words"),
    [
        ("plotted/head-onn", {}, "did you mean 'plotted/head-on'"),
        (5, {}, "expected the name of a scenario, a scenario or a position, not 5"),
        ("plotted/head-on", {"max_steps": 0}, "max_steps: expected a whole number from 1, not 0"),
        ("plotted/head-on", {"illegal": "rise"}, "did you mean 'raise'"),
        ("plotted/head-on", {"render_mode": "humans"}, "did you mean 'human'"),
        ("plotted/head-on", {"encode": lambda observation, choices: 3}, "encode: expected it to return an array"),
    ],
)
def test_wrong_settings_are_refused_with_a_remedy(start: Any, settings: Any, words: str) -> None:
    with pytest.raises(hw.InputError, match=words):
        hw.environments.aec(start, **settings)


def test_a_game_that_is_over_or_has_not_begun_is_not_played() -> None:
    env = hw.environments.aec("rondel/third-action")
    with pytest.raises(hw.InputError, match=r"call reset\(\)"):
        env.step(1)
    with pytest.raises(hw.InputError, match="no such seed"):
        env.reset(seed=-1)
    over = hw.scenario("rondel/third-action").position
    while over.to_act:
        *_, last = over.legal_actions()
        over = over.apply(over.chance.sample(Random(1)) if over.chance else last).position
    with pytest.raises(hw.InputError, match="over from its start"):
        hw.environments.parallel(over)


def test_pettingzoo_is_loaded_when_it_is_needed_and_named_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys, hexwidget as hw; hw.environments.aec; print({'numpy', 'pettingzoo'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r'pip install "hexwidget\[environments\]"'):
        hw.environments.aec("rondel/third-action")
