"""A rulebook you can click: wargame maneuver rules on a board in a notebook.

The public names. Each is loaded when it is first used, so that ``import hexwidget`` loads neither the widget nor plotly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_NAMES = {
    "classroom.cell": ("Class",),
    "files": ("Scenario", "read_map", "scenario", "scenarios", "write_map"),
    "geometry": ("HexMap",),
    "reader_language": ("use_language",),
    "lessons.review": ("review",),
    "play.cheatsheet": ("cheatsheet",),
    "play": ("JournalError", "Session", "example", "link", "load", "open_link", "save", "verify"),
    "problems": ("InputError",),
    "refusals": ("use_tracebacks",),
    "rules": ("Draft", "IllegalAction", "IllegalPosition", "Status", "Verdict"),
    "rules.interpretations": ("compare_readings",),
    "systems.registry": ("register", "system", "system_names"),
    "table.cell": ("Table",),
    "widget": ("Board",),
    "widget.pages.page": ("use_site",),
}
"""The public names of each module."""
_HOMES = {name: f"hexwidget.{module}" for module, names in _NAMES.items() for name in names}
_PACKAGES = ("environments", "explore", "lessons", "plots", "systems", "testing")
"""Public packages that are loaded when first used."""

__all__ = ["Board", "Class", "Draft", "HexMap", "IllegalAction", "IllegalPosition", "InputError", "JournalError"]
__all__ += ["Scenario", "Session", "Status", "Table", "Verdict", "cheatsheet", "compare_readings", "environments"]
__all__ += ["example", "explore", "lessons", "link", "load", "open_link", "plots", "read_map", "register", "review"]
__all__ += ["save", "scenario", "scenarios", "system", "system_names", "systems", "testing", "use_language"]
__all__ += ["use_site", "use_tracebacks", "verify", "write_map"]

if TYPE_CHECKING:  # type checkers know these names and no others
    from hexwidget import environments, explore, lessons, plots, systems, testing
    from hexwidget.classroom.cell import Class
    from hexwidget.files import Scenario, read_map, scenario, scenarios, write_map
    from hexwidget.geometry import HexMap
    from hexwidget.lessons.review import review
    from hexwidget.play import JournalError, Session, example, link, load, open_link, save, verify
    from hexwidget.play.cheatsheet import cheatsheet
    from hexwidget.problems import InputError
    from hexwidget.reader_language import use_language
    from hexwidget.refusals import use_tracebacks
    from hexwidget.rules import Draft, IllegalAction, IllegalPosition, Status, Verdict
    from hexwidget.rules.interpretations import compare_readings
    from hexwidget.systems.registry import register, system, system_names
    from hexwidget.table.cell import Table
    from hexwidget.widget import Board
    from hexwidget.widget.pages.page import use_site
else:

    def __getattr__(name: str) -> Any:
        if name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
        elif name in _PACKAGES:
            value = import_module(f"hexwidget.{name}")
        else:
            from hexwidget.problems import no_name

            raise no_name(__name__, name, __all__)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
