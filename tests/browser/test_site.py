"""The site: its rulebooks, its search, its links, on a static server with the network blocked."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from html import escape, unescape
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from hexwidget.widget.frontend import STATIC
from tests.browser.conftest import SITE
from tests.browser.direct import hearing, lent_page, new_page
from tests.browser.pictures import picture
from tests.browser.test_keyboard import AXE

ROOT = Path(__file__).parents[2]
SYSTEMS = ("depletion", "plotted", "orders", "rondel", "frontiers")
KINDS_OF_PAGES = (
    *("index.html", "how-to/ask-why-a-move-is-illegal.html", "rulebook/plotted.html", "gallery.html"),
    *("reference/play.html", "about/index.html"),
)
"""A page of each kind."""
NEAR = 150
"""In pixels: a heading this far from the top of the window is what an address leads to."""
LEAST_OF_A_FIGURE = 100
"""In pixels: a figure is higher than this."""
CUT_OFF = """each => {
  const { left, right } = each.getBoundingClientRect();
  const beyond = text => { const box = text.getBoundingClientRect(); return box.left < left || box.right > right; };
  return [...each.querySelectorAll("text")].filter(beyond).map(text => text.textContent); }"""
MOST_BYTES = 1_500_000
"""The most that a visitor transfers before the first page's board, from a server that compresses nothing."""
MOST_OF_A_PAGE = 800_000
"""In bytes: no page is larger."""
ROOT_OF_SITE = urlsplit(SITE).path


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def copyfile(self, source: object, outputfile: object) -> None:
        try:
            super().copyfile(source, outputfile)  # it hands on what it is given
        except (BrokenPipeError, ConnectionResetError):
            """A page that is left asks for no more."""


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The address of the site on a static server."""

    def handler(*args: object) -> Quiet:
        return Quiet(*args, directory=str(site))  # it hands on what it is given

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def watched(page: Page) -> Iterator[None]:
    """See that a page asks no other host, and that its console shows no error."""
    asked: list[str] = []
    said: list[str] = []
    own = ("file:", "data:", "blob:", "about:", "http://127.0.0.1")
    heard: dict[Any, Callable[[Any], object]] = {
        "request": lambda r: None if r.url.startswith(own) else asked.append(r.url),
        "pageerror": lambda error: said.append(str(error)),
        "console": lambda m: said.append(m.text) if m.type == "error" else None,
    }
    with hearing(page, heard):
        yield
    assert asked == []
    assert said == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with lent_page(browser, 1200) as lent, watched(lent):
        yield lent


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds. The policy of the pages forbids conditions that Playwright evaluates in the page."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to hold within 20 seconds")


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rulebook_has_every_clause_with_its_readings_and_examples(name: str, site: Path) -> None:
    found = contents(site / "rulebook" / f"{name}.html")
    text, book = " ".join(found.text.split()), hw.system(name).rulebook
    for clause in book.values():
        assert clause.id in found.ids
        assert plain(clause.text) in plain(text)
    for option in book.options.values():
        assert all(value in text for value in option.values)
    for number in {clause.section for clause in book.values()}:
        assert number in found.ids
        assert book.sections[number] in text
    boards = sum(bool(clause.scenario) for clause in book.values())
    raw = (site / "rulebook" / f"{name}.html").read_text(encoding="utf-8")
    assert raw.count("<summary>For implementers</summary>") == sum(bool(clause.remark) for clause in book.values())
    assert all(f"<p>{escape(clause.remark)}</p></details>" in raw for clause in book.values() if clause.remark)
    assert raw.count('<details class="question">') == boards
    assert raw.count('class="hexwidget-recording"') >= max(1, 2 * boards)


def plain(text: str) -> str:
    """A text without what typography changes: quotes, dashes, spaces."""
    return "".join(c for c in text if c.isalnum())


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rulebook_says_what_a_refusal_leaves_unsaid(name: str, site: Path) -> None:
    text = unescape((site / "rulebook" / f"{name}.html").read_text(encoding="utf-8"))
    assert "A refusal names every clause that bars the action" in text
    for silence in hw.system(name).silences:
        assert silence.because in text
        assert f"<code>{silence.code}</code>" in text


def test_an_example_is_stepped_through_from_a_folder(site: Path, page: Page) -> None:
    page.goto((site / "rulebook" / "depletion.html").as_uri() + "#D4.6")
    board = page.locator("#D4-6 .hexwidget")
    board.wait_for()
    expect(board.locator(".hexwidget-step")).to_have_text("step 0 of 1")
    board.get_by_label("One step on").click()
    expect(board.locator(".hexwidget-happened")).to_contain_text("joins the army")
    clause = board.locator(".hexwidget-happened .hexwidget-cite").first
    cited = clause.text_content()
    clause.click()
    link = board.get_by_role("link", name="In the rulebook")
    assert (link.get_attribute("href") or "").endswith(f"rulebook/depletion.html#{cited}")
    picture(page, "site.png")


def test_a_worked_example_asks_a_question(site: Path, page: Page) -> None:
    page.goto((site / "rulebook" / "plotted.html").as_uri() + "#P1.4")
    asked = page.locator("#P1-4 .question")
    assert asked.locator(".hexwidget").count() == 0  # folded, it waits
    asked.get_by_text("let the mounted archers march").click()
    board = asked.locator(".hexwidget")
    board.get_by_role("button", name="No: P1.3").click()
    board.locator(".hexwidget-confirm").click()
    expect(board.locator(".hexwidget-said.hexwidget-wrong")).to_contain_text("does not bar it")
    board.get_by_role("button", name="Legal", exact=True).click()
    board.locator(".hexwidget-confirm").click()
    expect(board.locator(".hexwidget-said.hexwidget-right")).to_contain_text("Right")


@pytest.mark.parametrize(
    ("typed", "leads_to"),
    [
        ("zone of control", "rulebook/plotted.html#P4-3"),  # the title of a clause
        ("D8.6", "rulebook/depletion.html#D8-6"),  # its number
        ("compare_readings", "reference/hexwidget.html#hexwidget.compare_readings"),  # a name of the API
        ("hw.Board", "reference/hexwidget.html#hexwidget.Board"),  # a name as cells write it
        ("tiled map", "how-to/import-a-tiled-map.html"),  # an answer
    ],
)
def test_one_search_finds_clauses_names_and_answers_first(served: str, page: Page, typed: str, leads_to: str) -> None:
    page.goto(served)
    box = page.get_by_placeholder("Search")
    box.fill(typed)
    box.press("Enter")
    found = page.locator("#search-results a").first
    expect(found).to_be_visible()
    assert leads_to in (found.get_attribute("href") or "")


def test_the_first_page_has_a_board_that_steps_at_once(served: str, page: Page) -> None:
    sizes: list[int] = []
    with hearing(page, {"response": lambda response: sizes.append(int(response.headers.get("content-length", 0)))}):
        page.goto(served)
        board = page.locator(".first .hexwidget")
        board.wait_for()
        expect(board).to_be_in_viewport(ratio=0.6)
        board.get_by_label("One step on").click()
        expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 8")
        page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < MOST_BYTES


def test_each_figure_is_painted(site: Path, served: str, page: Page) -> None:
    pages = [path for path in site.rglob("*.html") if "plotly-graph-div" in path.read_text(encoding="utf-8")]
    assert len(pages) >= 4
    for path in pages:
        page.goto(served + path.relative_to(site).as_posix())
        page.wait_for_load_state("networkidle")
        for figure in page.locator(".plotly-graph-div").all():
            size = figure.bounding_box()
            assert size is not None
            assert size["height"] > LEAST_OF_A_FIGURE, path
            assert figure.evaluate(CUT_OFF) == [], path
            painted = figure.screenshot()
            figure.evaluate("each => { each.style.opacity = 0 }")
            assert figure.screenshot() != painted, path


@pytest.mark.parametrize("name", KINDS_OF_PAGES)
def test_axe_finds_nothing_and_nothing_is_cut_off(served: str, page: Page, name: str) -> None:
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(served + name)
    # The page's policy lets no script of ours in but by the debugger.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # they are the names of both
        has_no_findings(page, f"site-{name}-{theme}")


def has_no_findings(page: Page, name: str) -> None:
    """Look at a page at the width of a telephone, and let axe look at it at that of a screen."""
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_load_state("networkidle")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page is wider than a telephone"
    picture(page, f"{name}-390.png")
    scrolled = page.evaluate(
        "[...document.querySelectorAll('pre')].filter(e => e.tabIndex < 0).map(e => e.innerText.slice(0, 80))"
    )
    assert scrolled == [], "code that no key scrolls"
    page.set_viewport_size({"width": 1280, "height": 900})
    found = page.evaluate(
        "axe.run(document, {rules: {'label-content-name-mismatch': {enabled: true}}})"
        ".then(r => r.violations.flatMap(v => v.nodes.slice(0, 3).map(n => `${v.id}: ${n.html.slice(0, 140)}`)))"
    )
    assert found == []
    picture(page, f"{name}-1280.png")


@pytest.mark.parametrize(
    "anchor", ["rulebook/depletion.html#D9.2", "rulebook/orders.html#O8.4", "rulebook/plotted.html#P5-3"]
)
def test_an_address_leads_to_its_clause_though_boards_above_it_grow(served: str, page: Page, anchor: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(served + anchor)
    number = anchor.partition("#")[2].replace(".", "-")
    top = f"document.getElementById({number!r}).getBoundingClientRect().top"
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    until(page, lambda: abs(page.evaluate(top)) < NEAR)


class Contents(HTMLParser):
    """The texts, ids and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids |= {value for name in ("id", "name") if (value := values.get(name))}
        for name in ("href", "src"):
            if values.get(name) and tag != "base":
                self.links.append(values[name] or "")

    def handle_data(self, data: str) -> None:
        self.text += data


