"""Looking ahead: candidate actions, and the positions that they may lead to. Each system says what suits it: see `Lookahead`.

Nothing here uses more than the searching player knows: the system's ``resample`` draws anew what the player cannot see, and everything else
starts from its result. Objectives are asked about calm positions.
"""

from __future__ import annotations

from random import Random

from hexwidget.rules import CHANCE, Action, Position
from hexwidget.rules.lookahead import Draw

MOST_STEPS = 500
"""The most steps of one line of play. Its last position is then evaluated as it is."""
MOST_BEGUN = 50
"""The most steps after an action that is only tried: many are tried one after the other, and nothing is played on."""


def position_after(position: Position, action: Action) -> Position | None:
    """Return the position after an action, without events. None if the action is illegal with what was drawn."""
    system = position.system
    if not system.lookahead.sure and not system.check(position, action):
        return None
    after: Position = system.advance(position, action)
    return after


def play_on(position: Position, rng: Random, plies: int, choose: Draw | None = None) -> Position:
    """Play on at random, and return the calm position that play leads to.

    :param plies: the number of decisions to play at calm positions
    :param choose: decides for the players; defaults to a random choice
    """
    system = position.system
    calm, choose = system.lookahead.calm, choose or system.lookahead.draw
    for _ in range(MOST_STEPS if plies else MOST_BEGUN):
        acting = system.to_act(position)
        if not acting:
            break
        if acting == CHANCE:
            node = system.chance(position)
            if node is None:
                break
            position = system.advance(position, node.sample(rng))
            continue
        if calm(position):
            if plies <= 0:
                break
            plies -= 1
        player = rng.choice(sorted(acting)) if len(acting) > 1 else next(iter(acting))
        position = system.advance(position, choose(position, player, rng))
    return position
