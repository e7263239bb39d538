"""The seed inputs of the readers, and the words that mutations use."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import hexwidget.lessons
from fuzz.edits import LARGE
from hexwidget.files import Scenario, scenario, scenarios, write_scenario
from hexwidget.files.annotations import Annotations
from hexwidget.files.maps.tiled import tiled_json, tmx
from hexwidget.files.maps.wesnoth import write_wesnoth
from hexwidget.files.replay import FORMAT, WITHOUT_SUMS
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.provincejson import provinces_to_json
from hexwidget.lessons import Course, first_game, load
from hexwidget.play import Session, link
from hexwidget.rules.editing import settings_of
from hexwidget.scene import Arrow, Note, Overlay
from hexwidget.systems.registry import is_bundled, system, system_names
from hexwidget.systems.rondel.atlas import bundled_map, map_names
from hexwidget.widget.connections.intents import INTENTS, arguments


def text_from(data: bytes) -> str:
    """Any bytes as a text. Bytes that are not UTF-8 become halves of surrogate pairs, which readers must handle as well."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def head_and_rest(data: bytes) -> tuple[str, str]:
    head, _, rest = text_from(data).partition("\n")
    return head, rest


@cache
def all_scenarios() -> tuple[Scenario, ...]:
    return tuple(scenario(name) for name in scenarios())


@cache
def drawn() -> Scenario:
    """A scenario with every kind of annotation on it."""
    found = scenario("depletion/first-steps")
    overlay = Overlay("a", "A", ((1, 3), (2.5, 4)), "mark", 0.3, 0.5, 2.0, numbers=True, stroke="dashed")
    drawn = Annotations((overlay,), (Arrow(("0101", "0102"), "on", "path"),), (Note("0101", "here\nnow", "mark"),))
    return Scenario(found.system, found.title, found.prose, found.position, drawn)


@cache
def sessions() -> tuple[Session, ...]:
    """A short game of every bundled scenario, with steps undone and an edit."""
    found = []
    for n, each in enumerate(all_scenarios()):
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


def scenario_seeds() -> list[bytes]:
    return [write_scenario(each).encode() for each in (*all_scenarios(), drawn())]


def notation_seeds() -> list[bytes]:
    positions = [each.position for each in all_scenarios()] + [session.position for session in sessions()]
    return [f"{position.system.name}\n{position.notation}".encode() for position in dict.fromkeys(positions)]


def action_seeds() -> list[bytes]:
    found = []
    for name, each in zip(scenarios(), all_scenarios(), strict=True):
        for player in sorted(set(each.position.to_act) & set(each.position.players)):
            legal = list(islice(each.position.legal_actions(player), 300))
            found += [f"{name}\n{player}: {action}".encode() for action in Random(1).sample(legal, min(6, len(legal)))]
    return found


def maps() -> list[HexMap]:
    return [each.position.map for each in all_scenarios() if isinstance(each.position.map, HexMap)]


def map_text_seeds() -> list[bytes]:
    found = []
    for each in all_scenarios():
        if isinstance(each.position.map, HexMap):
            m, system_name = each.position.map, each.system
            found.append(f"{system_name} {m.offset.value}\n{m.to_text(each.position.system.terrains)}".encode())
            found.append(f"{system_name} -\n{m.to_text(each.position.system.terrains)}".encode())
    return found


WITH_A_HOLE = bytes([*bytes(30), 255, *bytes(32)])


def hexside_seeds() -> list[bytes]:
    """Hexsides as pairs of hexes, as chains of corners, and as both; the first line has the stagger of their map."""
    pairs = {"river": ["0302-0402", "0302-0303"], "bridge": [["0302", "0402"]]}
    chains = {
        "odd-r": {"ridge": ["0203.N 0203.NE 0203.SE 0203.s", "0302-0402"], "stone wall": "0303-0403 0303-0302"},
        "even-q": {"ridge": ["0203.E 0203.SE 0203.SW 0203.W"]},
    }
    given = [(offset.value, pairs) for offset in Offset] + [*chains.items()]
    return [f"{head}\n{json.dumps(sides)}".encode() for head, sides in given]


