"""Scenario files: bundled ones load and are canonical. A bad one is refused as a whole, with the place of each problem."""

import json

import pytest

import hexwidget as hw
from hexwidget.files import read_scenario, write_scenario
from hexwidget.systems.registry import system


@pytest.mark.parametrize("name", hw.scenarios())
def test_bundled_scenarios_are_canonical_and_legal(name: str) -> None:
    owner, _, stem = name.partition("/")
    text = (system(owner).folder / "scenarios" / f"{stem}.json").read_text(encoding="utf-8")
    scenario = read_scenario(text)
    assert write_scenario(scenario) == text
    assert getattr(scenario.position, "title", scenario.title) == scenario.title
    assert system(owner).check_position(scenario.position)
    assert scenario.position.to_act
    assert scenario.prose
    assert scenario.title in scenario._repr_html_()


def good() -> dict[str, object]:
    text = write_scenario(hw.scenario("depletion/first-steps"))
    found: dict[str, object] = json.loads(text)
    return found


@pytest.mark.parametrize(
    ("change", "complaints"),
    [
        ({"format": "hexwidget.scenario/9"}, ["/format"]),
        ({"system": "depletoin"}, ["/system: unknown system 'depletoin'; did you mean 'depletion'?"]),
        ({"titel": "x", "prose": 7}, ["/titel", "/prose"]),
        ({"position": []}, ["/position"]),
        ({"format": 1, "position": {"map": "!", "players": ["red"]}}, ["/format", "/position/map/line 1/hex 1"]),
        ({"position": {"map": ".", "players": ["red"], "title": "x"}}, ["/position/title"]),
        ({"position": {"map": ".", "players": ["red"], "strict": False}}, ["/position/strict"]),
        ({"position": {"map": ".", "players": ["red"], "self": 1}}, ["/position/self"]),
    ],
)
def test_a_bad_document_is_refused_with_pointers(change: dict[str, object], complaints: list[str]) -> None:
    with pytest.raises(hw.InputError) as caught:
        read_scenario(json.dumps(good() | change))
    assert len(caught.value.problems) == len(complaints)
    for complaint in complaints:
        assert complaint in str(caught.value)


def test_errors_inside_the_position_have_pointers_too() -> None:
    data = good()
    data["position"]["armies"]["red"]["0203"] = {"cavlary": 2}
    with pytest.raises(
        hw.InputError, match="/position/armies/red/0203/cavlary: unknown unit 'cavlary'; did you mean 'cavalry'"
    ):
        read_scenario(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1"),
        ("[1]", "expected an object"),
        ('{"format": 1, "format": 2, "a": 1, "a": 2}', "'format': stands twice in one object\n  'a': stands twice"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        (None, "expected a text"),
        ("[" * 100_000, "nested too deeply|line 1"),
        ('{"a":', "line 1, column"),
    ],
)
def test_what_is_no_document_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(hw.InputError, match=complaint):
        read_scenario(text)
