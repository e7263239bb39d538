"""Maps of Tiled and Wesnoth, read and written. All maps here were made for these tests."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from PIL import Image

import hexwidget as hw
from hexwidget.files.maps import ForeignMap, read_map_text
from hexwidget.geometry import HexMap, Offset

# A map with a border of one hex. Half a turn about the middle of its middle column does not change it.
WESNOTH = """\
Xv, Xv, Xv, Xv, Xv, Xv, Xv
Xv, 1 Kh, Gg, Ww, Gs^Fp, Hh, Xv
Xv, Gg, Mm, Ss, Ww, Gg, Xv
Xv, Wo, Ww, Zq^Zz, Mm, Wo, Xv
Xv, Gg, Gs^Fp, Ss, Gg, Gg, Xv
Xv, Hh, Dd, Ww, Aa, 2 Kh, Xv
Xv, Xv, Xv, Gg, Xv, Xv, Xv
"""


def agreement(found: HexMap) -> float:
    """Return the part of the hexes that are the same after half a turn about the middle hex, of those with a partner on the map."""
    middle = found.hex(found.at(found.columns // 2, found.rows // 2))
    pairs = []
    for index in found.members(found.full):
        at = found.hex(index)
        there = found.find((2 * middle.q - at.q, 2 * middle.r - at.r))
        if there is not None and there != index:
            pairs.append(found.terrain(index) == found.terrain(there))
    return sum(pairs) / len(pairs)


# ---------------------------------------------------------------------- Wesnoth
def test_a_symmetric_wesnoth_map_shows_its_stagger_and_border() -> None:
    read = read_map_text(WESNOTH)
    assert (read.columns, read.rows, read.offset) == (5, 5, Offset.ODD_Q)
    right = read.map
    wrong = HexMap(5, 5, Offset.EVEN_Q, right.terrains, right.cells)
    assert agreement(right) == 1.0
    assert agreement(wrong) < 0.8


def test_codes_of_a_wesnoth_map_are_kept_and_unknown_ones_are_listed() -> None:
    read = read_map_text(WESNOTH)
    assert read.unknown("depletion") == {"Zq+^Zz": 1}
    assert read.where("^Fp") == ("0401", "0204")
    assert {o.name: o.hexes for o in read.objects} == {"1": ("0101",), "2": ("0505",)}
    with pytest.raises(hw.InputError, match=r"'Zq\+\^Zz': no table knows it .* the first at column 3, row 3"):
        read.to_map("depletion")
    found = read.to_map("depletion", {"^Zz": "swamp"})
    assert [found.terrain(name) for name in ("0101", "0401", "0501", "0202", "0103", "0302", "0303")] == [
        "plains", "forest", "mountain", "mountain", "ocean", "swamp", "swamp",
    ]  # fmt: skip
    assert read.to_map("depletion", other="plains").terrain("0303") == "plains"
    assert read.to_map("plotted", other="plains").terrain("0501") == "hills"
    assert read.to_map("orders", other="open").terrain("0103") == "impassable"


@pytest.mark.parametrize(
    ("system", "impassable"),
    [("orders", "impassable"), ("plotted", "cliffs"), ("depletion", None)],
)
def test_void_is_no_hex_and_nothing_enters_what_is_impassable(system: str, impassable: str | None) -> None:
    read = read_map_text("border_size=0\nusage=map\n\nGg, Xv, Xu\nMm^Xm, Hh^Xo, Qlf\n")
    found = read.to_map(system)
    assert found.find("0201") is None
    for name in ("0301", "0102", "0202", "0302"):
        assert (None if found.find(name) is None else found.terrain(name)) == impassable
    assert read.notes[-2:] == (
        "1 hex (Xv): void, no hexes of the map",
        "4 hexes (Xu, Mm^Xm, Hh^Xo, Qlf): impassable, no hexes in a system without impassable ground",
    )


@pytest.mark.parametrize(
    ("code", "meaning", "though"),
    [
        ("Wwf", "plains", "shallow water"),  # a ford is the better of grass and shallow water
        ("Gs^Fp", "forest", ""),
        ("Hh^Fp", "forest", "hills"),  # the worse of both
        ("Mm^Fp", "mountain", "forest"),
        ("Ss^Ftr", "swamp", "forest"),
        ("Aa^Fpa", "forest", "frozen"),
        ("Ha", "hills", "frozen"),
        ("Uu^Uf", "forest", "fungus"),  # the older name of ^Tf
        ("Uh", "hills", "cave"),
        ("Gg^Vh", "plains", "village"),
        ("Ww^Vm", "sea", ""),
        ("Ha^Vhha", "plains", "village and frozen and hills"),
        ("Wo^Bw|", "plains", "deep water"),
        ("Wwf^Fp", "sea", "forest"),  # under an overlay that is the worse, all of them are
        ("Chw", "plains", "castle and shallow water"),
        ("Wwr", "sea", "coastal reef"),
        ("Gg^Efm", "plains", ""),
        ("^Fp", "forest", ""),  # a code may have no base
        ("Hh^", "hills", ""),  # or an empty overlay
        ("Exos", "plains", "cave"),  # new in 1.18
        ("_s", "unexplored", ""),
        ("Gg^_fme", "none", ""),
    ],
)
def test_a_code_means_what_wesnoths_table_says(code: str, meaning: str, though: str) -> None:
    read = read_map_text(f"border_size=0\nusage=map\n\n{code}, {code}\n")
    assert read.meanings(["plains", "forest", "hills", "mountain", "swamp", "sea", "ocean", "unexplored"])[0] == meaning
    told = f"2 hexes ({code.rstrip('^')}): read as {meaning}, though also {though}"
    assert read.notes[1:] == ((told,) if though else ())


def test_an_overlay_of_an_add_on_does_not_count_and_is_noted() -> None:
    read = read_map_text("border_size=0\nusage=map\n\nHh^Zz, Zq^Fp\n")
    assert read.meanings(["hills", "forest"]) == ["hills", None]
    assert read.notes[1:] == ("1 hex (^Zz): unknown to Wesnoth, only the code below counts",)


def test_two_starting_places_are_connected_by_a_ford() -> None:
    rows = ("Gg, Gg, Gg, Gg, Gg", "Gg, 1 Gg, Wwf, 2 Gg, Gg", "Gg, Gg, Wwf, Gg, Gg", "Gg, Gg, Gg, Gg, Gg")
    found = read_map_text("\n".join(rows)).to_map("depletion")
    assert [found.terrain(name) for name in found.names()] == ["plains"] * 6


SCENARIO = (
    '[multiplayer]\n    name=_ "Isle"\n    map_data={}\n    [side]\n        side=1\n    [/side]\n[/multiplayer]\n'
)


@pytest.mark.parametrize("written", ['"{}"', '_ "{}"', '"\nborder_size=1\nusage=map\n\n{}"', "<<{}>>"])
def test_the_map_in_a_scenario_file_is_read(written: str) -> None:
    text = SCENARIO.replace("{}", written.replace("{}", WESNOTH))
    assert read_map_text(text).cells == read_map_text(WESNOTH).cells
    assert read_map_text(text + text).cells == read_map_text(WESNOTH).cells  # the same map twice


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('"{maps/isle.map}"', "the map is a file of its own, 'maps/isle.map': read that file"),
        ('"Gg, Gg"\nmap_data="Hh, Hh"', "it has 2 maps: save the one that you mean"),
        ('"Gg, Gg\nGg, G g g\nGg, Gg"', "line 2, cell 2"),
        ("<<Gg, Gg", "line 1, cell 2"),
        ('""', "a file of its own, ''"),
    ],
)
def test_a_scenario_file_without_one_sound_map_is_refused(written: str, words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        read_map_text(SCENARIO.replace("{}", written))
    assert words in str(refused.value)


def test_a_map_with_void_can_be_played() -> None:
    isle = read_map_text("border_size=0\nusage=map\n\nGg, Gg, Xv\nGg, Gs^Fp, Ww\n").to_map("depletion")
    position = hw.system("depletion").position(map=isle, players=["red", "blue"], armies={"red": {"0101": "archer"}})
    assert "0301" not in list(position.map.names())


def test_the_users_table_comes_first_and_its_longest_pattern_counts() -> None:
    read = read_map_text(WESNOTH)
    found = read.to_map("depletion", {"G*": "swamp", "Gg": "forest", "Z*": "none"})
    assert found.terrain("0201") == "forest"
    assert (
        found.terrain("0401") == "swamp"
    )  # the user's table has the ground, so the default for the overlay does not count
    assert found.find("0303") is None
    with pytest.raises(hw.InputError, match="did you mean 'swamp'"):
        read.to_map("depletion", {"G*": "swomp"})
    with pytest.raises(hw.InputError, match="other"):
        read.to_map("depletion", other="lava")
    with pytest.raises(hw.InputError, match="not played on hexes"):
        read.to_map("rondel")


def test_a_header_ends_with_an_empty_line_before_the_first_comma() -> None:
    with_header = "border_size=1\nusage=map\n\n" + WESNOTH
    assert read_map_text(with_header).cells == read_map_text(WESNOTH).cells
    assert read_map_text(with_header).notes == read_map_text(WESNOTH).notes
    assert read_map_text("border_size=1\nusage=mask\n\n" + WESNOTH).notes[0] == "usage=mask"
    bare = read_map_text("border_size=0\n\n" + WESNOTH)
    assert (bare.columns, bare.rows, bare.offset) == (7, 7, Offset.ODD_Q)  # the map has no border


def test_without_a_border_columns_are_shoved_as_well() -> None:
    road = "border_size=0\n\nGg, Gg, Gg, Re, Re\nGg, Re, Re, Gg, Gg\nRe, Gg, Gg, Gg, Gg\n"
    found = read_map_text(road).map
    spaces = [i for i in found.members(found.full) if found.terrain(i) == "Re"]
    reached = {spaces[0]}
    for _ in spaces:
        reached |= {there for at in reached for there in found.neighbours(at) if there in spaces}
    assert reached == set(spaces)  # one road from side to side


def test_unchanged_hexes_of_a_wesnoth_map_are_written_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text(WESNOTH)
    read = hw.read_map(tmp_path / "a.map")
    found = read.to_map("depletion", other="plains")
    hw.write_map(found, tmp_path / "b.map", like=read, other="plains")
    assert (tmp_path / "b.map").read_text() == WESNOTH
    position = hw.system("depletion").position(map=found, players=["red"], armies={"red": {"0101": "1 archer"}})
    changed = HexMap(5, 5, Offset.ODD_Q, found.terrains, bytes([found.terrains.index("sea"), *position.map.cells[1:]]))
    hw.write_map(changed, tmp_path / "b.map", like=read, other="plains")
    assert (tmp_path / "b.map").read_text() == WESNOTH.replace("1 Kh", "1 Ww")


def test_any_flat_top_map_can_be_written_for_wesnoth_and_read_again(tmp_path: Path) -> None:
    keys = ("plains", "forest", "mountain", "swamp", "sea", "ocean")
    made = HexMap(3, 2, Offset.ODD_Q, keys, bytes([0, 1, 2, 3, 4, 5]))
    assert hw.read_map(hw.write_map(made, tmp_path / "a.map")).to_map("depletion").cells == made.cells
    with pytest.raises(hw.InputError, match="odd-q, and these are odd-r"):
        hw.write_map(hw.scenario("depletion/first-steps"), tmp_path / "b.map")
    assert not (tmp_path / "b.map").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg\n", "line 2: ragged: 2 cells"),
        ("Gg, Gg, Gg\nGg, G g g, Gg\nGg, Gg, Gg\n", "line 2, cell 2"),
        ("Gg, Gg\nGg, Gg\n", "leave no hex inside a border"),
        ("", "no row of cells"),
        ("Gg, Gg, Gg\nGg, ^, Gg\nGg, Gg, Gg\n", "line 2, cell 2"),
        ("Gg, Gg, Gg\nGg, , Gg\nGg, Gg, Gg\n", "line 2, cell 2"),
        ("border_size=x\n\nGg, Gg, Gg\n", "border_size: expected a whole number"),
    ],
)
def test_a_torn_wesnoth_map_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        read_map_text(text)
    assert words in str(refused.value)


# ---------------------------------------------------------------------- Tiled
NUMBERS = [1, 2, 3, 0, 2, 1, 1, 3, 2, 1, 1, 1]


def tiled(stagger: tuple[str, str] = ("y", "odd"), **changes: Any) -> dict[str, Any]:
    """A map of 4 by 3 hexes: grass, woods, and a tile without a class."""
    return {
        "type": "map", "orientation": "hexagonal", "width": 4, "height": 3, "tilewidth": 28, "tileheight": 32,
        "hexsidelength": 16, "staggeraxis": stagger[0], "staggerindex": stagger[1], "infinite": False,
        "tilesets": [{
            "firstgid": 1, "name": "ours",
            "tiles": [{"id": 0, "type": "grass"}, {"id": 1, "properties": [{"name": "terrain", "value": "forest"}]}],
        }],
        "layers": [{"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "data": NUMBERS}],
    } | changes  # fmt: skip


def layer(**changes: Any) -> list[dict[str, Any]]:
    return [{"type": "tilelayer", "width": 4, "height": 3, "data": NUMBERS} | changes]


def read(data: dict[str, Any]) -> ForeignMap:
    return read_map_text(json.dumps(data))


@pytest.mark.parametrize(
    ("stagger", "offset"),
    [(("x", "odd"), "odd-q"), (("x", "even"), "even-q"), (("y", "odd"), "odd-r"), (("y", "even"), "even-r")],
)
def test_the_stagger_of_a_tiled_map(stagger: tuple[str, str], offset: str) -> None:
    found = read(tiled(stagger))
    assert found.offset.value == offset
    assert found.cells[:5] == (("grass",), ("forest",), ("ours:2",), (), ("forest",))


def test_tiles_without_a_word_are_kept_by_their_number_and_listed() -> None:
    found = read(tiled())
    assert found.unknown("plotted") == {"ours:2": 2}
    translated = found.to_map("plotted", {"ours:2": "water"})
    assert translated.terrain("0301") == "water"
    assert translated.terrain("0101") == "plains"
    assert translated.find("0401") is None  # no tile, no hex
    assert found.map.terrain("0301") == "ours:2"


RAW = struct.pack("<12I", *NUMBERS)
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "zlib": zlib.compress,
    "gzip": gzip.compress,
    "zstd": lambda raw: zstandard.ZstdCompressor().compress(raw),
}


@pytest.mark.parametrize(
    ("tile", "word", "terrain"),
    [
        ({"properties": [{"name": "type", "type": "string", "value": "Grass"}]}, "Grass", "plains"),
        ({"properties": [{"name": "terrain", "value": "Woods"}], "type": "sea"}, "Woods", "forest"),
        ({"type": "Sea", "image": "a/b.png"}, "Sea", "sea"),
        ({"image": "tiles/Ocean.png"}, "Ocean", "ocean"),
        ({"image": "tiles\\marsh.01.png"}, "marsh.01", None),
    ],
)
def test_a_tile_is_called_by_its_properties_its_class_or_its_picture(
    tile: dict[str, Any], word: str, terrain: str | None
) -> None:
    tileset = {"firstgid": 1, "name": "own", "tiles": [{"id": 0, **tile}]}
    found = read(tiled(tilesets=[tileset], layers=layer(data=[1] * 12)))
    assert list(found.codes) == [word]
    assert found.meanings(["plains", "forest", "swamp", "sea", "ocean"])[0] == terrain


def test_a_collection_of_pictures_has_their_names_in_tmx_too() -> None:
    text = """<map orientation="hexagonal" width="1" height="1" tilewidth="8" tileheight="8" hexsidelength="4" staggeraxis="y"
      staggerindex="odd"><tileset firstgid="1" name="own"><tile id="0"><image source="../tiles/ocean.png"/></tile></tileset>
      <layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer></map>"""
    assert list(read_map_text(text).codes) == ["ocean"]


@pytest.mark.slow
@pytest.mark.parametrize("compression", PACKERS)
def test_layers_in_base_64_and_how_they_are_torn(compression: str) -> None:
    packed = PACKERS[compression](RAW)

    def of(data: bytes) -> dict[str, Any]:
        text = base64.b64encode(data).decode()
        return tiled(layers=layer(encoding="base64", compression=compression, data=text))

    assert read(of(packed)).cells == read(tiled()).cells
    for torn in (packed[:-4], packed[: len(packed) // 2], b""):
        with pytest.raises(hw.InputError, match=r"layers/0/data: .*(cut off|damaged)"):
            read(of(torn))
    much = PACKERS[compression](bytes(50_000_000))
    with pytest.raises(hw.InputError, match="layers/0/data"):
        read(of(much))


def test_flips_are_ignored_and_noted() -> None:
    turned = [n | 0xB0000000 if n == 2 else n for n in NUMBERS]
    found = read(tiled(layers=layer(data=turned)))
    assert found.cells == read(tiled()).cells
    assert found.notes == ("3 tiles are flipped or turned, which is not kept",)


def test_an_infinite_map_begins_where_its_tiles_do_and_keeps_its_stagger() -> None:
    chunks = [
        {"x": -3, "y": -1, "width": 2, "height": 2, "data": [1, 1, 2, 0]},
        {"x": -1, "y": -1, "width": 2, "height": 2, "data": [2, 0, 0, 1]},
    ]
    found = read(tiled(("x", "odd"), infinite=True, layers=[{"type": "tilelayer", "chunks": chunks}]))
    assert (found.columns, found.rows) == (4, 2)
    assert found.offset is Offset.EVEN_Q  # the first column, -3, is odd
    assert found.cells[:5] == (("grass",), ("grass",), ("forest",), (), ("forest",))


def test_the_topmost_known_layer_counts() -> None:
    above = [0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0]
    group = {"type": "group", "layers": layer(data=above)}
    hidden = {**layer(data=[3] * 12)[0], "visible": False, "name": "notes"}
    found = read(tiled(layers=[*layer(), group, hidden, {"type": "imagelayer", "name": "sky"}]))
    assert found.cells[2] == ("ours:2", "forest")
    assert found.to_map("plotted", other="cliffs").terrain("0301") == "forest"
    assert (
        found.to_map("plotted", other="cliffs").terrain("0102") == "forest"
    )  # ours:2 lies on forest, and only forest is known
    assert found.notes == (
        "layers/2 (notes) is not visible: passed over",
        "layers/3 (sky) holds neither tiles nor objects: passed over",
    )


@pytest.mark.parametrize("stagger", [("y", "odd"), ("x", "even")])
def test_objects_cover_the_hexes_whose_centres_lie_in_them(stagger: tuple[str, str]) -> None:
    objects = [
        {"name": "all", "type": "province", "x": -10, "y": -10, "width": 500, "height": 500},
        {"name": "first", "x": 14, "y": 16, "point": True, "properties": [{"name": "owner", "value": "red"}]},
        {"name": "far", "x": 4000, "y": 0, "point": True},
        {"name": "corner", "x": 0, "y": 0, "polygon": [{"x": 0, "y": 0}, {"x": 30, "y": 0}, {"x": 0, "y": 40}]},
    ]
    full = [1] * 12
    found = read(tiled(stagger, layers=[*layer(data=full), {"type": "objectgroup", "objects": objects}]))
    by_name = {o.name: o for o in found.objects}
    assert len(by_name["all"].hexes) == 12
    assert by_name["first"].hexes == ("0101",)
    assert by_name["first"].properties == {"owner": "red"}
    assert by_name["far"].hexes == ()
    assert by_name["corner"].hexes == (("0101",) if stagger[0] == "y" else ())


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.4" orientation="hexagonal" width="4" height="3" tilewidth="28" tileheight="32" infinite="0"
     hexsidelength="16" staggeraxis="y" staggerindex="odd">
 <tileset firstgid="1" name="ours" tilewidth="28" tileheight="32">
  <tile id="0" type="grass"/>
  <tile id="1"><properties><property name="terrain" value="forest"/></properties></tile>
 </tileset>
 <layer id="1" name="ground" width="4" height="3">
  <data encoding="csv">
1,2,3,0,
2,1,1,3,
2,1,1,1
</data>
 </layer>
 <objectgroup><object id="1" name="home" x="14" y="16"><point/></object></objectgroup>
</map>
"""


