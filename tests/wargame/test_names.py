"""The sentences of a wargame call units by their names, never by their identifiers alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.scaffold.wargame.my_game import START
from hexwidget.wargame import Assault, Move
from tests.amounts import examples
from tests.lessons.review.reviewed import counters
from tests.wargame.small import LAND, SmallPosition, Unit

CROSSROADS, THREE_TOWNS = counters()[:2]
PLACES = ["0201", "0301", "0202", "0302", "0502", "0402"]
SMALL = SmallPosition(
    map=LAND,
    players=("ann", "ben"),
    units=tuple(Unit(id=f"{'ab'[n % 2]}{n}", owner=n % 2, at=at) for n, at in enumerate(PLACES)),
)
STARTS: dict[str, Any] = {"crossroads": CROSSROADS, "three towns": THREE_TOWNS, "scaffold": START, "small": SMALL}


def sentences(position: Any, rng: Random) -> Iterator[str]:
    """The sentences about a position: its actions, what is against some moves, and what the board says to the player who acts."""
    player = min(position.to_act)
    actions = [*position.legal_actions(player)]
    for action in rng.sample(actions, min(4, len(actions))):
        yield position.system.in_words(position, action)
        yield position.system.told(position, action, player)
    for _ in range(3):
        verdict = position.check(Move(player, rng.choice(position.units).id, rng.choice([*position.map.names()])))
        yield from [finding.text for finding in verdict.findings]
        yield from [remedy.text for remedy in verdict.remedies]
    choices, steps = position.choices(), 0
    while True:
        yield from [choices.prompt, choices.deed, *[choice.label for choice in choices.options]]
        yield from [forecast.title for forecast in choices.forecasts]
        yield from [arrow.label for arrow in choices.arrows]
        if not choices.options or steps == 3:
            break
        choices, steps = position.choices(draft=rng.choice(choices.options).leads_to), steps + 1


@pytest.mark.parametrize("name", STARTS)
@given(seed=st.integers(0, 2**32))
@examples(12)
def test_a_sentence_names_units(name: str, seed: int) -> None:
    position, rng = STARTS[name], Random(seed)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Unit, "__str__", lambda unit: f"company {unit.id}")
        for _ in range(rng.randrange(40)):
            if not position.to_act:
                break
            names = {unit.id: str(unit) for unit in position.units}
            if node := position.chance:
                done: Any = node.sample(rng)
                said = list[str]()
            else:
                done, said = position.legal_actions().pick(rng), [*sentences(position, rng)]
            applied = position.apply(done)
            for text in [*said, *[event.text for event in applied.events]]:
                left = re.sub("|".join(names.values()), "", text, flags=re.IGNORECASE)
                assert not {*re.findall(r"\w+", left)} & names.keys(), text
            position = applied.position


def test_several_units_are_a_list_in_a_sentence() -> None:
    action = Assault("ann", "0301", ("a0", "a2"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Unit, "__str__", lambda unit: f"company {unit.id}")
        assert SMALL.system.in_words(SMALL, action) == "attack 0301 with company a0 and company a2"


@pytest.mark.parametrize("name", STARTS)
def test_the_nearest_legal_action_is_said_in_words_and_as_it_is_typed(name: str) -> None:
    position, said = STARTS[name], 0
    for unit in position.of(position.turn):
        for there in position.map.names():
            verdict = position.check(Move(position.players[position.turn], unit.id, there))
            if (nearest := verdict.nearest_remedy) is not None:
                said += 1
                assert str(nearest.action) in str(verdict)
                assert str(unit) in str(verdict)
    assert said
