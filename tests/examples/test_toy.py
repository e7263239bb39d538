"""The toy's clauses, and what it shows of the protocol: each feature that no other system has yet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import hexwidget as hw
from examples.toy import TOY, legality
from examples.toy.position import ToyPosition
from hexwidget.rules import CHANCE, ChanceOutcome, Status
from tests import inside
from tests.widget.page import Page

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
    assert [e.kind for e in done.events] == ["sealed", "carried_out", "stayed", "stayed"]
    assert done.position.to_act == CHANCE


@clause("T1", bars=True)
def test_of_anothers_order_a_player_knows_only_if_it_is_the_time_for_it() -> None:
    verdict = night().observe("red").seen.check("blue: seal quay")
    assert (verdict.status, [(f.clause, f.code) for f in verdict.findings]) == (
        Status.UNKNOWN,
        [("T1", "others_cards")],
    )


@clause("T2", bars=True)
def test_an_order_is_for_an_own_courier_and_a_neighbour() -> None:
    assert codes(night(), "red: seal wood") == [("T2", "no_courier")]
    assert codes(night(), "red: seal mill-quay") == [("T2", "not_adjacent")]


@clause("T3")
def test_a_ferry_takes_a_courier_across() -> None:
    position = night(couriers={"red": ["wood"], "blue": ["quay"]})
    done = position.apply("red: seal wood-ford").position.apply("blue: seal quay")
    assert done.position.hands[0] == ()
    (ferried,) = (event for event in done.events if event.kind == "ferried")
    assert [ferried.is_seen_by(player) for player in position.players] == [True, False]


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
    dark = night(couriers={"red": ["mill"], "blue": ["quay"]}, forts={"blue": ["abbey"]})
    # A river lies between mill and abbey: whether there is a fort cannot be seen across it.
    seen = dark.observe("red").seen
    assert (seen.forts, seen.couriers, dark.observe(None).seen.couriers) == ((), ((0, 0),), ())
    assert codes(dark, "red: seal mill-abbey") == [("T4", "fort")]
    verdict = seen.check("red: seal mill-abbey")
    assert (verdict.status, [(f.clause, f.code) for f in verdict.findings]) == (Status.UNKNOWN, [("T4", "unseen")])
    lit = TOY.position(**{**TOY.to_json(dark), "fog": "off"}).observe("red").seen
    assert codes(lit, "red: seal mill-abbey") == [("T4", "fort")]
    assert lit.couriers == dark.couriers


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
        ("Red draws a card", None), ("It is gold", ("red",)),
    ]  # fmt: skip


@clause("T8")
def test_a_move_is_seen_from_where_both_of_its_provinces_are_seen() -> None:
    start = night(couriers={"red": ["mill"], "blue": ["wood", "quay"]}, forts={})
    done = start.apply("red: seal mill").position.apply("blue: seal wood-mill")
    (moved,) = (event for event in done.events if event.kind == "moved")
    assert moved.is_seen_by("red")  # sees mill and wood, and no other province
    (stayed,) = (event for event in done.events if event.kind == "stayed")
    assert not stayed.is_seen_by("blue")  # another courier may have had the order
    away = start.apply("red: seal mill").position.apply("blue: seal quay-tower")
    assert not any(event.is_seen_by("red") for event in away.events if event.kind == "moved")


@clause("T9")
def test_a_player_without_couriers_has_lost() -> None:
    assert night().outcome is None
    assert str(night(couriers={"red": [], "blue": ["quay"]}).outcome) == "blue has more couriers (T9)"
    assert night(couriers={"red": ["mill"], "blue": ["quay"]}).outcome is None


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
    board.comm.send = lambda data=None, **_: heard.append(data)
    return board, heard


@pytest.mark.parametrize("orders", [["seal quay"], ["seal tower", "seal quay-tower", "seal quay"]])
def test_nobody_learns_that_an_order_was_sealed_or_how_often(orders: list[str]) -> None:
    session = hw.Session(night(forts={}), seed=7, rolls="ask")
    board, heard = listening(session, "red")
    for order in orders:
        if session.position.check(f"blue: {order}"):
            session.play(f"blue: {order}")
    assert heard == []
    assert (inside.status(board)["revision"], board.last_action, board.position.sealed) == (1, None, (None, None))
    session.play("red: seal mill")
    assert inside.status(board)["revision"] == 2
    texts = [s["text"] for s in inside.timeline(board)["steps"]]
    assert texts == ["start", "red: seal Mill"]
    # What red is told does not depend on how often blue replaced an order.
    assert inside.timeline(board)["current"] == 1
    board.close()


def test_a_hidden_draw_is_told_to_its_player_alone() -> None:
    session = hw.Session(met().apply("withdraw").position, seed=3)
    drawn = [step.chance for step in session.line if step.chance is not None]
    assert [c.source for c in drawn] == ["red's deck", "blue's deck"]
    for player, other in (("red", "blue"), ("blue", "red")):
        board = hw.Board(session, player=player)
        told = str((inside.timeline(board), inside.state(board), inside.choices(board), inside.status(board)))
        mine = next(c for c in drawn if c.source == f"{player}'s deck")
        assert f"{player}'s deck: {mine.value}" in told
        assert f"{other}'s deck: a card is drawn" in told
        board.close()


def test_a_player_plays_on_their_own_board() -> None:
    position = night(couriers={"red": ["mill", "abbey"], "blue": ["quay"]}, forts={})
    session = hw.Session(position, seed=1, rolls="ask")
    board = hw.Board(session, player="blue")
    view = Page(board)
    view.ask("choose", draft={"courier": "mill"})
    assert inside.current(board) is None  # there is none of blue's
    assert view.ask("confirm", draft={"courier": "quay", "to": "tower"})["ok"]
    assert session.position.sealed == (None, ("quay", "tower"))
    assert inside.current(board) is None
    # The same again changes nothing that anybody sees, and is done all the same.
    assert view.ask("confirm", draft={"courier": "quay", "to": "tower"})["ok"]
    for intent, args in (("undo", {}), ("goto", {"step": 0}), ("set_rolls", {"by_hand": True})):
        assert "blue's board" in view.ask(intent, **args)["error"]
    with pytest.raises(hw.InputError, match="blue's board"):
        board.position = position
    assert board.position == position.apply("blue: seal quay-tower").position.observe("blue").seen
    board.close()


def test_what_is_barred_in_the_dark_is_refused_without_saying_why() -> None:
    dark = night(couriers={"red": ["mill"], "blue": ["quay"]}, forts={"blue": ["abbey"]})
    board = hw.Board(hw.Session(dark, seed=1), player="red")
    view = Page(board)
    view.ask("choose", draft={"courier": "mill", "to": "abbey"})
    assert (inside.current(board)["verdict"]["status"], inside.current(board)["action"]) == (
        "unknown",
        "seal mill-abbey",
    )
    refused = view.ask("confirm", draft={"courier": "mill", "to": "abbey"})
    assert (refused["ok"], refused["verdict"]["status"]) == (False, "unknown")
    assert [f["code"] for f in refused["verdict"]["findings"]] == ["unseen"]
    assert "enemy fort" not in str(view.answers)
    # Without the fort the same order is sealed: only by trying does one learn which it is.
    free = hw.Board(hw.Session(night(couriers={"red": ["mill"], "blue": ["quay"]}, forts={}), seed=1), player="red")
    assert Page(free).ask("confirm", draft={"courier": "mill", "to": "abbey"})["ok"]


def test_the_whole_position_decides_also_where_a_player_sees_nothing_against_an_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A system that takes for legal what its player cannot see is wrong, and its rules hold all the same."""
    monkeypatch.setattr(legality, "unseen", lambda *about: ())
    dark = night(couriers={"red": ["mill"], "blue": ["quay"]}, forts={"blue": ["abbey"]})
    board = hw.Board(hw.Session(dark, seed=1), player="red")
    view = Page(board)
    view.ask("choose", draft={"courier": "mill", "to": "abbey"})
    assert inside.current(board)["verdict"]["status"] == "legal"
    refused = view.ask("confirm", draft={"courier": "mill", "to": "abbey"})
    assert (refused["ok"], board.session.position) == (False, dark)
    assert "enemy fort" not in str(view.answers)


