"""Battle by the bag: the clauses of section 9, and D2.2."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice

import pytest
from hypothesis import given

import hexwidget as hw
from hexwidget.rules import CHANCE, ChanceOutcome, IllegalAction
from hexwidget.systems.depletion.battle.losses import possible_losses
from hexwidget.systems.depletion.battle.odds import BattleOdds, sides
from hexwidget.systems.depletion.position import DepletionPosition
from tests.amounts import examples
from tests.depletion.positions import codes, scripted
from tests.depletion.strategies import positions

clause = pytest.mark.clause

MOST_MANEUVERS = 60
"""The maneuvers of a position of which one must lead to a battle, or none is looked for."""
LINE = ".  .  .  .  .  ."


def duel(
    red: dict[str, str], blue: dict[str, str], maneuver: str = "0101", map: str = LINE, **more: object
) -> DepletionPosition:
    """Red has maneuvered and may attack."""
    return scripted(red, blue, map=map, **more).apply(maneuver).position


def bag(position: DepletionPosition, target: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Attack and defence cubes of both sides."""
    ours, theirs = position.battle_odds(target).bag
    return tuple(ours), tuple(theirs)


# ---------------------------------------------------------------- D9.1 the bag
@clause("D9.1")
def test_a_battle_is_fought_by_cubes_drawn_from_a_bag() -> None:
    position = duel({"0101": "1 archer"}, {"0301": "1 swordsman"}).apply("attack 0301").position
    assert position.to_act == CHANCE
    assert position.chance is not None
    assert dict(position.chance.outcomes) == {"red 0, blue 0": Fraction(2, 3), "red 1, blue 0": Fraction(1, 3)}
    hit = position.apply(ChanceOutcome("the bag", "red 1, blue 0"))
    assert [a.owner for a in hit.position.armies] == [0]
    assert hit.position.to_act == {"blue"}
    missed = position.apply(ChanceOutcome("the bag", "red 0, blue 0")).position
    assert len(missed.armies) == 2


@clause("D9.1")
def test_the_odds_name_all_that_fights() -> None:
    position = duel({"0101": "1 archer, 1 spearman"}, {"0201": "2 cavalry, 1 archer"}, cities={"blue": ["0201"]})
    fighters = position.battle_odds("0201").forecast().fighters
    assert [each.name for each in fighters] == ["1 spearman and 1 archer", "1 archer, 2 cavalry and city"]


@clause("D9.1")
def test_units_that_do_not_reach_the_enemy_put_in_defence_cubes() -> None:
    far = duel({"0101": "1 archer, 1 spearman"}, {"0301": "1 spearman"})
    assert bag(far, "0301") == ((1, 1), (0, 1))
    near = duel({"0101": "1 archer, 1 spearman"}, {"0201": "1 spearman"})
    assert bag(near, "0201") == ((2, 0), (1, 0))


@clause("D9.1", bars=True)
def test_nothing_else_is_done_before_the_draw() -> None:
    position = duel({"0101": "1 archer"}, {"0301": "1 swordsman"}).apply("attack 0301").position
    assert codes(position, "pass") == [("D9.1", "draw_open")]


# ---------------------------------------------------------------- D9.2 strength and losses
@clause("D9.2")
@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        ("1 spearman", "1 cavalry", ((3, 0), (2, 0))),
        ("1 swordsman", "1 spearman", ((2, 0), (1, 0))),
        ("1 cavalry", "1 catapult", ((3, 0), (1, 0))),
        ("1 cavalry", "1 peasant", ((2, 0), (0, 1))),
        ("1 catapult", "1 archer", ((1, 0), (1, 0))),
        ("2 archers", "2 peasants", ((2, 0), (0, 2))),
    ],
)
def test_strength_is_units_and_their_best_bonus(red: str, blue: str, expected: object) -> None:
    assert bag(duel({"0101": red}, {"0201": blue}), "0201") == expected


