"""The scene of a position, and the arrows of orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from hexwidget.english import Phrase, capital, listing, phrase, translated, worded
from hexwidget.languages import language
from hexwidget.rules import Observation, percent
from hexwidget.scene import Arrow, Ground, Overlay, Piece, Player, Scene, Token, player_looks
from hexwidget.scene.scene import piece
from hexwidget.systems.plotted import melee
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import PlottedPosition, Unit, with_owner
from hexwidget.systems.plotted.units import KINDS
from hexwidget.systems.plotted.words import inventory

GROUNDS = {
    "plains": Ground("plains", "plains", "plains", "none"),
    "forest": Ground("forest", "forest", "forest", "trees"),
    "hills": Ground("hills", "hills", "mountain", "hills"),
    "water": Ground("water", "water", "sea", "waves"),
    "cliffs": Ground("cliffs", "cliffs", "rock", "crags"),
}


def scene(observation: Observation[PlottedPosition]) -> Scene:
    """The scene for an observer.

    Units have their strength, units in melee a token, and each player a layer of zones. Arrows show the orders that the
    observer has sealed, trails the ways of the turn before.
    """
    position = observation.seen
    name = position.map.name
    looks = player_looks(position.players)
    tokens = []
    fighting = position.in_melee | {at for pair in position.melees for at in pair.hexes}
    short = _stops(position)
    for unit in position.units:
        space, order = name(unit.at), position.order_for(unit)
        if order is not None and not order.route:
            tokens.append(Token(space, "guard", translated("defensive order"), translated(_as_written(order))))
        if space in short:
            tokens.append(Token(space, "mark", translated("stopped on its route"), short[space], shape="round"))
        if unit.at in fighting:
            melees = _melees_in_words(position, unit.at)
            tokens.append(Token(space, "clash", translated("in melee"), melees, shape="diamond"))
    stands = ". ".join(
        capital(worded("{player:has} {things}", player=player, things=", ".join(things) or translated("nothing")))
        for player, things in inventory(position).items()
    )
    size = worded("A map of {columns} columns and {rows} rows", columns=position.map.columns, rows=position.map.rows)
    return Scene(
        map=position.map,
        grounds=tuple(replace(GROUNDS[key], label=translated(GROUNDS[key].label)) for key in position.map.terrains),
        players=looks,
        pieces=tuple(units(position)),
        tokens=tuple(tokens),
        overlays=tuple(
            _zones(position.players[seat], zones, looks[seat].hue)
            for seat in position.writing
            if (zones := position.zones(seat))
        ),
        arrows=tuple(_arrows(position, looks)),
        title=translated(position.title)
        or capital(f" {translated('against')} ".join(map(translated, position.players))),
        description=f"{size}. {stands}. {position.system.status(position)}.",
    )


def units(position: PlottedPosition) -> list[Piece]:
    """A counter for each unit, which faces the side that its order says."""
    found = []
    for unit in position.units:
        order = position.order_for(unit)
        facing = None if order is None or order.facing is None else position.map.compass.index(order.facing)
        found.append(_counter(unit, position.map.name(unit.at), position.players[unit.owner], facing, language()))
    return found


@lru_cache(maxsize=5000)  # most units stay as they are from step to step
def _counter(unit: Unit, space: str, player: str, facing: int | None, _language: str) -> Piece:
    kind, n = KINDS[unit.kind], unit.strength
    wording = "{unit} ({kind}, strength {n})" if unit.name else "{unit} (strength {n})"
    label = worded(wording, unit=with_owner(player, unit.called), kind=unit.kind, n=n)
    figures = (("boot", f"{kind.slow}/{kind.fast}", translated("movement")),)
    name = f"{unit.owner}-{unit.kind}-{space}"
    return piece(name, space, unit.owner, kind.symbol, unit.kind, label, n, facing=facing, figures=figures)


def _stops(position: PlottedPosition) -> dict[str, str]:
    """The hexes at which units were stopped on their routes, each with the words for it."""
    found, wording = {}, "stopped after {gone} of {n:hex}: {order}"
    for order, gone in position.carried_out:
        n = len(order.route)
        if gone < n:
            found[(order.unit, *order.route)[gone]] = worded(wording, gone=gone, n=n, order=_as_written(order))
    return found


def _zones(player: str, zones: int, hue: str) -> Overlay:
    """P4.3, P4.4: the zones of a player's units."""
    label = worded("{player:'s} zones (P4.3)", player=player)
    return Overlay(f"zones of {player}", label, ((0, zones),), hue, numbers=False, on_demand=True)


def _arrows(position: PlottedPosition, looks: tuple[Player, ...]) -> Iterator[Arrow]:
    """The orders that the observer has sealed, and the ways of the turn before."""
    for done in position.carried_out:
        way = (done.order.unit, *done.order.route[: done.walked])
        unit = position.by_hex.get(position.map.index(way[-1]))
        if done.walked and unit is not None:
            yield Arrow(way, worded("gone: {order}", order=_as_written(done.order)), looks[unit.owner].hue, trail=True)
    for look, orders in zip(looks, position.sealed, strict=True):
        yield from (arrow for order in orders or () for arrow in arrows_of(position, order, look.hue))


def arrows_of(position: PlottedPosition, order: Order, hue: str) -> Iterator[Arrow]:
    """The arrow of an order: its route, or the side that it faces."""
    if order.route:
        yield Arrow((order.unit, *order.route), translated(_as_written(order)), hue)
    elif order.facing is not None:
        beyond = position.map.beyond(position.map.index(order.unit))[position.map.compass.index(order.facing)]
        if beyond is not None:
            yield Arrow((order.unit, position.map.name(beyond)), translated(_as_written(order)), "mark")


def _as_written(order: Order) -> Phrase:
    """An order as it is written."""
    wording = "{kind} {way} facing {side}" if order.facing else "{kind} {way}"
    return phrase(wording, kind=order.kind, way="-".join((order.unit, *order.route)), side=order.facing)


def _melees_in_words(position: PlottedPosition, at: int) -> str:
    """The enemies that a unit fights, and while dice are rolled the probability that it survives."""
    pairs = [*position.engaged, *(pair.hexes for pair in position.melees)]
    enemies = sorted(position.map.name(b if a == at else a) for a, b in pairs if at in (a, b))
    wording = "in melee with {enemies}" + ("; {chance} to survive" if position.melees else "")
    chance = percent(melee.survival(position, at)) if position.melees else ""
    return worded(wording, enemies=listing(enemies), chance=chance)
