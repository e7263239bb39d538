"""Actions and positions as text, and everything that can be wrong with them."""

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from tests.depletion.positions import PLAIN, scripted


@pytest.mark.parametrize(
    "text",
    [
        "0102-0202",
        "0102",
        "0102 march",
        "0102-0202 free 0202",
        "0102-0202 free 0202 march",
        "0102(1 archer, 2 cavalry)-0202",
        "0102-0202[-1 archer]-0302",
        "0102(2 cavalry)-0202[+2 cavalry, +1 unpacked trebuchet, -1 archer]-0302 pack 1 unpack 2 free 0202 march",
        "pass",
        "no attack",
        "attack 0202",
    ],
)
def test_actions_round_trip(text: str) -> None:
    position = scripted({"0102": "1 archer"})
    assert str(position.parse(text)) == text
    assert position.parse(text).player == "red"
    assert position.parse(f"blue: {text}").player == "blue"
    assert position.parse(text.upper().replace("FREE", "Free")) == position.parse(text)


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("", ["expected an action such as"]),
        ("   ", ["expected an action such as"]),
        ("red:", ["after the colon"]),
        ("flee", ["unknown action 'flee'", "expected an action such as"]),
        (
            "0102-0909 marsh x",
            ["hex 2: unknown hex '0909'", "word 2: unknown word 'marsh'; did you mean 'march'?", "word 3"],
        ),
        ("0102--0202", ["hex 2: expected a hex"]),
        ("0102 0202", ["write a path with hyphens"]),
        ("0102(2 cavlary)-0202", ["hex 1: unknown unit 'cavlary'; did you mean 'cavalry'?"]),
        ("0102-0202(1 archer)", ["hex 2: the units that set out are named once, at the first hex"]),
        ("0102-0202[1 archer]-0302", ["hex 2: expected a sign before '1 archer'"]),
        ("0102-0202[+1 archer-0302", ["hex 2: expected a hyphen or a blank after it"]),
        ("0102-0202 pack", ["word 3: expected how many trebuchets, as in 'pack 1'"]),
        ("0102-0202 pack 1 pack 1", ["word 4: 'pack' is given twice"]),
        ("0102-0202 march march", ["'march' is given twice"]),
        ("0102-0202 free", ["word 3: expected a hex"]),
        ("green: 0102-0909", ["unknown player 'green'", "unknown hex '0909'"]),
        ("attack 0909", ["word 2: unknown hex '0909'"]),
        ("attack", ["expected a hex to attack"]),
        ("attack 0202 0302", ["one hex"]),
        ("pass now", ["expected"]),
        ("x" * 5000, ["expected an action such as"]),
    ],
)
def test_an_unreadable_action_says_where_and_what_was_expected(text: str, complaints: list[str]) -> None:
    with pytest.raises(hw.InputError) as caught:
        scripted({"0102": "1 archer"}).parse(text)
    assert len(caught.value.problems) == len(complaints)
    for problem, complaint in zip(caught.value.problems, complaints, strict=True):
        assert complaint in str(problem)
    assert len(str(caught.value)) < 1500


def test_attack_alone_means_the_only_target_and_is_ambiguous_with_two() -> None:
    one = scripted({"0102": "1 archer"}, {"0202": "1 archer"}).apply("0102").position
    assert str(one.parse("attack")) == "attack 0202"
    two = scripted({"0102": "1 archer"}, {"0202": "1 archer", "0302": "1 peasant"}).apply("0102").position
    with pytest.raises(hw.InputError, match='ambiguous: it could be "attack 0202" or "attack 0302"'):
        two.parse("attack")


