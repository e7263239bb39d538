"""Kuhn poker and tic-tac-toe: their sizes are known, and everything made for wargames works with them."""

from __future__ import annotations

import doctest
import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from examples import kuhn_poker
from examples.kuhn_poker import CARDS, ENDS, KUHN_POKER, KuhnPosition
from hexwidget.rules import IllegalAction, Position, RuleSystem
from tests import inside
from tests.games_of_others.counting import next_positions, size
from tests.games_of_others.tic_tac_toe import CELLS, TIC_TAC_TOE, TicTacToePosition

STARTS: list[Position] = [KuhnPosition(), TicTacToePosition()]


def positions(start: Position) -> Iterator[Any]:
    """Every position of a game, once."""
    known, todo = {start}, [start]
    while todo:
        position = todo.pop()
        yield position
        new = set(next_positions(position)) - known
        known |= new
        todo += new


# ---------------------------------------------------------------- sizes that are known
def test_kuhn_poker_has_its_fifty_eight_nodes() -> None:
    found = size(KuhnPosition())
    # 1 + 3 + 6 deals; each goes on in 9 ways of betting, 5 of which are its end.
    assert (found.nodes, found.chance, found.decisions, found.terminal) == (58, 4, 24, 30)


def test_kuhn_poker_says_what_its_example_shows() -> None:
    assert doctest.testmod(kuhn_poker) == (0, 3)


def test_kuhn_poker_has_twelve_information_sets() -> None:
    """An information set is a card and the bets so far: three cards, four sequences of bets."""
    decisions = [p for p in positions(KuhnPosition()) if p.to_act and p.chance is None]
    sets = {p.observe(player) for p in decisions for player in p.to_act}
    assert len(decisions) == 24
    assert len(sets) == 12


def test_kuhn_poker_is_worth_what_kuhn_proved() -> None:
    """With his solution (a bluff of a third of the jacks, say), the first player loses 1/18 a game, against every answer."""
    third = Fraction(1, 3)
    first = {("jack", ""): third, ("queen", ""): Fraction(0), ("king", ""): Fraction(1), ("jack", "pb"): Fraction(0),
             ("queen", "pb"): 2 * third, ("king", "pb"): Fraction(1)}  # fmt: skip
    second = [(card, bets) for card in CARDS for bets in ("p", "b")]

    def value(position: Any, other: dict[tuple[str, str], Fraction]) -> Fraction:
        system = position.system
        node = system.chance(position)
        if node is not None:
            return sum((node.probability(o) * value(system.apply(position, o).position, other) for o in node),
                       Fraction(0))  # fmt: skip
        if position.bets in ENDS:
            return Fraction(position.returns[0])
        seat = len(position.bets) % 2
        bet = (other if seat else first)[position.cards[seat], position.bets]
        stay, more = (position.apply(word).position for word in ("pass", "bet"))
        return (1 - bet) * value(stay, other) + bet * value(more, other)

    worst = min(
        value(KuhnPosition(), dict(zip(second, map(Fraction, bets), strict=True))) for bets in product((0, 1), repeat=6)
    )
    assert worst == Fraction(-1, 18)


@pytest.mark.slow
def test_tic_tac_toe_has_its_549946_nodes() -> None:
    found = size(TicTacToePosition())
    assert (found.nodes, found.terminal, found.positions) == (549_946, 255_168, 5478)
    assert found.chance == 0
    winners = [p.outcome.winners for p in positions(TicTacToePosition()) if p.outcome]
    assert [winners.count(who) for who in (("x",), ("o",), ())] == [626, 316, 16]


# ---------------------------------------------------------------- the protocol
@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS, ids=["kuhn_poker", "tic_tac_toe"])
def test_every_position_keeps_to_the_protocol(start: Position) -> None:
    system: RuleSystem[Any, Any] = start.system
    everything = [f"{player}: {word}" for player in start.players
                  for word in (CELLS if system is TIC_TAC_TOE else ("pass", "bet"))]  # fmt: skip
    for position in list(positions(start))[::7]:
        again = system.from_json(json.loads(json.dumps(system.to_json(position))))
        assert (again, again.key) == (position, position.key)
        assert system.read(position.notation) == position
        assert (position.outcome is None) == bool(position.to_act)
        for text in everything:
            action = position.parse(text)
            assert str(action) == text.partition(": ")[2]
            listed = list(position.legal_actions(action.player))
            assert (action in listed) == (action in position.legal_actions(action.player)) == bool(position.check(action))  # fmt: skip
            seen = position.observe(action.player)
            assert system.check(seen, action) == position.check(action)
            if action not in listed:
                with pytest.raises(IllegalAction):
                    position.apply(action)
        for player in position.players:
            twin = system.resample(position, player, Random(1))
            assert twin.observe(player) == position.observe(player)


@pytest.mark.parametrize("start", STARTS, ids=["kuhn_poker", "tic_tac_toe"])
def test_they_are_clicked_saved_and_shown_like_any_game(start: Position, tmp_path: Path) -> None:
    session, rng = hw.Session(start, seed=3, rolls="auto"), Random(1)
    if session.position.chance is not None:
        session.roll()
        session.roll()
    while (position := session.position).to_act:
        (player,) = position.to_act
        drafts = [option.leads_to for option in position.choices().options]
        now = position.system.choices(position.observe(player), player, rng.choice(drafts))
        assert now.verdict
        session.play(now.action)
    line = [step.position for step in session.line]
    assert line[-1].outcome is not None
    assert line[-1].to_svg().startswith("<svg")
    session.undo()
    assert session.redo() == line[-1]
    board = hw.Board(session, player=start.players[0])
    assert "game is over" in json.dumps(inside.status(board))
    board.close()


@pytest.mark.parametrize("start", STARTS, ids=["kuhn_poker", "tic_tac_toe"])
def test_they_are_environments_too(start: Position) -> None:
    env, rng = hw.environments.aec(start), Random(1)
    env.reset(seed=4)
    for agent in env.agent_iter():
        seen, _, over, *_ = env.last()
        legal = [n for n, allowed in enumerate(seen["action_mask"]) if allowed]
        assert env.describe(agent, legal[0])
        env.step(None if over else rng.choice(legal))
    assert env.game.over


def test_what_cannot_be_read_is_answered_with_what_would_be_right() -> None:
    with pytest.raises(hw.InputError, match="unknown value 'kink'; did you mean 'king'"):
        KUHN_POKER.from_json({"cards": ["kink"]})
    with pytest.raises(hw.InputError, match="unknown value 'bbb'"):
        KUHN_POKER.from_json({"cards": ["king", "jack"], "bets": "bbb"})
    with pytest.raises(hw.InputError, match="a1 is marked twice"):
        TIC_TAC_TOE.from_json({"marks": {"x": ["a1"], "o": ["a1"]}})
    with pytest.raises(hw.InputError, match="unknown action 'raise'"):
        KUHN_POKER.position(cards=["king", "jack"]).apply("raise")
