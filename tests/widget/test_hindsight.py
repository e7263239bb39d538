"""A review of the game on its board: the entry of the menu, the moments beside the board, and trying them again there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import policies
from hexwidget.play import Session
from hexwidget.widget.activity import HINDSIGHT
from tests import inside
from tests.lessons.review.reviewed import reviewed_game
from tests.secrets.seats import Seat


@pytest.fixture
def played() -> Session:
    session = reviewed_game(hw.scenario("rondel/two-ways-to-pay").position, 1)
    session.undo()
    return session


@pytest.fixture
def over() -> Session:
    session = reviewed_game(hw.scenario("plotted/archers-march").position, 1)
    assert not session.position.to_act
    return session


def offered(board: Any) -> dict[str, str]:
    """The choices about the review, by what they do."""
    now = inside.current(board) or inside.choices(board)["root"]
    return {each["value"]: each["label"] for each in now["options"] if each["slot"] == HINDSIGHT}


def choose(seat: Seat, wish: str) -> None:
    now = inside.current(seat.board) or inside.choices(seat.board)["root"]
    option = next(each for each in now["options"] if each["slot"] == HINDSIGHT and each["value"] == wish)
    seat.ask("choose", draft=option["leadsTo"])


def go_back(seat: Seat) -> None:
    back = next(each for each in inside.choices(seat.board)["root"]["options"] if each["label"] == "Back to the game")
    seat.ask("choose", draft=back["leadsTo"])


def headings(board: Any) -> list[str]:
    return [each["heading"] for each in inside.status(board)["said"]]


def test_the_menu_offers_a_review_at_the_end_and_to_a_referee_who_looks_back(played: Session, over: Session) -> None:
    assert offered(Seat.at(played, None).board) == {"begin": "Review romans' game"}
    assert offered(Seat.at(played, "greeks").board) == {}
    assert offered(Seat.at(played.at(played.step.number).so_far(), None).board) == {}  # it goes on
    assert offered(Seat.at(over, None).board) == {"begin": "Review red's game"}
    assert offered(Seat.at(over, "blue").board) == {"begin": "Review the game"}
    assert offered(Seat.at(over, None, spectator=True).board) == {}


@pytest.mark.slow
def test_the_moments_stand_beside_the_board(over: Session) -> None:
    seat, found = Seat.at(over, "red"), hw.review(over, "red", progress=False)
    choose(seat, "begin")
    assert [each.title for each in found.moments] == [each for each in headings(seat.board) if "at step" in each]
    assert set(offered(seat.board)) == {"again", "close"}  # the own game only
    choose(seat, "close")
    assert headings(seat.board) == []
    assert set(offered(seat.board)) == {"begin"}


@pytest.mark.slow
def test_moments_are_tried_again_on_the_board(played: Session) -> None:
    seat, found = Seat.at(played, None), hw.review(played, "romans", progress=False)
    step = played.step.number
    choose(seat, "begin")
    choose(seat, "again")
    part = found.course().parts[0]
    assert seat.board.position == part.position
    assert part.title in headings(seat.board)[0]
    inside.activity(seat.board).present.play(None, part.key)
    assert "Right." in " ".join(headings(seat.board))
    go_back(seat)
    assert (seat.board.session, played.step.number) == (played, step)
    assert set(offered(seat.board)) == {"again", "close", "begin"}


@pytest.mark.slow
def test_a_review_without_moments_says_how_it_looked() -> None:
    session = Session("depletion/first-steps", seed=1)
    session.play("pass")
    session.undo()
    seat = Seat.at(session, None)
    choose(seat, "begin")
    (size,) = inside.status(seat.board)["said"]
    assert size["heading"] == "Red's game: no moments"
    assert [line["text"] for line in size["lines"]][:1] == [hw.review(session, "red", progress=False).note]


@pytest.mark.slow
def test_opponents_wait_while_moments_are_tried_again(over: Session) -> None:
    policy = policies.search(iterations=1)
    seat = Seat.at(over, None, opponents={"blue": policy})
    choose(seat, "begin")
    choose(seat, "again")
    assert seat.board.opponents is None
    go_back(seat)
    assert (seat.board.session, seat.board.opponents.policies) == (over, {"blue": policy})
    assert set(offered(seat.board)) == {"again", "close"}


@pytest.mark.slow
def test_the_board_answers_while_the_review_is_made(played: Session) -> None:
    async def work() -> list[str]:
        seat = Seat.at(played, None)
        choose(seat, "begin")
        bars = []
        while not any("at step" in each for each in headings(seat.board)):
            bars += [each["counted"] for each in inside.status(seat.board)["said"]]
            seat.ask("hello")
            await asyncio.sleep(0.01)
        return bars

    bars = asyncio.run(asyncio.wait_for(work(), 120))
    assert bars[0] == "0 % done"
    assert len(set(bars)) > 3


@pytest.mark.slow
def test_another_player_is_next_on_the_referees_board(played: Session) -> None:
    seat = Seat.at(played, None)
    assert offered(seat.board)["begin"] == "Review romans' game"
    choose(seat, "begin")
    assert offered(seat.board)["begin"] == "Review greeks' game"
    choose(seat, "begin")
    assert headings(seat.board)[0].startswith("Greeks' game: ")
