"""Refusals name all reasons, offer what helps, and say what is true."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.rules import Finding
from hexwidget.systems.orders.position import OrdersPosition
from tests.orders.positions import FIELD, found, play, scripted

ORDERS = hw.system("orders")


def clauses(position: OrdersPosition, text: str) -> list[str]:
    return [*position.check(text).clauses]


def only(position: OrdersPosition, text: str, clause: str) -> Finding:
    """The finding of a clause."""
    (finding,) = [f for f in position.check(text).findings if f.clause == clause]
    return finding


def helps(position: OrdersPosition, text: str, clause: str) -> str | None:
    """The order that the finding of a clause offers; it is legal."""
    remedy = only(position, text, clause).remedy
    if remedy is None or remedy.action is None:
        return None
    assert position.check(remedy.action)
    return str(remedy.action)


# ---------------------------------------------------------------- all reasons
@pytest.mark.clause("O1.7", bars=True)
def test_an_order_to_anothers_unit_is_judged_as_if_it_were_an_own_one() -> None:
    position = scripted(
        {"0101": "knight"}, {"0301": "knight", "0102": "trickster"}, buildings={"blue": {"0301": ["keep"]}}
    )
    assert clauses(position, "0301 build palisade") == ["O1.7", "O3.1", "O3.2", "O3.3"]
    assert clauses(position, "0301 defend") == ["O1.7", "O4.1"]
    assert clauses(position, "0301 move 0101") == ["O1.7", "O8.1", "O1.5"]
    assert clauses(position, "0301 cast firebolt 0101") == ["O1.7", "O7.1", "O7.2"]
    assert clauses(position, "0102 build farm") == ["O1.7", "O3.4"]


@pytest.mark.clause("O1.8")
def test_an_opponents_keep_stays_an_opponents_and_the_unit_itself_is_no_enemy() -> None:
    free = scripted({"0101": "knight"}, {"0301": "knight"})
    assert clauses(free, "0301 defend") == ["O1.7"]
    assert clauses(free, "0301 move 0301") == ["O1.7", "O8.1"]  # not O8.2: it does not move into an enemy
    keep = scripted({"0101": "knight"}, {"0301": "knight"}, buildings={"blue": {"0301": ["keep"]}})
    finding = only(keep, "0301 defend", "O4.1")
    assert finding.text == "blue's keep is on 0301: red cannot defend there"


@pytest.mark.clause("O1.7", bars=True)
@pytest.mark.clause("O2.1", bars=True)
def test_a_unit_that_is_judged_as_an_own_one_does_not_attack_itself() -> None:
    position = scripted({"0101": "knight"}, {"0201": "militia", "0301": "archer"})
    assert clauses(position, "0201 attack blue 0201") == ["O1.7", "O2.1"]
    text = "blue's militia on 0201 cannot attack itself"
    assert text in [f.text for f in position.check("0201 attack blue 0201").findings]
    # It may attack its neighbour, which is an opponent of red's.
    assert clauses(position, "0201 attack blue 0301") == ["O1.7"]


def test_where_no_unit_stands_the_hex_is_judged_all_the_same() -> None:
    position = scripted({"0101": "knight"}, {"0301": "knight"}, buildings={"blue": {"0201": ["keep"]}})
    assert clauses(position, "0201 build keep") == ["O1.7", "O3.2", "O3.3"]
    assert clauses(position, "0201 defend") == ["O1.7", "O4.1"]
    assert clauses(position, "0201 destroy farm") == ["O1.7", "O5.1"]
    assert clauses(position, "0601 move 0301") == ["O1.7", "O8.1"]
    assert clauses(position, "0601 attack blue 0301") == ["O1.7", "O2.1"]


@pytest.mark.clause("O1.1", bars=True)
def test_out_of_turn_everything_else_is_judged_as_if_it_were_the_turn() -> None:
    position = scripted({"0101": "knight"}, {"0301": "knight", "0401": {"unit": "mage", "ordered": True}})
    assert clauses(position, "blue: 0301 build tower") == ["O1.1", "O3.1"]
    assert clauses(position, "blue: 0401 cast firebolt 0601") == ["O1.1", "O1.4", "O7.2"]
    assert clauses(position, "blue: 0301 move 0401") == ["O1.1", "O1.5"]
    # Blue would have both orders: the one that is left is red's.
    one_left, _ = play(scripted({"0201": "knight", "0105": "archer"}, {"0301": "knight"}), "0105 defend")
    assert clauses(one_left, "0201 move 0301") == ["O8.2"]
    assert clauses(one_left, "blue: 0301 move 0201") == ["O1.1"]


@pytest.mark.clause("O1.2", bars=True)
@pytest.mark.clause("O2.3", bars=True)
@pytest.mark.clause("O7.1", bars=True)
def test_while_dice_are_rolled_everything_else_is_judged_too() -> None:
    units = {"red": {"0101": "mage", "0102": "archer"}, "blue": {"0201": "knight"}}
    rolling = ORDERS.position(map=FIELD, players=["red", "blue"], units=units)
    assert clauses(rolling, "red: 0101 build keep") == ["O1.2", "O3.1"]
    position = scripted(units["red"], units["blue"])
    attacking, _ = play(position, "0102 defend", "0101 attack 0201")
    assert clauses(attacking, "0102 build farm") == ["O2.3", "O1.1", "O1.4"]
    assert clauses(attacking, "blue: 0201 build palisade") == ["O2.3", "O1.1", "O3.1"]
    casting, _ = play(position, "0101 cast firebolt 0201")
    assert clauses(casting, "0102 build keep") == ["O7.1", "O3.1"]
    assert found(casting, "end turn") == [("O7.1", "dice")]


@pytest.mark.clause("O1.9", bars=True)
def test_after_the_end_everything_else_is_judged_too() -> None:
    over = scripted({"0101": "knight"}, {}, queue=[], left=0, initiative={})
    assert clauses(over, "0101 build palisade") == ["O1.9", "O3.1"]
    assert only(over, "0101 build palisade", "O1.9").remedy is None


@pytest.mark.clause("O1.4", bars=True)
@pytest.mark.clause("O8.2", bars=True)
def test_a_unit_that_owes_its_attack_has_had_its_order_for_everything_else() -> None:
    inside, _ = play(
        scripted({"0101": "knight", "0106": "archer"}, {"0201": "militia", "0301": "archer"}), "0101 move 0201"
    )
    assert clauses(inside, "0201 defend") == ["O8.2", "O1.4", "O4.1"]
    assert clauses(inside, "0201 attack 0301") == ["O8.2", "O1.4"]
    assert clauses(inside, "0106+0201 attack 0201") == ["O8.2", "O1.4", "O2.3", "O2.1"]
    assert clauses(inside, "0106 defend") == ["O8.2"]
    assert clauses(inside, "0201 attack 0201") == []
    assert helps(inside, "0201 defend", "O8.2") == "0201 attack blue 0201"


@pytest.mark.clause("O8.2")
def test_another_player_owes_nothing_unless_the_unit_is_taken_for_theirs() -> None:
    inside, _ = play(scripted({"0101": "knight"}, {"0201": "militia", "0301": "archer"}), "0101 move 0201")
    assert clauses(inside, "blue: 0301 defend") == ["O1.1"]
    assert clauses(inside, "blue: end turn") == ["O1.1"]
    green = ORDERS.position(
        map=FIELD, players=["red", "blue", "green"], initiative={"red": [15], "blue": [9], "green": [3]},
        units={"red": {"0101": "knight"}, "blue": {"0201": "militia"}, "green": {"0606": "archer"}},
        queue=["red", "blue", "green"], left=2,
    )  # fmt: skip
    owed, _ = play(green, "0101 move 0201")
    # On 0201 green has no unit: the hex stands for red's, the first seat's, which owes its attack.
    assert clauses(owed, "green: 0201 disband") == ["O1.1", "O8.2", "O1.7", "O1.4"]


# ---------------------------------------------------------------- remedies that help
def test_another_unit_is_offered_the_order_only_if_one_can_have_it() -> None:
    alone = scripted({"0101": {"unit": "knight", "ordered": True}}, {"0601": "knight"})
    remedy = only(alone, "0101 defend", "O1.4").remedy
    assert str(remedy) == "this unit may have an order again in the next game turn (O1.4)"
    two = scripted({"0101": {"unit": "knight", "ordered": True}, "0303": "archer"}, {"0601": "knight"})
    assert helps(two, "0101 defend", "O1.4") == "0303 defend"
    assert helps(two, "0606 defend", "O1.7") == "0303 defend"
    assert helps(two, "0101 build keep", "O1.4") is None  # an archer builds no keep
    over = scripted({"0101": {"unit": "knight", "ordered": True}}, {}, queue=[], left=0, initiative={})
    assert only(over, "0101 defend", "O1.4").remedy is None


def test_nothing_is_offered_out_of_turn_or_while_dice_are_rolled() -> None:
    position = scripted(
        {"0101": "knight", "0102": "archer"}, {"0601": {"unit": "knight", "ordered": True}, "0602": "archer"}
    )
    assert all(f.remedy is None or f.remedy.action is None for f in position.check("blue: 0601 defend").findings)
    mage = scripted({"0101": "mage", "0102": "archer"}, {"0201": "knight"})
    casting, _ = play(mage, "0101 cast firebolt 0201")
    assert all(f.remedy is None or f.remedy.action is None for f in casting.check("0101 defend").findings)


def test_the_only_player_may_end_the_turn_first() -> None:
    alone = ORDERS.position(
        map=FIELD, players=["red"], units={"red": {"0101": {"unit": "knight", "ordered": True}}},
        initiative={"red": [15]}, queue=["red"], left=1,
    )  # fmt: skip
    remedy = only(alone, "0101 defend", "O1.4").remedy
    assert remedy is not None
    assert (str(remedy.action), remedy.first, remedy.certain) == ("end turn", True, True)
    assert "cannot be taken back" in remedy.text
    after, _ = play(alone, "end turn", 7)
    assert after.check("0101 defend")


@pytest.mark.clause("O7.1", bars=True)
def test_a_caster_out_of_range_is_not_sent_nearer() -> None:
    position = scripted({"0101": "mage", "0106": "archer"}, {"0401": "knight"})
    assert only(position, "0101 cast firebolt 0401", "O7.1").remedy is None
    near = scripted({"0101": "mage", "0301": "mage"}, {"0401": "knight"})
    assert helps(near, "0101 cast firebolt 0401", "O7.1") == "0301 cast firebolt blue 0401"
    other = scripted({"0101": "mage"}, {"0401": "knight", "0201": "archer"})
    assert helps(other, "0101 cast firebolt 0401", "O7.1") == "0101 cast firebolt blue 0201"


@pytest.mark.clause("O2.2", bars=True)
@pytest.mark.parametrize("attacked", [0, 2])
def test_an_attack_from_inside_the_hex_is_offered_unless_the_unit_has_been_attacked_twice(attacked: int) -> None:
    together = {"0101": "knight"}, {"0101": {"unit": "archer", "attacked": attacked}}
    position = scripted(*together, after_tie="stay", buildings={"blue": {"0101": ["farm"]}})
    expected = None if attacked else "0101 attack blue 0101"
    for text, clause in (("0101 destroy farm", "O5.1"), ("0101 defend", "O4.1"), ("0101 build keep", "O3.2")):
        assert helps(position, text, clause) == expected


@pytest.mark.clause("O1.5", bars=True)
def test_an_own_unit_in_the_way_moves_first() -> None:
    position = scripted({"0101": "knight", "0201": "archer"}, {"0601": "knight"})
    remedy = only(position, "0101 move 0201", "O1.5").remedy
    assert remedy is not None
    assert remedy.first
    assert "cannot be taken back" in remedy.text
    after, _ = play(position, str(remedy.action), "0101 move 0201")
    assert after.to_act == {"blue"}
    # With one order left there is none for the step.
    one_left = scripted({"0101": "knight", "0201": "archer"}, {"0601": "knight"}, left=1)
    assert helps(one_left, "0101 move 0201", "O1.5") == "0101 move 0102"


@pytest.mark.clause("O8.1", bars=True)
def test_a_move_too_far_goes_one_hex_towards_it_or_by_magic() -> None:
    position = scripted({"0101": "knight", "0105": "trickster"}, {"0601": "knight"})
    assert helps(position, "0101 move 0301", "O8.1") == "0101 move 0201"
    assert helps(position, "0105 move 0305", "O8.1") == "0105 cast blink 0305"
    text = only(position, "0101 move 0101", "O8.1").remedy
    assert "towards" not in str(text)  # it stands there


@pytest.mark.clause("O3.1", bars=True)
@pytest.mark.clause("O3.4", bars=True)
def test_other_buildings_and_other_builders_are_offered() -> None:
    position = scripted({"0101": "knight", "0102": "trickster"}, {"0601": "knight"})
    assert helps(position, "0101 build palisade", "O3.1") == "0101 build farm"
    assert helps(position, "0102 build farm", "O3.4") == "0101 build farm"
    standing = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"red": {"0101": ["keep"]}})
    assert helps(standing, "0101 build keep", "O3.3") == "0101 build farm"
    assert helps(standing, "0101 destroy farm", "O5.1") == "0101 destroy keep"
    theirs = scripted({"0101": "knight"}, {"0601": "knight"}, buildings={"blue": {"0101": ["keep"]}})
    assert helps(theirs, "0101 defend", "O4.1") == "0101 destroy keep"
    # An own building is destroyed by O5.2, another player's by O5.1, whatever the reason.
    both = {"build keep": "O3.3", "build palisade": "O3.1", "destroy farm": "O5.1"}
    for text in both:
        for position, clause in ((standing, "O5.2"), (theirs, "O5.1")):
            clauses = {
                r.clause for r in position.check(f"0101 {text}").remedies if str(r.action) == "0101 destroy keep"
            }
            assert clauses <= {clause}, text
    assert {r.clause for r in theirs.check("0101 build tower").remedies} == {"O5.1"}


@pytest.mark.clause("O2.1", bars=True)
@pytest.mark.clause("O2.2", bars=True)
def test_other_attackers_and_other_targets_are_offered() -> None:
    position = scripted({"0101": "knight", "0301": "archer"}, {"0201": "militia", "0401": "archer"})
    assert helps(position, "0101 attack 0401", "O2.1") == "0301 attack blue 0401"
    assert helps(position, "0101 attack 0102", "O2.1") == "0101 attack blue 0201"
    beside = scripted({"0101": "knight", "0102": "archer"}, {"0201": "militia"})
    assert helps(beside, "0101 attack red 0102", "O2.1") == "0101 attack blue 0201"
    assert helps(position, "0101+0101 attack 0201", "O2.2") == "0101 attack blue 0201"
    once = scripted({"0101": "knight", "0301": "archer"}, {"0201": {"unit": "militia", "attacked": 1}})
    assert helps(once, "0101+0301 attack 0201", "O2.2") == "0101 attack blue 0201"


# ---------------------------------------------------------------- true sentences
@pytest.mark.clause("O2.1", bars=True)
def test_an_own_unit_is_no_opponent_and_is_not_denied() -> None:
    position = ORDERS.position(
        map=FIELD, players=["A", "B"], units={"A": {"0101": "knight", "0201": "militia"}, "B": {"0606": "knight"}},
        initiative={"A": [15], "B": [9]}, queue=["A", "B"], left=2,
    )  # fmt: skip
    (finding,) = position.check("0101 attack A 0201").findings
    text = "A's militia on 0201 is A's own unit: A can only attack an opponent"
    assert (finding.clause, finding.code, finding.text) == ("O2.1", "own_unit", text)
    assert found(position, "0101 attack B 0201") == [("O2.1", "no_opponent")]
    assert only(position, "0101 attack B 0201", "O2.1").text == "no unit of B stands on 0201"


@pytest.mark.clause("O8.2", bars=True)
def test_all_opponents_in_the_hex_have_been_attacked() -> None:
    position = ORDERS.position(
        map=FIELD, players=["red", "blue", "green"], after_tie="stay",
        units={"red": {"0101": "knight"}, "blue": {"0201": {"unit": "militia", "attacked": 2}},
               "green": {"0201": {"unit": "archer", "attacked": 2}}},
        initiative={"red": [15], "blue": [9], "green": [3]}, queue=["red", "blue", "green"], left=2,
    )  # fmt: skip
    text = only(position, "0101 move 0201", "O8.2").text
    assert text.startswith("blue's militia and green's archer on 0201 have been attacked by 2 units each")


def test_articles_suit_the_names() -> None:
    position = scripted({"0101": "engineer"}, {"0601": "knight"})
    assert only(position, "0101 cast ward 0101", "O7.1").text == "an engineer does not know ward; it knows no spell"
