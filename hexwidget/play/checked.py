"""The note beside a journal that says which of its steps have been checked, so that a session that goes on with a long game checks
only those after them.

It counts only for the very bytes that it was written for, and for the very code of the rules. Rule systems of others are always checked:
nobody knows which files their rules lie in.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from hexwidget.files.disk import read_text
from hexwidget.jsontext import parse_json
from hexwidget.systems.registry import is_bundled

FORMAT = "hexwidget.checked/1"
LEAST = 100
"""The least number of steps that a note is worth."""
LONGEST = 2000
"""The most bytes of a note that are read."""
_PACKAGE = Path(__file__).parents[1]
_OF_RULES = {".py", ".toml", ".json"}


def note_of(journal: Path) -> Path:
    """Return the path of a journal's note."""
    return journal.parent / f".{journal.name}.checked"


def checked_steps(journal: Path, data: bytes, system: str) -> int:
    """Return the number of the first steps of a journal that have been checked before.

    :param data: what the journal holds
    :param system: the name of its rule system
    """
    with suppress(
        OSError, ValueError
    ):  # a note that is missing or cannot be read says nothing; an InputError is a ValueError
        return steps_in(read_text(note_of(journal), LONGEST), data, system)
    return 0


def steps_in(note: str, data: bytes, system: str) -> int:
    """Return the number of checked steps in a note; 0 if the note is unreadable, or belongs to other bytes or rules."""
    with suppress(ValueError, TypeError, KeyError):
        found = parse_json(note)
        steps, size = int(found["steps"]), int(found["size"])
        fits = 0 <= size <= len(data) and found["digest"] == blake2b(data[:size]).hexdigest()
        if found["format"] == FORMAT and fits and is_bundled(system) and found["rules"] == rules():
            return steps
    return 0


def note_checked(journal: Path, steps: int, size: int, digest: str, system: str) -> None:
    """Note that the steps of a journal have been checked. If the note cannot be written, they are checked again."""
    path, text = note_of(journal), note(steps, size, digest, system)
    if not text:
        return
    with suppress(OSError):
        # An existing file is never written to: in a shared folder, it could be a link to any file.
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)


def note(steps: int, size: int, digest: str, system: str) -> str:
    """Return the note that the steps of a journal have been checked; empty if it is not worth it.

    :param size: of the journal, in bytes
    :param digest: of these bytes
    """
    if steps < LEAST or not is_bundled(system):
        return ""
    said = {"format": FORMAT, "steps": steps, "size": size, "digest": digest, "rules": rules()}
    return json.dumps(said) + "\n"


@cache
def rules() -> str:
    """Return a digest of the code and the data that decide where a step leads."""
    found = blake2b(digest_size=16)
    folders = [_PACKAGE / name for name in ("geometry", "rules", "systems")]
    paths = [*_PACKAGE.glob("*.py"), *(path for folder in folders for path in folder.rglob("*"))]
    for path in sorted(path for path in paths if path.suffix in _OF_RULES):
        found.update(f"{path.relative_to(_PACKAGE)}\n{path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()
