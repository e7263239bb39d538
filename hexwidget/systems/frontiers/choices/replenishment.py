"""Replenishment: the next trigger to resolve, and the deck to draw from (F2.5, F2.7)."""

from __future__ import annotations

from dataclasses import replace

from hexwidget.english import agree, capital, counted, listing
from hexwidget.rules import Choices, Draft, Prompt, fitting
from hexwidget.systems.frontiers.actions import ChooseDraw, Resolve
from hexwidget.systems.frontiers.cards import DECKS, DRAWN
from hexwidget.systems.frontiers.choices.cards import CardDesk, aims
from hexwidget.systems.frontiers.targets import needs_target
from hexwidget.systems.frontiers.words import trigger_in_words

KEYS = {"army": "a", "civic": "c"}


def triggers(desk: CardDesk) -> Choices:
    """F2.7: a player resolves their triggers in the order that they choose."""
    position, draft, player = desk.position, desk.draft, desk.player
    first = position.triggers[0].seat
    if first != desk.seat:
        return desk.closed(f"{agree(position.players[first], 'resolves')} triggers.")
    pending = sorted({t for t in position.triggers if t.seat == desk.seat})
    options = [desk.option("trigger", t.source, trigger_in_words(position, t), "F2.7", Draft()) for t in pending]
    now = next((t for t in pending if t.source == draft.get("trigger", pending[0].source)), None)
    if ("trigger" not in draft and len(pending) > 1) or now is None:
        prompt = Prompt("choose the trigger to resolve next", player=player, deed="Choose the trigger")
        return desk.open(prompt, options, draft=Draft())
    card, base = position.cards[now.kind], Draft(trigger=now.source)
    target, frontier = desk.target, desk.frontier
    options += aims(desk, card, base, trigger=True)
    if target is None and needs_target(position, desk.seat, card, trigger=True):
        task, does = f"choose {card.target}", (capital(card.does),)
        prompt = Prompt(task, about=card.title, after=does, deed=fitting(task, "choose a target"))
        return desk.open(prompt, options, draft=base)
    if card.leads_out(trigger=True) and target is not None and frontier is None:
        return desk.open(Prompt("to which frontier?", about=card.title, deed="Choose a frontier"), options)
    at = f" at {position.called(position.by_id[target])}" if target in position.by_id else ""
    action = Resolve(player, now.source, target, frontier)
    deed = fitting(f"resolve {card.title}", "resolve")
    prompt = Prompt(capital(card.does), before=(f"{card.title}{at}",), confirm=True, deed=deed)
    return desk.made(prompt, options, action)


def draw(desk: CardDesk) -> Choices:
    """F2.5, F2.7: the deck to draw from."""
    position, draft, player = desk.position, desk.draft, desk.player
    now = position.chosen[desk.seat]
    options = []
    for deck in reversed(DECKS):
        chosen = draft.get("draw", now) == deck
        label = f"Draw {counted(DRAWN[deck], f'{deck} card')} ({len(position.deck(desk.seat, deck))} left)"
        options.append(desk.option("draw", deck, label, "F2.5", Draft(), shortcut=KEYS[deck], chosen=chosen))
    if "draw" in draft:
        deck = str(draft["draw"])
        cards = f"Draw {counted(DRAWN[deck], f'{deck} card')}"
        return desk.made(Prompt(cards, confirm=True, deed=cards), options, ChooseDraw(player, deck))
    cards = listing([counted(DRAWN[deck], f"{deck} card") for deck in reversed(DECKS)], "or")
    prompt = Prompt(f"draw {cards}", player=player, deed="Choose a deck")
    if now:
        change = (f"You may change that until {agree(position.players[1 - desk.seat], 'has')} chosen",)
        prompt = replace(prompt, task=f"you draw {counted(DRAWN[now], f'{now} card')}", after=change)
    return desk.open(prompt, options, draft=Draft())
