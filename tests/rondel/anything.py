"""Random positions of `rondel`, and everything that can be said at them, legal or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, TypeVar

import hexwidget as hw
from hexwidget.geometry import Border, Province, ProvinceMap
from hexwidget.systems.rondel.actions import (
    Answer,
    Arm,
    Battle,
    Build,
    Conquer,
    EndMovement,
    EndTurn,
    Found,
    Lay,
    Lose,
    Move,
    Obtain,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.atlas import GOODS, WHEEL, bundled_map
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, Ask, City, RondelPosition, Store, Toll

T = TypeVar("T")
RONDEL = hw.system("rondel")
NATIONS = ("romans", "greeks", "carthage", "the far persians")
SMALL = 7
"""The most provinces of a small map."""
MOST_UNITS_ON_SMALL = 4


# ---------------------------------------------------------------------- maps
@cache
def grid(grounds: tuple[str, ...], kinds: tuple[str, ...]) -> ProvinceMap:
    """A map of squares.

    :param grounds: rows of grounds, l for land and s for sea
    :param kinds: the kinds of the borders of land with land, and of land with sea, taken in turn
    """
    names = {(x, y): f"{chr(97 + x)}{y + 1}" for y, row in enumerate(grounds) for x in range(len(row))}

    def square(x: int, y: int) -> Province:
        corners = ((2.0 * x, 2.0 * y), (2.0 * x + 2, 2.0 * y), (2.0 * x + 2, 2.0 * y + 2), (2.0 * x, 2.0 * y + 2))
        ground = {"l": "land", "s": "sea"}[grounds[y][x]]
        return Province(names[x, y], names[x, y], ground, corners, (2.0 * x + 1, 2.0 * y + 1))

    pairs = [((x, y), there) for x, y in names for there in ((x + 1, y), (x, y + 1)) if there in names]
    borders = [Border(names[a], names[b], kinds[n % len(kinds)]) for n, (a, b) in enumerate(pairs)]
    return ProvinceMap(("land", "sea"), [square(x, y) for x, y in names], borders)


SMALL_GROUNDS = (
    ("lls", "lss"),
    ("lll", "lsl"),
    ("ll", "ls", "sl"),
    ("l", "l", "s", "l"),
    ("lllsl",),
    ("lsl", "lls", "l"),
)
SMALL_KINDS = (("both",), ("red", "blue", "both"), ("both", "red"), ("blue", "both", "red", "red"))


def _map(rng: Random, *, small: bool) -> ProvinceMap:
    if small or rng.random() < 0.3:
        return grid(rng.choice(SMALL_GROUNDS), rng.choice(SMALL_KINDS))
    return bundled_map(rng.choice(("two_shores", "two_shores", "inland_sea")))


# ---------------------------------------------------------------------- positions
def random_position(rng: Random) -> RondelPosition:
    """A position in any phase, often crowded, now and then with questions that are open, or at its end."""
    return _position(rng, small=False)


def small_position(rng: Random) -> RondelPosition:
    """A position on at most seven provinces with at most four units."""
    return _position(rng, small=True)


def extreme_position(rng: Random) -> RondelPosition:
    """A position of a large map with up to 99 units in a group, stores of up to a billion goods, and prices of 0 or 99."""
    made = _position(rng, small=False)
    units = [group._replace(size=rng.choice((1, 9, 40, 99))) for group in made.units]
    most = max(sum(city.owner == seat for city in made.cities) for seat in range(len(made.players)))
    settings = {name: value for name, value in made.settings.items() if not name.endswith("price")}
    described: dict[str, Any] = {
        **settings,
        **{name: rng.choice((0, 99)) for name in made.settings if name.endswith("price")},
        "city_tokens": rng.choice((max(1, most), 99)),
    }
    if made.whole:
        described["stores"] = {player: {good: rng.choice((0, 5, 10**9)) for good in GOODS} for player in made.players}
    given = {**RONDEL.to_json(replace(made, asks=(), toll=None, phase=OPEN.get(made.phase, made.phase)))}
    wide: RondelPosition = RONDEL.from_json(given | described).with_units(
        ((g.at, g.owner, g.kind, g.left), g.size) for g in units
    )
    return _with_questions(rng, wide)


OPEN = {"closing": "movement"}
"""The phases that stay without open questions."""


def _position(rng: Random, *, small: bool) -> RondelPosition:
    players = NATIONS[: rng.choice((2, 2, 3) if small else (2, 2, 3, 3, 4))]
    seats = range(len(players))
    m = _map(rng, small=small)
    # Units that share few provinces meet more often.
    places = rng.sample(range(len(m)), min(len(m), rng.choice((2, 2, 3) if small else (2, 3, 3, 4, 6))))
    active, whole = rng.choice(seats), rng.random() < 0.5
    phase = rng.choice(("wheel", "movement", "movement", "movement", "conquest", "conquest"))
    if whole and rng.random() < 0.7:
        phase = rng.choice(("wheel", "wedge", "wedge", "wedge", "wedge", "founding", "founding"))
    marker = rng.choice(WEDGES[phase] if whole else range(1, 9))
    know_how = tuple(frozenset(rng.sample(KNOW_HOW, rng.choice((0, 0, 1, 2, 3)))) for _ in seats)
    host = active if phase in ("wedge", "founding") else (active + 1) % len(players)
    cities = _cities(rng, m, places, players, host)
    most = max((sum(c.owner == seat for c in cities) for seat in seats), default=0)
    settings: dict[str, Any] = {
        "battle_size": rng.choice(("all", "chosen")),
        "city_tokens": max(1, most + rng.choice((0, 0, 1, 20))),
        "objective": rng.choice(
            (
                "most_cities",
                "most_cities",
                "most_cities",
                f"cities {most + 1 - (rng.random() < 0.1)}",
                "eliminate",
                "eliminate units",
            )
        ),
    }
    if settings["objective"] == "cities 0":
        settings["objective"] = "cities 1"
    if whole:
        settings |= _of_the_whole_wheel(rng, m, players, cities)
    else:
        settings["resources"] = {player: rng.choice((0, 0, 1, 2, 9)) for player in players}
    bare = RONDEL.position(
        map=m,
        players=list(players),
        markers={player: marker if n == active else rng.randint(1, 8) for n, player in enumerate(players)},
        active=players[active],
        phase=phase,
        round=rng.choice((1, 2, 5, 7, 9, 11, 12, 12, 12, 13)),
        defenders={player: rng.choice(("ask", "ask", "always", "never")) for player in players},
        **settings,
    )
    position: RondelPosition = replace(bare, know_how=know_how, cities=cities)
    position = position.with_units(_units(rng, position, places, small=small))
    return _with_questions(rng, _armed(rng, position))


def _cities(
    rng: Random, m: ProvinceMap, places: Sequence[int], players: tuple[str, ...], host: int
) -> tuple[City, ...]:
    """Cities, most of them those of one nation.

    :param host: its seat
    """
    land = [at for at in range(len(m)) if m.terrain(at) == "land"]
    near = [at for at in places if at in land]
    more = rng.sample(land, rng.randint(0, min(6, len(land))))
    chosen = {*(at for at in near if rng.random() < 0.8), *more}
    owners = [rng.choice((host, rng.randrange(len(players)))) for _ in chosen]
    return tuple(City(at, owner, rng.random() < 0.25) for at, owner in zip(sorted(chosen), owners, strict=True))


WEDGES = {
    "wheel": range(1, 9),
    "movement": (4, 8),
    "conquest": (4, 8),
    "wedge": (5, 6, 7),
    "founding": range(1, 9),
}
"""The wedges of the active nation's marker in each phase of a turn on the whole wheel."""


