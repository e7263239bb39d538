"""The layout of the mat (F1.1): its zones, and the cards on them.

The player who looks sits below (the first player for a spectator), the other player above. The frontiers lie in the middle,
each with an advancing position for either side and the occupying position between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwidget.geometry import MatMap, Place
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition, Unit

GROUNDS = ("pile", "hand", "heartland", "frontier", "card")
WIDTH = 27.0
PILE = 1.9
"""Width of a pile; four piles stand at the left of a hand."""
ROW = 2.66
CARD = (1.75, 2.2)
"""Width and height of a ready card; an exerted card is turned."""
GAP = 0.14
TOP = 0.5
"""The part of a zone's height that its name takes."""
PILES = ("civic", "army", "graveyard", "vault")


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
            yield Laid(f"{player} tactic {kind}", f"{player} hand", seat, kind, count=count)
        for n, settlement in enumerate(position.settlements[seat]):
            name = f"{player} settlement {settlement.frontier}"
            # Settlements pay alike, so the first ones are shown as those that have paid.
            paid = n < position.spent[seat]
            yield Laid(name, f"frontier {settlement.frontier}", seat, settlement.kind, paid)
    for unit in position.units:
        yield Laid(unit.id, position.zone_of(unit), unit.owner, unit.kind, not unit.ready, unit=unit)


def zones(position: FrontiersPosition) -> list[Place]:
    """The zones of the mat."""
    below = 0 if position.veil is None or position.veil < 0 else position.veil
    found: list[Place] = []
    frontiers = position.frontiers
    column = (WIDTH - GAP * (len(frontiers) - 1)) / len(frontiers)
    for seat in (1 - below, below):
        player = position.players[seat]
        outer, inner = (0.0, ROW + GAP) if seat != below else (6 * (ROW + GAP), 5 * (ROW + GAP))
        for n, pile in enumerate(PILES):
            box = (n * (PILE + GAP), outer, PILE, ROW)
            found.append(Place(f"{player} {pile}", pile, "pile", box))
        left = len(PILES) * (PILE + GAP)
        found.append(Place(f"{player} hand", f"{player}'s hand", "hand", (left, outer, WIDTH - left, ROW)))
        villagers = WIDTH * 0.36
        label = f"{player}: {position.life[seat]} life, villagers"
        found.append(Place(f"{player} villagers", label, "heartland", (0.0, inner, villagers - GAP, ROW)))
        box = (villagers, inner, WIDTH - villagers, ROW)
        found.append(Place(f"{player} heartland", f"{player}'s units", "heartland", box))
    for frontier in frontiers:
        left = (frontier - 1) * (column + GAP)
        rows = ((1 - below, 2), (None, 3), (below, 4))
        for seat_or_none, row in rows:
            box = (left, row * (ROW + GAP), column, ROW)
            if seat_or_none is None:
                found.append(Place(f"frontier {frontier}", f"frontier {frontier}: occupying", "frontier", box))
            else:
                player = position.players[seat_or_none]
                found.append(Place(f"{player} advancing {frontier}", f"{player} advances", "frontier", box))
    return found


def mat_of(position: FrontiersPosition) -> MatMap:
    """The mat of a position: its zones, and on them the cards."""
    found = zones(position)
    by_zone: dict[str, list[Laid]] = {}
    for card in laid_cards(position):
        by_zone.setdefault(card.zone, []).append(card)
    ways = [
        (position.zone(seat, 0), position.zone(seat, frontier, occupying=occupying))
        for occupying in (False, True)
        for seat in range(len(position.players))
        for frontier in position.frontiers
    ]
    cards: list[Place] = []
    for zone in found:
        for card, box in zip(by_zone.get(zone.name, ()), boxes(zone, by_zone.get(zone.name, ())), strict=True):
            title = position.cards[card.kind].title if card.kind in position.cards else f"{card.kind[1:]} card"
            cards.append(Place(card.name, title, "card", box, card=True))
    return MatMap(GROUNDS, [*found, *cards], ways)


def boxes(zone: Place, cards: Sequence[Laid]) -> list[tuple[float, float, float, float]]:
    """The boxes of the cards of a zone: side by side, and overlapping where they would not fit."""
    left, top, width, height = zone.box
    sizes = [CARD[::-1] if card.exerted else CARD for card in cards]
    room = width - 2 * GAP
    need = sum(w + GAP for w, _ in sizes) - GAP
    last = sizes[-1][0] if sizes else 0.0
    squeeze = 1.0 if need <= room or len(sizes) < 2 else max(0.05, (room - last) / (need - last))
    found, at = [], left + GAP + max(0.0, (room - need) / 2)
    middle = top + TOP + (height - TOP) / 2
    for wide, high in sizes:
        scale = min(1.0, (height - TOP - 0.06) / high, room / wide)
        found.append((at, middle - high * scale / 2, wide * scale, high * scale))
        at += (wide + GAP) * squeeze
    return found
