"""The scene of an observation."""

from __future__ import annotations

from hexwidget.english import agree, capital
from hexwidget.rules import Observation
from hexwidget.scene import Arrow, Ground, Piece, Scene, Token, player_looks
from hexwidget.scene.scene import piece
from hexwidget.systems.orders.position import LOST, OrdersPosition, Unit
from hexwidget.systems.orders.words import inventory, state_in_words

GROUNDS = {
    "open": Ground("open", "open land", "plains", "none"),
    "impassable": Ground("impassable", "impassable", "rock", "crags"),
}


def scene(observation: Observation[OrdersPosition]) -> Scene:
    """Buildings below units; a unit that has had its order is drawn spent; a token for the DEFEND bonus, another where it
    was lost, which says why (O4.4)."""
    position = observation.seen
    name = position.map.name
    pieces, tokens = [], []
    for building in position.buildings:
        space, owner, sort = name(building.at), building.owner, building.kind
        symbol, label = position.roster.buildings[sort].symbol, position.called(building)
        pieces.append(Piece(f"{sort}-{space}", space, owner, symbol, sort, label, layer="structure"))
    for unit in position.units:
        space = name(unit.at)
        notes = state_in_words(unit)
        label = position.called(unit) + (f" ({', '.join(notes)})" if notes else "")
        kind = position.type_of(unit)
        figures = (("sword", f"+{kind.attack}", "attack"), ("shield", f"+{kind.defence}", "defence"))
        look = (f"unit-{unit.id}", space, unit.owner, kind.symbol, unit.kind, label)
        pieces.append(piece(*look, spent=unit.ordered, figures=figures))
        tokens += _tokens(space, unit)
    held = inventory(position).items()
    stands = ". ".join(f"{capital(agree(player, 'has'))} {', '.join(things) or 'nothing'}" for player, things in held)
    points = ", ".join(f"{player} {n}" for player, n in zip(position.players, position.points, strict=True))
    return Scene(
        map=position.map,
        grounds=tuple(GROUNDS[key] for key in position.map.terrains),
        players=player_looks(position.players),
        pieces=tuple(pieces),
        tokens=tuple(tokens),
        arrows=_arrows(position),
        spent="has had its order",
        title=position.title or capital(" against ".join(position.players)),
        description=f"A map of {position.map.columns} columns and {position.map.rows} rows. {stands}. "
        f"Resource points: {points}. {position.system.status(position)}.",
    )


def _tokens(space: str, unit: Unit) -> list[Token]:
    if unit.defending:
        return [Token(space, "guard", "DEFEND bonus", f"the {unit.kind} has the DEFEND bonus", shape="square")]
    if unit.lost:
        why = f"the {unit.kind} has lost the DEFEND bonus: {LOST[unit.lost]} (O4.4)"
        return [Token(space, "mark", "DEFEND bonus lost", why, shape="diamond")]
    return []


def _arrows(position: OrdersPosition) -> tuple[Arrow, ...]:
    """The arrows of the attack or bolt whose dice are being rolled, and of the way that a unit came which owes its attack."""
    name = position.map.name
    if position.battle is not None:
        there = position.by_id[position.battle.defender].at
        units = [position.by_id[n] for n in position.battle.attackers]
        return tuple(Arrow((name(unit.at), name(there)), "attack") for unit in units if unit.at != there)
    if position.bolt is not None:
        units = [position.by_id[n] for n in (position.bolt.caster, position.bolt.target)]
        return (Arrow(tuple(name(unit.at) for unit in units), position.bolt.spell, "mark"),)
    if position.owed is not None:
        unit = position.by_id[position.owed.unit]
        hue = player_looks(position.players)[unit.owner].hue
        return (Arrow((name(position.owed.back), name(unit.at)), "moved in", hue, trail=True),)
    return ()
