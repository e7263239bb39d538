"""The clauses of the whole wheel once more: naive and slow, written from the rulebook's text alone.

Each function says if its clause bars an action: True, False, or None if there is nothing that the clause could speak of.
"""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.systems.rondel.actions import Arm, Build, Conquer, Found, Obtain, RondelAction, Wheel
from hexwidget.systems.rondel.position import City, RondelPosition

Judged = bool | None
OF_THE_WHOLE = Build | Arm | Obtain | Found
LAST_PHASES = ("wedge", "founding")
WEDGES = ("marble", "iron", "gold", "maneuver", "temple", "arming", "know-how", "maneuver")


def seat_of(position: RondelPosition, action: RondelAction) -> int:
    return position.players.index(action.player)


def whole(position: RondelPosition) -> bool:
    return bool(position.settings["wheel"] == "whole")


def wedge(position: RondelPosition) -> str:
    """The wedge of the marker of the nation whose turn it is."""
    return WEDGES[position.markers[position.active] - 1]


def stored(position: RondelPosition, action: RondelAction, good: str) -> int:
    return int(getattr(position.stores[seat_of(position, action)], good))


def means(position: RondelPosition, seat: int) -> int:
    """R5.4: the things that pay for wedges."""
    return sum(position.stores[seat]) if whole(position) else position.resources[seat]


def city_at(position: RondelPosition, place: str) -> City | None:
    return next((city for city in position.cities if position.map.name(city.at) == place), None)


def owners_at(position: RondelPosition, place: str) -> set[int]:
    """The seats with units in a province."""
    return {group.owner for group in position.units if position.map.name(group.at) == place}


# ---------------------------------------------------------------------- R5
def order_of_a_turn(position: RondelPosition, action: RondelAction) -> bool:
    """R5.2: with the whole wheel, after the marker: the actions of the wedge, and then founding. Without it, none of both."""
    if not whole(position):
        return isinstance(action, OF_THE_WHOLE)
    if isinstance(action, Found):
        return position.phase in ("movement", "closing")
    own = {Build: "temple", Arm: "arming", Obtain: "know-how", Conquer: "maneuver"}.get(type(action))
    return position.phase == "founding" and own == wedge(position)


def stores(position: RondelPosition, action: RondelAction) -> Judged:
    """R5.4: a payment of goods that are there, as many as the wedges beyond the third."""
    if not isinstance(action, Wheel) or action.paying is None:
        return False
    if not whole(position):
        return True
    if not 1 <= action.wedges <= 8:
        return None  # there is no such move, and so no price
    if sum(action.paying) != max(0, action.wedges - 3):
        return True
    return any(stored(position, action, good) < getattr(action.paying, good) for good in ("marble", "iron", "gold"))


# ---------------------------------------------------------------------- R6
def _elsewhere(position: RondelPosition, due: str) -> bool:
    """The marker has been moved, and to another wedge."""
    return position.phase != "wheel" and wedge(position) != due


def temples(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.2: on the temple wedge, in an own city without one, for marble, from the bank."""
    if not isinstance(action, Build):
        return False
    if not whole(position):
        return None
    city = city_at(position, action.at)
    return (
        _elsewhere(position, "temple")
        or city is None
        or city.owner != seat_of(position, action)
        or city.temple
        or stored(position, action, "marble") < position.settings["temple_price"]
        or sum(c.temple for c in position.cities) >= position.settings["temple_tokens"]
    )


def arming(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.3: on the arming wedge, in an own city's province, one or three in a turn, galleys where they can sail, for iron."""
    if not isinstance(action, Arm):
        return False
    if not whole(position):
        return None
    units = action.legions + action.galleys
    city = city_at(position, action.at)
    own = city is not None and city.owner == seat_of(position, action)
    done = sum(n for at, n in position.armed if position.map.name(at) == action.at)
    most = 3 if city is not None and city.temple else 1
    sails = any(action.at in (b.a, b.b) and b.kind in ("blue", "both") for b in position.map.borders)
    return (
        _elsewhere(position, "arming")
        or not own
        or units == 0
        or units + done > most
        or (action.galleys > 0 and not sails)
        or stored(position, action, "iron") < units * position.settings["unit_price"]
    )


def gold_for(position: RondelPosition, action: Obtain) -> int:
    """R6.4: the price of a know-how."""
    had = any(action.know_how in known for known in position.know_how)
    return int(position.settings["later_price" if had else "first_price"])


def know_how(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.4: on its wedge, one that the nation has not, after the one that it needs, for gold."""
    if not isinstance(action, Obtain):
        return False
    if not whole(position):
        return None
    known = position.know_how[seat_of(position, action)]
    needs = {"ROADS": "WHEEL", "NAVIGATION": "SAILING", "DEMOCRACY": "MONARCHY"}.get(action.know_how)
    return (
        _elsewhere(position, "know-how")
        or action.know_how in known
        or (needs is not None and needs not in known)
        or stored(position, action, "gold") < gold_for(position, action)
    )


def founding(position: RondelPosition, action: RondelAction) -> Judged:
    """R6.5: on land without a city, with an own unit and no foreign one, for one of each good and a city token."""
    if not isinstance(action, Found):
        return False
    if not whole(position):
        return None
    seat = seat_of(position, action)
    return (
        position.map.terrain(action.at) == "sea"
        or city_at(position, action.at) is not None
        or owners_at(position, action.at) != {seat}
        or any(stored(position, action, good) < 1 for good in ("marble", "iron", "gold"))
        or sum(city.owner == seat for city in position.cities) >= position.settings["city_tokens"]
    )


CLAUSES: dict[str, Callable[[RondelPosition, RondelAction], Judged]] = {
    "R5.4": stores,
    "R6.2": temples,
    "R6.3": arming,
    "R6.4": know_how,
    "R6.5": founding,
}
"""The clauses of the whole wheel that may bar an action, each with its function."""
