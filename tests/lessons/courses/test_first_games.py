"""Each first game teaches its rulebook to a learner who follows its hints, in four to six short stages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap
from hexwidget.lessons import first_game, load
from hexwidget.lessons.courses.walkthrough import Walkthrough
from hexwidget.lessons.learners.counts import used_by
from hexwidget.problems import is_showable
from hexwidget.rules import Draft
from tests import inside

FOLDER = Path(hw.lessons.__file__).parent / "documents/first_games"
GAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
LONGEST = 90
"""The most characters of a title or an aim."""
MOST_WORDS = 85
"""The most words to read before the first own move: a person reads them in some 20 seconds."""
MOST_CLICKS = 5
"""The most clicks of the first own move."""
MOST_DUE = 1
"""The most clauses that mattered at one moment only, when another clause was introduced."""
LEAST_SHARE = 0.6
"""The least part of the rules that a first game introduces."""


@cache
def followed(system: str) -> Walkthrough:
    """The first game of a system, followed by its hints once for all tests."""
    return first_game(system).check()


@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
def test_the_hints_lead_through_every_stage_on_its_way(system: str) -> None:
    for each in followed(system):
        assert each.state == "done", each.stage
        assert each.actions == each.stage.way, each.stage


@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
def test_the_clauses_that_matter_on_the_way_are_introduced(system: str) -> None:
    found = followed(system)
    assert len(found.due) <= MOST_DUE, found.due
    assert found.share("rule") >= LEAST_SHARE
    assert len(set(found.introduced)) == len(found.introduced)


@pytest.mark.parametrize("system", GAMES)
def test_a_rule_that_does_not_come_up_has_an_exercise(system: str) -> None:
    practised = {clause for exercise in load(system) for clause in exercise.clauses}
    rulebook = hw.system(system).rulebook
    rules = {clause for clause in followed(system).missing if rulebook[clause].kind == "rule"}
    assert rules <= practised


@pytest.mark.parametrize("system", GAMES)
def test_the_stages_are_few_have_plain_aims_and_end_with_the_real_game(system: str) -> None:
    stages = first_game(system).stages
    assert 4 <= len(stages) <= 6
    assert len({stage.id for stage in stages}) == len(stages)
    for stage in stages:
        assert stage.id.startswith(f"{system}-")
        assert is_showable(stage.title, LONGEST, 1), stage
        assert is_showable(stage.aim, LONGEST, 1), stage
        assert stage.aim.endswith("."), stage
    *small, last = stages
    assert all(stage.goal for stage in small)
    assert not last.goal
    bundled = [hw.scenario(name).position for name in hw.scenarios() if name.startswith(f"{system}/")]
    assert last.position in bundled


@pytest.mark.parametrize("system", GAMES)
def test_each_stage_says_what_it_teaches_and_its_way_uses_that(system: str) -> None:
    *small, _ = followed(system)
    for each in small:
        assert each.stage.uses, each.stage
        assert set(each.stage.uses) <= used_by(each.session, each.stage.learner), each.stage


NAMED = re.compile(r"the ([a-z]+)(?: of [a-z]+)? on (\d{4})")


@pytest.mark.parametrize("system", GAMES)
def test_an_aim_names_what_is_on_the_map(system: str) -> None:
    for stage in first_game(system).stages:
        position = stage.position
        scene, spaces = position.scene(), position.map
        for name, space in NAMED.findall(stage.aim):
            there = {each.kind for each in scene.pieces if each.space == space}
            there |= {each.name for each in spaces.places if space in each.spaces}
            there |= {spaces.terrain(space)} if isinstance(spaces, HexMap) else set()
            assert any(name.removesuffix("s") in word for word in there), (stage.aim, there)


@pytest.mark.parametrize("system", GAMES)
def test_the_first_stage_has_few_pieces_and_few_actions(system: str) -> None:
    first = first_game(system).stages[0]
    own = [p for p in first.position.scene().pieces if first.position.players[p.owner] == first.learner]
    assert len(own) <= 3
    assert len(first.way) <= 3


@pytest.mark.parametrize("system", GAMES)
def test_a_first_move_needs_little_reading_and_few_clicks(system: str) -> None:
    course = first_game(system, progress=hw.lessons.Progress())
    board, stage = course.board, course.stages[0]
    guide = inside.activity(board)
    read: dict[str, None] = {}

    def look() -> None:
        status, called = inside.status(board), inside.status(board).get("called")
        read.update(dict.fromkeys([called["title"], called["text"]] if called else []))
        read.update(dict.fromkeys(line["text"] for said in status["said"] for line in said["lines"]))
        read.update(dict.fromkeys([guide.choices(draft).prompt]))

    action = stage.position.parse(f"{stage.learner}: {stage.way[0]}")
    draft = Draft()
    look()
    whole = guide.audience.draft_of(str(action))
    for slot, value in whole.items():
        draft = draft.set(slot, value)
        guide.choose(draft)
        look()
    assert len(" ".join(read).split()) <= MOST_WORDS
    assert len(whole) + 1 <= MOST_CLICKS  # the last one confirms it
    board.close()


@pytest.mark.parametrize("is_read", [True, False])
def test_a_callout_leads_to_its_space_until_its_piece_has_moved(*, is_read: bool) -> None:
    course = first_game("plotted", progress=hw.lessons.Progress())
    assert inside.status(course.board)["called"]["space"] == "0102"
    if is_read:
        course.tutor.dismiss()
    course.board.play("march 0102-0202")
    course.board.session.play("blue: rest")
    assert inside.status(course.board)["called"]["space"] == ""
    course.board.close()
