"""A course at a board: callouts, hints, refusals, lost stages, and what is not done there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Course, Progress, exercise, first_game, stage
from hexwidget.lessons.courses.activity import CourseActivity
from hexwidget.problems import InputError
from tests import inside
from tests.widget.page import Page

ROW = hw.system("depletion").position(
    map=". . ^ .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0401": "1 peasant"}}
)


def east(**parts: Any) -> Any:
    """A stage that one step to the east solves."""
    given = {"goal": [{"at": "0201", "owner": "red"}], "within": 2, "opponents": {"blue": "random"}, **parts}
    return stage(ROW, "Go one hex to the east.", **given)


@pytest.fixture
def view() -> Iterator[Page]:
    """A view of a course of a stage, an exercise and the stage again."""
    mark = exercise("mark", ROW, piece="0101", clauses=["D1.2"])
    with closing(Course([east(title="East"), mark, east(within=1)], progress=Progress()).board) as board:
        yield Page(board)


def status(view: Page) -> Any:
    return inside.status(view.board)


def labels(view: Page) -> list[str]:
    return [each["label"] for each in options(view) if each["slot"].startswith("tutor ") and each["kind"] == "button"]


def options(view: Page) -> Any:
    return inside.choices(view.board)["root"]["options"]


def press(view: Page, label: str) -> None:
    """Take one of the tutor's buttons."""
    slot = next(each["slot"] for each in options(view) if each["label"] == label)
    reply = view.ask("choose", draft={slot: True})
    assert reply["ok"], reply


def test_a_callout_stands_on_the_board_until_it_is_read(view: Page) -> None:
    called = status(view)["called"]
    assert called["clause"] == "D1.1"
    assert called["text"] == ROW.system.rulebook["D1.1"].teach
    press(view, "Got it")
    assert "called" not in status(view)
    assert "Got it" not in labels(view)


def test_playing_on_dismisses_it_and_leads_to_the_next_part(view: Page) -> None:
    assert status(view)["taught"] == "plain"
    assert inside.scene(view.board)["title"] == "1 of 3: East"
    view.board.play("0101-0201")
    assert [said["heading"] for said in status(view)["said"]] == ["Your aim", "Well done!"]
    assert inside.choices(view.board)["root"]["deed"] == "Next stage"
    reply = view.ask("confirm", draft={})
    assert reply["ok"], reply
    assert inside.scene(view.board)["title"].startswith("2 of 3")
    assert "taught" not in status(view)


def test_a_hint_says_the_unit_the_place_and_the_action_and_is_explained(view: Page) -> None:
    def told() -> list[str]:
        return [line["text"] for said in status(view)["said"] if said["heading"] == "Hint" for line in said["lines"]]

    def ringed() -> set[str]:
        return {each["label"] for each in inside.state(view.board)["overlays"] if each["border"] == 4}

    press(view, "Hint")
    assert told() == ["Look at your archer on 0101."]
    assert inside.current(view.board) is None  # a click on the archer, which the words ask for, chooses it
    assert ringed() == {"your aim", "hint"}
    view.ask("choose", draft={"army": "0101"})
    assert told() == ["Look at your archer on 0101."]
    press(view, "Where to?")
    assert inside.current(view.board)["draft"] == {"army": "0101"}
    assert told() == ["It goes to 0201."]
    press(view, "Show me")
    assert told() == ["Move the archer from 0101 to 0201."]
    assert inside.current(view.board)["action"] == "0101-0201"
    assert ringed() == {"your aim"}
    assert [label for label in labels(view) if label != "Got it"] == ["Why?", "Play it for me"]
    press(view, "Why?")
    why = status(view)["said"][1]
    assert why["heading"] == "Why is that good?"
    assert [line["text"] for line in why["lines"]] == ["This reaches the aim."]


def test_why_chooses_the_whole_hint_at_once(view: Page) -> None:
    assert [line.text for line in inside.activity(view.board).activity.why()] == ["This reaches the aim."]
    assert inside.current(view.board)["action"] == "0101-0201"


def test_a_stage_that_is_played_for_the_learner_is_seen_and_not_mastered(view: Page) -> None:
    press(view, "Play it for me")
    assert view.board.session.step.depth
    last = status(view)["said"][-1]
    assert last["heading"] == "That is how it goes."
    assert last["lines"][0]["text"] == "You have seen it; play it yourself to master it."
    press(view, "Play it yourself")
    assert view.board.session.step.depth == 0


