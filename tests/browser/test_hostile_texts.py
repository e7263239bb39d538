"""Hostile names and texts in a real browser: no script runs, no host is contacted, the layout holds, and pages load nothing
from elsewhere. (`tests.words.test_hostile` has the refusals and the other places where texts are shown.)"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from hexwidget.problems import InputError
from tests import inside
from tests.browser.direct import DirectCells, new_page
from tests.browser.lab import Lab
from tests.browser.pictures import picture
from tests.browser.test_pages import opened
from tests.browser.test_site import watched
from tests.words.test_hostile import HOSTILE, MARK

SHOWN = {
    name: text
    for name, text in HOSTILE.items()
    if name in ("image", "script", "style", "comment", "quotes", "link", "zalgo")
}
OVERFLOWS = """parts => parts.filter(part => [...document.querySelectorAll(`.hexwidget-${part}`)].some(
  e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'hidden'))"""
PARTS = ["head", "panel", "bar", "legend", "said", "alert"]


def board_with(title: str, note: str, label: str, player: str) -> str:
    """The code of a cell with a board that shows texts in every place where an author may write."""
    position = hw.scenario("depletion/first-steps").position
    data = json.loads(json.dumps(position.system.to_json(position)).replace('"red"', json.dumps(player)))
    del data["title"]  # the document has a title of its own
    document = {
        "format": "hexwidget.scenario/2", "system": "depletion", "title": title, "prose": note, "position": data,
        "notes": [{"space": "0303", "text": note}],
        "overlays": [{"name": label, "label": label, "spaces": {"0203": 1}}],
        "arrows": [{"spaces": ["0203", "0304"], "label": label}],
    }  # fmt: skip
    return (
        f"from hexwidget.files import read_scenario\nboard = hw.Board(read_scenario({json.dumps(document)!r}))\nboard"
    )


def sound(shown: Page) -> None:
    """Check that no script has run and no text has become an element."""
    assert shown.evaluate("window.pwned") is None
    assert shown.locator("[onerror], [onload], [onmouseover], a[href^='javascript']").count() == 0


def test_hostile_texts_do_nothing_on_a_board(cells: DirectCells) -> None:
    asked: list[str] = []
    cells.page.on("request", lambda r: None if r.url.startswith(("about:", "data:", "blob:")) else asked.append(r.url))
    cells.open_cells("import hexwidget as hw", *(board_with(text, text, text, "red") for text in SHOWN.values()))
    for number, text in enumerate(SHOWN.values()):
        board = cells.board(number)
        board.scroll_into_view_if_needed()
        expect(board.locator(".hexwidget-title")).to_have_text(text)
        board.locator(".hexwidget-surface").focus()
        cells.page.keyboard.press("n")
        cells.page.keyboard.press("Enter")
        board.get_by_label("More", exact=True).click()
        board.get_by_role("button", name="The board as text").click()
        board.get_by_label("More", exact=True).click()
        board.get_by_role("button", name="Edit the position").click()
        sound(cells.page)
    assert asked == []


def test_long_words_stay_in_the_board(cells: DirectCells) -> None:
    long = board_with("W" * 200, "W" * 500, "W" * 500, "W" * 40)
    flood = board_with("Z" + "\u0301\u0489" * 60, "Z" + "\u0301" * 400, "Z" + "\u0301" * 400, "red")
    desk = (
        "from hexwidget.lessons import Desk, exercise\n"
        "desk = Desk([exercise('mark', hw.scenario('depletion/first-steps'), piece='0203', clauses=['D1.2'],"
        " title='T' * 2000, question='Q' * 2000, hints=['H' * 2000])])\ndesk.hint()\ndesk"
    )
    cells.open_cells("import hexwidget as hw", long, flood, desk)
    for number in range(3):
        board = cells.board(number)
        board.scroll_into_view_if_needed()
        expect(board.locator(".hexwidget-surface")).to_be_visible()
        box, surface = board.bounding_box(), board.locator(".hexwidget-surface").bounding_box()
        assert box is not None
        assert surface is not None
        assert surface["y"] - box["y"] < 260  # the map is still in its place
        board.get_by_text("Legend", exact=True).click()
        expect(board.locator(".hexwidget-legend")).to_be_visible()
        assert cells.page.evaluate(OVERFLOWS, PARTS) == []
    picture(cells.page, "hostile-long.png")


def state_of(scene: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The saved widget state of a board in a notebook, with other texts in its scene; and the board's id."""
    from ipywidgets import Widget

    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.set_trait("_scene", {**inside.scene(board), **scene})
    code = inside.INSTANCES[board.get_state("_front_end")["_front_end"]["model"]]
    state = Widget.get_manager_state(widgets=[board, board.layout, code, code.layout])["state"]
    at = board.model_id
    board.close()
    return state, at


