"""The truth of the sentences of `rondel`: each is put together once more from the position, counted naively."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.english import agree, possessive, pronoun
from hexwidget.rules import Finding
from hexwidget.systems.rondel.actions import Answer, Conquer, Lay, Lose, Move, RondelAction
from hexwidget.systems.rondel.position import KINDS, RondelPosition
from tests.refusals.words import in_a_row, some
from tests.rondel import reference, sentences_wheel
from tests.rondel.reference import (
    actions_a_turn,
    lefts,
    not_eliminated,
    own_question,
    owner_meant,
    place_of,
    seat_of,
    strength,
    those_meant,
    unit_meant,
)
from tests.rondel.reference_wheel import wedge
from tests.rondel.sentences_wheel import called

Truth = Callable[[RondelPosition, Any, Finding], bool]


def army(position: RondelPosition, seat: int, place: str) -> str:
    """The legions and galleys of a nation in a province."""
    counts = [(len(lefts(position, seat, kind, place)), kind) for kind in KINDS]
    return " and ".join(some(n, kind) for n, kind in counts if n) or "nothing"


def owner(position: RondelPosition, action: Move | Lay) -> str:
    """The nation whose unit is meant."""
    seat = owner_meant(position, action)
    assert seat is not None
    return position.players[seat]


def standing(position: RondelPosition, action: Conquer, *kinds: str) -> int:
    """The upright units of the conqueror."""
    return sum(reference.upright(position, action, kind) for kind in kinds or KINDS)


# ---------------------------------------------------------------------- the moment
def movement_phase(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    what = "cities are conquered" if isinstance(action, Conquer) else "turns end"
    later = {"movement": "", "closing": ", which begins after the last answer"}
    return finding.text == f"{what} in the conquest phase{later[position.phase]}"


def conquest_phase(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    return position.phase in ("closing", "conquest") or (position.phase == "founding" and wedge(position) == "MANEUVER")


def not_your_turn(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    return (
        finding.text == f"it is {possessive(position.players[position.active])} turn, not {possessive(action.player)}"
    )


def toll(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    assert position.toll is not None
    place, active = position.map.name(position.toll.at), position.players[position.active]
    return (
        finding.text
        == f"first {agree(active, 'names')} {pronoun(active, 'its', 'their')} units that fall in {called(position, place)}"
    )


def no_toll(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    return position.toll is None


def asked(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    ask = position.asks[0]
    place, player = position.map.name(ask.at), position.players[ask.seat]
    return (
        finding.text
        == f"first {agree(player, 'says')} if {pronoun(player, 'its', 'their')} {ask.kind}s in {called(position, place)} fight"
    )


def not_asked(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    return not position.asks


def over(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
    counts = {
        player: sum(city.owner == seat for city in position.cities) for seat, player in enumerate(position.players)
    }
    alive = [player for seat, player in enumerate(position.players) if seat in not_eliminated(position)]
    word, _, number = str(position.settings["objective"]).partition(" ")
    rounds_over = position.round > position.settings["rounds"]
    if word == "cities" and max(counts.values()) >= int(number):
        best, verb, why = [player for player, n in counts.items() if n >= int(number)], "has", f"{number} cities"
    elif word == "eliminate" and len(alive) < 2:
        best, verb, why = alive, "has", "the only units left"
    elif word == "most_cities" and rounds_over:
        best = [player for player, n in counts.items() if n == max(counts.values())]
        verb, why = "has", f"the most cities ({max(counts.values())})"
    else:
        end = "the rounds are over, and nobody has reached the objective"
        return rounds_over and finding.text == f"the game is over: {end}"
    draw = f"a draw between {in_a_row(best)}" if best else "nobody has units left"
    return (
        finding.text == f"the game is over: {agree(best[0], verb)} {why}"
        if len(best) == 1
        else finding.text.endswith(f": {draw}")
    )


# ---------------------------------------------------------------------- units
def no_unit(position: RondelPosition, action: Any, finding: Finding) -> bool:
    text = f"{agree(action.player, 'has')} no {action.kind} in {called(position, place_of(action))}"
    return owner_meant(position, action) is None and finding.text == text


def others_unit(position: RondelPosition, action: Any, finding: Finding) -> bool:
    place, first = place_of(action), seat_of(position, action)
    seats = [(first + n) % len(position.players) for n in range(1, len(position.players))]
    sizes = [len(lefts(position, seat, action.kind, place)) for seat in seats]
    owners = [position.players[seat] for seat, size in zip(seats, sizes, strict=True) if size]
    return not lefts(position, first, action.kind, place) and finding.text == (
        f"{agree(action.player, 'has')} no {action.kind} in {called(position, place)}: the "
        f"{f'{sum(sizes)} {action.kind}s there belong' if sum(sizes) > 1 else f'{action.kind} there belongs'} to {in_a_row(owners)}"
    )


def no_such_unit(position: RondelPosition, action: Any, finding: Finding) -> bool:
    there = sorted(set(those_meant(position, action)))
    return action.left not in there and finding.text == (
        f"no {action.kind} of {owner(position, action)} in {called(position, place_of(action))} has {some(action.left, 'action')} left; "
        f"those there have {in_a_row([str(left) for left in there], 'or')}"
    )


def _lies(position: RondelPosition, action: Any, already: str) -> str:
    """The sentence that the unit that is meant lies; empty if that is not true."""
    there = those_meant(position, action)
    stand = sum(left > 0 for left in there)
    if unit_meant(position, action) != 0:
        return ""
    units = f"the {action.kind}" if len(there) == 1 else f"every {action.kind}"
    others = ""
    if stand:
        units = f"the named {action.kind}"
        others = f" ({some(stand, 'other')} there {'stand' if stand > 1 else 'stands'})"
    return f"{units} of {owner(position, action)} in {called(position, place_of(action))} lies{already}{others}"


def used_up(position: RondelPosition, action: Any, finding: Finding) -> bool:
    most = actions_a_turn(position, owner_meant(position, action) or 0, action.kind)
    rest = ": its one action of this turn is used up" if most == 1 else f": its {most} actions of this turn are used up"
    start = _lies(position, action, "")
    return bool(start) and finding.text == start + rest


def lies(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return finding.text == _lies(position, action, " already")


def know_how_gives_more(position: RondelPosition, action: Any, finding: Finding) -> bool:
    """The remedy of units that lie."""
    most = actions_a_turn(position, owner_meant(position, action) or 0, action.kind)
    two, three = {"legion": ("WHEEL", "ROADS"), "galley": ("SAILING", "NAVIGATION")}[action.kind]
    more = [f"{two} (2)", f"{three} (3)"][most - 1 :]
    return finding.remedy is not None and finding.remedy.text == f"know-how gives more: {', '.join(more)}"


# ---------------------------------------------------------------------- borders
def _border(position: RondelPosition, action: Move) -> str | None:
    pair = {action.origin, action.to}
    return next((border.kind for border in position.map.borders if {border.a, border.b} == pair), None)


def border(position: RondelPosition, action: Any, finding: Finding) -> bool:
    kind = _border(position, action)
    lets = {"red": "legion", "blue": "galley"}.get(kind or "")
    others = {"legion": "legions", "galley": "galleys"}.get(lets or "")
    return lets not in (None, action.kind) and finding.text == (
        f"the border of {called(position, action.origin)} and {called(position, action.to)} is {kind}: only {others} may cross it"
    )


def no_border(position: RondelPosition, action: Any, finding: Finding) -> bool:
    if action.origin == action.to:
        return (
            finding.text == f"a movement leads out of {called(position, action.origin)}, into a neighbouring province"
        )
    return (
        _border(position, action) is None
        and finding.text == f"{called(position, action.origin)} and {called(position, action.to)} have no border"
    )


# ---------------------------------------------------------------------- battles
def itself(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return (
        bool(action.enemy == action.player)
        and finding.text
        == f"{agree(action.player, 'does')} not fight {pronoun(action.player, 'its', 'their')} own units"
    )


def no_pair(position: RondelPosition, action: Any, finding: Finding) -> bool:
    seats = seat_of(position, action), position.players.index(action.enemy)
    mine, theirs = (army(position, seat, action.at) for seat in seats)
    return not all(lefts(position, seat, action.kind, action.at) for seat in seats) and finding.text == (
        f"{action.kind}s fight only {action.kind}s: in {called(position, action.at)} "
        f"{agree(action.player, 'has')} {mine}, and {agree(action.enemy, 'has')} {theirs}"
    )


def _sides(position: RondelPosition, action: Any) -> tuple[str, str, int, list[int]]:
    """The province and the kind of units of a battle, the most pairs, and the units of the nation that may lose some."""
    if isinstance(action, Lose):
        assert position.toll is not None
        at, kind, enemy, seat = position.toll.at, position.toll.kind, position.toll.enemy, position.active
    elif isinstance(action, Answer):
        ask = own_question(position, action)
        assert ask is not None
        at, kind, enemy, seat = ask.at, ask.kind, ask.seat, position.active
    else:
        at, kind = position.map.index(action.at), action.kind
        enemy, seat = position.players.index(action.enemy), seat_of(position, action)
    place = position.map.name(at)
    mine, theirs = lefts(position, seat, kind, place), lefts(position, enemy, kind, place)
    return place, kind, min(len(mine), len(theirs)), mine


def pairs(position: RondelPosition, action: Any, finding: Finding) -> bool:
    place, _, most, _ = _sides(position, action)
    if position.settings["battle_size"] == "all":
        fall = "1 pair falls" if most == 1 else f"{most} pairs fall"
        text = f"battles are fought to the end in this game: {fall} in {called(position, place)}, not {action.pairs}"
        return action.pairs != most and finding.text == text
    fall = "1 pair" if most == 1 else f"1 to {most} pairs"
    text = f"{fall} may fall in {called(position, place)}, not {action.pairs}"
    return not 1 <= action.pairs <= most and finding.text == text


def losing(position: RondelPosition, action: Any, finding: Finding) -> bool:
    place, kind, most, mine = _sides(position, action)
    if isinstance(action, Lose):
        assert position.toll is not None
        size = position.toll.pairs
    else:
        size = most if action.pairs is None else action.pairs
    counts = [(mine.count(left), left) for left in sorted(set(mine))]
    stand = in_a_row([f"{n} {'has' if n == 1 else 'have'} {left} left" for n, left in counts])
    those = f"the {kind} that falls" if size == 1 else f"the {size} {kind}s that fall"
    text = (
        f"{those} in {called(position, place)} must be named by {'its' if size == 1 else 'their'} actions left: {stand}"
    )
    return finding.text == text


# ---------------------------------------------------------------------- conquests
def no_foreign_city(position: RondelPosition, action: Any, finding: Finding) -> bool:
    owners = [position.players[city.owner] for city in position.cities if position.map.name(city.at) == action.at]
    if owners:
        return (
            owners == [action.player]
            and finding.text == f"the city in {called(position, action.at)} belongs to {action.player} already"
        )
    return finding.text == f"there is no city in {called(position, action.at)} to conquer"


def nobody(position: RondelPosition, action: Any, finding: Finding) -> bool:
    lying = sum(len(lefts(position, seat_of(position, action), kind, action.at)) for kind in KINDS)
    more = f"; {lying} {'lies' if lying == 1 else 'lie'} there" if lying else ""
    text = f"no upright unit of {action.player} stands in {called(position, action.at)}{more}"
    return standing(position, action) == 0 and finding.text == text


def _strength(position: RondelPosition, action: Conquer) -> tuple[int, str]:
    """R4.3: the defence strength, and its sum in words."""
    city = reference.foreign_city(position, action)
    assert city is not None
    units = sum(len(lefts(position, city.owner, kind, action.at)) for kind in KINDS)
    known = position.know_how[city.owner]
    parts = ["3 (temple)" if city.temple else "1 (city)"]
    parts += [f"{units} (unit{'s' if units > 1 else ''})"] if units else []
    parts += ["2 (DEMOCRACY)"] if "DEMOCRACY" in known else ["1 (MONARCHY)"] if "MONARCHY" in known else []
    total = strength(position, city)
    return total, f"{total}" if len(parts) == 1 else f"{' + '.join(parts)} = {total}"


def too_few(position: RondelPosition, action: Any, finding: Finding) -> bool:
    total, words = _strength(position, action)
    have = standing(position, action)
    return have < total and finding.text == (
        f"the defence strength of {called(position, action.at)} is {words}, and {agree(action.player, 'has')} "
        f"{some(have, 'upright unit') if have else 'no upright unit'} there: {total - have} too few"
    )


def price(position: RondelPosition, action: Any, finding: Finding) -> bool:
    total, words = _strength(position, action)
    paid = action.legions + action.galleys
    units = some(paid, "unit") if paid else "nothing"
    text = f"the payment for {called(position, action.at)} is {units}, and its defence strength is {words}"
    return paid != total and finding.text == text


def payment(position: RondelPosition, action: Any, finding: Finding) -> bool:
    for kind, paid in zip(KINDS, (action.legions, action.galleys), strict=True):
        have = standing(position, action, kind)
        upright = f"only {have}" if have else "none"
        text = f"the payment is {some(paid, kind)}, and {agree(action.player, 'has')} {upright} upright in {called(position, action.at)}"
        if paid > have and finding.text == text:
            return True
    return False


def _cities(position: RondelPosition, player: str) -> list[str]:
    seat = position.players.index(player)
    return [position.map.name(city.at) for city in position.cities if city.owner == seat]


def last_city(position: RondelPosition, action: Any, finding: Finding) -> bool:
    owner = next(player for player in position.players if action.at in _cities(position, player))
    return _cities(position, owner) == [action.at] and finding.text == (
        f"{called(position, action.at)} is the last city of {owner}, and cannot be conquered"
    )


def no_token(position: RondelPosition, action: Any, finding: Finding) -> bool:
    tokens = position.settings["city_tokens"]
    text = f"{agree(action.player, 'has')} no city token left of {tokens}: another of {pronoun(action.player, 'its', 'their')} cities must be given up for {called(position, action.at)}"
    return len(_cities(position, action.player)) >= tokens and finding.text == text


def token_left(position: RondelPosition, action: Any, finding: Finding) -> bool:
    on_map, tokens = len(_cities(position, action.player)), position.settings["city_tokens"]
    text = (
        f"{agree(action.player, 'has')} {tokens - on_map} of {some(tokens, 'city token')} left, so no city is given up"
    )
    return on_map < tokens and finding.text == text


def not_own(position: RondelPosition, action: Any, finding: Finding) -> bool:
    text = f"{agree(action.player, 'has')} no city in {called(position, action.giving)} to give up"
    return action.giving not in _cities(position, action.player) and finding.text == text


def same(position: RondelPosition, action: Any, finding: Finding) -> bool:
    return (
        bool(action.giving == action.at)
        and finding.text == f"{called(position, action.at)} cannot be given up for itself"
    )


SENTENCES: dict[tuple[str, str], Truth] = {
    ("R1.1", "movement_phase"): movement_phase,
    ("R1.1", "conquest_phase"): conquest_phase,
    ("R1.1", "no_foreign_city"): no_foreign_city,
    ("R1.2", "no_such_unit"): no_such_unit,
    ("R1.2", "used_up"): used_up,
    ("R1.3", "no_such_unit"): no_such_unit,
    ("R1.3", "used_up"): used_up,
    ("R1.5", "no_unit"): no_unit,
    ("R1.5", "others_unit"): others_unit,
    ("R1.5", "not_your_turn"): not_your_turn,
    ("R2.2", "border"): border,
    ("R2.2", "no_border"): no_border,
    ("R2.4", "lies"): lies,
    ("R3.1", "itself"): itself,
    ("R3.2", "no_pair"): no_pair,
    ("R3.5", "losing"): losing,
    ("R3.5", "no_toll"): no_toll,
    ("R3.5", "pairs"): pairs,
    ("R3.5", "toll"): toll,
    ("R3.6", "asked"): asked,
    ("R3.6", "not_asked"): not_asked,
    ("R4.1", "nobody"): nobody,
    ("R4.2", "too_few"): too_few,
    ("R4.5", "payment"): payment,
    ("R4.5", "price"): price,
    ("R4.6", "last_city"): last_city,
    ("R4.6", "no_token"): no_token,
    ("R4.6", "not_own"): not_own,
    ("R4.6", "same"): same,
    ("R4.6", "token_left"): token_left,
    ("R5.3", "over"): over,
    **sentences_wheel.SENTENCES,
}
"""The truth of each sentence, by clause and code."""
REMEDY_WORDS: dict[tuple[str, str], Truth] = {
    ("R1.2", "used_up"): know_how_gives_more,
    ("R1.3", "used_up"): know_how_gives_more,
}
"""The truth of each remedy in words, by the clause and the code of its finding."""
