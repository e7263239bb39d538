"""Places: names of spaces that survive every form of a position, are typed in actions, and refused with reasons."""

import json
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.files import read_scenario, write_scenario
from hexwidget.geometry.places import KINDS, NamedPlace, names_replaced
from hexwidget.lessons.exercises.goals import Aftermath, read_goal
from hexwidget.problems import InputError, Problems
from hexwidget.rules.editing import paint, python_lines
from hexwidget.systems.registry import system
from hexwidget.widget import Board
from tests import inside

MAP = [". . # . .", "  . . . . .", ". . # . ."]
RIVER = {"the bridge": "bridge 0302", "Old Mill": "village 0402", "the king's road": "road 0102 0202 0302 0402"}
GIVEN: dict[str, dict[str, Any]] = {
    "depletion": {"armies": {"red": {"0202": "2 cavalry"}, "blue": {"0503": "1 archer"}}},
    "orders": {
        "units": {"red": {"0202": "knight"}, "blue": {"0503": "militia"}},
        "initiative": {"red": [9], "blue": [2]},
        "queue": ["red", "blue"],
        "left": 2,
    },
    "plotted": {"units": {"red": {"0202": "cavalry 3"}, "blue": {"0503": "infantry 2"}}, "objective": "hold 0302"},
}
TYPED = {"depletion": "0202-{}", "orders": "0202 move {}", "plotted": "march 0202-{}"}
SPACES = ["0101", "0202", "0302", "0402", "0503"]


def river(name: str, places: object = RIVER) -> Any:
    return system(name).position(map=MAP, players=["red", "blue"], places=places, **GIVEN[name])


names = st.text(st.characters(codec="utf-8"), max_size=45)
places = st.dictionaries(names, st.tuples(st.sampled_from(KINDS), st.lists(st.sampled_from(SPACES), max_size=3)))


@pytest.mark.slow
@given(places, st.sampled_from(sorted(GIVEN)))
def test_places_come_back_from_every_form_or_each_fault_is_named(some: Any, name: str) -> None:
    given_places = {key: " ".join((kind, *spaces)) for key, (kind, spaces) in some.items()}
    try:
        position = river(name, given_places)
    except InputError as wrong:
        if all(problem.place.startswith("places") for problem in wrong.problems):
            return
        raise
    rules = position.system
    assert [(p.name, p.kind, list(p.spaces)) for p in position.map.places] == [(k, *v) for k, v in some.items()]
    assert rules.from_json(json.loads(json.dumps(rules.to_json(position)))) == position
    assert rules.read(position.notation) == position == pickle.loads(pickle.dumps(position))
    assert hw.open_link(hw.link(position)) == position
    scenario = hw.Scenario(name, "River", "", position)
    assert read_scenario(write_scenario(scenario)).position == position
    if some:
        assert position != river(name, {})


@pytest.mark.parametrize("name", GIVEN)
def test_places_change_no_rule_and_survive_play_the_editor_and_the_board(name: str) -> None:
    position, plain = river(name), river(name, {})
    assert list(map(str, position.legal_actions())) == list(map(str, plain.legal_actions()))
    assert position.apply(next(iter(position.legal_actions()))).position.map.places == position.map.places
    brush = next(each.key for each in position.system.brushes(position) if each.group == "ground")
    assert paint(position, brush, ["0101"]).map.places == position.map.places
    made: dict[str, Any] = {}
    exec(python_lines(position), made)  # noqa: S102  (the lines come from `python_lines`)
    assert made["position"] == position
    assert hw.open_link(hw.link(hw.Session(position))).position == position
    board = Board(position)
    assert [place["name"] for place in inside.scene(board)["places"]] == list(RIVER)
    assert board.scenario().position.map.places == position.scene().places == position.map.places
    assert "the bridge (0302)" in inside.state(board)["description"]
    assert ">the bridge</t" in board.to_svg()
    assert "the bridge" in board.to_html()
    assert "Places: the bridge (0302), Old Mill (0402), " in repr(board)


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("word", ["bridge", "the_bridge", "Bridge", '"The Bridge"'])
def test_a_place_may_be_typed_and_its_space_is_printed(name: str, word: str) -> None:
    position = river(name)
    action = position.parse(TYPED[name].format(word))
    assert str(action) == str(position.parse(TYPED[name].format("0302"))) == TYPED[name].format("0302")


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("bridg", "unknown hex 'bridg'; did you mean 'bridge'? (this map has 0101 to 0503)"),
        ("tower", "unknown hex 'tower' (this map has 0101 to 0503, and places: bridge, old_mill)"),
        ("king_s_road", "the king's road has 4 hexes; name one of them: 0102, 0202, 0302, 0402"),
    ],
)
def test_an_unknown_or_ambiguous_place_is_refused_with_the_way_out(word: str, wrong: str) -> None:
    for name, typed in TYPED.items():
        with pytest.raises(InputError, match=re.escape(wrong)):
            river(name).parse(typed.format(word))


@pytest.mark.parametrize("words", ["", " ", "0302", "bridge", 7])
def test_a_place_without_a_kind_or_hexes_is_refused(words: object) -> None:
    with pytest.raises(InputError, match="places/mill"):
        river("orders", {"mill": words})  # type: ignore[dict-item]


def test_no_place_hides_a_word_of_the_grammar() -> None:
    position = river("orders", {"attack": "fort 0402", "defend": "village 0302", "red": "label 0101"})
    assert str(position.parse("red: 0202 defend")) == "0202 defend"
    assert str(position.parse("0202 move defend")) == "0202 move 0302"


@pytest.mark.slow
@given(st.text(max_size=40))
def test_a_text_without_names_of_places_stays(text: str) -> None:
    assert names_replaced(text, ()) == text
    assert names_replaced(text, (NamedPlace("Zzyzx", "label", ("0101",)),)) == text


@pytest.mark.parametrize(
    ("given_places", "wrong"),
    [
        (["the bridge"], "places: expected at most 200 places by name"),
        ({"x" * 41: "fort 0101"}, "places: expected a name of 1 to 40 printable characters"),
        ({"a\x1b[2J": "fort 0101"}, "places: expected a name of 1 to 40 printable characters"),
        ({"the 0402": "fort 0101"}, "with a letter"),
        ({"Keep": "castle 0101"}, "places/Keep: unknown kind of place 'castle'; expected one of: 'village', 'bridge'"),
        ({"Keep": "fort 0909"}, "places/Keep: unknown hex '0909'"),
        ({"Keep": "fort 0101 0102"}, 'places/Keep: expected a fort and one hex, such as "fort 0402"'),
        ({"Way": "road 0102 0402"}, "places/Way: 0102 and 0402 are not adjacent"),
        ({"the Keep": "fort 0101", "keep": "fort 0102"}, "'keep' is typed like the place 'the Keep'"),
    ],
)
def test_wrong_places_are_refused(given_places: object, wrong: str) -> None:
    with pytest.raises(InputError) as error:
        river("plotted", given_places)
    assert wrong in str(error.value)


def test_an_aim_may_name_a_place() -> None:
    problems, position = Problems(), river("depletion")
    (condition,) = read_goal([{"at": "the bridge", "owner": "red"}], position, "goal", problems)
    assert (condition["at"], problems.found) == ("0302", [])
    after = Aftermath(position).after(position.apply("0202-0302"))
    assert after.open([{"at": "bridge", "owner": "red"}]) == [] != after.open([{"at": "old mill"}])
