"""A board that suggests an action: in a cell at once, on the page in slices that any input ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore.suggesting import Suggestion
from hexwidget.widget import advice
from tests import inside
from tests.widget.page import Page

MANEUVER = hw.scenario("rondel/first-maneuver")
STEPS = hw.scenario("depletion/first-steps")
FORD = hw.scenario("plotted/the-ford")


class View(Page):
    """A view of a board that may suggest an action."""

    @property
    def advice(self) -> str:
        return str(inside.status(self.board)["advice"])

    @property
    def heading(self) -> str:
        return str(inside.status(self.board)["said"][-1]["heading"]) if inside.status(self.board)["said"] else ""


def suggest(board: hw.Board, trials: int = 40) -> Suggestion:
    return board.suggest(seconds=None, trials=trials)


@pytest.mark.parametrize("scenario", [MANEUVER, STEPS, FORD, hw.scenario("frontiers/three-frontiers")])
def test_the_suggested_action_is_chosen_and_confirm_plays_it(scenario: hw.Scenario[Any]) -> None:
    board = hw.Board(scenario)
    view = View(board)
    found = suggest(board)
    assert inside.current(board)["action"] == str(found.action)
    assert view.heading == f"Suggested: {found.action}"
    assert [line["text"] for line in inside.status(board)["said"][-1]["lines"]] == [text for text, _ in found.sentences]
    assert view.ask("confirm", draft=inside.current(board)["draft"])["ok"]
    assert board.last_action == found.action
    assert view.heading == ""
    assert not any(arrow["label"].startswith("then ") for arrow in inside.state(board)["arrows"])


def test_what_the_search_expects_is_drawn_in_the_hue_of_its_player() -> None:
    board = hw.Board(MANEUVER, colours={"romans": "#aa3300"})
    found = suggest(board, 80)
    drawn = {arrow["label"]: arrow["hue"] for arrow in inside.state(board)["arrows"]}
    moves = [each for each in found.following if "move" in str(each.action)]
    assert moves
    assert drawn == {
        f"then {each.action.player}": "#aa3300" if each.action.player == "romans" else "green" for each in moves
    }


@pytest.mark.parametrize("change", ["draft", "cell", "back"])
def test_it_is_taken_away_when_something_else_is_chosen_or_played(change: str) -> None:
    board = hw.Board(STEPS)
    view = View(board)
    suggest(board)
    if change == "draft":
        view.ask("choose", draft={"army": "0402"})
    elif change == "back":
        view.ask("choose", draft=inside.current(board)["back"])
    else:
        board.play("0203-0303")
    assert view.heading == ""


def test_a_player_is_advised_by_what_they_see_and_nobody_else_is() -> None:
    session = hw.Session(FORD.position)
    red, blue = hw.Board(session, player="red"), hw.Board(session, player="blue")
    assert suggest(blue).player == "blue"
    blue.session.play("blue: all rest")
    assert suggest(red).player == "red"
    assert inside.status(blue)["advice"] == "none"
    maneuver = hw.Session(MANEUVER.position)
    greeks = hw.Board(maneuver, player="greeks")
    assert inside.status(greeks)["advice"] == "none"
    with pytest.raises(hw.InputError, match="no player of this board has to decide"):
        suggest(greeks)


def test_a_players_board_suggests_nothing_that_takes_what_is_hidden_from_them() -> None:
    session = hw.Session("frontiers/three-frontiers")
    (player,) = session.position.to_act
    own = hw.Board(session, player=player)
    assert inside.status(own)["advice"] == "none"
    with pytest.raises(hw.InputError, match="the search would use what is hidden; the referee's board suggests"):
        suggest(own)
    referee = View(hw.Board(session))
    assert referee.advice == "offered"
    assert referee.ask("view", player=player)["ok"]
    assert referee.advice == "none"


def test_neither_exercises_nor_recordings_nor_opponents_are_advised() -> None:
    desk = hw.lessons.Desk("plotted")
    assert inside.status(desk.board)["advice"] == "none"
    with pytest.raises(hw.InputError, match="nothing can be suggested now"):
        suggest(desk.board)
    assert not View(desk.board).ask("suggest", on=True)["ok"]
    over = hw.Board(STEPS, opponents={"blue": lambda position, player, rng: "pass"})
    assert inside.status(over)["advice"] == "offered"
    assert suggest(over).player == "red"


def on_a_loop(act: Callable[[View], object], board: hw.Board, until: Callable[[View], bool]) -> View:
    """Run a view's wish on a loop, as a kernel does, until something holds."""
    view = View(board)

    async def run() -> None:
        act(view)
        for _ in range(10_000):
            await asyncio.sleep(0)
            if until(view):
                return
        raise AssertionError("it never came to that")

    asyncio.run(run())
    return view


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a moment, in slices of one game, each with a word on how far it is."""
    monkeypatch.setattr(advice, "SECONDS", 0.05)
    monkeypatch.setattr(advice, "SLICE", 0.0)
    monkeypatch.setattr(advice, "TOLD_EVERY", 0.0)


@pytest.mark.usefixtures("short")
def test_on_the_page_it_searches_in_slices_and_says_how_far_it_is() -> None:
    board = hw.Board(STEPS)
    told: list[str] = []
    board.observe(lambda change: told.extend(s["lines"][0]["text"] for s in change["new"]["said"]), "_status")

    def begin(view: View) -> None:
        assert view.ask("suggest", on=True)["ok"]
        assert view.advice == "sought"

    view = on_a_loop(begin, board, lambda view: view.heading.startswith("Suggested: "))
    assert view.advice == "offered"
    assert told[0] == "The search tries actions: 0 %."
    assert len([text for text in told if text.startswith("The search tries actions")]) > 2
    assert inside.current(board)["action"] in view.heading


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("intent", ["suggest", "choose", "undo", "cell"])
def test_any_input_ends_it(intent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SECONDS", 60.0)
    board = hw.Board(STEPS)
    board.play("0203-0303")
    asked = []

    def act(view: View) -> None:
        view.ask("suggest", on=True)
        asyncio.get_running_loop().call_later(0.02, end, view)

    def end(view: View) -> None:
        args: dict[str, dict[str, Any]] = {"suggest": {"on": False}, "choose": {"draft": {"army": "0605"}}, "undo": {}}
        asked.append(view.advice)
        if intent == "cell":
            board.play("pass")
        else:
            assert view.ask(intent, **args[intent])["ok"]

    view = on_a_loop(act, board, lambda view: bool(asked) and view.advice != "sought")
    assert asked == ["sought"]
    assert (view.advice, view.heading) == ("offered", "")


@pytest.mark.usefixtures("short")
def test_a_failure_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def __init__(self, *given: Any, **more: Any) -> None:
            pass

        def __iter__(self) -> Iterator[float]:
            yield 0.5
            raise ZeroDivisionError("a secret")

    monkeypatch.setattr(advice, "Suggesting", Failing)
    monkeypatch.setattr(advice, "log", lambda: type("Log", (), {"error": lambda *given, **more: None}))
    view = on_a_loop(lambda view: view.ask("suggest", on=True), hw.Board(STEPS), lambda view: view.advice != "sought")
    assert "the log says why" in inside.status(view.board)["said"][-1]["lines"][0]["text"]


@pytest.mark.usefixtures("short")
def test_without_a_loop_it_searches_here_and_now() -> None:
    view = View(hw.Board(STEPS))
    assert view.ask("suggest", on=True)["ok"]
    assert view.heading.startswith("Suggested: ")
