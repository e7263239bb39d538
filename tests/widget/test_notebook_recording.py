"""What saved notebooks keep of boards, and snapshots."""

from __future__ import annotations

import asyncio
import gzip
import json
from base64 import b64decode
from typing import Any

import nbformat
import pytest
from jsonschema import Draft202012Validator
from nbclient import NotebookClient
from nbconvert import MarkdownExporter
from nbformat.v4 import new_code_cell, new_notebook

import hexwidget as hw
from hexwidget.lessons import Desk
from hexwidget.lessons.exercises.activity import MOST_KEPT
from hexwidget.widget.pages.notebook_recording import MOST_STEPS, beside, boards_behind
from hexwidget.widget.pages.recording import AT_ONCE, Known, json_of, page_text, record_lately, recording_of, run_to_end
from tests import inside
from tests.widget.test_messages import SCHEMA

PARTS = '<script type="application/x-hexwidget-parts"'
STATE = "application/vnd.jupyter.widget-state+json"
CELLS = (
    "import hexwidget as hw\nboard = hw.Board('depletion/first-steps')\nboard",
    "board.play('red: pass')\nother = hw.Board('rondel/first-maneuver')\nother",
    "board.play('blue: pass')\nboard.snapshot()",
    "board.undo()\nboard.snapshot()",
    "print('nothing is shown')",
)


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(b64decode(text)))


@pytest.fixture(scope="module")
def executed() -> nbformat.NotebookNode:
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


@pytest.fixture(scope="module")
def boards(executed: nbformat.NotebookNode) -> list[Any]:
    states = [model["state"] for model in executed.metadata.widgets[STATE]["state"].values()]
    return [state for state in states if "_recording" in state]


@pytest.mark.slow
def test_a_stored_board_holds_its_game_also_what_was_played_after_it_was_shown(boards: list[Any]) -> None:
    first, second = (unpacked(state["_recording"]) for state in boards)
    assert (len(first["frames"]), first["at"]) == (3, 1)
    assert (len(second["frames"]), second["at"]) == (1, 0)
    Draft202012Validator({"$ref": "#/$defs/Recording", "$defs": SCHEMA["$defs"]}).validate(first)


@pytest.mark.slow
def test_stored_state_has_no_buffers_and_the_front_end_once(executed: nbformat.NotebookNode) -> None:
    models = executed.metadata.widgets[STATE]["state"].values()
    assert not any(model.get("buffers") for model in models)
    assert sum("_parts" in model["state"] for model in models) == 1
    assert all(len(json.dumps(model)) < 150_000 for model in models)


def test_cells_that_show_boards_have_a_script_beside_them(executed: nbformat.NotebookNode) -> None:
    scripts = [["application/javascript" in o.data for o in c.outputs if "data" in o] for c in executed.cells]
    assert scripts == [[False, True], [False, True], [False], [False], []]


def test_where_no_script_runs_its_output_shows_nothing(executed: nbformat.NotebookNode) -> None:
    data = executed.cells[0].outputs[1].data
    assert {form: text for form, text in data.items() if text} == {"application/javascript": beside()}
    markdown, _ = MarkdownExporter().from_notebook_node(executed)
    assert "createElement" not in markdown.split(PARTS)[0]


def test_the_first_snapshot_brings_the_front_end_along(executed: nbformat.NotebookNode) -> None:
    first, second = (executed.cells[n].outputs[0].data["text/html"] for n in (2, 3))
    assert PARTS in first
    assert PARTS not in second
    assert "application/vnd.jupyter.widget-view+json" not in executed.cells[2].outputs[0].data
    assert "<img alt=" in first
    assert "image/png" in executed.cells[2].outputs[0].data


@pytest.mark.slow
def test_a_snapshot_without_cells_is_whole() -> None:
    board = hw.Board("rondel/first-maneuver")
    assert all(PARTS in (board.snapshot()._repr_html_() or "") for _ in range(2))


