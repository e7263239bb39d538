"""Whole games: the same on every worker, ended by the rules, and counted correctly."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.explore import playouts
from hexwidget.explore.games import Playout, Playouts

FORD = hw.scenario("plotted/the-ford").position


def first(position, player, rng):
    """A custom policy: the text of the first legal action."""
    return f"{player}: {next(iter(position.legal_actions(player)))}"


@pytest.mark.parametrize(
    "name",
    [
        "depletion/a-relic-before-a-forest",
        "frontiers/combat",
        "orders/two-on-one",
        "plotted/the-ford",
        "rondel/inland-sea",
    ],
)
def test_games_of_each_system_end_by_a_clause_of_its_rulebook(name: str) -> None:
    position = hw.scenario(name).position
    games = playouts(position, 5, seed=7)
    assert len(games) == 5
    assert not games.failures
    assert games.complete
    for row in games.where(over=True):
        assert row["clause"] in position.system.rulebook
        assert row["winner"] is None or set(str(row["winner"]).split(", ")) <= set(position.players)
    assert games == playouts(position, 5, seed=7) != playouts(position, 5, seed=8)


def test_a_game_depends_only_on_its_seed() -> None:
    long, short = playouts(FORD, 6, seed=3), playouts(FORD, 3, seed=3)
    assert long[:3] == short.rows
    row = long[5]
    again = Playout(FORD, tuple((p, hw.explore.policies.named("random")) for p in FORD.players))
    assert again(int(row["seed"] or 0), 5) == [row]


@pytest.mark.slow
def test_each_seat_may_have_its_policy_and_a_measure_adds_columns() -> None:
    games = playouts(FORD, 4, policies={"red": first}, measure=lambda p: {"turn": p.turn})
    assert all(type(turn) is int and turn > 1 for turn in games["turn"])


def test_wins_are_counted_with_wilsons_interval() -> None:
    found = Playouts([{"winner": w, "over": True} for w in ("red", "red", None, "blue")])
    found.players = ("red", "blue", "green")
    wins = {row["winner"]: row for row in found.wins()}
    assert [wins[who]["games"] for who in ("red", "blue", "green", "draw")] == [2, 1, 0, 1]
    # By hand: p = 1/2, n = 4, z = 1.96: middle (1/2 + 0.4802) / 1.9604 = 1/2, half 1.96 / 1.9604 * sqrt(1/16 + 0.0600) = 0.35
    assert (wins["red"]["low"], wins["red"]["high"]) == (pytest.approx(0.15, abs=1e-3), pytest.approx(0.85, abs=1e-3))
    assert wins["green"]["low"] == 0


def test_a_game_that_does_not_end_is_broken_off_and_reported() -> None:
    (row,) = playouts(FORD, 1, most_actions=2)
    assert (row["over"], row["winner"], row["result"]) == (False, None, "not over after 2 actions")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"position": "the ford"}, "expected a position, not 'the ford'"),
        ({"games": -1}, "expected a whole number from 0, not -1"),
        ({"games": True}, "expected a whole number from 0, not True"),
        ({"seed": "one"}, "expected a whole number from 0, not 'one'"),
        ({"policies": {"rod": "random"}}, "unknown player 'rod'; did you mean 'red'"),
        ({"policies": "gready"}, "did you mean 'greedy'"),
    ],
)
def test_wrong_arguments_are_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(hw.InputError, match=message):
        playouts(**{"position": FORD, "games": 1, **given})


def test_a_failing_policy_is_reported_and_other_games_go_on() -> None:
    def sometimes(position, player, rng):
        if rng.random() < 0.1:
            raise ZeroDivisionError("no way")
        return hw.explore.policies.named("random")(position, player, rng)

    games = playouts(FORD, 12, policies={"blue": sometimes}, seed=1)
    assert 0 < len(games.failures) < 12
    assert len(games) + len(games.failures) == 12
    failed = games.failures[0]
    assert "no way" in str(failed["error"])
    assert "blue" in str(failed["error"])

    games = playouts(FORD, 2, policies={"red": lambda position, player, rng: "99-98"})
    assert len(games) == 0
    assert len(games.failures) == 2
    assert "2 of 2 failed" in str(games)
