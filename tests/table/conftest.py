"""Processes of the pool that tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwidget.serving import pool
from tests import inside

TESTS = "the tests of a module"
"""A user of the pool."""


@pytest.fixture(scope="module")
def processes() -> Iterator[None]:
    """All tables of a module use the same processes of the pool: making them takes long."""
    pool.shared_pool(TESTS)
    yield
    pool.leave_pool(TESTS)
    assert inside.executor_of(pool) is None  # the last user has ended it
