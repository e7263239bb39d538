"""Exploring: the clauses of section 8."""

from fractions import Fraction
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE, ChanceOutcome
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.positions import codes, played, scripted

clause = pytest.mark.clause

FRONTIER = """
    .  .  .  ?  ?  .
      .  .  ?  ?  ?  .
    .  .  .  ?  ?  .
"""
"""The province about 0402."""


def frontier(
    tiles: list[str], red: dict[str, str] | None = None, map: str = FRONTIER, **more: Any
) -> DepletionPosition:
    """One province to explore."""
    exploration = {"provinces": ["0402"], "tiles": tiles, "stack": "fixed"} | more.pop("exploration", {})
    return scripted(red or {"0202": "1 swordsman", "0301": "1 cavalry"}, map=map, exploration=exploration, **more)


def explored(position: DepletionPosition, claim: str, sixths: int = 0) -> DepletionPosition:
    """The position after a claim, the flip, the rotation, and given chance outcomes."""
    position = position.apply(claim).position
    assert position.chance is not None
    position = position.apply(next(iter(position.chance))).position.apply(f"rotate {sixths}").position
    while position.chance is not None:
        position = position.apply(next(iter(position.chance))).position
    return position


# ---------------------------------------------------------------- D1.3, D8.1, D8.6 who enters, and for how much
@clause("D1.3")
def test_an_unexplored_hex_costs_two_on_any_ground() -> None:
    position = frontier(["......."])
    assert position.reach("0202").cost("0302") == 2
    assert codes(position, "0202-0302") == []
    (finding,) = position.check("0202-0301-0401").findings
    assert finding.text.startswith("this way takes 3 movement points")
    assert "entering 0401 (unexplored) takes 2 (D1.3)" in finding.text


@clause("D8.1")
def test_soldiers_and_vessels_explore() -> None:
    assert codes(frontier(["......."]), "0202-0302") == []
    by_sea = frontier(["~~~~~~~"], {"0202": "1 galley"}, map=FRONTIER.replace(".", "~"))
    assert codes(by_sea, "0202-0302") == []


@clause("D8.1", bars=True)
def test_peasants_do_not_explore() -> None:
    position = frontier(["......."], {"0202": "1 peasant"})
    assert codes(position, "0202-0302") == [("D8.1", "peasants")]
    assert position.reach("0202").rim["0302"] == "D8.1"
    (finding,) = frontier(["......."], {"0202": "1 peasant, 1 archer"}).check("0202-0302").findings
    assert finding.remedy is not None
    assert str(finding.remedy.action) == "0202(1 archer)-0302"
    with pytest.raises(hw.IllegalPosition, match=r"D8\.1"):
        frontier(["......."], {"0302": "1 archer"})


@clause("D8.6")
def test_a_path_ends_on_the_claimed_hex() -> None:
    assert codes(frontier(["......."]), "0301-0202-0302") == []


@clause("D8.6", bars=True)
def test_no_other_hex_of_a_path_is_unexplored() -> None:
    position = frontier(["......."])
    assert ("D8.6", "passes_unexplored") in codes(position, "0301-0302-0402 march")
    assert "0402" not in position.reach("0301", march=True)


# ---------------------------------------------------------------- D8.2 claim, flip, place
@clause("D8.2")
def test_claim_flip_and_placing_are_steps_of_their_own() -> None:
    position = frontier(["..^..%.", "......."], exploration={"stack": "shuffled"})
    claimed = position.apply("0202-0302").position
    assert claimed.to_act == CHANCE
    assert claimed.chance is not None
    assert dict(claimed.chance.outcomes) == {".......": Fraction(1, 2), "..^..%.": Fraction(1, 2)}
    flipped = claimed.apply(ChanceOutcome("tile stack", "..^..%.")).position
    assert flipped.to_act == {"red"}
    assert len(list(flipped.legal_actions())) == 6
    laid = flipped.apply("rotate 1").position
    assert laid.map.terrain("0302") == "plains"
    assert [laid.map.terrain(laid.map.at(*at)) for at in ((3, 0), (2, 1))].count("unexplored") == 0
    assert laid.exploration.tiles == (".......",)
    assert laid.army_of(0, laid.map.index("0302")) is not None