def _of_the_whole_wheel(
    rng: Random, m: ProvinceMap, players: tuple[str, ...], cities: tuple[City, ...]
) -> dict[str, Any]:
    """Stores, yields and prices: some of them scarce, some high."""
    land = [m.name(at) for at in range(len(m)) if m.terrain(at) == "land"]
    return {
        "wheel": "whole",
        "stores": {player: {good: rng.choice((0, 1, 1, 2, 5)) for good in GOODS} for player in players},
        "yields": {name: rng.choice(GOODS) for name in land if rng.random() < 0.7},
        "city_yield": rng.choice((0, 1, 1, 2)),
        "temple_yield": rng.choice((0, 3, 3)),
        "temple_price": rng.choice((0, 1, 2, 5)),
        "temple_tokens": sum(city.temple for city in cities) + rng.choice((0, 1, 9)),
        "unit_price": rng.choice((0, 1, 1, 2)),
        "first_price": rng.choice((0, 1, 2, 7)),
        "later_price": rng.choice((0, 1, 2, 4)),
    }


def _armed(rng: Random, position: RondelPosition) -> RondelPosition:
    """The position, on the wedge arming with some units that have just been set up."""
    if position.phase not in ("wedge", "founding") or WHEEL[position.markers[position.active] - 1] != "arming":
        return position
    armed = []
    for city in position.cities:
        most = min(3 if city.temple else 1, position.count(city.at, position.active))
        if city.owner == position.active and most and rng.random() < 0.5:
            armed.append((city.at, rng.randint(1, most)))
    return replace(position, armed=tuple(armed))


