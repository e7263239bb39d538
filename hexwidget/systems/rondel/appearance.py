"""The scene of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hexwidget.english import agree, capital, counted, listing, possessive
from hexwidget.rules import Observation
from hexwidget.scene import BorderLook, Ground, Ledger, Overlay, Piece, Scene, Token, Wheel, player_looks
from hexwidget.systems.rondel.atlas import GOODS, WHEEL
from hexwidget.systems.rondel.battle import defence
from hexwidget.systems.rondel.goods import FOUNDING, harvest, price_of_know_how, temples_left, tokens_left
from hexwidget.systems.rondel.position import KNOW_HOW, RondelPosition
from hexwidget.systems.rondel.words import goods_in_words, units_by_province, units_in_words

GROUNDS = {"land": Ground("land", "land", "plains", "none"), "sea": Ground("sea", "sea", "sea", "waves")}
BORDERS = (
    BorderLook("red", "for legions", "red", "solid"),
    BorderLook("blue", "for galleys", "blue", "dashed"),
    BorderLook("both", "for both", "purple", "dotted"),
)
SYMBOLS = {"legion": "shield", "galley": "ship"}
GOOD_SHAPES: dict[str, Literal["square", "round", "diamond"]] = {"marble": "square", "iron": "diamond", "gold": "round"}


def scene(observation: Observation[RondelPosition]) -> Scene:
    """The scene for an observer. Cities lie behind the units, and units that lie are turned on their side."""
    position = observation.seen
    m, players = position.map, position.players
    pieces = []
    for city in position.cities:
        kind, symbol, what = ("temple", "temple", "city with a temple") if city.temple else ("city", "town", "city")
        label = f"{possessive(players[city.owner])} {what}, defence strength {defence(position, city)}"
        name = m.name(city.at)
        pieces.append(Piece(f"city-{name}", name, city.owner, symbol, kind, label, layer="structure"))
    for g in position.units:
        name = m.name(g.at)
        label = f"{players[g.owner]}: {units_in_words(position, [g])}"
        lies = g.left == 0
        piece = Piece(f"{g.kind}-{players[g.owner]}-{name}-{g.left}", name, g.owner, SYMBOLS[g.kind], g.kind, label,
                      g.size, spent=lies, turned=lies, pips=g.left if g.owner == position.active else 0)  # fmt: skip
        pieces.append(piece)
    return Scene(
        map=m,
        grounds=tuple(GROUNDS[key] for key in m.terrains),
        players=player_looks(players),
        pieces=tuple(pieces),
        tokens=tuple(_goods(position)),
        overlays=tuple(_strengths(position)),
        borders=tuple(look for look in BORDERS if any(border.kind == look.key for border in m.borders)),
        spent="lies: its actions are used up",
        wheel=_wheel(position),
        title=position.title or capital(" against ".join(players)),
        description=f"A map of {len(m)} provinces. {_stands(position)}. {position.system.status(position)}.",
    )


def _strengths(position: RondelPosition) -> list[Overlay]:
    """R4.3: in the conquest phase the defence strength of each foreign city that the active nation has units at."""
    if position.phase != "conquest" or position.to_act != {position.players[position.active]}:
        return []
    planes: dict[int, int] = {}
    for city in position.cities:
        if city.owner != position.active and position.count(city.at, position.active):
            strength = defence(position, city).strength
            planes[strength] = planes.get(strength, 0) | 1 << city.at
    levels = tuple(sorted(planes.items()))
    return [Overlay("defence", "defence strength", levels, "attack", 0.16, 0.0, 2.0)] if levels else []


def _wheel(position: RondelPosition) -> Wheel:
    """R5.1: the wedges, the markers, and the distance of each wedge from the active nation's marker."""
    at, n = position.markers[position.active], len(WHEEL)
    values = tuple((wedge - at - 1) % n + 1 for wedge in range(1, n + 1))
    markers = tuple((seat, wedge - 1) for seat, wedge in enumerate(position.markers))
    return Wheel("The wheel", WHEEL, markers, "wheel", values, _ledger(position) if position.whole else None)


def _ledger(position: RondelPosition) -> Ledger:
    """R5.4, R6.1 to R6.5: the stores, the yields to come, the city tokens left, the bank of temples, and all prices."""
    rows = []
    for seat, player in enumerate(position.players):
        store = zip(GOODS, position.store(seat), strict=True)
        goods = [f"{n} +{harvest(position, seat, good).goods}" for good, n in store]
        rows.append((player, *goods, str(tokens_left(position, seat))))
    temple, unit = position.settings["temple_price"], position.settings["unit_price"]
    prices = [f"a temple {temple} marble", f"a unit {unit} iron", f"a city {goods_in_words(FOUNDING)}"]
    notes = (
        "+ is the yield of the good's wedge.",
        f"The bank has {counted(temples_left(position), 'temple')}.",
        f"Prices: {listing(prices)}.",
        f"Know-how, in gold: {'; '.join(_know_how(position))}.",
    )
    return Ledger(("", *GOODS, "city tokens"), tuple(rows), notes)


def _know_how(position: RondelPosition) -> Iterator[str]:
    """R6.4: each know-how with its price and the nations that have it."""
    for name in KNOW_HOW:
        having = [player for seat, player in enumerate(position.players) if name in position.know_how[seat]]
        yield f"{name} {price_of_know_how(position, name)}" + (f" ({', '.join(having)})" if having else "")


def _goods(position: RondelPosition) -> Iterator[Token]:
    """R6.1: the goods that provinces yield."""
    for at, good in enumerate(position.yields):
        if good:
            yield Token(position.map.name(at), good, good, f"yields {good}", shape=GOOD_SHAPES[good])


def _stands(position: RondelPosition) -> str:
    found = []
    for seat, player in enumerate(position.players):
        units = [f"{units} in {where}" for where, units in units_by_province(position, seat)]
        cities = [f"{position.map.label(c.at)}{' with a temple' if c.temple else ''}" for c in position.cities_of(seat)]
        store = f"; {goods_in_words(position.store(seat))} in store" if position.whole else ""
        where = f"cities in {listing(cities)}" if cities else "no cities"
        found.append(f"{capital(agree(player, 'has'))} {', '.join(units) or 'no units'}; {where}{store}")
    return ". ".join(found)
