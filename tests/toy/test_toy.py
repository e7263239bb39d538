"""The toy's clauses, and what it shows of the protocol: each feature that no other system has yet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE, ChanceOutcome, Status
from tests.toy import TOY
from tests.toy.position import ToyPosition

clause = pytest.mark.clause


def night(**more: Any) -> ToyPosition:
    given = {
        "players": ["red", "blue"],
        "couriers": {"red": ["mill", "abbey"], "blue": ["tower", "quay"]},
        "forts": {"blue": ["tower"]},
        "hands": {"red": ["ferry"], "blue": ["gold"]},
        "decks": {"red": ["gold", "plain", "plain"], "blue": ["ferry"]},
    }
    return TOY.position(**(given | more))


def codes(position: ToyPosition, action: str) -> list[tuple[str, str]]:
    return [(f.clause, f.code) for f in position.check(action).findings]


def met(**more: Any) -> ToyPosition:
    """Red and blue have met in the wood, and blue, who has not the initiative, is to decide."""
    return night(**more).apply("red: seal mill-wood").position.apply("blue: seal tower-wood").position


@clause("T1")
@clause("T2")
def test_orders_are_sealed_replaced_and_carried_out_at_once() -> None:
    position = night()
    assert position.to_act == {"red", "blue"}
    once = position.apply("red: seal mill-wood").position
    again = once.apply("red: seal mill").position
    assert once.to_act == again.to_act == {"blue"}
    assert again.sealed == (("mill",), None)
    done = again.apply("blue: seal quay")
    assert [e.kind for e in done.events] == ["sealed", "stayed", "stayed"]
    assert done.position.to_act == CHANCE


@clause("T2", bars=True)
def test_an_order_is_for_an_own_courier_and_a_neighbour() -> None:
    assert codes(night(), "red: seal wood") == [("T2", "no_courier")]
    assert codes(night(), "red: seal mill-quay") == [("T2", "not_adjacent")]


@clause("T3")
def test_a_ferry_takes_a_courier_across() -> None:
    position = night(couriers={"red": ["wood"], "blue": ["quay"]})
    after = position.apply("red: seal wood-ford").position.apply("blue: seal quay").position
    assert after.hands[0] == ()


@clause("T3", bars=True)
def test_without_a_ferry_rivers_bar() -> None:
    assert codes(night(hands={}), "red: seal mill-abbey") == [("T3", "no_ferry"), ("T5", "own_courier")]


@clause("T4")
def test_own_forts_do_not_bar() -> None:
    assert codes(night(forts={"red": ["wood"]}), "red: seal mill-wood") == []


@clause("T4", bars=True)
@clause("T8")
def test_a_fort_bars_and_in_the_dark_nobody_knows() -> None:
    position = night(couriers={"red": ["wood"], "blue": ["quay"]}, forts={"blue": ["tower"]})
    assert codes(position, "red: seal wood-tower") == [("T4", "fort")]
    assert codes(position.observe("red").seen, "red: seal wood-tower") == [("T4", "fort")]
    dark = night(couriers={"red": ["mill"], "blue": ["quay"]}, forts={"blue": ["ford"]})
    # From the mill the ford is not seen; what lies there is unknown, to red and in what red is told.
    seen = dark.observe("red").seen
    assert seen.forts == ()
    assert (seen.couriers, dark.observe(None).seen.couriers) == (((0, 0),), ())
    lit = night(fog="off", couriers={"red": ["mill"], "blue": ["quay"]})
    assert lit.observe("red").seen.couriers == lit.couriers


def test_an_unknown_verdict_says_what_cannot_be_seen() -> None:
    """Seen from a spectator's place nothing is lit, and every order of red's is unknown."""
    seen = night().observe(None).seen
    own = night(couriers={"red": ["mill"], "blue": ["quay"]}).observe("red").seen
    assert own.check("red: seal mill-wood").status is Status.LEGAL
    blind = TOY.position(**{**TOY.to_json(night()), "couriers": {"red": ["mill"], "blue": ["quay"]}}).seen_by(1)
    assert blind.couriers == ((5, 1),)
    assert seen.check("red: seal mill-wood").status is Status.ILLEGAL  # no courier is seen there


@clause("T5")
def test_two_couriers_of_different_players_may_stand_together() -> None:
    assert met().meetings == (1,)


@clause("T5", bars=True)
def test_one_courier_of_a_player_a_province() -> None:
    assert codes(night(), "red: seal mill-abbey") == [("T5", "own_courier")]


@clause("T6")
def test_a_meeting_demands_a_decision_of_the_other_player() -> None:
    position = met()
    assert position.to_act == {"blue"}
    assert [str(a) for a in position.legal_actions("blue")] == ["withdraw", "bribe"]
    bribed = position.apply("bribe")
    assert bribed.position.couriers_of(0) == [3]
    assert bribed.position.hands[1] == ()
    assert position.apply("withdraw").position.couriers_of(1) == [5]


@clause("T6", bars=True)
def test_nobody_else_decides_and_a_bribe_takes_gold() -> None:
    assert codes(met(), "red: withdraw") == [("T6", "others_decision")]
    assert codes(met(hands={}), "blue: bribe") == [("T6", "no_gold")]
    assert codes(met(), "red: seal abbey") == [("T6", "meeting_first")]
    assert codes(night(), "red: withdraw") == [("T6", "no_meeting")]


@clause("T7")
def test_draws_are_chance_nodes_with_exact_odds() -> None:
    position = met().apply("withdraw").position
    assert position.to_act == CHANCE
    node = position.chance
    assert node is not None
    assert node.probabilities == {"gold": Fraction(1, 3), "plain": Fraction(2, 3)}
    after = position.apply(ChanceOutcome("red's deck", "gold"))
    assert after.position.hands[0] == ("ferry", "gold")
    assert [(e.text, e.visible_to) for e in after.events] == [
        ("red draws a card", None), ("it is gold", ("red",)),
    ]  # fmt: skip


@clause("T9")
def test_rounds_pass_and_more_couriers_win() -> None:
    position = night(rounds=1, decks={}, couriers={"red": ["mill", "abbey"], "blue": ["quay"]})
    end = position.apply("red: seal mill").position.apply("blue: seal quay").position
    assert str(end.outcome) == "red has more couriers (T9)"
    assert end.to_act == frozenset()
    # A player does not see how many the other has: it is the referee who counts.
    assert end.observe("blue").seen.outcome.text == "the last round is over, and the referee counts"


@clause("T9", bars=True)
def test_after_the_end_nothing_is_ordered() -> None:
    over = night(round=5)
    assert codes(over, "red: seal mill") == [("T9", "over")]


# ---------------------------------------------------------------- sealed, on the wire
def listening(session: hw.Session, player: str) -> tuple[hw.Board, list[Any]]:
    """A player's board, and everything that it sends from now on."""
    board = hw.Board(session, player=player)
    heard: list[Any] = []
    board.comm.send = lambda data=None, **_: heard.append(data)  # type: ignore[method-assign, union-attr]
    return board, heard


