"""Editing by hand: the effect of each brush on a description. A card goes only to places for cards of its type."""

from __future__ import annotations

from typing import Any

from hexwidget.problems import InputError, Problem
from hexwidget.rules.editing import CANNOT_EDIT, ERASE, Brush
from hexwidget.systems.frontiers.appearance import SYMBOLS
from hexwidget.systems.frontiers.mat import laid_cards
from hexwidget.systems.frontiers.position import FrontiersPosition


def brushes(position: FrontiersPosition) -> tuple[Brush, ...]:
    """A brush for each card, and the eraser."""
    cards = [
        Brush(kind, card.title, "card", card.symbol or SYMBOLS.get(card.type, ""), owned=True)
        for kind, card in position.cards.items()
    ]
    return (*cards, ERASE)


def paint(position: FrontiersPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """Put a card on a space: any card on a hand or a pile; units in the heartland or on a frontier; villagers with the
    villagers."""
    laid = next((card for card in laid_cards(position) if card.name == space), None)
    if brush.group == "eraser":
        if laid is None:
            raise InputError(CANNOT_EDIT, [Problem(space, "there is no card to take away; choose one on it")])
        _take_away(described, laid.zone, space, laid.kind, position.players[laid.seat])
        return
    zone = laid.zone if laid else space
    words = zone.split()
    owner = words[0] if words[0] in position.players else player
    kind = position.cards[brush.key].type
    place = words[-1] if words[-1] in ("hand", "graveyard", "vault", "civic", "army") else ""
    if place:
        key = {"hand": "hands", "graveyard": "graveyards", "vault": "vaults"}.get(place, place)
        held = described[key].setdefault(owner, {})
        held[brush.key] = held.get(brush.key, 0) + 1
    elif kind == "villager" and words[-1] == "villagers":
        held = described["villagers"].setdefault(owner, {}).setdefault(brush.key, {"ready": 0, "exerted": 0})
        held["ready"] += 1
    elif kind == "unit" and (words[-1] == "heartland" or words[0] == "frontier" or "advancing" in words):
        at = {"heartland": "heartland"}.get(words[-1])
        at = at or (f"occupying {words[-1]}" if words[0] == "frontier" else f"advancing {words[-1]}")
        entry = {"card": brush.key, "at": at, "ready": True}
        described["units"].setdefault(owner, {})[position.new_id(brush.key)] = entry
    else:
        where = {"unit": "a heartland, a frontier, a hand or a pile", "villager": "the villagers, a hand or a pile"}
        what = f"a {kind} cannot be on {zone}; put it on {where.get(kind, 'a hand or a pile')}"
        raise InputError(CANNOT_EDIT, [Problem(space, what)])


def _take_away(described: dict[str, Any], zone: str, space: str, kind: str, player: str) -> None:
    """Take one card away from a zone."""
    if space in described["units"].get(player, {}):
        del described["units"][player][space]
        return
    if zone.endswith("villagers"):
        state = space.split()[1]
        held = described["villagers"][player][kind]
        held[state] -= 1
        if not any(held.values()):
            del described["villagers"][player][kind]
        return
    key = "hands" if " hand " in space else "tactics" if " tactic " in space else ""
    held = described.get(key, {}).get(player, {}) if key else {}
    if kind not in held:
        what = "this card cannot be taken away here; change it in the description"
        raise InputError(CANNOT_EDIT, [Problem(space, what)])
    held[kind] -= 1
    if not held[kind]:
        del held[kind]
