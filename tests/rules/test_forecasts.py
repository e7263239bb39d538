"""The odds that are drawn before an action is confirmed, and what chance has decided, to be drawn after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.rules import Forecast, changed
from hexwidget.rules.forecasting import forecasts_of, foretold
from hexwidget.rules.odds import Odds, percents
from hexwidget.systems.orders import battle
from hexwidget.testing import CHECKS, NotConforming
from hexwidget.wargame import Combat
from tests import inside
from tests.lessons.exercises.test_forced import attacked
from tests.lessons.review.reviewed import counters


def drafted(board: hw.Board, **draft: Any) -> dict[str, Any]:
    """The choices under a draft, as they travel."""
    message = {"id": "1", "revision": inside.status(board)["revision"], "intent": "choose", "args": {"draft": draft}}
    inside.receive(board, message)
    assert inside.current(board) is not None
    return inside.current(board)


def held(forecast: Forecast) -> None:
    """The parts of a forecast are those of one whole, also as they are written, and each result that is named can come."""
    assert sum(share.part for share in forecast.shares) == pytest.approx(1)
    assert all(share.part > 0 for share in forecast.shares)
    assert whole(forecast.figures) == 1000


def whole(figures: Iterable[str]) -> int:
    """The sum of percentages, in tenths. Parts too small or too large to be written count as 0 and 100 %."""
    near = {"under 0.1 %": 0, "over 99.9 %": 1000}
    return sum(near[text] if text in near else round(10 * float(text.removesuffix(" %"))) for text in figures)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=9).filter(any))
def test_percentages_of_one_whole_add_up_to_100(ways: list[int]) -> None:
    parts = [Fraction(way, sum(ways)) for way in ways]
    written = percents(parts)
    assert whole(written) == 1000
    assert written == percents(map(float, parts))
    for part, text in zip(parts, written, strict=True):
        assert abs(whole([text]) - 1000 * part) < 1


def test_the_figures_of_every_attack_add_up_to_100() -> None:
    """Two dice against one with every bonus that units may have: the prompt has the figures of the drawn odds."""
    for more in range(-6, 7):
        for dice in ([Odds.die(20)], [Odds.die(20), Odds.die(20) + 1]):
            assert whole(Odds.highest(dice).against(Odds.die(20) + more).figures) == 1000
    position = hw.scenario("orders/two-on-one").position
    for draft in (
        hw.Draft(unit="0303", target="blue 0302"),
        hw.Draft(unit="0303", target="blue 0302", **{"with": "0402"}),
    ):
        choices = position.system.choices(position, "red", draft)
        (forecast,) = choices.forecasts
        held(forecast)
        assert all(figure in choices.prompt for figure in forecast.figures)


def test_an_attack_shows_its_odds_and_the_dice_of_both_sides() -> None:
    position = hw.scenario("orders/two-on-one").position
    choices = position.system.choices(position, "red", hw.Draft(unit="0303", target="blue 0302"))
    (forecast,) = choices.forecasts
    held(forecast)
    shares = {share.label: (round(share.part, 4), share.favours) for share in forecast.shares}
    assert shares["militia destroyed"] == (0.5725, "red")
    assert shares["knight destroyed"] == (0.3825, "blue")
    assert [(f.player, f.name, f.counts) for f in forecast.fighters] == [
        ("red", "knight", "d20 + 3"),
        ("blue", "militia", "d20 + 1"),
    ]
    # What cannot be confirmed has no odds.
    assert position.system.choices(position, "red", hw.Draft(unit="0303")).forecasts == ()


def test_a_battle_of_the_bag_shows_who_loses_units() -> None:
    position = (
        hw.system("depletion")
        .position(
            map=". . .",
            players=["red", "blue"],
            battle="bag",
            armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 swordsman"}},
        )
        .apply("0101")
        .position
    )
    (forecast,) = position.system.choices(position, "red", hw.Draft(attack="0301")).forecasts
    held(forecast)
    assert {share.label: share.part for share in forecast.shares} == {
        "blue loses units": pytest.approx(1 / 3),
        "nobody loses units": pytest.approx(2 / 3),
    }
    assert [fighter.symbol for fighter in forecast.fighters] == ["bow", "sword"]


def test_melees_show_the_odds_of_each_pair() -> None:
    session = hw.Session("plotted/head-on", seed=1, rolls="ask")
    session.play("red: charge 0202-0302-0402-0502")
    session.play("blue: charge 0502-0402-0302-0202")
    assert session.position.melees
    for player in session.position.players:
        for forecast in session.position.system.choices(session.position, player, hw.Draft()).forecasts:
            held(forecast)
            assert all(fighter.counts.startswith("d20") for fighter in forecast.fighters)


def of_the_rules(position: Any, action: Any) -> dict[str, tuple[Fraction, str | None]]:
    """The odds that the rules give of an action: each result with its part and whom it favours."""
    (forecast,) = foretold(position, action, str(action))
    held(forecast)
    return {each.label: (Fraction(each.part).limit_denominator(1000), each.favours) for each in forecast.shares}


def test_a_desk_without_odds_of_its_own_shows_what_the_rules_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each face of the die, with the retreat that it forces: the defender has left its hex, and where it goes is blue's to decide."""
    start: Any = counters()[0]
    at = {"r1": "0202", "b3": "0301"}
    units = tuple(replace(unit, at=at.get(unit.id, unit.at)) for unit in start.units)
    position = changed(start, units=units, turn=1, phase="fight")
    action = position.parse("attack 0202")
    monkeypatch.delattr(position.system.desk, "forecasts")
    (forecast,) = forecasts_of(position, action)
    assert {each.label for each in forecast.shares} == {*of_the_rules(position, action)}
    assert of_the_rules(position, action) == {
        "nothing changes": (Fraction(1, 3), None),
        "infantry r1 4-4-4 leaves 0202; infantry b3 4-4-4 leaves 0301, if blue decides so": (Fraction(1, 3), "blue"),
        "infantry b3 4-4-4 is weakened": (Fraction(1, 6), "red"),
        "infantry b3 4-4-4 is weakened; infantry r1 4-4-4 is weakened": (Fraction(1, 6), None),
    }