@clause("D8.2")
def test_a_fixed_stack_gives_its_top_tile() -> None:
    claimed = frontier(["..^..%.", "......."]).apply("0202-0302").position
    assert claimed.chance is not None
    assert dict(claimed.chance.outcomes) == {"..^..%.": Fraction(1)}


@clause("D8.2")
def test_drops_and_pickups_are_done_once_the_tile_lies() -> None:
    red = {"0101": "2 cavalry", "0201": "1 cavalry"}
    position = frontier(["......."], red)
    dropped = "0101-0201-0202[-1 cavalry]-0302 march"
    waiting = position.apply(dropped).position
    assert {(str(a), a.cubes) for a in waiting.armies} == {("2 cavalry", 0), ("1 cavalry", 0)}
    done = explored(position, dropped)
    name = done.map.name
    assert {(name(a.at), str(a), a.cubes) for a in done.armies} == {
        ("0201", "1 cavalry", 0),
        ("0202", "1 cavalry", 2),
        ("0302", "1 cavalry", 2),
    }


@clause("D8.2", bars=True)
def test_the_tile_comes_first() -> None:
    claimed = frontier(["......."]).apply("0202-0302").position
    assert codes(claimed, "pass") == [("D8.2", "exploring")]
    flipped = claimed.apply(ChanceOutcome("tile stack", ".......")).position
    assert codes(flipped, "pass") == [("D8.2", "tile_open")]
    assert codes(frontier(["......."]), "rotate 1") == [("D8.2", "no_tile")]
    with pytest.raises(hw.IllegalPosition, match=r"D8\.2: 1 unexplored province cannot be covered by 0 tiles"):
        frontier([])


# ---------------------------------------------------------------- D8.3, D8.4 placing a tile with sea
COAST = """
    .  .  .  ?  ?  ~
      .  .  ?  ?  ?  ~
    .  .  .  ?  ?  ~
"""


def at_the_coast(tile: str) -> DepletionPosition:
    claimed = frontier([tile], map=COAST).apply("0202-0302").position
    return claimed.apply(ChanceOutcome("tile stack", tile)).position


@clause("D8.3")
@clause("D8.4")
def test_a_rotation_that_meets_both_conditions_may_be_chosen() -> None:
    flipped = at_the_coast(".~.....")  # one hex of sea, at first in the direction of 0502
    assert codes(flipped, "rotate 0") == []
    transition = flipped.apply("rotate 0")
    assert [e.clause for e in transition.events if e.kind == "tile_laid"] == ["D8.3"]


@clause("D8.3", bars=True)
@clause("D8.4", bars=True)
def test_a_rotation_that_fails_a_condition_is_barred_while_another_meets_both() -> None:
    flipped = at_the_coast(".~.....")
    (finding,) = flipped.check("rotate 3").findings
    assert (finding.clause, finding.code) == ("D8.3", "conditions")
    assert "its sea on 0302 touches no known water (D8.4)" in finding.text
    assert sorted(str(a) for a in flipped.legal_actions()) == ["rotate 0", "rotate 1", "rotate 5"]


@clause("D8.3")
def test_if_no_rotation_meets_both_the_first_goes_before_the_second() -> None:
    # An island of land in the middle: its land touches no land outside in any rotation.
    middle = at_the_coast(".~~~~~~")
    assert len(list(middle.legal_actions())) == 1  # all six look alike, and none meets a condition
    # Land on one rim hex: the second condition can be met, the first (all sea at known water) never.
    second = at_the_coast("~.~~~~~")
    allowed = sorted(str(a) for a in second.legal_actions())
    assert allowed == ["rotate 2", "rotate 3", "rotate 4"]
    assert codes(second, "rotate 0") == [("D8.3", "conditions")]


@clause("D8.3")
def test_a_tile_without_sea_lies_as_its_player_likes() -> None:
    flipped = at_the_coast("==^....")
    assert [codes(flipped, f"rotate {k}") for k in range(6)] == [[]] * 6


