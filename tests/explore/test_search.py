"""Search: the best action for an objective, with any bound, the same for the same seed, and better than chance."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from bench.strength import play_out
from examples.kuhn_poker import KUHN_POKER
from examples.toy import TOY
from hexwidget.explore import policies
from hexwidget.explore.running import seed_of
from hexwidget.explore.searching import Searching, search
from hexwidget.rules import Position

ORDERS = hw.scenario("orders/two-on-one").position
FORD = hw.scenario("plotted/the-ford").position


# ---------------------------------------------------------------- what it finds
def test_it_finds_the_best_for_an_objective() -> None:
    position = hw.system("depletion").position(
        map=". . . . .\n . . . . .\n. . . . .",
        players=["red", "blue"],
        armies={"red": {"0101": "2 cavalry"}, "blue": {"0503": "1 archer"}},
    )
    goal = position.map.index("0301")

    def nearness(after: Any, player: str) -> float:
        return -min(after.map.distance(army.at, goal) for army in after.armies if army.owner == 0)

    found = search(position, objective=nearness, iterations=150)
    assert str(found.action).split("-")[-1].startswith("0301")
    assert found.value == 0
    assert found.objective == "nearness"


def test_a_search_may_have_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def step(self: Searching) -> None:
        made.append(ours(self))
        if len(made) == 5:
            raise KeyboardInterrupt

    ours = Searching.step
    monkeypatch.setattr(Searching, "step", step)
    found = search(hw.scenario("orders/two-on-one").position, seconds=inf)
    assert found.interrupted
    assert found.iterations == 5


def test_it_wins_where_it_can() -> None:
    position = hw.system("orders").position(
        map=". . .\n . . .", players=["red", "blue"], units={"red": {"0101": "knight"}, "blue": {"0201": "militia"}},
        initiative={"red": [9], "blue": [3]}, queue=["red", "blue"], left=2,
    )  # fmt: skip
    found = search(position, iterations=200, seed=1)
    assert str(found.action) in ("0101 attack blue 0201", "0101 move 0201")  # the move owes its attack (O8.2)
    assert found.value > 0.5


def test_more_is_better_for_every_player() -> None:
    """With simultaneous orders, each player searches for themselves, also after sealing."""
    red = FORD.legal_actions("red").sample(Random(1))
    for position in (FORD, FORD.apply(red).position):
        found = search(position, "red", objective="material", iterations=20, most=8)
        assert found.player == found.action.player == "red"
        assert position.check(found.action)


def test_a_custom_system_is_searched_too() -> None:
    position = hw.scenario("toy/first-post").position
    assert position.system is TOY
    rng = Random(0)
    while position.chance is not None:
        position = position.apply(position.chance.sample(rng)).position
    player = sorted(position.to_act)[0]
    found = search(position, player, iterations=20, plies=3)
    assert position.check(found.action)
    assert 0 <= found.value <= 1


def test_a_system_without_estimates_is_played_to_the_end() -> None:
    """With the lowest card only a bet can win, where the other player folds."""
    bluff = KUHN_POKER.position(cards=["jack", "queen"])
    found = search(bluff, iterations=200)
    assert str(found.action) == "bet"
    assert found.value > 0.3
    assert search(bluff, iterations=10, plies=0).value == 0.5


# ---------------------------------------------------------------- what it returns
def test_rows_are_tidy_and_best_first() -> None:
    found = search(ORDERS, iterations=100)
    rows = found.rows
    assert json.loads(json.dumps(rows)) == list(rows)
    assert {tuple(row) for row in rows} == {("action", "visits", "mean", "error")}
    assert sum(row["visits"] for row in rows) == found.iterations == 100
    assert len(rows) == ORDERS.legal_actions("red").count() == len({row["action"] for row in rows})
    assert [row["visits"] for row in rows] == sorted((row["visits"] for row in rows), reverse=True)
    assert (rows[0]["action"], rows[0]["mean"]) == (str(found.action), found.value)
    assert str(found.action) in str(found)


@pytest.mark.parametrize("position", [ORDERS, FORD], ids=["listed", "drawn"])
def test_it_is_the_same_for_the_same_seed(position: Position) -> None:
    found = [search(position, "red", iterations=60, most=16, seed=seed) for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0].rows != found[2].rows


def test_more_trials_continue_fewer() -> None:
    """The n-th trial does not depend on the number of trials."""
    visits = [{r["action"]: r["visits"] for r in search(ORDERS, iterations=n).rows} for n in (60, 90)]
    assert all(visits[1][action] >= n for action, n in visits[0].items())


def test_the_best_action_is_varied_if_actions_have_parts() -> None:
    """From eight candidates out of 10^14, variation finds better ones."""

    def advanced(position: Any, player: str) -> float:
        return sum(position.map.column_row(unit.at)[1] for unit in position.units_of(0))

    few = search(FORD, "red", objective=advanced, iterations=8, most=8)
    many = search(FORD, "red", objective=advanced, iterations=120, most=8)
    assert len(few.rows) == 8 < len(many.rows)
    assert many.rows[0]["mean"] > few.rows[0]["mean"]


# ---------------------------------------------------------------- bounds
def test_it_ends_when_time_is_over() -> None:
    found = search(ORDERS, seconds=1e-9)
    assert found.iterations == 1
    assert search(ORDERS, seconds=1000, iterations=5).iterations == 5


def interrupting(after: int) -> Callable[[Position, str], float]:
    calls = iter(range(after))

    def objective(position: Position, player: str) -> float:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return 1

    return objective


def test_an_interrupt_keeps_the_best_so_far() -> None:
    found = search(ORDERS, objective=interrupting(7), iterations=1000)
    assert found.interrupted
    assert found.iterations == sum(row["visits"] for row in found.rows) == 7
    assert "interrupted" in str(found)
    with pytest.raises(KeyboardInterrupt):
        search(ORDERS, objective=interrupting(0))


def test_candidates_may_be_given() -> None:
    found = search(ORDERS, candidates=["end turn", "red: 0402 defend", "end turn"], iterations=10)
    assert {row["action"] for row in found.rows} == {"end turn", "0402 defend"}
    for searches in (1, 3):
        with pytest.raises(hw.IllegalAction) as caught:
            search(ORDERS, candidates=["0303 move 0501"], searches=searches, progress=False)
        assert caught.value.verdict.findings
    several = search(ORDERS, candidates="red: 0402 defend", iterations=3, searches=2, progress=False)
    assert [(row["action"], row["visits"]) for row in several] == [("0402 defend", 6)]


def test_a_playout_may_be_given() -> None:
    asked: list[str] = []

    def ends(position: Position, player: str, rng: Random) -> str:
        asked.append(player)
        return "end turn"

    search(ORDERS, iterations=3, plies=4, candidates=["end turn"], playout=ends)
    assert set(asked) == {"red", "blue"}

    def stuck(position: Position, player: str, rng: Random) -> str:
        return "0303 move 0501"

    with pytest.raises(policies.PolicyError, match="stuck"):
        search(ORDERS, iterations=3, plies=4, candidates=["end turn"], playout=stuck)


# ---------------------------------------------------------------- bad input
@pytest.mark.parametrize(
    ("position", "keywords", "says"),
    [
        (ORDERS, {"player": "rad"}, "did you mean 'red'"),
        (ORDERS, {"player": "blue"}, "blue has nothing to decide here"),
        (FORD, {}, "who decide at the same time"),
        (hw.scenario("frontiers/opening").position, {}, "chance decides here"),
        ("orders/two-on-one", {}, "expected a position"),
        (
            ORDERS,
            {"iterations": 0, "seconds": -1, "most": True, "plies": 1.5, "seed": "x"},
            "seconds: expected a number",
        ),
        (ORDERS, {"objective": "wins"}, "did you mean 'win'"),
        (ORDERS, {"objective": lambda position, player: "much"}, "expected it to return a number, not 'much'"),
        (ORDERS, {"objective": lambda position, player: float("nan")}, "expected it to return a number"),
        (ORDERS, {"candidates": []}, "expected at least one"),
    ],
)
def test_bad_input(position: Any, keywords: dict[str, Any], says: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        search(position, **keywords)
    assert says in str(caught.value)


def test_a_game_that_is_over_is_not_searched() -> None:
    over = hw.system("orders").position(map=". .", players=["red", "blue"], units={"red": {"0101": "knight"}})
    with pytest.raises(hw.InputError, match="nobody has anything to decide"):
        search(over)


# ---------------------------------------------------------------- better than chance
SMALL_WAR: dict[str, Any] = {
    "map": ". . . . .\n . . % . .\n. . . . .\n . . . . .",
    "players": ["red", "blue"],
    "armies": {
        "red": {"0101": "1 cavalry", "0201": "1 swordsman", "0301": "1 archer"},
        "blue": {"0504": "1 cavalry", "0404": "1 swordsman", "0304": "1 archer"},
    },
    "objective": "most_units",
    "rounds": 6,
}
SKIRMISH: dict[str, Any] = {
    "map": ". . . . .\n . . . . .\n. . . . .\n . . . . .",
    "players": ["red", "blue"],
    "units": {
        "red": {"0101": "knight", "0201": "archer", "0301": "mage", "0401": "militia"},
        "blue": {"0104": "militia", "0204": "knight", "0304": "archer", "0404": "mage"},
    },
}
TWO_HILLS: dict[str, Any] = {
    "map": ". . . . . . .\n . . . . . . .\n. . ^ . ^ . .\n . . . . . . .\n. . . . . . .",
    "players": ["red", "blue"],
    "units": {
        "red": {"0201": "infantry 3", "0401": "cavalry 3", "0601": "infantry 3"},
        "blue": {"0205": "infantry 3", "0405": "cavalry 3", "0605": "infantry 3"},
    },
    "objective": "hold 0203 0603",
    "turns": 10,
}


def _mustered(n: int) -> dict[str, Any]:
    ready = {"at": "heartland", "ready": True}
    return {f"{card}{n}": {"card": card, **ready} for card in ("militia", "spearmen", "riders", "archers")}


BOTH = ("red", "blue")
MUSTERED: dict[str, Any] = {
    "life_now": dict.fromkeys(BOTH, 5),
    "civic": {player: {"farmer": 8} for player in BOTH},
    "army": {player: {"militia": 6, "spearmen": 4} for player in BOTH},
    "hands": {player: {"militia": 1, "volley": 1, "farmer": 1} for player in BOTH},
    "villagers": {player: {"farmer": {"ready": 2, "exerted": 0}} for player in BOTH},
    "units": {"red": _mustered(1), "blue": _mustered(2)},
}
STRENGTH = {
    "depletion": (hw.system("depletion").position(**SMALL_WAR), policies.search(iterations=40, most=32)),
    "orders": (hw.system("orders").position(**SKIRMISH), policies.search(iterations=32, most=32)),
    "rondel": (hw.scenario("rondel/first-maneuver").position, policies.search(iterations=24, most=24)),
    "plotted": (hw.system("plotted").position(**TWO_HILLS), policies.search(iterations=40, most=24)),
    "frontiers": (hw.system("frontiers").position(**MUSTERED), policies.search(iterations=30, most=16, plies=2)),
}


@pytest.mark.slow
@pytest.mark.parametrize("system", sorted(STRENGTH))
def test_it_beats_chance(system: str) -> None:
    """Play six short games from every seat. ``bench/strength.py`` plays a hundred whole games."""
    position, policy = STRENGTH[system]
    seats = [position.players[number % len(position.players)] for number in range(6)]
    won = sum(play_out(position, seat, policy, Random(number))[0] == seat for number, seat in enumerate(seats))
    assert won >= 5


# ---------------------------------------------------------------------- several searches
def test_several_searches_are_added_up_and_may_run_on_workers() -> None:
    here = search(ORDERS, iterations=20, searches=3, seed=4)
    assert here.iterations == 60
    with ThreadPoolExecutor(2) as threads:
        there = search(ORDERS, iterations=20, searches=3, seed=4, executor=threads)
    assert (there.rows, there.action, there.value) == (here.rows, here.action, here.value)
    ones = [search(ORDERS, iterations=20, seed=seed_of(4, n)) for n in range(3)]
    (top,) = here.where(action=str(here.action))
    tries = [(row["visits"], row["mean"]) for one in ones for row in one.where(action=str(here.action))]
    assert top["visits"] == sum(visits for visits, _ in tries)
    assert top["mean"] == pytest.approx(sum(v * m for v, m in tries) / top["visits"])


def test_a_search_that_fails_among_several_is_named_by_its_seed() -> None:
    def broken(position: Any, player: str) -> float:
        raise ZeroDivisionError("nothing to divide")

    with pytest.raises(hw.InputError, match=r"seed \d+: ZeroDivisionError: nothing to divide"):
        search(ORDERS, objective=broken, iterations=5, searches=2)
    with pytest.raises(hw.InputError, match="searches: expected a whole number from 1, not 0"):
        search(ORDERS, searches=0)
