"""The way to classes in a database, whose modules are loaded on demand."""

from __future__ import annotations

from typing import Any


def databases() -> Any:
    """Return the module that keeps classes in a database.

    :raises ImportError: if the extra is not installed
    """
    try:
        from hexwidget.classroom import rows
    except ModuleNotFoundError as error:
        raise ImportError(f"a class in a database needs {error.name}: pip install 'hexwidget[postgres]'") from None
    return rows
