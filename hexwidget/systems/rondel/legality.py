"""What bars an action. Each predicate is named after what its clause says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Remedy, Rulebook, Status, Verdict
from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Maneuver,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.atlas import BORDERS, FREE_WEDGES, WHEEL
from hexwidget.systems.rondel.battle import defence, losses, most_pairs, number, numbers
from hexwidget.systems.rondel.position import ACTIONS, KINDS, Group, RondelPosition

Findings = Iterator[Finding]
BARRING = frozenset(
    [
        *("R1.1", "R1.2", "R1.3", "R1.5", "R2.2", "R2.4", "R3.1", "R3.2", "R3.5", "R3.6"),
        *("R4.1", "R4.2", "R4.5", "R4.6", "R5.1", "R5.2", "R5.3"),
    ]
)
"""The clauses that a finding may cite."""
MOST_UNITS = 999


def check(position: RondelPosition, action: RondelAction, rulebook: Rulebook) -> Verdict:
    """Whether an action may be done, and every clause that bars it.

    :raises InputError: if it is malformed
    """
    seat = _read(position, action)
    findings = tuple(the_moment(position, action, seat)) or tuple(bars(action, position, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(action), rulebook)


def _read(position: RondelPosition, action: RondelAction) -> int:
    problems = Problems()
    if not isinstance(action, (Wheel, Move, Lay, Battle, Answer, Lose, EndMovement, Conquer, EndTurn)):
        raise InputError("this action cannot be read", [Problem("", f"expected an action, not {shown(action)}")])
    names = [("player", action.player)] + ([("enemy", action.enemy)] if isinstance(action, Battle) else [])
    for where, name in names:
        if name not in position.players:
            problems.unknown(where, "player", name, position.players)
    for where in ("at", "origin", "to", "giving"):
        space = getattr(action, where, None)
        if space is not None and position.map.find(space) is None:
            problems.add(where, position.map.explain_unknown(space))
    if isinstance(action, (Move, Lay, Battle)) and action.kind not in KINDS:
        problems.unknown("unit", "unit", action.kind, KINDS)
    for where in ("wedges", "left", "pairs", "legions", "galleys"):
        value = getattr(action, where, None)
        if value is not None and (type(value) is not int or not 0 <= value <= MOST_UNITS):
            problems.add(where, f"expected a whole number, not {shown(value)}")
    losing = getattr(action, "losing", None)
    if losing is not None and not (isinstance(losing, tuple) and all(type(n) is int for n in losing)):
        problems.add("losing", f"expected actions left, a number for each unit, not {shown(losing)}")
    problems.raise_any("this action cannot be read")
    return position.players.index(action.player)


# ---------------------------------------------------------------------- the moment
def the_moment(position: RondelPosition, action: RondelAction, seat: int) -> Findings:
    """R5.3, R3.6, R3.5, R1.5, R5.2, R1.1: whether it is time for this."""
    end = position.system.outcome(position)
    active, name = position.players[position.active], position.map.name
    if end is not None:
        yield Finding("R5.3", "over", (), {"result": end.text}, "the game is over: {result}")
    elif position.toll is not None:
        if not isinstance(action, Lose) or seat != position.active:
            numbers = {"player": active}
            wording = "first {player} names its units that fall on {0}"
            yield Finding("R3.5", "toll", (name(position.toll.at),), numbers, wording)
    elif position.asks:
        ask = position.asks[0]
        if not isinstance(action, Answer) or seat != ask.seat:
            numbers = {"player": position.players[ask.seat], "kind": ask.kind}
            wording = "first {player} says whether its units fight on {0} ({kind})"
            yield Finding("R3.6", "asked", (name(ask.at),), numbers, wording)
    elif isinstance(action, Answer):
        yield Finding("R3.6", "not_asked", (), {}, "nobody is asked whether to fight")
    elif isinstance(action, Lose):
        yield Finding("R3.5", "no_toll", (), {}, "there is no battle whose units have still to be named")
    elif seat != position.active:
        numbers = {"player": active, "other": position.players[seat]}
        yield Finding("R1.5", "not_your_turn", (), numbers, "it is {player}'s turn, not {other}'s")
    else:
        yield from _the_phase(position, action)


def _the_phase(position: RondelPosition, action: RondelAction) -> Findings:
    if isinstance(action, Wheel):
        if position.phase != "wheel":
            yield Finding("R5.2", "wheel_turned", (), {}, "the marker has been moved in this turn")
    elif position.phase == "wheel":
        wedges = _to_maneuver(position)
        pays = wedges - FREE_WEDGES <= position.resources[position.active]
        offer = Remedy(f"go on {number(wedges, 'wedge')}, to a maneuver", "R5.1", f"wheel {wedges}") if pays else None
        wording = "no maneuver is due: the marker has still to be moved"
        yield Finding("R5.2", "no_maneuver", (), {}, wording, offer)
    elif isinstance(action, (Conquer, EndTurn)) and position.phase == "movement":
        offer = Remedy("end the movement phase first", "R1.1", "end movement")
        wording = "cities are conquered, and turns end, in the conquest phase"
        yield Finding("R1.1", "movement_phase", (), {}, wording, offer)
    elif isinstance(action, Maneuver) and position.phase == "conquest":
        yield Finding(
            "R1.1", "conquest_phase", (), {}, "the movement phase has been ended, and that cannot be taken back"
        )


def _to_maneuver(position: RondelPosition) -> int:
    at = position.markers[position.active]
    return next(n for n in range(1, len(WHEEL) + 1) if WHEEL[(at - 1 + n) % len(WHEEL)] == "maneuver")


# ---------------------------------------------------------------------- actions
@singledispatch
def bars(action: RondelAction, position: RondelPosition, seat: int) -> Findings:
    """The clauses that bar an action at its time."""
    return iter(())


@bars.register
def within_its_means(action: Wheel, position: RondelPosition, seat: int) -> Findings:
    """R5.1."""
    most, have = len(WHEEL), position.resources[seat]
    if not 1 <= action.wedges <= most:
        yield Finding("R5.1", "wedges", (), {"most": most}, "the marker goes on by 1 to {most} wedges")
    elif action.wedges - FREE_WEDGES > have:
        cost = action.wedges - FREE_WEDGES
        numbers = {"cost": cost, "have": have, "wedges": action.wedges, "price": number(cost, "resource")}
        offer = Remedy(f"go on {FREE_WEDGES + have} wedges at most", "R5.1")
        wording = "{wedges} wedges cost {price}, and {have} can be paid"
        yield Finding("R5.1", "resources", (), numbers, wording, offer)


def chosen(position: RondelPosition, seat: int, kind: str, at: int, left: int | None) -> Group | None:
    """The units of a kind that an action means: those with as many actions left, by default the one with the most."""
    groups = position.groups(at, seat, kind)
    return groups[-1] if groups and left is None else next((g for g in groups if g.left == left), None)


@bars.register
def one_action_a_unit(action: Move, position: RondelPosition, seat: int) -> Findings:
    """R1.5, R1.2, R1.3, R2.2."""
    origin, to = position.map.index(action.origin), position.map.index(action.to)
    yield from _used_up(position, seat, action.kind, origin, action.left, "move")
    border = position.map.kind(origin, to)
    if border is None:
        wording = "{0} and {1} have no border" if origin != to else "a movement leads into a neighbouring province"
        yield Finding("R2.2", "no_border", (action.origin, action.to), {}, wording)
    elif action.kind not in BORDERS[border]:
        others = BORDERS[border][0]
        numbers = {"border": border, "others": "legions" if others == "legion" else "galleys", "kind": action.kind}
        wording = "the border of {0} and {1} is {border}: it lets only {others} through, not a {kind}"
        yield Finding("R2.2", "border", (action.origin, action.to), numbers, wording)


def _used_up(position: RondelPosition, seat: int, kind: str, at: int, left: int | None, doing: str) -> Findings:
    """R1.5, R1.2, R1.3: there is such a unit, and it has an action left."""
    group, where = chosen(position, seat, kind, at, left), (position.map.name(at),)
    numbers = {"player": position.players[seat], "kind": kind}
    if group is None and left is not None and position.groups(at, seat, kind):
        found = sorted({g.left for g in position.groups(at, seat, kind)})
        more = {**numbers, "left": left, "words": number(left, "action"), "found": " or ".join(map(str, found))}
        wording = "no {kind} of {player} on {0} has {words} left: those there have {found}"
        yield Finding("R1.3" if position.actions_of(seat, kind) > 1 else "R1.2", "no_such_unit", where, more, wording)
    elif group is None:
        yield Finding("R1.5", "no_unit", where, numbers, "{player} has no {kind} on {0}")
    elif group.left == 0:
        most = position.actions_of(seat, kind)
        more = {**numbers, "most": most}
        if most == 1:
            wording = "every {kind} of {player} on {0} lies: no action of this turn is left of its one"
            better = [f"{name} ({n})" for name, n in ACTIONS[kind].items()]
            offer = Remedy(f"know-how gives more: {', '.join(better)}", "R1.4")
            yield Finding("R1.2", "used_up", where, more, wording, offer)
        else:
            wording = "every {kind} of {player} on {0} lies: no action of this turn is left of its {most}"
            yield Finding("R1.3", "used_up", where, more, wording)


@bars.register
def laid_once(action: Lay, position: RondelPosition, seat: int) -> Findings:
    """R1.5, R2.4."""
    at = position.map.index(action.at)
    group = chosen(position, seat, action.kind, at, action.left)
    numbers = {"player": position.players[seat], "kind": action.kind}
    if group is None:
        yield from _used_up(position, seat, action.kind, at, action.left, "lie")
    elif group.left == 0:
        yield Finding("R2.4", "lies", (action.at,), numbers, "every {kind} of {player} on {0} lies already")


@bars.register
def like_against_like(action: Battle, position: RondelPosition, seat: int) -> Findings:
    """R3.1, R3.2, R3.5."""
    at, enemy = position.map.index(action.at), position.players.index(action.enemy)
    if enemy == seat:
        yield Finding("R3.1", "itself", (action.at,), {}, "a battle takes place between units of two nations")
        return
    pairs = most_pairs(position, at, enemy, action.kind)
    if pairs == 0:
        have = {n: numbers(*(position.count(at, n, kind) for kind in KINDS)) for n in (seat, enemy)}
        data = {"one": position.players[seat], "other": action.enemy, "mine": have[seat], "theirs": have[enemy]}
        wording = "legions fight legions and galleys galleys: on {0} {one} has {mine}, {other} {theirs}"
        yield Finding("R3.2", "no_pair", (action.at,), data, wording)
        return
    size = pairs if action.pairs is None else action.pairs
    found = tuple(_how_many(position, action.at, size, pairs))
    yield from found
    if not found and action.losing is not None:
        yield from _who_falls(position, at, action.kind, size, action.losing)


def _how_many(position: RondelPosition, at: str, size: int, pairs: int) -> Findings:
    """R3.5: the number of pairs."""
    if position.settings["battle_size"] == "all" and size != pairs:
        wording = "under battle_size='all' as many pairs fall on {0} as there are: {pairs}, not {size}"
        yield Finding("R3.5", "pairs", (at,), {"pairs": pairs, "size": size}, wording)
    elif not 1 <= size <= pairs:
        wording = "at most {pairs} of each may fall on {0}, and at least one, not {size}"
        yield Finding("R3.5", "pairs", (at,), {"pairs": pairs, "size": size}, wording)


def _who_falls(position: RondelPosition, at: int, kind: str, size: int, losing: tuple[int, ...]) -> Findings:
    """R3.5: the units that are named."""
    if tuple(sorted(losing)) not in set(losses(position, at, kind, size)):
        have = {g.left: g.size for g in position.groups(at, position.active, kind)}
        stand = ", ".join(f"{n} with {left} left" for left, n in have.items())
        numbers = {"size": size, "words": number(size, kind), "stand": stand}
        wording = "it is to be said which {words} on {0} fall, by their actions left: there are {stand}"
        yield Finding("R3.5", "losing", (position.map.name(at),), numbers, wording)


@bars.register
def as_asked(action: Answer, position: RondelPosition, seat: int) -> Findings:
    """R3.5."""
    ask = position.asks[0]
    if action.pairs:
        pairs = most_pairs(position, ask.at, seat, ask.kind)
        yield from _how_many(position, position.map.name(ask.at), action.pairs, pairs)


@bars.register
def as_many_as_fall(action: Lose, position: RondelPosition, seat: int) -> Findings:
    """R3.5."""
    toll = position.toll
    assert toll is not None  # noqa: S101  (the moment is right)
    yield from _who_falls(position, toll.at, toll.kind, toll.pairs, action.losing)


@bars.register
def strong_enough(action: Conquer, position: RondelPosition, seat: int) -> Findings:
    """R1.1, R4.1, R4.2, R4.5, R4.6."""
    at = position.map.index(action.at)
    city = position.city_at.get(at)
    if city is None or city.owner == seat:
        what = "no city" if city is None else "an own city"
        yield Finding("R1.1", "no_foreign_city", (action.at,), {"what": what}, "foreign cities are conquered: on {0} stands {what}")  # fmt: skip
        return
    needed = defence(position, city)
    upright = {kind: position.upright(at, seat, kind) for kind in KINDS}
    have = sum(upright.values())
    if have == 0:
        lying = position.count(at, seat)
        wording = "no upright unit of {player} stands on {0}" + ("; {lying} lie there" if lying else "")
        yield Finding("R4.1", "nobody", (action.at,), {"player": position.players[seat], "lying": lying}, wording)
    elif have < needed.strength:
        words = number(have, "upright unit")
        numbers_ = {"have": have, "needed": needed.strength, "sum": str(needed), "words": words}
        offer = Remedy(f"{number(needed.strength - have, 'more upright unit')} would do", "R4.2")
        wording = "the defence strength of {0} is {sum}, and the nation has only {words} there"
        yield Finding("R4.2", "too_few", (action.at,), numbers_, wording, offer)
    paid = {"legion": action.legions, "galley": action.galleys}
    if sum(paid.values()) != needed.strength:
        named = sum(paid.values())
        data = {"paid": named, "needed": needed.strength, "sum": str(needed), "words": number(named, "unit")}
        wording = "the price that is named for {0} is {words}, and its defence strength is {sum}"
        yield Finding("R4.5", "price", (action.at,), data, wording)
    for kind, n in paid.items():
        if n > upright[kind]:
            data = {"n": number(n, kind), "have": upright[kind]}
            yield Finding(
                "R4.5",
                "payment",
                (action.at,),
                data,
                "the price that is named is {n}, and {have} can be paid upright on {0}",
            )
    if len(position.cities_of(city.owner)) == 1:
        data = {"owner": position.players[city.owner]}
        yield Finding("R4.6", "last_city", (action.at,), data, "{0} is the last city of {owner}")
    yield from _tokens(action, position, seat)


def _tokens(action: Conquer, position: RondelPosition, seat: int) -> Findings:
    """R4.6: an own city is given up if, and only if, all tokens are on the map."""
    own, tokens = len(position.cities_of(seat)), position.settings["city_tokens"]
    data = {"own": own, "tokens": tokens}
    if action.giving is None:
        if own >= tokens:
            wording = "no city token is left of {tokens}: another own city must be given up for {0}"
            first = position.map.name(position.cities_of(seat)[0].at)
            offer = Remedy(f"give up {first}", "R4.6", f"{action} giving {first}")
            yield Finding("R4.6", "no_token", (action.at,), data, wording, offer)
    elif own < tokens:
        wording = "no own city may be given up: {own} of {tokens} city tokens on the map leave some over"
        yield Finding("R4.6", "token_left", (action.giving,), data, wording)
    else:
        given = position.city_at.get(position.map.index(action.giving))
        if given is None or given.owner != seat:
            yield Finding("R4.6", "not_own", (action.giving,), data, "there is no own city on {0} to be given up")
