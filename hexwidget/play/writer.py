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

LONGEST = 2000
"""The most bytes of such a file that are read."""


class Writer:
    """The file that names the writer of a journal."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f".{journal.name}.writer")
        self._signed = False

    def sign(self) -> None:
        """Name this process. If the file cannot be written, no process is named."""
        here = {
            "process": os.getpid(),
            "host": platform.node(),
            "notebook": os.environ.get("JPY_SESSION_NAME", ""),  # Jupyter tells a kernel the path of its notebook
            "since": datetime.now().astimezone().isoformat(timespec="seconds"),
        }
        with suppress(OSError):
            # Links are not followed: in a shared folder, a link could lead to any file.
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o644)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(here) + "\n")
            self._signed = True

    def leave(self) -> None:
        """Remove the file."""
        if self._signed:
            self._signed = False
            with suppress(OSError):
                self._path.unlink()

    def who(self) -> str:
        """Return the writer in words."""
        try:
            with self._path.open("rb") as file:
                said = json.loads(file.read(LONGEST))
            process, host, since = int(said["process"]), str(said["host"])[:80], str(said["since"])[:40]
            notebook = Path(str(said["notebook"])[:200]).name
        except (OSError, ValueError, KeyError, TypeError):
            return "another kernel"
        kernel = f"the kernel of {notebook!r}" if notebook else "another kernel"
        return f"{kernel} (process {process} on {host!r}, since {since})"
