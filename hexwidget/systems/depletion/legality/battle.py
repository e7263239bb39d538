"""The predicate on losses (D9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexwidget.rules import Finding, bars, instead
from hexwidget.systems.depletion.actions import Lose
from hexwidget.systems.depletion.battle.losses import as_action, losing, possible_losses
from hexwidget.systems.depletion.position import Battle, DepletionPosition


@bars("D9.2")
def losses_are_possible(position: DepletionPosition, battle: Battle, action: Lose, seat: int) -> Iterator[Finding]:
    """D9.2: damage is spent along some order of the things that can fall, and fells all that it can."""
    if seat not in battle.losers:
        wording = "{player:has} no losses to choose"
        yield Finding("D9.2", "not_a_loser", (), {"player": position.players[seat]}, wording)
        return
    side, damage = losing(position, seat)
    possible = [as_action(position, side, fallen) for fallen in possible_losses(position, side, damage)]
    if _sorted(action) not in map(_sorted, possible):
        numbers = {"damage": damage, "default": str(possible[0])}
        offer = partial(instead, position, [possible[0]], "{action}", "D9.2")
        wording = "{damage:hit} cannot cause just these losses; the usual choice is to {default}"
        yield Finding("D9.2", "not_these", tuple(space for space, _ in action.units), numbers, wording, offer)


def _sorted(action: Lose) -> tuple[object, ...]:
    return sorted(action.units), sorted(action.structures)
