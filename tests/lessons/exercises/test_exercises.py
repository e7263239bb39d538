"""Exercises: the engine answers every bundled exercise and gives feedback with clauses."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Exercise, Progress, exercise, load, read_exercises
from hexwidget.lessons.exercises.goals import Aftermath, in_words, space_name
from hexwidget.lessons.kinds import LEGAL, NOWHERE

MARCH = hw.system("depletion").rulebook["D2.1"].title
SYSTEMS = ("depletion", "plotted", "orders", "rondel", "frontiers")
ALL = [each for name in SYSTEMS for each in load(name)]


@cache
def wrong_answers(of: Exercise) -> list[str]:
    """Wrong answers of the same kind."""
    if of.kind == "mark":
        return [next(name for name in of.position.map.names() if name not in of.key and name != of.ask.get("piece"))]
    if of.options:
        return [answer for answer, _ in of.options if not of.answer(answer)]
    if of.kind == "predict":
        return [NOWHERE] if of.key != NOWHERE else [next(iter(of.position.map.names()))]
    actions = [str(a) for _, a in zip(range(400), of.position.legal_actions(of.task.player), strict=False)]
    return [next(text for text in actions if not of.answer(text))]


@pytest.mark.parametrize("name", SYSTEMS)
def test_there_are_at_least_twelve_a_system_of_several_kinds(name: str) -> None:
    found = load(name)
    assert len(found) >= 12
    assert {"mark", "legal", "which", "find"} <= {each.kind for each in found}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_rule_is_taught_in_an_exercise(name: str) -> None:
    taught = {clause for each in load(name) for clause in each.clauses}
    rules = {clause.id for clause in hw.system(name).rulebook.values() if clause.kind == "rule"}
    assert rules
    assert not sorted(rules - taught)


@pytest.mark.parametrize("of", ALL, ids=lambda e: e.id)
def test_the_engine_answers_each_and_tells_clauses_for_right_and_wrong(of: Exercise) -> None:
    of.check()
    right = of.answer(of.key)
    assert right.right, right
    assert right.clauses
    rulebook = of.position.system.rulebook
    assert all(clause in rulebook for clause in right.clauses)
    wrong = wrong_answers(of)
    assert wrong
    for answer in wrong:
        feedback = of.answer(answer)
        assert not feedback
        assert feedback.lines, (answer, feedback)
    with pytest.raises(hw.InputError):
        of.answer("no such answer, 0000")


def offers(of: Exercise) -> bool:
    """True if an exercise has options. To work them out takes long, and each worker of a run collects all tests."""
    return of.kind in ("find", "legal", "which") or (of.kind == "predict" and "piece" not in of.ask)


@pytest.mark.parametrize("of", ALL, ids=lambda e: e.id)
def test_only_some_kinds_have_options(of: Exercise) -> None:
    assert bool(of.options) == offers(of)


@pytest.mark.slow
@pytest.mark.parametrize("of", [e for e in ALL if offers(e)], ids=lambda e: e.id)
def test_a_wrong_answer_narrows_and_does_not_tell_the_right_one(of: Exercise) -> None:
    labels, right = dict(of.options), [answer for answer, _ in of.options if of.answer(answer)]
    for answer in wrong_answers(of):
        feedback = of.answer(answer)
        assert not set(right) & set(feedback.clauses)
        said = str(feedback).replace(labels[answer], "")
        for each in right:
            assert not re.search(rf"\b{re.escape(labels[each].removeprefix('No: '))}", said)
        left = [each for each, _ in of.task.left_after([answer])]
        assert set(right) <= set(left) <= set(labels) - {answer}
        others = set(labels) - {*right, answer, LEGAL}
        assert len(left) == len(right) + bool(others)
        assert [each for each, _ in of.task.left_after([answer, answer])] == right


@pytest.mark.parametrize("of", [e for e in ALL if e.kind in ("legal", "which")], ids=lambda e: e.id)
def test_a_wrong_clause_points_at_what_the_reason_is_about(of: Exercise) -> None:
    findings = of.position.check(of.task.named(of.ask["action"])).findings
    for answer in wrong_answers(of) if findings else ():
        named = {space for line in of.answer(answer).lines for space in line.spaces}
        assert named == {space for space in findings[0].subjects if of.position.map.find(space) is not None}


@pytest.mark.parametrize("of", [e for e in ALL if e.kind == "legal"], ids=lambda e: e.id)
def test_what_is_taught_is_what_bars(of: Exercise) -> None:
    assert of.key == LEGAL or set(of.clauses) & set(of.position.check(of.task.named(of.ask["action"])).clauses)
    assert LEGAL in dict(of.options)
    assert of.key in dict(of.options)


@pytest.mark.parametrize("of", [e for e in ALL if e.kind == "which"], ids=lambda e: e.id)
def test_each_clause_of_the_verdict_is_right_and_all_are_told_with_their_texts(of: Exercise) -> None:
    barring = of.position.check(of.task.named(of.ask["action"])).clauses
    rulebook = of.position.system.rulebook
    assert {answer for answer, _ in of.options if of.answer(answer)} == set(barring)
    assert len(of.options) >= len(barring) + 2
    for clause in barring:
        feedback = of.answer(clause)
        assert feedback.clauses == barring
        assert all(rulebook[each].text in str(feedback) for each in barring)


@pytest.mark.parametrize("of", [e for e in ALL if e.kind == "find"], ids=lambda e: e.id)
def test_one_action_is_legal_and_each_other_says_what_bars_it(of: Exercise) -> None:
    verdicts = {text: of.position.check(of.task.named(text)) for text, _ in of.options}
    assert [text for text, verdict in verdicts.items() if verdict] == [of.key]
    for text in verdicts.keys() - {of.key}:
        assert set(of.answer(text).clauses) == set(verdicts[text].clauses)
        assert f"{dict(of.options)[text]}? No: " in str(of.answer(of.key))


@pytest.mark.slow
@pytest.mark.parametrize("of", [e for e in ALL if e.vary], ids=lambda e: e.id)
def test_variants_come_from_their_seed_and_have_answers(of: Exercise) -> None:
    assert of.variant(0) == of
    for seed in (1, 2):
        varied = of.variant(seed)
        assert varied == of.variant(seed)
        assert (varied.ask, varied.position) != (of.ask, of.position)
        assert varied.answer(varied.key)
    assert of.variant(1).variant(0).seed == 0


@pytest.mark.parametrize("of", [e for e in ALL if e.kind == "predict"], ids=lambda e: e.id)
def test_a_wrong_prediction_is_told_the_difference_and_not_the_answer(of: Exercise) -> None:
    for answer in wrong_answers(of):
        feedback = str(of.answer(answer))
        assert of.key not in feedback.replace(of.clauses[0], "")
        if "goal" in of.ask:
            known = [text for text, _ in of.options]
            assert ("more likely" if known.index(answer) < known.index(of.key) else "less likely") in feedback


def test_the_sum_of_a_probability_is_told() -> None:
    def told(name: str) -> str:
        of = load(name)[0]
        return str(of.answer(of.key))

    bag = told("depletion/odds-of-the-bag")
    assert "3 of 7 cubes in the bag are drawn: red 4 attack, 0 defence; blue 1 attack, 2 defence." in bag
    assert "Red 3, blue 0: 3 of red's 4 attack cubes, in 4 of 35 draws." in bag
    assert "4/35 = 11.4 %." in bag
    dice = told("orders/how-likely-it-falls")
    assert "Knight against militia: red d20 + 3; blue d20 + 1." in dice
    assert "For each face of the first die, the rolls that lead there: 2 + 3 + 4 + … + 20 + 20 = 229." in dice
    assert "229/400 = 57.2 %." in dice
    assert "It is certain: chance has no say in it." in told("frontiers/all-at-once")


@pytest.mark.parametrize("seed", range(20))
def test_the_terms_of_a_draw_add_up(seed: int) -> None:
    """Of any bag, the ways to draw each result make its probability."""
    rng = Random(seed)
    armies = {"red": {"0101": f"{rng.randint(1, 4)} archers"}, "blue": {"0301": f"{rng.randint(1, 4)} spearmen"}}
    position = hw.system("depletion").position(map=". . .", players=["red", "blue"], battle="bag", armies=armies)
    drawing = position.apply("0101").position.apply("attack 0301").position
    assert drawing.chance is not None
    for outcome in drawing.chance:
        many, of = re.findall(r"(\d+) of (\d+) draws?$", drawing.system.ways(drawing, outcome))[0]
        assert Fraction(int(many), int(of)) == drawing.chance.probability(outcome)


def test_the_author_says_what_the_words_of_the_system_leave_out_and_the_way_is_told() -> None:
    asked = load("plotted/hex-by-hex")[0].question
    assert asked.startswith(
        "Red wants this: let the cavalry run from 0301 to 0303, with no hex between them. Is that legal?"
    )
    labels = dict(load("depletion/on-the-way")[0].options)
    assert labels["0101(1 archer, 1 cavalry)-0201-0301 free 0201"].endswith("entering 0201 for nothing")
    steps = exercise("legal", "plotted/the-ford", action="red: march 0402-0302-0303", clauses=["P1.3"])
    assert all(space in steps.question for space in ("0402", "0302", "0303"))


def test_a_wrong_place_is_told_how_far_off_it_is() -> None:
    of = load("plotted/where-they-meet")[0]
    spaces = of.position.map
    beside = next(spaces.name(n) for n in spaces.neighbours(spaces.index(of.key)))
    assert "It ends 1 hex from there." in str(of.answer(beside))
    assert f"think of {of.clauses[0]}" in str(of.answer(NOWHERE))


def test_an_author_writes_one_in_ten_lines() -> None:
    position = hw.system("depletion").position(
        map=". . ^ . .\n . . . . .", players=["red"], armies={"red": {"0101": "2 archers"}}
    )
    mine = exercise(
        "mark",
        position,
        piece="0101",
        clauses=["D1.2"],
        hints=["How fast is an archer?"],
        vary={"ground": {"mountain": 2}},
    )
    assert set(mine.key.split(", ")) == set(position.reach("0101")) - {"0101"}
    assert mine.hints[0] == "How fast is an archer?"
    assert mine.hints[-1].startswith("D1.2: ")
    assert mine.variant(3).position.map != position.map
    assert mine.answer(mine.key.replace(",", "")).right  # blanks are accepted as well
    assert "missing" in mine.answer("0102").heading


def test_a_card_stands_in_its_zone_and_one_of_a_pile_nowhere() -> None:
    mat = Aftermath(hw.scenario("frontiers/three-frontiers").position)
    holds = [{"at": "frontier 2", "owner": "red", "kind": "shield wall"}, {"free": "frontier 3"}]
    assert mat.misses(holds) == []
    misses = [{"at": "frontier 2", "owner": "blue"}, {"at": "red graveyard"}]
    assert mat.misses(misses) == ["blue's piece stands in frontier 2", "a piece stands in red graveyard"]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"at": "0302", "owner": "red", "kind": "archers"}, "red's archers stand on 0302"),
        ({"at": "0302", "owner": "red", "kind": "cavalry"}, "red's cavalry stands on 0302"),
        ({"free": "0302", "kind": "swordsmen"}, "swordsmen no longer stand on 0302"),
        ({"free": "0302", "kind": "archer"}, "an archer no longer stands on 0302"),
        ({"token": "cube", "at": "0302", "count": 3}, "3 cubes on 0302"),
        ({"event": "D2.1", "about": "0302"}, f"the rule “{MARCH}” (D2.1) is used at 0302"),
    ],
)
def test_the_verb_of_a_condition_agrees_with_its_piece(condition: dict[str, Any], words: str) -> None:
    assert in_words(condition, hw.system("depletion").rulebook) == words


def test_a_space_has_a_name_that_players_see() -> None:
    mat = load("frontiers/back-to-the-heartland")[0]
    told = str(mat.answer("pass"))
    assert "is used at Shield Wall" in told
    assert "shieldwall1" not in told
    spaces = mat.position.map
    assert [space_name(name, spaces) for name in ("frontier 1", "red advancing 1", "riders1")] == [
        "frontier 1",
        "red advancing 1",
        "Riders",
    ]
    first = mat.task.solution("pass")[0].text
    assert "Riders" in first
    assert "riders1" not in first


def test_a_condition_calls_a_province_by_its_label() -> None:
    position = hw.scenario("rondel/first-maneuver").position
    condition = {"free": "athens", "owner": "romans", "kind": "legion"}
    words = "romans' legion no longer stands in Athens"
    assert in_words(condition, position.system.rulebook, position.map) == words


POSITION: dict[str, Any] = {
    "map": [". . . .", "  . ~ . ."], "players": ["red", "blue"],
    "armies": {"red": {"0101": "1 archer"}, "blue": {"0402": "1 archer"}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "parts", "words"),
    [
        ("mark", {}, "'piece' is missing"),
        ("mark", {"piece": "0909"}, "ask/piece"),
        ("mark", {"what": "everything"}, "ask/what"),
        ("mark", {"piece": "0101", "hnts": ["Count."]}, "unknown part 'hnts'; did you mean 'hints'?"),
        ("mark", {"piece": "0101", "marhc": True}, "unknown part 'marhc'; did you mean 'march'?"),
        ("mark", {"peice": "0101"}, "unknown part 'peice'; did you mean 'piece'?"),
        ("legal", {"action": "0101-0201", "qestion": "?"}, "unknown part 'qestion'; did you mean 'question'?"),
        ("legal", {}, "'action' is missing"),
        ("legal", {"action": "0101-0909"}, "ask/action"),
        ("legal", {"action": "0101-0201", "said": ["go"]}, "ask/said: expected the words for each of some actions"),
        ("which", {}, "'action' is missing"),
        ("which", {"action": "0101-0909"}, "ask/action"),
        ("which", {"action": "0101-0201"}, "expected an action that the rules refuse"),
        (
            "which",
            {"action": "0101-0201-0301-0401", "clauses": ["D4.1"]},
            "none of the clauses that it teaches bars it",
        ),
        ("find", {}, "'actions' is missing"),
        ("find", {"actions": "0101-0201"}, "ask/actions: expected 3 to 8 different actions"),
        ("find", {"actions": ["0101-0201"] * 3}, "is given twice"),
        ("find", {"actions": ["0101-0201", "0101-0301", "0101-0909"]}, "ask/actions/2"),
        (
            "find",
            {"actions": ["0101-0201", "0101", "0101-0301"]},
            "exactly one legal action, but 2 are: 0101-0201, 0101",
        ),
        ("find", {"actions": ["0101-0301", "0101-0401", "0101-0302"]}, "exactly one legal action, but none is"),
        ("do", {"goal": []}, "ask/goal: expected a list of conditions"),
        ("do", {"goal": [{"on": "0101"}]}, "ask/goal/0: expected one of"),
        ("do", {"goal": [{"at": "0909"}]}, "ask/goal/0/at"),
        ("do", {"goal": [{"at": "0201", "owner": "rad"}]}, "ask/goal/0/owner: unknown player 'rad'"),
        ("do", {"goal": [{"at": "0201", "colour": "red"}]}, "ask/goal/0/colour"),
        ("do", {"goal": [{"event": "D99"}]}, "ask/goal/0/event"),
        ("do", {"goal": [{"at": "0402", "owner": "red"}]}, "it has no solution in 1 action"),
        ("do", {"goal": [{"at": "0101", "owner": "red"}]}, "it is so already"),
        ("do", {"goal": [{"at": "0201"}], "steps": 9}, "ask/steps"),
        ("predict", {"after": []}, "expected one of piece"),
        ("predict", {"after": ["0101-0102-0202"], "at": "0202"}, "ask/after: it is not legal: D7.1"),
        ("predict", {"after": ["0101-0201"], "piece": "0401"}, "no piece stands there"),
        ("best", {"of": "steps"}, "expected either events"),
        ("best", {"of": "x", "events": "D4.2"}, "equally good"),
        ("best", {"of": "x", "events": "D1.1", "goal": [{"at": "0402", "owner": "red"}]}, "no solution"),
        ("guess", {}, "unknown kind 'guess'"),
        ("mark", {"piece": "0101", "clauses": []}, "clauses: expected at least one"),
        ("mark", {"piece": "0101", "clauses": ["D99"]}, "unknown clause 'D99'"),
        ("mark", {"piece": "0101", "hints": "one"}, "hints: expected a list of texts"),
        ("mark", {"piece": "0101", "vary": {"wind": {}}}, "vary/wind"),
        ("mark", {"piece": "0101", "vary": {"ground": {"lava": 2}}}, "vary/ground/lava: unknown terrain 'lava'"),
        ("mark", {"piece": "0101", "vary": {"ask": {"march": True}}}, "vary/ask: expected a list of values"),
    ],
)
def test_a_wrong_exercise_or_one_without_a_solution_is_refused(kind: str, parts: dict[str, Any], words: str) -> None:
    position = hw.system("depletion").position(**POSITION)
    with pytest.raises(hw.InputError) as refused:
        exercise(kind, position, **{"clauses": ["D1.1"], **parts})
    assert words in str(refused.value)


def test_a_document_of_exercises_is_refused_with_all_that_is_wrong() -> None:
    one = {"id": "a", "kind": "mark", "clauses": ["D1.1"], "position": POSITION, "ask": {"piece": "0101"}}
    assert read_exercises(json.dumps([one]), "depletion")[0].id == "a"
    both = json.dumps([one, one, {**one, "id": "b", "sceanrio": "x"}, {**one, "id": "c", "scenario": "x"}, 5])
    with pytest.raises(hw.InputError) as refused:
        read_exercises(both, "depletion")
    said = str(refused.value)
    assert "exercises 1 and 2 have the same id 'a': give one of them another `id`" in said
    assert "/2/sceanrio" in said
    assert "/3: expected either a scenario or a position" in said
    assert "/4: expected an exercise" in said
    with pytest.raises(hw.InputError, match="not JSON"):
        read_exercises("[", "depletion")
    with pytest.raises(hw.InputError, match="did you mean 'depletion'"):
        load("depletoin")
    with pytest.raises(hw.InputError, match="unknown exercise"):
        load("depletion/nothing")


def test_a_variation_that_never_has_an_answer_is_told() -> None:
    mine = read_exercises(
        json.dumps(
            [
                {
                    "id": "sea", "kind": "mark", "clauses": ["D1.1"], "ask": {"piece": "0101"},
                    "position": {"map": ". . .", "players": ["red"], "armies": {"red": {"0101": "1 archer"}}},
                    "vary": {"ground": {"ocean": 2}},
                }
            ]
        ),
        "depletion",
    )[0]  # fmt: skip
    with pytest.raises(hw.InputError, match="none of 60 ways to vary it has an answer"):
        mine.variant(1)


# ---------------------------------------------------------------------- progress
def test_progress_is_kept_in_its_file_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    progress = Progress(path)
    progress.tried("a", right=False)
    progress.hinted("a")
    progress.tried("a", right=True)
    again = Progress(path)
    assert (again["a"].tries, again["a"].hints, again["a"].solved) == (2, 1, True)
    assert "1 solved of 1" in repr(again)
    assert "✓" in again._repr_html_()


@pytest.mark.parametrize(
    "text",
    ["{", '{"format": "hexwidget.progress/0"}', "[]", '{"format": "hexwidget.progress/1", "exercises": {"a": 5}}'],
)
def test_progress_of_another_format_is_refused_and_left_as_it_is(text: str, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    path.write_text(text)
    with pytest.raises(hw.InputError, match="this progress cannot be read"):
        Progress(path)
    assert path.read_text() == text


def test_progress_stays_in_its_file_when_the_folder_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    progress = Progress("progress.json")
    monkeypatch.chdir(tmp_path / "elsewhere")
    progress.tried("a-slow-archer", right=True)
    assert list(Path.cwd().iterdir()) == []
    assert Progress(tmp_path / "progress.json")["a-slow-archer"].solved


def test_progress_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "nowhere" / "progress.json")
    with pytest.raises(hw.InputError, match="make it first"):
        progress.tried("a", right=True)
    assert len(progress) == 0


def test_an_option_is_an_answer_as_it_stands() -> None:
    exercise = next(each for each in hw.lessons.load("depletion") if each.options)
    for option in exercise.options:
        assert exercise.answer(option).right == exercise.answer(option[0]).right
    with pytest.raises(hw.InputError, match="expected a text, not"):
        exercise.answer(("no", "option"))
