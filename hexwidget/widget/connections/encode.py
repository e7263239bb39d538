"""Encode the values that travel to the browser, those of scenes (`hexwidget.scene.encode`) and those of the rules, and the difference
between two of them.

Actions travel as their texts. `Finding`, `Field` and `Verdict` of the rules hold objects that no page can read: a message
takes the place of each (`STAND_INS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from hexwidget import rules
from hexwidget.english import translated
from hexwidget.geometry import Plane, SpaceMap
from hexwidget.rules import Action, ChanceOutcome, Choice, Field, Finding, Remedy, Rulebook, Verdict
from hexwidget.rules.reach import Reach
from hexwidget.scene import Piece
from hexwidget.scene.encode import Encoding, Wire
from hexwidget.widget.connections.messages import Count, Maybe, Sentence


@dataclass(frozen=True, slots=True)
class CitedFinding:
    """A clause that an action violates, with the text of the clause and what would help."""

    clause: str
    title: str
    rule: str
    code: str
    text: str
    subjects: tuple[str, ...]
    remedy: Remedy | None

    @classmethod
    def of(cls, finding: Finding, rulebook: Rulebook) -> CitedFinding:
        """A finding with the clause that it cites."""
        clause = rulebook[finding.clause]
        title, text = translated(clause.title), translated(clause.text)
        return cls(clause.id, title, text, finding.code, finding.text, finding.subjects, finding.remedy)


@dataclass(frozen=True, slots=True)
class CitedVerdict:
    """The answer of the rules, with every reason against."""

    status: rules.Status
    findings: tuple[Finding, ...]
    subject: str
    nearest: Maybe[Remedy]
    """The nearest legal action, if no finding offers an action."""

    @classmethod
    def of(cls, verdict: Verdict, rulebook: Rulebook) -> CitedVerdict:
        """A verdict with its nearest legal action."""
        return cls(verdict.status, verdict.findings, verdict.subject, verdict.nearest_remedy)


@dataclass(frozen=True, slots=True)
class Barred:
    """Spaces at the rim of a reach, and the clause that bars them."""

    clause: str
    title: str
    plane: Plane


@dataclass(frozen=True, slots=True)
class EncodedField:
    """A slot to be filled with a space: level sets, a route to each space, and what bars the rim."""

    slot: str
    label: str
    unit: tuple[str, str]
    """The unit of costs: one, many."""
    stay_label: str
    """The meaning of choosing the space one is on, in words."""
    completes: bool
    """True if the draft is complete once the slot is filled."""
    onward: bool
    """True if what is chosen next goes on from there, instead of taking its place."""
    numbers: bool
    """True if the rest of the budget is written on the spaces."""
    mover: str
    """The piece that goes there, as the subject of a sentence."""
    clause: str
    """The clause that prices a step; or empty."""
    free: str
    """The clause by which a step costs nothing; or empty."""
    on: tuple[tuple[str, str], ...]
    """The clauses that price steps into some grounds instead: pairs of a ground and a clause."""
    origin: str
    lead: tuple[str, ...]
    """The spaces that lead to the origin, if something has been chosen before."""
    budget: Count
    budgets: tuple[tuple[Count, Plane], ...]
    """Other budgets, each with the spaces to which the way has it."""
    levels: tuple[tuple[Count, Plane], ...]
    routes: str
    """For each space, ascending, the way to it: directions of hexes, or numbers of provinces between dots."""
    barred: tuple[Barred, ...]

    @classmethod
    def of(cls, field: Field, rulebook: Rulebook) -> EncodedField:
        """A field with its reach spelled out."""
        reach = field.reach
        of = reach.budgets
        others = [(points, [at for at in of if of[at] == points]) for points in dict.fromkeys(of.values())]
        rim = [(clause, reach.frame.to_map(bits)) for clause, bits in reach.rim_planes.items()]
        return cls(
            **{part: getattr(field, part) for part in SAME},
            origin=reach.map.name(reach.origin),
            lead=field.lead[:-1],
            budget=reach.budget,
            budgets=tuple([(points, SpaceMap.plane_of(there)) for points, there in others]),
            levels=tuple(reach.bands()),
            routes=",".join(reach.routes()),
            barred=tuple(Barred(clause, translated(rulebook[clause].title), plane) for clause, plane in rim),
        )


SAME = tuple({each.name for each in fields(EncodedField)} & {each.name for each in fields(Field)} - {"lead"})
"""The parts of a field that travel as they are."""
STAND_INS: Mapping[type, Any] = {Finding: CitedFinding, Field: EncodedField, Verdict: CitedVerdict}
"""Types of the rules that cannot travel, each with the message that travels in its place."""

ENCODING = Encoding(
    (Action, ChanceOutcome), STAND_INS, {"Action": Action, "Reach": Reach}, (Piece, Sentence, Choice, Field)
)


def encode(value: Any, rulebook: Rulebook | None = None) -> Wire:
    """A dataclass as it travels.

    :param rulebook: the rulebook whose clauses the value cites; only needed where it holds findings or fields
    """
    return ENCODING.encode(value, rulebook)


LONG = 200
"""The length from which a text travels as what has changed in it."""


def weight(encoded: object) -> int:
    """About how many bytes an encoded value takes on the wire."""
    if isinstance(encoded, dict):
        return sum(len(key) + 4 + weight(value) for key, value in encoded.items())
    if isinstance(encoded, list):
        return sum(map(weight, encoded)) + 2
    return len(encoded) + 3 if isinstance(encoded, str) else 6


def difference(old: Any, new: Any) -> Wire:
    """Return the changes as a `Difference` of `hexwidget.widget.connections.messages`.

    >>> difference({"a": 1, "b": [1, 2, 3]}, {"a": 2, "b": [1, 3, 4]})
    {'set': {'a': 2}, 'entries': {'b': {'items': [[0, 1], [2, 1], {'value': 4}]}}}
    """
    if type(old) is not type(new):
        return {"value": new}
    if type(new) is dict and old.keys() == new.keys():
        return _entries(old, new)
    if type(new) is list:
        items = _items(old, new)
        if any("value" not in item for item in items):
            return {"items": items}
    # Python counts other letters otherwise
    if type(new) is str and len(new) > LONG and old.isascii() and new.isascii():
        head = _common(old, new)
        tail = _common(old[: head - len(old) - 1 : -1], new[: head - len(new) - 1 : -1])
        return {"text": [head, new[head : len(new) - tail], tail]}
    return {"value": new}


def _same(one: Any, other: Any) -> bool:
    """True if two values travel alike. Python's True equals 1, and the page's does not."""
    return one is other or (type(one) is type(other) and bool(one == other))


def _entries(old: Wire, new: Wire) -> Wire:
    """The entries that change, those of new values and the others."""
    values: Wire = {}
    inner: Wire = {}
    for key, value in new.items():
        if not _same(old[key], value):
            change = difference(old[key], value)
            if "value" in change:
                values[key] = value
            else:
                inner[key] = change
    return {**({"set": values} if values else {}), **({"entries": inner} if inner else {})}


def _items(old: list[Any], new: list[Any]) -> list[Any]:
    """The items of a new list: runs of the old one, as ``[first, number]``, and items that it has not. A record that is much
    like the one before it, as pieces and choices are, is written as the difference to that."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and _same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and _same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    middle = new[head : len(new) - tail]
    written, text_of = (_known_item, _known_text) if len(middle) > MANY else (_item, repr)
    same = {id(old[n]): n for n in range(head, len(old) - tail)} if middle else {}
    left, places = same.keys() - map(id, middle), dict[str, int]()
    for n in range(head, len(old) - tail):
        if middle and id(old[n]) in left:
            places.setdefault(text_of(old[n]), n)
    found: list[Any] = []

    def take(first: int, number: int) -> None:
        if number and found and type(found[-1]) is list and sum(found[-1]) == first:
            found[-1][1] += number
        elif number:
            found.append([first, number])

    take(0, head)
    for n, item in enumerate(middle, head):
        place = same.get(id(item))
        if place is None and places:
            place = places.get(text_of(item))
        if place is None:
            found.append(written(new[n - 1] if n else None, item))
        else:
            take(place, 1)
    take(len(old) - tail, tail)
    return found


