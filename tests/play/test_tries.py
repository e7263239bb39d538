"""Refused tries: the session and its journal keep them, for the player who tried only."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.files.replay import Tried
from hexwidget.play.tries import MOST_AT_A_STEP, MOST_TRIES
from hexwidget.table.recordings import file_of
from tests import inside
from tests.play.games import play_at_random
from tests.secrets.seats import Seat

FAR = "0203-0303-0403-0503-0603-0703"


def refused(session: hw.Session, action: str = FAR) -> None:
    with pytest.raises(hw.IllegalAction):
        session.play(action)


def tried(name: str, journal: Path | None = None) -> hw.Session:
    """A random game in which some actions of earlier steps are tried again, and refused."""
    session, rng = hw.Session(hw.scenario(name).position, journal, seed=1), Random(name)
    done = []
    for _ in range(8):
        for action in rng.sample(done, min(3, len(done))):
            try:
                if action.player in session.position.to_act and not session.position.check(action):
                    refused(session, f"{action.player}: {action}")
            except hw.InputError:  # it names what is no longer there
                continue
        if not play_at_random(session, rng):
            break
        done += [session.step.action] if session.step.action else []
    return session


def test_a_refused_action_is_kept_at_its_step() -> None:
    session = hw.Session("depletion/first-steps")
    refused(session)
    refused(session)  # the same once more says nothing new
    session.play("0402")
    assert session.tries == (Tried(0, "red", FAR),)


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.scenarios())
def test_files_and_journals_keep_tries_and_links_do_not(name: str, tmp_path: Path) -> None:
    session = tried(name, tmp_path / "journal.jsonl")
    kept, start = session.tries, session.steps[0].position
    hw.save(session, tmp_path / "saved.jsonl")
    assert hw.load(tmp_path / "saved.jsonl").tries == kept
    assert hw.verify(tmp_path / "saved.jsonl")
    assert hw.open_link(hw.link(session)).tries == session.so_far().tries == ()
    session.close()
    assert hw.Session(start, tmp_path / "journal.jsonl").tries == kept
    first = hw.load(tmp_path / "journal.jsonl")
    assert first.tries == kept
    first.keep(tmp_path / "another.jsonl")
    first.close()
    assert hw.load(tmp_path / "another.jsonl").tries == kept


@pytest.mark.slow
def test_some_tries_are_kept_at_a_step_and_the_last_ones_in_all() -> None:
    session = hw.Session("depletion/first-steps")
    for n in range(MOST_TRIES):
        for space in range(MOST_AT_A_STEP + 2):
            session.note_try("red", "", {"army": "0203"}, f"{space}")
        session.edit(session.position)
        assert len(session.tries) == min(MOST_TRIES, MOST_AT_A_STEP * (n + 1))
    assert session.tries[-1].at == MOST_TRIES - 1


def test_a_board_notes_the_choices_that_it_refuses() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    seat = Seat.at(session, "red")
    army = next(each for each in inside.choices(seat.board)["root"]["options"] if each["value"] == "0203")
    seat.ask("choose", draft=army["leadsTo"])
    seat.ask("explain", draft=inside.current(seat.board)["draft"], space="0703")  # the pointer only passes
    assert session.tries == ()
    seat.ask("explain", draft=inside.current(seat.board)["draft"], space="0703", clicked=True)
    (kept,) = session.tries
    assert (kept.player, kept.action, kept.space, kept.draft["army"]) == ("red", "", "0703", "0203")


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.scenarios())
def test_no_state_page_or_file_of_another_viewer_carries_tries(name: str) -> None:
    session = tried(name)
    bare = hw.Session.from_replay(hw.files.replay.read_replay(session.to_replay(tries=False)))
    for place in (*session.position.players, "", None):
        logs = [Seat.at(game, place or None, spectator=place == "").log for game in (session, bare)]
        assert logs[0] == logs[1]
        text = file_of(session, place, opened=True) or ""
        entries = map(json.loads, text.splitlines()[1:])
        assert {each["player"] for each in entries if "draft" in each} <= {place}


def test_a_try_that_the_journal_cannot_hold_is_refused_as_usual(tmp_path: Path) -> None:
    session = hw.Session("depletion/first-steps", tmp_path / "game.jsonl")
    (tmp_path / "game.jsonl").unlink()
    refused(session)
    assert session.tries == ()


@pytest.mark.parametrize("change", [{"at": 9}, {"player": 3}, {"draft": []}, {"draft": {"army": [1]}}, {"space": None}])
def test_a_try_that_cannot_be_read_is_named(change: dict[str, object], tmp_path: Path) -> None:
    session = hw.Session("depletion/first-steps")
    refused(session)
    first, line = session.to_replay().replace("replay/3", "replay/1").splitlines()
    data = [{k: v for k, v in json.loads(each).items() if k not in ("sum", "lines")} for each in (first, line)]
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(map(json.dumps, data)) + "\n")
    assert hw.load(path).tries == session.tries
    path.write_text("\n".join(map(json.dumps, [data[0], {**data[1], **change}, {"at": 0}])) + "\n")
    with pytest.raises(hw.InputError, match="line 2"):
        hw.load(path)
