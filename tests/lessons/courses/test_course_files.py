"""A course is a thing: saved, linked and loaded again it is the same course, and a reader goes on where they left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from examples.toy import TOY
from hexwidget.commands.cli import main
from hexwidget.lessons import Course, Exercise, Progress, Stage, course, first_game, load, stage
from hexwidget.lessons.courses.course import FORMAT, MOST_PARTS, read_course
from hexwidget.lessons.learners.records import MOST_PLACES, Bookmark
from hexwidget.play.links import LONGEST_GAME
from hexwidget.problems import InputError
from hexwidget.systems import registry
from tests import inside
from tests.amounts import many
from tests.rules.test_author import OWN

SYSTEMS = ("depletion", "frontiers", "orders", "plotted", "rondel")
FORD = hw.scenario("plotted/the-ford").position


def same(own: Course, path: Path) -> Course:
    """Save and load a course; check that it stays the same."""
    again = hw.load(hw.save(own, path))
    assert isinstance(again, Course)
    assert (again.title, again.parts, again.digest) == (own.title, own.parts, own.digest)
    assert again.document == own.document
    return again


def same_by_link(own: Course) -> None:
    """Link and open a course; check that it stays the same."""
    linked = hw.open_link(f"https://rules.example/play.html#course={hw.link(own)}")
    assert isinstance(linked, Course)
    assert (linked.title, linked.parts) == (own.title, own.parts)


# ------------------------------------------------------------------ the same course again
@pytest.mark.parametrize("name", [*SYSTEMS, "toy"])
def test_a_first_game_is_the_same_course_again(name: str, tmp_path: Path) -> None:
    again = same(first_game(name), tmp_path / "zones.json")
    assert json.loads(again.document)["format"] == FORMAT
    same_by_link(again)


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_bundled_exercises_are_the_same_parts_again(name: str, tmp_path: Path) -> None:
    same(Course([first_game(name).stages[0], *load(name)], "All"), tmp_path / "all.json")


def own_course(rng: Random) -> Course:
    """A course of parts of one system, told in all the ways in which authors tell them."""
    name = rng.choice(SYSTEMS)
    parts: list[Stage | Exercise] = []
    for each in rng.sample(first_game(name).stages, 2):
        player = rng.choice(each.position.players)
        parts.append(
            replace(
                each,
                title=rng.choice([each.title, each.aim, "Zones “and” <b>"]),
                seed=rng.randrange(1, 2**53),
                within=rng.randrange(1, 500),
                opponents={each.learner: "random"} if player != each.learner else each.opponents,
                learner=player,
                way=rng.choice([(), each.way]),
            )
        )
    walk = hw.Session(rng.choice([each for each in hw.scenarios() if each.startswith(name)]), seed=1)
    for _ in range(rng.randrange(6)):
        if not set(walk.position.to_act) & set(walk.position.players):
            break
        walk.play(walk.position.legal_actions().pick(rng))
    parts.append(stage(walk.position, "Play on.", id="own", within=3))
    for each in rng.sample(load(name), 2):
        varied = each.variant(rng.randrange(4))
        parts.append(replace(varied, own_question=rng.choice(["", "What now?"]), own_hints=("Look.", "Look again.")))
    rng.shuffle(parts)
    return Course(parts, rng.choice(["Zones", "Zonen: „erste“ Schritte\nund mehr"]))


@pytest.mark.parametrize("seed", range(many(2, 200)))
def test_a_course_of_ones_own_is_the_same_again(seed: int, tmp_path: Path) -> None:
    same_by_link(same(own_course(Random(seed)), tmp_path / "own.json"))


def test_a_course_of_a_system_of_ones_own_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = hw.save(Course(first_game("toy").stages, "Posts"), tmp_path / "posts.json")
    monkeypatch.delitem(registry.SYSTEMS, "toy")
    with pytest.raises(InputError, match=r"system: unknown system 'toy'.*once `hw.register\(MY_SYSTEM\)` has run"):
        hw.load(path)
    with pytest.raises(InputError, match="system: 'own' is not registered"):
        hw.save(course([stage(OWN.position(map=". . ^"), "Step.")]), tmp_path / "own.json")
    hw.register(TOY)
    assert isinstance(hw.load(path), Course)


def test_a_saved_course_is_the_first_game_of_a_system(tmp_path: Path) -> None:
    own = read_course(first_game("plotted").document, "plotted", name="first-game.json")
    assert own.parts == first_game("plotted").parts
    with pytest.raises(
        InputError, match=r"first-game\.json/system: unknown system 'plotted'; expected one of: 'orders'"
    ):
        read_course(first_game("plotted").document, "orders", name="first-game.json")


# ------------------------------------------------------------------ what cannot be written
def test_what_a_file_cannot_hold_is_refused_with_its_place_and_the_remedy(tmp_path: Path) -> None:
    def policy(position: Any, player: str, rng: Random) -> Any:
        return position.legal_actions(player).pick(rng)

    own = course([stage(FORD, "Go.", id="a"), stage(FORD, "Go.", id="b", opponents={"blue": policy})])
    for write in (lambda: hw.save(own, tmp_path / "own.json"), lambda: hw.link(own)):
        with pytest.raises(
            InputError, match=r"parts/1/opponents/blue: a file cannot hold <function .*'mild', 'random'"
        ):
            write()
    assert not (tmp_path / "own.json").exists()


def test_a_position_that_breaks_clauses_is_refused_as_it_would_not_be_read() -> None:
    steps = hw.system("depletion")
    broken = steps.position(map=". . ~", players=["red"], armies={"red": {"0301": "1 archer"}}, strict=False)
    with pytest.raises(InputError, match="parts/0/position"):
        _ = course([stage(broken, "Go.")]).document


def test_a_link_that_is_too_long_names_the_file_as_the_way_out(tmp_path: Path) -> None:
    rng = Random(1)
    parts = [stage(FORD, f"Go. {rng.randbytes(900).hex()}", id=f"s{n}") for n in range(40)]
    own = course(parts)
    with pytest.raises(InputError, match=r"a link to it has [0-9,]+ characters, and browsers take 32,000; `hw.save`"):
        hw.link(own)
    same(own, tmp_path / "long.json")
    assert LONGEST_GAME == 32_000


# ------------------------------------------------------------------ what cannot be read
GOOD = json.loads(Course([*first_game("plotted").stages[:1], load("plotted")[0]], "Zones").document)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"format": "hexwidget.course/3"}, "format: a newer hexwidget has written it"),
        ({"format": "hexwidget.course/x"}, "format: expected 'hexwidget.course/2'"),
        ({"system": "ploted"}, "system: unknown system 'ploted'; did you mean 'plotted'?"),
        ({"system": ["plotted"]}, "system: unknown system"),
        ({"title": ""}, "title: expected a text"),
        ({"partz": []}, "unknown part 'partz'; did you mean 'parts'?"),
        ({"parts": {}}, 'expected an object such as {"title": "...", "parts": [...]}'),
        ({"parts": GOOD["parts"] * MOST_PARTS}, f"of at most {MOST_PARTS}"),
        ({"parts": []}, "expected one part at least"),
        (
            {"parts": [{**GOOD["parts"][1], "notes": [{"space": "9999", "text": "?"}]}]},
            "parts/0/notes/0/space: unknown hex",
        ),
        ({"parts": [GOOD["parts"][0]] * 2}, "have the same id"),
        ({"parts": [GOOD["parts"][0], 7]}, "parts/1: expected a stage, such as {'aim': ...}, or an exercise"),
        ({"parts": [{**GOOD["parts"][0], "aimm": "Go."}]}, "parts/0/aimm: unknown part 'aimm'; did you mean 'aim'?"),
        ({"parts": [{**GOOD["parts"][0], "opponents": {"blue": "wild"}}]}, "parts/0/opponents/blue"),
        ({"parts": [{**GOOD["parts"][0], "opponents": {"blue": 5}}]}, "parts/0/opponents/blue"),
        ({"parts": [{**GOOD["parts"][0], "position": {"map": 5}}]}, "parts/0/position/map"),
        ({"parts": [GOOD["parts"][0], {**GOOD["parts"][1], "kind": "marc"}]}, "parts/1/kind: unknown kind 'marc'"),
        (
            {"parts": [GOOD["parts"][0], {**GOOD["parts"][1], "vary": {"ask": {"piece": ["0101"], "marsch": [1]}}}]},
            "parts/1/vary/ask/marsch: unknown part",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_place(change: dict[str, Any], wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "zones.json"
    path.write_text(json.dumps({**GOOD, **change}))
    with pytest.raises(InputError) as refused:
        hw.load(path)
    assert wrong in str(refused.value)


WORDS: list[Any] = [
    None, True, 0, -1, 2**60, 1.5, "", "red", "0101", "x" * 3000, [], {}, ["0101"], {"at": "0101"}, [[]], "mark", "\u202e",
    {"blue": 5}, {"ask": {"march": [[1], 5]}}, {"ground": {"forest": 3}},
]  # fmt: skip


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places in a document."""
    yield at
    for key, each in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from paths(each, (*at, key))


