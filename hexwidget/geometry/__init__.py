"""Hex coordinates, layouts and maps: where things are. No rules and no drawing live here.

May import nothing else of the package.
"""

from hexwidget.geometry.frame import Frame, WholeMap, Window, frame_about
from hexwidget.geometry.hexes import DIRECTIONS, Hex, disk, distance, line, ring
from hexwidget.geometry.hexmap import HexMap, Space, Terrain
from hexwidget.geometry.layout import Layout
from hexwidget.geometry.offset import Offset

__all__ = [
    "DIRECTIONS",
    "Frame",
    "Hex",
    "HexMap",
    "Layout",
    "Offset",
    "Space",
    "Terrain",
    "WholeMap",
    "Window",
    "disk",
    "distance",
    "frame_about",
    "line",
    "ring",
]
