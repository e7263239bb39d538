"""Counters keeps the promises of every system; each clause bars what it says, and allows the rest."""

import pytest
from counters import COUNTERS
from counters.rules import COLUMNS, TABLE, column

import hexwidget as hw
from hexwidget.explore import policies
from hexwidget.rules import ChanceOutcome, Draft

hw.register(COUNTERS)
MAP = [". . . . .", "  . % . ~ .", ". . ^ . ."]


def place(*units, turn=0, phase="move", **more):
    """A position with units such as "r1 infantry 0101" or, with a step left, "b1 guns 0302 1"."""
    found = []
    for text in units:
        name, kind, at, *steps = text.split()
        found.append({"id": name, "owner": "rb".index(name[0]), "kind": kind, "at": at, "steps": int(*steps or [2])})
    towns = more.pop("towns", {"0101": 0, "0503": 1})
    return COUNTERS.position(map=MAP, players=["red", "blue"], units=found, towns=towns, turn=turn, phase=phase, **more)


def clauses(position, action):
    return position.check(action).clauses


@pytest.mark.parametrize("scenario", ["crossroads", "three-towns"])
def test_it_conforms(scenario):
    hw.testing.conform(COUNTERS, positions=[hw.scenario(f"counters/{scenario}").position], games=1, steps=6)


BASE = place("r1 infantry 0101", "r2 cavalry 0103", "b1 infantry 0301", "b2 guns 0503")


@pytest.mark.parametrize(
    ("position", "action", "clause"),
    [
        (BASE, "red: move b1 to 0401", "C2.1"),
        (BASE, "red: move r1 to 0402", "C2.1"),
        (BASE, "red: move r2 to 0301", "C2.2"),
        (place("r1 infantry 0101", "b1 infantry 0301", "b2 guns 0202"), "red: move r1 to 0402", "C2.1"),
        (place("r1 cavalry 0101", "b1 infantry 0302"), "red: move r1 to 0501", "C2.3"),
        (place("r1 infantry 0101", "r2 guns 0102", "r3 guns 0102", "b1 guns 0503"), "red: move r1 to 0102", "C1.2"),
        (BASE, "red: attack 0301", "C5.1"),
        (place("r1 infantry 0101", "b1 infantry 0301", phase="fight"), "red: attack 0301", "C3.1"),
        (place("r1 cavalry 0201 1", "b1 infantry 0301", "b2 infantry 0301", phase="fight"), "red: attack 0301", "C3.2"),
        (place("r1 infantry 0101", "b1 infantry 0301", phase="fight"), "red: move r1 to 0201", "C5.1"),
        (place("r1 infantry 0101", "b1 infantry 0301", round=9), "red: done", "C5.2"),
    ],
)
def test_a_clause_bars(position, action, clause):
    assert clause in clauses(position, action), position.check(action)


def test_zones_lock_or_cost_and_supply_halves():
    units = ["r1 cavalry 0101", "b1 infantry 0302"]
    locking, fluid = place(*units), place(*units, zoc="fluid")
    assert not locking.check("red: move r1 to 0501")
    assert fluid.check("red: move r1 to 0501")
    cut = place("r1 cavalry 0501", "b1 infantry 0302", "b2 infantry 0502", supply="on", towns={"0103": 0, "0503": 1})
    assert cut.points(cut.by_id["r1"]) == 3
    assert place("r1 cavalry 0501", "b1 infantry 0302", towns={"0501": 0}, supply="on").points(cut.by_id["r1"]) == 6


@pytest.mark.parametrize(
    ("units", "odds"),
    [
        (["r1 infantry 0201", "b1 infantry 0301"], "1:1"),
        (["r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301"], "2:1"),
        (["r1 guns 0201", "r2 guns 0201", "b1 cavalry 0301 1"], "5:1"),
        (["r1 infantry 0201", "r2 guns 0201", "b1 infantry 0202"], "1:1"),  # a wood
    ],
)
def test_odds_are_rounded_down_and_shifted_by_ground(units, odds):
    position = place(*units, phase="fight")
    target = units[-1].split()[2]
    assert COLUMNS[column(position, position.attackers(target, 0), target)] == odds


def test_the_forecast_is_what_the_die_gives():
    position = place("r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301", phase="fight")
    (forecast,) = position.choices(Draft(target="0301")).forecasts
    assert forecast.title == "An attack at 2:1"
    counts = [row[2] for row in TABLE]
    assert sorted(share.part for share in forecast.shares) == sorted(counts.count(r) / 6 for r in dict.fromkeys(counts))


def attacked(face, *units):
    position = place(*units, phase="fight").apply("red: attack 0301").position
    return position.apply(ChanceOutcome("die", str(face)))


def test_a_beaten_unit_retreats_by_its_owner_and_an_attacker_advances():
    after = attacked(4, "r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301", "b2 guns 0503").position  # 2:1: DR
    assert after.to_act == {"blue"}
    assert "C3.5" in clauses(after, "blue: move b2 to 0402")
    assert "C3.5" in clauses(after, "blue: done")
    gone = after.apply("blue: move b1 to 0401").position
    assert gone.to_act == {"red"}
    assert "C3.6" in clauses(gone, "red: move r1 to 0302")
    assert gone.apply("red: move r1 to 0301").position.by_id["r1"].at == "0301"
    assert gone.apply("red: done").position.battle is None


def test_what_cannot_retreat_is_removed_and_steps_are_lost():
    hurt = attacked(1, "r1 infantry 0201", "b1 infantry 0301")  # 1:1: A1
    assert hurt.position.by_id["r1"].steps == 1
    assert "C3.4" in [event.clause for event in hurt.events]
    shut = attacked(6, "r1 infantry 0201", "r2 infantry 0401", "r3 cavalry 0302", "b1 infantry 0301", "b2 guns 0503")
    assert "b1" not in shut.position.by_id


def test_towns_change_hands_and_decide():
    moved = place("r1 cavalry 0403", "b1 guns 0301").apply("red: move r1 to 0503").position
    assert moved.towns["0503"] == 0
    assert str(place("r1 guns 0101", "b1 guns 0501", round=9, towns={"0101": 0}).outcome).startswith("red holds more")
    assert str(place("r1 guns 0101").outcome).startswith("blue has no units")


def test_the_search_beats_chance():
    start = hw.scenario("counters/crossroads").position
    quick = policies.search(iterations=24)
    games = hw.explore.playouts(start, 5, policies={"red": quick}, seed=1, progress=False)
    assert sum(row["winner"] == "red" for row in games.rows) >= 4, games
