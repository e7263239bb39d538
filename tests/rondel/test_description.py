"""Maps and positions from descriptions, and texts of actions. All errors are reported at once, each with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.geometry import Border, Province, ProvinceMap
from hexwidget.systems.rondel.atlas import map_names
from tests.rondel.positions import RONDEL, shores

SQUARES = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"name": name, "terrain": terrain},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[x, 0], [x + 2, 0], [x + 2, 2], [x, 2], [x, 0]]],
            },
        }
        for x, name, terrain in ((0, "west", "land"), (2, "middle", "land"), (4, "east", "sea"))
    ],
}


def geo(**more: Any):
    return RONDEL.position(map={**SQUARES, **more}, players=["romans", "greeks"], units={"romans": {"west": "legion"}})


def test_geojson_polygons_are_a_map_and_their_borders_follow_from_shared_sides() -> None:
    position = geo()
    kinds = {(b.a, b.b): b.kind for b in position.map.borders}
    assert kinds == {("west", "middle"): "red", ("middle", "east"): "blue"}
    assert position.map.label(0) == "West"
    assert position.map.provinces[0].at == pytest.approx((1, -1), abs=0.1)
    again = RONDEL.read(position.notation)
    assert again == position
    given = geo(borders=[{"a": "west", "b": "middle", "kind": "both"}, {"a": "middle", "b": "east", "kind": "blue"}])
    assert given.map.kind(0, 1) == "both"


def test_a_nation_is_unarmed_once() -> None:
    data = {**RONDEL.to_json(geo()), "objective": "eliminate"}
    assert RONDEL.from_json({**data, "unarmed": ["greeks"]}).unarmed == (1,)
    with pytest.raises(hw.InputError, match="unarmed/1: 'greeks' is given twice"):
        RONDEL.from_json({**data, "unarmed": ["greeks", "greeks"]})


def test_a_map_of_ones_own_may_be_a_map_object() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    one = Province("here", "Here", "land", tuple(square), (1.0, 1.0))
    two = Province("there", "There", "land", tuple((x + 2, y) for x, y in square), (3.0, 1.0))
    own = ProvinceMap(("land", "sea"), [one, two], [Border("here", "there", "green")])
    with pytest.raises(hw.InputError, match="map/borders/0: unknown kind of border 'green'"):
        RONDEL.position(map=own, players=["romans", "greeks"])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"borders": [{"a": "west", "b": "wast", "kind": "red"}]}, "map/borders/0: unknown province 'wast'; did you mean 'west'"),
        ({"borders": [{"a": "west", "b": "middle", "kind": None}]}, "map/provinces/0: no border leads to west: give one"),
        ({"borders": [{"a": "west", "b": "middle", "kind": "rot"}]}, "map/borders/0/kind: unknown kind of border 'rot'"),
        ({"borders": [{"a": "west"}]}, "map/borders/0: expected"),
        ({"features": []}, "map/provinces: expected 1 to 2000 provinces"),
        ({"features": 7}, "map/features: expected a list"),
        ({"features": [7]}, "map/features/0: expected a feature with a Polygon"),
        ({"feature": []}, "map/feature: unknown entry 'feature'; did you mean 'features'"),
        ({"features": [{"geometry": {"type": "MultiPolygon"}}]}, "expected a feature with a Polygon, not 'MultiPolygon'"),
        ({"features": [{"geometry": {"type": "Polygon", "coordinates": [[], []]}}]}, "a province has no holes"),
        ({"features": [{"geometry": {"type": "Polygon", "coordinates": [[[0, 0]]]}}]}, "map/features/0/name: expected a name"),
        (
            {"features": [*SQUARES["features"], {"properties": {"name": "isle"}, "geometry": {"type": "Polygon", "coordinates": [[[9, 9], [10, 9], [10, 10]]]}}]},
            "no border leads to isle",
        ),
    ],
)  # fmt: skip
def test_a_map_that_is_wrong_is_refused_with_the_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        geo(**change)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("description", "complaint"),
    [
        ({"map": "two_shoes"}, "map: unknown map 'two_shoes'; did you mean 'two_shores'"),
        ({"map": None}, "map: expected the name of a map (inland_sea, two_shores)"),
        ({"players": ["romans"]}, "players: expected a list of 2 to 6 names"),
        ({"units": {"romans": {"athen": "legion"}}}, "units/romans/athen: unknown province 'athen'; did you mean 'athens'"),
        ({"units": {"romans": {"athens": "2 horses"}}}, "units/romans/athens: expected units such as"),
        ({"units": {"gauls": {"athens": "legion"}}}, "units/gauls: unknown player 'gauls'"),
        ({"units": {"greeks": {"athens": "legion (0 left)"}}}, "only in the maneuver of their own nation"),
        ({"cities": {"romans": {"aegean": "city"}}}, "cities/romans/aegean: cities stand on land"),
        ({"cities": {"romans": {"athens": "city"}, "greeks": {"athens": "city"}}}, "a city stands there already"),
        ({"cities": {"romans": {"athens": "tower"}}}, "unknown kind of city 'tower'"),
        ({"know_how": {"romans": ["ROADZ"]}}, "know_how/romans/0: unknown know-how 'ROADZ'; did you mean 'ROADS'"),
        ({"markers": {"romans": 9}}, "markers/romans: expected a whole number from 1 to 8"),
        ({"phase": "moving"}, "phase: unknown phase 'moving'"),
        ({"phase": "closing"}, "phase: no question is open"),
        ({"objective": "cities"}, "objective: expected"),
        ({"objective": "glory"}, "objective: unknown objective (R5.3) 'glory'"),
        ({"defenders": {"romans": "sometimes"}}, "defenders/romans: unknown value of option 'defenders' (R3.6)"),
        ({"defenders": {"gauls": "ask"}}, "defenders/gauls: unknown player 'gauls'"),
        ({"pace": 3}, "pace: unknown keyword, option or parameter 'pace'"),
        ({"asks": [{"at": "athens", "player": "greeks", "unit": "legion"}]}, "the two nations have no legions to fight with"),
        ({"toll": {"at": "athens", "enemy": "greeks", "unit": "legion", "pairs": 1}}, "toll/pairs: there are not as many pairs"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_read_is_refused_with_the_place(description: dict[str, Any], complaint: str) -> None:
    given = {"map": "two_shores", "players": ["romans", "greeks"], "phase": "movement", **description}
    with pytest.raises(hw.InputError) as caught:
        RONDEL.position(**given)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("mve legion corinth-athens", "word 1: unknown action 'mve'; did you mean 'move'"),
        ("move horse corinth-athens", "word 2: unknown unit 'horse'"),
        ("move legion corinth-athns", "word 3: unknown province 'athns'; did you mean 'athens'"),
        ("move legion(x) corinth-athens", "word 2: expected a whole number"),
        ("move legion corinth", "expected an action such as"),
        ("battle athens gauls legion", "battle: unknown player 'gauls'"),
        ("battle athens greeks legion losing", "losing: expected the actions left"),
        ("conquer athens with 2 horses", "with: unknown unit 'horses'"),
        ("conquer athens with", "with: expected a payment"),
        ("conquer athens with 1 legion giving", "giving: expected the province of an own city"),
        ("end movment", "word 2: unknown phase to be ended 'movment'; did you mean 'movement'"),
        ("gauls: end turn", "player: unknown player 'gauls'"),
        ("", "expected an action such as"),
    ],
)
def test_an_action_that_cannot_be_read_is_refused_with_the_place(text: str, complaint: str) -> None:
    position = shores({"corinth": "legion"}, {"athens": "legion"})
    before = position.key
    with pytest.raises(hw.InputError) as caught:
        position.check(text)
    assert complaint in str(caught.value)
    assert position.key == before


@pytest.mark.parametrize("text", ["move legions corinth-athens", "MOVE Legion corinth-athens", "greeks: let be"])
def test_actions_may_be_written_in_several_ways(text: str) -> None:
    assert shores({"corinth": "legion"}, {"athens": "legion"}).parse(text)


def test_the_bundled_maps_hold_what_they_promise() -> None:
    sea = RONDEL.position(map="inland_sea", players=["romans", "greeks"]).map
    assert 36 <= len(sea) <= 46
    assert {sea.terrain(n) for n in range(len(sea))} == {"land", "sea"}
    assert {b.kind for b in sea.borders} == {"red", "blue", "both"}
    for n in range(len(sea)):  # the names fit
        assert sea.label_room(n) * 34 > 5.5 * len(sea.label(n)), sea.label(n)
    described = json.loads(json.dumps(RONDEL.to_json(RONDEL.position(map="inland_sea", players=["a", "b"]))))
    assert described["map"] == "inland_sea"


def test_the_schema_names_every_bundled_map() -> None:
    schema = json.loads((RONDEL.folder / "position.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["map"]["oneOf"][0] == {"enum": [*map_names()]}
