"""Links between the spaces of a map: roads, trams, ferries. Two spaces may have links of several kinds, and need not touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from hexwidget.geometry.spaces import Space, SpaceMap
from hexwidget.problems import Problems, UnknownName, place, shown, unknown


class Links:
    """The links of a map, by their kinds. Each leads both ways.

    :param spaces: a map of any kind
    :param ways: by kind the pairs of names of spaces
    :raises InputError: listing unknown spaces with the nearest names, links of a space to itself, and repeated links

    >>> from hexwidget.geometry import HexMap, Offset
    >>> town = HexMap(4, 1, Offset.ODD_R, ("street",), bytes(4))
    >>> links = Links(town, {"bus": [("0101", "0201"), ("0201", "0401")], "tram": [("0101", "0401"), ("0101", "0201")]})
    >>> links.beside("0101")
    {'0201': ('bus', 'tram'), '0401': ('tram',)}
    >>> links.kinds("0101", "0201"), links.beside("0101", "tram"), len(links)
    (('bus', 'tram'), {'0201': ('tram',), '0401': ('tram',)}, 4)
    """

    def __init__(self, spaces: SpaceMap, ways: Mapping[str, Iterable[tuple[str, str]]]) -> None:
        self.map = spaces
        self.ways: dict[str, tuple[tuple[str, str], ...]] = {kind: tuple(pairs) for kind, pairs in ways.items()}
        self._beside: dict[int, dict[int, tuple[str, ...]]] = {}
        self._named: dict[tuple[int, tuple[str, ...]], dict[str, tuple[str, ...]]] = {}
        problems = Problems()
        for kind, pairs in self.ways.items():
            for n, pair in enumerate(pairs):
                self._add(kind, pair, place(kind, n), problems)
        problems.raise_any("these links cannot be made")
        for at, there in self._beside.items():
            self._beside[at] = dict(sorted(there.items()))

    def _add(self, kind: str, pair: object, where: str, problems: Problems) -> None:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            problems.expected(where, "two names of spaces", pair)
            return
        ends = [self.map.find(name) for name in pair]
        for name, end in zip(pair, ends, strict=True):
            if end is None:
                problems.add(where, self.map.explain_unknown(name))
        a, b = ends
        if a is None or b is None:
            return
        if a == b:
            problems.add(where, f"{shown(pair[0])} cannot be linked to itself")
        elif kind in self._beside.get(a, {}).get(b, ()):
            problems.add(where, f"{pair[0]} and {pair[1]} have a link of the kind {shown(kind)} already")
        else:
            for one, other in ((a, b), (b, a)):
                known = self._beside.setdefault(one, {})
                known[other] = (*known.get(other, ()), kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Links) and (self.map, self.ways) == (other.map, other.ways)

    def __hash__(self) -> int:
        return hash((self.map, *self.ways.items()))

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """Yield each link: its kind and the names of its ends."""
        return ((kind, a, b) for kind, pairs in self.ways.items() for a, b in pairs)

    def __len__(self) -> int:
        return sum(map(len, self.ways.values()))

    def kinds(self, a: Space, b: Space) -> tuple[str, ...]:
        """The kinds of the links between two spaces; none if they have no link."""
        return self._beside.get(self.map.index(a), {}).get(self.map.index(b), ())

    def beside(self, space: Space, *kinds: str) -> dict[str, tuple[str, ...]]:
        """The spaces that a space has links to, each with the kinds of these links.

        :param kinds: only links of these kinds
        """
        at = self.map.index(space)
        found = self._named.get((at, kinds))
        if found is None:
            found = self._named[at, kinds] = {self.map.name(there): of for there, of in self._of(at, kinds).items()}
        return {**found}

    def steps(self, *kinds: str) -> Callable[[int], list[tuple[int, int]]]:
        """The steps of a `hexwidget.rules.reach.GraphReach`: the spaces beside one, by number, each at the cost of 1.

        :param kinds: only links of these kinds
        """
        return lambda at: [(there, 1) for there in self._of(at, kinds)]

    def _of(self, at: int, kinds: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
        for kind in kinds:
            if kind not in self.ways:
                raise UnknownName("there are no such links", unknown("kind of link", kind, self.ways))
        beside = self._beside.get(at, {})
        if not kinds:
            return beside
        kept = {there: tuple([kind for kind in of if kind in kinds]) for there, of in beside.items()}
        return {there: of for there, of in kept.items() if of}