def test_tmx_and_json_are_read_alike() -> None:
    found = read_map_text(TMX)
    assert found.cells == read(tiled()).cells
    assert found.objects[0].hexes == ("0101",)
    bare = "".join(f'<tile gid="{n}"/>' for n in NUMBERS)
    start, end = TMX.index("<data"), TMX.index("</data>")
    assert read_map_text(f"{TMX[:start]}<data>{bare}{TMX[end:]}").cells == found.cells


def test_tilesets_in_files_are_read_beside_the_map_and_reported_if_missing(tmp_path: Path) -> None:
    path = tmp_path / "a.tmj"
    path.write_text(json.dumps(tiled(tilesets=[{"firstgid": 1, "source": "ours.tsx"}])))
    with pytest.raises(
        hw.InputError, match=r"tilesets/0/source: the tileset 'ours.tsx' is not there: .* beside the map"
    ):
        hw.read_map(path)
    (tmp_path / "ours.tsx").write_text('<tileset name="ours"><tile id="0" class="grass"/></tileset>')
    assert hw.read_map(path).cells[:2] == (("grass",), ("ours:1",))
    (tmp_path / "ours.tsx").write_text("<tileset")
    with pytest.raises(hw.InputError, match="tilesets/0/source"):
        hw.read_map(path)
    (tmp_path / "maps").mkdir()
    outside = tmp_path / "maps" / "b.tmj"
    outside.write_text(json.dumps(tiled(tilesets=[{"firstgid": 1, "source": "../ours.tsx"}])))
    # No file outside the map's folder is read, unless the caller names a folder that holds both.
    with pytest.raises(
        hw.InputError, match=r"lies outside of the map's folder.* hw.read_map\(\.\.\., within='(.*)'\)$"
    ) as told:
        hw.read_map(outside)
    (tmp_path / "ours.tsx").rename(tmp_path / "ours.XML")
    (tmp_path / "ours.XML").write_text(
        '<!DOCTYPE tileset SYSTEM "tileset.dtd"><tileset name="ours"><tile id="0" type="sea"/></tileset>'
    )
    outside.write_text(outside.read_text().replace("ours.tsx", "ours.XML"))
    within = str(told.value).rpartition("within='")[2][:-2]
    assert hw.read_map(outside, within=within).cells[0] == hw.read_map(outside, within=tmp_path).cells[0] == ("sea",)
    with pytest.raises(hw.InputError, match="lies outside of the map's folder"):
        hw.read_map(outside, within=tmp_path / "maps")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"orientation": "isometric"}, "expected a hexagonal map"),
        ({"staggeraxis": "z"}, "staggeraxis"),
        ({"width": 0}, "width: expected a whole number"),
        ({"layers": []}, "no visible layer"),
        ({"layers": [5]}, "layers/0: expected a layer"),
        ({"layers": layer(data=NUMBERS[:-1])}, "layers/0/data: expected 12 numbers of tiles, not 11"),
        ({"layers": layer(data="1,2,x", encoding="csv")}, "layers/0/data: expected numbers between commas"),
        ({"layers": layer(data="====", encoding="base64")}, "layers/0/data: it is not base 64"),
        ({"layers": layer(data="AAAA", encoding="base64", compression="lzma")}, "unknown compression 'lzma'"),
        ({"layers": layer(data="AAAA", encoding="rot13")}, "unknown encoding"),
        ({"layers": layer(width="4")}, "expected x, y, width and height"),
        ({"tilesets": []}, "tile 1 at column 0, row 0 belongs to no tileset"),
        ({"tilesets": [{"name": "x"}]}, "tilesets/0: expected a tileset with its firstgid"),
    ],
)
def test_a_wrong_tiled_map_is_refused_with_the_place(change: dict[str, Any], words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        read(tiled(**change))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "text", ["{", "[1]", "<map", "<tileset/>", '<!DOCTYPE a [<!ENTITY b "c">]><map/>', "{}", "<map/>"]
)
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(hw.InputError):
        read_map_text(text)


