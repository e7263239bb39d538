"""Places: the names that the author of a map gives to spaces. They change no rule.

As plain data a place is its name with its kind and its spaces: ``{"the bridge": "bridge 0402", "old road": "road 0101 0201"}``.
A player who types an action may write a name where a space is expected: in small letters, with "_" for blanks, and without
the article if there is one (``0303-bridge``), or in quotes (``0303-"the bridge"``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, get_args

from hexwidget.english import as_phrase, phrase, translated, worded
from hexwidget.problems import Problems, is_line, looks, place, shown

if TYPE_CHECKING:
    from hexwidget.geometry.hexmap import HexMap

Kind = Literal["village", "bridge", "fort", "road", "label"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST_NAME = 40
MOST_PLACES = 200
LONGEST_ROAD = 100
"""The most spaces of a road or label."""
_WORD = re.compile(r'"([^"]*)"|\w+')


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place on a map. A road and a label may have several ``spaces``, in order."""

    name: str
    kind: Kind
    spaces: tuple[str, ...]


def read_places(given: object, on: HexMap, problems: Problems) -> tuple[NamedPlace, ...]:
    """Return the places of plain data. Note the errors in each."""
    if not isinstance(given, Mapping) or len(given) > MOST_PLACES:
        example = '{"the bridge": "bridge 0402"}'
        wording = "at most {n} places by name, such as {example}"
        problems.expected("places", wording, given, n=MOST_PLACES, example=example)
        return ()
    found: dict[str, NamedPlace] = {}
    for name, words in given.items():
        where, before = place("places", name), len(problems.found)
        if not is_line(name, LONGEST_NAME) or name != name.strip() or not re.search(r"[^\W\d_]", _as_typed(name)):
            wording = "a name of 1 to {n} printable characters, with a letter and no blank at its ends"
            problems.expected("places", wording, name, n=LONGEST_NAME)
            continue
        made = _read_place(name, words, on, where, problems)
        same = found.get(looks(_as_typed(name)))
        if same is not None:
            wording = "{name} is typed like the place {other}: choose another name"
            problems.add(where, wording, name=shown(name), other=shown(same.name))
        elif made is not None and len(problems.found) == before:
            found[looks(_as_typed(name))] = made
    return tuple(found.values())


def _read_place(name: str, given: object, on: HexMap, where: str, problems: Problems) -> NamedPlace | None:
    kind, *spaces = (given.split() if isinstance(given, str) else ()) or ("",)
    known = next((each for each in KINDS if each == kind), None)
    if known is None:
        problems.unknown(where, "kind of place", kind or given, KINDS)
        return None
    for space in spaces:
        if on.find(space) is None:
            problems.add(where, on.explain_unknown(space))
            return None
    least, most = (2 if known == "road" else 1), (LONGEST_ROAD if known in ("road", "label") else 1)
    if not least <= len(spaces) <= most:
        number = as_phrase("one hex") if most == 1 else phrase("{low} to {high} hexes", low=least, high=most)
        problems.expected(where, 'a {kind} and {number}, such as "{kind} 0402"', given, kind=known, number=number)
    for a, b in pairwise(spaces) if known == "road" else ():
        if on.index(b) not in on.neighbours(on.index(a)):
            problems.add(where, "{a} and {b} are not adjacent: name every hex that the road goes over", a=a, b=b)
    return NamedPlace(name, known, tuple(spaces))


def write_places(places: tuple[NamedPlace, ...]) -> dict[str, str]:
    """Return places as plain data."""
    return {each.name: " ".join((each.kind, *each.spaces)) for each in places}


def places_in_words(places: tuple[NamedPlace, ...]) -> str:
    """Return places as a sentence with a blank before it; "" without places."""
    named = ", ".join(f"{translated(each.name)} ({', '.join(each.spaces)})" for each in places)
    return f" {worded('Places: {named}.', named=named)}" if named else ""


def _as_typed(name: str) -> str:
    """A name as players type it, without the article.

    >>> _as_typed("The King's Road"), _as_typed("the_bridge"), _as_typed("Therme")
    ('king_s_road', 'bridge', 'therme')
    """
    return re.sub(r"\W+", "_", name.casefold()).strip("_").removeprefix("the_")


def names_replaced(text: str, places: tuple[NamedPlace, ...]) -> str:
    """Return a text with the names of places that have one space replaced by the name of that space.

    >>> names_replaced("march 0303-the_bridge", (NamedPlace("the bridge", "bridge", ("0402",)),))
    'march 0303-0402'
    """
    known = spaces_by_name(places)
    return _WORD.sub(lambda word: known.get(_as_typed(word[1] or word[0]), word[0]), text) if known else text


def space_of(text: str, places: tuple[NamedPlace, ...]) -> str:
    """Return the space of the place that a text names; the text itself, if it names none or one of several spaces."""
    return spaces_by_name(places).get(_as_typed(text), text)


def spaces_by_name(places: tuple[NamedPlace, ...]) -> dict[str, str]:
    """Return the spaces of the places that have one, by the names as players type them."""
    return {_as_typed(each.name): each.spaces[0] for each in places if len(each.spaces) == 1}


def several_spaces(word: str, places: tuple[NamedPlace, ...]) -> str:
    """Return the sentence for the name of a place with several spaces; "" for other words."""
    for each in places:
        if len(each.spaces) > 1 and _as_typed(word) == _as_typed(each.name):
            hexes = ", ".join(each.spaces)
            return phrase(
                "{place} has {n} hexes; name one of them: {hexes}", place=each.name, n=len(each.spaces), hexes=hexes
            )
    return ""
