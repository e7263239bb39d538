"""Exercises and courses on paper: questions first, answers last."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.lessons import Desk, exercise, first_game, load, page

ANSWERS = '<section class="hexwidget-answers"><h1>Answers</h1>'
SYSTEMS = ("depletion", "plotted", "orders", "rondel", "frontiers")


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_exercise_has_its_question_first_and_its_answer_on_the_last_page(system: str) -> None:
    listed = load(system)
    asked, answers = page(listed, title="All", print=True).split(ANSWERS)
    assert asked.count("<svg") == asked.count("<section>") == len(listed)
    assert asked.count('class="hexwidget-lines"') == sum(not each.options for each in listed)
    for n, each in enumerate(listed, start=1):
        assert f"<h2>{n}. {escape(each.title)}</h2>" in asked
        assert f'<p class="hexwidget-question">{escape(each.question)}</p>' in asked
        for _, label in each.options:
            assert f"<li>{escape(label)}</li>" in asked
        (answer,) = [part for part in answers.split("<h2>") if part.startswith(f"{n}. ")]
        for line in each.task.solution(""):
            assert f"<p>{escape(str(line))}</p>" in answer
            assert f"<p>{escape(str(line))}</p>" not in asked
        for clause in each.clauses:
            assert f"<p>{clause}, {escape(each.position.system.rulebook[clause].title)}: " in answer


def test_marked_spaces_are_listed_in_the_answer() -> None:
    (each,) = load("depletion/who-may-move")
    asked, answer = each.to_html(print=True).split(ANSWERS)
    assert "<p>0101 and 0303.</p>" in answer
    assert asked.count("Ready or not") == 2  # the titles of the window and of the page
    assert Desk(each).to_html(print=True) == each.to_html(print=True)


def test_an_exercise_without_a_title_asks_its_question_once(tmp_path: Path) -> None:
    position = hw.scenario("depletion/first-steps").position
    own = exercise("mark", position, piece="0203", clauses=["D1.1"])
    written = own.to_html(tmp_path / "own.html", print=True, prose="Once.\n\nTwice.").read_text(encoding="utf-8")
    body = written.partition("<body>")[2]
    assert body.startswith("<main><p>Once.</p><p>Twice.</p><section>")
    assert body.count(escape(own.question)) == 1
    with pytest.raises(hw.InputError, match="neither a frame nor a button"):
        own.to_html(print=True, play="./play.html")


@pytest.mark.slow
def test_a_course_on_paper_has_its_aims_and_the_way_of_its_hints() -> None:
    course = first_game("depletion")
    asked, answers = course.to_html(print=True).split(ANSWERS)
    for n, stage in enumerate(course.stages, start=1):
        assert f"<h2>{n}. {escape(stage.title)}</h2>" in asked
        assert escape(stage.aim) in asked
    assert "<p>1. Move the cavalry from 0202 to 0602.</p>" in answers
    assert "<p>D1.4, Home is free, once: " in answers
    assert "<p>D1.1, A maneuver moves one army: A maneuver picks one of the player" in answers
    assert "Click" not in answers
    with pytest.raises(hw.InputError, match="the answers on its last page"):
        course.to_html(print=True, solution=True)
