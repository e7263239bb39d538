"""Which systems there are. A new one adds its line here and touches nothing else."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hexwidget.problems import InputError, Problem, unknown
from hexwidget.rules import RuleSystem

_SYSTEMS = {
    "depletion": "hexwidget.systems.depletion:DEPLETION",
}


def system_names() -> list[str]:
    """The names of all systems.

    >>> system_names()
    ['depletion']
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
    module, _, attribute = _SYSTEMS[name].partition(":")
    found: RuleSystem[Any, Any] = getattr(import_module(module), attribute)
    return found
