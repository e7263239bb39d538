"""Pictures of pages for people. A run takes them only if ``HEXWIDGET_SCREENSHOTS=1`` asks for them, as no test looks at them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

SCREENSHOTS = Path(__file__).parent / "screenshots"
ALL_SCREENSHOTS = bool(os.environ.get("HEXWIDGET_SCREENSHOTS"))
"""True to take all pictures, and a screenshot at the end of every test."""


class Pictured(Protocol):
    """A page or a part of one."""

    def screenshot(self, *, path: Path) -> object: ...


def picture(of: Pictured, name: str, **options: Any) -> None:
    """Take a picture of a page, or of a part of one, into the file ``name`` of the folder of screenshots."""
    if ALL_SCREENSHOTS:
        SCREENSHOTS.mkdir(exist_ok=True)
        of.screenshot(path=SCREENSHOTS / name.replace("/", "-"), **options)
