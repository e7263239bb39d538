"""Mappings that do not change."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMapping(Mapping[K, V]):
    """A mapping that does not change. Compares by content, with any mapping, and hashes by it; its values must be hashable.

    >>> FrozenMapping({"a": 1}) == FrozenMapping({"a": 1}), hash(FrozenMapping({"a": 1})) == hash(FrozenMapping({"a": 1}))
    (True, True)
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[K, V]) -> None:
        self._values = dict(values)

    @property
    def as_dict(self) -> dict[K, V]:
        """The values as a dict that must not be changed."""
        return self._values

    def __getitem__(self, name: K) -> V:
        return self._values[name]

    def get(self, name: Any, default: Any = None) -> Any:  # those of `Mapping` look up item by item
        return self._values.get(name, default)

    def items(self) -> ItemsView[K, V]:
        return self._values.items()

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return bool(self._values == (other._values if isinstance(other, FrozenMapping) else other))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._values!r})"
