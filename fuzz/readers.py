"""The readers that are fuzzed, each with its seed inputs and its vocabulary."""

from __future__ import annotations

import base64
import gzip
import json
import logging
import re
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import hexwidget.lessons
from fuzz.promises import (
    expect,
    foreign_is_sound,
    hexmap_is_sound,
    position_is_sound,
    scenario_is_sound,
    text_is_sound,
    travels,
)
from hexwidget.files import Scenario, link, open_link, read_scenario, scenario, scenarios, write_scenario
from hexwidget.files.annotations import Annotations
from hexwidget.files.links import PREFIX
from hexwidget.files.maps import read_map, read_map_text
from hexwidget.files.maps.tiled import tiled_json, tmx
from hexwidget.files.maps.wesnoth import write_wesnoth
from hexwidget.files.replay import FORMAT, WITHOUT_SUMS, read_replay, text_of
from hexwidget.geometry import HexMap, Offset, Terrain
from hexwidget.geometry.provincejson import provinces_to_json, read_provinces
from hexwidget.lessons.progress import Progress
from hexwidget.lessons.reading import read_exercises
from hexwidget.play import Session
from hexwidget.problems import InputError, Problems
from hexwidget.rules import Draft, IllegalAction, IllegalPosition
from hexwidget.rules.editing import change, paint, settings_of
from hexwidget.scene import Arrow, Note, Overlay
from hexwidget.systems.registry import system, system_names
from hexwidget.systems.rondel.atlas import BORDERS, TERRAINS, bundled, kind_of, map_names
from hexwidget.widget.board import Board
from hexwidget.widget.intents import INTENTS, arguments, read_message

DOCUMENTED = (InputError, IllegalPosition, IllegalAction)
"""The errors that a reader may raise."""


@dataclass(frozen=True)
class Reader:
    """One reader. Any error of ``read`` that is not in `DOCUMENTED` is a finding. ``seeds`` gives inputs that it accepts,
    ``words`` the words that an input may hold."""

    name: str
    read: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    words: Callable[[], list[str]]
    most: int = 60_000
    seconds: float = 1.0
    """An input that takes longer, in seconds, is a finding."""


