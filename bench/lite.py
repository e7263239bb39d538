"""The pages of `make lite` from opening to the first board, beside bare pages of the same Pyodide that show one slider of
ipywidgets.

The pages take turns, each in a browser of its own with a cold cache. All files come from one server on this machine, which
sends the compressed file beside a file, as servers of static files do. The bare page loads Pyodide and ipywidgets as their
documentation says, and the manager of ipywidgets for web pages meanwhile. A notebook is run as soon as its kernel is ready.
Of two runs the slower one counts.

A board stands before Python does, and what a link carries is shown at once. So three moments are measured: the board stands, a first
pass is taken, and Python has confirmed it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from bench.results import Result, Target
from hexwidget import Scenario, Session, link, scenario
from hexwidget.lessons import Course, course, first_game
from tests.browser.lab import launch
from tests.share.pages import BOARD, IDLE, notebook, with_notebooks
from tests.share.serving import Sent, serve

TITLE = "How long until the first board stands on a page without a server?"
UNLIKE = __doc__.partition("\n\n")[2]

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_site"
MANAGER = "bench/node_modules/@jupyter-widgets/html-manager/dist/libembed-amd.js"
RUNS = 2
MOST_FILES = 12
SLIDER = ".widget-slider .noUi-handle"
NOTEBOOKS = {
    "slider.ipynb": ["import ipywidgets", "ipywidgets.IntSlider(7)"],
    "board.ipynb": ["import hexwidget as hw", "hw.Board(hw.scenario('depletion/first-steps'))"],
}
START = "depletion/first-steps"
BARE, LAB = "a bare page: one slider", "JupyterLite: a notebook with one slider"
FIRST, LINK = "play.html: the first board of a bundled scenario", "play.html with a link: its board"
GAME, LEARN, COURSE = "play.html with a game: its board", "play.html: a first game", "play.html with a course"
TAKEN, CONFIRMED = "play.html with a link: a first pass is taken", "play.html with a link: Python has confirmed it"
BOARD_IN_LAB = "JupyterLite: a notebook with one board"


def a_game() -> Session:
    """A game of one move."""
    game = Session(START)
    game.play("0203-0303")
    return game


def address(thing: Scenario | Session | Course) -> str:
    """The text behind the # of the address that shows a position, a game or a course."""
    return link(thing, "PAGE").removeprefix("PAGE#")


@cache
def pages() -> dict[str, tuple[str, str]]:
    """The pages by their names in the table, each with the element that it shows."""
    return {
        BARE: ("bare/bare.html", SLIDER),
        FIRST: (f"lab/play.html#{START}", BOARD),
        LINK: (f"lab/play.html#{address(scenario(START))}", BOARD),
        GAME: (f"lab/play.html#{address(a_game())}", BOARD),
        LEARN: ("lab/play.html#learn/depletion", BOARD),
        COURSE: (f"lab/play.html#{address(course(first_game('plotted').stages[:2], 'Orders in secret'))}", BOARD),
        CONFIRMED: (f"lab/play.html#{address(scenario(START))}", BOARD),
        LAB: ("lab/lab/index.html?path=slider.ipynb", SLIDER),
        BOARD_IN_LAB: ("lab/lab/index.html?path=board.ipynb", BOARD),
    }


BESIDE = {
    **dict.fromkeys((FIRST, LINK, GAME, LEARN, COURSE), (BARE, 0.1)),
    TAKEN: (BARE, 0.15),
    CONFIRMED: (BARE, 0.6),
    BOARD_IN_LAB: (LAB, 1.5),
}
"""For each page with a board the page with the slider beside it, and the target: the most times of that page's time."""
# The time from the opening of the page to the end of the first frame in which a condition is true.
WATCH = """([name, condition]) => { const look = () => eval(condition)
    ? setTimeout(() => { window[name] = performance.now() / 1000; }) : requestAnimationFrame(look);
  requestAnimationFrame(look); }"""
