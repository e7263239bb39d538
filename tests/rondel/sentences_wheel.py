"""The truth of the sentences of the wheel, as in `tests.rondel.sentences`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.english import agree, possessive, pronoun
from hexwidget.rules import Finding
from hexwidget.systems.rondel.position import RondelPosition
from tests.refusals.words import in_a_row, some
from tests.rondel.reference_wheel import HOME, city, price_of, seat_of, store, wedge, whole

Truth = Callable[[RondelPosition, Any, Finding], bool]
GOODS = ("marble", "iron", "gold")


def called(position: RondelPosition, place: str) -> str:
    """A province as the map prints it."""
    return position.map.label(position.map.index(place))


def active(position: RondelPosition) -> str:
    return position.players[position.active]


def goods(numbers: dict[str, int]) -> str:
    """Goods in words, without those that number 0."""
    return in_a_row(f"{n} {good}" for good, n in numbers.items() if n) or "nothing"


def stands(position: RondelPosition, place: str) -> str:
    """The city in a province, in words."""
    found = city(position, place)
    return "no city" if found is None else f"a city of {position.players[found.owner]}"


# ---------------------------------------------------------------------- the moment
def wheel_turned(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return position.phase != "wheel"


def still_to_be_moved(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return position.phase == "wheel"


def maneuver_only(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return not whole(position)


def no_maneuver_here(position: RondelPosition, action: Any, finding: Finding) -> bool:
    now = wedge(position)
    text = f"units move, fight and conquer in a maneuver, and {possessive(active(position))} marker is on {now}"
    return now != "MANEUVER" and finding.text == text


def other_wedge(position: RondelPosition, action: Any, finding: Finding) -> bool:
    home = HOME[type(action)]
    deed = {"temple": "build temples", "arming": "set up units", "know-how": "obtain know-how"}[home]
    now = wedge(position).lower()
    text = f"nations {deed} on the {home} wedge, and {possessive(active(position))} marker is on {now}"
    return now != home and finding.text == text


def before_founding(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return position.phase in ("movement", "closing")


def founding_begun(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return position.phase == "founding" and finding.text == (
        f"a city has been founded in this turn, and that ended the actions of the {wedge(position).lower()} wedge"
    )


# ---------------------------------------------------------------------- the marker, and its price
def wedges(position: RondelPosition, action: Any, finding: Finding) -> bool:
    text = f"the marker goes on by 1 to 8 wedges, not {action.wedges}"
    return finding.text == text and not 1 <= action.wedges <= 8


def resources(position: RondelPosition, action: Any, finding: Finding) -> bool:
    seat, cost = seat_of(position, action), action.wedges - 3
    have = sum(store(position, seat).values()) if whole(position) else position.resources[seat]
    price = some(cost, "good" if whole(position) else "resource")
    return cost > have and finding.text == (
        f"{action.wedges} wedges cost {price}, and {agree(action.player, 'has')} {have or 'none'}"
    )


def no_goods(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return not whole(position)


def wrong_price(position: RondelPosition, action: Any, finding: Finding) -> bool:
    cost, paid = max(0, action.wedges - 3), dict(zip(GOODS, action.paying, strict=True))
    price = some(cost, "good") if cost else "nothing"
    costs = "costs" if action.wedges == 1 else "cost"
    text = f"{some(action.wedges, 'wedge')} {costs} {price}, and the payment is {goods(paid)}"
    return sum(paid.values()) != cost and finding.text == text


def not_in_store(position: RondelPosition, action: Any, finding: Finding) -> bool:
    have = store(position, seat_of(position, action))
    texts = [
        f"the payment is {paid} {good}, and {agree(action.player, 'has')} {have[good] or 'none'}"
        for good, paid in zip(GOODS, action.paying, strict=True)
        if paid > have[good]
    ]
    return finding.text in texts


# ---------------------------------------------------------------------- temples
def no_city_for_a_temple(position: RondelPosition, action: Any, finding: Finding) -> bool:
    there = stands(position, action.at)
    text = f"{agree(action.player, 'builds')} temples in {pronoun(action.player, 'its', 'their')} own cities, and in {called(position, action.at)} there is {there}"
    return there != f"a city of {action.player}" and finding.text == text


def temple_already(position: RondelPosition, action: Any, finding: Finding) -> bool:
    there = city(position, action.at)
    text = f"the city in {called(position, action.at)} has a temple already"
    return there is not None and there.temple and finding.text == text


def marble(position: RondelPosition, action: Any, finding: Finding) -> bool:
    price, have = position.settings["temple_price"], store(position, seat_of(position, action))["marble"]
    return (
        have < price
        and finding.text == f"a temple costs {price} marble, and {agree(action.player, 'has')} {have or 'none'}"
    )


def bank(position: RondelPosition, action: Any, finding: Finding) -> bool:
    tokens = position.settings["temple_tokens"]
    text = f"the bank of {some(tokens, 'temple')} is empty"
    return sum(each.temple for each in position.cities) >= tokens and finding.text == text


# ---------------------------------------------------------------------- arming
def no_city_to_arm(position: RondelPosition, action: Any, finding: Finding) -> bool:
    there = stands(position, action.at)
    text = f"{agree(action.player, 'sets')} up units in {pronoun(action.player, 'its', 'their')} own cities, and in {called(position, action.at)} there is {there}"
    return there != f"a city of {action.player}" and finding.text == text


def nothing_armed(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return bool(action.legions + action.galleys == 0)


def room(position: RondelPosition, action: Any, finding: Finding) -> bool:
    there, size = city(position, action.at), action.legions + action.galleys
    assert there is not None
    most = 3 if there.temple else 1
    done = sum(n for at, n in position.armed if at == there.at)
    return done + size > most and finding.text == (
        f"the city in {called(position, action.at)} has {'a temple' if there.temple else 'no temple'} and sets up at most "
        f"{some(most, 'unit')} in a turn: {f'{done} so far, and {size} more' if done else size} "
        f"{'is' if size == 1 else 'are'} too many"
    )


def no_coast(position: RondelPosition, action: Any, finding: Finding) -> bool:
    kinds = [border.kind for border in position.map.borders if action.at in (border.a, border.b)]
    text = f"no border of {called(position, action.at)} lets a galley through, so no galley is set up there"
    return {*kinds} <= {"red"} and finding.text == text


def iron(position: RondelPosition, action: Any, finding: Finding) -> bool:
    size = action.legions + action.galleys
    price, have = size * position.settings["unit_price"], store(position, seat_of(position, action))["iron"]
    costs = "costs" if size == 1 else "cost"
    text = f"{some(size, 'unit')} {costs} {price} iron, and {agree(action.player, 'has')} {have or 'none'}"
    return have < price and finding.text == text


# ---------------------------------------------------------------------- know-how
def known(position: RondelPosition, action: Any, finding: Finding) -> bool:
    has = position.know_how[seat_of(position, action)]
    return action.know_how in has and finding.text == f"{agree(action.player, 'has')} {action.know_how} already"


def needs(position: RondelPosition, action: Any, finding: Finding) -> bool:
    needed = {"ROADS": "WHEEL", "NAVIGATION": "SAILING", "DEMOCRACY": "MONARCHY"}[action.know_how]
    text = f"{action.know_how} needs {needed}, which {agree(action.player, 'does')} not have"
    return needed not in position.know_how[seat_of(position, action)] and finding.text == text


def gold(position: RondelPosition, action: Any, finding: Finding) -> bool:
    price, have = price_of(position, action.know_how), store(position, seat_of(position, action))["gold"]
    return (
        have < price
        and finding.text == f"{action.know_how} costs {price} gold, and {agree(action.player, 'has')} {have or 'none'}"
    )


# ---------------------------------------------------------------------- founding
def sea(position: RondelPosition, action: Any, finding: Finding) -> bool:
    text = f"cities are founded on land, and {called(position, action.at)} is sea"
    return position.map.terrain(action.at) == "sea" and finding.text == text


def city_already(position: RondelPosition, action: Any, finding: Finding) -> bool:
    there = stands(position, action.at)
    return there != "no city" and finding.text == f"there is {there} in {called(position, action.at)} already"


def no_own_unit(position: RondelPosition, action: Any, finding: Finding) -> bool:
    at, seat = position.map.index(action.at), seat_of(position, action)
    text = f"{agree(action.player, 'has')} no unit in {called(position, action.at)}"
    return not any(g[:2] == (at, seat) for g in position.units) and finding.text == text


def strangers(position: RondelPosition, action: Any, finding: Finding) -> bool:
    at = position.map.index(action.at)
    there = {position.players[g.owner] for g in position.units if g.at == at} - {action.player}
    start, rest = "units of ", f" stand in {called(position, action.at)}, and {action.player} must be alone there"
    if not (there and finding.text.startswith(start) and finding.text.endswith(rest)):
        return False
    said = finding.text.removeprefix(start).removesuffix(rest).replace(" and ", ", ")
    return {*said.split(", ")} == there


def goods_of_a_city(position: RondelPosition, action: Any, finding: Finding) -> bool:
    lacking = [good for good, n in store(position, seat_of(position, action)).items() if n < 1]
    words = in_a_row(lacking, "or")
    return finding.text == f"a city costs 1 marble, 1 iron and 1 gold, and {agree(action.player, 'has')} no {words}"


def no_token(position: RondelPosition, action: Any, finding: Finding) -> bool:
    tokens, seat = position.settings["city_tokens"], seat_of(position, action)
    text = f"{agree(action.player, 'has')} no city token left of {tokens}"
    return sum(each.owner == seat for each in position.cities) >= tokens and finding.text == text


SENTENCES: dict[tuple[str, str], Truth] = {
    ("R1.1", "wedge"): no_maneuver_here,
    ("R5.1", "resources"): resources,
    ("R5.1", "wedges"): wedges,
    ("R5.2", "before_founding"): before_founding,
    ("R5.2", "founding_begun"): founding_begun,
    ("R5.2", "maneuver_only"): maneuver_only,
    ("R5.2", "no_maneuver"): still_to_be_moved,
    ("R5.2", "no_wedge"): still_to_be_moved,
    ("R5.2", "wheel_turned"): wheel_turned,
    ("R5.4", "no_goods"): no_goods,
    ("R5.4", "price"): wrong_price,
    ("R5.4", "store"): not_in_store,
    ("R6.2", "bank"): bank,
    ("R6.2", "no_city"): no_city_for_a_temple,
    ("R6.2", "price"): marble,
    ("R6.2", "temple"): temple_already,
    ("R6.2", "wedge"): other_wedge,
    ("R6.3", "galley"): no_coast,
    ("R6.3", "no_city"): no_city_to_arm,
    ("R6.3", "nothing"): nothing_armed,
    ("R6.3", "price"): iron,
    ("R6.3", "room"): room,
    ("R6.3", "wedge"): other_wedge,
    ("R6.4", "known"): known,
    ("R6.4", "needs"): needs,
    ("R6.4", "price"): gold,
    ("R6.4", "wedge"): other_wedge,
    ("R6.5", "city"): city_already,
    ("R6.5", "goods"): goods_of_a_city,
    ("R6.5", "no_unit"): no_own_unit,
    ("R6.5", "sea"): sea,
    ("R6.5", "strangers"): strangers,
    ("R6.5", "token"): no_token,
}
"""The truth of each sentence about the wheel, by clause and code."""
