"""Pictures and suggestions at a table are made in other processes, and cost the others nothing."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore.suggesting import Suggesting, Suggestion
from hexwidget.table.table import Table
from hexwidget.widget.advice import suggestion_for
from tests import inside
from tests.table.test_table import seated
from tests.table.test_thinking import dies, played, until
from tests.widget.viewers import Ear

STEPS = hw.scenario("depletion/first-steps").position
pytestmark = pytest.mark.usefixtures("processes")


def soon(*asked: Any) -> Suggestion:
    """A suggestion after a fifth of a second, in place of two."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hexwidget.widget.advice.Suggesting", partial(Suggesting, seconds=0.2))
        return suggestion_for(*asked)


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.advice.suggestion_for", soon)


def advice(ear: Ear) -> str:
    return str(inside.showing(ear.board).state.with_remarks(inside.showing(ear.board).state.status)["advice"])


def heading(ear: Ear) -> str:
    advised = inside.showing(ear.board).state.advised
    return advised.said[0].heading if advised else ""


def test_a_picture_goes_to_its_asker_and_others_are_answered_meanwhile() -> None:
    async def game() -> None:
        table = Table(hw.Session(STEPS))
        red, second, blue = seated(table, "red"), seated(table, "red"), seated(table, "blue")
        red.ask("picture", at="p1", theme="dark")
        red.ask("picture", at="p1", theme="dark")  # the page sends again what is not answered
        red.ask("picture", at="p2", theme="light")
        blue.ask("hello", at="h")
        assert [reply["id"] for reply in blue.replies] == ["h"]
        (refused,) = red.replies
        assert (refused["id"], refused["ok"]) == ("p2", False)
        assert "one is being made; try again in a moment" in refused["error"]
        await until(lambda: len(red.replies) == 2)
        assert red.replies[1]["id"] == "p1"
        assert red.replies[1]["svg"] == inside.sharing(red.board).svg("dark")
        red.ask("picture", at="p3", theme="light")
        await until(lambda: len(red.replies) == 3)
        assert red.replies[2]["svg"] == inside.sharing(red.board).svg("light")
        assert second.replies == []
        table.close()

    played(game())


def test_a_picture_for_somebody_who_has_gone_is_dropped() -> None:
    async def game() -> None:
        table = Table(hw.Session(STEPS))
        red, blue = seated(table, "red"), seated(table, "blue")
        table.enter("red", red)
        red.ask("picture", theme="dark")
        table.leave("red", red)
        assert inside.conversation(red.board).making == {}
        blue.ask("picture", theme="dark")
        await until(lambda: blue.replies)
        assert blue.replies[0]["ok"]
        assert red.replies == []
        table.close()

    played(game())


@pytest.mark.slow
def test_a_picture_that_fails_says_so_and_the_next_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        table = Table(hw.Session(STEPS))
        red = seated(table, "red")
        with monkeypatch.context() as failures:
            failures.setattr(inside.sharing(red.board), "drawing", lambda *_: dies)
            red.ask("picture", theme="dark")
            await until(lambda: red.replies)
        assert not red.replies[0]["ok"]
        assert red.replies[0]["error"]
        red.ask("picture", theme="dark")
        await until(lambda: len(red.replies) == 2)
        assert red.replies[1]["ok"]
        table.close()

    played(game())


@pytest.mark.slow
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("name", ["depletion/first-steps", "rondel/first-maneuver", "plotted/the-ford"])
def test_a_suggestion_is_made_elsewhere_and_chosen_on_the_board(name: str) -> None:
    async def game() -> None:
        session = hw.Session(name)
        table = Table(session)
        player = sorted(session.position.to_act)[0]
        ear, referee = seated(table, player), seated(table, None)
        ear.ask("suggest", on=True)
        assert (advice(ear), heading(ear)) == ("sought", "Suggest a move")
        referee.ask("hello")
        assert referee.replies[0]["ok"]
        await until(lambda: heading(ear).startswith("Suggested: "))
        assert advice(ear) == "offered"
        draft: Any = dict(inside.showing(ear.board).state.draft)
        assert not inside.showing(referee.board).state.draft
        ear.ask("confirm", draft=draft)
        assert heading(ear) == ""
        assert f"Suggested: {session.steps[1].action}" in "".join(ear.log)
        table.close()

    played(game())


@pytest.mark.slow
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("how", ["stopped", "chosen", "played"])
def test_a_suggestion_that_nobody_waits_for_is_dropped(how: str) -> None:
    async def game() -> None:
        session = hw.Session(STEPS)
        table = Table(session)
        red = seated(table, "red")
        red.ask("suggest", on=True)
        sought = inside.advice(red.board).search
        assert sought is not None
        if how == "stopped":
            red.ask("suggest", on=False)
        elif how == "chosen":
            red.ask("choose", draft={"army": "0203"})
        else:
            session.play("0203-0303")
        assert heading(red) == ""
        await until(sought.done)
        assert heading(red) == ""
        assert all(reply["ok"] for reply in red.replies)
        table.close()

    played(game())


@pytest.mark.slow
def test_a_search_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        table = Table(hw.Session(STEPS))
        red = seated(table, "red")
        monkeypatch.setattr("hexwidget.widget.advice.suggestion_for", dies)
        red.ask("suggest", on=True)
        await until(lambda: advice(red) == "offered")
        assert inside.showing(red.board).state.advised is not None
        assert "The search failed" in str(inside.showing(red.board).state.advised.said)
        table.close()

    played(game())