def test_chance_is_rolled_on_the_referees_board_or_set_there() -> None:
    start = met().apply("withdraw").position
    session = hw.Session(start, seed=5, rolls="ask")
    board = hw.Board(session)
    view = Page(board)
    root = inside.choices(board)["root"]
    assert [o["label"] for o in root["options"]] == ["Gold (1/3)", "Plain (2/3)"]
    assert root["action"] == "red's deck: ?"
    assert "unknown outcome 'ferry'" in view.ask("confirm", draft={"chance": "ferry"})["error"]
    assert view.ask("confirm", draft={"chance": "gold"})["ok"]
    assert session.step.text == "red's deck: gold (set by hand)"
    assert view.ask("confirm", draft={})["ok"]  # blue's deck has one card left: it is rolled
    assert session.step.text == "blue's deck: ferry"
    # Back to the decision, and chance left to itself from here on: what was set stays.
    assert view.ask("undo")["ok"]
    assert session.step.number == 0
    assert view.ask("set_rolls", by_hand=False)["ok"]
    assert [s.text for s in session.line] == ["start", "red's deck: gold (set by hand)", "blue's deck: ferry"]
    board.close()


def test_undo_never_rolls_again_and_a_fork_may() -> None:
    session = hw.Session(met(), seed=11)
    first = session.play("withdraw").position
    session.undo()
    assert session.position == met()
    assert session.play("withdraw").position == first
    assert len(session.steps) == 4
    # The same seed gives the same draws in another session, and in a fork without new chance.
    assert hw.Session(met(), seed=11).play("withdraw").position == first
    session.undo()
    assert session.fork().play("withdraw").position == first
    forks = {session.fork(new_chance=True).play("withdraw").position for _ in range(40)}
    assert len(forks) > 1
    assert session.fork(new_chance=True).notice == "forked, with new chance"