PASSED = "document.querySelector('.hexwidget-step')?.textContent === 'step 1 of 1'"
MOMENTS = {
    TAKEN: PASSED,
    CONFIRMED: f"{PASSED} && !document.querySelector('.hexwidget-status').textContent.includes('Python')",
}
"""The moments after a first pass, each with its condition in JavaScript."""
STANDS = "the board stands"
LONGEST_MS = 300_000


def extra_files() -> dict[str, bytes]:
    """The files that the site lacks, by their addresses: the bare page and the two notebooks."""
    return {
        "/bare/bare.html": (ROOT / "bench" / "bare.html").read_bytes(),
        "/bare/libembed-amd.js": (ROOT / MANAGER).read_bytes(),
        **with_notebooks(SITE, {name: notebook(*cells) for name, cells in NOTEBOOKS.items()}),
    }


def opened(playwright: Playwright, site: str, path: str, moments: Mapping[str, str]) -> dict[str, float]:
    """Seconds from the opening of a page to the first frame of each moment. If there are several, the first one is followed by a pass.

    :param moments: the condition of each, in JavaScript
    """
    browser = launch(playwright)
    try:
        page = browser.new_context(bypass_csp=True, viewport={"width": 1300, "height": 1000}).new_page()
        for moment in moments.items():
            page.add_init_script(f"({WATCH})({json.dumps(moment)})")
        page.goto(f"{site}/{path}")
        if ".ipynb" in path:
            page.wait_for_function(IDLE, timeout=LONGEST_MS)
            page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        for number, name in enumerate(moments):
            page.wait_for_function("name => window[name]", arg=name, timeout=LONGEST_MS)
            if number == 0 and len(moments) > 1:
                for button in ("Pass", "Confirm"):
                    page.locator(".hexwidget").get_by_role("button", name=button).click()
        return {name: float(page.evaluate("name => window[name]", name)) for name in moments}
    finally:
        browser.close()


def run(quick: bool = False) -> list[Result | Target]:
    """Open the pages in turn; print the files that the pages with boards ask for."""
    if not (SITE / "lab" / "play.html").exists():
        raise SystemExit("bench lite measures the site of `make lite`: run that first")
    taken: dict[str, list[float]] = {name: [] for name in (*pages(), TAKEN)}
    sent: dict[str, Mapping[str, int]] = {}
    with sync_playwright() as playwright:
        for _ in range(1 if quick else RUNS):
            for name, (path, selector) in pages().items():
                log: Sent = {}
                shown = f"document.querySelector({json.dumps(selector)})"
                moments = {STANDS: shown, **MOMENTS} if name == CONFIRMED else {name: shown}
                with serve(SITE, log, extra_files()) as site:
                    for moment, seconds in opened(playwright, site, path, moments).items():
                        if moment in taken:
                            taken[moment].append(seconds)
                sent[name] = log
    return [*figures(taken, sent), *targets(taken)]


def figures(taken: Mapping[str, list[float]], sent: Mapping[str, Mapping[str, int]]) -> list[Result]:
    """The rows of the table. Prints the files of the pages with boards."""
    found = []
    for name, times in taken.items():
        files = sent.get(name, {})
        note = f"{len(files)} files, {sum(files.values()) / 1e6:.1f} MB" if files else ""
        found.append(Result("lite", 0, name, max(times), ratio_to_slider(name, taken), note))
        if files and name in BESIDE:
            print(f"{name}: {note}; the largest, in bytes:")
            for path, size in sorted(files.items(), key=lambda each: -each[1])[:MOST_FILES]:
                print(f"  {size:>10,}  {path}")
    return found


def ratio_to_slider(name: str, taken: Mapping[str, list[float]]) -> float | None:
    """The slower time to a board in times of the slower time to the slider; None for a slider."""
    return max(taken[name]) / max(taken[BESIDE[name][0]]) if name in BESIDE else None


def targets(taken: Mapping[str, list[float]]) -> list[Target]:
    """The targets of the pages with boards."""
    return [
        Target(f"{name}, in times of a slider there", most, ratio_to_slider(name, taken), at_most=True)
        for name, (_, most) in BESIDE.items()
    ]
