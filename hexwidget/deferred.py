"""Modules that are loaded by name, when somebody first asks for them.

A floor of the house imports only lower ones (see CONTRIBUTING.md). A few functions need a module of a higher floor, or one that needs
packages which they do without. They load it here. No other module loads a part of the package by name: ruff refuses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

Deferred = Literal[
    "arrays.depletion.danger",  # for depletion: it needs NumPy
    "lessons.asking",  # for lessons: it tries the answers at lessons of its own
    "lessons.course",  # for files: it reads courses
    "lessons.desk",  # for exercises: it needs Jupyter
    "lessons.questions",  # for the board: it makes exercises of questions
    "lessons.review",  # for the board: it reviews games
]
"""The modules, with those that load them, and the reason."""


def deferred(name: Deferred) -> Any:
    """Return a module.

    >>> deferred("lessons.course").__name__
    'hexwidget.lessons.course'
    """
    return import_module(f"hexwidget.{name}")
