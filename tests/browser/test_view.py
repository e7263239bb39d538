"""The view of the board: panning, zooming, touch, playback, pictures; and closed boards, which leave nothing behind."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.in_view import AMONG_TEXT
from tests.browser.lab import Lab, point
from tests.browser.pictures import picture
from tests.browser.test_board import CELLS, SCENARIO, board_of, click, drawn, eventually, hover, painted

LARGE = (
    "rows = [' ' * (k % 2) + ' '.join('.%^~&'[(7 * k + 3 * n + k * n) % 5] for n in range(60)) for k in range(40)]\n"
    "large = hw.system('depletion').position(map='\\n'.join(rows), players=['red', 'blue'],"
    " armies={'red': {'3020': '1 galley'}}, strict=False)"
)
WIDTH_OF_A_HEX = 36
"""The least width at first, in pixels."""
WIDGETS = "from ipywidgets.widgets import widget; print(len(widget._instances))"


def view(board: Locator) -> tuple[float, float, float]:
    """The pixels of a hex radius, and the place of the map's corner."""
    scale, left, top = map(float, (board.locator(".hexwidget-layers").get_attribute("data-view") or "").split())
    return scale, left, top


def large(cells: DirectCells) -> Locator:
    cells.open_cells("import hexwidget as hw", LARGE, "board = hw.Board(large)\nboard")
    board = cells.board()
    expect(board.locator(".hexwidget-minimap")).to_be_visible()
    board.scroll_into_view_if_needed()
    return board


def test_a_large_map_is_moved_by_drag_enlarged_to_the_pointer_and_found_in_the_minimap(cells: DirectCells) -> None:
    board = large(cells)
    box = board.locator(".hexwidget-surface").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = view(board)
    cells.page.mouse.move(*middle)
    cells.page.mouse.down()
    cells.page.mouse.move(middle[0] - 120, middle[1] - 60, steps=8)
    cells.page.mouse.up()
    eventually(cells, lambda: view(board)[1] == pytest.approx(before[1] - 120, abs=6))
    # The end of a drag is no click.
    expect(board.locator(".hexwidget-pinned")).to_have_count(0)
    # The space under the pointer stays there.
    board.locator(".hexwidget-surface").focus()
    scale, left, _top = view(board)
    cells.page.mouse.move(middle[0] + 90, middle[1] + 40)
    # Without Ctrl the page scrolls, until somebody has enlarged the map.
    cells.page.mouse.wheel(0, -400)
    cells.page.wait_for_timeout(300)
    assert view(board)[0] == scale
    cells.page.keyboard.down("Control")
    cells.page.mouse.wheel(0, -200)
    cells.page.keyboard.up("Control")
    eventually(cells, lambda: view(board)[0] > scale * 1.2)
    cells.page.mouse.wheel(0, -200)
    eventually(cells, lambda: view(board)[0] > scale * 1.5)
    held = (middle[0] + 90 - box["x"] - left) / scale
    assert (middle[0] + 90 - box["x"] - view(board)[1]) / view(board)[0] == pytest.approx(held, abs=0.05)
    minimap = board.locator(".hexwidget-minimap").bounding_box()
    assert minimap is not None
    cells.page.mouse.click(minimap["x"] + 3, minimap["y"] + 3)
    # The map's corner, with the rim where the numbers stand, at the corner of the board.
    eventually(cells, lambda: view(board)[1:] == pytest.approx([10 + 0.6 * view(board)[0]] * 2, abs=0.5))
    cells.page.keyboard.press("Home")
    eventually(cells, lambda: view(board)[0] == before[0])
    assert before[0] * math.sqrt(3) == pytest.approx(WIDTH_OF_A_HEX, abs=0.1)
    expect(board.locator(".hexwidget-minimap")).to_be_visible()
    for _ in range(9):
        cells.page.keyboard.press("-")
    expect(board.locator(".hexwidget-minimap")).to_be_hidden()
    picture(cells.page, "view-the-whole-of-a-large-map.png")
    for _ in range(15):
        cells.page.keyboard.press("+")
    eventually(cells, lambda: view(board)[0] > 40)


def test_the_page_scrolls_over_a_board_that_nobody_is_at(cells: DirectCells) -> None:
    board = large(cells)
    before = view(board)
    cells.page.mouse.move(400, 500)
    cells.page.mouse.wheel(0, 200)
    cells.page.wait_for_timeout(300)
    assert view(board) == before


def test_a_press_leaves_the_page_where_it_is(cells: DirectCells) -> None:
    """Else the button would move away from the pointer, and a second press would meet something else."""
    board = board_of(cells)
    board.evaluate(AMONG_TEXT)
    board.evaluate("board => board.scrollIntoView({ block: 'end' })")
    top = "board => board.getBoundingClientRect().top"
    before = board.evaluate(top)
    for space, label in (("0203", "Cancel"), ("0303", "Pass"), ("0203", "Cancel")):
        click(cells, board, space)
        board.get_by_role("button", name=label).first.click()
        cells.settle()
        assert board.evaluate(top) == before, (space, label)


