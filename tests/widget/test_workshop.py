"""The editor as a workshop: drawings, words, map and players by messages of a page; each change is a step that undo takes back."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.files import Annotations, read_scenario, write_scenario
from hexwidget.geometry import HexMap
from hexwidget.geometry.hexsides import Hexsides
from hexwidget.lessons import Course, Desk, Exercise, exercise, read_exercises
from hexwidget.lessons.exercises.offline_answers import exercises_for_page
from hexwidget.scene import BorderLook
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.looks import Looks
from hexwidget.widget.pages.recording import recording_of, run_to_end
from hexwidget.widget.questions import MOST_ACTIONS
from tests import inside
from tests.widget.page import ask

SYSTEMS = (
    "depletion/first-steps",
    "orders/two-on-one",
    "plotted/the-ford",
    "rondel/first-maneuver",
    "frontiers/combat",
)


def opened(name: str = "depletion/first-steps") -> hw.Board:
    board = hw.Board(hw.system("depletion").from_json(SMALL) if name == "small" else hw.scenario(name))
    board.edit()
    return board


def done(board: hw.Board, intent: str, **args: Any) -> None:
    reply = ask(board, intent, **args)
    assert reply["ok"], reply["error"]


def drawn(board: hw.Board) -> dict[str, Any]:
    """Everything that the board shows of the author's."""
    state, scene = inside.state(board), inside.scene(board)
    kept = {name: state[name] for name in ("overlays", "arrows", "notes", "pieces")}
    return {
        **kept,
        "places": scene.get("places"),
        "title": scene["title"],
        "prose": scene["prose"],
        "hues": [player["hue"] for player in scene["players"]],
        "cells": scene["cells"],
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_change_is_a_step_that_undo_takes_back_and_redo_brings_again(name: str) -> None:
    board = opened(name)
    a, b = list(board.position.map.names())[:2]
    changes: list[tuple[str, dict[str, Any]]] = [
        ("draw", {"brush": "note", "spaces": [a], "text": "Here it begins"}),
        ("draw", {"brush": "arrow", "spaces": [a, b], "text": "then", "hue": "attack"}),
        ("draw", {"brush": "shade", "spaces": [a, b], "hue": "path"}),
        ("write", {"part": "title", "text": "The lesson"}),
        ("write", {"part": "prose", "text": "First words.\n\nSecond words."}),
        ("colour", {"player": board.position.players[0], "colour": "black"}),
        ("rename", {"player": board.position.players[0], "called": "the first"}),
        ("draw", {"brush": "rub out", "spaces": [b]}),
    ]
    if name.startswith("frontiers"):  # the name of a space has that of its player
        changes.pop()
    if isinstance(board.position.map, HexMap):
        changes += [
            ("draw", {"brush": "village", "spaces": [a], "text": "Ford"}),
            ("resize", {"edge": "left", "by": 1}),
            ("resize", {"edge": "top", "by": 1}),
            ("resize", {"edge": "bottom", "by": -1}),
            ("blank", {"columns": 4, "rows": 5}),
        ]
    seen = [drawn(board)]
    for intent, args in changes:
        done(board, intent, **args)
        seen.append(drawn(board))
        assert seen[-1] != seen[-2] or intent == "rename", intent
    for before in reversed(seen[:-1]):
        done(board, "undo")
        assert drawn(board) == before
    for after in seen[1:]:
        done(board, "redo")
        assert drawn(board) == after
    board.close()


def test_drawings_move_with_their_hexes() -> None:
    board = opened()
    done(board, "draw", brush="note", spaces=["0304"], text="here")
    done(board, "draw", brush="arrow", spaces=["0101", "0304"])
    done(board, "draw", brush="shade", spaces=["0101", "0304"])
    done(board, "resize", edge="left", by=1)
    assert [n["space"] for n in inside.state(board)["notes"]] == ["0404"]
    assert inside.state(board)["arrows"][0]["spaces"] == ["0201", "0404"]
    assert set(board.overlays["shaded mark"]["spaces"]) == {"0201", "0404"}
    done(board, "resize", edge="left", by=-1)
    done(board, "resize", edge="left", by=-1)
    assert [n["space"] for n in inside.state(board)["notes"]] == ["0204"]
    assert inside.state(board)["arrows"] == []
    assert set(board.overlays["shaded mark"]["spaces"]) == {"0204"}


def test_shades_are_toggled_and_everything_on_a_hex_is_rubbed_out() -> None:
    board = opened()
    done(board, "draw", brush="shade", spaces=["0304", "0305"], hue="reach")
    done(board, "draw", brush="shade", spaces=["0304"], hue="reach")
    assert set(board.overlays["shaded reach"]["spaces"]) == {"0305"}
    done(board, "draw", brush="village", spaces=["0305"], text="Mill")
    done(board, "draw", brush="note", spaces=["0305"], text="x")
    done(board, "draw", brush="arrow", spaces=["0305", "0306"])
    done(board, "draw", brush="rub out", spaces=["0305"])
    assert not board.overlays
    assert not inside.state(board)["notes"]
    assert not inside.state(board)["arrows"]
    assert not board.position.map.places


@pytest.mark.parametrize(
    ("intent", "args", "error"),
    [
        ("draw", {"brush": "pen", "spaces": ["0101"]}, "unknown brush 'pen'"),
        ("draw", {"brush": "note", "spaces": ["0101"], "text": "x", "hue": "red"}, "unknown hue 'red'"),
        ("draw", {"brush": "note", "spaces": ["9999"], "text": "x"}, "9999"),
        ("draw", {"brush": "note", "spaces": ["0101"], "text": "x" * 501}, "at most 500"),
        ("draw", {"brush": "arrow", "spaces": ["0101"]}, "expected 2 to 1000 spaces"),
        ("draw", {"brush": "fort", "spaces": ["0101"], "text": "x" * 41}, "a name of 1 to 40"),
        ("write", {"part": "title", "text": "a\nb"}, "expected a line of at most 200"),
        ("write", {"part": "prose", "text": "x" * 100_001}, "at most 100000"),
        ("resize", {"edge": "middle", "by": 1}, "unknown edge 'middle'"),
        ("blank", {"columns": 0, "rows": 3}, "expected a whole number from 1 to 9999"),
        ("rename", {"player": "red", "called": "blue"}, "blue"),
        ("rename", {"player": "red", "called": "x" * 41}, "40"),
        ("colour", {"player": "red", "colour": "blue"}, "colours/red: blue is blue's colour, too"),
        ("colour", {"player": "reed", "colour": "black"}, "unknown player 'reed'; did you mean 'red'?"),
        ("ask", {"about": "kind", "text": "guess"}, "unknown kind 'guess'"),
        ("ask", {"about": "clause", "text": "D99"}, "unknown clause 'D99'"),
        ("show", {"what": "question"}, "Choose a kind of question."),
    ],
)
def test_what_cannot_be_changed_leaves_the_game_as_it_was(intent: str, args: dict[str, Any], error: str) -> None:
    board = opened()
    before = drawn(board)
    reply = ask(board, intent, **args)
    assert not reply["ok"]
    assert error in reply["error"]
    assert drawn(board) == before
    assert len(board.session.steps) == 1


@pytest.mark.slow
def test_a_scenario_has_at_most_a_thousand_notes_made_by_hand() -> None:
    board = hw.Board(hw.system("depletion").position(map=[" ".join("." * 40)] * 26, players=["red"], offset="odd-r"))
    board.edit()
    for name in list(board.position.map.names())[:1000]:
        board.note(name, "x")
    reply = ask(board, "draw", brush="note", spaces=["4026"], text="one more")
    assert "a scenario has at most 1,000 notes" in reply["error"]
    assert len(board.session.steps) == 1


def test_a_cells_drawings_stay_over_undo_as_before() -> None:
    board = opened()
    done(board, "paint", brush="forest", spaces=["0505"], player=None)
    board.note("0101", "by a cell")
    done(board, "undo")
    assert [n["text"] for n in inside.state(board)["notes"]] == ["by a cell"]


def test_players_stay_while_others_have_boards_of_them() -> None:
    board = opened()
    hers = hw.Board(board.session, player="blue")
    reply = ask(board, "rename", player="blue", called="green")
    assert "other boards show this game" in reply["error"]
    hers.close()
    done(board, "rename", player="blue", called="green")
    assert board.position.players == ("red", "green")
    board.player = "green"
    board.goto(0)
    assert board.player is None


def test_a_game_keeps_its_journal_with_other_players_and_maps(tmp_path: Any) -> None:
    board = hw.Board(hw.Session("depletion/first-steps", tmp_path / "game.jsonl", seed=1))
    board.edit()
    done(board, "rename", player="blue", called="green")
    done(board, "resize", edge="right", by=1)
    board.session.close()
    again = hw.Session("depletion/first-steps", tmp_path / "game.jsonl")
    assert again.position == board.position


# ---------------------------------------------------------------------- taken away
def made() -> hw.Board:
    """A board with a note, an arrow, shades, a place, a title and words."""
    board = opened()
    done(board, "draw", brush="note", spaces=["0304"], text="Here it's cold")
    done(board, "draw", brush="arrow", spaces=["0304", "0305"], text="go", hue="path")
    done(board, "draw", brush="shade", spaces=["0101"], hue="barred")
    done(board, "draw", brush="village", spaces=["0305"], text="Mill")
    done(board, "write", part="title", text="A lesson")
    done(board, "write", part="prose", text="Some words.")
    done(board, "colour", player="red", colour="purple")
    return board


def test_the_file_and_the_link_hold_everything() -> None:
    board = made()
    scenario = board.scenario()
    assert (scenario.title, scenario.prose) == ("A lesson", "Some words.")
    assert read_scenario(ask(board, "export", form="scenario")["text"]) == scenario
    assert hw.open_link(ask(board, "export", form="link")["text"]) == scenario
    assert drawn(hw.Board(scenario)) == drawn(board)


def test_the_python_makes_the_same_board() -> None:
    board, scope = made(), dict[str, Any]()
    exec(ask(board, "export", form="python")["text"], scope)  # noqa: S102  (what we have written ourselves)
    assert drawn(scope["board"]) == drawn(board)


@pytest.mark.slow
def test_a_player_keeps_the_colour_under_another_name_on_a_blank_map_and_in_a_question() -> None:
    board = made()
    done(board, "colour", player="blue", colour="#AA3300")
    done(board, "colour", player="blue", colour="")
    done(board, "rename", player="red", called="the first")
    done(board, "blank", columns=5, rows=3)
    assert board.scenario().annotations.colours == (("the first", "purple"),)
    assert drawn(board)["hues"] == ["purple", "blue"]
    question = exercise("mark", made().scenario(), piece="0402", clauses=["D1.1"])
    with closing(Desk(question)) as desk:
        assert drawn(desk.board)["hues"] == ["purple", "blue"]
    page = run_to_end(exercises_for_page([question], 0, Drawings(Annotations()), Looks()))
    (scene,) = page["exercises"][0]["variants"][0]["scenes"]
    assert [player["hue"] for player in scene["players"]] == ["purple", "blue"]


def test_a_boards_own_colours_go_with_its_scenario_over_those_that_it_has() -> None:
    scenario = hw.Board(made().scenario(), colours={"blue": "green"}).scenario()
    assert scenario.annotations.colours == (("red", "purple"), ("blue", "green"))
    assert read_scenario(write_scenario(scenario)) == scenario
    with pytest.raises(hw.InputError, match="colours/blue: purple is red's colour, too"):
        hw.Board(scenario, colours={"blue": "purple"})
    wrong = write_scenario(scenario).replace('"purple"', '"#808080"').replace('"green"', '"crimson"')
    with pytest.raises(hw.InputError, match=r"/colours/red: a figure .*\n.*/colours/blue: expected a colour"):
        read_scenario(wrong)


def test_a_handout_has_the_words_and_the_notes() -> None:
    text = ask(made(), "export", form="handout")["text"]
    assert "Some words." in text
    assert "<h1>A lesson</h1>" in text
    assert "hexwidget-recording" not in text


@pytest.mark.slow
def test_a_link_that_plays_needs_a_site() -> None:
    board = made()
    assert "hw.use_site(" in ask(board, "export", form="address")["error"]
    hw.use_site("https://rules.example/hexwidget/")
    try:
        address = ask(board, "export", form="address")["text"]
        assert address.startswith("https://rules.example/hexwidget/lab/play.html#preview=")
        assert hw.open_link(address) == board.scenario()
    finally:
        hw.use_site("")


@pytest.mark.slow
def test_a_link_with_a_question_asks_it_with_the_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.pages.page.site_address", "https://rules.example/")
    board = asking("legal", ("way", ["0402", "0503", "0603"]), sentence="Does the peasant swim?")
    board.note("0402", "A peasant")
    done(board, "write", part="prose", text="Water is deep.")
    address = ask(board, "export", form="address")["text"]
    assert address.startswith("https://rules.example/lab/play.html#preview=")
    course = hw.open_link(address)
    assert isinstance(course, Course)
    assert inside.status(course.board)["said"][0]["lines"][0]["text"] == "Water is deep.\n\nDoes the peasant swim?"
    assert [note["text"] for note in inside.state(course.board)["notes"]] == ["A peasant"]
    (part,) = course.parts
    assert isinstance(part, Exercise)
    for answer in ("legal", "D1.1"):
        done(course.board, "confirm", draft={"answer": answer})
        assert inside.status(course.board)["said"][1]["tone"] == ("right" if answer == "D1.1" else "wrong")
    (kept,) = read_exercises(ask(board, "export", form="scenario")["text"], "depletion")
    assert kept.drawn == board.scenario().annotations
    scope: dict[str, Any] = {}
    exec(ask(board, "export", form="python")["text"], scope)  # noqa: S102  (what we have written ourselves)
    assert scope["question"].drawn == kept.drawn


def test_a_link_that_asks_says_when_the_words_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.pages.page.site_address", "https://rules.example/")
    board = asking("mark", ("piece", ["0402"]))
    done(board, "write", part="prose", text="word " * 500)
    error = ask(board, "export", form="address")["error"]
    assert "and a link that asks holds 2,000: shorten the words, or save a page" in error


# ---------------------------------------------------------------------- the question
def asking(kind: str, *shown: tuple[str, list[str]], name: str = "depletion/first-steps", **said: str) -> hw.Board:
    """A board with a question: its kind, what is shown for it, and what is said of it."""
    board = opened(name)
    done(board, "ask", about="kind", text=kind)
    for part, spaces in shown:
        assert inside.editing(board)["posed"]["missing"]
        done(board, "ask", about=part, spaces=spaces)
    for part, text in said.items():
        done(board, "ask", about=part, text=text)
    return board


WAYS = [("way", ["0402", "0302"]), ("way", ["0402", "0503", "0603"]), ("way", ["0402", "0301", "0201"])]
SMALL = {"map": [". . ^ . ."], "offset": "odd-r", "players": ["red", "blue"], "armies": {"red": {"0101": "1 archer"}}}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "shown", "said", "right"),
    [
        ("mark", [("piece", ["0402"])], {}, None),
        ("legal", [WAYS[0]], {}, "legal"),
        ("legal", [WAYS[1]], {}, "D1.1"),
        ("which", [WAYS[1]], {"sentence": "Why does the peasant not swim?"}, "D1.1"),
        ("find", WAYS, {}, "red: 0402-0302"),
        ("do", [("piece", ["0101"]), ("place", ["0201"])], {}, "0101-0201"),
        ("predict", [WAYS[0], ("piece", ["0402"])], {}, "0302"),
        ("predict", [WAYS[0], ("place", ["0302"])], {}, None),
        ("best", [], {"clause": "D1.7"}, None),
    ],
)
def test_each_kind_of_question_is_made_by_clicks(
    kind: str, shown: list[tuple[str, list[str]]], said: dict[str, str], right: str | None
) -> None:
    board = asking(kind, *shown, name="small" if kind in ("do", "best") else "depletion/first-steps", **said)
    assert inside.editing(board)["posed"]["missing"] == ""
    (found,) = read_exercises(ask(board, "export", form="scenario")["text"], "depletion")
    assert found.kind == kind
    assert found.answer(right or found.key)
    if "sentence" in said:
        assert found.question == said["sentence"]
    scope: dict[str, Any] = {}
    exec(ask(board, "export", form="python")["text"], scope)  # noqa: S102  (what we have written ourselves)
    assert (scope["question"].ask, scope["question"].clauses) == (found.ask, found.clauses)
    page = ask(board, "export", form="page")["text"]
    assert page.startswith("<!doctype html>")
    assert "<h1>Answers</h1>" in ask(board, "export", form="handout")["text"]