def mutated(data: Any, rng: Random) -> Any:
    """A document with an entry that is missing, misnamed, doubled, or something else."""
    data = json.loads(json.dumps(data))
    *way, last = rng.choice(list(paths(data))[1:])
    inner = data
    for key in way:
        inner = inner[key]
    how = rng.randrange(3)
    if how == 0:
        del inner[last]
    elif how == 1 and isinstance(inner, list):
        inner.insert(last, json.loads(json.dumps(inner[last])))
    elif how == 1:
        inner[f"{last}x"] = inner.pop(last)
    else:
        inner[last] = json.loads(json.dumps(rng.choice(WORDS)))
    return data


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_changed_file_is_read_or_refused_in_words(name: str) -> None:
    rng = Random(name)
    quick = [
        each for each in load(name) if each.kind in ("mark", "legal", "which", "find")
    ]  # others search for an answer
    good = json.loads(Course([rng.choice(first_game(name).stages), *rng.sample(quick, 2)], "C").document)
    read = 0
    for _ in range(many(40, 5_000, quick=20)):
        data = mutated(good, rng)
        try:
            own = read_course(json.dumps(data))
        except InputError:
            continue
        read += 1
        assert read_course(own.document, checked=False).parts == own.parts
    assert read


# ------------------------------------------------------------------ from a shell
def test_the_command_lists_a_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(hw.save(Course([first_game("plotted").stages[0], load("plotted")[0]], "Zones"), tmp_path / "zones.json"))
    assert main(["show", path]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["Zones (plotted)", "  1. stage: The messenger"]
    assert main(["--json", "show", hw.link(first_game("orders"))]) == 0
    assert json.loads(capsys.readouterr().out)["parts"][0] == {"id": "orders-farm", "name": "The first farm"}
    for command in (["show", path, "--png", "x.png"], ["check", path, "pass"], ["replay", path], ["convert", path]):
        assert main(command) == 2
        assert "course" in capsys.readouterr().err
    Path(path).write_text(json.dumps({**GOOD, "title": 7}))
    assert main(["show", path]) == 2
    assert "title: expected a text" in capsys.readouterr().err


def test_a_board_that_is_given_a_course_says_where_the_courses_board_is() -> None:
    with pytest.raises(InputError, match=r"a course has a board of its own: `course\.board`"):
        hw.Board(first_game("plotted"))


# ------------------------------------------------------------------ where a reader is
def played(path: Path) -> Course:
    """A course whose learner has played two actions of the second stage."""
    own = first_game("plotted", progress=Progress(path))
    own.open(1)
    own.board.play(own.stages[1].way[0])
    inside.guide(own).activity.show_me()
    return own


@pytest.mark.slow
def test_a_reader_goes_on_where_they_left(tmp_path: Path) -> None:
    left = played(tmp_path / "me.json")
    again = first_game("plotted", progress=Progress.of_text(Path(tmp_path / "me.json").read_text()))
    assert again.resume()
    assert (again.place, again.position) == (1, left.position)
    assert again.board.session.line[-1].text == left.board.session.line[-1].text
    assert inside.guide(again).teaching.was_shown
    again.board.session.undo()
    assert not inside.guide(again).teaching.was_shown
    own = Course([first_game("plotted").stages[0], load("plotted")[0]], progress=Progress(tmp_path / "me.json"))
    assert not own.resume()
    own.open(1)
    assert own.progress.place(own.digest) == Bookmark(load("plotted")[0].record)
    assert own.progress.place(again.digest) is not None


def test_who_leaves_in_the_middle_of_a_turn_finds_the_answer_of_the_others() -> None:
    done = Progress()
    own = first_game("plotted", progress=done)
    way = hw.Session(own.stages[0].position)
    way.play(own.stages[0].way[0])
    done.went(own.digest, Bookmark(own.stages[0].record, hw.link(way)))
    assert inside.guide(first_game("plotted", progress=done)).resume()
    again = first_game("plotted", progress=done)
    assert again.resume()
    assert again.board.session.step.depth == 2
    assert "red" in again.position.to_act


def test_a_course_that_shares_the_progress_of_the_kernel_begins_anew() -> None:
    own = first_game("plotted")
    own.open(1)
    assert not own.resume()
    assert own.progress.place(own.digest) is None


def test_a_place_whose_game_is_of_another_position_begins_its_stage(tmp_path: Path) -> None:
    own = first_game("plotted", progress=Progress())
    for game in ("", "hw1.torn", hw.link(FORD), hw.link(hw.Session("orders/two-on-one"))):
        own.progress.went(own.digest, Bookmark(own.stages[2].record, game))
        assert own.resume()
        assert (own.place, own.board.session.step.depth) == (2, 0)
    own.progress.went(own.digest, Bookmark("stage/gone"))
    assert not own.resume()


def test_progress_keeps_the_places_of_the_last_courses_and_refuses_others(tmp_path: Path) -> None:
    done = Progress(tmp_path / "me.json")
    for n in range(MOST_PLACES + 2):
        done.went(f"course-{n}", Bookmark("stage/a"))
    again = Progress(tmp_path / "me.json")
    assert again.place("course-1") is None
    assert again.place(f"course-{MOST_PLACES + 1}") == Bookmark("stage/a")
    for wrong in (
        7,
        {"part": 7, "game": "", "shown": []},
        {"part": "a", "game": "", "shown": [-1]},
        {"part": "a"},
        {"game": ""},
    ):
        text = json.dumps({"format": "hexwidget.progress/1", "exercises": {}, "places": {"c": wrong}})
        with pytest.raises(InputError, match=r"places/c.*: (expected|this entry is missing)"):
            Progress.of_text(text)
    old = {"format": "hexwidget.progress/1", "exercises": {"a": {"tries": 1, "hints": 0, "solved": True}}}
    assert Progress.of_text(json.dumps(old))["a"].solved


def test_a_learner_whose_opponents_have_not_answered_yet_has_lost_nothing() -> None:
    own = first_game("plotted", progress=Progress())
    own.board.play(own.stages[0].way[0])
    assert own.progress[own.stages[0].record].tries == 0
