"""The pages of a course, opened from a folder with the network blocked: stages, callouts, exercises, one part a screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import hexwidget as hw
from hexwidget.lessons import Course, exercise, first_game
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_keyboard import AXE, FINDINGS
from tests.browser.test_pages import opened

STAGE = first_game("depletion").stages[0]
ASKED = exercise("mark", STAGE.position, piece="0202", clauses=["D1.1"], title="How far?")
OWN = Course([STAGE, ASKED, first_game("depletion").stages[1]], "Rides")


def heading(page: Page) -> Locator:
    return page.locator("section:not([hidden]) > h2")


def findings_of_axe(browser: Browser, address: str, width: int = 1200, scheme: str = "light") -> object:
    """What axe finds on a page whose policy lets it in."""
    page = browser.new_context(bypass_csp=True, viewport={"width": width, "height": 900}).new_page()
    page.emulate_media(color_scheme=scheme)  # one of two words
    page.goto(address)
    page.locator("section:not([hidden]) .hexwidget").wait_for()
    page.add_script_tag(path=str(AXE))
    found = page.locator("body").evaluate(FINDINGS)
    page.close()
    return found


def callout(page: Page) -> str:
    found = page.locator("section:not([hidden]) .hexwidget-callout")
    return found.inner_text() if found.is_visible() else ""


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
def test_a_learner_reads_looks_answers_and_goes_on(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    with opened(browser, OWN.to_html(tmp_path / "course.html", play="https://rules.example/play.html")) as page:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # one of two words
        parts = page.get_by_role("navigation", name="Parts of the course")
        expect(heading(page)).to_have_text("1 of 3: The ride home")
        expect(page.locator(".hexwidget-aim")).to_contain_text(STAGE.aim)
        expect(page.locator("section:not([hidden]) > p", has_text=STAGE.aim)).to_be_hidden()
        first = callout(page)
        page.get_by_role("button", name="Got it").click()
        expect(page.locator(".hexwidget-callout")).not_to_have_text(first)
        surface = page.locator(".hexwidget-surface").first
        surface.scroll_into_view_if_needed()
        page.mouse.click(*point(surface, STAGE.position.map, "0202"))
        expect(page.locator(".hexwidget-panel").first).to_contain_text("avalry")
        page.mouse.click(*point(surface, STAGE.position.map, "0702"))
        expect(page.locator(".hexwidget-finding").first).to_be_visible()
        assert page.get_by_role("button", name="Next step").count() == 0
        assert page.get_by_role("link", name="Play this stage").get_attribute("href") is not None
        picture(page, f"course-page-{width}.png")
        parts.get_by_role("button", name="Next part").click()
        expect(heading(page)).to_be_focused()
        expect(parts).to_contain_text("2 of 3")
        asked = page.locator("section:not([hidden]) .hexwidget")
        asked.wait_for()
        for space in ASKED.key.split(", "):
            asked.locator(".hexwidget-surface").scroll_into_view_if_needed()
            page.mouse.click(*point(asked.locator(".hexwidget-surface"), STAGE.position.map, space))
        asked.get_by_role("button", name="Confirm").click()
        expect(asked.locator(".hexwidget-panel")).to_contain_text("Right.")
        assert findings_of_axe(browser, page.url, width, scheme) == []
        assert page.url.endswith("#part=2")
        page.go_back()
        expect(heading(page)).to_have_text("1 of 3: The ride home")


def test_a_teacher_steps_through_the_way_and_each_callout_comes_at_its_step(browser: Browser, tmp_path: Path) -> None:
    followed, _ = OWN.check()
    with opened(browser, OWN.to_html(tmp_path / "teacher.html", solution=True)) as page:
        board = page.locator("section:not([hidden]) .hexwidget")
        seen: list[str] = []
        while True:
            while told := callout(page):
                seen.append(told.splitlines()[0])
                board.get_by_role("button", name="Got it").click()
                page.wait_for_timeout(100)
            if board.get_by_role("button", name="Next step").count() == 0:
                break
            board.get_by_role("button", name="Next step").click()
            page.wait_for_timeout(200)
        texts = [f"{each.title} {each.text}" for _, each in followed.callouts]
        assert seen == [text.splitlines()[0] for text in texts]
        assert len({number for number, _ in followed.callouts}) > 1  # at several steps
        expect(board.locator(".hexwidget-panel")).to_contain_text("That is how it goes.")
        expect(board.locator(".hexwidget-aim")).to_contain_text(f"{STAGE.within - len(followed.actions)} actions left.")
        picture(page, "course-page-teacher.png")
        page.get_by_role("button", name="Next part").click()
        page.get_by_text("The answer").click()
        expect(page.get_by_text(ASKED.task.solution("")[0].text)).to_be_visible()
        assert findings_of_axe(browser, page.url) == []
        expect(page.get_by_role("button", name="Next part")).to_be_enabled()


def test_without_scripts_all_parts_stand_below_each_other(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(OWN.to_html(tmp_path / "course.html").as_uri())
    expect(page.locator("section > h2")).to_have_count(3)
    expect(page.locator("section > p", has_text=STAGE.aim)).to_be_visible()
    expect(page.get_by_role("button", name="Next part")).to_have_count(0)
    page.close()


def test_the_address_names_a_part(browser: Browser, tmp_path: Path) -> None:
    path = OWN.to_html(tmp_path / "course.html")
    page = browser.new_page()
    page.goto(f"{path.as_uri()}#part=3")
    expect(heading(page)).to_have_text("3 of 3: The forest")
    page.goto(f"{path.as_uri()}#part=99")
    expect(heading(page)).to_have_text("3 of 3: The forest")
    assert isinstance(hw.open_link(hw.link(OWN)), Course)
    page.close()
