"""Written routes, moved together: orders are sealed in secret, then all units move step by step.

The clauses are in ``rulebook.toml``; `system.PLOTTED` is the system's face.
"""

from hexwidget.systems.plotted.system import PLOTTED

__all__ = ["PLOTTED"]
