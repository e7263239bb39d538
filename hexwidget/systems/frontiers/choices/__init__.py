"""Clicks become actions: what may be set next in the draft of an action (`hexwidget.systems.frontiers.actions.GRAMMAR`).

`cards`: cards of the hand; `combat`: units that are committed, damage and positions; `replenishment`: triggers and draws.
"""

from __future__ import annotations

from hexwidget.english import possessive
from hexwidget.rules import Choices, Draft, Prompt, Status, Verdict
from hexwidget.rules.reach import GraphReach, one_step
from hexwidget.systems.frontiers.actions import Commit, Pass
from hexwidget.systems.frontiers.choices import cards, combat, replenishment
from hexwidget.systems.frontiers.choices.cards import CardDesk
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit

CHOICES_OF = {
    "damage": combat.damage,
    "after": combat.positions,
    "triggers": replenishment.triggers,
    "draw": replenishment.draw,
}
"""The choices of each phase in which players do not act in turn."""


class FrontiersDesk(CardDesk):
    """An action while a player chooses it."""

    def choose(self) -> Choices:
        position = self.position
        if position.draws:
            return self.closed("Cards are drawn.")
        if position.phase in CHOICES_OF:
            return CHOICES_OF[position.phase](self)
        if position.acting != self.seat:
            return self.closed(f"It is {possessive(position.players[position.acting])} turn to act.")
        return self._turn()

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on committing one of the player's own units alone (F4.1, F4.2), unless a card needs a target."""
        unit = self.position.by_id.get(space)
        if unit is None or unit.owner != self.seat or self.position.phase in CHOICES_OF or "card" in draft:
            return None
        return self.check(combat.alone(self.player, unit))

    def _turn(self) -> Choices:
        """A turn in the strategy phase or the battle phase: a card of the hand, units to commit, or a pass."""
        draft, player = self.draft, self.player
        passing = self.option("do", "pass", "Pass", "F2.4", Draft(), shortcut="p")
        if "card" in draft and "do" not in draft:
            return cards.card_in_hand(self, [*cards.hand(self), passing])
        if ("unit" in draft or combat.placement(draft)) and "do" not in draft:
            return combat.commit(self, [*combat.own_units(self), *cards.hand(self), passing])
        options = [*cards.hand(self), *combat.own_units(self), passing]
        if "do" in draft:
            return self.made(Prompt("pass", player=player, confirm=True, deed="Pass"), options, Pass(player))
        what = "choose a card from your hand" + (", or units to commit" if self.position.phase == "strategy" else "")
        return self.open(Prompt(f"{what}, or pass", player=player, deed="Choose a card"), options, draft=Draft())


def reach(position: FrontiersPosition, unit: Unit) -> GraphReach:
    """The zones that a unit may be committed to, or retreat to (F4.1, F4.2)."""
    m, player, system = position.map, position.players[unit.owner], position.system
    home = m.index(position.zone(unit.owner, 0))
    out = {m.index(position.zone(unit.owner, frontier)): frontier for frontier in position.frontiers}

    def verdict(there: int) -> Verdict:
        if there == home or unit.occupying:
            return system.check(position, Commit(player, (), (unit.id,)))
        if there in out:
            return system.check(position, Commit(player, ((unit.id, out[there]),)))
        return Verdict(Status.INCOMPLETE, (), "units are committed to the advancing positions of frontiers")

    return one_step(m, m.index(unit.id), [home] if unit.occupying else out, verdict, position.called(unit))
