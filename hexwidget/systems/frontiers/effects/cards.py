"""Deploying, activating and drawing cards."""

from __future__ import annotations

from typing import Any

from hexwidget.rules import Chronicle, changed
from hexwidget.rules.lazy_sequences import without
from hexwidget.systems.frontiers.actions import Play
from hexwidget.systems.frontiers.effects.kinds import do_effects, spend
from hexwidget.systems.frontiers.payments import NOTHING, Payment, payments
from hexwidget.systems.frontiers.phrases import ACTIVATED
from hexwidget.systems.frontiers.position import FrontiersPosition, Settlement, Unit, Villager
from hexwidget.systems.frontiers.words import payment_in_words


def play(action: Play, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F2.6: a card leaves the hand, is paid, goes to its place, and does what it says."""
    card, player = position.cards[action.card], action.player
    payment = action.payment
    if payment is None:
        payment = next(iter(payments(position, seat, card.cost)), NOTHING)
    log.later(_tell_of_play, position, action, payment)
    parts = position.of_both(seat, hands=without(position.hands[seat], action.card), **_pay(position, seat, payment))
    after = changed(position, acting=1 - position.acting, passed=False, **parts)
    if payment != NOTHING:
        wording = "{player:pays} the cost of {cost}"
        log.tell("paid", "F3.2", wording, f"{player} villagers", player=player, cost=card.cost)
    after = _put(after, seat, action, log)
    return do_effects(after, seat, card.deeds, action.target, action.frontier, log)


def _tell_of_play(log: Chronicle, position: FrontiersPosition, action: Play, payment: Payment) -> None:
    card, player = position.cards[action.card], action.player
    verb = "activates" if card.type in ACTIVATED else "deploys"
    at = "" if action.target is None else f" at {position.called(position.by_id[action.target])}"
    paid = f" for {payment_in_words(position, payment)}" if payment != NOTHING else ""
    subjects = [f"{player} hand"] + ([action.target] if action.target else [])
    wording = f"{{player:{verb}}} {{card}}{{at}}{{paid}}"
    log.tell("played", card.clause, wording, *subjects, player=player, card=card.title, at=at, paid=paid)


def _pay(position: FrontiersPosition, seat: int, payment: Payment) -> dict[str, Any]:
    """F3.2, F7.2: villagers are exerted, and settlements have paid. Return the player's fields that change."""
    settlements, exerted = payment
    if payment == NOTHING:
        return {}
    owed = dict(exerted)
    own = [(villager, owed.get(villager.kind, 0)) for villager in position.villagers[seat]]
    villagers = tuple(Villager(v.kind, v.ready - n, v.exerted + n) for v, n in own)
    return {"villagers": villagers, "spent": position.spent[seat] + settlements}


def _put(position: FrontiersPosition, seat: int, action: Play, log: Chronicle) -> FrontiersPosition:
    """The position with the played card in its place."""
    card, player = position.cards[action.card], action.player
    match card.type:
        case "villager":
            old = {v.kind: v for v in position.villagers[seat]}
            now = old.get(card.name, Villager(card.name, 0, 0))
            old[card.name] = now._replace(ready=now.ready + 1)
            log.tell("villager", "F3.1", "{card} enters the heartland ready", f"{player} villagers", card=card.title)
            done = position.done_with(seat, card.type)
            return position.with_player(seat, villagers=tuple(sorted(old.values())), done=done)
        case "settlement":
            made = Settlement(action.frontier or 0, card.name)
            log.tell("settled", "F7.2", "{player:settles} frontier {frontier}", f"frontier {made.frontier}",
                     f"{player} advancing {made.frontier}", player=player, frontier=made.frontier)  # fmt: skip
            settlements = tuple(sorted([*position.settlements[seat], made]))
            return position.with_player(seat, settlements=settlements, done=position.done_with(seat, card.type))
        case "unit":
            unit = Unit(position.new_id(card.name), seat, card.name)
            wording = "{player:puts} {card} exerted into {player:its} heartland"
            log.tell("unit", "F3.3", wording, unit.id, f"{player} heartland", card=card.title, player=player)
            return position.with_units([*position.units, unit])
        case "tactic":
            return position.putting("tactics", seat, card.name)
    return spend(position, seat, card.name, "F1.2", log)


def draw_card(position: FrontiersPosition, kind: str, log: Chronicle) -> FrontiersPosition:
    """F2.6: a card comes from a deck to the hand. F9.1: only its player sees which."""
    (seat, deck), rest = position.draws[0], position.draws[1:]
    log.later(_tell_of_draw, position, seat, deck, kind)
    left, hand = without(position.deck(seat, deck), kind), tuple(sorted([*position.hands[seat], kind]))
    return changed(position, draws=rest, **position.of_both(seat, hands=hand, **{deck: left}))


def _tell_of_draw(log: Chronicle, position: FrontiersPosition, seat: int, deck: str, kind: str) -> None:
    player = position.players[seat]
    wording = "{player:draws} a card from the {deck} deck"
    log.tell("drew", "F2.6", wording, f"{player} {deck}", f"{player} hand", player=player, deck=deck)
    log.tell("drew_this", "F9.1", "the card is {card}", f"{player} hand", seen=(player,), card=position.title_of(kind))
