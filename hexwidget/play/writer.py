"""Who writes a journal: a small file beside it that says so, for whoever is refused.

The lock on the journal decides who writes; this file only names them. One that is left behind by a process that was killed
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
"""A longer file is none of ours, and not read."""


class Writer:
    """The name of whoever writes the journal at a path."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f".{journal.name}.writer")
        self._signed = False

    def sign(self) -> None:
        """Say that it is this process. Where that cannot be written, nobody is named."""
        here = {
            "process": os.getpid(),
            "host": platform.node(),
            "notebook": os.environ.get("JPY_SESSION_NAME", ""),  # Jupyter's kernels are told which notebook is theirs
            "since": datetime.now().astimezone().isoformat(timespec="seconds"),
        }
        with suppress(OSError):
            # Not through a link: in a shared folder it might lead to any file.
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o644)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(here) + "\n")
            self._signed = True

    def leave(self) -> None:
        """Take the name away."""
        if self._signed:
            self._signed = False
            with suppress(OSError):
                self._path.unlink()

    def who(self) -> str:
        """Who it is, in words."""
        try:
            with self._path.open("rb") as file:
                said = json.loads(file.read(LONGEST))
            process, host, since = int(said["process"]), str(said["host"])[:80], str(said["since"])[:40]
            notebook = Path(str(said["notebook"])[:200]).name
        except (OSError, ValueError, KeyError, TypeError):
            return "another kernel"
        kernel = f"the kernel of {notebook!r}" if notebook else "another kernel"
        return f"{kernel} (process {process} on {host!r}, since {since})"
