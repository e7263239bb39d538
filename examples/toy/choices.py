"""Clicks become actions."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.english import agree, possessive
from hexwidget.rules import Choices, Draft, Field, Status, Verdict
from hexwidget.rules.desk import Desk
from hexwidget.rules.prompt import Prompt
from hexwidget.rules.reach import GraphReach, one_step

from .actions import GRAMMAR, Answer, Seal, ToyAction
from .ground import MAP
from .position import ToyPosition


def reach(position: ToyPosition, seat: int, at: int) -> GraphReach:
    """The provinces that a courier may be ordered to, as far as its player can see."""
    player, here = position.players[seat], MAP.name(at)

    def verdict(there: int) -> Verdict:
        return position.system.check(position, Seal(player, (here,) if there == at else (here, MAP.name(there))))

    among = [*MAP.neighbours(at), *([at] if verdict(at) else [])]
    return one_step(MAP, at, among, verdict, f"{possessive(player)} courier on {MAP.label(at)}")


class ToyDesk(Desk[ToyPosition, ToyAction]):
    """An action while a player chooses it. Slots: ``courier``, ``to``, ``answer``."""

    def choose(self) -> Choices:
        position, draft, seat = self.position, self.draft, self.seat
        if position.meetings:
            return self._answer()
        if position.drawing:
            return self.closed("Cards are drawn.")
        couriers = {MAP.name(at): f"Courier on {MAP.label(at)}" for at in position.couriers_of(seat)}
        pieces = [
            self.option("courier", name, label, "T2", Draft(), kind="piece", space=name, chosen=False)
            for name, label in couriers.items()
        ]
        if draft.get("courier") not in couriers:
            hand, sealed = ", ".join(position.hands[seat]) or "nothing", position.sealed[seat]
            way = "-".join(MAP.label(MAP.index(name)) for name in sealed or ())
            done = (f"Sealed: {way}; it may be replaced",) if sealed else ()
            after = (*done, f"In the hand: {hand}")
            prompt = Prompt("choose a courier", player=self.player, after=after, deed="Choose a courier")
            return self.open(prompt, pieces, draft=Draft())
        at = MAP.index(str(draft["courier"]))
        courier, area = MAP.label(at), reach(position, seat, at)
        where = f"Where the courier on {courier} goes"
        field = Field(
            "to", where, area, ("border", "borders"), "stay", completes=True, mover="the courier", clause="T2"
        )
        order = GRAMMAR.from_draft(position, draft, self.player)
        if order is None:
            return self.open(f"Choose where the courier on {courier} goes.", pieces, field)
        verdict, to = self.check(order), MAP.label(MAP.index(str(draft["to"])))
        if verdict.status is Status.ILLEGAL:
            return self.open(f"{to} is barred.", pieces, field, verdict=verdict)
        sure = () if verdict else ("Whether it can be entered is not seen from here",)
        prompt = Prompt(f"Seal {courier} to {to}?", after=sure, deed="Seal")
        return self.open(prompt, pieces, field, action=order, verdict=verdict)

    def _answer(self) -> Choices:
        """T6: the decision about a meeting."""
        position, draft = self.position, self.draft
        here = MAP.label(position.meetings[0])
        if self.seat != position.decider:
            return self.closed(f"{agree(position.players[position.decider], 'decides')} about the meeting on {here}.")
        options = [
            self.option("answer", word, word.capitalize(), "T6", Draft(), barred=Answer(self.player, word == "bribe"))
            for word in ("withdraw", "bribe")
        ]
        meet = (f"couriers meet on {here}",)
        prompt = Prompt("Withdraw, or bribe?", player=self.player, before=meet, deed="Withdraw, or bribe")
        if "answer" not in draft:
            return self.open(prompt, options, draft=Draft())
        action = Answer(self.player, draft["answer"] == "bribe")
        done = replace(prompt, deed=str(draft["answer"]).capitalize())
        return self.open(done, options, action=action, verdict=self.check(action))
