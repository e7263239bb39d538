"""The traits of a board: what they hold, and what cells and pages may set."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

import ipywidgets
import pytest
import traitlets

import hexwidget as hw
from hexwidget.lessons import Desk
from hexwidget.widget.pages import notebook_recording
from hexwidget.widget.traits import SETTABLE, SYNCED
from tests import inside
from tests.widget.page import sample
from tests.widget.schema_values import ODD, deep
from tests.widget.wire import from_page

pytestmark = pytest.mark.usefixtures("line")


# ---------------------------------------------------------------- what they hold
def test_what_the_page_gets_is_json(board: hw.Board) -> None:
    board.show({"0101": 3}, "mine")
    with pytest.raises(hw.IllegalAction):
        board.play("0402-0101")
    state = board.get_state(list(SYNCED))
    assert json.loads(json.dumps(state)) == state
    assert set(state) == {
        "step", "last_step", "player", "selected", "hovered", "theme", "overlays", "last_verdict"
    }  # fmt: skip
    assert (state["step"], state["player"], state["selected"], state["theme"]) == (1, "", "", "auto")


def test_the_step_is_the_place_on_the_line_of_play(board: hw.Board) -> None:
    assert (board.step, board.last_step) == (1, 3)
    board.step = 3
    assert (board.step, board.last_step, board.session.step.number) == (3, 3, 3)
    board.step = 1
    board.play("0402-0403")  # another branch
    assert (board.step, board.last_step, board.session.step.number) == (2, 2, 4)
    assert f"step {board.step} of {board.last_step}" in repr(board.session)
    board.step = 0
    assert (board.step, board.last_step, board.position) == (0, 2, sample())
    board.step = 2
    assert board.session.step.number == 4
    board.goto(3)
    assert (board.step, board.last_step) == (3, 3)


def test_a_players_step_counts_what_that_player_was_told() -> None:
    session = hw.Session("plotted/the-ford", seed=1)
    red, referee = hw.Board(session, player="red"), hw.Board(session)
    session.play("blue: all rest")
    assert (red.step, red.last_step, referee.step) == (0, 0, 1)
    session.play("red: all rest")
    assert red.step == red.last_step == inside.timeline(red)["current"] > 0
    for wrong in (0, red.step + 1):
        with pytest.raises(hw.InputError, match="this is red's board"):
            red.step = wrong
    referee.player = "red"
    assert (referee.step, referee.last_step) == (red.step, red.last_step)
    with pytest.raises(hw.InputError, match=r"set `board\.player = None` before"):
        referee.step = 0
    referee.player = None
    assert referee.step == session.step.depth


def test_the_last_verdict_is_the_one_that_was_asked_for_or_that_refused(board: hw.Board) -> None:
    assert board.last_verdict is None
    message = {"id": "1", "revision": inside.status(board)["revision"], "intent": "explain", "args": {"space": "0101"}}
    inside.receive(board, message)
    assert board.last_verdict == board.session.position.system.explain(board.observation, None, hw.Draft(), "0101")
    with pytest.raises(hw.IllegalAction) as refused:
        board.play("0402-0101")
    assert board.last_verdict == refused.value.verdict
    assert board.get_state("last_verdict")["last_verdict"]["findings"][0]["clause"].startswith("D")
    board.player = "red"
    assert board.last_verdict is None


def test_the_last_verdict_on_a_players_board_is_on_what_that_player_sees() -> None:
    session = hw.Session(sample())
    red, referee = hw.Board(session, player="red"), hw.Board(session)
    with pytest.raises(hw.IllegalAction):
        red.play("0102-0402")
    assert red.last_verdict is not None
    assert red.last_verdict == red.position.check("0102-0402")
    assert referee.last_verdict is None


# ---------------------------------------------------------------- set in cells
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("step", 4, "expected a step from 0 to 3, not 4"),
        ("step", -1, "expected a step from 0 to 3, not -1"),
        ("step", 3.0, "expected a step from 0 to 3, not 3.0"),
        ("step", True, "expected a step from 0 to 3, not True"),
        ("step", None, "expected a step from 0 to 3, not None"),
        ("player", "green", "unknown player 'green'"),
        ("player", 7, "unknown player 7"),
        ("selected", "0303", "may choose on"),
        ("selected", "9999", "9999"),
        ("selected", 7, "7"),
        ("position", 7, "expected a position"),
        ("theme", "drak", "unknown theme 'drak'; did you mean 'dark'"),
        ("theme", ["dark"], "unknown theme"),
        ("overlays", 7, "overlays: expected at most 1000 things by their names"),
        ("overlays", {"a": ["0101"], "b": {"9999": 1}}, r"overlays/b/'9999': "),
        ("overlays", {"a": {"spaces": {"0101": "x"}, "hue": "rad"}}, r"overlays/a/hue: unknown hue 'rad'"),
        ("overlays", {"": ["0101"]}, "name: expected a text of 1"),
        ("overlays", {7: ["0101"]}, "name: expected a text of 1"),
    ],
)
def test_a_value_that_cannot_be_is_refused_and_changes_nothing(
    board: hw.Board, name: str, value: Any, words: str
) -> None:
    board.show(["0101"], "kept")
    board.select("0402")
    before = board.get_state()
    with pytest.raises(hw.InputError, match=words):
        setattr(board, name, value)
    assert board.get_state() == before


@pytest.mark.parametrize("name", ["last_step", "hovered", "last_action", "last_verdict"])
def test_some_traits_are_only_read(board: hw.Board, name: str) -> None:
    with pytest.raises(traitlets.TraitError, match=f'"{name}" trait is read-only'):
        setattr(board, name, 1)


def test_a_name_that_a_board_lacks_is_refused_with_the_nearest(board: hw.Board) -> None:
    with pytest.raises(AttributeError, match="unknown attribute 'plyer'; did you mean 'player'"):
        board.plyer = "red"
    with pytest.raises(AttributeError, match="expected one of: 'overlays', 'player'"):
        board.zzz = 1
    board.layout = {"width": "50%"}


def test_a_layout_is_taken() -> None:
    assert hw.Board(sample()).layout.width == "100%"
    given = hw.Board(sample(), layout={"height": "300px"}).layout
    assert (given.width, given.height) == ("100%", "300px")
    own = ipywidgets.Layout(width="40%")
    board = hw.Board(sample(), layout=own)
    assert board.layout is own
    board.close()
    assert own.comm is not None


def test_the_view_is_set_as_from_the_menu() -> None:
    session = hw.Session("plotted/the-ford", seed=1)
    referee, red = hw.Board(session), hw.Board(session, player="red")
    referee.player = "red"
    assert (referee.position, inside.status(referee)["seenBy"]) == (red.position, "red")
    referee.player = ""  # a Text holds this in place of None
    assert referee.player is None
    assert referee.position is session.position
    with pytest.raises(hw.InputError, match="it shows nobody else's view"):
        red.player = None
    assert red.player == "red"


def test_the_theme_is_that_of_the_board_and_of_its_pictures(board: hw.Board) -> None:
    light = board.to_svg()
    board.theme = "dark"
    assert board.to_svg() == board.to_svg("dark") != light
    assert hw.Board(sample(), theme="dark").theme == "dark"


def test_a_saved_notebook_keeps_the_theme_that_was_set_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_recording, "boards_behind", WeakSet())  # boards of other tests are not recorded
    board, later = hw.Board(sample(), theme="dark"), hw.Board(sample())
    for each in (board, later):
        notebook_recording.at_the_end_of_a_cell()
        each.theme = "dark"
        notebook_recording.at_the_end_of_a_cell()
    assert inside.recording(board) == inside.recording(later) != ""


def test_overlays_are_set_by_what_they_show_and_read_as_json(board: hw.Board) -> None:
    other = hw.Board(sample())
    board.overlays = {"reach": board.position.reach("0402"), "mine": ["0101", (1, 0)], "counts": {"0101": 2}}
    assert list(board.overlays) == ["reach", "mine", "counts"] == [o["name"] for o in inside.state(board)["overlays"]]
    assert board.overlays["mine"]["spaces"] == {"0101": 0, "0201": 0}
    other.overlays = json.loads(json.dumps(board.overlays))
    assert other.overlays == board.overlays
    assert inside.state(other)["overlays"] == inside.state(board)["overlays"]
    board.show(["0102"], "one more", hue="attack")
    assert board.overlays["one more"]["hue"] == "attack"
    board.hide("reach")
    board.overlays = {**board.overlays, "mine": ["0104"]}
    assert list(board.overlays) == ["mine", "counts", "one more"]
    with pytest.raises(TypeError, match=r"board\.overlays = \{\*\*board\.overlays, 'x': "):
        board.overlays["x"] = ["0101"]
    with pytest.raises(TypeError, match=r"board\.hide\('mine'\)"):
        del board.overlays["mine"]
    board.overlays = {}
    assert inside.state(board)["overlays"] == []


def test_overlays_of_a_scenario_are_there_at_once_and_go_with_the_map() -> None:
    board = hw.Board(sample())
    board.show(["0101"], "mine")
    again = hw.Board(board.scenario())
    assert list(again.overlays) == ["mine"]
    again.position = hw.scenario("depletion/first-steps").position
    assert again.overlays == {}


def test_an_exercise_keeps_its_position_and_its_view() -> None:
    desk = Desk("depletion")
    board = desk.board
    for name, value in (("player", "red"), ("position", sample())):
        with pytest.raises(hw.InputError, match="not here"):
            setattr(board, name, value)
    board.theme = "dark"
    desk.next()
    assert (board.step, board.last_step, board.theme) == (0, 0, "dark")


# ---------------------------------------------------------------- set by the page
def test_a_page_sets_what_it_may(board: hw.Board) -> None:
    for step in (3, 1):
        assert "step" not in from_page(board, step=step)  # a slider that is dragged does not get its own value back
        assert (board.step, inside.timeline(board)["current"]) == (step, step)
    assert from_page(board, selected="0402") == {}
    assert (board.selected, inside.current(board)["draft"]) == ("0402", {"army": "0402"})
    from_page(board, selected="")
    assert board.selected is None
    assert from_page(board, theme="dark") == {}
    assert (board.theme, inside.showing(board).state.looks.theme) == ("dark", "dark")
    assert list(from_page(board, overlays={"mine": {"spaces": {"0101": 1}}})) == ["overlays"]  # with its look
    assert board.overlays["mine"]["spaces"] == {"0101": 1}
    assert from_page(board, overlays=board.get_state("overlays")["overlays"]) == {}
    from_page(board, selected="0102", step=0, overlays={})
    assert (board.step, board.selected, board.overlays) == (0, "0102", {})  # the step first: it is red's turn then


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("step", 4), ("step", -1), ("step", 2.5), ("step", "1"), ("step", None), ("step", True), ("step", [1]),
        ("selected", "9999"), ("selected", 7), ("selected", {"a": 1}), ("selected", ["0402"]), ("selected", "0101"),
        ("theme", "drak"), ("theme", None), ("theme", {}), ("theme", []),
        ("overlays", None), ("overlays", {"a": 7}), ("overlays", {"a": {"spaces": {"0101": "x"}}}), ("overlays", [1]),
        ("overlays", {"a": {"spaces": {"0101": 1}, "levels": 1}}), ("overlays", {"\ud800": {"spaces": {}}}),
        ("overlays", {"a": {"tolist": 1}}), ("overlays", {str(n): [] for n in range(1001)}),
        ("player", "red"), ("hovered", "0101"), ("last_step", 99), ("last_verdict", {"status": "legal"}),
    ],
)  # fmt: skip
def test_what_a_page_may_not_set_is_set_back(board: hw.Board, name: str, value: Any) -> None:
    board.show(["0101"], "kept")
    before = board.get_state()
    assert from_page(board, **{name: value})[name] == before[name]
    assert board.get_state() == before


def test_a_page_of_a_player_steps_through_nothing() -> None:
    session = hw.Session(sample())
    board = hw.Board(session, player="red")
    board.play("0102-0202")
    assert from_page(board, step=0) == {"step": 1}
    referee = hw.Board(session)
    referee.player = "red"
    assert from_page(referee, step=0) == {"step": 1}
    assert session.step.number == 1


def test_positions_do_not_travel(board: hw.Board) -> None:
    before = board.position
    from_page(board, position="x", last_action="pass")
    assert board.position is before
    assert not {"position", "last_action"} & set(board.get_state())


def test_other_pages_hear_of_what_one_has_set(board: hw.Board) -> None:
    from_page(board, step=2)
    echoes = [message["state"] for message in board.comm.sent if message.get("method") == "echo_update"]
    assert echoes == [{"step": 2}]
    from_page(board, step=99)
    assert len([message for message in board.comm.sent if message.get("method") == "echo_update"]) == 1


def test_the_end_of_a_slider_grows_before_it_is_set_and_shrinks_after_that(board: hw.Board) -> None:
    def sent(act: Callable[[], object]) -> list[str]:
        before = len(board.comm.sent)
        act()
        return [name for m in board.comm.sent[before:] for name in m.get("state", {}) if name in ("step", "last_step")]

    board.goto(3)
    assert sent(lambda: board.play("pass")) == ["last_step", "step"]
    board.goto(1)
    assert sent(lambda: board.play("0402-0403")) == ["step", "last_step"]


@pytest.mark.parametrize("name", SYNCED)
def test_nonsense_of_a_page_changes_nothing(board: hw.Board, name: str) -> None:
    board.show(["0101"], "kept")
    board.select("0402")
    before = board.get_state()
    for odd in (
        *ODD,
        deep(5000),
        {"a": deep(5000)},
        {"a": {"spaces": deep(5000)}},
        {"a": {"spaces": {"0101": deep(500)}}},
    ):
        if (name, odd) not in (("selected", None), ("overlays", {})):  # nothing is chosen, nothing is drawn
            from_page(board, **{name: odd})
            assert board.get_state() == before


def test_the_settable_traits_are_those_of_the_docs() -> None:
    assert set(SETTABLE) == {"step", "player", "position", "selected", "theme", "overlays"}
