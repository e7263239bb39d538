"""Names that people guess are answered with the right ones, and a cheat sheet says all names."""

from __future__ import annotations

import copy
import linecache
import pickle
from types import CodeType, ModuleType
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.name_suggestions import SYNONYMS, suggestion
from hexwidget.play import cheatsheet
from hexwidget.rules import Position
from hexwidget.rules.reach import Reach

POSITION = {
    "reachable": "reach", "moves": "legal_actions", "legal_moves": "legal_actions", "actions": "legal_actions", "play": "apply",
    "move": "apply", "units": "armies", "pieces": "armies", "player": "to_act", "readings": "settings", "winner": "outcome",
}  # fmt: skip
BOARD = {"step_back": "undo", "back": "undo", "next": "redo", "overlay": "show", "highlight": "show", "move": "play"}
SESSION = {"back": "undo", "forward": "redo", "history": "line", "moves": "line", "move": "play", "state": "position"}
REACH = {"hexes": "costs", "cells": "costs", "route": "path"}
SCENARIO = {"board": "position", "map": "position", "state": "position", "text": "prose"}
VERDICT = {"legal": "status", "reasons": "findings"}
PACKAGES = {
    "hexwidget": {"compare": "compare_readings", "readings": "compare_readings", "open": "load", "scenaro": "scenario"},
    "plots": {
        "overlay": "spaces",
        "heatmap": "danger",
        "compare": "readings",
        "reachable": "reach",
        "timelin": "timeline",
    },
    "explore": {"simulate": "playouts", "best_move": "search"},
    "environments": {"make": "aec"},
    "lessons": {"quiz": "exercise"},
}


def start() -> Any:
    return hw.scenario("depletion/first-steps").position


def named(name: str) -> Any:
    """A thing that people ask, by its name."""
    match name:
        case "position":
            return start()
        case "board":
            return hw.Board(start())
        case "session":
            return hw.Session(start())
        case "reach":
            return start().reach("0203")
        case "scenario":
            return hw.scenario("depletion/first-steps")
        case "course":
            return hw.lessons.first_game("depletion")
        case "exercise":
            return hw.lessons.load("depletion")[0]
        case "environment":
            return hw.environments.text("orders/two-on-one", player="red")
        case "verdict":
            return start().check("pass")
        case "map":
            return start().map
    return hw if name == "hexwidget" else getattr(hw, name)


GUESSES = {
    "position": POSITION,
    "board": BOARD,
    "session": SESSION,
    "reach": REACH,
    "scenario": SCENARIO,
    "verdict": VERDICT,
    **PACKAGES,
}


@pytest.mark.parametrize(("thing", "word"), [(thing, word) for thing, words in GUESSES.items() for word in words])
def test_a_guessed_name_is_answered_with_the_right_one(thing: str, word: str) -> None:
    asked = named(thing)
    with pytest.raises(AttributeError) as error:
        getattr(asked, word)
    assert f"did you mean {GUESSES[thing][word]!r}?" in str(error.value)
    assert error.value.name == word
    assert not hasattr(asked, word)
    assert getattr(asked, word, 7) == 7
    assert word not in dir(asked)


SLIPS = {
    "position": {"legal_action": "legal_actions", "chek": "check"},
    "board": {"undoo": "undo", "positon": "position"},
    "session": {"jurnal": "journal"},
    "reach": {"cots": "costs"},
    "scenario": {"titel": "title"},
    "course": {"sections": "parts", "results": "report", "start": "open", "repot": "report"},
    "exercise": {"qestion": "question"},
    "environment": {"legal_actons": "legal_actions", "rest": "reset"},
    "verdict": {"reasons": "findings", "remedys": "remedies"},
    "map": {"hexes": "names", "neighbors": "neighbours"},
}
KEYWORDS = {
    "plots.reach(p.reach('0203'), color='red')": "theme",
    "explore.playouts(p, n=3)": "games",
    "explore.search(p, count=3)": "most",
    "environments.text(p, player='red', opponent=None)": "opponents",
    "lessons.first_game('depletion', progres=None)": "progress",
    "lessons.page([], filename='a.html')": "path",
    "Session(p, rng=3)": "seed",
    "review(p, side='red')": "player",
    "scenario(nam='depletion/first-steps')": "name",
    "__class__ and p.to_png(size=3)": "scale",
    "__class__ and p.legal_actions(plyer='red')": "player",
}


@pytest.mark.parametrize(("thing", "word"), [(thing, word) for thing, words in SLIPS.items() for word in words])
def test_every_thing_answers_a_slip_in_a_name(thing: str, word: str) -> None:
    with pytest.raises(AttributeError) as error:
        getattr(named(thing), word)
    told = str(error.value)
    assert (suggestion(error.value) or told).endswith(f"did you mean {SLIPS[thing][word]!r}?")


