"""Scenario files: bundled ones load and are canonical. A bad one is refused as a whole, with the place of each problem."""

import base64
import json
import re
import struct
import sys

import pytest

import hexwidget as hw
from hexwidget.files import gallery, read_scenario, write_scenario
from hexwidget.systems.registry import system


@pytest.mark.parametrize("name", hw.scenarios())
def test_bundled_scenarios_are_canonical_and_legal(name: str) -> None:
    owner, _, stem = name.partition("/")
    text = (system(owner).folder / "scenarios" / f"{stem}.json").read_text(encoding="utf-8")
    scenario = read_scenario(text)
    assert write_scenario(scenario) == text
    assert getattr(scenario.position, "title", scenario.title) == scenario.title
    assert system(owner).check_position(scenario.position)
    assert scenario.position.to_act
    assert scenario.prose
    assert not re.search(r"\bhw\.|Python|session", scenario.prose)  # it is read at tables, too


def pixels(html: str) -> list[tuple[int, int]]:
    """The width and height of each PNG in some HTML."""
    pictures = (base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', html))
    return [struct.unpack(">II", png[16:24]) for png in pictures]


@pytest.mark.slow
def test_a_scenario_in_a_cell_is_its_picture_and_its_words() -> None:
    scenario = hw.scenario("depletion/first-steps")
    html = scenario._repr_html_()
    assert "<h4>First steps</h4>" in html
    assert '<img alt="First steps"' in html
    assert "<p>Two realms and a lake between them." in html
    ((width, height),) = pixels(html)
    assert width > height > 100
    png = scenario._repr_png_()
    assert png is not None
    assert png[0].startswith(b"\x89PNG")


def test_the_picture_of_a_scenario_has_its_authors_drawings() -> None:
    board = hw.Board(hw.scenario("orders/two-on-one"))
    plain = board.scenario()
    board.note("0303", "the knight <b>waits</b>")
    assert gallery.picture(board.scenario()) != gallery.picture(plain)
    assert "&lt;b&gt;waits" in (gallery.picture(board.scenario()) or "")


@pytest.mark.slow
def test_titles_are_text_and_large_maps_have_a_picture_from_afar() -> None:
    position = hw.system("depletion").position(
        map="\n".join([" ".join("." * 60)] * 60), offset="odd-r", players=["red"], armies={"red": {"0101": "1 archer"}}
    )
    large = hw.Scenario("depletion", "<script>", "a & b", position)
    html = large._repr_html_()
    assert html.startswith('<div style="max-width:46em"><h4>&lt;script&gt;</h4><img alt="&lt;script&gt;" ')
    assert html.endswith("<p>a &amp; b</p></div>")
    assert len(html) < 80_000
    assert large._repr_png_() is not None


def test_the_names_are_a_list_that_a_cell_shows_as_a_gallery(monkeypatch: pytest.MonkeyPatch) -> None:
    names = hw.scenarios()
    assert names == list(names)
    assert repr(names) == repr(list(names))
    few = gallery.Scenarios(name for name in names if "frontiers/" in name or "orders/" in name)
    html = few._repr_html_()
    assert [html.count(f">{name}</code>") for name in few] == [1] * len(few)
    assert "<h4>Two orders a turn</h4>" in html
    assert "Two attackers, +2<br>" in html
    assert len(pixels(html)) == len(few)
    for width, height in pixels(html):
        assert width <= gallery.SHARPNESS * gallery.WIDTH + 1
        assert height <= gallery.SHARPNESS * gallery.HEIGHT + 1
    monkeypatch.setattr(gallery, "page_thumbnail", None)
    assert few._repr_html_() == html  # drawn once


def test_without_resvg_the_pictures_are_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    html = hw.scenario("orders/two-on-one")._repr_html_()
    (data,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert base64.b64decode(data).startswith(b"<svg")


def good() -> dict[str, object]:
    text = write_scenario(hw.scenario("depletion/first-steps"))
    found: dict[str, object] = json.loads(text)
    return found


@pytest.mark.parametrize(
    ("change", "complaints"),
    [
        ({"format": "hexwidget.scenario/9"}, ["/format"]),
        ({"system": "depletoin"}, ["/system: unknown system 'depletoin'; did you mean 'depletion'?"]),
        ({"titel": "x", "prose": 7}, ["/titel", "/prose"]),
        ({"position": []}, ["/position"]),
        ({"format": 1, "position": {"map": "!", "players": ["red"]}}, ["/format", "/position/map/line 1/hex 1"]),
        ({"position": {"map": ".", "players": ["red"], "title": "x"}}, ["/position/title"]),
        ({"position": {"map": ".", "players": ["red"], "strict": False}}, ["/position/strict"]),
        ({"position": {"map": ".", "players": ["red"], "self": 1}}, ["/position/self"]),
    ],
)
def test_a_bad_document_is_refused_with_pointers(change: dict[str, object], complaints: list[str]) -> None:
    with pytest.raises(hw.InputError) as caught:
        read_scenario(json.dumps(good() | change))
    assert len(caught.value.problems) == len(complaints)
    for complaint in complaints:
        assert complaint in str(caught.value)


def test_errors_inside_the_position_have_pointers_too() -> None:
    data = good()
    data["position"]["armies"]["red"]["0203"] = {"cavlary": 2}
    with pytest.raises(
        hw.InputError, match="/position/armies/red/0203/cavlary: unknown unit 'cavlary'; did you mean 'cavalry'"
    ):
        read_scenario(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1"),
        ("[1]", "expected an object"),
        ('{"format": 1, "format": 2, "a": 1, "a": 2}', "'format': is given twice in one object\n  'a': is given twice"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        (None, "expected a text"),
        ("[" * 100_000, "nested too deeply|line 1"),
        ('{"a":', "line 1, column"),
    ],
)
def test_what_is_no_document_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(hw.InputError, match=complaint):
        read_scenario(text)
