"""The way to the store in a database, whose module is loaded on demand."""

from __future__ import annotations

from typing import Any

from hexwidget.extras import extra


def databases(what: str) -> Any:
    """Return the module that keeps things in databases. It is loaded on demand.

    :param what: what needs it, in words
    :raises ImportError: if the extra is not installed
    """
    with extra("postgres", what):
        from hexwidget.store.postgres import database
    return database