@pytest.mark.parametrize("call", KEYWORDS)
def test_every_function_answers_an_unknown_keyword(call: str) -> None:
    with pytest.raises(TypeError) as error:
        eval(f"hw.{call}", {"hw": hw, "p": start()})  # noqa: S307  (it is ours)
    assert suggestion(error.value).endswith(f"did you mean {KEYWORDS[call]!r}?")


def test_a_function_of_another_package_of_the_same_name_is_left_alone() -> None:
    def load(path: str) -> str:
        return path

    load.__module__ = "other"
    other = ModuleType("other")
    other.load = load  # type: ignore[attr-defined]
    for call, answered in (("other.load('a', mmap=1)", False), ("hw.load('a', mmap=1)", True)):
        with pytest.raises(TypeError) as error:
            exec(compile_cell(call), {"hw": hw, "other": other})  # noqa: S102  (it is ours)
        assert bool(suggestion(error.value)) is answered


def compile_cell(line: str) -> CodeType:
    """Compile a line as a notebook does: its text can be looked up by the name of its file."""
    name = f"<cell {line}>"
    linecache.cache[name] = (len(line), None, [line], name)
    return compile(line, name, "exec")


def test_errors_of_others_are_left_alone() -> None:
    for wrong in ("(3).foo", "int(foo=3)", "hw.plots.reech", "hw.Board(p).undo(3)"):
        with pytest.raises((AttributeError, TypeError)) as error:
            eval(wrong, {"hw": hw, "p": start()})  # noqa: S307  (it is ours)
        assert suggestion(error.value) == ""


def test_a_wrong_value_is_answered_with_all_that_the_map_or_the_system_knows_the_nearest_first() -> None:
    position = hw.scenario("rondel/inland-sea").position
    with pytest.raises(hw.InputError, match="unknown province 'ostia'; expected one of: 'corsica'") as error:
        position.reach("ostia")
    assert all(f"'{name}'" in str(error.value) for name in position.map.names())
    with pytest.raises(hw.InputError, match="unknown unit 'dragon'; expected one of: ") as error:
        hw.system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "3 dragon"}})
    assert all(f"'{name}'" in str(error.value) for name in ("peasant", "galley", "unpacked_trebuchet"))


def test_guesses_cost_other_attributes_nothing() -> None:
    kinds = [
        Position,
        Reach,
        hw.Session,
        hw.Board,
        *(type(hw.scenario(f"{name}/{first}").position) for name, first in FIRST),
    ]
    assert not [kind for kind in kinds if hasattr(kind, "__getattr__")]
    position = start()
    assert copy.copy(position) == copy.deepcopy(position) == pickle.loads(pickle.dumps(position)) == position
    assert [each for each in SYNONYMS if each in dir(position)] == ["turn", "armies", "map"]


FIRST = (("orders", "two-on-one"), ("rondel", "inland-sea"), ("plotted", "head-on"), ("frontiers", "opening"))


def test_a_guessed_keyword_is_answered_with_the_right_one() -> None:
    with pytest.raises(hw.InputError, match="unknown keyword, option or parameter 'units'; did you mean 'armies'"):
        hw.system("depletion").position(map=". .", players=["red"], units={})


def test_the_systems_and_the_options_are_listed() -> None:
    systems: Any = hw.systems
    assert isinstance(systems, ModuleType)
    assert systems()["rondel"] == hw.system("rondel").title
    assert list(systems()) == hw.system_names()
    with pytest.raises(hw.InputError, match="name an option: free_entry, pace, battle"):
        hw.compare_readings(start())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_a_cheat_sheet_runs(name: str) -> None:
    sheet = hw.cheatsheet(name)
    made: dict[str, Any] = {}
    exec(sheet.code, made)  # noqa: S102  (it is ours)
    assert made["position"].system is hw.system(name)
    assert made["position"].legal_actions().count() or made["position"].chance is not None
    for found in filter(None, sheet.actions.values()):
        text, position = found
        assert position.check(text), text
        assert text in str(sheet)
    assert list(sheet.actions.values()).count(None) <= 3
    for brush in made["position"].system.brushes(made["position"]):
        assert brush.group not in cheatsheet.KINDS or brush.key in str(sheet)


@pytest.mark.slow
def test_a_cheat_sheet_names_the_provinces_of_each_map() -> None:
    sheet = str(hw.cheatsheet("rondel"))
    for name in ("rondel/inland-sea", "rondel/two-ways-to-pay"):
        assert ", ".join(hw.scenario(name).position.map.names()) in sheet
    with pytest.raises(hw.InputError, match="did you mean 'rondel'"):
        hw.cheatsheet("rondle")
