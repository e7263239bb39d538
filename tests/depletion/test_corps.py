"""Several armies at once: the clauses of section 5."""

from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.rules import Draft, IllegalAction
from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.testing import clicked
from tests.amounts import examples
from tests.depletion.positions import codes, maneuvers, scripted
from tests.depletion.strategies import positions

MOST_LISTED = 800
"""Positions with more actions within a draft than this are not tried."""

clause = pytest.mark.clause

TWO = {"0102": "2 cavalry", "0104": "1 archer"}


@clause("D5.1")
@clause("D5.2")
def test_two_armies_move_at_once_with_one_castle() -> None:
    position = scripted(TWO, castles={"red": ["0604"]})
    transition = position.apply("0102-0202-0303; 0104-0204")
    assert {(position.map.name(a.at), a.cubes) for a in transition.position.armies} == {("0303", 1), ("0204", 1)}
    assert [e.clause for e in transition.events if e.kind == "corps"] == ["D5.1"]
    assert transition.position.to_act == {"blue"}


@clause("D5.1", bars=True)
def test_a_corps_is_not_larger_than_one_and_the_castles() -> None:
    (finding,) = scripted(TWO).check("0102-0202; 0104-0204").findings
    assert (finding.clause, finding.numbers["groups"], finding.numbers["limit"]) == ("D5.1", 2, 1)
    cities = scripted(TWO, cities={"red": ["0604"]})
    assert codes(cities, "0102-0202; 0104-0204") == [("D5.1", "corps_too_large")]


@clause("D5.2")
def test_armies_formed_by_dropping_do_not_count() -> None:
    position = scripted(TWO, castles={"red": ["0604"]})
    assert codes(position, "0102-0202[-1 cavalry]-0303; 0104-0204") == []


HOMES = {"castles": {"red": ["0201"]}, "cities": {"red": ["0202"]}, "map": ".  .  .  .\n ^  .  .  .\n"}
"""Two homes, each one step from an army with no point for another step: the hexes behind cost 1 and 2."""


@clause("D1.11")
@clause("D1.11", bars=True)
def test_a_corps_has_one_free_entry_in_all_or_one_for_each_group() -> None:
    """Each catapult has one point, which it spends behind a home."""
    groups = "0101-0201-0301; 0102-0202-0302"
    own = scripted({"0101": "1 catapult", "0102": "1 catapult"}, free_entry="group", **HOMES)
    assert codes(own, groups) == []
    one = scripted({"0101": "1 catapult", "0102": "1 catapult"}, **HOMES)
    assert one.settings["free_entry"] == "maneuver"
    assert codes(one, groups) == [("D1.1", "too_dear")]
    text = one.check(groups).findings[0].text
    assert text.startswith("the group from 0102: ")
    assert text.endswith("another group of the corps has the free entry (D1.11)")
    assert codes(one, "0101-0201-0301; 0102-0202") == []
    assert codes(one, "0101-0201; 0102-0202-0302") == []
    assert "Entering 0202 is free" in [e.text for e in one.apply("0101-0201; 0102-0202-0302").events]
    named = "0101-0201 free 0201; 0102-0202-0302"
    assert codes(one, named) == [("D1.1", "too_dear")]
    assert codes(one, "0101-0201 free 0201; 0102-0202 free 0202") == [("D1.11", "two_free_entries")]
    assert codes(own, "0101-0201 free 0201; 0102-0202 free 0202") == []


@clause("D1.11")
def test_the_next_group_of_a_corps_has_the_free_entry_that_others_leave() -> None:
    position = scripted({"0101": "1 catapult", "0102": "1 catapult"}, **HOMES)
    for parts, further in (("0101-0201-0301", False), ("0101-0201", True)):
        now = position.choices(Draft(parts=parts, army="0102"))
        assert now.field is not None
        assert ("0302" in now.field.reach) == further
        within = position.legal_actions(within=Draft(parts=parts, army="0102"))
        assert any(str(action).endswith("0302") for action in within) == further


@clause("D5.3")
def test_a_corps_attacks_with_all_armies_that_may() -> None:
    position = scripted(
        {"0102": "1 spearman", "0104": "1 archer", "0601": "1 archer"}, {"0303": "1 cavalry"}, castles={"red": ["0604"]}
    )
    landed = position.apply("0102-0202; 0104-0204").position
    transition = landed.apply("attack 0303")
    assert transition.position.battle is not None
    assert [position.map.name(at) for at in transition.position.battle.origins] == ["0202", "0204"]
    assert transition.events[0].text.startswith("The armies on 0202 and 0204 attack")