@clause("D8.4", bars=True)
def test_a_rotation_must_cover_the_province() -> None:
    shape = {"cells": [[0, 0], [1, 0], [2, 0]], "rotations": [0, 3]}
    exploration = {"shape": shape, "provinces": ["0201"], "tiles": ["..^"]}
    position = scripted({"0101": "1 archer"}, map=".  ?  ?  ?  .", exploration=exploration)
    claimed = position.apply("0101-0201").position
    flipped = claimed.apply(ChanceOutcome("tile stack", "..^")).position
    assert [str(a) for a in flipped.legal_actions()] == ["rotate 0", "rotate 3"]
    assert codes(flipped, "rotate 1") == [("D8.4", "does_not_cover")]
    assert flipped.apply("rotate 3").position.map.terrain("0201") == "mountain"
    bent = {"shape": {"cells": [[0, 0], [1, 0], [2, 0]], "rotations": [1]}, "provinces": ["0201"], "tiles": ["..^"]}
    with pytest.raises(hw.IllegalPosition, match=r"D8\.4: No rotation"):
        scripted({"0101": "1 archer"}, map=".  ?  ?  ?  .", exploration=bent)
    with pytest.raises(hw.InputError, match=r"exploration/tiles/0: expected the grounds of the 7 hexes"):
        frontier([".."])


# ---------------------------------------------------------------- D8.5, D8.6 a claim that fails
@clause("D8.5")
def test_a_claim_fails_where_the_army_cannot_stand_and_the_province_is_explored_all_the_same() -> None:
    position = explored(frontier(["~~~~~~~*"], exploration={"events": ["feast"]}), "0202-0302")
    name = position.map.name
    assert {(name(a.at), a.cubes) for a in position.armies} == {("0202", 1), ("0301", 0)}
    assert position.exploration.provinces == ()
    assert len(position.exploration.placed) == 1
    assert position.exploration.laid == (("feast", (0,)),)


@clause("D8.5")
def test_a_vessels_claim_fails_on_land() -> None:
    water = FRONTIER.replace(".", "~")
    failed = explored(frontier(["......."], {"0202": "1 galley"}, map=water), "0202-0302")
    assert [failed.map.name(a.at) for a in failed.armies] == ["0202"]
    taken = explored(frontier(["~~~~~~~"], {"0202": "1 galley"}, map=water), "0202-0302")
    assert [taken.map.name(a.at) for a in taken.armies] == ["0302"]


@clause("D8.6", bars=True)
def test_a_failed_claim_costs_the_cubes_and_the_attack() -> None:
    red = {"0101": "2 cavalry, 1 archer", "0201": "1 cavalry"}
    position = frontier(["~~~~~~~"], red)
    blue = position.put("blue", "0102", "1 archer")
    after = explored(blue, "0101(2 cavalry)-0201[+1 cavalry]-0202[-1 cavalry]-0302 march")
    name = after.map.name
    armies = {name(a.at): (str(a), a.cubes) for a in after.armies if a.owner == 0}
    assert armies == {"0101": ("1 archer, 2 cavalry", 2), "0201": ("1 cavalry", 0)}
    assert after.deciding is None
    assert codes(after, "red: attack 0102")[1:] == [("D8.6", "claim_failed")]


# ---------------------------------------------------------------- D8.7 relics
@clause("D8.7")
def test_a_relic_is_drawn_for_a_solid_symbol() -> None:
    position = frontier(["...*...."], exploration={"relics": ["crown", "sword"]}).apply("0202-0302").position
    assert position.chance is not None
    laid = position.apply(next(iter(position.chance))).position.apply("rotate 0").position
    assert laid.chance is not None
    assert dict(laid.chance.outcomes) == {"crown": Fraction(1, 2), "sword": Fraction(1, 2)}
    done = laid.apply(ChanceOutcome("relics", "crown")).position
    ((at, relic),) = done.exploration.placed
    assert (relic, done.exploration.relics) == ("crown", ("sword",))
    assert "relic crown" in done[done.map.name(at)]


@clause("D8.7")
@pytest.mark.parametrize(("relics", "placed"), [([], 0), (["a"], 1), (["a", "b"], 0)])
def test_an_outlined_symbol_has_one_if_the_others_will_be_needed(relics: list[str], placed: int) -> None:
    # No other province is left unexplored: exactly one relic must be left.
    position = explored(frontier(["...o...."], exploration={"relics": relics}), "0202-0302")
    assert len(position.exploration.placed) == placed


@clause("D8.7", bars=True)
def test_there_are_as_many_relics_as_players_and_one() -> None:
    assert len(frontier(["......."]).exploration.relics) == 3
    with pytest.raises(hw.IllegalPosition, match=r"D8\.7: 4 relics are too many"):
        frontier(["......."], exploration={"relics": ["a", "b", "c"], "placed": {"0101": "d"}})


