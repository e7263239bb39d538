"""Other sizes of a map, blank maps and other players: for every bundled scenario, there and back."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap
from hexwidget.geometry.images import on_whole, read_image
from hexwidget.rules.editing import with_place, with_title, without_places
from hexwidget.rules.remapping import Edge, blank, resize, with_player
from tests.geometry.test_images import painted

EDGES: tuple[Edge, ...] = ("top", "bottom", "left", "right")
ON_HEXES = [name for name in hw.scenarios() if isinstance(hw.scenario(name).position.map, HexMap)]
FIRST = hw.scenario("depletion/first-steps").position


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("name", ON_HEXES)
def test_a_line_of_hexes_is_added_and_taken_away_again(name: str, edge: Edge) -> None:
    position = hw.scenario(name).position
    larger, rename = resize(position, edge, 1)
    assert len(larger.map) == len(position.map) + (
        position.map.rows if edge in ("left", "right") else position.map.columns
    )
    scene, before = larger.scene(), position.scene()
    assert [(rename(p.space), p.label) for p in before.pieces] == [(p.space, p.label) for p in scene.pieces]
    assert [p.name for p in larger.map.places] == [p.name for p in position.map.places]
    # The hexes lie beside one another as before.
    for index in position.map.members(position.map.full):
        beside = {rename(position.map.name(n)) for n in position.map.neighbours(index)}
        there = larger.map.index(rename(position.map.name(index)))
        assert beside <= {larger.map.name(n) for n in larger.map.neighbours(there)}
    assert resize(larger, edge, -1)[0] == position


def test_what_stood_on_a_lost_line_goes_with_it() -> None:
    smaller, rename = resize(FIRST, "left", -1)
    assert smaller.map.columns == FIRST.map.columns - 1
    assert rename("0105") is None
    assert {p.space for p in smaller.scene().pieces} == {
        new for p in FIRST.scene().pieces if (new := rename(p.space)) is not None
    }


def test_a_setting_that_names_a_lost_hex_keeps_the_line() -> None:
    position = FIRST.system.from_json({**FIRST.system.to_json(FIRST), "objective": "hold 0101 0501"})
    with pytest.raises(hw.InputError, match="'hold 0101 0501' names something that would be gone"):
        resize(position, "left", -1)
    moved, _ = resize(position, "left", 1)
    assert moved.settings["objective"] == "hold 0201 0601"


def test_a_map_has_at_least_one_line_and_only_hexes_have_a_size() -> None:
    small = blank(FIRST, 1, 1)
    with pytest.raises(hw.InputError, match="columns and rows must be whole numbers from 1 to 9999"):
        resize(small, "left", -1)
    with pytest.raises(hw.InputError, match="1,000,000 hexes"):
        blank(FIRST, 9999, 9999)
    with pytest.raises(hw.InputError, match="only maps of hexes have a size, and this one has provinces"):
        blank(hw.scenario("rondel/first-maneuver").position, 5, 5)


def test_a_picture_below_the_map_moves_with_its_hexes() -> None:
    position = FIRST.system.from_json(FIRST.system.to_json(FIRST))
    position.map.image = on_whole(read_image(painted("PNG", (1200, 900))), position.map)
    wider, _ = resize(position, "left", 1)
    assert wider.map.image is not None
    here, there = position.map.place_of(position.map.index("0303")), wider.map.place_of(wider.map.index("0403"))
    assert wider.map.image.pixel_at(*there) == pytest.approx(position.map.image.pixel_at(*here))


@pytest.mark.parametrize("name", ON_HEXES)
def test_a_blank_map_has_its_size_and_nothing_on_it(name: str) -> None:
    position = hw.scenario(name).position
    made = blank(position, 6, 4)
    assert (made.map.columns, made.map.rows, made.players) == (6, 4, position.players)
    assert not made.scene().pieces
    assert not made.map.places
    assert {made.map.terrain(n) for n in made.map.members(made.map.full)} == {made.system.terrains[0].key}


@pytest.mark.parametrize("name", hw.scenarios())
def test_players_get_other_names_and_their_own_ones_back(name: str) -> None:
    position = hw.scenario(name).position
    for player in position.players:
        renamed = with_player(position, player, "the others")
        assert [p.name for p in renamed.scene().players] == [
            "the others" if p == player else p for p in position.players
        ]
        assert with_player(renamed, "the others", player) == position


def test_players_come_and_go_as_far_as_the_system_allows() -> None:
    three = with_player(FIRST, "", "green")
    assert three.players == (*FIRST.players, "green")
    two = with_player(three, "red", "")
    assert two.players == ("blue", "green")
    assert {p.owner for p in two.scene().pieces} == {0}
    with pytest.raises(hw.InputError, match='expected a list of 2 names such as \\["red", "blue"\\]'):
        with_player(hw.scenario("frontiers/combat").position, "", "green")
    with pytest.raises(hw.InputError, match="unknown player 'blu'; did you mean 'blue'"):
        with_player(FIRST, "blu", "green")


def test_places_and_a_title_are_given_and_taken_away() -> None:
    made = with_place(with_place(FIRST, "village", ["0303"], "Ford"), "road", ["0301", "0302"], "old road")
    assert [(p.name, p.kind, p.spaces) for p in made.map.places] == [
        ("Ford", "village", ("0303",)),
        ("old road", "road", ("0301", "0302")),
    ]
    assert with_place(made, "village", ["0303"], "Mill").map.places[-1].name == "Mill"
    assert [p.name for p in without_places(made, "0303").map.places] == ["old road"]
    with pytest.raises(hw.InputError, match="'Ford' is on the map already: village 0303"):
        with_place(made, "fort", ["0404"], "Ford")
    with pytest.raises(hw.InputError, match="0301 and 0501 are not adjacent"):
        with_place(made, "road", ["0301", "0501"], "air bridge")
    assert with_title(made, "The ford").scene().title == "The ford"
    with pytest.raises(hw.InputError, match="title"):
        with_title(made, "x" * 201)
