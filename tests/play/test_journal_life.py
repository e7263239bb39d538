"""Journals outlive edits, races and exceptions: see `tests.play.journal_life`, which also runs for a time of your choice."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from fuzz.tally import tried
from tests.amounts import PIECE, many
from tests.play.journal_life import live, prepared

LIVES = many(16, 5_000, quick=4)


@pytest.mark.timeout(0)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked for races")
def test_a_journal_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    tally = Counter[str]()
    with prepared():
        for number in range(LIVES):
            live(tmp_path, f"{PIECE} {number}", tally)
    assert min(tally[what] for what in ("edits", "exceptions", "races")) > 0
    for what in ("edits", "exceptions", "races"):
        tried(f"lives of journals: {what}", tally[what])
