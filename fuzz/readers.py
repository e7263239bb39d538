"""The readers that are fuzzed, each with its seed inputs and its vocabulary."""

from __future__ import annotations

import base64
import gzip
import json
import logging
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fuzz import seeds
from fuzz.budgets import Budget, Rate
from fuzz.edits import unfolded
from fuzz.promises import (
    expect,
    foreign_is_sound,
    hexmap_is_sound,
    position_is_sound,
    scenario_is_sound,
    text_is_sound,
    travels,
)
from fuzz.unpacked import of_layer, of_layers, of_link
from hexwidget.files import Scenario, read_scenario, scenario, scenarios
from hexwidget.files.links import PREFIX
from hexwidget.files.maps import read_map, read_map_text
from hexwidget.files.maps.tiled import tiled_json
from hexwidget.files.replay import read_replay, text_of
from hexwidget.geometry import HexMap, Offset, Terrain
from hexwidget.geometry.hexsides import hexsides_in_words, write_hexsides
from hexwidget.geometry.provincejson import provinces_to_json, read_provinces
from hexwidget.lessons import Course
from hexwidget.lessons.courses.course import read_course
from hexwidget.lessons.exercises.loading import read_exercises
from hexwidget.lessons.learners.records import Progress
from hexwidget.play import Session, link, open_link
from hexwidget.problems import InputError
from hexwidget.rules import Draft, IllegalAction, IllegalPosition
from hexwidget.rules.editing import change, paint
from hexwidget.systems.registry import system, system_names
from hexwidget.systems.rondel.atlas import BORDERS, TERRAINS, kind_of
from hexwidget.widget.board import Board
from hexwidget.widget.connections.intents import read_message

DOCUMENTED = (InputError, IllegalPosition, IllegalAction)
"""The errors that a reader may raise."""


USUAL = Rate(Budget(0.8, 16), Budget(10, 100))
QUICK = Rate(Budget(0.3, 8), Budget(10, 100))
"""The budget of readers that do little besides reading."""
SLOW = Rate(Budget(5, 32), Budget(10, 100))
"""The budget of those whose input may ask for a search or a picture."""


@dataclass(frozen=True)
class Reader:
    """One reader. Any error of ``read`` that is not in `DOCUMENTED` is a finding. ``seeds`` gives inputs that it accepts,
    ``words`` the words that an input may hold."""

    name: str
    read: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    words: Callable[[], list[str]]
    most: int = 60_000
    budget: Rate = USUAL
    """An input that takes more than the budget of its size is a finding."""
    unpacked: Callable[[bytes], int] = len
    """The unpacked size of an input, in bytes, up to the limits of docs/limits.md."""


def _sometimes(data: bytes, every: int = 4) -> bool:
    """True for one input in ``every``, which is checked more closely. The choice is the same in every run."""
    return zlib.crc32(data) % every == 0


def _read_scenario(data: bytes) -> None:
    scenario_is_sound(read_scenario(seeds.text_from(data)), thorough=_sometimes(data))


def _read_notation(data: bytes) -> None:
    name, notation = seeds.head_and_rest(data)
    position_is_sound(system(name).read(notation, strict=False), thorough=_sometimes(data))


def _read_action(data: bytes) -> None:
    name, text = seeds.head_and_rest(data)
    position = scenario(name).position if name in scenarios() else seeds.all_scenarios()[0].position
    action = position.parse(text)
    text_is_sound(str(position.check(action)))
    text_is_sound(repr(action))
    expect(position.parse(f"{action.player}: {action}") == action, "an action is not read as it is written")
    after = position.apply(action)
    text_is_sound(str(after))
    position_is_sound(after.position, thorough=False)


def _read_map_text(data: bytes) -> None:
    head, text = seeds.head_and_rest(data)
    name, _, offset = head.partition(" ")
    terrains: tuple[Terrain, ...] = system(name).terrains
    made = HexMap.parse(text, terrains, None if offset == "-" else offset)
    stagger = made.offset.value
    expect(HexMap.parse(made.to_text(terrains), terrains, stagger) == made, "a map is not read as it is written")
    hexmap_is_sound(made)


