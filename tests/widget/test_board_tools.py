"""The tools of a board: overlays of any kind, notes, views, clauses, pictures, editing."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hexwidget as hw
from hexwidget.files import read_scenario, write_scenario
from hexwidget.scene.encode import plane
from tests import inside
from tests.widget.page import ask

FIRST = hw.scenario("depletion/first-steps")


@pytest.fixture
def board() -> hw.Board:
    return hw.Board(FIRST)


# ---------------------------------------------------------------- overlays of any kind
def shown(board: hw.Board, name: str = "overlay") -> dict[str, Any]:
    found: dict[str, Any] = next(o for o in inside.state(board)["overlays"] if o["name"] == name)
    return found


def test_arrays_are_rows_of_the_map(board: hw.Board) -> None:
    position = FIRST.position
    heights = np.array([[10 * row + column for column in range(9)] for row in range(7)])
    board.show(heights)
    values = {value for value, _ in shown(board)["levels"]}
    there = [
        column + 10 * row
        for row in range(7)
        for column in range(9)
        if position.map.find(f"0{column + 1}0{row + 1}") is not None
    ]
    # Too many numbers to be told apart become shades. Each has the number in the middle of its range, and the outer ones the ends.
    assert len(values) <= 24 < len(there)
    assert (min(values), max(values)) == (min(there), max(there))
    assert not shown(board)["numbers"]
    board.show(heights // 10)
    assert {value for value, _ in shown(board)["levels"]} == set(range(7))
    assert shown(board)["numbers"]
    board.show(np.where(heights > 60, np.nan, 0.5))
    assert [value for value, _ in shown(board)["levels"]] == [0.5]
    board.show(heights == 11)
    assert shown(board)["levels"][0][1] == plane(1 << position.map.index("0202"))


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (np.zeros((3, 3)), "7 rows and 9 columns"),
        ({"0101": float("inf")}, "expected a number"),
        ({"0101": "high"}, "expected a number"),
        ({"9999": 1}, "9999"),
        ({"0101": 10**400}, "expected a number"),
        ({"0101": True}, "expected a number"),
        (7, "expected a reach"),
        ("0101", "expected a reach"),
    ],
)
def test_what_cannot_be_shown_is_refused_and_nothing_changes(board: hw.Board, what: Any, words: str) -> None:
    before = inside.state(board)
    with pytest.raises(hw.InputError, match=words):
        board.show(what)
    assert inside.state(board) is before


def test_arrays_need_rows_and_columns() -> None:
    board = hw.Board(hw.scenario("rondel/first-maneuver"))
    with pytest.raises(hw.InputError, match="provinces"):
        board.show(np.zeros((2, 2)))


def test_numbers_of_numpy_are_numbers_and_names_can_be_saved(board: hw.Board) -> None:
    board.show({"0101": np.float64(1.5), "0102": np.int64(2)})
    assert [value for value, _ in shown(board)["levels"]] == [1.5, 2]
    for wrong in ({"name": ""}, {"name": "x" * 501}, {"numbers": 1}, {"fill": True}):
        with pytest.raises(hw.InputError):
            board.show(["0101"], **wrong)


def test_two_overlays_of_one_name_are_refused() -> None:
    document = {**json.loads(write_scenario(FIRST)), "overlays": [{"name": "x"}, {"name": "x"}]}
    with pytest.raises(hw.InputError, match="a second overlay"):
        read_scenario(json.dumps(document))


def test_numbers_and_strokes_are_settings(board: hw.Board) -> None:
    board.show({"0101": 1.5}, stroke="dashed", numbers=False)
    assert (shown(board)["stroke"], shown(board)["numbers"]) == ("dashed", False)
    with pytest.raises(hw.InputError, match="stroke"):
        board.show({"0101": 1}, stroke="zigzag")


@pytest.mark.slow
def test_a_map_of_a_million_hexes_travels_once_and_packed() -> None:
    rows = "\n".join(" " * (row % 2) + " ".join(".%^."[(3 * row + n) % 4] for n in range(1000)) for row in range(1000))
    position = hw.system("depletion").position(map=rows, players=["red"], armies={"red": {"05000500": "1 archer"}})
    board = hw.Board(position)
    assert len(b64decode(inside.scene(board)["cells"])) == 1_000_000
    sent: list[Any] = []
    board.observe(lambda change: sent.append(change["name"]), ["_scene", "_state"])
    board.select("05000500")
    board.play("05000500-05010500")
    board.show({"05000500": 1})
    assert sent == ["_state", "_state"]


# ---------------------------------------------------------------- what an author draws
def test_notes_arrows_and_overlays_are_kept_with_the_scenario(board: hw.Board, tmp_path: Path) -> None:
    board.note("0304", "The city <b>is</b> the key")
    board.arrow("0702", "0703", "0704", label="the plan", hue="attack")
    board.show({"0101": 2, "0102": 1}, "mine", hue="reach", fill=0.2)
    scenario = board.scenario(prose="A plan.")
    text = write_scenario(scenario)
    again = read_scenario(text)
    assert again == scenario
    assert write_scenario(again) == text
    assert inside.state(hw.Board(again))["notes"] == [
        {"space": "0304", "text": "The city <b>is</b> the key", "hue": "mark"}
    ]
    assert "&lt;b&gt;is" in hw.Board(again).to_svg()
    board.note("0304", "")
    board.erase()
    board.hide()
    assert (inside.state(board)["notes"], inside.state(board)["overlays"]) == ([], [])
    assert "notes" not in json.loads(write_scenario(board.scenario()))


@pytest.mark.parametrize(
    ("key", "entry", "words"),
    [
        ("notes", {"space": "9999", "text": "x"}, "/notes/0/space"),
        ("notes", {"space": "0101", "text": ""}, "/notes/0/text: expected a text of 1 to 500"),
        ("notes", {"space": "0101", "text": "x", "colour": "red"}, "unknown entry 'colour'"),
        ("arrows", {"spaces": ["0101"]}, "/arrows/0/spaces: expected 2 to"),
        ("arrows", {"spaces": ["0101", "0x"]}, "/arrows/0/spaces/1"),
        ("overlays", {"name": "x", "spaces": {"0101": "much"}}, "/overlays/0/spaces/0101: expected a number"),
        ("overlays", {"name": "x", "spaces": {"0101": float("nan")}}, "/overlays/0/spaces/0101: expected a number"),
        ("notes", {"space": "0101", "text": "a\x00b"}, "/notes/0/text"),
        ("overlays", {"name": "x", "fill": 2}, "/overlays/0/fill: expected a number from 0 to 1"),
        ("overlays", {"name": "x", "hue": "pink"}, "/overlays/0/hue"),
        ("overlays", 5, "/overlays/0: expected an object"),
    ],
)
def test_drawings_that_cannot_be_read_name_their_place(key: str, entry: Any, words: str) -> None:
    document = {**json.loads(write_scenario(FIRST)), key: [entry]}
    with pytest.raises(hw.InputError) as refused:
        read_scenario(json.dumps(document))
    assert words in str(refused.value)


def test_drawings_stay_where_ground_is_painted_and_views_change(board: hw.Board) -> None:
    board.note("0304", "x")
    board.show({"0101": 1}, "mine")
    board.edit()
    assert ask(board, "paint", brush="forest", spaces=["0705"], player=None)["ok"]
    assert (len(inside.state(board)["notes"]), shown(board, "mine")["name"]) == (1, "mine")
    mat = hw.Board(hw.scenario("frontiers/opening"))
    mat.note("red hand", "mine")
    for player in ("red", "blue", None):
        assert ask(mat, "view", player=player)["ok"]
        assert len(inside.state(mat)["notes"]) == 1


def test_a_unit_on_unexplored_ground_can_be_made_and_is_told(board: hw.Board) -> None:
    board = hw.Board(hw.scenario("depletion/a-relic-before-a-forest"))
    board.edit()
    assert ask(board, "paint", brush="spearmen", spaces=["0401"], player="red")["ok"]
    assert "D8.1" in [f["clause"] for f in inside.editing(board)["findings"]]
    assert "breaks D8.1" in ask(board, "export", form="scenario")["error"]
    assert "strict=False" in ask(board, "export", form="python")["text"]


def test_what_the_menu_copies_gives_the_position_back(board: hw.Board) -> None:
    text = ask(board, "export", form="position")["text"]
    assert eval(text, {"hw": hw}) == board.position  # noqa: S307  (what a reader pastes into a cell)
    assert hw.open_link(ask(board, "export", form="link")["text"]) == board.scenario()
    plain = hw.Board(board.position)
    assert hw.open_link(ask(plain, "export", form="link")["text"]) == board.position
    board.note("0304", "the city")
    found = hw.open_link(ask(board, "export", form="link")["text"])
    assert isinstance(found, hw.Scenario)
    assert [note.text for note in found.annotations.notes] == ["the city"]


def test_a_position_that_breaks_clauses_has_no_link_and_is_read_loosely() -> None:
    board = hw.Board(hw.scenario("depletion/a-relic-before-a-forest"))
    board.edit()
    assert ask(board, "paint", brush="spearmen", spaces=["0401"], player="red")["ok"]
    assert "a link breaks no clause, and this breaks D8.1" in ask(board, "export", form="link")["error"]
    text = ask(board, "export", form="position")["text"]
    assert eval(text, {"hw": hw}) == board.position  # noqa: S307


def test_a_referees_board_stays_one_in_cells_while_it_shows_a_players_view() -> None:
    board = hw.Board(hw.scenario("plotted/the-ford"))
    board.play("red: all rest")
    assert ask(board, "view", player="blue")["ok"]
    assert "hw.system" in board.python_lines()
    board.undo()
    assert board.session.step.number == 0
    board.play("red: all rest")
    assert not ask(board, "play", action="red: all rest")["ok"]  # on the page it is blue's now


def test_notes_and_arrows_that_cannot_be_are_refused(board: hw.Board) -> None:
    for wrong in (
        lambda: board.note("9999", "x"),
        lambda: board.note("0101", "x" * 501),
        lambda: board.note("0101", "x", hue="pink"),
        lambda: board.arrow("0101"),
        lambda: board.arrow("0101", "9999"),
    ):
        with pytest.raises(hw.InputError):
            wrong()
    assert (inside.state(board)["notes"], inside.state(board)["arrows"]) == ([], [])


# ---------------------------------------------------------------- views
def test_the_referees_board_shows_any_view_and_a_players_board_its_own() -> None:
    session = hw.Session("plotted/the-ford")
    referee, red = hw.Board(session), hw.Board(session, player="red")
    session.play("blue: all rest")
    assert ask(referee, "view", player="red")["ok"]
    assert inside.status(referee)["seenBy"] == "red"
    assert inside.state(referee)["pieces"] == inside.state(red)["pieces"]
    sent = {name: inside.timeline(referee)[name] for name in ("revision", "version")}
    assert inside.timeline(referee) == {**inside.timeline(red), **sent}
    assert not ask(referee, "undo")["ok"]  # as on red's own board
    assert "no such view" in ask(referee, "view", player="green")["error"]
    assert ask(referee, "view", player=None)["ok"]
    assert inside.timeline(referee)["canUndo"]
    assert "nobody else's view" in ask(red, "view", player="blue")["error"]
    assert inside.status(red)["seenBy"] == "red"


@pytest.mark.parametrize(
    ("intent", "args"),
    [
        ("list_events", {"step": 1}),
        ("edit", {"on": True}),
        ("paint", {"brush": "forest", "spaces": ["0101"], "player": None}),
        ("change", {"setting": "turns", "value": 3}),
        ("export", {"form": "python"}),
        ("export", {"form": "scenario"}),
        ("export", {"form": "position"}),
        ("export", {"form": "link"}),
    ],
)
def test_a_players_board_does_none_of_the_referees_work(intent: str, args: dict[str, Any]) -> None:
    session = hw.Session("plotted/the-ford")
    red = hw.Board(session, player="red")
    session.play("blue: all rest")
    before = session.position
    reply = ask(red, intent, **args)
    assert not reply["ok"]
    assert "this is red's board" in reply["error"]
    assert session.position == before


# ---------------------------------------------------------------- clauses, remedies, pictures
def test_a_clause_is_told_with_its_readings_and_examples(board: hw.Board) -> None:
    told = ask(board, "read_clause", clause="D4.1")["clause"]
    assert told["text"] == FIRST.position.system.rulebook["D4.1"].text
    assert [e["id"] for e in told["examples"]] == ["D4.6"]
    option = next(iter(FIRST.position.system.rulebook.options.values()))
    readings = ask(board, "read_clause", clause=option.clause)["clause"]["readings"]
    assert readings[0]["name"] == option.name
    assert readings[0]["now"] in readings[0]["values"]
    assert "no such clause" in ask(board, "read_clause", clause="D99.9")["error"]


def test_a_remedy_is_played(board: hw.Board) -> None:
    reply = ask(board, "explain", draft={"army": "0203"}, space="0205")
    remedy = next(f["remedy"] for f in reply["verdict"]["findings"] if f["remedy"])
    assert remedy["action"].endswith("march")
    assert ask(board, "play", action=remedy["action"])["ok"]
    assert str(board.last_action) == remedy["action"]
    assert "D" in ask(board, "play", action="0203-0303")["error"]  # it is blue's turn


def test_the_picture_is_of_what_is_seen(board: hw.Board) -> None:
    plain = board.to_svg()
    board.select("0203")
    chosen = board.to_svg("dark")
    assert "Where 1 archer and 2 cavalry on 0203 go" not in plain
    assert "Where 1 archer and 2 cavalry on 0203 go" in chosen
    assert ask(board, "picture", theme="dark")["svg"] == chosen
    with pytest.raises(hw.InputError, match="theme"):
        board.to_svg("sepia")


def test_other_ways_are_told_as_a_tree() -> None:
    session = hw.Session(FIRST.position)
    board = hw.Board(session)
    session.play("0203-0303")
    session.play("pass")
    session.goto(0)
    session.play("0402-0502")
    start = inside.timeline(board)["steps"][0]
    assert [(b["depth"], b["text"]) for b in start["branches"]] == [
        (1, "red: move the archer and 2 cavalry from 0203 to 0303"),
        (2, "blue: pass"),
    ]
    events = ask(board, "list_events", step=1)["events"]
    assert {e["clause"] for e in events} >= {"D1.1", "D1.7"}
    assert "steps 0 to" in ask(board, "list_events", step=99)["error"]


# ---------------------------------------------------------------- editing
def test_a_position_is_edited_step_by_step(board: hw.Board) -> None:
    assert inside.editing(board) is None
    assert ask(board, "edit", on=True)["ok"]
    assert ask(board, "paint", brush="forest", spaces=["0101", "0201"], player=None)["ok"]
    assert board.position.map.terrain(board.position.map.index("0201")) == "forest"
    assert ask(board, "paint", brush="archers", spaces=["0902"] * 5, player="blue")["ok"]
    assert [f["clause"] for f in inside.editing(board)["findings"]] == ["D4.4"]
    assert ask(board, "undo")["ok"]
    assert inside.editing(board)["findings"] == []
    assert "brush" in ask(board, "paint", brush="lava", spaces=["0101"], player=None)["error"]
    assert "rounds" in ask(board, "change", setting="rounds", value="many")["error"]
    assert ask(board, "change", setting="rounds", value=9)["ok"]
    assert "rounds=9" in ask(board, "export", form="python")["text"]
    assert read_scenario(ask(board, "export", form="scenario")["text"]).position == board.position
    board.edit(False)
    assert inside.editing(board) is None
