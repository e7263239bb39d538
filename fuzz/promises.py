"""Properties of everything that a reader accepts: it can be shown, written, read again, and queried."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
import zlib
from itertools import islice
from typing import Any

from hexwidget.files import Scenario, read_scenario, write_scenario
from hexwidget.files.gallery import scene_of
from hexwidget.files.maps import ForeignMap, read_map_text
from hexwidget.files.maps.tiled import tiled_json, tmx
from hexwidget.files.maps.wesnoth import write_wesnoth
from hexwidget.geometry import HexMap, Offset
from hexwidget.play import link, open_link
from hexwidget.problems import InputError
from hexwidget.rules import CHANCE, Draft, Observation, Position
from hexwidget.rules.choices import chance_choices
from hexwidget.rules.editing import python_lines, settings_of
from hexwidget.scene import Scene
from hexwidget.scene.drawing import draw
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.widget.connections.encode import encode

MOST_ASKED = 400
"""The most spaces of a map on which the rules are queried. On a larger map they take too long."""
MOST_DRAWN = 2500
"""The most spaces of a map that is drawn. Larger pictures take too long."""
DRAWN_OF = 32
"""One in this many accepted values is drawn. A picture takes ten times as long as all other checks of its value."""


class BrokenPromiseError(Exception):
    """An accepted value breaks a promise."""


def expect(holds: bool, what: str) -> None:
    """Check that a promise holds.

    :raises BrokenPromiseError: if it does not
    """
    if not holds:
        raise BrokenPromiseError(what)


def text_is_sound(text: str) -> None:
    """Check that a text can be sent and saved."""
    text.encode("utf-8")


def travels(data: Any) -> bytes:
    """Check that a value can be sent to a browser: JSON and bytes, without values such as NaN that JSON lacks. Returns the JSON."""
    return json.dumps(data, allow_nan=False, ensure_ascii=False, default=_of_bytes).encode("utf-8")


def _of_bytes(value: object) -> object:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return len(value)
    raise TypeError(f"{type(value).__name__} cannot travel")


def scene_is_sound(scene: Scene) -> None:
    """Check that a scene can be sent and drawn."""
    travels(encode(StaticScene.of(scene)))
    changing = travels(encode(ChangingScene.of(scene)))
    if len(scene.map) <= MOST_DRAWN and _is_drawn(changing):
        picture = draw(scene)
        text_is_sound(picture)
        ET.fromstring(picture)


def _is_drawn(data: bytes) -> bool:
    """Choose the values that are drawn. The choice is the same in every run."""
    return zlib.crc32(data) % DRAWN_OF == 0


def position_is_sound(position: Any, *, thorough: bool = True) -> None:
    """Check a position by all that it can be asked."""
    system = position.system
    for text in (str(position), repr(position), position.key):
        text_is_sound(text)
    data = system.to_json(position)
    travels(data)
    again = system.from_json(json.loads(json.dumps(data)), strict=False)
    expect(again == position and again.key == position.key, "to_json and from_json give another position")
    text_is_sound(position.notation)
    read = system.read(position.notation, strict=False)
    expect(read.key == position.key, "notation and read give another position")
    _course(position)
    for player in (None, *position.players):
        seen = position.observe(player)
        scene_is_sound(system.scene(seen))
        if len(position.map) <= MOST_ASKED:
            _asked(position, player, seen)
        if not thorough:
            break
    if thorough:
        _edited(position)


def _course(position: Any) -> None:
    system = position.system
    text_is_sound(system.status(position))
    expect(position.to_act <= {*position.players, *CHANCE}, "somebody is to act who does not play")
    str(position.outcome)
    str(system.check_position(position))


def _asked(position: Any, player: str | None, seen: Observation[Any]) -> None:
    system = position.system
    if position.chance is not None and player is None:
        found = chance_choices(position.chance, Draft())
        position.apply(type(found.action)(position.chance.source, position.chance.outcomes[0][0]))  # type: ignore[call-arg,misc]
        return
    found = system.choices(seen, player, Draft())
    travels(encode(found, system.rulebook))
    for option in islice((o for o in found.options if o.legal), 2):
        travels(encode(system.choices(seen, player, option.leads_to), system.rulebook))
    space = next(position.map.names(), None)
    if space is not None:
        travels(encode(system.explain(seen, player, Draft(), space), system.rulebook))
    if player is None or player not in position.to_act:
        return
    for action in islice(position.legal_actions(player), 2):
        parsed = position.parse(f"{player}: {action}")
        expect(bool(position.check(parsed)), f"{action} is listed as legal and is not, read again")
        text_is_sound(str(position.apply(action)))


def _edited(position: Position) -> None:
    for setting in settings_of(position):
        repr(setting)
    made = python_lines(position)
    compile(made, "<python_lines>", "exec")


def scenario_is_sound(scenario: Scenario, *, thorough: bool = True) -> None:
    """Check that a scenario can be written, read again, shown with its annotations and linked to."""
    text_is_sound(str(scenario))
    written = write_scenario(scenario)
    text_is_sound(written)
    if _is_drawn(written.encode()):
        text_is_sound(scenario._repr_html_())
    again = read_scenario(written)
    expect(write_scenario(again) == written, "what is written is read as something else")
    scene_is_sound(scene_of(scenario))
    position_is_sound(scenario.position, thorough=thorough)
    if thorough and len(written) < 100_000:
        opened = open_link(link(scenario))
        expect(isinstance(opened, Scenario) and write_scenario(opened) == written, "the link opens something else")


def foreign_is_sound(found: ForeignMap, own: str) -> None:
    """Check a map of another program. ``own`` names the system that it is translated for."""
    str(found.codes)
    repr(found.unknown(own))
    try:
        made = found.to_map(own, other="plains")
    except InputError:  # only holes, or too large
        return
    hexmap_is_sound(made)
    if found.format == "wesnoth":
        written = write_wesnoth(made, found, other="plains")
        expect(read_map_text(written).cells == found.cells, "a Wesnoth map that nobody changed is written otherwise")


def hexmap_is_sound(made: HexMap) -> None:
    """Check that a map can be written in every form and read again."""
    keys = [key for n, key in enumerate(made.terrains) if n in made.cells]
    for text in (tiled_json(made), tmx(made), *([write_wesnoth(made)] if made.offset is Offset.ODD_Q else [])):
        read = read_map_text(text)
        expect((read.columns, read.rows, read.offset) == (made.columns, made.rows, made.offset), "it is read otherwise")
        lines = sorted((each.kind, pair) for each in read.objects for pair in each.sides)
        own = sorted((each.kind, pair) for each in made.hexsides for pair in each.pairs)
        expect(lines == own or read.format == "wesnoth", "its hexsides are read otherwise")
    expect(len(made) == made.full.bit_count() and all(made.plane(key) for key in keys), "planes do not hold its hexes")
