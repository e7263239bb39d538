"""Python's pictures: the front end's code draws them, within limits of time and memory; without it a plain picture says so."""

from __future__ import annotations

import json
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from PIL import Image

import hexwidget as hw
from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.geometry.images import read_image
from hexwidget.rules import Position
from hexwidget.scene import Note, Overlay, Piece, army, drawing
from hexwidget.scene.army import army_symbol
from hexwidget.scene.drawing import DrawingError, draw, ground_picture
from hexwidget.scene.paper import in_grey, key, on_paper
from hexwidget.scene.png import to_png
from hexwidget.scene.scene_messages import ChangingScene
from hexwidget.widget.pages.sharing import IN_A_CELL
from tests import inside
from tests.package.test_public_face import loaded_after

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert("x")</script>&\x00\ud800\ufffe'


@pytest.fixture(scope="module")
def position() -> Position:
    return hw.scenario("depletion/first-steps").position


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quickjs", None)
    monkeypatch.setattr(drawing, "per_thread", threading.local())


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


# ---------------------------------------------------------------------- what it draws
@pytest.mark.parametrize("name", hw.scenarios())
@pytest.mark.parametrize("plainly", [False, True])
def test_every_scenario_is_drawn_and_says_what_it_is(name: str, plainly: bool) -> None:
    scene = hw.scenario(name).position.scene()
    root = ElementTree.fromstring(draw(scene, plain=plainly, caption="A picture"))
    assert root.findtext(f"{SVG}title") == scene.title
    assert root.findtext(f"{SVG}desc") == scene.description
    assert "A picture" in [element.text for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("plainly", [False, True])
def test_the_caption_of_a_narrow_picture_fits(plainly: bool) -> None:
    narrow = hw.system("depletion").position(map=". . .\n . . .", players=["red", "blue"]).scene()
    root = ElementTree.fromstring(draw(narrow, radius=26, plain=plainly, caption=IN_A_CELL))
    *_, width, height = map(float, root.attrib["viewBox"].split())
    lines = [e for e in root.iter(f"{SVG}text") if e.text and e.text in IN_A_CELL and len(e.text) > 5]
    assert " ".join(line.text or "" for line in lines) == IN_A_CELL
    for line in lines:
        assert len(line.text or "") * 6 < width
        assert float(line.attrib["y"]) < height - 4


def test_equal_scenes_give_equal_pictures_and_others_have_other_names(position: Position) -> None:
    again = hw.scenario("depletion/first-steps").position
    assert draw(position.scene()) == draw(again.scene())
    one, two = draw(position.scene()), draw(position.scene(), theme="dark")
    names = [{e.get("id") for e in ElementTree.fromstring(svg).iter() if e.get("id")} for svg in (one, two)]
    assert names[0]
    assert not names[0] & names[1]


@pytest.mark.parametrize("name", hw.scenarios())
def test_a_picture_for_paper_has_no_colour(name: str) -> None:
    position = hw.scenario(name).position
    board = hw.Board(position, colours={position.players[0]: "#aa3300"})
    for picture in (board.to_svg("print"), in_grey(drawing.plain_picture(position.scene(), "light", 34.0))):
        colours = {found.lower() for found in re.findall("#[0-9a-fA-F]{6}\\b", picture)}
        assert len(colours) > 3
        assert [each for each in colours if not each[1:3] == each[3:5] == each[5:]] == []


def test_sides_and_areas_are_told_apart_on_paper(position: Position) -> None:
    board = hw.Board(position)
    for name, space in (("mine", "0101"), ("yours", "0102"), ("ours", "0103")):
        board.show([space], name)
    scene = inside.showing(board).state.scene.adding([Overlay("zone", "blue's zone", ((0, 1),), "blue")])
    assert key(scene) == [
        "Red has light grey squares and blue has black discs.",
        "Solid line: mine.", "Dashed line: yours.", "Dotted line: ours.",
    ]  # fmt: skip
    assert len({player.hue for player in on_paper(scene).players}) == len(scene.players)
    assert on_paper(scene).overlays[-1].hue == on_paper(scene).players[1].hue
    board.show(["0101"], "chosen", stroke="dotted")
    chosen = inside.showing(board).state.scene
    assert [o.stroke for o in on_paper(chosen).overlays] == [o.stroke for o in chosen.overlays]


def test_notes_have_numbers_where_their_words_stand_elsewhere(position: Position) -> None:
    scene = replace(position.scene(), notes=(Note("0102", "One"), Note("0902", "Two")))
    flags, numbers = texts(draw(scene)), texts(draw(scene, numbered=True))
    assert {"One", "Two"} <= set(flags)
    assert not {"One", "Two"} & set(numbers)
    assert numbers[-2:] == ["1", "2"]


def test_texts_of_a_scene_stay_texts(position: Position) -> None:
    scene = position.scene()
    space = scene.pieces[0].space
    players = tuple(replace(player, hue=HOSTILE) for player in scene.players)
    hostile = replace(
        scene,
        title=HOSTILE,
        description=HOSTILE,
        players=players,
        pieces=(
            *scene.pieces,
            Piece(HOSTILE, space, 0, HOSTILE, HOSTILE, HOSTILE),
            Piece("x", space, 0, "__proto__", "x", "y"),
        ),
        notes=(Note(space, HOSTILE, HOSTILE),),
    )
    for picture in (draw(hostile), draw(hostile, caption=HOSTILE), drawing.plain_picture(hostile, "light", 34.0)):
        assert "<script" not in picture
        ElementTree.fromstring(picture)


def test_the_picture_of_the_ground_lies_where_it_says(position: Position) -> None:
    scene = position.scene()
    found = ground_picture(scene, radius=20.0)
    root = ElementTree.fromstring(found.svg)
    assert float(root.get("width", "0")) == pytest.approx((found.right - found.left) * 20, abs=1)
    assert float(root.get("height", "0")) == pytest.approx((found.bottom - found.top) * 20, abs=1)
    corners = [corner for index in SpaceMap.members(scene.map.full) for corner in scene.map.outline(index)]
    assert all(found.left <= x <= found.right and found.top <= y <= found.bottom for x, y in corners)


# ---------------------------------------------------------------------- limits
def hooked(code: str, **limits: float) -> drawing.Run:
    run = drawing.of_quickjs(f"var {drawing.FUNCTION} = (request) => {{ {code} }}", **limits)
    assert run is not None
    return run


def test_code_that_does_not_end_is_stopped() -> None:
    with pytest.raises(DrawingError, match=r"more than 0\.2 seconds"):
        hooked("for (;;);", seconds=0.2)("{}")


def test_the_time_of_other_threads_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    own = iter([0.0, 0.01, 0.21])  # at the beginning, and after each limit
    monkeypatch.setattr("time.thread_time", lambda: next(own))
    with pytest.raises(DrawingError, match=r"more than 0\.2 seconds"):
        hooked("for (;;);", seconds=0.2)("{}")
    assert not list(own)


def test_code_that_takes_too_much_memory_is_stopped() -> None:
    with pytest.raises(DrawingError, match="more than 20 MB"):
        hooked("const all = []; for (;;) all.push('x'.repeat(1e6) + all.length);", memory=20_000_000)("{}")


@pytest.mark.parametrize("code", ["const f = () => f() + 1; return f();", "throw new Error('it rains')"])
def test_a_fault_of_the_code_is_an_error_of_ours(code: str) -> None:
    with pytest.raises(DrawingError, match="could not be drawn"):
        hooked(code)("{}")


def test_the_code_that_draws_has_no_way_out() -> None:
    names = ["std", "os", "require", "process", "fetch", "XMLHttpRequest", "WebAssembly", "import.meta", "window"]
    found = hooked(f"return JSON.stringify({json.dumps(names)}.filter((name) => name in globalThis))")("{}")
    assert json.loads(found) == []


def test_a_picture_is_drawn_after_one_that_could_not_be(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = draw(position.scene())
    monkeypatch.setattr(drawing.per_thread, "function", hooked("for (;;);", seconds=0.05))
    with pytest.raises(DrawingError):
        draw(position.scene())
    assert draw(position.scene()) == expected


@pytest.mark.slow
def test_threads_draw_side_by_side(position: Position) -> None:
    expected = draw(position.scene())
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: draw(position.scene()), range(12)))
    assert found == [expected] * 12


