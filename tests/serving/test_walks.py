"""The way of a message through a server is short."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from tests.serving.walks import PACKAGE, Walk, action_at_a_table, answer_in_a_class, measured

LONGEST_MODULE = 500


@pytest.mark.slow
@pytest.mark.parametrize(("walk", "most"), [(action_at_a_table, 14), (answer_in_a_class, 13)])
def test_few_files_are_on_the_way_of_a_message(walk: Callable[[Path], Awaitable[Walk]], most: int) -> None:
    found = measured(walk).files
    assert "serving/app.py" in found
    assert len(found) <= most, sorted(found)
    own = [file for file in found if file.partition("/")[0] in ("serving", "table", "classroom", "store")]
    lengths = {file: len((Path(PACKAGE) / file).read_text(encoding="utf-8").splitlines()) for file in own}
    assert max(lengths.values()) <= LONGEST_MODULE, lengths