@pytest.mark.slow
def test_recordings_made_again_are_those_made_at_once() -> None:
    session, known = hw.Session("depletion/first-steps"), Known()
    board = hw.Board(session)
    for action in ("red: pass", "blue: pass", "red: pass"):
        session.play(action)
        lately = run_to_end(
            record_lately(
                session, None, inside.drawings(board), "", inside.showing(board).state.looks, steps=9, known=known
            )
        )
    assert len(page_text(lately)) > 0
    whole = run_to_end(recording_of(session, None, inside.drawings(board), "", inside.showing(board).state.looks))
    assert lately["at"] == whole["at"] == 3
    assert lately["scenes"] == whole["scenes"]
    for one, other in zip(lately["frames"], whole["frames"], strict=True):
        assert {**one, "why": []} == {**other, "why": []}


@pytest.mark.slow
def test_a_recording_is_made_between_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.pages.notebook_recording.PAUSE", 0.0)
    monkeypatch.setattr(
        "hexwidget.widget.pages.notebook_recording.SLICE", 0.0
    )  # each part of the work in a slice of its own

    async def game() -> None:
        board = hw.Board("depletion/first-steps")
        saving = inside.sharing(board).saving
        assert saving is not None
        board.play("red: pass")
        await asyncio.sleep(0.1)
        assert saving in boards_behind  # it is under way
        board.play("blue: pass")
        while saving in boards_behind:
            await asyncio.sleep(0.01)
        assert inside.recording(board) == saving.recording() != ""

    asyncio.run(game())


@pytest.mark.slow
def test_parts_of_a_recording_are_short_however_many_pieces_there_are() -> None:
    rows = "\n".join("  " * (row % 2) + ".   " * 30 for row in range(20))
    armies = {f"{column:02}{row:02}": "1 archer" for row in range(1, 11) for column in range(1, 31)}
    board = hw.Board(
        hw.system("depletion").position(
            map=rows, players=["red", "blue"], armies={"red": armies, "blue": {"3020": "1 archer"}}
        )
    )
    recording = run_to_end(recording_of(board.session, None, inside.drawings(board)))
    parts = list(json_of(recording))
    assert json.loads("".join(parts)) == recording
    assert len("".join(parts)) > 10 * AT_ONCE
    assert max(map(len, parts)) < 4 * AT_ONCE


@pytest.mark.slow
def test_of_a_long_game_the_last_steps_are_kept() -> None:
    session = hw.Session("depletion/first-steps")
    for _ in range(6):
        session.play(f"{min(session.position.to_act)}: pass")
    session.undo()
    board = hw.Board(session)
    found = run_to_end(
        record_lately(session, None, inside.drawings(board), "", inside.showing(board).state.looks, steps=3, known={})
    )
    assert len(found["frames"]) == 3
    assert found["at"] == 2
    assert [frame["parent"] for frame in found["frames"]] == [None, 0, 1]
    assert [step["number"] for step in found["frames"][2]["_timeline"]["steps"]] == [0, 1, 2]
    assert (
        found["frames"][2]["_state"]
        == run_to_end(recording_of(session, None, inside.drawings(board)))["frames"][5]["_state"]
    )
    assert MOST_STEPS > 3


@pytest.mark.slow
def test_a_desk_keeps_the_present_exercise_and_those_after_it() -> None:
    desk = Desk("depletion")
    desk.next()
    kept = unpacked(desk.board.snapshot().recording)
    Draft202012Validator({"$ref": "#/$defs/OfflineExercises", "$defs": SCHEMA["$defs"]}).validate(kept)
    assert [each["id"] for each in kept["exercises"]] == [each.id for each in desk.exercises[1 : 1 + MOST_KEPT]]
    assert {len(each["variants"]) for each in kept["exercises"]} == {1}
    desk.hint()
    assert unpacked(desk.board.snapshot().recording) == kept
