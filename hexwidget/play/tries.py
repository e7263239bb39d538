"""The tries of a game that were refused, as far as a session keeps them."""

from __future__ import annotations

from hexwidget.files.replay import Tried

MOST_TRIES = 200
"""The most refused tries that a session keeps: the last ones."""
MOST_AT_A_STEP = 8
"""The most refused tries of a player at one step that it keeps: the first ones."""
Tries = tuple[Tried, ...]


def with_try(tries: Tries, tried: Tried) -> Tries:
    """Return tries with another one; unchanged if they have it, or have the most of its player at its step."""
    here = [each for each in tries if (each.at, each.player) == (tried.at, tried.player)]
    return tries if tried in here or len(here) >= MOST_AT_A_STEP else (*tries, tried)[-MOST_TRIES:]
