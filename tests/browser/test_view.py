"""The view of the board: panning, zooming, touch, playback, pictures; and closed boards, which leave nothing behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

import hexwidget as hw
from tests.browser.conftest import SCREENSHOTS
from tests.browser.lab import Lab, point
from tests.browser.test_board import CELLS, SCENARIO, board_of, click, drawn, eventually, hover, painted

LARGE = (
    "rows = [' ' * (k % 2) + ' '.join('.%^~&'[(7 * k + 3 * n + k * n) % 5] for n in range(60)) for k in range(40)]\n"
    "large = hw.system('depletion').position(map='\\n'.join(rows), players=['red', 'blue'],"
    " armies={'red': {'3020': '1 galley'}}, strict=False)"
)
WIDGETS = "from ipywidgets.widgets import widget; print(len(widget._instances))"


def view(board: Locator) -> tuple[float, float, float]:
    """The pixels of a hex radius, and the place of the map's corner."""
    scale, left, top = map(float, (board.locator(".hexwidget-layers").get_attribute("data-view") or "").split())
    return scale, left, top


def large(lab: Lab) -> Locator:
    lab.open_cells("large.ipynb", "import hexwidget as hw", LARGE, "board = hw.Board(large)\nboard")
    board = lab.board()
    expect(board.locator(".hexwidget-minimap")).to_be_visible()
    board.scroll_into_view_if_needed()
    return board


def test_a_large_map_is_moved_by_drag_enlarged_to_the_pointer_and_found_in_the_minimap(lab: Lab) -> None:
    board = large(lab)
    box = board.locator(".hexwidget-surface").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = view(board)
    lab.page.mouse.move(*middle)
    lab.page.mouse.down()
    lab.page.mouse.move(middle[0] - 120, middle[1] - 60, steps=8)
    lab.page.mouse.up()
    eventually(lab, lambda: view(board)[1] == pytest.approx(before[1] - 120, abs=6))
    # The end of a drag is no click.
    expect(board.locator(".hexwidget-pinned")).to_have_count(0)
    # The space under the pointer stays there.
    board.locator(".hexwidget-surface").focus()
    scale, left, _top = view(board)
    lab.page.mouse.move(middle[0] + 90, middle[1] + 40)
    lab.page.mouse.wheel(0, -400)
    eventually(lab, lambda: view(board)[0] > scale * 1.5)
    held = (middle[0] + 90 - box["x"] - left) / scale
    assert (middle[0] + 90 - box["x"] - view(board)[1]) / view(board)[0] == pytest.approx(held, abs=0.05)
    minimap = board.locator(".hexwidget-minimap").bounding_box()
    assert minimap is not None
    lab.page.mouse.click(minimap["x"] + 3, minimap["y"] + 3)
    # The map's corner, with the rim where the numbers stand, at the corner of the board.
    eventually(lab, lambda: view(board)[1:] == pytest.approx([10 + 0.6 * view(board)[0]] * 2, abs=0.5))
    lab.page.keyboard.press("Home")
    expect(board.locator(".hexwidget-minimap")).to_be_hidden()
    lab.page.screenshot(path=SCREENSHOTS / "view-the-whole-of-a-large-map.png")
    for _ in range(9):
        lab.page.keyboard.press("+")
    eventually(lab, lambda: view(board)[0] > 40)


def test_the_page_scrolls_over_a_board_that_nobody_is_at(lab: Lab) -> None:
    board = large(lab)
    before = view(board)
    lab.page.mouse.move(400, 500)
    lab.page.mouse.wheel(0, 200)
    lab.page.wait_for_timeout(300)
    assert view(board) == before