@pytest.mark.parametrize("orders", [["seal quay"], ["seal tower", "seal quay-tower", "seal quay"]])
def test_nobody_learns_that_an_order_was_sealed_or_how_often(orders: list[str]) -> None:
    session = hw.Session(night(forts={}), seed=7, rolls="ask")
    board, heard = listening(session, "red")
    for order in orders:
        if session.position.check(f"blue: {order}"):
            session.play(f"blue: {order}")
    assert heard == []
    assert (board._revision, board.last_action, board.position.sealed) == (1, None, (None, None))
    session.play("red: seal mill")
    assert board._revision == 2
    texts = [s["text"] for s in board._timeline["steps"]]
    assert texts == ["start", "red: seal mill"]
    # What red is told does not depend on how often blue replaced an order.
    assert board._timeline["current"] == 1
    board.close()


def test_a_hidden_draw_is_told_to_its_player_alone() -> None:
    session = hw.Session(met().apply("withdraw").position, seed=3)
    drawn = [step.chance for step in session.line if step.chance is not None]
    assert [c.source for c in drawn] == ["red's deck", "blue's deck"]
    for player, other in (("red", "blue"), ("blue", "red")):
        board = hw.Board(session, player=player)
        told = str((board._timeline, board._state, board._choices, board._status))
        mine = next(c for c in drawn if c.source == f"{player}'s deck")
        assert f"{player}'s deck: {mine.value}" in told
        assert f"{other}'s deck: a card is drawn" in told
        board.close()


def test_a_player_plays_on_their_own_board_and_what_is_barred_in_the_dark_says_no_more() -> None:
    dark = night(couriers={"red": ["mill", "abbey"], "blue": ["quay"]}, forts={"blue": ["wood"]})
    session = hw.Session(dark, seed=1, rolls="ask")
    board = hw.Board(session, player="blue")
    answers: list[Any] = []
    board.send = lambda content, buffers=None: answers.append(content)  # type: ignore[method-assign]

    def send(intent: str, **args: Any) -> Any:
        board._handle_custom_msg(
            {"id": str(len(answers)), "revision": board._revision, "intent": intent, "args": args}, []
        )
        return answers[-1]

    assert not send("draft", draft={"courier": "mill"})["ok"] or board._current is None
    assert send("commit", draft={"courier": "quay", "to": "tower"})["ok"]
    assert session.position.sealed == (None, ("quay", "tower"))
    assert board._current is None
    # The same again changes nothing that anybody sees, and is done all the same.
    assert send("commit", draft={"courier": "quay", "to": "tower"})["ok"]
    for intent, args in (("undo", {}), ("goto", {"step": 0}), ("rolls", {"by_hand": True})):
        assert "blue's board" in send(intent, **args)["error"]
    with pytest.raises(hw.InputError, match="blue's board"):
        board.position = dark
    assert board.position == dark.apply("blue: seal quay-tower").position.observe("blue").seen
    board.close()
