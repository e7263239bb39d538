"""Positions, and their parts, in words."""

from __future__ import annotations

from collections import Counter

from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition, Unit


def describe(position: FrontiersPosition, status: str) -> str:
    """A position for a terminal: the cards of each player, the frontiers, and the status of the game."""
    lines = [position.title] if position.title else []
    for seat, player in enumerate(position.players):
        notes = ["initiative"] if seat == position.initiative else []
        notes += ["; ".join(position.tactics[seat])] if position.tactics[seat] else []
        note = f" ({', '.join(notes)})" if notes else ""
        lines.append(f"{player}, life {position.life[seat]}{note}")
        lines.append(f"  hand: {held_in_words(position.hands[seat]) or 'empty'}")
        lines.append(f"  villagers: {villagers_in_words(position, seat) or 'none'}")
        lines.append(f"  heartland: {', '.join(unit_in_words(position, u) for u in position.at(0, seat)) or 'no unit'}")
        piles = {
            "civic": position.civic,
            "army": position.army,
            "graveyard": position.graveyards,
            "vault": position.vaults,
        }
        lines.append("  " + ", ".join(f"{name} {len(pile[seat])}" for name, pile in piles.items()))
    for frontier in position.frontiers:
        lines.append(f"frontier {frontier}: {frontier_in_words(position, frontier) or 'empty'}")
    return "\n".join([*lines, status])


def held_in_words(kinds: tuple[str, ...]) -> str:
    """Cards with their numbers; a hidden card shows only its deck."""
    back = {hidden: f"{deck} card" for deck, hidden in HIDDEN.items()}
    counts = Counter(back.get(kind, kind) for kind in kinds)
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))


def villagers_in_words(position: FrontiersPosition, seat: int) -> str:
    """Villagers, with the number of ready ones."""
    return ", ".join(f"{v.ready + v.exerted} {v.kind} ({v.ready} ready)" for v in position.villagers[seat])


def unit_in_words(position: FrontiersPosition, unit: Unit) -> str:
    """A unit with its figures and state."""
    card = position.card(unit)
    notes = [f"{card.damage}/{position.health(unit)}", "ready" if unit.ready else "exerted"]
    if unit.damage:
        notes.append(f"{unit.damage} damage taken")
    return f"{unit.id} ({', '.join(notes)})"


def frontier_in_words(position: FrontiersPosition, frontier: int) -> str:
    """The units and settlements in a frontier."""
    parts = []
    for seat, player in enumerate(position.players):
        for unit in position.at(frontier, seat):
            parts.append(f"{player}'s {unit_in_words(position, unit)} {'occupies' if unit.occupying else 'advances'}")
        parts += [f"{player}'s {s.kind}" for s in position.settlements[seat] if s.frontier == frontier]
    return "; ".join(parts)
