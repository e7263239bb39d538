"""Hex coordinates, layouts and maps. No rules and no drawing live here.

May import nothing else of the package but `hexwidget.problems`.
"""

from hexwidget.geometry.frame import Frame, WholeGraph, WholeMap, Window, frame_about
from hexwidget.geometry.hexes import DIRECTIONS, Hex, disk, distance, line, ring
from hexwidget.geometry.hexmap import HexMap, Terrain
from hexwidget.geometry.layout import Layout
from hexwidget.geometry.links import Links
from hexwidget.geometry.mat import MatMap, Role, Slot, Zone
from hexwidget.geometry.offset import Offset
from hexwidget.geometry.provinces import Border, Province, ProvinceMap
from hexwidget.geometry.spaces import Plane, Point, Space, SpaceMap

__all__ = ["DIRECTIONS", "Border", "Frame", "Hex", "HexMap", "Layout", "Links", "MatMap", "Offset", "Plane", "Point"]
__all__ += ["Province", "ProvinceMap", "Role", "Slot", "Space", "SpaceMap", "Terrain", "WholeGraph", "WholeMap"]
__all__ += ["Window", "Zone", "disk", "distance", "frame_about", "line", "ring"]