def test_a_fork_in_the_middle_draws_what_would_have_been_drawn() -> None:
    position = night(decks={"red": ["gold", "plain", "ferry"] * 3, "blue": []}, forts={})
    session = hw.Session(position, seed=2)
    for order in ("red: seal mill", "blue: seal quay"):
        session.play(order)
    forked = session.fork()
    for each in (session, forked):
        for order in ("red: seal mill", "blue: seal quay"):
            each.play(order)
    assert forked.position == session.position


def test_a_draw_may_be_set_in_a_cell_also_afterwards(tmp_path: Any) -> None:
    session = hw.Session(met(), journal=tmp_path / "g.jsonl", seed=11)
    session.play("withdraw")
    was = session.position
    for value in ("gold", "plain"):
        session.goto(2)  # where red's card has been drawn
        session.rolls = "ask"
        session.goto(1)
        session.roll(value)
        assert session.position.hands[0] == ("ferry", value)
    assert [s.by_hand for s in session.steps].count(True) == 1  # the other value is what was rolled
    session.goto(1)
    with pytest.raises(hw.InputError, match="expected red's deck to give one of gold, plain"):
        session.roll("ferry")
    session.close()
    again = hw.load(tmp_path / "g.jsonl")
    assert (again.steps, again.seed) == (session.steps, 11)
    assert was in [s.position for s in again.steps]
    assert '"by_hand":true' in (tmp_path / "g.jsonl").read_text()


def test_the_last_roll_may_be_set_otherwise_on_a_branch() -> None:
    session = hw.Session(night(decks={"red": ["gold", "plain"]}, forts={}), seed=1)
    session.play("red: seal mill")
    session.play("blue: seal quay")
    rolled = session.line[-1].chance
    assert rolled is not None
    other = {"gold": "plain", "plain": "gold"}[rolled.value]
    session.roll(other)
    assert session.step.text == f"red's deck: {other} (set by hand)"
    assert session.position.hands[0] == tuple(sorted(["ferry", other]))
    assert len(session.steps) == 5


def test_chance_goes_on_the_same_after_a_journal_is_taken_up(tmp_path: Any) -> None:
    first = hw.Session(met(), journal=tmp_path / "g.jsonl", seed=4, rolls="ask")
    first.play("withdraw")
    first.close()
    # The journal's seed counts, not the one that is given here.
    again = hw.Session(met(), journal=tmp_path / "g.jsonl", seed=99)  # which rolls what was still to be rolled
    assert again.seed == 4
    straight = hw.Session(met(), seed=4)
    straight.play("withdraw")
    assert again.position == straight.position