def province_seeds() -> list[bytes]:
    found = [provinces_to_json(bundled_map(name)) for name in map_names()]
    square = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]
    shoved = [[2, 0], [4, 0], [4, 2], [2, 2], [2, 0]]
    features = [
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for name, ring in (("a", square), ("b", shoved))
    ]
    found.append({"type": "FeatureCollection", "features": features})
    small = [{"name": n, "outline": ring[:-1], "at": [ring[0][0] + 1, 1]} for n, ring in (("a", square), ("b", shoved))]
    found.append({"terrains": ["land", "sea"], "provinces": small, "borders": [{"a": "a", "b": "b", "kind": "red"}]})
    wall = [
        ("a", 0, 0),
        ("b", 2, 0),
        ("c", 1, 1.0004),
        ("d", 3, 1),
        ("e", 4.007, 0),
        ("f", 90, 0),
    ]  # bricks, and an island
    bricks = [{"name": n, "outline": [[x, y], [x + 2, y], [x + 2, y + 1], [x, y + 1]]} for n, x, y in wall]
    by_hand = [{"a": "e", "b": "f", "kind": "blue"}, {"a": "a", "b": "b", "kind": None}]
    found.append({"provinces": bricks, "borders": by_hand})
    many = {"type": "MultiPolygon", "coordinates": [[square]], "bbox": [0, 0, 2, 2]}
    found.append(
        {"type": "FeatureCollection", "features": [features[0] | {"geometry": many}, features[1]], "bbox": [0, 0, 4, 2]}
    )
    return [json.dumps(each).encode() for each in found]


def tiled_seeds() -> list[bytes]:
    small = min(maps(), key=lambda m: len(m.cells))
    made = [HexMap(small.columns, small.rows, offset, small.terrains, small.cells) for offset in Offset]
    made[0] = made[0].with_hexsides({"river": ["0101-0201", "0101-0102"], "bridge": ["0101-0201"]})
    found = [json.loads(tiled_json(m)) for m in made]
    rich = json.loads(tiled_json(made[0]))
    objects: list[dict[str, Any]] = [
        {"id": 1, "name": "camp", "type": "place", "x": 40.5, "y": 30, "point": True},
        {"id": 2, "name": "field", "class": "area", "x": 10, "y": 10, "width": 80, "height": 60, "rotation": 5},
        {"id": 3, "x": 5, "y": 5, "polygon": [{"x": 0, "y": 0}, {"x": 90, "y": 0}, {"x": 40, "y": 80}], "gid": 3},
    ]
    objects.append({"id": 4, "gid": 2147483649, "x": 56, "y": 40, "width": 28, "height": 32})
    objects[0]["properties"] = [{"name": "terrain", "type": "string", "value": "forest"}]
    group = {"type": "group", "name": "g", "offsetx": 4, "layers": [{"type": "objectgroup", "objects": objects}]}
    rich["layers"] += [group, {"type": "imagelayer", "name": "sky"}, {**rich["layers"][0], "visible": False}]
    endless = json.loads(tiled_json(made[2]))
    endless["infinite"] = True
    chunk = {"x": -3, "y": 1, "width": 2, "height": 2, "data": [1, 2, 0, 2147483649]}
    endless["layers"][0] |= {"chunks": [chunk], "startx": -3, "starty": 1}
    del endless["layers"][0]["data"]
    old = json.loads(tiled_json(made[1]))
    old["tilesets"][0] |= {
        "objectalignment": "center",
        "tiles": {"0": {"image": "sea.png"}},
        "tileproperties": {"1": {"terrain": "forest"}},
    }
    bare = [{"id": 1, "gid": 1, "x": 56, "y": 40, "width": 28, "height": 32, "properties": {"men": 3}}]
    old["layers"] += [{"type": "objectgroup", "objects": bare}, {**old["layers"][0], "opacity": 0, "offsetx": 4}]
    return [json.dumps(each).encode() for each in (*found, rich, endless, old)]


