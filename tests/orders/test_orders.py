"""Attacks, buildings, and the other orders that stay in the hex: what each does, and what bars it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.rules import CHANCE, IllegalPosition
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.actions import Attack
from hexwidget.systems.orders.position import OrdersPosition
from tests.amounts import examples
from tests.orders.positions import BESIDE, found, play, scripted, stands, told

ORDERS = hw.system("orders")


# ---------------------------------------------------------------- attack
@pytest.mark.clause("O2.1")
def test_an_attack_is_made_on_an_adjacent_unit_and_the_attacker_stays() -> None:
    position, events = play(
        scripted({"0101": "knight"}, {"0201": "militia", "0601": "knight"}), "0101 attack 0201", 12, 14
    )
    assert told(events, "attacked") == ["Red's knight on 0101 attacks blue's militia on 0201 (O2.1)"]
    assert stands(position) == {"0101 red": "knight", "0601 blue": "knight"}


@pytest.mark.clause("O2.1")
def test_an_attack_need_not_say_whose_the_only_opponent_is() -> None:
    position = scripted({"0101": "knight"}, {"0201": "militia", "0601": "knight"})
    assert position.check(Attack("red", ("0101",), "0201"))
    assert position.check(Attack("red", ("0101",), "0201", "blue"))


@pytest.mark.clause("O2.1", bars=True)
def test_nobody_is_attacked_from_afar_and_nobody_where_nobody_is() -> None:
    position = scripted({"0101": "knight"}, {"0301": "militia"})
    assert [str(f) for f in position.check("0101 attack 0301").findings] == [
        "O2.1: 0301 is 2 hexes away from 0101, and an attack reaches 1."
    ]
    assert found(position, "0101 attack 0201") == [("O2.1", "no_opponent")]


@pytest.mark.clause("O2.2")
def test_two_attack_jointly_with_both_orders() -> None:
    position = scripted({"0101": "knight", "0301": "archer"}, {"0201": "militia", "0601": "knight"})
    after, events = play(position, "0101+0301 attack 0201", 2, 17, 18)
    assert told(events, "rolled") == [
        "Red's knight on 0101 rolls 2 + 3 = 5 (O2.3)",
        "Red's archer on 0301 rolls 17 + 1 = 18 (O2.3)",
        "Blue's militia on 0201 rolls 18 (O2.3)",
    ]
    assert told(events, "tied") == ["18 against 18: nothing changes on 0201 (O2.3)"]
    assert after.to_act == {"blue"}
    assert position.apply("0301+0101 attack 0201").position == position.apply("0101+0301 attack 0201").position


@pytest.mark.clause("O2.2", bars=True)
def test_no_unit_is_attacked_by_more_than_two_in_a_game_turn() -> None:
    units = {"0101": "knight", "0301": "archer", "0102": "archer"}
    position = scripted(units, {"0201": "militia", "0601": "knight"})
    assert ("O2.2", "too_many") in found(position, "0101+0301+0102 attack 0201")
    assert ("O2.2", "same_unit") in found(position, "0101+0101 attack 0201")
    # The attacks of all players in the game turn count.
    before = scripted(units, {"0201": {"unit": "militia", "attacked": 1}, "0601": "knight"})
    assert found(before, "0101+0301 attack 0201") == [("O2.2", "attacked_enough")]
    after, _ = play(before, "0101 attack 0201", 9, 12)
    assert found(after, "0102 attack 0201") == [("O2.2", "attacked_enough")]


@pytest.mark.clause("O2.3")
def test_higher_destroys_lower_is_destroyed_equal_changes_nothing() -> None:
    position = scripted({"0101": "knight"}, {"0201": "militia", "0601": "knight"})
    for dice, left in (((10, 12), ("0101 red", "0601 blue")), ((10, 14), ("0201 blue", "0601 blue")),
                       ((10, 13), ("0101 red", "0201 blue", "0601 blue"))):  # fmt: skip
        extra = scripted({"0101": "knight", "0106": "archer"}, {"0201": "militia", "0601": "knight"})
        after, _ = play(extra, "0101 attack 0201", *dice)
        assert set(stands(after)) - {"0106 red"} == set(left)
    assert position.apply("0101 attack 0201").position.to_act == CHANCE


@pytest.mark.clause("O2.3")
def test_of_two_attackers_the_weaker_total_is_destroyed() -> None:
    units = {"0101": {"unit": "knight", "id": 7}, "0301": {"unit": "archer", "id": 3}, "0106": "militia"}
    position = scripted(units, {"0201": "militia", "0601": "knight"})
    for dice, gone in (((2, 1, 20), "0301 red"), ((1, 9, 20), "0101 red"), ((2, 4, 20), "0301 red")):
        after, _ = play(position, "0101+0301 attack 0201", *sorted_dice(position, dice))
        assert gone not in stands(after)
        assert len(stands(after)) == 4
    same = scripted(
        {"0101": {"unit": "knight", "id": 7}, "0301": {"unit": "knight", "id": 3}, "0106": "militia"},
        {"0201": "militia", "0601": "knight"},
    )
    after, _ = play(same, "0101+0301 attack 0201", 5, 5, 20)
    assert "0301 red" not in stands(after)  # of equals the smaller id


def sorted_dice(position: OrdersPosition, dice: tuple[int, int, int]) -> tuple[int, ...]:
    """Dice for knight, archer and defender, in the order in which they are rolled: by id."""
    knight, archer, defender = dice
    return archer, knight, defender


@pytest.mark.clause("O2.3", bars=True)
def test_a_joint_attack_takes_both_orders_and_dice_come_first() -> None:
    units = {"0101": "knight", "0301": "archer", "0105": "militia"}
    position, _ = play(scripted(units, {"0201": "militia", "0601": "knight"}), "0105 defend")
    assert found(position, "0101+0301 attack 0201") == [("O2.3", "orders_left")]
    rolling, _ = play(position, "0101 attack 0201", 9)
    assert found(rolling, "end turn") == [("O2.3", "dice")]


# ---------------------------------------------------------------- odds
def listed_odds(position: OrdersPosition, order: Any) -> tuple[Fraction, Fraction, list[Fraction]]:
    """Destroyed, nothing, and lost by attacker, from every roll of the dice carried out."""
    seat = position.players.index(order.player)
    units = [position.unit_of(seat, position.map.index(space)) for space in order.units]
    attackers = [unit for unit in units if unit is not None]
    target = position.opponents(seat, position.map.index(order.target))[0]
    destroyed = nothing = 0
    lost = [0] * len(attackers)
    for *dice, against in product(range(1, 21), repeat=len(attackers) + 1):
        totals = [d + position.type_of(u).attack for d, u in zip(dice, attackers, strict=True)]
        total = against + battle.defence(position, target, len(attackers))
        if max(totals) > total:
            destroyed += 1
        elif max(totals) == total:
            nothing += 1
        else:
            lost[attackers.index(battle.weakest_first(position, attackers, totals))] += 1
    ways = 20 ** (len(attackers) + 1)
    return Fraction(destroyed, ways), Fraction(nothing, ways), [Fraction(n, ways) for n in lost]


@pytest.mark.slow
@examples(30)
@given(
    st.sampled_from(["knight", "archer", "mage", "militia"]),
    st.sampled_from(["", "knight", "archer", "mage", "militia"]),
    st.sampled_from(["militia", "knight", "priest"]),
    st.sampled_from(["", "defend", "ward"]),
    st.sampled_from([(), ("farm",), ("keep",), ("farm", "tower")]),
    st.booleans(),
)
def test_odds_equal_what_all_the_dice_give(
    first: str, second: str, defender: str, defending: str, built: tuple[str, ...], swapped: bool
) -> None:
    red = {"0101": {"unit": first, "id": 9 if swapped else 1}}
    if second:
        red["0301"] = {"unit": second, "id": 5}
    blue = {"0201": {"unit": defender, "defending": defending}, "0601": "knight"}
    position = scripted(red, blue, buildings={"blue": {"0201": [*built]}})
    order = position.parse("0101+0301 attack 0201" if second else "0101 attack 0201")
    odds = ORDERS.attack_odds(position, order)
    assert (odds.destroyed, odds.nothing, list(odds.each)) == listed_odds(position, order)
    assert odds.lost == sum(odds.each)
    # While the dice are rolled the odds are those of the dice that are still to come.
    rolling = position.apply(order).position
    assert rolling.chance is not None
    total = Fraction(0)
    for outcome in rolling.chance:
        later = rolling.apply(outcome).position
        found_odds = ORDERS.battle_odds(later)
        assert found_odds is not None
        total += found_odds.destroyed / 20
    assert total == odds.destroyed


def test_odds_are_asked_for_legal_attacks_only() -> None:
    position = scripted(*BESIDE)
    assert (
        str(ORDERS.attack_odds(position, "0101 attack 0201"))
        == "destroys with 61.8 %, is lost with 34 %, nothing 4.2 %"
    )
    with pytest.raises(hw.IllegalAction, match=r"O2\.1"):
        ORDERS.attack_odds(position, "0101 attack 0301")
    with pytest.raises(hw.InputError, match="expected an attack"):
        ORDERS.attack_odds(position, "0101 defend")
    assert ORDERS.battle_odds(position) is None


# ---------------------------------------------------------------- build
@pytest.mark.clause("O3.1", "O3.4")
def test_a_unit_builds_in_its_own_hex() -> None:
    position = scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"})
    after, events = play(position, "0101 build keep", "0102 build farm")
    assert told(events, "built") == [
        "Red's knight builds a keep on 0101 (O3.1)",
        "Red's archer builds a farm on 0102 (O3.1)",
    ]
    assert [after.called(b) for b in after.buildings] == ["red's keep", "red's farm"]


def test_a_building_of_ones_own_has_the_right_article() -> None:
    roster = {"units": {"elf": {"attack": 1, "defence": 1, "builds": ["inn"]}}, "buildings": {"inn": {"defence": 0}}}
    position = scripted({"0101": "elf"}, {"0601": "knight"}, roster=roster)
    _, events = play(position, "0101 build inn")
    assert told(events, "built") == ["Red's elf builds an inn on 0101 (O3.1)"]
    with pytest.raises(hw.InputError, match="an elf does not know firebolt"):
        scripted(
            {"0101": {"unit": "elf", "id": 1, "ordered": True}},
            {"0201": {"unit": "knight", "id": 2}},
            roster=roster,
            bolt={"spell": "firebolt", "caster": 1, "target": 2},
        )


@pytest.mark.clause("O3.1", "O3.4", bars=True)
def test_what_can_be_built_depends_on_the_unit() -> None:
    position = scripted({"0101": "knight", "0102": "trickster"}, {"0601": "knight"})
    (finding,) = position.check("0101 build palisade").findings
    assert str(finding) == (
        "O3.1: A knight cannot build a palisade, only a farm or a keep. "
        "Build something else: let the knight on 0101 build a farm: `0101 build farm` (O3.1)."
    )
    assert found(position, "0102 build farm") == [("O3.4", "cannot_build")]
    with pytest.raises(hw.InputError, match="did you mean 'palisade'"):
        position.check("0101 build palisad")


@pytest.mark.clause("O3.2")
def test_one_may_build_where_only_own_tiles_are() -> None:
    position = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"red": {"0101": ["farm"]}})
    assert position.check("0101 build keep")


@pytest.mark.clause("O3.2", bars=True)
def test_nobody_builds_beside_an_opposing_tile_in_the_hex() -> None:
    position = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"blue": {"0101": ["farm"]}})
    assert found(position, "0101 build keep") == [("O3.2", "opposing_tile")]
    together = scripted({"0101": "knight"}, {"0101": "knight"}, after_tie="stay")
    assert found(together, "0101 build keep") == [("O3.2", "opposing_tile")]


@pytest.mark.clause("O3.3")
def test_a_farm_shares_a_hex_with_another_building() -> None:
    position = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"red": {"0101": ["keep"]}})
    assert position.check("0101 build farm")


@pytest.mark.clause("O3.3", bars=True)
def test_never_with_another_farm_nor_two_others() -> None:
    position = scripted({"0101": "engineer"}, {"0601": "knight"}, buildings={"red": {"0101": ["farm", "keep"]}})
    assert found(position, "0101 build farm") == [("O3.3", "occupied")]
    (finding,) = position.check("0101 build tower").findings
    assert str(finding) == (
        "O3.3: Red's keep stands on 0101: there is no room for a tower. "
        "Destroy the keep with this order, and build in a later game turn: "
        "let the engineer on 0101 destroy the keep: `0101 destroy keep` (O5.2)."
    )
    assert finding.remedy is not None
    assert position.check(finding.remedy.action or "")
    with pytest.raises(IllegalPosition, match=r"O3\.3"):
        scripted({"0101": "engineer"}, {"0601": "knight"}, buildings={"red": {"0101": ["tower", "keep"]}})


# ---------------------------------------------------------------- defend
@pytest.mark.clause("O4.1")
def test_a_unit_fortifies_itself_once() -> None:
    position = scripted({"0101": {"unit": "knight", "defending": "defend"}, "0102": "archer"}, {"0601": "knight"})
    again, events = play(position, "0101 defend")
    assert told(events, "defends_already") == ["Red's knight on 0101 defends already, so nothing changes (O4.1)"]
    assert again.left == 1
    after, events = play(position, "0102 defend")
    assert told(events, "defends") == ["Red's archer on 0102 takes up its defence (O4.1)"]
    assert "DEFEND bonus" in [t.name for t in after.scene().tokens]


@pytest.mark.clause("O4.1", bars=True)
def test_not_with_an_opposing_tile_in_the_hex() -> None:
    position = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"blue": {"0101": ["farm"]}})
    assert found(position, "0101 defend") == [("O4.1", "opposing_tile")]


@pytest.mark.clause("O4.2", "O4.3")
def test_two_attackers_give_a_defending_unit_two() -> None:
    position = hw.scenario("orders/two-on-one").position
    _, events = play(position, "0303+0402 attack 0302", 14, 5, 14)
    assert told(events, "rolled")[-1] == "Blue's militia on 0302 rolls 14 + 2 (DEFEND) = 16 (O2.3)"
    assert told(events, "bonus") == ["DEFEND adds 2 for blue's militia on 0302 (O4.2)"]
    assert told(events, "repelled")[0].startswith("15 against 16")
    _, events = play(position, "0303 attack 0302", 5, 7)
    assert told(events, "bonus") == ["DEFEND adds 1 for blue's militia on 0302 (O4.2)"]
    assert told(events, "tied")
    # Where the militia had not been given DEFEND, the same dice would destroy it.
    open_to_attack = position.changing(position.opponents(0, position.map.index("0302"))[0], defending="")
    _, events = play(open_to_attack, "0303+0402 attack 0302", 14, 5, 14)
    assert told(events, "destroyed")[0].startswith("15 against 14")
    alone, both = (ORDERS.attack_odds(position, t) for t in ("0303 attack 0302", "0303+0402 attack 0302"))
    assert (alone.destroyed, both.destroyed) == (
        Fraction(229, 400),
        listed_odds(position, position.parse("0303+0402 attack 0302"))[0],
    )


@pytest.mark.clause("O4.3")
def test_the_worked_example_goes_on_to_the_totals_of_the_dice() -> None:
    session = hw.example("O4.3")
    events = tuple(event for step in session.steps for event in step.events)
    assert told(events, "rolled") == [
        "Red's archer on 0402 rolls 5 + 1 = 6 (O2.3)",
        "Red's knight on 0303 rolls 12 + 3 = 15 (O2.3)",
        "Blue's militia on 0302 rolls 14 + 2 (DEFEND) = 16 (O2.3)",
    ]
    assert told(events, "repelled") == ["15 against 16: red's archer on 0402 is destroyed (O2.3)"]
    assert session.steps[-1].position.turn == 2


@pytest.mark.clause("O4.2", "O7.2")
def test_the_total_of_a_defence_names_each_bonus() -> None:
    priest = {"0201": {"unit": "priest", "defending": "ward"}, "0601": "knight"}
    position = scripted({"0101": "mage"}, priest, buildings={"blue": {"0201": ["keep"]}})
    _, events = play(position, "0101 attack 0201", 9, 4)
    assert told(events, "rolled") == [
        "Red's mage on 0101 rolls 9 - 1 = 8 (O2.3)",
        "Blue's priest on 0201 rolls 4 + 1 + 2 (buildings) + 1 (DEFEND) = 8 (O2.3)",
    ]


@pytest.mark.clause("O4.4")
@pytest.mark.parametrize(("done", "at", "why"), [
    (["0101 move 0102"], "0102", "it left its hex"),
    (["0101 attack 0201", 9, 9], "0101", "it attacked"),
    (["0101 destroy farm"], "0101", "it destroyed something in its hex"),
])  # fmt: skip
def test_the_bonus_is_lost_and_the_unit_shows_why(done: list[Any], at: str, why: str) -> None:
    units = {"0101": {"unit": "archer", "defending": "defend"}}, {"0201": {"unit": "militia"}}
    position = scripted(*units, buildings={"red": {"0101": ["farm"]}})
    after, events = play(position, *done[:1])
    assert told(events, "bonus_lost") == [f"Red's archer on {at} loses its DEFEND bonus: {why} (O4.4)"]
    after, _ = play(position, *done)
    label = next(p.label for p in after.scene().pieces if p.space == at and p.layer == "unit")
    assert f"DEFEND lost: {why}" in label
    assert [t.label for t in after.scene().tokens] == [f"the archer has lost the DEFEND bonus: {why} (O4.4)"]


@pytest.mark.clause("O4.4")
def test_coming_back_does_not_restore_it() -> None:
    position = scripted({"0101": {"unit": "archer", "defending": "defend"}}, {"0601": "knight"})
    after, _ = play(position, "0101 move 0102", "end turn", "end turn", 9, 3, "0102 move 0101")
    unit = after.unit_of(0, after.map.index("0101"))
    assert unit is not None
    assert (unit.defending, unit.lost) == ("", "left")


# ---------------------------------------------------------------- destroy, disband
@pytest.mark.clause("O5.1", "O5.2")
def test_a_building_in_the_own_hex_is_removed_ones_own_too() -> None:
    buildings = {"blue": {"0101": ["farm"]}, "red": {"0102": ["keep"]}}
    position = scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"}, buildings=buildings)
    after, events = play(position, "0101 destroy farm", "0102 destroy keep")
    assert told(events, "demolished") == [
        "Red's knight destroys blue's farm on 0101 (O5.1)",
        "Red's archer destroys red's keep on 0102 (O5.2)",
    ]
    assert after.buildings == ()


@pytest.mark.clause("O5.1", bars=True)
def test_not_with_an_enemy_present_and_not_what_is_not_there() -> None:
    position = scripted(
        {"0101": "knight"}, {"0101": "archer"}, after_tie="stay", buildings={"blue": {"0101": ["farm"]}}
    )
    (finding,) = position.check("0101 destroy farm").findings
    assert str(finding) == (
        "O5.1: Blue's archer is on 0101: red cannot destroy anything there. "
        "Attack from inside the hex: attack blue's archer on 0101 with the knight on 0101: `0101 attack blue 0101` (O8.3)."
    )
    empty = scripted({"0101": "knight"}, {"0601": "archer"})
    assert found(empty, "0101 destroy farm") == [("O5.1", "no_building")]


@pytest.mark.clause("O6.1", "O6.2")
def test_a_unit_disbanded_gives_a_point_on_the_next_turn() -> None:
    position, events = play(
        scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"}), "0101 disband", "end turn"
    )
    assert (position.points, position.due) == ((0, 0), (1, 0))
    assert told(events, "disbanded")
    after, events = play(position, "end turn", 15, 3)
    assert (after.points, after.due) == ((1, 0), (0, 0))
    assert told(events, "points") == ["Red gains 1 resource point (O6.1)"]
    assert "resource points: red 1" in ORDERS.status(after)
    # It is that unit's order.
    had, _ = play(scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"}), "0101 defend")
    assert found(had, "0101 disband") == [("O1.4", "had_its_order")]
