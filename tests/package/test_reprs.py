"""Public objects at a Python prompt: short texts, each on one line or as a small map."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.widget.pages.sharing import HINT, MOST_COLUMNS, MOST_LINES


def test_a_map_of_another_program_is_counted_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "map.tmx"
    hw.write_map(hw.scenario("depletion/first-steps").position.map, path)
    assert repr(hw.read_map(path)) == "<ForeignMap of tiled: 9x7 odd-r, 6 codes>"


def test_a_scenario_and_a_step_are_named_on_one_line() -> None:
    scenario = hw.scenario("depletion/first-steps")
    assert repr(scenario) == "<Scenario depletion: First steps>"
    session = hw.Session(scenario.position)
    session.play("0402")
    assert repr(session.steps) == "(<Step 0: start>, <Step 1: red: 0402>)"


def test_a_board_in_a_terminal_is_a_small_map_and_a_hint() -> None:
    assert repr(hw.Board(hw.scenario("depletion/first-steps"))) == (
        """\
<Board: First steps, Round 1 of 6: Red to act>
.   .   %   ^   .   .   .   %   .
  .   %   %   .   .   ~   .   .   .
.   .   .   .   ~   ~   .   ^   .
  .   &   .   .   =   ~   .   ^   .
.   &   .   .   ~   ~   .   .   .
  .   .   ^   .   .   ~   .   %   .
.   .   .   .   .   .   .   %   %
red: 0402 1 peasant; 0203 1 archer, 2 cavalry; 0105 1 spearman, 1 swordsman; 0306 1 cavalry; 0101 castle; 0304 city
blue: 0702 2 spearmen, 1 archer; 0804 2 cavalry; 0605 1 peasant; 0707 1 swordsman, 1 catapult; 0901 castle; 0705 city
"""
        + HINT
    )


@pytest.mark.parametrize("name", hw.scenarios())
def test_every_board_is_small_in_a_terminal(name: str) -> None:
    lines = repr(hw.Board(hw.scenario(name))).splitlines()
    assert len(lines) <= MOST_LINES + 3
    assert max(map(len, lines[1:])) <= MOST_COLUMNS


def test_a_large_map_is_left_out_in_a_terminal() -> None:
    rows = "\n".join(" " * (n % 2) + ". " * 30 for n in range(30))
    board = hw.Board(hw.system("depletion").position(map=rows, players=["red"], armies={"red": {"0101": "1 archer"}}))
    assert repr(board).splitlines()[1:] == ["<HexMap 30x30 odd-r>", HINT]


def test_a_players_board_tells_in_a_terminal_what_the_player_sees() -> None:
    session = hw.Session("plotted/the-ford")
    secret = next(iter(session.position.legal_actions("red")))
    session.play(str(secret))
    told = {player: repr(hw.Board(session, player=player)) for player in ("red", "blue")}
    assert told["red"] != told["blue"]


def test_a_cell_shows_the_board_itself_so_its_text_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert repr(board) == "<Board: First steps, Round 1 of 6: Red to act>"


# ---------------------------------------------------------------- names of scenarios in a shell
@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("first-step", "depletion/first-steps"),
        ("depltion/first-steps", "depletion/first-steps"),
        ("strait", "depletion/the-strait"),
        ("inland-sea", "rondel/inland-sea, rondel/inland-sea-whole-wheel"),
    ],
)
def test_a_wrong_name_of_a_scenario_is_told_the_near_ones(
    name: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", name]) == 2
    said = capsys.readouterr().err
    assert f"'{name}' is no file and no bundled scenario\n" in said
    assert f"near names: {near}" in said


def test_a_missing_file_whose_name_is_near_nothing_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "my-own-game.jsonl"]) == 2
    assert "cannot be read" in capsys.readouterr().err
