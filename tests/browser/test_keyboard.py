"""The whole board by keyboard, and the accessibility checker axe, which must find no problem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.direct import DirectCells
from tests.browser.lab import Lab
from tests.browser.pictures import picture

# The buttons' names hold the words on them: a rule that axe runs only on demand. Its rules for pages are about the whole document.
FINDINGS = """e => axe.run(e === document.body ? document : e, { rules: { "label-content-name-mismatch": { enabled: true } } }).then(({ violations }) =>
  violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160) + " " + n.failureSummary).join(" | ")))"""
AXE = Path(__file__).parents[2] / "js" / "node_modules" / "axe-core" / "axe.min.js"


def axe_findings(page: Page) -> list[str]:
    """The violations that axe finds on a page that has its script, in light and in dark."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found: list[str] = []
    for scheme in ("light", "dark") if dark else ("dark", "light"):  # it looks afterwards as before
        page.emulate_media(color_scheme=scheme)  # one of two words
        page.evaluate("document.getAnimations().forEach(each => { try { each.finish(); } catch { each.cancel(); } })")
        found += [f"{scheme}: {each}" for each in page.locator("body").evaluate(FINDINGS)]
    return found


def board_on(cells: Lab | DirectCells, scenario: str) -> Locator:
    """A board with the keyboard focus."""
    cells.open_cells(f"import hexwidget as hw\nboard = hw.Board(hw.scenario('{scenario}'))\nboard")
    board = cells.board()
    board.locator(".hexwidget-surface").focus()
    return board


def keys(cells: Lab | DirectCells, *pressed: str) -> None:
    for key in pressed:
        cells.page.keyboard.press(key)


def go(cells: Lab | DirectCells, board: Locator, name: str) -> None:
    """Move the focus to a space by its name."""
    keys(cells, "g")
    expect(board.get_by_label("Go to the space")).to_be_focused()
    cells.page.keyboard.type(name)
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-surface")).to_be_focused()


def said(board: Locator) -> Locator:
    return board.locator("[aria-live=polite]")


def test_places_are_found_said_and_shown(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\n"
        "found = dict(hw.system('plotted').to_json(hw.scenario('plotted/the-ford').position))\n"
        "found['places'] = {'the mill': 'village 0305', 'old road': 'road 0304 0305 0306'}\n"
        "board = hw.Board(hw.system('plotted').from_json(found))\nboard"
    )
    board = cells.board()
    board.locator(".hexwidget-surface").focus()
    go(cells, board, "mill")
    expect(said(board)).to_contain_text("0305, plains, the mill, old road")
    expect(board.locator(".hexwidget-tag b").first).to_have_text("0305, the mill, old road")
    expect(board.locator(".hexwidget-where")).to_contain_text("plains, the mill, old road")
    assert "Places: the mill (0305), old road (0304, 0305, 0306)." in cells.page.locator("body").inner_html()


def test_six_directions_and_the_next_army_and_target(cells: DirectCells) -> None:
    board = board_on(cells, "depletion/first-steps")
    go(cells, board, "0303")
    expect(said(board)).to_contain_text("0303, plains")
    # Hexes with a point up have neighbours in the east and west, and none in the north.
    for key, name in (("d", "0403"), ("w", "0302"), ("a", "0202"), ("z", "0203"), ("x", "0204"), ("e", "0303")):
        keys(cells, key)
        expect(said(board)).to_contain_text(f"{name}, ")
    go(cells, board, "0101")
    keys(cells, "n")
    expect(said(board)).to_contain_text("Army on 0402")
    keys(cells, "n")
    expect(said(board)).to_contain_text("Army on 0203")
    keys(cells, "Shift+N", "Enter")
    expect(said(board)).to_contain_text("choose where to go")
    keys(cells, "t")
    expect(said(board)).to_contain_text("can be reached")
    keys(cells, "g")
    cells.page.keyboard.type("nowhere")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-goto")).to_contain_text("There is no nowhere on this map.")
    keys(cells, "Escape")
    expect(board.locator(".hexwidget-surface")).to_be_focused()


def test_the_directions_of_hexes_with_a_side_up(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\n"
        "position = hw.system('depletion').position(map='.  .  .\\n  .  .\\n.  .  .\\n  .  .', offset='odd-q',"
        " players=['red', 'blue'], armies={'red': {'0101': '1 archer'}})\nhw.Board(position)",
    )
    board = cells.board()
    board.locator(".hexwidget-surface").focus()
    go(cells, board, "0201")
    for key, name in (("s", "0202"), ("w", "0201"), ("d", "0302"), ("q", "0201"), ("e", "0301"), ("a", "0201")):
        keys(cells, key)
        expect(said(board)).to_contain_text(f"{name}, ")


