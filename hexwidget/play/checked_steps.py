"""The note beside a journal that says which of its steps have been checked, so that a session that goes on with a long game checks
only those after them.

It counts only for the very bytes that it was written for, and for the very code of the rules. Rule systems of others are always checked:
nobody knows which files their rules lie in.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Annotated

from hexwidget.files.entries import entries_text, read_entries
from hexwidget.limits import Limits
from hexwidget.problems import InputError
from hexwidget.systems.registry import is_bundled

FORMAT = "hexwidget.checked/1"
LEAST = 100
"""The least number of steps that a note is worth."""
_PACKAGE = Path(__file__).parents[1]
_OF_RULES = {".py", ".toml", ".json"}


@dataclass(frozen=True)
class CheckedSteps:
    """The entries of a note.

    :param steps: the number of the first steps that have been checked
    :param size: of the journal, in bytes
    :param digest: of these bytes
    :param rules: the digest of the code of the rules
    """

    steps: Annotated[int, Limits(0)]
    size: Annotated[int, Limits(0)]
    digest: str
    rules: str


def steps_in(note: str, data: bytes, system: str) -> int:
    """Return the number of checked steps in a note; 0 if the note is unreadable, or belongs to other bytes or rules."""
    with suppress(InputError):
        found = read_entries(CheckedSteps, note, "", FORMAT)
        fits = found.size <= len(data) and found.digest == blake2b(data[: found.size]).hexdigest()
        if fits and is_bundled(system) and found.rules == rules_digest():
            return found.steps
    return 0


def note_of(steps: int, size: int, digest: str, system: str) -> str:
    """Return the note that the steps of a journal have been checked; empty if it is not worth it.

    :param size: of the journal, in bytes
    :param digest: of these bytes
    """
    if steps < LEAST or not is_bundled(system):
        return ""
    return entries_text(CheckedSteps(steps, size, digest, rules_digest()), FORMAT)


@cache
def rules_digest() -> str:
    """Return a digest of the code and the data that decide where a step leads."""
    found = blake2b(digest_size=16)
    folders = [_PACKAGE / name for name in ("geometry", "rules", "wargame", "systems")]
    paths = [*_PACKAGE.glob("*.py"), *(path for folder in folders for path in folder.rglob("*"))]
    for path in sorted(path for path in paths if path.suffix in _OF_RULES):
        found.update(f"{path.relative_to(_PACKAGE)}\n{path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()