def test_a_written_map_has_a_picture_of_its_tiles(tmp_path: Path) -> None:
    """A hex in the colour of each terrain, with nothing outside of it."""
    made = HexMap(2, 2, Offset.ODD_R, ("plains", "forest", "water"), bytes([0, 2, 2, 0]))
    path = hw.write_map(made, tmp_path / "isle.tmj")
    (tileset,) = json.loads(path.read_text())["tilesets"]
    assert [tile["type"] for tile in tileset["tiles"]] == ["plains", "water"]
    assert {key: tileset[key] for key in ("columns", "spacing", "margin", "image", "imagewidth", "imageheight")} == {
        "columns": 2, "spacing": 0, "margin": 0, "image": "isle.terrain.png", "imagewidth": 56, "imageheight": 32,
    }  # fmt: skip
    with Image.open(tmp_path / "isle.terrain.png") as picture:
        assert picture.size == (56, 32)
        shown = [
            picture.convert("RGBA").getpixel(at) for at in ((14, 16), (42, 16), (0, 0), (27, 31), (0, 16), (14, 0))
        ]
    assert [f"#{red:02x}{green:02x}{blue:02x}" if seen else "" for red, green, blue, seen in shown] == [
        "#d0d89c", "#83b9d6", "", "", "#d0d89c", "#d0d89c",
    ]  # fmt: skip


