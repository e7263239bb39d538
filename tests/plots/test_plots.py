"""Figures are plain plotly on the spaces of the map, and a click in one drives a board."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.english import counted
from hexwidget.explore import Table
from hexwidget.plots.drawing import NAME_SIZE
from hexwidget.rules.action_routes import ways_told
from hexwidget.rules.odds import percent
from hexwidget.scene.palette import PALETTES
from tests import inside


def hovers(figure: Any) -> list[str]:
    return [text for trace in figure.data if trace.mode == "markers" for text in trace.text]


def written(figure: Any) -> list[str]:
    return [
        text
        for trace in figure.data
        if trace.mode == "text" and trace.textfont.size != NAME_SIZE
        for text in trace.text
    ]


def plain(figure: Any) -> bool:
    """True if a figure is plain data that works without a kernel."""
    return bool(json.loads(figure.to_json())["data"]) and type(figure).__name__ == "Figure"


def centre(position: Any, name: str) -> tuple[float, float]:
    x, y = position.map.centre(position.map.index(name))
    return x, y


def off(ways: int, n: int) -> float:
    """The distance of one of some ways from the centres."""
    return 0.09 * (n - (ways - 1) / 2)


def test_a_danger_map_is_drawn_on_its_hexes() -> None:
    position = hw.scenario("depletion/the-strait").position
    danger = position.danger("red")
    figure = hw.plots.spaces(position, danger, unit="armies")
    assert plain(figure)
    assert len(hovers(figure)) == len(position.map)
    assert {f"{name}: {n} armies" for name, n in danger.items()} <= set(hovers(figure))
    assert sorted(written(figure)) == sorted(str(n) for n in danger.values())
    assert figure.layout.title.text == f"{danger.label}: {len(danger)} hexes, 1 to {max(danger.values())} armies"
    shown = [trace.name for trace in figure.data if trace.showlegend is None]
    assert shown == ["none", "1", "2", "3", "4"]
    with pytest.raises(hw.InputError, match="9999"):
        hw.plots.spaces(position, {"9999": 1})
    with pytest.raises(hw.InputError, match="expected a number, not 'x'"):
        hw.plots.spaces(position, {"0101": "x"})  # refused at run time
    with pytest.raises(hw.InputError, match="expected a position"):
        hw.plots.spaces(5, {})  # refused at run time


def test_reaches_lie_on_the_boards_ground_with_the_points_that_are_left() -> None:
    position = hw.scenario("depletion/first-steps").position
    one, two = position.reach("0203"), position.reach("0105")
    figure = hw.plots.reach(one)
    (image,) = figure.layout.images
    assert image.source.startswith("data:image/svg+xml;base64,")
    left = {name: one.budget - cost for name, cost in one.costs().items()}
    assert sorted(written(figure)) == sorted(map(str, left.values()))
    assert f"{one.label}: 2 of 2 points, 0 left<br>0203-0303-0304-0305" in "".join(hovers(figure))
    assert figure.layout.width is None  # it is as wide as its cell
    both = hw.plots.reach(one | two)
    assert plain(both)
    assert [trace.name for trace in both.data if trace.showlegend] == [one.label, two.label]
    assert len(hw.plots.reach([one, two, one]).data) > len(both.data)
    with pytest.raises(hw.InputError, match="different maps"):
        hw.plots.reach([one, hw.scenario("rondel/third-action").position.reach("ionian")])
    with pytest.raises(hw.InputError, match="theme"):
        hw.plots.reach(one, theme="drak")


@pytest.mark.slow
def test_a_figure_follows_the_selection_of_a_board() -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    widget = hw.plots.follow(board)
    assert written(widget) == []
    board.select("0203")
    assert len(written(widget)) == len(board.position.reach("0203"))
    board.select(None)
    assert written(widget) == []
    assert len(widget.layout.images) == 1
    with pytest.raises(hw.InputError, match="expected a board"):
        hw.plots.follow(5)  # refused at run time


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), [("depletion/first-steps", "pace"), ("plotted/the-ford", "minimum_move")])
def test_readings_show_where_they_differ(name: str, option: str) -> None:
    comparison = hw.compare_readings(hw.scenario(name).position, option)
    figure = hw.plots.readings(comparison)
    assert plain(figure)
    changed = {space for d in comparison for spaces in d.spaces for space in spaces}
    assert len(written(figure)) == len(changed)
    with pytest.raises(hw.InputError, match="expected a comparison"):
        hw.plots.readings({})  # refused at run time


def test_maneuvers_stand_side_by_side_with_their_clauses() -> None:
    position = hw.scenario("depletion/first-steps").position
    figure = hw.plots.maneuvers(position, "0203-0303-0304", "0203-0302-0402-0502", "pass")
    names = [trace.name for trace in figure.data if trace.mode == "lines+markers"]
    assert names[0] == "0203-0303-0304: legal"
    assert "barred by" in names[1]
    assert names[2] == "pass: legal"
    ways = [trace for trace in figure.data if trace.mode == "lines+markers"]
    assert [x for x in ways[0].x if x is not None] == [
        centre(position, name)[0] + off(3, 0) for name in ("0203", "0303", "0304")
    ]
    # A way has the colour of its player; what is barred has none of theirs, and ends with a cross.
    owners = PALETTES["light"]["owner"]
    assert ways[0].line.color == owners["red"][0]
    assert ways[1].line.color not in [face for face, *_ in owners.values()]
    assert ways[1].marker.symbol[-1] == "x"
    with pytest.raises(hw.InputError, match="at least one action"):
        hw.plots.maneuvers(position)
    with pytest.raises(hw.InputError):
        hw.plots.maneuvers(position, "nonsense")


@pytest.mark.parametrize("name", ["rondel/first-maneuver", "frontiers/three-frontiers"])
def test_maps_without_hexes_are_drawn_as_well(name: str) -> None:
    position = hw.scenario(name).position
    action = next(iter(position.legal_actions()))
    assert plain(hw.plots.maneuvers(position, action))
    assert plain(hw.plots.spaces(position, {next(iter(position.map.names())): 2}))


def test_odds_of_anything_are_bars() -> None:
    node = hw.scenario("orders/three-marches").position.chance
    (bars,) = hw.plots.odds(node).data
    assert sum(bars.x) == pytest.approx(1)
    (bars,) = hw.plots.odds({("red", "blue"): Fraction(1, 3), ("blue", "red"): Fraction(2, 3)}, "who is first").data
    assert list(bars.y) == ["red > blue", "blue > red"]
    assert list(bars.text) == ["33.3 %", "66.7 %"]
    for nothing in ({}, 5, {"a": "b"}):
        with pytest.raises(hw.InputError):
            hw.plots.odds(nothing)  # refused at run time


def test_a_games_timeline_has_a_line_a_player() -> None:
    session = hw.Session("depletion/first-steps")
    session.play("0203-0303-0304")
    session.undo()
    figure = hw.plots.timeline(session)
    assert [trace.name for trace in figure.data] == ["red", "blue"]
    assert list(figure.data[0].text) == ["start", "red: 0203-0303-0304"]
    assert plain(figure)
    with pytest.raises(hw.InputError, match="expected a session"):
        hw.plots.timeline(5)  # refused at run time


def test_a_click_on_a_figure_drives_a_board() -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    widget = hw.plots.drive(hw.plots.reach(board.position.reach("0203")), board)

    def click(space: str) -> None:
        trace = next(t for t in widget.data if t.customdata is not None and space in t.customdata)
        number = list(trace.customdata).index(space)
        for function in inside.click_callbacks(trace):
            function(trace, SimpleNamespace(point_inds=[number]), None)

    click("0203")
    assert board.selected == "0203"
    click("0303")
    assert inside.current(board)["action"] == "0203-0303"
    click("0901")  # no choice there, so it is marked
    assert [o["name"] for o in inside.state(board)["overlays"]] == ["clicked"]
    with pytest.raises(hw.InputError, match="expected a figure"):
        hw.plots.drive({}, board)


def test_a_board_is_clicked_from_python_as_by_hand() -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.click("0203")
    assert board.selected == "0203"
    board.click("0402")  # another army
    assert board.selected == "0402"
    with pytest.raises(hw.InputError, match=r"enemy|blocked|holds blue"):
        board.click("0901")
    with pytest.raises(hw.InputError):
        board.click("9999")


def test_figures_of_a_mat_mark_cards_where_their_picture_shows_them() -> None:
    position = hw.scenario("frontiers/three-frontiers").position
    figure = hw.plots.spaces(position, {"riders1": 2})
    (ground,) = figure.layout.images
    assert (ground.x, ground.y) == (0, 0)
    trace = next(trace for trace in figure.data if trace.customdata is not None and "riders1" in trace.customdata)
    x, y = trace.x[0], trace.y[0]
    # The own zones lie in the lower half, the heartland right of the villagers; a card is two units high.
    assert ground.sizex / 3 < x < ground.sizex
    assert ground.sizey / 2 < y < ground.sizey - 4


def test_a_bar_says_one_trial_and_two_trials() -> None:
    found = hw.explore.search(hw.scenario("orders/two-on-one").position, iterations=3, most=2, progress=False)
    (bar,) = hw.plots.search(found).data
    assert {"1 trial", "2 trials"} == set(bar.customdata)


COLOURED = re.compile(r'"(#[0-9a-f]{6}|rgba\([^)]*\))"')


def test_a_figure_on_paper_is_grey_and_says_the_same() -> None:
    position = hw.scenario("depletion/the-strait").position
    figure = hw.plots.danger(position, "red")
    paper = hw.plots.on_paper(figure)
    assert written(paper) == written(figure)
    assert paper.layout.title == figure.layout.title
    pictures = [b64decode(image.source.partition(",")[2]).decode() for image in paper.layout.images]
    tones = COLOURED.findall(json.dumps(paper.to_plotly_json())) + COLOURED.findall("".join(pictures))
    assert len(tones) > 100
    for tone in tones:
        parts = re.findall("[0-9a-f]{2}", tone) if tone.startswith("#") else re.findall(r"\d+", tone)
        assert len(set(parts[:3])) == 1, tone
    with pytest.raises(hw.InputError, match="expected a figure"):
        hw.plots.on_paper(5)  # refused at run time


@pytest.mark.slow
def test_titles_say_the_message_with_its_unit() -> None:
    position = hw.scenario("depletion/first-steps").position
    reach = position.reach("0203")
    assert hw.plots.reach(reach).layout.title.text == f"{reach.label}: {len(reach)} hexes within 2 points"
    ways = hw.plots.maneuvers(position, "0203-0303-0304", "0203-0302-0402-0502", "pass")
    assert ways.layout.title.text == "3 ways: 2 legal, 1 barred"
    assert (
        hw.plots.odds({"a": Fraction(1, 2), "b": Fraction(1, 2)}).layout.title.text == "all 2 outcomes have 50 % each"
    )
    assert hw.plots.odds({"a": Fraction(1, 3), "b": Fraction(2, 3)}).layout.title.text == "b is likeliest, at 66.7 %"
    assert hw.plots.spaces(position, {"0101": 2}, unit="armies").layout.title.text == "2 armies on 0101"
    assert hw.plots.spaces(position, {"0101": 2, "0102": 1}).layout.title.text == "2 hexes, 1 to 2, most on 0101"
    session = hw.Session(position)
    session.play("0203-0303-0304")
    assert hw.plots.timeline(session).layout.title.text.startswith("After 1 step red has ")


def test_the_names_of_lines_stand_at_their_ends_and_apart() -> None:
    rows = [
        {"armies_left": n, "won": n + k, "who": name} for n in range(3) for k, name in ((0, "red_first"), (0, "a<b"))
    ]
    figure = hw.plots.table(hw.explore.Table(rows), "armies_left", "won", by="who")
    assert [(note.x, note.text) for note in figure.layout.annotations] == [(2, "red first"), (2, "a&lt;b")]
    low, high = (note.y for note in figure.layout.annotations)
    assert high - low > 0.1
    assert figure.layout.showlegend is False
    assert figure.layout.title.text == "at armies left 2, won is 2 for each"
    assert figure.layout.xaxis.title.text == "armies left"


# ------------------------------------------------------------------ the numbers are the engine's
def test_each_way_of_several_pieces_is_a_line_of_its_own() -> None:
    stage = next(each for each in hw.lessons.first_game("plotted").stages if any("; " in text for text in each.way))
    position = stage.position
    action = position.parse(f"{stage.learner}: {next(text for text in stage.way if '; ' in text)}")
    wanted = ways_told(position, action)
    assert len(wanted) > 1
    (drawn,) = [trace for trace in hw.plots.maneuver(position, action).data if trace.mode == "lines+markers"]
    lines, line = [], []
    for x, y in zip(drawn.x, drawn.y, strict=True):
        if x is None:
            lines.append(line)
            line = []
        else:
            line.append((x, y))
    assert lines == [[centre(position, name) for name in way] for way in wanted]
    assert len(drawn.marker.symbol) == len(drawn.x) == len(drawn.text)


@pytest.mark.parametrize(
    "name", ["depletion/first-steps", "orders/two-on-one", "plotted/the-ford", "rondel/first-maneuver"]
)
def test_a_reach_has_the_points_that_the_engine_leaves(name: str) -> None:
    position = hw.scenario(name).position
    space = next(
        o.space
        for o in position.choices().options
        if o.kind == "piece" and o.legal and o.space and len(position.reach(o.space))
    )
    area = position.reach(space)
    figure = hw.plots.reach(area)
    assert sorted(written(figure)) == sorted(str(area.budget - cost) for cost in area.costs().values())
    assert (
        f"{area.label}: {counted(len(area.costs()), position.map.word)} within {counted(area.budget, 'point')}"
        in figure.layout.title.text.replace("<br>", " ")
    )


@pytest.mark.slow
def test_readings_differ_on_the_spaces_that_the_comparison_names() -> None:
    position = hw.scenario("depletion/gathering-cavalry").position
    found = hw.compare_readings(position, "pace", progress=False)
    spaces = {name for difference in found for changed in difference.spaces for name in changed}
    figure = hw.plots.readings(found)
    told = {text.partition("<br>")[0] for text in hovers(figure) if "no difference" not in text}
    assert {name for name in spaces if any(name in each for each in told)} == spaces
    assert counted(len(spaces), "hex") in figure.layout.title.text.replace("<br>", " ")


def test_odds_have_the_exact_probabilities() -> None:
    shares = {"one": Fraction(1, 3), "two": Fraction(2, 3)}
    figure = hw.plots.odds(shares)
    assert dict(zip(figure.data[0].y, figure.data[0].x, strict=True)) == {name: float(p) for name, p in shares.items()}


def test_the_timeline_counts_the_pieces_in_the_colours_of_the_board() -> None:
    board = hw.Board("depletion/first-steps", colours={"red": "#aa3300"})
    board.play("0203-0303-0304")
    figure = hw.plots.timeline(board)
    for trace in figure.data:
        scenes = [step.position.scene() for step in board.session.line]
        counts = [sum(p.count for p in each.pieces if each.players[p.owner].name == trace.name) for each in scenes]
        assert list(trace.y) == counts
    assert [trace.line.color for trace in figure.data] == ["#aa3300", PALETTES["light"]["owner"]["blue"][0]]


def test_lines_of_unequal_length_say_where_each_ends_and_a_column_of_nothing_is_refused() -> None:
    rows = [{"x": x, "y": float(x * n), "who": f"line {n}"} for n in (1, 2) for x in range(2 * n + 1)]
    figure = hw.plots.table(Table(rows), "x", "y", by="who")
    assert figure.layout.title.text.replace("<br>", " ") == "y ends between 2 (line 1, at x 2) and 8 (line 2, at x 4)"
    ends = {trace.name: (trace.x[-1], trace.y[-1]) for trace in figure.data}
    assert ends == {"line 1": (2, 2.0), "line 2": (4, 8.0)}
    with pytest.raises(hw.InputError, match="the column 'y' holds no numbers"):
        hw.plots.table(Table([{"x": 1, "y": None}]), "x", "y")


def test_one_of_a_thing_is_not_called_several() -> None:
    position = hw.system("depletion").position(map=". . ^", players=["red"], armies={"red": {"0101": "1 peasant"}})
    assert "1 hex, 3 each" not in hw.plots.spaces(position, {"0101": 3}).layout.title.text
    area = position.reach("0101")
    title = hw.plots.reach(area).layout.title.text
    assert "1 hexes" not in title
    assert "1 points" not in title


def bars_of(figure: Any) -> dict[str, float]:
    """The length of each bar, by its name."""
    (bars,) = figure.data
    return dict(zip(bars.y, map(float, bars.x), strict=True))


def test_a_battle_has_the_exact_odds_of_each_pair_of_hits() -> None:
    position = hw.system("depletion").position(
        map=". . .",
        players=["red", "blue"],
        battle="bag",
        armies={"red": {"0101": "2 archers"}, "blue": {"0301": "1 swordsman"}},
    )
    odds = position.apply("0101").position.battle_odds()
    figure = hw.plots.battle(odds)
    assert bars_of(figure) == {f"{a} : {d}": float(part) for (a, d), part in odds.items()}
    more, fewer = (sum(p for (a, d), p in odds.items() if sign * (a - d) > 0) for sign in (1, -1))
    title = figure.layout.title.text.replace("<br>", " ")
    assert f"red hits more in {percent(Fraction(more))} of draws, blue in {percent(Fraction(fewer))}" in title


def test_wins_are_the_shares_of_the_games_with_their_intervals() -> None:
    games = hw.explore.playouts(hw.scenario("plotted/head-on").position, games=12, seed=3, progress=False)
    figure = hw.plots.wins(games)
    ends = [row["winner"] for row in games.wins()]
    counts = {str(row["winner"]): row["games"] for row in games.wins()}
    assert bars_of(figure) == {name: pytest.approx(n / 12) for name, n in counts.items()}
    (bars,) = figure.data
    assert list(bars.customdata) == [f"{counts[str(name)]} of 12" for name in ends[::-1]]
    for row, at, high, low in zip(
        list(games.wins())[::-1], bars.x, bars.error_x.array, bars.error_x.arrayminus, strict=True
    ):
        assert (at - low, at + high) == (pytest.approx(row["low"]), pytest.approx(row["high"]))


def test_a_search_has_the_means_and_the_errors_of_its_actions() -> None:
    found = hw.explore.search(hw.scenario("orders/two-on-one").position, iterations=40, seed=2, progress=False)
    (bars,) = hw.plots.search(found).data
    rows = {row["action"]: row for row in found.rows}
    assert len(bars.y) == len(rows)
    for name, mean, error, trials in zip(bars.y, bars.x, bars.error_x.array, bars.customdata, strict=True):
        assert mean == rows[name]["mean"]
        assert error == pytest.approx(1.96 * (rows[name]["error"] or 0), abs=0.001)
        assert trials == counted(rows[name]["visits"], "trial")


@pytest.mark.slow
def test_a_figure_that_follows_a_board_has_the_points_of_the_selected_piece() -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    widget = hw.plots.follow(board)
    for space in ("0203", "0105"):
        board.select(space)
        area = board.position.reach(space)
        assert sorted(written(widget)) == sorted(str(area.budget - cost) for cost in area.costs().values())