def test_all_problems_of_a_position_are_listed_at_once() -> None:
    with pytest.raises(hw.InputError) as caught:
        hw.system("depletion").position(
            map=PLAIN,
            players=["red", "blue"],
            armies={"red": {"0102": "2 cavlary, 1 s", "0999": "archer"}, "blue": {"0103": {"archers": 0}}},
            cities={"blue": ["0707"], "red": "0101", "green": []},
            cubes={"0104": 1, "0102": -1},
            turn="grey",
            round=0,
            pace="slow",
            rounds="many",
            objective="hold 0909",
            colour="blue",
            army_sise=4,
        )
    places = [p.place for p in caught.value.problems]
    assert places == [
        "armies/red/0102",
        "armies/red/0102",
        "armies/red/0999",
        "armies/blue/0103/archers",
        "cubes/0102",
        "cities/blue/0",
        "cities/red",
        "cities/green",
        "turn",
        "round",
        "colour",
        "army_sise",
        "pace",
        "objective",
        "rounds",
        "cubes/0104",
    ]
    text = str(caught.value)
    assert "did you mean 'cavalry'" in text
    assert "ambiguous unit 's': it could be spearman or swordsman" in text
    assert "did you mean 'army_size'" in text


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        (None, "expected a list"),
        ([], "expected a list"),
        ("red", "expected a list"),
        (["red", "red"], "named twice"),
        (["red", ""], "printable"),
        (["a:b"], "colon"),
        (["x" * 41], "printable"),
        (["a\u202eb"], "printable"),
        ([1, 2], "printable"),
        (list("abcdefg"), "1 to 6"),
    ],
)
def test_players_are_a_few_different_names(players: object, complaint: str) -> None:
    with pytest.raises(hw.InputError, match=complaint):
        hw.system("depletion").position(map=PLAIN, players=players)


@pytest.mark.parametrize("given", [None, 7, ["."], "\n", {"a": 1}])
def test_a_map_is_text(given: object) -> None:
    if given == ["."]:
        assert len(hw.system("depletion").position(map=given, players=["red"]).map) == 1
    else:
        with pytest.raises(hw.InputError, match="map"):
            hw.system("depletion").position(map=given, players=["red"])


def test_edits_are_refused_with_all_reasons_and_change_nothing() -> None:
    position = scripted({"0102": "1 archer"}, {"0302": "1 archer"})
    with pytest.raises(hw.InputError) as caught:
        position.put("rad", "0909", "1 swordman, 2 x")
    assert len(caught.value.problems) == 4
    with pytest.raises(hw.IllegalPosition):
        position.put("red", "0302", "1 archer")
    with pytest.raises(hw.InputError, match="red has only 1 archer on 0102, not 2 archers"):
        position.remove("red", "0102", "2 archers")
    with pytest.raises(hw.InputError, match="red has no units on 0302; there is blue's archer"):
        position.remove("red", "0302")
    assert position == scripted({"0102": "1 archer"}, {"0302": "1 archer"})
    assert str(position.put("red", "0102", {"cavalry": 2}).armies[0]) == "1 archer, 2 cavalry"
    assert position.put("red", (0, 1), "1 archer") == position.put("red", "0102", "1 archer")


def test_a_reach_needs_an_army() -> None:
    position = scripted({"0102": "1 archer"})
    with pytest.raises(hw.InputError, match="no army on 0202; armies stand on 0102"):
        position.reach("0202")
    with pytest.raises(hw.InputError, match="unknown condition 'marsh'; did you mean 'march'"):
        position.reach("0102", marsh=True)
    with pytest.raises(hw.IllegalAction, match=r"D1\.1"):
        position.reach("0102").cost("0602")
    assert (0, 1) in position.reach((0, 1))


def test_a_position_reads_as_text() -> None:
    text = str(scripted({"0102": "2 archers"}, cubes={"0102": 1}, cities={"blue": ["0602"]}, title="A test"))
    assert text.startswith("A test\n.   .")
    assert "red: 0102 2 archers with 1 depletion cube" in text
    assert "blue: 0602 city" in text
    assert text.endswith("Round 1 of 12: Red to act")


def test_without_a_map_the_rest_is_read_all_the_same() -> None:
    with pytest.raises(hw.InputError) as caught:
        hw.system("depletion").position(
            map="!", players=["red"], rounds=-1, bogus=1, armies={"green": {"0101": "1 foo"}}
        )
    assert [p.place for p in caught.value.problems] == [
        "map/line 1/hex 1",
        "armies/green",
        "armies/green/0101",
        "bogus",
        "rounds",
    ]


@pytest.mark.parametrize(
    "more",
    [
        {"pace": ["strict"]},
        {"rounds": 10**5000},
        {"armies": {"red": {"0101": " " * 4000 + "!"}}},
        {"armies": {"red": {"0101": "x" * 100_000}}},
        {"armies": {"x" * 100_000: {}}},
        {"armies": {"red": {"0101": {"cavalry": "2"}}}},
        {"armies": {"red": {"0101": "٢ archers"}}},
        {"cities": {"red": ["0101", "0101"]}},
        {"cubes": {"0102": 1, (0, 1): 2}, "armies": {"red": {"0102": "1 archer"}}},
        {"title": "\ud800"},
        {"title": 7},
        {"offset": "banana"},
        {"passes": 1},
    ],
)
def test_odd_input_gets_a_short_error_at_once(more: dict[str, object]) -> None:
    with pytest.raises(hw.InputError) as caught:
        hw.system("depletion").position(**{"map": PLAIN, "players": ["red"], **more})
    assert len(caught.value.problems) == 1
    assert len(str(caught.value)) < 600


