"""The writer of a journal: a small file beside it names the process, for sessions that are refused.

The lock on the journal decides which process may write; this file only names it. A file that a killed process leaves behind
does no harm.
"""

from __future__ import annotations

import json
import os
import platform
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from hexwidget.files.disk import read_text
from hexwidget.files.entries import read_entries
from hexwidget.problems import InputError

LONGEST = 2000
"""The most bytes of such a file that are read."""


@dataclass(frozen=True)
class _Process:
    """The entries of such a file."""

    process: int
    host: str
    notebook: str
    since: str


class Writer:
    """The file that names the writer of a journal."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.parent / f".{journal.name}.writer"
        self._signed = False

    def sign(self, mode: int) -> None:
        """Name this process. If the file cannot be written, no process is named.

        :param mode: the permissions of the journal: its readers may read the name, too
        """
        notebook = os.environ.get("JPY_SESSION_NAME", "")  # Jupyter tells a kernel the path of its notebook
        since = datetime.now().astimezone().isoformat(timespec="seconds")
        here = asdict(_Process(os.getpid(), platform.node(), notebook, since))
        self._signed = True
        write_anew(self._path, json.dumps(here) + "\n", mode)

    def leave(self) -> None:
        """Remove the file."""
        if self._signed:
            with suppress(OSError):
                self._path.unlink()
            self._signed = False

    def who(self) -> str:
        """Return the writer in words."""
        try:
            said = read_entries(_Process, read_text(self._path, LONGEST), "")
        except InputError:
            return "another program"
        notebook = Path(said.notebook[:200]).name
        writer = f"the kernel of {notebook!r}" if notebook else "another program"
        return f"{writer} (process {said.process} on {said.host[:80]!r}, since {said.since[:40]})"


def write_anew(path: Path, text: str, mode: int) -> None:
    """Write a small file, if that can be done.

    :param mode: its permissions
    """
    with suppress(OSError):
        # An existing file is never written to: in a shared folder, it could be a link to any file.
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            file.write(text)