def test_a_tap_chooses_a_long_press_says_why_and_two_fingers_enlarge(
    browser: Browser, address: str, folder: Path
) -> None:
    lab = Lab(browser, address, folder, touch=True)
    board = board_of(lab)
    lab.page.touchscreen.tap(*point(board, SCENARIO.position.map, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    session = lab.context.new_cdp_session(lab.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    there = point(board, SCENARIO.position.map, "0503")
    touch("touchStart", there)
    lab.page.wait_for_timeout(700)
    touch("touchEnd")
    expect(board.locator(".hexwidget-panel")).to_contain_text("0503 is sea")
    expect(board.locator(".hexwidget-pinned")).to_be_visible()
    scale = view(board)[0]
    x, y = there
    touch("touchStart", (x - 30, y), (x + 30, y))
    for far in range(35, 90, 5):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    eventually(lab, lambda: view(board)[0] > scale * 1.6)
    heights = "all => all.map(b => b.getBoundingClientRect().height)"
    assert min(board.locator("button:visible:not(.hexwidget-cite)").evaluate_all(heights)) >= 43
    # Names of clauses stand in a line of text.
    assert min(board.locator("button.hexwidget-cite:visible").evaluate_all(heights)) >= 27
    lab.page.screenshot(path=SCREENSHOTS / "view-touched.png")
    assert lab.errors == []
    lab.close()


def test_what_happened_is_seen_to_happen_and_a_click_ends_it(lab: Lab) -> None:
    board = board_of(lab)
    moving = board.locator(".hexwidget-motion:not([data-moving='0'])")
    lab.python("board.play('0203-0303-0304')")
    expect(moving).not_to_have_count(0)
    expect(moving).to_have_count(0)  # and the playback ends
    lab.python("board.play('0804-0803')")
    expect(moving).not_to_have_count(0)
    click(lab, board, "0101")
    expect(moving).to_have_count(0, timeout=100)
    lab.page.emulate_media(reduced_motion="reduce")
    lab.python("board.play('0402-0502')")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    expect(moving).to_have_count(0, timeout=100)


def test_the_course_of_the_game_is_scrubbed_stepped_and_played(lab: Lab) -> None:
    board = board_of(lab)
    lab.python("board.play('0203-0303-0304'); board.play('pass'); board.play('0402-0502')")
    lab.python("board.goto(2); board.play('0105-0106'); board.goto(3)")
    status = board.locator(".hexwidget-step")
    expect(status).to_have_text("step 3 of 3")
    slider = board.get_by_label("Step of the game")
    slider.fill("1")
    expect(status).to_have_text("step 1 of 3")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("step 1 of 3: red: 0203-0303-0304"))
    board.get_by_role("button", name="One step back").click()
    expect(status).to_have_text("step 0 of 3")
    board.get_by_role("button", name="Play", exact=True).click()
    expect(status).to_have_text("step 3 of 3")
    expect(board.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-disabled", "true")
    # The other line is a branch; its events are shown there.
    lab.page.mouse.move(2, 2)
    board.get_by_text("What has happened").click()
    branch = board.locator(".hexwidget-branches li", has_text="Or red: 0105-0106")
    branch.get_by_label("What happened").click()
    expect(branch.locator(".hexwidget-events")).to_contain_text("D1.7")
    branch.locator(".hexwidget-event").first.click()
    expect(board.locator(".hexwidget-steps [aria-current='step']")).to_have_text("Red: 0105-0106")
    assert lab.python("print(board.session.step.text)") == "red: 0105-0106"
    expect(board.locator(".hexwidget-branches")).to_contain_text("Or red: 0402-0502")
    lab.page.screenshot(path=SCREENSHOTS / "view-the-game-so-far.png")


def test_a_clause_is_read_and_a_remedy_does_what_would_help(lab: Lab) -> None:
    board = board_of(lab)
    click(lab, board, "0203")
    hover(lab, board, "0205")
    panel = board.locator(".hexwidget-panel")
    expect(panel).to_contain_text("A march gets there")
    click(lab, board, "0205")
    panel.get_by_role("button", name="D1.2", exact=True).first.click()
    expect(panel).to_contain_text(SCENARIO.position.system.rulebook["D1.2"].text)
    panel.get_by_role("button", name="Close").click()
    panel.get_by_role("button", name="A march gets there").click()
    # It is shown as if it had been chosen: with its path, and without the refusal.
    expect(board.locator(".hexwidget-prompt")).to_contain_text("0205")
    eventually(lab, lambda: painted(board, "way", "0104"))
    expect(board.locator(".hexwidget-pinned")).to_have_count(0)
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Blue to act")
    assert lab.python("print(board.last_action)") == "0203-0104-0205 march"


def test_views_of_players_behind_a_curtain(lab: Lab) -> None:
    lab.open_cells("curtain.ipynb", CELLS[0], "board = hw.Board(hw.scenario('plotted/the-ford'))\nboard")
    board = lab.board()
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
    lab.page.screenshot(path=SCREENSHOTS / "view-curtain.png")
    board.get_by_role("button", name="I am blue").click()
    expect(board.locator(".hexwidget-surface")).to_be_visible()
    assert lab.python("print(board.player)") == "blue"
    assert "seals" not in (board.locator(".hexwidget-panel").text_content() or "")
    seen.select_option("")
    board.get_by_role("button", name="Show everything").click()
    expect(board.get_by_role("button", name="Undo")).to_be_visible()
    assert lab.python("print(board.player)") == "None"


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_of_what_is_seen_is_saved(lab: Lab, kind: str, tmp_path: Path) -> None:
    board = board_of(lab)
    click(lab, board, "0203")
    board.get_by_label("More", exact=True).click()
    with lab.page.expect_download() as saved:
        board.get_by_role("button", name=f"Save as {kind.upper()}").click()
    path = tmp_path / f"board.{kind}"
    saved.value.save_as(path)
    assert saved.value.suggested_filename == f"first-steps.{kind}"
    data = path.read_bytes()
    assert data.startswith(b"<svg" if kind == "svg" else b"\x89PNG")
    assert len(data) > 20_000
    if kind == "svg":
        assert b"<title>Where 1 archer and 2 cavalry on 0203 go</title>" in data  # the picture holds the reach


def test_letters_fans_measures_and_the_board_as_text(lab: Lab) -> None:
    board = board_of(lab)
    surface = board.locator(".hexwidget-surface")
    surface.focus()
    for key in ("g", *"0203", "Enter"):
        lab.page.keyboard.press(key)
    expect(board.locator("[aria-live]")).to_contain_text("0203, plains")
    lab.page.keyboard.press("f")
    eventually(lab, lambda: drawn(board, "fan", "top") == ["archers, cavalry"])
    lab.page.keyboard.press("v")
    for _ in range(3):
        lab.page.keyboard.press("d")
    expect(board.locator(".hexwidget-panel")).to_contain_text("3 steps from 0203")
    lab.page.screenshot(path=SCREENSHOTS / "view-fan-and-measure.png")
    lab.page.keyboard.press("h")
    eventually(lab, lambda: drawn(board, "stack") == [])
    lab.page.keyboard.press("h")
    eventually(lab, lambda: drawn(board, "stack") != [])
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Letters on the pieces").click()
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="The board as text").click()
    expect(board.locator(".hexwidget-text tr").nth(2)).to_contain_text("0203 plains, red's archer, red's 2 cavalry")
    surface.focus()
    lab.page.keyboard.press("?")
    expect(board.get_by_role("dialog", name="Keys")).to_be_visible()
    lab.page.keyboard.press("Escape")
    expect(surface).to_be_focused()


def test_notes_arrows_and_arrays_are_drawn_and_kept_with_the_scenario(lab: Lab) -> None:
    board = board_of(lab)
    lab.python(
        "import numpy as np\n"
        "board.note('0304', 'The city is the key')\n"
        "board.arrow('0702', '0703', '0704', label='the plan')\n"
        "board.show(np.arange(63).reshape(7, 9) / 7, 'heights')\n"
        "from hexwidget.files import read_scenario, write_scenario\n"
        "again = hw.Board(read_scenario(write_scenario(board.scenario())))\n"
    )
    eventually(lab, lambda: painted(board, "marks", "0703"))
    board.get_by_text("Legend").click()
    expect(board.get_by_role("button", name="heights")).to_be_visible()
    assert lab.python("print(again.to_svg() == board.to_svg(), 'The city is the key' in again.to_svg())") == "True True"
    lab.page.screenshot(path=SCREENSHOTS / "view-annotated.png")


def test_in_full_screen_the_map_takes_all_the_room_there_is(lab: Lab) -> None:
    board = board_of(lab)
    scale = view(board)[0]
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Full screen").click()
    eventually(lab, lambda: view(board)[0] > scale)
    box = board.bounding_box()
    assert box is not None
    assert box["height"] >= 999
    lab.page.screenshot(path=SCREENSHOTS / "view-full-screen.png")
    lab.page.evaluate("document.exitFullscreen()")
    eventually(lab, lambda: view(board)[0] == scale)


def test_many_boards_leave_nothing_behind(lab: Lab) -> None:
    lab.open_cells(
        "many.ipynb",
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


def test_a_remedy_of_one_order_keeps_the_others(lab: Lab) -> None:
    lab.open_cells("orders.ipynb", CELLS[0], "board = hw.Board(hw.scenario('plotted/the-ford'))\nboard")
    board = lab.board()
    spaces = hw.scenario("plotted/the-ford").position.map
    for space in ("0301", "0201", "0402", "0403", "0404"):
        lab.page.mouse.click(*point(board, spaces, space))
    board.locator(".hexwidget-panel").get_by_role("button", name="with run").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Seal 2 orders?")
    assert lab.python("print(board._current['action'])") == "march 0301-0201; run 0402-0403-0404"


def test_an_enlarged_map_stays_where_it_is_while_it_is_painted_and_resized(lab: Lab) -> None:
    board = board_of(lab)
    lab.python("board.edit()")
    board.locator(".hexwidget-surface").focus()
    for _ in range(3):
        lab.page.keyboard.press("+")
    lab.page.wait_for_timeout(400)
    before = view(board)
    board.get_by_role("button", name="Forest", exact=True).click()
    click(lab, board, "0504")  # about the middle
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    assert view(board) == before
    lab.page.set_viewport_size({"width": 1200, "height": 1000})
    lab.page.wait_for_timeout(500)
    assert view(board)[0] == before[0]


def test_only_the_first_button_paints_and_a_fast_stroke_leaves_nothing_out(lab: Lab) -> None:
    board = board_of(lab)
    lab.python("board.edit()")
    board.get_by_role("button", name="Forest", exact=True).click()
    lab.page.mouse.move(*point(board, SCENARIO.position.map, "0107"))
    lab.page.mouse.down(button="right")
    lab.page.mouse.move(*point(board, SCENARIO.position.map, "0307"))
    lab.page.mouse.up(button="right")
    lab.page.keyboard.press("Escape")  # the page's own menu
    assert lab.python("print(board.session.step.number)") == "0"
    expect(board.get_by_role("button", name="Forest", exact=True)).to_have_attribute("aria-pressed", "true")
    lab.page.mouse.move(*point(board, SCENARIO.position.map, "0107"))
    lab.page.mouse.down()
    lab.page.mouse.move(*point(board, SCENARIO.position.map, "0607"))
    lab.page.mouse.up()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    forest = "[board.position.map.terrain(board.position.map.index(f'0{n}07')) for n in range(1, 7)]"
    assert lab.python(f"print({forest} == ['forest'] * 6)") == "True"
