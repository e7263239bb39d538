"""The rule systems by name. A new bundled system adds its lines here; a system of your own is registered with `register`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import RuleSystem
from hexwidget.rules.author import CANNOT_REGISTER, faults

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from hexwidget.systems.depletion.system import Depletion
    from hexwidget.systems.frontiers.system import Frontiers
    from hexwidget.systems.orders.system import Orders
    from hexwidget.systems.plotted.system import Plotted
    from hexwidget.systems.rondel.system import Rondel

SYSTEMS: dict[str, str | RuleSystem[Any, Any]] = {
    name: f"hexwidget.systems.{name}:{name.upper()}"
    for name in ("depletion", "frontiers", "orders", "plotted", "rondel")
}
"""A bundled system by its module and name, loaded when it is first asked for; a registered system as it is."""

OF_YOUR_OWN = (
    "a system of your own is known once `hw.register(MY_SYSTEM)` has run, or its package is installed with an entry point of the group "
    "hexwidget.systems; commands take --system my_game.py"
)
"""The remedy for a name that nobody knows."""


def register(system: RuleSystem[Any, Any]) -> None:
    """Make a rule system of your own known by its name to `system`, to scenarios, replays and boards.

    Another system of the same name replaces it, as happens when a notebook's cell runs again.

    :raises InputError: if it is not a rule system, or has the name of a bundled one, or names clauses that its rulebook does not
        have, with everything that is wrong
    """
    found = faults(system)
    if isinstance(system, RuleSystem) and is_bundled(system.name):
        found.insert(0, Problem("name", f"{shown(system.name)} is the name of a bundled system"))
    if found:
        raise InputError(CANNOT_REGISTER, found)
    SYSTEMS[system.name] = system


def unknown_system(name: object) -> str:
    """The words for a name of a system that nobody knows: the nearest one, and what makes a system known."""
    return f"{unknown('system', name, system_names())}; {OF_YOUR_OWN}"


def is_bundled(name: object) -> bool:
    """True for the name of a system that comes with the package."""
    return isinstance(name, str) and isinstance(SYSTEMS.get(name), str)


def is_known_here_alone(name: str) -> bool:
    """True for a system that was registered in this process, and that others do not know."""
    return isinstance(SYSTEMS.get(name), RuleSystem) and name not in installed_systems()


def system_names() -> list[str]:
    """The names of all systems: bundled ones, registered ones, and those of installed packages.

    >>> "depletion" in system_names()
    True
    """
    return [*SYSTEMS, *(name for name in installed_systems() if name not in SYSTEMS)]


@cache
def installed_systems() -> dict[str, EntryPoint]:
    """The systems of installed packages: entry points of the group ``hexwidget.systems``, named as the system is."""
    from importlib.metadata import entry_points  # it takes as long as the rest of the package, and few need it

    return {entry.name: entry for entry in entry_points(group="hexwidget.systems")}


def _load_installed(name: str) -> None:
    """Register a system of an installed package.

    :raises InputError: if its package cannot be loaded, or something is wrong with it
    """
    entry = installed_systems()[name]
    try:
        found = entry.load()
    except Exception as error:
        what = f"{entry.value} of the installed package cannot be loaded: {type(error).__name__}: {error}"
        raise InputError("no such rule system", [Problem(name, what)]) from error
    register(found)
    if name not in SYSTEMS:
        what = f"its package names it {shown(name)}, and it calls itself {shown(found.name)}"
        raise InputError("no such rule system", [Problem(name, what)])


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
    if not isinstance(name, str) or (name not in SYSTEMS and name not in installed_systems()):
        known = unknown("system", name, system_names())
        raise InputError("no such rule system", [Problem("", known), Problem("", OF_YOUR_OWN)])
    if name not in SYSTEMS:
        _load_installed(name)
    entry = SYSTEMS[name]
    if not isinstance(entry, str):
        return entry
    module, _, attribute = entry.partition(":")
    found: RuleSystem[Any, Any] = getattr(import_module(module), attribute)
    return found
