"""Reviews count the rules that bar what was clicked, and no looks; they say where each decision is found."""

from __future__ import annotations

import hexwidget as hw
from hexwidget.play import Session
from hexwidget.rules import Draft
from tests import inside
from tests.lessons.review.reviewed import judged

RIVER = ". . ~ . .\n . . ~ . .\n. . ~ . ."


def started(*, blue: str = "0503") -> Session:
    armies = {"red": {"0101": "1 cavalry"}, "blue": {blue: "1 archer"}}
    return Session(hw.system("depletion").position(map=RIVER, players=["red", "blue"], armies=armies), seed=1)


def missed(session: Session) -> dict[str, int]:
    found = hw.review(session, "red", progress=False)
    judged(found, session)
    return found.missed


def test_only_what_bars_the_clicked_space_counts() -> None:
    """The way to a hex behind the river is barred, too: that is another rule, of other hexes."""
    session = started()
    army = Draft({"army": "0101"})
    verdict = session.position.system.explain(session.position.observe("red"), "red", army, "0401")
    session.note_try("red", "", army, "0401")
    assert {"D7.1", "D1.1"} & set(verdict.clauses)
    about = {each.clause for each in verdict.findings if "0401" in each.text}
    assert set(missed(session)) == (about or set(verdict.clauses))


def test_a_click_on_an_own_army_is_a_look() -> None:
    session = started()
    session.play("0101-0102")
    session.play("pass")
    assert "D1.7" in session.position.system.explain(session.position.observe("red"), "red", Draft(), "0102").clauses
    session.note_try("red", "", Draft(), "0102")
    assert missed(session) == {}


def test_a_click_on_an_enemy_that_is_attacked_then_is_no_miss() -> None:
    army = Draft({"army": "0101"})
    for played, counts in ((("0101-0102", "attack 0202"), False), (("0101-0102", "no attack"), True)):
        session = started(blue="0202")
        session.note_try("red", "", army, "0202")
        for each in played:
            session.play(each)
        assert bool(missed(session)) == counts


def test_a_decision_is_named_by_its_round_and_step() -> None:
    session = started()
    for action in ("0101-0102", "pass"):
        session.play(action)
    session.note_try("red", "0102-0101")
    session.note_try("red", "0102-0202")
    found = hw.review(session, "red", progress=False)
    (moment,) = (each for each in found.moments if each.clause == "D1.7")
    assert moment.title == "A rule said no, in round 1 at step 2"
    told = moment.to_json()
    assert (told["round"], told["step"]) == ("Round 1", 2)
    assert "missed it twice at this decision" in str(moment)


# ---------------------------------------------------------------- what was looked at, and again
def test_a_review_without_a_moment_of_play_says_how_it_looked() -> None:
    session = started()
    session.play("0101")
    found = hw.review(session, "red", progress=False)
    assert found.moments == ()
    told = "No moment of play was found: "
    assert found.note.startswith(told)
    assert found.note.endswith("found nothing clearly better.")
    assert found.to_json()["looked"]["searched"] == 1
    for form in (str(found), found._repr_html_(), found.to_html()):
        assert told in form


def test_each_moment_has_a_retry_that_asks_for_what_was_wanted() -> None:
    session = Session(hw.scenario("depletion/first-steps").position, seed=1)
    for barred in ("0203-0303-0403-0503", "0203-0304"):
        session.note_try("red", barred)
    session.note_try("red", "", Draft({"army": "0203"}), "0403")
    found = hw.review(session, "red", progress=False)
    course = found.course(progress=hw.lessons.Progress())
    assert len(course.parts) + len(found.untried) == len(found.moments)
    part = next(each for each in course.parts if "to" in each.ask)
    elsewhere = part.answer("0203-0202")
    assert not elsewhere
    assert elsewhere.heading == "It is legal, but leads elsewhere."
    assert part.answer(part.key)
    for place in range(len(course.parts)):
        course.open(place)
        course.board.play(course.parts[place].key)
    told = str(inside.guide(course).said())
    assert "The course is done" in told
    assert f"{len(course.parts)} of {len(course.parts)} were right at the first try." in told
