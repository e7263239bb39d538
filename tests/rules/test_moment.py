"""A `Moment` bars every action after the end, before chance has decided, and out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from examples.kuhn_poker import KUHN_POKER, Bid, KuhnPosition
from hexwidget.rules import CHANCE, Finding, Moment, Position, RuleSystem
from hexwidget.rules.author import faults
from hexwidget.testing.games import game
from tests.systems.hideout import START, Hideout, Walk
from tests.systems.planted import found


class Declared(Hideout):
    """The hideout, whose moment is declared."""

    moment = Moment(turn="H1", over="H3")

    def objections(self, position: Any, action: Any) -> Iterator[Finding]:
        return (each for each in super().objections(position, action) if each.code not in ("over", "turn"))


DECLARED = Declared()


def _codes(system: RuleSystem[Any, Any], position: Position, action: Any) -> list[tuple[str, str]]:
    return [(finding.clause, finding.code) for finding in system.check(position, action).findings]


def test_it_says_what_a_system_says_by_hand() -> None:
    for seed in range(4):
        for position, _ in game(START, Random(seed), 20):
            for player in position.players:
                for action in Hideout.now.grammar.first(position, player, 60):
                    by_hand = list(Hideout.now.objections(position, action))
                    assert _codes(DECLARED, position, action) == [(each.clause, each.code) for each in by_hand]


@pytest.mark.parametrize("start", [KuhnPosition(), START], ids=["kuhn_poker", "hideout"])
def test_an_action_comes_at_another_moment_exactly_if_its_player_is_not_to_act(start: Any) -> None:
    system = KUHN_POKER if isinstance(start, KuhnPosition) else DECLARED
    for seed in range(6):
        for position, _ in game(start, Random(seed), 20):
            for player in position.players:
                for action in system.grammar.first(position, player, 30):
                    codes = {code for _, code in _codes(system, position, action)}
                    timely = player in position.to_act - CHANCE
                    assert timely == codes.isdisjoint({"over", "turn", "chance"}), (position, action)


def test_its_sentences() -> None:
    said = [
        (DECLARED.check(START, Walk("guard", "0402")), "it is not guard's turn, but thief's"),
        (KUHN_POKER.check(KuhnPosition(), Bid("ann", "bet")), "first chance decides: deck"),
        (KUHN_POKER.check(KuhnPosition(cards=("king", "jack"), bets="bb"), Bid("ann", "bet")), "the game is over: ann wins 2"),
    ]  # fmt: skip
    assert [(verdict.findings[0].text, verdict.findings[0].clause) for verdict, _ in said] == [
        (words, clause) for (_, words), clause in zip(said, ("H1", "K1", "K2"), strict=True)
    ]


def test_the_outcome_is_found_once_for_all_actions_of_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted(Declared):
        asked = 0

        def outcome(self, position: Any) -> Any:
            Counted.asked += 1
            return None

        def to_act(self, position: Any) -> frozenset[str]:
            return frozenset({"thief"})

    monkeypatch.setattr(Hideout, "now", Counted())
    position = replace(START, searches=1)  # nothing has been asked of it
    for player in ("thief", "guard", "thief"):
        list(Declared.moment.findings(position, player))
    assert Counted.asked == 1


@pytest.mark.slow
def test_a_declared_moment_conforms() -> None:
    assert found(Declared) == {}


def test_a_clause_that_does_not_exist_is_named() -> None:
    class Wrong(Hideout):
        moment = Moment(turn="H1", over="H33")

    (problem,) = map(str, faults(Wrong()))
    assert problem == "moment: unknown clause 'H33'; did you mean 'H3'?"
