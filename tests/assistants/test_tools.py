"""The tools of assistants, called in Python: their answers, and the secrets of a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.asking.seat import Seat
from hexwidget.assistants.tools import Desk
from hexwidget.rules import ChanceOutcome, Observation
from tests.amounts import many, of_each_system
from tests.secrets.questions import asked
from tests.secrets.twins import WITH_SECRETS, Script, brief, check_told_alike, game, twin_game

STEPS = many(2, 20)
FEW = [*{name.partition("/")[0]: name for name in hw.scenarios()}.values()]


def opened(name: str, **given: Any) -> Desk:
    desk = Desk()
    desk.position(name, **given)
    return desk


def test_a_refusal_has_every_clause_with_its_text_and_remedies_that_are_legal() -> None:
    desk = opened("depletion/first-steps", seed=1)
    found = desk.check("0203-0303-0403-0503")
    assert [each["clause"] for each in found["findings"]] == ["D7.1", "D7.2", "D1.2"]
    assert {each["id"] for each in found["clauses"]} >= {"D7.1", "D7.2", "D1.2"}
    assert all(each["text"] for each in found["clauses"])
    (remedy,) = found["remedies"]
    assert desk.check(remedy["action"])["status"] == "legal"
    refused = desk.play("0203-0303-0403-0503")
    assert refused == {"played": False, "verdict": found}
    assert desk.play(remedy["action"])["played"]
    assert desk.reach("0105", to="0504")["why"]["status"] == "illegal"


def test_opponents_answer_and_the_game_is_reviewed() -> None:
    desk = opened("depletion/first-steps", player="red", opponents="random", seed=1)
    desk.play("0203-0303-0403-0503")
    told = desk.play("0203-0303")
    assert any(line.startswith("blue: ") for line in told["happened"])
    assert told["to_act"] == ["red"]
    assert "D7.1" in desk.review()["missed"]
    with pytest.raises(hw.InputError, match="this seat reviews the game of red"):
        desk.review("blue")


@pytest.mark.parametrize("name", FEW)
def test_every_source_opens_the_same_position(name: str, tmp_path: Path) -> None:
    position = hw.scenario(name).position
    path = hw.save(hw.scenario(name), tmp_path / "a.json")
    notation = f"{position.system.name} {position.notation}"
    for source in (notation, hw.link(position), path.read_text(encoding="utf-8"), str(path)):
        desk = Desk(folder=tmp_path)
        desk.position(source, seed=1)
        assert desk.seat.session.steps[0].position == position


def test_files_elsewhere_and_games_at_a_bound_seat_stay_closed(tmp_path: Path) -> None:
    path = hw.save(hw.Session("plotted/head-on", seed=1), tmp_path / "game.jsonl")
    (tmp_path / "inside").mkdir()
    for source in (str(path), str(tmp_path / "inside" / ".." / "game.jsonl")):
        with pytest.raises(hw.InputError, match="in the folder of the server"):
            Desk(folder=tmp_path / "inside").position(source)
    desk = Desk(Seat(hw.Session("plotted/head-on", seed=1), "red"), bound=True, folder=tmp_path)
    for given in ({"source": str(path)}, {"source": "plotted/head-on", "player": "blue"}, {"player": "blue"}):
        with pytest.raises(hw.InputError, match="not here"):
            desk.position(**given)
    assert desk.position()["player"] == "red"


@pytest.mark.slow
@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 4))
def test_each_listed_action_is_legal_and_playable_in_every_scenario(name: str) -> None:
    desk = opened(name, seed=1)
    for _ in range(many(2, 3)):
        listed = desk.legal_actions(most=8)
        assert len(listed["actions"]) <= 8
        assert all(desk.check(action)["status"] == "legal" for action in listed["actions"])
        if not listed["actions"]:
            break
        assert desk.play(listed["actions"][0])["played"]
        json.dumps(desk.position())


# ---------------------------------------------------------------------- secrets
def answers(desk: Desk, rng: Random) -> Iterator[str]:
    """The answers of all tools that play nothing."""
    seat = desk.seat
    spaces, few = list(seat.seen.map.names()), brief(seat.seen)
    yield asked(desk.position)
    yield asked(desk.review) if not few else ""
    yield asked(lambda: desk.legal_actions(most=5))
    for space in rng.sample(spaces, min(1 if few else 3, len(spaces))):
        yield asked(lambda space=space: desk.reach(space, to=spaces[0]))
        yield asked(lambda space=space: desk.legal_actions(f"'{space}'", 3))
    texts = [str(action) for action in seat.list_actions(most=2).actions]
    for text in (*texts, *(f"{other}: pass" for other in seat.seen.players), "nonsense"):
        yield asked(lambda text=text: desk.check(text))
        yield asked(lambda text=text: desk.odds(text))
    for other in seat.seen.players:
        if other != seat.player:
            yield asked(lambda other=other: desk.play(f"{other}: pass"))
            yield asked(lambda other=other: desk.review(other))


def log(script: Script, player: str, seed: str) -> list[str]:
    """All that an assistant at a seat is told in a game: its own actions are played there."""
    session = hw.Session(script[0][0], rolls="ask", seed=1)
    desk, rng = Desk(Seat(session, player), bound=True), Random(seed)
    found = list(answers(desk, rng))
    for _, done in script:
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        elif done.player == player:
            found.append(asked(lambda done=done: desk.play(str(done))))
        else:
            session.play(done)
        found += answers(desk, rng)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(1, 5)))
@pytest.mark.parametrize("name", of_each_system(WITH_SECRETS, 5))
def test_twins_give_an_assistant_at_a_seat_the_same(name: str, seed: int) -> None:
    check_told_alike(name, seed, STEPS, log, "answers of tools in twin games")


@pytest.mark.slow
def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that sees everything is told other things in twins."""
    script = game("frontiers/three-frontiers", 0)[:1]
    twin = twin_game(script, "red", Random("leak"))
    monkeypatch.setattr("hexwidget.widget.audience.observation", lambda position, _: Observation(None, position))
    assert log(script, "red", "leak") != log(twin, "red", "leak")
