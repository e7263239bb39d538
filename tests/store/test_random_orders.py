"""Random orders of messages, kills, torn bytes, full and read-only disks, second writers and edits, on everything that is kept."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from fuzz.tally import tried
from tests.amounts import PIECE, many
from tests.store.orders import KEEPERS, Life

LIVES = many(4, 1000, quick=2)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", KEEPERS)
def test_what_was_answered_is_there_once_and_damage_is_told(kind: str) -> None:
    tally = Counter[str]()
    for n in range(LIVES):
        Life(kind, f"{PIECE} {n}", tally).live()
    tried(f"random orders of kills, faults of disks and edits: {kind}", tally.total())
