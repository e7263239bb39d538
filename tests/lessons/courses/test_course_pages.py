"""Courses as pages: the learner's asks and tells no solution, the teacher's plays it, with each callout at its step."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Course, Exercise, course, exercise, first_game, load, stage
from hexwidget.lessons.courses.page import LEARNERS, TEACHERS
from hexwidget.problems import InputError
from hexwidget.widget.pages.page import use_site

GAME = first_game("plotted")
ASKED = load("plotted")[0]
OWN = Course([*GAME.stages[:2], ASKED], "Zones & <secrets>")
PLAYER = "https://rules.example/play.html"


@pytest.fixture
def _site() -> Iterator[None]:
    yield
    use_site("")


def held(page: str) -> list[Any]:
    """What the boards of a page hold."""
    found = re.findall(r'application/x-hexwidget">([^<]+)<', page)
    return [json.loads(gzip.decompress(base64.b64decode(each))) for each in found]


def headings(page: str) -> list[str]:
    return re.findall(r"<h2>(.*?)</h2>", page)


@pytest.mark.slow
def test_the_page_of_a_course_has_each_part_at_its_place_and_says_whose_it_is(tmp_path: Path) -> None:
    path = OWN.to_html(tmp_path / "course.html")
    page = path.read_text("utf-8")
    assert f"<h1>Zones &amp; &lt;secrets&gt;</h1><p>{LEARNERS}</p>" in page
    assert headings(page) == ["1 of 3: The messenger", "2 of 3: Over the bridge", f"3 of 3: {ASKED.name}"]
    assert "exercises" in held(page)[2]
    assert f"<p>{TEACHERS}</p>" in OWN.to_html(solution=True)


@pytest.mark.slow
@pytest.mark.parametrize("system", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_the_learners_page_holds_the_start_of_each_stage_and_no_solution(system: str) -> None:
    own = Course(first_game(system).stages[:2], "Two")
    page = own.to_html()
    for each, stage_held in zip(own.check(), held(page), strict=True):
        (start,) = stage_held["frames"]  # its choices are those that every player has before them
        assert (start["_timeline"]["length"], start["events"]) == (0, [])
        assert [call["clause"] for call in start["calls"]] == [callout.clause for n, callout in each.callouts if n == 0]
        status = start["_status"]
        assert status["taught"]
        assert status["said"][0]["lines"][0]["text"] == each.stage.aim
        assert start["_choices"]["branches"]


@pytest.mark.slow
def test_the_teachers_page_has_the_way_of_the_hints_with_callouts_at_their_steps() -> None:
    first, second, asked = held(OWN.to_html(solution=True))
    followed = OWN.check()
    for each, recorded in zip(followed, (first, second), strict=True):
        frames = recorded["frames"]
        assert (recorded["at"], frames[0]["_timeline"]["length"]) == (0, len(frames) - 1)
        calls = [[call["clause"] for call in frame.get("calls", [])] for frame in frames]
        assert [clause for some in calls for clause in some] == [clause for clause, _ in each.introduced]
        assert calls[0]
        assert any(calls[1:])
        assert [frame["_status"]["said"][0]["lines"][0]["text"] for frame in frames] == [each.stage.aim] * len(frames)
        assert [s["heading"] for s in frames[-1]["_status"]["said"]] == ["Your aim", "That is how it goes."]
    assert first["frames"][-1]["_status"]["taught"] == "plain"
    assert "exercises" in asked
    page = OWN.to_html(solution=True)
    assert "<summary>The answer</summary>" in page
    assert all(line.text in page for line in ASKED.task.solution(""))


@pytest.mark.slow
def test_a_stage_without_a_title_is_headed_by_its_aim_and_says_it_once() -> None:
    own = course([stage("plotted/head-on", "Bring a red unit to 0402.", goal=[{"at": "0402", "owner": "red"}])])
    page = own.to_html()
    assert headings(page) == ["1 of 1: Bring a red unit to 0402."]
    assert page.count("<p>Bring a red unit to 0402.</p>") == 0
    titled = course([stage("plotted/head-on", "Bring a red unit to 0402.", title="East", within=2)])
    assert "<h2>1 of 1: East</h2><p>Bring a red unit to 0402.</p>" in titled.to_html()


@pytest.mark.slow
def test_hints_that_lead_nowhere_are_told_to_the_teacher() -> None:
    lost = course([stage("plotted/head-on", "Go.", goal=[{"at": "0101", "owner": "blue"}], within=1)])
    last = held(lost.to_html(solution=True))[0]["frames"][-1]["_status"]["said"][-1]
    assert last["heading"] == "The hints lead no further."


@pytest.mark.slow
@pytest.mark.usefixtures("_site")
def test_each_stage_is_played_where_the_address_is_known() -> None:
    link = hw.link(OWN)
    assert f'href="{PLAYER}#course={link}&amp;part=2"' in OWN.to_html(play=PLAYER)
    assert OWN.to_html(play=PLAYER).count("Play this stage") == 2
    assert "Play this stage" not in OWN.to_html()
    use_site("https://rules.example/hexwidget/")
    assert f'href="https://rules.example/hexwidget/lab/play.html#course={link}&amp;part=1"' in OWN.to_html()


@pytest.mark.usefixtures("_site")
def test_a_course_that_fits_in_no_link_is_refused_only_where_it_is_to_be_played() -> None:
    def policy(position: Any, player: str, rng: Any) -> Any:
        return position.legal_actions(player).pick(rng)

    own = course([stage("plotted/head-on", "Go.", within=1, opponents={"blue": policy})])
    with pytest.raises(InputError, match=r"play: parts/0/opponents/blue: a file cannot hold"):
        own.to_html(play=PLAYER)
    with pytest.raises(InputError, match="this is no address of a page"):
        own.to_html(play="javascript:alert(1)")
    use_site("https://rules.example/")
    assert "Play this stage" not in own.to_html()


@pytest.mark.slow
def test_an_exercise_without_a_title_is_headed_by_its_question() -> None:
    asked: Exercise = exercise(
        "legal", "depletion/first-steps", action="0203-0303", clauses=["D1.1"], question="May <it>?"
    )
    own = course([stage("depletion/first-steps", "Pass.", within=1), asked])
    assert headings(own.to_html())[1] == "2 of 2: May &lt;it&gt;?"
