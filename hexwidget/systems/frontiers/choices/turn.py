"""A turn in the strategy phase or the battle phase: a card of the hand, units to commit, or a pass."""

from __future__ import annotations

from hexwidget.rules import Choice, Choices, Draft
from hexwidget.systems.frontiers.actions import Pass
from hexwidget.systems.frontiers.choices import cards, units
from hexwidget.systems.frontiers.choices.desk import Desk


def turn(desk: Desk) -> Choices:
    """The choices of the player to act."""
    draft, player = desk.draft, desk.player
    if draft.get("do") == "pass":
        options = [*cards.hand(desk), *units.own_units(desk), pass_button(desk)]
        return desk.made(f"{player}: pass. Confirm?", options, Pass(player))
    if "card" in draft:
        card = desk.position.cards[str(draft["card"])]
        return cards.card_in_hand(desk, card, [*cards.hand(desk), pass_button(desk)])
    if "unit" in draft or units.placed(draft):
        return units.commit(desk, [*units.own_units(desk), *cards.hand(desk), pass_button(desk)])
    what = "choose a card of the hand"
    if desk.position.phase == "strategy":
        what += ", or units to commit"
    options = [*cards.hand(desk), *units.own_units(desk), pass_button(desk)]
    return desk.open(f"{player}: {what}, or pass.", options)


def pass_button(desk: Desk) -> Choice:
    """F2.4: the button to pass."""
    chosen = desk.draft.get("do") == "pass"
    then = Draft() if chosen else Draft(do="pass")
    findings = desk.check(Pass(desk.player)).findings
    return Choice("do", "pass", "Pass", "button", "F2.4", then, None, chosen, findings, "p")