@clause("D5.4")
def test_three_armies_attack_a_city() -> None:
    position = hw.scenario("depletion/three-armies").position
    assert position.corps_limit(0) == 3
    landed = position.apply("0102-0202[-1 spearman]-0302; 0104-0203; 0204-0304")
    name = position.map.name
    armies = {name(a.at): (str(a), a.cubes) for a in landed.position.armies if a.owner == 0}
    assert armies["0202"] == ("1 spearman", 1)  # army B, which covers C
    attacked = landed.position.apply("attack 0303").position
    assert attacked.battle is not None
    assert [name(at) for at in attacked.battle.origins] == ["0302", "0203", "0304"]


@clause("D5.5")
def test_each_group_is_checked_against_the_board_that_earlier_groups_leave() -> None:
    position = scripted({"0102": "3 cavalry", "0202": "3 archers"}, castles={"red": ["0604"]})
    assert codes(position, "0202-0302; 0102-0202") == []
    assert ("D4.4", "too_many") in codes(position, "0102-0202; 0202-0302")
    with pytest.raises(IllegalAction, match=r"D1\.7"):
        position.apply("0102(1 cavalry)-0202; 0202-0302")


@clause("D5.5")
def test_an_army_that_lands_where_another_group_landed_cannot_attack() -> None:
    position = scripted({"0102": "1 archer", "0104": "1 archer"}, {"0303": "1 archer"}, castles={"red": ["0604"]})
    landed = position.apply("0102-0203; 0104-0203").position
    assert landed.deciding is None
    assert codes(landed, "red: attack 0303")[1:] == [("D4.5", "landed_on_cubes"), ("D5.3", "landed_on_cubes")]


@clause("D5.5", bars=True)
def test_a_claim_comes_last_and_its_origin_is_left_alone() -> None:
    position = scripted(
        {"0101": "1 archer", "0102": "1 archer", "0201": "1 archer"},
        map=".  .  ?\n  .  .  ?",
        castles={"red": ["0101", "0202"]},
        exploration={
            "shape": {"cells": [[0, 0]], "rotations": [0]},
            "provinces": ["0301", "0302"],
            "tiles": [".", "."],
        },
    )
    assert codes(position, "0102; 0201-0301") == []
    assert codes(position, "0201-0301; 0102") == [("D5.5", "claims_first")]
    assert codes(position, "0102-0201; 0201-0301")[0] == ("D5.5", "on_its_origin")
    two = position.put("red", "0202", "1 archer")
    assert ("D5.5", "two_claims") in codes(two, "0202-0302; 0201-0301")


@clause("D7.3", bars=True)
@clause("D7.4", bars=True)
def test_a_corps_shares_its_seats_and_vessels_that_move_do_not_ferry() -> None:
    map_ = ".  .  ~  ~  .  .\n  .  ~  =  ~  .  .\n.  .  ~  ~  .  ."
    army = {"0201": "2 archers", "0102": "1 archer", "0301": "1 galley"}
    position = scripted(army, map=map_, castles={"red": ["0601", "0603"]})
    crossing = "0201-0202-0203"
    assert codes(position, f"{crossing}; 0102-0202-0203") == [("D7.3", "too_few_seats")]
    assert codes(position, f"{crossing}; 0102-0103") == []
    assert codes(position, f"{crossing}; 0301-0401") == [("D7.1", "water")]
    assert codes(position, "0201-0202-0203 ferry 0301(2 archers); 0301-0401") == [
        ("D7.1", "water"),
        ("D7.4", "vessel_moves"),
    ]
    near = position.put("red", "0302", "1 galley")
    named = "0201-0202-0203 ferry 0301(2 archers); 0301-0401"
    assert codes(near, named) == [("D7.4", "vessel_moves")]
    assert codes(near, f"{crossing}; 0301-0401") == []
    assert codes(position, f"{crossing}; 0301") == []  # a vessel that stays ferries


def test_the_groups_of_a_corps_are_two_or_more_of_one_player() -> None:
    position = scripted(TWO, castles={"red": ["0604"]})
    with pytest.raises(hw.InputError, match="groups"):
        position.check(Corps("red", (Maneuver("red", ("0102",)),)))
    with pytest.raises(hw.InputError, match="groups/1/player"):
        position.check(Corps("red", (Maneuver("red", ("0102",)), Maneuver("blue", ("0104",)))))
    with pytest.raises(hw.InputError, match="group 2"):
        position.parse("0102; ")


