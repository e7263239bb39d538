"""Positions, their parts and numbers of things in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexwidget.english import agree, capital, counted, listing, plural, possessive, pronoun
from hexwidget.rules import Stage
from hexwidget.systems.rondel import actions
from hexwidget.systems.rondel.atlas import GOODS, wedge_after, wedge_name
from hexwidget.systems.rondel.position import KINDS, City, Group, RondelPosition, Store

DEEDS = {"temple": "build temples", "arming": "set up units", "know-how": "obtain know-how"}
"""R6.2 to R6.4: the wedges that have actions of their own, with these in words."""


def legions_and_galleys(legions: int, galleys: int) -> str:
    """Numbers of legions and galleys.

    >>> legions_and_galleys(2, 1), legions_and_galleys(0, 0)
    ('2 legions and 1 galley', 'nothing')
    """
    found = [counted(n, kind) for n, kind in zip((legions, galleys), KINDS, strict=True) if n]
    return listing(found) if found else "nothing"


def goods_in_words(goods: Store) -> str:
    """Numbers of goods.

    >>> goods_in_words(Store(2, 0, 1)), goods_in_words(Store())
    ('2 marble and 1 gold', 'nothing')
    """
    found = [f"{n} {good}" for n, good in zip(goods, GOODS, strict=True) if n]
    return listing(found) if found else "nothing"


def city_in_words(position: RondelPosition, city: City | None) -> str:
    """A city by its owner: "a city of greeks"; without a city, "no city"."""
    return "no city" if city is None else f"a city of {position.players[city.owner]}"


def units_in_words(position: RondelPosition, groups: list[Group]) -> str:
    """Units as descriptions write them: "2 legions, 1 galley (1 left), 1 legion (lying)"."""
    ranked = sorted(groups, key=lambda g: (KINDS.index(g.kind), -g.left)) if len(groups) > 1 else groups
    return ", ".join([_alike_in_words(g.size, g.kind, g.left, position.actions_of(g.owner, g.kind)) for g in ranked])


@lru_cache(maxsize=1024)
def _alike_in_words(size: int, kind: str, left: int, most: int) -> str:
    note = "" if left == most else " (lying)" if left == 0 else f" ({left} left)"
    return f"{counted(size, kind)}{note}"


def units_by_province(position: RondelPosition, seat: int) -> Iterator[tuple[str, str]]:
    """The provinces with units of a nation, each with the units there."""
    for at, groups in position.standing(seat).items():
        yield position.map.label(at), units_in_words(position, groups)


def describe(position: RondelPosition) -> Iterator[str]:
    """A position for a terminal: the belongings of each nation, and the yields of provinces."""
    for seat, player in enumerate(position.players):
        notes = [f"marker on {wedge_name(position.markers[seat])} ({position.markers[seat]})"]
        notes += sorted(position.know_how[seat])
        if position.resources[seat]:
            notes.append(f"{position.resources[seat]} resources")
        if position.whole:
            notes.append(f"{goods_in_words(position.store(seat))} in store")
        yield f"{capital(player)} ({', '.join(notes)})"
        cities = [f"{position.map.label(c.at)}{' (temple)' if c.temple else ''}" for c in position.cities_of(seat)]
        yield f"  cities: {', '.join(cities) or 'none'}"
        yield f"  units: {'; '.join(map(' '.join, units_by_province(position, seat))) or 'none'}"
    for good in GOODS if position.whole else ():
        places = [position.map.label(at) for at, yielded in enumerate(position.yields) if yielded == good]
        yield f"{capital(good)} from {', '.join(places) or 'nowhere'}"


def under_way(position: RondelPosition) -> Stage:
    """The stage of a game that goes on: the round, the player to act and the task."""
    active = position.players[position.active]
    task = {
        "wheel": f"{agree(active, 'moves')} {pronoun(active, 'its', 'their')} marker",
        "movement": f"{possessive(active)} movement phase",
        "closing": f"{possessive(active)} movement phase ends",
        "conquest": f"{possessive(active)} conquest phase",
        "wedge": f"{active} may {DEEDS.get(position.wedge, '')}",
        "founding": f"{active} may found cities",
    }[position.phase]
    more = ""
    if position.toll is not None:
        more = f"{agree(active, 'names')} the units that fall in {position.map.label(position.toll.at)}"
    elif position.asks:
        ask = position.asks[0]
        where = f"{position.map.label(ask.at)} ({plural(ask.kind)})"
        more = f"{agree(position.players[ask.seat], 'is')} asked for battle in {where}"
    return Stage(task, f"Round {position.round}", more=more)


# ---------------------------------------------------------------------- actions
def in_words(position: RondelPosition, action: actions.RondelAction) -> str:
    """An action in words: "move a legion from Corinth to Thebes"."""

    def label(space: str) -> str:
        at = position.map.find(space)
        return space if at is None else position.map.label(at)

    match action:
        case actions.Wheel(wedges=wedges, paying=paying):
            wedge = wedge_after(position.markers[position.active], wedges)
            cost = f", paying {goods_in_words(paying)}" if paying is not None and paying.goods else ""
            return f"turn the wheel by {wedges}, to {wedge_name(wedge)}{cost}"
        case actions.Move(origin=origin, to=to):
            return f"move {_one_unit(position, action, origin)} from {label(origin)} to {label(to)}"
        case actions.Lay(at=at):
            return f"lay {_one_unit(position, action, at)} down in {label(at)}"
        case actions.Battle(at=at, enemy=enemy, kind=kind, pairs=pairs):
            ours, theirs = (plural(kind), plural(kind)) if pairs is None else (counted(pairs, kind), pairs)
            return f"ask {enemy} for battle in {label(at)}: {ours} against {theirs}"
        case actions.Answer(pairs=pairs):
            return "let it be" if pairs == 0 else "fight" if pairs is None else f"fight with {counted(pairs, 'unit')}"
        case actions.Lose(losing=losing):
            lost = [f"a unit with {counted(left, 'action')} left" for left in losing]
            return f"lose {listing(lost)}"
        case actions.EndMovement():
            return "end the movement"
        case actions.EndTurn():
            return "end the turn"
        case actions.Conquer(at=at, legions=legions, galleys=galleys, giving=giving):
            gives = f", giving up {label(giving)}" if giving else ""
            return f"conquer {label(at)} with {legions_and_galleys(legions, galleys)}{gives}"
        case actions.Build(at=at):
            return f"build a temple in {label(at)}"
        case actions.Arm(at=at, legions=legions, galleys=galleys):
            return f"set up {legions_and_galleys(legions, galleys)} in {label(at)}"
        case actions.Obtain(know_how=know_how):
            return f"obtain the know-how {know_how}"
        case actions.Found(at=at):
            return f"found a city in {label(at)}"


def _one_unit(position: RondelPosition, action: actions.Move | actions.Lay, space: str) -> str:
    """The unit that an action means: "a legion", where it matters "a legion with 2 actions left"."""
    at = position.map.find(space)
    seat = position.players.index(action.player) if action.player in position.players else None
    groups = [] if at is None or seat is None else position.groups(at, seat, action.kind)
    left = "" if action.left is None or len(groups) < 2 else f" with {counted(action.left, 'action')} left"
    return f"a {action.kind}{left}"
