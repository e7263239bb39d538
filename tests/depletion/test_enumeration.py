"""The listing equals checking, on random positions and mutated actions. Reach, verdicts and text forms agree with both."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.rules import MOST_COUNTED, AtLeast, Draft, IllegalAction
from hexwidget.systems.depletion.actions import GRAMMAR, Attack, Corps, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.language import Changes
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.system import reach_by_plan
from hexwidget.systems.depletion.units import UNITS, UNPACKED
from tests.amounts import chances, examples, many
from tests.depletion.anything import beside_vessels
from tests.depletion.by_force import TooMany, legal_moves, position_with_castles, position_with_full_armies
from tests.depletion.positions import scripted
from tests.depletion.strategies import ONE_HEX, positions

MOST_LISTED = 800
"""Positions with more actions than this are not listed whole."""


def mutated(position: DepletionPosition, action: DepletionAction, rng: Random) -> DepletionAction:
    """An action that is slightly off: another player, another path, other units, a named home, or a target that may be
    none."""
    names = list(position.map.names())
    player = rng.choice(position.players)
    match rng.randrange(12):
        case 0:
            return NoAttack(player)
        case 1:
            return Attack(player, rng.choice(names))
        case 2:
            return Pass(player)
    action = action if isinstance(action, Maneuver) else Maneuver(player, (rng.choice(names),))
    for _ in range(rng.randrange(1, 4)):
        action = _once_mutated(position, action, names, rng)
    return replace(action, player=player) if rng.random() < 0.15 else action


def _once_mutated(position: DepletionPosition, action: Maneuver, names: list[str], rng: Random) -> Maneuver:
    path = action.path
    match rng.randrange(10):
        case 9:
            return replace(action, ferries=rng.choice([(), ((rng.choice(names), some_units(rng)),)]))
        case 0:
            return replace(action, march=not action.march)
        case 1:
            return replace(action, free=rng.choice([None, rng.choice(names)]))
        case 2 | 3:
            steps = [position.map.name(i) for i in position.map.neighbours(position.map.index(path[-1]))]
            return replace(action, path=(*path, rng.choice(steps or names)))
        case 4:
            k = rng.randrange(len(path))
            there = rng.choice(names)
            return replace(action, path=(*path[:k], there, *path[k + 1 :]))
        case 5:
            return replace(action, units=rng.choice([None, some_units(rng)]))
        case 6:
            return replace(action, drops=changed(action.drops, len(path), rng))
        case 7:
            return replace(action, pickups=changed(action.pickups, len(path), rng))
    return replace(action, pack=rng.randrange(3), unpack=rng.randrange(3))


def some_units(rng: Random) -> tuple[int, ...]:
    units = [0] * len(UNITS)
    for _ in range(rng.randrange(1, 4)):
        units[rng.randrange(len(UNITS))] += 1
    return tuple(units)


def changed(changes: Changes, length: int, rng: Random) -> Changes:
    if changes and rng.random() < 0.4:
        return changes[1:]
    found = dict(changes) | {rng.randrange(length): some_units(rng)}
    return tuple(sorted(found.items()))


def small(position: DepletionPosition) -> bool:
    """True if a position has few enough actions to list all of them."""
    return sum(1 for _ in zip(range(MOST_LISTED + 1), position.legal_actions(), strict=False)) <= MOST_LISTED


@pytest.mark.slow
@examples(8)
@given(st.one_of(positions(most=3), positions(most=2, wet=True)), st.integers(0, 2**32))
def test_the_listing_is_what_is_legal(position: DepletionPosition, seed: int) -> None:
    rng = Random(seed)
    for _ in range(3):
        actions = position.legal_actions()
        if not small(position):
            break
        listed = list(actions)
        assert len(listed) == actions.count() == len(actions)
        results = {position.apply(a).position for a in listed}
        assert len(results) == len(listed), "two canonical actions lead to the same position"
        for action in listed:
            assert action in actions
            assert position.parse(f"{action.player}: {action}") == position.parse(str(action)) == action
        for _ in range(60):
            action = mutated(position, rng.choice(listed) if listed else Pass(position.players[0]), rng)
            verdict = position.check(action)
            assert (action in position.legal_actions(action.player)) == bool(verdict) == (not verdict.findings)
            assert all(f.clause in position.system.barring and f.text and str(f) for f in verdict.findings)
            assert position.parse(f"{action.player}: {action}") == action
            if verdict:
                assert position.apply(action).position in results, (
                    f"{action} is legal, but its result is not among those enumerated"
                )
            else:
                with pytest.raises(IllegalAction) as refused:
                    position.apply(action)
                assert refused.value.verdict == verdict
        if not listed:
            break
        position = position.apply(rng.choice(listed)).position
        while position.chance is not None:
            position = position.apply(position.chance.sample(rng)).position


@pytest.mark.slow
@examples(8)
@given(st.one_of(positions(most=2), positions(most=2, wet=True)), st.integers(0, 2**32))
def test_the_result_of_every_legal_walk_is_listed(position: DepletionPosition, seed: int) -> None:
    """Longer walks than mutations find: random paths with random changes, kept where every step is legal."""
    rng = Random(seed)
    assume(position.to_act and small(position))
    results = {position.apply(a).position for a in position.legal_actions()}
    armies = [a for a in position.armies if a.owner == position.turn and not a.cubes]
    for _ in range(400 if armies else 0):
        army = rng.choice(armies)
        path = [army.at]
        for _ in range(rng.randrange(1, 6)):
            path.append(rng.choice(list(position.map.neighbours(path[-1])) or [army.at]))
        units = tuple(rng.randint(0, n) for n in army.units)
        changes: list[Changes] = [(), ()]
        for kind in (0, 1):
            for n in range(1, len(path) - 1):
                there = position.army_of(position.turn, path[n]) if kind else army
                if there and rng.random() < 0.5:
                    who = tuple(rng.randint(0, n) for n in there.units)
                    changes[kind] += ((n, who),) if any(who) else ()
        action = Maneuver(
            position.players[position.turn],
            tuple(map(position.map.name, path)),
            rng.random() < 0.6,
            units=units if any(units) else None,
            drops=changes[0],
            pickups=changes[1],
            pack=(units if any(units) else army.units)[UNPACKED],
            unpack=rng.choice([0, 0, 1]),
        )
        if position.check(action):
            assert position.apply(action).position in results, f"{action} is legal, but its result is not enumerated"


@pytest.mark.slow
@examples(15)
@given(st.one_of(positions(), positions(wet=True)), st.booleans())
def test_reach_agrees_with_check(position: DepletionPosition, march: bool) -> None:
    for army in position.armies:
        space = position.map.name(army.at)
        player = position.players[army.owner]
        at_turn = position.system.position(
            **{**position.system.to_json(position), "turn": player, "landing": None, "round": 1}
        )
        reach = at_turn.reach(space, march=march)
        for name in position.map.names():
            why = reach.why(name)
            assert (name in reach) == bool(why)
            if name in reach:
                path = reach.path(name)
                assert (path[0], path[-1]) == (space, name)
                maneuver = Maneuver(player, path, march, pack=army.units[UNPACKED] if len(path) > 1 else 0)
                assert at_turn.check(maneuver)
                spent = [e.data["cost"] for e in at_turn.apply(maneuver).events if "cost" in e.data]
                assert spent == [reach.cost(name)]
            else:
                assert why.findings
        for name, clause in reach.rim.items():
            assert name not in reach
            assert clause in reach.why(name).clauses
        assert reach.costs() == {name: reach.cost(name) for name in reach}


@pytest.mark.slow
@examples(25)
@given(st.one_of(positions(), positions(wet=True)), st.booleans(), st.sampled_from([0, 5000]), st.integers(0, 2**32))
def test_the_reach_of_an_army_that_sets_out_is_that_of_a_plan(
    position: DepletionPosition, march: bool, whole: int, seed: int
) -> None:
    rng = Random(seed)
    with patch("hexwidget.geometry.frame.WHOLE_MAP_HEXES", whole):  # 0: in windows
        same_as_by_plan(position, march, rng)


def same_as_by_plan(position: DepletionPosition, march: bool, rng: Random) -> None:
    for army in position.armies:
        part = tuple(rng.randint(0, n) for n in army.units)
        for taken in (None, *([part] if any(part) else [])):
            given_ = None if taken is None else {u.key: n for u, n in zip(UNITS, taken, strict=True) if n}
            quick = position.reach(position.map.name(army.at), march=march, units=given_)
            by_plan = reach_by_plan(position, army, march, taken)
            assert (quick.left_again, quick.starts) == (
                by_plan.left_again,
                by_plan.starts,
            )  # before it looks at the plan
            assert (quick.ends, quick.passed, quick.levels()) == (by_plan.ends, by_plan.passed, by_plan.levels())
            assert quick.costs() == by_plan.costs()
            assert list(quick.costs()) == list(by_plan.costs())
            assert (quick.rim, quick.routes(), repr(quick)) == (by_plan.rim, by_plan.routes(), repr(by_plan))


@pytest.mark.slow
@examples(15)
@given(positions())
def test_remedies_are_legal(position: DepletionPosition) -> None:
    for army in position.armies:
        if army.owner != position.turn or position.to_act == frozenset():
            continue
        reach = position.reach(position.map.name(army.at))
        for name in position.map.names():
            for finding in reach.why(name).findings:
                remedy = finding.remedy
                if remedy is not None and remedy.action is not None and not remedy.first:
                    assert position.check(remedy.action), (name, remedy)


@pytest.mark.slow
@examples(15)
@given(positions(most=2), st.integers(0, 2**32))
def test_positions_survive_json_and_compare_by_content(position: DepletionPosition, seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        again = position.system.from_json(json.loads(json.dumps(position.system.to_json(position))))
        assert again == position
        assert hash(again) == hash(position)
        assert json.dumps(again.system.to_json(again)) == json.dumps(position.system.to_json(position))
        assert position.system.read(position.notation) == position
        assert again.key == position.key
        actions = position.legal_actions()
        if not actions:
            break
        position = position.apply(actions.sample(rng)).position


@pytest.mark.slow
@examples(24)
@given(positions(), st.integers(0, 2**32))
def test_every_offered_choice_can_be_chosen(position: DepletionPosition, seed: int) -> None:
    """A random walk through drafts: every draft that is offered can be read, and `check` judges every complete one."""
    rng = Random(seed)
    draft = Draft()
    for _ in range(25):
        now = position.choices(draft)
        assert position.choices(now.draft) == now or now.field is not None
        if now.action is not None:
            assert now.verdict == position.check(now.action)
        drafts = [o.leads_to for o in now.options if o.legal]
        drafts += [d for o in now.options for d in (o.fewer, o.more) if d is not None]
        if now.field is not None and len(now.field.reach) and rng.random() < 0.5:
            drafts = [now.draft.set(now.field.slot, name) for name in now.field.reach]
        if not drafts:
            break
        draft = rng.choice(drafts)


@pytest.mark.slow
@examples(24)
@given(st.one_of(positions(most=3), positions(most=2, wet=True)), st.integers(0, 2**32))
def test_every_action_can_be_chosen(position: DepletionPosition, seed: int) -> None:
    rng = Random(seed)
    listed = list(islice(position.legal_actions(), MOST_LISTED)) if position.to_act else []
    for action in rng.sample(listed, min(25, len(listed))):
        drafted = position.choices(as_draft(position, action))
        assert drafted.action is not None, (drafted, action)
        assert drafted.verdict
        assert position.apply(drafted.action).position == position.apply(action).position


def as_draft(position: DepletionPosition, action: DepletionAction) -> Draft:
    """The draft that means an action: every hex on the way is a way-point."""
    if isinstance(action, Attack):
        return Draft(attack=action.target)
    if not isinstance(action, Maneuver | Corps):
        return Draft(attack="no") if isinstance(action, NoAttack) else Draft({"pass": True})
    return Draft(next(GRAMMAR.drafts(action)))


# ---------------------------------------------------------------- by brute force
@pytest.mark.slow
@pytest.mark.parametrize("pace", ["strict", "per_unit"])
@pytest.mark.parametrize(
    ("drawn", "positions", "chosen"),
    [
        (position_with_castles, many(3, 250, quick=2), 20),
        (position_with_full_armies, many(15, 1500, quick=5), 1),
        (beside_vessels, many(25, 2500, quick=10), 1),
    ],
)
def test_every_result_of_a_turn_is_listed_once_and_can_be_chosen(
    drawn: Callable[[Random, str], DepletionPosition], positions: int, chosen: int, pace: str
) -> None:
    """Maneuvers and corps, with vessels or without: the results of all legal ones are those of the listing."""
    number = corps = 0
    for seed in range(10**6):
        if number == positions:
            break
        rng = chances(pace, seed)
        position = drawn(rng, pace)
        try:
            legal = legal_moves(position)
        except TooMany:
            continue
        number += 1
        actions = position.legal_actions()
        listed = list(actions)
        results = {position.system.advance(position, action) for action in listed}
        assert len(results) == len(listed) == actions.count(), position.notation
        by_force = {position.system.advance(position, action): action for action in (*legal, Pass(listed[0].player))}
        lacking = [str(action) for result, action in by_force.items() if result not in results]
        assert not lacking, (position.notation, lacking)
        assert len(by_force) == len(results), position.notation
        some = rng.sample(legal, min(chosen, len(legal)))
        for action in (*some, actions.sample(rng), actions.pick(rng)):
            assert action in actions, (position.notation, str(action))
            assert position.system.advance(position, action) in results, (position.notation, str(action))
        corps += sum(isinstance(action, Corps) for action in listed)
        for action in some:
            drafted = position.choices(as_draft(position, action))
            assert drafted.action is not None, (position.notation, str(action))
            assert drafted.verdict
            assert position.apply(drafted.action).position == position.apply(action).position
    assert corps or drawn is not position_with_castles


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["strict", "per_unit"])
@pytest.mark.parametrize(
    ("army", "map_"),
    [
        ("2 archers, 1 peasant", ". ~ ~"),
        ("2 archers", ". ~ =\n ~ . ~"),
        ("1 unpacked trebuchet, 1 archer", ". ~ ~"),
        ("2 trebuchets", ". ~ ~"),
    ],
)
def test_every_result_of_units_on_an_island_is_listed(army: str, map_: str, pace: str) -> None:
    """Units that come to no other land have to come back, all together or some later, as far as it makes a difference."""
    position = scripted({"0101": army, "0201": "1 galley"}, map=map_, cubes={"0201": 1}, pace=pace)
    listed = [position.system.advance(position, action) for action in position.legal_actions()]
    by_force = {position.system.advance(position, action) for action in (*legal_moves(position), Pass("red"))}
    assert len(listed) == len(by_force)
    assert set(listed) == by_force


def is_listed(position: DepletionPosition, text: str) -> bool:
    action = position.parse(text)
    assert position.check(action)
    result = position.apply(action).position
    return any(position.apply(listed).position == result for listed in position.legal_actions())


def test_a_party_whose_points_are_spent_is_refreshed_by_those_it_picks_up() -> None:
    """Under per_unit units that are picked up have all their points, so that they come to water where others do not."""
    position = scripted(
        {"0101": "1 swordsman", "0201": "1 cavalry", "0301": "1 galley"}, map=". & ~ .", pace="per_unit"
    )
    assert is_listed(position, "0101-0201[+1 cavalry, -1 swordsman]-0301-0401")
    coast = scripted(
        {"0103": "1 trebuchet, 1 archer", "0203": "1 swordsman", "0201": "1 galley"},
        map=". ~\n ~ .\n. .",
        pace="per_unit",
    )
    assert is_listed(
        coast, "0103(1 trebuchet)-0203[+1 swordsman, -1 trebuchet]-0103[+1 archer, -1 swordsman]-0102-0101"
    )


@pytest.mark.parametrize(
    ("armies", "map_", "city", "text"),
    [
        # Peasants wade for two points, and ride for one.
        (
            {"0101": "1 archer", "0201": "1 peasant", "0401": "1 galley"},
            ". . ~ ~",
            None,
            "0101-0201[+1 peasant, -1 archer]-0301",
        ),
        ({"0101": "1 archer", "0401": "1 galley"}, ". ^ ~ ~\n . . . .", "0201", "0101-0201-0301-0302"),
        ({"0101": "1 archer", "0302": "1 galley"}, ". . ~ ^\n . . ~ ~", "0401", "0101-0201-0301-0401"),
        ({"0101": "1 archer", "0202": "1 galley"}, ". ~ .\n ~ ~ ~", None, "0101-0201-0301"),
    ],
    ids=["wading is dearer", "a home on the way", "a home where it lands", "at the shore"],
)
def test_a_party_comes_over_water_with_its_last_points(
    armies: dict[str, str], map_: str, city: str | None, text: str
) -> None:
    assert is_listed(scripted(armies, map=map_, cities={"red": [city]} if city else {}), text)


@pytest.mark.parametrize(
    ("armies", "map_", "offset", "province", "text"),
    [
        (
            {"0101": "1 peasant, 1 galley", "0301": "1 peasant"},
            "~     .\n   .\n~     .\n   ?",
            "odd-q",
            "0202",
            "0301-0201-0101[+1 peasant]-0102[-1 peasant]-0101 march",
        ),
        (
            {"0101": "1 peasant", "0203": "1 peasant, 1 galley"},
            ". .\n . .\n. ~\n ~ ?",
            "odd-r",
            "0204",
            "0101-0102-0203[+1 peasant]-0104[-1 peasant]-0203 march",
        ),
    ],
)
def test_a_unit_that_is_picked_up_at_sea_and_dropped_again_can_be_chosen(
    armies: dict[str, str], map_: str, offset: str, province: str, text: str
) -> None:
    exploration = {"shape": ONE_HEX, "provinces": [province], "tiles": ["."]}
    position = scripted(armies, map=map_, offset=offset, pace="per_unit", exploration=exploration)
    action = position.parse(text)
    assert isinstance(action, Maneuver)
    drafted = position.choices(as_draft(position, action))
    assert drafted.verdict
    assert drafted.action == action


# ---------------------------------------------------------------- corps in the listing
def test_corps_come_after_everything_else_that_is_listed() -> None:
    """Maneuvers come in the order that they have without castles, then the pass, then corps, the first at once."""
    armies = {"0102": "2 cavalry", "0104": "1 archer"}
    alone = list(scripted(armies).legal_actions())
    listed = scripted(armies, castles={"red": ["0604"]}).legal_actions()
    assert list(islice(listed, len(alone))) == alone
    assert alone[-1] == Pass("red")
    assert all(isinstance(action, Corps) for action in islice(listed, len(alone), len(alone) + 500))


def test_corps_are_counted_up_to_a_bound() -> None:
    many_corps = hw.scenario("depletion/three-armies").position.legal_actions().count()
    assert isinstance(many_corps, AtLeast)
    assert (many_corps, str(many_corps)) == (MOST_COUNTED, "at least 100,000")
    few = scripted({"0101": "1 catapult", "0201": "1 catapult"}, map=". . .", castles={"red": ["0301"]})
    number = few.legal_actions().count()
    assert not isinstance(number, AtLeast)
    assert number == len(list(few.legal_actions()))
    assert sum(isinstance(action, Corps) for action in few.legal_actions()) > 0


@pytest.mark.slow
def test_a_corps_that_can_come_about_in_two_ways_is_listed_once() -> None:
    """Two archers may change places or not, and a cube may be that of a dropped unit or of a third group."""
    position = scripted({"0101": "2 archers", "0201": "1 archer"}, map=". . . .", castles={"red": ["0101", "0201"]})
    listed = list(position.legal_actions())
    assert len({position.apply(action).position for action in listed}) == len(listed)
    assert {len(action.groups) for action in listed if isinstance(action, Corps)} == {2, 3}


BY_ONE = (
    # A trebuchet's last point unpacks it, on land and after a ferry.
    ".... odd-r red,blue red:0101=1trebuchet red pace=per_unit",
    ".~.~. odd-r red,blue red:0401=1galley*1,0501=1trebuchet,0301=castle red pace=per_unit",
    # A free entry leaves just the points to come to water, and so do others who are met on the way.
    ".^~. odd-r red,blue red:0101=1peasant,0201=1peasant,0301=1galley*1,0201=castle red",
    "...^~. odd-r red,blue red:0101=1peasant,0401=1archer,0501=1galley*1,0401=castle red pace=per_unit",
    # Nobody is left on a hex that is full.
    "??/~./.. even-q red,blue,Ada blue:0103=1spearman+1swordsman,0203=1peasant+1spearman*1,0103=castle blue "
    'free_entry=group pace=per_unit army_size=2 exploration={"shape":{"cells":[[0,0]],"rotations":[0]},'
    '"provinces":["0101","0201"],"tiles":[".","~"],"stack":"fixed"}',
)
"""Positions whose listing depends on one point or one unit: it is another with a bound of the search that is off by one."""


@pytest.mark.slow
@pytest.mark.parametrize("notation", BY_ONE)
def test_what_hangs_on_one_point_or_one_unit_is_listed(notation: str) -> None:
    position: DepletionPosition = hw.system("depletion").read(notation)
    listed = {position.system.advance(position, action) for action in position.legal_actions()}
    moves = (*legal_moves(position), Pass(position.players[position.turn]))
    assert listed == {position.system.advance(position, action) for action in moves}


def test_a_unit_that_comes_back_from_the_water_with_its_last_point_is_listed() -> None:
    army = "0101=1peasant+1archer,0201=1galley*1,0401=1trebuchet,0401=castle"
    position: DepletionPosition = hw.system("depletion").read(f".~~. odd-r red,blue red:{army} red pace=per_unit")
    action = position.parse("0101(1 peasant)-0201-0301-0401[+1 trebuchet]-0301[-1 peasant]-0401 march")
    assert is_legal(position, action)
    result = position.system.advance(position, action)
    assert result in {position.system.advance(position, each) for each in position.legal_actions()}
