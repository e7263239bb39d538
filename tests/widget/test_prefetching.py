"""Choices that travel ahead of clicks: after the position is shown, between messages, and only for the position that is shown."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from sys import getsizeof
from typing import Any
from weakref import ref

import pytest

import hexwidget as hw
from hexwidget.rules import Choices, Draft
from hexwidget.widget.prefetching import branches, finish_soon, unfinished
from tests import inside
from tests.depletion.positions import scripted
from tests.widget.page import Page


def crowd() -> hw.Session:
    return hw.Session(
        scripted(
            {"0101": "1 archer", "0103": "1 cavalry", "0501": "2 cavalry"}, {"0503": "1 archer", "0303": "1 archer"}
        )
    )


def drafts(board: hw.Board) -> list[dict[str, Any]]:
    return [branch["draft"] for branch in inside.choices(board)["branches"]]


def all_of(board: hw.Board) -> list[dict[str, Any]]:
    """The drafts that the present position's choices lead to."""
    ask: Callable[[Draft], Choices] = inside.activity(board).choices
    found = branches(ask(Draft()), ask, board.session.position.system.rulebook)
    return [branch["draft"] for branch in found]


def greeted(session: hw.Session) -> hw.Board:
    """A board that a view looks at."""
    board = hw.Board(session)
    inside.receive(board, {"id": "hello", "revision": 1, "intent": "hello", "args": {}})
    return board


async def all_sent(board: hw.Board) -> None:
    """Wait until a board has sent all that goes ahead of clicks."""
    async with asyncio.timeout(60):
        while inside.showing(board).ahead in unfinished:
            await asyncio.sleep(0.01)


def test_without_a_loop_nobody_clicks() -> None:
    board = hw.Board(crowd())
    assert drafts(board) == []
    inside.showing(board).ahead.finish()
    assert drafts(board) == all_of(board)


def test_a_click_shows_the_field_that_went_ahead() -> None:
    board = hw.Board(crowd())
    inside.showing(board).ahead.finish()
    ahead = inside.choices(board)["branches"][0]
    Page(board).ask("choose", draft=ahead["draft"])
    assert inside.current(board)["field"] is ahead["field"]
    shown = inside.activity(board).choices(Draft(ahead["draft"])).field
    assert shown is not None
    assert not inside.steps_walked(shown.reach)  # the routes are written, and the paths that led to them are dropped


def test_records_of_a_type_share_their_keys() -> None:
    """By themselves they would take more than twice the memory."""
    board = hw.Board(crowd())
    inside.showing(board).ahead.finish()
    records = [option for each in inside.choices(board)["branches"] for option in each["options"]]
    assert records
    assert all(getsizeof(record) < getsizeof({**record}) for record in records)


@pytest.mark.slow
def test_before_a_view_greets_only_a_cell_sends_ahead() -> None:
    async def game() -> None:
        board = hw.Board(crowd())
        await asyncio.sleep(0.3)
        assert drafts(board) == []
        assert board.get_state("_patch")["_patch"] is None
        finish_soon(10.0)
        assert drafts(board) == all_of(board)
        assert board.get_state("_patch")["_patch"] is None

    asyncio.run(game())


def test_the_position_is_shown_first_and_what_follows_after_it() -> None:
    async def game() -> None:
        board = greeted(crowd())
        sent: list[Any] = []
        board.comm.publish_msg = lambda _kind, data=None, **_: sent.append(data)
        await all_sent(board)
        assert drafts(board) == all_of(board)
        sent.clear()
        board.play("pass")
        assert drafts(board) == []
        shown = len(sent)
        await all_sent(board)
        assert drafts(board) == all_of(board)
        patches = [message["state"]["_patch"] for message in sent[shown:]]
        assert patches
        assert all(list(patch) == ["_choices"] for patch in patches)
        for change in (patch["_choices"] for patch in patches):
            assert [*change.get("set", {}), *change.get("entries", {})] == ["branches"]

    asyncio.run(game())


def test_what_is_left_is_dropped_when_the_position_moves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.work_queue.SLICE", 0.0)  # a slice for each piece

    async def game() -> None:
        board = greeted(crowd())
        while not drafts(board):
            await asyncio.sleep(0)
        assert len(drafts(board)) < len(all_of(board))
        board.play("pass")
        await all_sent(board)
        assert drafts(board) == all_of(board)
        assert {draft["army"] for draft in drafts(board)} == {"0503", "0303"}

    asyncio.run(game())


def test_the_nearest_come_first() -> None:
    board = hw.Board(crowd())
    message = {"id": "1", "revision": 0, "intent": "hover", "args": {"space": "0104"}}
    inside.receive(board, message)
    inside.showing(board).ahead.finish()
    assert [draft["army"] for draft in drafts(board) if len(draft) == 1] == ["0103", "0101", "0501"]


def test_a_failure_stops_it_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hw.Board(crowd())
    ahead = inside.showing(board).ahead

    def fail(_draft: Draft) -> Choices:
        raise RuntimeError("no choices")

    monkeypatch.setattr(ahead, "ask_choices", fail)
    board.play("pass")
    ahead.finish()
    assert drafts(board) == []
    monkeypatch.undo()
    board.play("pass")
    ahead.finish()
    assert drafts(board) == all_of(board)


def test_a_board_that_is_gone_is_forgotten() -> None:
    async def game() -> None:
        board = greeted(crowd())
        ahead = ref(inside.showing(board).ahead)
        board.close()
        del board
        gc.collect()
        assert ahead() is None
        await asyncio.sleep(0.3)

    asyncio.run(game())
