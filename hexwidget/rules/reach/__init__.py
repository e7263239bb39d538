"""Reach: level sets on planes, and plain search where planes do not fit."""

from hexwidget.rules.reach.conditions import CANNOT_COMPUTE, check_piece, conditions
from hexwidget.rules.reach.graph import FoundReach, GraphReach, in_lines, one_step
from hexwidget.rules.reach.hexes import HexReach
from hexwidget.rules.reach.levels import costs_of, level_sets, level_sets_across, level_sets_used, spread
from hexwidget.rules.reach.reach import Reach, Reaches
from hexwidget.rules.reach.search import cheapest

__all__ = ["CANNOT_COMPUTE", "FoundReach", "GraphReach", "HexReach", "Reach", "Reaches", "cheapest", "check_piece"]
__all__ += ["conditions", "costs_of", "in_lines", "level_sets", "level_sets_across", "level_sets_used", "one_step"]
__all__ += ["spread"]