# ---------------------------------------------------------------- through drafts
@pytest.mark.slow
@examples(10)
@given(st.one_of(positions(most=2), positions(most=2, wet=True)), st.integers(0, 2**32))
def test_corps_of_two_are_complete_through_drafts(position: DepletionPosition, seed: int) -> None:
    """Every legal corps of two leads to a position to which one listed within a draft leads."""
    rng = Random(seed)
    assume(position.to_act)
    player = position.players[position.turn]
    limit = position.corps_limit(position.turn)
    singles = maneuvers(position)
    for first in rng.sample(singles, min(4, len(singles))):
        listed = [*islice(position.legal_actions(within=Draft(parts=str(first))), MOST_LISTED + 1)]
        assume(len(listed) <= MOST_LISTED)
        within = [action for action in listed if isinstance(action, Corps)]
        assert bool(within) <= (limit > 1)
        results = {position.apply(a).position for a in within}
        assert len(results) == len(within)
        for corps in within[:40]:
            assert corps in position.legal_actions()
            assert position.parse(str(corps)) == corps
        for second in rng.sample(singles, min(40, len(singles))):
            corps = Corps(player, (first, second))
            verdict = position.check(corps)
            assert (corps in position.legal_actions()) == bool(verdict) == (not verdict.findings)
            assert all(f.clause in position.system.barring and f.text and str(f) for f in verdict.findings)
            if verdict:
                assert position.apply(corps).position in results
            else:
                with pytest.raises(IllegalAction):
                    position.apply(corps)


def test_a_corps_is_put_together_revised_and_taken_apart() -> None:
    position = scripted(TWO, castles={"red": ["0604"]})

    def take(draft: Draft, slot: str) -> Draft:
        (choice,) = [o for o in position.choices(draft).options if o.slot == slot]
        assert not choice.findings
        return choice.leads_to

    draft = take(Draft(army="0102", to="0302"), "add")
    now = position.choices(draft)
    assert (str(now.action), now.verdict.status) == ("0102-0202-0302", hw.Status.LEGAL)
    draft = draft.set("army", "0104").set("to", "0204")
    now = position.choices(draft)
    assert str(now.action) == "0102-0202-0302; 0104-0204"
    assert now.verdict
    assert "add" not in {o.slot for o in now.options if o.legal}  # the corps is as large as it may be
    whole = position.choices(take(draft, "revise/1"))
    assert whole.draft["army"] == "0102"
    alone = position.choices(take(draft, "out/1"))
    assert "parts" not in alone.draft
    assert [a.label for a in now.arrows] == ["1. 0102-0202-0302"]


def test_nothing_of_a_corps_is_lost_by_revising_and_going_back() -> None:
    position = hw.scenario("depletion/three-armies").position
    draft = Draft(parts="0104-0103; 0102-0202-0302", army="0204", to="0304")

    def option(draft: Draft, slot: str) -> Draft:
        (choice,) = [o for o in position.choices(draft).options if o.slot == slot]
        return choice.leads_to

    def parts(draft: Draft) -> str:
        return str(position.choices(draft).action)

    assert parts(draft) == "0104-0103; 0102-0202-0302; 0204-0304"
    revised = option(draft, "revise/1")
    assert parts(revised) == parts(draft)  # the group that was in the making is kept
    changed = revised.set("to", "0203")
    assert parts(changed) == "0104-0203; 0102-0202-0302; 0204-0304"
    assert parts(position.choices(changed).back) == parts(draft)  # one step back, the group is as it was
    assert parts(option(draft, "out/2")) == "0104-0103; 0204-0304"
    assert parts(option(draft, "ahead/2")) == "0102-0202-0302; 0104-0103; 0204-0304"
    listed = Draft(parts="0104-0103; 0102-0202-0302")
    assert str(next(iter(position.legal_actions(within=listed)))) == "0104-0103; 0102-0202-0302"
    last = position.choices(listed).back
    assert parts(last) == "0104-0103; 0102-0202-0302"  # one step back, the last group is in the making again
    assert position.choices(last).draft["army"] == "0102"
    via = position.choices(last).back
    assert "to" not in via
    assert via["via"] == "0202"
    crowded = draft.set("parts", "0104-0103; 0102-0103")
    (barred,) = [o for o in position.choices(crowded).options if o.slot == "revise/2"]
    assert "(barred by D4.4)" in barred.label
    assert "(D4.4)" in position.choices(crowded).prompt


def test_without_a_castle_no_other_army_is_offered() -> None:
    assert not [o for o in scripted(TWO).choices(Draft(army="0102", to="0303")).options if o.slot == "add"]


@pytest.mark.slow
def test_clicking_at_random_comes_to_corps() -> None:
    """The games of the conformance tests have corps, too."""
    position, rng = hw.scenario("depletion/three-armies").position, Random(1)
    found = [clicked(position, "red", rng) for _ in range(150)]
    corps = [action for action in found if isinstance(action, Corps)]
    assert corps
    assert all(action in position.legal_actions() for action in corps)