@clause("D9.2")
def test_structures_defend_and_trebuchets_are_strong_against_them() -> None:
    position = duel({"0101": "1 unpacked trebuchet"}, {}, cities={"blue": ["0301"]})
    assert bag(position, "0301") == ((5, 0), (0, 2))
    packed = duel({"0101": "1 catapult, 1 trebuchet"}, {}, cities={"blue": ["0201"]})
    assert bag(packed, "0201") == ((3, 5), (0, 2))  # the packed trebuchet does not reach
    strong = duel({"0101": "1 catapult"}, {}, cities={"blue": ["0201"]}, structure_defence=5)
    assert bag(strong, "0201") == ((3, 0), (0, 5))


@clause("D9.2")
def test_vessels_fight_with_their_bonuses() -> None:
    position = duel({"0101": "1 galley"}, {"0301": "1 galley"}, map="~  ~  ~  .")
    assert bag(position, "0301") == ((2, 0), (2, 0))
    archers = duel({"0101": "1 archer"}, {"0301": "1 galley"}, map=".  ~  ~  .")
    assert bag(archers, "0301") == ((2, 0), (2, 0))


@clause("D9.2")
def test_the_attacker_draws_as_many_cubes_as_soldiers_attack() -> None:
    position = duel({"0101": "2 archers, 1 peasant"}, {"0301": "1 spearman"})
    assert position.battle_odds("0301").drawn == 2
    more = duel({"0101": "2 archers"}, {"0301": "1 spearman"}, cubes_drawn=9)
    assert more.battle_odds("0301").drawn == 3  # at most all


@clause("D2.2")
def test_a_marched_army_puts_in_one_cube_less() -> None:
    assert bag(duel({"0101": "2 archers"}, {"0301": "1 spearman"}, "0101 march"), "0301") == ((1, 0), (0, 1))
    tired = scripted({"0101": "2 archers"}, {"0301": "2 spearmen"}, map=LINE, cubes={"0301": 3}).apply("0101")
    assert bag(tired.position, "0301") == ((2, 0), (0, 1))
    alone = duel({"0101": "1 archer"}, {"0301": "1 spearman"}, "0101 march")
    assert bag(alone, "0301") == ((1, 0), (0, 1))  # a side never has less than one cube


@clause("D9.2")
def test_damage_falls_on_units_of_fewest_hit_points_first() -> None:
    position = duel({"0101": "1 archer"}, {"0201": "1 peasant, 1 spearman"}, cities={"blue": ["0201"]})
    battle = position.apply("attack 0201").position.battle
    assert battle is not None
    (_, defender) = sides(position, battle)
    (default, *others) = possible_losses(position, defender, 1)
    assert [(thing.unit, n) for thing, n in default] == [(0, 1)]
    # Another order may spend the one point on the city, which stands. Then nothing falls.
    assert {tuple((thing.unit, n) for thing, n in fallen) for fallen in others} == {((1, 1),), ()}


@clause("D9.2")
def test_the_loser_may_name_another_order() -> None:
    position = duel({"0101": "2 swordsmen"}, {"0201": "1 spearman, 1 swordsman"}).apply("attack 0201").position
    drawn = position.apply(ChanceOutcome("the bag", "red 1, blue 1")).position
    assert drawn.to_act == {"blue"}
    assert [str(a) for a in drawn.legal_actions()] == ["lose 1 spearman on 0201", "lose 1 swordsman on 0201"]
    transition = drawn.apply("lose 1 swordsman on 0201")
    (army,) = [a for a in transition.position.armies if a.owner == 1]
    assert str(army) == "1 spearman"
    (red,) = [a for a in transition.position.armies if a.owner == 0]
    assert str(red) == "1 swordsman"  # this side has two of a kind: there is nothing to choose
    assert transition.position.to_act == {"blue"}
    assert transition.position.turn == 1


