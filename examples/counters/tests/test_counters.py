"""Counters keeps the promises of every system; each clause bars what it says, and allows the rest."""

import pytest
from counters import COUNTERS

import hexwidget as hw
from hexwidget.rules import ChanceOutcome, Draft

hw.register(COUNTERS)
COLUMNS, TABLE, column = COUNTERS.combat.table.columns, COUNTERS.combat.table.rows, COUNTERS.combat.column
RESULTS = {name: text for name, (text, *_) in COUNTERS.combat.table.results.items()}
MAP = [". . . . .", "  . % . ~ .", ". . ^ . ."]


def place(*units, turn=0, phase="move", **more):
    """A position with units such as "r1 infantry 0101" or, with a step left, "b1 guns 0302 1"."""
    found = []
    for text in units:
        name, kind, at, *steps = text.split()
        found.append({"id": name, "owner": "rb".index(name[0]), "kind": kind, "at": at, "steps": int(*steps or [2])})
    towns = more.pop("towns", {"0101": 0, "0503": 1})
    return COUNTERS.position(map=MAP, players=["red", "blue"], units=found, towns=towns, turn=turn, phase=phase, **more)


def fight(*units, **more):
    return place(*units, phase="fight", **more)


def attacked(face, *units, target="0301"):
    """The transition of an attack by red whose die shows a face."""
    return fight(*units).apply(f"red: attack {target}").position.apply(ChanceOutcome("die", str(face)))


BASE = place("r1 infantry 0101", "r2 cavalry 0103", "b1 infantry 0301", "b2 guns 0503")
BESIDE = fight("r1 infantry 0201", "b1 infantry 0301", "b2 guns 0503")
DUE = BESIDE.apply("red: attack 0301").position
BEATEN = attacked(4, "r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301", "b2 guns 0503").position  # 2:1: DR
EMPTY = BEATEN.apply("blue: move b1 to 0401").position
APART = attacked(4, "r1 infantry 0201", "r2 guns 0201", "r3 guns 0103", "b1 infantry 0301", "b2 guns 0503").position
LEFT = APART.apply("blue: move b1 to 0401").position
CUT = ["r1 cavalry 0501", "b1 infantry 0302", "b2 infantry 0502"]

RIVER = {"river": ["0201.NE 0201.SE 0201.S 0102.SE 0102.S 0103.SE"], "bridge": ["0102-0202"]}
WET = fight("r1 infantry 0201", "b1 infantry 0301", "b2 cavalry 0301", hexsides=RIVER)

