"""The way to classes in a database, whose modules are loaded on demand."""

from __future__ import annotations

from typing import Any

from hexwidget.extras import extra


def databases() -> Any:
    """Return the module that keeps classes in a database.

    :raises ImportError: if the extra is not installed
    """
    with extra("postgres", "a class in a database"):
        from hexwidget.classroom import rows
    return rows
