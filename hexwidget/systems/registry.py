"""The rule systems by name. A new bundled system adds its lines here; a system of your own is registered with `register`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import RuleSystem

if TYPE_CHECKING:
    from hexwidget.systems.depletion.system import Depletion
    from hexwidget.systems.frontiers.system import Frontiers
    from hexwidget.systems.orders.system import Orders
    from hexwidget.systems.plotted.system import Plotted
    from hexwidget.systems.rondel.system import Rondel

_SYSTEMS: dict[str, str | RuleSystem[Any, Any]] = {
    "depletion": "hexwidget.systems.depletion:DEPLETION",
    "frontiers": "hexwidget.systems.frontiers:FRONTIERS",
    "orders": "hexwidget.systems.orders:ORDERS",
    "plotted": "hexwidget.systems.plotted:PLOTTED",
    "rondel": "hexwidget.systems.rondel:RONDEL",
}
"""A bundled system by its module and name, loaded when it is first asked for; a registered system as it is."""


def register(system: RuleSystem[Any, Any]) -> None:
    """Make a rule system of your own known by its name to `system`, to scenarios, replays and boards.

    Another system of the same name replaces it, as happens when a notebook's cell runs again.

    :raises InputError: if it is not a rule system, or has the name of a bundled one
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


@overload
def system(name: Literal["depletion"]) -> Depletion: ...
@overload
def system(name: Literal["frontiers"]) -> Frontiers: ...
@overload
def system(name: Literal["orders"]) -> Orders: ...
@overload
def system(name: Literal["plotted"]) -> Plotted: ...
@overload
def system(name: Literal["rondel"]) -> Rondel: ...
@overload
def system(name: str) -> RuleSystem[Any, Any]: ...
def system(name: str) -> RuleSystem[Any, Any]:
    """A rule system by name.

    :raises InputError: if there is no system of that name

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
