"""The writer of a journal: a small file beside it names the process, for sessions that are refused.

The lock on the journal decides which process may write; this file only names it. A file that a killed process leaves behind
does no harm.
"""

from __future__ import annotations

import json
import os
import platform
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from hexwidget.files.disk import read_bytes

LONGEST = 2000
"""The most bytes of such a file that are read."""


class Writer:
    """The file that names the writer of a journal."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.parent / f".{journal.name}.writer"
        self._signed = False

    def sign(self, mode: int) -> None:
        """Name this process. If the file cannot be written, no process is named.

        :param mode: the permissions of the journal: its readers may read the name, too
        """
        here = {
            "process": os.getpid(),
            "host": platform.node(),
            "notebook": os.environ.get("JPY_SESSION_NAME", ""),  # Jupyter tells a kernel the path of its notebook
            "since": datetime.now().astimezone().isoformat(timespec="seconds"),
        }
        with suppress(OSError):
            # An existing file is never written to: in a shared folder, it could be a link to any file.
            self._path.unlink(missing_ok=True)
            self._signed = True
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(here) + "\n")

    def leave(self) -> None:
        """Remove the file."""
        if self._signed:
            with suppress(OSError):
                self._path.unlink()
            self._signed = False

    def who(self) -> str:
        """Return the writer in words."""
        try:
            said = json.loads(read_bytes(self._path, LONGEST))
            process, host, since = int(said["process"]), str(said["host"])[:80], str(said["since"])[:40]
            notebook = Path(str(said["notebook"])[:200]).name
        except (ValueError, KeyError, TypeError, RecursionError):  # an InputError is a ValueError
            return "another program"
        writer = f"the kernel of {notebook!r}" if notebook else "another program"
        return f"{writer} (process {process} on {host!r}, since {since})"
