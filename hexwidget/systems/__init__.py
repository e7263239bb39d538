"""The rule systems: one package each, all with the same rooms. ``hexwidget.systems()`` lists them.

May import `hexwidget.rules` and the floors below it; no system imports another. `hexwidget.systems.registry` holds them.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Systems(ModuleType):
    """The package, which people call."""

    def __call__(self) -> dict[str, str]:
        """Return the titles of all systems, by their names."""
        from hexwidget.systems.registry import system, system_names

        return {name: system(name).title for name in system_names()}


sys.modules[__name__].__class__ = _Systems
