"""Mats: zones that say what they are, slots in them, and the message that goes to the board without coordinates."""

from __future__ import annotations

import pickle

import pytest

import hexwidget as hw
from hexwidget.geometry import MatMap, Slot, Zone
from hexwidget.scene.scene_messages import Mat, StaticScene

ZONES = (
    Zone("red hand", "Red's hand", "zone", "hand", 0),
    Zone("home", "Home", "zone", "row", 0),
    Zone("held 1", "holds", "zone", "lane", group="Frontier 1"),
)
SLOTS = (Slot("scout1", "Scout", "card", "home"), Slot("red hand levy", "Levy", "card", "red hand"))


def small(below: int | None = None) -> MatMap:
    return MatMap(("zone", "card"), ZONES, SLOTS, [("home", "held 1")], below)


def test_zones_come_before_their_cards() -> None:
    m = small()
    assert list(m.names()) == ["red hand", "home", "held 1", "scout1", "red hand levy"]
    assert [m.zone_of(n) for n in range(len(m))] == [0, 1, 2, 1, 0]
    assert m.plane("card") == 0b11000
    assert list(m.neighbours(m.index("held 1"))) == [m.index("home")]
    assert m.terrain("scout1") == "card"
    with pytest.raises(hw.InputError, match="did you mean 'scout1'"):
        m.index("scout2")


def test_mats_compare_by_content() -> None:
    assert small() == small()
    assert small(0) != small(1)
    assert pickle.loads(pickle.dumps(small(1))) == small(1)
    assert len({small(), small()}) == 1


def test_a_board_gives_a_mat_places() -> None:
    m = small()
    corners = {zone.name: [(10 * n, 0), (10 * n + 9, 0), (10 * n + 9, 9), (10 * n, 9)] for n, zone in enumerate(ZONES)}
    placed = m.placed(corners | {"scout1": [(11, 1), (13, 1), (13, 3), (11, 3)]})
    assert placed.centre(placed.index("scout1")) == (12, 2)
    # A card that the board does not show lies where its zone does.
    assert placed.outline(placed.index("red hand levy")) == placed.outline(0)
    assert placed == m


def test_the_message_says_what_the_zones_are_and_not_where() -> None:
    mat = Mat.of(small(0))
    assert [(zone.role, zone.owner, zone.group) for zone in mat.zones] == [
        ("hand", 0, ""),
        ("row", 0, ""),
        ("lane", None, "Frontier 1"),
    ]
    assert [(slot.label, slot.zone) for slot in mat.slots] == [("Scout", 1), ("Levy", 0)]
    assert mat.below == 0


def test_frontiers_are_columns_of_three_lanes_and_life_is_a_tally() -> None:
    position = hw.scenario("frontiers/three-frontiers").position
    scene = position.system.scene(position.observe("blue"))
    static = StaticScene.of(scene)
    assert static.mat is not None
    assert static.provinces is None
    assert static.mat.below == 1
    lanes = {zone.name: zone.owner for zone in static.mat.zones if zone.group == "Frontier 2"}
    assert lanes == {"frontier 2": None, "red advancing 2": 0, "blue advancing 2": 1}
    assert [(tally.owner, tally.label, tally.value) for tally in scene.tallies] == [(0, "life", 17), (1, "life", 14)]
    # The referee and spectators have the acting player at the foot.
    referee = StaticScene.of(position.scene()).mat
    assert referee is not None
    assert referee.below is None
