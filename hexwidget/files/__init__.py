"""Scenario files.

May import `hexwidget.systems` and the floors below it.
"""

from hexwidget.files.scenario import Scenario, read_scenario, scenario, scenarios, write_scenario

__all__ = ["Scenario", "read_scenario", "scenario", "scenarios", "write_scenario"]
