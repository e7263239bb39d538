"""The best whole numbers under limits, exactly: linear programs by the simplex method, with branch and bound.

The units of one type, each of which joins, rides with a vessel and leaves, would make a flow. But several types share the seats of a
vessel, and no flow tells them apart. Like units are one option with a number, so an army of dozens asks no more than single units do.
The programs are nearly flows, so that their best numbers are mostly whole at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import floor

Limit = tuple[Collection[int], int]
"""Some options, and how often they may be chosen together."""
Number = Fraction | int
Row = dict[int, Number]


def best_numbers(weights: Sequence[int], limits: Sequence[Limit]) -> list[int]:
    """For each option how often it is chosen, such that the sum of the weights is largest.

    :param limits: each at least 0; every option is in one of them
    """
    if all(len(some) == 1 for some, _ in limits):
        most = {k: min([n for some, n in limits if k in some]) for k, w in enumerate(weights) if w > 0}
        return [most.get(k, 0) for k in range(len(weights))]
    best: tuple[Number, list[int]] | None = None
    todo: list[tuple[list[Limit], list[int]]] = [([*limits], [0] * len(weights))]
    while todo:
        within, least = todo.pop()
        more = _best_fractions(weights, within)
        value = sum([w * (n + m) for w, n, m in zip(weights, least, more, strict=True)])
        if best is not None and value <= best[0]:
            continue
        parted = [k for k, n in enumerate(more) if n != floor(n)]
        if not parted:
            best = value, [n + int(m) for n, m in zip(least, more, strict=True)]
            continue
        k = parted[0]
        up = floor(more[k]) + 1
        todo.append(([*within, ((k,), up - 1)], least))
        rest = [(some, most - up if k in some else most) for some, most in within]
        if min([most for _, most in rest]) >= 0:
            todo.append((rest, [*least[:k], least[k] + up, *least[k + 1 :]]))
    return best[1] if best else []


def _best_fractions(weights: Sequence[int], limits: Sequence[Limit]) -> list[Number]:
    """The best numbers if they need not be whole. Of several options the first is taken (Bland's rule), so that it comes to an end."""
    number = len(weights)
    gains: Row = {k: weight for k, weight in enumerate(weights) if weight}
    one: Number = 1
    rows = [dict.fromkeys((*some, number + n), one) for n, (some, _) in enumerate(limits)]
    left: list[Number] = [most for _, most in limits]
    basis = [number + n for n in range(len(limits))]
    while True:
        gainful = [k for k, gain in gains.items() if gain > 0]
        if not gainful:
            break
        enters = min(gainful)
        out = min(
            [(Fraction(left[n]) / row[enters], basis[n], n) for n, row in enumerate(rows) if row.get(enters, 0) > 0]
        )[2]
        pivot, by = rows[out], rows[out][enters]
        if by != 1:
            pivot = rows[out] = {k: Fraction(n) / by for k, n in pivot.items()}
            left[out] = Fraction(left[out]) / by
        basis[out] = enters
        for n, row in enumerate([*rows, gains]):
            factor = row.get(enters, 0)
            if factor and n != out:
                if n < len(rows):
                    left[n] -= factor * left[out]
                for k, of in pivot.items():
                    row[k] = row.get(k, 0) - factor * of
                    if not row[k]:
                        del row[k]
    found: list[Number] = [0] * (number + len(limits))
    for n, k in enumerate(basis):
        found[k] = left[n]
    return found[:number]
