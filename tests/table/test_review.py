"""Reviews at a table: a player's own game at its end, the referee's of any game before it, each made in other processes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.play import Session
from hexwidget.serving.links import Place
from hexwidget.table.storage import open_table
from hexwidget.table.table import Table
from hexwidget.widget.activity import HINDSIGHT
from tests import inside
from tests.lessons.review.reviewed import reviewed_game
from tests.table.test_table import seated
from tests.table.test_thinking import dies, played, until
from tests.widget.viewers import Ear


def offered(ear: Ear) -> dict[str, Any]:
    """The choices about the review, by what they do."""
    found = inside.activity(ear.board).choices(hw.rules.Draft()).options
    return {each.value: each for each in found if each.slot == HINDSIGHT}


def choose(ear: Ear, wish: str) -> None:
    ear.ask("choose", draft=dict(offered(ear)[wish].leads_to))
    assert ear.replies[-1]["ok"], ear.replies[-1]


def headings(ear: Ear) -> list[str]:
    return [each.heading for each in inside.activity(ear.board).present.said()]


async def reviewed(ear: Ear) -> None:
    choose(ear, "begin")
    await until(lambda: any("moment" in each for each in headings(ear)))


def ended(name: str = "plotted/archers-march") -> Session:
    session = reviewed_game(hw.scenario(name).position, 1)
    assert not session.position.to_act
    return session


@pytest.mark.slow
def test_a_player_reviews_the_own_game_while_others_are_answered() -> None:
    async def game() -> None:
        session = ended()
        table = Table(session)
        red, blue, looker = seated(table, "red"), seated(table, "blue"), seated(table, "")
        assert offered(looker) == {}
        choose(red, "begin")
        assert headings(red) == ["The review looks at the game"]
        assert headings(blue) == []
        blue.ask("hello", at="h")
        assert [reply["id"] for reply in blue.replies] == ["h"]
        bars = set[str]()
        while "close" in offered(red) and "again" not in offered(red):
            bars |= {each.counted for each in inside.activity(red.board).present.said()}
            await asyncio.sleep(0.01)
        assert len(bars) > 3
        found = hw.review(session, "red", progress=False)
        assert [each for each in headings(red) if "at step" in each] == [each.title for each in found.moments]
        assert (
            str(found.moments[0].sentences[0].text) in seated(table, "red").log[0]
        )  # a page that is loaded again shows it
        table.close()

    played(game())


@pytest.mark.slow
def test_a_review_is_there_again_after_a_restart_until_it_is_closed(tmp_path: Path) -> None:
    start, shown = hw.scenario("plotted/archers-march").position, list[list[str]]()

    async def game(wish: str = "") -> None:
        kept = open_table(tmp_path, "march", start)
        if not wish:
            for each in ended().line[1:]:
                kept.session.play(each.action) if each.action else kept.session.roll(
                    str(each.chance and each.chance.value)
                )
        table = Table(kept.session, kept=kept)
        red = seated(table, "red")
        if not wish:
            choose(red, "begin")
        await until(lambda: any("moment" in each for each in headings(red)))
        shown.append(headings(red))
        if wish:
            choose(red, wish)
        table.close()

    played(game())
    played(game("close"))
    assert shown[0] == shown[1]
    kept = open_table(tmp_path, "march", start)
    table = Table(kept.session, kept=kept)
    assert headings(seated(table, "red")) == []
    table.close()


def test_a_player_reads_no_path_where_a_review_cannot_be_noted(tmp_path: Path) -> None:
    start = hw.scenario("plotted/archers-march").position

    async def game() -> None:
        kept = open_table(tmp_path, "march", start)
        for each in ended().line[1:]:
            kept.session.play(each.action) if each.action else kept.session.roll(str(each.chance and each.chance.value))
        table = Table(kept.session, kept=kept)
        red = seated(table, "red")
        (tmp_path / "march.game.json").mkdir()
        red.ask("choose", draft=dict(offered(red)["begin"].leads_to))
        assert not red.replies[-1]["ok"]
        assert str(tmp_path) not in "".join(red.log)
        table.close()

    played(game())


@pytest.mark.slow
def test_moments_are_tried_again_at_a_table() -> None:
    async def game() -> None:
        session = ended()
        step = session.step
        table = Table(session)
        red, blue = seated(table, "red"), seated(table, "blue")
        await reviewed(red)
        choose(red, "again")
        part = hw.review(session, "red", progress=False).course().parts[0]
        assert red.board.session is not session
        assert blue.board.session is session
        inside.activity(red.board).present.play(None, part.key)
        assert "Right." in " ".join(headings(red))
        back = next(
            each for each in inside.activity(red.board).choices(hw.rules.Draft()).options if "Back" in each.label
        )
        red.ask("choose", draft=dict(back.leads_to))
        assert red.board.session is session
        assert session.step is step
        assert set(offered(red)) == {"again", "close"}
        table.close()

    played(game())


@pytest.mark.parametrize(("place", "before", "after"), [("red", False, True), ("", False, False), (None, True, True)])
def test_players_review_at_the_end_and_the_referee_at_any_time(place: Place, before: bool, after: bool) -> None:
    async def game() -> None:
        table = Table(reviewed_game(hw.scenario("depletion/first-steps").position, 1, steps=3))
        ear = seated(table, place)
        assert bool(offered(ear)) == before
        seated(table, "blue").board.answer({"method": "none"}, ear)
        table.handle(
            {"table": "resign"}, next(viewer for viewer, at in inside.table_viewers(table).items() if at == "blue")
        )
        assert bool(offered(ear)) == after
        table.close()

    played(game())


@pytest.mark.slow
def test_a_review_that_fails_says_so_and_a_closed_one_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        table = Table(ended())
        red = seated(table, "red")
        choose(red, "begin")
        choose(red, "close")
        task = inside.task(inside.activity(red.board).hindsight)
        await until(task.done)
        assert headings(red) == []
        monkeypatch.setattr("hexwidget.lessons.review.reviewer.first_look", dies)
        choose(red, "begin")
        await until(lambda: headings(red) == ["The review failed"])
        choose(red, "close")
        assert set(offered(red)) == {"begin"}
        table.close()

    played(game())
