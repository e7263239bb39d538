"""The truth of the sentences of the whole wheel: each is put together once more from the position, counted naively."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.rules import Finding
from hexwidget.systems.rondel.actions import Arm, Found, RondelAction, Wheel
from hexwidget.systems.rondel.position import RondelPosition
from tests.rondel.wheel_reference import (
    city_at,
    gold_for,
    owners_at,
    seat_of,
    stored,
    wedge,
    whole,
)

Truth = Callable[[RondelPosition, Any, Finding], bool]
NEEDED = {"ROADS": "WHEEL", "NAVIGATION": "SAILING", "DEMOCRACY": "MONARCHY"}
GOODS = ("marble", "iron", "gold")


def some(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def goods(numbers: tuple[int, ...]) -> str:
    found = [f"{n} {good}" for n, good in zip(numbers, GOODS, strict=True) if n]
    return " and ".join(filter(None, [", ".join(found[:-1]), *found[-1:]])) or "nothing"


def in_a_row(words: list[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def city(position: RondelPosition, place: str) -> str:
    there = city_at(position, place)
    return "no city" if there is None else f"a city of {position.players[there.owner]}"


def is_text(expected: Callable[[RondelPosition, Any], str | tuple[str, ...]]) -> Truth:
    """The truth of a sentence that is one of some texts."""

    def truth(position: RondelPosition, action: RondelAction, finding: Finding) -> bool:
        texts = expected(position, action)
        return finding.text in ((texts,) if isinstance(texts, str) else texts)

    return truth


def holds(condition: Callable[[RondelPosition, Any], bool]) -> Truth:
    """The truth of a sentence without numbers and names."""
    return lambda position, action, finding: condition(position, action)


def another_wedge(deed: str, name: str) -> Truth:
    return is_text(
        lambda p, a: (
            f"nations {deed} on the wedge {name}, and {p.players[p.active]}'s marker is on {wedge(p)}"
            if wedge(p) != name
            else ""
        )
    )


def payments(position: RondelPosition, action: Wheel) -> tuple[str, ...]:
    assert action.paying is not None
    named = zip(action.paying, GOODS, strict=True)
    have = ((n, good, stored(position, action, good)) for n, good in named)
    return tuple(f"the payment is {n} {good}, and {action.player} has {own}" for n, good, own in have if n > own)


def price_of_wedges(position: RondelPosition, action: Wheel) -> str:
    assert action.paying is not None
    cost = max(0, action.wedges - 3)
    verb = "costs" if action.wedges == 1 else "cost"
    price = some(cost, "good") if cost else "nothing"
    return f"{some(action.wedges, 'wedge')} {verb} {price}, and the payment is {goods(action.paying)}"


def room(position: RondelPosition, action: Arm) -> str:
    there = city_at(position, action.at)
    assert there is not None
    done = sum(n for at, n in position.armed if at == there.at)
    most, temple = ("3 units", "a temple") if there.temple else ("1 unit", "no temple")
    size = action.legions + action.galleys
    return f"the city on {action.at} has {temple} and sets up at most {most} in a turn, {done} so far: not {size} more"


def iron(position: RondelPosition, action: Arm) -> str:
    size = action.legions + action.galleys
    price = size * position.settings["unit_price"]
    verb = "costs" if size == 1 else "cost"
    return f"{some(size, 'unit')} {verb} {price} iron, and {action.player} has {stored(position, action, 'iron')}"


def strangers(position: RondelPosition, action: Found) -> tuple[str, ...]:
    """The others may stand in any order."""
    n, seat = len(position.players), seat_of(position, action)
    others = [position.players[s % n] for s in range(seat + 1, seat + n) if s % n in owners_at(position, action.at)]
    text = f"units of {in_a_row(others, 'and')} stand on {action.at}: only {action.player}'s may stand there"
    return (text,) if others else ()


def lacking(position: RondelPosition, action: Found) -> str:
    none = [good for good in GOODS if stored(position, action, good) == 0]
    return f"a city costs 1 marble, 1 iron and 1 gold, and {action.player} has no {in_a_row(none, 'or')}"


SENTENCES: dict[tuple[str, str], Truth] = {
    ("R1.1", "wedge"): is_text(
        lambda p, a: (
            f"units move, fight and conquer in a maneuver, and {p.players[p.active]}'s marker is on {wedge(p)}"
            if wedge(p) != "maneuver"
            else ""
        )
    ),
    ("R5.2", "maneuver_only"): holds(lambda p, a: not whole(p)),
    ("R5.2", "no_wedge"): holds(lambda p, a: p.phase == "wheel"),
    ("R5.2", "before_founding"): holds(lambda p, a: p.phase in ("movement", "closing")),
    ("R5.2", "founding_begun"): is_text(
        lambda p, a: f"a city has been founded in this turn, and that ended the actions of the wedge {wedge(p)}"
    ),
    ("R5.4", "no_goods"): holds(lambda p, a: not whole(p)),
    ("R5.4", "price"): is_text(price_of_wedges),
    ("R5.4", "store"): is_text(payments),
    ("R6.2", "wedge"): another_wedge("build temples", "temple"),
    ("R6.2", "no_city"): is_text(lambda p, a: f"temples are built in own cities: on {a.at} stands {city(p, a.at)}"),
    ("R6.2", "temple"): is_text(lambda p, a: f"the city on {a.at} has a temple already"),
    ("R6.2", "price"): is_text(
        lambda p, a: f"a temple costs {p.settings['temple_price']} marble, and {a.player} has {stored(p, a, 'marble')}"
    ),
    ("R6.2", "bank"): is_text(lambda p, a: f"the bank has no temple left of {p.settings['temple_tokens']}"),
    ("R6.3", "wedge"): another_wedge("set up units", "arming"),
    ("R6.3", "no_city"): is_text(
        lambda p, a: f"units are set up in provinces of own cities: on {a.at} stands {city(p, a.at)}"
    ),
    ("R6.3", "nothing"): holds(lambda p, a: a.legions + a.galleys == 0),
    ("R6.3", "room"): is_text(room),
    ("R6.3", "galley"): is_text(lambda p, a: f"no border of {a.at} lets a galley through, and so none is set up there"),
    ("R6.3", "price"): is_text(iron),
    ("R6.4", "wedge"): another_wedge("obtain know-how", "know-how"),
    ("R6.4", "known"): is_text(lambda p, a: f"{a.player} has {a.know_how} already"),
    ("R6.4", "needs"): is_text(lambda p, a: f"{a.know_how} needs {NEEDED[a.know_how]}, which {a.player} does not have"),
    ("R6.4", "price"): is_text(
        lambda p, a: f"{a.know_how} costs {gold_for(p, a)} gold, and {a.player} has {stored(p, a, 'gold')}"
    ),
    ("R6.5", "sea"): is_text(lambda p, a: f"cities are founded on land, and {a.at} is sea"),
    ("R6.5", "city"): is_text(lambda p, a: f"on {a.at} stands {city(p, a.at)} already"),
    ("R6.5", "no_unit"): is_text(lambda p, a: f"{a.player} has no unit on {a.at}"),
    ("R6.5", "strangers"): is_text(strangers),
    ("R6.5", "goods"): is_text(lacking),
    ("R6.5", "token"): is_text(lambda p, a: f"{a.player} has no city token left of {p.settings['city_tokens']}"),
}
"""The sentences of the whole wheel."""
