"""Cards of the hand: their payment, their frontier and their target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwidget.rules import Choice, Choices, Draft, Finding, Status, Verdict
from hexwidget.systems.frontiers.actions import Payment, Play
from hexwidget.systems.frontiers.cards import Card
from hexwidget.systems.frontiers.choices.desk import Desk, why
from hexwidget.systems.frontiers.choices.drafts import pay_text
from hexwidget.systems.frontiers.legality.cards import not_seen, on_an_occupied_frontier, unplayable
from hexwidget.systems.frontiers.payments import payments
from hexwidget.systems.frontiers.position import HIDDEN
from hexwidget.systems.frontiers.targets import needs_target, targets, ways_out


def hand(desk: Desk) -> Iterator[Choice]:
    """The cards of the hand, each with the findings against it."""
    position, seat = desk.position, desk.seat
    for kind in sorted(set(position.hands[seat]).difference(HIDDEN.values())):
        card = position.cards[kind]
        chosen = desk.draft.get("card") == kind
        then = Draft() if chosen else Draft(card=kind)
        verb = "Activate" if card.type in ("stratagem", "maneuver") else "Deploy"
        label = f"{verb} {card.title}" + (f", cost {card.cost}" if card.cost else "")
        space = f"{desk.player} hand {kind}"
        yield Choice("card", kind, label, "piece", "F2.6", then, space, chosen, unplayable(card, position, seat))


def card_in_hand(desk: Desk, card: Card, options: list[Choice]) -> Choices:
    """F2.6: the choices for a card that the draft names.

    :param options: the choices that lead elsewhere
    """
    position, draft, seat = desk.position, desk.draft, desk.seat
    findings, status = unplayable(card, position, seat), Status.ILLEGAL
    if not findings and card.name not in position.hands[seat]:
        findings, status = (not_seen(position, card.name, seat),), Status.UNKNOWN
    if findings:
        verdict = Verdict(status, findings, card.name, position.system.rulebook)
        return Choices(desk.player, draft, why(findings), tuple(options), None, None, verdict)
    base = Draft(card=card.name)
    target, frontier = desk.chosen("target"), desk.number("frontier")
    ways = payments(position, seat, card.cost)
    payment = next((way for way in ways if pay_text(way) == draft.get("pay")), ways[0])
    if len(ways) > 1:
        options += _payments(desk, ways, payment)
    options += aims(desk, card, base)
    if card.type == "settlement":
        options += _places(desk, base)
    text = f" {card.does[0].upper()}{card.does[1:]}." if card.does else ""
    missing = _missing(desk, card)
    if missing:
        return desk.open(f"{card.title}: {missing}.{text}", options, draft)
    action = Play(desk.player, card.name, card.type, target, frontier, payment)
    cost = f", paying {pay_text(payment)}" if card.cost else ""
    words = str(Play(desk.player, card.name, card.type, target, frontier))
    prompt = f"{words[0].upper()}{words[1:]}{cost}.{text} Confirm?"
    return desk.made(prompt, options, action, back=base if len(draft) > 1 else Draft())


def _missing(desk: Desk, card: Card) -> str:
    """The part of the action that is still to be chosen, in words."""
    target, frontier = desk.chosen("target"), desk.number("frontier")
    if target is None and needs_target(desk.position, desk.seat, card):
        return f"choose {card.target}"
    if card.type == "settlement" and frontier is None:
        return "choose a frontier that you occupy"
    if card.leads_out() and target is not None and frontier is None:
        return "choose the frontier that it goes to"
    return ""


def _payments(desk: Desk, ways: Sequence[Payment], now: Payment) -> Iterator[Choice]:
    """F3.2, F7.2: the ways to pay."""
    for way in ways:
        value = pay_text(way)
        then = desk.draft.set("pay", value)
        yield Choice("pay", value, f"Pay {value}", "button", "F3.2", then, None, way == now)


def _places(desk: Desk, base: Draft) -> Iterator[Choice]:
    """F7.2: the frontiers that a settlement may be put on; others with the findings against them."""
    for n in desk.position.frontiers:
        findings = tuple(on_an_occupied_frontier(n, desk.position, desk.seat))
        yield _frontier(desk, n, f"Settle frontier {n}", "F7.2", base, findings, occupying=True)


def aims(desk: Desk, card: Card, base: Draft, *, trigger: bool = False) -> Iterator[Choice]:
    """F8.1: the units that a card may be aimed at, and the frontiers that the target may be moved to."""
    position = desk.position
    if not card.aims(trigger=trigger):
        return
    target = desk.chosen("target")
    for unit in targets(position, desk.seat, card, trigger=trigger):
        chosen = target == unit.id
        then = base if chosen else base.set("target", unit.id)
        if "pay" in desk.draft:
            then = then.set("pay", desk.draft["pay"])
        label = f"{card.title} at {position.called(unit)} ({unit.id})"
        yield Choice("target", unit.id, label, "space", "F8.1", then, unit.id, chosen)
    aimed = position.by_id.get(target or "")
    if card.leads_out(trigger=trigger) and aimed is not None:
        for n in ways_out(position, aimed):
            yield _frontier(desk, n, f"To frontier {n}", "F8.1", desk.draft.clear("frontier"))


def _frontier(
    desk: Desk,
    n: int,
    label: str,
    clause: str,
    base: Draft,
    findings: tuple[Finding, ...] = (),
    *,
    occupying: bool = False,
) -> Choice:
    chosen = desk.draft.get("frontier") == n
    then = base if chosen else base.set("frontier", n)
    space = desk.position.zone(desk.seat, n, occupying=occupying)
    return Choice("frontier", n, label, "space", clause, then, space, chosen, findings)
