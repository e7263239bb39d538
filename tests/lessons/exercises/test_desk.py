"""The desk: exercises on a board, answered by clicks, by actions and from cells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Desk, Exercise, Progress, load
from hexwidget.lessons.kinds import LEGAL
from tests import inside
from tests.lessons.exercises.test_exercises import ALL, wrong_answers
from tests.widget.page import ask


def choose(desk: Desk, /, **slots: Any) -> None:
    assert ask(desk.board, "choose", draft=slots)["ok"]


def commit(desk: Desk, /, **slots: Any) -> None:
    choose(desk, **slots)
    assert ask(desk.board, "confirm", draft=slots)["ok"]


def options(desk: Desk) -> list[dict[str, Any]]:
    """The choices of the first click."""
    return list(inside.choices(desk.board)["root"]["options"])


def tones(desk: Desk) -> list[str]:
    return [said["tone"] for said in inside.status(desk.board)["said"]]


def test_a_desk_asks_takes_marks_and_says_what_they_were() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")
    assert tones(desk) == ["question"]
    commit(desk, **{"answer/0505": True})
    assert tones(desk) == ["question", "wrong"]
    assert "D7.1" in [line["clause"] for line in inside.status(desk.board)["said"][1]["lines"]]
    desk.answer(desk.exercise.key)
    assert tones(desk) == ["question", "right"]
    assert desk.progress["slowest-sets-the-pace"].tries == 2
    assert desk.progress["slowest-sets-the-pace"].solved


def drawn(desk: Desk) -> dict[str, list[str]]:
    """The spaces of each overlay on the board that is not of the position, by its name."""
    spaces, own = desk.position.map, desk.position.system.scene(desk.position.observe(None)).overlays
    return {
        overlay.name: [spaces.name(index) for _, plane in overlay.levels for index in spaces.members(plane)]
        for overlay in inside.showing(desk.board).state.scene.overlays
        if overlay not in own
    }


def buttons(desk: Desk) -> list[str]:
    return [option["label"] for option in options(desk) if option["slot"].startswith("desk")]


def test_after_a_wrong_answer_two_are_left_and_then_one() -> None:
    desk = Desk("depletion/enemies-block")

    def answers() -> list[str]:
        return [option["value"] for option in options(desk) if option["slot"] == "answer"]

    def last() -> str:
        return str(inside.status(desk.board)["said"][-1]["lines"][-1]["text"])

    assert len(answers()) == 5
    commit(desk, answer="D1.1")
    assert inside.current(desk.board) is None  # nothing has to be cancelled first
    assert "D1.6" in answers()
    assert (len(answers()), last()) == (2, "2 answers are left.")
    assert drawn(desk) == {"look here": ["0401"]}
    commit(desk, answer=next(each for each in answers() if each != "D1.6"))
    assert (answers(), last()) == (["D1.6"], "1 answer is left.")
    commit(desk, answer="D1.6")
    assert tones(desk) == ["question", "right"]


def test_marks_stay_after_a_wrong_answer_and_the_answer_can_be_shown_at_once() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")
    assert inside.choices(desk.board)["root"]["deed"] == "Mark the hexes"
    for _ in range(2):
        commit(desk, **{"answer/0505": True})
    shown = inside.current(desk.board)
    assert shown["draft"] == {"answer/0505": True}
    assert shown["options"][0]["label"] == "Show the answer"
    choose(desk, **{"answer/0505": True, "desk": "answer"})
    assert "Show the answer" not in [option["label"] for option in inside.current(desk.board)["options"]]


def test_an_action_of_another_phase_can_be_chosen_as_an_answer() -> None:
    desk = Desk(load("rondel/which-city-falls")[0].variant(2))
    choose(desk, answer="battle athens greeks legion")
    assert inside.current(desk.board)["action"] == "battle athens greeks legion"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("depletion/odds-of-the-bag", [["0102", "0202", "0302"], ["0302", "0303"]]),
        ("orders/two-against-a-defence", [["0202", "0303"], ["0203", "0303"]]),
        ("plotted/where-they-meet", [["0202", "0302", "0402", "0502"], ["0502", "0402", "0302"]]),
        ("rondel/battle-at-athens", [["aegean", "athens"]]),
    ],
)
def test_the_actions_whose_result_is_asked_for_are_drawn(name: str, ways: list[list[str]]) -> None:
    assert [arrow["spaces"] for arrow in inside.choices(Desk(name).board)["root"]["arrows"]] == ways


def test_the_subject_is_ringed_and_a_wrong_answer_shows_what_is_too_many_but_not_what_is_missing() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")
    assert drawn(desk) == {"subject": ["0203"]}
    desk.answer("0303, 0505")
    assert drawn(desk) == {"subject": ["0203"], "too many": ["0505"]}
    assert inside.showing(desk.board).state.scene.notes == ()
    desk.answer(desk.exercise.key)
    assert sorted(drawn(desk)["right"]) == sorted(desk.exercise.key.split(", "))
    assert [note.text for note in inside.showing(desk.board).state.scene.notes] == ["✓"]
    desk.again(1)
    assert drawn(desk) == {"subject": [desk.exercise.ask["piece"]]}


@pytest.mark.parametrize(
    ("name", "about"),
    [
        ("rondel/the-last-city", ["athens"]),  # a refused action without a way
        ("plotted/where-they-meet", ["0202"]),  # the piece that is asked about
        ("plotted/who-holds-the-hex", ["0402"]),  # the space that is asked about
        ("orders/the-bonus-goes", ["0202"]),  # the space that the question names
    ],
)
def test_the_subject_of_each_kind_is_ringed(name: str, about: list[str]) -> None:
    assert drawn(Desk(name)) == {"subject": about}


def test_a_refused_action_is_drawn_as_its_way_and_so_is_the_one_that_is_chosen() -> None:
    desk = Desk("depletion/no-way-through")
    assert inside.choices(desk.board)["root"]["arrows"][0]["spaces"] == ["0301", "0302", "0402"]
    assert drawn(desk) == {}
    desk.answer(desk.exercise.key)
    assert [note.space for note in inside.showing(desk.board).state.scene.notes] == ["0402"]
    found = Desk("depletion/on-the-way")
    assert inside.choices(found.board)["root"]["arrows"] == []
    choose(found, answer="0101-0102")
    assert inside.current(found.board)["arrows"][0]["spaces"] == ["0101", "0102"]


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("depletion/not-this-ferry", [["0103", "0203", "0303"]]),  # the vessel is not on the way
        ("depletion/too-many-at-once", [["0101", "0201"], ["0103", "0203"], ["0301", "0401"]]),
        ("depletion/too-dear-for-whom", [["0102", "0202", "0302", "0402"]]),
        ("rondel/one-action-a-unit", [["ionian", "aegean"]]),
        ("orders/two-against-one", [["0102", "0202"], ["0201", "0202"]]),
        ("orders/room-for-one", [["0202", "0201"]]),
    ],
)
def test_the_ways_of_a_refused_action_are_drawn(name: str, ways: list[list[str]]) -> None:
    assert [arrow["spaces"] for arrow in inside.choices(Desk(name).board)["root"]["arrows"]] == ways


@pytest.mark.slow
@pytest.mark.parametrize("of", ALL, ids=lambda e: e.id)
def test_after_the_second_wrong_answer_the_desk_shows_the_right_one_with_clauses(of: Exercise) -> None:
    desk = Desk(of)
    wrong = wrong_answers(of)[0]
    for _ in range(2):
        assert "Show the answer" not in buttons(desk)
        desk.answer(wrong)
    assert buttons(desk)[0] == options(desk)[0]["label"] == "Show the answer"
    choose(desk, desk="answer")
    told = inside.status(desk.board)["said"][-1]
    assert told["heading"] == "The right answer"
    assert any(line["clause"] for line in told["lines"])
    assert "Show the answer" not in buttons(desk)
    assert not desk.progress[of.id].solved
    assert desk.answer(of.key)


def test_the_way_to_a_missing_hex_is_shown_with_its_cost() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")
    desk.answer("0303")
    desk.answer("0303, 0304")
    choose(desk, desk="answer")
    way, *_ = inside.showing(desk.board).state.scene.arrows
    assert way.spaces == desk.position.reach("0203").path(way.spaces[-1])
    cost = desk.position.reach("0203").cost(way.spaces[-1])
    assert f"at a cost of {cost}." in inside.status(desk.board)["said"][-1]["lines"][0]["text"]


def test_dots_tell_what_is_solved_and_a_right_answer_is_cheered() -> None:
    desk = Desk(["plotted/where-they-meet", "plotted/hex-by-hex"])
    asked = inside.status(desk.board)["said"][0]
    assert (asked["dots"], asked["counted"]) == ("● ○", "0 of 2 solved")
    desk.answer(desk.exercise.key)
    assert inside.status(desk.board)["said"][1]["heading"] == "Right. At the first try!"
    desk.next()
    asked = inside.status(desk.board)["said"][0]
    assert (asked["dots"], asked["counted"]) == ("✓ ●", "1 of 2 solved")
    desk.answer(LEGAL)
    desk.answer(desk.exercise.key)
    assert inside.status(desk.board)["said"][0]["dots"] == "✓ ✓"
    assert inside.status(desk.board)["said"][1]["heading"] == "Right. All 2 are solved!"
    alone = inside.status(Desk("plotted/hex-by-hex").board)["said"][0]
    assert (alone["dots"], alone["counted"]) == ("", "")


def test_hosts_show_a_desk_as_a_board() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")
    assert isinstance(desk.board, hw.Board)
    live = "application/vnd.jupyter.widget-view+json"
    assert desk._repr_mimebundle_()[0][live] == desk.board._repr_mimebundle_()[0][live]


def test_hints_come_in_steps_and_leave_what_is_marked() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")
    choose(desk, **{"answer/0303": True, "desk": "hint"})
    assert inside.current(desk.board)["draft"] == {"answer/0303": True}
    assert [line["text"] for line in inside.status(desk.board)["said"][0]["lines"]][
        1
    ] == f"Hint: {desk.exercise.hints[0]}"
    for _ in range(20):
        last = desk.hint()
    assert last == desk.exercise.hints[-1]
    assert "hint" not in [o["value"] for o in options(desk)]


@pytest.mark.slow
def test_a_desk_goes_on_to_the_next_and_to_other_numbers() -> None:
    desk = Desk("depletion")
    choose(desk, desk="next")
    assert desk.exercise.id == load("depletion")[1].id
    before = desk.position
    choose(desk, desk="again")
    assert desk.exercise.seed == 1
    assert (desk.position, desk.exercise.ask) != (before, load("depletion")[1].ask)
    for _ in range(len(desk.exercises)):
        desk.next()
    assert desk.exercise.id == load("depletion")[1].id


def test_on_a_desk_an_action_is_played_and_stays_only_if_it_was_asked_for() -> None:
    desk = Desk("depletion/home-for-nothing")
    start = desk.position
    desk.play("0306-0406")
    assert desk.position == start
    assert tones(desk) == ["question", "wrong"]
    with pytest.raises(hw.IllegalAction):
        desk.play("0306-0906")
    desk.play(desk.exercise.key)
    assert tones(desk) == ["question", "right"]
    assert desk.position != start
    assert all(o["slot"].startswith("desk ") for o in options(desk))  # no move is left
    with pytest.raises(hw.InputError, match="solved"):
        desk.play("pass")
    desk.goto(0)
    desk.play(desk.exercise.key)


def test_what_the_others_do_is_seen_on_the_desk() -> None:
    desk = Desk("plotted/meet-it-on-the-way")
    desk.play(desk.exercise.key)
    assert tones(desk) == ["question", "right"]
    assert any(piece["space"] == "0502" for piece in inside.state(desk.board)["pieces"])


@pytest.mark.parametrize("intent", ["edit", "paint", "change", "view"])
def test_the_position_of_an_exercise_is_not_edited(intent: str) -> None:
    desk = Desk("orders/into-the-enemy")
    args = {
        "edit": {"on": True},
        "paint": {"brush": "impassable", "spaces": ["0302"], "player": None},
        "change": {"setting": "x", "value": 1},
        "view": {"player": "red"},
    }[intent]
    assert "stay as they are" in ask(desk.board, intent, **args)["error"]
    with pytest.raises(hw.InputError, match="stays as it is"):
        desk.edit()
    with pytest.raises(hw.InputError, match="stays as it is"):
        desk.position = desk.position.apply("0303 defend").position
    assert desk.position == desk.exercise.position


def test_two_desks_keep_their_progress_in_one_file(tmp_path: Path) -> None:
    one, other = Progress(tmp_path / "p.json"), Progress(tmp_path / "p.json")
    one.tried("a", right=True)
    other.tried("b", right=False)
    one.tried("b", right=True)
    assert Progress(tmp_path / "p.json")["a"].solved
    assert Progress(tmp_path / "p.json")["b"].tries == 2


def test_several_actions_lead_there_or_back_to_the_start() -> None:
    desk = Desk("orders/move-and-build")
    start = desk.position
    desk.play("0402 move 0403")
    assert desk.position != start
    assert inside.status(desk.board)["said"][1]["heading"] == "And on: 1 more."
    desk.play("0303 defend")
    assert desk.position == start
    desk.play("0402 move 0403")
    desk.play("0303 build farm")
    assert tones(desk) == ["question", "right"]


@pytest.mark.parametrize("of", ALL, ids=lambda e: e.id)
def test_every_exercise_can_be_asked_on_a_desk(of: Exercise) -> None:
    desk = Desk(of)
    offered = options(desk)
    assert inside.status(desk.board)["said"][0]["lines"][0]["text"] == of.question
    match of.task.on_the_board:
        case "spaces":
            commit(desk, **{f"answer/{name}": True for name in of.key.split(", ")})
        case "action":
            for text in of.key.split(" then "):
                desk.play(text)
        case _:
            commit(desk, answer=of.key)
    assert offered
    assert tones(desk) == ["question", "right"]


def test_what_the_answer_is_cannot_be_had_by_pointing_at_a_hex() -> None:
    desk = Desk("depletion/slowest-sets-the-pace")

    def findings(board: hw.Board) -> list[Any]:
        return list(ask(board, "explain", draft={"army": "0203"}, space="0505")["verdict"]["findings"])

    assert findings(hw.Board(desk.position))  # every other board shows it
    assert findings(desk.board) == []
    with pytest.raises(hw.InputError, match="answered otherwise"):
        desk.play("0203-0303")


@pytest.mark.parametrize("nothing", [(), [5], 7])
def test_a_desk_without_exercises_is_refused(nothing: Any) -> None:
    with pytest.raises(hw.InputError):
        Desk(nothing)
