"""`conform` finds every planted fault, and says which promise it breaks, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import MatMap, Zone
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.choices.draft import OrdersDraft
from hexwidget.systems.plotted.fast.enumeration import PlottedActions
from hexwidget.testing import CHECKS, NotConforming, conform
from tests.systems.hideout import HIDEOUT, START, Hideout, HideoutPosition
from tests.systems.planted import FAULTS, PAGE, SHOWN, Fault, found, section, sections


@pytest.mark.slow
def test_the_game_without_a_fault_conforms() -> None:
    assert found(Hideout) == {}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.system.__name__)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    messages = found(fault.system, fault.promise)
    assert fault.promise in messages, messages
    message = messages[fault.promise]
    assert fault.says in message, message
    assert "line " in message or "class " in message, message
    assert "\n  at " in message, message
    if fault in SHOWN:
        assert section(fault) in PAGE.read_text(encoding="utf-8"), "run python -m tests.systems.planted"


def test_every_promise_has_a_planted_fault() -> None:
    assert {check.title for check in CHECKS.values()} - {fault.promise for fault in FAULTS} == set()


def test_the_page_shows_each_promise_and_the_faults_in_their_order() -> None:
    left = PAGE.read_text(encoding="utf-8")
    for part in sections():
        words = part if isinstance(part, str) else f"*Planted:* {part.words}\n\n```text\n"
        assert words in left, "run python -m tests.systems.planted"
        left = left.partition(words)[2]
    assert not left


def test_a_position_that_is_no_value_is_named_with_its_field() -> None:
    with pytest.raises(NotConforming) as broken:
        conform(HIDEOUT, positions=[replace(START, thief=["0101"])])  # type: ignore[arg-type]
    assert "HideoutPosition cannot be hashed: its field 'thief' holds ['0101']" in str(broken.value)
    assert "in hideout.py, class HideoutPosition" in str(broken.value)


@pytest.mark.slow
def test_a_draft_that_lists_less_than_a_further_click_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = PlottedActions.in_draft

    def half(self: PlottedActions, written: OrdersDraft) -> Iterator[Seal]:
        every = list(whole(self, written))
        yield from every[: (len(every) + 1) // 2]

    monkeypatch.setattr(PlottedActions, "in_draft", half)
    with pytest.raises(NotConforming, match=r"comes of a click after Draft\(unit='\d+'\), and is not listed within it"):
        conform(hw.system("plotted"), positions=[hw.scenario("plotted/head-on").position], games=1, steps=6)


class LaterNoValue(Hideout):
    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        return replace(super().follow(position, action, log), thief=["0101"])  # type: ignore[arg-type]


class SaysWords(Hideout):
    @rules.bars("H1")
    def objections(self, position: HideoutPosition, action: Any) -> Iterator[Any]:
        yield "not now"


class WithProvinces(Hideout):
    def to_json(self, position: Any) -> dict[str, Any]:
        zones = MatMap(("table",), [Zone("hand", "Hand", "table", "cell", 0)])
        return super().to_json(replace(position, map=zones))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "title", "says"),
    [
        (LaterNoValue, "positions are values", "its field 'thief' holds ['0101']"),
        (SaysWords, "a game goes on", "expected findings against creep 0101, not 'not now'"),
        (
            WithProvinces,
            "text json and copies round trip",
            "a description holds no MatMap: write `map = ...` in the class",
        ),
    ],
)
def test_a_value_of_a_wrong_type_is_named_with_what_would_be_right(
    system: type[Hideout], title: str, says: str
) -> None:
    assert says in found(system)[title]
    assert ".py, " in found(system)[title]
