"""The bag of a battle (D9): the cubes that each side puts into it, and the odds of each draw.

A worked example: an archer attacks a swordsman two hexes away. The archer reaches him: one attack cube. The swordsman
does not reach the archer and has +1 against infantry: two defence cubes. One cube of three is drawn: a hit in one of
three cases.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from hexwidget.english import agree, counted, listing, possessive, verb
from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.rules import Fighter, Forecast, Share, percent
from hexwidget.scene import player_looks
from hexwidget.systems.depletion.battle.losses import Fallen, Side, default_losses, sides
from hexwidget.systems.depletion.counts import of_types
from hexwidget.systems.depletion.position import Battle, DepletionPosition
from hexwidget.systems.depletion.units import NO_UNITS, PEASANTS, STRUCTURE_SYMBOLS, UNITS, Counts
from hexwidget.text_tables import aligned_lines

MARCHED = 2
"""The number of depletion cubes from which on an army is weaker (D2.2)."""
BAG = "the bag"
"""The source of the cubes drawn."""


class Cubes(NamedTuple):
    """The cubes that a side puts into the bag."""

    attack: int
    defence: int


def strength(position: DepletionPosition, side: Side, other: Side, *, defends: bool) -> Cubes:
    """The cubes of a side (D9.2): one for each military unit, its best bonus against a class of the other side (D1.9),
    -1 for a marched army (D2.2), and the cubes of structures and peasants that defend."""
    hexmap, against = position.map, other.classes
    places = [army.at for army in other.armies] if defends else [(other.armies or other.structures)[0].at]
    built = position.settings["structure_defence"] * len(side.structures)
    found: list[list[int]] = []
    for army in side.armies:
        far = [hexmap.distance(army.at, there) for there in places]
        found.append([*cubes_of(army.units, against, far, defends=defends)])
    for army, here in zip(side.armies, found, strict=True):
        # A side never has less than one cube: the last one is not taken.
        if army.cubes >= MARCHED and any(here) and built + sum(cubes[0] + cubes[1] for cubes in found) > 1:
            here[0 if here[0] else 1] -= 1
    attack, defence = sum(cubes[0] for cubes in found), built + sum(cubes[1] for cubes in found)
    return Cubes(attack, defence if attack + defence else 1)


def cubes_of(units: Counts, against: Collection[str], distances: Iterable[int], *, defends: bool) -> Cubes:
    """The cubes of an army's units (D9.2): one for each military unit, its best bonus, and the cubes of peasants that defend.

    :param against: the classes of the other side (D1.9)
    :param distances: the distances of the other side's hexes
    """
    attack = defence = 0
    for t in of_types(units):
        unit = UNITS[t]
        if not unit.military:
            defence += units[t] * defends
            continue
        cubes = units[t] * (1 + max((more for kind, more in unit.bonuses if kind in against), default=0))
        low, high = unit.attack_range or (1, 0)
        if any(low <= far <= high for far in distances):
            attack += cubes
        else:
            defence += cubes
    return Cubes(attack, defence)


def bag_of(position: DepletionPosition, battle: Battle) -> tuple[tuple[Cubes, Cubes], int]:
    """The cubes of attacker and defender in the bag, and the number that is drawn."""
    first, second = sides(position, battle)
    bag = strength(position, first, second, defends=False), strength(position, second, first, defends=True)
    soldiers = sum(sum(army.units) - army.units[PEASANTS] for army in first.armies)
    return bag, min(sum(map(sum, bag)), position.settings["cubes_drawn"] or soldiers)


class BattleOdds(FrozenMapping[tuple[int, int], Fraction]):
    """The exact probability of each result of a battle (D9.1). Keys are the hits of attacker and defender.

    ``attacker``, ``defender``: names; ``bag``: the cubes of both; ``drawn``: how many are drawn.

    >>> import hexwidget as hw
    >>> duel = hw.system("depletion").position(map=". . .", players=["red", "blue"], battle="bag",
    ...     armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 swordsman"}})
    >>> duel.apply("0101").position.battle_odds()[1, 0]
    Fraction(1, 3)
    """

    def __init__(self, position: DepletionPosition, battle: Battle) -> None:
        first, second = sides(position, battle)
        self.attacker: str = position.players[first.seat]
        self.defender: str = position.players[second.seat]
        bag, drawn = bag_of(position, battle)
        self.bag: tuple[Cubes, Cubes] = bag
        self.drawn: int = drawn
        total = sum(map(sum, self.bag))
        self.title: str = f"{agree(self.attacker, 'attacks')} {position.map.name(battle.target)}"
        self._position, self._battle = position, battle
        super().__init__(_odds_of_hits(self.bag[0].attack, self.bag[1].attack, total, self.drawn))

    @property
    def hues(self) -> tuple[str, str]:
        """The hues of attacker and defender on the board."""
        looks = {look.name: look.hue for look in player_looks(self._position.players)}
        return looks[self.attacker], looks[self.defender]

    def text(self, hits: tuple[int, int]) -> str:
        """A result as chance names it."""
        return f"{self.attacker} {hits[0]}, {self.defender} {hits[1]}"

    def ways(self, value: str) -> str:
        """The ways to draw a result, named as chance names it, among all draws."""
        a, d = next(hits for hits in self if self.text(hits) == value)
        ours, theirs, total = self.bag[0].attack, self.bag[1].attack, sum(map(sum, self.bag))
        cubes = (
            (a, ours, f"{possessive(self.attacker)} {counted(ours, 'attack cube')}"),
            (d, theirs, f"{possessive(self.defender)} {counted(theirs, 'attack cube')}"),
            (self.drawn - a - d, total - ours - theirs, counted(total - ours - theirs, "other cube")),
        )
        drawn = listing([f"{few} of {words}" for few, _, words in cubes if few])
        choices = [comb(many, few) for few, many, _ in cubes if few]
        product = f"{' · '.join(map(str, choices))} = " if len(choices) > 1 else ""
        return f"{drawn}, in {product}{prod(choices)} of {counted(comb(total, self.drawn), 'draw')}"

    def falls(self, hits: tuple[int, int]) -> tuple[str, str]:
        """The losses of attacker and defender by a result, if they name no other order (D9.2)."""
        first, second = sides(self._position, self._battle)
        return (
            _fallen_in_words(default_losses(self._position, first, hits[1])),
            _fallen_in_words(default_losses(self._position, second, hits[0])),
        )

    def forecast(self) -> Forecast:
        """The odds that one side loses something, both do, or nobody does, with the cubes of both."""
        defending = sides(self._position, self._battle)[1]
        units = bool(defending.armies)
        theirs_lost = "units" if units else f"the {defending.structures[0].kind}"
        words = {
            (False, True): (f"{agree(self.defender, 'loses')} {theirs_lost}", self.attacker),
            (True, True): ("both lose units" if units else "both lose something", None),
            (False, False): ("nobody loses units" if units else "nobody loses anything", None),
            (True, False): (f"{agree(self.attacker, 'loses')} units", self.defender),
        }
        parts = dict.fromkeys(words, Fraction())
        for hits, probability in self.items():
            ours, theirs = (fallen != "nothing" for fallen in self.falls(hits))
            parts[ours, theirs] += probability
        shares = tuple(Share(words[who][0], float(part), words[who][1]) for who, part in parts.items() if part)
        fighters = []
        for side, cubes in zip(sides(self._position, self._battle), self.bag, strict=True):
            symbol, name = _look_of(side)
            counts = f"{cubes.attack} attack, {cubes.defence} defence"
            fighters.append(Fighter(self._position.players[side.seat], symbol, name, counts))
        return Forecast(self.title_of_the_draw, shares, tuple(fighters))

    @property
    def title_of_the_draw(self) -> str:
        """The draw in words."""
        return f"{self.drawn} of {counted(sum(map(sum, self.bag)), 'cube')} in the bag {verb('is', self.drawn)} drawn"

    @property
    def header(self) -> tuple[str, ...]:
        """The headings of the columns of `rows`."""
        ours, theirs = self.attacker, self.defender
        return (f"hits {ours} : {theirs}", "likely", agree(ours, "loses"), agree(theirs, "loses"))

    def rows(self) -> list[tuple[str, str, str, str]]:
        """A row for each result, the likeliest first."""
        ranked = sorted(self.items(), key=lambda item: (-item[1], item[0]))
        return [(f"{a} : {d}", percent(p), *self.falls((a, d))) for (a, d), p in ranked]

    def __str__(self) -> str:
        (ours, theirs), drawn = self.bag, self.drawn
        head = (
            f"{self.title}: {ours.attack}+{ours.defence} cubes against {theirs.attack}+{theirs.defence}, {drawn} drawn"
        )
        return "\n".join([head, *aligned_lines([self.header, *self.rows()])])

    __repr__ = __str__


@lru_cache(maxsize=4096)
def _odds_of_hits(ours: int, theirs: int, total: int, drawn: int) -> Mapping[tuple[int, int], Fraction]:
    """The probability of each number of attack cubes of attacker and defender among the cubes drawn.

    :param total: the number of all cubes in the bag
    """
    rest, draws = total - ours - theirs, comb(total, drawn)
    ways = [[comb(cubes, n) for n in range(drawn + 1)] for cubes in (ours, theirs, rest)]
    return {
        (a, d): Fraction(ways[0][a] * ways[1][d] * ways[2][drawn - a - d], draws)
        for a in range(min(ours, drawn) + 1)
        for d in range(min(theirs, drawn - a) + 1)
        if drawn - a - d <= rest
    }


def _fallen_in_words(fallen: Fallen) -> str:
    words = [thing.kind if thing.unit < 0 else UNITS[thing.unit].counted(number) for thing, number in fallen]
    return ", ".join(words) or "nothing"


def _look_of(side: Side) -> tuple[str, str]:
    """The drawing of the first unit or structure of a side, and all of them in words."""
    units = tuple(map(sum, zip(NO_UNITS, *(army.units for army in side.armies), strict=True)))
    looks = [(UNITS[t].symbol, UNITS[t].counted(units[t])) for t in of_types(units)]
    looks += [(STRUCTURE_SYMBOLS[each.kind], each.kind) for each in side.structures]
    return looks[0][0], listing([words for _, words in looks])
