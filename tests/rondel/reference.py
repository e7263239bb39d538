"""The rulebook of `rondel` once more, clause by clause: naive and slow, written from its text alone.

Each function says if its clause bars an action: True, False, or None if there is nothing that the clause could speak of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Move,
    RondelAction,
)
from hexwidget.systems.rondel.position import Ask, City, RondelPosition
from tests.rondel import reference_wheel
from tests.rondel.reference_wheel import seat_of, wedge

Judged = bool | None
MOVEMENT_PHASE = Move | Lay | Battle | EndMovement


# ---------------------------------------------------------------------- what the clauses speak of
def lefts(position: RondelPosition, seat: int, kind: str, place: str) -> list[int]:
    """The actions left of each unit of a nation, of a kind, in a province, ascending."""
    at = position.map.index(place)
    return sorted(g.left for g in position.units for _ in range(g.size) if g[:3] == (at, seat, kind))


def actions_a_turn(position: RondelPosition, seat: int, kind: str) -> int:
    """R1.2 to R1.4."""
    two, three = {"legion": ("WHEEL", "ROADS"), "galley": ("SAILING", "NAVIGATION")}[kind]
    known = position.know_how[seat]
    return 3 if three in known else 2 if two in known else 1


def place_of(action: Move | Lay) -> str:
    return action.origin if isinstance(action, Move) else action.at


def owner_meant(position: RondelPosition, action: Move | Lay) -> int | None:
    """The nation whose unit is to act, None if no unit of the kind is there: the player's own, else the next in turn order with
    such a unit as is named, else the next with any."""
    own, n = seat_of(position, action), len(position.players)
    found = {seat: lefts(position, seat, action.kind, place_of(action)) for seat in range(n)}
    if found[own]:
        return own
    others = [(own + k) % n for k in range(1, n) if found[(own + k) % n]]
    fitting = [seat for seat in others if action.left in (None, *found[seat])]
    return next(iter(fitting or others), None)


def those_meant(position: RondelPosition, action: Move | Lay) -> list[int]:
    """The actions left of each unit among which the one that is to act is looked for."""
    owner = owner_meant(position, action)
    return [] if owner is None else lefts(position, owner, action.kind, place_of(action))


def unit_meant(position: RondelPosition, action: Move | Lay) -> int | None:
    """The actions left of the unit that is to act, None if there is no such unit: one with the most, unless it is named. A
    foreign unit is judged as if it were an own one."""
    there = those_meant(position, action)
    if action.left is None:
        return max(there, default=None)
    return action.left if action.left in there else None


def foreign_city(position: RondelPosition, action: Conquer) -> City | None:
    """R1.1: the city to be conquered, None if none stands there or it is an own one."""
    at = position.map.index(action.at)
    own = seat_of(position, action)
    return next((city for city in position.cities if city.at == at and city.owner != own), None)


def strength(position: RondelPosition, city: City) -> int:
    """R4.3, R4.4."""
    known = position.know_how[city.owner]
    government = 2 if "DEMOCRACY" in known else 1 if "MONARCHY" in known else 0
    place = position.map.name(city.at)
    units = sum(len(lefts(position, city.owner, kind, place)) for kind in ("legion", "galley"))
    return (3 if city.temple else 1) + units + government


def upright(position: RondelPosition, action: Conquer, kind: str) -> int:
    """R2.4: the upright units of the conqueror in the city's province."""
    return sum(left > 0 for left in lefts(position, seat_of(position, action), kind, action.at))


def own_question(position: RondelPosition, action: Answer) -> Ask | None:
    """R3.6: the first open question to the nation that answers."""
    return next((ask for ask in position.asks if ask.seat == seat_of(position, action)), None)


# ---------------------------------------------------------------------- R1
def phases(position: RondelPosition, action: RondelAction) -> Judged:
    """R1.1: units move and fight in the movement phase, and foreign cities are conquered in the conquest phase after it."""
    if isinstance(action, Conquer) and foreign_city(position, action) is None:
        return True
    if isinstance(action, MOVEMENT_PHASE | Conquer | EndTurn) and position.phase == "wheel":
        return None  # there is no maneuver that has phases
    if isinstance(action, MOVEMENT_PHASE):
        return position.phase != "movement"
    if isinstance(action, Conquer) and wedge(position) != "MANEUVER" and position.settings["wheel"] == "whole":
        return True
    return isinstance(action, Conquer | EndTurn) and position.phase in ("movement", "closing")


