"""The whole wheel on the board: a game by mouse to its end, and a turn by keys."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

import hexwidget as hw
from hexwidget.systems.rondel.atlas import WHEEL
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_board import drawn, eventually

SHORES = hw.scenario("rondel/first-maneuver").position.map
START = """
import hexwidget as hw
start = hw.system("rondel").position(
    map="two_shores", players=["romans", "greeks"], wheel="whole", rounds=4, markers={"romans": 4, "greeks": 4},
    units={"romans": {"corinth": "2 legions", "ionian": "galley"}, "greeks": {"athens": "legion"}},
    cities={"romans": {"corinth": "city", "sparta": "city"}, "greeks": {"athens": "temple", "thebes": "city"}},
    stores={"romans": {"marble": 6, "iron": 2, "gold": 9}, "greeks": {"marble": 1, "iron": 4, "gold": 1}},
    yields={"thebes": "gold", "corinth": "marble", "sparta": "iron", "athens": "iron", "ephesus": "gold"},
)
board = hw.Board(start)
board
"""


class Game:
    """A game on a board that is played by mouse."""

    def __init__(self, cells: DirectCells) -> None:
        self.cells, self.board = cells, cells.board()

    @property
    def prompt(self) -> Locator:
        return self.board.locator(".hexwidget-prompt")

    def has(self, *cells: str) -> None:
        """Expect a nation's row of the ledger: its name, the goods with their yields, and its tokens."""
        row = self.board.locator(".hexwidget-ledger tr").filter(has_text=cells[0])
        expect(row.locator("th, td")).to_have_text(list(cells))

    def click(self, province: str) -> None:
        self.cells.page.mouse.click(*point(self.board, SHORES, province))

    def press(self, name: str) -> None:
        # The button that confirms names what is missing, so it may have the same name.
        others = self.board.locator("button:not(.hexwidget-confirm)")
        self.board.get_by_role("button", name=name, exact=True).and_(others).click()

    def confirm(self, prompt: str) -> None:
        expect(self.prompt).to_contain_text(prompt)
        self.board.locator(".hexwidget-confirm").click()
        expect(self.prompt).not_to_contain_text(prompt)

    def turn(self, wedge: int, prompt: str) -> None:
        """Move the marker by a click on the wheel: on the wedge of this number, from 1."""
        self.board.locator(".hexwidget-wheel path").nth(wedge - 1).click()
        self.confirm(prompt)

    def end_turn(self) -> None:
        self.press("End the turn")
        self.confirm("end the turn. Confirm?")

    def move(self, origin: str, to: str, label: str) -> None:
        self.click(origin)
        expect(self.prompt).to_contain_text("choose where it goes")
        self.click(to)
        self.confirm(f"go to {label}.")
        expect(self.prompt).to_contain_text("choose units to move")

    def end_movement(self) -> None:
        self.press("End the movement")
        self.confirm("end the movement phase?")
        expect(self.board.locator(".hexwidget-status")).to_contain_text("conquest")


