"""The board without a browser: its state, and its face to cells."""

from __future__ import annotations

import json
import signal
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import traitlets

import hexwidget as hw
from hexwidget import rules
from hexwidget.rules.editing import paint
from hexwidget.widget import state
from tests import inside
from tests.depletion.positions import scripted
from tests.systems.hideout import START, Hideout
from tests.widget.page import Page, sample


@pytest.fixture
def page() -> Page:
    return Page(hw.Board(sample()))


# ---------------------------------------------------------------- state down
def test_everything_that_travels_is_plain_data_with_its_revision(page: Page) -> None:
    board = page.board
    for name in ("_state", "_choices", "_timeline", "_status"):
        assert getattr(board, name)["revision"] == 1

    for name in ("_scene", "_state", "_choices", "_timeline", "_status"):
        json.dumps(getattr(board, name))


def test_the_answer_is_there_before_the_click(page: Page) -> None:
    inside.showing(page.board).ahead.finish()
    choices = inside.choices(page.board)
    drafts = [branch["draft"] for branch in choices["branches"]]
    assert drafts == [{"army": "0102"}, {"army": "0102", "march": True}]  # 0104 is depleted
    reach = page.board.position.reach("0102")
    field = choices["branches"][0]["field"]
    planes = {cost: int.from_bytes(b64decode(data), "little") << 8 * skip for cost, (skip, data) in field["levels"]}
    m = page.board.position.map
    assert {m.name(i): cost for cost, plane in planes.items() for i in m.members(plane)} == reach.costs()
    assert {b["clause"] for b in field["barred"]} == set(reach.rim.values())
    assert len(field["routes"].split(",")) == len(reach)


def test_what_is_sent_ahead_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.prefetching.PREFETCH_BYTES", 5_000)
    position = scripted({f"0{c}0{r}": "1 archer" for c in range(1, 6) for r in range(1, 5)})
    board = hw.Board(position)
    inside.showing(board).ahead.finish()
    assert 0 < len(inside.choices(board)["branches"]) < 20


def test_a_change_in_python_is_one_new_revision(page: Page) -> None:
    page.board.play("0102-0202")
    assert inside.status(page.board)["revision"] == 2
    assert inside.timeline(page.board)["canUndo"]
    assert [e["clause"] for e in inside.timeline(page.board)["events"]][:2] == ["D1.1", "D1.7"]
    assert inside.state(page.board)["tokens"][0]["space"] == "0202"


def test_the_timeline_holds_the_line_its_branches_and_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.timeline.LOG_STEPS", 4)
    board = hw.Board(sample())
    board.play("0102-0202")
    board.undo()
    for _ in range(8):
        board.play("pass")
    timeline = inside.timeline(board)
    assert ([s["depth"] for s in timeline["steps"]], timeline["depth"], timeline["length"]) == ([5, 6, 7, 8], 8, 8)
    board.goto(0)
    assert [s["depth"] for s in inside.timeline(board)["steps"]] == [0, 1, 2, 3]
    assert [b["text"] for b in inside.timeline(board)["steps"][0]["branches"]] == [
        "red: move the archer from 0102 to 0202"
    ]