def _units(
    rng: Random, position: RondelPosition, places: Sequence[int], *, small: bool
) -> Iterator[tuple[tuple[int, int, str, int], int]]:
    room = MOST_UNITS_ON_SMALL if small else 99
    for _ in range(rng.choice((2, 3, 4)) if small else rng.choice((3, 6, 9, 12))):
        size = min(room, rng.choice((1, 1, 1, 2) if small else (1, 1, 1, 2, 3)))
        if size:
            conquers = position.phase == "conquest"
            seat = (
                position.active if rng.random() < (0.7 if conquers else 0.3) else rng.randrange(len(position.players))
            )
            kind = rng.choice(KINDS)
            most = position.actions_of(seat, kind)
            left = most
            if seat == position.active and position.phase in ("movement", "conquest", "founding"):
                maneuvers = WHEEL[position.markers[seat] - 1] == "maneuver"
                left = rng.randint(0, most) if position.phase == "movement" else int(rng.random() < 0.8)
                left = left if maneuvers or position.phase != "founding" else most
            yield (rng.choice(places), seat, kind, left), size
            room -= size


def _with_questions(rng: Random, position: RondelPosition) -> RondelPosition:
    """The position, at times with a nation that is asked, or with units to be named."""
    if position.phase != "movement" or rng.random() < 0.5:
        return position
    closing = rng.random() < 0.4
    fights = [
        Ask(at, seat, kind)
        for at in position.occupied
        for seat in range(len(position.players))
        for kind in KINDS
        if seat != position.active and min(position.count(at, s, kind) for s in (seat, position.active))
    ]
    asks = [ask for ask in fights if rng.random() < 0.7 and position.answers[ask.seat] == "ask"]
    tolls = [toll for ask in fights for toll in _tolls(position, ask)]
    toll = rng.choice(tolls) if tolls and rng.random() < 0.4 else None
    if toll is not None:
        asks = [ask for ask in asks if (ask.at, ask.seat, ask.kind) != (toll.at, toll.enemy, toll.kind)]
    if not asks and toll is None:
        return position
    return replace(position, phase="closing" if closing else "movement", asks=tuple(asks), toll=toll)


def _tolls(position: RondelPosition, ask: Ask) -> Iterator[Toll]:
    """The battles about which the active nation has a choice of units."""
    mine, theirs = (position.count(ask.at, seat, ask.kind) for seat in (position.active, ask.seat))
    groups = position.groups(ask.at, position.active, ask.kind)
    most = min(mine, theirs)
    for pairs in [most] if position.settings["battle_size"] == "all" else range(1, most + 1):
        if len(groups) > 1 and pairs < mine:
            yield Toll(ask.at, ask.seat, ask.kind, pairs)


# ---------------------------------------------------------------------- actions
def random_action(position: RondelPosition, rng: Random) -> RondelAction:
    """An action of anybody: a legal one, one with up to three things changed, or any other."""
    acting = position.players[position.acting]
    listed = position.legal_actions(acting)
    if rng.random() < 0.6 and listed.count():
        action = listed.sample(rng)
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            action = _changed(position, action, rng)
    else:
        player = acting if rng.random() < 0.7 else rng.choice(position.players)
        action = _any(position, player, rng)
    return replace(action, player=rng.choice(position.players)) if rng.random() < 0.1 else action


def _place(position: RondelPosition, rng: Random) -> str:
    """A province: mostly one with units or a city."""
    known = sorted({*position.occupied, *position.city_at})
    return position.map.name(rng.choice(known) if known and rng.random() < 0.8 else rng.randrange(len(position.map)))


