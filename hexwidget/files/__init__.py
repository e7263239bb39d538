"""Scenario files.

May import `hexwidget.systems` and the floors below it.
"""

from hexwidget.files.annotations import Annotations, read_arrow, read_note, read_overlay
from hexwidget.files.scenario import Scenario, read_scenario, scenario, scenarios, write_scenario

__all__ = [
    "Annotations",
    "Scenario",
    "read_arrow",
    "read_note",
    "read_overlay",
    "read_scenario",
    "scenario",
    "scenarios",
    "write_scenario",
]