def named_seeds() -> list[bytes]:
    """Tilesets and templates, as files that a map names."""
    tile = {"gid": 1, "width": 28, "height": 32, "name": "flag", "properties": [{"name": "n", "value": 1}]}
    template = {"type": "template", "tileset": {"firstgid": 1, "source": "named"}, "object": tile}
    tileset = {"name": "ours", "objectalignment": "center", "tiles": [{"id": 0, "type": "sea"}]}
    texts = (
        '<template><tileset firstgid="1" source="named"/><object name="flag" gid="1" width="28" height="32"/></template>',
        '<!DOCTYPE tileset SYSTEM "a.dtd"><tileset name="ours" objectalignment="top"><tile id="0" type="sea"/></tileset>',
    )
    return [*(json.dumps(each).encode() for each in (template, tileset)), *map(str.encode, texts)]


def tmx_seeds() -> list[bytes]:
    small = min(maps(), key=lambda m: len(m.cells))
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
    dtd = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n' + csv.partition("?>")[2]
    return [each.encode() for each in (tmx(small), csv, tiles, chunks, csv.replace("</map>", objects), dtd)]


def wesnoth_seeds() -> list[bytes]:
    own = "Xv, Xv, Xv, Xv\nXv, 1 Kh, Gs^Fp, Xv\nXv, Ww, Zq^Zz, Xv\nXv, Xv, Xv, Xv\n"
    flat = [HexMap(m.columns, m.rows, Offset.ODD_Q, m.terrains, m.cells) for m in maps()[:3]]
    kinds = "Wwf, ^Fp, Hh^\nMm^Xm, Uu^Uf, Aa^Fpa\nChw, Wo^Bw|, Gg^Zz\n"
    inside = [f'[scenario]\nmap_data="{own}"\n[/scenario]', f"map_data=<<{own}>>"]
    headed = [f"border_size=0\nusage=map\n\n{each}" for each in (own, kinds)]
    return [each.encode() for each in (own, *headed, *inside, *map(write_wesnoth, flat))]


def replay_seeds() -> list[bytes]:
    """Replays with checksums, and many without: a checksum reveals any mutation at once, so that nothing behind it is tried."""
    found = [session.to_replay() for session in sessions()]
    older = [re.sub(r',"sum":"[0-9a-f]{12}"}', "}", text).replace(FORMAT, WITHOUT_SUMS, 1) for text in found]
    return [text.encode() for text in (*found, *older, *older, *older)]


def link_seeds() -> list[bytes]:
    things = [link(each) for each in (*all_scenarios()[:4], drawn(), first_game("orders"))]
    plain = [json.dumps([each.system, each.position.notation]).encode() for each in all_scenarios()]
    large = [json.dumps({**json.loads(scenario_seeds()[0]), "notes": word}).encode() for word in LARGE]
    return [*(text.encode() for text in things), *plain, *scenario_seeds(), *large]


def messages() -> list[list[Any]]:
    """Conversations of a view with its board. ``revision`` "now" stands for the board's current revision."""
    slot = {"unit": "0203"}
    talks: list[list[tuple[str, dict[str, Any]]]] = [
        [
            ("hello", {}),
            ("hover", {"space": "0101"}),
            ("picture", {"theme": "light"}),
            ("read_clause", {"clause": "D1.1"}),
        ],
        [("choose", {"draft": slot}), ("confirm", {"draft": slot}), ("explain", {"draft": {}, "space": "0101"})],
        [("edit", {"on": True}), ("paint", {"brush": "forest", "spaces": ["0101"], "player": None})],
        [("paint", {"brush": "eraser", "spaces": ["0101", "0203"], "player": "red"}), ("export", {"form": "python"})],
        [("change", {"setting": "active", "value": "blue"}), ("export", {"form": "scenario"}), ("undo", {})],
        [
            ("compose", {"action": "0203-0302"}),
            ("play", {"action": "0203-0302"}),
            ("undo", {}),
            ("redo", {}),
            ("goto", {"step": 0}),
            ("list_events", {"step": 1}),
        ],
        [("view", {"player": "red"}), ("view", {"player": None}), ("set_rolls", {"by_hand": True})],
        [("choose", {"draft": {"chance": "3"}}), ("confirm", {"draft": {"chance": "3"}})],
    ]
    for each in sessions():
        texts = [step.text for step in each.steps if step.action is not None]
        talks.append([("play", {"action": text}) for text in texts])
        drafts = (
            [o.leads_to for o in each.steps[0].position.choices().options]
            if each.steps[0].position.chance is None
            else []
        )
        talks.append([("choose", {"draft": dict(draft)}) for draft in drafts[:4]])
    return [
        [{"id": f"m{n}", "revision": "now", "intent": name, "args": args} for n, (name, args) in enumerate(talk)]
        for talk in talks
    ]