@cache
def contents(path: Path) -> Contents:
    found = Contents()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def test_every_link_leads_somewhere(site: Path) -> None:
    """Links within the site are followed, to their anchors. Links to other hosts stand in texts only: no page loads from one."""
    wrong = []
    for path in site.rglob("*.html"):
        for link in contents(path).links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            # The page for wrong addresses is shown at any depth, so its links begin at the root.
            within = unquote(address.path)
            rooted = within.startswith(ROOT_OF_SITE)
            start, rest = (site, within.removeprefix(ROOT_OF_SITE)) if rooted else (path.parent, within)
            target = (start / rest).resolve() if address.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                wrong.append(f"{path.relative_to(site)}: {link}: no such file")
            elif (
                address.fragment and target.suffix == ".html" and unquote(address.fragment) not in contents(target).ids
            ):
                wrong.append(f"{path.relative_to(site)}: {link}: no such anchor")
    assert wrong == []


def meta(html: str) -> dict[str, str]:
    """The descriptions in a page's head by their names."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" ?/?>', html)
    return {name: unescape(content) for name, content in found}


def test_pages_are_small_and_describe_themselves(site: Path) -> None:
    described = 0
    for path in site.rglob("*.html"):
        assert path.stat().st_size < MOST_OF_A_PAGE, path
        html, name = path.read_text(encoding="utf-8"), path.relative_to(site).as_posix()
        if name in {"404.html", "search.html", "genindex.html", "py-modindex.html"}:
            continue
        told = meta(html)
        assert len(told["description"]) > 20, name
        assert told["description"] == told["og:description"]
        assert told["og:url"] == SITE + name
        assert f'<link rel="canonical" href="{SITE}{name}">' in html
        assert told["og:image"] == f"{SITE}_static/card.png"
        described += 1
    listed = re.findall(r"<loc>([^<]+)</loc>", (site / "sitemap.xml").read_text(encoding="utf-8"))
    assert len(listed) == described > 100
    assert all((site / address.removeprefix(SITE)).is_file() for address in listed)
    card = Image.open(site / "_static" / "card.png")
    assert (str(card.width), str(card.height)) == (told["og:image:width"], told["og:image:height"])


def test_the_footer_leads_to_the_repository(served: str, page: Page) -> None:
    page.goto(served)
    assert page.get_by_label("The repository").get_attribute("href") == "https://forge.example/us/hexwidget"


def rooted(site: Path, folder: Path) -> None:
    """Copy a site to the place below a server's root where its pages say that they stand."""
    shutil.copytree(site, folder / ROOT_OF_SITE.strip("/"), ignore=shutil.ignore_patterns("rulebook", "_downloads"))


