"""Play by link: a board's message opens the game so far, and its answer goes back."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.widget.pages.page import use_player
from tests.widget.page import ask

PAGE = "https://rules.example/lab/play.html"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.pages.page.own_player", PAGE)


def text_of(board: hw.Board) -> str:
    text: str = ask(board, "export", form="game")["text"]
    return text


def opened(text: str) -> hw.Session:
    found = hw.open_link(text)
    assert isinstance(found, hw.Session)
    return found


@pytest.mark.usefixtures("page")
def test_two_players_answer_each_others_links_and_chance_decides_the_same_for_both() -> None:
    session = hw.Session("orders/two-on-one", seed=3)
    session.play("red: 0303 attack 0302")
    session.undo()
    session.play("red: 0402 attack 0302")
    told, _, address = text_of(hw.Board(session)).partition("\n")
    assert (
        told
        == f"Red played attack blue's militia on 0302 with the archer on 0402. {session.position.system.stage(session.position)}"
    )
    assert address.startswith(f"{PAGE}#preview=")
    received = opened(f"{told}\n{address}")
    assert [step.text for step in received.steps] == [
        step.text for step in session.line
    ]  # what was taken back is not sent
    assert (received.position, received.seed) == (session.position, 3)
    for each in (session, received):
        each.play("red: end turn")
        while each.position.to_act == {"red"}:
            each.play("red: end turn")
    assert received.position == session.position
    assert opened(text_of(hw.Board(received))).position == session.position


def test_without_a_page_the_message_is_a_cell() -> None:
    session = hw.Session("rondel/inland-sea", seed=1)
    text = text_of(hw.Board(session))
    assert text.startswith("# Round 1: Romans move their marker\nhw.Board(hw.open_link(")
    board: hw.Board = eval(text.partition("\n")[2])  # noqa: S307  (what we have written ourselves)
    assert board.session.position == session.position


@pytest.mark.usefixtures("page")
@pytest.mark.parametrize(("name", "action"), [("plotted/the-ford", "red: march 0402-0403"), ("frontiers/opening", "")])
def test_a_game_with_hidden_things_is_refused(name: str, action: str) -> None:
    session = hw.Session(name, seed=1)
    if action:
        session.play(action)
    reply = ask(hw.Board(session), "export", form="game")
    assert "it hides things from players, and a link shows them to everybody" in reply["error"]
    assert "text" not in reply


def test_a_page_says_where_it_lies() -> None:
    try:
        use_player(PAGE)
        assert ask(hw.Board("rondel/inland-sea"), "export", form="address")["text"].startswith(f"{PAGE}#preview=")
        with pytest.raises(hw.InputError, match="no address of a page"):
            use_player("javascript:alert(1)")
    finally:
        use_player("")
