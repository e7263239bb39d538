"""Maps of other programs, read and written: Tiled (JSON, TMX) and Wesnoth.

`read_map` returns a `ForeignMap`, which holds every code of the file; `ForeignMap.to_map` translates it for a system.
"""

from hexwidget.files.maps.foreign import ForeignMap, MapObject
from hexwidget.files.maps.reading import read_map, read_map_text, write_map

__all__ = ["ForeignMap", "MapObject", "read_map", "read_map_text", "write_map"]
