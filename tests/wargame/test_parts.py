"""Each part of a wargame gives the same answers as its rule asked a step at a time."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import HexMap
from hexwidget.wargame import (
    EXCHANGE,
    Assault,
    Attack,
    Battle,
    Combat,
    Effect,
    Move,
    Movement,
    ResultsTable,
    Sequence,
    Shift,
    Stacking,
    Supply,
    WarPhase,
    Zones,
)
from tests.amounts import examples
from tests.wargame.small import (
    COSTS,
    HARSH,
    HEXES,
    LAND,
    MOVEMENT,
    RAIL,
    RESULTS,
    SIDES,
    SMALL,
    STACKING,
    TABLE,
    ZONES,
    HarshPosition,
    Small,
    SmallPosition,
    Unit,
    beside,
    cheapest,
    positions,
    side,
    zone,
)  # fmt: skip

FEW = examples(12)


@pytest.mark.slow
@FEW
@given(positions())
def test_a_unit_comes_as_far_as_its_cheapest_ways(position: Any) -> None:
    for unit in position.units:
        ways, points = cheapest(position, unit), MOVEMENT.points(position, unit)
        assert {at: cost for at in HEXES if (cost := MOVEMENT.cost(position, unit, at)) is not None} == ways
        full = {at for at in HEXES if len(position.on(at)) > 1}
        ends = {at for at, cost in ways.items() if cost <= points} - full - {unit.at}
        assert {position.map.name(n) for n in position.map.members(MOVEMENT.ends(position, unit))} == ends
        reach = position.reach(unit.at, unit=unit.id)
        assert {at: ways[at] for at in ends} == reach.costs()
        for at in ends:
            path = reach.path(at)
            assert (path[0], path[-1]) == (unit.at, at)
            assert all(b in beside(position, a) for a, b in pairwise(path))


@pytest.mark.slow
@FEW
@given(positions())
def test_a_verdict_on_a_move_is_legal_exactly_where_a_unit_may_end(position: Any) -> None:
    for unit in position.of(position.turn):
        ends = MOVEMENT.ends(position, unit)
        for at in HEXES:
            verdict = position.check(Move(position.players[unit.owner], unit.id, at))
            assert bool(verdict) == bool(ends >> position.map.index(at) & 1), verdict


@FEW
@given(positions())
def test_zones_and_rides_that_bar_a_move_are_named_by_their_clauses(small: Any) -> None:
    position = HarshPosition(map=small.map, players=small.players, units=small.units, phase="move")
    for now, game in ((small, SMALL), (position, HARSH)):
        movement = game.movement
        ways = [replace(movement, instead=()), *movement.instead]
        for unit, there in product(now.of(0), HEXES):
            at = 1 << now.map.index(there)
            if movement.ends(now, unit) & at or not movement.free(now, unit) & at or there == unit.at:
                continue
            found = [finding.clause for finding in game.check(now, Move("ann", unit.id, there)).findings]
            freed = [bool(replace(way, zones=None).ends(now, unit) & at) for way in ways]
            assert ("S3" in found) == freed[0]
            rides = [cost for way in ways[1:] if (cost := way.cost(now, unit, there, alone=True)) is not None]
            assert ("S4" in found) == any(cost > 5 for cost in rides)
            assert "S6" in found or all(cost > 5 for cost in rides)
            assert len(found) == len(set(found))


@FEW
@given(positions())
def test_zones_are_the_hexes_that_units_guard(position: Any) -> None:
    for seat in (0, 1):
        found = {position.map.name(n) for n in position.map.members(ZONES.against(position, seat))}
        assert found == zone(position, seat)


@FEW
@given(positions())
def test_a_hex_is_full_for_a_unit_that_would_be_the_third(position: Any) -> None:
    for unit in position.units:
        own = [at for at in HEXES if at != unit.at and Counter(u.owner for u in position.on(at))[unit.owner] > 1]
        assert [*position.map.members(STACKING.full(position, unit))] == sorted(map(position.map.index, own))
    assert not [*STACKING.standing(position)]


@pytest.mark.slow
@FEW
@given(positions())
def test_supply_is_a_way_that_no_enemy_and_no_zone_cuts(position: Any) -> None:
    supply = SMALL.supply
    assert supply is not None
    assert supply.links is not None
    for unit in position.units:
        free = {at for at in HEXES if all(u.owner == unit.owner for u in position.on(at))}
        free -= {at for at in zone(position, unit.owner) if not position.on(at)}
        source, found = ["0101", "0601"][unit.owner], {unit.at}
        for _ in HEXES:
            linked = {there for at in found for there in supply.links.beside(at)}
            near = {t for at in found for t in beside(position, at) if "cliff" not in position.map.side(at, t)}
            found |= (near | linked) & free
        assert supply.is_supplied(position, unit) == (source in found & free)
        path, cut = supply.way(position, unit)
        assert (cut == "") == supply.is_supplied(position, unit)
        assert not path or (path[0], path[-1]) == (unit.at, source)
        assert not cut or cut not in free or cut == unit.at


@FEW
@given(positions("fight"))
def test_attackers_are_named_from_the_units_beside_a_hex(position: Any) -> None:
    player, seat = position.players[0], 0
    listed = {action for action in position.legal_actions(player) if isinstance(action, Assault)}
    for target in HEXES:
        enemies = [unit for unit in position.on(target) if unit.owner != seat]
        near = [
            u for u in position.of(seat) if target in beside(position, u.at) and side(position, u.at, target) != "cliff"
        ]
        for chosen in product([0, 1], repeat=len(near)):
            party = [unit for unit, taken in zip(near, chosen, strict=True) if taken]
            attack = Assault(player, target, tuple(sorted(unit.id for unit in party)))
            legal = enemies and party and sum(u.power for u in party) - sum(u.power for u in enemies) >= -1
            assert (attack in listed) == bool(legal)
            if party:
                assert bool(position.check(attack)) == bool(legal), position.check(attack)


@pytest.mark.slow
@FEW
@given(positions("fight"))
def test_retreats_lead_away_to_free_hexes(position: Any) -> None:
    for unit in position.units:
        for target in beside(position, unit.at):
            battle, spaces = Battle(target, (), 0, "retreat", (unit.id,)), position.map
            free = {
                at
                for at in beside(position, unit.at)
                if side(position, unit.at, at) != "cliff" and spaces.terrain(at) in COSTS
                and at not in zone(position, unit.owner)
                and len([u for u in position.on(at) if u.owner == unit.owner]) == len(position.on(at)) < 2
                and spaces.distance(spaces.index(at), spaces.index(target)) == 2
            }  # fmt: skip
            assert {spaces.name(n) for n in spaces.members(SMALL.combat.ends(position, battle, unit))} == free
            now = rules.changed(position, battle=battle, turn=unit.owner)
            legal = {at for at in HEXES if now.check(Move(position.players[unit.owner], unit.id, at))}
            assert legal == free


@pytest.mark.parametrize("columns", ["-2 0 +2", "1:3 1:2 1:1 3:2 2:1"])
def test_a_column_is_the_last_whose_odds_or_difference_is_met(columns: str) -> None:
    rows = [" ".join(["DE"] * len(columns.split()))] * 6
    table = ResultsTable("S7", columns, rows, RESULTS)
    for attack, defence in product(range(10), range(1, 8)):
        met = [
            n
            for n, label in enumerate(columns.split())
            if (
                attack * int(label.split(":")[1]) >= defence * int(label.split(":")[0])
                if ":" in label
                else attack - defence >= int(label)
            )
        ]
        assert table.column(attack, defence) == (met[-1] if met else None)


def test_two_dice_have_the_odds_of_their_sums() -> None:
    rows = ["DE"] + ["AR"] * 10
    table = ResultsTable("S7", "0", rows, RESULTS, dice=2)
    assert table.odds(0) == {"DE": Fraction(1, 36), "AR": Fraction(35, 36)}
    assert table.node.probability("7") == Fraction(1, 6)
    assert "| 2 | DE |" in table.to_markdown()


@FEW
@given(positions("fight"))
def test_the_forecast_of_an_attack_has_the_odds_of_its_die(position: Any) -> None:
    for attack in [a for a in position.legal_actions() if isinstance(a, Assault)][:3]:
        (forecast,) = SMALL.combat.forecast(position, attack)
        exact = {name: float(part) for (name,), part in hw.explore.odds(position, attack).fractions.items()}
        assert exact == pytest.approx({share.label: share.part for share in forecast.shares})
        due = position.apply(attack).position
        for share in forecast.shares:
            faces = [o for o in due.chance if str(due.apply(o).events[0].data["result"]) == share.label]
            assert share.part == pytest.approx(float(sum(map(due.chance.probability, faces))))


def alone(*units: str, game: Any = SMALL, **more: Any) -> Any:
    """A position of units such as "a1 0101 3": the id, the hex, the power."""
    made = [Unit(id=n, owner="ab".index(n[0]), at=at, power=int(p)) for n, at, p in map(str.split, units)]
    return game.position(map=MAP, players=["ann", "ben"], units=[vars_of(unit) for unit in made], **more)


def vars_of(unit: Unit) -> dict[str, Any]:
    return {name: getattr(unit, name) for name in ("id", "owner", "at", "power")}


MAP = [". . . % . . # o", " . . ~ . . . # #", ". % . . . . # o", " . . . % . . # #"]


def test_a_large_map_has_the_same_ways() -> None:
    land = HexMap(90, 70, LAND.offset, LAND.terrains, bytes(90 * 70)).with_hexsides({"river": [("4035", "4135")]})
    unit = Unit(id="a", owner=0, at="4035")
    position = SmallPosition(map=land, players=("ann", "ben"), units=(unit,))
    assert [MOVEMENT.cost(position, unit, at) for at in ("4135", "4235", "3935")] == [2, 3, 1]
    assert position.reach("4035").costs()["4135"] == 2


def test_roads_lead_over_ground_that_is_barred() -> None:
    unit = Unit(id="a", owner=0, at="0101")
    position = SmallPosition(map=LAND, players=("ann", "ben"), units=(unit,))
    train = Movement("S4", {}, lambda position, unit: 3, links=RAIL, roads={"rail": 1})
    assert {position.map.name(n) for n in position.map.members(train.ends(position, unit))} == {"0201", "0301", "0401"}
    assert train.cost(position, unit, "0102") is None


@pytest.mark.parametrize("named", [Attack, Assault])
def test_a_phase_of_attacks_has_those_by_named_units(named: type, monkeypatch: pytest.MonkeyPatch) -> None:
    phases = (WarPhase("move", "movement", (Move,)), WarPhase("fight", "combat", (named,)))
    monkeypatch.setattr(Small, "sequence", Sequence("S9", phases))
    units = Unit(id="a", owner=0, at="0101", power=3), Unit(id="b", owner=1, at="0201")
    position = SmallPosition(map=LAND, players=("ann", "ben"), units=units, phase="fight")
    assert [str(each) for each in position.legal_actions("ann")] == ["attack 0201 with a", "done"]


def test_shifts_are_asked_about_attackers_beside_the_target_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def asks_sides(position: Any, attackers: Any, target: str) -> int:
        return -all("river" in position.map.side(unit.at, target) for unit in attackers)

    monkeypatch.setattr(Small, "combat", replace(Small.combat, shifts=(Shift("S8", asks_sides),)))
    units = Unit(id="a", owner=0, at="0101"), Unit(id="b", owner=1, at="0601")
    position = SmallPosition(map=LAND, players=("ann", "ben"), units=units, phase="fight")
    assert "A is not next to 0601" in str(position.check("ann: attack 0601 with a"))


def test_what_no_position_can_hold_is_named_with_its_place() -> None:
    units = Unit(id="a", owner=0, at="0101"), Unit(id="b", owner=1, at="0601")
    data = SMALL.to_json(SmallPosition(map=LAND, players=("ann", "ben"), units=units))
    assert SMALL.from_json(data).units == units
    one, other = data["units"]
    battle = {"target": "0201", "attackers": ["zz"], "column": 9, "stage": "advance"}

    def places(**wrong: Any) -> list[str]:
        with pytest.raises(hw.InputError) as refused:
            SMALL.from_json({**data, **wrong})
        return [each.place for each in refused.value.problems]

    strange = places(units=[{**one, "owner": 5}, other], turn=2, round=-3, battle={**battle, "retreating": ["c"]})
    assert sorted(strange) == ["battle/retreating/0", "round", "turn", "units/0/owner"]
    strange = places(units=[one, {**other, "id": "a"}], phase="fihgt", battle=battle)
    assert sorted(strange) == ["battle/attackers/0", "battle/column", "phase", "units/1/id"]


def test_a_bridge_leads_over_a_side_that_nobody_crosses_in_combat_too() -> None:
    land = LAND.with_hexsides({"cliff": [("0101", "0201"), ("0301", "0201")], "bridge": [("0101", "0201")]})
    units = [
        Unit(id=name, owner=owner, at=at) for name, owner, at in (("a", 0, "0101"), ("c", 0, "0301"), ("b", 1, "0201"))
    ]
    position = SmallPosition(map=land, players=("ann", "ben"), units=tuple(units), phase="fight")
    assert [unit.id for unit in SMALL.combat.attackers(position, "0201", 0)] == ["a"]


def test_an_advance_needs_room() -> None:
    battle = Battle("0201", ("a", "c", "d"), 1, "retreat", ())
    units = [Unit(id=name, owner=0, at=at) for name, at in (("a", "0101"), ("c", "0101"), ("d", "0202"))]
    position = SmallPosition(
        map=LAND, players=("ann", "ben"), units=(*units, Unit(id="b", owner=1, at="0601")), phase="fight"
    )
    combat = replace(SMALL.combat, advancing=3)
    log = rules.Chronicle()
    after = combat.settle(position, battle, log)
    assert after.battle.attackers == ("a", "c", "d")
    for name in ("a", "c"):
        gone = combat.went(after, after.by_id[name], "0201", log)
        after = combat.settle(gone, gone.battle, log)
    assert after.battle is None  # there is no room for the third


def test_an_exchange_favours_nobody_and_is_paid_by_attackers() -> None:
    table = ResultsTable("S7", "1:1", ["EX"] * 6, RESULTS)
    assert [share.favours for share in table.forecast("odds", 0, "ann", "ben").shares] == [None]
    with pytest.raises(hw.InputError, match="an exchange costs the attackers"):
        ResultsTable("S7", "1:1", ["EX"] * 6, {"EX": ("x", Effect("defenders", loses=EXCHANGE))})


def test_ways_of_moving_instead_are_checked_and_a_derived_game_has_its_own_grammar() -> None:
    class Other(Small):
        movement = replace(MOVEMENT, instead=(Movement("S99", {"clera": 1}, lambda position, unit: 1),))
        combat = replace(Small.combat, chosen=False)

    assert [each.place for each in Other().own_faults()] == [
        "movement/instead/0/costs/clera",
        "movement/instead/0/clause/S99",
    ]

    class ByName(Small):
        combat = replace(Small.combat, chosen=False)

    class WithAGrammar(Small):
        grammar = copy(Small().grammar)

    class Derived(WithAGrammar):
        combat = replace(Small.combat, chosen=False)

    for own in (Other, ByName):
        assert "attack {target}" in {form.text for form in own().grammar.forms}
    assert Derived().grammar is WithAGrammar.grammar  # it is its author's


def test_a_unit_out_of_supply_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    unit, enemy, far = (
        Unit(id="a", owner=0, at="0301"),
        Unit(id="b", owner=1, at="0101"),
        Unit(id="b", owner=1, at="0604"),
    )
    supply = Supply("S10", lambda position, seat: ["0101"], ["clear"])
    for rule, units, wanted in (
        (supply, (unit, enemy), "a is out of supply: 0101 cuts its way"),
        (replace(supply, most=1), (unit, far), "a is out of supply: 0101 is 2 hexes away, and a way has at most 1"),
        (replace(supply, walls=("river",)), (unit, far), "a is out of supply: no way leads to a source"),
    ):
        ringed = LAND.with_hexsides({"river": [(a, b) for a, b in SIDES if "0301" in (a, b)]} if rule.walls else {})
        position = SmallPosition(map=ringed, players=("ann", "ben"), units=units)
        path, cut = rule.way(position, units[0])
        assert rule.in_words(units[0], path, cut) == wanted
        monkeypatch.setattr(Small, "supply", rule)
        shown = SMALL.choices(position, "ann", rules.Draft(unit="a"))
        assert f"{wanted[1:]} (S10)." in shown.prompt
        assert all((arrow.label, arrow.spaces[-1]) == (wanted, cut) for arrow in shown.arrows)  # it points at the hex
        assert len(shown.arrows) == (len(path) > 1)


def test_a_full_hex_says_how_many_units_stand_there() -> None:
    stacking = Stacking("S2", 3, size=lambda unit: unit.power)
    units = Unit(id="a", owner=0, at="0101", power=2), Unit(id="c", owner=0, at="0201", power=2)
    position = SmallPosition(map=LAND, players=("ann", "ben"), units=units)
    movement = replace(MOVEMENT, stacking=stacking)
    (finding,) = movement.objections(position, units[0], "0201")
    assert str(finding) == "S2: 2 points of 3 are taken on 0201."
    (finding,) = replace(MOVEMENT, stacking=Stacking("S2", 1)).objections(position, units[0], "0201")
    assert str(finding) == "S2: 1 unit stands on 0201 already."


def test_a_hex_is_too_far_by_the_sides_on_the_way_where_it_is_near_without_them() -> None:
    ringed = LAND.with_hexsides({"river": [(a, b) for a, b in SIDES if "0103" in (a, b)]})
    for land, at, clauses in ((ringed, "0204", ("S5",)), (ringed, "0304", ("S1",)), (LAND, "0304", ("S1",))):
        unit = Unit(id="a", owner=0, at="0103", power=3)  # it has two points
        position = SmallPosition(map=land, players=("ann", "ben"), units=(unit, Unit(id="b", owner=1, at="0604")))
        assert position.check(f"move a to {at}").clauses == clauses


def test_units_arrive_from_their_box_in_their_round() -> None:
    position = alone("a1 0801 2", "a2 0803 2", "b1 0404 2")
    assert {str(a) for a in position.legal_actions() if str(a).startswith("move")} == {
        "move a1 to 0601",
        "move a1 to 0602",
    }
    assert position.check("move a2 to 0103").clauses == ("S15",)
    assert position.check("move a1 to 0101").clauses == ("S15",)
    event = position.apply("move a1 to 0602").events[0]
    assert (event.kind, str(event)) == ("arrived", "A1 arrives on 0602 (S15)")
    assert set(position.reach("0801")) == {"0601", "0602"}


def test_an_exchange_costs_attackers_whom_their_owner_chooses() -> None:
    position = alone("a1 0202 1", "a2 0202 3", "b1 0203 2", "b2 0601 1", phase="fight")
    due = position.apply("attack 0203 with a1 a2").position
    lost = due.apply(rules.ChanceOutcome("die", "3")).position
    assert (lost.battle.stage, lost.battle.owed, lost.to_act) == ("loss", -2, {"ann"})
    assert lost.check("done").clauses == ("S11",)
    assert {str(action) for action in lost.legal_actions()} == {"lose a1", "lose a2"}
    more = lost.apply("lose a1").position
    assert (more.battle.owed, set(more.by_id)) == (-1, {"a2", "b2"})
    assert more.apply("lose a2").position.battle is None


def test_a_retreat_by_two_hexes_takes_two_decisions() -> None:
    position = alone("a1 0201 5", "b1 0301 2", "b2 0604 1", phase="fight")
    battle = Battle("0301", ("a1",), 1, "retreat", ("b1", "b1"))
    once = rules.changed(position, battle=battle).apply("ben: move b1 to 0401").position
    assert (once.battle.stage, once.to_act) == ("retreat", {"ben"})
    twice = once.apply("ben: move b1 to 0501").position
    assert "S13" in twice.check("attack 0604 with a1").clauses
    assert (twice.battle.stage, twice.to_act) == ("advance", {"ann"})


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (
            lambda: Stacking("S2", 2, words={"crwod": "x"}),
            "Stacking/words/crwod: unknown code 'crwod'; did you mean 'crowd'",
        ),
        (lambda: Stacking("S2", 0), "Stacking/most: a hex has room for 1 unit or more"),
        (lambda: Movement("S1", {"clear": 0}, lambda p, u: 1), "Movement/costs/clear: a hex costs at least 1 point"),
        (
            lambda: Movement("S1", {}, lambda p, u: 1, roads={"rail": 1}),
            "Movement/links: roads lead along links: name them",
        ),
        (lambda: Sequence("S9", ()), "Sequence/phases: expected one phase or more"),
        (lambda: ResultsTable("S7", "1:1 1:2", ["DE DE"] * 6, RESULTS), "columns: expected odds .* in ascending order"),
        (lambda: ResultsTable("S7", "1:1", ["DE"] * 5, RESULTS), "rows: expected a row of 1 results for each of"),
        (lambda: ResultsTable("S7", "1:1", ["DR"] * 6, RESULTS), "rows/DR: unknown result 'DR'; "),
        (
            lambda: ResultsTable("S7", "1:1", ["DE"] * 6, {"DE": ("gone", Effect("attacker"))}),  # type: ignore[arg-type]
            "results/DE/attacker: unknown side 'attacker'; did you mean 'attackers'",
        ),
        (lambda: replace(SMALL.combat, advance="", advancing=2), "Combat/advancing: 2 units advance by no clause"),
        (lambda: Zones("S3", not_across="river"), "Zones/not_across: expected several names: write \\('river',\\)"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_declaration_names_its_place_and_the_nearest_name(make: Any, wrong: str) -> None:
    with pytest.raises(hw.InputError, match=wrong):
        make()


def test_a_declaration_with_unknown_clauses_and_grounds_cannot_be_registered() -> None:
    class Wrong(Small):
        movement = Movement("S99", {"claer": 1}, lambda position, unit: 1, across={"rivre": 1})
        combat = Combat("S11", TABLE, movement, lambda p, u, t: 1, lambda p, u: 1, retreat="S12", chosen=True)

    with pytest.raises(hw.InputError) as found:
        hw.register(Wrong())
    said = str(found.value)
    assert "movement/clause/S99: unknown clause 'S99'" in said
    assert "movement/costs/claer: unknown ground 'claer'; did you mean 'clear'?" in said
    assert "movement/across/rivre: unknown kind of hexside 'rivre'; did you mean 'river'?" in said


@pytest.mark.slow
@pytest.mark.parametrize("game", [SMALL, HARSH], ids=lambda game: game.name)
def test_a_small_game_keeps_the_promises_of_every_system(game: Any) -> None:
    start = alone("a1 0201 3", "a2 0202 2", "a3 0801 2", "b1 0402 3", "b2 0502 2", "b3 0803 4", game=game)
    hw.testing.conform(game, positions=[start], games=1, steps=6)


def test_a_unit_rides_in_place_of_its_march() -> None:
    march, ride = (alone("a1 0101 1", "b1 0604 1", game=game) for game in (SMALL, HARSH))
    assert "0402" not in march.reach("0101")  # four steps by rail, and three points
    assert ride.reach("0101").costs()["0402"] == 4
    assert ride.reach("0101").path("0402") == ("0101", "0201", "0301", "0401", "0402")
    assert ride.check("move a1 to 0402")
    assert march.check("move a1 to 0402").clauses == ("S1",)


def test_a_unit_rides_to_no_hex_that_is_full_for_it() -> None:
    position = alone("a1 0101 3", "a2 0401 4", "b1 0604 1", game=HARSH)
    assert not {"0401"} & {*position.reach("0101")}
    assert "move a1 to 0401" not in {str(action) for action in position.legal_actions()}
    assert "S2" in position.check("move a1 to 0401").clauses
    assert "0402" in position.reach("0101")


@FEW
@given(positions(), st.integers(0, 999))
def test_a_random_action_is_a_listed_one_and_every_unit_is_drawn(position: Any, seed: int) -> None:
    listed, rng = position.legal_actions("ann"), Random(seed)
    units = {action.unit for action in listed if isinstance(action, Move)}
    drawn = [listed.pick(rng) for _ in range(60)]
    assert {*drawn} <= {*listed}
    if len(units) < 4:  # one of four units is missed in 60 draws once in 10 million times
        assert {action.unit for action in drawn if isinstance(action, Move)} == units


def test_attacks_may_be_a_duty_and_the_enemy_may_lead_retreats() -> None:
    position = alone("a1 0202 3", "b1 0203 3", "b2 0604 1", phase="fight", game=HARSH)
    assert position.check("done").clauses == ("S14",)
    lost = position.apply("attack 0203").position.apply(rules.ChanceOutcome("die", "1")).position
    assert (lost.battle.retreating, lost.to_act) == (("a1",), {"ben"})
    assert lost.apply("ben: move a1 to 0201").position.by_id["a1"].at == "0201"


def test_effects_are_declared_for_a_side() -> None:
    assert {effect.side for name in RESULTS for effect in TABLE.effects(name)} == {"attackers", "defenders"}
    assert Effect("attackers").loses == 0