def test_a_map_with_terrains_in_another_order_is_the_same_map() -> None:
    given = HexMap(3, 1, Offset.ODD_R, ("sea", "plains"), bytes([1, 0, 1]))
    made = hw.system("depletion").position(map=given, players=["red"])
    assert made == hw.system("depletion").position(map=".  ~  .", players=["red"])
    with pytest.raises(hw.InputError, match="the map that is given is odd-r"):
        hw.system("depletion").position(map=given, players=["red"], offset="odd-q")
    with pytest.raises(hw.InputError, match="unknown terrain 'lava': the system 'depletion' knows 'plains', 'forest'"):
        hw.system("depletion").position(map=HexMap(1, 1, Offset.ODD_R, ("lava",), b"\0"), players=["red"])


def test_the_rulebook_answers_like_any_mapping() -> None:
    rulebook = hw.system("depletion").rulebook
    assert rulebook.get("D99") is None
    assert "D99" not in rulebook
    with pytest.raises(hw.InputError, match=r"unknown clause 'D1\.66'; did you mean"):
        rulebook["D1.66"]


def test_a_position_on_one_line() -> None:
    position = scripted(
        {"0202": "2 cavalry, 1 archer"},
        {"0401": "1 spearman"},
        map=".  .  ^  .  .\n  .  %  .  .  .\n.  .  .  ~  .\n  .  .  ^  .  #",
        cities={"red": ["0304"]},
        cubes={"0401": 1},
        rounds=6,
        objective="hold 0101 0202",
    )
    line = "..^../.%.../...~./..^.# odd-r red,blue red:0202=1archer+2cavalry,0304=city;blue:0401=1spearman*1 red"
    assert position.notation == line + " objective=hold%200101%200202 rounds=6"
    assert hw.system("depletion").read(position.notation) == position
    assert hw.system("depletion").read(".. odd-r red - red").armies == ()


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("", ["expected five fields"]),
        (None, ["expected five fields"]),
        (".. odd-r red - red rond=2 rounds=x", ["unknown entry 'rond=2'; did you mean"]),
        (".. odd-r red - red rounds=x", ["rounds: expected a whole number"]),
        (".. odd-r red - red rounds=3 rounds=4", ["rounds: is given twice"]),
        (".? odd-x red - blue", ["offset: unknown stagger 'odd-x'", "turn: unknown player 'blue'"]),
        (".. odd-r red red red", ["field 4: expected player:hex=units"]),
        (".. odd-r red red:0101=,0201 red", ["expected hex=units", "expected hex=units"]),
        (".. odd-r red red:0101=2cavlary*x,0909=city red", ["cavlary", "cubes/0101", "cities/red/0"]),
        (".. odd-r red red:0101=1archer,0101=1archer red", ["two armies"]),
        (".. odd-r red - red landing=red:open:0101*0", ["landing/armies/0/hex"]),
    ],
)
def test_a_bad_notation_is_refused_with_all_its_faults(text: object, complaints: list[str]) -> None:
    with pytest.raises(hw.InputError) as caught:
        hw.system("depletion").read(text)
    assert len(caught.value.problems) == len(complaints)
    assert all(complaint in str(caught.value) for complaint in complaints)


@pytest.mark.parametrize(
    ("asked", "offered", "action"),
    [
        ("0105-0702", "go to 0303 instead, by 0104 and 0203, with a march", "0105-0104-0203-0303 march"),
        (
            "0203(1 archer)-0702",
            "go to 0402 instead, by 0303 and 0403, with only 1 archer, with a march",
            "0203(1 archer)-0303-0403-0402 march",
        ),
    ],
)
def test_the_nearest_maneuver_is_a_sentence_and_its_text_can_be_typed(asked: str, offered: str, action: str) -> None:
    verdict = hw.scenario("depletion/first-steps").position.check(asked)
    assert verdict.nearest_remedy is not None
    assert (verdict.nearest_remedy.text, str(verdict.nearest_remedy.action)) == (offered, action)
    assert str(verdict).endswith(f"  {offered.capitalize()}: {action} (D1.1).")
