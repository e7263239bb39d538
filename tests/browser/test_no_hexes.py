"""Boards without hexes: provinces with a wheel beside them, and a mat of cards."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture

ZONES = hw.scenario("frontiers/three-frontiers").position.observe("red").seen.map
SHORES = hw.scenario("rondel/first-maneuver").position.map


def prompt(board: Locator) -> Locator:
    return board.locator(".hexwidget-prompt")


def status(board: Locator) -> Locator:
    return board.locator(".hexwidget-status")


def test_a_maneuver_by_mouse_from_the_wheel_to_a_city(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\n"
        "start = hw.scenario('rondel/first-maneuver').position\n"
        "described = start.system.to_json(start) | {'phase': 'wheel', 'markers': {'romans': 1, 'greeks': 5}}\n"
        "board = hw.Board(start.system.from_json(described))\nboard",
    )
    board = cells.board()
    expect(status(board)).to_have_text("Round 1: Romans move their marker")
    board.locator(".hexwidget-wheel path").nth(1).click()
    expect(prompt(board)).to_contain_text("move the marker on 1 wedge to iron, which passes the turn")
    board.locator(".hexwidget-wheel path").nth(3).click()
    expect(prompt(board)).to_contain_text("move the marker on 3 wedges to maneuver. Confirm?")
    board.get_by_role("button", name="Confirm").click()
    expect(status(board)).to_have_text("Round 1: Romans' movement phase")
    cells.page.mouse.click(*point(board, SHORES, "corinth"))
    expect(prompt(board)).to_contain_text("Legion in Corinth, 2 actions left")
    # The panel explains why the sea is barred.
    cells.page.mouse.move(*point(board, SHORES, "ionian"))
    expect(board.locator(".hexwidget-panel")).to_contain_text("only galleys may cross it")
    cells.page.mouse.click(*point(board, SHORES, "athens"))
    expect(prompt(board)).to_contain_text("go to Athens. Greeks may ask for battle (R3.6). Confirm?")
    picture(cells.page, "rondel-a-legion-sets-out.png")
    cells.page.mouse.click(*point(board, SHORES, "athens"))
    expect(prompt(board)).to_contain_text("Greeks: romans have 1 legion in Athens, you have 1. Ask for battle?")
    board.get_by_role("button", name="Fight", exact=True).click()
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("romans and greeks lose 1 legion each")
    # Two more legions and two galleys against a defence strength of 3.
    for space, unit in (("corinth", "Legion"), ("corinth", "Legion"), ("ionian", "Galley")):
        cells.page.mouse.click(*point(board, SHORES, space))
        expect(prompt(board)).to_contain_text(f"{unit} in")
        cells.page.mouse.click(*point(board, SHORES, "athens"))
        expect(prompt(board)).to_contain_text("go to Athens")
        cells.page.mouse.click(*point(board, SHORES, "athens"))
        expect(prompt(board)).to_contain_text("choose units to move")
    cells.page.keyboard.press("Shift+E")
    expect(prompt(board)).to_contain_text("end the movement phase?")
    cells.page.keyboard.press("Enter")
    expect(status(board)).to_have_text("Round 1: Romans' conquest phase")
    # Each legion has an action left. The galley has used its one and lies on its side, so the city stands.
    cells.page.mouse.move(*point(board, SHORES, "delos"))
    cells.page.mouse.move(*point(board, SHORES, "athens"))
    expect(board.locator(".hexwidget-panel")).to_contain_text("have 2 upright units there: 1 too few")
    picture(cells.page, "rondel-a-city-is-too-strong.png")


def test_a_maneuver_by_keyboard_alone(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nboard = hw.Board(hw.scenario('rondel/two-ways-to-pay'))\nboard",
    )
    board = cells.board()
    board.locator(".hexwidget-surface").focus()
    cells.page.keyboard.press("ArrowRight")  # the focus starts on a province with a choice, Ephesus
    expect(board.locator("[aria-live=polite]")).to_contain_text(
        "Conquer Ephesus, defence strength 1 (city) + 1 (unit) = 2"
    )
    cells.page.keyboard.press("Enter")
    expect(prompt(board)).to_contain_text("It costs 2 legions. Confirm?")
    board.get_by_role("button", name="Legions paid: one less than 2").focus()
    cells.page.keyboard.press("Enter")
    expect(prompt(board)).to_contain_text("It costs 1 legion and 1 galley. Confirm?")
    board.locator(".hexwidget-surface").focus()
    cells.page.keyboard.press("Enter")
    expect(board.locator(".hexwidget-panel")).to_contain_text("paid with 1 legion and 1 galley")
    assert cells.python("print(board.last_action)") == "conquer ephesus with 1 legion 1 galley"


def test_cards_are_played_units_committed_and_damage_sealed_on_two_boards(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nfrom ipywidgets import VBox\n"
        "session = hw.Session(hw.scenario('frontiers/three-frontiers').position, seed=3)\n"
        "red, blue = hw.Board(session, player='red'), hw.Board(session, player='blue')\nVBox([red, blue])",
    )
    red, blue = cells.board(0), cells.board(1)

    def lies(board: Locator, space: str, yes: bool = True) -> None:
        layers, name = expect(board.locator(".hexwidget-layers")), re.compile(f'"{space}"')
        (layers.to_have_attribute if yes else layers.not_to_have_attribute)("data-places", name)

    def click(board: Locator, space: str) -> None:
        cells.page.mouse.click(*point(board, ZONES, space))

    lies(red, "red hand spearmen")
    lies(red, "blue hand archers", False)
    label = red.locator(".hexwidget-surface").get_attribute("aria-label") or ""
    assert "Spearmen" in label
    assert "Archers" not in label.split("Blue has")[1].split("in hand")[1].split(". Frontier")[0]
    red.scroll_into_view_if_needed()
    click(red, "red hand spearmen")
    expect(prompt(red)).to_contain_text("Deploy Spearmen for 2 Farmers. Confirm?")
    picture(cells.page, "frontiers-a-card-is-chosen.png")
    red.get_by_role("button", name="Confirm").click()
    expect(prompt(red)).to_have_text("It is blue's turn to act.")
    lies(red, "spearmen2")
    # Blue passes. Red commits two units: a click on a unit, then on its frontier, then the next.
    blue.get_by_role("button", name="Pass").click()
    blue.get_by_role("button", name="Confirm").click()
    expect(prompt(red)).to_contain_text("Red: choose a card from your hand, or units to commit")
    for unit, frontier in (("Riders", 1), ("Militia", 2)):
        red.scroll_into_view_if_needed()
        click(red, f"{unit.lower()}1")
        expect(prompt(red)).to_contain_text(f"{unit}: to which frontier?")
        click(red, f"red advancing {frontier}")
    expect(prompt(red)).to_contain_text(
        "Commit Militia to frontier 2 and Riders to frontier 1. Confirm, or choose more units."
    )
    picture(cells.page, "frontiers-units-are-committed.png")
    red.get_by_role("button", name="Confirm").click()
    cells.python("for p in ('blue', 'red', 'red', 'blue'): session.play(f'{p}: pass')")
    # Combat: each player assigns damage on their own board and sees nothing of the other's.
    expect(prompt(blue)).to_contain_text("Confirm to seal")
    while blue.get_by_role("button", name="Confirm").count():
        before = prompt(blue).text_content()
        blue.get_by_role("button", name="Confirm").click()
        expect(prompt(blue)).not_to_have_text(before or "")
    expect(prompt(blue)).to_contain_text("your damage is sealed. You may change it until red has sealed.")
    expect(red.locator(".hexwidget-panel")).not_to_contain_text("blue assigns")
    picture(cells.page, "frontiers-damage-is-sealed.png")
    red.get_by_role("button", name="Frontier 2").click()
    expect(prompt(red)).to_contain_text("2 damage, none left over; it kills blue")
    red.get_by_role("button", name="Archers, 1 health left: one less than 1").click()
    expect(prompt(red)).to_contain_text(
        "is left over, and blue's Archers and blue's Spearmen would live: all must be assigned"
    )
    red.get_by_role("button", name="Spearmen, 3 health left: one more than 1").click()
    expect(prompt(red)).to_contain_text("it kills nobody")


def test_cards_by_keyboard_alone(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nboard = hw.Board(hw.scenario('frontiers/three-frontiers'))\nboard",
    )
    board = cells.board()
    said = board.locator("[aria-live=polite]")
    board.locator(".hexwidget-surface").focus()
    # The focus starts on the first card with a choice.
    expect(said).to_contain_text("Farmer, Red's hand. Villager of red. Deploy Farmer")
    cells.page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Feint")
    expect(said).to_contain_text("barred: F2.3")
    cells.page.keyboard.press("ArrowLeft")
    cells.page.keyboard.press("Enter")
    expect(prompt(board)).to_contain_text("Deploy Farmer. Confirm?")
    cells.page.keyboard.press("ArrowDown")  # the buttons are below the last row
    cells.page.keyboard.press("Enter")
    expect(prompt(board)).to_contain_text("Blue: choose a card from your hand")
    assert cells.python("print(board.last_action)") == "deploy farmer"
    # At the edge of the mat the keys stay on the board, and the notebook's cells stay unchanged.
    board.locator(".hexwidget-surface").focus()
    for _ in range(12):
        cells.page.keyboard.press("ArrowUp")
    cells.page.keyboard.press("p")
    expect(prompt(board)).to_contain_text("Blue: pass. Confirm?")
    cells.page.keyboard.press("Escape")
    expect(prompt(board)).to_contain_text("Blue: choose a card from your hand")
