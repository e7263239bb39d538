"""Editing by hand: every brush of every system, the settings, and the Python that makes a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules.editing import ERASER, change, paint, python_lines, settings_of
from hexwidget.rules.position import Position


@pytest.mark.parametrize("name", hw.scenarios())
def test_every_brush_can_be_used_somewhere_and_is_seen(name: str) -> None:
    position = hw.scenario(name).position
    rng = Random(name)
    for brush in position.system.brushes(position):
        spaces = rng.sample(list(position.map.names()), len(position.map))
        everywhere = {space for space in spaces if position.map.terrain(position.map.index(space)) == brush.key}
        elsewhere = [space for space in spaces if space not in everywhere]
        seen = any(edited != position for edited in painted(position, brush.key, elsewhere))
        # Ground that could be painted is all of that kind already, or belongs to a province that nobody has explored.
        nothing_there = brush.group == "eraser" and not any(
            (position.scene().pieces, *(not c.pile for c in position.scene().cards))
        )
        assert seen or (brush.group == "ground" and everywhere) or nothing_there, brush


def painted(position: Position, brush: str, spaces: list[str]) -> Iterator[Position]:
    """The position after a brush on each space where it may be put."""
    for space in spaces:
        try:
            yield paint(position, brush, [space], position.players[-1])
        except hw.InputError:
            continue


@pytest.mark.parametrize("name", hw.scenarios())
def test_the_python_lines_make_the_position(name: str) -> None:
    position = hw.scenario(name).position
    space = next(iter(position.map.names()))
    brushes = [brush.key for brush in position.system.brushes(position)]
    made = [position, *(e for brush in brushes[:3] for e in painted(position, brush, [space]))]
    for each in made:
        scope: dict[str, Position] = {}
        exec(python_lines(each), scope)  # noqa: S102  (what we have written ourselves)
        assert scope["position"] == each


@pytest.mark.parametrize("name", hw.scenarios())
def test_each_setting_can_be_changed(name: str) -> None:
    position = hw.scenario(name).position
    for setting in settings_of(position):
        values = list(setting.values) or [setting.least, setting.most]
        taken = set()
        for value in (v for v in values if v is not None):
            try:
                changed = change(position, setting.name, value)
            except hw.InputError:
                continue  # such as fewer frontiers than units stand on
            assert next(s.now for s in settings_of(changed) if s.name == setting.name) == value
            taken.add(value)
        assert taken, setting
    with pytest.raises(hw.InputError, match="setting"):
        change(position, "the weather", "fine")


def test_units_are_added_owned_and_taken_away() -> None:
    position = hw.scenario("depletion/first-steps").position
    assert str(paint(position, "archers", ["0503", "0503"], "blue")["0503"]) != str(position["0503"])
    two = paint(position, "archers", ["0505", "0505"], "blue")
    assert two.system.to_json(two)["armies"]["blue"]["0505"] == {"archers": 2}
    over = paint(two, "owner", ["0505"], "red")
    assert over.system.to_json(over)["armies"]["red"]["0505"] == {"archers": 2}
    gone = paint(over, ERASER, ["0505"])
    assert gone == position


def test_a_position_that_breaks_clauses_can_be_made_and_says_which() -> None:
    position = hw.scenario("depletion/first-steps").position
    crowded = paint(position, "archers", ["0202"] * 9)
    assert [f.clause for f in position.system.check_position(crowded).findings] == ["D4.4"]
    assert "strict=False" in python_lines(crowded)


def test_what_cannot_be_put_somewhere_is_refused_in_words() -> None:
    position = hw.scenario("frontiers/combat").position
    with pytest.raises(hw.InputError, match="put it on"):
        paint(position, "farmer", ["red heartland"], "red")
    with pytest.raises(hw.InputError, match="brush"):
        paint(position, "castle", ["red heartland"], "red")
    with pytest.raises(hw.InputError, match="player"):
        paint(position, "farmer", ["red hand"], "green")
    with pytest.raises(hw.InputError):
        paint(position, "farmer", ["nowhere"], "red")
