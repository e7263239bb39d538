"""Fixtures of the tests of traits, links and observers."""

from __future__ import annotations

from collections.abc import Iterator

import comm
import ipywidgets
import pytest

import hexwidget as hw
from tests.widget.wire import Line, stepped


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Boards keep the messages to their page. All widgets of the test are closed: a link that outlives its board ends the embedding of
    every other widget with an error."""
    monkeypatch.setattr(comm, "create_comm", Line)
    made: list[ipywidgets.Widget] = []
    ipywidgets.Widget.on_widget_constructed(made.append)
    yield
    ipywidgets.Widget.on_widget_constructed(None)
    for widget in made:
        widget.close()


@pytest.fixture
def board(line: None) -> Iterator[hw.Board]:
    """A board at step 1 of 3."""
    with stepped() as made:
        yield made