def test_a_route_is_plotted_by_keyboard_alone(cells: DirectCells) -> None:
    board = board_on(cells, "plotted/the-ford")
    prompt = board.locator(".hexwidget-prompt")
    go(cells, board, "0402")
    keys(cells, "Enter")
    expect(prompt).to_contain_text("march")
    keys(cells, "z")
    expect(said(board)).to_contain_text("can be reached")
    keys(cells, "Enter")
    expect(prompt).to_contain_text("Seal 1 order; the other")
    keys(cells, "Enter")  # the end of the route
    expect(prompt).to_contain_text("Blue: choose a unit")
    action = cells.python("print(board.last_action)")
    assert action.startswith(("march 0402-0403", "march 0402-0303")), action
    go(cells, board, "0608")
    keys(cells, "Enter", "Shift+N")
    expect(prompt).to_contain_text("run")
    keys(cells, "w", "Enter")
    expect(prompt).to_contain_text("Seal 1 order; the other")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-status")).to_contain_text("Turn 2 of 8")


def test_a_city_is_conquered_by_keyboard_alone(cells: DirectCells) -> None:
    board = board_on(cells, "rondel/two-ways-to-pay")
    # The focus starts on a space with a choice.
    expect(said(board)).to_contain_text("Conquer Ephesus")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Ephesus")
    for _ in range(12):
        if cells.python("print(board.last_action)").startswith("conquer"):
            break
        if not board.get_by_role("button", name="Confirm").count():
            keys(cells, *["ArrowDown"] * 6, "Enter")  # into the bar, to its first button
        keys(cells, "Enter")
        cells.page.wait_for_timeout(200)
    assert cells.python("print(board.last_action)").startswith("conquer ephesus")
    expect(board.locator(".hexwidget-happened")).to_contain_text("phesus")


def test_a_card_combat_is_played_by_keyboard_alone(cells: DirectCells) -> None:
    board = board_on(cells, "frontiers/combat")
    prompt = board.locator(".hexwidget-prompt")
    expect(prompt).to_contain_text("Confirm to seal")
    # Into the bar, and along its buttons to those of the second target.
    keys(cells, "Tab")
    expect(board.get_by_role("button", name="Confirm")).to_be_focused()
    less = board.get_by_role("button", name="Spearmen, 3 health left: one less than 3")
    for _ in range(12):
        if less.evaluate("e => e === e.getRootNode().activeElement"):
            break
        keys(cells, "ArrowRight")
    keys(cells, "Enter")
    expect(prompt).to_contain_text("all must be assigned")
    more = board.get_by_role("button", name="Spearmen, 3 health left: one more than 2")
    keys(cells, "ArrowRight")
    expect(more).to_be_focused()
    keys(cells, "Enter")
    expect(prompt).to_contain_text("Confirm to seal")
    for _ in range(8):
        before = prompt.text_content() or ""
        if "damage" not in (board.locator(".hexwidget-status").text_content() or ""):
            break
        board.get_by_role("button", name="Confirm").focus()
        keys(cells, "Enter")
        expect(prompt).not_to_have_text(before)
    expect(board.locator(".hexwidget-status")).not_to_contain_text("damage is assigned")


@pytest.mark.parametrize(
    ("scenario", "theme"),
    [("depletion/first-steps", "Dark"), ("plotted/the-ford", "Light")],
)
def test_axe_finds_nothing_in_a_notebook(lab: Lab, scenario: str, theme: str) -> None:
    board = board_on(lab, scenario)
    lab.page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{theme: 'JupyterLab {theme}'}})")
    expect(board).to_have_attribute("data-theme", theme.lower())
    axe_finds_nothing(lab, board)


@pytest.mark.parametrize(
    ("scenario", "theme"),
    [("depletion/first-steps", "light"), ("rondel/first-maneuver", "light"), ("frontiers/combat", "dark")],
)
def test_axe_finds_nothing(cells: DirectCells, scenario: str, theme: Literal["light", "dark"]) -> None:
    cells.page.emulate_media(color_scheme=theme)
    board = board_on(cells, scenario)
    if theme == "dark":
        cells.page.evaluate("document.body.style.background = '#111'")
    expect(board).to_have_attribute("data-theme", theme)
    axe_finds_nothing(cells, board)


