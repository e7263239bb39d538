"""A board among other widgets in a real JupyterLab: in boxes, tabs and outputs, linked to sliders and texts."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import Lab, point
from tests.browser.test_board import board_of, click, eventually, hover

START = (
    "import ipywidgets as widgets\nimport hexwidget as hw\nfrom IPython.display import display\n"
    "board = hw.Board('depletion/first-steps')\n"
    "for move in ('0203-0303', 'pass', 'pass'):\n    board.play(move)"
)


def shown(lab: Lab, *cells: str) -> Locator:
    """A board whose game has three steps, in a notebook with these cells after it."""
    lab.open_cells(START, *cells)
    board = lab.board()
    expect(board.locator(".hexwidget-step")).to_have_text("step 3 of 3")
    return board


def at(board: Locator, step: int, last: int = 3) -> None:
    expect(board.locator(".hexwidget-step")).to_have_text(f"step {step} of {last}")


def value(lab: Lab, step: int) -> None:
    expect(lab.page.locator(".widget-readout").first).to_have_text(str(step))


def test_a_slider_linked_on_the_page_steps_through_the_game(lab: Lab) -> None:
    board = shown(
        lab,
        "slider = widgets.IntSlider(min=0)\n"
        "widgets.jsdlink((board, 'last_step'), (slider, 'max'))\n"
        "widgets.jslink((board, 'step'), (slider, 'value'))\n"
        "widgets.VBox([slider, board])",
    )
    handle = lab.page.locator(".widget-slider .noUi-handle").first
    value(lab, 3)
    handle.focus()
    for key, step in (("ArrowLeft", 2), ("Home", 0), ("End", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        lab.page.keyboard.press(key)
        at(board, step)
        value(lab, step)
    assert lab.python("print(board.step, board.session.step.number)") == "1 1"
    for move, step in (("0702-0802", 2), ("0402-0502", 3), ("pass", 4)):  # the slider shrinks and grows with the game
        lab.python(f"board.play('{move}')")
        at(board, step, step)
        value(lab, step)
    handle.focus()
    for key, step in (("ArrowLeft", 3), ("ArrowRight", 4), ("Home", 0)):
        lab.page.keyboard.press(key)
        at(board, step, 4)
        value(lab, step)


def test_a_slider_linked_in_the_kernel_goes_back_where_it_cannot_go(lab: Lab) -> None:
    board = shown(
        lab,
        "slider = widgets.IntSlider(min=0, max=9)\nwidgets.link((board, 'step'), (slider, 'value'))\n"
        "widgets.HBox([board, slider])",
    )
    handle = lab.page.locator(".widget-slider .noUi-handle").first
    value(lab, 3)
    handle.focus()
    lab.page.keyboard.press("ArrowLeft")
    at(board, 2)
    lab.page.keyboard.press("End")  # 9
    value(lab, 2)
    at(board, 2)
    assert lab.python("print(slider.value, board.step)") == "2 2"


def test_texts_and_themes_are_linked_on_the_page(lab: Lab) -> None:
    lab.open_cells(
        "import ipywidgets as widgets\nimport hexwidget as hw\n"
        "board = hw.Board('depletion/first-steps', track_hover=True)\n"
        "chosen, pointed = widgets.Text(), widgets.Label()\n"
        "theme = widgets.ToggleButtons(options=['light', 'dark', 'drak'])\n"
        "other = hw.Board('depletion/first-steps')\n"
        "widgets.jslink((board, 'selected'), (chosen, 'value'))\n"
        "widgets.jsdlink((board, 'hovered'), (pointed, 'value'))\n"
        "widgets.jslink((board, 'theme'), (other, 'theme'))\n"
        "widgets.jslink((board, 'overlays'), (other, 'overlays'))\n"
        "widgets.VBox([board, chosen, pointed, other])",
    )
    board = lab.board()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    text = lab.page.locator(".widget-text input")
    click(lab, board, "0203")
    expect(text).to_have_value("0203")
    hover(lab, board, "0303")
    expect(lab.page.locator(".widget-label").last).to_have_text("0303")
    text.fill("0402")
    text.press("Enter")
    eventually(lab, lambda: lab.python("print(board.selected)") == "0402")
    text.fill("0101")  # nothing can be chosen there
    text.press("Enter")
    expect(text).to_have_value("0402")
    text.fill("")
    text.press("Enter")
    eventually(lab, lambda: lab.python("print(board.selected)") == "None")
    lab.python("board.theme = 'dark'\nboard.overlays = {'mine': ['0101', '0102']}")
    for each in (board, lab.board(1)):
        expect(each).to_have_attribute("data-theme", "dark")
    eventually(lab, lambda: lab.python("print(other.theme, list(other.overlays))") == "dark ['mine']")
    assert lab.python("print(board.get_state('selected'))") == "{'selected': ''}"


def test_boards_in_tabs_outputs_and_interact(lab: Lab) -> None:
    shown(
        lab,
        "out = widgets.Output()\nwith out:\n    display(board)\n"
        "tab = widgets.Tab([board, out], titles=['here', 'there'])\ntab",
        "@widgets.interact(step=widgets.IntSlider(min=0, max=3, value=3))\ndef go(step):\n    board.step = step",
    )
    first = lab.page.locator(".hexwidget:visible").first
    lab.page.get_by_role("tab", name="there", exact=True).click()
    at(lab.page.locator(".hexwidget:visible").first, 3)
    lab.page.locator(".widget-slider .noUi-handle").first.focus()
    lab.page.keyboard.press("Home")
    at(lab.page.locator(".hexwidget:visible").first, 0)
    lab.page.get_by_role("tab", name="here", exact=True).click()
    at(first, 0)
    assert first.evaluate("e => e.clientWidth") > 300


def test_an_observer_that_fails_is_told_under_the_board(cells: DirectCells) -> None:
    board = board_of(cells)
    printed = cells.python(
        "seen = []\n"
        "def plot(change):\n    raise ZeroDivisionError('nothing to plot')\n"
        "board.observe(plot, 'position')\nboard.observe(lambda change: seen.append(change.new), 'step')\n"
        "board.play('0203-0303')"
    )
    assert "Traceback" in printed
    assert "in plot" in printed
    expect(board.locator(".hexwidget-panel")).to_contain_text("ZeroDivisionError: nothing to plot (plot)")
    click(cells, board, "0702")
    click(cells, board, "0703")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 2 of 2")
    assert cells.python("print(seen)") == "[1, 2]"
    cells.python("board.unobserve(plot, 'position')")
    expect(board.locator(".hexwidget-panel")).not_to_contain_text("nothing to plot")


def test_the_look_of_outputs_does_not_change_the_odds(lab: Lab) -> None:
    """JupyterLab gives some elements in an output a look of its own."""
    lab.open_cells("import hexwidget as hw\nboard = hw.Board('orders/two-on-one')\nboard")
    board, spaces = lab.board(), hw.scenario("orders/two-on-one").position.map
    for name in ("0303", "0302"):
        lab.page.mouse.click(*point(board, spaces, name))
        lab.page.wait_for_timeout(300)
    shares = board.locator(".hexwidget-shares > *")
    expect(shares).to_have_count(3)
    expect(shares.first).to_have_text("Militia destroyed57.3 %")
    panel = board.locator(".hexwidget-panel")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    for share in shares.all():
        row, figure = share.bounding_box(), share.locator("b").bounding_box()
        assert row is not None
        assert figure is not None
        assert row["height"] < 45
        assert abs(row["x"] + row["width"] - figure["x"] - figure["width"]) < 2
