"""Clicks become actions: the desk, and what may be set next in a draft (its slots: see
`hexwidget.systems.depletion.actions.GRAMMAR`).

- `decisions`: what is decided after a maneuver: an attack, the rotation of a tile, losses
- `maneuver`: a maneuver in the making
- `corps`: the groups of a corps that are chosen already

All slots may be set and changed in any order. The verdict says what does not go together.
"""

from __future__ import annotations

from hexwidget.english import possessive
from hexwidget.rules import Choice, Choices, Draft, Prompt, Verdict
from hexwidget.systems.depletion.actions import Attack, Maneuver, Pass
from hexwidget.systems.depletion.choices.corps import CorpsDraft, army_choices
from hexwidget.systems.depletion.choices.decisions import Decisions
from hexwidget.systems.depletion.choices.maneuver import ManeuverDraft
from hexwidget.systems.depletion.words import WAITS


class DepletionDesk(Decisions):
    """An action while a player chooses it."""

    def choose(self) -> Choices:
        position, draft, player = self.position, self.draft, self.player
        if position.stage in WAITS:
            return self.closed(f"Wait: {WAITS[position.stage]}.")
        if position.acting != self.seat:
            return self.closed(f"It is {possessive(position.players[position.acting])} turn.")
        if position.stage == "rotation":
            return self.rotation()
        if position.stage == "losses":
            return self.losses()
        if position.deciding is not None:
            return self.attack(position.deciding)
        if draft.get("pass"):
            return self.made(Prompt("confirm to pass", deed="Pass"), [self._pass()], Pass(player))
        corps = CorpsDraft(self)
        board = corps.board
        army = board.army_of(position.turn, board.map.index(str(draft["army"]))) if "army" in draft else None
        if army is not None:
            return ManeuverDraft(corps, army).choices()
        if corps.parts:
            return corps.choices()
        armies = army_choices(position, player, Draft())
        prompt = Prompt("choose an army, or pass", player=player, deed="Choose an army")
        if not any(army.legal for army in armies):
            prompt = Prompt("no army can move now: pass", player=player, deed="Choose Pass")
        return self.open(prompt, (*armies, self._pass()), draft=Draft())

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on a hex as a target, or on an army as a choice."""
        if self.position.deciding is not None:
            return self.check(Attack(self.player, space))
        if self.position.stage != "maneuver":
            return None
        verdict = self.check(Maneuver(self.player, (space,)))
        # A verdict without findings does not say that a maneuver is complete: its end is still to be chosen.
        return verdict if verdict.findings else None

    def _pass(self) -> Choice:
        return self.option("pass", True, "Pass", "D1.16", Draft(), shortcut="p")
