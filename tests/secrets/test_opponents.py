"""Opponents that are no persons: what they know, and what their answers tell others."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import comm
import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.explore import policies
from hexwidget.rules import Action, Position, Status
from tests.secrets.seats import Line, Seat, same
from tests.secrets.twins import SOAK, WITH_SECRETS, brief, game, hidden_deeds, looking

POLICIES: dict[str, policies.Policy] = {
    "random": policies.random,
    "greedy": policies.greedy(most=6, draws=1),
    "search": policies.search(iterations=8, most=6, plies=2),
}
MOVES = 4 if SOAK == 1 else 20
"""The decisions of a person in a game with an opponent."""


@pytest.fixture(autouse=True)
def line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", Line)


def resampled(position: Position, player: str, rng: Random) -> Position:
    """A twin with the same hidden things in other places, and with other orders sealed."""
    found: Position = position.system.resample(position, player, rng)
    for action in hidden_deeds(found, player, rng):
        found = found.apply(action).position
    assert found.observe(player) == position.observe(player)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_an_opponent_decides_the_same_in_twins(name: str, seed: int) -> None:
    """A decision depends on the observation and on which things are hidden, not on where they lie
    (`hexwidget.explore.policies`); in a system that `resamples_fairly` (`plotted`), on the observation alone."""
    rng = Random(f"{name} {seed} opponents")
    decided = 0
    for position, done in game(name, seed)[:: 3 if SOAK == 1 else 1]:
        if not isinstance(done, Action):
            continue
        for player in set(looking(position, rng)) & position.to_act:
            for kind, policy in POLICIES.items():
                if kind != "random" and brief(position):
                    continue
                other = resampled(position, player, rng)
                if player not in other.to_act:
                    continue
                ours, theirs = (policies.decide(policy, each, player, Random(seed)) for each in (position, other))
                assert ours == theirs, f"{kind} for {player}"
                decided += 1
    tried("decisions of opponents in twins", decided)


@pytest.mark.slow
def test_where_twins_allow_different_actions_only_that_makes_a_difference() -> None:
    """In the toy's fog a hidden fort may bar an action. A policy does not see the fort, but its action is legal: it may tell twins
    apart only where the referee lets other actions pass."""
    rng, differ = Random(1), 0
    for seed in range(10):
        for position, done in game("toy/first-post", seed):
            for player in position.to_act if isinstance(done, Action) else ():
                other = resampled(position, player, rng)
                if player not in other.to_act:
                    continue
                for policy in POLICIES.values():
                    ours, theirs = (policies.decide(policy, each, player, Random(seed)) for each in (position, other))
                    allowed = set(position.legal_actions(player)) ^ set(other.legal_actions(player))
                    assert ours == theirs or allowed
                    assert all(
                        position.system.check(position.observe(player), each).status is Status.UNKNOWN
                        for each in allowed
                    )
                    differ += bool(allowed)
    assert differ


def three_players() -> Position:
    """A game of `plotted` for three, with a unit each."""
    units = {
        player: {place: {"kind": "cavalry", "strength": 3}}
        for player, place in {"red": "0101", "blue": "0401", "green": "0203"}.items()
    }
    rows = hw.system("plotted").to_json(hw.scenario("plotted/head-on").position)["map"]
    made: Position = hw.system("plotted").position(map=rows, players=list(units), units=units)
    return made


@pytest.mark.parametrize("times", [1, 2, 40])
def test_a_player_does_not_learn_how_often_others_have_sealed(times: int) -> None:
    """Neither does the place where a round began, which was once looked for among the last thirty steps."""
    logs = []
    for often in (0, times):
        session = hw.Session(three_players(), seed=1)
        seat = Seat.at(session, "red")
        session.play("red: all rest")
        for _ in range(often):
            session.play("blue: all rest")
        session.play("red: all rest")
        seat.receive("request_state")
        seat.said.append(seat.board.to_html())
        logs.append(seat.log)
    same(*logs)


def test_a_player_is_not_told_that_an_opponent_answers_what_is_hidden() -> None:
    """Green, who is no person, has not sealed, as the referee went back. Green answers when blue seals, and red sees nothing
    of either."""
    logs = []
    for often in (0, 1, 2):
        session = hw.Session(three_players(), seed=1)
        Line.sent = []
        seat = Seat.at(session, "red", opponents={"green": "random"})
        session.goto(0)
        for _ in range(often):
            session.play("blue: all rest")
        assert (session.position.observe("green").seen.sealed[2] is not None) is (often > 0)
        logs.append(seat.log)
    same(logs[0], logs[1])
    same(logs[0], logs[2])


@pytest.mark.parametrize("policy", POLICIES)
def test_an_opponent_answers_the_same_however_often_others_have_sealed(policy: str) -> None:
    """The random numbers of a policy depend on what its player was told, not on the number of steps."""
    answers = []
    for often in (0, 1, 5):
        session = hw.Session(three_players(), seed=1)
        board = hw.Board(session, opponents={"green": POLICIES[policy]}, pause=0)
        found = []
        for _ in range(2):
            for _ in range(often):
                session.play("blue: all rest")
            session.play("red: all rest")
            if session.position.to_act:
                session.play("blue: all rest")
            found.append([str(step.action) for step in session.line if step.action and step.action.player == "green"])
        answers.append(found)
        board.close()
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("start", ["depletion/the-capitals", "depletion/the-strait", "plotted for three"])
def test_a_game_against_a_search_is_the_same_in_twins(start: str, seed: int) -> None:
    """A whole game on a player's board, with undo, redo and goto by the referee: all messages and answers are the same, whatever
    lies in the stacks behind the tiles that are drawn, and whatever a third player seals."""
    position = three_players() if start == "plotted for three" else fixed(hw.scenario(start).position)
    log, drawn = against(position, None, seed)
    noise = Random(f"{start} {seed}")
    other, _ = against(behind(position, drawn, noise), noise, seed)
    same(log, other)
    tried("twin games", 1)
    tried("messages and answers in twin games", len(log))


STACKS = {"tiles": "tile stack", "events": "event deck"}


def fixed(position: Position) -> Position:
    """The same game with stacks in a fixed order."""
    described: Any = position.system.to_json(position)
    described["exploration"]["stack"] = "fixed"
    made: Position = position.system.from_json(described)
    return made


def behind(position: Position, drawn: Counter[str], rng: Random) -> Position:
    """The same game with the stacks in another order, behind what is drawn."""
    described: Any = position.system.to_json(position)
    for pile, source in STACKS.items() if position.system.name == "depletion" else ():
        first, rest = described["exploration"][pile][: drawn[source]], described["exploration"][pile][drawn[source] :]
        described["exploration"][pile] = [*first, *rng.sample(rest, len(rest))]
    made: Position = position.system.from_json(described)
    return made


def against(position: Position, noise: Random | None, seed: int) -> tuple[list[str], Counter[str]]:
    """Play a game against a search.

    :param noise: a third player seals orders again and again
    :return: the log of the person, and how often was drawn from each stack
    """
    person, opponent = position.players[0], position.players[-1]
    session, rng = hw.Session(position, seed=seed), Random(f"{seed} person")
    seat = Seat.at(session, person, opponents={opponent: POLICIES["search"]}, pause=0)
    for _ in range(MOVES):
        if person not in session.position.to_act:
            break
        if len(position.players) > 2:
            third_player(session, noise, rng.random())
        action = session.position.legal_actions(person).sample(rng)
        seat.ask("play", action=f"{person}: {action}")
        seat.said.append(
            f"{opponent} answers: {[step.action for step in session.line if step.action and step.action.player == opponent]}"
        )
        seat.ask("explain", draft={}, space=next(iter(session.position.map.names())))
        if rng.random() < 0.4:
            while person not in session.undo().to_act:
                pass
            session.redo()
        if rng.random() < 0.3:
            here = session.step.number
            session.goto(0)
            session.goto(here)
    found, drawn = seat.log, Counter(step.chance.source for step in session.steps if step.chance is not None)
    seat.board.close()
    return found, drawn


def third_player(session: hw.Session, noise: Random | None, seed: float) -> None:
    """Seal the orders that are carried out; with noise, others before."""
    (player,) = session.position.players[1:2]
    if player not in session.position.to_act:
        return
    legal = session.position.legal_actions(player)
    for _ in range(0 if noise is None else noise.randrange(4)):
        session.play(legal.sample(noise))
    session.play(legal.sample(Random(seed)))
