"""All reasons against an action, where one used to hide others."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.units import UNITS
from tests.amounts import many
from tests.depletion.positions import codes, scripted
from tests.refusals.material import material, questions

clause = pytest.mark.clause


@clause("D3.5", bars=True)
@clause("D4.4", bars=True)
def test_the_size_limit_holds_where_nobody_goes_on() -> None:
    position = scripted({"0101": "1 cavalry", "0201": "4 archers"}, map=". . .\n . . .")
    found = codes(position, "0101-0201[-1 cavalry]-0301")
    assert found == [("D3.5", "nobody_goes_on"), ("D4.4", "too_many")]


@clause("D1.1", bars=True)
def test_an_army_of_another_player_is_judged_as_if_it_were_the_own() -> None:
    position = scripted({"0101": "1 archer"}, {"0301": "1 cavalry"}, cubes={"0301": 1})
    found = codes(position, "0301-0401-0501-0601-0602")
    assert found == [("D1.1", "no_army"), ("D1.7", "depleted"), ("D1.1", "too_dear")]
    assert position.check("0301-0201-0101").clauses == ("D1.1", "D1.7")


@clause("D7.1", bars=True)
def test_a_foreign_vessel_ferries_nobody_also_where_it_moves() -> None:
    position = scripted({"0401": "1 archer"}, {"0101": "2 galleys"}, map="~  ~  ~  .\n .  .  .  .")
    assert codes(position, "0101-0201 ferry 0101(1 galley)") == [("D1.1", "no_army"), ("D7.1", "no_vessel")]
    own = scripted({"0101": "2 galleys"}, map="~  ~  ~  .\n .  .  .  .")
    assert codes(own, "0101(1 galley)-0201 ferry 0101(3 galleys)") == [
        ("D7.3", "named_too_many"),
        ("D7.4", "named_in_vain"),
    ]
    assert codes(own, "0101-0201 ferry 0101(1 galley)") == [("D7.4", "vessel_moves")]
    corps = "0401; 0101-0201 ferry 0101(1 galley)"
    assert ("D7.1", "no_vessel") in codes(position, corps)


@clause("D5.3", bars=True)
def test_an_empty_hex_is_no_target_whatever_the_moment() -> None:
    position = scripted({"0101": "1 archer"}, {"0201": "1 archer"})
    assert codes(position, "attack 0301") == [("D1.8", "no_landing"), ("D5.3", "no_target")]
    assert codes(position, "attack 0201") == [("D1.8", "no_landing")]


@clause("D8.2", bars=True)
@clause("D9.2", bars=True)
def test_a_rotation_and_losses_lack_their_moment_and_their_thing() -> None:
    position = scripted({"0101": "1 archer"}, {"0301": "1 archer"}).apply("0101").position
    assert position.stage == "attack"
    assert codes(position, "rotate 1") == [("D1.8", "attack_open"), ("D8.2", "no_tile")]
    assert codes(position, "lose nothing") == [("D1.8", "attack_open"), ("D9.2", "no_losses")]


@clause("D1.8", bars=True)
def test_nothing_is_decided_about_a_landing_after_which_the_turn_has_passed_on() -> None:
    alone = hw.system("depletion").position(map=". . .", players=["red"], armies={"red": {"0101": "1 archer"}})
    after = alone.apply("0101-0201").position
    assert codes(after, "no attack") == [("D1.8", "turn_has_passed")]


@clause("D7.1", bars=True)
@clause("D7.4", bars=True)
def test_water_without_a_vessel_does_not_hide_a_seat_that_is_named_in_vain() -> None:
    position = scripted({"0101": "1 archer"}, map=".  ~  .  .\n  .  .  .  .")
    assert codes(position, "0101-0201 ferry 0401(1 archer)")[:2] == [("D7.1", "water"), ("D7.1", "no_vessel")]
    near = position.put("red", "0201", "1 galley")
    assert codes(near, "0101-0201-0301 ferry 0201(2 archers)") == [("D7.4", "named_in_vain")]


@clause("D7.5", bars=True)
def test_a_vessel_does_not_hand_over_to_land_units_on_the_way() -> None:
    position = scripted({"0101": "1 galley", "0201": "1 peasant, 1 galley"}, map="~  ~  ~", army_size=6)
    assert codes(position, "0101-0201[+1 peasant, -1 galley]-0301") == [("D7.5", "mixed_group")]


def test_every_reason_why_nothing_is_said() -> None:
    """A clause that speaks of units that do not exist is unsaid, and the rulebook's page says so."""
    position = scripted({"0101": "1 archer"})
    assert codes(position, "0301-0302[-1 archer]-0303") == [("D1.1", "no_army")]
    declared = {(s.finding, s.code): s.unsaid for s in position.system.silences}
    assert "D3.2" in declared["D1.1", "no_army"]


@clause("D1.8", bars=True)
def test_the_decision_not_to_attack_is_offered_with_what_it_costs() -> None:
    """The other player has few answers, and the maneuver may be legal after them."""
    position = hw.system("depletion").position(
        map=". . .",
        players=["red", "blue"],
        armies={"red": {"0101": "1 archer", "0201": "1 archer"}, "blue": {"0301": "1 peasant"}},
    )
    after = position.apply("0201").position
    (remedy,) = (r for r in after.check("0101-0201").remedies if r.first)
    assert str(remedy.action) == "no attack"
    assert "that ends the turn" in remedy.text
    assert "cannot be taken back" in remedy.text


@clause("D1.7", bars=True)
def test_a_depleted_army_acts_again_only_if_a_round_is_left() -> None:
    position = scripted({"0101": "1 archer"}, cubes={"0101": 1}, rounds=2)
    assert "it can move again in the next round" in str(position.check("0101-0201")).lower()
    last = scripted({"0101": "1 archer"}, cubes={"0101": 1}, rounds=2, round=2)
    assert "next round" not in str(last.check("0101-0201"))


def test_the_remedy_of_a_way_that_is_too_dear_is_the_least_change() -> None:
    """The same units by a shorter way; only if none will do, on a march; only if none will do, fewer units. The reach says what will do."""
    tried = 0
    for position, action in questions(material("depletion"), many(150, 5000), 4, "least"):
        if not isinstance(action, Maneuver) or not action.moves or action.origin == action.destination or action.march:
            continue
        if action.drops or action.pickups or action.free or action.ferries or action.pack or action.unpack:
            continue
        findings = position.check(action).findings
        if any(finding.clause == "D1.10" for finding in findings):
            continue  # the reach packs trebuchets, and another remedy does
        remedies = [f.remedy for f in findings if f.code == "too_dear" and f.remedy]
        for remedy in remedies:
            found = remedy.action
            assert isinstance(found, Maneuver)
            some = zip([unit.key for unit in UNITS], action.units or (), strict=False)
            units = {key: n for key, n in some if n} or None
            plain = action.destination in position.reach(action.origin, units=units)
            marches = action.destination in position.reach(action.origin, units=units, march=True)
            assert found.destination == action.destination
            assert (found.units == action.units) == (plain or marches), (position.notation, str(action), str(found))
            assert found.march == (marches and not plain), (position.notation, str(action), str(found))
            tried += 1
    assert tried > 3
