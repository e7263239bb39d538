"""Sessions: undo, redo, branches and edits lose no step."""

import pytest

import hexwidget as hw
from tests.depletion.positions import scripted


def started() -> hw.Session:
    return hw.Session(scripted({"0102": "1 archer"}, {"0602": "1 archer"}))


def test_undo_and_redo_walk_the_line() -> None:
    session = started()
    start = session.position
    session.play("0102-0202")
    played = session.position
    assert session.undo() == start
    assert session.can_redo
    assert not session.can_undo
    assert session.redo() == played
    assert not session.can_redo


def test_playing_after_an_undo_opens_a_branch_and_keeps_the_other() -> None:
    session = started()
    session.play("0102-0202")
    session.play("0602-0502")
    session.goto(1)
    session.play("pass")
    assert [(s.number, s.parent, s.depth) for s in session.steps] == [(0, None, 0), (1, 0, 1), (2, 1, 2), (3, 1, 2)]
    assert [s.number for s in session.line] == [0, 1, 3]
    session.goto(2)
    session.goto(0)
    assert [s.number for s in session.line] == [0, 1, 2]
    assert session.redo() == session.steps[1].position


def test_the_same_action_leads_to_the_same_step() -> None:
    session = started()
    session.play("pass")
    session.undo()
    session.play("pass")
    assert len(session.steps) == 2


def test_what_is_illegal_or_unreadable_changes_nothing() -> None:
    session = started()
    for text, error in (("0102-0502", hw.IllegalAction), ("nonsense", hw.InputError)):
        with pytest.raises(error):
            session.play(text)
    assert len(session.steps) == 1
    for impossible in (
        session.undo,
        session.redo,
        lambda: session.goto(7),
        lambda: session.goto(-1),
        lambda: session.goto(True),
    ):
        with pytest.raises(hw.InputError):
            impossible()


def test_an_edit_is_a_step_that_can_be_undone() -> None:
    session = started()
    edited = session.position.put("red", "0303", "1 cavalry")
    session.edit(edited)
    assert session.position == edited
    assert session.step.text == "edit"
    session.undo()
    assert session.position != edited
    for other in (7, hw.system("depletion").position(map=". .", players=["red", "Ada"])):
        with pytest.raises(hw.InputError, match="expected a position of depletion with the players red, blue"):
            session.edit(other)


def test_a_fork_goes_its_own_way() -> None:
    session = started()
    other = session.fork()
    other.play("pass")
    assert session.position.to_act == {"red"}
    assert len(session.steps) == 1


def test_watchers_are_told_until_they_stop() -> None:
    session = started()
    seen: list[int] = []
    stop = session.watch(lambda: seen.append(session.step.number))
    session.play("pass")
    session.undo()
    stop()
    stop()
    session.redo()
    assert seen == [1, 0]


def test_a_session_starts_from_a_position_a_scenario_or_its_name() -> None:
    scenario = hw.scenario("depletion/first-steps")
    for start in (scenario.position, scenario, "depletion/first-steps"):
        assert hw.Session(start).position == scenario.position
    with pytest.raises(hw.InputError, match="no such scenario"):
        hw.Session("depletion")
    with pytest.raises(TypeError, match="a position or a scenario, not 3"):
        hw.Session(3)
