"""Links: ways of several kinds between spaces, which need not touch; their reach, and their lines."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.geometry import Border, HexMap, Links, Offset, Province, ProvinceMap
from hexwidget.problems import InputError
from hexwidget.rules import Status, Verdict
from hexwidget.rules.reach import GraphReach
from hexwidget.scene import BorderLook, Ground, Scene, faults, player_looks
from hexwidget.scene.drawing import draw
from hexwidget.scene.scene_messages import ChangingScene


def _district(n: int) -> Province:
    x = 2.0 * n
    return Province("abcd"[n], "ABCD"[n], "town", ((x, 0.0), (x + 2, 0.0), (x + 2, 2.0), (x, 2.0)), (x + 1, 1.0))


TOWN = ProvinceMap(("town",), map(_district, range(4)), [Border(*pair, "road") for pair in ("ab", "bc", "cd")])
LINKS = Links(TOWN, {"bus": [("a", "b"), ("b", "d")], "tram": [("a", "d"), ("a", "b")]})
LOOKS = (
    BorderLook("road", "road", "ridge", "solid"),
    BorderLook("bus", "bus", "red", "solid"),
    BorderLook("tram", "tram line", "blue", "dashed"),
)
SCENE = Scene(TOWN, (Ground("town", "town", "plains", "none"),), player_looks(("red", "blue")), borders=LOOKS)


def test_links_lead_both_ways_and_over_spaces_that_do_not_touch() -> None:
    assert LINKS.beside("a") == {"b": ("bus", "tram"), "d": ("tram",)}
    assert LINKS.beside("d", "bus") == {"b": ("bus",)}
    assert LINKS.kinds("d", "a") == ("tram",)
    assert LINKS.kinds("a", "c") == ()
    assert LINKS.beside("c") == {}
    assert next(iter(LINKS)) == ("bus", "a", "b")
    assert len(LINKS) == 4


def test_a_reach_goes_by_links_of_a_kind() -> None:
    def reach(*kinds: str) -> dict[str, int]:
        legal = Verdict(Status.LEGAL)
        return GraphReach(TOWN, TOWN.index("a"), LINKS.steps(*kinds), 2, None, {}, lambda n: legal, "the van").costs()

    assert reach() == {"b": 1, "d": 1}
    assert reach("bus") == {"b": 1, "d": 2}


@pytest.mark.parametrize(
    ("ways", "says"),
    [
        ({"bus": [("a", "e")]}, "bus/0: unknown province 'e'"),
        ({"bus": [("a", "a")]}, "bus/0: 'a' cannot be linked to itself"),
        ({"bus": [("a", "b"), ("b", "a")]}, "bus/1: b and a have a link of the kind 'bus' already"),
        ({"bus": ["abc"]}, "bus/0: expected two names of spaces, not 'abc'"),
    ],
)
def test_links_that_cannot_be_are_named(ways: dict[str, list[tuple[str, str]]], says: str) -> None:
    with pytest.raises(InputError) as refused:
        Links(TOWN, ways)
    assert says in str(refused.value)


def test_a_kind_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="unknown kind of link 'trams'; did you mean 'tram'"):
        LINKS.beside("a", "trams")


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from(["bus", "tram"])), max_size=12))
def test_both_ends_know_a_link(drawn: list[tuple[int, int, str]]) -> None:
    spaces = HexMap(6, 1, Offset.ODD_R, ("street",), bytes(6))
    ways: dict[str, list[tuple[str, str]]] = {"bus": [], "tram": []}
    for a, b, kind in {(min(a, b), max(a, b), kind) for a, b, kind in drawn if a != b}:
        ways[kind].append((spaces.name(spaces.at(a, 0)), spaces.name(spaces.at(b, 0))))
    links = Links(spaces, ways)
    assert links == Links(spaces, ways)
    for kind, pairs in ways.items():
        for a in spaces.names():
            assert {*links.beside(a, kind)} == {b for b in spaces.names() if (a, b) in pairs or (b, a) in pairs}
            assert all(links.kinds(a, b) == links.kinds(b, a) == of for b, of in links.beside(a).items())


# ---------------------------------------------------------------- drawing
def test_links_are_drawn_with_the_look_of_their_kind() -> None:
    def strokes(scene: Scene) -> list[str]:
        return re.findall(r'd="(M[^"Z]*?)"', draw(scene))

    drawn = [way for way in strokes(replace(SCENE, links=LINKS)) if way not in strokes(SCENE)]
    assert len(set(drawn)) == len(LINKS)  # two between a and b lie side by side
    assert "stroke-dasharray" in draw(replace(SCENE, links=LINKS))


def test_links_travel_to_boards_and_are_absent_without_any() -> None:
    assert ChangingScene.of(SCENE).links is None
    sent = ChangingScene.of(replace(SCENE, links=LINKS)).links
    assert sent is not None
    assert [(link.kind, link.a, link.b) for link in sent] == list(LINKS)


def test_a_kind_without_a_look_and_another_map_are_named() -> None:
    assert faults(replace(SCENE, links=LINKS)) == []
    (wrong,) = faults(replace(SCENE, links=LINKS, borders=LOOKS[:2]))
    assert str(wrong) == "links: unknown look of a border 'tram'; expected one of: 'road', 'bus'"
    other = hw.scenario("plotted/the-ford").position.scene()
    assert "links: they are those of another map" in map(str, faults(replace(other, borders=LOOKS, links=LINKS)))