def board_seeds() -> list[bytes]:
    names = scenarios()
    return [f"{name}\n{json.dumps(talk)}".encode() for name, talk in zip(names * 4, messages() * 2, strict=False)]


def intent_seeds() -> list[bytes]:
    return [json.dumps({**each, "revision": 1}).encode() for talk in messages() for each in talk]


def exercise_seeds() -> list[bytes]:
    found = []
    for name in system_names():
        text = (Path(hexwidget.lessons.__file__).parent / "documents/exercises" / f"{name}.json").read_text(
            encoding="utf-8"
        )
        found += [f"{name}\n{json.dumps([entry])}".encode() for entry in json.loads(text)]
    return found


def course_seeds() -> list[bytes]:
    """Courses of a stage and two exercises. The exercises that search for an answer take too long here."""
    found = []
    for name in (each for each in system_names() if is_bundled(each)):
        quick = [each for each in load(name) if each.kind in ("mark", "legal", "which", "find")]
        parts = zip(first_game(name).stages, quick[::2], quick[1::2], strict=False)
        found += [Course(three, "Zones").document.encode() for three in parts]
    return found


def progress_seeds() -> list[bytes]:
    progress = {"a": {"tries": 2, "hints": 1, "solved": True}, "b": {"tries": 0, "hints": 0, "solved": False}}
    places = {"course-1": {"part": "stage/a", "game": "hw1.a", "shown": [2]}}
    return [json.dumps({"format": "hexwidget.progress/1", "exercises": progress, "places": places}).encode()]


def edit_seeds() -> list[bytes]:
    """Lists of brush strokes and changed settings on a scenario."""
    found = []
    for name, each in zip(scenarios(), all_scenarios(), strict=True):
        position = each.position
        space = next(position.map.names(), "")
        painted: list[Any] = [["paint", b.key, [space], position.players[0]] for b in position.system.brushes(position)]
        changed = [["change", s.name, s.values[-1] if s.values else s.now] for s in settings_of(position)]
        found.append(f"{name}\n{json.dumps([*painted, *changed])}".encode())
    return found


def setting_seeds() -> list[bytes]:
    found = []
    for name in system_names():
        rulebook = system(name).rulebook
        given = {option.name: option.values[0] for option in rulebook.options.values()}
        given |= {p.name: p.default for p in rulebook.parameters.values()}
        found.append(f"{name}\n{json.dumps(given, default=str)}".encode())
    return found


def layer_seeds() -> list[bytes]:
    cells = json.loads(tiled_seeds()[0])["layers"][0]["data"]
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


# ---------------------------------------------------------------------- words
@cache
def common_words() -> list[str]:
    """Words of all systems: players, kinds, options, clauses."""
    found: dict[str, None] = {}
    for seed in (*scenario_seeds(), *action_seeds(), *exercise_seeds()):
        found |= dict.fromkeys(word for word in re.findall(r"[^\W]+", seed.decode()) if len(word) < 24)
    return list(found)


def words_of(seeds: Callable[[], list[bytes]]) -> Callable[[], list[str]]:
    """A function that returns the words of some seeds."""
    return lambda: list(
        dict.fromkeys(
            word for seed in seeds() for word in re.findall(r"\w+|[^\w\s]+", text_from(seed)) if len(word) < 24
        )
    )


def intent_words() -> list[str]:
    return [
        *common_words(),
        *INTENTS,
        *(key for each in INTENTS.values() for key in arguments(each)),
        "now",
        "id",
        "revision",
    ]
