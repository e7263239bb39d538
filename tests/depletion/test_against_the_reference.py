"""Refusals on which the engine and the reference once differed."""

from __future__ import annotations

import pytest

from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.positions import scripted
from tests.refusals.judging import Tally, judge
from tests.refusals.material import material

HARBOUR = scripted({"0101": "2 archers, 1 peasant", "0201": "1 galley"}, map=".  ~  .\n  .  .  .")
TREBUCHETS = scripted({"0101": "1 trebuchet", "0201": "1 trebuchet"}, pace="per_unit")
SHORE = scripted({"0201": "1 archer"}, {"0402": "1 archer"}, map=".  .  ~  .\n  .  .  .  .")
GALLEYS = scripted({"0101": "1 galley", "0201": "1 galley"}, map="~  ~  ~")
HOMES = scripted(
    {"0101": "1 swordsman, 1 unpacked trebuchet"},
    map=".  .  ^  .\n  .  .  .  .",
    pace="per_unit",
    castles={"red": ["0201", "0301"]},
)
FERRIES = scripted(
    {"0101": "6 archers", "0202": "1 galley"}, map=".  ~  .\n  .  ~  .", castles={"red": ["0301"]}, army_size=6
)
SWITCH = scripted({"0101": "1 spearman, 1 trebuchet"})
DROPPED = scripted({"0101": "1 galley"}, map="~  ~  .\n  .  .  .")

CASES = [
    pytest.param(DROPPED, "0101[-1 galley]-0201-0101[+1 galley]-0102", id="units dropped before are not picked up"),
    pytest.param(HARBOUR, "0101-0201-0301 ferry 0201(1 peasant) march", id="a named seat leaves too few"),
    pytest.param(SWITCH, "0101-0201-0301 pack 1 unpack 1 march", id="nothing is packed, one is unpacked"),
    pytest.param(TREBUCHETS, "0101-0201[+1 trebuchet] unpack 1", id="one that joins at the end is unpacked"),
    pytest.param(SHORE, "0101-0201[+1 archer]-0301", id="nobody sets out, nobody joins"),
    pytest.param(GALLEYS, "0101-0201[+1 galley] ferry 0201(1 galley)", id="one that joins at the end is counted"),
    pytest.param(
        FERRIES, "0101(3 archers)-0201-0301; 0101(3 archers)-0201-0301", id="too few seats for one of two groups"
    ),
    pytest.param(HOMES, "0101-0201[-1 swordsman]-0301-0401-0402 march", id="the free entry that saves most"),
]


@pytest.mark.parametrize(("position", "action"), CASES)
def test_the_reference_agrees(position: DepletionPosition, action: str) -> None:
    tally = Tally()
    judge(material("depletion"), position, position.system.parse(position, f"red: {action}"), tally)
    assert tally.refusals == 1
    assert not tally.complaints
