"""Pictures of one's own: only PNG, JPEG and WebP are read, within limits, and three hexes say where a map lies on one."""

from __future__ import annotations

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Painted

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.images import Image, matrix_through, piece_image, read_image, read_map_image
from hexwidget.problems import Problems
from hexwidget.rules.editing import change, paint

SIDES = (120, 90)


def painted(form: str, size: tuple[int, int] = SIDES, **how: Any) -> bytes:
    """A picture in a format of Pillow."""
    out = BytesIO()
    Painted.new("RGB", size, "#c0a060").save(out, form, **how)
    return out.getvalue()


@pytest.mark.parametrize(
    ("form", "how"),
    [("PNG", {}), ("JPEG", {}), ("JPEG", {"progressive": True}), ("WEBP", {}), ("WEBP", {"lossless": True})],
)
def test_the_bytes_say_what_a_picture_is(form: str, how: dict[str, Any]) -> None:
    found = read_image(painted(form, **how))
    assert (found.kind, found.width, found.height) == (form.lower(), *SIDES)
    assert found.href.startswith(f"data:image/{form.lower()};base64,")
    assert read_image(found.href) == found
    assert found.name == read_image(found.data).name


def test_a_picture_with_transparent_parts_has_its_size() -> None:
    out = BytesIO()
    Painted.new("RGBA", SIDES).save(out, "WEBP", exif=b"Exif\x00\x00")
    assert (read_image(out.getvalue()).width, read_image(out.getvalue()).height) == SIDES


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "expected a PNG, JPEG or WebP file; its first bytes are"),
        (b"GIF89a", "expected a PNG, JPEG or WebP file"),
        (painted("PNG")[:20], "its size cannot be found"),
        (painted("JPEG")[:30], "its size cannot be found"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "its size cannot be found"),
        (painted("PNG")[:16] + b"\xff" * 8, "expected 1 to 40,000,000 pixels"),
        ("data:image/svg+xml,<svg/>", "expected an address with base64"),
        ("data:image/png;base64,***", "its base64 cannot be read"),
        ("nosuch.png", "nosuch.png: No such file or directory"),
        (".", ".: it is not a file"),
        (7, "expected the path of a PNG, JPEG or WebP file, or its bytes, not 7"),
        (painted("PNG") + bytes(6_000_000), "expected at most 6,000,000 bytes, not 6,000,"),
    ],
)
def test_nothing_else_is_read(given: Any, wrong: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        read_image(given)
    assert wrong in str(refused.value)


def test_the_picture_of_a_counter_is_small() -> None:
    assert piece_image(painted("PNG")) == read_image(painted("PNG"))
    with pytest.raises(hw.InputError, match="expected at most 200,000 bytes"):
        piece_image(painted("PNG") + bytes(200_000))


def test_a_map_fills_its_picture(tmp_path: Path) -> None:
    (tmp_path / "scan.png").write_bytes(painted("PNG"))
    for offset in Offset:
        found = HexMap.on_image(tmp_path / "scan.png", 5, 4, offset=offset.value)
        assert found.image is not None
        a, b, c, d, e, f = found.image.matrix
        assert (a * SIDES[0], d * SIDES[1]) == pytest.approx(found.extent)
        assert (b, c, e, f) == pytest.approx((0, 0, 0, 0))
        assert found.terrains == ("plains",)
        assert found == HexMap(5, 4, offset, ("plains",), bytes(20))


def test_three_hexes_say_where_a_map_lies_also_if_the_scan_is_turned() -> None:
    found = HexMap.on_image(painted("JPEG"), 3, 3, points={"0101": (20, 20), "0301": (100, 22), "0103": (18, 80)})
    assert found.image is not None
    a, b, c, d, e, f = found.image.matrix
    for name, (x, y) in {"0101": (20, 20), "0301": (100, 22), "0103": (18, 80)}.items():
        place = (a * x + c * y + e, b * x + d * y + f)
        assert place == pytest.approx(found.place_of(found.index(name)))
    assert b != 0


@pytest.mark.parametrize(
    ("points", "wrong"),
    [
        ({"0101": (20, 20), "0301": (100, 22)}, "expected three hexes and their pixels"),
        ({"0101": (20, 20), "0301": (100, 22), "0103": "here"}, "expected three hexes and their pixels"),
        ({"0101": (20, 20), "0301": (100, 20), "0201": (60, 20)}, "the three hexes lie on a line"),
        ({"0101": (20, 20), "0301": (20, 20), "0103": (18, 80)}, "the three hexes lie on a line"),
        ({"0101": (20, 20), "0301": (22, 20), "0103": (20, 22)}, "a radius of less than 4 pixels"),
        ({"0101": (20, 20), "0901": (100, 22), "0103": (18, 80)}, "unknown hex '0901'"),
    ],
)
def test_three_hexes_that_do_not_fit_are_named(points: Any, wrong: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        HexMap.on_image(painted("PNG"), 3, 3, points=points)
    assert wrong in str(refused.value)


def test_a_map_on_a_picture_is_not_too_large() -> None:
    with pytest.raises(hw.InputError, match="at most 20,000 hexes, not 40,000"):
        HexMap.on_image(painted("PNG", (2000, 2000)), 200, 200)


def test_an_unknown_stagger_is_named() -> None:
    with pytest.raises(hw.InputError, match=r"offset: unknown stagger 'odd'; did you mean 'odd-[qr]'"):
        HexMap.on_image(painted("PNG"), 3, 3, offset="odd")


def test_a_matrix_goes_through_three_points() -> None:
    assert matrix_through([((0, 0), (1, 1)), ((10, 0), (2, 1)), ((0, 10), (1, 2))]) == pytest.approx(
        (0.1, 0, 0, 0.1, 1, 1)
    )


# ---------------------------------------------------------------- the picture stays below its map
def on_picture() -> Any:
    system = hw.system("depletion")
    found = HexMap.on_image(painted("PNG"), 4, 3, terrains=system.terrains)
    return system.position(
        map=found, players=["red", "blue"], armies={"red": {"0101": "archer"}, "blue": {"0403": "archer"}}
    )


def test_the_picture_stays_with_a_position_when_it_is_played_and_edited() -> None:
    position = on_picture()
    image = position.map.image
    assert isinstance(image.image, Image)
    moved = position.apply(next(iter(position.legal_actions()))).position
    for other in (
        moved,
        paint(position, "forest", ["0202"]),
        change(position, "turn", "blue"),
        pickle.loads(pickle.dumps(position)),
    ):
        assert other.map.image == image
    assert position.map.with_grounds({0: "forest"}).image is image


def test_a_scenario_holds_the_picture_only_if_it_is_asked_for(tmp_path: Path) -> None:
    board = hw.Board(on_picture())
    for picture in (False, True):
        path = hw.save(board.scenario("Isle", picture=picture), tmp_path / "isle.json")
        again = hw.load(path)
        assert isinstance(again, hw.files.Scenario)
        assert again.position.map.image == (board.position.map.image if picture else None)
        assert hw.save(again, tmp_path / "again.json").read_text() == path.read_text()
    hw.save(board.position, path)
    assert "data:image" not in path.read_text()


@pytest.mark.parametrize(
    ("picture", "wrong"),
    [
        (
            {"image": "data:image/png;base64,AAAA", "matrix": [1, 0, 0, 1, 0, 0]},
            "/picture/image: expected a PNG, JPEG or WebP",
        ),
        ({"image": "data:,", "matrix": [1, 0, 0, 1, 0]}, "/picture/matrix: expected six numbers"),
        ({"image": "data:,", "matrix": [1, 0, 0, 1, 0, float("inf")]}, "/picture/matrix: expected six numbers"),
        (
            {"image": "scan.png", "matrix": [1, 0, 0, 1, 0, 0]},
            "/picture/image: expected an address that holds the picture",
        ),
        ([], "/picture: expected an object of image and matrix"),
    ],
)
def test_a_scenario_with_a_bad_picture_is_refused(picture: Any, wrong: str) -> None:
    problems = Problems()
    assert read_map_image(picture, "/picture", problems) is None
    assert wrong in str(problems.found[0])
