"""A board's own theme, and players' own colours."""

from __future__ import annotations

import json

import pytest

import hexwidget as hw
from hexwidget.scene.colours import contrast, figure_on
from tests import inside

STEPS = hw.scenario("depletion/first-steps")
FORD = hw.scenario("plotted/the-ford")


def hues(board: hw.Board) -> dict[str, str]:
    return {player["name"]: player["hue"] for player in inside.scene(board)["players"]}


def test_a_player_has_a_colour_of_their_own_wherever_the_board_shows_one() -> None:
    board = hw.Board(FORD, colours={"red": "#AA3300"})
    assert hues(board) == {"red": "#aa3300", "blue": "blue"}
    zones = {overlay["hue"] for overlay in inside.state(board)["overlays"]}
    assert "#aa3300" in zones
    assert "red" not in zones
    assert "#aa3300" in board.to_svg()
    assert hues(hw.Board(FORD)) == {"red": "red", "blue": "blue"}  # another board has its own


def test_hues_of_the_palette_are_colours_too_and_may_be_exchanged() -> None:
    assert hues(hw.Board(STEPS, colours={"red": "blue", "blue": "red"})) == {"red": "blue", "blue": "red"}


@pytest.mark.parametrize(
    ("colours", "words"),
    [
        ({"red": "crimson"}, "colours/red: expected a colour such as '#aa3300' or one of 'red'"),
        ({"red": "#a30"}, "colours/red: expected a colour"),
        ({"red": 7}, "colours/red: expected a colour"),
        ({"reed": "#aa3300"}, "colours/reed: unknown player 'reed'; did you mean 'red'?"),
        ({"red": "#808080"}, "colours/red: a figure on #808080 has a contrast of 4.2, and needs 4.5: #868686 is"),
        ({"red": "blue"}, "colours/red: blue is blue's colour, too"),
        ({"red": "#aa3300", "blue": "#aa3300"}, "colours/blue: #aa3300 is red's colour, too"),
        ("#aa3300", 'colours: expected a colour for each player, such as {"red": "#aa3300"}'),
    ],
)
def test_colours_that_cannot_be_are_refused_with_what_would_do(colours: object, words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        hw.Board(STEPS, colours=colours)
    assert words in str(refused.value)


def test_the_colour_that_a_refusal_names_is_taken() -> None:
    assert contrast(figure_on("#868686"), "#868686") >= 4.5
    assert hues(hw.Board(STEPS, colours={"red": "#868686"}))["red"] == "#868686"


def test_a_board_has_the_theme_of_the_page_or_its_own_and_so_have_its_pictures() -> None:
    plain, dark = hw.Board(STEPS), hw.Board(STEPS, theme="dark")
    assert (inside.scene(plain)["theme"], inside.scene(dark)["theme"]) == ("auto", "dark")
    assert plain.to_svg() == plain.to_svg("light")
    assert dark.to_svg() == plain.to_svg("dark")
    assert dark.to_svg("light") == plain.to_svg("light")
    with pytest.raises(hw.InputError, match="theme: unknown theme 'drak'; did you mean 'dark'"):
        hw.Board(STEPS, theme="drak")


def test_a_page_has_the_looks_of_its_board() -> None:
    from hexwidget.files import Annotations
    from hexwidget.widget.drawings import Drawings
    from hexwidget.widget.looks import Looks
    from hexwidget.widget.pages.recording import recording_of, run_to_end

    session = hw.Session(STEPS.position)
    looks = Looks("dark", {"red": "#aa3300"})
    (scene,) = run_to_end(recording_of(session, None, Drawings(Annotations()), looks=looks))["scenes"]
    assert scene["theme"] == "dark"
    assert "#aa3300" in json.dumps(scene["players"])
