"""The owner of a folder of tables makes one by mouse, and people come by its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from tests.browser.lab import point
from tests.browser.test_keyboard import AXE, FINDINGS, axe_findings

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from tests.browser.pictures import picture
from tests.table.wire import Owner, served_folder


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    with served_folder(tmp_path) as served:
        yield served


def opened(browser: Browser, owner: Owner, **options: object) -> tuple[Page, list[str]]:
    """The owner's page, and the errors of all pages of its browser."""
    context = browser.new_context(**options)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page = context.new_page()
    page.goto(f"{owner.address}/make#{owner.token}")
    return page, errors


def test_the_owner_makes_a_table_with_an_opponent_and_two_people_come(browser: Browser, owner: Owner) -> None:
    page, errors = opened(browser, owner, viewport={"width": 1100, "height": 800})
    page.get_by_role("button", name="First steps").click()
    expect(page.locator(".about img[src^=blob]")).to_be_visible()
    page.get_by_label("Name of the table").fill("Anna's first game")
    page.get_by_label("Blue").select_option("random")
    page.get_by_role("button", name="Make the table").click()
    table = page.get_by_role("article", name="Anna's first game")
    expect(table.get_by_role("heading")).to_be_focused()
    expect(table.get_by_role("textbox")).to_have_count(3)  # the computer's seat needs no link
    table.get_by_role("button", name="Copy the link for Red").click()
    expect(table.get_by_text("Copied")).to_be_visible()
    table.get_by_role("button", name="QR code of the link for Red").click()
    drawn = table.get_by_role("img", name="QR code of the link for Red")
    expect(drawn).to_have_attribute("src", re.compile("^data:image/svg"))
    expect(table.locator("figure:visible")).to_contain_text("This link opens this place for anybody.")
    picture(page, "lobby-code.png")
    table.get_by_role("button", name="QR code of the link for Red").click()
    expect(drawn).to_be_hidden()
    picture(page, "lobby-made.png")
    links = {
        place: table.get_by_label(f"Link for {place}", exact=True).input_value() for place in ("Red", "Spectators")
    }
    # The page stands at this machine's own address, so it gives the links that the server knows.
    assert {link.partition("#")[0] for link in links.values()} == {"http://tables.example/"}
    red, onlooker = (page.context.new_page() for _ in range(2))
    for place, at in (("Red", red), ("Spectators", onlooker)):
        at.goto(links[place].replace("http://tables.example", owner.address))
        expect(at.locator(".hexwidget")).to_be_visible()
    expect(table).to_contain_text("Red is here. The computer plays blue (random). 1 spectator.")
    red.bring_to_front()
    board, spaces = red.locator(".hexwidget"), hw.scenario("depletion/first-steps").position.map
    for space in ("0203", "0303"):
        red.mouse.click(*point(board, spaces, space))
        red.wait_for_timeout(100)
    red.locator(".hexwidget-confirm:visible").click()
    for at, title in ((red, "Your turn · Anna's first game"), (onlooker, "Red to act · Anna's first game")):
        expect(at).to_have_title(title)
        expect(at.locator(".hexwidget-history")).to_contain_text("0303")
    page.bring_to_front()
    table.get_by_role("button", name="New link for Red").click()
    page.get_by_role("button", name="Give a new link").click()
    expect(red.locator("#present")).to_have_text("This link was replaced. Ask for the new one.")
    expect(table.get_by_label("Link for Red", exact=True)).not_to_have_value(links["Red"])
    table.get_by_role("button", name="Close the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    expect(table).to_have_count(0)
    expect(page.get_by_role("heading", name="Open tables")).to_be_focused()
    expect(onlooker.locator("#present")).to_have_text("The table is closed.")
    assert [error for error in errors if "WebSocket" not in error] == []
    page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_people_come_to_a_table_by_the_code_that_its_owner_shows(browser: Browser, owner: Owner, theme: str) -> None:
    owner.make(title="Anna and Ben")
    looks = {"color_scheme": theme, "contrast": "more", "bypass_csp": True}  # for axe alone
    page, errors = opened(browser, owner, viewport={"width": 1100, "height": 800}, **looks)
    table = page.get_by_role("article", name="Anna and Ben")
    table.get_by_role("button", name="Show the door").click()
    door = table.get_by_role("region", name="Door")
    expect(door).to_contain_text("The door is closed")
    door.get_by_role("button", name="Open the door").click()
    expect(door.get_by_role("img", name="QR code of http://tables.example/#code=")).to_have_attribute(
        "src", re.compile("^data:")
    )
    code = str(owner.ask("tables")["tables"][0]["code"])
    expect(door.get_by_text(code, exact=True)).to_be_visible()
    expect(door.get_by_text("tables.example", exact=True)).to_be_visible()
    page.add_script_tag(path=AXE)
    assert page.locator("body").evaluate(FINDINGS) == []
    picture(page, f"lobby-door-{theme}.png")
    phone = browser.new_context(viewport={"width": 390, "height": 844}, **looks).new_page()
    phone.goto(owner.address)
    phone.get_by_label("The code that you see").fill(code)
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Anna and Ben")).to_be_visible()
    phone.get_by_label("Your name").fill("Ben")
    phone.get_by_label("Blue").check()
    phone.add_script_tag(path=AXE)
    assert phone.locator("body").evaluate(FINDINGS) == []
    picture(phone, f"table-joining-{theme}.png")
    phone.get_by_role("button", name="Come in").click()
    expect(phone.locator("#places")).to_contain_text("Blue: Ben")
    expect(phone).to_have_url(re.compile("/#place=[0-9a-f]{12}$"))
    expect(door).to_contain_text("1 has come in: Ben (blue).")
    expect(table).to_contain_text("Blue (Ben) is here.")
    door.get_by_role("button", name="Close the door").click()
    expect(door).to_contain_text("The door is closed")
    assert owner.ask("tables")["tables"][0]["code"] == ""
    assert errors == []
    for each in (page, phone):
        each.context.close()


def test_the_owners_page_by_keyboard_on_a_phone_in_the_dark_and_axe_finds_nothing(
    browser: Browser, owner: Owner
) -> None:
    view = {"viewport": {"width": 390, "height": 780}, "color_scheme": "dark", "bypass_csp": True}  # for axe alone
    page, errors = opened(browser, owner, **view)
    page.get_by_role("button", name="A relic before a forest").press("Enter")
    expect(page.get_by_role("heading", name="Make a table")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Name of the table")).to_be_focused()
    page.get_by_text("Readings of the rules").press("Enter")
    page.get_by_label("Rounds").fill("0")
    page.add_script_tag(path=AXE)
    assert axe_findings(page) == []
    picture(page, "lobby-form.png")
    page.get_by_label("Rounds").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 1 of 2")).to_be_visible()
    assert axe_findings(page) == []
    picture(page, "lobby-phone.png")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Close the table").press("Enter")
    expect(page.get_by_role("button", name="Leave it as it is")).to_be_focused()
    assert axe_findings(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Close the table")).to_be_focused()
    assert errors == []
    page.goto("about:blank")
    page.goto(f"{owner.address}/make#{'x' * 32}")
    expect(page.locator("#said")).to_contain_text("This link does not open the page of all tables.")
    page.context.close()
