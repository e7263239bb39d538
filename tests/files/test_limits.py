"""Input beyond a limit is refused early: with little memory, and with an error in words."""

from __future__ import annotations

import base64
import importlib
import json
import math
import re
import resource
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.files import annotations, read_scenario
from hexwidget.files.links import PREFIX
from hexwidget.files.maps import read_map_text
from hexwidget.geometry import HexMap, hexmap
from hexwidget.geometry.provincejson import read_provinces
from hexwidget.lessons import Progress, exercise, read_exercises
from hexwidget.problems import MOST_HELD, InputError, Problems, shown
from hexwidget.rules import reading
from hexwidget.systems.rondel.atlas import BORDERS, TERRAINS, kind_of
from hexwidget.widget.connections.intents import read_message

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (.+?) \| ([\d,]+) \| `(\S+)` \|$", (ROOT / "docs" / "limits.md").read_text(encoding="utf-8"), re.MULTILINE
)
LITTLE = 100_000_000
"""The bytes that a refusal may use."""


def test_the_documented_limits_are_those_that_are_enforced() -> None:
    assert len(ROWS) > 30
    for what, said, where in ROWS:
        module, _, name = where.rpartition(".")
        assert getattr(importlib.import_module(f"hexwidget.{module}"), name) == int(said.replace(",", "")), what


def document(**parts: Any) -> str:
    position = {"map": ". .\n . .", "players": ["red"], "armies": {"red": {"0101": "1 archer"}}}
    head = {"format": "hexwidget.scenario/2", "system": "depletion", "title": "", "prose": "", "position": position}
    return json.dumps({**head, **parts})


def tiled(layers: list[Any], side: int = 100, **parts: Any) -> str:
    """A Tiled map with some columns and rows."""
    size = {"width": side, "height": side}
    data = {
        "type": "map", "orientation": "hexagonal", **size, "tilewidth": 9, "tileheight": 9, "hexsidelength": 5,
        "staggeraxis": "y", "staggerindex": "odd", "infinite": False, "layers": layers,
        "tilesets": [{"firstgid": 1, "name": "t", "tiles": []}],
    }  # fmt: skip
    return json.dumps({**data, **parts})


