"""The other systems on the board: secret routes drawn hex by hex, and orders with their odds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.amounts import IN_A_PAGE, SOAK
from tests.browser.direct import DirectCells
from tests.browser.lab import Lab, point
from tests.browser.pictures import picture

FORD = hw.scenario("plotted/the-ford").position.map
DUEL = hw.scenario("orders/two-on-one").position.map


def prompt(board: Locator) -> Locator:
    return board.locator(".hexwidget-prompt")


BOARDS = {
    "00-start-here.ipynb": 7,
    "01-written-routes.ipynb": 11,
    "02-two-orders-a-turn.ipynb": 9,
    "03-legions-and-galleys.ipynb": 15,
    "04-heartlands-and-frontiers.ipynb": 8,
    "05-the-strait.ipynb": 19,
    "06-what-if.ipynb": 3,
    "07-your-own-scenario.ipynb": 4,  # a snapshot is one of them
    "08-your-own-system.ipynb": 2,
    "09-explore.ipynb": 1,
    "10-a-counter-wargame.ipynb": 9,
}
"""The number of boards that a notebook shows."""


@pytest.mark.parametrize("notebook", BOARDS if SOAK else IN_A_PAGE)
def test_a_notebook_runs_from_top_to_bottom_and_says_what_is_stored_in_it(lab: Lab, notebook: str) -> None:
    # Loading nbformat takes long, so it is not loaded where all tests are collected.
    import nbformat

    from tests.docs.test_notebooks import FIGURE, ROOT, check_outputs

    boards = BOARDS[notebook]
    lab.open(notebook)
    lab.run_all()
    expect(lab.page.locator(".hexwidget")).to_have_count(boards)
    outputs = lab.page.locator(".jp-OutputArea-output")
    assert not [text for text in outputs.all_text_contents() if "Traceback" in text]
    ran = nbformat.from_dict(lab.page.evaluate("jupyterapp.shell.currentWidget.content.model.toJSON()"))
    figures = [o for cell in ran.cells for o in cell.get("outputs", []) if FIGURE in o.get("data", {})]
    # A figure that is a widget is drawn, too.
    lab.page.wait_for_function("n => document.querySelectorAll('.js-plotly-plot').length >= n", arg=len(figures))
    check_outputs(ROOT / "notebooks" / notebook, ran)
    for n in range(boards):
        board = lab.board(n)
        board.scroll_into_view_if_needed()
        expect(prompt(board)).not_to_be_empty()
        picture(board, f"{notebook[:2]}-board-{n}.png")


def test_routes_are_drawn_by_mouse_and_keyboard_on_two_boards_and_moved_at_once(lab: Lab) -> None:
    lab.open_cells(
        "import hexwidget as hw\nfrom ipywidgets import VBox\n"
        "session = hw.Session(hw.scenario('plotted/the-ford').position, seed=5)\n"
        "red, blue = hw.Board(session, player='red'), hw.Board(session, player='blue')\nVBox([red, blue])",
    )
    red, blue = lab.board(0), lab.board(1)
    # Red plays by mouse without waiting for any click, and no click is lost.
    for space in ("0601", "0502", "0503", "0404"):
        lab.page.mouse.click(*point(red, FORD, space))
    expect(prompt(red)).to_contain_text("march: 0 of 2 movement points left")
    lab.page.keyboard.press("Shift+N")
    expect(prompt(red)).to_contain_text("run: 2 of 4")
    lab.page.mouse.click(*point(red, FORD, "0404"))
    expect(prompt(red)).to_contain_text("run: 1 of 4")
    lab.page.keyboard.press("Backspace")
    expect(prompt(red)).to_contain_text("run: 2 of 4")
    lab.page.mouse.click(*point(red, FORD, "0504"))  # water
    expect(red.locator(".hexwidget-panel")).to_contain_text("its ground is water")
    lab.page.mouse.click(*point(red, FORD, "0702"))
    red.get_by_role("button", name="Defend", exact=True).click()
    red.get_by_role("button", name="Face SE").click()
    expect(prompt(red)).to_contain_text("facing SE. Seal 2 orders; the other")
    picture(lab.page, "plotted-orders-are-written.png")
    red.get_by_role("button", name="Confirm").click()
    expect(prompt(red)).to_contain_text("You may change that until everybody has sealed")
    assert lab.python("print(red.last_action)") == "run 0601-0502-0503; defend 0702 facing SE"
    # Blue has seen none of it, and plays by keyboard.
    assert "0503" not in (blue.locator(".hexwidget-panel").text_content() or "")
    blue.locator(".hexwidget-surface").focus()
    lab.page.mouse.click(*point(blue, FORD, "0506"))
    lab.page.mouse.move(2, 2)
    lab.page.keyboard.press("Shift+N")
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        lab.page.keyboard.press(key)
    expect(prompt(blue)).to_contain_text("Seal 1 order; the other")
    # Letters without a meaning on the board do not reach the notebook, which would cut the cell.
    for key in ("k", "k", "j"):
        lab.page.keyboard.press(key)
    lab.page.keyboard.press("ArrowUp")
    lab.page.keyboard.press("ArrowDown")
    lab.page.keyboard.press("Enter")  # the end of the route, which confirms
    for board in (red, blue):
        expect(board.locator(".hexwidget-status")).to_contain_text("Turn 2 of 8")
        expect(board.locator(".hexwidget-happened")).to_contain_text("to run from 0601 by 0502 to 0503")
        expect(board.locator(".hexwidget-happened")).to_contain_text("went from 0601 to 0502 P1.2")
    red.get_by_text("Legend").click()
    layer = red.get_by_role("button", name="blue's zones (P4.3)", exact=True)
    expect(layer).to_have_attribute("aria-pressed", "false")  # until the viewer asks for it
    layer.click()
    expect(layer).to_have_attribute("aria-pressed", "true")
    picture(lab.page, "plotted-two-boards.png")


def test_an_attack_shows_its_odds_alone_and_together_before_it_is_confirmed(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nsession = hw.Session(hw.scenario('orders/two-on-one').position, rolls='ask')\n"
        "board = hw.Board(session)\nboard",
    )
    board = cells.board()
    cells.page.mouse.click(*point(board, DUEL, "0303"))
    expect(prompt(board)).to_contain_text("Knight on 0303: choose where to move, whom to attack, or another order.")
    cells.page.mouse.click(*point(board, DUEL, "0302"))
    expect(prompt(board)).to_contain_text("57.3 % to destroy it")
    board.get_by_role("button", name="Together with the archer on 0402").click()
    expect(prompt(board)).to_contain_text("64.6 % to destroy it")
    expect(board.get_by_label("The odds: knight and archer against militia")).to_contain_text("64.6 %")
    picture(cells.page, "orders-joint-attack.png")
    board.get_by_role("button", name="Confirm").click()
    for value in ("14", "5", "14"):
        board.locator(".hexwidget-byhand select").select_option(value)
        board.get_by_role("button", name="Confirm").click()
        expect(board.locator(".hexwidget-die b").last).to_have_text(value)
        expect(board.locator(".hexwidget-happened")).to_contain_text(f"rolls {value}")
    expect(board.locator(".hexwidget-happened")).to_contain_text("DEFEND adds 2 for blue's militia on 0302 O4.2")
    expect(board.locator(".hexwidget-happened")).to_contain_text("red's knight on 0303 is destroyed")


def test_orders_of_several_kinds_are_given_on_the_board(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\n"
        "start = hw.scenario('orders/three-marches').position.system.to_json(hw.scenario('orders/three-marches').position)\n"
        "start |= {'initiative': {'red': [19], 'blue': [7], 'green': [3]}, 'queue': ['red', 'blue', 'green'], 'left': 2}\n"
        "session = hw.Session(hw.system('orders').position(**start), seed=1)\nboard = hw.Board(session)\nboard",
    )
    board, spaces = cells.board(), hw.scenario("orders/three-marches").position.map

    def order(unit: str, *labels: str) -> None:
        cells.page.mouse.click(*point(board, spaces, unit))
        for label in labels:
            if label.isdigit():
                cells.page.mouse.click(*point(board, spaces, label))
            else:
                board.get_by_role("button", name=label).click()
        board.get_by_role("button", name="Confirm").click()
        expect(board.get_by_role("button", name="Confirm")).to_have_count(0)

    order("0102", "0202")  # moves by a click on the hex
    order("0301", "Build a palisade")
    expect(board.locator(".hexwidget-status")).to_contain_text("to act, 2 orders left")
    order("0901", "Cast ward", "0902")
    order("0803", "Defend")
    picture(cells.page, "orders-three-marches.png")
    order("0507", "Cast blink", "0405")
    order("0406", "Disband")
    assert cells.python("print([s.text for s in session.line if s.action][-1])") == "green: 0406 disband"
    expect(board.locator(".hexwidget-status")).to_contain_text("Game turn 2")
