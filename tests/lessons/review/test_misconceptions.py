"""Planted misconceptions: simulated learners never heed a clause, never use one, or misjudge odds by a rule. Reviews name the clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons.review.better_actions import LEAST_FORETOLD, likely_of
from hexwidget.lessons.review.decisions import decision_at
from hexwidget.lessons.review.misconceptions import missed_clauses, never_used, uses
from hexwidget.play import Session
from hexwidget.rules import Action, Position, Status
from tests.amounts import SOAK, every, many
from tests.lessons.review.reviewed import judged, tried_in_vain
from tests.refusals.material import material

STEPS = many(36, 70)
THOUGHTS = many(40, 60)
"""The actions, legal or not, that a learner thinks of at a decision."""
TRIES, SLIPS = 0.6, 0.1
"""The part of decisions at which the learner does what the clause bars, and at which they try something else that is barred."""
LEARNERS = many(1, 12, 1)
"""The learners for each clause."""
MET = 5
"""The decisions at which a learner must have tried what the clause bars: fewer show no misconception."""
LEAST = 0.9

NEVER_HEEDED = {
    "depletion/first-steps red": "D1.8 D4.2 D7.1",
    "depletion/the-strait red": "D1.1",
    "depletion/the-strait blue": "D1.7 D1.11 D1.13 D3.5 D9.2",
    "frontiers/opening red": "F4.1 F8.1",
    "frontiers/opening blue": "F3.2 F3.4 F5.1 F6.1 F7.1",
    "orders/three-marches red": "O1.4 O7.1",
    "orders/three-marches green": "O1.7 O3.1 O5.1 O8.1",
    "plotted/two-hills red": "P1.3 P4.4",
    "plotted/two-hills blue": "P1.1 P1.7",
    "plotted/the-ford red": "P1.5",
    "rondel/inland-sea carthage": "R2.2 R3.1 R3.2",
    "rondel/first-maneuver greeks": "R5.1",
    "rondel/inland-sea-whole-wheel carthage": "R6.2",
    "rondel/city-under-enemy-eyes greeks": "R6.3",
}
"""Clauses that bar actions by themselves, by the scenario and the player that meet them."""
CASES = [(*place.split(), clause) for place, clauses in NEVER_HEEDED.items() for clause in clauses.split()]
DAILY = ("D1.8", "F3.2", "O3.1", "P1.1", "R5.1")
"""The clauses of a daily run: one of each system, where a short game meets it often."""


def barred(position: Position, player: str, rng: Random) -> Iterator[tuple[Action, set[str]]]:
    """Actions that come to mind and are barred, each with the clauses."""
    of = material(position.system.name)
    for _ in range(THOUGHTS):
        action = of.random_action(position, rng)
        try:
            verdict = position.check(action)
        except hw.InputError:  # it names what is not there
            continue
        if action.player == player and verdict.status is Status.ILLEGAL:
            yield action, set(verdict.clauses)


def heedless(start: Position, player: str, clause: str, seed: int) -> tuple[Session, int]:
    """The game of a learner who never heeds a clause, and the number of decisions at which they met it."""
    session, rng, met = Session(start, seed=seed), Random(f"{clause} {seed}"), 0
    for _ in range(STEPS):
        position = session.position
        if not position.to_act:
            break
        acting = rng.choice(sorted(position.to_act))
        if acting == player:
            thought = list(barred(position, player, rng))
            alone = [action for action, clauses in thought if clauses == {clause}]
            if alone and rng.random() < TRIES:
                met += 1
                tried_in_vain(session, rng.choice(alone))
            others = [action for action, clauses in thought if clause not in clauses]
            if others and rng.random() < SLIPS:
                tried_in_vain(session, rng.choice(others))
        action = position.system.lookahead.draw(position, acting, rng)
        session.play(action)
    return session, met


def figures(named: Sequence[tuple[str, set[str]]]) -> tuple[float, float]:
    """Precision and recall of what reviews name.

    :param named: the planted clause of each learner, and the clauses that their review names
    """
    hits = sum(clause in found for clause, found in named)
    said = sum(len(found) for _, found in named)
    return hits / max(1, said), hits / len(named)


@pytest.mark.slow
def test_clauses_that_are_never_heeded(record_property: Callable[[str, object], None]) -> None:
    assert len({clause for *_, clause in CASES}) >= 30
    named = []
    for scenario, player, clause in CASES[:: every(8)] if SOAK else [case for case in CASES if case[-1] in DAILY]:
        start, learners = hw.scenario(scenario).position, 0
        for seed in range(8 * LEARNERS):
            session, met = heedless(start, player, clause, seed)
            if met < MET:  # this game hardly met the clause
                continue
            found = hw.review(session, player, progress=False).misconceptions
            named.append((clause, {each.clause for each in found if each.kind == "missed"}))
            learners += 1
            if learners == LEARNERS:
                break
        assert learners, clause
    precision, recall = figures(named)
    record_property("precision", precision)
    record_property("recall", recall)
    wrong = [(clause, sorted(found)) for clause, found in named if found != {clause}]
    assert min(precision, recall) >= LEAST, wrong


# ---------------------------------------------------------------- actions that are never seen
DRAWS = many(8, 24)
"""The actions that a random player draws at a decision, to know how often the learner could have used a clause."""
LONGER = many(56, 70)
"""The steps of a game that shows by now that a clause is not used."""
EXPECTED = 6.0
"""The uses by which a random player would have shown the clause in this game."""

NEVER_USED = (
    ("depletion/first-steps", "red", "D1.4 D1.7 D2.1"),
    ("depletion/three-armies", "red", "D1.7 D1.8"),
    ("depletion/gathering-cavalry", "red", "D1.7"),
    ("frontiers/three-frontiers", "red", "F3.2 F8.1"),
    ("rondel/first-maneuver", "romans", "R2.2"),
    ("frontiers/opening", "red", "F2.6"),
    ("frontiers/opening", "red", "F1.2 F3.1 F3.3"),
    ("rondel/inland-sea-whole-wheel-for-two", "romans", "R5.2"),
)
"""Clauses that random players use, by the scenario and the player."""
SOON_USED = (
    ("depletion/first-steps", "red", "D1.7"),
    ("rondel/first-maneuver", "romans", "R2.2"),
    ("frontiers/opening", "red", "F2.6"),
)
"""Those of a daily run, which random players use in a short game."""


def blind(start: Position, player: str, clause: str, seed: int) -> tuple[Session, float] | None:
    """The game of a learner who never uses a clause, and the number of uses that a random player would have had; None if the learner
    has to use it once."""
    session, rng, expected = Session(start, seed=seed), Random(f"{clause} {seed}"), 0.0
    for _ in range(LONGER):
        position = session.position
        if not position.to_act:
            break
        acting = rng.choice(sorted(position.to_act))
        drawn = [position.system.lookahead.draw(position, acting, rng) for _ in range(DRAWS)]
        if acting == player:
            at = decision_at(session, session.step.number, player, 1, referee=True)
            without = [each for each in drawn if clause not in uses(at, each)]
            expected += (DRAWS - len(without)) / DRAWS
            if not without:
                return None
            drawn = without
        session.play(drawn[0])
    return session, expected


def test_a_pattern_shows_from_the_third_decision_on_and_next_to_the_clause_missed_most() -> None:
    def missed(clause: str, decisions: int) -> Iterator[Any]:
        return (SimpleNamespace(clauses=[clause], at=SimpleNamespace(number=n)) for n in range(decisions))

    found = missed_clauses([*missed("three", 3), *missed("two", 2), *missed("two", 2)])
    assert found == {"three": [0, 1, 2]}
    assert set(missed_clauses([*missed("most", 10), *missed("half", 5), *missed("less", 4)])) == {"most", "half"}


def test_of_clauses_that_go_together_one_is_named_from_the_third_decision_on() -> None:
    form = SimpleNamespace(form_of=lambda action: SimpleNamespace(clause="form"))
    whole = SimpleNamespace(system=SimpleNamespace(grammar=form))

    def offers(decisions: int, **parts: float) -> Any:
        ats = (SimpleNamespace(number=n, done="it", used=frozenset(), whole=whole) for n in range(decisions))
        return [(at, parts) for at in ats]

    assert never_used(offers(2, a=0.95)) == {}
    assert never_used(offers(3, a=0.95)) == {"a": [0, 1, 2]}
    assert never_used(offers(3, a=0.95, b=0.95)) == {"a": [0, 1, 2]}
    assert never_used(offers(3, a=0.9, b=0.95)) == {"b": [0, 1, 2]}
    assert never_used(offers(3, form=0.95)) == {}


@pytest.mark.slow
def test_clauses_that_are_never_used(record_property: Callable[[str, object], None]) -> None:
    named = []
    for scenario, player, clauses in NEVER_USED[:: every(5)] if SOAK else SOON_USED:
        start = hw.scenario(scenario).position
        for clause in clauses.split():
            for seed in range(many(1, 24)):
                made = blind(start, player, clause, seed)
                if made is not None and made[1] >= EXPECTED:
                    found = hw.review(made[0], player, referee=True, progress=False).misconceptions
                    named.append((clause, {each.clause for each in found if each.kind == "unseen"}))
    assert len({clause for clause, _ in named}) >= (8 if every(5) == 1 else 1 if SOAK else len(SOON_USED))
    precision, recall = figures(named)
    record_property("precision", precision)
    record_property("recall", recall)
    assert min(precision, recall) >= LEAST, [(clause, sorted(found)) for clause, found in named if found != {clause}]


# ---------------------------------------------------------------- odds
@pytest.mark.slow
def test_odds_that_are_misjudged(record_property: Callable[[str, object], None]) -> None:
    """Learners attack where the odds are worst, as if they were best; others attack where they are best."""
    named = list[tuple[bool, bool]]()
    for seed in count():
        if sum(planted for planted, _ in named) >= many(2, 200):
            break
        rng = Random(f"odds {seed}")
        start = material("orders").random_position(rng)
        if not start.to_act or start.chance is not None:
            continue
        player = sorted(start.to_act)[0]
        likely = {each: likely_of(start, each) for each in start.legal_actions(player)}
        known = {each: odds for each, odds in likely.items() if odds is not None}
        if len({type(each) for each in known}) != 1:  # of two forms, one may drive off and the other destroy
            continue
        worst, best = min(known, key=lambda each: known[each]), max(known, key=lambda each: known[each])
        if known[best] - known[worst] < LEAST_FORETOLD:
            continue
        for done in (worst, best):
            session = Session(start, seed=seed)
            session.play(done)
            found = hw.review(session, player, progress=False)
            judged(found, session)
            named.append((done == worst, any(each.kind == "odds" and str(done) == each.did for each in found.moments)))
    hits = sum(planted and found for planted, found in named)
    precision, recall = hits / sum(found for _, found in named), hits / sum(planted for planted, _ in named)
    record_property("precision", precision)
    record_property("recall", recall)
    assert min(precision, recall) >= LEAST, named
