"""Scenario and replay files, the contents of links, and maps of other programs.

May import `hexwidget.systems` and the floors below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwidget.files.annotations import Annotations, read_arrow, read_note, read_overlay
from hexwidget.files.disk import write_whole
from hexwidget.files.scenario import Scenario, read_scenario, read_words, scenario, scenarios, write_scenario

__all__ = ["Annotations", "ForeignMap", "Scenario", "read_arrow", "read_map", "read_note", "read_overlay"]
__all__ += ["read_scenario", "read_words", "scenario", "scenarios", "write_map", "write_scenario", "write_whole"]

if TYPE_CHECKING:
    from hexwidget.files.maps import ForeignMap, read_map, write_map
else:

    def __getattr__(name: str) -> Any:
        # Few programs read foreign maps, and importing their readers takes a tenth of the time to a first position.
        if name not in ("ForeignMap", "read_map", "write_map"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from hexwidget.files import maps

        value = globals()[name] = getattr(maps, name)
        return value
