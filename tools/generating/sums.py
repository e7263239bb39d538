"""The sums of long runs in docs/reliability.md, from docs/tried.json (`fuzz.tally`)."""

from __future__ import annotations

import json
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "reliability.md"
SUMS = DOCS / "tried.json"
BETWEEN = re.compile(r"(<!-- sums: .*? -->\n).*(<!-- end of the sums -->\n)", re.DOTALL)


def reliability_page() -> str:
    """The text of the page, with a table for each version."""
    found = json.loads(SUMS.read_text(encoding="utf-8"))
    tables = "\n".join(_table(version, sums) for version, sums in found.items())
    return BETWEEN.sub(lambda frame: f"{frame[1]}\n{tables}\n{frame[2]}", PAGE.read_text(encoding="utf-8"))


def _table(version: str, sums: dict[str, int]) -> str:
    rows = "\n".join(f"| {what} | {number:,} |" for what, number in sorted(sums.items()))
    return f"| Tried with {version} | times |\n|---|---|\n{rows}\n"
