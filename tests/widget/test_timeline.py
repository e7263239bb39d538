"""The sentences of a timeline: what is good to know, and what is wrong with a position."""

from __future__ import annotations

import hexwidget as hw
from hexwidget.widget.timeline import timeline
from tests.plotted.positions import scripted


def test_outcomes_of_chance_that_are_known_after_an_undo_are_a_notice_and_no_warning() -> None:
    session = hw.Session(scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"}), seed=1)
    assert timeline(session, None).notice == ""
    session.play("march 0203-0303")
    session.play("blue: march 0503-0403")
    session.undo()
    told = timeline(session, None)
    known = "the die of red's cavalry in the melee of 0303 and 0403: 1, the die of blue's cavalry in the melee of 0403 and 0303: 2"
    assert told.notice == f"if you play on from here, chance decides as before ({known})"
    assert told.warning == ""
    assert timeline(session, "red").notice == ""


def test_a_position_that_breaks_a_clause_is_a_warning() -> None:
    session = hw.Session(scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"}))
    described = session.position.system.to_json(session.position) | {"costs": {"plains": None}}
    session.edit(session.position.system.from_json(described, strict=False))
    told = timeline(session, None)
    assert told.warning == "the position as it was set breaks P1.5: red's cavalry stands on plains"
    assert told.notice == ""


def test_the_headline_tells_the_weightiest_event() -> None:
    session = hw.Session(scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"}), seed=1)
    session.play("march 0203-0303")
    session.play("blue: march 0503-0403")
    told = timeline(session, None)
    assert told.events[told.outcome].kind == "lost"
    session.goto(1)
    told = timeline(session, "red")
    assert (told.outcome, told.events[0].kind) == (0, "sealed")
