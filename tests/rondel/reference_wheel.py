"""The rulebook of `rondel` once more, for the wheel: R5.1, R5.2, R5.4 and R6, as in `tests.rondel.reference`."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.systems.rondel.actions import (
    Arm,
    Build,
    Conquer,
    EndMovement,
    EndTurn,
    Found,
    Lay,
    Move,
    Obtain,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.actions import Battle as BattleAction
from hexwidget.systems.rondel.position import City, RondelPosition

Judged = bool | None
WEDGES = ("marble", "iron", "gold", "MANEUVER", "temple", "arming", "know-how", "MANEUVER")
"""R5.1, in the order that markers count from 1."""
HOME = {Build: "temple", Arm: "arming", Obtain: "know-how"}
"""R6.2 to R6.4: the wedge of an action."""
IN_A_MANEUVER = Move | Lay | BattleAction | EndMovement | Conquer
NEEDS = {"ROADS": "WHEEL", "NAVIGATION": "SAILING", "DEMOCRACY": "MONARCHY"}


# ---------------------------------------------------------------------- what the clauses speak of
def seat_of(position: RondelPosition, action: RondelAction) -> int:
    return position.players.index(action.player)


def whole(position: RondelPosition) -> bool:
    return bool(position.settings["wheel"] == "whole")


def wedge(position: RondelPosition) -> str:
    """The wedge of the active nation's marker."""
    return WEDGES[position.markers[position.active] - 1]


def store(position: RondelPosition, seat: int) -> dict[str, int]:
    """R5.4."""
    goods = position.stores[seat]
    return {"marble": goods.marble, "iron": goods.iron, "gold": goods.gold}


def city(position: RondelPosition, place: str) -> City | None:
    return next((c for c in position.cities if position.map.name(c.at) == place), None)


def own_city(position: RondelPosition, action: Build | Arm) -> City | None:
    found = city(position, action.at)
    return found if found is not None and found.owner == seat_of(position, action) else None


def wrong_wedge(position: RondelPosition, action: Build | Arm | Obtain) -> bool:
    """R5.2: the marker has been moved, to another wedge."""
    return position.phase != "wheel" and wedge(position) != HOME[type(action)]


# ---------------------------------------------------------------------- R5
def the_wheel_around(position: RondelPosition, action: RondelAction) -> Judged:
    """R5.1: the marker goes on 1 to 8 wedges, three of them free; each further one costs a resource."""
    if not isinstance(action, Wheel):
        return False
    seat = seat_of(position, action)
    means = sum(store(position, seat).values()) if whole(position) else position.resources[seat]
    return not 1 <= action.wedges <= 8 or action.wedges - 3 > means


def how_much_is_built(position: RondelPosition, action: RondelAction) -> Judged:
    """R5.2: the marker moves first, once; then come the actions of its wedge, then founding. With wheel=maneuver the other wedges
    have no actions."""
    if isinstance(action, Wheel):
        return position.phase != "wheel"
    if isinstance(action, Build | Arm | Obtain | Found) and not whole(position):
        return True
    if isinstance(action, IN_A_MANEUVER | EndTurn | Build | Arm | Obtain | Found) and position.phase == "wheel":
        return True
    if isinstance(action, Found):
        return position.phase in ("movement", "closing")
    if isinstance(action, Build | Arm | Obtain):
        return position.phase == "founding" and wedge(position) == HOME[type(action)]
    return isinstance(action, Conquer) and position.phase == "founding" and wedge(position) == "MANEUVER"


def stores(position: RondelPosition, action: RondelAction) -> Judged:
    """R5.4: the goods that are named pay for the further wedges, and the store has them."""
    if not isinstance(action, Wheel) or action.paying is None:
        return False
    if not whole(position):
        return True
    paid = {"marble": action.paying.marble, "iron": action.paying.iron, "gold": action.paying.gold}
    have = store(position, seat_of(position, action))
    if not 1 <= action.wedges <= 8:
        return None  # there is no such way on the wheel that has a price
    return sum(paid.values()) != max(0, action.wedges - 3) or any(paid[good] > have[good] for good in paid)


# ---------------------------------------------------------------------- R6
def temples(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.2: a temple in an own city without one, for marble, from the bank, on the temple wedge."""
    if not isinstance(action, Build):
        return False
    if not whole(position):
        return None
    there = own_city(position, action)
    built = sum(each.temple for each in position.cities)
    return (
        wrong_wedge(position, action)
        or there is None
        or there.temple
        or store(position, seat_of(position, action))["marble"] < position.settings["temple_price"]
        or built >= position.settings["temple_tokens"]
    )


def arming(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.3: one unit, or three with a temple, in the province of an own city, for iron; galleys where they can sail."""
    if not isinstance(action, Arm):
        return False
    if not whole(position):
        return None
    there = own_city(position, action)
    size = action.legions + action.galleys
    before = sum(n for at, n in position.armed if position.map.name(at) == action.at)
    coast = any(action.at in (b.a, b.b) and b.kind in ("blue", "both") for b in position.map.borders)
    return (
        wrong_wedge(position, action)
        or there is None
        or size == 0
        or before + size > (3 if there.temple else 1)
        or (action.galleys > 0 and not coast)
        or store(position, seat_of(position, action))["iron"] < size * position.settings["unit_price"]
    )


def price_of(position: RondelPosition, know_how: str) -> int:
    """R6.4."""
    first = not any(know_how in known for known in position.know_how)
    return int(position.settings["first_price" if first else "later_price"])


def knowing(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.4: know-how that the nation does not have, after the one that it needs, for gold, on its wedge."""
    if not isinstance(action, Obtain):
        return False
    if not whole(position):
        return None
    known = position.know_how[seat_of(position, action)]
    needs = NEEDS.get(action.know_how)
    return (
        wrong_wedge(position, action)
        or action.know_how in known
        or (needs is not None and needs not in known)
        or store(position, seat_of(position, action))["gold"] < price_of(position, action.know_how)
    )


def founding(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.5: a city on land without one, where own units stand and no others, for a good of each kind and a city token."""
    if not isinstance(action, Found):
        return False
    if not whole(position):
        return None
    seat = seat_of(position, action)
    there = {group.owner for group in position.units if position.map.name(group.at) == action.at}
    cities = sum(each.owner == seat for each in position.cities)
    return (
        position.map.terrain(action.at) != "land"
        or city(position, action.at) is not None
        or there != {seat}
        or min(store(position, seat).values()) < 1
        or cities >= position.settings["city_tokens"]
    )


CLAUSES: dict[str, Callable[[RondelPosition, RondelAction], Judged]] = {
    "R5.1": the_wheel_around,
    "R5.2": how_much_is_built,
    "R5.4": stores,
    "R6.2": temples,
    "R6.3": arming,
    "R6.4": knowing,
    "R6.5": founding,
}
"""Each clause of the wheel that may bar an action, with its function."""