BARRED = [  # the clause, the clause that its refusal cites, a position, an action
    ("C1.1", "C3.2", fight("r1 infantry 0201 1", "b1 infantry 0301", "b2 infantry 0301"), "red: attack 0301"),
    ("C1.2", "C1.2", place("r1 infantry 0101", "r2 guns 0102", "r3 guns 0102", "b1 guns 0503"), "red: move r1 to 0102"),
    ("C2.1", "C2.1", BASE, "red: move b1 to 0401"),
    ("C2.1", "C2.1", BASE, "red: move r1 to 0101"),
    ("C2.1", "C2.1", BASE, "red: move r1 to 0402"),
    ("C2.1", "C2.1", place("r1 guns 0101", "b1 guns 0503"), "red: move r1 to 0501"),
    ("C2.1", "C2.1", BASE.apply("red: move r1 to 0201").position, "red: move r1 to 0101"),
    ("C2.2", "C2.2", BASE, "red: move r2 to 0301"),
    ("C2.3", "C2.3", place("r1 cavalry 0101", "b1 infantry 0302"), "red: move r1 to 0501"),
    (
        "C2.4",
        "C2.4",
        place("r1 guns 0201 1", "b1 guns 0503", hexsides={"ridge": RIVER["river"]}),
        "red: move r1 to 0202",
    ),
    ("C3.1", "C3.1", fight("r1 infantry 0101", "b1 infantry 0301"), "red: attack 0301"),
    ("C3.1", "C3.1", BESIDE, "red: attack 0202"),
    ("C3.2", "C3.2", fight("r1 cavalry 0201 1", "b1 infantry 0301", "b2 infantry 0301"), "red: attack 0301"),
    ("C3.4", "C3.4", DUE, "red: done"),
    ("C3.5", "C3.5", BEATEN, "blue: move b2 to 0402"),
    ("C3.5", "C3.5", BEATEN, "blue: move b1 to 0202"),
    ("C3.5", "C3.5", BEATEN, "blue: move b1 to 0501"),
    ("C3.5", "C3.5", BEATEN, "blue: done"),
    ("C3.5", "C3.5", BEATEN, "blue: attack 0201"),
    ("C3.6", "C3.6", EMPTY, "red: move r1 to 0302"),
    ("C3.6", "C3.6", EMPTY, "red: attack 0401"),
    ("C3.6", "C3.6", LEFT, "red: move r3 to 0301"),
    ("C3.7", "C3.2", WET, "red: attack 0301"),
    ("C4.1", "C2.1", place("r1 cavalry 0101", "b1 guns 0503", supply="on", towns={"0503": 1}), "red: move r1 to 0501"),
    ("C5.1", "C5.1", BASE, "red: attack 0301"),
    ("C5.1", "C5.1", BASE, "blue: move b1 to 0401"),
    ("C5.1", "C5.1", BESIDE, "red: move r1 to 0101"),
    ("C5.2", "C5.2", place("r1 infantry 0101", "b1 infantry 0301", round=9), "red: done"),
]
ALLOWED = [  # the same a little different: the clause bars nothing
    ("C1.1", fight("r1 infantry 0201", "b1 infantry 0301", "b2 infantry 0301"), "red: attack 0301"),
    ("C1.2", place("r1 infantry 0101", "r2 guns 0102", "b1 guns 0503"), "red: move r1 to 0102"),
    ("C2.1", place("r1 cavalry 0101", "b1 guns 0503"), "red: move r1 to 0501"),
    ("C2.2", BASE, "red: move r1 to 0201"),
    ("C2.3", place("r1 cavalry 0101", "b1 infantry 0302", zoc="fluid"), "red: move r1 to 0501"),
    ("C2.3", place("r1 cavalry 0101", "b1 infantry 0302"), "red: move r1 to 0301"),
    ("C2.4", place("r1 guns 0201", "b1 guns 0503", hexsides=RIVER), "red: move r1 to 0301"),
    ("C3.1", BESIDE, "red: attack 0301"),
    ("C3.7", fight("r1 infantry 0201", "b1 infantry 0301", "b2 cavalry 0301"), "red: attack 0301"),
    ("C3.2", fight("r1 cavalry 0201", "b1 infantry 0301"), "red: attack 0301"),
    ("C3.4", BESIDE, "red: done"),
    ("C3.5", BEATEN, "blue: move b1 to 0401"),
    ("C3.6", EMPTY, "red: move r1 to 0301"),
    ("C3.6", EMPTY, "red: done"),
    ("C4.1", place("r1 cavalry 0101", "b1 guns 0503", supply="on"), "red: move r1 to 0501"),
    ("C5.1", BASE, "red: done"),
    ("C5.2", place("r1 infantry 0101", "b1 infantry 0301", round=8), "red: done"),
]
TURNED = {"C3.3": "test_odds_are_rounded_down_and_shifted_by_ground"}
"""A clause that bars nothing, and the test that shows it both ways."""


@pytest.mark.parametrize(("shown", "cited", "position", "action"), BARRED)
def test_a_clause_bars(shown, cited, position, action):
    verdict = position.check(action)
    assert cited in verdict.clauses, verdict
    assert verdict.rulebook[cited]
    assert position.parse(action) not in position.legal_actions(action.split(":")[0])


@pytest.mark.parametrize(("shown", "position", "action"), ALLOWED)
def test_a_clause_allows(shown, position, action):
    assert position.check(action), position.check(action)
    assert position.parse(action) in list(position.legal_actions())
    assert position.apply(action).events


def test_every_clause_is_shown_both_ways():
    rulebook = set(COUNTERS.rulebook)
    assert {case[0] for case in BARRED} | set(TURNED) == rulebook
    assert {case[0] for case in ALLOWED} | set(TURNED) == rulebook
    assert COUNTERS.barring == {case[1] for case in BARRED}


@pytest.mark.parametrize("scenario", ["crossroads", "three-towns", "two-bridges"])
def test_it_conforms(scenario):
    hw.testing.conform(COUNTERS, positions=[hw.scenario(f"counters/{scenario}").position], games=1, steps=6)


def test_it_conforms_in_the_middle_of_attacks():
    hw.testing.conform(COUNTERS, positions=[DUE, BEATEN, EMPTY], games=1, steps=3)


# ---------------------------------------------------------------- units, movement, supply
def test_a_unit_with_a_step_left_has_half_of_its_attack_and_defence_rounded_up():
    whole, hurt = place("r1 guns 0101", "r2 cavalry 0103", "b1 guns 0503"), place("r1 guns 0101 1", "r2 cavalry 0103 1")
    assert [(unit.attack, unit.defence, unit.movement) for unit in whole.units[:2]] == [(6, 1, 3), (3, 2, 6)]
    assert [(unit.attack, unit.defence, unit.movement) for unit in hurt.units] == [(3, 1, 3), (2, 1, 6)]


