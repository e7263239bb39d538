"""Work is bounded on positions with more maneuvers than anyone lists."""

from collections import deque
from collections.abc import Mapping
from itertools import islice
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import AtLeast
from tests.amounts import chances, many
from tests.depletion.anything import scattered
from tests.depletion.positions import scripted
from tests.systems.counting import calls_of

CROWDED = (
    "../.&/~# even-r red,blue red:0101=1spearman+1swordsman,0201=1peasant+1archer+1trebuchet,"
    "0202=1spearman+1cavalry,0101=city red round=2 pace=per_unit rounds=2"
)
STUCK = ".../... odd-r red,blue red:0101=9spearmen+28swordsmen+27trebuchets,0102=city red pace=per_unit army_size=99"
"""Units of which most must be dropped before the others can go on."""
FERRIED = (
    ".~~.==~=~. odd-q red red:0101=24archers,0201=21peasants+6galleys,0301=12peasants+43galleys,0701=15peasants+5galleys,"
    "0801=43galleys*1,0901=48peasants+30galleys,1001=10peasants+10archers red pace=per_unit army_size=99"
)
"""Many units that ride or wade, and land in few places."""
MOST_CALLS = {"pick": 2_000, "sample": 100_000, "first 1,000": 1_600_000}
"""The calls of the engine's functions on a crowded position; a search for all maneuvers makes many millions."""
MOST_CALLS_ANYWHERE = {"pick": 2_000, "sample": 4_000_000, "first 1,000": 6_000_000}
"""The same on a position at random, where a sample of corps may begin twenty times as many setups."""


def _takes_little_work(position: hw.rules.Position, seed: int, most: Mapping[str, int]) -> None:
    listed = position.legal_actions()
    calls_of(lambda: listed.pick(Random(seed)), most["pick"])
    calls_of(lambda: listed.sample(Random(seed)), most["sample"])
    calls_of(lambda: deque(islice(listed, 1_000), maxlen=1), most["first 1,000"])


@pytest.mark.slow
@pytest.mark.parametrize("text", [CROWDED, STUCK, FERRIED])
def test_a_crowded_position_takes_little_work(text: str) -> None:
    _takes_little_work(hw.system("depletion").read(text), 0, MOST_CALLS)


@pytest.mark.slow
def test_a_position_at_random_takes_little_work() -> None:
    for number in range(many(4, 300)):
        rng = chances("depletion", number, "work")
        columns, rows = rng.choice([(2, 2), (3, 2), (8, 5), (40, 1)])
        position = scattered(rng, columns=columns, rows=rows, most_units=rng.choice([12, 60]))
        if position.to_act and position.chance is None:
            _takes_little_work(position, number, MOST_CALLS_ANYWHERE)


def test_a_sample_of_a_crowded_position_is_legal() -> None:
    actions = hw.system("depletion").read(CROWDED).legal_actions()
    assert actions.sample(Random(0)) in actions


@pytest.mark.slow
def test_a_crowded_position_is_listed_lazily_and_counted_in_part() -> None:
    actions = hw.system("depletion").read(CROWDED).legal_actions()
    assert len(set(islice(actions, 1_000))) == 1_000
    assert isinstance(actions.count(), AtLeast)


@pytest.mark.slow
def test_some_of_a_crowded_position_take_little_work_and_say_that_there_are_more() -> None:
    actions = hw.system("depletion").read(FERRIED).legal_actions()
    found: list[hw.rules.Action] = []
    calls_of(lambda: found.extend(actions.some(1_000)[0]), MOST_CALLS["sample"])
    assert found
    assert not actions.some(1_000)[1]
    assert found == [*islice(actions, len(found))]


@pytest.mark.slow
def test_units_that_have_to_come_back_take_little_work() -> None:
    """Soldiers on an island that come to no other land: for each tour there are hundreds of groups, and a few dozen results in all."""
    army = {"0101": "2 archers, 2 swordsmen, 2 cavalry, 2 peasants", "0201": "1 galley", "0301": "1 galley"}
    position = scripted(army, map=". ~ ~ ~", cubes={"0201": 1, "0301": 1}, army_size=12, pace="per_unit")
    listed: list[hw.rules.Action] = []
    calls_of(lambda: listed.extend(position.legal_actions()), 150_000)
    assert len({position.apply(action).position for action in listed}) == len(listed) == 40