# ---------------------------------------------------------------------- without the library
def test_without_the_library_the_picture_is_plain_and_says_so(position: Position, without_library: None) -> None:
    svg = position.to_svg()
    said = texts(svg)
    assert drawing.CAPTION in said
    assert "quickjs-ng" in drawing.CAPTION
    assert set(position.map.names()) <= set(said)
    assert "2C" in said  # two cavalry
    assert "Red has 1 peasant on 0402" in (ElementTree.fromstring(svg).findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize("name", hw.scenarios())
def test_every_scenario_has_a_plain_picture(name: str) -> None:
    ElementTree.fromstring(drawing.plain_picture(hw.scenario(name).position.scene(), "dark", 20.0))


def test_in_a_browser_the_page_draws(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyodide's ``run_js`` runs a text in the page or worker, and gives back the value of its last expression."""
    asked: list[str] = []

    def run_js(code: str) -> object:
        asked.append(code)
        return (lambda request: f"drawn of {len(request)} letters") if len(asked) == 2 else None

    pyodide, code = ModuleType("pyodide"), ModuleType("pyodide.code")
    code.run_js = run_js
    monkeypatch.setitem(sys.modules, "pyodide", pyodide)
    monkeypatch.setitem(sys.modules, "pyodide.code", code)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(drawing, "per_thread", threading.local())
    assert draw(position.scene()).startswith("drawn of ")
    assert draw(position.scene()).startswith("drawn of ")
    assert asked == [drawing.bundle(), drawing.FUNCTION]


def test_a_front_end_that_is_not_built_is_told(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing.bundle.cache_clear()
    monkeypatch.setattr(drawing, "BUNDLE", drawing.BUNDLE.with_name("missing.js"))
    monkeypatch.setattr(drawing, "per_thread", threading.local())
    with pytest.raises(RuntimeError, match="make build"):
        draw(position.scene())


# ---------------------------------------------------------------------- when it is loaded
@pytest.mark.slow
def test_the_library_is_loaded_with_the_first_picture() -> None:
    begun = "import hexwidget as hw; p = hw.scenario('depletion/first-steps').position; p.scene(); hw.Board(p)"
    assert "quickjs" not in loaded_after(begun)
    assert "quickjs" in loaded_after(f"{begun}; p.to_svg()")


# ---------------------------------------------------------------------- pictures of one's own, and army symbols
def dotted(form: str = "PNG", size: tuple[int, int] = (30, 20)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#00ff00").save(out, form)
    return out.getvalue()


def test_a_piece_shows_a_picture_of_ones_own_which_travels_once() -> None:
    scene = hw.scenario("depletion/first-steps").position.scene()
    own = read_image(dotted())
    shown = replace(scene, pieces=tuple(replace(piece, image=own) for piece in scene.pieces[:2]))
    svg = draw(shown)
    assert svg.count(f'<image href="{own.href}"') >= 2
    ElementTree.fromstring(svg)
    state = drawing.ENCODING.encode(ChangingScene.of(shown))
    assert state["images"] == {f"image:{own.name}": own.href}
    assert {piece["symbol"] for piece in state["pieces"]} == {f"image:{own.name}"}
    assert "images" not in drawing.ENCODING.encode(ChangingScene.of(scene))
    hidden = replace(shown, pieces=tuple(replace(piece, hidden=True) for piece in shown.pieces))
    assert "data:image" not in str(drawing.ENCODING.encode(ChangingScene.of(hidden)))


def test_only_pictures_are_drawn_as_pictures() -> None:
    scene = hw.scenario("depletion/first-steps").position.scene()
    for name in ("image:nosuch", 'image:"/><script>', "data:image/svg+xml;base64,AAAA"):
        svg = draw(replace(scene, pieces=(replace(scene.pieces[0], symbol=name),)))
        assert "<script" not in svg
        assert "svg+xml" not in svg
        ElementTree.fromstring(svg)


def test_an_army_symbol_is_outlines_in_the_colour_of_the_figures() -> None:
    scene = hw.scenario("depletion/first-steps").position.scene()
    svg = draw(replace(scene, pieces=(replace(scene.pieces[0], symbol="sfgpuci----d"),)))
    cross = "M2 5.33L22 18.67M2 18.67L22 5.33"
    assert cross in svg
    assert "<image" not in svg
    assert cross in draw(replace(scene, pieces=(replace(scene.pieces[0], symbol="SHG-UCI---", spent=True),)))


@pytest.mark.parametrize(
    ("code", "same"),
    [
        ("SHGPUCI---", "sfgpuci---"),
        ("sfg*uci----*", "sfgpuci---"),
        ("sfgpucixx-", "sfgpuci---"),
        ("sfgpuci--------", "sfgpuci---"),
    ],
)
def test_codes_of_a_symbol_may_leave_things_open(code: str, same: str) -> None:
    assert army_symbol(code) == army_symbol(same) is not None


@pytest.mark.parametrize("name", ["", "horse", "sfapmf----", "sfgpuci", "sfgpuci----d-------", "supergunuci"])
def test_other_names_are_no_army_symbols(name: str) -> None:
    assert army_symbol(name) is None


def test_every_army_symbol_is_made_of_paths() -> None:
    for code in json.loads((Path(army.__file__).parent / "army.json").read_text())["functions"]:
        assert re.fullmatch(r"[\w., +-]+\|[\w., +-]*", army_symbol(f"SFGP{code.ljust(6, '-')}-M---") or ""), code


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_below_a_map_is_drawn_below_its_grid_and_grounds_tint_it(theme: str) -> None:
    scene = hw.scenario("depletion/first-steps").position.scene()
    placed = HexMap.on_image(dotted("JPEG", (240, 160)), scene.map.columns, scene.map.rows, terrains=scene.map.terrains)
    on = placed.with_grounds({placed.index("0303"): "forest"})
    svg = draw(replace(scene, map=on, pieces=(), tokens=()), theme=theme, radius=30)
    assert on.image is not None
    at = svg.index(f'<image href="{on.image.image.href}"')
    assert at < svg.index('fill-opacity="0.45"')
    assert "<use" not in svg
    small = draw(replace(scene, map=on, pieces=(), tokens=()), radius=4)
    assert "<image" in small
    green = Image.open(BytesIO(to_png(svg, 1.0))).convert("RGB").getpixel((200, 120))
    assert isinstance(green, tuple)
    assert green[1] > green[0] + 60