# ---------------------------------------------------------------- D8.8 events
@clause("D8.8")
def test_an_event_card_is_opened_and_voted_on() -> None:
    row = [{"card": "one", "votes": []}, {"card": "two", "votes": ["blue"]}, {"card": "three", "votes": []}]
    position = frontier(["......."], exploration={"events": ["four"], "row": row})
    after = position.apply("0202-0302").position
    assert after.chance is not None
    laid = after.apply(next(iter(after.chance))).position.apply("rotate 0").position
    assert laid.chance is not None
    assert laid.chance.source == "event deck"
    transition = laid.apply(ChanceOutcome("event deck", "four"))
    assert [e.text for e in transition.events if e.clause == "D8.8"] == [
        'The event card "four" is laid open in row 2',
        'Red puts a voting cube on "four"',
    ]
    assert transition.position.exploration.laid[-1] == ("four", (0,))
    assert "events, row 2: four (red)" in str(transition.position)


@clause("D8.8")
def test_voting_cubes_come_from_a_bank_that_is_not_stored() -> None:
    position = frontier(
        ["......."], exploration={"events": ["a fair"], "row": [{"card": "a council", "votes": ["red"]}]}
    )
    assert (position.bank(0), position.bank(1)) == (11, 12)
    assert "voting_cubes" not in position.system.to_json(position)
    assert "voting cubes left: red 11, blue 12" in str(position)
    row = position.scene().row
    assert row is not None
    assert "voting cubes left: red 11, blue 12" in row.notes
    assert explored(position, "0202-0302").bank(0) == 10


@clause("D8.8")
def test_an_empty_bank_gives_no_voting_cube() -> None:
    described = {"events": ["a fair"], "row": [{"card": "a council", "votes": ["red"]}]}
    position = frontier(["......."], exploration=described, voting_cubes=1)
    assert position.notation.count("voting_cubes=1") == 1
    assert position.bank(0) == 0
    transition = played(position, "0202-0302", "tile stack: .......", "rotate 0", "event deck: a fair")
    assert [event.kind for event in transition.events][:2] == ["event_opened", "no_vote"]
    assert transition.position.exploration.laid[-1] == ("a fair", ())


@clause("D8.7")
def test_relics_are_drawn_from_the_battle_bag() -> None:
    position = hw.scenario("depletion/a-relic-before-a-forest").position
    position = played(position, "0202-0302", "tile stack: ..%.^..*", "rotate 4").position
    assert position.chance is not None
    assert (position.chance.source, position.chance.label) == ("relics", "battle bag")
    assert "A relic is drawn from the battle bag" in str(position)


# ---------------------------------------------------------------- D8.9 the example
@clause("D8.9")
def test_a_relic_before_a_forest() -> None:
    position = hw.scenario("depletion/a-relic-before-a-forest").position
    done = explored(position, "0202-0302", 4)
    army = done.army_of(0, done.map.index("0302"))
    assert army is not None
    assert (str(army), army.cubes) == ("1 swordsman", 1)
    assert [(done.map.name(at), relic) for at, relic in done.exploration.placed] == [("0302", "crown")]
    assert [card for card, _ in done.exploration.laid] == ["a good harvest", "a hard winter"]
    assert done.exploration.laid[-1][1] == (0,)


@clause("D8.9")
def test_the_events_of_the_example_come_in_its_order() -> None:
    position, told = hw.scenario("depletion/a-relic-before-a-forest").position, list[str]()
    for step in ("0202-0302", "tile stack: ..%.^..*", "rotate 4", "relics: crown", "event deck: a hard winter"):
        transition = played(position, step)
        told += [event.kind for event in transition.events]
        position = transition.position
    told = [kind for kind in told if kind != "left_behind"]
    assert told[told.index("tile_laid") :] == [
        "tile_laid",
        "relic_placed",
        "claim_taken",
        "depleted",
        "event_opened",
        "voted",
    ]


@clause("D8.9")
def test_the_army_stands_where_it_was_until_the_relic_is_placed() -> None:
    position = hw.scenario("depletion/a-relic-before-a-forest").position
    position = played(position, "0202-0302", "tile stack: ..%.^..*", "rotate 4").position
    assert position.stage == "relic"
    assert [(position.map.name(army.at), army.cubes) for army in position.armies] == [("0601", 0), ("0202", 0)]
    assert position.system.read(position.notation) == position
    assert position.scene().arrows
    position = played(position, "relics: crown").position
    assert [(position.map.name(army.at), army.cubes) for army in position.armies] == [("0601", 0), ("0302", 1)]


