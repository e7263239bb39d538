"""`conform` finds every planted fault, and says which promise it breaks, where, and what would be right."""

from __future__ import annotations

import pytest

from hexwidget.testing import CHECKS
from tests.systems.hideout import Hideout
from tests.systems.planted import FAULTS, Fault, found


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