def _no_action_left(position: RondelPosition, action: RondelAction, *a_turn: int) -> Judged:
    """R1.2, R1.3: a unit has no action left, or there is no unit with as many left as named."""
    if not isinstance(action, Move | Lay):
        return False
    owner = owner_meant(position, action)
    if owner is None:
        return None  # there is no unit
    if actions_a_turn(position, owner, action.kind) not in a_turn:
        return False
    left = unit_meant(position, action)
    return left is None or (isinstance(action, Move) and left == 0)


def one_action(position: RondelPosition, action: RondelAction) -> Judged:
    """R1.2: each unit has one action a turn."""
    return _no_action_left(position, action, 1)


def know_how_gives_more(position: RondelPosition, action: RondelAction) -> Judged:
    """R1.3: with know-how it has two or three."""
    return _no_action_left(position, action, 2, 3)


def own_units_own_turn(position: RondelPosition, action: RondelAction) -> Judged:
    """R1.5: a nation gives actions to its own units, in its own maneuver. Answers are given in that of others (R3.6)."""
    if isinstance(action, Answer):
        return False
    if seat_of(position, action) != position.active:
        return True
    if isinstance(action, Move | Lay):
        return not lefts(position, position.active, action.kind, place_of(action))
    return False


# ---------------------------------------------------------------------- R2
def borders(position: RondelPosition, action: RondelAction) -> Judged:
    """R2.2: one border into a neighbouring province. Red lets legions through, blue galleys, red-and-blue both."""
    if not isinstance(action, Move):
        return False
    for border in position.map.borders:
        if {border.a, border.b} == {action.origin, action.to}:
            return border.kind != "both" and border.kind != {"legion": "red", "galley": "blue"}[action.kind]
    return True


def upright_and_lying(position: RondelPosition, action: RondelAction) -> Judged:
    """R2.4: a unit is laid down that does not lie yet."""
    if not isinstance(action, Lay):
        return False
    left = unit_meant(position, action)
    return None if left is None else left == 0


# ---------------------------------------------------------------------- R3
def foreign_units(position: RondelPosition, action: RondelAction) -> Judged:
    """R3.1: a battle is with foreign units."""
    return isinstance(action, Battle) and action.enemy == action.player


def _sides(position: RondelPosition, action: Battle) -> tuple[list[int], list[int]]:
    own, enemy = seat_of(position, action), position.players.index(action.enemy)
    return lefts(position, own, action.kind, action.at), lefts(position, enemy, action.kind, action.at)


def like_against_like(position: RondelPosition, action: RondelAction) -> Judged:
    """R3.2: legions fight legions and galleys fight galleys."""
    if not isinstance(action, Battle):
        return False
    if action.enemy == action.player:
        return None  # there is no enemy
    return not all(_sides(position, action))


def _wrong_pairs(position: RondelPosition, pairs: int | None, most: int) -> bool:
    if pairs is None:
        return False
    return pairs != most if position.settings["battle_size"] == "all" else not 1 <= pairs <= most


def _wrong_losses(fallen: tuple[int, ...], pairs: int, own: list[int]) -> bool:
    return len(fallen) != pairs or bool(Counter(fallen) - Counter(own))


def how_many_fall(position: RondelPosition, action: RondelAction) -> Judged:
    """R3.5: the pairs of a battle, and the units of the active nation that fall. While these are to be named nothing else may
    be done."""
    toll = position.toll
    if isinstance(action, Lose):
        if toll is None:
            return True
        own = lefts(position, position.active, toll.kind, position.map.name(toll.at))
        return _wrong_losses(action.losing, toll.pairs, own)
    if toll is not None:
        return True
    if isinstance(action, Battle):
        if action.enemy == action.player or not all(_sides(position, action)):
            return None  # there is no battle
        own, enemy = _sides(position, action)
        most = min(len(own), len(enemy))
        pairs = most if action.pairs is None else action.pairs
        return _wrong_pairs(position, action.pairs, most) or (
            action.losing is not None and _wrong_losses(action.losing, pairs, own)
        )
    if isinstance(action, Answer) and action.pairs != 0:
        ask = own_question(position, action)
        if ask is None:
            return None  # there is no battle
        place = position.map.name(ask.at)
        sides = [lefts(position, seat, ask.kind, place) for seat in (position.active, ask.seat)]
        return _wrong_pairs(position, action.pairs, min(map(len, sides)))
    return False


