"""The sums of long runs: how often what was tried, by version. Runs in pieces add up.

``HEXWIDGET_TALLY=docs/tried.json`` has the fuzzer and the long tests add to that file; ``make fuzz`` and ``make soak`` set it.
docs/reliability.md shows the sums.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import hexwidget

try:
    import fcntl
except ImportError:  # pragma: no cover  (on Windows, one run at a time)
    fcntl = None  # type: ignore[assignment]  # a module, or None

Tally = dict[str, dict[str, int]]
"""The number of tries of each kind, by version."""


def tried(what: str, number: int) -> None:
    """Add a number of tries to the sums. Without HEXWIDGET_TALLY nothing is counted."""
    path = os.environ.get("HEXWIDGET_TALLY")
    if not path or number == 0:
        return
    with Path(path).open("a+", encoding="utf-8") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)  # several workers add at once
        file.seek(0)
        sums: Tally = json.loads(file.read() or "{}")
        of_version = sums.setdefault(hexwidget.__version__, {})
        of_version[what] = of_version.get(what, 0) + number
        file.truncate(0)
        file.write(json.dumps({version: dict(sorted(of.items())) for version, of in sums.items()}, indent=2) + "\n")