@clause("D8.5")
@clause("D8.9")
def test_the_relic_comes_before_a_claim_that_fails() -> None:
    position = frontier(["...~*..."], exploration={"relics": ["crown"]}).apply("0202-0302").position
    laid = played(position, "tile stack: ...~*...", "rotate 1").position
    assert laid.map.terrain("0302") == "sea"
    assert [event.kind for event in played(laid, "relics: crown").events][:3] == [
        "relic_placed",
        "claim_failed",
        "depleted",
    ]


def test_an_older_position_in_which_the_army_has_landed_already_plays_on() -> None:
    """An older file has the army on the claimed hex while the relic is drawn, and the key is that of such a position."""
    position = hw.scenario("depletion/a-relic-before-a-forest").position
    position = played(position, "0202-0302", "tile stack: ..%.^..*", "rotate 4").position
    before = position.notation.replace("0202=1swordsman", "0302=1swordsman*1").replace('"cubes":1', '"cubes":0')
    before = before.replace('"units":{"swordsmen":1}', '"units":{}').replace('"stand":{"0202":{}}', '"stand":{}')
    older = position.system.read(before.replace("landing=red:open:", "landing=red:open:0302*0"))
    assert older != position
    assert older.key == position.key
    assert played(older, "relics: crown").position == played(position, "relics: crown").position


# ---------------------------------------------------------------- what nobody sees
def test_tiles_and_cards_are_hidden_until_turned_over() -> None:
    position = frontier(["..^..%.", "~~~~~~~*"], exploration={"events": ["a secret feast"]})
    for player in ("red", "blue", None):
        seen = position.observe(player).seen
        assert set(seen.exploration.tiles) == {"???????"}
        assert "secret" not in repr(seen.exploration)
        assert "secret" not in seen.notation
        assert seen.system.choices(position.observe("red"), "red", hw.Draft()).options
    claimed = position.apply("0202-0302").position
    assert claimed.observe("red").seen.chance is None
    with pytest.raises(hw.InputError):
        position.system.from_json(position.system.to_json(position.observe("red").seen))


@pytest.mark.parametrize(
    ("exploration", "complaint"),
    [
        (None, "say which provinces"),
        (7, "an object such as"),
        ({"provinces": ["0402"], "tiles": ["......!"]}, "expected the grounds of a tile .* such as"),
        ({"provinces": ["0402"], "tiles": ["..*.*...."]}, "one relic symbol at most"),
        ({"provinces": ["0403"], "tiles": ["......."]}, "partly off the map"),
        ({"provinces": ["0202"], "tiles": ["......."]}, "belongs to it and is plains"),
        ({"provinces": [], "tiles": ["......."]}, "belong to no province"),
        ({"provinces": ["0402/9"], "tiles": ["......."]}, "sixths of a turn"),
        ({"provinces": ["0402"], "tiles": ["......."], "tile": 1}, "did you mean 'tiles'"),
        ({"provinces": ["0402"], "tiles": ["......."], "stack": "random"}, "unknown way to stack"),
        ({"provinces": ["0402"], "tiles": "..."}, "expected a list"),
        ({"provinces": ["0402"], "tiles": ["......."], "row": [{"card": "x"}]}, "exploration/row/0"),
        ({"provinces": ["0402"], "tiles": ["......."], "shape": {"cells": []}}, "exploration/shape"),
        ({"provinces": ["0402"], "tiles": ["......."], "events": [""]}, "exploration/events/0"),
        ({"provinces": ["0402"], "tiles": ["......."], "placed": {"0909": "crown"}}, "no hex '0909'|unknown hex"),
        ({"provinces": ["0402"], "tiles": ["......."], "placed": {"0101": "\udcff"}}, "placed/0101: expected a name"),
        ({"provinces": ["0402"], "tiles": ["......."], "placed": {"0101": 7}}, "placed/0101: expected a name"),
    ],
)
def test_malformed_explorations_are_refused(exploration: object, complaint: str) -> None:
    with pytest.raises(hw.InputError, match=complaint):
        scripted({"0202": "1 archer"}, map=FRONTIER, exploration=exploration)
