"""The predicate on losses (D9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexwidget.rules import Finding, bars, instead
from hexwidget.systems.depletion.actions import Lose
from hexwidget.systems.depletion.battle.losses import as_action, default_losses, losing, may_fall, things
from hexwidget.systems.depletion.position import Battle, DepletionPosition
from hexwidget.systems.depletion.units import NO_UNITS


@bars("D9.2")
def losses_are_possible(position: DepletionPosition, battle: Battle, action: Lose, seat: int) -> Iterator[Finding]:
    """D9.2: damage is spent along some order of the things that can fall, and fells all that it can."""
    if seat not in battle.losers:
        wording = "{player:has} no losses to choose"
        yield Finding("D9.2", "not_a_loser", (), {"player": position.players[seat]}, wording)
        return
    side, damage = losing(position, seat)
    units, built, name = dict(action.units), set(action.structures), position.map.name
    fallen = {
        t: units.get(name(t.at), NO_UNITS)[t.unit] if t.unit >= 0 else int((name(t.at), t.kind) in built)
        for t in things(position, side)
    }
    named = as_action(position, side, tuple((t, n) for t, n in fallen.items() if n))
    if _sort_key(action) != _sort_key(named) or not may_fall(position, side, damage, fallen):
        usual = as_action(position, side, default_losses(position, side, damage))
        numbers = {"damage": damage, "default": str(usual)}
        offer = partial(instead, position, [usual], "{action}", "D9.2")
        wording = "{damage:hit} cannot cause just these losses; the usual choice is to {default}"
        yield Finding("D9.2", "not_these", tuple(space for space, _ in action.units), numbers, wording, offer)


def _sort_key(action: Lose) -> tuple[object, ...]:
    return sorted(action.units), sorted(action.structures)