def test_a_wrong_address_shows_the_page_for_it(site: Path, page: Page, tmp_path: Path) -> None:
    rooted(site, tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(NotFound, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}{ROOT_OF_SITE}how-to/deep/nothing.html")
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        assert page.locator(".sidebar-logo").evaluate("each => each.naturalWidth") > 0
        picture(page, "site-404.png")
        page.get_by_role("link", name="Gallery").first.click()
        expect(page.get_by_role("heading", name="Gallery")).to_be_visible()
        page.wait_for_load_state("networkidle")  # its pictures, too, which come late
        page.goto("about:blank")
        server.shutdown()


class NotFound(Quiet):
    """A static server that answers as those of forges do: a wrong address gets 404.html."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        if Path(self.translate_path(self.path)).exists():
            return super().send_head()
        body = Path(self.directory, ROOT_OF_SITE.strip("/"), "404.html").read_bytes()
        self.send_response(200)  # a browser's console calls each 404 an error
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_reader_goes_from_version_to_version(site: Path, page: Page, tmp_path: Path, theme: str) -> None:
    rooted(site, tmp_path)
    root, old = tmp_path / ROOT_OF_SITE.strip("/"), hw.__version__
    shutil.copytree(root, root / old)
    (root / "versions.json").write_text(json.dumps({"newest": "9.0.0", "earlier": [old]}))
    newest = root / "index.html"
    newest.write_text(newest.read_text(encoding="utf-8").replace(f'data-version="{old}"', 'data-version="9.0.0"'))
    page.emulate_media(color_scheme=theme)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}{ROOT_OF_SITE}"
        page.goto(f"{address}index.html")
        expect(page.locator(".older")).to_have_count(0)
        page.get_by_label("Version").select_option(label=old)
        expect(page.locator(".older")).to_contain_text(f"These pages describe version {old}")
        assert page.url == f"{address}{old}/index.html"
        picture(page, f"site-versions-{theme}.png")
        page.get_by_role("link", name="the newest pages describe 9.0.0").click()
        expect(page.get_by_label("Version")).to_have_value(address)
        server.shutdown()


def test_the_reference_tells_of_the_public_names(site: Path) -> None:
    ids = contents(site / "reference" / "hexwidget.html").ids
    missing = [name for name in hw.__all__ if not any(i.endswith(f".{name}") for i in ids)]
    assert set(missing) <= {"environments", "explore", "lessons", "plots", "systems", "testing"}, "these are modules"


@pytest.mark.parametrize("within", [True, False])
def test_the_page_to_play_on_leads_home_where_there_is_one(browser: Browser, tmp_path: Path, within: bool) -> None:
    page = new_page(browser, 1200)
    (tmp_path / "lab").mkdir()
    for name in ("play.html", "play.js", "progress.js"):
        shutil.copy(ROOT / "tools" / "lite" / name, tmp_path / "lab")
    for name in ("preview.js", "board.js", "board.css"):
        shutil.copy(STATIC / name, tmp_path / "lab")
    if within:
        (tmp_path / "index.html").write_text("<!doctype html><title>Home</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/lab/play.html")
        page.wait_for_load_state("networkidle")
        home = page.get_by_role("link", name="Home")
        expect(home).to_have_count(1 if within else 0)
        if within:
            home.click()
            expect(page).to_have_title("Home")
        server.shutdown()
    page.close()
