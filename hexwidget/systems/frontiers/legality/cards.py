"""Cards: they come from the hand in their phase, are paid, put on a frontier and aimed. Triggers."""

from __future__ import annotations

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.frontiers.actions import Play, Resolve
from hexwidget.systems.frontiers.cards import Card
from hexwidget.systems.frontiers.legality.timing import Findings
from hexwidget.systems.frontiers.payments import NOTHING, Payment, settled_payment, total
from hexwidget.systems.frontiers.position import FrontiersPosition
from hexwidget.systems.frontiers.targets import hits, needs_target, targets

PHASE_OF = {
    "villager": ("strategy", "F2.2"),
    "settlement": ("strategy", "F2.2"),
    "stratagem": ("strategy", "F2.2"),
    "unit": ("strategy", "F2.2"),
    "tactic": ("battle", "F3.4"),
    "maneuver": ("battle", "F2.3"),
}
"""The phase in which a card is played, and the clause that says so."""


def from_the_hand_paid_and_aimed(action: Play, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against deploying or activating a card."""
    card = position.cards[action.card]
    yield from from_the_hand_in_its_phase(card, position, seat)
    yield from affordable(card, action.payment, position, seat)
    if card.type == "settlement":
        yield from on_an_occupied_frontier(action.frontier, position, seat)
    yield from aimed(card, action.target, action.frontier, position, seat, trigger=False)


def unplayable(card: Card, position: FrontiersPosition, seat: int) -> tuple[Finding, ...]:
    """The findings against a card that no payment, frontier or target can answer. A settlement that cannot be deployed
    anywhere is judged on the first frontier."""
    found = [*from_the_hand_in_its_phase(card, position, seat), *affordable(card, None, position, seat)]
    if card.type == "settlement":
        places = [tuple(on_an_occupied_frontier(frontier, position, seat)) for frontier in position.frontiers]
        if found or all(places):
            found += places[0]
    if not targets(position, seat, card):
        found += aimed(card, None, None, position, seat, trigger=False)
    return tuple(found)


@bars("F2.6", "F2.2", "F2.3", "F3.1", "F3.4")
def from_the_hand_in_its_phase(card: Card, position: FrontiersPosition, seat: int) -> Findings:
    """F2.6: the card is in the hand. F2.2, F2.3, F3.4: it is the phase of the card. F3.1, F2.2: some only once a round."""
    player, hand = position.players[seat], position.hands[seat]
    if card.name not in hand and position.back(card.name) not in hand:
        about = {"card": card.title, "player": player}
        yield Finding("F2.6", "not_in_hand", (f"{player} hand",), about, "{player} has no {card} in the hand")
    phase, clause = PHASE_OF[card.type]
    if position.phase != phase:
        about = {"card": card.title, "player": player, "type": card.type, "phase": phase, "now": position.phase}
        yield Finding(clause, "phase", (), about, "a {type} is played in the {phase} phase: it is the {now} phase")
    if card.type in position.done[seat]:
        about = {"card": card.title, "player": player, "type": card.type}
        once = "F3.1" if card.type == "villager" else "F2.2"
        yield Finding(once, "once_a_round", (), about, "{player} has deployed a {type} in this round")


def not_seen(position: FrontiersPosition, kind: str, seat: int) -> Finding:
    """F9.1: a player cannot see the cards in another player's hand."""
    player = position.players[seat]
    numbers = {"card": position.title_of(kind), "player": player}
    wording = "whether {player} has {card} in the hand is hidden"
    return Finding("F9.1", "hidden_hand", (f"{player} hand",), numbers, wording)


@bars("F3.2", "F3.4", "F7.2")
def affordable(card: Card, named: Payment | None, position: FrontiersPosition, seat: int) -> Findings:
    """F3.2, F3.4, F7.2: villagers and settlements suffice, and pay exactly the cost.

    :param named: the payment that the action names
    """
    if card.cost == 0 and named in (None, NOTHING):
        return
    ready, purses = position.ready_villagers(seat), position.purses(seat)
    clause = "F3.4" if card.type == "tactic" else "F3.2"
    numbers = {"card": card.title, "cost": card.cost, "ready": ready, "purses": purses}
    where = (f"{position.players[seat]} villagers",)
    if ready + purses < card.cost:
        wording = "{card} costs {cost}: ready villagers {ready}, settlements that can pay {purses}"
        exerted = sum(villager.exerted for villager in position.villagers[seat])
        offer = Remedy("villagers are readied at replenishment", "F2.5") if exerted else None
        yield Finding(clause, "too_few_villagers", where, numbers, wording, offer)
        return
    payment = settled_payment(position, seat, card.cost, named)
    if total(payment) != card.cost:
        numbers["paid"] = total(payment)
        yield Finding(clause, "price", where, numbers, "{card} costs {cost}, and what is named pays {paid}")
    if payment[0] > purses:
        numbers["asked"] = payment[0]
        wording = "settlements that are to pay {asked}, that can pay in this round {purses}"
        yield Finding("F7.2", "purses", where, numbers, wording)
    have = {v.kind: v.ready for v in position.villagers[seat]}
    for kind, n in payment[1]:
        if n > have.get(kind, 0):
            data = {"n": n, "kind": position.title_of(kind), "have": have.get(kind, 0)}
            yield Finding(clause, "not_ready", where, data, "{kind}: {n} to be exerted, {have} ready")


@bars("F7.1", "F7.2")
def on_an_occupied_frontier(frontier: int | None, position: FrontiersPosition, seat: int) -> Findings:
    """F7.1, F7.2: a settlement goes on a frontier that the player occupies, and that has none of theirs."""
    if frontier is None:
        wording = "the frontier is to be named that the settlement is put on, such as: on 2"
        yield Finding("F7.2", "which", (), {}, wording)
        return
    holder = position.occupier(frontier)
    numbers = {"frontier": frontier, "player": position.players[seat]}
    where = (f"frontier {frontier}",)
    if holder is None or holder.owner != seat:
        offer = Remedy("win the combat there and occupy it", "F6.2")
        yield Finding("F7.1", "not_occupied", where, numbers, "{player} does not occupy frontier {frontier}", offer)
    if position.settled(seat, frontier):
        yield Finding("F7.2", "settled", where, numbers, "{player} has a settlement on frontier {frontier} already")


@bars("F8.1")
def aimed(
    card: Card, target: str | None, frontier: int | None, position: FrontiersPosition, seat: int, *, trigger: bool
) -> Findings:
    """F8.1: a card that aims has a target that it may be aimed at, and no other card has a target."""
    if target is None and frontier is None and not card.aims(trigger=trigger):
        return
    about = {"card": card.title, "target": str(card.target or "")}
    if not card.aims(trigger=trigger):
        if target is not None:
            yield Finding("F8.1", "no_aim", (target,), about, "{card} is aimed at nobody")
        if frontier is not None and (card.type != "settlement" or trigger):
            yield Finding("F8.1", "no_way", (), about, "no frontier is to be named for {card}")
        return
    if target is None:
        if needs_target(position, seat, card, trigger=trigger):
            possible = targets(position, seat, card, trigger=trigger)
            names = f", one of {', '.join(each.id for each in possible)}" if possible else ", and there is none"
            yield Finding("F8.1", "target", (), about, f"{{card}} needs {{target}}{names}")
        return
    unit = position.by_id.get(target)
    if unit is None:
        units = ", ".join(each.id for each in position.units) or "none"
        yield Finding("F8.1", "no_unit", (), {**about, "named": target, "units": units}, "there is no unit {named}: there are {units}")  # fmt: skip
        return
    if card.target is not None and not hits(card.target, seat, unit):
        place = f"in frontier {unit.frontier}" if unit.frontier else "in its heartland"
        data = {**about, "unit": position.called(unit), "place": place}
        wording = "{card} needs {target}: {unit}, {place}, is not such a one"
        yield Finding("F8.1", "wrong_target", (unit.id,), data, wording)
    if card.leads_out(trigger=trigger):
        if frontier is None:
            wording = "{card} needs the number of the frontier that {0} moves to"
            yield Finding("F8.1", "which_frontier", (unit.id,), about, wording)
        elif frontier == unit.frontier:
            yield Finding("F8.1", "there_already", (unit.id,), {**about, "frontier": frontier}, "unit {0} is in frontier {frontier} already")  # fmt: skip
    elif frontier is not None and (trigger or card.type != "settlement"):
        yield Finding("F8.1", "no_way", (), about, "no frontier is to be named for {card}")


@bars("F2.7")
def own_triggers(action: Resolve, position: FrontiersPosition, seat: int) -> Findings:
    """F2.7: players resolve their own triggers, in the order that they choose."""
    trigger = next((t for t in position.triggers if (t.seat, t.source) == (seat, action.source)), None)
    if trigger is None:
        pending = ", ".join(dict.fromkeys(t.source for t in position.triggers if t.seat == seat))
        data = {"source": action.source, "pending": pending}
        wording = "no trigger of {source} is to be resolved: there remain {pending}"
        yield Finding("F2.7", "no_such_trigger", (), data, wording)
        return
    yield from aimed(position.cards[trigger.kind], action.target, action.frontier, position, seat, trigger=True)
