"""First games by keys alone: Enter takes what the bar names, Esc goes back one step, and the keyboard's focus is always seen.

A walk presses keys at random, and a hint now and then; after each key the page is asked.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import hexwidget as hw
from tests import inside
from tests.amounts import SOAK, many
from tests.browser.direct import DirectBoard, DirectCells
from tests.browser.in_view import SYSTEMS
from tests.browser.test_keyboard import go, keys, said

KEYS = [
    *["n", "t", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"] * 2,
    "Enter",
    "Enter",
    "p",
    "x",
    "d",
    "Escape",
    "Tab",
]
STAGES = 6
SIZES = ((860, 780), (640, 450))
"""Pages of a notebook, and of a laptop at 200 %. Walks take them in turn."""
WALKS = [(system, seed) for system in (SYSTEMS if SOAK else SYSTEMS[:2]) for seed in range(many(1, 20))]
FOCUS = """
root => {
  const e = document.activeElement;
  if (!root.contains(e)) return "outside the board";
  const { left, top, width, height } = e.getBoundingClientRect();
  // A menu may lie on a part of the map: its middle and its quarters are asked.
  const parts = e.matches(".hexwidget-surface") ? [0.5, 0.25, 0.75] : [0.5];
  const low = Math.max(top, 0), high = Math.min(top + height, innerHeight);
  const seen = parts.flatMap(x => parts.map(y => document.elementFromPoint(left + x * width, low + y * (high - low))));
  return seen.some(found => found && (e.contains(found) || found.contains(e))) ? "" : `out of view: ${e.outerHTML.slice(0, 90)}`;
}
"""
"""Says what is wrong with the focus."""


class Walk:
    """A walk through a stage of a first game by keys."""

    def __init__(self, cells: DirectCells, system: str, stage: int, size: tuple[int, int] = SIZES[0]) -> None:
        cells.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.course = hw.lessons.first_game(system, progress=hw.lessons.Progress())
        self.course.open(stage)
        self.shown = DirectBoard(cells.page, self.course.board)
        self.page, self.board = cells.page, self.shown.root
        self.board.locator(".hexwidget-surface").focus()

    @property
    def draft(self) -> dict[str, Any]:
        """The choice so far."""
        board = self.course.board
        return dict((inside.current(board) or inside.choices(board)["root"])["draft"])

    @property
    def told(self) -> tuple[object, ...]:
        """All that an act may change: the game, the draft, and the words of the bar and the panel."""
        texts = self.board.evaluate(
            "e => [...e.querySelectorAll('.hexwidget-bar, .hexwidget-panel')].map(p => p.innerText)"
        )
        return (inside.status(self.course.board)["revision"], str(self.draft), *texts)

    @property
    def named(self) -> str:
        """The action that the bar says Enter takes; empty if it names none."""
        button = self.board.locator(".hexwidget-confirm:visible:has(kbd)")
        return button.inner_text().split("\n")[0] if button.count() else ""

    @property
    def offered(self) -> str:
        """The space that the bar says Enter chooses; empty if it names none."""
        return self.board.locator(".hexwidget-act .hexwidget-confirm").inner_text().partition("Enter to choose ")[2]

    def press(self, key: str) -> None:
        self.shown.page.keyboard.press(key)
        self.shown.settle()

    def on_map(self) -> bool:
        return bool(self.board.locator(".hexwidget-surface").evaluate("e => e === document.activeElement"))


@pytest.mark.parametrize(("system", "seed"), WALKS)
def test_the_keys_do_what_the_bar_says_in_every_state(cells: DirectCells, system: str, seed: int) -> None:
    size = SIZES[(seed + SYSTEMS.index(system)) % len(SIZES)]
    walk, rng = Walk(cells, system, seed % STAGES, size), Random(f"{system} {seed}")
    bad = []
    taken = chosen = 0
    for step in range(4 * many(40, 60)):
        if step >= many(40, 60) and taken:
            break
        key = rng.choice(KEYS)
        if rng.random() < 0.1 and (help := walk.board.get_by_role("button", name="Play it for me")).count():
            help.focus()
            key = "Enter"
        elif walk.named and rng.random() < 0.2:
            key = "Enter"
        named, offered, draft, before = walk.named, walk.offered, walk.draft, walk.told
        on_map = walk.on_map()
        if offered and not on_map:
            bad.append(f"Enter does not choose {offered} while the focus is elsewhere")
        walk.press(key)
        if key == "Enter" and on_map and named:
            taken += 1
            if walk.told[0] == before[0]:
                bad.append(f"Enter does not take {named!r} after {draft}")
        if key == "Enter" and on_map and offered:
            chosen += 1
            if offered not in str(walk.draft) or walk.draft == draft:
                bad.append(f"Enter does not choose {offered} after {draft}, but leads to {walk.draft}")
        if key == "Escape" and draft and len(walk.draft) > len(draft):
            bad.append(f"Esc goes on from {draft} to {walk.draft}")
        if wrong := walk.board.evaluate(FOCUS):
            bad.append(f"after {key} the focus is {wrong}")
            walk.board.locator(".hexwidget-surface").focus()
        if key == "Tab":
            walk.board.locator(".hexwidget-surface").focus()
    for _ in range(12):
        if not walk.draft:
            break
        walk.press("Escape")
    assert bad == []
    assert walk.draft == {}
    assert taken


def test_enter_confirms_what_was_chosen_by_its_letter_though_a_reason_is_pinned(cells: DirectCells) -> None:
    cells.open_cells("import hexwidget as hw\nboard = hw.Board(hw.scenario('depletion/first-steps'))\nboard")
    board = cells.board()
    board.locator(".hexwidget-surface").focus()
    go(cells, board, "0101")
    keys(cells, "Enter", "p")
    expect(said(board)).to_contain_text("pass")
    expect(board.locator(".hexwidget-confirm")).to_contain_text("Pass")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-head")).to_contain_text("Blue to act")
    assert cells.python("print(board.last_action)") == "pass"


def test_enter_chooses_a_space_that_the_keyboard_has_moved_on_to(cells: DirectCells) -> None:
    cells.open_cells("import hexwidget as hw\nboard = hw.Board(hw.scenario('depletion/first-steps'))\nboard")
    board = cells.board()
    board.locator(".hexwidget-surface").focus()
    for name in ("0203", "0303"):
        go(cells, board, name)
        keys(cells, "Enter")
    expect(board.locator(".hexwidget-confirm")).to_contain_text("Go to 0303")
    go(cells, board, "0302")
    expect(board.locator(".hexwidget-confirm")).to_have_text("Enter to choose 0302")
    expect(said(board)).to_contain_text("Enter to choose 0302")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-confirm")).to_contain_text("Go to 0302")
    keys(cells, "Escape")
    expect(board.locator(".hexwidget-confirm")).not_to_contain_text("Go to 0302")
