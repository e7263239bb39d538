"""Faults that are planted in the code of systems: `mutate` says which of them `conform` finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from weakref import proxy

import pytest

import hexwidget as hw
from examples.kuhn_poker import KUHN_POKER, KuhnPosition
from hexwidget.testing import mutate
from hexwidget.testing.faulty import MOST_CUT, Probe
from hexwidget.testing.mutants import TooLong, at_most
from tests.amounts import SOAK, many
from tests.systems.hideout import HIDEOUT, START
from tests.systems.mutants import against_the_rulings, mutants

BUNDLED = ["depletion", "orders", "plotted", "rondel", "frontiers"]


@pytest.mark.slow
def test_every_mutant_of_kuhn_poker_is_found() -> None:
    gone = proxy(set[str]())  # as a notebook may hold of other packages
    found = mutate(KUHN_POKER, positions=[KuhnPosition()], games=1)
    assert found.missed == ()
    assert found.share == 1.0
    kinds = {each.kind for each in found.found}
    assert kinds >= {"a bound off by one", "a predicate dropped", "a remedy that is barred", "a secret told"}
    # Values that are never equal, and a sign.
    assert all(each.kind == "a bound off by one" for each in found.idle)
    hw.testing.conform(KUHN_POKER, positions=[KuhnPosition()], games=1, steps=6)  # the code is as it was
    del gone


@pytest.mark.slow
def test_a_rule_that_is_another_one_is_found_by_your_own_tests() -> None:
    """A game that ends a round earlier is a game, too: `conform` holds a system against itself, not against a rulebook."""

    def ends_early() -> bool:
        return HIDEOUT.outcome(replace(START, round=6)) is not None

    found = mutate(HIDEOUT, positions=[START], games=1, tests=ends_early, most=None if SOAK else 12)
    assert found.missed == ()
    (other,) = (each for each in found.found if each.found_by == "your own tests")
    assert (other.kind, other.what) == ("a bound off by one", "position.round > position.settings['rounds']")
    assert other.place.startswith("hideout.py, line ")


def test_a_mutant_that_does_not_end_is_stopped() -> None:
    def endless() -> None:
        with at_most(0.05):
            while True:
                pass

    with pytest.raises(TooLong):
        endless()


def test_an_endless_listing_is_cut_short_too() -> None:
    probe = Probe()
    assert probe.cut(count()) == [*range(MOST_CUT // 2)]
    assert probe.touched


@pytest.mark.slow
def test_a_system_with_a_fault_of_its_own_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(HIDEOUT), "told", hw.rules.RuleSystem.told)
    with pytest.raises(hw.testing.NotConforming, match="equal views get equal words"):
        mutate(HIDEOUT, positions=[START], most=1)


@pytest.mark.parametrize("name", BUNDLED)
def test_the_rulings_are_those_of_the_systems(name: str) -> None:
    assert against_the_rulings(name) == ""


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="in a soak")
@pytest.mark.parametrize("name", BUNDLED)
def test_mutants_of_the_bundled_systems_are_found(name: str) -> None:
    found = mutants(name, slice(many(8, 60)), own=False)
    print(found)
    assert found.share >= 0.6
