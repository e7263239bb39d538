"""The names of questions: two that differ anywhere never share one, and the same question has the same one."""

from __future__ import annotations

import json
import math
import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import hexwidget as hw
from hexwidget.explore import sweep
from hexwidget.explore.question_data import plain_value, same_name
from hexwidget.rules import Position
from tests.amounts import many

FORD = hw.scenario("plotted/the-ford").position
HILLS = hw.scenario("plotted/two-hills").position
PAIRS = many(150, 10_000, 60)


def adding(n: int) -> Callable[..., int]:
    return lambda position, rng: n


def written(text: str, **globals_: Any) -> Any:
    """A function or class of a person's own, defined by its source."""
    own = {"__name__": "own", **globals_}
    exec(text, own)  # noqa: S102  (our own text)
    return own["it"]


@dataclass(frozen=True)
class Holding:
    value: Any


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Network:
    """An object in the manner of a network: with layers, and a class attribute."""

    bias = 1

    def __init__(self, layers: list[Any]) -> None:
        self.layers = layers

    @cached_property
    def size(self) -> int:
        return sum(map(len, self.layers))

    def __call__(self, position: Position, player: str) -> float:
        return float(self.size)


def grid(rng: Random) -> Any:
    return np.random.default_rng(rng.randrange(1 << 30)).normal(size=(40, 50))


def other_at_the_end(values: Any) -> Any:
    changed = values.copy()
    changed[-3, -2] = np.nextafter(changed[-3, -2], 9)
    return changed


Pairs = list[tuple[Any, Any]]
"""Values, each with another one that may be taken for it."""


def plain(rng: Random) -> Pairs:
    x, n = rng.random(), rng.randrange(1, 1 << 40)
    return [
        (True, 1), (1, 1.0), (1.0, True), (0, False), (None, False), (0.0, -0.0), (math.nan, math.inf), (x, math.nextafter(x, 2)),
        (n, n + 1), (n, str(n)), (str(x), x), (b"ab", "ab"), (b"ab", b"ba"), (bytearray(b"ab"), b"ab"),
        (np.int64(n), n), (np.float64(x), x), (np.dtype("<i4"), np.dtype("<i8")), (array("d", [x]), array("f", [x])),
        (adding(n), adding(n + 1)), (adding(1), adding(True)), (partial(max, n), partial(max, n + 1)), (partial(max, n), max),
        (int, float), (len, "builtins.len"), (len, max), ([].append, [n].append), (lru_cache(adding(n)), lru_cache(adding(n + 1))),
        (Holding(n), Holding(n + 1)), (Holding(n), Slotted(n)), (Slotted(n), Slotted(n + 1)), (Holding(n).__eq__, Holding(n + 1).__eq__),
        ((n,), [n]), ({n}, frozenset({n})), ({"a": 1}, {"a": 1.0}), ({1: 0}, {True: 0}), ({"1": 0}, {1: 0}), ((), []), ({}, set()),
        ([["a"], "b"], [["a", "b"]]), (["name", "int"], int), (OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)), (deque([n]), [n]),
        (Fraction(n, 7), Fraction(n + 7, 7)), (Decimal("1.0"), Decimal("1.00")), (date(2020, 1, 1), date(2020, 1, 2)),
        (range(n), range(n + 1)), (slice(1), slice(2)), (Random(n), Random(n + 1)), (1j, 1), (math, "math"), (FORD, HILLS), (FORD, str(FORD)),
        (FORD.system, HILLS), (Ellipsis, "Ellipsis"), (NotImplemented, Ellipsis),
    ]  # fmt: skip


def arrays(rng: Random) -> Pairs:
    n, big = rng.randrange(1, 1 << 40), grid(rng)
    return [
        (big, other_at_the_end(big)), (big, big.reshape(50, 40)), (big, big.astype(np.float32)), (big, big.tolist()),
        (np.array([1, n], object), np.array([1, n + 1], object)), (np.array(["2020"], "M8[Y]"), np.array(["2021"], "M8[Y]")),
        (Network([big]), Network([other_at_the_end(big)])), (Network([big]).__call__, Network([other_at_the_end(big)]).__call__),
    ]  # fmt: skip