def test_the_only_action_takes_one_click() -> None:
    with closing(Course([east(goal=[], within=4)], progress=Progress()).board) as board:
        view = Page(board)
        assert inside.choices(view.board)["root"]["action"] is None
        board.play("0101")  # the archer is depleted: to pass is all that is left
        root = inside.choices(board)["root"]
        assert root["action"] == "pass"
        assert root["deed"] == "Pass"
        why, go_on = status(view)["said"][1]["lines"]
        assert (why["text"], why["clause"]) == ("The army on 0101 is depleted: a depletion cube lies there.", "D1.7")
        assert go_on["text"] == "The button at the end of the bar goes on, and so does Enter."
        press(view, "Hint")
        assert [said["heading"] for said in status(view)["said"]] == ["Your aim", "Hint"]
        before = board.session.step.depth
        assert view.ask("confirm", draft={})["ok"]
        assert board.session.step.depth > before


def test_an_only_action_beside_which_nothing_is_barred_is_explained_too() -> None:
    course = first_game("rondel", progress=Progress())
    course.open(3)
    with closing(course.board) as board:
        for each in course.stages[3].way[:2]:
            assert "Only one thing is possible now" not in str(inside.status(board)["said"])
            board.play(each)
        assert "You have nothing else to play or to move." in str(inside.status(board)["said"])


def test_an_only_action_is_not_explained_once_the_stage_is_over() -> None:
    course = first_game("depletion", progress=Progress())
    with closing(course.board) as board:
        for each in course.stages[0].way:
            board.play(each)
        assert [said["heading"] for said in inside.status(board)["said"]] == ["Your aim", "Well done!"]


def test_the_last_action_is_taken_back_with_the_answers_to_it() -> None:
    with closing(Course([east()], progress=Progress()).board) as board:
        view = Page(board)
        assert "Take back" not in labels(view)
        board.play("pass")
        assert board.session.step.depth == 2  # blue has answered
        press(view, "Take back")
        assert board.session.step.depth == 0
        assert "You have 2 actions left." in str(status(view)["said"])


def test_a_clicked_space_that_is_barred_is_a_refusal_and_a_pointed_one_is_not(view: Page) -> None:
    course_knows = inside.activity(view.board).teaching.tutor.knowledge
    view.ask("explain", draft={"army": "0101"}, space="0401")
    assert not any(mark.missed for mark in course_knows.met.values())
    view.ask("explain", draft={"army": "0101"}, space="0401", clicked=True)
    assert any(mark.missed for mark in course_knows.met.values())
    assert status(view)["called"]["clause"] in course_knows.met


def test_a_click_on_a_barred_button_counts_as_missed() -> None:
    wheel = stage("rondel/inland-sea", "Turn the wheel.", id="wheel", within=3)
    with closing(Course([wheel], progress=Progress()).board) as board:
        view = Page(board)
        barred = next(each for each in options(view) if each["slot"] == "wheel" and each["findings"])
        cited = {finding["clause"] for finding in barred["findings"]}
        knows = inside.activity(board).teaching.tutor.knowledge
        assert view.ask("try", draft={}, to=barred["leadsTo"])["ok"]
        assert {clause for clause, mark in knows.met.items() if mark.missed} == cited
        assert status(view)["called"]["clause"] in cited


def test_an_exercise_of_the_course_is_answered_on_the_same_board(view: Page) -> None:
    view.board.play("0101-0201")
    view.ask("confirm", draft={})
    assert "Mark every hex" in str(status(view)["said"])
    assert view.ask("confirm", draft={"answer/0201": True})["ok"]
    press(view, "Next")
    assert inside.scene(view.board)["title"] == "3 of 3: Go one hex to the east."
    assert status(view)["taught"] == "full"


def test_the_menu_has_a_page_of_what_the_learner_knows(view: Page) -> None:
    entry = next(option for option in options(view) if option["label"] == "What I know")
    assert entry["kind"] == "menu"
    press(view, "What I know")
    aim, first, *states = status(view)["said"]
    assert aim["heading"] == "Your aim"
    assert first["heading"] == "What you know of Maneuvers with depletion"
    assert all(line["text"].startswith("Next exercise: ") for line in first["lines"])
    clauses = hw.system("depletion").rulebook
    assert sorted(line["clause"] for state in states for line in state["lines"]) == sorted(clauses)
    assert {state["heading"].partition(":")[0] for state in states} == {"Met", "New"}
    press(view, "Close the list")
    assert status(view)["said"][0]["heading"] == "Your aim"
    assert "Close the list" not in labels(view)


def test_the_aim_is_ringed_until_it_is_reached(view: Page) -> None:
    def rings() -> list[str]:
        return [each["label"] for each in inside.state(view.board)["overlays"] if each["border"] == 4]

    assert rings() == ["your aim"]
    view.board.play("0101-0201")
    assert rings() == []


