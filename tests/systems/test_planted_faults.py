"""`conform` finds every planted fault, and says which promise it breaks, where, and what would be right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwidget.testing import CHECKS, NotConforming, conform
from tests.systems.hideout import HIDEOUT, START, Hideout
from tests.systems.planted import FAULTS, PAGE, Fault, found, page


def test_the_game_without_a_fault_conforms() -> None:
    assert found(Hideout) == {}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.system.__name__)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    messages = found(fault.system)
    assert fault.promise in messages, messages
    message = messages[fault.promise]
    assert fault.says in message, message
    assert "line " in message or "class " in message, message
    assert "\n  at " in message, message


def test_every_promise_has_a_planted_fault() -> None:
    assert {check.title for check in CHECKS.values()} - {fault.promise for fault in FAULTS} == set()


def test_the_page_shows_what_conform_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.systems.planted"


def test_a_position_that_is_no_value_is_named_with_its_field() -> None:
    with pytest.raises(NotConforming) as broken:
        conform(HIDEOUT, positions=[replace(START, thief=["0101"])])  # type: ignore[arg-type]
    assert "HideoutPosition cannot be hashed: its field 'thief' holds ['0101']" in str(broken.value)
    assert "in hideout.py, class HideoutPosition" in str(broken.value)
