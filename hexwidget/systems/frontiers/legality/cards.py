"""Cards: they come from the hand, are paid, put on a frontier and aimed. Triggers."""

from __future__ import annotations

from functools import partial

from hexwidget.english import counted, listing
from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.frontiers.actions import Play, Resolve
from hexwidget.systems.frontiers.cards import STAYING, Card
from hexwidget.systems.frontiers.legality import remedies
from hexwidget.systems.frontiers.legality.timing import Findings, in_the_phase_of_the_card
from hexwidget.systems.frontiers.payments import NOTHING, Payment, total
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit
from hexwidget.systems.frontiers.targets import hits, needs_target, pending, targets
from hexwidget.systems.frontiers.words import trigger_in_words


def from_the_hand_paid_and_aimed(action: Play, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against deploying or activating a card, apart from its moment."""
    card = position.cards[action.card]
    found = [*from_the_hand(card, position, seat), *once_a_round(card, position, seat)]
    found += affordable(card, action.payment, position, seat)
    if card.type == "settlement":
        found += on_an_occupied_frontier(action.frontier, position, seat)
    found += aimed(card, action.target, action.frontier, position, seat, trigger=False)
    yield from remedies.first_offers(found, partial(remedies.another_play, position, action))


def unplayable(card: Card, position: FrontiersPosition, seat: int) -> tuple[Finding, ...]:
    """The findings against a card that no payment, frontier or target can answer. A settlement that cannot be deployed
    anywhere is judged on the first frontier."""
    found = [*in_the_phase_of_the_card(card, position), *from_the_hand(card, position, seat)]
    found += [*once_a_round(card, position, seat), *affordable(card, None, position, seat)]
    if card.type == "settlement":
        places = [tuple(on_an_occupied_frontier(frontier, position, seat)) for frontier in position.frontiers]
        if found or all(places):
            found += places[0]
    if not targets(position, seat, card):
        found += aimed(card, None, None, position, seat, trigger=False)
    return tuple(found)


@bars("F2.6")
def from_the_hand(card: Card, position: FrontiersPosition, seat: int) -> Findings:
    """F2.6: the card is in the hand. F9.1: a hidden card may be it."""
    player, hand = position.players[seat], position.hands[seat]
    if card.name not in hand and position.back(card.name) not in hand:
        about = {"card": card.title, "player": player}
        yield Finding("F2.6", "not_in_hand", (f"{player} hand",), about, "{player:has} no {card} in hand")


@bars("F2.2", "F3.1")
def once_a_round(card: Card, position: FrontiersPosition, seat: int) -> Findings:
    """F3.1, F2.2: one villager and one settlement a round."""
    if card.type in position.done[seat]:
        about = {"player": position.players[seat], "type": card.type}
        once = "F3.1" if card.type == "villager" else "F2.2"
        yield Finding(once, "once_a_round", (), about, "{player:has} deployed a {type} in this round already")


def not_seen(position: FrontiersPosition, kind: str, seat: int) -> Finding:
    """F9.1: a player cannot see the cards in another player's hand."""
    player = position.players[seat]
    numbers = {"card": position.title_of(kind), "player": player}
    return Finding("F9.1", "hidden_hand", (f"{player} hand",), numbers, "whether {player:has} {card} in hand is hidden")


@bars("F3.2", "F3.4", "F7.2")
def affordable(card: Card, named: Payment | None, position: FrontiersPosition, seat: int) -> Findings:
    """F3.2, F3.4, F7.2: villagers and settlements suffice, and pay exactly the cost.

    :param named: the payment that the action names
    """
    if card.cost == 0 and named in (None, NOTHING):
        return
    ready, purses = position.ready_villagers(seat), position.purses(seat)
    clause = "F3.2" if card.type in STAYING else "F3.4"
    player = position.players[seat]
    numbers = {"card": card.title, "cost": card.cost, "ready": ready, "purses": purses, "player": player}
    where = (f"{position.players[seat]} villagers",)
    if ready + purses < card.cost:
        means = f"{counted(ready, 'ready villager', none='no')} and {counted(purses, 'settlement', none='no')}"
        wording = f"the cost of {{card}} is {{cost}}, and {{player:has}} {means} that can pay"
        anew = ready + sum(v.exerted for v in position.villagers[seat]) + position.paying(seat)
        means = "villagers and settlements" if position.settings["supply"] != "villagers" else "villagers"
        words = f"after replenishment {means} can pay {anew} again"
        offer = Remedy(words, "F2.5") if anew >= card.cost else None
        yield Finding(clause, "too_few_villagers", where, numbers, wording, offer)
    if named is None:
        return
    if total(named) != card.cost:
        numbers = {"card": card.title, "cost": card.cost, "paid": total(named)}
        yield Finding(clause, "price", where, numbers, "the cost of {card} is {cost}, and the payment is {paid}")
    if named[0] > purses:
        wording = "the payment uses {asked:settlement}, and {player:has} {have} that can pay in this round"
        data = {"asked": named[0], "have": f"only {purses}" if purses else "none", "player": player}
        yield Finding("F7.2", "purses", where, data, wording)
    have = {v.kind: v.ready for v in position.villagers[seat]}
    for kind, n in named[1]:
        if n > have.get(kind, 0):
            data = {"exerted": counted(n, position.title_of(kind)), "have": have.get(kind) or "none", "player": player}
            wording = "the payment exerts {exerted}, and {player:has} {have} ready"
            yield Finding(clause, "not_ready", where, data, wording)


@bars("F7.1", "F7.2")
def on_an_occupied_frontier(frontier: int | None, position: FrontiersPosition, seat: int) -> Findings:
    """F7.1, F7.2: a settlement goes on a frontier that the player occupies, and that has none of theirs."""
    player = position.players[seat]
    if frontier is None:
        wording = "name the frontier that the settlement is put on, such as: on 1"
        if not any(unit.occupying and unit.owner == seat for unit in position.units):
            yield Finding("F7.1", "occupies_none", (), {"player": player}, "{player:occupies} no frontier")
        yield Finding("F7.2", "which", (), {}, wording)
        return
    holder = position.occupier(frontier)
    numbers = {"frontier": frontier, "player": player}
    where, settled = (f"frontier {frontier}",), position.settled(seat, frontier)
    if holder is None or holder.owner != seat:
        offer = None if settled else Remedy("win the combat there and occupy it", "F6.2")
        yield Finding("F7.1", "not_occupied", where, numbers, "{player:does} not occupy frontier {frontier}", offer)
    if settled:
        yield Finding("F7.2", "settled", where, numbers, "{player:has} a settlement on frontier {frontier} already")


@bars("F8.1")
def aimed(
    card: Card, target: str | None, frontier: int | None, position: FrontiersPosition, seat: int, *, trigger: bool
) -> Findings:
    """F8.1: a card that aims has a target that it may be aimed at, and no other card has a target. A card that moves its target
    to a frontier names another frontier than the target's own."""
    place = card.type == "settlement" and not trigger
    about = {"card": card.title}
    if not card.aims(trigger=trigger):
        if target is not None:
            yield Finding("F8.1", "no_aim", (target,), about, "{card:takes} no target")
        if frontier is not None and not place:
            yield Finding("F8.1", "no_way", (), about, "{card:moves} nobody to a frontier, so none is named")
    elif target is None:
        if needs_target(position, seat, card, trigger=trigger):
            possible = targets(position, seat, card, trigger=trigger)
            names = f": {listing(list(map(position.called, possible)), 'or')}" if possible else ", and there is none"
            data = {**about, "target": str(card.target), "names": names}
            yield Finding("F8.1", "target", (), data, "{card:needs} {target}{names}")
    else:
        unit = position.by_id.get(target)
        yield from at_a_fitting_unit(card, target, unit, position, seat)
        if card.leads_out(trigger=trigger):
            yield from to_another_frontier(card, unit, frontier, position)
        elif frontier is not None and not place:
            yield Finding("F8.1", "no_way", (), about, "{card:moves} nobody to a frontier, so none is named")


@bars("F8.1")
def at_a_fitting_unit(card: Card, named: str, unit: Unit | None, position: FrontiersPosition, seat: int) -> Findings:
    """F8.1: the target is a unit of the owner, and in the place, that the card says."""
    if unit is None:
        units = position.all_called(each.id for each in position.units)
        are = "only unit is" if len(position.units) == 1 else "units are"
        there = f"; the {are} {{units}}" if units else ", or any other"
        yield Finding("F8.1", "no_unit", (), {"named": named, "units": units}, f"there is no unit {{named}}{there}")
    elif card.target is not None and not hits(card.target, seat, unit):
        place = f"in frontier {unit.frontier}" if unit.frontier else "in its heartland"
        data = {"card": card.title, "target": str(card.target), "unit": position.called(unit), "place": place}
        yield Finding("F8.1", "wrong_target", (unit.id,), data, "{card:needs} {target}, not {unit} {place}")


@bars("F8.1")
def to_another_frontier(card: Card, unit: Unit | None, frontier: int | None, position: FrontiersPosition) -> Findings:
    """F8.1: the target moves to another frontier than its own."""
    if frontier is None:
        yield Finding("F8.1", "which_frontier", (), {"card": card.title}, "{card:needs} the number of the frontier that its target moves to")  # fmt: skip
    elif unit is not None and frontier == unit.frontier:
        yield Finding("F8.1", "there_already", (unit.id,), {"unit": position.called(unit), "frontier": frontier}, "{unit:is} in frontier {frontier} already")  # fmt: skip


def own_triggers(action: Resolve, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against resolving a trigger, apart from its moment."""
    yield from the_initiative_first(position, seat)
    found = [*own_and_pending(action, position, seat)]
    for trigger in pending(position, seat):
        if trigger.source == action.source:
            found += aimed(position.cards[trigger.kind], action.target, action.frontier, position, seat, trigger=True)
            break
    yield from remedies.first_offers(found, partial(remedies.another, position, action, "F2.7"))


@bars("F2.7")
def the_initiative_first(position: FrontiersPosition, seat: int) -> Findings:
    """F2.7: the player with the initiative resolves triggers first."""
    if position.triggers and position.triggers[0].seat != seat:
        numbers = {"player": position.players[position.triggers[0].seat]}
        yield Finding("F2.7", "others_triggers", (), numbers, "first {player:resolves} triggers")


@bars("F2.7")
def own_and_pending(action: Resolve, position: FrontiersPosition, seat: int) -> Findings:
    """F2.7: players resolve their own triggers, in the order that they choose."""
    own = {trigger.source: trigger_in_words(position, trigger) for trigger in pending(position, seat)}
    if action.source not in own:
        data = {"source": action.source, "player": position.players[seat], "names": listing(list(own.values()))}
        wording = "{player:has} no trigger of {source} to resolve, only of {names}"
        yield Finding("F2.7", "no_such_trigger", (), data, wording if own else "{player:has} no trigger to resolve")