# ---------------------------------------------------------------- whose board it is
def test_the_referees_board_shows_all_of_it_and_judges_by_it() -> None:
    board = hw.Board(night())
    assert board.observation.seen == board.session.position
    assert len(inside.state(board)["pieces"]) == 5
    board.select("quay")
    assert night()._repr_png_() == night(fog="off")._repr_png_() != hw.scenario("toy/first-post").position._repr_png_()
    board = hw.Board(met())
    assert [o["findings"] for o in inside.choices(board)["root"]["options"]] == [[], []]


def test_a_players_board_plays_for_nobody_else_and_shows_cells_no_more() -> None:
    session = hw.Session(night(forts={}), seed=1, rolls="ask")
    board = hw.Board(session, player="red")
    for forbidden in (
        lambda: board.play("blue: seal quay"),
        lambda: setattr(board, "position", session.position),
        board.undo,
        board.redo,
        lambda: board.goto(0),
        board.roll,
    ):
        with pytest.raises(hw.InputError, match="this is red's board"):
            forbidden()
    transition = board.play("seal mill")
    assert transition.position == session.position.observe("red").seen
    with pytest.raises(hw.InputError, match="not a whole position"):
        session.edit(board.position)
    assert len(session.steps) == 2


def test_the_last_action_is_the_last_that_was_told() -> None:
    session = hw.Session(night(forts={}), seed=1)
    boards = {player: hw.Board(session, player=player) for player in (None, "red", "blue")}
    seen: list[str] = []
    boards[None].observe(lambda change: seen.append(str(change["new"])), "last_action")
    session.play("blue: seal quay")
    assert [str(b.last_action) for b in boards.values()] == ["seal quay", "None", "seal quay"]
    session.play("red: seal mill")  # and draws follow
    assert [str(b.last_action) for b in boards.values()] == ["seal mill", "seal mill", "seal quay"]
    assert seen == ["seal quay", "seal mill"]
    session.goto(1)
    assert [str(b.last_action) for b in boards.values()] == ["seal quay", "None", "seal quay"]


def test_what_fails_in_a_function_that_watches_is_not_told_to_a_player() -> None:
    session = hw.Session(night(forts={}), seed=1, rolls="ask")
    red, referee = hw.Board(session, player="red"), hw.Board(session)
    referee.observe(lambda change: referee.select("mill, where blue has none"), "position")
    reply = Page(red).ask("confirm", draft={"courier": "mill", "to": "mill"})
    assert reply["ok"]
    assert "error" not in reply
    assert red.position.sealed == (("mill",), None)
    assert "where blue has none" not in str([inside.status(red), inside.state(red), inside.timeline(red)])
    assert session.position.sealed == (("mill",), None)


def test_a_player_is_not_told_where_the_referees_files_are(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session(night(forts={}), journal=tmp_path / "g.jsonl", seed=1)
    board = hw.Board(session, player="red")
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    reply = Page(board).ask("confirm", draft={"courier": "mill", "to": "mill"})
    assert (reply["ok"], reply["error"]) == (False, "The game could not be saved; the referee can see why.")
    assert len(session.steps) == 1


def test_a_disk_that_fails_between_an_action_and_its_roll_leaves_all_in_step(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = hw.Session(met(), journal=tmp_path / "g.jsonl", seed=1)
    board = hw.Board(session)
    calls: list[int] = []

    def fails_on_the_second(_: int) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails_on_the_second)
    with pytest.raises(hw.JournalError):
        session.play("withdraw")
    assert session.step.text == "blue: withdraw"
    assert board.position == session.position
    session.roll()
    session.close()
    assert hw.load(tmp_path / "g.jsonl").steps == session.steps


# ---------------------------------------------------------------- registering
def test_a_system_registers_with_one_line_and_does_not_hide_a_bundled_one() -> None:
    hw.register(TOY)
    assert hw.system("toy") is TOY
    assert "toy/first-post" in hw.scenarios()
    with pytest.raises(hw.InputError, match="expected a rule system"):
        hw.register("toy")

    class Impostor(type(TOY)):
        name = "depletion"

    with pytest.raises(hw.InputError, match="bundled system"):
        hw.register(Impostor())
    Impostor.name = 7
    with pytest.raises(hw.InputError, match="expected a name of letters"):
        hw.register(Impostor())
