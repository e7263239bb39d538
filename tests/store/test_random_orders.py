"""Random orders of messages, kills, torn bytes, full and read-only disks, second writers and edits, on everything that is kept."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from fuzz.tally import tried
from tests.amounts import PIECE, many
from tests.store.orders import Life

IN_DATABASE = many(2, 200, quick=1)
LIVES = many(4, 1000, quick=1)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", ["game", "table", "class"])
def test_what_was_answered_is_there_once_and_damage_is_told(kind: str) -> None:
    tally = Counter[str]()
    for n in range(LIVES):
        Life(kind, f"{PIECE} {n}", tally).live()
    tried(f"random orders of kills, faults of disks and edits: {kind}", tally.total())


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", ["table in a database", "class in a database"])
def test_a_database_keeps_what_was_answered_once(kind: str) -> None:
    pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")
    from tests.store.orders_in_database import LifeInDatabase
    from tests.table.postgres import cluster

    tally = Counter[str]()
    with cluster() as server:
        for n in range(IN_DATABASE):
            LifeInDatabase(kind, f"{PIECE} {n}", tally, server).live()
    tried(f"random orders of kills and falls of a database: {kind}", tally.total())
