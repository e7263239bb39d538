"""Names that people guess are answered with the right ones, and a cheat sheet says all names."""

from __future__ import annotations

import copy
import pickle
from types import ModuleType
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.guesses import SYNONYMS
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
    return hw if name == "hexwidget" else getattr(hw, name)


GUESSES = {"position": POSITION, "board": BOARD, "session": SESSION, "reach": REACH, **PACKAGES}


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
    assert [each for each in SYNONYMS if each in dir(position)] == ["turn", "armies"]


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


def test_a_cheat_sheet_names_the_provinces_of_each_map() -> None:
    sheet = str(hw.cheatsheet("rondel"))
    for name in ("rondel/inland-sea", "rondel/two-ways-to-pay"):
        assert ", ".join(hw.scenario(name).position.map.names()) in sheet
    with pytest.raises(hw.InputError, match="did you mean 'rondel'"):
        hw.cheatsheet("rondle")