def test_a_game_by_mouse_to_its_end(cells: DirectCells) -> None:
    cells.open_cells(START)
    game = Game(cells)
    expect(game.prompt).to_contain_text("Romans: choose a wedge; the marker is on maneuver")
    game.has("romans", "6 +1", "2 +1", "9 +0", "23")

    # The Romans build a temple, and the Greeks set up units.
    game.turn(5, "move the marker on 1 wedge to temple")
    cells.page.mouse.move(*point(game.board, SHORES, "athens"))
    expect(game.board.locator(".hexwidget-panel")).to_contain_text("build temples in their own cities")
    game.click("corinth")
    game.confirm("Build a temple in Corinth for 5 marble. Confirm?")
    game.has("romans", "1 +3", "2 +1", "9 +0", "23")
    game.end_turn()
    game.turn(6, "move the marker on 2 wedges to arming")
    game.click("athens")
    expect(game.prompt).to_contain_text("Set up 1 legion in Athens for 1 iron. Confirm?")
    game.board.get_by_role("button", name="Galleys: one more than 0").click()
    picture(cells.page, "rondel-a-city-arms.png")
    game.confirm("Set up 1 legion and 1 galley in Athens for 2 iron. Confirm?")
    game.end_turn()

    # The Romans obtain know-how. The Greeks maneuver, and found a city.
    game.turn(7, "move the marker on 2 wedges to know-how")
    game.press("WHEEL, 7 gold")
    game.confirm("Obtain WHEEL for 7 gold. Confirm?")
    expect(game.board.locator(".hexwidget-panel")).to_contain_text("WHEEL 4 (romans)")
    game.end_turn()
    game.turn(8, "move the marker on 2 wedges to maneuver")
    game.move("athens", "ephesus", "Ephesus")
    game.end_movement()
    game.click("ephesus")
    game.confirm("Found a city in Ephesus for 1 marble, 1 iron and 1 gold. That ends the conquests (R5.2). Confirm?")
    game.has("greeks", "0 +0", "1 +3", "0 +2", "22")
    game.end_turn()

    # The Romans cross two borders, and lack iron and men for more. The Greeks bring in their gold.
    game.turn(8, "move the marker on 1 wedge to maneuver")
    game.move("corinth", "thebes", "Thebes")
    game.end_movement()
    game.click("thebes")
    game.confirm("Conquer Thebes: defence strength 1. It costs 1 legion. Confirm?")
    game.end_turn()
    game.turn(3, "move the marker on 3 wedges to gold")
    game.has("greeks", "0 +0", "1 +3", "1 +1", "23")
    game.end_turn()

    # The last round: the Romans pay for a long way with goods of their choice.
    game.board.locator(".hexwidget-wheel path").nth(3).click()
    expect(game.prompt).to_contain_text("move the marker on 4 wedges to maneuver for 1 iron")
    game.press("Pay 1 marble")
    picture(cells.page, "rondel-a-wedge-is-paid.png")
    game.confirm("move the marker on 4 wedges to maneuver for 1 marble")
    assert cells.python("print(board.last_action)") == "wheel 4 paying 1 marble"
    game.end_movement()
    game.end_turn()
    game.turn(4, "move the marker on 1 wedge to maneuver")
    game.end_movement()
    game.end_turn()
    expect(game.board.locator(".hexwidget-status")).to_contain_text("have the most cities (3) (R5.3)")


def test_a_turn_by_keys_alone(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nboard = hw.Board(hw.scenario('rondel/city-under-enemy-eyes'))\nboard",
    )
    game = Game(cells)
    game.board.locator(".hexwidget-surface").focus()
    cells.page.keyboard.press("ArrowRight")  # the focus starts on a province with a choice, Athens
    expect(game.board.locator("[aria-live=polite]")).to_contain_text(
        "Set up units in Athens, at most 3 more in this turn"
    )
    cells.page.keyboard.press("Enter")
    expect(game.prompt).to_contain_text("Set up 1 legion in Athens")
    for more in ("Legions: one more than 1", "Galleys: one more than 0"):
        game.board.get_by_role("button", name=more).focus()
        cells.page.keyboard.press("Enter")
    expect(game.prompt).to_contain_text("Set up 2 legions and 1 galley in Athens for 3 iron. Confirm?")
    game.board.locator(".hexwidget-surface").focus()
    cells.page.keyboard.press("Enter")
    expect(game.board.locator(".hexwidget-panel")).to_contain_text("set up 2 legions and 1 galley in Athens for 3 iron")
    assert cells.python("print(board.last_action)") == "arm athens with 2 legions 1 galley"
    cells.page.keyboard.press("Shift+E")
    expect(game.prompt).to_contain_text("end the turn. Confirm?")
    game.board.get_by_role("button", name="Confirm").focus()
    cells.page.keyboard.press("Enter")
    expect(game.board.locator(".hexwidget-status")).to_have_text("Round 2: Romans move their marker")
    expect(game.board.locator(".hexwidget-wheel text")).to_have_count(len(WHEEL) + 1)  # the hub has the title


def test_the_inland_sea_with_the_whole_wheel(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nboard = hw.Board(hw.scenario('rondel/inland-sea-whole-wheel'))\nboard",
    )
    game = Game(cells)
    expect(game.board.locator(".hexwidget-panel")).to_contain_text("The bank has 20 temples.")
    eventually(game.cells, lambda: len(drawn(game.board, "token")) == 32)  # a good for each province of land
    picture(cells.page, "rondel-the-whole-wheel.png")
