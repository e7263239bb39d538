"""The editor: a position is made by mouse and by keyboard, its problems are listed, and it can be exported."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_board import MAP, board_of, eventually


def brush(board: Locator, name: str) -> None:
    board.get_by_role("button", name=name, exact=True).click()


def where(board: Locator, name: str) -> object:
    """The place of a brush on the page."""
    button = board.get_by_role("button", name=name, exact=True)
    for _ in range(100):
        if (box := button.bounding_box()) is not None:
            return box
        board.page.wait_for_timeout(20)  # it is being drawn anew
    raise AssertionError(f"there is no brush {name}")


def test_ground_is_painted_and_units_are_put_by_mouse(cells: DirectCells) -> None:
    board = board_of(cells)
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Edit the position").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Editing")
    brush(board, "Forest")
    x, y = point(board, MAP, "0703")
    cells.page.mouse.move(x, y)
    cells.page.mouse.down()
    cells.page.mouse.move(*point(board, MAP, "0705"), steps=12)
    cells.page.mouse.up()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    assert cells.python(
        "print([board.position.map.terrain(board.position.map.index(s)) for s in ('0703', '0705')])"
    ) == ("['forest', 'forest']")
    board.get_by_label("For whom").select_option("blue")
    brush(board, "Archers")
    at = where(board, "Archers")
    for n in range(5):
        cells.page.mouse.click(*point(board, MAP, "0902"))
        expect(board.locator(".hexwidget-step")).to_have_text(f"step {n + 2} of {n + 2}")
        assert where(board, "Archers") == at, "the brush moved under the pointer"
    # One unit too many: the clause is shown, and the position stays as it was made.
    expect(board.locator(".hexwidget-bar")).to_contain_text("5 units stand on 0902, and an army has at most 4.")
    picture(cells.page, "editor-a-clause-is-broken.png")
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".hexwidget-bar")).to_contain_text("The position breaks no clause.")
    brush(board, "Map")
    board.get_by_label("Rounds").fill("9")
    board.get_by_label("Rounds").press("Tab")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 9: Red to act")
    brush(board, "Share")
    board.locator(".hexwidget-editor").get_by_role("button", name="As Python").click()
    text = board.get_by_label("What you have made")
    expect(text).to_have_value(re.compile("rounds=9"))
    scope: dict[str, object] = {}
    exec(text.input_value(), scope)  # noqa: S102  (what the board has written)
    assert str(scope["position"]) == cells.python("print(board.position)")
    board.get_by_role("button", name="Done").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Red: choose an army")


def test_a_position_is_edited_by_keyboard_alone(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.edit()")
    brushes = board.locator(".hexwidget-brush")
    expect(brushes.first).to_be_visible()
    board.locator(".hexwidget-brush[tabindex='0']").focus()
    press = cells.page.keyboard.press
    for _ in range(40):
        if brushes.evaluate_all(
            "all => all.findIndex(b => b === b.getRootNode().activeElement && b.dataset.key === 'castle') >= 0"
        ):
            break
        press("ArrowRight")
    press("Enter")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("castle: click where it is to be")
    board.locator(".hexwidget-surface").focus()
    for key in ("g", *"0303", "Enter", "Enter"):
        press(key)
    eventually(cells, lambda: "0303" in cells.python("print(board.position.system.to_json(board.position)['castles'])"))
    press("u")
    eventually(cells, lambda: cells.python("print(board.session.step.number)") == "0")


def test_every_system_can_be_edited(cells: DirectCells) -> None:
    for name in ("orders/three-marches", "plotted/the-ford", "rondel/first-maneuver", "frontiers/combat"):
        system = name.split("/")[0]
        cells.open_cells(f"import hexwidget as hw\nboard = hw.Board(hw.scenario('{name}'))\nboard.edit()\nboard")
        board = cells.board()
        spaces = hw.scenario(name).position.map
        cells.python("board.goto(0) if board.session.step.number else None")
        kind, space = {
            "orders": ("Knight", "0404"),
            "plotted": ("Cavalry (again: stronger)", "0705"),
            "rondel": ("Legion", "delos"),
            "frontiers": ("Farmer", "red hand"),
        }[system]
        brush(board, kind)
        cells.page.mouse.click(*point(board, spaces, space))
        eventually(cells, lambda: cells.python("print(board.session.step.depth > 0)") == "True")
        picture(cells.page, f"editor-{system}.png")


def words(board: Locator, text: str) -> None:
    """Answer the form over the map that asks for words."""
    field = board.locator(".hexwidget-caption input")
    expect(field).to_be_focused()
    field.fill(text)
    field.press("Enter")
    expect(field).to_be_hidden()


def told(cells: DirectCells, code: str) -> str:
    return cells.python(f"print({code})")


NOTES = "[(n.space, n.text, n.hue) for n in board.scenario().annotations.notes]"
ARROWS = "[(a.spaces, a.label) for a in board.scenario().annotations.arrows]"
SHADES = "sorted(board.overlays.get('shaded attack', {'spaces': ()})['spaces'])"
PLACES = "[(p.name, p.kind, p.spaces) for p in board.position.map.places]"


def test_notes_arrows_shades_and_places_are_drawn_by_mouse(cells: DirectCells) -> None:
    board, mouse = board_of(cells), cells.page.mouse
    cells.python("board.edit()")
    brush(board, "Draw")
    brush(board, "Note")
    at = where(board, "Note")
    mouse.click(*point(board, MAP, "0202"))
    words(board, "Cold up here")
    eventually(cells, lambda: told(cells, NOTES) == "[('0202', 'Cold up here', 'mark')]")
    brush(board, "Strike")
    brush(board, "Arrow")
    mouse.click(*point(board, MAP, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("click where it ends")
    mouse.click(*point(board, MAP, "0505"))
    words(board, "march")
    eventually(cells, lambda: told(cells, ARROWS) == "[(('0203', '0505'), 'march')]")
    mouse.move(*point(board, MAP, "0701"))
    mouse.down()
    for name in ("0702", "0802", "0902"):
        mouse.move(*point(board, MAP, name), steps=8)
    mouse.up()
    words(board, "")
    eventually(cells, lambda: told(cells, f"{ARROWS}[1]").startswith("(('0701', '0702'"))
    brush(board, "Shade")
    mouse.move(*point(board, MAP, "0303"))
    mouse.down()
    mouse.move(*point(board, MAP, "0305"), steps=8)
    mouse.up()
    eventually(cells, lambda: told(cells, SHADES) == "['0303', '0304', '0305']" or "0305" in told(cells, SHADES))
    for kind, space, name in (("Village", "0505", "Mill"), ("Label", "0806", "The wood")):
        brush(board, kind)
        mouse.click(*point(board, MAP, space))
        words(board, name)
    brush(board, "Road")
    mouse.click(*point(board, MAP, "0101"))
    mouse.click(*point(board, MAP, "0104"))
    words(board, "Old road")
    eventually(cells, lambda: "Old road" in told(cells, PLACES))
    assert "('Mill', 'village', ('0505',))" in told(cells, PLACES)
    picture(cells.page, "editor-drawings.png")
    brush(board, "Rub out")
    mouse.click(*point(board, MAP, "0202"))
    eventually(cells, lambda: told(cells, NOTES) == "[]")
    board.get_by_role("button", name="Undo").click()
    eventually(cells, lambda: told(cells, NOTES) == "[('0202', 'Cold up here', 'mark')]")
    board.get_by_role("button", name="Redo").click()
    eventually(cells, lambda: told(cells, NOTES) == "[]")
    assert where(board, "Note") == at, "the brush moved under the pointer"
    # Escape steps back from the words, then from the brush.
    brush(board, "Note")
    mouse.click(*point(board, MAP, "0404"))
    cells.page.keyboard.press("Escape")
    expect(board.locator(".hexwidget-caption")).to_be_hidden()
    eventually(cells, lambda: told(cells, NOTES) == "[]")


def test_a_note_and_an_arrow_are_made_by_keyboard_alone(cells: DirectCells) -> None:
    board, press = board_of(cells), cells.page.keyboard.press
    cells.python("board.edit()")
    board.get_by_role("button", name="Draw").press("Enter")
    board.locator(".hexwidget-brush[data-key='note']").press("Enter")
    board.locator(".hexwidget-surface").focus()
    for key in ("g", *"0303", "Enter", "Enter"):
        press(key)
    words(board, "By keys")
    eventually(cells, lambda: told(cells, NOTES) == "[('0303', 'By keys', 'mark')]")
    board.locator(".hexwidget-brush[data-key='arrow']").press("Enter")
    board.locator(".hexwidget-surface").focus()
    for key in ("g", *"0303", "Enter", "Enter", "g", *"0505", "Enter", "Enter"):
        press(key)
    words(board, "")
    eventually(cells, lambda: told(cells, ARROWS) == "[(('0303', '0505'), '')]")


def test_title_words_size_players_and_a_blank_map_are_made_by_mouse(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.edit()")
    brush(board, "Map")
    board.get_by_label("Title").fill("The ford")
    board.get_by_label("Words about it").click()
    expect(board.locator(".hexwidget-title")).to_have_text("The ford")
    cells.page.keyboard.press("Control+a")
    cells.page.keyboard.type("Who holds the ford?")
    add = board.get_by_role("button", name="Add a column at the right")
    add.click()
    eventually(cells, lambda: told(cells, "board.position.map.columns") == "10")
    assert told(cells, "board.scenario().prose") == "Who holds the ford?"
    at = add.bounding_box()
    add.click()
    eventually(cells, lambda: told(cells, "board.position.map.columns") == "11")
    assert add.bounding_box() == at, "the button moved under the pointer"
    board.get_by_role("button", name="Take away a row at the top").click()
    eventually(cells, lambda: told(cells, "board.position.map.rows") == "6")
    picture(cells.page, "editor-map.png")
    turn = board.locator(".hexwidget-turn canvas")
    before = turn.evaluate("canvas => canvas.toDataURL()")
    board.get_by_label("Colour of red").select_option("purple")
    eventually(cells, lambda: told(cells, "board.scenario().annotations.colours") == "(('red', 'purple'),)")
    eventually(cells, lambda: turn.evaluate("canvas => canvas.toDataURL()") != before)
    board.get_by_label("Player blue").fill("green")
    board.get_by_label("Player blue").press("Enter")
    eventually(cells, lambda: told(cells, "board.position.players") == "('red', 'green')")
    board.get_by_label("Columns", exact=True).fill("6")
    board.get_by_label("Rows", exact=True).fill("5")
    board.get_by_role("button", name="Blank map").click()
    eventually(
        cells, lambda: told(cells, "(board.position.map, len(board.position.armies))") == "(<HexMap 6x5 even-r>, 0)"
    )
    for _ in range(4):
        board.get_by_role("button", name="Undo").click()
    eventually(cells, lambda: told(cells, "board.position.map") == "<HexMap 11x7 odd-r>")


def test_a_question_is_made_tried_and_taken_away_by_mouse(cells: DirectCells) -> None:
    board, mouse = board_of(cells), cells.page.mouse
    cells.python("board.edit()")
    brush(board, "Ask")
    brush(board, "Which clause?")
    brush(board, "Way")
    mouse.click(*point(board, MAP, "0402"))
    mouse.click(*point(board, MAP, "0603"))
    expect(board.locator(".hexwidget-missing").first).to_have_text("All is shown.")
    board.get_by_label("Sentence").fill("Why can the peasant not swim?")
    brush(board, "Ask it")
    expect(board.locator(".hexwidget-panel")).to_contain_text("Why can the peasant not swim?")
    picture(cells.page, "editor-question-tried.png")
    barring = told(cells, "board.position.check('red: 0402-0502-0603').clauses[0]")
    board.locator(".hexwidget-bar").get_by_role("button", name=re.compile(f"^{barring},")).click()
    board.locator(".hexwidget-confirm").last.click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("Right.")
    brush(board, "Back to the editor")
    expect(board.get_by_label("Sentence")).to_have_value("Why can the peasant not swim?")
    brush(board, "Share")
    board.locator(".hexwidget-editor").get_by_role("button", name="As Python").click()
    expect(board.get_by_label("What you have made")).to_have_value(re.compile("hw.lessons.exercise"))
    picture(cells.page, "editor-share.png")
    for name, kind in (("Save as page", "html"), ("Save as file", "json")):
        with cells.page.expect_download() as coming:
            board.locator(".hexwidget-editor").get_by_role("button", name=name).click()
        assert coming.value.suggested_filename == f"first-steps.{kind}"
        text = coming.value.path().read_text(encoding="utf-8")
        assert ("<!doctype html>" if kind == "html" else '"which"') in text
    board.get_by_label("Share", exact=True).click()
    board.locator(".hexwidget-share").get_by_role("button", name="Copy a link that plays").click()
    expect(board.locator(".hexwidget-alert")).to_contain_text("hw.use_site(")


def test_an_action_is_shown_by_doing_it_on_the_board(cells: DirectCells) -> None:
    board, mouse = board_of(cells), cells.page.mouse
    cells.python("board.edit()")
    brush(board, "Ask")
    brush(board, "Predict")
    brush(board, "Do it on the board")
    expect(board.locator(".hexwidget-status")).to_contain_text("Show the action")
    mouse.click(*point(board, MAP, "0402"))
    mouse.click(*point(board, MAP, "0302"))
    board.locator(".hexwidget-confirm").last.click()
    expect(board.locator(".hexwidget-editor")).to_contain_text("red: 0402-0302")
    brush(board, "Piece")
    mouse.click(*point(board, MAP, "0402"))
    expect(board.locator(".hexwidget-missing").first).to_have_text("All is shown.")
    assert told(cells, "board.position == hw.scenario('depletion/first-steps').position") == "True"


@pytest.mark.parametrize("cells", [{"width": 390, "height": 900, "has_touch": True}], indirect=True)
def test_a_note_and_an_arrow_are_drawn_by_touch_on_a_phone(cells: DirectCells) -> None:
    board, tap = board_of(cells), cells.page.touchscreen.tap
    cells.python("board.edit()")
    board.get_by_role("button", name="Draw", exact=True).tap()
    note = board.get_by_role("button", name="Note", exact=True)
    note.tap()
    tap(*point(board, MAP, "0303"))
    board.locator(".hexwidget-caption input").fill("By finger")
    picture(cells.page, "editor-phone.png")
    board.get_by_role("button", name="OK").tap()
    eventually(cells, lambda: told(cells, NOTES) == "[('0303', 'By finger', 'mark')]")
    board.get_by_role("button", name="Arrow", exact=True).tap()
    tap(*point(board, MAP, "0303"))
    tap(*point(board, MAP, "0505"))
    board.get_by_role("button", name="OK").tap()
    eventually(cells, lambda: told(cells, ARROWS) == "[(('0303', '0505'), '')]")
    # Fewer rows of the map leave the tools where they are.
    board.get_by_role("button", name="Map", exact=True).tap()
    away = board.get_by_role("button", name="Take away a row at the bottom")
    away.scroll_into_view_if_needed()
    at = away.bounding_box()
    away.tap()
    eventually(cells, lambda: told(cells, "board.position.map.rows") == "6")
    assert away.bounding_box() == at, "the button moved under the finger"
