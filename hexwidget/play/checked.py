"""The note beside a journal that says which of its steps have been checked, so that a session that goes on with a long game checks
only those after them.

It counts only for the very bytes that it was written for, and for the very code of the rules. Rule systems of others are always checked:
nobody knows which files their rules lie in.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from hexwidget.jsontext import parse_json
from hexwidget.systems.registry import is_bundled

FORMAT = "hexwidget.checked/1"
LEAST = 100
"""The least number of steps that a note is worth."""
_PACKAGE = Path(__file__).parents[1]
_OF_RULES = {".py", ".toml", ".json"}


def steps_in(note: str, data: bytes, system: str) -> int:
    """Return the number of checked steps in a note; 0 if the note is unreadable, or belongs to other bytes or rules."""
    with suppress(ValueError, TypeError, KeyError):
        found = parse_json(note)
        steps, size = int(found["steps"]), int(found["size"])
        fits = 0 <= size <= len(data) and found["digest"] == blake2b(data[:size]).hexdigest()
        if found["format"] == FORMAT and fits and is_bundled(system) and found["rules"] == rules():
            return steps
    return 0


def note_of(steps: int, size: int, digest: str, system: str) -> str:
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
