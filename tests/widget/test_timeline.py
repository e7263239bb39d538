"""The sentences of a timeline: what is good to know, and what is wrong with a position."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.files.annotations import Annotations
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.pages.recording import recording_of, run_to_end
from hexwidget.widget.timeline import Memory, timeline
from tests import inside
from tests.games_of_others.tic_tac_toe import TIC_TAC_TOE
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


@pytest.mark.slow
def test_a_round_begins_where_its_number_is_new() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    assert timeline(session, None).round_began == 0
    for action in ("0203-0303", "blue: pass"):
        session.play(action)
        assert timeline(session, None).round_began == timeline(session, "blue").round_began == 0
    session.play("red: pass")
    told = timeline(session, "red")
    assert (session.position.round, told.round_began, told.depth) == (2, 3, 3)
    for player in (None, "red"):
        frames = run_to_end(recording_of(session, player, Drawings(Annotations())))["frames"]
        assert [frame["_timeline"]["roundBegan"] for frame in frames] == [0, 0, 0, 3]


def test_a_game_without_rounds_has_no_steps_of_a_round() -> None:
    session = hw.Session(TIC_TAC_TOE.position(), seed=1)
    session.play(next(iter(session.position.legal_actions())))
    assert timeline(session, None).round_began == 1


@pytest.mark.slow
def test_a_long_branch_is_shown_where_the_calls_are_nested_deeply(tmp_path: Path) -> None:
    session = hw.Session("depletion/first-steps", journal=tmp_path / "g.jsonl")
    for _ in range(199):
        session.edit(session.position)
    session.goto(0)
    board = hw.Board(session)

    def deep(levels: int) -> None:
        if levels == 0:
            board.play("pass")
            hw.save(board, tmp_path / "s.jsonl")
        else:
            deep(levels - 1)

    deep(500)
    assert [branch["depth"] for branch in inside.timeline(board)["steps"][0]["branches"]] == list(range(1, 200))
    assert hw.load(tmp_path / "s.jsonl").step.number == 200


def test_a_reply_is_the_headline_unless_the_own_outcome_weighs_more() -> None:
    position = hw.system("depletion").position(
        map=". . . . . . . .",
        players=["red", "blue"],
        armies={"red": {"0101": "1 archer"}, "blue": {"0801": "1 peasant"}},
    )
    session = hw.Session(position, seed=1)
    session.play("0101-0201")
    session.play("blue: 0801-0701")
    told = timeline(session, "red")
    assert told.events[told.outcome].text == "Blue's peasant moves from 0801 to 0701 for 1 movement point"
    assert [event.text.split()[0] for event in told.events[told.own :]] == ["Blue's", "A"]
    other = timeline(session, "blue")
    assert (other.own, other.outcome) == (len(other.events), 0)
    assert timeline(session, None).events == other.events
    opposed = timeline(session, None, opponents=["blue"])
    assert (opposed.events, opposed.own) == (told.events, told.own)


def test_the_attack_of_a_computer_is_told_with_its_losses_and_its_own_cubes() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board = hw.Board(session, player="red", opponents={"blue": "greedy"})
    board.play("0203-0303")
    told = timeline(session, "red", ["blue"])
    assert told.events[told.outcome].text == "Red loses 1 peasant on 0402"
    assert [drawn.value for drawn in told.drawn] == ["blue 2, red 0"]
    assert [event.text.split()[0] for event in told.events[: told.own]] == ["Red's", "A"]
    board.play("0306-0406")
    told = timeline(session, "red", ["blue"])
    assert told.events[told.outcome].text == "Red loses 1 cavalry on 0406"


def test_an_own_attack_stays_the_headline_with_its_own_cubes() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    for action in ("red: 0203-0303", "blue: 0702-0701-0601-0502 march", "blue: attack 0402"):
        session.play(action)
    told = timeline(session, "blue")
    assert told.events[told.outcome].text == "Red loses 1 peasant on 0402"
    session.play("red: pass")
    told = timeline(session, "blue")
    assert told.events[told.outcome].text == "Red loses 1 peasant on 0402"
    assert (told.own < len(told.events), [drawn.value for drawn in told.drawn]) == (True, ["blue 2, red 0"])


def test_what_comes_of_orders_given_at_once_is_no_reply() -> None:
    session = hw.Session(scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"}), seed=1)
    session.play("march 0203-0303")
    session.play("blue: march 0503-0403")
    told = timeline(session, "red")
    assert told.events[told.outcome].kind == "lost"
    assert told.own == len(told.events)


@pytest.mark.slow
def test_of_a_long_game_a_board_keeps_the_events_that_it_shows() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    memory = Memory()
    for number in range(60):
        session.edit(session.position) if not session.position.to_act else session.play(
            f"{min(session.position.to_act)}: pass"
        )
        for player in (None, "red", ""):
            told = timeline(session, player, memory=memory)
            assert told == timeline(session, player)
            assert sum(map(len, memory.happened.values())) == len(told.events) or number == 0
