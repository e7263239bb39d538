"""Tiled maps of hexagons, as JSON and as TMX.

Both forms are read into the same plain data first (`data`, `xml`). Then `tilesets`, `layers` (and `packed_numbers`) and `objects` are
read, put together by `reading`. `writing` writes both forms.
"""

from hexwidget.files.maps.tiled.reading import read_tiled_json, read_tmx
from hexwidget.files.maps.tiled.writing import picture_of, tiled_json, tmx

__all__ = ["picture_of", "read_tiled_json", "read_tmx", "tiled_json", "tmx"]
