"""A book of MyST, which Jupyter Book 2 builds: boards, a course and an exercise through its ``anywidget`` directive.

MyST's own command reads the pages and copies the module. Its theme is not on npm, but the part of it that shows widgets is: a page
of ours hands MyST's data to that part. See ``make test-hosts``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from tests.browser.direct import new_page
from tests.conftest import Take
from tests.share.conftest import SCREENSHOTS

ROOT = Path(__file__).parents[2]
PACKAGES = Path(sys.prefix) / "manager" / "node_modules"
MYST = PACKAGES / "mystmd" / "dist" / "myst.cjs"
pytestmark = pytest.mark.skipif(not MYST.is_file(), reason="mystmd of npm is not installed: make test-hosts")
BOOK = """\
version: 1
project: {title: A book, toc: [{file: index.md}, {file: lesson.md}]}
site: {template: book-theme}
"""
SHOW = """\
import { ANY_RENDERERS } from "@myst-theme/anywidget";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const TAGS = { heading: "h2", paragraph: "p", block: "section", root: "main" };
const shown = (node, key) =>
  node.type === "text" ? node.value
  : node.type === "anywidget" ? createElement(ANY_RENDERERS.anywidget, { node, key })
  : createElement(TAGS[node.type] ?? "div", { key }, (node.children ?? []).map(shown));
const page = new URLSearchParams(location.search).get("page");
const { mdast } = await (await fetch(`content/${page}.json`)).json();
createRoot(document.body.appendChild(document.createElement("div"))).render(shown(mdast, 0));
"""
STYLE = """\
body { font: 16px/1.5 system-ui; max-width: 62em; margin: 2em auto; background: #fff; color: #1c1917 }
html.dark body { background: #1c1917; color: #e7e5e4 }
"""
"""The colours of MyST's theme, which names the dark one by a class."""


class Quiet(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return "text/javascript" if str(path).endswith(".mjs") else super().guess_type(path)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that MyST makes of a book."""
    folder = tmp_path_factory.mktemp("book")
    session = hw.Session("depletion/first-steps")
    session.play("0203-0303-0304")
    session.goto(0)
    exercise = hw.lessons.load("plotted")[0]
    text = f"# Boards\n\n{hw.Board(session).to_myst(folder)}\nA question:\n\n{exercise.to_myst(folder)}"
    (folder / "index.md").write_text(text, encoding="utf-8")
    (folder / "lesson.md").write_text(hw.lessons.first_game("plotted").to_myst(folder), encoding="utf-8")
    (folder / "myst.yml").write_text(BOOK)
    # Without a network it ends with an error, as the theme is missing; pages and module are there before.
    subprocess.run(["node", MYST, "build", "--site", "--ci"], cwd=folder, check=False, capture_output=True)
    return folder / "_build" / "site"


@pytest.fixture(scope="module")
def address(book: Path) -> Iterator[str]:
    """The address of the book with the page that shows it."""
    public = book / "public"
    (book / "content").rename(public / "content")
    (public / "show.mjs").write_text(SHOW)
    bundle = [ROOT / "js" / "node_modules" / ".bin" / "esbuild", public / "show.mjs", "--bundle", "--format=esm"]
    made = subprocess.run(
        [*bundle, '--define:process.env.NODE_ENV="production"', f"--outfile={public / 'made.mjs'}"],
        env={"PATH": "/usr/bin:/bin", "NODE_PATH": str(PACKAGES)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    head = f"<!doctype html><html lang=en><title>Book</title><link rel=icon href='data:,'><style>{STYLE}</style>"
    (public / "page.html").write_text(f'{head}<script type="module" src="made.mjs"></script>')
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(public))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/page.html?page="
        server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    said: list[str] = []
    asked: list[str] = []
    made = new_page(browser, 1200)
    made.on("request", lambda r: None if r.url.startswith(("http://127.0.0.1", "blob:")) else asked.append(r.url))
    made.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    made.on("pageerror", lambda error: said.append(str(error)))
    yield made
    made.close()
    assert asked == []
    assert said == []


def widgets(node: dict[str, Any]) -> list[dict[str, Any]]:
    """The widgets below a node of MyST's data."""
    return [node] * (node["type"] == "anywidget") + [w for c in node.get("children", ()) for w in widgets(c)]


def test_myst_reads_the_directives_and_copies_the_module_once(book: Path) -> None:
    modules = list((book / "public").glob("hexwidget-*.mjs"))
    assert len(modules) == 1
    for name, many in (("index", 2), ("lesson", 6)):
        folder = book / "content" if (book / "content").is_dir() else book / "public" / "content"
        found = widgets(json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["mdast"])
        assert len(found) == many
        assert {widget["esm"] for widget in found} == {f"/{modules[0].name}"}
        assert all(widget["model"]["recording"] for widget in found)


@pytest.mark.host("Jupyter Book 2, MyST", "exported", "offline", "dark")
@pytest.mark.parametrize("dark", [False, True])
def test_a_page_of_myst(address: str, page: Page, take: Take, dark: bool) -> None:
    page.goto(f"{address}index")
    if dark:
        page.evaluate("document.documentElement.classList.add('dark')")
    board, asked = page.locator(".hexwidget").first, page.locator(".hexwidget").nth(1)
    board.get_by_label("One step on").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    expect(asked).to_contain_text("Mark every hex that red's infantry")
    light = "getComputedStyle(each).backgroundColor.match(/\\d+/g).every(part => part > 128)"
    assert board.evaluate(f"each => {light}") is not dark
    page.wait_for_timeout(1500)
    page.screenshot(path=SCREENSHOTS / f"myst-{'dark' if dark else 'light'}.png", full_page=True)
    take(page, *(["dark"] if dark else ["exported", "offline"]))


def test_a_course_of_myst(address: str, page: Page) -> None:
    page.goto(f"{address}lesson")
    expect(page.locator(".hexwidget")).to_have_count(6)
    expect(page.get_by_role("heading", name="1 of 6: The messenger")).to_be_visible()
    expect(page.locator(".hexwidget").first).to_contain_text("Your aim")
    page.screenshot(path=SCREENSHOTS / "myst-course.png")
