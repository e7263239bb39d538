"""Exercises on a desk, by mouse and by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import Lab, point
from tests.browser.pictures import picture


def desk_of(cells: Lab | DirectCells, name: str) -> Locator:
    cells.open_cells("import hexwidget as hw", f"desk = hw.lessons.Desk({name!r})\ndesk")
    board = cells.board()
    board.scroll_into_view_if_needed()
    cells.page.wait_for_timeout(400)
    return board


def test_hexes_are_marked_and_taken_back_and_the_answer_is_told_with_clauses(cells: DirectCells) -> None:
    board = desk_of(cells, "depletion/a-march-goes-further")
    exercise = hw.lessons.load("depletion/a-march-goes-further")[0]
    spaces = exercise.position.map
    expect(board.locator(".hexwidget-title")).to_have_text(exercise.title)
    expect(board.locator(".hexwidget-question li").first).to_contain_text(exercise.question)
    prompt = board.locator(".hexwidget-prompt")
    cells.page.mouse.click(*point(board, spaces, "0503"))
    expect(prompt).to_have_text("1 marked. Confirm when all are.")
    cells.page.mouse.click(*point(board, spaces, "0106"))
    expect(prompt).to_have_text("2 marked. Confirm when all are.")
    cells.page.mouse.click(*point(board, spaces, "0503"))  # undone, not confirmed
    expect(prompt).to_have_text("1 marked. Confirm when all are.")
    cells.page.mouse.click(*point(board, spaces, "0503"))
    board.get_by_role("button", name="Hint").click()
    expect(board.locator(".hexwidget-question li").nth(1)).to_contain_text(f"Hint: {exercise.hints[0]}")
    expect(prompt).to_have_text("2 marked. Confirm when all are.")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-wrong h4")).to_contain_text("1 too many")
    picture(cells.page, "desk-wrong.png")
    board.locator(".hexwidget-wrong .hexwidget-cite", has_text="D7.1").first.click()
    ferry = exercise.position.system.rulebook["D7.1"]
    expect(board.locator(".hexwidget-panel h2", has_text=ferry.title)).to_be_visible()
    board.get_by_role("button", name="Close").click()
    cells.page.mouse.click(*point(board, spaces, "0503"))
    expect(prompt).to_have_text("1 marked. Confirm when all are.")
    for n, name in enumerate((name for name in exercise.key.split(", ") if name != "0106"), 2):
        cells.page.mouse.click(*point(board, spaces, name))
        expect(prompt).to_have_text(f"{n} marked. Confirm when all are.")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-right h4")).to_have_text("Right.")
    picture(cells.page, "desk-right.png")
    board.get_by_role("button", name="Another").click()
    expect(board.locator(".hexwidget-said")).to_have_count(1)
    assert cells.python("print(desk.exercise.seed)") == "1"


def test_an_exercise_is_done_by_keyboard_alone(cells: DirectCells) -> None:
    board = desk_of(cells, "orders")
    board.locator(".hexwidget-surface").focus()
    press = cells.page.keyboard.press
    wanted = hw.lessons.load("orders")[0]
    for n, name in enumerate(wanted.key.split(", "), 1):
        press("g")
        cells.page.keyboard.type(name)
        press("Enter")
        press("Enter")
        expect(board.locator(".hexwidget-prompt")).to_contain_text(f"{n} marked")
    # On a hex the button names what Enter does there; reached by Tab, it confirms.
    board.get_by_role("button", name=f"Enter to choose {name}").focus()
    expect(board.get_by_role("button", name="Confirm")).to_be_focused()
    press("Enter")
    expect(board.locator(".hexwidget-right h4")).to_have_text("Right. At the first try!")
    many = len(hw.lessons.load("orders"))
    expect(board.get_by_role("img", name=f"1 of {many} solved")).to_have_text(" ".join(["✓", *["○"] * (many - 1)]))
    board.get_by_role("button", name="Next").focus()
    press("Enter")
    expect(board.locator(".hexwidget-question h4")).to_contain_text(f"2 of {many}")


def test_an_action_is_played_as_an_answer(cells: DirectCells) -> None:
    board = desk_of(cells, "rondel/pay-with-a-galley")
    cells.python("desk.play('conquer ephesus with 2 legions')")
    expect(board.locator(".hexwidget-wrong h4")).to_contain_text("not yet what was asked for")
    cells.python("desk.play(desk.exercise.key)")
    expect(board.locator(".hexwidget-right h4")).to_have_text("Right.")
    expect(board.locator(".hexwidget-right .hexwidget-cite").first).to_have_text("R4.5")
    board.get_by_label("More", exact=True).click()
    expect(board.get_by_role("button", name="Edit the position")).to_be_hidden()


def test_all_answers_to_a_question_are_seen(cells: DirectCells) -> None:
    """The bar shows each answer in whole, whatever the width, and not the question, which is in the panel."""
    board = desk_of(cells, "orders/what-may-be-built")
    for width in (1280, 860, 560):
        cells.page.set_viewport_size({"width": width, "height": 900})
        buttons = board.locator(".hexwidget-bar button:visible")
        expect(buttons.filter(has_text="Everybody can farm")).to_have_count(1)
        board.scroll_into_view_if_needed()
        bar = board.locator(".hexwidget-bar").bounding_box()
        assert bar is not None
        for button in buttons.all():
            box = button.bounding_box()
            assert box is not None
            assert bar["x"] <= box["x"]
            assert box["x"] + box["width"] <= bar["x"] + bar["width"]
            assert bar["y"] <= box["y"]
            assert box["y"] + box["height"] <= bar["y"] + bar["height"]
    expect(board.locator(".hexwidget-quiz > .hexwidget-prompt")).to_have_css("clip-path", "inset(50%)")


def test_a_long_question_has_all_its_answers_in_the_bar_each_in_full(cells: DirectCells) -> None:
    board = desk_of(cells, "depletion/two-seats")
    expect(board.locator(".hexwidget-quiz")).to_have_count(1)
    for width in (1280, 390):
        cells.page.set_viewport_size({"width": width, "height": 900})
        answer = board.locator(".hexwidget-bar button[data-key='answer=D7.2']")
        expect(answer.get_by_text("on land")).to_be_visible()
        expect(answer).to_be_in_viewport()


def test_a_wrong_answer_leaves_two_and_the_second_offers_the_answer_first(cells: DirectCells) -> None:
    """Nothing has to be cancelled for it, and all of the bar is seen."""
    board = desk_of(cells, "depletion/enemies-block")
    bar = board.locator(".hexwidget-bar")
    for wrong, left in (("D1.1", 2), (None, 1)):
        answers = bar.locator("button[data-key^='answer=']")
        (answers.filter(has_text=wrong) if wrong else answers.filter(has_not_text="D1.6")).first.click()
        board.get_by_role("button", name="Confirm").click()
        expect(answers).to_have_count(left)
        picture(cells.page, f"desk-{left}-left.png")
    buttons = bar.get_by_role("button").filter(visible=True)
    expect(buttons.first).to_have_text("Show the answer")
    expect(buttons.first).to_be_in_viewport()
    buttons.first.click()
    expect(board.locator(".hexwidget-said").last).to_contain_text("D1.6, Enemy objects block")


def test_the_actions_of_a_prediction_are_drawn_and_the_sum_is_told(cells: DirectCells) -> None:
    board = desk_of(cells, "depletion/odds-of-the-bag")
    picture(cells.page, "desk-predict.png")
    board.get_by_role("button", name="11.4 %").click()
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-right")).to_contain_text("in 4 of 35 draws")
    picture(cells.page, "desk-sum.png")
