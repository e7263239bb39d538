"""Every limit of docs/limits.md, just below it, at it and just above it. Everything that is let in is read again as it was written."""

from __future__ import annotations

import base64
import json
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.files import read_scenario
from hexwidget.files.links import PREFIX
from hexwidget.files.maps import read_map_text
from hexwidget.files.replay import read_replay
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexsides import write_hexsides
from hexwidget.geometry.images import piece_image, read_image
from hexwidget.jsontext import parse_json
from hexwidget.lessons import Progress, exercise
from hexwidget.lessons.courses.course import read_course
from hexwidget.problems import MOST_SHOWN, InputError, Problem
from hexwidget.rules import AtLeast, Position
from hexwidget.rules.action import capped_count
from hexwidget.rules.kinds import OneOf, SetOf
from hexwidget.scene.cell import is_drawn
from hexwidget.scene.drawing import draw
from hexwidget.widget.connections.intents import read_message
from tests.files.test_limits import ROWS, document, layer, link_of, packed, provinces_of, scenario_of, square, tiled

LIMITS = {where: int(said.replace(",", "")) for _, said, where in ROWS}
Take = Callable[[int], object]


def padded(text: str, size: int) -> str:
    """A JSON text with spaces at its end."""
    return text + " " * (size - len(text))


def read_again(position: Position) -> Position:
    """Check that a position comes back from each of its forms."""
    assert position.system.from_json(json.loads(json.dumps(position.system.to_json(position)))) == position
    assert position.system.read(position.notation) == position
    assert hw.open_link(hw.link(position)) == position
    return position


# ---------------------------------------------------------------- files and links
@cache
def replay_lines() -> tuple[str, ...]:
    """A game without sums, whose lines may be changed."""
    head, *_ = hw.Session("orders/two-on-one", seed=1).to_replay().splitlines()
    first = json.loads(head)
    return (
        json.dumps({**{k: v for k, v in first.items() if k not in ("sum", "lines")}, "format": "hexwidget.replay/1"}),
    )


def replay_of_characters(size: int) -> object:
    return read_replay(padded(replay_lines()[0], size - 1) + "\n")


def replay_of_lines(lines: int) -> object:
    return read_replay("\n".join([replay_lines()[0], *['{"at": 0}'] * (lines - 1)]) + "\n")