def of_source(rng: Random) -> Pairs:
    n = rng.randrange(1, 1 << 40)
    it = "def it(p, r):\n    return {}\n"
    kind = "class it:\n    def __call__(self, p, r):\n        return {}\n"
    child = "class A:\n    f = {}\nclass it(A):\n    f = {}\n"
    setter = "class it:\n    f = property(None, lambda self, n: {})\n"
    meta = "class A(type):\n    def __call__(self):\n        return {}\nclass it(metaclass=A):\n    pass\n"
    item = "class it:\n    def __class_getitem__(cls, n):\n        return {}\n"
    return [
        (written(it.format(n)), written(it.format(n + 1))), (written(it.format("1")), written(it.format("True"))),
        (written(it.format("len(r)")), written(it.format("max(r)"))), (written(it.format("p.a")), written(it.format("p.b"))),
        (written(it.format("A"), A=n), written(it.format("A"), A=n + 1)),
        (written(it.format("f()"), f=adding(n)), written(it.format("f()"), f=adding(n + 1))),
        (written(kind.format(n)), written(kind.format(n + 1))), (written(kind.format(n))(), written(kind.format(n + 1))()),
        (written(child.format(1, n)), written(child.format(1, n + 1))), (written(child.format(n, 1)), written(child.format(n + 1, 1))),
        (written("class it(list): pass"), written("class it(dict): pass")), (written(setter.format(n)), written(setter.format(n + 1))),
        (written(meta.format(n)), written(meta.format(n + 1))), (written(item.format(n)), written(item.format(n + 1))),
    ]  # fmt: skip


def leaf(rng: Random) -> tuple[Any, Any]:
    """A value, and another one that may be taken for it. Most are plain, as those of the other kinds take longer to make."""
    (made,) = rng.choices((plain, arrays, of_source), (6, 1, 2))
    one, other = rng.choice(made(rng))
    return (one, other) if rng.random() < 0.5 else (other, one)


def question(seed: int, changed: int = -1) -> tuple[Any, int]:
    """A random question, and the number of its leaves; of the leaf of one number the other value is taken."""
    rng, leaves = Random(seed), 0

    def made(depth: int) -> Any:
        nonlocal leaves
        if depth == 0 or rng.random() < 0.3:
            pair, number = leaf(rng), leaves
            leaves += 1
            return pair[number == changed]
        parts = [made(depth - 1) for _ in range(rng.randrange(1, 4))]
        makers: list[Callable[[], Any]] = [
            lambda: parts,
            lambda: tuple(parts),
            lambda: dict(enumerate(parts)),
            lambda: {str(n): part for n, part in enumerate(parts)},
            lambda: Holding(parts),
            lambda: Slotted(parts),
            lambda: partial(adding, *parts),
            lambda: lambda position, rng: parts,
            lambda: OrderedDict(enumerate(parts)),
            lambda: {"a": parts, "b": deque(parts)},
        ]
        return rng.choice(makers)()

    return made(3), leaves


@pytest.mark.slow
def test_questions_that_differ_anywhere_never_share_a_name() -> None:
    for seed in range(PAIRS):
        one, leaves = question(seed)
        other, _ = question(seed, changed=Random(f"{seed} changed").randrange(leaves))
        again, _ = question(seed)
        assert same_name(plain_value(one), json.loads(json.dumps(plain_value(again)))), seed
        assert not same_name(plain_value(one), plain_value(other)), (seed, one, other)


def test_an_object_that_contains_itself_has_a_name() -> None:
    names = []
    for length in (1, 2):
        loop: list[Any] = []
        loop += [loop] * length
        names.append(plain_value(loop))
    assert not same_name(*names)


@pytest.mark.parametrize("thing", [threading.Lock(), iter(n for n in ()), open(__file__, encoding="utf-8")])  # noqa: SIM115
def test_a_question_without_a_name_is_refused_and_answered_without_the_file(thing: Any, tmp_path: Path) -> None:
    def ask(position: Position, rng: Random) -> int:
        return int(thing is not None)

    with pytest.raises(hw.InputError, match=r"has no description .*; without keep= it is answered all the same"):
        sweep(ask, FORD, keep=tmp_path / "run.sqlite")
    assert not (tmp_path / "run.sqlite").exists()
    assert sweep(ask, FORD)["answer"] == [1]


def test_a_file_goes_on_with_nan_and_not_with_another_array(tmp_path: Path) -> None:
    def asking(weights: Any) -> Any:
        return lambda position, rng: float(np.nansum(weights))

    weights = np.zeros(2_000)
    weights[0] = np.nan
    for _ in range(2):
        assert sweep(asking(weights), FORD, seeds=2, keep=tmp_path / "run.sqlite")["answer"] == [0.0, 0.0]
    late = weights.copy()
    late[1_500] = 1
    with pytest.raises(hw.InputError, match="another question"):
        sweep(asking(late), FORD, seeds=2, keep=tmp_path / "run.sqlite")
