"""The pages of classes and tables in Chromium on a server that speaks German: each text is in the language that the page says it is in.

The translations carry marks, as in `tests.words.test_one_language`: a text with `lang="de"` has a mark at each word, one with `lang="en"` has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget import languages
from hexwidget.english import translated
from hexwidget.lessons import first_game
from tests.browser.test_class import checked, opened
from tests.classroom.serving import Served, served_class
from tests.table.wire import served_folder
from tests.words.test_one_language import MARK, TRANSLATED, WORD, marked_german

__all__ = ["marked_german"]

TEXTS = """() => {
  const found = [["", document.documentElement.lang, document.title]];
  const walk = (node, lang) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) found.push(["", lang, node.data.trim()]);
    if (["STYLE", "SCRIPT", "NOSCRIPT"].includes(node.tagName) || node.classList?.contains("hexwidget")) return;
    const own = node.getAttribute?.("lang") || lang;
    for (const name of ["title", "aria-label", "placeholder", "alt"])
      if (node.getAttribute?.(name)) found.push([name, own, node.getAttribute(name)]);
    for (const child of node.childNodes) walk(child, own);
  };
  walk(document.body, document.documentElement.lang);
  return found;
}"""
"""The texts of a page without its board, seen or heard, each with its language."""
DATA = (
    r"\b[2-9A-Y]{5}\b",
    "Anna",
    "Ben",
    "hexwidget",
    "give another host",
    "closed",
    r"https?://\S+",
    r"\d+\.\d+\.\d+\.\d+(:\d+)?",
    "host",
    "QR",
)
"""Names, addresses, and words that are the same in each language."""


def wrong_on(page: Page) -> list[str]:
    """The texts of a page that are not in the language that it says they are in."""
    found = []
    for kind, lang, text in page.evaluate(TEXTS):
        words = [word for word in WORD.findall(re.sub("|".join(DATA), " ", text)) if len(word) > 1]
        if any(word.endswith(MARK) != (lang == "de") for word in words):
            found.append(f"{lang} {kind}: {text}")
    return found


def said(text: str, name: str) -> str:
    """A text of the pages in the language of a system's game."""
    return languages.catalogue_of("de").served[text][0] if name in TRANSLATED else text


@pytest.fixture(autouse=True)
def german(marked_german: None) -> Iterator[None]:
    hw.use_language("de")
    yield
    hw.use_language("en")


def test_a_planted_text_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(
        f'<html lang="de"><body><p>Tür{MARK} <b lang="en">Door</b></p><p title="Door">2 Tür</p></body></html>'
    )
    assert wrong_on(page) == ["de title: Door", "de : 2 Tür"]
    page.close()


class Class:
    """A wall and two learners."""

    def __init__(self, browser: Browser, served: Served, name: str) -> None:
        self.name, self.served = name, served
        self.wall, self.errors = opened(browser, f"{served.address}/wall#{served.folder.tokens['teacher']}")
        expect(self.wall.locator("#wall")).to_be_visible()
        self.anna, more = opened(browser, served.address)
        self.errors = [*self.errors, *more]

    def press(self, page: Page, text: str, *values: str) -> None:
        """Press a button or link, by its words in English."""
        words = said(text, self.name)
        for n, value in enumerate(values):
            words = words.replace(f"{{{n}}}", value)
        page.locator("button:visible, a:visible").filter(has_text=re.compile(f"^{re.escape(words)}$")).first.click()

    def right(self, page: Page) -> None:
        expect(page.locator("html")).to_have_attribute("lang", "de" if self.name in TRANSLATED else "en")
        assert wrong_on(page) == []