def _read_hexsides(data: bytes) -> None:
    head, text = seeds.head_and_rest(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    offset = next((each for each in Offset if each.value == head), Offset.ODD_R)
    made = HexMap(9, 7, offset, ("plains",), seeds.WITH_A_HOLE).with_hexsides(given)
    text_is_sound(hexsides_in_words(made.hexsides))
    expect(made.with_hexsides(write_hexsides(made.hexsides)) == made, "hexsides are not read as they are written")
    if _sometimes(data):
        hexmap_is_sound(made)


def _read_provinces(data: bytes) -> None:
    text = seeds.text_from(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    travels(provinces_to_json(read_provinces(given, TERRAINS, [*BORDERS], kind_of)))
    position = system("rondel").position(map=given, players=["red", "blue"])
    position_is_sound(position, thorough=_sometimes(data))


def _read_foreign(data: bytes) -> None:
    foreign_is_sound(read_map_text(seeds.text_from(data)), "depletion")


def _read_file(data: bytes) -> None:
    """Read a map from a file, whose bytes need not be text."""
    path = _scratch() / "given.map"
    path.write_bytes(data)
    foreign_is_sound(read_map(path), "depletion")


def _read_named(data: bytes) -> None:
    """Read a map that names the input as its tileset, and as the template of an object."""
    folder = _scratch()
    (folder / "named").write_bytes(data)
    document = json.loads(tiled_json(HexMap(2, 2, Offset.ODD_R, ("plains",), bytes(4))))
    flag = {"type": "objectgroup", "objects": [{"template": "named", "x": 56, "y": 40}]}
    for own in ({"tilesets": [{"firstgid": 1, "source": "named"}]}, {"layers": [*document["layers"], flag]}):
        try:
            foreign_is_sound(read_map_text(json.dumps(document | own), folder), "depletion")
        except InputError:
            continue


def _read_layer(data: bytes) -> None:
    """Read a Tiled layer. The first two bytes of the input choose its encoding and compression; the rest is its data."""
    form, packing = (data[0], data[1]) if len(data) > 1 else (0, 0)
    raw = data[2:]
    compression = ("", "zlib", "gzip", "zstd")[packing % 4]
    if packing & 4:
        raw = zlib.compress(raw) if compression == "zlib" else gzip.compress(raw) if compression == "gzip" else raw
    if packing & 8:
        raw = raw * 2
    layer = base64.b64encode(raw).decode() if form % 4 else raw.decode("latin-1")
    encoding = ("csv", "base64", "base64", "base65")[form % 4]
    document = json.loads(seeds.tiled_seeds()[0])
    document["layers"][0] |= {"data": layer, "encoding": encoding, "compression": compression}
    foreign_is_sound(read_map_text(json.dumps(document)), "depletion")


def _read_replay(data: bytes) -> None:
    replay = read_replay(text_of(data), salvage=_sometimes(data, 2))
    session = Session.from_replay(replay, salvage=_sometimes(data, 3))
    text = session.to_replay()
    text_is_sound(text)
    read_replay(text)
    text_is_sound(repr(session) + session.notice + "".join(step.text for step in session.line))
    if _sometimes(data):
        position_is_sound(session.position, thorough=False)
    if session.can_undo:
        session.undo()
        session.redo()


def _read_link(data: bytes) -> None:
    text = unfolded(seeds.text_from(data))
    if PREFIX not in text:
        packer = zlib.compressobj(1, zlib.DEFLATED, -15)
        packed = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
        text = PREFIX + base64.urlsafe_b64encode(packed).decode()
    found = open_link(text)
    link(found)
    if not _sometimes(data):
        return
    if isinstance(found, Course):
        text_is_sound(str(found) + repr(found))
    elif isinstance(found, Scenario):
        scenario_is_sound(found, thorough=False)
    else:
        position_is_sound(found.position if isinstance(found, Session) else found, thorough=False)


def _read_intent(data: bytes) -> None:
    try:
        content = json.loads(seeds.text_from(data))
    except (ValueError, RecursionError):
        return
    message = read_message(content)
    said = vars(message.intent)
    travels([message.id, {name: dict(value) if isinstance(value, Draft) else value for name, value in said.items()}])


class _Heard(logging.Handler):
    """The records that a board logs. It raises no error of its own, so errors are found in its log."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.failures.append(record.exc_info[1])


@cache
def _heard() -> _Heard:
    from hexwidget.widget.host import log

    heard = _Heard()
    log().handlers[:] = [heard]
    return heard


def _read_talk(data: bytes) -> None:
    name, text = seeds.head_and_rest(data)
    try:
        talk = json.loads(text)
    except (ValueError, RecursionError):
        return
    at = scenarios().index(name) if name in scenarios() else 0
    heard = _heard()
    heard.failures.clear()
    players = (None, *seeds.all_scenarios()[at].position.players)
    board = Board(seeds.all_scenarios()[at], player=players[zlib.crc32(data) % len(players)])
    sent: list[Any] = []
    board.send = sent.append
    try:
        for content in (talk if isinstance(talk, list) else [talk])[:12]:
            if isinstance(content, dict) and content.get("revision") == "now":
                content["revision"] = board._status["revision"]
            board._handle_custom_msg(content, [])
            if heard.failures:
                raise heard.failures[0]
            travels(sent[-1])
            travels(board.get_state(["_scene", "_state", "_choices", "_current", "_timeline", "_status", "_editing"]))
        text_is_sound(repr(board))
    finally:
        board.close()


@cache
def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="hexwidget-fuzz-"))


def _read_progress(data: bytes) -> None:
    path = _scratch() / "progress.json"
    path.write_bytes(data)
    progress = Progress(path)
    text_is_sound(progress._repr_html_() + repr(progress))
    progress.tried("a", right=True)
    Progress(path).hinted("b")


def _read_exercises(data: bytes) -> None:
    name, text = seeds.head_and_rest(data)
    for found in read_exercises(text, name if name in system_names() else "depletion"):
        found.check()
        text_is_sound(str(found) + found._repr_html_() + repr(found) + "".join(found.hints))
        key = found.key
        expect(bool(found.answer(key)), "its own key is no right answer")
        for answer in ("", "legal", "0101", "\0", "red: 0101-0102", "nobody"):
            try:
                str(found.answer(answer))
            except DOCUMENTED:
                continue
        if _sometimes(data):
            str(found.variant(1))


def _read_course(data: bytes) -> None:
    own = read_course(seeds.text_from(data), checked=_sometimes(data))
    text_is_sound(str(own) + repr(own) + own.digest)
    again = read_course(own.document, checked=False)
    expect((again.title, again.parts) == (own.title, own.parts), "a course is not read as it is written")


def _read_edits(data: bytes) -> None:
    name, text = seeds.head_and_rest(data)
    try:
        edits = json.loads(text)
    except (ValueError, RecursionError):
        return
    position = scenario(name).position if name in scenarios() else seeds.all_scenarios()[0].position
    for edit in edits[:30] if isinstance(edits, list) else []:
        try:
            match edit:
                # A view may send these types of values: see `read_message`.
                case ["paint", str(brush), [*spaces], None | str() as player] if all(
                    isinstance(s, str) for s in spaces
                ):
                    position = paint(position, brush, spaces, player)
                case ["change", str(setting), value]:
                    position = change(position, setting, value)
                case _:
                    continue
        except DOCUMENTED:
            continue
    position_is_sound(position, thorough=_sometimes(data))


def _read_settings(data: bytes) -> None:
    name, text = seeds.head_and_rest(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    found = next((each for each in seeds.all_scenarios() if each.system == name), seeds.all_scenarios()[0]).position
    own = found.system.to_json(found)
    position_is_sound(found.system.from_json({**own, **given} if isinstance(given, dict) else given, strict=False))


def _table() -> Iterator[Reader]:
    yield Reader("scenario", _read_scenario, seeds.scenario_seeds, seeds.common_words)
    yield Reader("notation", _read_notation, seeds.notation_seeds, seeds.common_words)
    yield Reader("action", _read_action, seeds.action_seeds, seeds.words_of(seeds.action_seeds), 4000, QUICK)
    yield Reader("maptext", _read_map_text, seeds.map_text_seeds, seeds.words_of(seeds.map_text_seeds), 8000, QUICK)
    yield Reader("hexsides", _read_hexsides, seeds.hexside_seeds, seeds.words_of(seeds.hexside_seeds), 8000, QUICK)
    yield Reader(
        "provinces", _read_provinces, seeds.province_seeds, seeds.words_of(seeds.province_seeds), 60_000, QUICK
    )
    yield Reader("tiled", _read_foreign, seeds.tiled_seeds, seeds.words_of(seeds.tiled_seeds), unpacked=of_layers)
    yield Reader("tmx", _read_foreign, seeds.tmx_seeds, seeds.words_of(seeds.tmx_seeds), 20_000, unpacked=of_layers)
    yield Reader("named", _read_named, seeds.named_seeds, seeds.words_of(seeds.named_seeds), 8000)
    yield Reader(
        "layer", _read_layer, seeds.layer_seeds, lambda: [",", "0", "4294967295", "4294967296"], unpacked=of_layer
    )
    yield Reader("wesnoth", _read_foreign, seeds.wesnoth_seeds, seeds.words_of(seeds.wesnoth_seeds), 20_000, QUICK)
    yield Reader(
        "mapfile", _read_file, lambda: [*seeds.wesnoth_seeds(), *seeds.tmx_seeds()], list, 20_000, unpacked=of_layers
    )
    yield Reader("replay", _read_replay, seeds.replay_seeds, seeds.common_words)
    yield Reader("intent", _read_intent, seeds.intent_seeds, seeds.intent_words, 8000, QUICK)
    yield Reader("board", _read_talk, seeds.board_seeds, seeds.intent_words, 8000, SLOW)
    yield Reader("link", _read_link, seeds.link_seeds, seeds.common_words, unpacked=of_link)
    yield Reader("progress", _read_progress, seeds.progress_seeds, seeds.words_of(seeds.progress_seeds), 8000, QUICK)
    yield Reader("exercise", _read_exercises, seeds.exercise_seeds, seeds.common_words, 20_000, SLOW)
    yield Reader("course", _read_course, seeds.course_seeds, seeds.common_words, 20_000, SLOW)
    yield Reader("edits", _read_edits, seeds.edit_seeds, seeds.common_words, 8000)
    yield Reader("settings", _read_settings, seeds.setting_seeds, seeds.common_words, 8000)


READERS = {reader.name: reader for reader in _table()}
"""The readers by name."""
