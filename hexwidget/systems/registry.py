"""Which systems there are. A new bundled one adds its line here, one of your own calls `register`; nothing else is touched."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import RuleSystem

_SYSTEMS: dict[str, str | RuleSystem[Any, Any]] = {
    "depletion": "hexwidget.systems.depletion:DEPLETION",
    "frontiers": "hexwidget.systems.frontiers:FRONTIERS",
    "orders": "hexwidget.systems.orders:ORDERS",
    "plotted": "hexwidget.systems.plotted:PLOTTED",
    "rondel": "hexwidget.systems.rondel:RONDEL",
}
"""The bundled ones by where they are, loaded when first asked for; those that were registered, themselves."""


def register(system: RuleSystem[Any, Any]) -> None:
    """Make a rule system of your own known under its name: to `system`, to scenarios, replays and boards.

    Registering a system of the same name again replaces it, as happens when a notebook's cell is run again.

    :raises InputError: if it is no rule system, or its name is a bundled system's
    """
    title = "this system cannot be registered"
    if not isinstance(system, RuleSystem):
        raise InputError(title, [Problem("", f"expected a rule system, not {shown(system)}")])
    if not isinstance(system.name, str) or not system.name.isidentifier():
        what = f"expected a name of letters, figures and underscores, not {shown(system.name)}"
        raise InputError(title, [Problem("name", what)])
    if isinstance(_SYSTEMS.get(system.name), str):
        raise InputError(title, [Problem("name", f"{shown(system.name)} is the name of a bundled system")])
    _SYSTEMS[system.name] = system


def system_names() -> list[str]:
    """The names of all systems.

    >>> "depletion" in system_names()
    True
    """
    return list(_SYSTEMS)


def system(name: str) -> RuleSystem[Any, Any]:
    """A rule system by name.

    :raises InputError: if there is none of that name

    >>> system("depletion").title
    'Maneuvers with depletion'
    """
    if not isinstance(name, str) or name not in _SYSTEMS:
        raise InputError("no such rule system", [Problem("", unknown("system", name, _SYSTEMS))])
    entry = _SYSTEMS[name]
    if not isinstance(entry, str):
        return entry
    module, _, attribute = entry.partition(":")
    found: RuleSystem[Any, Any] = getattr(import_module(module), attribute)
    return found
