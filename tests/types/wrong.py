"""A program with mistakes that type checkers find. A line names mypy's code and pyright's rule.

`make check` runs mypy on it, which finds each mistake, as it complains about a comment that ignores none. No function here is called.
"""

import hexwidget as hw
from hexwidget.lessons import Desk, exercise, stage
from hexwidget.systems.depletion.position import DepletionPosition


def misspelt_names(board: hw.Board[DepletionPosition]) -> None:
    position = hw.system("depletion").position(map=". .")
    print(hw.sytem)  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(hw.explore.plicies)  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(hw.lessons.exercies)  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(position.frobnicate())  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(hw.scenario("plotted/the-ford").position.armies)  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(hw.Session(position).position.marhc)  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(board.plya("0101-0201"))  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    board.plyer = "red"  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    for seal in hw.scenario("plotted/the-ford").position.legal_actions():
        print(seal.oders)  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(board.to_html().exists())  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(board.to_html("board.html").splitlines())  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(board.position.frobnicate())  # type: ignore[attr-defined]  # reportAttributeAccessIssue
    print(Desk("depletion").plya("0101-0201"))  # type: ignore[attr-defined]  # reportAttributeAccessIssue


def unknown_conditions() -> None:
    depletion = hw.system("depletion").position(map=". .")
    depletion.reach("0101", marhc=True)  # type: ignore[arg-type]  # reportArgumentType
    depletion.system.reach(depletion, "0101", marhc=True)  # type: ignore[call-arg]  # reportCallIssue
    hw.scenario("orders/three-marches").position.reach("0101", march=True)  # type: ignore[call-arg]  # reportCallIssue
    hw.scenario("plotted/the-ford").position.reach("0101", oder="run")  # type: ignore[call-arg]  # reportCallIssue
    hw.scenario("rondel/inland-sea").position.reach("corinth", asume="ROADS")  # type: ignore[call-arg]  # reportCallIssue
    hw.scenario("frontiers/combat").position.reach("u1", march=True)  # type: ignore[call-arg]  # reportCallIssue


def values_of_other_types() -> None:
    depletion = hw.system("depletion").position(map=". .")
    depletion.reach("0101", march="yes")  # type: ignore[arg-type]  # reportArgumentType
    session = hw.Session(depletion)
    session.play(7)  # type: ignore[arg-type]  # reportArgumentType
    session.goto("start")  # type: ignore[arg-type]  # reportArgumentType
    session.set_rolls("never")  # type: ignore[arg-type]  # reportArgumentType
    session.edit(hw.scenario("plotted/the-ford").position)  # type: ignore[arg-type]  # reportArgumentType
    Desk("depletion").show({"0101": 1}, hue=7)  # type: ignore[arg-type]  # reportArgumentType
    hw.Board(depletion, plaeyr="red")  # type: ignore[arg-type]  # reportArgumentType
    hw.Session(depletion, sede=1)  # type: ignore[call-arg]  # reportCallIssue
    hw.Session(depletion, rolls="never")  # type: ignore[arg-type]  # reportArgumentType
    hw.Board(depletion, track_hove=True)  # type: ignore[arg-type]  # reportArgumentType
    hw.Board(depletion).play(7)  # type: ignore[arg-type]  # reportArgumentType
    hw.Board(depletion).step = "start"  # type: ignore[assignment]  # reportAttributeAccessIssue
    hw.Board(depletion).theme = "drak"  # type: ignore[assignment]  # reportAttributeAccessIssue
    print(hw.Board(depletion).position.marhc)  # type: ignore[attr-defined]  # reportAttributeAccessIssue


def parts_of_lessons() -> None:
    stage("plotted/the-ford", "Cross it.", withn=2)  # type: ignore[arg-type]  # reportArgumentType
    stage("plotted/the-ford", "Cross it.", within="two")  # type: ignore[arg-type]  # reportArgumentType
    exercise("mark", hw.scenario("plotted/the-ford"), piece="0402", hints=3)  # type: ignore[arg-type]  # reportArgumentType
    exercise("mark", hw.scenario("plotted/the-ford"), hnts=["Count."])  # type: ignore[arg-type]  # reportArgumentType