@pytest.mark.parametrize("trusted", [False, True])
def test_a_notebook_with_hostile_saved_state_executes_nothing(lab: Lab, trusted: bool) -> None:
    """The state holds our own front end. (Another front end in anywidget's state is code that a reader of the notebook runs:
    see docs/reliability.md.)"""
    # Loading nbformat takes seconds, so it is not loaded where all tests are collected.
    import nbformat
    from nbformat.sign import NotebookNotary
    from nbformat.v4 import new_code_cell, new_notebook, new_output

    hostile = HOSTILE["image"]
    state, at = state_of({"title": hostile, "rulebook": f"javascript:{MARK}//"})
    view = {
        "application/vnd.jupyter.widget-view+json": {"version_major": 2, "version_minor": 1, "model_id": at},
        "text/plain": "x",
    }
    output = new_output("execute_result", data=view, execution_count=1)
    cell = new_code_cell("1", outputs=[output], execution_count=1)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    saved = {"application/vnd.jupyter.widget-state+json": {"version_major": 2, "version_minor": 0, "state": state}}
    notebook = new_notebook(cells=[cell], metadata={"kernelspec": kernel, "widgets": saved})
    nbformat.write(notebook, lab.folder / f"saved-{trusted}.ipynb")
    if trusted:
        read = nbformat.read(lab.folder / f"saved-{trusted}.ipynb", 4)
        NotebookNotary(data_dir=str(lab.folder / ".jupyter" / "JUPYTER_DATA_DIR")).sign(read)
    lab.expected += ["Could not open comm", "Error: "]
    lab.open(f"saved-{trusted}.ipynb")
    if trusted:
        expect(lab.board().locator(".hexwidget-title")).to_have_text(hostile)
    else:
        expect(lab.page.locator(".jp-OutputArea-output")).to_have_text("x")
        assert lab.page.locator(".hexwidget").count() == 0
    sound(lab.page)


# ---------------------------------------------------------------- pages
WATCH = "window.barred = []; document.addEventListener('securitypolicyviolation', e => window.barred.push(e.violatedDirective))"
TRY = """async () => {
  const threw = [], attempt = async (name, act) => { try { await act(); } catch { threw.push(name); } };
  const made = name => document.body.appendChild(document.createElement(name)), run = 'window.pwned = 1';
  const styled = made('p');
  await attempt('script', () => { const script = document.createElement('script'); script.append(run); document.body.append(script); });
  await attempt('onclick', () => { const button = made('button'); button.setAttribute('onclick', run); button.click(); });
  await attempt('style', () => styled.setAttribute('style', 'color: red'));
  await attempt('markup', () => { made('p').innerHTML = `<img src=x onerror="${run}">`; });
  await attempt('fetch', () => fetch('https://e.example/'));
  await new Promise(go => setTimeout(go, 200));
  return [window.pwned ?? null, getComputedStyle(styled).color === 'rgb(255, 0, 0)', threw.filter(name => ['markup', 'fetch'].includes(name))]; }"""