def test_playing_on_closes_the_page_of_what_the_learner_knows(view: Page) -> None:
    press(view, "What I know")
    view.ask("choose", draft={"army": "0101"})
    assert status(view)["said"][0]["heading"] == "Your aim"


def test_at_the_end_of_a_stage_a_button_opens_what_the_learner_knows(view: Page) -> None:
    view.board.play("0101-0201")
    assert status(view)["stage"]["turn"] == "the stage is over"
    assert "What I know" in labels(view)
    press(view, "What I know")
    assert any(said["heading"].startswith("Used: 3 of ") for said in status(view)["said"])


def test_a_lost_stage_goes_back_to_where_it_went_wrong() -> None:
    with closing(Course([east(within=1)], progress=Progress()).board) as board:
        view = Page(board)
        board.play("pass")
        assert status(view)["said"][-1]["heading"] == "Not this time."
        assert inside.choices(board)["root"]["deed"] == "Back 1 action"
        assert "Go back 1 action. Try another way from there." in str(status(view)["said"])
        with pytest.raises(InputError, match="this stage is over"):
            board.play("0101-0201")
        view.ask("confirm", draft={})
        assert board.session.step.depth == 0
        board.play("0101-0201")
        assert [each["heading"] for each in status(view)["said"]][-2:] == ["Well done!", "What comes next"]


@pytest.mark.parametrize(("intent", "args"), [("edit", {"on": True}), ("view", {"player": "blue"})])
def test_positions_and_views_stay_as_they_are(view: Page, intent: str, args: dict[str, Any]) -> None:
    assert not view.ask(intent, **args)["ok"]


def test_a_course_goes_to_any_of_its_parts() -> None:
    own = Course([east(), east(title="Again")], progress=Progress())
    own.open(1)
    assert own.place == 1
    assert own.tutor.callout is not None
    with pytest.raises(InputError, match="from 0 to 1"):
        own.open(2)
    own.board.close()


@pytest.mark.parametrize(("kept", "same"), [(None, True), (Progress(), False)], ids=["not kept", "kept"])
def test_a_cell_that_is_run_again_teaches_again_unless_progress_is_kept(kept: Progress | None, same: bool) -> None:
    called = []
    for _ in range(2):
        with closing(Course([east()], progress=kept).board) as board:
            called.append(inside.status(board).get("called"))
    first, second = called
    assert first is not None
    assert (first == second) == same


def test_a_hint_off_the_sure_way_says_so_calmly() -> None:
    with closing(Course([east(way=["0101-0201"], within=4)], progress=Progress()).board) as board:
        view = Page(board)
        press(view, "Hint")
        assert "sure way" not in str(status(view)["said"])
        board.play("0101")  # it stays, and is depleted
        press(view, "Hint")
        assert "From here this looks best. For a sure way, take back 1 action." in str(status(view)["said"])


def test_what_the_board_shows_is_asked_for_without_changing_what_the_learner_knows() -> None:
    with closing(Course([east()], progress=Progress()).board) as board:
        guide, state = inside.activity(board), inside.showing(board).state
        assert isinstance(guide, CourseActivity)

        def known() -> list[tuple[str, int]]:
            return [(clause, mark.used) for clause, mark in guide.teaching.tutor.knowledge.met.items()]

        before = known()
        inside.showing(board).stop()
        board.session.play("red: 0101-0201")
        asked = guide.called(), guide.choices(hw.Draft()), guide.said(), state.states()
        assert (guide.called(), guide.choices(hw.Draft()), guide.said(), state.states()) == asked
        assert known() == before
        assert not guide.progress[guide.teaching.stage.record].solved
        guide.look()
        assert known() != before
        assert guide.progress[guide.teaching.stage.record].solved


def test_the_aim_on_a_mat_frames_what_is_to_be_clicked() -> None:
    asked = first_game("frontiers").stages[1]
    with closing(Course([asked], progress=Progress()).board) as board:
        view = Page(board)

        def framed() -> list[str]:
            assert isinstance(inside.activity(board), CourseActivity)
            ((_, plane),) = next(each.levels for each in inside.activity(board).drawn().overlays if each.name == "aim")
            spaces = board.position.map
            return [name for name in spaces.names() if plane >> spaces.index(name) & 1]

        def sent() -> Any:
            return next(each["levels"] for each in inside.state(board)["overlays"] if each["name"] == "aim")

        before = sent()
        assert framed() == ["frontier 1"]
        assert view.ask("choose", draft={"unit": "spearmen1"})["ok"]
        assert framed() == ["red advancing 1"]
        assert sent() != before
        for text in asked.way[:3]:
            board.play(text)
        assert framed() == ["spearmen1"]