def link_of_game(size: int) -> object:
    """A link to a game, which is not compressed, so that it can have any length (but one above a multiple of four)."""
    size += size % 4 == 1
    first = replay_lines()[0]
    for spaces in range(size):
        packer = zlib.compressobj(0, zlib.DEFLATED, -15)
        raw = packer.compress((padded(first, size * 3 // 4 - 60 + spaces) + "\n").encode()) + packer.flush()
        text = PREFIX + base64.urlsafe_b64encode(raw).decode().rstrip("=")
        if len(text) >= size:
            assert len(text) == size
            return hw.open_link(text)
    raise AssertionError


def notation(size: int) -> object:
    return hw.system("depletion").read(padded(hw.scenario("depletion/first-steps").position.notation, size))


def progress(text: str, folder: Path) -> Progress:
    path = folder / "progress.json"
    path.write_text(text)
    return Progress(path)


def progress_document(exercises: int = 1) -> str:
    done = {"tries": 1, "hints": 0, "solved": True}
    return json.dumps({"format": "hexwidget.progress/1", "exercises": {f"e{n}": done for n in range(exercises)}})


# ---------------------------------------------------------------- maps
def squares(many: int) -> object:
    """Provinces in a grid of 50 columns, whose borders are derived."""

    def at(n: int) -> dict[str, Any]:
        x, y = 10 * (n % 50), 10 * (n // 50)
        outline = [[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]]
        return {"name": f"p{n}", "outline": outline, "at": [x + 5, y + 5]}

    return provinces_of({"provinces": [at(n) for n in range(many)]})


def polygon(corners: int) -> object:
    ring = [[1000 * cos(2 * pi * n / corners), 1000 * sin(2 * pi * n / corners)] for n in range(corners)]
    return provinces_of({"provinces": [{"name": "a", "outline": ring, "at": [0, 0]}], "borders": []})


def layers_of(tiles: int) -> object:
    """A Tiled map whose layers have this many tiles in all: two of a million, and one of the rest."""
    whole = [layer(**packed(4_000_000), side=1000) for _ in range(min(2, tiles // 1_000_000))]
    rest = tiles - 1_000_000 * len(whole)
    chunk = {"x": 0, "y": 0, "width": rest, "height": 1, "data": [0] * rest}
    parts = [{"x": 0, "y": k, "width": 999, "height": 1, "data": [0] * 999} for k in range(rest // 999)]
    if rest % 999:
        parts.append({**chunk, "y": 1001, "width": rest % 999, "data": [0] * (rest % 999)})
    more = [{"type": "tilelayer", "name": "rest", "width": 1000, "height": 1000, "chunks": parts}] if parts else []
    return read_map_text(tiled([*whole, *more], 1000))


def tilesets(many: int) -> object:
    return read_map_text(
        tiled([layer([1] * 10_000)], tilesets=[{"firstgid": n + 1, "name": "t", "tiles": []} for n in range(many)])
    )


def points(many: int) -> object:
    """A Tiled map with objects at points."""
    found = [{"id": n, "x": 1, "y": 1, "point": True} for n in range(many)]
    return read_map_text(tiled([layer([1] * 100, 10), {"type": "objectgroup", "objects": found}], 10))


def png(width: int, height: int, size: int = 100) -> bytes:
    """The head of a PNG of some bytes, which says how large the picture is."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    made = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return made + bytes(size - len(made))


def on_picture(hexes: int) -> object:
    """A map in a column, or in as few columns as it can have."""
    columns = next(n for n in range(1, hexes) if hexes % n == 0 and hexes // n <= 9999)
    return HexMap.on_image(png(columns * 20, hexes // columns * 20), columns, hexes // columns)


# ---------------------------------------------------------------- positions
def players(system: str, **parts: Any) -> Take:
    def take(many: int) -> object:
        return read_again(hw.system(system).position(players=[f"p{n}" for n in range(many)], **parts))

    return take


def army(size: int) -> object:
    """A position with more units than clauses allow: only the reader's limit counts."""
    given = {"map": ". .", "players": ["red"], "armies": {"red": {"0101": f"{size} archers"}}}
    position = hw.system("depletion").position(**given, strict=False)
    assert hw.system("depletion").from_json(hw.system("depletion").to_json(position), strict=False) == position
    return position


def plotted(**unit: Callable[[int], Any]) -> Take:
    def take(n: int) -> object:
        given = {"kind": "cavalry", "strength": 3, **{name: made(n) for name, made in unit.items()}}
        return read_again(hw.system("plotted").position(map=". .", players=["red"], units={"red": {"0101": given}}))

    return take


def cards(many: int) -> object:
    names = ["card" + "abcdefghij"[n // 100] + "abcdefghij"[n // 10 % 10] + "abcdefghij"[n % 10] for n in range(many)]
    own = [{"name": name, "title": name, "type": "tactic", "copies": 1} for name in names]
    return hw.system("frontiers").position(cards=own)


def action(name: str, text: str) -> Take:
    """The text of an action with blanks in it."""
    first, _, rest = text.partition(" ")
    position = hw.scenario(name).position

    def take(size: int) -> object:
        given = first + " " * (size - len(first) - len(rest)) + rest
        assert len(given) == size
        return position.parse(given)

    return take


def json_of(values: int) -> object:
    try:
        return parse_json("[" + ",".join("0" * values) + "]")
    except ValueError as error:
        raise InputError("too many", [Problem("", str(error))]) from None


# ---------------------------------------------------------------- lessons and messages
def mark(**parts: Callable[[int], Any]) -> Take:
    return lambda n: exercise("mark", hw.scenario("depletion/first-steps"), piece="0203", clauses=["D1.2"],
                              **{name: made(n) for name, made in parts.items()})  # fmt: skip


def ways(many: int) -> dict[str, Any]:
    """A variation in this many ways."""
    first = max(n for n in range(1, 200) if many % n == 0)
    return {"ask": {"piece": ["0203"] * first, "march": [True] * (many // first)}}


def course_of(parts: int) -> object:
    entries = [{"id": f"s{n}", "aim": "Pass.", "scenario": "depletion/first-steps"} for n in range(parts)]
    document = {"format": "hexwidget.course/2", "system": "depletion", "title": "Passing", "parts": entries}
    found = read_course(json.dumps(document))
    return read_course(found.document)


def message(intent: str, **args: Callable[[int], Any]) -> Take:
    return lambda n: read_message(
        {"id": "a", "revision": 1, "intent": intent, "args": {name: made(n) for name, made in args.items()}}
    )


def with_places(places: dict[str, str]) -> hw.Scenario[Any]:
    position = {"map": ". .", "players": ["red"], "armies": {"red": {"0101": "1 archer"}}, "places": places}
    return scenario_of(position=position)


def with_hexsides(given: dict[str, list[str]]) -> object:
    """A map with hexsides, read again as it was written."""
    found = HexMap(2, 2, Offset.ODD_R, ("plains",), bytes(4)).with_hexsides(given)
    assert found.with_hexsides(write_hexsides(found.hexsides)) == found
    return found


TAKES: dict[str, Take] = {
    "files.scenario.MOST_CHARACTERS": lambda n: (read_scenario(padded(document(), n)), hw.open_link(link_of(padded(document(), n)))),
    "files.replay.MOST_CHARACTERS": replay_of_characters,
    "files.replay.MOST_STEPS": replay_of_lines,
    "rules.notation.LONGEST": notation,
    "play.links.LONGEST_GAME": link_of_game,
    "play.links.MOST_STEPS": lambda n: hw.open_link(link_of("\n".join([replay_lines()[0], *['{"at": 0}'] * n]) + "\n")),
    "geometry.provinces.MOST_PROVINCES": squares,
    "geometry.provinces.MOST_CORNERS": polygon,
    "geometry.provinces.LONGEST_NAME": lambda n: provinces_of({"provinces": [square(100, "n" * n)], "borders": []}),
    "geometry.places.MOST_PLACES": lambda n: with_places({f"place {k}": "label 0101" for k in range(n)}),
    "geometry.places.LONGEST_ROAD": lambda n: with_places({"way": " ".join(["label", *["0101"] * n])}),
    "geometry.hexsides.MOST_KINDS": lambda n: with_hexsides({f"kind {k}": ["0101-0102"] for k in range(n)}),
    "geometry.hexsides.LONGEST_KIND": lambda n: with_hexsides({"x" * n: ["0101-0102"]}),
    "systems.depletion.description.entries.MOST_PLAYERS": players("depletion", map=". ."),
    "systems.orders.description.MOST_PLAYERS": players("orders", map=". ."),
    "systems.plotted.description.MOST_PLAYERS": players("plotted", map=". ."),
    "systems.rondel.description.MOST_PLAYERS": players("rondel", map="inland_sea"),
    "files.annotations.LONGEST_NOTE": lambda n: scenario_of(
        notes=[{"space": "0101", "text": "x" * n}], arrows=[{"spaces": ["0101", "0201"], "label": "x" * n}]),
    "files.annotations.MOST": lambda n: scenario_of(
        overlays=[{"name": f"o{k}", "spaces": {"0101": 1}} for k in range(n)]),
    "systems.depletion.units.MOST_OF_A_KIND": army,
    "systems.rondel.description.MOST_UNITS": lambda n: read_again(
        hw.system("rondel").position(map="two_shores", players=["romans", "greeks"], units={"romans": {"corinth": f"{n} legions"}})),
    "systems.plotted.description.MOST_STRENGTH": plotted(strength=lambda n: n),
    "systems.frontiers.cards.MOST_CARDS": cards,
    "systems.depletion.actions.LONGEST": action("depletion/first-steps", "attack 0401"),
    "systems.frontiers.actions.LONGEST": action("frontiers/opening", "deploy farmer"),
    "systems.orders.actions.LONGEST": action("orders/two-on-one", "0402 attack blue 0501"),
    "systems.rondel.actions.LONGEST": action("rondel/first-maneuver", "move legion(2) corinth-thebes"),
    "systems.plotted.actions.LONGEST": action("plotted/the-ford", "all rest"),
    "files.maps.tiled.layers.MOST_TILES": layers_of,
    "files.maps.tiled.tilesets.MOST_TILESETS": tilesets,
    "files.maps.tiled.data.LONGEST_NAME": lambda n: read_map_text(
        tiled([layer([1] * 100, 10)], 10, tilesets=[{"firstgid": 1, "name": "t" * n, "tiles": []}])),
    "geometry.images.MOST_BYTES": lambda n: read_image(png(100, 100, n)),
    "geometry.images.MOST_HEXES_ON_PICTURE": on_picture,
    "geometry.images.MOST_BYTES_OF_PIECE": lambda n: piece_image(png(100, 100, n)),
    "geometry.images.MOST_PIXELS": lambda n: read_image(png(n, 1)),
    "lessons.exercises.loading.LONGEST_TEXT": mark(title=lambda n: "x" * n, question=lambda n: "x" * n, hints=lambda n: ["x" * n]),
    "lessons.exercises.loading.MOST_VARIANTS": mark(vary=ways),
    "lessons.courses.course.MOST_PARTS": course_of,
    "widget.connections.intents.LONGEST_TEXT": message("hover", space=lambda n: "x" * n),
    "widget.connections.intents.LONGEST_VALUE": message("choose", draft=lambda n: {"a": "x" * n}),
    "widget.connections.intents.LONGEST_PICTURE": message("lay", image=lambda n: "x" * n),
    "widget.connections.intents.LONGEST_ACTION": message("play", action=lambda n: "x" * n),
    "widget.connections.intents.MOST_SLOTS": message("choose", draft=lambda n: {f"s{k}": "x" for k in range(n)}),
    "widget.connections.intents.MOST_SPACES": message("paint", brush=lambda n: "x", player=lambda n: None, spaces=lambda n: ["0101"] * n),
    "jsontext.MOST_VALUES": lambda n: json_of(n),
    "geometry.maptext.LONGEST": lambda n: HexMap.parse(padded(". .", n), hw.system("depletion").terrains, "odd-r"),
    "geometry.maptext.MOST_LINES": lambda n: HexMap.parse(". ." + "\n" * n, hw.system("depletion").terrains, "odd-r"),
}  # fmt: skip
SLOW = {
    "jsontext.MOST_VALUES",
    "geometry.provinces.MOST_PROVINCES",
    "geometry.provinces.MOST_CORNERS",
    "files.replay.MOST_STEPS",
    "files.replay.MOST_CHARACTERS",
    "files.maps.tiled.layers.MOST_TILES",
    "files.scenario.MOST_CHARACTERS",
}


@pytest.mark.parametrize(
    "where", [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in TAKES]
)
def test_what_is_at_a_limit_is_let_in_and_what_is_above_is_refused(where: str) -> None:
    take, most = TAKES[where], LIMITS[where]
    take(most - 1)
    take(most)
    with pytest.raises(InputError):
        take(most + 1)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["lessons.learners.records.MOST_BYTES", "lessons.learners.records.MOST_EXERCISES"])
def test_progress_at_its_limits(where: str, tmp_path: Path) -> None:
    most = LIMITS[where]
    made = {
        "lessons.learners.records.MOST_BYTES": lambda n: padded(progress_document(), n),
        "lessons.learners.records.MOST_EXERCISES": progress_document,
    }[where]
    for size in (most - 1, most):
        progress(made(size), tmp_path)
    with pytest.raises(InputError):
        progress(made(most + 1), tmp_path)


def test_faults_are_spelt_out_up_to_the_limit() -> None:
    for many, more in ((MOST_SHOWN - 1, ""), (MOST_SHOWN, ""), (MOST_SHOWN + 1, "... and 1 more")):
        said = str(InputError("wrong", [Problem(f"a{n}", "is wrong") for n in range(many)]))
        assert said.count("is wrong") == min(many, MOST_SHOWN)
        assert ("... and" in said) is bool(more)
        assert more in said


def test_actions_are_counted_up_to_the_limit() -> None:
    most = LIMITS["rules.action.MOST_COUNTED"]
    for many in (most - 1, most):
        assert (capped_count(range(many)), type(capped_count(range(many)))) == (many, int)
    assert isinstance(capped_count(range(most + 1)), AtLeast)


def test_sets_of_names_are_listed_up_to_the_limit() -> None:
    most = LIMITS["rules.kinds.MOST_IN_SETS"]
    for many in (most - 1, most):
        assert len(list(SetOf(Letters(many)).known(None))) == 2**many - 1
    with pytest.raises(NotImplementedError, match="13 names have too many sets"):
        SetOf(Letters(most + 1)).known(None)


class Letters(OneOf):
    """Some of the first letters."""

    def __init__(self, many: int) -> None:
        self.many = many

    def known(self, position: Any) -> tuple[str, ...]:
        return tuple("abcdefghijklmnop"[: self.many])


# ---------------------------------------------------------------- limits that take long to reach: the same code with smaller ones
def test_objects_of_tiled_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = "hexwidget.files.maps.tiled.objects.MOST_TESTED"
    monkeypatch.setattr(limit, 0)
    with pytest.raises(InputError, match="too many objects"):
        points(1)
    each = next(n for n in range(1, 100) if lets_in(monkeypatch, limit, n))
    monkeypatch.setattr(limit, 50 * each)
    for many in (49, 50):
        points(many)
    with pytest.raises(InputError, match="too many objects"):
        points(51)


def lets_in(monkeypatch: pytest.MonkeyPatch, limit: str, number: int) -> bool:
    monkeypatch.setattr(limit, number)
    try:
        points(1)
    except InputError:
        return False
    return True


def strip(spaces: int) -> Position:
    made: Position = hw.system("depletion").position(
        map=". " * spaces, players=["red"], armies={"red": {"0101": "1 archer"}}
    )
    return made


def test_pictures_are_drawn_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.rules.position.MOST_DRAWN", 30)
    monkeypatch.setattr("hexwidget.widget.pages.sharing.MOST_DRAWN", 30)
    for spaces in (29, 30):
        assert "<svg" in strip(spaces).to_svg()
        assert "<svg" in hw.Board(strip(spaces)).to_svg()
    for picture in (strip(31).to_svg, hw.Board(strip(31)).to_svg):
        with pytest.raises(InputError, match="it has 31 spaces, and a picture holds 30"):
            picture()


def test_plain_pictures_are_drawn_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.scene.cell.MOST_PLAIN", 30)
    monkeypatch.setattr("hexwidget.scene.cell.is_plain", lambda: True)
    assert [is_drawn(strip(spaces).scene()) for spaces in (29, 30, 31)] == [True, True, False]


@pytest.mark.slow
@pytest.mark.parametrize("columns", [9, 45])
def test_the_picture_of_a_notebook_has_no_more_pixels_than_the_limit(columns: int) -> None:
    """The hexes of a map that would take more are smaller. (A margin stands about the map.)"""
    position = hw.system("depletion").position(
        map=["  " * (k % 2) + ". " * columns for k in range(columns)],
        players=["red"],
        armies={"red": {"0101": "1 archer"}},
    )
    svg = ET.fromstring(draw(position.scene(), most=LIMITS["scene.cell.MOST_PIXELS"]))
    sizes = float(svg.get("width", "0")) * float(svg.get("height", "0"))
    assert 0 < sizes <= 1.2 * LIMITS["scene.cell.MOST_PIXELS"]
    large = ET.fromstring(draw(position.scene()))
    assert (float(large.get("width", "0")) > float(svg.get("width", "0"))) is (columns == 45)


def test_a_link_is_made_to_as_many_steps_as_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    for player in ("red", "blue"):
        session.play(f"{player}: pass")
    steps = session.to_replay(tries=False).count("\n") - 1
    monkeypatch.setattr("hexwidget.play.links.MOST_STEPS", steps)
    assert hw.open_link(hw.link(session)).step.number == 2
    lines = session.to_replay(tries=False).replace("\n", "\r\n")
    assert hw.open_link(link_of(lines)).step.number == 2
    monkeypatch.setattr("hexwidget.play.links.MOST_STEPS", steps - 1)
    with pytest.raises(InputError, match=f"it has {steps} steps, and a link holds {steps - 1}"):
        hw.link(session)


def test_pages_hold_steps_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.pages.recording.MOST_FRAMES", 4)
    session, rng = hw.Session("orders/two-on-one", seed=1), Random(1)
    board = hw.Board(session)
    while len(session.steps) < 4:
        assert "<html" in board.to_html()
        session.play(session.position.legal_actions(next(iter(session.position.to_act))).sample(rng))
    if len(session.steps) == 4:
        assert "<html" in board.to_html()
    while len(session.steps) < 5:
        session.play(session.position.legal_actions(next(iter(session.position.to_act))).sample(rng))
    with pytest.raises(InputError, match="a page holds 4"):
        board.to_html()


ELSEWHERE = {
    "geometry.hexmap.MAX_SIDE": "tests/files/test_limits.py: test_what_is_at_a_limit_is_written_and_read_again_and_what_is_above_is_refused",
    "geometry.hexmap.MOST_HEXES": "tests/files/test_limits.py: test_the_largest_map_is_saved_linked_and_read_again",
    "rules.reading.NAME_LENGTH": "tests/files/test_limits.py: test_what_is_at_a_limit_is_written_and_read_again_and_what_is_above_is_refused",
    "rules.reading.TITLE_LENGTH": "tests/files/test_limits.py: test_what_is_at_a_limit_is_written_and_read_again_and_what_is_above_is_refused",
    "files.scenario.MOST_PROSE": "tests/files/test_limits.py: test_what_is_at_a_limit_is_written_and_read_again_and_what_is_above_is_refused",
    "lessons.exercises.offline_answers.VARIANTS": "tests/lessons/exercises/test_offline_answers.py: test_what_travels_is_what_the_schema_says",
    "lessons.exercises.offline_answers.MOST_CHOICES": "tests/lessons/exercises/test_offline_answers.py: test_a_page_holds_so_many_choices_and_reasons",
    "lessons.exercises.offline_answers.MOST_REASONS": "tests/lessons/exercises/test_offline_answers.py: test_a_page_holds_so_many_choices_and_reasons",
    "lessons.exercises.activity.MOST_KEPT": "tests/widget/test_notebook_recording.py: test_a_desk_keeps_the_present_exercise_and_those_after_it",
    "lessons.exercises.activity.CHOICES_KEPT": "tests/lessons/exercises/test_offline_answers.py: test_a_desk_in_a_saved_notebook_shares_its_choices_out",
    "lessons.exercises.question_editor.MOST_JUDGED": "tests/widget/test_workshop.py: test_a_question_about_too_many_actions_is_refused_at_once",
    "widget.questions.MOST_ACTIONS": "tests/widget/test_workshop.py: test_a_question_has_so_many_actions_and_no_more",
    "rules.action.MOST_EVEN": "tests/depletion/test_work.py: test_a_crowded_position_takes_little_work",
    "systems.depletion.fast.enumeration.MOST_SAMPLED": "tests/depletion/test_work.py: test_some_of_a_crowded_position_take_little_work_and_say_that_there_are_more",
    "systems.depletion.fast.enumeration.MOST_BEGUN": "tests/depletion/test_work.py: test_a_crowded_position_is_listed_lazily_and_counted_in_part",
    "systems.depletion.maneuver.seating.MOST_WADED": "tests/depletion/test_seating.py: test_a_path_with_many_parts_to_wade_is_too_dear",
    "problems.MOST_HELD": "tests/files/test_limits.py: test_a_reader_gives_up_where_too_much_is_wrong",
}
"""The limits that other files test."""


def test_each_limit_of_the_page_has_a_test() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    asked = {where for where in LIMITS if f'"{where}"' in here or f'"hexwidget.{where}"' in here}
    assert set(LIMITS) - asked - {"problems.MOST_SHOWN"} == set()
    for where, test in ELSEWHERE.items():
        assert where in LIMITS
        file, _, name = test.partition(": ")
        assert f"def {name}(" in (Path(__file__).parents[2] / file).read_text(encoding="utf-8")