"""The results: if a script ran, if a style was applied, and the errors of refused texts."""


@pytest.mark.parametrize(
    "name",
    ["depletion/first-steps", "plotted/the-ford", "orders/three-marches", "rondel/first-maneuver", "frontiers/combat"],
)
def test_a_page_lets_nothing_in_but_itself(browser: Browser, tmp_path: Path, name: str) -> None:
    """The policy of a page has neither unsafe-inline nor unsafe-eval, and the page works under it without a console message."""
    board = hw.Board(hw.scenario(name))
    for piece in board.position.scene().pieces[:1]:
        board.note(piece.space, HOSTILE["image"])
    text = board.to_html(title=HOSTILE["script"], prose=HOSTILE["style"])
    assert "unsafe-inline" not in text
    assert "unsafe-eval" not in text
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    with opened(browser, path) as shown:
        shown.evaluate(WATCH)
        shown.locator(".hexwidget-surface").focus()
        shown.keyboard.press("n")
        shown.keyboard.press("Enter")
        shown.get_by_label("More", exact=True).click()
        shown.get_by_role("button", name="The board as text").click()
        assert shown.evaluate("window.barred") == []
        sound(shown)
    if name.startswith("depletion"):
        shown = browser.new_context().new_page()
        shown.goto(path.as_uri())
        shown.wait_for_selector(".hexwidget-surface")
        shown.evaluate(WATCH)
        assert shown.evaluate(TRY) == [None, False, ["markup", "fetch"]]
        shown.context.close()


def test_the_site_lets_nothing_in_but_itself(site: Path, browser: Browser) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    for path in pages:
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', path.read_text(encoding="utf-8"))
        assert policy is not None, path
        assert "unsafe-" not in policy[1]
    page = new_page(browser)
    page.add_init_script(WATCH)
    with watched(page):
        page.goto((site / "rulebook" / "depletion.html").as_uri() + "#D4.6")
        page.locator("#D4-6 .hexwidget").wait_for()
        assert page.evaluate("window.barred") == []
        page.goto((site / "reference" / "files.html").as_uri())
        expect(page.locator("article")).to_contain_text("read_scenario")
        assert page.evaluate("window.barred") == []
    page.close()


def test_plots_ask_no_host(browser: Browser, tmp_path: Path) -> None:
    plots = pytest.importorskip("hexwidget.plots")
    figures = [plots.odds({text: 1.0}, title=text) for text in (HOSTILE["plotly"], HOSTILE["link"], HOSTILE["image"])]
    position = hw.scenario("depletion/first-steps").position
    figures.append(plots.spaces(position, {"0203": 1}, title=HOSTILE["plotly"], unit=HOSTILE["link"]))
    first, *others = (
        figure.to_html(full_html=False, include_plotlyjs=number == 0) for number, figure in enumerate(figures)
    )
    path = tmp_path / "plots.html"
    path.write_text(f"<!doctype html><meta charset=utf-8>{first}{''.join(others)}", encoding="utf-8")
    context = browser.new_context()
    asked: list[str] = []
    shown = context.new_page()
    shown.on("request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else asked.append(r.url))
    shown.goto(path.as_uri())
    expect(shown.locator(".main-svg .gtitle")).to_have_count(len(figures))
    expect(shown.locator(".gtitle").first).to_have_text(HOSTILE["plotly"])
    sound(shown)
    assert shown.locator(".main-svg a").count() == 0
    assert asked == []
    context.close()


def test_a_text_that_is_no_text_is_refused_before_a_page_is_made(tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    for text in (HOSTILE["long"], HOSTILE["nul"], HOSTILE["half"], HOSTILE["override"], 7):
        with pytest.raises(InputError, match="this page cannot be made"):
            board.to_html(tmp_path / "page.html", title=text)  # 7 is no text
    assert list(tmp_path.iterdir()) == []
