"""What somebody sees of a position, and what they may choose there: the same for a board and for a recording of one."""

from __future__ import annotations

from typing import Any

from hexwidget.rules import Choices, Draft, Observation, Position
from hexwidget.rules.choices import chance_choices


def observation(position: Position, player: str | None) -> Observation[Any]:
    """What a player sees; for the referee (None) the whole of it."""
    if player is None:
        return Observation(None, position)
    found: Observation[Any] = position.observe(player)
    return found


def asked(position: Position, player: str | None, draft: Draft) -> Choices:
    """What may be chosen next, given a draft. The referee decides for chance, too."""
    node = position.chance if player is None else None
    if node is not None:
        return chance_choices(node, draft)
    found: Choices = position.system.choices(observation(position, player), player, draft)
    return found
