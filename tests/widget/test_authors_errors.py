"""An error of a system's author in mid-game: the board says it with file, place and remedy, and the game goes on."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules.author import REMEDY
from hexwidget.scaffold import make
from tests import inside
from tests.widget.page import Page

NUMBERS = count()
"""Each system has a name of its own: Python loads a module once."""
START = """class MyGame(rules.RuleSystem["""
FIELDS = "    grammar = GRAMMAR\n"
"""Lines of the template's rules, behind which a test puts an error."""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Page]]:
    """Makes a page of a game whose rules were changed: red and blue ride."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    made: list[tuple[str, hw.Board]] = []

    def page(was: str, becomes: str, player: str | None = None) -> Page:
        name = f"riders{next(NUMBERS)}"
        make(tmp_path / name)
        sys.path.insert(0, str(tmp_path / name))
        rules = tmp_path / name / name / "rules.py"
        text = rules.read_text(encoding="utf-8")
        was, becomes = (
            each.replace("MyGame", name.capitalize()).replace("MyPosition", f"{name.capitalize()}Position")
            for each in (was, becomes)
        )
        assert was in text
        rules.write_text(text.replace(was, becomes, 1), encoding="utf-8")
        module = importlib.import_module(name)
        system = getattr(module, name.upper())
        hw.register(system)
        board = hw.Board(hw.scenario(f"{name}/first"), player=player)
        made.append((name, board))
        return Page(board)

    yield page
    for name, board in made:
        board.close()
        for module in [each for each in sys.modules if each.partition(".")[0] == name]:
            del sys.modules[module]


def source(page: Page) -> list[str]:
    """The lines of the rules of a page's game."""
    folder: Path = page.board.position.system.folder
    return (folder / "rules.py").read_text(encoding="utf-8").splitlines()


def said(page: Page) -> list[str]:
    """The lines about errors of the author that the board says."""
    return [
        line["text"]
        for each in inside.status(page.board)["said"]
        if each["heading"].startswith("An error of the author of Riders")
        for line in each["lines"]
    ]


def ride(page: Page, way: str) -> dict[str, Any]:
    """Ride by clicks."""
    start, to = way.split("-")
    assert page.ask("choose", draft={"rider": start})["ok"], way
    assert page.ask("choose", draft={"rider": start, "to": to})["ok"], way
    return page.ask("confirm", draft={"rider": start, "to": to})


SCENE = "        position = observation.seen\n"
DESK = """
from hexwidget.rules.default_desk import DefaultDesk


class Stable(DefaultDesk):
    def {method}
        if self.position.turn == 1:
            {broken}
        return super().{call}


class MyGame(rules.RuleSystem["""


def desk(method: str, call: str, broken: str) -> tuple[str, str]:
    """A desk of the system's own, with an error in a method."""
    return START, DESK.replace("{method}", method).replace("{call}", call).replace("{broken}", broken)


@pytest.mark.parametrize(
    ("was", "becomes", "marked", "what"),
    [
        # scene
        (SCENE, SCENE + '        {"a": 1}["steppe"] if position.turn else None\n', '["steppe"]', "in scene: KeyError: 'steppe'"),
        ('"lake", "sea", "waves"', '"lake", "see" if position.turn else "sea", "waves"', "def scene", "in scene: grounds/1/hue: unknown hue 'see'; did you mean 'sea'?"),
        ('Piece(f"{seat}-{n}", at,', 'Piece(f"{seat}-{n}", "9999" if position.turn else at,', "def scene", "in scene: pieces/0/space: unknown hex '9999'"),
        (SCENE, SCENE + "        if position.turn:\n            return None\n", "def scene", "in scene: expected a scene, not None"),
        # events, and the history
        ('"{player} rides from {0} to {1}"', '"{plyer} rides from {0} to {1}"', "{plyer}", "unknown field 'plyer'; did you mean 'player'?"),
        ('"{player} rides from {0} to {1}"', '"{player} rides from {0} to {7}"', "{7}", "unknown field '7'"),
        ('"{player} rides from {0} to {1}", ride.rider, ride.to,', '"{player} rides from {0} to {1}", ride.rider, ride.to, "0909",', "def follow", "in follow: event rode: unknown hex '0909'"),
        (FIELDS, FIELDS + "\n    def in_words(self, position, ride):\n        return ride.nothing\n", "return ride.nothing", "in in_words: AttributeError"),
        # panels
        (FIELDS, FIELDS + "\n    def under_way(self, position):\n        return 1 / 0 if position.turn else super().under_way(position)\n", "return 1 /", "in under_way: ZeroDivisionError: division by zero"),
        (FIELDS, FIELDS + "\n    def stage(self, position):\n        return 7 if position.turn else super().stage(position)\n", "def stage", "in stage: "),
    ],
    ids=["scene raises", "unknown hue", "off the map", "no scene", "bad name in an event", "bad number in an event", "an event off the map", "in_words raises", "under_way raises", "stage is nonsense"],
)  # fmt: skip
def test_the_board_says_the_error_and_the_game_goes_on(
    broken: Callable[..., Page], was: str, becomes: str, marked: str, what: str
) -> None:
    page = broken(was, becomes)
    assert ride(page, "0101-0201")["ok"]
    (error, *_, remedy) = said(page)
    (line,) = [n for n, text in enumerate(source(page), 1) if marked in text]
    assert error.startswith(f"At rules.py, line {line}"), error
    assert what in error
    assert remedy == REMEDY
    # Blue can click, red can answer, and everything can be taken back.
    assert ride(page, "0102-0202")["ok"]
    assert page.board.position.riders == (("0201", "0103"), ("0202", "0204"))
    assert page.ask("undo")["ok"]
    assert page.ask("undo")["ok"]
    assert said(page) == []


def _drawing(arrow: str) -> tuple[str, str]:
    """A desk that draws an arrow which cannot be drawn."""
    wrong = f"from dataclasses import replace; from hexwidget.scene import Arrow; return replace(super().choose(), arrows=({arrow},))"
    return desk("choose(self):", "choose()", wrong)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (desk("choose(self):", "choose()", 'raise ValueError("no idea")'), "in choose: ValueError: no idea"),
        (desk("choose(self):", "choose()", "return None"), "expected choices, not NoneType"),
        (desk("forecasts(self, action):", "forecasts(action)", "return 1 / 0"), "in forecasts: ZeroDivisionError"),
        (
            desk("_choice(self, slot, value, base, *, first):", "_choice(slot, value, base, first=first)",
                 'return self.option(slot, value, "Away", "M1", base, kind="space", space="9999")'),
            "option rider 0102: unknown hex '9999'",
        ),
        (_drawing('Arrow(("0101", "9999"))'), "arrows/0/spaces/1: unknown hex '9999'"),
        (_drawing('Arrow(("0101", "0102"), hue="pink")'), "arrows/0/hue: unknown hue 'pink'"),
    ],
    ids=["raises", "None", "forecasts raise", "off the map", "arrows off the map", "arrows of no hue"],
)  # fmt: skip
def test_choices_that_fail_are_replaced_by_plain_ones(
    broken: Callable[..., Page], change: tuple[str, str], what: str
) -> None:
    was, becomes = change
    page = broken(was, becomes)
    _use(page)
    assert ride(page, "0101-0201")["ok"]
    assert ride(page, "0102-0202")["ok"]
    assert page.board.position.riders == (("0201", "0103"), ("0202", "0204"))
    page.ask("goto", step=1)
    page.ask("choose", draft={"rider": "0102", "to": "0202"})
    assert any(what in line for line in said(page)), said(page)
    page.ask("goto", step=0)
    assert said(page) == []