def test_ground_costs_points_and_zones_lock_or_cost():
    units = ["r1 cavalry 0101", "b1 infantry 0302"]
    locking, fluid = place(*units), place(*units, zoc="fluid")
    assert locking.costs(locking.by_id["r1"])["0202"] == 3  # a clear hex and a wood
    assert "0501" not in locking.costs(locking.by_id["r1"])
    assert fluid.costs(fluid.by_id["r1"])["0501"] == 6  # four hexes, two of them in the zone
    assert "0402" not in fluid.costs(fluid.by_id["r1"])  # a lake


def test_a_unit_is_not_called_too_slow_for_a_hex_that_its_points_reach():
    near, far = place("r1 guns 0101", "b1 infantry 0401"), place("r1 guns 0101", "b1 infantry 0501")
    assert near.check("red: move r1 to 0401").clauses == ("C2.2",)
    assert far.check("red: move r1 to 0501").clauses == ("C2.2", "C2.1")
    alone = place("r1 guns 0101", "b1 guns 0503").reach("0101")
    assert "0401" in alone
    assert alone.rim["0501"] == "C2.1"


def test_the_readings_of_zones_can_be_compared():
    found = str(hw.compare_readings(place("r1 cavalry 0101", "b1 infantry 0302"), "zoc"))
    assert "red: move r1 to 0501  barred by C2.3" in found
    assert "Nothing differs" in str(hw.compare_readings(place("r1 guns 0101", "b1 guns 0503"), "zoc"))


def test_supply_is_a_way_to_an_own_town_free_of_enemies_and_their_zones():
    cut = place(*CUT, supply="on", towns={"0103": 0, "0503": 1})
    unit = cut.by_id["r1"]
    assert (cut.points(unit), cut.strength(unit, "0401")) == (3, 2)
    off = place(*CUT, towns={"0103": 0, "0503": 1})
    assert (off.points(unit), off.strength(unit, "0401")) == (6, 3)
    own = place("r1 cavalry 0101", "r2 infantry 0201", "b1 infantry 0302", supply="on", towns={"0401": 0})
    assert own.points(own.by_id["r1"]) == 3  # 0301 lies in a zone
    held = place("r1 cavalry 0101", "r2 infantry 0301", "b1 infantry 0302", supply="on", towns={"0401": 0})
    assert held.points(held.by_id["r1"]) == 3  # 0201 lies in a zone, too
    line = place("r1 cavalry 0201", "r2 infantry 0301", "b1 infantry 0302", supply="on", towns={"0401": 0})
    assert line.points(line.by_id["r1"]) == 3
    both = ["r1 cavalry 0201", "r2 infantry 0301", "r3 infantry 0401", "b1 infantry 0302"]
    assert place(*both, supply="on", towns={"0401": 0}).points(line.by_id["r1"]) == 6  # own units hold the way


def test_sides_cost_points_a_bridge_costs_none_and_a_river_halves_an_attack():
    units = ["r1 cavalry 0102", "r2 infantry 0201", "b1 infantry 0301", "b2 guns 0503"]
    wet = place(*units, hexsides=RIVER, zoc="fluid")
    assert {at: wet.costs(wet.by_id["r1"])[at] for at in ("0202", "0302", "0203")} == {"0202": 3, "0302": 5, "0203": 2}
    steep = place(*units, hexsides={"ridge": RIVER["river"]}, zoc="fluid")
    assert steep.costs(steep.by_id["r1"])["0203"] == 3
    r1, r2 = wet.units[:2]
    assert (wet.strength(r2, "0301"), wet.strength(r1, "0202"), steep.strength(r2, "0301")) == (2, 3, 4)


def test_hexsides_are_read_written_and_refused():
    wet = place("r1 guns 0101", "b1 guns 0503", hexsides=RIVER)
    assert COUNTERS.read(wet.notation) == COUNTERS.from_json(COUNTERS.to_json(wet)) == wet
    assert COUNTERS.position(**{**COUNTERS.to_json(wet), "map": wet.map, "hexsides": None}) == wet
    assert wet.key != place("r1 guns 0101", "b1 guns 0503").key  # they change the rules
    assert wet.to_svg().count("<title>river</title>") == 1
    with pytest.raises(hw.InputError, match="unknown kind of hexside 'rivers'; did you mean 'river'"):
        place("r1 guns 0101", hexsides={"rivers": []})
    with pytest.raises(hw.InputError, match="hexsides/river: 0101-0301: these hexes do not touch"):
        place("r1 guns 0101", hexsides={"river": ["0101-0301"]})


