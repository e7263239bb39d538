"""The editor lays a map on a picture: three clicks say where the grid lies, and undo takes it back."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.geometry.images import MapImage, read_image
from tests import inside
from tests.geometry.test_images import painted
from tests.widget.page import ask

SCAN = read_image(painted("PNG", (1200, 900)))


@pytest.fixture
def board() -> hw.Board:
    made = hw.Board(hw.Session("depletion/first-steps", seed=1))
    made.edit()
    return made


def label(board: hw.Board) -> str:
    """The words of the brush that places the grid."""
    return next(brush["label"] for brush in inside.editing(board)["brushes"] if brush["key"] == "grid")


def image(board: hw.Board) -> MapImage | None:
    found: MapImage | None = board.position.map.image
    return found


def pixel(board: hw.Board, x: float, y: float) -> dict[str, int]:
    """The point of the map, in thousandths, at a pixel of the picture."""
    shown = image(board)
    assert shown is not None
    a, b, c, d, e, f = shown.matrix
    return {"x": round(1000 * (a * x + c * y + e)), "y": round(1000 * (b * x + d * y + f))}


def test_three_clicks_place_the_grid(board: hw.Board) -> None:
    assert "choose a picture first" in label(board)
    assert not ask(board, "place", x=0, y=0)["ok"]
    assert ask(board, "lay", image=SCAN.href)["ok"]
    assert inside.scene(board)["picture"]["href"] == SCAN.href
    names = board.position.map.corner_hexes
    wanted = {names[0]: (100, 90), names[1]: (1080, 101), names[2]: (92, 800)}
    for name, (x, y) in wanted.items():
        assert f"click the middle of {name} on the picture" in label(board)
        assert ask(board, "place", **pixel(board, x, y))["ok"]
    placed = board.position.map
    assert placed.image is not None
    for name, at in wanted.items():
        # Clicks come in thousandths of a radius, here a tenth of a pixel.
        assert placed.image.pixel_at(*placed.place_of(placed.index(name))) == pytest.approx(at, abs=0.2)
    assert f"click the middle of {names[0]}" in label(board)


def test_each_step_of_the_picture_can_be_undone(board: hw.Board) -> None:
    ask(board, "lay", image=SCAN.href)
    whole = image(board)
    for corner in ((50, 50), (1100, 60), (60, 800)):
        ask(board, "place", **pixel(board, *corner))
    assert image(board) != whole
    board.undo()
    assert image(board) == whole
    board.undo()
    assert image(board) is None
    assert "picture" not in inside.scene(board)
    board.redo()
    assert image(board) == whole


def test_terrain_is_painted_over_the_picture(board: hw.Board) -> None:
    ask(board, "lay", image=SCAN.href)
    assert ask(board, "paint", brush="forest", spaces=["0203"], player=None)["ok"]
    assert board.position.map.terrain("0203") == "forest"
    assert image(board) is not None


def test_the_keyboard_takes_the_middle_of_a_hex(board: hw.Board) -> None:
    ask(board, "lay", image=SCAN.href)
    for name in board.position.map.corner_hexes:
        assert ask(board, "paint", brush="grid", spaces=[name], player=None)["ok"]
    shown = image(board)
    assert shown is not None
    # The hexes were clicked where they lie, so the grid stays there.
    assert shown.pixel_at(0, 0) == pytest.approx((0, 0), abs=1e-6)


@pytest.mark.parametrize(
    ("scan", "wrong"),
    [
        ("scan.png", "expected a picture as an address"),
        ("data:image/svg+xml;base64,PHN2Zy8+", "expected a PNG, JPEG or WebP file"),
        ("data:image/png;base64,x", "its base64 cannot be read"),
    ],
)
def test_anything_but_a_picture_is_refused(board: hw.Board, scan: str, wrong: str) -> None:
    reply = ask(board, "lay", image=scan)
    assert not reply["ok"]
    assert wrong in reply["error"]
    assert image(board) is None


def test_three_clicks_on_a_line_are_refused_and_begin_anew(board: hw.Board) -> None:
    ask(board, "lay", image=SCAN.href)
    replies = [ask(board, "place", x=1000 * n, y=1000 * n) for n in (1, 2, 3)]
    assert [reply["ok"] for reply in replies] == [True, True, False]
    assert "lie on a line" in replies[-1]["error"]
    assert board.position.map.corner_hexes[0] in label(board)


def test_only_maps_of_hexes_lie_on_pictures() -> None:
    board = hw.Board(hw.Session("rondel/inland-sea", seed=1))
    board.edit()
    assert not any(brush["key"] == "grid" for brush in inside.editing(board)["brushes"])
    assert "only maps of hexes" in ask(board, "lay", image=SCAN.href)["error"]


def test_a_page_shows_the_picture_and_its_players_board_does_too(board: hw.Board) -> None:
    ask(board, "lay", image=SCAN.href)
    assert board.to_html().count(SCAN.href) == 1
    assert SCAN.href in board.to_svg()
    assert inside.scene(hw.Board(board.session, player="red"))["picture"]["href"] == SCAN.href
