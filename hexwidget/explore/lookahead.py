"""Looking ahead: what might be done, and where it might lead. What suits a system it says itself: see `Lookahead`.

Nothing here sees more than the player who thinks: `imagined` draws anew what they cannot see, and all else starts from there.
What a position is worth is asked where it is calm.
"""

from __future__ import annotations

from random import Random

from hexwidget.rules import CHANCE, Action, Position
from hexwidget.rules.lookahead import Draw

MOST_STEPS = 500
"""A line of play that has come to so many steps is looked at as it is."""


def imagined(position: Position, player: str, rng: Random) -> Position:
    """A position as it may be, for all that a player can see."""
    found: Position = position.system.resample(position, player, rng)
    return found


def candidates(position: Position, player: str, rng: Random, most: int) -> list[Action]:
    """Different legal actions of a player: all, or ``most`` of them where there are more."""
    return position.system.lookahead.some(position, player, rng, most)


def varied(position: Position, player: str, action: Action, rng: Random) -> Action | None:
    """An action that is like another one but for a part; None where actions have no parts."""
    known = position.system.lookahead
    return None if known.vary is None else known.vary(position, action, known.draw(position, player, rng), rng)


def done(position: Position, action: Action) -> Position | None:
    """The position after an action, events and all else left out; None if it is not legal there, as may be where that depends
    on what was imagined."""
    system = position.system
    if not system.lookahead.sure and not system.check(position, action):
        return None
    after: Position = system.advance(position, action)
    return after


def played_on(position: Position, rng: Random, plies: int, choose: Draw | None = None) -> Position:
    """A position to which play might lead from here: chance and the players decide at random until so many decisions that
    begin something are made, and the position is calm; or until the game is over.

    :param choose: what players do instead
    """
    system = position.system
    calm, choose = system.lookahead.calm, choose or system.lookahead.draw
    for _ in range(MOST_STEPS):
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