def test_the_odds_of_the_rules_are_those_written_by_hand() -> None:
    """An attack of orders by both ways, and one of depletion: the shares that favour a player have the same parts."""
    orders = hw.scenario("orders/two-on-one").position
    depletion = hw.system("depletion").position(
        map=". . .",
        players=["red", "blue"],
        battle="bag",
        armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 swordsman"}},
    )
    begun = depletion.apply("0101").position
    for position, text in ((orders, "0303 attack blue 0302"), (begun, "attack 0301")):
        action = position.parse(f"red: {text}")
        by_hand, parts = dict[str | None, float](), dict[str | None, Fraction]()
        for share in forecasts_of(position, action)[0].shares:
            by_hand[share.favours] = by_hand.get(share.favours, 0) + share.part
        for part, favours in of_the_rules(position, action).values():
            parts[favours] = parts.get(favours, Fraction(0)) + part
        assert parts == {player: pytest.approx(part) for player, part in by_hand.items()}


def test_a_forecast_of_another_column_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    position, action, _ = attacked(0)
    desk, column = position.system.desk, Combat.column
    was = desk.forecasts

    def better(self: Any, action: Any) -> tuple[Forecast, ...]:
        """The odds of the table's next column."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Combat, "column", lambda *asked: min(5, column(*asked) + 1))
            found: tuple[Forecast, ...] = was(self, action)
            return found

    played = [(position, action), (position.apply(action).position, None)]
    CHECKS["forecasts_are_those_of_the_game"](played, Random(1))
    monkeypatch.setattr(desk, "forecasts", better)
    with pytest.raises(NotConforming, match=r"the desk foretells “.*” in 0\.\d+ of all cases, and in the game it is 0"):
        CHECKS["forecasts_are_those_of_the_game"](played, Random(1))


@pytest.mark.slow
def test_a_forecast_without_the_names_of_events_is_compared_by_whom_it_favours(monkeypatch: pytest.MonkeyPatch) -> None:
    position = hw.scenario("orders/two-on-one").position
    action = position.parse("red: 0303 attack blue 0302")
    played: Any = [(position, action), (position.apply(action).position, None)]
    CHECKS["forecasts_are_those_of_the_game"](played, Random(1))
    was = battle.odds

    def mixed_up(*asked: Any) -> battle.AttackOdds:
        found = was(*asked)
        return replace(found, destroyed=found.lost, lost=found.destroyed)

    monkeypatch.setattr(battle, "odds", mixed_up)
    with pytest.raises(NotConforming, match=r"what favours (red|blue) in 0\.\d+ of all cases, and in the game it is"):
        CHECKS["forecasts_are_those_of_the_game"](played, Random(1))


def test_dice_are_told_as_dice_and_cubes_as_cubes() -> None:
    board = hw.Board(hw.Session("orders/two-on-one", seed=1))
    board.play("0402 attack blue 0302")
    first, second = inside.timeline(board)["drawn"]
    assert (first["faces"], first["spaces"]) == (20, ["0402"])
    assert (second["faces"], second["spaces"]) == (20, ["0302"])
    assert 1 <= int(first["value"]) <= 20
    position = hw.system("depletion").position(
        map=". . .",
        players=["red", "blue"],
        battle="bag",
        armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 swordsman"}},
    )
    for player in (None, "blue"):
        session = hw.Session(position, seed=1)
        session.play("0101")
        session.play("attack 0301")
        (cubes,) = inside.timeline(hw.Board(session, player=player))["drawn"]
        assert cubes["faces"] == 0
        assert [name for name, _ in cubes["cubes"]] == ["red", "blue"]