@pytest.mark.parametrize("ending", [".tmj", ".json", ".tmx"])
@pytest.mark.parametrize("name", ["depletion/first-steps", "plotted/the-ford"])
def test_our_maps_go_to_tiled_and_back(name: str, ending: str, tmp_path: Path) -> None:
    scenario = hw.scenario(name)
    path = hw.write_map(scenario, tmp_path / f"a{ending}")
    assert hw.read_map(path).to_map(scenario.system) == scenario.position.map.with_places({})


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(hw.InputError, match="No such file"):
        hw.read_map(tmp_path / "none.map")
    (tmp_path / "a.map").write_bytes(b"\xff\xfe")
    with pytest.raises(hw.InputError, match="byte 0: not UTF-8"):
        hw.read_map(tmp_path / "a.map")
    with pytest.raises(hw.InputError, match="unknown ending"):
        hw.write_map(hw.scenario("depletion/first-steps"), tmp_path / "a.png")
    with pytest.raises(hw.InputError, match="expected a map of hexes"):
        hw.write_map(hw.scenario("rondel/inland-sea"), tmp_path / "a.tmx")


@pytest.mark.parametrize(
    ("file", "settings", "error"),
    [
        ("a.tmx", {"table": {"lava": "mountain"}}, "one tile for each terrain"),
        ("a.tmj", {"other": "plains"}, "one tile for each terrain"),
        ("a.map", {"table": {"^Zz": "swamp"}}, "need `like`"),
    ],
)
def test_settings_that_would_change_nothing_are_refused(
    file: str, settings: dict[str, Any], error: str, tmp_path: Path
) -> None:
    with pytest.raises(hw.InputError, match=error):
        hw.write_map(hw.scenario("depletion/first-steps"), tmp_path / file, **settings)
    assert list(tmp_path.iterdir()) == []