def the_other_nations_say(position: RondelPosition, action: RondelAction) -> Judged:
    """R3.6: the nations that are asked answer one after another, before play goes on. The other nations wait."""
    if isinstance(action, Answer):
        return not position.asks or position.asks[0].seat != seat_of(position, action)
    if isinstance(action, Lose) and position.toll is not None:
        return False
    return bool(position.asks)


# ---------------------------------------------------------------------- R4
def who_conquers(position: RondelPosition, action: RondelAction) -> Judged:
    """R4.1: units that conquer stand in the city's province, upright."""
    if not isinstance(action, Conquer):
        return False
    if foreign_city(position, action) is None:
        return None
    return upright(position, action, "legion") + upright(position, action, "galley") == 0


def enough_of_them(position: RondelPosition, action: RondelAction) -> Judged:
    """R4.2: at least as many upright units as the defence strength."""
    if not isinstance(action, Conquer):
        return False
    city = foreign_city(position, action)
    if city is None:
        return None
    return upright(position, action, "legion") + upright(position, action, "galley") < strength(position, city)


def the_price(position: RondelPosition, action: RondelAction) -> Judged:
    """R4.5: the conqueror removes upright units equal to the defence strength."""
    if not isinstance(action, Conquer):
        return False
    city = foreign_city(position, action)
    if city is None:
        return None
    return (
        action.legions + action.galleys != strength(position, city)
        or action.legions > upright(position, action, "legion")
        or action.galleys > upright(position, action, "galley")
    )


def two_limits(position: RondelPosition, action: RondelAction) -> Judged:
    """R4.6: no last city; another own city is given up if all city tokens are on the map, and only then."""
    if not isinstance(action, Conquer):
        return False
    city = foreign_city(position, action)
    if city is not None and sum(c.owner == city.owner for c in position.cities) == 1:
        return True
    own = {position.map.name(c.at) for c in position.cities if c.owner == seat_of(position, action)}
    if len(own) < position.settings["city_tokens"]:
        return action.giving is not None
    return action.giving not in own - {action.at}


# ---------------------------------------------------------------------- R5
def not_eliminated(position: RondelPosition) -> set[int]:
    """R5.3: the nations with units; those with cities, if they can arm; those that began without units and have not had a turn."""
    if position.settings["objective"] == "eliminate units":
        return {group.owner for group in position.units}
    cities = {city.owner for city in position.cities} if position.settings["wheel"] == "whole" else set[int]()
    return {group.owner for group in position.units} | cities | set(position.unarmed)


def the_end(position: RondelPosition, action: RondelAction) -> Judged:
    """R5.3: after the end of the game nothing is done."""
    counts = Counter(city.owner for city in position.cities)
    word, _, number = str(position.settings["objective"]).partition(" ")
    if word == "cities" and max(counts.values(), default=0) >= int(number):
        return True
    if word == "eliminate" and len(not_eliminated(position)) < 2:
        return True
    return position.round > position.settings["rounds"]


CLAUSES: dict[str, Callable[[RondelPosition, RondelAction], Judged]] = {
    "R1.1": phases,
    "R1.2": one_action,
    "R1.3": know_how_gives_more,
    "R1.5": own_units_own_turn,
    "R2.2": borders,
    "R2.4": upright_and_lying,
    "R3.1": foreign_units,
    "R3.2": like_against_like,
    "R3.5": how_many_fall,
    "R3.6": the_other_nations_say,
    "R4.1": who_conquers,
    "R4.2": enough_of_them,
    "R4.5": the_price,
    "R4.6": two_limits,
    "R5.3": the_end,
    **reference_wheel.CLAUSES,
}
"""Each clause that may bar an action, with its function."""
