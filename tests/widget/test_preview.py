"""Previews: what a page shows before Python has come is what Python shows then."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Course, first_game
from hexwidget.play.links import LONGEST_GAME
from hexwidget.systems.registry import system_names
from hexwidget.widget.connections.encode import difference
from hexwidget.widget.pages.preview import packed_preview, preview, with_preview
from tests import inside
from tests.amounts import of_each_system
from tests.widget.page import ask

PAGE = "https://rules.example/lab/play.html"
DATES = {"revision": 0, "version": 0}


def held(address: str) -> dict[str, Any]:
    """The preview that an address carries."""
    packed = address.partition("preview=")[2].partition("&")[0]
    found: dict[str, Any] = json.loads(gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))))
    return found


def undated(value: dict[str, Any]) -> dict[str, Any]:
    """An object without its revision and version."""
    return {name: each for name, each in value.items() if name not in DATES}


def shown(board: hw.Board) -> dict[str, Any]:
    """The traits of a board, apart from their numbers, and from the choices that travel ahead."""
    traits = {name: {**getattr(board, name), **DATES} for name in ("_scene", "_state", "_choices", "_status")}
    traits["_choices"]["branches"] = []
    return traits


def bare(traits: dict[str, Any]) -> dict[str, Any]:
    found = {name: {**traits[name], **DATES} for name in ("_scene", "_state", "_choices", "_status")}
    found["_choices"]["branches"] = []
    return found


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 1))
def test_the_first_picture_is_pythons_own(name: str) -> None:
    found = preview(hw.scenario(name), 2)
    if found["rolls"]:  # chance decides: the picture is that of the position before
        position = hw.scenario(name).position
        assert (
            found["traits"]["_state"]["description"]
            == inside.state(hw.Board(hw.Session(position, rolls="ask")))["description"]
        )
        assert found["traits"]["_choices"]["root"]["options"] == found["answers"] == []
    else:
        assert bare(found["traits"]) == shown(hw.Board(hw.Session(hw.scenario(name)), drawings=hw.scenario(name)))


@pytest.mark.slow
@pytest.mark.parametrize("name", system_names())
def test_the_first_picture_of_a_first_game_is_pythons_own(name: str) -> None:
    game = first_game(name)
    assert bare(preview(game, 2)["traits"]) == shown(
        Course(game.parts, game.title, progress=hw.lessons.Progress()).board
    )


def test_a_choice_leads_to_what_python_makes_of_it() -> None:
    scenario = hw.scenario("depletion/first-steps")
    found = preview(scenario, 8)
    number, _, draft, changes = next(each for each in found["answers"] if each[1] == "confirm" and "army" in each[2])
    board = hw.Board(hw.Session(scenario), drawings=scenario)
    assert ask(board, "confirm", draft=draft)["ok"]
    assert number == 0
    after = {name: undated(getattr(board, name)) for name in ("_state", "_status")}
    for name, now in after.items():
        expected = difference(undated(found["traits"][name]), now)
        assert {**changes[name], "set": undated(changes[name].get("set", {}))} == {"set": {}, **expected}
    draft, space, verdict = found["why"][0]
    assert verdict["findings"] == ask(hw.Board(scenario), "explain", draft=draft, space=space)["verdict"]["findings"]


def test_no_answer_holds_what_chance_or_another_player_decides() -> None:
    for thing in (hw.scenario("orders/two-on-one"), first_game("frontiers")):
        for _, intent, _, changes in preview(thing, 30)["answers"]:
            assert intent == "choose" or changes["_timeline"]["set"]["depth"] == 1


@pytest.mark.slow
def test_a_link_carries_as_many_choices_as_fit_and_opens_as_before() -> None:
    for thing in (
        hw.scenario("depletion/first-steps"),
        hw.Session("rondel/inland-sea-whole-wheel", seed=1),
        first_game("orders"),
    ):
        address = hw.link(thing, PAGE)
        text = hw.link(thing)
        assert address.startswith(f"{PAGE}#preview=")
        assert address.endswith(text)
        assert len(address) <= len(PAGE) + 1 + LONGEST_GAME
        assert held(address)["answers"]
        assert hw.link(hw.open_link(address)) == text


@pytest.mark.slow
def test_less_room_takes_reasons_and_choices_before_the_picture() -> None:
    whole = preview(hw.scenario("depletion/first-steps"))
    sizes = [len(held(f"preview={packed_preview(whole, room)}&")["answers"]) for room in (40_000, 20_000, 6_000)]
    assert sizes[0] > sizes[1] > sizes[2]
    picture = held(f"preview={packed_preview(whole, 3_000)}&")
    assert picture["traits"]["_state"] == whole["traits"]["_state"]
    assert picture["answers"] == picture["why"] == []
    assert packed_preview(whole, 1_000) == ""


@pytest.mark.slow
def test_a_position_too_large_for_a_preview_is_a_plain_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.pages.preview.LONGEST_GAME", 1_500)
    text = hw.link(hw.scenario("depletion/first-steps"))
    assert with_preview(text) == text


def test_a_game_that_hides_things_has_no_preview_in_its_link() -> None:
    text = hw.link(hw.scenario("frontiers/three-frontiers"))
    assert with_preview(text) == text


def test_a_preview_leaves_the_dice_of_a_session_to_its_owner() -> None:
    session = hw.Session("depletion/first-steps", rolls="ask")
    preview(session, 1)
    assert session.rolls == "ask"
