"""Players who win together: their name in sentences and tables, and the estimates of a search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

import hexwidget as hw
from hexwidget.explore.objectives import Named
from hexwidget.rules.author import faults
from tests.systems.hideout import START, Hideout, HideoutPosition, Walk

THREE = replace(START, players=("thief", "guard", "porter"))


class Watched(Hideout):
    """The thief against a guard and a porter."""

    teams: ClassVar = {"the watch": (2, 1)}
    moment = hw.rules.Moment(turn="H1", over="H3")

    def to_act(self, position: HideoutPosition) -> frozenset[str]:
        return frozenset(position.players[1:]) if position.turn else frozenset(position.players[:1])

    def outcome(self, position: HideoutPosition) -> hw.rules.Outcome | None:
        return hw.rules.Outcome(position.players[1:], "caught", "H3") if position.caught else None

    def under_way(self, position: HideoutPosition) -> hw.rules.Stage:
        return hw.rules.RuleSystem.under_way(self, position)


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    system = Watched()
    monkeypatch.setattr(Hideout, "now", system)
    return system


def test_a_team_is_named_where_all_its_players_are_meant(watched: Watched) -> None:
    assert watched.called(THREE, ["porter", "guard"]) == "the watch"
    assert watched.called(THREE, ["porter"]) == "porter"
    assert watched.called(THREE, ["porter", "thief"]) == "thief and porter"
    assert watched.team(THREE, ()) is None


def test_sentences_name_the_team(watched: Watched) -> None:
    theirs = replace(THREE, turn=1)
    assert watched.status(theirs) == "The watch to act"
    finding, *_ = watched.check(theirs, Walk("thief", "0101")).findings
    assert finding.text == "it is not thief's turn, but the watch's"


@pytest.mark.parametrize(
    ("winners", "cell"), [(("guard", "porter"), "the watch"), (("thief", "porter"), "thief, porter")]
)
def test_a_table_of_games_names_the_team_that_has_won(
    monkeypatch: pytest.MonkeyPatch, winners: tuple[str, ...], cell: str
) -> None:
    monkeypatch.setattr(Watched, "to_act", lambda self, position: hw.rules.TERMINAL)
    monkeypatch.setattr(Watched, "outcome", lambda self, position: hw.rules.Outcome(winners, "over", "H3"))
    games = hw.explore.playouts(THREE, games=1)
    assert [row["winner"] for row in games] == [cell]
    assert {row["winner"] for row in games.wins()} == {"thief", "the watch", cell}


def test_an_estimate_compares_a_team_with_the_others(monkeypatch: pytest.MonkeyPatch, watched: Watched) -> None:
    worth = {0: 9.0, 1: 2.0, 2: 6.0}

    def score(position: Any, seat: int) -> float:
        return worth[seat]

    estimates = hw.rules.Estimates({"worth": score}, score)
    monkeypatch.setattr(Watched, "lookahead", hw.rules.Lookahead(estimates=estimates))
    value = Named("worth")
    assert [value(THREE, player) for player in THREE.players] == [5.0, -5.0, -5.0]
    monkeypatch.setattr(Watched, "teams", {})
    assert [value(THREE, player) for player in THREE.players] == [5.0, -5.5, 0.5]


def test_a_seat_in_two_teams_is_named(monkeypatch: pytest.MonkeyPatch, watched: Watched) -> None:
    assert faults(watched) == []
    monkeypatch.setattr(Watched, "teams", {"the watch": (1, 2), "the porters": (2,)})
    assert [str(found) for found in faults(watched)] == [
        "teams: the seat 2 is in several teams; a player is in one at most"
    ]
