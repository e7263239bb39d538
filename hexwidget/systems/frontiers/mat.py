"""The mat (F1.1): its zones, and the cards on them. The frontiers lie between the players, each with an advancing position for
either side and the occupying position between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from hexwidget.english import agree, capital, possessive
from hexwidget.geometry import MatMap, Slot, Zone
from hexwidget.rules.position import of_the_last
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition, Unit

GROUNDS = ("pile", "hand", "heartland", "frontier", "card")


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the mat: the name of its space, its zone, owner and kind, and its state. ``count`` is the number of like cards
    that lie there as one. ``unit`` is the unit that the card is, if any."""

    name: str
    zone: str
    seat: int
    kind: str
    exerted: bool = False
    count: int = 1
    unit: Unit | None = None


def laid_cards(position: FrontiersPosition) -> Iterator[Laid]:
    """The cards on the mat, zone by zone. Like cards of a hand lie as one, and so do villagers in the same state."""
    for seat, player in enumerate(position.players):
        hand = position.hands[seat]
        for kind in sorted(set(hand)):
            if kind not in HIDDEN.values():
                yield Laid(f"{player} hand {kind}", f"{player} hand", seat, kind, count=hand.count(kind))
        for deck, hidden in HIDDEN.items():
            if hidden in hand:
                yield Laid(f"{player} hand {deck} cards", f"{player} hand", seat, hidden, count=hand.count(hidden))
        for villager in position.villagers[seat]:
            for exerted, count in ((False, villager.ready), (True, villager.exerted)):
                if count:
                    state = "exerted" if exerted else "ready"
                    name = f"{player} {state} {villager.kind}"
                    yield Laid(name, f"{player} villagers", seat, villager.kind, exerted, count)
        for kind in sorted(set(position.tactics[seat])):
            count = position.tactics[seat].count(kind)
            yield Laid(f"{player} tactic {kind}", f"{player} heartland", seat, kind, count=count)
        for n, settlement in enumerate(position.settlements[seat]):
            name = f"{player} settlement {settlement.frontier}"
            # Settlements pay alike, so the first ones are shown as those that have paid.
            paid = n < position.spent[seat]
            yield Laid(name, f"frontier {settlement.frontier}", seat, settlement.kind, paid)
    for unit in position.units:
        yield Laid(unit.id, position.zone_of(unit), unit.owner, unit.kind, not unit.ready, unit=unit)


@lru_cache(maxsize=32)  # all mats of a game share them
def zones(players: tuple[str, ...], piles: tuple[str, ...], frontiers: range) -> tuple[Zone, ...]:
    """The zones of the mat.

    :param piles: the names of each player's piles
    """
    found: list[Zone] = []
    for seat, player in enumerate(players):
        whose = capital(possessive(player))
        found += [Zone(f"{player} {pile}", pile, "pile", "pile", seat) for pile in piles]
        found += [
            Zone(f"{player} hand", f"{whose} hand", "hand", "hand", seat),
            Zone(f"{player} villagers", f"{whose} villagers", "heartland", "row", seat),
            Zone(f"{player} heartland", f"{whose} heartland", "heartland", "row", seat),
        ]
    for frontier in frontiers:
        group = f"Frontier {frontier}"
        found.append(Zone(f"frontier {frontier}", "holds", "frontier", "lane", None, group))
        for seat, player in enumerate(players):
            zone = Zone(f"{player} advancing {frontier}", agree(player, "advances"), "frontier", "lane", seat, group)
            found.append(zone)
    return tuple(found)


@of_the_last(32)
def mat_of(position: FrontiersPosition) -> MatMap:
    """The mat of a position: its zones, and the cards on them."""
    every = product((False, True), range(len(position.players)), position.frontiers)
    ways = [(position.zone(seat, 0), position.zone(seat, n, occupying=occupying)) for occupying, seat, n in every]
    found = zones(position.players, tuple(position.piles(0)), position.frontiers)
    order = {zone.name: n for n, zone in enumerate(found)}
    cards = sorted(laid_cards(position), key=lambda card: order[card.zone])
    slots = [Slot(card.name, _title(position, card), "card", card.zone) for card in cards]
    below = None if position.veil is None or position.veil < 0 else position.veil
    return MatMap(GROUNDS, found, slots, ways, below)


def _title(position: FrontiersPosition, card: Laid) -> str:
    if card.unit is not None:
        return position.named(card.unit)
    return position.cards[card.kind].title if card.kind in position.cards else f"{card.kind[1:]} card"
