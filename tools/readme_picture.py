"""Write docs/board.webp, the README's moving picture, from a real board: ``python -m tools.readme_picture``.

An army is clicked, its reach is lit, the lake is barred with its reasons, and the remedy is taken. The pointer is drawn here,
as a page's picture has none.
"""

from __future__ import annotations

import sys
import time
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, sync_playwright

import hexwidget as hw
from tests.browser.direct import DirectBoard
from tests.browser.lab import launch

PICTURE = Path(__file__).parents[1] / "docs" / "board.webp"
WIDTH = 960
PAGE = {"width": 1200, "height": 722}
FINE = 4
"""The pointer is drawn this many times as large and then reduced, so that its edges are smooth."""
ARROW = ((0, 0), (0, 17), (3.9, 13.4), (6.6, 19.4), (9.4, 18.2), (6.7, 12.4), (11.9, 12.2))
GLIDE = 14
"""Frames of a pointer that goes from one place to the next."""


class Film:
    """Frames of a page, each with its duration in milliseconds, and the pointer in them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._at = (700.0, 520.0)
        self.frames: list[Image.Image] = []
        self.durations: list[int] = []

    def take(self, duration: int, pressed: bool = False) -> None:
        """Add a frame that is shown for ``duration`` milliseconds."""
        shot = Image.open(BytesIO(self._page.screenshot())).convert("RGB")
        scale = WIDTH / shot.width
        small = shot.resize((WIDTH, round(shot.height * scale)), Image.Resampling.LANCZOS)
        factor = WIDTH / PAGE["width"]
        pointer = _pointer(pressed)
        small.paste(pointer, (round(self._at[0] * factor) - 20, round(self._at[1] * factor) - 20), pointer)
        self.frames.append(small)
        self.durations.append(duration)

    def glide(self, x: float, y: float) -> None:
        """Take the pointer to a place, slowly at both ends."""
        left, top = self._at
        for step in range(1, GLIDE + 1):
            share = step / GLIDE
            share = share * share * (3 - 2 * share)
            self._at = left + (x - left) * share, top + (y - top) * share
            self._page.mouse.move(*self._at)
            self.take(38)

    def click(self) -> None:
        """Press where the pointer is."""
        self.take(120, pressed=True)
        self._page.mouse.click(*self._at)
        self.take(100, pressed=True)

    def watch(self, seconds: float) -> None:
        """Take pictures of a moving board, as fast as possible."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            start = time.monotonic()
            self.take(0)
            self.durations[-1] = round(1000 * (time.monotonic() - start))

    def save(self) -> None:
        """Write the film. It begins again at its end."""
        first, *others = self.frames
        first.save(
            PICTURE, save_all=True, append_images=others, duration=self.durations, loop=0,
            quality=72, method=6, minimize_size=False, allow_mixed=True,
        )  # fmt: skip


def _pointer(pressed: bool) -> Image.Image:
    """An arrow whose tip is at 20, 20; with a ring about it where the button is pressed."""
    large = Image.new("RGBA", (44 * FINE, 44 * FINE))
    draw = ImageDraw.Draw(large)
    if pressed:
        draw.ellipse([value * FINE for value in (6, 6, 34, 34)], outline=(207, 31, 107, 255), width=3 * FINE)
    outline = [((20 + 1.1 * x) * FINE, (20 + 1.1 * y) * FINE) for x, y in ARROW]
    draw.polygon(outline, fill=(20, 26, 24, 255))
    draw.line([*outline, outline[0]], fill=(255, 255, 255, 255), width=round(1.6 * FINE), joint="curve")
    return large.resize((44, 44), Image.Resampling.LANCZOS)


def _middle(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    if box is None:
        raise LookupError(f"not on the page: {control}")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _board() -> hw.Board:
    """First steps after a move of each side, so that the line of the game is there."""
    board = hw.Board(hw.scenario("depletion/first-steps"))
    for action in ("0306-0406", "0804-0704"):
        board.play(action)
    return board


def main() -> None:
    """Take the film and write it."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport=PAGE, device_scale_factor=1.6)  # type: ignore[arg-type]
        shown = DirectBoard(page, _board())
        film = Film(page)
        page.wait_for_timeout(1000)
        film.take(700)
        for space, look in (("0203", 1300), ("0503", 2900)):
            film.glide(*shown.point(space))
            film.click()
            shown.settle()
            film.take(look)
        film.glide(*_middle(page.locator(".hexwidget-remedy").first))
        film.click()
        shown.settle()
        page.wait_for_timeout(400)
        film.take(1100)
        film.glide(*_middle(page.get_by_role("button", name="Go to 0403").first))
        film.click()
        film.watch(1.2)
        shown.settle()
        film.take(1500)
        film.save()
        browser.close()


if __name__ == "__main__":
    main()
