"""Misconceptions: patterns over several decisions, from clauses missed, actions never seen and odds misjudged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Literal

from hexwidget.english import capital, translated, worded
from hexwidget.lessons.review.decisions import Decision
from hexwidget.lessons.review.missed_rules import Miss, times
from hexwidget.lessons.review.moments import Moment, listed_steps
from hexwidget.rules import Action, Rulebook

AGAIN = 3
"""The least decisions at which a pattern shows."""
PART = 1 / 2
"""The least part that a clause has of the misses of the clause that is missed most."""
COMPARED = 2
"""The worlds of a decision in which the uses of an action are compared."""
UNLIKELY = log(20)
"""A clause counts as never used if a random player would have used it with a probability of 19 in 20."""


@dataclass(frozen=True)
class Misconception:
    """A pattern over several decisions.

    :param kind: "missed": the player tried what a clause bars; "unseen": never used what it allows; "odds": chose worse odds
    :param decisions: the numbers of the player's decisions at which it shows
    :param steps: the steps by which a board shows them
    :param title: the title of the clause
    """

    kind: Literal["missed", "odds", "unseen"]
    clause: str
    title: str
    decisions: tuple[int, ...]
    steps: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the pattern as plain data."""
        numbers = {"decisions": list(self.decisions), "steps": list(self.steps)}
        return {"kind": self.kind, "clause": self.clause, **numbers, "text": str(self)}

    def __str__(self) -> str:
        wording = {
            "missed": "At {n:decision}, {steps}, you tried what {rule} bars.",
            "odds": "{times}, at {steps}, you chose worse odds than you could have: {rule}.",
            "unseen": "At {n:decision}, {steps}, you could have used {rule}, and never did.",
        }[self.kind]
        rule = worded("“{title}” ({clause})", title=self.title, clause=self.clause)
        n, steps = len(self.decisions), listed_steps(self.steps)
        return worded(wording, n=n, times=capital(times(n)), steps=steps, rule=rule)


def misconceptions(
    rulebook: Rulebook,
    misses: Sequence[Miss],
    offers: Sequence[tuple[Decision, Mapping[str, float]]],
    odds: Iterable[Moment],
) -> tuple[Misconception, ...]:
    """Return the patterns, those that show most often first."""
    misjudged: dict[str, list[int]] = {}
    for each in odds:
        misjudged.setdefault(each.clause, []).append(each.number)
    kinds: list[tuple[Literal["missed", "odds", "unseen"], Mapping[str, Sequence[int]]]] = [
        ("missed", missed_clauses(misses)),
        ("odds", {clause: numbers for clause, numbers in misjudged.items() if len(numbers) >= AGAIN}),
        ("unseen", never_used(offers)),
    ]
    depths = {each.at.number: each.at.depth for each in misses} | {at.number: at.depth for at, _ in offers}
    made = list[Misconception]()
    for kind, found in kinds:
        for clause, numbers in found.items():
            title = translated(rulebook[clause].title) if clause in rulebook else ""
            made.append(Misconception(kind, clause, title, tuple(numbers), tuple(depths[each] for each in numbers)))
    return tuple(sorted(made, key=lambda each: (each.kind == "unseen", -len(each.decisions))))


def missed_clauses(misses: Iterable[Miss]) -> dict[str, list[int]]:
    """The clauses that were missed at several decisions, and not much more seldom than others."""
    numbers: dict[str, set[int]] = {}
    for miss in misses:
        for clause in miss.clauses:
            numbers.setdefault(clause, set()).add(miss.at.number)
    most = max(map(len, numbers.values()), default=0)
    return {clause: sorted(found) for clause, found in numbers.items() if len(found) >= max(AGAIN, PART * most)}


def offered_by(at: Decision) -> dict[str, float]:
    """Return the clauses that the legal actions of a decision use, each with the part of the actions that use it."""
    if at.done is None or len(at.options) < 2:
        return {}
    counts = Counter(clause for action in at.options for clause in uses(at, action))
    return {clause: number / len(at.options) for clause, number in sorted(counts.items())}


def never_used(offers: Sequence[tuple[Decision, Mapping[str, float]]]) -> Mapping[str, Sequence[int]]:
    """Return the clauses that legal actions used and the chosen ones never did, though a random player would have, each with the
    decisions. Of clauses that only go together with another one, the other one is named.

    :param offers: the decisions, each with the clauses that its legal actions use, as `offered_by` gives them
    """
    offered: dict[str, dict[int, float]] = {}
    used = set[str]()
    for at, parts in offers:
        if at.done is not None:
            used |= at.used | {at.whole.system.grammar.form_of(at.done).clause}
        for clause, part in parts.items():
            offered.setdefault(clause, {})[at.number] = part
    left = {clause: parts for clause, parts in offered.items() if clause not in used and _is_unlikely(parts.values())}
    # Of two clauses that always go together the first one stands for both.
    order = list(left)
    hidden = {
        clause
        for n, clause in enumerate(order)
        for m, other in enumerate(order)
        if n != m and _covers(left[other], left[clause]) and (m < n or not _covers(left[clause], left[other]))
    }
    return {clause: sorted(numbers) for clause, numbers in left.items() if clause not in hidden}


def _is_unlikely(parts: Iterable[float]) -> bool:
    """True if it is unlikely that actions with these parts of all were never chosen by chance."""
    return len(parts := list(parts)) >= AGAIN and sum(-log(max(1e-9, 1 - part)) for part in parts) >= UNLIKELY


def _covers(wide: Mapping[int, float], narrow: Mapping[int, float]) -> bool:
    return all(wide.get(number, 0) >= part for number, part in narrow.items())


def uses(at: Decision, action: Action) -> frozenset[str]:
    """Return the clauses of an action: that of its form, and those of its own events that its player sees, whatever is hidden."""
    system, found = at.position.system, list[set[str]]()
    for world in dict.fromkeys(at.worlds[:COMPARED]):
        found.append({each.clause for each in system.carry_out(world, action).events if each.is_seen_by(action.player)})
    return (frozenset({system.grammar.form_of(action).clause}) | set.intersection(*found)) - {""}
