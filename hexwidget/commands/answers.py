"""The answers of commands, and the FILE that they are about."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from hexwidget.asking.game_files import open_game
from hexwidget.files import Scenario, scenarios
from hexwidget.play import Session
from hexwidget.problems import InputError, visible

WELL, NOT_WELL, WRONG = 0, 1, 2
Answer = tuple[int, Any, str]
"""An exit code, the answer as data (None: the command has printed it), and the answer as text."""


def open_position(file: str) -> Scenario | Session:
    """Open the FILE of a command that needs one position."""
    found = open_game(file)
    if isinstance(found, (Scenario, Session)):
        return found
    what = "it is a course, which has many positions: name the scenario, the replay or the link of one"
    raise InputError("which position?", what, visible(file[:60]))


def tell(as_json: bool, data: object, text: str) -> None:
    """Print something while a command runs: as data, or as text."""
    print(json.dumps(data) if as_json else visible(text), flush=True)


def file_name(file: str, title: str) -> str:
    """Return the name of a new file for the FILE of a command, without its ending."""
    name = file if file in scenarios() else Path(file).stem if os.path.exists(file) else title
    return re.sub(r"[^\w-]+", "-", name).strip("-")
