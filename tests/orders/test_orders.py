"""The seven orders: what each does, and what bars it."""

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
from hexwidget.systems.orders.position import OrdersPosition
from tests.orders.positions import found, play, scripted, stands, told

ORDERS = hw.system("orders")
BESIDE = {"0101": "knight"}, {"0201": "militia"}
"""Red's knight beside blue's militia."""


# ---------------------------------------------------------------- attack
@pytest.mark.clause("O2.1")
def test_an_attack_is_made_on_an_adjacent_unit_and_the_attacker_stays() -> None:
    position, events = play(
        scripted({"0101": "knight"}, {"0201": "militia", "0601": "knight"}), "0101 attack 0201", 12, 14
    )
    assert told(events, "attacked") == ["red's knight on 0101 attacks blue's militia on 0201 (O2.1)"]
    assert stands(position) == {"0101 red": "knight", "0601 blue": "knight"}


@pytest.mark.clause("O2.1", bars=True)
def test_nobody_is_attacked_from_afar_and_nobody_where_nobody_is() -> None:
    position = scripted({"0101": "knight"}, {"0301": "militia"})
    assert [str(f) for f in position.check("0101 attack 0301").findings] == [
        "O2.1: 0301 is 2 hexes away from 0101, and 1 is the most."
    ]
    assert found(position, "0101 attack 0201") == [("O2.1", "no_opponent")]


@pytest.mark.clause("O2.2")
def test_two_attack_jointly_with_both_orders() -> None:
    position = scripted({"0101": "knight", "0301": "archer"}, {"0201": "militia", "0601": "knight"})
    after, events = play(position, "0101+0301 attack 0201", 2, 17, 18)
    assert told(events, "rolled") == [
        "red's knight on 0101 rolls 2 + 3 = 5 (O2.3)",
        "red's archer on 0301 rolls 17 + 1 = 18 (O2.3)",
        "blue's militia on 0201 rolls 18 (O2.3)",
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
        "red's knight builds a keep on 0101 (O3.1)",
        "red's archer builds a farm on 0102 (O3.1)",
    ]
    assert [after.built(b) for b in after.buildings] == ["red's keep", "red's farm"]


@pytest.mark.clause("O3.1", "O3.4", bars=True)
def test_what_can_be_built_depends_on_the_unit() -> None:
    position = scripted({"0101": "knight", "0102": "trickster"}, {"0601": "knight"})
    (finding,) = position.check("0101 build palisade").findings
    assert str(finding) == (
        "O3.1: A knight cannot build a palisade; it can build farm, keep. Build something else: 0101 build farm (O3.1)."
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
        "O3.3: Red's keep stands on 0101, no room for a tower. "
        "Destroy the keep with this order, and build in a later game turn: 0101 destroy keep (O5.2)."
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
    assert told(events, "defends_already") == ["red's knight on 0101 defends already: no further effect (O4.1)"]
    assert again.left == 1
    after, events = play(position, "0102 defend")
    assert told(events, "defends") == ["red's archer on 0102 fortifies itself (O4.1)"]
    assert "DEFEND bonus" in [t.name for t in after.scene().tokens]


@pytest.mark.clause("O4.1", bars=True)
def test_not_with_an_opposing_tile_in_the_hex() -> None:
    position = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"blue": {"0101": ["farm"]}})
    assert found(position, "0101 defend") == [("O4.1", "opposing_tile")]


@pytest.mark.clause("O4.2", "O4.3")
def test_two_attackers_give_a_defending_unit_two() -> None:
    position = hw.scenario("orders/two-on-one").position
    _, events = play(position, "0303+0402 attack 0302", 14, 5, 14)
    assert told(events, "rolled")[-1] == "blue's militia on 0302 rolls 14 + 2 (DEFEND) = 16 (O2.3)"
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
        "red's archer on 0402 rolls 5 + 1 = 6 (O2.3)",
        "red's knight on 0303 rolls 12 + 3 = 15 (O2.3)",
        "blue's militia on 0302 rolls 14 + 2 (DEFEND) = 16 (O2.3)",
    ]
    assert told(events, "repelled") == ["15 against 16: red's archer on 0402 is destroyed (O2.3)"]
    assert session.steps[-1].position.turn == 2