def test_names_that_look_like_numbers_stay_names_in_tmx() -> None:
    named = TMX.replace(
        'name="home" x="14" y="16"><point/>',
        'name="0101" x="14" y="16"><point/><properties><property name="hex" value="0304"/>'
        '<property name="men" type="int" value="4"/><property name="ours" type="bool" value="true"/></properties>',
    )
    (home,) = read_map_text(named).objects
    assert (home.name, home.properties) == ("0101", {"hex": "0304", "men": 4, "ours": True})
    assert read_map_text(TMX.replace('name="ours"', 'name="007"')).cells[2] == ("007:2",)


def test_objects_stand_where_tiled_draws_them() -> None:
    objects = [
        {"name": "tile", "gid": 1, "x": 0, "y": 32, "width": 28, "height": 32},
        {"name": "turned", "x": 0, "y": 0, "width": 28, "height": 32, "rotation": 45},
        {"name": "hidden", "x": 14, "y": 16, "point": True, "visible": False},
    ]
    layers = [
        {"type": "objectgroup", "objects": objects},
        {"type": "group", "offsetx": 28, "layers": [
            {"type": "objectgroup", "offsety": 0, "objects": [{"name": "moved", "x": 14, "y": 16, "point": True}]},
        ]},
    ]  # fmt: skip
    found = read(tiled(layers=[*layer(data=[1] * 12), *layers]))
    assert {o.name: o.hexes for o in found.objects} == {"tile": ("0101",), "turned": ("0101",), "moved": ("0201",)}
    assert found.notes == (
        "1 object not visible: passed over",
        "the object 'turned' has rotation: it is read as if it were not turned",
    )