def test_axe_finds_nothing_on_a_narrow_board_on_a_german_page(cells: DirectCells) -> None:
    cells.page.set_viewport_size({"width": 390, "height": 844})
    cells.open_cells(
        "from dataclasses import replace\nimport hexwidget as hw",
        "hw.Board(replace(hw.scenario('plotted/the-ford'), prose='A long story. ' * 200))",
    )
    cells.page.evaluate("document.documentElement.lang = 'de'")
    cells.page.add_script_tag(path=AXE)
    board = cells.board()
    assert board.evaluate(FINDINGS) == []
    board.locator(".hexwidget-about-scenario > summary").click()
    assert board.evaluate(FINDINGS) == []
    spoken = "e => [e, ...e.querySelectorAll('*')].map((part) => part.closest('[lang]').lang)"
    assert set(board.evaluate(spoken)) == {"en"}


def axe_finds_nothing(cells: Lab | DirectCells, board: Locator) -> None:
    """Run axe on a board in six states."""
    keys(cells, "n", "Enter")
    cells.page.add_script_tag(path=AXE)
    for state in ("chosen", "menu", "read", "edited", "as text", "keys"):
        if state == "menu":
            board.get_by_label("More", exact=True).click()
        elif state == "read":
            board.get_by_label("More", exact=True).click()
            cells.python(
                "board.play(next(iter(board.session.position.legal_actions(sorted(board.session.position.to_act)[0]))))"
            )
            cells.page.mouse.move(2, 2)
            if board.locator(".hexwidget-cite").count():
                board.locator(".hexwidget-cite").first.click()
        elif state == "edited":
            cells.python("board.edit()")
        elif state == "as text":
            cells.python("board.edit(False)")
            board.get_by_label("More", exact=True).click()
            board.get_by_role("button", name="The board as text").click()
        elif state == "keys":
            board.locator(".hexwidget-surface").focus()
            keys(cells, "?")
        cells.page.wait_for_timeout(150)
        assert board.evaluate(FINDINGS) == [], state


def test_colours_of_high_contrast_follow_the_page(cells: DirectCells) -> None:
    cells.page.emulate_media(color_scheme="light", contrast="more")
    board = board_on(cells, "depletion/first-steps")
    expect(board).to_have_attribute("data-theme", "light-contrast")
    keys(cells, "n", "Enter")
    picture(cells.page, "view-high-contrast.png")


COVERED = """root => {
  const texts = [...root.querySelectorAll(".hexwidget-bar :is(span, small, b, button, output)")].flatMap(each =>
    [...each.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && !each.closest(".hexwidget-unseen")).flatMap(node => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(box => [node.data, box]);
    }));
  return [...root.querySelectorAll(".hexwidget-bar kbd")].filter(key => key.checkVisibility({ visibilityProperty: true })).flatMap(key => {
    const { left, top, right, bottom } = key.getBoundingClientRect();
    return texts.filter(([, box]) => Math.min(right, box.right) - Math.max(left, box.left) > 1
      && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 3).map(([words]) => [key.dataset.cap, words]);
  });
}"""
"""The keys that cover words in the bar, with the words. Three pixels of a line's height are empty."""


@pytest.mark.parametrize(
    "cells", [{"width": width} for width in (390, 560, 844)], ids=("390", "560", "844"), indirect=True
)
@pytest.mark.parametrize(
    "scenario", ["depletion/first-steps", "orders/two-on-one", "plotted/the-ford", "rondel/inland-sea"]
)
def test_the_key_of_a_button_covers_no_words(cells: DirectCells, scenario: str) -> None:
    board = board_on(cells, scenario)
    shown = 0
    for key in ("n", "Enter", "Tab"):
        cells.page.keyboard.press(key)
        cells.settle()
        cells.page.keyboard.down("?")
        shown += board.locator(".hexwidget-buttons kbd:visible").count()
        assert board.evaluate(COVERED) == []
        cells.page.keyboard.up("?")
        cells.page.keyboard.press("Escape")  # closes the list of keys
    assert shown


def test_ctrl_s_saves_the_notebook_while_the_board_has_the_focus(lab: Lab) -> None:
    board = board_on(lab, "depletion/first-steps")
    keys(lab, "d", "d", "x")  # in JupyterLab these would delete the cell
    is_dirty = "() => jupyterapp.shell.currentWidget.context.model.dirty"
    lab.page.wait_for_function(is_dirty)  # the cell has run
    keys(lab, "Control+s")
    lab.page.wait_for_function(f"() => !({is_dirty})()")
    assert json.loads((lab.folder / "cells.ipynb").read_text("utf-8"))["cells"][0]["outputs"]
    expect(board.locator(".hexwidget-surface")).to_be_focused()
    keys(lab, "d", "d")
    expect(board).to_be_visible()
