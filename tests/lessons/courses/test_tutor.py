"""The tutor: what it introduces and when, what a learner knows, hints, lost stages, courses and reports."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Course, Desk, Progress, course, exercise, first_game, progress, stage
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import aim_in_words
from hexwidget.lessons.courses.tutor import Tutor, bearing, introduction
from hexwidget.lessons.learners.records import Knowledge, Record
from hexwidget.problems import InputError
from hexwidget.rules import Draft, IllegalAction, Rulebook
from tests import inside
from tests.amounts import many

STEPS = hw.scenario("depletion/first-steps").position
BOOK = STEPS.system.rulebook


def small(**parts: Any) -> Any:
    """A stage with one archer and four hexes: it goes to the last one."""
    position = hw.system("depletion").position(
        map=". . ^ .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0401": "1 peasant"}}
    )
    given = {
        "id": "east",
        "goal": [{"at": "0201", "owner": "red"}],
        "within": 2,
        "opponents": {"blue": "random"},
        **parts,
    }
    return stage(position, "Go one hex to the east.", **given)


# ------------------------------------------------------------------ the tutor
def test_one_callout_at_a_time_and_none_twice() -> None:
    tutor, choices = Tutor(BOOK), STEPS.choices()
    tutor.offered(choices, STEPS.map)
    first = tutor.callout
    assert first is not None
    assert first.text == introduction(BOOK[first.clause])
    tutor.offered(STEPS.choices(Draft(army="0203")), STEPS.map)
    assert tutor.callout == first
    tutor.dismiss()
    assert tutor.callout is None
    tutor.offered(STEPS.choices(Draft(army="0101")), STEPS.map)
    assert tutor.callout is not None
    assert tutor.callout.clause != first.clause


def test_the_same_choices_introduce_one_clause_only() -> None:
    tutor, choices = Tutor(BOOK), STEPS.choices(Draft(army="0203"))
    tutor.offered(choices, STEPS.map)
    tutor.dismiss()
    tutor.offered(choices, STEPS.map)
    assert tutor.callout is None


def test_the_clauses_of_a_stage_come_first_in_their_order() -> None:
    found = []
    tutor = Tutor(BOOK, first=["D1.7 0303", "D5.1"], introduced=set(BOOK) - {"D1.7", "D5.1"})
    for draft in (Draft(), Draft(army="0203"), Draft(army="0101")):
        tutor.offered(STEPS.choices(draft), STEPS.map)
        found.append(tutor.callout)
        tutor.dismiss()
    assert [each.clause for each in found if each][:1] == ["D1.7"]
    assert found[0] is not None
    assert found[0].spaces == ("0303",)


def test_a_refusal_introduces_what_bars_before_all_else() -> None:
    tutor = Tutor(BOOK)
    tutor.offered(STEPS.choices(), STEPS.map)
    verdict = STEPS.check("0203-0605")
    tutor.refused(verdict, STEPS.map)
    assert tutor.callout is not None
    assert tutor.callout.reason == "refused"
    new = [clause for clause in verdict.clauses if clause != "D1.1"]  # that one was introduced before
    assert tutor.callout.clause == new[0]
    assert all(tutor.knowledge.met[clause].word == "missed" for clause in verdict.clauses)


def test_those_who_act_know_the_clauses_of_their_events_and_others_meet_one() -> None:
    transition = STEPS.apply("0203-0303")
    own, other = Tutor(BOOK), Tutor(BOOK)
    own.happened(transition.events, STEPS.map, own=True)
    other.happened(transition.events, STEPS.map, own=False)
    assert own.introduced == {event.clause for event in transition.events}
    assert len(other.introduced) == 1


def test_a_step_introduces_one_clause_and_explains_none_that_the_learner_has_used() -> None:
    transition = STEPS.apply("0203-0303")
    clauses = list(dict.fromkeys(event.clause for event in transition.events))
    assert len(clauses) > 1
    tutor = Tutor(BOOK)
    tutor.happened(transition.events, STEPS.map, own=True)
    tutor.dismiss()
    tutor.happened(transition.events, STEPS.map, own=True)
    assert tutor.callout is None
    waits = Tutor(BOOK)
    for clause in clauses:
        waits.happened(transition.events, STEPS.map, own=False)
        assert waits.callout is not None
        assert waits.callout.clause == clause
        waits.dismiss()


def test_a_clause_waits_for_those_that_explain_its_words() -> None:
    first = STEPS.apply("0203-0303").events[-1].clause
    entries = {**BOOK, first: replace(BOOK[first], after=("D1.1", "D1.3"))}
    tutor = Tutor(Rulebook(BOOK.name, BOOK.title, entries, BOOK.options, BOOK.parameters), introduced={"D1.1"})
    tutor.happened(STEPS.apply("0203-0303").events[-1:], STEPS.map, own=False)
    assert tutor.callout is not None
    assert tutor.callout.clause == "D1.3"


def test_what_bars_the_way_to_a_target_is_not_introduced_there() -> None:
    verdict = STEPS.check("0203-0605")
    tutor = Tutor(BOOK, targets=STEPS.map.names())
    tutor.refused(verdict, STEPS.map)
    assert tutor.callout is None
    assert all(tutor.knowledge.met[clause].word == "missed" for clause in verdict.clauses)


def test_without_words_of_its_own_a_clause_is_taught_by_its_first_sentence() -> None:
    clause = hw.rules.Clause("X1.1", "rule", "A title", "First. Second.", "")
    assert introduction(clause) == "First."


def test_what_bears_on_choices_has_a_clause_of_the_book_and_a_space_of_the_map() -> None:
    for each in bearing(STEPS.choices(Draft(army="0203"))):
        assert each.clause in BOOK
        assert all(STEPS.map.find(space) is not None for space in each.spaces)


# ------------------------------------------------------------------ what a learner knows
def test_a_clause_is_mastered_after_three_uses_unless_it_was_missed_and_comes_back() -> None:
    known = Knowledge("depletion")
    for word, act in (("used", known.use), ("used", known.use), ("mastered", known.use), ("missed", known.miss)):
        act("D1.1")
        assert known.met["D1.1"].word == word
    for _ in range(3):
        known.use("D1.1")
    assert known.met["D1.1"].word == "used", "it is to be practised on three days first"


def test_knowledge_is_kept_in_the_file_and_travels_as_a_text(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    mine = Progress(path)
    mine.tried("a-slow-archer", right=True)
    mine.knowledge("depletion").use("D1.1")
    mine.keep()
    again = Progress(path)
    assert again.knowledge("depletion").met == mine.knowledge("depletion").met
    assert Progress.of_text(mine.text)["a-slow-archer"].solved
    assert Progress.of_text(mine.text).text == mine.text


def test_a_file_from_before_clauses_were_counted_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(
        json.dumps({"format": "hexwidget.progress/1", "exercises": {"x": {"tries": 1, "hints": 0, "solved": True}}})
    )
    assert Progress(path)["x"].solved
    assert not Progress(path).knowledge("depletion").met


@pytest.mark.parametrize(
    ("clauses", "where"),
    [
        ([], "/clauses"),
        ({"depletion": 3}, "/clauses/depletion"),
        ({"depletion": {"D1.1": {"used": -1, "missed": 0, "since": 0}}}, "/clauses/depletion/D1.1/used"),
    ],
)
def test_knowledge_that_cannot_be_read_names_the_place(clauses: object, where: str) -> None:
    text = json.dumps({"format": "hexwidget.progress/1", "exercises": {}, "clauses": clauses})
    with pytest.raises(InputError) as caught:
        Progress.of_text(text)
    assert [problem.place for problem in caught.value.problems] == [where]


def test_the_map_of_clauses_and_the_exercises_that_come_next() -> None:
    mine = Progress()
    wrong = hw.lessons.load("depletion")[-1].clauses[0]
    mine.knowledge("depletion").miss(wrong)
    known = progress("depletion", mine)
    assert known[wrong] == "missed"
    assert known.count("new") == len(BOOK) - 1
    assert wrong in known.next[0].clauses
    assert wrong in str(known)
    assert wrong in known._repr_html_()
    solved = known.next[0].id
    mine.tried(solved, right=True)
    assert solved not in {each.id for each in known.next}


# ------------------------------------------------------------------ stages
def test_a_stage_is_done_when_its_goal_holds_and_lost_when_its_actions_are_spent() -> None:
    done = CoursePlay([small()], Progress())
    done.play("0101-0201")
    assert done.state == "done"
    assert done.progress["stage/east"].solved
    lost = CoursePlay([small(within=1)], Progress())
    lost.play("pass")
    assert lost.state == "lost"
    assert not lost.progress["stage/east"].solved
    lost.back()
    assert lost.state == "playing"
    assert lost.session.step.depth == 0


def test_a_refused_action_stays_unplayed_and_is_introduced() -> None:
    teaching = CoursePlay([small()], Progress())
    with pytest.raises(IllegalAction):
        teaching.play("0101-0301")
    assert teaching.session.step.depth == 0
    assert teaching.tutor.callout is not None
    assert teaching.tutor.callout.reason == "refused"


def test_hints_follow_the_way_and_lead_to_the_goal_off_it() -> None:
    on_it = CoursePlay([small(way=["0101-0201"])], Progress())
    assert str(on_it.hint().action) == "0101-0201"
    off_it = CoursePlay([small()], Progress())
    assert str(off_it.hint().action).startswith("0101-0201")
    assert off_it.why(off_it.hint())


def test_hints_come_back_to_the_way_after_a_detour() -> None:
    teaching = CoursePlay([small(way=["0101-0201"], within=4)], Progress())
    teaching.play("pass")
    assert str(teaching.hint().action) == "0101-0201"


def test_a_lost_stage_goes_back_to_the_last_sure_way() -> None:
    teaching = CoursePlay([small(way=["0101-0201"], within=3)], Progress())
    for text in ("pass", "0101", "pass"):
        # Where blue goes decides whether red may attack.
        teaching.play("no attack" if teaching.session.position.stage == "attack" else text)
    assert teaching.state == "lost"
    assert (teaching.way_back.number, teaching.way_back.sure) == (2, True)
    assert teaching.back().depth == 2
    assert teaching.guess(teaching.hint()) == ""


@pytest.mark.parametrize("way", ["taken back", "gone to the start"])
def test_a_callout_goes_when_the_game_goes_back(way: str) -> None:
    teaching = CoursePlay([small(within=4)], Progress())
    teaching.play("pass")
    teaching.tutor.refused(teaching.session.position.check("red: 0101-0301"), teaching.session.position.map)
    assert teaching.tutor.callout is not None
    if way == "taken back":
        teaching.take_back()
    else:
        teaching.session.goto(0)
        teaching.catch_up()
    assert teaching.tutor.callout is None


def test_a_clause_about_pieces_that_are_not_on_the_board_waits() -> None:
    """The bridge lies over water without a vessel; the stage after it has a galley."""
    told = []
    for place in (2, 3):
        asked, found = first_game("depletion").stages[place], set[str]()
        teaching = CoursePlay([replace(asked, clauses=())], Progress())
        for army in 4 * [piece.space for piece in asked.position.scene("red").pieces if piece.owner == 0]:
            teaching.look(teaching.choices(Draft(army=army)))
            found |= {teaching.tutor.callout.clause} if teaching.tutor.callout is not None else set()
            teaching.tutor.dismiss()
        told.append(found & {"D6.1", "D7.1", "D7.2"})
    without, with_galley = told
    assert not without
    assert "D6.1" in with_galley


@pytest.mark.slow
def test_a_way_that_an_answer_can_bar_is_a_guess() -> None:
    messenger, _, blue_comes, *_ = first_game("plotted").stages
    told = "This is a good way, though an answer of blue may bar it."
    for asked, says in ((messenger, ""), (blue_comes, told)):
        teaching = CoursePlay([asked], Progress())
        assert teaching.guess(teaching.hint()) == says


@pytest.mark.slow
@pytest.mark.parametrize("place", range(5))
def test_hints_that_are_no_guess_lead_to_the_aim_whatever_others_answer(place: int) -> None:
    """Others answer with other seeds. Once a hint is sure, each later one is, and the stage is done."""
    asked = first_game("plotted").stages[place]
    for seed in range(many(2, 201)):
        teaching, guesses = CoursePlay([replace(asked, seed=seed)], Progress()), list[str]()
        while teaching.state == "playing":
            hint = teaching.hint()
            guesses.append(teaching.guess(hint))
            teaching.play(hint.action)
        if "" in guesses:
            assert (set(guesses[guesses.index("") :]), teaching.state) == ({""}, "done"), seed
        teaching.close()


def test_an_aim_has_the_article_of_its_piece() -> None:
    position = small().position
    assert aim_in_words({"at": "0201", "kind": "archer"}, position, "red") == "an archer stands on 0201"
    assert aim_in_words({"free": "0201", "kind": "archers"}, position, "red") == "archers no longer stand on 0201"


def test_a_hint_on_the_way_says_what_it_does_where_the_way_does_not_lead_to_the_aim() -> None:
    on_it = CoursePlay([small(way=["0101", "0101-0201"], within=3)], Progress())
    told = [str(line) for line in on_it.why(on_it.hint())]
    assert "stays on 0101" in told[0]
    assert not any("Next" in line or "aim" in line for line in told)


def test_a_stage_is_done_once_its_rule_was_used() -> None:
    teaching = CoursePlay([small(uses=["D1.5"], within=4)], Progress())
    teaching.play("0101-0201")
    assert teaching.state == "playing"
    assert teaching.left == [f"use “{BOOK['D1.5'].title}”"]
    teaching.back()
    teaching.play("0101")
    teaching.play("pass")
    assert teaching.left == ["a unit of yours stands on 0201"]


def test_an_action_that_is_played_for_the_learner_solves_and_uses_nothing() -> None:
    teaching = CoursePlay([small(way=["0101-0201"])], Progress())
    teaching.play(teaching.hint().action, shown=True)
    assert teaching.state == "done"
    assert teaching.was_shown
    assert teaching.progress["stage/east"] == Record(tries=0, hints=1, solved=False, shown=1)
    assert not any(mark.used for mark in teaching.tutor.knowledge.met.values())
    teaching.take_back()
    teaching.play("0101-0201")
    assert not teaching.was_shown
    assert teaching.progress["stage/east"].solved


def test_a_record_of_shown_stages_is_kept_as_a_text() -> None:
    mine = Progress()
    mine.showed("stage/east")
    assert Progress.of_text(mine.text)["stage/east"].shown == 1


def test_hints_off_the_way_come_nearer_to_a_goal_that_is_far_off() -> None:
    position = hw.system("depletion").position(
        map=". . . . . . . .",
        players=["red", "blue"],
        armies={"red": {"0101": "1 archer"}, "blue": {"0801": "1 peasant"}},
    )
    far = stage(
        position, "Go to the east.", goal=[{"at": "0701", "owner": "red"}], within=9, opponents={"blue": "random"}
    )
    assert str(CoursePlay([far], Progress()).hint().action).startswith("0101-0201-0301")


def test_hints_off_the_way_aim_at_events_too() -> None:
    position = hw.system("plotted").position(
        map=[". . . .", "  . . . ."],
        players=["red", "blue"],
        units={"red": {"0101": "infantry 3"}, "blue": {"0402": "infantry 3"}},
    )
    guard = stage(position, "Guard 0101 on all sides.", goal=[{"event": "P4.5", "about": "0101"}], within=2)
    assert str(CoursePlay([guard], Progress()).hint().action) == "all-around defence 0101"


@pytest.mark.parametrize(
    ("parts", "where"),
    [
        ({"learner": "green"}, "learner"),
        ({"within": 0}, "within"),
        ({"clauses": ["D99.9"]}, "clauses"),
        ({"clauses": ["D1.1 9999"]}, "clauses"),
        ({"uses": ["D99.9"]}, "uses"),
        ({"goal": [{"at": "9999"}]}, "goal/0/at"),
        ({"opponents": {"red": "mild"}}, "opponents"),
        ({"wihtin": 3}, "wihtin"),
        ({"scenario": "plotted/the-ford"}, "scenario"),
    ],
)
def test_a_stage_that_cannot_be_read_names_the_place(parts: dict[str, Any], where: str) -> None:
    with pytest.raises(InputError) as caught:
        small(**parts)
    assert where in {problem.place for problem in caught.value.problems}


# ------------------------------------------------------------------ courses
def test_a_course_of_ones_own_positions_is_checked_and_reports_on_a_class(tmp_path: Path) -> None:
    own = course([small(way=["0101-0201"]), exercise("mark", STEPS, piece="0203", clauses=["D1.2"])], "Mine")
    found = own.check()
    assert [each.state for each in found] == ["done"]
    assert "D1.1" in found.introduced
    assert set(found.missing).isdisjoint(found.introduced)
    assert "D1.1" in str(found)
    assert "D1.1" in found._repr_html_()
    anna, ben = Progress(tmp_path / "anna.json"), Progress()
    anna.knowledge("depletion").miss("D1.1")
    anna.keep()
    ben.knowledge("depletion").use("D1.1")
    told = own.report([tmp_path / "anna.json", ben.text])
    assert told.not_understood == ("D1.1",)
    assert "anna" in told.learners
    assert "missed by anna" in str(told)
    assert "D1.1" in told._repr_html_()


def test_a_course_needs_a_part_and_one_system() -> None:
    for parts in ([], [3]):
        with pytest.raises(InputError, match="this course cannot be made"):
            Course(parts)  # wrong on purpose
    with pytest.raises(InputError, match="depletion and plotted"):
        Course([small(), stage("plotted/the-ford", "Cross it.")])


def test_a_report_names_the_learners_after_their_files(tmp_path: Path) -> None:
    own = course([small()])
    for name in ("anna", "ben/mine", "cara/mine"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        Progress(tmp_path / f"{name}.json").keep()
    told = own.report(
        [str(tmp_path / "anna.json"), tmp_path / "ben/mine.json", tmp_path / "cara/mine.json", Progress()]
    )
    mine = [str(tmp_path / name / "mine.json") for name in ("ben", "cara")]
    assert list(told.learners) == ["anna", *mine, "learner 4"]


def test_an_absent_learner_is_listed_and_stops_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Progress("anna.json").keep()
    told = course([small()]).report(["anna.json", "ben.json"])
    assert (list(told.learners), told.absent) == (["anna"], ("ben",))
    assert "ben: absent" in str(told)
    assert "ben" in told._repr_html_()


def test_answers_count_as_uses_and_misses_of_their_clauses(tmp_path: Path) -> None:
    mark = exercise("mark", STEPS, piece="0203", clauses=["D1.2", "D1.3"])
    desk = Desk(mark, progress=Progress(tmp_path / "me.json"))

    def word() -> set[str]:
        return {each.word for each in Progress(tmp_path / "me.json").knowledge("depletion").met.values()}

    desk.answer("0101")
    assert word() == {"missed"}
    for _ in range(3):
        desk.answer(mark.key)
        assert word() == {"used"}, "the same right answer counts once"
    assert desk.progress.knowledge("depletion").met["D1.3"].used == 1


def test_a_right_answer_that_the_desk_has_told_uses_no_clause() -> None:
    desk = Desk(exercise("mark", STEPS, piece="0203", clauses=["D1.2"]))
    for answer in ("0101", "0102"):
        desk.answer(answer)
    inside.lesson(desk).show_answer()
    assert desk.answer(desk.exercise.key)
    assert desk.progress.knowledge("depletion").met["D1.2"].word == "missed"


def test_the_hints_of_a_stage_and_its_loss_are_counted() -> None:
    teaching = CoursePlay([small(within=1)], Progress())
    teaching.hint()
    teaching.play("pass")
    teaching.catch_up()
    assert teaching.progress["stage/east"] == Record(tries=1, hints=1, solved=False)
    teaching.back()
    teaching.play("0101-0201")
    assert teaching.progress["stage/east"] == Record(tries=2, hints=1, solved=True)


def test_a_report_tells_each_learners_parts_and_only_the_clauses_that_somebody_has_met() -> None:
    mark = exercise("mark", STEPS, piece="0203", clauses=["D1.2"], title="How far?")
    own = course([small(title="East"), mark])
    anna, ben = Progress(), Progress()
    anna.tried("stage/east", right=True)
    ben.hinted(mark.id)
    Desk(mark, progress=ben).answer("0101")
    told = own.report({"anna": anna, "ben": ben})
    assert "anna: East ✓ 1 try; How far? ·" in str(told)
    assert "ben: East ·; How far? ✗ 1 try, 1 hint" in str(told)
    assert f"D1.2 {BOOK['D1.2'].title}: missed by ben" in str(told)
    html = told._repr_html_()
    assert html.count("<tr>") == 7, "a head and ben; a head and a row for each learner; a head and one clause"
    for text in (str(told), html):
        assert f"New to all: {len(BOOK) - 1} of {len(BOOK)} clauses." in text


def test_an_unknown_first_game_names_those_that_exist() -> None:
    with pytest.raises(InputError, match="plotted"):
        first_game("ploted")
