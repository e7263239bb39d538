"""A class in the browser: a learner comes in and plays, and the teacher sees it on the wall, and steps in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_keyboard import AXE, axe_findings

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.lessons import first_game
from hexwidget.serving.pages import code_picture
from tests import inside
from tests.browser.pictures import picture
from tests.classroom.serving import Served, served_class
from tests.classroom.test_wall import TOO_FAR


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with served_class(tmp_path / "class") as found:
        yield found


def opened(browser: Browser, address: str, **options: object) -> tuple[Page, list[str]]:
    """A page of a browser of its own, and its errors."""
    context = browser.new_context(**options)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    page = context.new_page()
    page.goto(address)
    return page, errors


def checked(page: Page, name: str) -> None:
    """Look for faults that a screen reader meets, and keep a picture where they are wanted."""
    page.evaluate(AXE.read_text("utf-8"))
    assert axe_findings(page) == []
    picture(page, f"class-{name}.png")


SEEN = """
e => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  const points = [[left + 4, top + 4], [(left + right) / 2, (top + bottom) / 2], [right - 4, bottom - 4]];
  return points.every(([x, y]) => e.contains(document.elementFromPoint(x, y)));
}
"""
"""True if two corners and the middle of an element lie in the viewport, and nothing covers them."""


def in_view(*elements: Locator) -> None:
    """Ask the page if a person sees some elements."""
    for each in elements:
        expect(each).to_be_visible()
        assert each.evaluate(SEEN), f"covered or out of view: {each}"


def test_a_wall_whose_line_was_cut_shows_who_is_there(browser: Browser, served: Served) -> None:
    for name in ("Anna", "Ben"):
        served.join(name)
    teacher, errors = opened(browser, f"{served.address}/wall#{served.folder.tokens['teacher']}")
    cards = teacher.get_by_role("listitem")
    expect(cards).to_have_count(2)
    expect(teacher).to_have_url(re.compile("/wall#place=[0-9a-f]{12}$"))  # the token has left the address
    teacher.reload()
    expect(cards).to_have_count(2)
    anna = next(each.id for each in served.folder.learners.values() if each.name == "Anna")

    def cut_and_forget() -> object:
        for viewer in inside.walls(served.channels.wall):
            viewer.drop()
        return asyncio.ensure_future(served.channels.forget(anna))

    served.call(cut_and_forget)
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Ben")
    assert not errors


def test_a_lost_place_is_given_back_by_a_qr_code_on_the_wall(browser: Browser, served: Served) -> None:
    served.join("Anna")
    wall = f"{served.address}/wall#{served.folder.tokens['teacher']}"
    teacher, errors = opened(browser, wall, viewport={"width": 1280, "height": 900})
    teacher.get_by_role("button", name="Anna", exact=False).click()
    teacher.get_by_role("button", name="New link").click()
    teacher.get_by_role("button", name="Give a new link").click()
    given = teacher.get_by_role("dialog")
    link = given.get_by_role("textbox", name="Link").input_value()
    image = given.get_by_role("img", name=f"QR code of {link}")
    expect(image).to_have_attribute("src", code_picture(link))
    in_view(image, given.get_by_text("Point the camera of Anna’s phone or tablet here."))
    checked(teacher, "link")
    scanned, more = opened(browser, link, viewport={"width": 390, "height": 844})
    expect(scanned.locator("#who")).to_have_text("Anna")
    assert not errors + more


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_class_comes_in_by_the_code_on_the_wall(browser: Browser, served: Served, theme: str) -> None:
    looks = {"color_scheme": theme, "contrast": "more"}
    wall = f"{served.address}/wall#{served.folder.tokens['teacher']}"
    teacher, errors = opened(browser, wall, viewport={"width": 1280, "height": 900}, **looks)
    door, code = teacher.get_by_role("region", name="Door"), served.folder.code
    address = served.address.removeprefix("http://")
    image = door.get_by_role("img", name=f"QR code of {served.address}/#code={code}")
    in_view(door.get_by_text(code, exact=True), door.get_by_text(address, exact=True), image)
    expect(image).to_have_attribute("src", re.compile("^data:image/svg"))
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    in_view(door.get_by_text("Only this machine can open this address. For all in the room: give another host."))
    expect(door).to_contain_text("Nobody has come in yet.")
    expect(teacher).to_have_url(re.compile("/wall#place=[0-9a-f]{12}$"))  # a projector shows the address bar
    checked(teacher, f"door-{theme}")

    learner, faults = opened(browser, served.address, viewport={"width": 390, "height": 844}, **looks)
    typed = learner.get_by_label("The code that you see")
    expect(typed).to_be_focused()
    wrong = "2" if code[-1] != "2" else "3"
    typed.fill(code[:-1] + wrong)
    learner.keyboard.press("Enter")
    expect(learner.get_by_role("alert")).to_contain_text("This code opens nothing here.")
    checked(learner, f"code-{theme}")
    learner.keyboard.press("Backspace")  # the last letter alone was wrong
    learner.keyboard.type(code[-1].lower())
    expect(typed).to_have_value(re.compile(f"^{code}$", re.IGNORECASE))
    learner.keyboard.press("Enter")
    learner.get_by_label("Your name").fill("Anna")
    learner.keyboard.press("Enter")
    welcome = learner.get_by_role("dialog")
    in_view(welcome.get_by_role("button", name="Begin"), welcome.get_by_role("textbox", name="Link"))
    expect(welcome.get_by_role("button", name="Begin")).to_have_class("main")
    expect(door).to_contain_text("1 has come in: Anna.")
    expect(teacher.locator("#summary")).to_have_text("1 of 1 here. Nobody is stuck.")  # she reads the welcome
    checked(learner, f"welcome-{theme}")
    learner.keyboard.press("Enter")
    expect(welcome).to_have_count(0)
    expect(learner.locator(".hexwidget")).to_contain_text("Bring a red unit to 0402.")

    scanned, more = opened(browser, f"{served.address}/#code={code}", viewport={"width": 390, "height": 844})
    scanned.get_by_label("Your name").fill("\u0410nn\u0430")
    scanned.keyboard.press("Enter")
    expect(scanned.get_by_role("alert")).to_contain_text("somebody is here as \u0410nn\u0430 already")
    scanned.get_by_label("Your name").fill("Ben")
    scanned.keyboard.press("Enter")
    expect(door).to_contain_text("2 have come in: Anna, Ben.")
    door.get_by_role("button", name="Close the door").click()
    expect(door).to_contain_text("The door is closed")
    expect(door).not_to_contain_text(code)
    expect(door.get_by_role("button", name="Open the door")).to_be_focused()
    late, _ = opened(browser, f"{served.address}/#code={code}")
    expect(late.get_by_role("alert")).to_contain_text("This code opens nothing here.")
    door.get_by_role("button", name="All are here").click()
    expect(teacher.locator("#boards").get_by_role("listitem")).to_have_count(2)
    assert [each for each in errors + faults + more if "403" not in each] == []


def test_a_bar_of_two_rows_covers_no_callout_on_a_learners_page(browser: Browser, tmp_path: Path) -> None:
    with served_class(tmp_path / "class", first_game("plotted")) as served:
        link = f"{served.address}/#join={served.folder.tokens['class']}"
        learner, faults = opened(browser, link, viewport={"width": 1280, "height": 900})
        learner.get_by_label("Your name").fill("Anna")
        learner.keyboard.press("Enter")
        learner.get_by_role("button", name="Begin").click()
        in_view(learner.locator(".hexwidget-aim"), learner.locator(".hexwidget-bar"))
        learner.locator(".hexwidget-surface").focus()
        for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
            learner.keyboard.press(key)
        expect(learner.locator(".hexwidget-bar")).to_contain_text("Back from")
        in_view(learner.locator(".hexwidget-callout"), learner.locator(".hexwidget-bar"))
        assert not faults


def test_a_learner_plays_and_the_teacher_sees_it_and_steps_in(browser: Browser, served: Served) -> None:
    tokens = served.folder.tokens
    link = f"{served.address}/#join={tokens['class']}"
    learner, faults = opened(browser, link, viewport={"width": 390, "height": 780}, color_scheme="dark")
    checked(learner, "join")
    learner.get_by_label("Your name").fill("Anna")
    learner.keyboard.press("Enter")
    assert learner.get_by_role("textbox", name="Link").input_value().startswith(f"{served.address}/#")
    learner.get_by_role("button", name="Begin").click()
    expect(learner.locator(".hexwidget")).to_contain_text("Bring a red unit to 0402.")
    expect(learner.locator("#who")).to_have_text("Anna")
    checked(learner, "learner")

    teacher, errors = opened(
        browser, f"{served.address}/wall#{tokens['teacher']}", viewport={"width": 1280, "height": 800}
    )
    card = teacher.get_by_role("listitem").filter(has_text="Anna")
    expect(card).to_contain_text("1 of 3: Bring a red unit to 0402.")
    expect(card.locator("img[src^=blob]")).to_be_visible()
    learner.get_by_role("button", name="Play it for me").click()
    expect(card).to_contain_text("(done)")
    checked(teacher, "wall")

    card.get_by_role("button").focus()
    teacher.keyboard.press("Enter")
    teacher.get_by_label("A note for Anna").fill("Well played")
    teacher.get_by_role("button", name="Send as a note").click()
    expect(learner.locator("#said")).to_contain_text("Your teacher: Well played")
    expect(card.get_by_role("button")).to_be_focused()
    card.get_by_role("button").click()
    checked(teacher, "wall-card")
    teacher.get_by_role("button", name="Show this board to all").click()
    shown, back = learner.locator("#eyes"), learner.get_by_role("button", name="Back to my board")
    expect(shown.locator("img[src^=blob]")).to_be_visible()
    for width, height in ((390, 780), (1280, 800)):
        learner.set_viewport_size({"width": width, "height": height})
        in_view(shown.locator("img"), shown.get_by_text("Eyes on this, please."), back, learner.locator("#said"))
        in_view(learner.locator("#who"), learner.locator("#opener"))
    checked(learner, "eyes")
    back.click()
    expect(shown).to_be_hidden()
    in_view(learner.locator(".hexwidget-stage"))
    teacher.get_by_role("button", name="Stop showing").click()
    expect(learner.locator("#eyes")).to_be_hidden()
    teacher.get_by_role("button", name="Parts").click()
    expect(teacher.get_by_role("row").filter(has_text="Anna")).to_contain_text("begun")
    checked(teacher, "wall-parts")
    teacher.get_by_role("button", name="Clauses").click()
    expect(teacher.get_by_role("table")).to_contain_text("P1.")
    checked(teacher, "wall-clauses")

    teacher.get_by_role("button", name="Boards").click()
    zoe = served.sit(served.join("Zoe"))
    for _ in range(3):
        assert not zoe.ask("play", action=TOO_FAR)["ok"]
    first, second = (teacher.locator("#boards").get_by_role("listitem").nth(n) for n in range(2))
    expect(first).to_contain_text("Stuck: 3 refusals by P1.3")
    expect(first).not_to_contain_text("Refused")
    expect(second).to_contain_text("Anna")
    in_view(first.get_by_text("Stuck"), teacher.get_by_label("A part for all"))
    checked(teacher, "wall-stuck")
    zoe.socket.close()

    learner.goto("about:blank")
    learner.goto(link)
    learner.get_by_role("button", name="Go on as Anna").click()
    expect(learner.locator(".hexwidget")).to_contain_text("That is how it goes.")
    learner.get_by_role("button", name="Menu").last.click()
    learner.get_by_role("button", name="Delete all my data").click()
    learner.get_by_role("button", name="Delete all", exact=True).click()
    expect(learner.locator("#present")).to_contain_text("This link opens nothing here")
    expect(card).to_have_count(0)
    assert [each.name for each in served.folder.learners.values()] == ["Zoe"]
    assert faults == errors == []
