"""Roles: a spectator, a player and the referee may each send their list of intents, and nothing else has an effect."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.widget.connections.intents import INTENTS, MAY, ROLES, Role
from hexwidget.widget.connections.line import LineBoard
from tests import inside
from tests.amounts import examples
from tests.widget.page import Page, sample
from tests.widget.viewers import Ear

ARGS: dict[str, list[dict[str, Any]]] = {
    "hello": [{}], "load": [{}], "choose": [{"draft": {"army": "0102"}}, {"draft": {}}],
    "confirm": [{"draft": {"army": "0102", "to": "0101"}}, {"draft": {"pass": True}}, {"draft": {}}],
    "undo": [{}], "redo": [{}], "goto": [{"step": 0}, {"step": 1}], "set_rolls": [{"by_hand": True}],
    "explain": [{"space": "0502"}], "try": [{"draft": {}, "to": {"army": "0104"}}], "hover": [{"space": "0101"}, {"space": None}],
    "view": [{"player": None}, {"player": "red"}, {"player": "blue"}], "read_clause": [{"clause": "D1.1"}], "list_events": [{"step": 0}],
    "play": [{"action": "red: pass"}, {"action": "blue: pass"}, {"action": "pass"}, {"action": "die: 6"}],
    "compose": [{"action": "red: pass"}], "picture": [{"theme": "dark"}], "suggest": [{"on": False}],
    "edit": [{"on": True}], "paint": [{"brush": "forest", "spaces": ["0101"], "player": None}],
    "change": [{"setting": "turn", "value": "blue"}], "lay": [{"image": "data:,"}], "place": [{"x": 0, "y": 0}],
    "export": [{"form": "python"}], "draw": [{"brush": "note", "spaces": ["0101"], "text": "here"}],
    "write": [{"part": "title", "text": "Mine"}], "resize": [{"edge": "top", "by": 1}], "blank": [{"columns": 4, "rows": 4}],
    "colour": [{"player": "red", "colour": "purple"}, {"player": "red", "colour": ""}],
    "rename": [{"player": "blue", "called": "green"}, {"player": "red", "called": ""}],
    "ask": [{"about": "kind", "text": "mark"}], "show": [{"what": "question"}, {"what": "action"}],
}  # fmt: skip
MESSAGES = st.sampled_from([(name, args) for name, each in ARGS.items() for args in each])


def test_every_intent_belongs_to_roles() -> None:
    assert ARGS.keys() == INTENTS.keys()
    assert MAY["spectator"] < MAY["player"] < MAY["referee"] == {*INTENTS.values()}
    assert {each.name for each in MAY["spectator"]} == {"hello", "load", "hover", "read_clause", "picture"}


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(ROLES), MESSAGES), max_size=12))
@examples(40)
def test_an_intent_does_what_its_role_may_and_nothing_else(messages: list[tuple[Role, tuple[str, Any]]]) -> None:
    session = hw.Session(sample())
    boards = {
        "spectator": LineBoard(session, spectator=True),
        "player": LineBoard(session, "red"),
        "referee": LineBoard(session),
    }
    ears = {role: Ear(board) for role, board in boards.items()}
    for role, (name, args) in messages:
        views = {each: inside.audience(board).player for each, board in boards.items() if each != "referee"}
        before, steps, was = session.step, len(session.steps), {each: len(ear.log) for each, ear in ears.items()}
        may = (
            INTENTS[name] in MAY[inside.audience(boards[role]).role]
        )  # a referee who sees a player's view has that player's role
        ears[role].ask(name, **args)
        reply = ears[role].replies[-1]
        if not may:
            assert (reply["ok"], "board; " in reply["error"]) == (False, True)
        if not may or role == "spectator":
            assert (session.step, len(session.steps)) == (before, steps)
            assert all(len(ears[other].log) == was[other] for other in ears if other != role)
        if role == "player" and session.step is not before:
            assert session.step.action is not None
            assert session.step.action.player == "red"
            assert session.step.parent == before.number
        assert {each: inside.audience(boards[each]).player for each in views} == views
    for board in boards.values():
        board.close()


def test_spectators_see_what_everybody_may_see_and_play_nothing() -> None:
    session = hw.Session("plotted/the-ford", seed=1)
    board = hw.Board(session, spectator=True)
    page = Page(board)
    assert inside.status(board)["whose"] == "The spectators' board"
    assert inside.choices(board)["root"]["prompt"] == "Spectators look on"
    assert (inside.choices(board)["root"]["player"], inside.status(board)["anyView"], board.player) == (None, False, "")
    session.play("blue: all rest")
    assert inside.status(board)["revision"] == 1  # nobody may see it
    session.play("red: all rest")
    assert inside.timeline(board)["events"]
    assert "rest" not in " ".join(step["text"] for step in inside.timeline(board)["steps"])
    assert inside.status(board)["advice"] == "none"
    assert board.position == session.position.observe(None).seen
    assert page.ask("play", action="red: all rest")["error"].endswith(
        "this is the spectators' board; players act on boards of their own"
    )
    for act in (lambda: board.play("red: all rest"), board.undo, board.suggest, board.edit, board.scenario):
        with pytest.raises(hw.InputError):
            act()
    for space in ("0101", "0508"):
        with pytest.raises(hw.InputError, match="nothing to choose\n  Spectators look on"):
            board.select(space)
        with pytest.raises(hw.InputError, match="nothing can be chosen"):
            board.click(space)
    assert "all rest" not in board.to_html()


def test_a_board_has_one_role() -> None:
    session = hw.Session(sample())
    with pytest.raises(hw.InputError, match="give one of `player=` and `spectator=`"):
        hw.Board(session, player="red", spectator=True)
    with pytest.raises(hw.InputError, match="unknown player ''"):
        hw.Board(session, player="")
    board = hw.Board(session, spectator=True)
    with pytest.raises(hw.InputError, match="this is the spectators' board; it shows nobody else's view"):
        board.player = "red"
