"""The setting of JupyterLab and Notebook 7 that saves the state of widgets, and with it boards, in notebooks."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hexwidget.files import write_whole
from hexwidget.problems import InputError, Problem

PLUGIN = "@jupyter-widgets/jupyterlab-manager:plugin"
_CANNOT = "the setting cannot be changed"


def overrides(prefix: str = "") -> Path:
    """Return the file with the settings that an environment has for all its users.

    :param prefix: the folder of the environment; empty: the one of this Python
    """
    return Path(prefix or sys.prefix) / "share" / "jupyter" / "lab" / "settings" / "overrides.json"


def saves_boards(path: Path) -> bool:
    """True if these settings save boards in notebooks.

    :raises InputError: if the file cannot be read
    """
    return _read(path).get(PLUGIN, {}).get("saveState") is True


def set_saves_boards(path: Path, on: bool) -> None:
    """Save boards in notebooks from now on, or do not. Other settings stay as they are.

    :raises InputError: if the file cannot be read or written
    """
    settings = _read(path)
    plugin = {key: value for key, value in settings.get(PLUGIN, {}).items() if key != "saveState"}
    settings.pop(PLUGIN, None)
    if on or plugin:
        settings[PLUGIN] = plugin | ({"saveState": True} if on else {})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(settings, indent=2) + "\n")
    except OSError as error:
        what = f"{error.strerror}; in JupyterLab the setting is *Settings > Save Widget State Automatically*"
        raise InputError(_CANNOT, [Problem(str(path), what)]) from error


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(_CANNOT, [Problem(str(path), f"it cannot be read: {error}; mend or remove it")]) from error
    if not isinstance(found, dict) or not isinstance(found.get(PLUGIN, {}), dict):
        raise InputError(_CANNOT, [Problem(str(path), "expected settings by plugin; mend or remove it")])
    return found
