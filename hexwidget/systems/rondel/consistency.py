"""The entries of a description that do not fit together: the phase, the questions, the units to be named, the actions left."""

from __future__ import annotations

from typing import Any

from hexwidget.english import listing
from hexwidget.problems import Problems, place
from hexwidget.rules.lazy_sequences import number_of
from hexwidget.systems.rondel.atlas import WHEEL
from hexwidget.systems.rondel.battle import losses, most_pairs
from hexwidget.systems.rondel.goods import MOST_ARMED
from hexwidget.systems.rondel.position import RondelPosition, Toll
from hexwidget.systems.rondel.words import DEEDS


def note_what_does_not_fit(position: RondelPosition, units: list[Any], problems: Problems) -> None:
    """Note the entries that do not fit together.

    :param units: the units as they were read: province, seat, kind, actions left (None: all of them), number
    """
    _note_odd_provinces(position, problems)
    _note_what_units_have_left(position, units, problems)
    _note_questions(position, problems)
    toll = position.toll
    if toll is not None:
        if position.phase not in ("movement", "closing") or toll.enemy == position.active:
            problems.add("toll", "expected a battle with another nation, in the movement phase or at its end")
        elif not _pairs_fit(position, toll):
            problems.add("toll/pairs", "there are not as many pairs, or more under battle_size='all'")
        elif number_of(losses(position, toll.at, toll.kind, toll.pairs)) < 2:
            problems.add("toll", "there is nothing to choose: all ways to lose units are alike")
    if position.phase == "closing" and not position.asks and toll is None:
        problems.add("phase", "no question is open: expected conquest")


def _note_what_units_have_left(position: RondelPosition, units: list[Any], problems: Problems) -> None:
    after_the_wheel = position.phase in ("wedge", "founding")
    conquers = position.phase == "conquest" or (position.phase == "founding" and position.wedge == "maneuver")
    for at, seat, kind, left, _ in units:
        if left is not None and left != position.actions_of(seat, kind):
            where = place("units", position.players[seat], position.map.name(at))
            elsewhere = after_the_wheel and position.wedge not in ("maneuver", "know-how")
            if seat != position.active or position.phase == "wheel" or elsewhere:
                problems.add(where, "units have used up actions only in the maneuver of their own nation")
            elif conquers and left > 1:
                problems.add(where, "in the conquest phase a unit is upright (1 left) or lies")
            elif after_the_wheel and not conquers and not 1 <= left <= position.actions_of(seat, kind):
                kept = "a unit has the actions of this turn, which know-how obtained now does not raise (R6.4)"
                problems.add(where, kept)
    if conquers:
        for group in position.units:
            if group.owner == position.active and group.left > 1:
                where = place("units", position.players[group.owner], position.map.name(group.at))
                problems.add(where, "in the conquest phase write upright units as (1 left)")


def _note_questions(position: RondelPosition, problems: Problems) -> None:
    for n, ask in enumerate(position.asks):
        where = place("asks", n)
        if position.phase not in ("movement", "closing"):
            problems.add(where, "nations are asked only in the movement phase, or when it ends")
        elif ask.seat == position.active:
            problems.add(where, "the active nation is not asked: it asks for battle itself")
        elif ask in position.asks[:n]:
            problems.add(where, "this question is in the list already")
        elif (n or position.toll is None) and most_pairs(position, ask.at, ask.seat, ask.kind) == 0:
            problems.add(where, f"the two nations have no {ask.kind}s to fight with there")
        elif n == 0 and position.toll is None and position.answers[ask.seat] != "ask":
            problems.add(where, "this nation's answer is settled in advance")


def _note_odd_provinces(position: RondelPosition, problems: Problems) -> None:
    """Note several cities in a province, and cities and goods of the sea."""
    for n, city in enumerate(position.cities):
        where = place("cities", position.players[city.owner], position.map.name(city.at))
        if n and position.cities[n - 1].at == city.at:
            problems.add(where, "a city stands there already: a province has one")
        if position.map.terrain(city.at) == "sea":
            problems.add(where, "cities stand on land")
    for at, good in enumerate(position.yields):
        if good and position.map.terrain(at) == "sea":
            problems.add(place("yields", position.map.name(at)), "sea provinces yield nothing (R6.1)")


def _pairs_fit(position: RondelPosition, toll: Toll) -> bool:
    most = most_pairs(position, toll.at, toll.enemy, toll.kind)
    return toll.pairs == most if position.settings["battle_size"] == "all" else 1 <= toll.pairs <= most


def note_what_needs_the_whole_wheel(position: RondelPosition, entries: list[str], problems: Problems) -> None:
    """Note the entries and the phase that only the whole wheel has, and what does not fit together with it.

    :param entries: the names of the entries of the whole wheel that are not empty
    """
    if not position.whole:
        for name in entries:
            problems.add(name, "only with wheel='whole' (R5.2)")
        if position.phase in ("wedge", "founding"):
            problems.add("phase", "a turn has this phase only with wheel='whole' (R5.2)")
        return
    if any(position.resources):
        problems.add("resources", "with wheel='whole' a nation has stores of goods instead (R5.4)")
    expected = {"movement": ("maneuver",), "closing": ("maneuver",), "conquest": ("maneuver",), "wedge": tuple(DEEDS)}
    wedges = expected.get(position.phase, WHEEL)
    if position.wedge not in wedges:
        problems.add("phase", f"the active nation's marker is on {position.wedge}, not on {listing(wedges, 'or')}")
    for at, n in position.armed:
        where = place("armed", position.map.name(at))
        city = position.city_at.get(at)
        if position.wedge != "arming" or position.phase not in ("wedge", "founding"):
            problems.add(where, "units are set up on the wedge arming")
        elif city is None or city.owner != position.active:
            problems.add(where, "units are set up in provinces of own cities")
        elif n > MOST_ARMED[city.temple]:
            problems.add(where, f"at most {MOST_ARMED[city.temple]} may be set up there in a turn (R6.3)")
        elif n > position.count(at, position.active):
            problems.add(where, "more units have been set up there than stand there")