def test_a_question_is_tried_on_the_board_and_left_again() -> None:
    board = asking("which", WAYS[1])
    board.note("0402", "A peasant")
    steps, before = len(board.session.steps), board.session
    done(board, "show", what="question")
    assert inside.editing(board) is None
    assert "Which clause says no?" in inside.status(board)["said"][0]["lines"][0]["text"]
    assert [n["text"] for n in inside.state(board)["notes"]] == ["A peasant"]
    refused = ask(board, "paint", brush="forest", spaces=["0101"], player=None)
    assert "the position of an exercise" in refused["error"]
    options = inside.choices(board)["root"]["options"]
    assert {"D1.1", "Back to the editor"} & {o["value"] if o["slot"] == "answer" else o["label"] for o in options} == {
        "D1.1",
        "Back to the editor",
    }
    done(board, "confirm", draft={"answer": "D1.1"})
    assert inside.status(board)["said"][1]["heading"].startswith("Right.")
    done(board, "choose", draft={"editor": True})
    assert board.session is before
    assert len(board.session.steps) == steps
    assert inside.editing(board)["posed"]["kind"] == "which"
    done(board, "show", what="question")
    done(board, "edit", on=True)
    assert inside.editing(board) is not None


def test_an_action_is_shown_by_doing_it_and_is_not_played() -> None:
    board = asking("legal")
    done(board, "show", what="action")
    assert inside.status(board)["stage"]["turn"] == "show the action"
    done(board, "confirm", draft={"army": "0402", "to": "0302"})
    assert board.position == hw.scenario("depletion/first-steps").position
    assert inside.editing(board)["posed"]["actions"] == ["red: 0402-0302"]
    done(board, "undo")
    assert inside.editing(board)["posed"]["actions"] == []


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("plotted/the-ford", ["0702", "0703", "0704"]),
        ("rondel/first-maneuver", ["corinth", "thebes"]),
        ("orders/two-on-one", ["0402", "0501"]),
    ],
)
def test_a_way_means_an_action_of_the_system(name: str, way: list[str]) -> None:
    board = asking("legal", name=name)
    done(board, "ask", about="way", spaces=way)
    (shown,) = inside.editing(board)["posed"]["actions"]
    assert way[0] in shown
    assert way[-1] in shown
    assert board.position.check(board.position.parse(shown)).status.value in ("legal", "illegal")


