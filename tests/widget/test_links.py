"""Links between boards and other widgets, in the kernel and on the page."""

from __future__ import annotations

import asyncio

import ipywidgets
import pytest
import traitlets

import hexwidget as hw
from hexwidget.widget.traits import SYNCED
from tests.widget.page import sample
from tests.widget.wire import MOVES, told

pytestmark = pytest.mark.usefixtures("line")


def test_all_that_travels_can_be_linked_on_the_page(board: hw.Board) -> None:
    slider, text = ipywidgets.IntSlider(), ipywidgets.Text()
    ipywidgets.jslink((slider, "value"), (board, "step"))
    ipywidgets.jsdlink((board, "last_step"), (slider, "max"))
    for name in ("player", "selected", "hovered", "theme"):
        ipywidgets.jsdlink((board, name), (text, "value"))
        text.set_state({"value": board.get_state(name)[name]})  # a Text can hold it
    other = hw.Board(sample())
    for name in SYNCED:
        ipywidgets.jslink((board, name), (other, name))


def test_a_slider_steps_through_the_game(board: hw.Board) -> None:
    slider = ipywidgets.IntSlider(min=0)
    traitlets.dlink((board, "last_step"), (slider, "max"))
    traitlets.link((board, "step"), (slider, "value"))
    assert (slider.max, slider.value) == (3, 1)
    for step in (0, 3, 2, 1):
        slider.set_state({"value": step})  # as its page does
        assert board.step == board.session.step.number == step
    board.play("0402-0403")
    assert (slider.max, slider.value) == (2, 2)
    board.undo()
    assert slider.value == 1
    board.goto(3)
    board.goto(0)
    board.play("0102-0202")
    board.goto(3)
    board.goto(board.session.steps[-1].number)  # from step 3 of 3 to step 1 of 1
    assert (slider.max, slider.value, board.step) == (1, 1, 1)
    board.goto(3)
    board.play("pass")
    board.play("pass")
    board.step = 1
    board.play("0402-0302")
    board.play("pass")
    board.undo()
    assert (slider.max, slider.value, board.step) == (3, 2, 2)
    board.goto(3)
    board.goto(board.session.steps[-2].number)  # from step 3 of 5 to step 2 of 3
    assert (slider.max, slider.value, board.step) == (3, 2, 2)


def test_a_slider_beyond_the_game_goes_back(board: hw.Board) -> None:
    async def dragged() -> tuple[int, int]:
        slider = ipywidgets.IntSlider(max=9)
        traitlets.link((board, "step"), (slider, "value"))
        slider.value = 9
        meanwhile = slider.value
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return meanwhile, slider.value

    assert asyncio.run(dragged()) == (9, 1)
    assert board.step == 1
    slider = ipywidgets.IntSlider(max=9)
    traitlets.link((board, "step"), (slider, "value"))
    with pytest.raises(hw.InputError, match="expected a step from 0 to 3, not 9"):
        slider.value = 9  # nothing runs later that could set it back
    assert board.step == 1


def test_boards_of_two_sessions_step_together(board: hw.Board) -> None:
    other = hw.Board(sample())
    for move in MOVES:
        other.play(move)
    traitlets.link((board, "step"), (other, "step"))
    assert other.step == other.session.step.number == 1
    other.redo()
    assert board.step == board.session.step.number == 2
    board.step = 3
    board.play("pass")  # the other game has no such step
    assert (board.step, other.step) == (4, 3)
    assert "link to Board.step" in told(board)
    board.undo()
    assert (board.step, other.step) == (3, 3)
    assert told(board) == ""


def test_a_closed_board_is_left_alone(board: hw.Board) -> None:
    other = hw.Board(board.session)
    seen: list[int] = []
    board.observe(lambda change: other.close(), "step")
    other.observe(lambda change: seen.append(change["new"]), "step")
    board.step = 2
    assert (seen, other.step) == ([], 2)
    board.step = 3
    assert (seen, board.step, other.step) == ([], 3, 2)