def _lefts(rng: Random) -> tuple[int, ...]:
    return tuple(sorted(rng.choices(range(4), k=rng.choice((1, 1, 2, 2, 3)))))


def _value(position: RondelPosition, action: type[RondelAction], name: str, rng: Random) -> Any:
    """A value for the field of an action."""
    if name == "know_how":
        return rng.choice(KNOW_HOW)
    if name == "paying":
        return Store(*(rng.choice((0, 0, 1, 2)) for _ in GOODS)) if rng.random() < 0.4 else None
    if name in ("at", "origin", "to"):
        return _place(position, rng)
    if name == "giving":
        return _place(position, rng) if rng.random() < 0.4 else None
    if name == "kind":
        return rng.choice(KINDS)
    if name == "enemy":
        return rng.choice(position.players)
    if name == "left":
        return rng.choice((None, None, 0, 1, 2, 3))
    if name == "losing":
        return _lefts(rng) if action is Lose or rng.random() < 0.4 else None
    if name == "pairs":
        return rng.choice((None, None, 1, 2, 3, *([0] if action is Answer else [])))
    return rng.randint(0, 9) if name == "wedges" else rng.choice((0, 1, 1, 2, 3, 4))


def _changed(position: RondelPosition, action: RondelAction, rng: Random) -> RondelAction:
    """The action with one of its fields changed."""
    names = [f.name for f in fields(action) if f.name != "player"]
    if not names:
        return action
    name = rng.choice(names)
    changed: RondelAction = replace(action, **{name: _value(position, type(action), name, rng)})
    return changed


CLASSES: tuple[type[RondelAction], ...] = (
    *(Wheel, Move, Move, Lay, Battle, Battle, Answer, Lose, EndMovement, Conquer, Conquer, EndTurn),
    *(Build, Arm, Arm, Obtain, Found),
)


def _any(position: RondelPosition, player: str, rng: Random) -> RondelAction:
    """Any action of a player."""
    action = rng.choice(CLASSES)
    names = [f.name for f in fields(action) if f.name != "player"]
    found = action(player, **{name: _value(position, action, name, rng) for name in names})
    if isinstance(found, Move) and rng.random() < 0.6:
        near = list(position.map.neighbours(position.map.index(found.origin)))
        found = replace(found, to=position.map.name(rng.choice(near))) if near else found
    return found


# ---------------------------------------------------------------------- everything that can be said
def every_action(position: RondelPosition, player: str) -> Iterator[RondelAction]:
    """Every action of a player at a small position, but for those that name more units than there are."""
    places = list(position.map.names())
    units = sum(group.size for group in position.units)
    lefts = (None, *range(4))
    yield from (EndMovement(player), EndTurn(player))
    yield from (Wheel(player, n) for n in range(13))
    seat = position.players.index(player)
    if position.stores:
        goods = [range(min(5, n) + 2) for n in position.stores[seat]]
        yield from (Wheel(player, n, Store(*paid)) for n, paid in product(range(1, 9), product(*goods)))
    yield from (Obtain(player, name) for name in KNOW_HOW)
    for place in places:
        yield from (Build(player, place), Found(player, place))
        yield from (Arm(player, place, *units) for units in product(range(4), repeat=2))
    yield from (Answer(player, pairs) for pairs in (None, *range(units + 1)))
    yield from (Lose(player, fallen) for fallen in _multisets(units))
    for place, kind, left in product(places, KINDS, lefts):
        yield Lay(player, kind, place, left)
        yield from (Move(player, kind, place, to, left) for to in places)
    for place, kind, enemy in product(places, KINDS, position.players):
        there = sum(g.size for g in position.units if position.map.name(g.at) == place)
        for pairs in (None, *range(1, there + 1)):
            yield Battle(player, place, enemy, kind, pairs)
            yield from (Battle(player, place, enemy, kind, pairs, fallen) for fallen in _multisets(there - 1))
    giving = (None, *(position.map.name(city.at) for city in position.cities))
    for place, legions, galleys, given in product(places, range(units + 1), range(units + 1), giving):
        yield Conquer(player, place, legions, galleys, given)


def _multisets(most: int) -> list[tuple[int, ...]]:
    """Units by their actions left: one to as many as there are."""
    return [fallen for n in range(1, most + 1) for fallen in combinations_with_replacement(range(4), n)]