def text_from(data: bytes) -> str:
    """Any bytes as a text. Bytes that are not UTF-8 become halves of surrogate pairs, which readers must handle as well."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def head_and_rest(data: bytes) -> tuple[str, str]:
    head, _, rest = text_from(data).partition("\n")
    return head, rest


def _sometimes(data: bytes, every: int = 4) -> bool:
    """True for one input in ``every``, which is checked more closely. The choice is the same in every run."""
    return zlib.crc32(data) % every == 0


# ---------------------------------------------------------------------- seeds
@cache
def _scenarios() -> tuple[Scenario, ...]:
    return tuple(scenario(name) for name in scenarios())


@cache
def _drawn() -> Scenario:
    """A scenario with every kind of annotation on it."""
    found = scenario("depletion/first-steps")
    overlay = Overlay("a", "A", ((1, 3), (2.5, 4)), "mark", 0.3, 0.5, 2.0, numbers=True, hatch="rising")
    drawn = Annotations((overlay,), (Arrow(("0101", "0102"), "on", "path"),), (Note("0101", "here\nnow", "mark"),))
    return Scenario(found.system, found.title, found.prose, found.position, drawn)


@cache
def _sessions() -> tuple[Session, ...]:
    """A short game of every bundled scenario, with steps undone and an edit."""
    found = []
    for n, each in enumerate(_scenarios()):
        rng, session = Random(n), Session(each.position, seed=n)
        for _ in range(6):
            players = sorted(set(session.position.to_act) & set(session.position.players))
            legal = list(islice(session.position.legal_actions(players[0]), 30)) if players else []
            if not legal:
                break
            session.play(rng.choice(legal))
        if session.can_undo:
            session.undo()
        session.edit(each.position)
        found.append(session)
    return tuple(found)


def _scenario_seeds() -> list[bytes]:
    return [write_scenario(each).encode() for each in (*_scenarios(), _drawn())]


def _notation_seeds() -> list[bytes]:
    positions = [each.position for each in _scenarios()] + [session.position for session in _sessions()]
    return [f"{position.system.name}\n{position.notation}".encode() for position in dict.fromkeys(positions)]


def _action_seeds() -> list[bytes]:
    found = []
    for name, each in zip(scenarios(), _scenarios(), strict=True):
        for player in sorted(set(each.position.to_act) & set(each.position.players)):
            legal = list(islice(each.position.legal_actions(player), 300))
            found += [f"{name}\n{player}: {action}".encode() for action in Random(1).sample(legal, min(6, len(legal)))]
    return found


def _maps() -> list[HexMap]:
    return [each.position.map for each in _scenarios() if isinstance(each.position.map, HexMap)]


def _map_text_seeds() -> list[bytes]:
    found = []
    for each in _scenarios():
        if isinstance(each.position.map, HexMap):
            m, system_name = each.position.map, each.system
            found.append(f"{system_name} {m.offset.value}\n{m.to_text(each.position.system.terrains)}".encode())
            found.append(f"{system_name} -\n{m.to_text(each.position.system.terrains)}".encode())
    return found


def _province_seeds() -> list[bytes]:
    found = [provinces_to_json(bundled(name)) for name in map_names()]
    square = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]
    shoved = [[2, 0], [4, 0], [4, 2], [2, 2], [2, 0]]
    features = [
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for name, ring in (("a", square), ("b", shoved))
    ]
    found.append({"type": "FeatureCollection", "features": features})
    small = [{"name": n, "outline": ring[:-1], "at": [ring[0][0] + 1, 1]} for n, ring in (("a", square), ("b", shoved))]
    found.append({"terrains": ["land", "sea"], "provinces": small, "borders": [{"a": "a", "b": "b", "kind": "red"}]})
    return [json.dumps(each).encode() for each in found]


def _tiled_seeds() -> list[bytes]:
    small = min(_maps(), key=lambda m: len(m.cells))
    made = [HexMap(small.columns, small.rows, offset, small.terrains, small.cells) for offset in Offset]
    found = [json.loads(tiled_json(m)) for m in made]
    rich = json.loads(tiled_json(made[0]))
    objects: list[dict[str, Any]] = [
        {"id": 1, "name": "camp", "type": "place", "x": 40.5, "y": 30, "point": True},
        {"id": 2, "name": "field", "class": "area", "x": 10, "y": 10, "width": 80, "height": 60, "rotation": 5},
        {"id": 3, "x": 5, "y": 5, "polygon": [{"x": 0, "y": 0}, {"x": 90, "y": 0}, {"x": 40, "y": 80}], "gid": 3},
    ]
    objects[0]["properties"] = [{"name": "terrain", "type": "string", "value": "forest"}]
    group = {"type": "group", "name": "g", "offsetx": 4, "layers": [{"type": "objectgroup", "objects": objects}]}
    rich["layers"] += [group, {"type": "imagelayer", "name": "sky"}, {**rich["layers"][0], "visible": False}]
    endless = json.loads(tiled_json(made[2]))
    endless["infinite"] = True
    chunk = {"x": -3, "y": 1, "width": 2, "height": 2, "data": [1, 2, 0, 2147483649]}
    endless["layers"][0] |= {"chunks": [chunk], "startx": -3, "starty": 1}
    del endless["layers"][0]["data"]
    return [json.dumps(each).encode() for each in (*found, rich, endless)]


def _tmx_seeds() -> list[bytes]:
    small = min(_maps(), key=lambda m: len(m.cells))
    plain = tmx(HexMap(2, 2, Offset.ODD_R, small.terrains, bytes(4)))
    csv = re.sub(r"<data.*</data>", '<data encoding="csv">1,1,\n1,1</data>', plain, flags=re.DOTALL)
    tiles = re.sub(
        r"<data.*</data>", '<data><tile gid="1"/><tile/><tile gid="1"/><tile/></data>', plain, flags=re.DOTALL
    )
    chunks = csv.replace('infinite="0"', 'infinite="1"').replace(
        '<data encoding="csv">1,1,\n1,1</data>',
        '<data encoding="csv"><chunk x="-16" y="0" width="2" height="2">1,0,0,1</chunk></data>',
    )
    objects = (
        '<objectgroup><object id="1" name="x" x="4" y="4"><point/></object><object id="2" x="1" y="1" width="30" height="9">'
        '<properties><property name="n" type="int" value="3"/></properties></object><object id="3" x="0" y="0">'
        '<polygon points="0,0 40,0 20,40"/></object></objectgroup></map>'
    )
    return [each.encode() for each in (tmx(small), csv, tiles, chunks, csv.replace("</map>", objects))]


def _wesnoth_seeds() -> list[bytes]:
    own = "Xv, Xv, Xv, Xv\nXv, 1 Kh, Gs^Fp, Xv\nXv, Ww, Zq^Zz, Xv\nXv, Xv, Xv, Xv\n"
    flat = [HexMap(m.columns, m.rows, Offset.ODD_Q, m.terrains, m.cells) for m in _maps()[:3]]
    return [own.encode(), f"border_size=0\nusage=map\n\n{own}".encode(), *(write_wesnoth(m).encode() for m in flat)]


def _replay_seeds() -> list[bytes]:
    """Replays with checksums, and many without: a checksum reveals any mutation at once, so that nothing behind it is tried."""
    found = [session.to_replay() for session in _sessions()]
    older = [re.sub(r',"sum":"[0-9a-f]{12}"}', "}", text).replace(FORMAT, WITHOUT_SUMS, 1) for text in found]
    return [text.encode() for text in (*found, *older, *older, *older)]


def _link_seeds() -> list[bytes]:
    things = [link(each) for each in (*_scenarios()[:4], _drawn())]
    plain = [json.dumps([each.system, each.position.notation]).encode() for each in _scenarios()]
    return [*(text.encode() for text in things), *plain, *_scenario_seeds()]


def _messages() -> list[list[Any]]:
    """Conversations of a view with its board. ``revision`` "now" stands for the board's current revision."""
    slot = {"unit": "0203"}
    talks: list[list[tuple[str, dict[str, Any]]]] = [
        [("hello", {}), ("hover", {"space": "0101"}), ("picture", {"theme": "light"}), ("clause", {"clause": "D1.1"})],
        [("draft", {"draft": slot}), ("commit", {"draft": slot}), ("explain", {"draft": {}, "space": "0101"})],
        [("editing", {"on": True}), ("paint", {"brush": "forest", "spaces": ["0101"], "player": None})],
        [("paint", {"brush": "eraser", "spaces": ["0101", "0203"], "player": "red"}), ("export", {"form": "python"})],
        [("change", {"setting": "active", "value": "blue"}), ("export", {"form": "scenario"}), ("undo", {})],
        [("play", {"action": "0203-0302"}), ("undo", {}), ("redo", {}), ("goto", {"step": 0}), ("events", {"step": 1})],
        [("view", {"player": "red"}), ("view", {"player": None}), ("rolls", {"by_hand": True})],
        [("draft", {"draft": {"chance": "3"}}), ("commit", {"draft": {"chance": "3"}})],
    ]
    for each in _sessions():
        texts = [step.text for step in each.steps if step.action is not None]
        talks.append([("play", {"action": text}) for text in texts])
        drafts = (
            [o.leads_to for o in each.steps[0].position.choices().options]
            if each.steps[0].position.chance is None
            else []
        )
        talks.append([("draft", {"draft": dict(draft)}) for draft in drafts[:4]])
    return [
        [{"id": f"m{n}", "revision": "now", "intent": name, "args": args} for n, (name, args) in enumerate(talk)]
        for talk in talks
    ]


