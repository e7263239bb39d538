"""Fresh variants of every system: the engine proves their answers, and the clause alone decides them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Exercise, load
from hexwidget.lessons.courses.parts import read_part, write_part
from hexwidget.lessons.exercises.generator import MOST_PIECES, MOST_SPACES, decides, variants
from hexwidget.lessons.kinds import Find
from hexwidget.rules import IllegalAction
from hexwidget.systems.registry import system, system_names
from tests.amounts import every, many

EXAMPLE = Path(__file__).parents[3] / "examples" / "counters"
SYSTEMS = ("depletion", "frontiers", "orders", "plotted", "rondel", "counters", "toy")
FEW = 10
"""The most clauses of a rulebook that are all tried in a daily run, too."""
SHARE = 0.35
"""The smallest share of clauses with a variant. A few more than half have one today."""


@pytest.fixture(params=SYSTEMS)
def any_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Each registered system, and the example as a package of its own."""
    if request.param == "counters":
        monkeypatch.syspath_prepend(EXAMPLE)
        from counters import COUNTERS  # type: ignore[import-not-found, unused-ignore]

        hw.register(COUNTERS)
    return system(request.param)


def test_every_registered_system_is_tried() -> None:
    assert set(system_names()) <= set(SYSTEMS)


@pytest.mark.slow
def test_each_answer_is_proven_and_the_clause_alone_decides(any_system: Any) -> None:
    begun = {each.position for each in load(any_system.name)} | {
        hw.scenario(name).position for name in hw.scenarios() if name.startswith(f"{any_system.name}/")
    }
    asked = 0
    clauses = list(any_system.rulebook)[:: every(6) if len(any_system.rulebook) > FEW else 1]
    for clause in clauses:
        found = [each for seed in range(many(1, 40)) for each in islice(variants(any_system, clause, seed), 1)]
        asked += bool(found)
        for each in found:
            assert each.clauses == (clause,)
            assert each.position not in begun, "a fresh position"
            assert len(list(each.position.map.names())) <= MOST_SPACES
            assert len(each.position.scene().pieces) <= MOST_PIECES
            each.check()
            assert each.answer(each.key)
            assert decides(each, clause)
            assert turns(each, clause), (clause, each)
    assert asked >= round(SHARE * len(clauses))


def turns(each: Exercise, clause: str) -> bool:
    """True if the answer changes once nothing is barred or done by the clause: judged anew, by the protocol alone."""
    position = each.position
    match each.kind:
        case "find":
            verdicts = [position.check(text) for text in each.ask["actions"]]
            without = [not set(verdict.clauses) - {clause} for verdict in verdicts]
            return sum(map(bool, verdicts)) == 1 < sum(without)
        case "mark":
            reach = position.reach(each.ask["piece"])
            without = {space for space in reach.rim if not set(reach.why(space).clauses) - {clause}}
            return bool(without - set(reach)) and set(reach) - {each.ask["piece"]} == set(each.key.split(", "))
        case "do":
            first = islice(position.legal_actions(), 40)
            done = [clause in {event.clause for event in position.apply(action).events} for action in first]
            return clause in {e.clause for e in position.apply(each.key).events} and not all(done)
    return False


@pytest.mark.slow
def test_the_same_seed_gives_the_same_variant_and_another_seed_another() -> None:
    frontiers = system("frontiers")
    first = [next(variants(frontiers, "F3.4", seed)).id for seed in range(3)]
    assert first == [next(variants(frontiers, "F3.4", seed)).id for seed in range(3)]
    assert len(set(first)) > 1


def test_a_wrong_answer_cites_the_clause() -> None:
    found = next(
        each for seed in range(9) for each in variants(system("depletion"), "D1.7", seed) if each.kind == "find"
    )
    assert isinstance(found.task, Find)
    wrong = [text for text, action in found.task.offered.items() if found.position.check(action).clauses == ("D1.7",)]
    assert all("D1.7" in str(found.answer(text)) for text in wrong)
    with pytest.raises(IllegalAction):
        found.position.apply(wrong[0])


def test_a_variant_can_stand_in_the_file_of_a_course() -> None:
    found = next(variants(system("plotted"), "P1.3"))
    assert read_part(write_part(found), "plotted").key == found.key


@pytest.mark.slow
def test_a_clause_on_which_no_game_turns_has_no_variant() -> None:
    assert list(variants(system("toy"), "T1")) == []


@pytest.mark.parametrize("limit", ["MOST_SPACES", "MOST_PIECES"])
def test_a_game_that_is_too_large_to_read_has_no_variant(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"hexwidget.lessons.exercises.generator.{limit}", 0)
    assert list(variants(system("plotted"), "P1.3")) == []


def test_a_space_that_two_clauses_bar_turns_on_neither() -> None:
    position = hw.scenario("depletion/first-steps").position
    assert position.reach("0402").why("0504").clauses == ("D7.1", "D6.3")
    asked = Exercise("two", "Two", "mark", position, {"piece": "0402"}, ("D7.1",))
    assert [each for each in ("D1.1", "D7.1", "D6.3") if decides(asked, each)] == ["D1.1"]
