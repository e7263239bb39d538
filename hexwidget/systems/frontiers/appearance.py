"""The scene of an observation."""

from __future__ import annotations

from hexwidget.rules import Observation
from hexwidget.scene import Card, Ground, Scene, player_looks
from hexwidget.systems.frontiers.mat import PILES, Laid, laid_cards
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


def scene(observation: Observation[FrontiersPosition], status: str) -> Scene:
    """The mat with its cards; each pile shows the number of its cards."""
    position = observation.seen
    cards = [_card(position, laid) for laid in laid_cards(position)]
    for seat, player in enumerate(position.players):
        heaps = {
            "civic": position.civic,
            "army": position.army,
            "graveyard": position.graveyards,
            "vault": position.vaults,
        }
        for pile in PILES:
            held = heaps[pile][seat]
            shown = (
                ", ".join(sorted(position.title_of(kind) for kind in held)) if pile in ("graveyard", "vault") else ""
            )
            details = f"{len(held)} cards" + (f": {shown}" if shown else "")
            cards.append(
                Card(
                    f"{player} {pile}", seat, pile, pile, "", count=len(held), face=False, details=(details,), pile=True
                )
            )
    return Scene(
        map=position.map,
        grounds=tuple(GROUNDS[key] for key in position.map.terrains),
        players=player_looks(position.players),
        cards=tuple(cards),
        title=position.title or " against ".join(position.players),
        description=f"{_stands(position)}. {status}.",
    )


def _card(position: FrontiersPosition, laid: Laid) -> Card:
    player = position.players[laid.seat]
    if laid.kind in HIDDEN.values():
        deck = laid.kind[1:]
        return Card(laid.name, laid.seat, f"{deck} cards", deck, "", count=laid.count, face=False,
                    details=(f"{laid.count} of {player}'s {deck} cards, hidden",))  # fmt: skip
    card = position.cards[laid.kind]
    unit = laid.unit
    taken = unit.damage if unit is not None else 0
    figures: list[tuple[str, str]] = []
    if card.type == "unit":
        figures = [("sword", str(card.damage)), ("shield", f"{card.health - taken}" if not taken else f"{card.health - taken}/{card.health}")]  # fmt: skip
    what = f"{player}'s {card.title}, {card.type}"
    state = [f"cost {card.cost}"] if card.cost else []
    if card.type == "unit":
        state = [f"damage {card.damage}", f"health {card.health - taken} of {card.health}", *state]
    if card.type == "settlement" and laid.exerted:
        state.append("has paid in this round")
    elif laid.zone.endswith(("villagers", "heartland")) or unit is not None:
        state.append("exerted" if laid.exerted else "ready")
    if unit is not None:
        what = f"{what} {unit.id}"
    number = f"{laid.count} x " if laid.count > 1 else ""
    details = [f"{number}{what}: {', '.join(state)}" if state else f"{number}{what}"]
    if card.text:
        details.append(card.text[0].upper() + card.text[1:])
    return Card(
        laid.name,
        laid.seat,
        card.title,
        card.type,
        card.symbol or SYMBOLS[card.type],
        cost=card.cost,
        figures=tuple(figures),
        count=laid.count,
        exerted=laid.exerted,
        hurt=taken > 0,
        details=tuple(details),
    )


def _stands(position: FrontiersPosition) -> str:
    found = []
    for seat, player in enumerate(position.players):
        units = ", ".join(unit_in_words(position, unit) for unit in position.at(0, seat)) or "no unit"
        hand = held_in_words(position.hands[seat]) or "nothing"
        villagers = villagers_in_words(position, seat) or "no villager"
        found.append(
            f"{player} has {position.life[seat]} life; in the heartland {units}; {villagers}; in the hand {hand}"
        )
    found += [f"Frontier {n}: {frontier_in_words(position, n) or 'empty'}" for n in position.frontiers]
    return ". ".join(found)
