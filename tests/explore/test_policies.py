"""Policies: named ones, custom ones, failing ones. No policy sees more than its player may."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import objectives, policies
from hexwidget.explore.policies import PolicyError
from hexwidget.rules import Position, Status
from tests.frontiers.positions import fighting, unit

ORDERS = hw.scenario("orders/two-on-one").position


def key_of(position: Position, player: str) -> float:
    """An objective with another value for every position, so that every difference shows."""
    return int(position.key, 16) % 1009


def rightmost(position: Any, player: str) -> float:
    seat = position.players.index(player)
    return max(position.map.column_row(unit.at)[0] for unit in position.units if unit.owner == seat)


# ---------------------------------------------------------------- by name
def test_named_policies() -> None:
    assert [policies.name_of(policies.named(name)) for name in policies.names()] == ["random", "greedy", "search"]
    assert policies.policy_of(max) is max
    assert policies.name_of(key_of) == "key_of"


@pytest.mark.parametrize(
    ("what", "says"),
    [("gready", "did you mean 'greedy'"), (7, "expected a name (random, greedy, search) or a function")],
)
def test_an_unknown_policy_is_refused(what: Any, says: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        policies.policy_of(what)
    assert says in str(caught.value)


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(hw.InputError, match="most"):
        policies.greedy(most=0)
    with pytest.raises(hw.InputError, match="iterations"):
        policies.search(iterations=-1)


@pytest.mark.parametrize("name", policies.names())
def test_policies_can_be_pickled(name: str) -> None:
    policy = policies.named(name)
    sent = pickle.loads(pickle.dumps(policy))
    assert sent == policy
    assert sent(ORDERS, "red", Random(3)) == policy(ORDERS, "red", Random(3))


# ---------------------------------------------------------------- what they choose
def test_random_draws_from_all_legal_actions() -> None:
    legal = {str(action) for action in ORDERS.legal_actions("red")}
    rng = Random(0)
    drawn = {str(policies.decide("random", ORDERS, "red", rng)) for _ in range(300)}
    assert drawn == legal


def test_greedy_takes_the_best_for_an_objective() -> None:
    action = policies.decide(policies.greedy(rightmost), ORDERS, "red", Random(0))
    after = ORDERS.apply(action).position
    best = max(rightmost(ORDERS.apply(a).position, "red") for a in ORDERS.legal_actions("red") if " move " in str(a))
    assert rightmost(after, "red") == best > rightmost(ORDERS, "red")


def test_greedy_chooses_at_random_among_equal_actions() -> None:
    policy = policies.greedy(lambda position, player: 1)
    chosen = {str(policy(ORDERS, "red", Random(seed))) for seed in range(30)}
    assert len(chosen) > 5
    assert policy(ORDERS, "red", Random(4)) == policy(ORDERS, "red", Random(4))


def test_greedy_samples_very_many_actions() -> None:
    looked: list[str] = []
    position = hw.scenario("plotted/the-ford").position  # 10^14 orders

    def seen(after: Position, player: str) -> float:
        looked.append(player)
        return 0

    policies.greedy(seen, most=5, draws=2)(position, "red", Random(0))
    assert 0 < len(looked) <= 10
    assert set(looked) == {"red"}


def test_greedy_carries_out_what_it_begins() -> None:
    """An attack is judged by the position after its dice, not by the position before them."""

    def at_rest(position: Any, player: str) -> float:
        assert position.battle is None
        return 0

    policies.greedy(at_rest)(ORDERS, "red", Random(0))


# ---------------------------------------------------------------- what they know
def hiding(name: str) -> Position:
    """Return a position with something hidden from red."""
    position: Position = hw.scenario(name).position
    rng = Random(5)
    if name == "plotted/the-ford":  # blue has sealed orders, red has not
        return position.apply(position.legal_actions("blue").sample(rng)).position
    return position


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plotted/the-ford", "frontiers/three-frontiers", "depletion/the-strait"])
@pytest.mark.parametrize(
    "policy",
    [
        policies.greedy(key_of, most=8, draws=2),
        policies.search(key_of, iterations=16, most=8),
        policies.search(key_of, iterations=16, most=8, plies=6),
    ],
    ids=["greedy", "search", "search further"],
)
def test_hidden_things_make_no_difference(name: str, policy: policies.Policy) -> None:
    position, rng = hiding(name), Random(1)
    twins = [position.system.resample(position, "red", rng) for _ in range(2)]
    if name == "plotted/the-ford":
        twins.append(position.apply(position.legal_actions("blue").sample(rng)).position)
    assert len({twin.key for twin in [position, *twins]}) > 1
    chosen = {str(policy(each, "red", Random(2))) for each in [position, *twins]}
    assert len(chosen) == 1


@pytest.mark.slow
def test_policies_ignore_what_others_have_sealed() -> None:
    """Red decides the same before and after blue has assigned damage."""
    red = {f"veterans{n}": unit("veterans", "advancing 1") for n in (1, 2)}
    blue = {f"spearmen{n}": unit("spearmen", "advancing 1") for n in (3, 4, 5)}
    position = fighting(red, blue)
    assert position.legal_actions("red").count() > 10
    sealed = [position.apply(action).position for action in list(position.legal_actions("blue"))[:3]]
    for policy in (policies.greedy(key_of, draws=2), policies.search(key_of, iterations=40)):
        assert len({str(policy(each, "red", Random(1))) for each in (position, *sealed)}) == 1


# ---------------------------------------------------------------- those that fail
def refused(policy: Any, player: str = "red") -> PolicyError:
    with pytest.raises(PolicyError) as caught:
        policies.decide(policy, ORDERS, player, Random(0))
    error = caught.value
    assert error.player == player
    assert error.key == ORDERS.key
    assert error.policy in str(error)
    assert player in str(error)
    assert error.key in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return error


def stubborn(position: Position, player: str, rng: Random) -> str:
    return "0303 move 0501"


def clumsy(position: Position, player: str, rng: Random) -> str:
    raise ZeroDivisionError("by nothing")


def wordless(position: Position, player: str, rng: Random) -> Any:
    return 12


def babbling(position: Position, player: str, rng: Random) -> str:
    return "whatever"


def meddling(position: Position, player: str, rng: Random) -> str:
    return "blue: end turn"


def estranged(position: Position, player: str, rng: Random) -> Any:
    return next(iter(hw.scenario("depletion/first-steps").position.legal_actions("red")))


def test_an_illegal_action_is_reported_with_all_reasons() -> None:
    error = refused(stubborn)
    assert error.policy == "stubborn"
    assert str(error.action) == "0303 move 0501"
    assert error.verdict is not None
    assert error.verdict.status is Status.ILLEGAL
    assert error.verdict.clauses[0] in str(error)


def test_a_policy_that_raises_is_reported_with_its_cause() -> None:
    error = refused(clumsy)
    assert isinstance(error.cause, ZeroDivisionError)
    assert error.__cause__ is error.cause
    assert "by nothing" in str(error)


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        (wordless, "12, which is neither an action"),
        (babbling, "cannot be read"),
        (meddling, "blue's action"),
        (estranged, "an action that orders cannot check here"),
    ],
)
def test_other_values_than_actions_are_reported(policy: Any, says: str) -> None:
    assert says in str(refused(policy))


def test_an_interrupt_is_not_a_failure_of_the_policy() -> None:
    def interrupted(position: Position, player: str, rng: Random) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        policies.decide(interrupted, ORDERS, "red", Random(0))


def test_texts_are_actions() -> None:
    def writes(position: Position, player: str, rng: Random) -> str:
        return "end turn"

    assert str(policies.decide(writes, ORDERS, "red", Random(0))) == "end turn"


# ---------------------------------------------------------------- objectives
@pytest.mark.parametrize("name", sorted({name.partition("/")[0] for name in hw.scenarios()} - {"toy"}))
def test_every_objective_of_a_system_gives_numbers(name: str) -> None:
    start = next(each for each in hw.scenarios() if each.startswith(f"{name}/"))
    position = hw.scenario(start).position
    system = position.system
    assert len(objectives.names(system)) >= 3
    for objective in objectives.names(system):
        for player in position.players:
            value = objectives.value_of(objectives.objective_of(objective, system), position, player)
            assert objective != "win" or 0 < value < 1


def test_win_is_one_for_the_winner() -> None:
    position = hw.system("plotted").position(
        map=". .", players=["red", "blue"], units={"red": {"0101": "infantry 3"}}, objective="eliminate"
    )
    assert [objectives.win(position, player) for player in ("red", "blue")] == [1, 0]


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(hw.InputError, match="did you mean 'treasury'"):
        objectives.objective_of("tresury", hw.system("rondel"))
    with pytest.raises(hw.InputError, match="a function of position and player"):
        objectives.objective_of(3, hw.system("rondel"))
