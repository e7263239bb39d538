"""Tables without a server: what a place may do, and who is there."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.serving.links import Place
from hexwidget.table.storage import called, places
from hexwidget.table.table import Table, present
from hexwidget.widget.connections.intents import INTENTS, MAY
from tests import inside
from tests.amounts import examples
from tests.widget.test_roles import MESSAGES
from tests.widget.viewers import Ear

START = hw.scenario("depletion/first-steps").position


class Onlooker:
    def put(self, text: str) -> None: ...

    def beat(self, text: str) -> None: ...


def seated(table: Table, place: Place) -> Ear:
    """A viewer at a place of a table."""
    return Ear(table.enter(place, Onlooker()))


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(places(START)[:-1]), MESSAGES), max_size=12))
@examples(40)
def test_no_seat_and_no_spectator_reaches_what_is_the_referees(messages: list[tuple[str, tuple[str, Any]]]) -> None:
    table = Table(hw.Session(START))
    session, ears = table.session, {place: seated(table, place) for place in places(START)}
    for place, (name, args) in messages:
        before, steps = session.step, len(session.steps)
        ears[place].ask(name, **args)
        reply = ears[place].replies[-1]
        role = "player" if place else "spectator"
        assert inside.audience(ears[place].board).role == role
        if INTENTS[name] not in MAY[role] or name == "load":
            assert (reply["ok"], "error" in reply) == (False, True)
            assert (session.step, len(session.steps)) == (before, steps)
        if session.step is not before:
            assert session.step.action is not None
            assert (session.step.action.player, session.step.parent) == (place, before.number)
        assert session.rolls == "auto"
    table.close()


def test_who_is_there_is_told_to_everybody() -> None:
    at = places(START)
    assert [called(place) for place in at] == ["red", "blue", "spectators", "the referee"]
    here = Counter({"red": 1, "": 3, None: 1})
    assert present(at, here, "red") == "You are red. Blue is not here. 3 spectators look on. The referee is here."
    assert (
        present(at, here, "")
        == "You look on. Red is here. Blue is not here. 2 other spectators look on. The referee is here."
    )
    assert present(at, here, None) == "You are the referee. Red is here. Blue is not here. 3 spectators look on."
    assert present(at, Counter({"": 2}), "").endswith("1 other spectator looks on.")
    romans = hw.scenario("rondel/first-maneuver").position.players
    assert "Romans are not here." in present((*romans, "", None), Counter({"": 1}), "")


def test_boards_show_the_words_and_drawings_of_the_scenario() -> None:
    found = hw.scenario("depletion/first-steps")
    assert found.prose
    assert found.prose[:40] in seated(Table(hw.Session(found), found), "red").log[0]
