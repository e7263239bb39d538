"""Readings compared: every option of every system, as a table and as overlays."""

import pytest

import hexwidget as hw
from hexwidget.english import counted
from hexwidget.rules import interpretations
from hexwidget.rules.interpretations import MOST_ROWS, changed_spaces
from tests.amounts import of_each_system
from tests.depletion.positions import scripted

OPTIONS = [
    (name, option)
    for name in of_each_system(hw.scenarios(), 100)
    for option in hw.system(name.partition("/")[0]).rulebook.options
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_can_be_compared(name: str, option: str) -> None:
    position = hw.scenario(name).position
    found = hw.compare_readings(position, option)
    values = position.system.rulebook.options[option].values
    # The whole wheel has stores and phases that the maneuver alone has not, so a position may have one reading only.
    assert set(found.readings) == set(values) or (
        option == "wheel" and found.readings in [(value,) for value in values]
    )
    assert all(len(row) == len(found.readings) + 1 for row in found.rows())
    assert found.clause in str(found)
    assert str(found).splitlines()[1] == found.sentence
    page = found._repr_html_()
    assert page.index(found.sentence) < page.index("<details>") < page.index("<table>")
    for difference in found:
        assert len(set(difference.under)) > 1
    for overlay in found.overlays():
        assert overlay.levels[0][1]


@pytest.mark.slow
def test_a_reading_that_lets_more_pass_is_seen() -> None:
    position = scripted({"0102": "1 cavalry", "0202": "1 archer"}, {"0604": "1 archer"})
    found = hw.compare_readings(position, "pace")
    assert found.readings == ("strict", "per_unit")
    picked_up = [d for d in found if d.kind == "action" and "+1 archer" in d.subject]
    assert picked_up
    assert {d.under for d in picked_up} == {("barred by D4.3", "legal")}
    (only,) = found.overlays()
    assert only.name == "pace = per_unit"
    board = hw.Board(position)
    board.show(found)
    board.close()


@pytest.mark.slow
def test_a_long_comparison_says_how_many_rows_it_leaves_out() -> None:
    position = scripted({"0102": "1 cavalry", "0202": "1 archer"}, {"0604": "1 archer"})
    found = hw.compare_readings(position, "pace")
    left = f"... and {len(found.rows()) - MOST_ROWS:,} more"
    assert len(found.rows()) > MOST_ROWS
    assert found.rows()[MOST_ROWS - 1][0] in str(found)
    assert len(str(found).splitlines()) == MOST_ROWS + 3
    assert left in str(found)
    assert left in found._repr_html_()
    assert found._repr_html_().count("<tr>") == MOST_ROWS


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(hw.InputError, match="did you mean 'pace'"):
        hw.compare_readings(scripted({}), "peace")
    with pytest.raises(hw.InputError, match="expected a position"):
        hw.compare_readings("depletion", "pace")


@pytest.mark.slow
def test_a_comparison_stops_at_its_bounds_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    position = hw.scenario("depletion/first-steps").position
    whole = hw.compare_readings(position, "pace", progress=False)
    assert whole.left == (0, 0)
    assert "It stops" not in whole.sentence
    judged: list[str] = []
    was = interpretations.verdict_words
    monkeypatch.setattr(
        interpretations, "verdict_words", lambda there, action: judged.append(str(action)) or was(there, action)
    )
    monkeypatch.setattr(interpretations, "MOST_VERDICTS", 20)
    monkeypatch.setattr(interpretations, "MOST_REACHES", 1)
    found = hw.compare_readings(position, "pace", progress=False)
    assert len(judged) <= 20
    assert found.sentence.endswith(
        f"It stops early, without {counted(found.left[0], 'piece')} and {counted(found.left[1], 'action')}."
    )
    assert min(found.left) > 0


def test_the_spaces_that_change_are_those_where_a_piece_has_come() -> None:
    position = hw.scenario("depletion/first-steps").position
    after = position.system.advance(position, position.parse("0203-0303"))
    assert changed_spaces(position, after) == ("0303",)
    assert changed_spaces(position, position) == ()
