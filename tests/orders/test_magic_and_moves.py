"""Magic, moves, and odd moments: what each order does, and what bars it."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.rules import IllegalPosition
from hexwidget.systems.orders import battle
from tests.orders.positions import BESIDE, found, play, scripted, stands, told

ORDERS = hw.system("orders")
FIELD_WITH_ROCK = ".   .   .   .   .   .\n  .   .   .   X   .   .\n.   .   .   .   .   .\n"


# ---------------------------------------------------------------- magic
@pytest.mark.clause("O7.1")
def test_spells_are_cast_at_once() -> None:
    position = scripted({"0101": "mage", "0102": "priest"}, {"0301": "knight", "0601": "knight"})
    hit, events = play(position, "0101 cast firebolt 0301", 12)
    assert told(events, "destroyed") == ["Firebolt rolls 12 (12 or more): blue's knight on 0301 is destroyed (O7.2)"]
    missed, _ = play(position, "0101 cast firebolt 0301", 11)
    assert "0301 blue" in stands(missed)
    assert "0301 blue" not in stands(hit)
    warded, events = play(position, "0102 cast ward 0101")
    assert told(events, "warded") == ["Red's priest on 0102 casts ward: red's mage on 0101 has the DEFEND bonus (O7.1)"]
    unit = warded.unit_of(0, warded.map.index("0101"))
    assert unit is not None
    assert unit.defending == "ward"


@pytest.mark.clause("O7.1", bars=True)
def test_a_spell_must_be_known_and_in_range() -> None:
    position = scripted({"0101": "mage", "0102": "priest"}, {"0401": "knight"})
    (finding,) = position.check("0101 cast firebolt 0401").findings
    # To go nearer would use up the mage's order: nothing helps in this turn.
    assert str(finding) == "O7.1: 0401 is 3 hexes away from 0101, and firebolt reaches 1 to 2."
    assert found(position, "0102 cast blink 0303") == [("O7.1", "unknown_spell")]
    casting, _ = play(scripted({"0101": "mage"}, {"0301": "knight"}), "0101 cast firebolt 0301")
    assert found(casting, "end turn") == [("O7.1", "dice")]


@pytest.mark.clause("O7.2")
def test_a_bolt_is_no_attack_and_blink_leaves_the_hex() -> None:
    units = {"0101": {"unit": "mage", "defending": "defend"}, "0105": {"unit": "trickster", "defending": "defend"}}
    position = scripted(units, {"0201": {"unit": "knight", "attacked": 2}, "0601": "knight"})
    after, events = play(position, "0101 cast firebolt 0201", 3, "0105 cast blink 0303")
    assert told(events, "bonus_lost") == ["Red's trickster on 0303 loses its DEFEND bonus: it left its hex (O4.4)"]
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
        ({"units": {"dragon": {"builds": ["liar"]}}}, "unknown building of the roster 'liar'"),
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
    assert told(events, "moved") == ["Red's knight moves from 0303 to 0403 (O8.1)"]
    assert "0403 red" in stands(after)


@pytest.mark.clause("O8.1", bars=True)
def test_not_two_and_not_none() -> None:
    position = scripted({"0303": "knight"}, {"0601": "knight"})
    assert found(position, "0303 move 0503") == [("O8.1", "not_one_hex")]
    assert found(position, "0303 move 0303") == [("O8.1", "not_one_hex")]


@pytest.mark.clause("O8.2")
def test_moving_into_the_enemy_owes_the_attack() -> None:
    position, events = play(scripted({"0101": "knight"}, {"0201": "militia", "0601": "knight"}), "0101 move 0201")
    assert told(events, "owes_attack") == ["Red's knight stands in 0201 with an opponent and owes its attack (O8.2)"]
    assert [str(a) for a in position.legal_actions()] == ["0201 attack blue 0201"]
    after, events = play(position, "0201 attack 0201", 20, 1)
    assert told(events, "holds") == ["Red's knight holds 0201 (O8.3)"]
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
    assert [f.text for f in button.findings] == ["there is nothing for firebolt at a distance of 1 to 2 hexes"]
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
    with pytest.raises(hw.InputError, match="given twice"):
        scripted({"0101": "knight"}, {"0601": "knight"}, roster={"units": {"ox": {"builds": ["farm", "farm"]}}})


def test_names_with_blanks_are_read_as_they_are_written() -> None:
    position = ORDERS.position(
        map=". . . .", players=["red", "Ada  L"], units={"red": {"0101": "knight"}, "Ada  L": {"0201": "knight"}},
        initiative={"red": [15], "Ada  L": [9]}, queue=["red", "Ada  L"], left=2,
    )  # fmt: skip
    for action in position.legal_actions():
        assert position.parse(str(action)) == action
        assert position.parse(f"{action.player}: {action}") == action


def test_a_click_on_an_own_unit_aims_a_spell_at_it() -> None:
    position = hw.scenario("orders/three-marches").position
    given = position.system.to_json(position) | {"initiative": {"red": [3], "blue": [19], "green": [7]}}
    position = position.system.position(**(given | {"queue": ["blue", "green", "red"], "left": 2}))
    options = position.choices(hw.Draft(unit="0901", spell="ward"), "blue").options
    assert next(option for option in options if option.space == "0902").slot == "at"
