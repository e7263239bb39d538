"""The documents that systems bring: exercises and first games.

Those of bundled systems lie in this folder. A system of one's own has them beside its ``rulebook.toml``, as ``exercises.json``
and ``first-game.json``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from hexwidget.problems import InputError, Problem, unknown
from hexwidget.systems.registry import is_bundled, system, system_names

_FOLDER = Path(__file__).parent
Document = Literal["exercises", "first game"]
_FOLDERS: dict[Document, str] = {"exercises": "exercises", "first game": "first_games"}


def document(name: object, what: Document) -> tuple[Path, str]:
    """Return the path and the text of a system's document.

    :raises InputError: if there is no such system, or it brings none
    """
    path = _path(name, what) if isinstance(name, str) and name in system_names() else None
    if path is None:
        known = [
            each for each in sorted(system_names()) if (found := _path(each, what)) is not None and found.is_file()
        ]
        raise InputError(f"no {what}", [Problem("", unknown("system", name, known))])
    if not path.is_file():
        raise InputError(f"no {what}", [Problem("", f"{name} brings none: it would be {path}")])
    try:
        return path, path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"no {what}", [Problem(str(path), str(error))]) from None


def _path(name: str, what: Document) -> Path | None:
    """Return the path at which a system would have a document; None if it has no folder."""
    if is_bundled(name):
        return _FOLDER / _FOLDERS[what] / f"{name}.json"
    try:
        return system(name).folder / f"{what.replace(' ', '-')}.json"
    except (AttributeError, InputError):  # a system of a notebook needs no folder; an installed one may be broken
        return None
