"""Random games, played as a person would: by actions from the listing, and by clicks on what is offered."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hexwidget.rules import Action, ChanceOutcome, Draft, Position

MOST_CLICKS = 12
"""The most clicks for one action."""
OFTEN = 0.4
"""The share of actions that are clicked together."""

Done = Action | ChanceOutcome | None
Played = list[tuple[Position, Done]]
"""The positions of a game, each with what was done there; None at its end."""


def choose(position: Position, rng: Random, often: float = OFTEN) -> Done:
    """Return the next action or outcome of a random game. None at its end.

    :param often: the share of actions that are clicked together: listings may leave out some products, which only clicks find
    """
    if position.chance is not None:
        return position.chance.sample(rng)
    if not position.to_act:
        return None
    player = rng.choice(sorted(position.to_act))
    chosen = clicked(position, player, rng) if rng.random() < often else None
    return chosen or position.legal_actions(player).sample(rng)


def clicked(position: Position, player: str, rng: Random) -> Action | None:
    """Return the action that random clicks on pieces, buttons and spaces lead to. None if they lead to none."""
    now = position.choices(player=player)
    for _ in range(MOST_CLICKS):
        offered: dict[str, list[Draft]] = {}
        for option in now.options:
            if option.legal and not option.chosen and option.kind in ("piece", "space", "button"):
                offered.setdefault(option.kind, []).append(option.leads_to)
        if now.field is not None and now.field.reach:
            space = rng.choice(list(now.field.reach))
            offered["field"] = [now.draft.set(now.field.slot, space)]
        complete = isinstance(now.action, Action) and bool(now.verdict)
        if not offered or (complete and rng.random() < 0.25):
            break
        now = position.choices(rng.choice(offered[rng.choice(sorted(offered))]), player)
    return now.action if isinstance(now.action, Action) and now.verdict and now.action.player == player else None


def game(position: Position, rng: Random, steps: int, decide: Callable[[Position, Random], Done] = choose) -> Played:
    """Play a random game from a position.

    :param steps: the most steps
    :param decide: the next action or outcome at a position
    """
    found: Played = []
    while len(found) < steps and (done := decide(position, rng)) is not None:
        found.append((position, done))
        position = position.apply(done).position
    return [*found, (position, None)]
