"""The result of an action, with its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, singledispatch

from hexwidget.english import counted, plural
from hexwidget.problems import sure
from hexwidget.rules import ChanceOutcome, Chronicle, changed
from hexwidget.rules.lazy_sequences import number_of
from hexwidget.systems.rondel import actions, goods
from hexwidget.systems.rondel.atlas import GOODS, wedge_after
from hexwidget.systems.rondel.battle import defence, fights, losses, most_pairs
from hexwidget.systems.rondel.legality.movement import group_of
from hexwidget.systems.rondel.outcome import outcome
from hexwidget.systems.rondel.position import KINDS, Ask, City, RondelPosition, Store, Toll
from hexwidget.systems.rondel.words import DEEDS, goods_in_words, legions_and_galleys

Changes = list[tuple[tuple[int, int, str, int], int]]


def follow(position: RondelPosition, action: actions.RondelAction | ChanceOutcome, log: Chronicle) -> RondelPosition:
    """The position after a legal action and all that follows from it. The events go to ``log``."""
    assert not isinstance(action, ChanceOutcome)  # noqa: S101  (the system has no chance)
    after = _effect_of(type(action))(action, position, position.players.index(action.player), log)
    after = _settle(after, log)
    log.later(lambda log: log.tell_end(outcome(after)))
    return after


@singledispatch
def do(action: actions.RondelAction, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    """The position right after an action, before open questions are settled."""
    raise NotImplementedError(action)


_effect_of: Callable[[type], Callable[..., RondelPosition]] = cache(do.dispatch)
"""The function for a class of actions."""


# ---------------------------------------------------------------------- the wheel
@do.register
def _wheel(action: actions.Wheel, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    price = goods.price_of_wedges(action.wedges)
    markers = [wedge_after(m, action.wedges) if s == seat else m for s, m in enumerate(position.markers)]
    if position.whole:
        paid = goods.default_payment(position.store(seat), price) if action.paying is None else action.paying
        after = changed(position.with_store(seat, position.store(seat).less(paid)), markers=tuple(markers))
    else:
        paid = None
        resources = tuple([n - price if s == seat else n for s, n in enumerate(position.resources)])
        after = changed(position, resources=resources, markers=tuple(markers))
    log.later(_tell_of_wheel, action, after.wedge, price, paid)
    return _on_the_wedge(after, seat, log)


def _tell_of_wheel(log: Chronicle, action: actions.Wheel, wedge: str, price: int, paid: Store | None) -> None:
    cost = counted(price, "resource") if paid is None else goods_in_words(paid)
    log.tell("wheel", "R5.1", "{player:moves} {player:its} marker on {wedges} to {wedge}{price}", player=action.player,
             wedges=counted(action.wedges, "wedge"), wedge=wedge, price=f" for {cost}" if price else "")  # fmt: skip


def _on_the_wedge(position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    """R5.2: what the wedge brings that the marker has come to. A good's yield comes at once."""
    player = position.players[seat]
    if position.wedge == "maneuver":
        log.tell("maneuver", "R5.2", "{player:begins} a maneuver", player=player)
        return changed(position, phase="movement")
    if not position.whole:
        log.tell("passed", "R5.2", "the {wedge} wedge passes the turn", wedge=position.wedge)
        return _next_turn(position, log)
    if position.wedge not in GOODS:
        log.tell("wedge", "R5.2", "{player} may {deed}", player=player, deed=DEEDS[position.wedge])
        return changed(position, phase="wedge")
    log.later(_tell_of_harvest, position, seat)
    store = position.store(seat).more(goods.harvest(position, seat, position.wedge))
    return changed(position.with_store(seat, store), phase="founding")


def _tell_of_harvest(log: Chronicle, position: RondelPosition, seat: int) -> None:
    found = [(city.at, n) for city, n in goods.yielding(position, seat, position.wedge)]
    player = position.players[seat]
    if not found:
        log.tell("no_yield", "R6.1", "no city of {player} yields {good}", player=player, good=position.wedge)
        return
    each = ", ".join(f"{position.map.label(at)} {n}" for at, n in found)
    log.tell("yielded", "R6.1", "{player:'s} cities yield {n} {good}: {each}", *[position.map.name(at) for at, _ in found], player=player,
             n=sum(n for _, n in found), good=position.wedge, each=each)  # fmt: skip


def _next_turn(position: RondelPosition, log: Chronicle) -> RondelPosition:
    """The turn passes to the next nation, and units that lie stand up again."""
    own = position.active
    rested = {kind: position.actions_of(own, kind) for kind in KINDS}
    tired = [g for g in position.units if g.owner == own and g.left != rested[g.kind]]
    if tired:
        names = sorted({position.map.name(g.at) for g in tired})
        log.tell("upright", "R1.2", "{player:'s} units stand upright again", *names, player=position.players[own])
        position = position.with_left(tired, rested)
    seat = (own + 1) % len(position.players)
    if seat == 0:
        log.tell("round_over", "R5.3", "round {round} is over", round=position.round)
    more = {"armed": (), "unarmed": tuple([each for each in position.unarmed if each != own])}
    return changed(position, phase="wheel", active=seat, round=position.round + (seat == 0), **more)


