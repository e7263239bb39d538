"""The wheel: the wedges that the marker goes on and the goods that pay for them, and what is bought on the other wedges (R5, R6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hexwidget.english import counted, listing, verb
from hexwidget.rules import Finding, bars, first_do
from hexwidget.systems.rondel import goods
from hexwidget.systems.rondel.actions import Arm, Build, Found, Obtain, Wheel
from hexwidget.systems.rondel.atlas import FREE_WEDGES, GOODS, WHEEL
from hexwidget.systems.rondel.legality.remedies import Kin, anywhere, here, nearest
from hexwidget.systems.rondel.position import NEEDS, RondelPosition
from hexwidget.systems.rondel.words import city_in_words, goods_in_words

OTHER_GOODS = Kin("pay otherwise: {action}", "R5.4", lambda asked, it: it.wedges == asked.wedges)


def marker_goes_on(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.1, R5.4: the marker goes on by 1 to 8 wedges, which the nation can pay for, with the goods that it names."""
    yield from within_its_means(action, position, seat)
    yield from goods_that_pay(action, position, seat)


@bars("R5.1")
def within_its_means(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.1: the marker goes on at most once round, and the nation can pay for the wedges that are not free."""
    most, have = len(WHEEL), position.means(seat)
    can = min(most, FREE_WEDGES + have)
    words = f"move on at most {counted(can, 'wedge')}" if action.wedges > can else "move on at least 1 wedge"
    offer = nearest(position, action, Kin(words, "R5.1", lambda _, it: it.paying is None))
    if not 1 <= action.wedges <= most:
        wording = "the marker goes on by 1 to {most} wedges, not {wedges}"
        yield Finding("R5.1", "wedges", (), {"most": most, "wedges": action.wedges}, wording, offer)
    elif action.wedges - FREE_WEDGES > have:
        cost, paid = action.wedges - FREE_WEDGES, "good" if position.whole else "resource"
        numbers = {"cost": cost, "have": have or "none", "wedges": action.wedges, "player": position.players[seat]}
        wording = f"{{wedges}} wedges cost {{cost:{paid}}}, and {{player:has}} {{have}}"
        yield Finding("R5.1", "resources", (), numbers, wording, offer)


# ---------------------------------------------------------------------- goods
@bars("R5.4")
def goods_that_pay(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.4: the goods that are named make up the price, and the store has them. Only the whole wheel has goods."""
    if action.paying is None:
        return
    offer = nearest(position, action, OTHER_GOODS)
    if not position.whole:
        wording = "wedges are paid with resources in this game, and no goods are named"
        yield Finding("R5.4", "no_goods", (), {}, wording, offer)
        return
    if not 1 <= action.wedges <= len(WHEEL):
        return
    price, store = goods.price_of_wedges(action.wedges), position.stores[seat]
    if action.paying.goods != price:
        cost = f"{verb('costs', action.wedges)} {'{price:good}' if price else 'nothing'}"
        numbers = {"wedges": action.wedges, "price": price, "named": goods_in_words(action.paying)}
        wording = f"{{wedges:wedge}} {cost}, and the payment is {{named}}"
        yield Finding("R5.4", "price", (), numbers, wording, offer)
    for good, named, have in zip(GOODS, action.paying, store, strict=True):
        if named > have:
            lacks = {"n": f"{named} {good}", "have": have or "none", "player": position.players[seat]}
            yield Finding("R5.4", "store", (), lacks, "the payment is {n}, and {player:has} {have}", offer)


ANOTHER_TEMPLE = Kin("another city can have one: {action}", "R6.2")
ANOTHER_FOUNDING = Kin("a city can be founded elsewhere: {action}", "R6.5")
OTHER_UNITS = [Kin("do this instead: {action}", "R6.3", suits) for suits in (here, anywhere)]
OTHER_KNOW_HOW = Kin("other know-how can be obtained: {action}", "R6.4")


# ---------------------------------------------------------------------- temples and new cities
@bars("R6.2")
def a_city_without_a_temple(action: Build, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2: an own city stands in the province, and it has no temple."""
    city, offer = position.city_at.get(position.map.index(action.at)), nearest(position, action, ANOTHER_TEMPLE)
    if city is None or city.owner != seat:
        numbers = {"player": position.players[seat], "what": city_in_words(position, city)}
        wording = "{player:builds} temples in {player:its} own cities, and in {0} there is {what}"
        yield Finding("R6.2", "no_city", (action.at,), numbers, wording, offer)
    elif city.temple:
        wording = "the city in {0} has a temple already"
        yield Finding("R6.2", "temple", (action.at,), {}, wording, offer)


@bars("R6.2")
def marble_for_a_temple(action: Build, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2: the nation has the marble that a temple costs."""
    price, have = position.settings["temple_price"], position.store(seat).marble
    if have < price:
        numbers = {"price": price, "have": have or "none", "player": position.players[seat]}
        yield Finding("R6.2", "price", (), numbers, "a temple costs {price} marble, and {player:has} {have}")


@bars("R6.2")
def a_temple_in_the_bank(action: Build, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2: the bank has a temple left."""
    if goods.temples_left(position) <= 0:
        numbers = {"words": counted(position.settings["temple_tokens"], "temple")}
        yield Finding("R6.2", "bank", (), numbers, "the bank of {words} is empty")


@bars("R6.5")
def land_without_a_city(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: cities are founded in land provinces that have none."""
    at = position.map.index(action.at)
    offer = nearest(position, action, ANOTHER_FOUNDING)
    if position.map.terrain(at) != "land":
        yield Finding("R6.5", "sea", (action.at,), {}, "cities are founded on land, and {0} is sea", offer)
    elif at in position.city_at:
        numbers = {"what": city_in_words(position, position.city_at[at])}
        yield Finding("R6.5", "city", (action.at,), numbers, "there is {what} in {0} already", offer)


@bars("R6.5")
def own_units_alone(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: the nation has a unit in the province, and no other nation has."""
    at = position.map.index(action.at)
    offer = nearest(position, action, ANOTHER_FOUNDING)
    player = position.players[seat]
    if not position.groups(at, seat):
        yield Finding("R6.5", "no_unit", (action.at,), {"player": player}, "{player:has} no unit in {0}", offer)
    strangers = [position.players[other] for other in position.strangers(at, seat)]
    if strangers:
        numbers = {"player": player, "others": listing(strangers)}
        wording = "units of {others} stand in {0}, and {player} must be alone there"
        yield Finding("R6.5", "strangers", (action.at,), numbers, wording, offer)


@bars("R6.5")
def goods_for_a_city(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: the nation has the goods that a city costs."""
    store = position.store(seat)
    lacking = [good for good, have, need in zip(GOODS, store, goods.FOUNDING, strict=True) if have < need]
    if lacking:
        numbers = {"lacking": listing(lacking, "or"), "player": position.players[seat]}
        wording = f"a city costs {goods_in_words(goods.FOUNDING)}, and {{player:has}} no {{lacking}}"
        yield Finding("R6.5", "goods", (), numbers, wording)


@bars("R6.5")
def a_token_for_a_city(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: the nation has a city token left; none of its cities may be given up for it."""
    if goods.tokens_left(position, seat) <= 0:
        numbers = {"tokens": position.settings["city_tokens"], "player": position.players[seat]}
        yield Finding("R6.5", "token", (), numbers, "{player:has} no city token left of {tokens}")


# ---------------------------------------------------------------------- units
@bars("R6.3")
def an_own_city_arms(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: an own city stands in the province."""
    city = position.city_at.get(position.map.index(action.at))
    if city is None or city.owner != seat:
        numbers = {"player": position.players[seat], "what": city_in_words(position, city)}
        wording = "{player:sets} up units in {player:its} own cities, and in {0} there is {what}"
        yield Finding("R6.3", "no_city", (action.at,), numbers, wording, nearest(position, action, *OTHER_UNITS))


@bars("R6.3")
def as_many_as_the_city_sets_up(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: at least one unit; over the whole turn at most one, or three in a city with a temple."""
    size = action.legions + action.galleys
    offer = nearest(position, action, *OTHER_UNITS)
    if size == 0:
        yield Finding("R6.3", "nothing", (action.at,), {}, "at least one unit must be set up", offer)
    city = position.city_at.get(position.map.index(action.at))
    if city is None or city.owner != seat or size <= goods.room_to_arm(position, city):
        return
    done = goods.arms_in(position, city.at)
    numbers = {"most": goods.MOST_ARMED[city.temple], "done": done, "size": size}
    has = "a temple" if city.temple else "no temple"
    wording = f"the city in {{0}} has {has} and sets up at most {{most:unit}} in a turn: "
    wording += f"{'{done} so far, and {size} more' if done else '{size}'} {verb('is', size)} too many"
    yield Finding("R6.3", "room", (action.at,), numbers, wording, offer)


@bars("R6.3")
def galleys_on_a_coast(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: galleys are set up only in a province that has a border for galleys."""
    if action.galleys and not goods.launches_galleys(position, position.map.index(action.at)):
        wording = "no border of {0} lets a galley through, so no galley is set up there"
        yield Finding("R6.3", "galley", (action.at,), {}, wording, nearest(position, action, *OTHER_UNITS))


@bars("R6.3")
def iron_for_units(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: the nation has the iron that the units cost."""
    size = action.legions + action.galleys
    price, have = size * position.settings["unit_price"], position.store(seat).iron
    if have < price:
        numbers = {"size": size, "price": price, "have": have or "none", "player": position.players[seat]}
        wording = f"{{size:unit}} {verb('costs', size)} {{price}} iron, and {{player:has}} {{have}}"
        yield Finding("R6.3", "price", (), numbers, wording, nearest(position, action, *OTHER_UNITS))


# ---------------------------------------------------------------------- know-how
@bars("R6.4")
def not_known_yet(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: the nation does not have the know-how."""
    if action.know_how in position.know_how[seat]:
        numbers = {"player": position.players[seat], "name": action.know_how}
        offer = nearest(position, action, OTHER_KNOW_HOW)
        yield Finding("R6.4", "known", (), numbers, "{player:has} {name} already", offer)


@bars("R6.4")
def needs_known(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: the nation has the know-how that this one needs."""
    needs = NEEDS.get(action.know_how)
    if needs is not None and needs not in position.know_how[seat]:
        numbers = {"player": position.players[seat], "name": action.know_how, "needs": needs}
        wording = "{name} needs {needs}, which {player:does} not have"
        words = f"first obtain {needs} for {goods.price_of_know_how(position, needs)} gold, which cannot be taken back"
        step = Obtain(action.player, needs)
        yield Finding("R6.4", "needs", (), numbers, wording, lambda: first_do(position, step, action, words, "R6.4"))


@bars("R6.4")
def gold_for_know_how(action: Obtain, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.4: the nation has the gold that the know-how costs: less if a nation has it already."""
    price, have = goods.price_of_know_how(position, action.know_how), position.store(seat).gold
    if have < price:
        numbers = {"name": action.know_how, "price": price, "have": have or "none", "player": position.players[seat]}
        offer = nearest(position, action, OTHER_KNOW_HOW)
        yield Finding("R6.4", "price", (), numbers, "{name} costs {price} gold, and {player:has} {have}", offer)


# ---------------------------------------------------------------------- what bars each purchase
PURCHASES: dict[type, tuple[Callable[[Any, RondelPosition, int], Iterator[Finding]], ...]] = {
    Build: (a_city_without_a_temple, marble_for_a_temple, a_temple_in_the_bank),
    Found: (land_without_a_city, own_units_alone, goods_for_a_city, a_token_for_a_city),
    Arm: (an_own_city_arms, as_many_as_the_city_sets_up, galleys_on_a_coast, iron_for_units),
    Obtain: (not_known_yet, needs_known, gold_for_know_how),
}


def bought_on_its_wedge(action: Build | Arm | Obtain | Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2 to R6.5: the place, the price and the bank of a purchase. Only the whole wheel has purchases."""
    for predicate in PURCHASES[type(action)] if position.whole else ():
        yield from predicate(action, position, seat)