def test_a_failure_while_state_is_made_leaves_the_board_in_step(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(state, "timeline", lambda *about: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            page.board.play("0102-0202")
    assert inside.status(page.board)["revision"] == inside.choices(page.board)["revision"] == 1
    page.board.undo()
    assert page.ask("choose", draft={"army": "0102"})["ok"]


# ---------------------------------------------------------------- from cells
def test_an_interrupt_before_the_scene_is_set_leaves_the_board_in_step() -> None:
    interrupts = [True]

    class Interrupted(hw.Board[Any]):
        @traitlets.validate("_scene")
        def _interrupt(self, proposal: Any) -> Any:
            if self._scene and interrupts:
                interrupts.pop()
                signal.raise_signal(signal.SIGINT)
            return proposal["value"]

    board = Interrupted(hw.scenario("depletion/first-steps").position)
    cells = inside.scene(board)["cells"]
    with pytest.raises(KeyboardInterrupt):
        board.session.edit(paint(board.session.position, "swamp", ["0101"]))
    assert inside.scene(board)["cells"] != cells


def test_cells_observe_and_drive_the_board() -> None:
    board = hw.Board(sample())
    seen: list[tuple[str, object]] = []
    board.observe(lambda change: seen.append((change["name"], change["new"])), ["selected", "position", "last_action"])
    board.select("0102")
    board.play("0102-0202")
    assert [name for name, _ in seen] == ["selected", "selected", "last_action", "position"]
    board.select(None)
    with pytest.raises(hw.InputError, match="no piece to choose now, on 0101"):
        board.select("0101")
    board.undo()
    with pytest.raises(hw.InputError, match=r"D1\.7"):
        board.select("0104")


def test_setting_the_position_is_an_edit_that_can_be_undone() -> None:
    board = hw.Board(sample())
    board.position = board.position.put("red", "0303", "1 cavalry")
    assert "0303" in [p["space"] for p in inside.state(board)["pieces"]]
    board.undo()
    assert board.position == sample()
    with pytest.raises(hw.InputError, match="expected a position"):
        board.position = 7
    assert board.position == sample()


def test_overlays_are_shown_replaced_and_hidden() -> None:
    board = hw.Board(sample())
    board.show(board.position.reach("0102"), name="a")
    board.show({"0101": 3, (1, 0): 4}, name="a")
    board.show(["0101", "0102"], name="b", hue="attack", fill=0.2, border=0)
    assert [(o["name"], [level[0] for level in o["levels"]]) for o in inside.state(board)["overlays"]] == [
        ("a", [3, 4]),
        ("b", [0]),
    ]
    board.hide("a")
    with pytest.raises(hw.InputError, match="unknown overlay 'c'"):
        board.hide("c")
    board.hide()
    assert inside.state(board)["overlays"] == []
    for bad in (7, "0101", {"9999": 1}, {"0101": "x"}, [None], scripted({"0101": "1 archer"}, map=". .").reach("0101")):
        with pytest.raises(hw.InputError, match="cannot be shown"):
            board.show(bad)
    for setting in (
        {"hue": "atack"},
        {"fill": 7},
        {"fill": float("nan")},
        {"darkening": "x"},
        {"border": -1},
        {"name": 7},
    ):
        with pytest.raises(hw.InputError, match=f"{next(iter(setting))}: "):
            board.show(["0101"], **setting)
    assert inside.state(board)["overlays"] == []
    board.show(["0101"])
    board.position = scripted({"0101": "1 archer"}, map=". .")
    assert inside.state(board)["overlays"] == []  # they belonged to the map that was there before


def test_a_player_s_colour_is_no_hue_of_a_drawing() -> None:
    board = hw.Board(sample())
    for draw in (
        lambda: board.show(["0101"], hue="red"),
        lambda: board.note("0101", "here", hue="red"),
        lambda: board.arrow("0101", "0102", hue="red"),
    ):
        with pytest.raises(
            hw.InputError, match="unknown hue 'red'; expected one of: 'reach', 'barred', 'attack', 'path', 'mark'"
        ):
            draw()


def test_boards_of_one_session_show_the_same_game() -> None:
    session = hw.Session(sample())
    one, two = hw.Board(session), hw.Board(session)
    one.play("0102-0202")
    assert two.position == one.position
    assert inside.status(two)["text"] == inside.status(one)["text"]


def test_a_players_board_plays_for_that_player_only() -> None:
    session = hw.Session(sample())
    red, blue = Page(hw.Board(session, player="red")), Page(hw.Board(session, player="blue"))
    assert inside.choices(blue.board)["root"]["prompt"] == "It is red's turn."
    inside.showing(blue.board).ahead.finish()
    assert inside.choices(blue.board)["branches"] == []
    assert not blue.ask("confirm", draft={"army": "0102", "to": "0202"})["ok"]
    assert not blue.ask("confirm", draft={"pass": True})["ok"]
    assert red.ask("confirm", draft={"army": "0102", "to": "0101"})["ok"]
    assert inside.choices(red.board)["root"]["prompt"] == "It is blue's turn."
    assert blue.ask("confirm", draft={"pass": True})["ok"]
    assert "referee's board" in blue.ask("undo")["error"]
    assert blue.board.observation.player == "blue"
    assert hw.Board(session).observation.player is None
    with pytest.raises(hw.InputError, match="unknown player 'green'"):
        hw.Board(session, player="green")


def test_a_board_is_made_of_a_game_and_nothing_else() -> None:
    steps = hw.scenario("depletion/first-steps")
    for board in (hw.Board(steps), hw.Board("depletion/first-steps"), hw.Board(position=steps.position)):
        assert board.position == steps.position
    assert inside.scene(hw.Board("depletion/first-steps"))["prose"] == steps.prose
    with pytest.raises(hw.InputError, match="did you mean 'depletion/first-steps'"):
        hw.Board("depletion/first-step")
    for nothing in ((), (7,), (None,)):
        with pytest.raises(hw.InputError, match="expected a position"):
            hw.Board(*nothing)
    with pytest.raises(hw.InputError, match="position: a game and `position=` are given: give one of them"):
        hw.Board(steps, position=sample())
    with pytest.raises(hw.InputError, match="did you mean 'track_hover'"):
        hw.Board(sample(), track_hove=True)


def test_a_closed_board_is_gone() -> None:
    session = hw.Session(sample())
    before = len(inside.INSTANCES)
    board = hw.Board(session)
    board.close()
    session.play("0102-0202")
    assert inside.status(board)["revision"] == 1
    assert inside.watchers(session).listeners == []
    assert len(inside.INSTANCES) == before


def test_observers_that_play_on_leave_a_board_that_holds_together() -> None:
    board = hw.Board(sample())

    def reply(change: dict[str, Any]) -> None:
        if change["new"].to_act == {"blue"}:
            board.play("pass")

    board.observe(reply, "position")
    board.play("0102-0101")
    assert str(board.last_action) == "pass"
    assert board.position.to_act == {"red"}
    assert inside.status(board)["revision"] == inside.choices(board)["revision"] == 3

    other = hw.Board(sample())
    other.observe(lambda change: other.select("0402"), "position")
    other.play("0102-0101")
    assert other.selected == "0402"
    assert inside.current(other)["draft"] == {"army": "0402"}


def test_what_cannot_be_shown_or_hidden_is_refused(page: Page) -> None:
    with pytest.raises(hw.InputError, match="expected names of spaces"):
        page.board.show([["0101"]])
    with pytest.raises(hw.InputError, match="no such overlay"):
        page.board.hide(["x"])


def test_a_board_that_cannot_be_drawn_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session(sample())
    before = len(inside.INSTANCES)
    with monkeypatch.context() as patched:
        patched.setattr(state, "timeline", lambda *about: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            hw.Board(session)
    assert inside.watchers(session).listeners == []
    assert len(inside.INSTANCES) == before


def test_selected_may_be_set_and_linked(page: Page) -> None:
    board = page.board
    other = hw.Board(board.session)
    unlink = traitlets.link((board, "selected"), (other, "selected"))
    board.selected = "0102"
    assert (other.selected, inside.current(other)["draft"]) == ("0102", {"army": "0102"})
    other.selected = None
    assert (board.selected, inside.current(board)) == (None, None)
    with pytest.raises(hw.InputError, match="may choose on"):
        board.selected = "0303"
    assert board.selected is None
    unlink.unlink()


def test_where_no_piece_can_be_chosen_the_spaces_for_a_click_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoRest(Hideout):
        """The guard goes on every turn, so that nothing is chosen on its own hex."""

        @rules.bars("H1", "H2", "H3")
        def objections(self, position: Any, action: Any) -> Iterator[rules.Finding]:
            yield from super().objections(position, action)
            if getattr(action, "to", "") == position.guard:
                yield rules.Finding("H1", "rest", (), {}, "no rest")

    monkeypatch.setattr(Hideout, "now", NoRest())
    board = hw.Board(hw.Session(START.apply("creep 0102").position), player="guard")
    with pytest.raises(hw.InputError, match=r"guard has no piece to choose now, on 0403 or elsewhere; .* 0303, 0402$"):
        board.select("0403")


def test_positions_of_two_sessions_may_be_linked(page: Page) -> None:
    other = hw.Board(sample())
    traitlets.link((page.board, "position"), (other, "position"))
    page.board.play("0102-0202")
    assert other.position == page.board.position
    other.undo()
    assert page.board.position == sample()


def test_a_saved_game_goes_on_with_the_drawings_of_its_scenario(tmp_path: Path) -> None:
    first = hw.Board("depletion/first-steps")
    first.play("red: pass")
    hw.save(first, tmp_path / "game.jsonl")
    again = hw.Board(hw.load(tmp_path / "game.jsonl"), drawings=hw.scenario("depletion/first-steps"))
    assert again.scenario().annotations == first.scenario().annotations
    assert again.scenario().prose == first.scenario().prose != ""
    assert again.step == 1