def _use(page: Page) -> None:
    """Let the system use the desk of its module."""
    system = page.board.position.system
    type(system).desk = sys.modules[type(system).__module__].Stable


def test_a_reason_that_cannot_be_said_keeps_its_clause(broken: Callable[..., Page]) -> None:
    page = broken('"{0} is a lake"', '"{5} is a lake"')
    for way in ("0101-0201", "0204-0304", "0201-0301", "0304-0404"):
        assert ride(page, way)["ok"]
    assert said(page) == []
    reply = page.ask("explain", draft={"rider": "0301"}, space="0302")
    assert reply["ok"]
    assert reply["verdict"]["findings"][0]["clause"] == "M2"
    refused = page.ask("confirm", draft={"rider": "0301", "to": "0302"})
    assert not refused["ok"]
    assert "M2" in refused["error"]
    (line,) = [n for n, text in enumerate(source(page), 1) if "{5}" in text]
    assert said(page)[0].startswith(f"At rules.py, line {line}: {{5}} is a lake: unknown field '5'")
    assert ride(page, "0301-0401")["ok"]
    assert said(page) == []


def test_a_reason_of_no_clause_is_said_as_an_error(broken: Callable[..., Page]) -> None:
    page = broken('yield rules.Finding("M2", "lake"', 'yield rules.Finding("M9", "lake"')
    for way in ("0101-0201", "0204-0304", "0201-0301", "0304-0404"):
        assert ride(page, way)["ok"]
    reply = page.ask("explain", draft={"rider": "0301"}, space="0302")
    assert reply["ok"]
    assert reply["verdict"]["findings"][0]["clause"] == "M1"
    assert "unknown clause 'M9'" in said(page)[0]
    assert ride(page, "0301-0401")["ok"]


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("        riders = tuple(tuple(ride.to", '        {}["ride"]\n        riders = tuple(tuple(ride.to', "in follow: KeyError: 'ride'"),
        ("        after = replace(position, riders=riders,", "        after = replace(position, rider=riders,", "in follow: TypeError"),
    ],
    ids=["raises", "a field that does not exist"],
)  # fmt: skip
def test_an_action_that_fails_changes_nothing_and_says_where(
    broken: Callable[..., Page], was: str, becomes: str, what: str
) -> None:
    page = broken(was, becomes)
    before = page.board.position
    reply = ride(page, "0101-0201")
    assert not reply["ok"]
    assert "the board says where" in reply["error"]
    assert page.board.position == before
    assert what in said(page)[0]
    assert page.ask("choose", draft={"rider": "0103"})["ok"]


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("        seat = position.players.index(ride.player)\n", "        seat = position.players.index(ride.player) if not position.turn else {}[1]\n", "in objections: KeyError: 1"),
        ("        return position.end\n", "        1 / (1 - position.turn)\n        return position.end\n", "in outcome: ZeroDivisionError"),
        ("        return rules.TERMINAL if self", "        return 7 if position.turn else rules.TERMINAL if self", "in to_act: "),
    ],
    ids=["objections", "outcome", "to_act is nonsense"],
)  # fmt: skip
def test_a_game_that_cannot_go_on_says_so_and_is_taken_back(
    broken: Callable[..., Page], was: str, becomes: str, what: str
) -> None:
    page = broken(was, becomes)
    assert ride(page, "0101-0201")["ok"]
    assert inside.choices(page.board)["root"]["prompt"] == "What may be chosen cannot be shown"
    assert any(what in line for line in said(page)), said(page)
    assert inside.state(page.board)["pieces"] != []
    assert page.ask("undo")["ok"]
    assert said(page) == []
    assert page.ask("choose", draft={"rider": "0101"})["ok"]