@pytest.mark.clause("O4.2", "O7.2")
def test_the_total_of_a_defence_names_each_bonus() -> None:
    priest = {"0201": {"unit": "priest", "defending": "ward"}, "0601": "knight"}
    position = scripted({"0101": "mage"}, priest, buildings={"blue": {"0201": ["keep"]}})
    _, events = play(position, "0101 attack 0201", 9, 4)
    assert told(events, "rolled") == [
        "red's mage on 0101 rolls 9 - 1 = 8 (O2.3)",
        "blue's priest on 0201 rolls 4 + 1 + 2 (buildings) + 1 (DEFEND) = 8 (O2.3)",
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
    assert told(events, "bonus_lost") == [f"red's archer on {at} loses its DEFEND bonus: {why} (O4.4)"]
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
        "red's knight destroys blue's farm on 0101 (O5.1)",
        "red's archer destroys red's keep on 0102 (O5.2)",
    ]
    assert after.buildings == ()


@pytest.mark.clause("O5.1", bars=True)
def test_not_with_an_enemy_present_and_not_what_is_not_there() -> None:
    position = scripted(
        {"0101": "knight"}, {"0101": "archer"}, after_tie="stay", buildings={"blue": {"0101": ["farm"]}}
    )
    (finding,) = position.check("0101 destroy farm").findings
    assert str(finding) == (
        "O5.1: Blue's archer is on 0101: no unit of red's can destroy anything there. "
        "Attack from inside the hex: 0101 attack blue 0101 (O8.3)."
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
    assert told(events, "points") == ["red gains 1 resource point (O6.1)"]
    assert "resource points: red 1" in ORDERS.status(after)
    # It is that unit's order.
    had, _ = play(scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"}), "0101 defend")
    assert found(had, "0101 disband") == [("O1.4", "had_its_order")]


# ---------------------------------------------------------------- magic
@pytest.mark.clause("O7.1")
def test_spells_are_cast_at_once() -> None:
    position = scripted({"0101": "mage", "0102": "priest"}, {"0301": "knight", "0601": "knight"})
    hit, events = play(position, "0101 cast firebolt 0301", 12)
    assert told(events, "destroyed") == ["firebolt rolls 12 (12 or more): blue's knight on 0301 is destroyed (O7.2)"]
    missed, _ = play(position, "0101 cast firebolt 0301", 11)
    assert "0301 blue" in stands(missed)
    assert "0301 blue" not in stands(hit)
    warded, events = play(position, "0102 cast ward 0101")
    assert told(events, "warded") == ["red's priest on 0102 casts ward: red's mage on 0101 has the DEFEND bonus (O7.1)"]
    unit = warded.unit_of(0, warded.map.index("0101"))
    assert unit is not None
    assert unit.defending == "ward"


@pytest.mark.clause("O7.1", bars=True)
def test_a_spell_must_be_known_and_in_range() -> None:
    position = scripted({"0101": "mage", "0102": "priest"}, {"0401": "knight"})
    (finding,) = position.check("0101 cast firebolt 0401").findings
    # To go nearer would use up the mage's order: nothing helps in this turn.
    assert str(finding) == "O7.1: 0401 is 3 away from 0101, and firebolt reaches 1 to 2."
    assert found(position, "0102 cast blink 0303") == [("O7.1", "unknown_spell")]
    casting, _ = play(scripted({"0101": "mage"}, {"0301": "knight"}), "0101 cast firebolt 0301")
    assert found(casting, "end turn") == [("O7.1", "dice")]


@pytest.mark.clause("O7.2")
def test_a_bolt_is_no_attack_and_blink_leaves_the_hex() -> None:
    units = {"0101": {"unit": "mage", "defending": "defend"}, "0105": {"unit": "trickster", "defending": "defend"}}
    position = scripted(units, {"0201": {"unit": "knight", "attacked": 2}, "0601": "knight"})
    after, events = play(position, "0101 cast firebolt 0201", 3, "0105 cast blink 0303")
    assert told(events, "bonus_lost") == ["red's trickster on 0303 loses its DEFEND bonus: it left its hex (O4.4)"]
    mage = after.unit_of(0, after.map.index("0101"))
    assert mage is not None
    assert mage.defending == "defend"


@pytest.mark.clause("O7.2", bars=True)
def test_what_spells_are_not_for() -> None:
    position = scripted(
        {"0101": "mage", "0102": "priest", "0202": "trickster"}, {"0301": "knight"}, map=FIELD_WITH_ROCK
    )
    assert found(position, "0101 cast firebolt 0201") == [("O7.2", "no_opponent")]
    assert found(position, "0102 cast ward 0201") == [("O7.2", "no_own_unit")]
    assert found(position, "0202 cast blink 0301") == [("O7.2", "held")]
    assert found(position, "0202 cast blink 0402") == [("O8.4", "impassable")]
    together = scripted({"0101": "priest"}, {"0101": "knight"}, after_tie="stay")
    assert found(together, "0101 cast ward 0101") == [("O7.2", "enemy_present")]
    # Opposing buildings do not matter.
    beside = scripted({"0101": "priest"}, {"0601": "knight"}, buildings={"blue": {"0101": ["farm"]}})
    assert beside.check("0101 cast ward 0101")
    assert not beside.check("0101 defend")


FIELD_WITH_ROCK = ".   .   .   .   .   .\n  .   .   .   X   .   .\n.   .   .   .   .   .\n"


@pytest.mark.clause("O7.2")
def test_buildings_add_to_the_defence_of_their_owners_units() -> None:
    for kind, bonus in (("palisade", 1), ("keep", 2), ("tower", 1), ("farm", 0)):
        own = scripted(*BESIDE, buildings={"blue": {"0201": [kind]}})
        theirs = scripted(*BESIDE, buildings={"red": {"0201": [kind]}})
        defender = own.by_hex[own.map.index("0201")][0]
        assert battle.defence(own, defender, 1) == bonus
        assert battle.defence(theirs, defender, 1) == 0


@pytest.mark.clause("O7.2")
def test_a_new_unit_building_and_spell_need_no_code() -> None:
    roster = {
        "units": {"dragon": {"attack": 6, "defence": 4, "builds": ["lair"], "spells": ["breath"]}},
        "buildings": {"lair": {"defence": 5}},
        "spells": {"breath": {"kind": "bolt", "range": [1, 4], "at_least": 5}},
    }
    position = scripted({"0101": "dragon"}, {"0501": "knight", "0601": "knight"}, roster=roster)
    after, events = play(position, "0101 cast breath 0501", 5)
    assert told(events, "destroyed")
    assert position.check("0101 build lair")
    assert position.system.read(after.notation) == after
    assert ">D</text>" in position.to_svg()  # no drawing of that name: its letter
    for broken, expected in (
        ({"units": {"dragon": {"builds": ["liar"]}}}, "unknown building 'liar'"),
        ({"spells": {"breath": {"kind": "blot", "range": [1, 4]}}}, "did you mean 'bolt'"),
        ({"spells": {"breath": {"kind": "bolt", "range": [4, 1], "at_least": 3}}}, "lesser distance first"),
        ({"unit": {}}, "did you mean 'units'"),
    ):
        with pytest.raises(hw.InputError, match=expected):
            scripted({"0101": "knight"}, {"0601": "knight"}, roster=broken)


# ---------------------------------------------------------------- move
@pytest.mark.clause("O8.1")
def test_a_unit_moves_one_hex_in_any_direction() -> None:
    position = scripted({"0303": "knight"}, {"0601": "knight"})
    assert len(position.reach("0303")) == 6
    after, events = play(position, "0303 move 0403")
    assert told(events, "moved") == ["red's knight moves from 0303 to 0403 (O8.1)"]
    assert "0403 red" in stands(after)


@pytest.mark.clause("O8.1", bars=True)
def test_not_two_and_not_none() -> None:
    position = scripted({"0303": "knight"}, {"0601": "knight"})
    assert found(position, "0303 move 0503") == [("O8.1", "not_one_hex")]
    assert found(position, "0303 move 0303") == [("O8.1", "not_one_hex")]


@pytest.mark.clause("O8.2")
def test_moving_into_the_enemy_owes_the_attack() -> None:
    position, events = play(scripted({"0101": "knight"}, {"0201": "militia", "0601": "knight"}), "0101 move 0201")
    assert told(events, "owes_attack") == ["red's knight stands in 0201 with an opponent and owes its attack (O8.2)"]
    assert [str(a) for a in position.legal_actions()] == ["0201 attack blue 0201"]
    after, events = play(position, "0201 attack 0201", 20, 1)
    assert told(events, "holds") == ["red's knight holds 0201 (O8.3)"]
    assert stands(after) == {"0201 red": "knight", "0601 blue": "knight"}
    assert after.to_act == {"blue"}


@pytest.mark.clause("O8.2", bars=True)
def test_only_with_both_orders_and_if_it_may_attack_and_nothing_else_then() -> None:
    units = {"0101": "knight", "0106": "archer"}
    one_left, _ = play(scripted(units, {"0201": "militia"}), "0106 defend")
    assert found(one_left, "0101 move 0201") == [("O8.2", "orders_left")]
    attacked = scripted(units, {"0201": {"unit": "militia", "attacked": 2}})
    assert found(attacked, "0101 move 0201") == [("O8.2", "cannot_attack")]
    inside, _ = play(scripted(units, {"0201": "militia", "0301": "archer"}), "0101 move 0201")
    for text in ("end turn", "0106 defend", "0201 attack 0301", "0201 move 0101"):
        assert ("O8.2", "owes_attack") in found(inside, text)


@pytest.mark.clause("O8.3")
@pytest.mark.parametrize(("after_tie", "where"), [("return", "0101 red"), ("stay", "0201 red")])
def test_after_a_tie_from_inside_the_hex(after_tie: str, where: str) -> None:
    position = scripted({"0101": "knight"}, {"0201": "militia"}, after_tie=after_tie)
    after, events = play(position, "0101 move 0201", "0201 attack 0201", 10, 13)
    assert where in stands(after)
    assert "0201 blue" in stands(after)
    assert told(events, "returns" if after_tie == "return" else "stays")
    if after_tie == "stay":
        # Each may attack the other from inside, and nobody builds, defends or destroys there.
        assert after.check("0201 attack 0201")
        assert found(after, "0201 defend") == [("O4.1", "opposing_tile")]
        assert found(after, "0201 build farm") == [("O3.2", "opposing_tile")]


@pytest.mark.clause("O8.3")
def test_the_attacker_inside_may_be_destroyed() -> None:
    position = scripted({"0101": "knight", "0106": "archer"}, {"0201": "militia"})
    after, _ = play(position, "0101 move 0201", "0201 attack 0201", 1, 20)
    assert set(stands(after)) == {"0106 red", "0201 blue"}


@pytest.mark.clause("O8.3")
def test_with_two_opponents_in_the_hex_one_is_attacked() -> None:
    position = ORDERS.position(
        map=FIELD_WITH_ROCK, players=["red", "blue", "green"], after_tie="stay",
        units={"red": {"0101": "knight"}, "blue": {"0201": "militia"}, "green": {"0201": "archer"}},
        initiative={"red": [15], "blue": [9], "green": [3]}, queue=["red", "blue", "green"], left=2,
    )  # fmt: skip
    inside, _ = play(position, "0101 move 0201")
    assert {str(a) for a in inside.legal_actions()} == {"0201 attack blue 0201", "0201 attack green 0201"}
    with pytest.raises(hw.InputError, match="several opponents"):
        inside.parse("0201 attack 0201")
    after, _ = play(inside, "0201 attack green 0201", 20, 1)
    assert set(stands(after)) == {"0201 red", "0201 blue"}


@pytest.mark.clause("O8.3", bars=True)
def test_where_they_go_back_enemies_do_not_share_a_hex() -> None:
    with pytest.raises(IllegalPosition, match=r"O8\.3.*after_tie='stay'"):
        scripted({"0101": "knight"}, {"0101": "militia"})


@pytest.mark.clause("O8.4")
def test_ground_costs_nothing() -> None:
    position = scripted({"0303": "knight"}, {"0601": "knight"}, map=FIELD_WITH_ROCK)
    assert "0302" in position.reach("0303")


@pytest.mark.clause("O8.4", bars=True)
def test_impassable_hexes_are_not_entered() -> None:
    position = scripted({"0403": "knight"}, {"0601": "knight"}, map=FIELD_WITH_ROCK)
    assert found(position, "0403 move 0402") == [("O8.4", "impassable")]
    assert position.reach("0403").rim["0402"] == "O8.4"
    with pytest.raises(IllegalPosition, match=r"O8\.4"):
        scripted({"0402": "knight"}, {"0601": "knight"}, map=FIELD_WITH_ROCK)


# ---------------------------------------------------------------- odd moments
def test_a_caster_among_two_opponents_can_still_be_commanded() -> None:
    position = ORDERS.position(
        map=FIELD_WITH_ROCK, players=["red", "blue", "green"], after_tie="stay",
        units={"red": {"0201": "mage"}, "blue": {"0201": "militia"}, "green": {"0201": "archer"}},
        initiative={"red": [15], "blue": [9], "green": [3]}, queue=["red", "blue", "green"], left=2,
    )  # fmt: skip
    offered = [o.label for o in position.choices(hw.Draft(unit="0201")).options if o.legal]
    assert {"Attack blue's militia on 0201", "Attack green's archer on 0201", "Disband"} <= set(offered)


def test_what_has_no_effect_is_listed_once_and_never_beside_ending_the_turn() -> None:
    priest = {"0101": {"unit": "priest", "defending": "ward"}, "0303": "knight"}
    beside = scripted(priest, {"0501": "knight"}, buildings={"blue": {"0101": ["keep"]}})
    assert "0101 cast ward 0101" in [str(a) for a in beside.legal_actions()]  # DEFEND is barred there
    free = scripted(priest, {"0501": "knight"})
    idle = [str(a) for a in free.legal_actions() if str(a) in ("0101 defend", "0101 cast ward 0101")]
    assert len(idle) == 1
    last = scripted({"0101": {"unit": "knight", "defending": "defend"}}, {"0501": "knight"}, queue=["red"], left=1)
    listed = list(last.legal_actions())
    assert len({last.apply(a).position for a in listed}) == len(listed)
    assert "0101 defend" in last.legal_actions()


def test_drafts_that_do_not_go_together_are_read_all_the_same() -> None:
    owed, _ = play(scripted({"0101": "knight"}, {"0201": "militia", "0501": "knight"}), "0101 move 0201")
    for draft in (hw.Draft(target="blue 0201", to="0101"), hw.Draft(target="blue 0201", do="end turn"), hw.Draft()):
        assert str(owed.choices(draft).action) == "0201 attack blue 0201"
    assert owed.choices(player="blue").prompt == "It is red's turn, not blue's."
    mage = scripted({"0101": "mage"}, {"0201": "militia", "0501": "knight"})
    for draft in (
        hw.Draft(unit="0101", spell="firebolt", to="0102"),
        hw.Draft(unit="0101", spell="firebolt", build="farm"),
    ):
        assert mage.choices(draft).action is None


def test_a_spell_without_a_target_is_barred_and_explained() -> None:
    position = scripted({"0101": "mage"}, {"0501": "militia"})
    (button,) = [o for o in position.choices(hw.Draft(unit="0101")).options if o.label == "Cast firebolt"]
    assert [f.text for f in button.findings] == ["there is nothing for firebolt at a distance of 1 to 2"]
    why = ORDERS.explain(position, "red", hw.Draft(unit="0101", spell="firebolt"), "0501")
    assert why.clauses == ("O7.1",)


def test_remedies_are_orders_that_may_be_given() -> None:
    position = ORDERS.position(
        map=FIELD_WITH_ROCK, players=["red", "blue", "green"], after_tie="stay",
        units={"red": {"0101": "knight", "0103": "archer"}, "blue": {"0201": "militia"}, "green": {"0201": "archer"}},
        initiative={"red": [15], "blue": [9], "green": [3]}, queue=["red", "blue", "green"], left=2,
    )  # fmt: skip
    inside, _ = play(position, "0101 move 0201")
    one_left, _ = play(position, "0103 defend")
    offered = 0
    for moment, text in ((inside, "end turn"), (one_left, "0101 move 0201"), (one_left, "0103+0101 attack blue 0201")):
        for finding in moment.check(text).findings:
            if finding.remedy is not None and finding.remedy.action is not None:
                offered += 1
                assert moment.check(finding.remedy.action)
    assert offered == 4


def test_what_could_not_have_come_about_is_refused() -> None:
    knight = {"unit": "knight", "id": 1, "ordered": True}
    for red, more, expected in (
        ({"0101": knight}, {"owed": {"unit": 1, "from": "0201"}, "left": 2}, "expected 1"),
        ({"0101": knight}, {"owed": {"unit": 2, "from": "0201"}, "left": 1}, "whose turn it is"),
        ({"0101": knight, "0201": "archer"}, {"owed": {"unit": 1, "from": "0201"}, "left": 1}, "can go back to"),
        (
            {"0301": knight},
            {"battle": {"attackers": [1], "defender": 2, "rolls": [], "from": None}},
            "next to the defender",
        ),
        ({"0102": knight}, {"bolt": {"spell": "firebolt", "caster": 1, "target": 2}}, "does not know firebolt"),
    ):
        with pytest.raises(hw.InputError, match=expected):
            scripted(red, {"0101": {"unit": "militia", "id": 2}}, **more)
    with pytest.raises(hw.InputError, match="named twice"):
        scripted({"0101": "knight"}, {"0601": "knight"}, roster={"units": {"ox": {"builds": ["farm", "farm"]}}})


def test_names_with_blanks_are_read_as_they_are_written() -> None:
    position = ORDERS.position(
        map=". . . .", players=["red", "Ada  L"], units={"red": {"0101": "knight"}, "Ada  L": {"0201": "knight"}},
        initiative={"red": [15], "Ada  L": [9]}, queue=["red", "Ada  L"], left=2,
    )  # fmt: skip
    for action in position.legal_actions():
        assert position.parse(str(action)) == action
        assert position.parse(f"{action.player}: {action}") == action
