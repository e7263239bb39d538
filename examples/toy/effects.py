"""The effects of actions and draws."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.rules import ChanceOutcome, Chronicle

from .actions import Answer, Seal
from .ground import MAP
from .position import ToyPosition


def follow(position: ToyPosition, done: Seal | Answer | ChanceOutcome, log: Chronicle) -> ToyPosition:
    """The position after an action or a draw. The events go to ``log``."""
    if isinstance(done, Seal):
        seat = position.players.index(done.player)
        sealed = tuple(done.way if k == seat else way for k, way in enumerate(position.sealed))
        log.tell("sealed", "T2", "{player:'s} order is sealed: {way}", seen=(done.player,), player=done.player,
                 way="-".join(MAP.label(MAP.index(name)) for name in done.way))  # fmt: skip
        position = replace(position, sealed=sealed)
        if None not in sealed:
            position = _carry_out(position, log)
    elif isinstance(done, Answer):
        position = _answered(position, done, log)
    else:
        position = _drawn(position, done.value, log)
    log.tell_end(position.system.outcome(position))
    return position


def _carry_out(position: ToyPosition, log: Chronicle) -> ToyPosition:
    """T2: all orders at once; T3: ferries are paid; T6: meetings."""
    couriers, hands = list(position.couriers), [list(hand) for hand in position.hands]
    log.tell("carried_out", "T2", "the orders are carried out")
    ways = [(MAP.index(way[0]), MAP.index(way[-1])) for way in position.sealed if way is not None]  # all have sealed
    for seat, (origin, there) in enumerate(ways):
        couriers[couriers.index((origin, seat))] = (there, seat)
    # A player sees a move between provinces into which the player sees before and afterwards: the board shows no other.
    after = replace(position, couriers=tuple(couriers))
    lit = [position.lit(seat) & after.lit(seat) for seat in (0, 1)]
    for seat, (origin, there) in enumerate(ways):
        player = position.players[seat]
        watchers = tuple(p for k, p in enumerate(position.players) if k == seat or {origin, there} <= lit[k])
        names = dict.fromkeys([MAP.name(origin), MAP.name(there)])
        if origin == there:
            # Nobody else sees for which of the couriers this order was.
            log.tell("stayed", "T2", "{player:'s} courier stays on {0}", *names, seen=(player,), player=player)
            continue
        log.tell("moved", "T2", "{player:'s} courier goes from {0} to {1}", *names, seen=watchers, player=player)
        if MAP.kind(origin, there) == "river":
            hands[seat].remove("ferry")
            log.tell("ferried", "T3", "{player:discards} a ferry card", seen=(player,), player=player)
    meetings = tuple(sorted(at for at, owner in couriers if owner == 0 and (at, 1) in couriers))
    for at in meetings:
        log.tell("met", "T6", "couriers meet on {0}", MAP.name(at))
    spots, held = tuple(sorted(couriers)), tuple(map(tuple, hands))
    made = replace(position, couriers=spots, hands=held, sealed=(None, None), meetings=meetings)
    return made if meetings else _end_of_round(made, log)


def _answered(position: ToyPosition, answer: Answer, log: Chronicle) -> ToyPosition:
    """T6: one of the two couriers is out."""
    at, seat = position.meetings[0], position.decider
    out = 1 - seat if answer.bribe else seat
    hands = [list(hand) for hand in position.hands]
    if answer.bribe:
        hands[seat].remove("gold")
    wording = ("{player:bribes}" if answer.bribe else "{player:withdraws}") + " on {0}: {loser:'s} courier is out"
    log.tell("decided", "T6", wording, MAP.name(at), player=answer.player, loser=position.players[out])
    couriers = tuple(c for c in position.couriers if c != (at, out))
    made = replace(position, couriers=couriers, hands=tuple(map(tuple, hands)), meetings=position.meetings[1:])
    return made if made.meetings else _end_of_round(made, log)


def _end_of_round(position: ToyPosition, log: Chronicle) -> ToyPosition:
    """T7: the players who have cards in their decks draw."""
    return _next_round(replace(position, drawing=tuple(seat for seat in (0, 1) if position.decks[seat])), log)


def _drawn(position: ToyPosition, card: str, log: Chronicle) -> ToyPosition:
    """T7: a card goes from a deck to its owner's hand."""
    seat = position.drawing[0]
    player = position.players[seat]
    deck = list(position.decks[seat])
    deck.remove(card)
    decks = tuple(tuple(deck) if k == seat else cards for k, cards in enumerate(position.decks))
    hands = tuple(tuple(sorted([*h, card])) if k == seat else h for k, h in enumerate(position.hands))
    log.tell("drew", "T7", "{player:draws} a card", player=player)
    log.tell("drew_this", "T7", "it is {card}", seen=(player,), card=card)
    return _next_round(replace(position, hands=hands, decks=decks, drawing=position.drawing[1:]), log)


def _next_round(position: ToyPosition, log: Chronicle) -> ToyPosition:
    """T9: the next round begins, once all cards are drawn."""
    if position.drawing:
        return position
    log.tell("round_ended", "T9", "round {round} ends", round=position.round)
    return replace(position, round=position.round + 1, initiative=1 - position.initiative)
