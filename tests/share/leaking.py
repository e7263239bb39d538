"""As `tests.share.asking`, with a leak: every place sees everything."""

from __future__ import annotations

from typing import Any

from hexwidget.rules import Observation
from hexwidget.widget import audience
from tests.share import asking

SYSTEM = asking.SYSTEM


def whole(position: Any, _player: str | None) -> Observation[Any]:
    """Return the whole position for everybody."""
    return Observation(None, position)


audience.observation = whole
