"""Modules that are loaded by name, when somebody first asks for them.

A floor of the house imports only lower ones (see CONTRIBUTING.md). A few functions need a module of a higher floor, or one that needs
packages which they do without. They load it here. No other module loads a part of the package by name: ruff refuses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

Deferred = Literal[
    "arrays.depletion.danger",  # for depletion: it needs NumPy
    "lessons.exercises.offline_answers",  # for lessons: it tries the answers at lessons of its own
    "lessons.courses.course",  # for files: it reads courses
    "lessons.exercises.desk",  # for exercises: it needs Jupyter
    "lessons.exercises.question_editor",  # for the board: it makes exercises of questions
    "lessons.review",  # for the board: it reviews games
    "widget.pages.preview",  # for links: it makes boards
]
"""The modules, with those that load them, and the reason."""


def deferred(name: Deferred) -> Any:
    """Return a module.

    >>> deferred("lessons.courses.course").__name__
    'hexwidget.lessons.courses.course'
    """
    return import_module(f"hexwidget.{name}")