def test_a_town_costs_a_point_whatever_its_ground():
    town = place("r1 cavalry 0101", "b1 guns 0503", towns={"0202": 1})
    assert town.costs(town.by_id["r1"])["0202"] == 2  # a wood would take 2 points after the first


@pytest.mark.parametrize(
    ("units", "towns", "wrong"),
    [
        (["r1 guns 0402"], {}, "C2.1: 0402 is a lake"),
        (["r1 guns 0101"], {"0402": 1}, "C2.1: 0402 is a lake"),
        (["r1 guns 0101", "b1 guns 0101"], {}, "C1.2: 0101 holds more than 2 units of one player"),
        (["r1 guns 0101", "r2 guns 0101", "r3 guns 0101"], {}, "C1.2: 0101 holds more"),
        (["r1 guns 0909"], {}, "unknown hex '0909'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(units, towns, wrong):
    with pytest.raises(ValueError, match=wrong):
        place(*units, towns=towns)


# ---------------------------------------------------------------- attacks
@pytest.mark.parametrize(
    ("units", "odds"),
    [
        (["r1 cavalry 0201", "b1 infantry 0301"], "1:2"),
        (["r1 infantry 0201", "b1 infantry 0301"], "1:1"),
        (["r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301"], "2:1"),
        (["r1 guns 0201", "r2 guns 0201", "b1 cavalry 0301 1"], "5:1"),
        (["r1 infantry 0201", "r2 guns 0201", "b1 infantry 0202"], "1:1"),  # a wood
        (["r1 guns 0202", "r2 infantry 0202", "b1 infantry 0303"], "1:1"),  # a hill
        (["r1 cavalry 0201", "b1 infantry 0202"], "1:2"),  # there is no column to the left
    ],
)
def test_odds_are_rounded_down_and_shifted_by_ground(units, odds):
    position = fight(*units)
    target = units[-1].split()[2]
    assert COLUMNS[column(position, position.attackers(target, 0), target)] == odds


def test_a_town_shifts_the_odds():
    units = ["r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301"]
    open_, town = fight(*units), fight(*units, towns={"0301": 1})
    assert [COLUMNS[column(each, each.attackers("0301", 0), "0301")] for each in (open_, town)] == ["2:1", "1:1"]


def test_exact_odds_stand_before_an_attack_and_are_those_of_the_die():
    position = fight("r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301")
    assert not position.choices(Draft()).forecasts
    (forecast,) = position.choices(Draft(target="0301")).forecasts
    assert forecast.title.startswith("An attack at 2:1: ")
    due = position.apply("red: attack 0301").position
    for share in forecast.shares:
        faces = [face for face in due.chance if RESULTS[TABLE[int(face.value) - 1][2]] == share.label]
        assert share.part == pytest.approx(float(sum(due.chance.probabilities[face.value] for face in faces)))
    assert sum(share.part for share in forecast.shares) == pytest.approx(1)


def test_every_result_of_the_die():
    strong = ["r1 infantry 0201", "r2 guns 0201", "b1 infantry 0301"]  # 2:1
    even = ["r1 infantry 0201", "b1 infantry 0301"]
    assert attacked(1, *even).position.by_id["r1"].steps == 1  # A1
    assert attacked(3, *even).position.battle is None  # NE
    exchanged = attacked(1, *strong).position  # EX
    assert (exchanged.by_id["r2"].steps, exchanged.by_id["b1"].steps) == (1, 1)
    assert attacked(4, *strong).position.battle.retreating == ("b1",)  # DR
    hurt = attacked(6, *strong).position  # D1
    assert (hurt.by_id["b1"].steps, hurt.battle.retreating) == (1, ("b1",))
    crushed = attacked(6, "r1 guns 0201", "r2 guns 0201", "b1 cavalry 0301", "b2 guns 0503")  # DE
    assert "b1" not in crushed.position.by_id
    assert {event.clause for event in crushed.events} == {"C3.4"}


def test_a_beaten_unit_retreats_by_its_owner_and_an_attacker_advances():
    assert BEATEN.to_act == {"blue"}
    assert {str(action) for action in BEATEN.legal_actions()} == {"move b1 to 0302", "move b1 to 0401"}
    assert EMPTY.to_act == {"red"}
    assert EMPTY.apply("red: move r1 to 0301").position.by_id["r1"].at == "0301"
    stayed = EMPTY.apply("red: done").position
    assert (stayed.battle, stayed.by_id["r1"].at) == (None, "0201")


def test_a_unit_that_cannot_retreat_is_removed():
    shut = attacked(6, "r1 infantry 0201", "r2 infantry 0401", "r3 cavalry 0302", "b1 infantry 0301", "b2 guns 0503")
    assert "b1" not in shut.position.by_id
    assert "C3.5" in [event.clause for event in shut.events]


# ---------------------------------------------------------------- turns, towns, the end
def test_a_turn_has_two_phases_and_a_round_two_turns():
    one = BASE.apply("red: done").position
    assert (one.turn, one.phase, one.round) == (0, "fight", 1)
    two = one.apply("red: done").position
    assert (two.turn, two.phase, two.round) == (1, "move", 1)
    assert two.apply("blue: done").position.apply("blue: done").position.round == 2


def test_towns_change_hands_and_decide():
    moved = place("r1 cavalry 0403", "b1 guns 0301").apply("red: move r1 to 0503").position
    assert moved.towns["0503"] == 0
    assert str(place("r1 guns 0101", "b1 guns 0501", round=9, towns={"0101": 0}).outcome).startswith("red holds more")
    assert str(place("r1 guns 0101", "b1 guns 0501", round=9).outcome).startswith("both hold as many")
    assert str(place("r1 guns 0101").outcome).startswith("blue has no units")
    assert place("r1 guns 0101", "b1 guns 0501", round=8).outcome is None


# ---------------------------------------------------------------- reach, and lessons
def test_reach_is_where_a_unit_may_move():
    for scenario in ("crossroads", "two-bridges", "three-towns"):
        position = hw.scenario(f"counters/{scenario}").position
        legal = list(position.legal_actions())
        for unit in position.units[: len(position.units) // 2]:
            reach = position.reach(unit.at, unit=unit.id)
            assert set(reach) - {unit.at} == {each.to for each in legal if getattr(each, "unit", "") == unit.id}
            assert {at: cost for at, cost in position.costs(unit).items() if at in reach} == reach.costs()
    assert "C2.2" in position.reach("0504").why("0507").clauses
    with pytest.raises(hw.InputError, match="no such unit stands on 0101"):
        position.reach("0101")


def test_the_first_game_is_followed_to_its_end_by_its_hints():
    followed = hw.lessons.first_game("counters").check()
    assert [each.state for each in followed] == ["done"] * 6
    assert all(each.actions == each.stage.way for each in followed[:-1])
    assert followed.due == ()
    practised = {clause for each in hw.lessons.load("counters") for clause in each.clauses}
    assert set(followed.introduced) | practised == set(COUNTERS.rulebook)


def test_the_first_game_is_played_on_a_board_to_its_end():
    course = hw.lessons.first_game("counters", progress=hw.lessons.Progress())
    board, introduced = course.board, set()
    for place, stage in enumerate(course.stages[:-1]):
        if place:
            course.open(place)
        for action in stage.way:
            introduced |= {course.tutor.callout.clause} if course.tutor.callout else set()
            board.play(f"{stage.learner}: {action}")
        assert board._status["said"][-1]["heading"] == "Well done!", stage
    assert {"C1.1", "C2.3", "C3.3", "C4.1"} <= introduced
    board.close()


def test_a_stage_that_is_lost_says_what_is_open():
    course = hw.lessons.first_game("counters", progress=hw.lessons.Progress())
    for action in ("move r1 to 0101", "done", "done"):
        course.board.play(f"red: {action}")
    course.board.play("red: done")
    lost = course.board._status["said"][-1]
    assert (lost["heading"], lost["lines"][0]["text"]) == (
        "Not this time.",
        "Not reached: “a unit of yours stands on 0502”.",
    )
    course.board.close()


@pytest.mark.parametrize("exercise", hw.lessons.load("counters"), ids=lambda each: each.id)
def test_an_exercise_has_an_answer_and_wrong_ones(exercise):
    exercise.check()
    assert exercise.answer(exercise.key)
    wrong = [answer for answer, _ in exercise.options if not exercise.answer(answer)]
    wrong = wrong or ["0501" if exercise.task.on_the_board == "spaces" else next(_barred(exercise))]
    assert not exercise.answer(wrong[0])
    assert exercise.answer(exercise.key).clauses


def _barred(exercise):
    """Yield legal actions that do not lead to the goal of an exercise."""
    for action in exercise.position.legal_actions():
        if not exercise.answer(str(action)):
            yield str(action)
