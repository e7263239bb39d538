"""Turns, initiative, orders left, and the end."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE, IllegalPosition
from hexwidget.systems.orders.actions import Defend
from hexwidget.systems.orders.initiative import next_to_roll, odds, order_of_play
from hexwidget.systems.orders.legality.given_order import GivenOrder
from tests.orders.positions import FIELD, found, play, scripted, stands, told

ORDERS = hw.system("orders")


def three(**more: object):
    return ORDERS.position(
        map=FIELD,
        players=["red", "blue", "green"],
        units={"red": {"0101": "knight"}, "blue": {"0601": "knight"}, "green": {"0306": "knight"}},
        **more,
    )


@pytest.mark.clause("O1.1")
def test_every_player_has_two_orders_in_order_of_initiative() -> None:
    position, events = play(three(), 5, 17, 9)
    assert told(events, "order_of_play") == ["Order of play: blue, then green, then red (O1.2)"]
    acting = []
    for _ in range(3):
        (player,) = position.to_act
        acting.append((player, position.left))
        position, _ = play(position, "end turn")
    assert acting == [("blue", 2), ("green", 2), ("red", 2)]
    assert position.turn == 2
    assert position.to_act == CHANCE
    one, _ = play(scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"}), "0101 defend")
    assert (one.to_act, one.left) == ({"red"}, 1)
    two, events = play(one, "0102 defend")
    assert two.to_act == {"blue"}
    assert told(events, "turn_begins") == ["Blue's turn: 2 orders (O1.1)"]


@pytest.mark.clause("O1.1", bars=True)
def test_nobody_acts_out_of_turn() -> None:
    position = scripted({"0101": "knight"}, {"0601": "knight"})
    assert found(position, "blue: 0601 defend") == [("O1.1", "not_your_turn")]


@pytest.mark.clause("O1.2")
def test_initiative_is_a_die_each_the_highest_first() -> None:
    position = three()
    assert position.chance is not None
    assert position.chance.source == "initiative of red"
    assert set(position.chance.probabilities.values()) == {Fraction(1, 20)}
    after, events = play(position, 3, 11, 20)
    assert told(events, "initiative") == [
        "Red rolls 3 for initiative (O1.2)",
        "Blue rolls 11 for initiative (O1.2)",
        "Green rolls 20 for initiative (O1.2)",
    ]
    assert after.to_act == {"green"}


@pytest.mark.clause("O1.2", bars=True)
def test_no_order_before_the_dice() -> None:
    assert found(three(), "red: 0101 defend") == [("O1.2", "initiative")]


@pytest.mark.clause("O1.3")
def test_ties_are_rolled_again_among_themselves() -> None:
    position, events = play(three(), 12, 15, 12, 7, 7, 2, 19)
    assert told(events, "initiative")[3:] == [
        "Red rolls 7 again for initiative (O1.3)",
        "Green rolls 7 again for initiative (O1.3)",
        "Red rolls 2 again for initiative (O1.3)",
        "Green rolls 19 again for initiative (O1.3)",
    ]
    # They keep their place against the others: blue's 15 stays first.
    assert told(events, "order_of_play") == ["Order of play: blue, then green, then red (O1.2)"]
    assert position.rolls == ((12, 7, 2), (15,), (12, 7, 19))
    twice, _ = play(three(), 4, 4, 4, 9, 9, 1)
    assert next_to_roll(twice.rolls, twice.alive) == 0  # red and blue again, green is last


def test_odds_of_initiative_equal_what_all_the_dice_give() -> None:
    """Some dice are rolled already. The rest are listed, and ties left over come out alike likely."""
    for rolls in (((5,), (), ()), ((20,), (3,), ()), ((7,), (7,), ()), ((7,), (7,), (7,)), ((7, 4), (7,), (2,))):
        seats = (0, 1, 2)
        expected: Counter[tuple[int, ...]] = Counter()
        first = [s for s in seats if not rolls[s]]
        for values in product(range(1, 21), repeat=len(first)):
            filled = [(*rolls[s], values[first.index(s)]) if s in first else rolls[s] for s in seats]
            add(expected, filled, seats, Fraction(1, 20 ** len(first)))
        assert odds(rolls, seats) == {order: p for order, p in expected.items() if p}
    assert odds(((), (), (), ()), (0, 1, 2, 3)) == dict.fromkeys(permutations(range(4)), Fraction(1, 24))


def add(
    expected: Counter[tuple[int, ...]], rolls: list[tuple[int, ...]], seats: tuple[int, ...], weight: Fraction
) -> None:
    """Roll on where it has to be; those that are fresh and tied come out alike likely."""
    seat = next_to_roll(tuple(rolls), seats)
    if seat is None:
        expected[order_of_play(tuple(rolls), seats)] += weight
        return
    tied = [s for s in seats if rolls[s] == rolls[seat]]
    if len({len(rolls[s]) for s in seats if rolls[s][: len(rolls[seat])] == rolls[seat]}) == 1:
        for order in permutations(tied):
            settled = list(rolls)
            for place, s in enumerate(order):
                settled[s] = (*rolls[s], 20 - place)
            add(expected, settled, seats, weight / len(list(permutations(tied))))
        return
    for value in range(1, 21):
        filled = list(rolls)
        filled[seat] = (*rolls[seat], value)
        add(expected, filled, seats, weight / 20)


def test_the_public_odds_of_initiative_are_by_name() -> None:
    position, _ = play(three(), 20)
    found_odds = ORDERS.initiative_odds(position)
    assert sum(found_odds.values()) == 1
    first = sum((p for order, p in found_odds.items() if order[0] == "red"), Fraction(0))
    # Red is first unless somebody else rolls 20, too, and then half or a third of the time.
    nobody, one, both = Fraction(19, 20) ** 2, 2 * Fraction(19, 400), Fraction(1, 400)
    assert first == nobody + one / 2 + both / 3


@pytest.mark.clause("O1.4", bars=True)
def test_a_unit_has_one_order_in_a_game_turn() -> None:
    position, _ = play(scripted({"0101": "knight", "0102": "archer"}, {"0601": "knight"}), "0101 move 0201")
    assert found(position, "0201 defend") == [("O1.4", "had_its_order")]
    assert str(position.check("0201 defend").findings[0]).startswith(
        "O1.4: Red's knight on 0201 has had its order in this game turn."
    )


@pytest.mark.clause("O1.4")
def test_in_the_next_game_turn_it_may_have_one_again() -> None:
    position, events = play(
        scripted({"0101": "knight"}, {"0601": "knight"}), "0101 move 0201", "end turn", "end turn", 4, 9, "end turn"
    )
    assert position.check("0201 defend")
    over = next(e for e in events if e.kind == "turn_over")
    assert over.subjects == ("0201",)


@pytest.mark.clause("O1.5", bars=True)
def test_two_own_units_cannot_be_in_one_hex() -> None:
    position = scripted({"0101": "knight", "0201": "archer"}, {"0601": "knight"})
    assert found(position, "0101 move 0201") == [("O1.5", "own_unit")]
    units = [{"unit": "knight", "id": 1}, {"unit": "archer", "id": 1}]
    with pytest.raises(hw.InputError, match="two units have the id 1"):
        scripted({"0101": units[0], "0201": units[1]}, {"0601": "knight"})


@pytest.mark.clause("O1.5")
def test_own_units_stand_side_by_side() -> None:
    position, _ = play(scripted({"0101": "knight", "0201": "archer"}, {"0601": "knight"}), "0101 move 0102")
    assert stands(position)["0102 red"] == "knight"


@pytest.mark.clause("O1.6")
def test_a_turn_may_be_ended_with_orders_left() -> None:
    position, events = play(scripted({"0101": "knight"}, {"0601": "knight"}), "end turn")
    assert told(events, "turn_ended") == ["Red ends the turn with 2 orders left over (O1.6)"]
    assert position.to_act == {"blue"}


@pytest.mark.clause("O1.7")
def test_orders_are_given_to_own_units() -> None:
    assert scripted({"0101": "knight"}, {"0601": "knight"}).check("0101 defend")


@pytest.mark.clause("O1.7", bars=True)
def test_not_to_others_and_not_to_nobody() -> None:
    position = scripted({"0101": "knight", "0201": "archer"}, {"0601": "knight"})
    assert found(position, "0601 defend") == [("O1.7", "others_unit")]
    assert found(position, "0303 defend") == [("O1.7", "no_unit")]
    assert found(position, "0101 attack red 0201") == [("O2.1", "own_unit")]


@pytest.mark.clause("O1.8")
def test_units_and_buildings_are_tiles() -> None:
    position = scripted({"0101": "militia"}, {"0601": "knight"}, buildings={"blue": {"0101": ["farm"]}})
    given = GivenOrder(position, 0, Defend("red", "0101"))
    assert given.opposing_tiles(position.map.index("0101")) == ["blue's farm"]
    assert given.opposing_tiles(position.map.index("0601")) == ["blue's knight"]


@pytest.mark.clause("O1.9")
def test_who_has_no_units_is_out_at_once_and_the_last_one_has_won() -> None:
    position, _ = play(three(), 15, 9, 3)
    units = {"red": {"0101": "knight"}, "blue": {"0201": "militia"}, "green": {"0306": "knight"}}
    close = ORDERS.position(map=FIELD, players=["red", "blue", "green"], units=units)
    position, events = play(close, 15, 9, 3, "0101 attack 0201", 20, 1)
    assert told(events, "out") == ["Blue has no army units left: out of the game (O1.9)"]
    assert position.queue == (0, 2)
    after, events = play(scripted({"0101": "knight"}, {"0201": "militia"}), "0101 attack 0201", 20, 1)
    assert str(after.outcome) == "only red has army units left (O1.9)"
    assert told(events, "game_over") == ["Only red has army units left (O1.9)"]
    assert after.to_act == frozenset()


@pytest.mark.clause("O1.9", bars=True)
def test_who_is_out_gives_no_orders() -> None:
    units = {"red": {"0101": "knight"}, "green": {"0306": "knight"}}
    position = ORDERS.position(map=FIELD, players=["red", "blue", "green"], units=units,
                               initiative={"red": [9], "green": [4]}, queue=["red", "green"], left=2)  # fmt: skip
    assert found(position, "blue: end turn") == [("O1.9", "out"), ("O1.1", "not_your_turn")]
    over = scripted({"0101": "knight"}, {}, queue=[], left=0, initiative={})
    assert found(over, "0101 defend") == [("O1.9", "over")]


def test_positions_whose_parts_do_not_go_together_are_refused() -> None:
    units = {"0101": "knight"}, {"0601": "knight"}
    for more, expected in (
        ({"queue": ["blue", "red"]}, "in the order of their dice"),
        ({"queue": []}, "all dice are rolled"),
        ({"left": 0}, "left: expected 1 or 2"),
        ({"initiative": {"red": [3]}}, "blue has still to roll"),
        ({"units": {"red": {"0101": "kngiht"}, "blue": {}}}, "did you mean 'knight'"),
        ({"buildings": {"red": {"0101": ["frm"]}}}, "did you mean 'farm'"),
        ({"battle": {"attackers": [1], "defender": 1, "rolls": [], "from": None}}, "one or two units of one player"),
        ({"owed": {"unit": 1, "from": "0102"}}, "no opponent stands in the hex"),
        ({"bolt": {"spell": "ward", "caster": 1, "target": 2}}, "unknown bolt 'ward'"),
    ):
        with pytest.raises(hw.InputError, match=expected):
            scripted(*units, **more)
    with pytest.raises(IllegalPosition, match=r"O8\.3"):
        scripted({"0101": "knight"}, {"0101": "knight"})
    assert scripted({"0101": "knight"}, {"0101": "knight"}, after_tie="stay")