@pytest.mark.parametrize("cells", [{"has_touch": True}], ids=["touch"], indirect=True)
def test_a_tap_chooses_a_long_press_says_why_and_two_fingers_enlarge(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.page.touchscreen.tap(*point(board, SCENARIO.position.map, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    session = cells.page.context.new_cdp_session(cells.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    there = point(board, SCENARIO.position.map, "0503")
    touch("touchStart", there)
    cells.page.wait_for_timeout(700)
    touch("touchEnd")
    expect(board.locator(".hexwidget-panel")).to_contain_text("0503 is sea")
    expect(board.locator(".hexwidget-pinned")).to_be_visible()
    scale = view(board)[0]
    x, y = there
    touch("touchStart", (x - 30, y), (x + 30, y))
    for far in range(35, 90, 5):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    eventually(cells, lambda: view(board)[0] > scale * 1.6)
    heights = "all => all.map(b => b.getBoundingClientRect().height)"
    assert min(board.locator("button:visible:not(.hexwidget-cite)").evaluate_all(heights)) >= 43
    # Names of clauses stand in a line of text.
    assert min(board.locator("button.hexwidget-cite:visible").evaluate_all(heights)) >= 27
    picture(cells.page, "view-touched.png")


def test_what_happened_is_seen_to_happen_and_a_click_ends_it(cells: DirectCells) -> None:
    board = board_of(cells)
    moving = board.locator(".hexwidget-motion:not([data-moving='0'])")
    # On a busy machine a playback may be over before anybody looks.
    board.locator(".hexwidget-motion").evaluate(
        """motion => { window.moved = false;
          const seen = () => { window.moved ||= motion.dataset.moving !== '0'; };
          new MutationObserver(seen).observe(motion, { attributes: true }); }"""
    )
    cells.python("board.play('0203-0303-0304')")
    cells.page.wait_for_function("window.moved")
    expect(moving).to_have_count(0)  # and the playback ends
    cells.page.evaluate("window.moved = false")
    cells.python("board.play('0804-0803')")
    cells.page.wait_for_function("window.moved")
    board.locator(".hexwidget-motion").evaluate(
        """motion => document.addEventListener("click", () => requestAnimationFrame(() => { window.left = motion.dataset.moving; }))"""
    )
    click(cells, board, "0101")
    cells.page.wait_for_function("window.left === '0'")
    cells.page.emulate_media(reduced_motion="reduce")
    cells.python("board.play('0402-0502')")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    expect(moving).to_have_count(0, timeout=100)


def test_the_course_of_the_game_is_scrubbed_stepped_and_played(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.play('0203-0303-0304'); board.play('pass'); board.play('0402-0502')")
    cells.python("board.goto(2); board.play('0105-0106'); board.goto(3)")
    status = board.locator(".hexwidget-step")
    expect(status).to_have_text("step 3 of 3")
    slider = board.get_by_label("Step of the game")
    slider.fill("1")
    expect(status).to_have_text("step 1 of 3")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("step 1 of 3: red: move .* from 0203 to 0304"))
    board.get_by_role("button", name="One step back").click()
    expect(status).to_have_text("step 0 of 3")
    board.get_by_role("button", name="Play", exact=True).click()
    expect(status).to_have_text("step 3 of 3")
    expect(board.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-disabled", "true")
    # The other line is a branch; its events are shown there.
    cells.page.mouse.move(2, 2)
    board.get_by_text("What has happened").click()
    branch = board.locator(".hexwidget-branches li", has_text=re.compile("Or red: move .* from 0105 to 0106"))
    branch.get_by_label("What happened").click()
    expect(branch.locator(".hexwidget-events")).to_contain_text("D1.7")
    branch.locator(".hexwidget-event").first.click()
    expect(board.locator(".hexwidget-steps [aria-current='step']")).to_have_text(re.compile("from 0105 to 0106$"))
    assert cells.python("print(board.session.step.text)") == "red: 0105-0106"
    expect(board.locator(".hexwidget-branches")).to_contain_text(re.compile("Or red: move .* from 0402 to 0502"))
    picture(cells.page, "view-the-game-so-far.png")


def test_a_clause_is_read_and_a_remedy_does_what_would_help(cells: DirectCells) -> None:
    board = board_of(cells)
    click(cells, board, "0203")
    hover(cells, board, "0205")
    panel = board.locator(".hexwidget-panel")
    expect(panel).to_contain_text("A march gets there")
    click(cells, board, "0205")
    panel.get_by_role("button", name="D1.2", exact=True).first.click()
    expect(panel).to_contain_text(SCENARIO.position.system.rulebook["D1.2"].text)
    panel.get_by_role("button", name="Close").click()
    panel.get_by_role("button", name="A march gets there").click()
    # It is shown as if it had been chosen: with its path, and without the refusal.
    expect(board.locator(".hexwidget-prompt")).to_contain_text("0205")
    eventually(cells, lambda: painted(board, "way", "0104"))
    expect(board.locator(".hexwidget-pinned")).to_have_count(0)
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    assert cells.python("print(board.last_action)") == "0203-0104-0205 march"


def test_views_of_players_behind_a_curtain(cells: DirectCells) -> None:
    cells.open_cells(CELLS[0], "board = hw.Board(hw.scenario('plotted/the-ford'))\nboard")
    board = cells.board()
    seen = board.get_by_label("Whose view")
    seen.select_option("red")
    # A click on the old view would come too late. The undo button shows that the view has changed.
    expect(board.get_by_role("button", name="Undo")).to_be_hidden()
    board.get_by_role("button", name="No orders: all rest").click()
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("You may change that until everybody has sealed")
    seen.select_option("blue")
    expect(board.get_by_label("Curtain")).to_be_visible()
    # The curtain hides everything, also from screen readers.
    expect(board.locator("[aria-live=polite]")).to_be_hidden()
    expect(board.locator("[aria-live=polite]")).to_have_text("")
    expect(board.locator(".hexwidget-surface")).to_be_hidden()
    picture(cells.page, "view-curtain.png")
    board.get_by_role("button", name="I am blue").click()
    expect(board.locator(".hexwidget-surface")).to_be_visible()
    assert cells.python("print(board.player)") == "blue"
    assert "seals" not in (board.locator(".hexwidget-panel").text_content() or "")
    seen.select_option("")
    board.get_by_role("button", name="Show everything").click()
    expect(board.get_by_role("button", name="Undo")).to_be_visible()
    assert cells.python("print(board.player)") == "None"


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_of_what_is_seen_is_saved(cells: DirectCells, kind: str, tmp_path: Path) -> None:
    board = board_of(cells)
    click(cells, board, "0203")
    board.get_by_label("Share", exact=True).click()
    with cells.page.expect_download() as saved:
        board.get_by_role("button", name=f"Save as {kind.upper()}").click()
    path = tmp_path / f"board.{kind}"
    saved.value.save_as(path)
    assert saved.value.suggested_filename == f"first-steps.{kind}"
    data = path.read_bytes()
    assert data.startswith(b"<svg" if kind == "svg" else b"\x89PNG")
    assert len(data) > 20_000
    if kind == "svg":
        assert b"<title>Where 1 archer and 2 cavalry on 0203 go</title>" in data  # the picture holds the reach


def test_letters_fans_measures_and_the_board_as_text(cells: DirectCells) -> None:
    board = board_of(cells)
    surface = board.locator(".hexwidget-surface")
    surface.focus()
    for key in ("g", *"0203", "Enter"):
        cells.page.keyboard.press(key)
    expect(board.locator("[aria-live]")).to_contain_text("0203, plains")
    cells.page.keyboard.press("f")
    eventually(cells, lambda: drawn(board, "fan", "top") == ["archers, cavalry"])
    cells.page.keyboard.press("v")
    for _ in range(3):
        cells.page.keyboard.press("d")
    expect(board.locator(".hexwidget-panel")).to_contain_text("3 steps from 0203")
    picture(cells.page, "view-fan-and-measure.png")
    cells.page.keyboard.press("h")
    eventually(cells, lambda: drawn(board, "stack") == [])
    cells.page.keyboard.press("h")
    eventually(cells, lambda: drawn(board, "stack") != [])
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Letters on the pieces").click()
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="The board as text").click()
    expect(board.locator(".hexwidget-text tr").nth(2)).to_contain_text("0203 plains, red's archer, red's 2 cavalry")
    surface.focus()
    cells.page.keyboard.press("?")
    expect(board.get_by_role("dialog", name="Keys")).to_be_visible()
    cells.page.keyboard.press("Escape")
    expect(surface).to_be_focused()


def test_notes_arrows_and_arrays_are_drawn_and_kept_with_the_scenario(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python(
        "import numpy as np\n"
        "board.note('0304', 'The city is the key')\n"
        "board.arrow('0702', '0703', '0704', label='the plan')\n"
        "board.show(np.arange(63).reshape(7, 9) / 7, 'heights')\n"
        "from hexwidget.files import read_scenario, write_scenario\n"
        "again = hw.Board(read_scenario(write_scenario(board.scenario())))\n"
    )
    eventually(cells, lambda: painted(board, "marks", "0703"))
    board.get_by_text("Legend").click()
    expect(board.get_by_role("button", name="heights")).to_be_visible()
    assert (
        cells.python("print(again.to_svg() == board.to_svg(), 'The city is the key' in again.to_svg())") == "True True"
    )
    picture(cells.page, "view-annotated.png")


def test_in_full_screen_the_map_takes_all_the_room_there_is(cells: DirectCells) -> None:
    board = board_of(cells)
    scale = view(board)[0]
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Full screen").click()
    eventually(cells, lambda: view(board)[0] > scale)
    box = board.bounding_box()
    assert box is not None
    assert box["height"] >= 999
    picture(cells.page, "view-full-screen.png")
    cells.page.evaluate("document.exitFullscreen()")
    eventually(cells, lambda: view(board)[0] == scale)


def test_many_boards_leave_nothing_behind(lab: Lab) -> None:
    lab.open_cells(
        "import hexwidget as hw, ipywidgets as w\nfrom IPython.display import display\n"
        "first = hw.Board(hw.scenario('depletion/first-steps'))\nout = w.Output()\ndisplay(first, out)",
    )
    session = lab.context.new_cdp_session(lab.page)
    session.send("Performance.enable")

    def counts() -> dict[str, float]:
        session.send("HeapProfiler.collectGarbage")
        found = session.send("Performance.getMetrics")["metrics"]
        metrics = {m["name"]: m["value"] for m in found}
        return {name: metrics[name] for name in ("Nodes", "JSEventListeners")}

    def growth(made: str, number: int) -> dict[str, float]:
        """The nodes and listeners that remain of some widgets that were shown and closed."""
        before = counts()
        lab.python(
            "import ipywidgets as w\n"
            f"for _ in range({number}):\n"
            "    with out:\n"
            f"        shown = {made}; display(shown)\n"
            "    shown.layout.close(); shown.close(); out.clear_output()\n"
        )
        lab.page.wait_for_timeout(2000)
        after = counts()
        return {name: after[name] - before[name] for name in before}

    growth("hw.Board(first.session)", 4)  # creates what all boards share
    kernel = lab.python(WIDGETS)
    boards = growth("hw.Board(first.session)", 15)
    assert lab.python(WIDGETS) == kernel
    # JupyterLab may keep the last board. Fifteen would be fifteen times as much as one.
    one = {"Nodes": 900, "JSEventListeners": 200}
    assert {name: left for name, left in boards.items() if left > one[name]} == {}


def test_a_remedy_of_one_order_keeps_the_others(cells: DirectCells) -> None:
    cells.open_cells(CELLS[0], "board = hw.Board(hw.scenario('plotted/the-ford'))\nboard")
    board = cells.board()
    spaces = hw.scenario("plotted/the-ford").position.map
    for space in ("0301", "0201", "0402", "0403", "0404"):
        cells.page.mouse.click(*point(board, spaces, space))
    board.locator(".hexwidget-panel").get_by_role("button", name="with run").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Seal 2 orders; the other 4 rest?")
    assert cells.python("print(board._current['action'])") == "march 0301-0201; run 0402-0403-0404"


def test_an_enlarged_map_stays_where_it_is_while_it_is_painted_and_resized(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.edit()")
    board.locator(".hexwidget-surface").focus()
    for _ in range(3):
        cells.page.keyboard.press("+")
    cells.page.wait_for_timeout(400)
    before = view(board)
    board.get_by_role("button", name="Forest", exact=True).click()
    click(cells, board, "0504")  # about the middle
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    assert view(board) == before
    cells.page.set_viewport_size({"width": 1200, "height": 1000})
    cells.page.wait_for_timeout(500)
    assert view(board)[0] == before[0]


def test_only_the_first_button_paints_and_a_fast_stroke_leaves_nothing_out(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.edit()")
    board.get_by_role("button", name="Forest", exact=True).click()
    cells.page.mouse.move(*point(board, SCENARIO.position.map, "0107"))
    cells.page.mouse.down(button="right")
    cells.page.mouse.move(*point(board, SCENARIO.position.map, "0307"))
    cells.page.mouse.up(button="right")
    assert cells.python("print(board.session.step.number)") == "0"
    expect(board.get_by_role("button", name="Forest", exact=True)).to_have_attribute("aria-pressed", "true")
    cells.page.mouse.move(*point(board, SCENARIO.position.map, "0107"))
    cells.page.mouse.down()
    cells.page.mouse.move(*point(board, SCENARIO.position.map, "0607"))
    cells.page.mouse.up()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    forest = "[board.position.map.terrain(board.position.map.index(f'0{n}07')) for n in range(1, 7)]"
    assert cells.python(f"print({forest} == ['forest'] * 6)") == "True"