def test_a_question_stays_with_its_piece_when_the_map_grows() -> None:
    board = asking("mark", ("piece", ["0402"]))
    done(board, "resize", edge="left", by=1)
    assert inside.editing(board)["posed"]["piece"] == "0502"
    done(board, "ask", about="forget")
    assert inside.editing(board)["posed"]["piece"] == ""
    done(board, "undo")
    assert inside.editing(board)["posed"]["piece"] == "0502"


def test_a_question_has_so_many_actions_and_no_more() -> None:
    board = asking("find")
    for to in list(board.position.map.names())[:MOST_ACTIONS]:
        inside.editor(board).show_action(f"red: 0402-{to}")
    done(board, "ask", about="sentence", text="Which one?")
    error = ask(board, "ask", about="way", spaces=["0402", "0302"])["error"]
    assert f"a question has at most {MOST_ACTIONS}: forget them first" in error
    assert len(inside.editing(board)["posed"]["actions"]) == MOST_ACTIONS


def test_a_question_about_too_many_actions_is_refused_at_once() -> None:
    board = asking("best", clause="D1.7")
    assert "more than 1,000 actions are legal here" in ask(board, "show", what="question")["error"]


@pytest.mark.slow
def test_a_page_begins_after_the_edits_that_made_its_start_and_draws_each_step_as_it_was() -> None:
    board = opened()
    done(board, "paint", brush="forest", spaces=["0505"], player=None)
    done(board, "draw", brush="note", spaces=["0304"], text="before")
    board.play("0402-0302")
    done(board, "draw", brush="note", spaces=["0302"], text="after")
    recording = run_to_end(recording_of(board.session, None, inside.drawings(board)))
    told = [[note["text"] for note in frame["_state"]["notes"]] for frame in recording["frames"]]
    assert told == [["before"], ["before"], ["before", "after"]]
    assert recording["at"] == 2
    board.goto(2)
    assert len(run_to_end(recording_of(board.session, None, inside.drawings(board)))["frames"]) == 3
    board.undo()
    assert len(run_to_end(recording_of(board.session, None, inside.drawings(board)))["frames"]) == 1


