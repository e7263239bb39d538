"""A lesson about one clause, made in JupyterLab with the mouse alone (and the keys that write its words), as a teacher makes it: an
own map, two notes, an arrow, a question, and a second board that answers it. It becomes a page, a link, a file and paper."""

from __future__ import annotations

import re
import time
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

import hexwidget as hw
from hexwidget.lessons import read_exercises
from tests.browser.lab import Lab, point
from tests.browser.pictures import SCREENSHOTS, picture
from tests.browser.test_board import eventually

CELL = """import hexwidget as hw
hw.use_site("https://rules.example/hexwidget")
board = hw.Board("depletion/first-steps")
board"""
MAP = hw.system("depletion").position(map=[" ".join("......")] * 4, offset="odd-r", players=["red", "blue"]).map


class Hand:
    """A teacher's mouse. It writes down what is clicked."""

    def __init__(self, lab: Lab) -> None:
        self.page: Page = lab.page
        self.board: Locator = lab.board()
        self.log: list[str] = []
        self.begun = time.monotonic()

    def note(self, what: str) -> None:
        self.log.append(f"{time.monotonic() - self.begun:6.1f} s  click {len(self.log) + 1:2}  {what}")

    def click(self, target: Locator, what: str) -> None:
        self.page.wait_for_timeout(300)  # the hand moves
        target.scroll_into_view_if_needed()
        expect(target).to_be_visible()
        box = target.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.note(what)

    def press(self, name: str) -> None:
        self.click(self.board.get_by_role("button", name=name, exact=True), name)

    def hexes(self, *names: str) -> None:
        for name in names:
            self.page.mouse.click(*point(self.board, MAP, name))
            self.note(f"the hex {name}")

    def write(self, label: str, text: str) -> None:
        self.click(self.board.get_by_label(label, exact=True), f"the field {label}, and writes {text!r}")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def caption(self, text: str) -> None:
        field = self.board.locator(".hexwidget-caption input")
        expect(field).to_be_focused()
        self.page.keyboard.type(text)
        self.click(self.board.get_by_role("button", name="OK"), f"OK, after {text!r}")
        expect(field).to_be_hidden()

    def save(self, name: str, folder: Path) -> Path:
        with self.page.expect_download() as coming:
            self.press(name)
        path = folder / coming.value.suggested_filename
        coming.value.save_as(path)
        return path


def draws(hand: Hand) -> None:
    """Paint the map, put the pieces, and draw two notes and an arrow."""
    hand.press("Mountain")
    hand.hexes("0302", "0303")
    hand.press("Archers")
    hand.hexes("0202")
    hand.press("Draw")
    hand.press("Note")
    hand.hexes("0202")
    hand.caption("An archer has 2 movement points.")
    hand.hexes("0302")
    hand.caption("A mountain takes both.")
    hand.press("Light")
    hand.press("Arrow")
    hand.hexes("0202", "0402")
    hand.caption("over the mountain?")


def test_a_lesson_about_a_clause_is_made_with_the_mouse(lab: Lab, browser: Browser, tmp_path: Path) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.open_cells(CELL)
    hand = Hand(lab)
    hand.board.scroll_into_view_if_needed()
    hand.click(hand.board.get_by_label("More", exact=True), "the menu")
    hand.press("Edit the position")
    hand.press("Map")
    hand.write("Title", "Over the mountain")
    hand.write("Words about it", "Ground has its price. The red archer looks at the mountain.")
    hand.write("Columns", "6")
    hand.write("Rows", "4")
    hand.press("Blank map")
    eventually(lab, lambda: lab.python("print(board.position.map)") == "<HexMap 6x4 odd-r>")
    hand.press("Pieces")
    draws(hand)
    hand.press("Ask")
    hand.press("Mark")
    hand.press("Piece")
    hand.hexes("0202")
    hand.write("Sentence", "Mark every hex that the archer can reach.")
    hand.press("Ask it")
    expect(hand.board.get_by_role("button", name="Back to the editor")).to_be_visible()
    expect(hand.board.locator(".hexwidget-said").first).to_contain_text("Mark every hex that the archer can reach.")
    picture(lab.page, "lesson-tried.png")
    hand.press("Back to the editor")
    hand.press("Share")
    page, file = hand.save("Save as page", tmp_path), hand.save("Save as file", tmp_path)
    paper = hand.save("Save as handout", tmp_path)
    hand.press("Copy a link that plays")
    expect(hand.board.locator(".hexwidget-copied")).to_contain_text("Link copied.")
    took = time.monotonic() - hand.begun
    link = lab.page.evaluate("navigator.clipboard.readText()")
    picture(lab.page, "lesson-made.png")
    SCREENSHOTS.mkdir(exist_ok=True)
    (SCREENSHOTS / "lesson-by-mouse.txt").write_text("\n".join(hand.log) + f"\n{len(hand.log)} clicks, {took:.0f} s\n")
    assert (page.name, paper.name) == ("over-the-mountain.html", "over-the-mountain-handout.html")
    assert "<h1>Answers</h1>" in paper.read_text(encoding="utf-8")
    (exercise,) = read_exercises(file.read_text(encoding="utf-8"), "depletion")
    opened = hw.open_link(link)
    assert link.startswith("https://rules.example/hexwidget/lab/play.html#preview=")
    (asked,) = opened.parts
    assert [note.text for note in asked.drawn.notes] == [
        "An archer has 2 movement points.",
        "A mountain takes both.",
    ]
    told = "Ground has its price. The red archer looks at the mountain."
    assert asked.question == f"{told}\n\nMark every hex that the archer can reach."
    assert asked.answer(exercise.key)
    is_answered(browser, page, exercise.key.split(", "))


def is_answered(browser: Browser, path: Path, right: list[str]) -> None:
    """The page asks the question without a kernel and a network, takes the answer, and shows it on a second board."""
    errors: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri())
    board = page.locator(".hexwidget").first
    expect(board.locator(".hexwidget-panel")).to_contain_text("Mark every hex that the archer can reach.")
    expect(page.get_by_text("Ground has its price.")).to_be_visible()
    for on_paper in (".hexwidget-notes li >> nth=1", "p.hexwidget-notes"):
        expect(page.locator(on_paper)).to_be_hidden()
        page.emulate_media(media="print")
        expect(page.locator(on_paper)).to_be_visible()
        page.emulate_media(media="screen")
    for name in right:
        page.mouse.click(*point(board, MAP, name))
    expect(board.locator(".hexwidget-prompt")).to_contain_text(f"{len(right)} marked")
    board.locator(".hexwidget-confirm").last.click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("Right.")
    picture(page, "lesson-page.png")
    page.get_by_text("The answer", exact=True).click()
    expect(page.locator("details[open] .hexwidget, details[open] .hexwidget-still").first).to_be_visible()
    picture(page, "lesson-page-answer.png", full_page=True)
    pdf = page.pdf(format="A4", path=SCREENSHOTS / "lesson.pdf")
    assert re.search(rb"/Type\s*/Page\b", pdf)
    page.close()
    assert errors == []