MANY = 100
"""The new items from which on they are looked up in a cache: small boards need no memory for it."""
_MOST_ITEMS = 5000
_known_items: dict[tuple[int, int], tuple[Any, Any, Wire]] = {}
"""New items by the identities of themselves and those before them, which it keeps: where two players take turns, the choices of each come
again and again."""


def _known_item(before: Any, item: Any) -> Wire:
    """As `_item`, from a cache."""
    key = id(before), id(item)
    known = _known_items.get(key)
    if known is None:
        if len(_known_items) >= _MOST_ITEMS:
            _known_items.clear()
        known = _known_items[key] = before, item, _item(before, item)
    return known[2]


_known_texts: dict[int, tuple[Any, str]] = {}
"""Items as texts, by the identities of the items, which it keeps."""


def _known_text(item: Any) -> str:
    """As `repr`, from a cache."""
    known = _known_texts.get(id(item))
    if known is None:
        if len(_known_texts) >= _MOST_ITEMS:
            _known_texts.clear()
        known = _known_texts[id(item)] = item, repr(item)
    return known[1]


def _item(before: Any, item: Any) -> Wire:
    """A new item, given the item before it."""
    if type(item) is dict and type(before) is dict and before.keys() == item.keys():
        like = _entries(before, item)
        if 3 * sum(map(len, like.values())) < 2 * len(item):
            return like
    return {"value": item}


def _common(one: str, other: str) -> int:
    """The number of letters that two texts begin with."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
