"""The desk of `frontiers`, and cards of the hand: their payment, their frontier and their target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwidget.english import capital
from hexwidget.rules import Choice, Choices, Desk, Draft, Prompt, Status, Verdict, fitting, reasons
from hexwidget.rules.choices import with_chosen
from hexwidget.rules.kinds import Reading
from hexwidget.rules.lazy_sequences import first_and, number_of
from hexwidget.rules.position import of_the_last
from hexwidget.scene import Arrow
from hexwidget.systems.frontiers.actions import FrontiersAction, Play
from hexwidget.systems.frontiers.cards import Card
from hexwidget.systems.frontiers.legality.cards import affordable, not_seen, on_an_occupied_frontier, unplayable
from hexwidget.systems.frontiers.payments import Payment, payments
from hexwidget.systems.frontiers.phrases import ACTIVATED, PAYMENT
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition
from hexwidget.systems.frontiers.targets import needs_target, targets, ways_out
from hexwidget.systems.frontiers.words import in_words, payment_in_words


class CardDesk(Desk[FrontiersPosition, FrontiersAction]):
    """An action while a player chooses it: the parts of the draft that the choices ask for."""

    @property
    def target(self) -> str | None:
        """F8.1: the id of the unit that a card is aimed at."""
        return str(self.draft["target"]) if "target" in self.draft else None

    @property
    def frontier(self) -> int | None:
        """The frontier that a card needs: the place of a settlement, or the way out of a target."""
        return int(self.draft["frontier"]) if "frontier" in self.draft else None


def hand(desk: CardDesk) -> list[Choice]:
    """The cards of the hand, each with the findings against it."""
    return with_chosen(_hand(desk.position, desk.seat), desk.draft.get("card"), Draft())


@of_the_last(1)
def _hand(position: FrontiersPosition, seat: int) -> list[Choice]:
    """The cards of a hand while none is chosen: all drafts of a position have them in common."""
    found = []
    for kind in sorted(set(position.hands[seat]).difference(HIDDEN.values())):
        card = position.cards[kind]
        label = f"{'Activate' if card.type in ACTIVATED else 'Deploy'} {card.title}"
        label += f", cost {card.cost}" if card.cost else ""
        space, barred = f"{position.players[seat]} hand {kind}", unplayable(card, position, seat)
        findings = tuple([finding.on(position.map) for finding in barred])
        found.append(Choice("card", kind, label, "piece", card.clause, Draft(card=kind), space, False, findings))
    return found


def card_in_hand(desk: CardDesk, options: list[Choice]) -> Choices:
    """F2.6: the choices for the card that the draft names.

    :param options: the choices that lead elsewhere
    """
    position, draft, seat = desk.position, desk.draft, desk.seat
    card = position.cards[str(draft["card"])]
    findings, status = unplayable(card, position, seat), Status.ILLEGAL
    if not findings and card.name not in position.hands[seat]:
        findings, status = (not_seen(position, card.name, seat),), Status.UNKNOWN
    if findings:
        return desk.open(reasons(findings), options, verdict=Verdict(status, findings, card.name, desk.system.rulebook))
    base, target, frontier = Draft(card=card.name), desk.target, desk.frontier
    ways = payments(position, seat, card.cost)
    payment = PAYMENT.read(str(draft.get("pay", "")), Reading(position))
    if PAYMENT.write(payment) != draft.get("pay") or any(affordable(card, payment, position, seat)):
        payment = ways[0]
    if number_of(ways) > 1:
        # Before the cards: what is chosen last tells the board's headline, which is the card or its target.
        options = [*_payments(desk, ways, payment), *options]
    options += aims(desk, card, base)
    if card.type == "settlement":
        options += _places(desk, base)
    does = (capital(card.does),) if card.does else ()
    missing = _missing(desk, card)
    if missing:
        deed = fitting(missing, "choose a target")
        return desk.open(Prompt(missing, about=card.title, after=does, deed=deed), options)
    action = Play(desk.player, card.name, card.type, target, frontier, payment)
    verb = "Activate" if card.type in ACTIVATED else "Deploy"
    prompt = Prompt(in_words(position, action), after=does, confirm=True, deed=fitting(f"{verb} {card.title}", verb))
    back = base if len(draft) > 1 else Draft()
    return desk.made(prompt, options, action, back=back, arrows=_way(desk, card))


def _way(desk: CardDesk, card: Card) -> tuple[Arrow, ...]:
    """The way of the card to the zone where it stays."""
    zones = {"unit": "heartland", "tactic": "heartland", "villager": "villagers"}
    to = f"{desk.player} {zones[card.type]}" if card.type in zones else ""
    if card.type == "settlement" and desk.frontier is not None:
        to = desk.position.zone(desk.seat, desk.frontier, occupying=True)
    return (Arrow((f"{desk.player} hand {card.name}", to), card.title, "path"),) if to else ()


def _missing(desk: CardDesk, card: Card) -> str:
    """The part of the action that is still to be chosen, in words."""
    if desk.target is None and needs_target(desk.position, desk.seat, card):
        return f"choose {card.target}"
    if card.type == "settlement" and desk.frontier is None:
        return "choose a frontier that you occupy"
    if card.leads_out() and desk.target is not None and desk.frontier is None:
        return "choose the frontier that it goes to"
    return ""


def _payments(desk: CardDesk, ways: Sequence[Payment], now: Payment) -> Iterator[Choice]:
    """F3.2, F7.2: the ways to pay; where they are very many, the first of them and the one that is chosen."""
    for way in first_and(ways, now):
        value, label = PAYMENT.write(way), f"Pay {payment_in_words(desk.position, way)}"
        yield Choice("pay", value, label, "button", "F3.2", desk.draft.set("pay", value), None, way == now)


def _places(desk: CardDesk, base: Draft) -> Iterator[Choice]:
    """F7.2: the frontiers that a settlement may be put on; others with the findings against them."""
    for n in desk.position.frontiers:
        barred = tuple(on_an_occupied_frontier(n, desk.position, desk.seat))
        space = desk.position.zone(desk.seat, n, occupying=True)
        yield desk.option("frontier", n, f"Settle frontier {n}", "F7.2", base, kind="space", space=space, barred=barred)


def aims(desk: CardDesk, card: Card, base: Draft, *, trigger: bool = False) -> Iterator[Choice]:
    """F8.1: the units that a card may be aimed at, and the frontiers that the target may be moved to."""
    position = desk.position
    if not card.aims(trigger=trigger):
        return
    if "pay" in desk.draft:
        base = base.set("pay", desk.draft["pay"])
    for unit in targets(position, desk.seat, card, trigger=trigger):
        label = f"{card.title} at {position.called(unit)}"
        yield desk.option("target", unit.id, label, "F8.1", base, kind="space", space=unit.id)
    aimed = position.by_id.get(desk.target or "")
    if card.leads_out(trigger=trigger) and aimed is not None:
        unplaced = desk.draft.clear("frontier")
        for n in ways_out(position, aimed):
            space = position.zone(desk.seat, n)
            yield desk.option("frontier", n, f"To frontier {n}", "F8.1", unplaced, kind="space", space=space)
