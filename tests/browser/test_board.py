"""The board in a real JupyterLab: clicks, moves, explanations, undo, and changes from Python."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import Lab, point

SCENARIO = hw.scenario("depletion/first-steps")
MAP = SCENARIO.position.map
CELLS = ("import hexwidget as hw", "board = hw.Board(hw.scenario('depletion/first-steps'))\nboard")


def board_of(cells: Lab | DirectCells) -> Locator:
    """A fresh board on the first scenario, shown and ready."""
    cells.open_cells(*CELLS)
    board = cells.board()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    board.scroll_into_view_if_needed()
    return board


def click(cells: Lab | DirectCells, board: Locator, name: str) -> None:
    cells.page.mouse.click(*point(board, MAP, name))


def hover(cells: Lab | DirectCells, board: Locator, name: str) -> None:
    cells.page.mouse.move(*point(board, MAP, name))


def painted(board: Locator, layer: str, name: str) -> bool:
    """True if a layer has paint near the middle of a hex."""
    box = board.locator(".hexwidget-layers").bounding_box()
    assert box is not None
    x, y = point(board, MAP, name)
    return bool(
        board.locator(f"canvas.hexwidget-{layer}").evaluate(
            """(canvas, [x, y]) => { const k = canvas.width / canvas.clientWidth, side = 8 * k;
              const data = canvas.getContext('2d').getImageData(x * k - side / 2, y * k - side / 2, side, side).data;
              for (let i = 3; i < data.length; i += 4) if (data[i] > 8) return true; return false; }""",
            [x - box["x"], y - box["y"]],
        )
    )


def drawn(board: Locator, kind: str, layer: str = "pieces") -> list[str]:
    """The names of the groups of a kind ("stack", "token", "fan") that a layer draws, without the kind."""
    names = json.loads(board.locator(f"canvas.hexwidget-{layer}").get_attribute("data-drawn") or "[]")
    return [name.split(" ", 1)[1] for name in names if name.startswith(f"{kind} ")]


def eventually(cells: Lab | DirectCells, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, for 20 seconds at most, as on a busy machine an answer takes seconds."""
    for _ in range(200):
        if condition():
            return
        cells.page.wait_for_timeout(100)
    raise AssertionError("did not come true within 20 seconds")


def test_a_click_selects_and_all_but_the_reach_is_veiled(cells: DirectCells) -> None:
    board = board_of(cells)
    assert not painted(board, "marks", "0705")
    click(cells, board, "0203")
    expect(board.locator(".hexwidget-prompt")).to_have_text(
        "1 archer and 2 cavalry on 0203: choose where to go (2 movement points)."
    )
    eventually(cells, lambda: painted(board, "marks", "0705"))
    for name in set(SCENARIO.position.reach("0203")) - {"0203"}:
        assert not painted(board, "marks", name)
    hover(cells, board, "0304")
    eventually(cells, lambda: painted(board, "way", "0303"))  # the path under the pointer
    assert cells.python("print(board.selected)") == "0203"


def test_the_panel_says_which_clause_bars_a_hex_and_what_would_help(cells: DirectCells) -> None:
    board = board_of(cells)
    click(cells, board, "0203")
    hover(cells, board, "0503")
    panel = board.locator(".hexwidget-panel")
    expect(panel.locator(".hexwidget-finding")).to_have_count(3)
    expect(panel).to_contain_text("D7.1 Ferry")
    expect(panel).to_contain_text(
        "0503 is sea: land units enter water only with one of their own vessels on or beside it."
    )
    hover(cells, board, "0205")
    expect(panel).to_contain_text("D1.2 The slowest unit sets the pace")
    expect(panel).to_contain_text("A march gets there D2.1")
    click(cells, board, "0205")  # the click keeps the explanation while the pointer moves on
    panel.get_by_role("button", name="D1.2", exact=True).click()
    expect(panel).to_contain_text(SCENARIO.position.system.rulebook["D1.2"].text)


def test_a_maneuver_is_played_undone_and_redone_by_mouse(cells: DirectCells) -> None:
    board = board_of(cells)
    click(cells, board, "0203")
    click(cells, board, "0304")
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    cells.page.mouse.move(2, 2)
    expect(board.locator(".hexwidget-happened")).to_contain_text("Entering 0304 is free D1.4")
    assert cells.python("print(board.last_action, board.session.step.number)") == "0203-0303-0304 1"
    eventually(cells, lambda: len(drawn(board, "token")) == 1)
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    assert cells.python("print(board.position == hw.scenario('depletion/first-steps').position)") == "True"
    board.get_by_role("button", name="Redo").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")


