"""The difference between two values that travel: what the page needs to make the new value of the one that it has."""

from __future__ import annotations

from typing import Any

from hexwidget.scene.encode import Wire


def difference(old: Any, new: Any) -> Wire:
    """Return what has changed, as a `Difference` of `hexwidget.widget.messages`.

    >>> difference({"a": 1, "b": [1, 2, 3]}, {"a": 1, "b": [1, 3, 4]})
    {'entries': {'b': {'items': [[0, 1], [2, 1], {'value': 4}]}}}
    """
    if type(old) is dict and type(new) is dict and old.keys() == new.keys():
        changed = {key: (old[key], value) for key, value in new.items() if not _same(old[key], value)}
        return {"entries": {key: difference(*pair) for key, pair in changed.items()}}
    if type(old) is list and type(new) is list:
        items = _items(old, new)
        if any(type(item) is list for item in items):
            return {"items": items}
    return {"value": new}


def applied(old: Any, change: Wire) -> Any:
    """Return the new value, given the old one and the difference. The page does the same (``js/src/state/differences.ts``)."""
    if "entries" in change:
        return {**old, **{key: applied(old[key], inner) for key, inner in change["entries"].items()}}
    if "items" in change:
        found: list[Any] = []
        for item in change["items"]:
            found += old[item[0] : item[0] + item[1]] if isinstance(item, list) else [item["value"]]
        return found
    return change["value"]


def _same(one: Any, other: Any) -> bool:
    """True if two values travel alike. Python's True equals 1, and the page's does not."""
    return one is other or (type(one) is type(other) and bool(one == other))


def _items(old: list[Any], new: list[Any]) -> list[Any]:
    """The items of a new list: runs of the old one, as ``[first, number]``, and items that it has not."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and _same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and _same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    middle = new[head : len(new) - tail]
    places: dict[str, int] = {}
    if middle:
        for n in range(head, len(old) - tail):
            places.setdefault(repr(old[n]), n)
    found: list[Any] = []

    def take(first: int, number: int) -> None:
        if number and found and type(found[-1]) is list and sum(found[-1]) == first:
            found[-1][1] += number
        elif number:
            found.append([first, number])

    take(0, head)
    for item in middle:
        place = places.get(repr(item)) if places else None
        if place is None:
            found.append({"value": item})
        else:
            take(place, 1)
    take(len(old) - tail, tail)
    return found
