"""The scene of an observation."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import agree, capital, counted
from hexwidget.rules import Observation
from hexwidget.scene import Card, Ground, Scene, Tally, player_looks
from hexwidget.systems.frontiers import cards
from hexwidget.systems.frontiers.mat import Laid, laid_cards
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition
from hexwidget.systems.frontiers.words import frontier_in_words, held_in_words, unit_in_words, villagers_in_words

GROUNDS = {
    "pile": Ground("pile", "piles", "rock", "none"),
    "hand": Ground("hand", "hands", "swamp", "none"),
    "heartland": Ground("heartland", "heartlands", "forest", "none"),
    "frontier": Ground("frontier", "frontiers", "mountain", "none"),
    "card": Ground("card", "cards", "plains", "none"),
}
SYMBOLS = {
    "villager": "pitchfork",
    "settlement": "town",
    "stratagem": "mask",
    "unit": "sword",
    "tactic": "shield",
    "maneuver": "horse",
}


def scene(observation: Observation[FrontiersPosition]) -> Scene:
    """The mat with its cards; each pile shows the number of its cards."""
    position = observation.seen
    return Scene(
        map=position.map,
        grounds=tuple(GROUNDS[key] for key in position.map.terrains),
        players=player_looks(position.players),
        cards=(*(_card(position, laid) for laid in laid_cards(position)), *_piles(position)),
        tallies=tuple(Tally(seat, "life", life) for seat, life in enumerate(position.life)),
        title=position.title or capital(" against ".join(position.players)),
        description=f"{_stands(position)}. {position.system.status(position)}.",
    )


def _piles(position: FrontiersPosition) -> Iterator[Card]:
    """The decks, graveyards and vaults; the cards of the last two may be read."""
    for seat, player in enumerate(position.players):
        for pile, held in position.piles(seat).items():
            title = capital(f"{pile} deck" if pile in cards.DECKS else pile)
            number = f"{counted(len(held), 'card')} of {player}"
            titles = [] if pile in cards.DECKS else sorted(position.title_of(kind) for kind in held)
            details = (f"{number}: {', '.join(titles)}" if titles else number,)
            space = f"{player} {pile}"
            yield Card(space, seat, title, pile, "", count=len(held), face=False, details=details, pile=True)


def _card(position: FrontiersPosition, laid: Laid) -> Card:
    player = position.players[laid.seat]
    if laid.kind in HIDDEN.values():
        deck = laid.kind[1:]
        title = f"{deck} card" if laid.count == 1 else f"{deck} cards"
        details = (f"Held by {player}, not seen",)
        return Card(laid.name, laid.seat, title, deck, "", count=laid.count, face=False, details=details)
    card = position.cards[laid.kind]
    taken = laid.unit.damage if laid.unit is not None else 0
    figures: list[tuple[str, str]] = []
    if card.type == "unit":
        health = f"{card.health - taken}/{card.health}" if taken else f"{card.health}"
        figures = [("sword", str(card.damage)), ("shield", health)]
    facts = f"{capital(card.type)} of {player}"
    state = _state(card, laid)
    text = capital(card.text)
    return Card(
        laid.name,
        laid.seat,
        card.title if laid.unit is None else position.named(laid.unit),
        card.type,
        card.symbol or SYMBOLS[card.type],
        cost=card.cost,
        figures=tuple(figures),
        count=laid.count,
        exerted=laid.exerted,
        hurt=taken > 0,
        details=(f"{facts}: {', '.join(state)}" if state else facts, *([text] if text else [])),
    )


def _state(card: cards.Card, laid: Laid) -> list[str]:
    """The figures of a card, and the state that it is in, in words."""
    found = [f"{laid.count} of them"] if laid.count > 1 else []
    if card.type == "unit":
        taken = laid.unit.damage if laid.unit is not None else 0
        found += [f"damage {card.damage}", f"health {card.health - taken} of {card.health}"]
    found += [f"cost {card.cost}"] if card.cost else []
    if laid.zone.endswith(" hand"):
        return found
    if card.type == "settlement":
        return [*found, "has paid in this round"] if laid.exerted else found
    if card.type == "tactic":
        return [*found, "until after the next combat"]
    return [*found, "exerted" if laid.exerted else "ready"]


def _stands(position: FrontiersPosition) -> str:
    found = []
    for seat, player in enumerate(position.players):
        units = ", ".join(unit_in_words(position, unit) for unit in position.at(0, seat)) or "no units"
        hand = held_in_words(position, position.hands[seat]) or "nothing"
        villagers = villagers_in_words(position, seat) or "no villagers"
        found.append(
            f"{capital(agree(player, 'has'))} {position.life[seat]} life; in the heartland {units}; {villagers}; "
            f"in hand {hand}"
        )
    found += [f"Frontier {n}: {frontier_in_words(position, n) or 'empty'}" for n in position.frontiers]
    return ". ".join(found)