@pytest.mark.parametrize(
    ("alignment", "x", "y"),
    [
        *[("topleft", 42, 24), ("top", 56, 24), ("topright", 70, 24), ("left", 42, 40), ("center", 56, 40)],
        *[
            ("right", 70, 40),
            ("bottomleft", 42, 56),
            ("bottom", 56, 56),
            ("bottomright", 70, 56),
            ("unspecified", 42, 56),
        ],
    ],
)
def test_a_tile_stands_at_the_point_that_its_tileset_names(alignment: str, x: int, y: int, tmp_path: Path) -> None:
    """The hex 0202 has its middle at 56, 40."""
    tileset = {"firstgid": 1, "name": "ours", "objectalignment": alignment, "tilewidth": 28, "tileheight": 32}
    flag = {"gid": 0x80000001, "width": 28, "height": 32}
    (tmp_path / "flag.tj").write_text(json.dumps({
        "type": "template", "tileset": {"firstgid": 1, "source": "sets/ours.tsj"},
        "object": flag | {"name": "flag", "type": "place", "properties": [{"name": "a", "value": 1}, {"name": "b", "value": 2}]},
    }))  # fmt: skip
    (tmp_path / "flag.tx").write_text(
        f"""<template><tileset firstgid="1" source="sets/ours.tsj"/><object name="flag" type="place" gid="{flag["gid"]}"
        width="28" height="32"><properties><property name="a" type="int" value="1"/></properties></object></template>"""
    )
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "ours.tsj").write_text(json.dumps(tileset))
    own = [{"name": "b", "value": 3}]
    objects = [
        {**flag, "x": x, "y": y},
        *({"template": f"flag.{t}", "x": x, "y": y, "properties": own} for t in ("tj", "tx")),
    ]
    layers = [*layer(data=[1] * 12), {"type": "objectgroup", "objects": objects}]
    data = tiled(tilesets=[tileset], layers=layers)
    plain, *of_templates = read_map_text(json.dumps(data), tmp_path).objects
    assert plain.hexes == ("0202",)
    assert [(o.name, o.kind, o.hexes) for o in of_templates] == [("flag", "place", ("0202",))] * 2
    assert [o.properties for o in of_templates] == [{"a": 1, "b": 3}] * 2
    tmx = TMX.replace(
        '<object id="1" name="home" x="14" y="16"><point/></object>',
        f'<object id="1" template="flag.tx" x="{x}" y="{y}"/>',
    )
    assert read_map_text(tmx, tmp_path).objects[0].hexes == ("0202",)
    with pytest.raises(hw.InputError, match=r"template: the template 'flag.tx' is not there"):
        read_map_text(tmx, tmp_path / "sets")


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "cannot be read: Expecting value"),
        ("<template", "not XML from here on"),
        ("<tileset/>", "expected <template>, not <tileset>"),
    ],
)
def test_a_template_that_cannot_be_read_is_refused(written: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.tx").write_text(written)
    layers = [*layer(), {"type": "objectgroup", "objects": [{"template": "a.tx"}] * 2}]
    with pytest.raises(hw.InputError, match=words) as refused:
        read_map_text(json.dumps(tiled(layers=layers)), tmp_path)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("stagger", [("x", "odd"), ("x", "even"), ("y", "odd"), ("y", "even")])
@pytest.mark.parametrize(
    ("wide", "high", "side"), [(33, 29, 17), (29, 33, 17), (61, 53, 30), (28, 32, 16), (33, 33, 0)]
)
def test_points_in_the_middle_of_a_hex_lie_on_it_at_every_size(
    stagger: tuple[str, str], wide: int, high: int, side: int
) -> None:
    """Tiled's own formulas: it rounds odd sizes of tiles down."""
    even_wide, even_high = wide - wide % 2, high - high % 2
    across, down = (side, 0) if stagger[0] == "x" else (0, side)
    column, row = (even_wide - across) // 2 + across, (even_high - down) // 2 + down
    objects = []
    for at in range(600):
        x, y = at % 30, at // 30
        shoved = bool((x if stagger[0] == "x" else y) % 2) == (stagger[1] == "odd")
        if stagger[0] == "x":
            left, top = x * column, y * 2 * row + row * shoved
        else:
            left, top = x * 2 * column + column * shoved, y * row
        name = f"{x + 1:02d}{y + 1:02d}"
        objects.append({"name": name, "x": left + even_wide / 2, "y": top + even_high / 2, "point": True})
    whole = {"width": 30, "height": 20}
    layers = [*layer(**whole, data=[1] * 600), {"type": "objectgroup", "objects": objects}]
    found = read(tiled(stagger, tilewidth=wide, tileheight=high, hexsidelength=side, layers=layers, **whole))
    assert [o.hexes for o in found.objects] == [(o.name,) for o in found.objects]


def test_layers_that_are_not_seen_or_moved_are_noted() -> None:
    ghost = {**layer(data=[3] * 12)[0], "opacity": 0, "name": "ghost"}
    moved = {**layer()[0], "offsetx": 4, "offsety": -2.5, "name": "moved"}
    found = read(tiled(layers=[moved, {"type": "group", "opacity": 0, "layers": [ghost]}, ghost]))
    assert found.cells == read(tiled()).cells
    assert found.notes == (
        "layers/1 () is not visible: passed over",
        "layers/2 (ghost) is not visible: passed over",
        "layers/0 (moved) is moved by 4, -2.5 pixels: it is read in its place",
    )


def test_maps_of_before_1_2_name_their_tiles_by_number() -> None:
    old = {"firstgid": 1, "name": "ours", "tiles": {"0": {"image": "a/grass.png"}, "1": {"image": "b.png"}},
           "tileproperties": {"1": {"terrain": "forest"}, "x": {}, "2": 7}}  # fmt: skip
    camp = {"name": "camp", "x": 14, "y": 16, "properties": {"men": 3}}
    found = read(tiled(tilesets=[old], layers=[*layer(), {"type": "objectgroup", "objects": [camp]}]))
    assert found.cells == read(tiled()).cells
    assert found.objects[0].properties == {"men": 3}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('return {\n  version = "1.10",\n  luaversion = "5.1",\n}', "an export of Tiled in Lua: open the map in Tiled"),
        ("(function(name,data){\n if(typeof onTileMapLoaded", "an export of Tiled in JavaScript"),
        ("1,2,3\n4,5,-1\n", "an export of Tiled as CSV"),
        ('{"type": "world", "maps": []}', "expected a hexagonal map, not 'a world'"),
        ('{"type": "tileset"}', "expected a hexagonal map, not 'a tileset'"),
        ('<!DOCTYPE map [<!ENTITY b "c">]><map/>', "declares entities"),
    ],
)
def test_files_that_are_no_maps_are_told_by_their_kind(text: str, words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        read_map_text(text)
    assert words in str(refused.value)


def test_the_dtd_of_an_old_map_is_not_read() -> None:
    old = TMX.replace("<map", '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n<map', 1)
    assert read_map_text(old).cells == read(tiled()).cells


@pytest.mark.parametrize(
    "change",
    [
        {"width": 9999, "height": 9999},
        {"infinite": True, "layers": [{"type": "tilelayer", "chunks": [
            {"x": 0, "y": 0, "width": 1, "height": 1, "data": [1]},
            {"x": 9000, "y": 9000, "width": 1, "height": 1, "data": [1]},
        ]}]},
        {"layers": layer(width=3000, height=3000, encoding="base64", compression="zlib", data="")},
        {"staggeraxis": []},
        {"tilesets": [{"firstgid": 1, "source": "a" * 400}]},
        {"tilesets": [{"firstgid": 1, "source": "a\0b"}]},
    ],
)  # fmt: skip
def test_hostile_maps_are_refused_before_anything_large_is_made(change: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(hw.InputError):
        read_map_text(json.dumps(tiled(**change)), tmp_path)


def test_layers_without_objects_and_deep_ones() -> None:
    assert read(tiled(layers=[*layer(), {"type": "objectgroup", "objects": None}])).objects == ()
    deep = TMX.replace("<objectgroup>", "<group>" * 3000 + "<objectgroup>").replace(
        "</objectgroup>", "</objectgroup>" + "</group>" * 3000
    )
    with pytest.raises(hw.InputError):
        read_map_text(deep)
    with pytest.raises(hw.InputError):
        read_map_text("<map \ud800")


def test_many_kinds_of_hexes_are_read_and_translated_by_a_table() -> None:
    many = [n + 1 for n in range(400)]
    found = read(tiled(width=20, height=20, layers=layer(width=20, height=20, data=many)))
    assert len(found.codes) == 400
    assert found.to_map("depletion", {"ours:*": "forest"}).terrain("0301") == "forest"
    with pytest.raises(hw.InputError, match="more than 254"):
        _ = found.map


@pytest.mark.parametrize("name", [n for n in hw.scenarios() if hw.system(n.partition("/")[0]).terrains])
def test_every_bundled_map_goes_to_tiled_and_back(name: str, tmp_path: Path) -> None:
    scenario = hw.scenario(name)
    path = hw.write_map(scenario, tmp_path / "a.tmj")
    assert hw.read_map(path).to_map(scenario.system) == scenario.position.map.with_places({})


# ---------------------------------------------------------------------- hexsides
@pytest.fixture
def rivers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system `depletion`, which knows rivers and walls."""
    monkeypatch.setattr(type(hw.system("depletion")), "hexsides", ("river", "wall"))


@pytest.mark.usefixtures("rivers")
@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
@pytest.mark.parametrize("offset", Offset)
def test_hexsides_are_lines_in_tiled(offset: Offset, ending: str, tmp_path: Path) -> None:
    m = HexMap(5, 4, offset, ("plains",), bytes(20))
    pairs = [(m.name(a), m.name(b)) for a in m.members(m.full) for b in m.neighbours(a)]
    given = m.with_hexsides({"river": pairs[::3], "wall": pairs[1::7], "hedge": pairs[:2]})
    found = hw.read_map(hw.write_map(given, tmp_path / f"isle{ending}"))
    assert {each.kind for each in found.objects} == {"river", "wall", "hedge"}
    assert found.notes == ()
    # The system does not know hedges.
    assert found.to_map("depletion").hexsides == tuple(each for each in given.hexsides if each.kind != "hedge")
    assert found.to_map("plotted").hexsides == ()


@pytest.mark.usefixtures("rivers")
def test_a_line_of_tiled_follows_the_sides_that_it_lies_on() -> None:
    # About the upper left hex, 28 by 32 pixels: right side, lower right side, and on into the middle of another hex.
    points = [{"x": 28, "y": 8}, {"x": 28, "y": 24}, {"x": 14, "y": 32}]
    objects = [
        {"name": "Avon", "type": "river", "x": 0, "y": 0, "polyline": points},
        {"name": "across", "type": "river", "x": 14, "y": 16, "polyline": [{"x": 0, "y": 0}, {"x": 28, "y": 0}]},
        {"name": "rim", "type": "wall", "x": 0, "y": 8, "polyline": [{"x": 0, "y": 0}, {"x": 0, "y": 16}]},
        {"name": "long", "type": "wall", "x": 56, "y": 24, "polyline": [{"x": 0, "y": 0}, {"x": 0, "y": -160000}]},
    ]
    found = read(tiled(("y", "odd"), layers=[*layer(data=[1] * 12), {"type": "objectgroup", "objects": objects}]))
    assert {each.name: each.sides for each in found.objects} == {
        "Avon": (("0101", "0201"), ("0101", "0102")),
        "across": (),
        "rim": (),
        "long": (("0201", "0301"),),
    }
    assert [note.split(" has ")[0] for note in found.notes] == ["the object 'across'", "the object 'rim'"]
    assert found.to_map("depletion", other="plains").side("0101", "0201") == ("river",)