def test_a_player_is_told_the_place_alone(broken: Callable[..., Page]) -> None:
    page = broken(SCENE, SCENE + '        {"a": 1}["secret"] if position.turn else None\n', player="red")
    assert ride(page, "0101-0201")["ok"]
    (place, remedy) = said(page)
    assert place.startswith("At rules.py, line ")
    assert "secret" not in place
    assert remedy == REMEDY


def test_the_editor_of_a_system_whose_brushes_fail_is_closed(broken: Callable[..., Page]) -> None:
    page = broken(FIELDS, FIELDS + '\n    def brushes(self, position):\n        return {}["brush"]\n')
    reply = page.ask("edit", on=True)
    assert reply["ok"], reply
    assert inside.editing(page.board) is None
    assert "in brushes: KeyError: 'brush'" in said(page)[0]
    assert page.ask("edit", on=False)["ok"]
    assert ride(page, "0101-0201")["ok"]


def test_a_good_system_says_nothing(broken: Callable[..., Page]) -> None:
    page = broken(FIELDS, FIELDS)
    assert ride(page, "0101-0201")["ok"]
    assert inside.status(page.board)["said"] == []


def test_an_error_in_a_cell_of_a_notebook_is_named_so() -> None:
    code = compile("def scene(self, observation):\n    return missing", "gone.py", "exec")
    space: dict[str, Any] = {"__name__": "tests.examples_of_cells"}
    exec(code, space)  # noqa: S102  (as a notebook does)
    with pytest.raises(NameError) as failed:
        space["scene"](None, None)
    found = hw.rules.author.authors_error(_InCell(), "scene", failed.value)
    assert found.place == "a cell of the notebook, line 2, in scene"


class _InCell:
    packages = ("tests.examples_of_cells",)
