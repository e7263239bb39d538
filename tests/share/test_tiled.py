"""Maps that we write, opened and saved by Tiled itself (``apt-get install tiled``), and read by pytiled-parser."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from tests.share.programs import program

pytiled_parser = pytest.importorskip("pytiled_parser", reason="pytiled-parser is not installed")

KEYS = ("plains", "forest", "mountain", "swamp", "sea", "ocean", "unexplored")
CELLS = bytes([0, 1, 2, 3, 4, 255, 5, 6, 255, 0, 1, 2])


@pytest.fixture(params=[*Offset])
def made(request: pytest.FixtureRequest) -> HexMap:
    return HexMap(4, 3, request.param, KEYS, CELLS)


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_a_map_that_tiled_has_saved_is_the_map_that_was_written(made: HexMap, ending: str, tmp_path: Path) -> None:
    path = hw.write_map(made, tmp_path / f"isle{ending}")
    for saved in (tmp_path / "saved.tmx", tmp_path / "saved.tmj"):
        # Tiled needs no display to convert a map.
        quiet = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run([program("tiled"), "--export-map", path, saved], check=True, env=quiet, capture_output=True)
        found = hw.read_map(saved)
        assert found.to_map("depletion") == hw.read_map(path).to_map("depletion")
        assert (found.offset, found.notes) == (made.offset, ())
        assert [cell[0] if cell else None for cell in found.cells] == [KEYS[n] if n < 255 else None for n in CELLS]
        assert "isle.terrain.png" in saved.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_pytiled_parser_reads_the_map_that_was_written(made: HexMap, ending: str, tmp_path: Path) -> None:
    found = pytiled_parser.parse_map(hw.write_map(made, tmp_path / f"isle{ending}"))
    tiles = found.tilesets[1].tiles or {}
    assert [tile.class_ for tile in tiles.values()] == [*KEYS]
    (layer,) = found.layers
    assert isinstance(layer, pytiled_parser.TileLayer)
    assert [number for row in layer.data or [] for number in row] == [n + 1 if n < 255 else 0 for n in CELLS]
    assert (found.stagger_axis, found.stagger_index) == {
        Offset.ODD_Q: ("x", "odd"), Offset.EVEN_Q: ("x", "even"), Offset.ODD_R: ("y", "odd"), Offset.EVEN_R: ("y", "even"),
    }[made.offset]  # fmt: skip