# ---------------------------------------------------------------------- movement
@do.register
def _move(action: actions.Move, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    origin, to = position.map.index(action.origin), position.map.index(action.to)
    group = sure(group_of(position, seat, action.kind, origin, action.left))  # the move is legal
    left = group.left - 1
    log.later(_tell_of_move, action, left)
    after = position.with_units([(group.key, -1), ((to, seat, action.kind, left), 1)])
    asks = _questions(after, to)
    return changed(after, asks=asks) if asks else after


def _tell_of_move(log: Chronicle, action: actions.Move, left: int) -> None:
    kept = "it lies now" if left == 0 else f"it has {counted(left, 'action')} left"
    wording = "{player:moves} a {unit} from {0} to {1}; {kept}"
    log.tell("moved", "R2.2", wording, action.origin, action.to, player=action.player, unit=action.kind, kept=kept)


@do.register
def _lay(action: actions.Lay, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    group = sure(group_of(position, seat, action.kind, position.map.index(action.at), action.left))  # it is legal
    wording = "{player:lays} a {unit} in {0} on its side"
    log.tell("laid", "R2.4", wording, action.at, player=action.player, unit=action.kind)
    return position.with_units([(group.key, -1), ((*group.key[:3], 0), 1)])


@do.register
def _end_movement(action: actions.EndMovement, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    log.tell("movement_over", "R1.1", "{player:ends} the movement phase", player=action.player)
    own = sorted({g.at for g in position.units if g.owner == seat})  # battles take place only there
    return changed(position, phase="closing", asks=_questions(position, *own))


def _questions(position: RondelPosition, *places: int) -> tuple[Ask, ...]:
    """R3.6: the questions to the other nations in some provinces, one for each kind of units."""
    return tuple([Ask(at, enemy, kind) for at in places for enemy, kind, _ in fights(position, at)])


def _settle(position: RondelPosition, log: Chronicle) -> RondelPosition:
    """R3.6: settle the questions that have an answer in advance or no units left. After the last one the maneuver goes on."""
    while position.asks and position.toll is None:
        ask = position.asks[0]
        answer = position.answers[ask.seat]
        possible = most_pairs(position, ask.at, ask.seat, ask.kind) > 0
        if possible and answer == "ask":
            return position
        position = changed(position, asks=position.asks[1:])
        if possible and answer == "always":
            wording = "{player:fights} in {0}, as settled in advance"
            log.tell("asked_for", "R3.6", wording, position.map.name(ask.at), player=position.players[ask.seat])
            position = _fight(position, ask, None, None, log)
    if position.phase == "closing" and not position.asks and position.toll is None:
        # In the conquest phase a unit is upright or lies: it has one action left or none.
        ready = [g for g in position.units if g.owner == position.active and g.left]
        names = sorted({position.map.name(g.at) for g in ready})
        wording = "{player} may conquer cities now"
        log.tell("conquest_phase", "R1.1", wording, *names, player=position.players[position.active])
        return changed(position.with_left(ready, dict.fromkeys(KINDS, 1)), phase="conquest")
    return position


# ---------------------------------------------------------------------- battles
@do.register
def _battle(action: actions.Battle, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    at, enemy = position.map.index(action.at), position.players.index(action.enemy)
    log.tell("asked_for", "R3.1", "{player:asks} for battle in {0}", action.at, player=action.player)
    losing = action.losing
    if losing is None:
        size = most_pairs(position, at, enemy, action.kind) if action.pairs is None else action.pairs
        losing = losses(position, at, action.kind, size)[0]
    return _fight(position, Ask(at, enemy, action.kind), action.pairs, losing, log)


@do.register
def _answer(action: actions.Answer, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    ask = position.asks[0]
    after = changed(position, asks=position.asks[1:])
    if action.pairs == 0:
        wording = "{player:does} not ask for battle in {0} ({unit})"
        log.tell("let_be", "R3.6", wording, position.map.name(ask.at), player=action.player, unit=plural(ask.kind))
        return after
    log.tell("asked_for", "R3.1", "{player:asks} for battle in {0}", position.map.name(ask.at), player=action.player)
    return _fight(after, ask, action.pairs, None, log)


@do.register
def _lose(action: actions.Lose, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    at, enemy, kind, pairs = sure(position.toll)  # it is legal
    return _fight(changed(position, toll=None), Ask(at, enemy, kind), pairs, action.losing, log)


def _fight(
    position: RondelPosition, ask: Ask, pairs: int | None, losing: tuple[int, ...] | None, log: Chronicle
) -> RondelPosition:
    """R3.2, R3.5: pairs of units fall. The active nation is asked which of its units fall, unless it has named them or all
    ways are alike."""
    at, enemy, kind = ask
    size = most_pairs(position, at, enemy, kind) if pairs is None else pairs
    ways = losses(position, at, kind, size) if losing is None else [losing]
    if number_of(ways) > 1:
        return changed(position, toll=Toll(at, enemy, kind, size))
    changes: Changes = [((at, position.active, kind, left), -n) for left, n in Counter(ways[0]).items()]
    owed = size
    for group in position.groups(at, enemy, kind):
        falls = min(owed, group.size)
        changes.append((group.key, -falls))
        owed -= falls
    one, other = position.players[position.active], position.players[enemy]
    wording = "in {0} {one} and {other} lose {units} each"
    log.tell("fought", "R3.2", wording, position.map.name(at), one=one, other=other, units=counted(size, kind))
    return position.with_units(changes)


# ---------------------------------------------------------------------- conquest
@do.register
def _conquer(action: actions.Conquer, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    at = position.map.index(action.at)
    city = position.city_at[at]
    price = defence(position, city)
    owner = position.players[city.owner]
    paid = legions_and_galleys(action.legions, action.galleys)
    wording = "{player:conquers} {0} from {owner}: defence strength {sum}, paid with {paid}"
    log.tell("conquered", "R4.5", wording, action.at, player=action.player, owner=owner, sum=str(price), paid=paid)
    paying = zip(KINDS, (action.legions, action.galleys), strict=True)
    changes: Changes = [((at, seat, kind, 1), -n) for kind, n in paying]
    defenders = position.groups(at, city.owner)
    if defenders:
        lost = legions_and_galleys(*(position.count(at, city.owner, kind) for kind in KINDS))
        log.tell("garrison_lost", "R4.5", "{owner:loses} {lost} in {0}", action.at, owner=owner, lost=lost)
        changes += [(g.key, -g.size) for g in defenders]
    if city.temple:
        log.tell("temple_lost", "R4.5", "the temple in {0} goes back to the bank", action.at)
    cities = [c for c in position.cities if c.at != at] + [City(at, seat, temple=False)]
    if action.giving is not None:
        given = position.city_at[position.map.index(action.giving)]
        temple = "; its temple goes to the bank" if given.temple else ""
        wording = "{player:gives} up the city in {0} for the new one{temple}"
        log.tell("given_up", "R4.6", wording, action.giving, player=action.player, temple=temple)
        cities = [c for c in cities if c.at != given.at]
    return changed(position.with_units(changes), cities=tuple(sorted(cities)))


# ---------------------------------------------------------------------- the other wedges
@do.register
def _build(action: actions.Build, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    price = Store(marble=position.settings["temple_price"])
    wording = "{player:builds} a temple in {0} for {price}"
    log.tell("built", "R6.2", wording, action.at, player=action.player, price=goods_in_words(price))
    at = position.map.index(action.at)
    cities = tuple([City(at, seat, temple=True) if city.at == at else city for city in position.cities])
    return _pay(changed(position, cities=cities), seat, price)


@do.register
def _arm(action: actions.Arm, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    at, size = position.map.index(action.at), action.legions + action.galleys
    price = Store(iron=size * position.settings["unit_price"])
    units = legions_and_galleys(action.legions, action.galleys)
    wording = "{player:sets} up {units} in {0} for {price}"
    log.tell("armed", "R6.3", wording, action.at, player=action.player, units=units, price=goods_in_words(price))
    new = ((kind, n) for kind, n in zip(KINDS, (action.legions, action.galleys), strict=True) if n)
    changes: Changes = [((at, seat, kind, position.actions_of(seat, kind)), n) for kind, n in new]
    others = [(place, n) for place, n in position.armed if place != at]
    armed = tuple(sorted([*others, (at, goods.arms_in(position, at) + size)]))
    return _pay(changed(position.with_units(changes), armed=armed), seat, price)


@do.register
def _obtain(action: actions.Obtain, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    price = Store(gold=goods.price_of_know_how(position, action.know_how))
    wording = "{player:obtains} {name} for {price}"
    log.tell("obtained", "R6.4", wording, player=action.player, name=action.know_how, price=goods_in_words(price))
    known = [k | {action.know_how} if s == seat else k for s, k in enumerate(position.know_how)]
    return _pay(changed(position, know_how=tuple(known)), seat, price)


@do.register
def _found(action: actions.Found, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    wording = "{player:founds} a city in {0} for {price}"
    log.tell("founded", "R6.5", wording, action.at, player=action.player, price=goods_in_words(goods.FOUNDING))
    cities = sorted([*position.cities, City(position.map.index(action.at), seat, temple=False)])
    return _pay(changed(position, cities=tuple(cities), phase="founding"), seat, goods.FOUNDING)


def _pay(position: RondelPosition, seat: int, price: Store) -> RondelPosition:
    return position.with_store(seat, position.store(seat).less(price))


# ---------------------------------------------------------------------- the end of the turn
@do.register
def _end_turn(action: actions.EndTurn, position: RondelPosition, seat: int, log: Chronicle) -> RondelPosition:
    log.tell("turn_over", "R1.1", "{player:ends} {player:its} turn", player=action.player)
    return _next_turn(position, log)