def _board_seeds() -> list[bytes]:
    names = scenarios()
    return [f"{name}\n{json.dumps(talk)}".encode() for name, talk in zip(names * 4, _messages() * 2, strict=False)]


def _intent_seeds() -> list[bytes]:
    return [json.dumps({**each, "revision": 1}).encode() for talk in _messages() for each in talk]


def _exercise_seeds() -> list[bytes]:
    found = []
    for name in system_names():
        text = (Path(hexwidget.lessons.__file__).parent / "exercises" / f"{name}.json").read_text(encoding="utf-8")
        found += [f"{name}\n{json.dumps([entry])}".encode() for entry in json.loads(text)]
    return found


def _progress_seeds() -> list[bytes]:
    progress = {"a": {"tries": 2, "hints": 1, "solved": True}, "b": {"tries": 0, "hints": 0, "solved": False}}
    return [json.dumps({"format": "hexwidget.progress/1", "exercises": progress}).encode()]


def _edit_seeds() -> list[bytes]:
    """Lists of brush strokes and changed settings on a scenario."""
    found = []
    for name, each in zip(scenarios(), _scenarios(), strict=True):
        position = each.position
        space = next(position.map.names(), "")
        painted: list[Any] = [["paint", b.key, [space], position.players[0]] for b in position.system.brushes(position)]
        changed = [["change", s.name, s.values[-1] if s.values else s.now] for s in settings_of(position)]
        found.append(f"{name}\n{json.dumps([*painted, *changed])}".encode())
    return found


