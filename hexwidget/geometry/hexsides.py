"""Hexsides: rivers, ridges, bridges and whatever else lies on the sides between hexes. They have the kinds that their author names.

As plain data a kind has its sides, each as two hexes, ``{"river": ["0302-0402", "0302-0303"]}``, or as a chain of corners, each a
hex and its corner: ``"0203.N 0203.NE 0303.N"`` follows two sides. A side may have several kinds, such as a bridge over a river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hexwidget.english import translated, worded
from hexwidget.geometry.hexes import DIRECTIONS, Hex
from hexwidget.problems import Problems, is_line, place, shown

if TYPE_CHECKING:
    from hexwidget.geometry.hexmap import HexMap

CORNERS = {True: ("NE", "SE", "S", "SW", "NW", "N"), False: ("E", "SE", "SW", "W", "NW", "NE")}
"""The names of the corners of hexes with a point up, and of those with a side up. Side k lies between corners k and k + 1."""
LONGEST_KIND = 40
MOST_KINDS = 20
MOST_SAID = 12
"""The most sides of a kind that a sentence names. The words of each hex say its own."""
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Hexsides:
    """The sides of one kind on a map: the names of the two hexes of each, in the order of the map."""

    kind: str
    pairs: tuple[Pair, ...]


def read_hexsides(
    given: object, on: HexMap, problems: Problems, kinds: Iterable[str] | None = None
) -> tuple[Hexsides, ...]:
    """Return the hexsides of plain data, by the names of their kinds. Note the errors in each.

    :param kinds: the kinds that there may be; None: any
    """
    if not isinstance(given, Mapping) or len(given) > MOST_KINDS:
        example = '{"river": ["0302-0402"]}'
        problems.expected("hexsides", f"at most {MOST_KINDS} kinds by name, such as {example}", given)
        return ()
    found = []
    for kind, listed in given.items():
        if not is_line(kind, LONGEST_KIND) or kind != kind.strip() or not kind:
            what = f"a kind of hexside, 1 to {LONGEST_KIND} printable characters without a blank at its ends"
            problems.expected("hexsides", what, kind)
        elif kinds is not None and kind not in (known := list(kinds)):
            problems.unknown(place("hexsides", kind), "kind of hexside", kind, known)
        else:
            sides = set(_read_kind(listed, on, place("hexsides", kind), problems))
            pairs = tuple((on.name(at), on.name(at + on.steps[k])) for at, k in sorted(sides))
            found += [Hexsides(kind, pairs)] if pairs else []
    return tuple(sorted(found, key=lambda each: each.kind))


def _read_kind(given: Any, on: HexMap, where: str, problems: Problems) -> Iterator[tuple[int, int]]:
    """Yield the sides of a kind: the number of a hex, and the direction of the side, 0 to 2."""
    for each in [given] if isinstance(given, str) or not isinstance(given, Iterable) else given:
        pair = isinstance(each, (tuple, list)) and len(each) == 2 and all(isinstance(name, str) for name in each)
        words = ["-".join(each)] if pair else each.split() if isinstance(each, str) else []
        if len(words) > 1 and all("." in word for word in words):
            yield from _along(words, on, where, problems)
            continue
        if not words or not all("-" in word for word in words):
            what = 'two hexes, such as "0302-0402", or a chain of corners, such as "0203.N 0203.NE"'
            problems.expected(where, what, each)
            continue
        for word in words:
            names = word.split("-", 1)
            strange = [name for name in names if on.find(name) is None]
            for name in strange:
                problems.add(where, on.explain_unknown(name))
            if not strange:
                yield from _side([on.hex(name) for name in names], word, on, where, problems)


def _along(words: list[str], on: HexMap, where: str, problems: Problems) -> Iterator[tuple[int, int]]:
    """Yield the sides along a chain of corners."""
    for (first, one), (second, other) in pairwise([(word, _corner(word, on)) for word in words]):
        if len(both := one & other) == 2:
            yield from _side([*both], f"{first} {second}", on, where, problems)
        else:
            named = ", ".join(CORNERS[on.offset.pointy])
            what = f"no hexside leads from {shown(first)} to {shown(second)}; name each corner as a hex with {named}"
            problems.add(where, what)


def _side(ends: list[Hex], said: str, on: HexMap, where: str, problems: Problems) -> Iterator[tuple[int, int]]:
    """Yield the side between two hexes. Note that they do not touch, or that one lies beyond the rim."""
    a, b = (on.find(tuple(end)) for end in ends)
    if a is None or b is None:
        problems.add(where, f"{said} is the rim of the map: no hex lies beyond it")
    elif not on.adjacent(a, b):
        problems.add(where, f"{said}: these hexes do not touch, so they have no side between them")
    else:
        k = on.steps.index(b - a)
        yield (a, k) if k < 3 else (b, k - 3)


def _corner(word: str, on: HexMap) -> frozenset[Hex]:
    """The three places of hexes that meet at a corner; none if there is no such corner."""
    name, _, corner = word.partition(".")
    names = CORNERS[on.offset.pointy]
    if on.find(name) is None or corner.upper() not in names:
        return frozenset()
    at, k = on.hex(name), names.index(corner.upper())
    return frozenset((at, at + DIRECTIONS[k - 1], at + DIRECTIONS[k]))


def write_hexsides(hexsides: tuple[Hexsides, ...]) -> dict[str, list[str]]:
    """Return hexsides as plain data."""
    return {each.kind: ["-".join(pair) for pair in each.pairs] for each in hexsides}


def hexsides_in_words(hexsides: tuple[Hexsides, ...]) -> str:
    """Return hexsides as a sentence with a blank before it; "" without any."""
    return f" {worded('Hexsides: {named}.', named='; '.join(map(_in_words, hexsides)))}" if hexsides else ""


def _in_words(each: Hexsides) -> str:
    said = [", ".join(map("-".join, each.pairs[:MOST_SAID]))]
    more = len(each.pairs) - MOST_SAID
    return " ".join([translated(each.kind), *said, *([worded("and {n} more", n=more)] if more > 0 else ())])