def test_a_drag_paints_the_sides_that_it_crosses_and_the_same_again_takes_them_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    depletion = type(hw.system("depletion"))
    scene = depletion.scene
    monkeypatch.setattr(depletion, "hexsides", ("river", "bridge"))
    looks = tuple(BorderLook(kind, kind, "river", "river") for kind in ("river", "bridge"))
    monkeypatch.setattr(depletion, "scene", staticmethod(lambda of: replace(scene(of), borders=looks)))
    board = opened()
    assert inside.editing(board) is not None
    brushes = [(each["key"], each["label"]) for each in inside.editing(board)["brushes"] if each["group"] == "side"]
    assert brushes == [("side river", "river"), ("side bridge", "bridge")]
    draw = {"text": "", "hue": "mark"}
    done(board, "draw", brush="side river", spaces=["0202", "0302", "0303"], **draw)
    done(board, "draw", brush="side bridge", spaces=["0302", "0202"], **draw)
    assert board.position.map.side("0202", "0302") == ("bridge", "river")
    assert [each["kind"] for each in inside.scene(board)["hexsides"]] == ["bridge", "river"]
    done(board, "resize", edge="left", by=1)
    done(board, "draw", brush="side river", spaces=["0302", "0402"], **draw)
    assert board.position.map.hexsides == (
        Hexsides("bridge", (("0302", "0402"),)),
        Hexsides("river", (("0402", "0403"),)),
    )
    assert 'hexsides={"bridge"' in board.python_lines().replace("'", '"')
    assert not ask(board, "draw", brush="side river", spaces=["0302", "0502"], **draw)["ok"]
    assert not ask(board, "draw", brush="side wall", spaces=["0302", "0402"], **draw)["ok"]
    board.undo()
    assert board.position.map.side("0302", "0402") == ("bridge", "river")
    board.close()