def _setting_seeds() -> list[bytes]:
    found = []
    for name in system_names():
        rulebook = system(name).rulebook
        given = {option.name: option.values[0] for option in rulebook.options.values()}
        given |= {p.name: p.default for p in rulebook.parameters.values()}
        found.append(f"{name}\n{json.dumps(given, default=str)}".encode())
    return found


# ---------------------------------------------------------------------- words
@cache
def _common() -> list[str]:
    """Words of all systems: players, kinds, options, clauses."""
    found: dict[str, None] = {}
    for seed in (*_scenario_seeds(), *_action_seeds(), *_exercise_seeds()):
        found |= dict.fromkeys(word for word in re.findall(r"[^\W]+", seed.decode()) if len(word) < 24)
    return list(found)


def _keys_of(seeds: Callable[[], list[bytes]]) -> Callable[[], list[str]]:
    """A function that returns the words of some seeds."""
    return lambda: list(
        dict.fromkeys(
            word for seed in seeds() for word in re.findall(r"\w+|[^\w\s]+", text_from(seed)) if len(word) < 24
        )
    )


def _intent_words() -> list[str]:
    return [
        *_common(),
        *INTENTS,
        *(key for each in INTENTS.values() for key in arguments(each)),
        "now",
        "id",
        "revision",
    ]


# ---------------------------------------------------------------------- reading
def _read_scenario(data: bytes) -> None:
    scenario_is_sound(read_scenario(text_from(data)), thorough=_sometimes(data))


def _read_notation(data: bytes) -> None:
    name, notation = head_and_rest(data)
    position_is_sound(system(name).read(notation, strict=False), thorough=_sometimes(data))


def _read_action(data: bytes) -> None:
    name, text = head_and_rest(data)
    position = scenario(name).position if name in scenarios() else _scenarios()[0].position
    action = position.parse(text)
    text_is_sound(str(position.check(action)))
    text_is_sound(repr(action))
    expect(position.parse(f"{action.player}: {action}") == action, "an action is not read as it is written")
    after = position.apply(action)
    text_is_sound(str(after))
    position_is_sound(after.position, thorough=False)


def _read_map_text(data: bytes) -> None:
    head, text = head_and_rest(data)
    name, _, offset = head.partition(" ")
    terrains: tuple[Terrain, ...] = system(name).terrains
    made = HexMap.parse(text, terrains, None if offset == "-" else offset)
    stagger = made.offset.value
    expect(HexMap.parse(made.to_text(terrains), terrains, stagger) == made, "a map is not read as it is written")
    hexmap_is_sound(made)


