"""Fixtures of the tests of traits, links and observers."""

from __future__ import annotations

from collections.abc import Iterator

import comm
import pytest

import hexwidget as hw
from tests.widget.wire import Line, stepped


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards keep the messages to their page."""
    monkeypatch.setattr(comm, "create_comm", Line)


@pytest.fixture
def board(line: None) -> Iterator[hw.Board]:
    """A board at step 1 of 3."""
    with stepped() as made:
        yield made
