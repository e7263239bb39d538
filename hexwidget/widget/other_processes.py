"""Slow work that a server has done in other processes, so that a board answers others meanwhile."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Elsewhere(Protocol):
    """Other processes."""

    def submit(self, work: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> Future[R]:
        """Begin some work, in the running event loop. Its failure is the failure of the future."""
