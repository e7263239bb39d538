"""The result of every action of the wheel, computed once more from the rulebook: stores, units, cities, know-how, the phase."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hexwidget.systems.rondel.actions import Arm, Build, EndTurn, Found, Obtain, RondelAction, Wheel
from hexwidget.systems.rondel.position import City, Group, RondelPosition, Store
from tests.amounts import many
from tests.rondel.anything import random_position
from tests.rondel.reference import actions_a_turn
from tests.rondel.reference_wheel import price_of, store, wedge, whole

POSITIONS = many(150, 20_000)
OF_THE_WHEEL = Wheel | Build | Arm | Obtain | Found | EndTurn
GOODS = ("marble", "iron", "gold")


def richer(position: RondelPosition, seat: int, **more: int) -> RondelPosition:
    """The position with more goods (or fewer) in a store."""
    goods = store(position, seat)
    filled = Store(**{good: goods[good] + more.get(good, 0) for good in GOODS})
    return replace(position, stores=tuple(filled if s == seat else each for s, each in enumerate(position.stores)))


def turned(position: RondelPosition, action: Wheel, seat: int) -> RondelPosition:
    """R5.1, R5.4, R6.1."""
    marker = (position.markers[seat] + action.wedges - 1) % 8 + 1
    cost = max(0, action.wedges - 3)
    after = replace(position, markers=tuple(marker if s == seat else m for s, m in enumerate(position.markers)))
    if not whole(position):
        left = tuple(n - cost if s == seat else n for s, n in enumerate(position.resources))
        after = replace(after, resources=left)
        return replace(after, phase="movement") if wedge(after) == "MANEUVER" else next_turn(after, seat)
    paid = dict.fromkeys(GOODS, 0) if action.paying is None else dict(zip(GOODS, action.paying, strict=True))
    if action.paying is None:
        for good in sorted(GOODS, key=lambda good: -store(position, seat)[good]):
            paid[good] = min(store(position, seat)[good], cost - sum(paid.values()))
    after = richer(after, seat, **{good: -n for good, n in paid.items()})
    good = wedge(after)
    if good not in GOODS:
        return replace(after, phase="movement" if good == "MANEUVER" else "wedge")
    brings = {True: position.settings["temple_yield"], False: position.settings["city_yield"]}
    own = [c for c in position.cities if c.owner == seat and position.yields and position.yields[c.at] == good]
    return replace(richer(after, seat, **{good: sum(brings[c.temple] for c in own)}), phase="founding")


def next_turn(position: RondelPosition, seat: int) -> RondelPosition:
    """R1.2, R5.2: the nation's units stand up, and the next nation turns the wheel."""
    units = Counter[tuple[int, int, str, int]]()
    for at, owner, kind, left, size in position.units:
        units[at, owner, kind, actions_a_turn(position, owner, kind) if owner == seat else left] += size
    n = (seat + 1) % len(position.players)
    groups = tuple(sorted(Group(*key, size) for key, size in units.items()))
    unarmed = tuple(each for each in position.unarmed if each != seat)  # R5.3: their first turn is over
    more = {"armed": (), "unarmed": unarmed, "round": position.round + (n == 0)}
    return replace(position, units=groups, active=n, phase="wheel", **more)


def armed(position: RondelPosition, action: Arm, seat: int) -> RondelPosition:
    """R6.3."""
    at, units = position.map.index(action.at), Counter({g[:4]: g.size for g in position.units})
    for kind, n in (("legion", action.legions), ("galley", action.galleys)):
        units[at, seat, kind, actions_a_turn(position, seat, kind)] += n
    groups = tuple(sorted(Group(*key, size) for key, size in units.items() if size))
    size = action.legions + action.galleys
    so_far = dict(position.armed)
    so_far[at] = so_far.get(at, 0) + size
    after = replace(position, units=groups, armed=tuple(sorted(so_far.items())))
    return richer(after, seat, iron=-size * position.settings["unit_price"])


def result(position: RondelPosition, action: RondelAction) -> RondelPosition:
    """The position that an action of the wheel leads to."""
    seat = position.players.index(action.player)
    if isinstance(action, Wheel):
        return turned(position, action, seat)
    if isinstance(action, EndTurn):
        return next_turn(position, seat)
    if isinstance(action, Arm):
        return armed(position, action, seat)
    if isinstance(action, Build):
        place = position.map.index(action.at)
        cities = tuple(c._replace(temple=c.temple or c.at == place) for c in position.cities)
        return richer(replace(position, cities=cities), seat, marble=-position.settings["temple_price"])
    if isinstance(action, Obtain):
        known = tuple(k | {action.know_how} if s == seat else k for s, k in enumerate(position.know_how))
        return richer(replace(position, know_how=known), seat, gold=-price_of(position, action.know_how))
    assert isinstance(action, Found)
    cities = tuple(sorted([*position.cities, City(position.map.index(action.at), seat, temple=False)]))
    return richer(replace(position, cities=cities, phase="founding"), seat, marble=-1, iron=-1, gold=-1)


def test_every_action_of_the_wheel_keeps_the_books() -> None:
    seen = Counter[str]()
    for number in range(POSITIONS):
        position = random_position(Random(f"books {number}"))
        for action in position.legal_actions():
            if isinstance(action, OF_THE_WHEEL):
                assert position.apply(action).position == result(position, action), (position.notation, str(action))
                seen[type(action).__name__] += 1
    assert {*seen} == {"Wheel", "Build", "Arm", "Obtain", "Found", "EndTurn"}, seen
