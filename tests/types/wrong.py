"""A program with mistakes that type checkers find. The comment of a line has mypy's code, then pyright's rule.

No function here is called.
"""

import hexwidget as hw
from hexwidget.lessons import Desk, exercise, stage
from hexwidget.systems.depletion.position import DepletionPosition


def misspelt_names(board: hw.Board[DepletionPosition]) -> None:
    position = hw.system("depletion").position(map=". .")
    print(hw.sytem)  # attr-defined, reportAttributeAccessIssue
    print(hw.explore.plicies)  # attr-defined, reportAttributeAccessIssue
    print(hw.lessons.exercies)  # attr-defined, reportAttributeAccessIssue
    print(position.frobnicate())  # attr-defined, reportAttributeAccessIssue
    print(hw.scenario("plotted/the-ford").position.armies)  # attr-defined, reportAttributeAccessIssue
    print(hw.Session(position).position.marhc)  # attr-defined, reportAttributeAccessIssue
    print(board.plya("0101-0201"))  # attr-defined, reportAttributeAccessIssue
    board.plyer = "red"  # attr-defined, reportAttributeAccessIssue
    for seal in hw.scenario("plotted/the-ford").position.legal_actions():
        print(seal.oders)  # attr-defined, reportAttributeAccessIssue
    print(board.to_html().exists())  # attr-defined, reportAttributeAccessIssue
    print(board.to_html("board.html").splitlines())  # attr-defined, reportAttributeAccessIssue
    print(board.position.frobnicate())  # attr-defined, reportAttributeAccessIssue
    print(Desk("depletion").plya("0101-0201"))  # attr-defined, reportAttributeAccessIssue


def unknown_conditions() -> None:
    depletion = hw.system("depletion").position(map=". .")
    depletion.reach("0101", marhc=True)  # arg-type, reportArgumentType
    depletion.system.reach(depletion, "0101", marhc=True)  # call-arg, reportCallIssue
    hw.scenario("orders/three-marches").position.reach("0101", march=True)  # call-arg, reportCallIssue
    hw.scenario("plotted/the-ford").position.reach("0101", oder="run")  # call-arg, reportCallIssue
    hw.scenario("rondel/inland-sea").position.reach("corinth", asume="ROADS")  # call-arg, reportCallIssue
    hw.scenario("frontiers/combat").position.reach("u1", march=True)  # call-arg, reportCallIssue


def values_of_other_types() -> None:
    depletion = hw.system("depletion").position(map=". .")
    depletion.reach("0101", march="yes")  # arg-type, reportArgumentType
    session = hw.Session(depletion)
    session.play(7)  # arg-type, reportArgumentType
    session.goto("start")  # arg-type, reportArgumentType
    session.set_rolls("never")  # arg-type, reportArgumentType
    session.edit(hw.scenario("plotted/the-ford").position)  # arg-type, reportArgumentType
    Desk("depletion").show({"0101": 1}, hue=7)  # arg-type, reportArgumentType
    hw.Board(depletion, plaeyr="red")  # arg-type, reportArgumentType
    hw.Session(depletion, sede=1)  # call-arg, reportCallIssue
    hw.Session(depletion, rolls="never")  # arg-type, reportArgumentType
    hw.Board(depletion, track_hove=True)  # arg-type, reportArgumentType
    hw.Board(depletion).play(7)  # arg-type, reportArgumentType
    hw.Board(depletion).step = "start"  # assignment, reportAttributeAccessIssue
    hw.Board(depletion).theme = "drak"  # assignment, reportAttributeAccessIssue
    print(hw.Board(depletion).position.marhc)  # attr-defined, reportAttributeAccessIssue


def parts_of_lessons() -> None:
    stage("plotted/the-ford", "Cross it.", withn=2)  # arg-type, reportArgumentType
    stage("plotted/the-ford", "Cross it.", within="two")  # arg-type, reportArgumentType
    exercise("mark", hw.scenario("plotted/the-ford"), piece="0402", hints=3)  # arg-type, reportArgumentType
    exercise("mark", hw.scenario("plotted/the-ford"), hnts=["Count."])  # arg-type, reportArgumentType
