"""A program that type checkers accept, and the types that they find in it."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, assert_type

import hexwidget as hw
from hexwidget.lessons import Course, Desk, Exercise, Stage, exercise, stage
from hexwidget.play import Step
from hexwidget.rules import LegalActions, RuleSystem, Transition
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import DepletionAction, Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.frontiers.position import FrontiersPosition
from hexwidget.systems.orders.actions import Order
from hexwidget.systems.orders.position import OrdersPosition
from hexwidget.systems.orders.system import Orders
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.rondel.position import RondelPosition


def a_system_has_the_type_of_its_positions() -> None:
    position = hw.system("depletion").position(
        map=". . .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 archer"}}
    )
    assert_type(position, DepletionPosition)
    assert_type(position.apply("0101-0201"), Transition[DepletionPosition])
    assert_type(position.reach("0101", march=True, units="1 archer"), Reach)
    assert_type(hw.system("orders"), Orders)
    assert_type(hw.system("frontiers").position(), FrontiersPosition)
    for name in hw.system_names():
        assert_type(hw.system(name), RuleSystem[Any, Any])


def a_legal_action_has_the_type_of_its_system() -> None:
    depletion = hw.scenario("depletion/gathering-cavalry").position
    assert_type(depletion.legal_actions(), LegalActions[DepletionAction])
    for action in depletion.legal_actions():
        assert_type(action, DepletionAction)
        if isinstance(action, Maneuver):
            assert_type(action.path, tuple[str, ...])
    assert_type(hw.scenario("orders/two-on-one").position.legal_actions().sample(Random(1)), Order)
    assert_type(next(iter(hw.scenario("plotted/the-ford").position.legal_actions())), Seal)


def page_of(board: hw.Board, path: str | None) -> str | Path:
    """A path that may be None gives one or the other."""
    return board.to_html(path)


def a_page_is_text_or_a_path() -> None:
    board, course = hw.Board("depletion/first-steps"), hw.lessons.first_game("orders")
    with TemporaryDirectory() as folder:
        assert_type(board.to_html(), str)
        assert_type(board.to_html(title="First steps", embed=True), str)
        assert_type(board.to_html(f"{folder}/board.html", title="First steps"), Path)
        assert_type(page_of(board, f"{folder}/again.html"), str | Path)
        assert_type(course.to_html(), str)
        assert_type(course.to_html(Path(folder) / "course.html", solution=True), Path)
        found = hw.load(hw.save(course, Path(folder) / "course.json"))
        assert_type(found, hw.Scenario[Any] | hw.Session[Any] | Course)
        assert_type(Desk("depletion/enemies-block").to_html(), str)
        assert_type(Desk("depletion/enemies-block").to_html(Path(folder) / "desk.html"), Path)


def a_scenario_has_the_type_of_its_position() -> None:
    assert_type(hw.scenario("depletion/first-steps"), hw.Scenario[DepletionPosition])
    assert_type(hw.scenario("frontiers/combat").position, FrontiersPosition)
    assert_type(hw.scenario("orders/three-marches").position, OrdersPosition)
    assert_type(hw.scenario("plotted/the-ford").position, PlottedPosition)
    assert_type(hw.scenario("rondel/inland-sea").position, RondelPosition)
    for name in hw.scenarios():
        assert_type(hw.scenario(name), hw.Scenario[Any])


def a_session_has_the_type_of_its_position() -> None:
    session = hw.Session(hw.scenario("depletion/first-steps"), seed=1)
    assert_type(session, hw.Session[DepletionPosition])
    assert_type(session.play("0203-0303"), Transition[DepletionPosition])
    assert_type(session.position, DepletionPosition)
    assert_type(session.step, Step[DepletionPosition])
    assert_type(session.undo(), DepletionPosition)
    assert_type(session.fork(), hw.Session[DepletionPosition])
    assert_type(length_of(session), int)


def length_of(session: hw.Session) -> int:
    """A session without a parameter is a session of any system."""
    return len(session.line)


def a_board_has_the_type_of_its_position() -> None:
    session = hw.Session(hw.scenario("depletion/first-steps").position, seed=1)
    board = hw.Board(session)
    assert_type(board, hw.Board[DepletionPosition])
    assert_type(board.position, DepletionPosition)
    assert_type(board.session, hw.Session[DepletionPosition])
    assert_type(board.play("0203-0303"), Transition[DepletionPosition])
    assert_type(board.undo(), DepletionPosition)
    assert_type(board.step, int)
    assert_type(board.player, str | None)
    assert_type(board.selected, str | None)
    assert_type(board.last_verdict, hw.Verdict | None)
    board.step = board.last_step
    board.theme = "dark"
    board.overlays = {"reach": board.position.reach("0303"), "mine": ["0101"], "counts": {"0101": 2}}
    board.selected = None
    board.position = session.position
    assert_type(hw.Board("depletion/first-steps"), hw.Board[Any])
    assert_type(hw.Board(position=session.position, layout={"width": "50%"}), hw.Board[DepletionPosition])
    assert_type(hw.Board(hw.scenario("orders/three-marches")).position, OrdersPosition)
    assert_type(hw.Board(hw.scenario("plotted/the-ford").position).observation.seen, PlottedPosition)
    board.close()


def a_desk_has_the_methods_of_its_board() -> None:
    desk = Desk("depletion")
    desk.show({"0101": 1}, "mine", hue="reach")
    assert_type(desk.to_svg(), str)
    assert_type(desk.session, hw.Session[Any])


def a_lesson_takes_what_the_documents_show() -> None:
    ford = hw.scenario("plotted/the-ford")
    goal = [{"at": "0503", "owner": "red"}]
    assert_type(stage(ford, "Cross it.", goal=goal, within=3, clauses=["P1.1"], opponents={"blue": "random"}), Stage)
    assert_type(exercise("mark", ford, piece="0402", order="march", clauses=["P1.3"], hints=("Count.",)), Exercise)
