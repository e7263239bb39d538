"""One list of candidates has four readers: the listing, the desk, remedies, and the drafts of the desk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import MatMap, Zone
from hexwidget.rules import CandidateDesk, Draft, Each, Finding, Offered, Under, bars
from hexwidget.rules.candidates import actions_of, in_any_order
from hexwidget.rules.kinds import SpaceName
from hexwidget.rules.listing import ListedByChecking
from hexwidget.rules.remedies import likest
from hexwidget.scene import Scene
from hexwidget.systems.orders import ORDERS
from tests.amounts import many
from tests.orders.anything import random_position, small_position
from tests.orders.positions import scripted

POSITIONS = many(120, 3000, quick=60)


@pytest.mark.slow
def test_the_fast_listing_of_orders_is_the_candidates_that_are_legal() -> None:
    acted = 0
    for number in range(POSITIONS):
        make = random_position if number % 2 else small_position
        position = make(Random(f"twin {number}"))
        for player in position.players:
            candidates = [str(each) for each in actions_of(ORDERS.candidates(position, player))]
            shuffled = [str(each) for each in in_any_order(ORDERS.candidates(position, player), Random(number))]
            assert sorted(shuffled) == sorted(candidates)
            fast, slow = list(position.legal_actions(player)), list(ListedByChecking[Any](position, player))
            ends = [{ORDERS.advance(position, order) for order in listed} for listed in (fast, slow)]
            assert ends[0] == ends[1], (position.notation, player)
            assert len(fast) == len(slow) == len(ends[0])
            acted += bool(fast)
    assert acted > POSITIONS // 4


# ---------------------------------------------------------------- a game of an author's
STONES = MatMap(("heap",), [Zone(name, name, "heap", "cell") for name in ("left", "right")])
RULEBOOK = rules.Rulebook.parse("""
name = "stones"
title = "Stones"
clause = [
  { id = "S1", kind = "rule", title = "Take", text = "A player takes one stone or two of a heap, which must have as many." },
  { id = "S2", kind = "rule", title = "Rest", text = "A player who rests passes the turn. An empty heap is left alone." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Take(rules.Action):
    """S1: to take stones."""

    heap: str
    number: int


@dataclass(frozen=True, slots=True, repr=False)
class Rest(rules.Action):
    """S2: to pass the turn."""


@dataclass(frozen=True, slots=True, repr=False)
class Sleep(rules.Action):
    """S2: another word for resting."""


@dataclass(frozen=True)
class Stones(rules.Position):
    """The stones of each heap."""

    players: tuple[str, ...] = ("ann", "bob")
    heaps: tuple[int, int] = (1, 0)
    turn: int = 0
    map = STONES
    settings = rules.Settings({})

    @property
    def system(self) -> TakingStones:
        return TAKING_STONES

    def left(self, heap: str) -> int:
        """The stones of a heap."""
        return self.heaps[heap == "right"]


class StonesDesk(CandidateDesk[Stones, rules.Action]):
    """The desk in plain words."""

    def words(self, action: rules.Action) -> str:
        return f"take {action.number} of {action.heap}" if isinstance(action, Take) else "rest"


class TakingStones(rules.RuleSystem[Stones, rules.Action]):
    """Two heaps of stones."""

    name = "stones"
    rulebook = RULEBOOK
    grammar = rules.Grammar[rules.Action](
        rules.Form(Take, "take {number} of {heap}", {"heap": SpaceName(), "number": rules.Whole(1, 9)},
                   {"heap": "{heap}", "number": "{number}"}, clause="S1"),
        rules.Form(Rest, "rest", clause="S2", shortcut="r"),
        rules.Form(Sleep, "sleep", clause="S2"),
    )  # fmt: skip
    desk = StonesDesk

    def candidates(self, position: Stones, player: str) -> Iterator[rules.Candidate]:
        for heap in STONES.names():
            takes = [Take(player, heap, number) for number in (1, 2)]
            yield Under(
                "heap", heap, takes, f"The {heap} heap", "S1", lambda heap=heap: self._empty(position, heap), alone=True
            )
        yield Rest(player)
        yield Offered([Sleep(player)], which="none")

    def _empty(self, position: Stones, heap: str) -> Iterator[Finding]:
        if not position.left(heap):
            yield Finding("S2", "empty", (heap,), {}, "{0} is empty")

    @bars("S1", "S2")
    def objections(self, position: Stones, action: rules.Action) -> Iterator[Finding]:
        if isinstance(action, Take):
            yield from self._empty(position, action.heap)
            if action.number > position.left(action.heap):
                yield Finding("S1", "few", (action.heap,), {}, "{0} has too few stones")

    def to_act(self, position: Stones) -> frozenset[str]:
        return frozenset({position.players[position.turn]})

    def carry_out(self, position: Stones, action: Any) -> rules.Transition[Stones]:
        taken = [action.number if isinstance(action, Take) and action.heap == heap else 0 for heap in STONES.names()]
        left = (position.heaps[0] - taken[0], position.heaps[1] - taken[1])
        return rules.Transition(Stones(position.players, left, 1 - position.turn), ())

    def outcome(self, position: Stones) -> rules.Outcome | None:
        return None

    def scene(self, observation: rules.Observation[Stones]) -> Scene:
        return Scene((), ())


TAKING_STONES = TakingStones()


def test_what_leads_to_the_same_position_is_listed_once() -> None:
    listed = TAKING_STONES.legal_actions(Stones())
    assert list(map(str, listed)) == ["take 1 of left", "rest"]
    assert "sleep" in listed
    assert listed.count() == 2
    assert {str(listed.pick(Random(seed))) for seed in range(20)} == {"take 1 of left", "rest", "sleep"}


def test_a_random_action_is_drawn_evenly_and_no_other_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def take(player: str, heap: str, number: int) -> Take:
        made.append(number)
        return Take(player, heap, number)

    def candidates(system: TakingStones, position: Stones, player: str) -> Iterator[rules.Candidate]:
        yield Rest(player)
        yield Offered(Each(take, (player, "left"), range(1, 5)))  # with one stone left, only the first is legal

    monkeypatch.setattr(TakingStones, "candidates", candidates)
    listed, rng = TAKING_STONES.legal_actions(Stones()), Random(1)
    picked = [str(listed.pick(rng)) for _ in range(2000)]
    assert 900 < picked.count("rest") < 1100
    assert len(made) < 2000 * 2  # of five candidates, one or two are checked on average
    assert [str(each) for each in Each(Take, ("ann", "left"), (1, 2))[:1]] == ["take 1 of left"]


@pytest.mark.slow
def test_a_random_action_of_all_that_can_be_said_is_drawn_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TakingStones, "candidates", rules.RuleSystem.candidates)
    said = TAKING_STONES.grammar.every(Stones(), "ann")
    assert len(said) == 2 * 9 + 2
    assert [said[n] for n in range(len(said))] == list(said) == said[:]
    assert said[-1] == Sleep("ann")
    rng = Random(2)
    picked = [str(TAKING_STONES.legal_actions(Stones()).pick(rng)) for _ in range(3000)]
    assert {action for action in picked if 900 < picked.count(action) < 1100} == {"take 1 of left", "rest", "sleep"}


def test_a_list_of_legal_actions_judges_each_candidate_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    check = TakingStones.check

    def noted(system: TakingStones, position: Stones, action: rules.Action) -> rules.Verdict:
        judged.append(str(action))
        return check(system, position, action)

    monkeypatch.setattr(TakingStones, "check", noted)
    assert len(list(TAKING_STONES.legal_actions(Stones()))) == 2
    assert judged == ["take 1 of left", "take 2 of left", "rest", "sleep"]


def test_an_error_in_what_happens_keeps_no_action_from_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(system: TakingStones, position: Stones, action: rules.Action) -> Stones:
        raise KeyError(action)

    monkeypatch.setattr(TakingStones, "advance", fails)
    assert list(map(str, TAKING_STONES.legal_actions(Stones()))) == ["take 1 of left", "rest", "sleep"]


def test_a_listing_of_former_days_with_candidates_of_its_own_is_read() -> None:
    class Resting(ListedByChecking[rules.Action]):
        def candidates(self) -> Iterator[rules.Action]:
            yield Take(self.player, "right", 1)
            yield Rest(self.player)

    assert list(map(str, Resting(Stones(), "ann"))) == ["rest"]


def test_barred_candidates_are_offered_with_their_findings_and_a_choice_hides_what_stands_beside_it() -> None:
    first = Stones().choices()
    said = {option.label: (option.kind, option.clause, option.findings) for option in first.options}
    assert list(said) == ["The left heap", "The right heap", "Rest"]
    assert [finding.code for finding in said["The right heap"][2]] == ["empty"]
    assert said["The left heap"] == ("space", "S1", ())
    assert [option.shortcut for option in first.options if option.slot == "do"] == ["r"]

    below = Stones().choices(Draft(heap="left"))
    labels = [(option.label, option.chosen, option.legal) for option in below.options]
    assert labels == [
        ("The left heap", True, True),
        ("The right heap", False, False),
        ("Take 1 of left", False, True),
        ("Take 2 of left", False, False),
    ]
    assert below.options[0].leads_to == Draft()

    whole = Stones().choices(Draft(heap="left", number=1))
    assert str(whole.action) == "take 1 of left"
    assert whole.prompt == "Take 1 of left. Confirm?"
    assert [option.leads_to for option in whole.options if option.slot == "number" and option.chosen] == [
        Draft(heap="left")
    ]


def test_the_nearest_candidate_that_differs_in_one_slot_is_a_remedy() -> None:
    position = Stones(heaps=(3, 1))
    asked = position.parse("take 5 of left")
    remedy = likest(position, asked, "take fewer: {action}", "S1", slot="number")
    assert remedy is not None
    assert str(remedy) == "take fewer: take 2 of left (S1)"
    assert likest(position, asked, "take others: {action}", "S1", slot="heap") is None


def test_an_order_is_offered_to_the_nearest_unit_that_can_have_it_though_the_listing_leaves_it_out() -> None:
    # Both units defend: to defend again leads where ending the turn leads, and is listed for none.
    units = {"0101": {"unit": "knight", "ordered": True}, "0303": {"unit": "archer", "defending": "defend"}}
    position = scripted(units, {"0601": "knight"}, queue=["red"], left=1)
    assert "0303 defend" not in [str(order) for order in position.legal_actions()]
    (finding,) = position.check("0101 defend").findings
    assert finding.remedy is not None
    assert str(finding.remedy.action) == "0303 defend"


def test_hidden_things_keep_doubles_listed() -> None:
    assert [name for name in hw.system_names() if hw.system(name).hides] == ["depletion", "frontiers", "plotted", "toy"]