@pytest.mark.parametrize("name", ["plotted", "depletion"])
def test_a_class_speaks_one_language(browser: Browser, tmp_path: Path, name: str) -> None:
    with served_class(tmp_path / "class", first_game(name)) as served:
        at = Class(browser, served, name)
        wall, anna = at.wall, at.anna
        at.right(wall)
        at.right(anna)
        anna.get_by_role("textbox").fill("22222")
        anna.keyboard.press("Enter")
        expect(anna.get_by_role("alert")).not_to_be_empty()
        at.right(anna)
        anna.get_by_role("textbox").fill(served.folder.code)
        anna.keyboard.press("Enter")
        expect(anna.locator("#join legend, #join .dim").first).to_be_attached()
        at.right(anna)
        anna.get_by_role("textbox").fill("Anna")
        anna.keyboard.press("Enter")
        expect(anna.get_by_role("dialog")).to_be_visible()
        at.right(anna)
        anna.keyboard.press("Enter")
        expect(anna.locator("#board .hexwidget")).to_be_visible()
        anna.locator("#opener").click()
        at.right(anna)
        at.press(anna, "Delete all my data …")
        at.right(anna)
        anna.keyboard.press("Escape")
        served.join("Ben")
        expect(wall.locator("#boards li")).to_have_count(2)
        at.right(wall)
        for view in ("boards", "parts", "clauses", "games", "boards"):
            wall.locator(f"[data-view={view}]").click()
            wall.wait_for_timeout(500)  # a table is shown soon
            at.right(wall)
        for text in ("New link …", "Delete …"):
            wall.locator(".learner .name").first.click()
            at.right(wall)
            at.press(wall, text)
            at.right(wall)
            wall.keyboard.press("Escape")
        for text in ("Give the next hint", "Send as a note", "Show this board to all, without the name"):
            wall.locator(".learner .name").first.click()
            at.press(wall, text)
            expect(wall.locator("#said")).to_be_visible()
            at.right(wall)
        expect(anna.locator("#eyes")).to_be_visible()
        at.right(anna)
        checked(anna, f"eyes-{name}")
        at.press(wall, "Stop showing a board")
        for text in ("Open for all …", "End the class …"):
            at.press(wall, text)
            at.right(wall)
            wall.keyboard.press("Escape")
        wall.locator("#wall input[placeholder]").fill("2 + 2")
        at.press(wall, "Note to all")
        expect(anna.locator("#said")).to_contain_text("2 + 2")
        at.right(anna)
        at.right(wall)
        checked(wall, f"wall-{name}")
        wall.locator("[data-view=games]").click()
        for text in ("Simul …", "Pairs …"):
            at.press(wall, text)
            at.right(wall)
            if text == "Simul …":
                wall.keyboard.press("Escape")
        wall.locator("dialog input[type=checkbox]").nth(1).check()
        wall.locator("dialog [type=submit]").click()
        expect(anna.locator("#tables a")).to_have_count(1)
        expect(wall.locator("#games table")).to_be_visible()
        at.right(wall)
        at.right(anna)
        anna.locator("#tables a").click()
        expect(anna.locator("#board .hexwidget")).to_be_visible()
        expect(anna.locator("#places li").first).to_be_visible()
        at.right(anna)
        checked(anna, f"table-{name}")
        anna.locator("#opener").click()
        at.right(anna)
        at.press(anna, "Resign …")
        at.right(anna)
        at.press(anna, "Resign")
        expect(anna.locator("#over")).not_to_be_empty()
        at.right(anna)
        at.press(anna, "Look back")
        expect(anna.locator("#returning")).to_be_visible()
        at.right(anna)
        at.press(anna, "Back to the table")
        at.press(wall, "Delete the games …")
        at.right(wall)
        wall.keyboard.press("Escape")
        served.call(served.channels.viewers.drop, None)
    expect(anna.locator("#present.cut")).to_be_visible(timeout=10_000)
    at.right(anna)
    expect(wall.locator("#said.error")).to_be_visible(timeout=10_000)
    at.right(wall)
    assert [error for error in at.errors if "WebSocket" not in error] == []


def test_each_table_of_a_list_speaks_the_language_of_its_game(browser: Browser, tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        page, errors = opened(browser, f"{owner.address}/make#{owner.token}")
        for name, scenario, lang in (
            ("plotted", "plotted/the-ford", "de"),
            ("depletion", "depletion/first-steps", "en"),
        ):
            expect(page.locator(".gallery").first).to_be_visible()
            assert wrong_on(page) == []
            title = hw.scenario(scenario).title
            with languages.speaking(lang):
                words = translated(title)
            page.locator(".gallery button").filter(has_text=words).first.click()
            form = page.locator("form.making")
            expect(form).to_be_visible()
            for each in form.locator("summary").all():
                each.click()
            expect(page.locator("section[lang]").last).to_have_attribute("lang", lang)
            assert wrong_on(page) == []
            form.locator("fieldset select").last.select_option("greedy")
            form.locator("[type=submit]").click()
            card = page.locator("article").first
            expect(card).to_have_attribute("lang", lang)
            card.locator("button", has_text=said("Show the door", name)).click()
            expect(card.locator(".entrance")).to_be_visible()
            assert wrong_on(page) == []
            card.locator(".links [aria-expanded]").first.click()
            assert wrong_on(page) == []
            for text in ("New link", "Close the table"):
                card.locator("button", has_text=re.compile(f"^{said(text, name)}$")).first.click()
                assert wrong_on(page) == []
                page.keyboard.press("Escape")
            link = card.locator(".links input").first.input_value()
            player, more = opened(browser, link.replace("http://tables.example", owner.address))
            expect(player.locator("#board .hexwidget")).to_be_visible()
            expect(player.locator("#places li").first).to_be_visible()
            expect(player.locator("html")).to_have_attribute("lang", lang)
            assert wrong_on(player) == []
            player.locator("#opener").click()
            assert wrong_on(player) == []
            page.wait_for_timeout(3_500)  # the list looks again
            assert wrong_on(page) == []
            errors += more
        checked(page, "german-list")
    assert [error for error in errors if "WebSocket" not in error] == []