@clause("D9.2", bars=True)
def test_losses_that_no_order_fells_are_refused() -> None:
    position = duel({"0101": "2 swordsmen"}, {"0201": "1 spearman, 1 swordsman"}).apply("attack 0201").position
    drawn = position.apply(ChanceOutcome("the bag", "red 1, blue 1")).position
    assert codes(drawn, "lose nothing") == [("D9.2", "not_these")]
    assert codes(drawn, "lose 1 spearman on 0201, 1 swordsman on 0201") == [("D9.2", "not_these")]
    assert codes(drawn, "red: pass") == [("D1.16", "turn"), ("D9.2", "losses_open")]
    assert codes(scripted({"0101": "1 archer"}), "lose nothing") == [("D9.2", "no_losses")]


@clause("D9.2")
def test_a_city_falls_when_its_hit_points_are_used_up() -> None:
    position = duel({"0101": "2 catapults"}, {}, cities={"blue": ["0201"]}).apply("attack 0201").position
    one = position.apply(ChanceOutcome("the bag", "red 1, blue 0")).position
    assert len(one.structures) == 1
    assert one.to_act == {"blue"}
    two = position.apply(ChanceOutcome("the bag", "red 2, blue 0")).position
    assert two.structures == ()


def test_a_battle_that_ends_the_game_is_fought_to_its_end_first() -> None:
    position = duel({"0101": "1 archer"}, {"0301": "1 archer"}, objective="eliminate").apply("attack 0301").position
    assert position.outcome is None
    won = position.apply(ChanceOutcome("the bag", "red 1, blue 0"))
    assert won.position.outcome is not None
    assert won.position.outcome.winners == ("red",)


# ---------------------------------------------------------------- exact odds
def test_odds_are_asked_for_before_the_attack() -> None:
    position = duel({"0101": "2 archers"}, {"0301": "1 spearman", "0201": "1 archer"})
    with pytest.raises(hw.InputError, match="0201, 0301"):
        position.battle_odds()
    odds = position.battle_odds("0301")
    assert sum(odds.values()) == 1
    assert len(odds.rows()) == len(odds)
    assert str(odds).splitlines()[0] == "red attacks 0301: 2+0 cubes against 0+1, 2 drawn"
    with pytest.raises(IllegalAction, match=r"D5\.3"):
        position.battle_odds("0601")
    now = position.choices(hw.Draft(attack="0301"))
    assert now.table is not None
    assert len(now.table.rows) == len(odds)
    assert "that blue loses units" in now.prompt


@pytest.mark.slow
@examples(25)
@given(positions(most=3))
def test_odds_equal_a_count_of_every_hand_of_cubes(position: DepletionPosition) -> None:
    for action in islice(position.legal_actions(), MOST_MANEUVERS):
        if not position.to_act or position.stage != "maneuver" or not hasattr(action, "path"):
            break
        landed = position.apply(action).position
        if landed.deciding is None:
            continue
        for attack in landed.legal_actions():
            if not hasattr(attack, "target") or landed.settings["battle"] == "none":
                continue
            odds = landed.battle_odds(attack.target)
            ours, theirs = odds.bag
            cubes = "a" * ours.attack + "d" * theirs.attack + "x" * (ours.defence + theirs.defence)
            if len(cubes) > 14:
                return
            hands = Counter((hand.count("a"), hand.count("d")) for hand in combinations(cubes, odds.drawn))
            for hits, probability in odds.items():
                assert probability == Fraction(hands[hits], hands.total())
            assert isinstance(odds, BattleOdds)
            return


def test_a_battle_comes_back_in_which_one_side_has_fallen_and_the_other_still_chooses() -> None:
    """Losses about which there is nothing to choose come at once: of the attacker or of the defender."""
    ours_left = theirs_left = 0
    for red, blue in (("1 archer", "1 archer, 1 cavalry"), ("1 archer, 1 cavalry", "1 archer")):
        fought = duel({"0101": red}, {"0201": blue}, cubes_drawn=3).apply("attack 0201").position
        assert fought.chance is not None
        for outcome in fought.chance:
            position = fought.apply(outcome).position
            assert position.system.from_json(position.system.to_json(position)) == position
            assert position.system.read(position.notation) == position
            if position.battle is not None:
                held = {army.owner for army in position.armies}
                ours_left += held == {0}
                theirs_left += held == {1}
    assert ours_left
    assert theirs_left