def test_a_march_and_an_attack_by_mouse(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.position = board.position.put('blue', '0403', '1 spearman')")
    click(cells, board, "0203")
    board.get_by_role("button", name="March").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("(3 movement points)")
    click(cells, board, "0203")
    click(cells, board, "0203")
    expect(board.locator(".hexwidget-prompt")).to_contain_text(
        "Red: choose an enemy to attack from 0203, or no attack."
    )
    click(cells, board, "0403")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("on 0403 from 0203?")
    expect(board.locator(".hexwidget-odds h3")).to_contain_text("cubes in the bag are drawn")
    assert board.locator(".hexwidget-odds tbody tr").count() > 0
    click(cells, board, "0403")
    if board.locator(".hexwidget-status", has_text="its losses").count():  # from the seed of the session
        board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    assert (
        cells.python("print(board.last_action, [a.cubes for a in board.position.armies if a.cubes])")
        == "attack 0403 [2]"
    )


def test_keyboard_alone_plays_a_maneuver(lab: Lab) -> None:
    board = board_of(lab)
    board.locator(".hexwidget-surface").focus()
    press = lab.page.keyboard.press
    press("ArrowDown")
    press("ArrowUp")
    expect(board.locator("[aria-live]")).to_contain_text("0402, plains. red's peasant")
    press("Enter")
    press("ArrowRight")
    expect(board.locator("[aria-live]")).to_contain_text("0502, plains. can be reached (1 movement point, 1 left)")
    press("Enter")
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    press("Enter")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    assert lab.python("print(board.last_action)") == "0402-0502"
    # Events are shown and also announced to screen readers.
    expect(board.locator(".hexwidget-happened")).to_contain_text(
        "Red's peasant moves from 0402 to 0502 for 1 movement point D1.1"
    )
    expect(board.locator("[aria-live]")).to_contain_text("moves from 0402 to 0502 for 1 movement point")
    # Keys on the board never trigger the notebook's own commands.
    assert lab.page.locator(".jp-CodeCell").count() == len(CELLS)
    press("p")
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    for _ in range(6):
        press("ArrowDown")
    expect(board.get_by_role("button", name="Confirm")).to_be_focused()
    press("Enter")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    press("u")
    press("u")
    expect(board.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    press("u")  # nothing is left to undo, and no error is shown
    expect(board.get_by_role("alert")).to_be_hidden()


def test_what_python_does_shows_on_every_view_and_a_closed_board_leaves_the_page(lab: Lab) -> None:
    lab.open_cells(*CELLS, "board")
    for n in (0, 1):
        expect(lab.board(n).locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    lab.python("board.play('0203-0303')\nboard.show(['0901', '0902'], name='mine')")
    for n in (0, 1):
        expect(lab.board(n).locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
        eventually(lab, lambda n=n: painted(lab.board(n), "marks", "0902"))
    # All views show the same choice.
    click(lab, lab.board(0), "0702")
    expect(lab.board(1).locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    lab.python("board.select(None)")
    expect(lab.board(0).locator(".hexwidget-prompt")).to_contain_text("Blue: choose an army")
    lab.python("board.close()")
    expect(lab.page.locator(".hexwidget-surface")).to_have_count(0)


@pytest.mark.own_kernel
def test_a_kernel_that_is_gone_is_said_at_once(lab: Lab) -> None:
    lab.expected.append("Could not restore the debugger state")  # JupyterLab's own error when its kernel stops
    board = board_of(lab)
    click(lab, board, "0203")
    lab.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    expect(board.locator(".hexwidget-status")).to_have_text("The kernel is gone: run the cell again")
    click(lab, board, "0304")
    expect(board.get_by_role("button", name="Confirm")).to_have_count(0)
    lab.page.wait_for_timeout(1500)
    lab.run_all()
    board = lab.board()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    click(lab, board, "0203")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")


def test_it_stands_beside_other_widgets(lab: Lab) -> None:
    lab.open_cells(
        CELLS[0],
        CELLS[1].replace("\nboard", ""),
        "import ipywidgets as w\nw.HBox([board, w.Button(description='x')])",
    )
    board = lab.board()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    box = board.bounding_box()
    assert box is not None
    assert box["width"] > 500
    click(lab, board, "0203")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")


def test_nothing_moves_under_the_pointer(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.page.set_viewport_size({"width": 760, "height": 1000})
    cells.page.wait_for_timeout(300)
    click(cells, board, "0203")
    heights = set()
    for name in ("0203", "0503", "0403", "0907", "0401"):
        hover(cells, board, name)
        cells.page.wait_for_timeout(300)
        heights.add(board.bounding_box()["height"])
    assert len(heights) == 1


def test_crowded_hexes_and_large_maps_stay_legible(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw",
        """hw.Board(hw.system("depletion").position(
    map=".  .  %  .\\n  .  ^  .  .\\n.  &  .  ~", players=["red", "blue", "green", "Ada"],
    armies={"red": {"0202": "1 cavalry, 1 archer, 1 spearman, 1 catapult"}, "blue": {"0401": "2 cavalry, 2 archers"},
            "green": {"0101": "1 swordsman, 1 peasant, 1 archer"}, "Ada": {"0303": "3 spearmen"}},
    cities={"red": ["0202"], "green": ["0101"]}, castles={"Ada": ["0301"]}, cubes={"0202": 10, "0401": 2}))""",
        """rows = "\\n".join("  " * (r % 2) + ".  %  ^  .  ~  .  .  &  " * 5 for r in range(40))
hw.Board(hw.system("depletion").position(map=rows, players=["red"], armies={"red": {"0202": "2 cavalry", "4040": "1 archer"}}))""",
    )
    small, large = cells.board(0), cells.board(1)
    eventually(cells, lambda: "0202: 10 cube" in drawn(small, "token"))
    expect(large.locator(".hexwidget-status")).to_have_text("Round 1 of 12: Red to act")
    # The view shows only the part around the first army. The minimap shows the rest, and the view follows the keyboard.
    expect(large.locator(".hexwidget-minimap")).to_be_visible()
    layers = large.locator(".hexwidget-layers")
    before = float((layers.get_attribute("data-view") or "").split()[2])
    large.locator(".hexwidget-surface").focus()
    for _ in range(36):
        cells.page.keyboard.press("ArrowDown")
    eventually(cells, lambda: float((layers.get_attribute("data-view") or "").split()[2]) < before - 100)
    small.scroll_into_view_if_needed()


@pytest.mark.host("JupyterLab 4", "live", "dark")
def test_it_fits_its_page_in_light_and_dark(lab: Lab) -> None:
    board = board_of(lab)
    for theme in ("Light", "Dark"):
        fits_its_page(lab, board, theme)


def fits_its_page(lab: Lab, board: Locator, theme: str) -> None:
    lab.page.evaluate(
        "name => jupyterapp.commands.execute('apputils:change-theme', {theme: name})", f"JupyterLab {theme}"
    )
    expect(board).to_have_attribute("data-theme", theme.lower())
    for width in (600, 1400):
        lab.page.set_viewport_size({"width": width, "height": 1000})
        lab.page.wait_for_timeout(300)
        board.scroll_into_view_if_needed()
        click(lab, board, "0203")
        hover(lab, board, "0403")
        expect(board.locator(".hexwidget-panel")).to_contain_text("The army can go to 0403")
        box, page = board.bounding_box(), lab.page.locator(".jp-Notebook").bounding_box()
        assert box is not None
        assert page is not None
        assert box["x"] + box["width"] <= page["x"] + page["width"]
        assert board.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        lab.python("board.select(None)")
        expect(board.locator(".hexwidget-prompt")).to_contain_text("choose an army")


def test_a_page_that_is_loaded_again_shows_the_board_as_it_is_now_and_what_was_being_chosen(lab: Lab) -> None:
    board = board_of(lab)
    lab.python("board.play('0203-0303-0304'); board.show(['0101'], 'mine')")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    lab.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    click(lab, board, "0702")
    click(lab, board, "0703")
    eventually(lab, lambda: lab.python("print(dict(board._showing.state.draft))") == "{'army': '0702', 'to': '0703'}")
    lab.page.wait_for_timeout(500)
    lab.open("cells.ipynb")  # the kernel continues meanwhile
    again = lab.board()
    expect(again.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    eventually(lab, lambda: len(drawn(again, "token")) == 1)
    again.get_by_role("button", name="Confirm").click()
    expect(again.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    for status in ("Round 1 of 6: Blue to act", "Round 1 of 6: Red to act"):
        again.get_by_role("button", name="Undo").click()
        expect(again.locator(".hexwidget-status")).to_have_text(status)
    click(lab, again, "0203")
    expect(again.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
