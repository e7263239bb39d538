"""My game, a rule system for hexwidget. `MY_GAME` is the system."""

from .rules import MY_GAME

__all__ = ["MY_GAME"]
