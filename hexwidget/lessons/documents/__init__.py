"""The documents that systems bring: exercises and first games.

The documents of bundled systems lie in this folder, and `defaults` makes them for systems that bring none. A system of one's own has them beside its ``rulebook.toml``, as ``exercises.json``
and ``first-game.json``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from hexwidget.problems import InputError, unknown
from hexwidget.systems.registry import is_bundled, system, system_names

_FOLDER = Path(__file__).parent
Document = Literal["exercises", "first game"]
_FOLDERS: dict[Document, str] = {"exercises": "exercises", "first game": "first_games"}


def document(name: object, what: Document) -> tuple[Path, str] | None:
    """Return the path and the text of a system's document; None if it brings none.

    :raises InputError: if there is no such system, or its document cannot be read
    """
    if not isinstance(name, str) or name not in system_names():
        known = [each for each in sorted(system_names()) if (path := _path(each, what)) and path.is_file()]
        raise InputError(f"no {what}", unknown("system", name, known))
    path = _path(name, what)
    if path is None or not path.is_file():
        return None
    try:
        return path, path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"no {what}", str(error), str(path)) from None


def missing(name: str, what: Document) -> InputError:
    """Return the error about a system that has no such document, and no scenarios to make one from."""
    path = _path(name, what)
    where = f": it would be {path}" if path else ""
    instead = "; `first_game` also takes a position" if what == "first game" else ""
    return InputError(f"no {what}", f"{name} brings none{where}, and it has no scenarios to make some of{instead}")


def _path(name: str, what: Document) -> Path | None:
    """Return the path at which a system would have a document; None if it has no folder."""
    if is_bundled(name):
        return _FOLDER / _FOLDERS[what] / f"{name}.json"
    try:
        return system(name).folder / f"{what.replace(' ', '-')}.json"
    except (AttributeError, InputError):  # a system of a notebook needs no folder; an installed one may be broken
        return None