def layer(data: Any, side: int = 100, **parts: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": "l", "width": side, "height": side, "data": data, **parts}


def packed(size: int) -> dict[str, str]:
    return {
        "encoding": "base64",
        "compression": "zlib",
        "data": base64.b64encode(zlib.compress(bytes(size), 9)).decode(),
    }


def square(side: object, name: str = "a") -> dict[str, Any]:
    return {"name": name, "outline": [[0, 0], [side, 0], [side, side]]}


def provinces_of(given: object) -> object:
    return read_provinces(given, TERRAINS, [*BORDERS], kind_of)


def asked_in_many_ways() -> object:
    return exercise("mark", hw.scenario("depletion/first-steps"), piece="0203", clauses=["D1.2"],
                    vary={"ask": {f"p{n}": list(range(10)) for n in range(8)}})  # fmt: skip


def progress_of(text: str) -> Callable[[Path], object]:
    def read(folder: Path) -> object:
        path = folder / "progress.json"
        path.write_text(text)
        return Progress(path)

    return read


def link_of(content: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return PREFIX + base64.urlsafe_b64encode(packer.compress(content.encode()) + packer.flush()).decode().rstrip("=")


FAR = 10**400
TOO_MUCH: dict[str, Callable[[], object]] = {
    "a link that unpacks to very much": lambda: hw.open_link(PREFIX + base64.urlsafe_b64encode(zlib.compress(bytes(30_000_000), 9)[2:]).decode()),
    "a link nested deeply": lambda: hw.open_link(PREFIX + base64.urlsafe_b64encode(zlib.compress(b"[" * 100_000, 9)[2:-4]).decode()),
    "a link of very many rows": lambda: hw.open_link(link_of(document(position={"map": ["."]}).replace('"."', '".",' * 3_900_000 + '"."'))),
    "a link of very many lines": lambda: hw.open_link(link_of(document(position={"map": "\n" * 7_800_000}))),
    "a link of very many empty rows": lambda: hw.open_link(link_of(document(position={"map": ["."]}).replace('"."', '"",' * 4_000_000 + '""'))),
    "a link of very many notes": lambda: hw.open_link(link_of(document(notes=[{}] * 3_000_000))),
    "a link of very many objects": lambda: hw.open_link(link_of('{"a":[' + "{}," * 4_000_000 + "0]}")),
    "a map of very many lines": lambda: hw.system("depletion").position(map=".\n" * 5_000_000, players=["red"]),
    "a map of very many signs": lambda: hw.system("depletion").position(map="." * 9_000_000, players=["red"]),
    "a notation of very many values": lambda: hw.system("depletion").read('. odd-r {"players":[' + "0," * 990_000 + "0]}"),
    "exercises of very many values": lambda: read_exercises("[" + "[]," * 2_000_000 + "0]", "depletion"),
    "a Tiled map of very many values": lambda: read_map_text('{"a":[' + "[]," * 5_000_000 + "0]}"),
    "a document nested deeply": lambda: read_scenario("[" * 100_000),
    "a number of many digits": lambda: read_scenario(document(position={"map": int("7" * 4000)})),
    "prose": lambda: read_scenario(document(prose="x" * 100_001)),
    "half a letter": lambda: read_scenario(document(prose="\ud800")),
    "very many unknown hexes": lambda: read_scenario(document(arrows=[{"spaces": [f"{n:04d}" for n in range(5000, 6000)]}] * 5)),
    "unknown hexes in a position": lambda: hw.system("depletion").position(
        map=". .", players=["red"], armies={"red": {f"{n}": "1 archer" for n in range(5000, 9000)}}),
    "a map of too many hexes": lambda: HexMap.parse("\n".join([". " * 1100] * 1000), hw.system("depletion").terrains, "odd-r"),
    "blank lines before a map": lambda: hw.system("depletion").read("/" * 200_000 + " odd-r {}"),
    "layers of zeros": lambda: read_map_text(tiled([layer(**packed(4_000_000), side=1000)] * 30, 1000)),
    "a layer that unpacks to more": lambda: read_map_text(tiled([layer(**packed(30_000_000))])),
    "a tileset with a long name": lambda: read_map_text(tiled([layer([1] * 10_000)], tilesets=[{"firstgid": 1, "name": "t" * 10**6}])),
    "very many tilesets": lambda: read_map_text(tiled([layer([1] * 10_000)], tilesets=[{"firstgid": n + 1, "name": "t"} for n in range(20_000)])),
    "large objects": lambda: read_map_text(tiled([layer([1] * 2500, 50), {"type": "objectgroup", "objects": [
        {"id": n, "x": 0, "y": 0, "width": 1e8, "height": 1e8} for n in range(2100)]}], 50)),
    "entities": lambda: read_map_text('<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaa">]><map>&a;</map>'),
    "an encoding that there is not": lambda: read_map_text('<?xml version="1.0" encoding="UTF-0101"?><map orientation="hexagonal"/>'),
    "a letter in base 64": lambda: read_map_text(tiled([layer("é" * 8, encoding="base64")])),
    "a border of many digits": lambda: read_map_text("border_size=" + "7" * 5000 + "\n\nGg, Gg\nGg, Gg\n"),
    "a large Wesnoth map": lambda: read_map_text("\n".join([", ".join(["Gg"] * 1100)] * 1000)),
    "provinces too far": lambda: provinces_of({"provinces": [square(FAR)], "borders": []}),
    "provinces of very many corners": lambda: provinces_of(
        {"provinces": [{"name": "a", "outline": [[n, n * n] for n in range(20_000)]}], "borders": []}),
    "an exercise of very many ways": asked_in_many_ways,
    "an exercise nested deeply": lambda: read_exercises("[" * 100_000, "depletion"),
    "an exercise of what is no position": lambda: read_exercises(json.dumps([{"id": "a", "kind": "mark", "clauses": ["D1.1"], "position": {"self": 1}}]), "depletion"),
    "a long action": lambda: hw.scenario("plotted/the-ford").position.parse("march 0203;" * 90_000),
    "a long notation": lambda: hw.system("depletion").read("?" * 1_000_001),
    "a message of many digits": lambda: read_message({"id": "a", "revision": FAR, "intent": "hello", "args": {}}),
    "a message nested deeply": lambda: read_message({"id": "a", "revision": 1, "intent": "hello", "args": {"x": deep(100_000)}}),
    "a message of very many spaces": lambda: read_message({"id": "a", "revision": 1, "intent": "paint", "args": {"brush": "x", "spaces": ["0101"] * 1001, "player": None}}),
    "a picture of a large map": lambda: hw.system("depletion").position(map="\n".join([". " * 300, " " + ". " * 300] * 100), players=["red"]).to_svg(),
}  # fmt: skip
FILES: dict[str, Callable[[Path], object]] = {
    "progress of very many bytes": progress_of('{"format": "hexwidget.progress/1", "exercises": {}}' + " " * 2_000_001),
    "progress counted too far": progress_of('{"format": "hexwidget.progress/1", "exercises": {"a": {"tries": 99999999999, "hints": 0, "solved": true}}}'),
    "progress that is a list": progress_of('{"format": "hexwidget.progress/1", "exercises": [1, 2]}'),
    "a replay of empty lines": lambda folder: hw.load(_written(folder, "\n" * 25_000_000)),
    "a replay with a line of very many values": lambda folder: hw.load(
        _written(folder, '{"format": "hexwidget.replay/3", "start": [' + "[]," * 10_000_000 + "0]}\n")),
    "a replay of very many lines": lambda folder: hw.load(_written(folder, "{}\n" * 100_001)),
    "a seed that is no seed": lambda folder: hw.load(_written(folder, _with_seed(1 << 60))),
}  # fmt: skip


def _written(folder: Path, text: str) -> Path:
    path = folder / "game.jsonl"
    path.write_text(text if "format" in text[:200] else '{"format": "hexwidget.replay/3"}\n' + text)
    return path


def _with_seed(seed: int) -> str:
    first = json.loads(hw.Session("orders/two-on-one", seed=1).to_replay().splitlines()[0])
    del first["sum"]
    return json.dumps(first | {"format": "hexwidget.replay/1", "seed": seed}) + "\n"


def deep(levels: int) -> Any:
    made: Any = []
    for _ in range(levels):
        made = [made]
    return made


@contextmanager
def little_memory() -> Iterator[None]:
    """The process gets so much more memory and no more, where the system tells how much it has: to count every object would take
    sixty times as long."""
    told = Path("/proc/self/statm")
    if not told.exists():
        pytest.skip("the system does not say how much memory a process has")
    has, limits = int(told.read_text().split()[0]) * resource.getpagesize(), resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (has + LITTLE, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


@pytest.mark.slow
@pytest.mark.parametrize("what", [*TOO_MUCH, *FILES])
def test_what_is_too_much_is_refused_in_words_and_little_memory(what: str, tmp_path: Path) -> None:
    hw.scenario("depletion/first-steps")  # loads the modules first
    with little_memory(), pytest.raises(InputError) as refused:
        FILES[what](tmp_path) if what in FILES else TOO_MUCH[what]()
    assert 10 < len(str(refused.value)) < 20_000


def test_much_memory_is_noticed() -> None:
    with little_memory(), pytest.raises(MemoryError):
        list(range(2 * LITTLE))


def test_a_reader_gives_up_where_too_much_is_wrong() -> None:
    problems = Problems()
    for n in range(MOST_HELD - 1):
        problems.add(f"a/{n}", "is wrong")
    with pytest.raises(InputError, match="too much is wrong with this to go on") as given_up:
        problems.add("z", "is wrong")
    assert len(given_up.value.problems) == MOST_HELD


def test_anything_can_be_shown_in_an_error() -> None:
    assert shown(deep(100_000)) == "a list nested too deeply"
    assert len(shown("x" * 10**6)) < 100
    assert "digits" in shown(10**5000)


# ---------------------------------------------------------------- at, below and above each limit
def scenario_of(**parts: Any) -> hw.Scenario[Any]:
    return read_scenario(document(**parts))


AT_LIMITS: dict[str, tuple[int, Callable[[int], hw.Scenario[Any]]]] = {
    "title": (reading.TITLE_LENGTH, lambda n: scenario_of(title="x" * n)),
    "prose": (importlib.import_module("hexwidget.files.scenario").MOST_PROSE, lambda n: scenario_of(prose="x" * n)),
    "name of a player": (
        reading.NAME_LENGTH,
        lambda n: scenario_of(position={"map": ". .", "players": ["p" * n], "armies": {"p" * n: {"0101": "1 archer"}}}),
    ),
    "note": (annotations.LONGEST_NOTE, lambda n: scenario_of(notes=[{"space": "0101", "text": "x" * n}])),
    "notes": (annotations.MOST, lambda n: scenario_of(notes=[{"space": "0101", "text": "x"}] * n)),
    "arrows": (annotations.MOST, lambda n: scenario_of(arrows=[{"spaces": ["0101", "0201"]}] * n)),
    "spaces of an arrow": (annotations.MOST, lambda n: scenario_of(arrows=[{"spaces": ["0101", "0201"] * (n // 2) + ["0101"] * (n % 2)}])),
    "columns": (
        hexmap.MAX_SIDE,
        lambda n: scenario_of(position={"map": ". " * n, "players": ["red"], "armies": {"red": {"00010001": "1 archer"}}}),
    ),
    "rows": (
        hexmap.MAX_SIDE,
        lambda n: scenario_of(
            position={
                "map": ["  " * (k % 2) + "." for k in range(n)],
                "players": ["red"],
                "armies": {"red": {"00010001": "1 archer"}},
            }
        ),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", AT_LIMITS)
def test_what_is_at_a_limit_is_written_and_read_again_and_what_is_above_is_refused(what: str, tmp_path: Path) -> None:
    most, made = AT_LIMITS[what]
    for size in (most - 1, most):
        scenario = made(size)
        assert hw.load(hw.save(scenario, tmp_path / "s.json")) == scenario
        assert hw.open_link(hw.link(scenario)) == scenario
    with pytest.raises(InputError):
        made(most + 1)


@pytest.mark.slow
def test_the_largest_map_is_saved_linked_and_read_again(tmp_path: Path) -> None:
    side = math.isqrt(hexmap.MOST_HEXES)
    rows = ["  " * (k % 2) + ". " * side for k in range(side)]
    position = hw.system("depletion").position(map=rows, players=["red"], armies={"red": {"00010001": "1 archer"}})
    assert hw.load(hw.save(position, tmp_path / "s.json")).position == position
    assert hw.open_link(hw.link(position)) == position
    with pytest.raises(InputError, match="1,000,000 hexes"):
        hw.system("depletion").position(map=[*rows, ". " * side], players=["red"])
