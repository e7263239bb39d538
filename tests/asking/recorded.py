"""The recorded sessions of docs/recorded. ``python -m tests.asking.recorded`` writes them anew; a test compares them."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from unittest.mock import patch

from hexwidget.commands.cli import main

FOLDER = Path(__file__).parents[2] / "docs" / "recorded"

ON_HEXES = """
list 0402
0402 move 0404
reach 0402
odds 0303 attack 0302
odds 0402+0303 attack 0302
0402+0303 attack 0302
undo
clause O2.2
quit
"""
WITH_CARDS = """
list militia1
commit sappers1 to 2
deploy ambush
commit militia1 to 3, riders1 to 2
deploy spearmen
undo
quit
"""


def session(lines: str, *arguments: str) -> str:
    """Return what a terminal shows when lines are piped into ``hexwidget play --text``."""
    said = io.StringIO()
    with patch.object(sys, "stdin", io.StringIO(lines.lstrip())), contextlib.redirect_stdout(said):
        assert main(["play", "--text", *arguments]) == 0
    command = f"$ hexwidget play --text {' '.join(arguments)}"
    return f"{command}\n{said.getvalue().lstrip(os.linesep)}"


RECORDED: Mapping[str, Callable[[], str]] = {
    "orders.txt": lambda: session(ON_HEXES, "orders/two-on-one", "--seed", "7"),
    "frontiers.txt": lambda: session(WITH_CARDS, "frontiers/three-frontiers", "--player", "red", "--seed", "1"),
}
"""The files, each with the function that makes its text."""

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in RECORDED.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
