"""Random positions with the whole wheel, and everything that can be said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from hexwidget.rules import Settings
from hexwidget.systems.rondel.actions import Arm, Build, Found, Obtain, RondelAction, Wheel
from hexwidget.systems.rondel.position import KNOW_HOW, RondelPosition, Store

GOODS = ("marble", "iron", "gold")
MANEUVERS = (4, 8)
OTHERS = (1, 2, 3, 5, 6, 7)
OWN_ACTIONS = (5, 6, 7)
ARMING = 6


def with_the_whole_wheel(rng: Random, position: RondelPosition) -> RondelPosition:
    """The position with the whole wheel: with stores, yields and prices, and at times in its last phases."""
    temples = sum(city.temple for city in position.cities)
    changes = {
        "wheel": "whole",
        "temple_price": rng.choice((0, 1, 2, 5)),
        "temple_tokens": temples + rng.choice((0, 1, 2, 9)),
        "unit_price": rng.choice((0, 1, 1, 2)),
        "first_price": rng.choice((1, 3, 7)),
        "later_price": rng.choice((0, 1, 4)),
    }
    land = [position.map.terrain(at) == "land" for at in range(len(position.map))]
    whole: RondelPosition = replace(
        position,
        settings=Settings({name: changes.get(name, value) for name, value in position.settings.items()}),
        resources=tuple(0 for _ in position.players),
        stores=tuple(Store(*(rng.choice((0, 1, 1, 2, 5, 8)) for _ in GOODS)) for _ in position.players),
        yields=tuple(rng.choice(("", *GOODS)) if ground else "" for ground in land),
    )
    if whole.phase == "wheel" and rng.random() < 0.7:
        return _on_a_wedge(rng, whole)
    if whole.phase == "conquest" and rng.random() < 0.3:
        whole = replace(whole, phase="founding")
    return whole if whole.phase == "wheel" else _marked(whole, rng.choice(MANEUVERS))


def _on_a_wedge(rng: Random, position: RondelPosition) -> RondelPosition:
    """The position on a wedge that is no maneuver."""
    phase = rng.choice(("wedge", "wedge", "founding"))
    found = _marked(replace(position, phase=phase), rng.choice(OWN_ACTIONS if phase == "wedge" else OTHERS))
    if found.markers[found.active] != ARMING:
        return found
    own = [city for city in found.cities if city.owner == found.active]
    room = {city.at: min(found.count(city.at, found.active), 3 if city.temple else 1) for city in own}
    armed = {at: rng.randint(0, most) for at, most in room.items()}
    return replace(found, armed=tuple((at, n) for at, n in sorted(armed.items()) if n))


def _marked(position: RondelPosition, wedge: int) -> RondelPosition:
    markers = (wedge if seat == position.active else marker for seat, marker in enumerate(position.markers))
    return replace(position, markers=tuple(markers))


CLASSES: tuple[type[RondelAction], ...] = (Build, Arm, Arm, Obtain, Found)


def value(name: str, rng: Random) -> Any:
    """A value for a field of an action that only the whole wheel has."""
    if name == "know_how":
        return rng.choice(KNOW_HOW)
    return rng.choice((None, None, Store(*(rng.choice((0, 0, 1, 2)) for _ in GOODS))))


def every_action(position: RondelPosition, player: str) -> Iterator[RondelAction]:
    """Every action of the whole wheel."""
    numbers = range(5)
    for place in position.map.names():
        yield from (Build(player, place), Found(player, place))
        yield from (Arm(player, place, legions, galleys) for legions, galleys in product(numbers, numbers))
    yield from (Obtain(player, name) for name in KNOW_HOW)
    for wedges, *paying in product(range(10), range(6), range(6), range(6)):
        yield Wheel(player, wedges, Store(*paying))
