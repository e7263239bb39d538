"""Scenario and replay files, links, and maps of other programs.

May import `hexwidget.systems` and the floors below it.
"""

from hexwidget.files.annotations import Annotations, read_arrow, read_note, read_overlay
from hexwidget.files.links import link, open_link
from hexwidget.files.maps import ForeignMap, read_map, write_map
from hexwidget.files.scenario import Scenario, read_scenario, read_words, scenario, scenarios, write_scenario
from hexwidget.files.writing import write_whole

__all__ = [
    "Annotations",
    "ForeignMap",
    "Scenario",
    "link",
    "open_link",
    "read_arrow",
    "read_map",
    "read_note",
    "read_overlay",
    "read_scenario",
    "read_words",
    "scenario",
    "scenarios",
    "write_map",
    "write_scenario",
    "write_whole",
]
