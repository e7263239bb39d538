"""The SVG picture and the plotly figure show everything in the scene, and texts stay texts."""

import struct
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import hexwidget as hw
from hexwidget.geometry import Offset
from hexwidget.scene import Overlay, Piece
from hexwidget.scene.cell import RADIUS
from hexwidget.scene.drawing import draw
from hexwidget.scene.palette import PALETTES, SYMBOLS
from hexwidget.systems.depletion.units import UNITS
from tests.depletion.positions import scripted

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_shows_every_piece_and_says_it_in_words() -> None:
    position = hw.scenario("depletion/first-steps").position
    root = ElementTree.fromstring(position.to_svg())
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"  # the language of its title and description
    assert root.findtext(f"{SVG}title") == "First steps"
    assert "Red has 1 peasant on 0402" in (root.findtext(f"{SVG}desc") or "")
    titles = [t.text for t in root.iter(f"{SVG}title")]
    assert "red's archer, red's 2 cavalry" in titles
    assert titles.count("blue's castle") == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("offset", ["odd-q", "even-r"])
def test_overlays_arrows_cubes_and_all_grounds_can_be_drawn(theme: str, offset: str) -> None:
    position = scripted(
        {"0101": "1 archer, 1 peasant, 1 spearman, 1 catapult"},
        {"0201": "1 swordsman"},
        map=".  .  %  ^  &  ~  =" if Offset(offset).pointy else ".  %  &  =\n  .  ^  ~",
        offset=offset,
        cubes={"0101": 4},
    )
    declared = (
        position.remove("red", "0101")
        .put("red", "0101", "1 archer")
        .apply("0101")
        .position.apply("attack 0201")
        .position
    )
    plane = 1 << position.map.index("0101")
    overlay = Overlay("x", "x", ((3, plane),))
    for shown in (position, declared):
        root = ElementTree.fromstring(draw(shown.scene().adding([overlay]), theme=theme))
        assert "3" in {t.text for t in root.iter(f"{SVG}text")}
    assert "attack on 0201" in draw(declared.scene())


@pytest.mark.parametrize("theme", PALETTES)
def test_open_cards_beside_the_map_have_colours_of_the_theme(theme: str) -> None:
    picture = hw.example("D8.9").position.to_svg(theme=theme)
    assert "a good harvest" in picture
    inks = {each.get(part) for each in ElementTree.fromstring(picture).iter() for part in ("fill", "stroke")}
    assert [ink for ink in inks if ink and ink != "none" and not ink.startswith(("#", "url("))] == []


def test_names_are_text_in_the_picture() -> None:
    hostile = '<script>alert("x")</script>&'
    made = hw.system("depletion").position(
        map=". .", players=[hostile], armies={hostile: {"0101": "1 archer"}}, title=hostile
    )
    assert "<script" not in made.to_svg()
    ElementTree.fromstring(made.to_svg())
    assert "<script" not in made.check("0101-0101")._repr_html_()


def test_a_notebook_shows_a_position_as_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    position = scripted({"0101": "1 archer"})
    shown = position._repr_png_()
    assert shown is not None
    png, size = shown
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    svg = ElementTree.fromstring(draw(position.scene(), radius=RADIUS))
    assert (width, height) == (int(svg.get("width", "0")), int(svg.get("height", "0")))
    assert size == {"width": width, "height": height}
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert position._repr_png_() is None
    with pytest.raises(ImportError, match="pip install resvg-py"):
        position.to_png()


def test_every_symbol_and_hue_that_a_scene_names_exists_in_both_palettes() -> None:
    position = hw.scenario("depletion/first-steps").position
    scene = position.apply("0203").position.scene()
    assert scene.tokens
    for palette in PALETTES.values():
        assert {g.hue for g in scene.grounds} <= set(palette["ground"])
        assert {p.hue for p in scene.players} <= set(palette["owner"])
        assert {t.kind for t in scene.tokens} <= set(palette["token"])
    assert {p.symbol for p in scene.pieces} <= set(SYMBOLS)
    assert PALETTES["light"].keys() == PALETTES["dark"].keys()


def test_every_unit_has_its_drawing_and_what_has_none_its_letter() -> None:
    assert {unit.symbol for unit in UNITS} <= set(SYMBOLS)
    assert len({SYMBOLS[unit.symbol] for unit in UNITS}) == len(UNITS)
    scene = hw.scenario("depletion/first-steps").position.scene()
    odd = replace(scene, pieces=(Piece("x", "0101", 0, "dragon", "dragon", "red's dragon"),))
    assert ">D</text>" in draw(odd)


def test_the_odds_of_a_battle_are_bars() -> None:
    position = hw.scenario("depletion/five-hexes-of-water").position.apply("0102-0202-0302-0402-0502-0602").position
    odds = position.battle_odds("0702")
    (bars,) = hw.plots.battle(odds).data
    assert sum(bars.x) == pytest.approx(1)
    assert len(bars.y) == len(odds)
    with pytest.raises(hw.InputError, match="odds of a battle"):
        hw.plots.battle(position)