def _read_provinces(data: bytes) -> None:
    text = text_from(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    problems = Problems()
    found = read_provinces(given, TERRAINS, [*BORDERS], kind_of, problems)
    problems.raise_any("this map cannot be read")
    expect(found is not None, "no map and no problem")
    travels(provinces_to_json(found))  # type: ignore[arg-type]
    position = system("rondel").position(map=given, players=["red", "blue"])
    position_is_sound(position, thorough=_sometimes(data))


def _read_foreign(data: bytes) -> None:
    foreign_is_sound(read_map_text(text_from(data)), "depletion")


def _read_file(data: bytes) -> None:
    """Read a map from a file, whose bytes need not be text."""
    path = _scratch() / "given.map"
    path.write_bytes(data)
    foreign_is_sound(read_map(path), "depletion")


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
    document = json.loads(_tiled_seeds()[0])
    document["layers"][0] |= {"data": layer, "encoding": encoding, "compression": compression}
    foreign_is_sound(read_map_text(json.dumps(document)), "depletion")


def _layer_seeds() -> list[bytes]:
    cells = json.loads(_tiled_seeds()[0])["layers"][0]["data"]
    packed = struct.pack(f"<{len(cells)}I", *cells)
    bomb = zlib.compress(bytes(20_000_000), 9)
    frame = bytes.fromhex("28b52ffd") + bytes([0xE0]) + struct.pack("<Q", 1 << 40) + b"\x01\x00\x00"
    return [
        b"\0\0" + ",".join(map(str, cells)).encode(),
        b"\1\0" + packed,
        *(b"\1" + bytes([4 + n]) + packed for n in range(4)),
        b"\1\1" + bomb,
        b"\1\3" + frame,
    ]


def _read_replay(data: bytes) -> None:
    replay = read_replay(text_of(data), salvage=_sometimes(data, 2))
    session = Session.from_replay(replay, salvage=_sometimes(data, 3))
    text = session.to_replay()
    text_is_sound(text)
    read_replay(text)
    text_is_sound(repr(session) + session.notice + "".join(step.text for step in session.line))
    position_is_sound(session.position, thorough=False)
    if session.can_undo:
        session.undo()
        session.redo()


def _read_link(data: bytes) -> None:
    text = text_from(data)
    if PREFIX not in text:
        packer = zlib.compressobj(1, zlib.DEFLATED, -15)
        packed = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
        text = PREFIX + base64.urlsafe_b64encode(packed).decode()
    found = open_link(text)
    if isinstance(found, Scenario):
        scenario_is_sound(found, thorough=False)
    else:
        position_is_sound(found, thorough=False)
    link(found)


def _read_intent(data: bytes) -> None:
    try:
        content = json.loads(text_from(data))
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
    from hexwidget.widget.log import log

    heard = _Heard()
    log().handlers[:] = [heard]
    return heard


def _read_talk(data: bytes) -> None:
    name, text = head_and_rest(data)
    try:
        talk = json.loads(text)
    except (ValueError, RecursionError):
        return
    at = scenarios().index(name) if name in scenarios() else 0
    heard = _heard()
    heard.failures.clear()
    players = (None, *_scenarios()[at].position.players)
    board = Board(_scenarios()[at], player=players[zlib.crc32(data) % len(players)])
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
    name, text = head_and_rest(data)
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


def _read_edits(data: bytes) -> None:
    name, text = head_and_rest(data)
    try:
        edits = json.loads(text)
    except (ValueError, RecursionError):
        return
    position = scenario(name).position if name in scenarios() else _scenarios()[0].position
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
    name, text = head_and_rest(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    found = next((each for each in _scenarios() if each.system == name), _scenarios()[0]).position
    own = found.system.to_json(found)
    position_is_sound(found.system.from_json({**own, **given} if isinstance(given, dict) else given, strict=False))


def _table() -> Iterator[Reader]:
    yield Reader("scenario", _read_scenario, _scenario_seeds, _common)
    yield Reader("notation", _read_notation, _notation_seeds, _common)
    yield Reader("action", _read_action, _action_seeds, _keys_of(_action_seeds), 4000)
    yield Reader("maptext", _read_map_text, _map_text_seeds, _keys_of(_map_text_seeds), 8000)
    yield Reader("provinces", _read_provinces, _province_seeds, _keys_of(_province_seeds))
    yield Reader("tiled", _read_foreign, _tiled_seeds, _keys_of(_tiled_seeds))
    yield Reader("tmx", _read_foreign, _tmx_seeds, _keys_of(_tmx_seeds), 20_000)
    yield Reader("layer", _read_layer, _layer_seeds, lambda: [",", "0", "4294967295", "4294967296"])
    yield Reader("wesnoth", _read_foreign, _wesnoth_seeds, _keys_of(_wesnoth_seeds), 20_000)
    yield Reader("mapfile", _read_file, lambda: [*_wesnoth_seeds(), *_tmx_seeds()], list, 20_000)
    yield Reader("replay", _read_replay, _replay_seeds, _common)
    yield Reader("intent", _read_intent, _intent_seeds, _intent_words, 8000)
    yield Reader("board", _read_talk, _board_seeds, _intent_words, 8000, 5.0)
    yield Reader("link", _read_link, _link_seeds, _common)
    yield Reader("progress", _read_progress, _progress_seeds, _keys_of(_progress_seeds), 8000)
    yield Reader("exercise", _read_exercises, _exercise_seeds, _common, 20_000, 5.0)
    yield Reader("edits", _read_edits, _edit_seeds, _common, 8000)
    yield Reader("settings", _read_settings, _setting_seeds, _common, 8000)


READERS = {reader.name: reader for reader in _table()}
"""The readers by name."""
