"""A game of each system, descriptions and replays equal the golden files byte for byte.

``python -m tests.golden`` writes the files anew after an intended change; read the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.files.replay import read_replay
from hexwidget.play import Session
from tests.golden.descriptions import DescriptionAnswers
from tests.golden.games import played_again
from tests.golden.playthroughs import GAMES, playthrough
from tests.golden.records import FOLDER, Answer, differences

MOST_SHOWN = 8
"""The number of differences that a failing test spells out."""
REPLAYS = sorted(FOLDER.glob("games/*.jsonl"))


def same(name: str, answer: Answer) -> None:
    found = list(differences(FOLDER / name, answer))
    if found:
        more = [f"... and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
        pytest.fail(
            "\n\n".join([f"{len(found)} answers differ from {name}", *found[:MOST_SHOWN], *more]), pytrace=False
        )


@pytest.mark.slow
@pytest.mark.parametrize("system", hw.system_names())
def test_a_game_goes_as_it_is_written(system: str) -> None:
    assert playthrough(*GAMES[system]) == (FOLDER / f"{system}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("system", hw.system_names())
def test_descriptions_are_accepted_and_refused_as_recorded(system: str) -> None:
    same(f"{system}-descriptions.txt", DescriptionAnswers(system))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_game_is_played_again_as_recorded(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert Session.from_replay(read_replay(text)).to_replay() == text
    assert played_again(text).to_replay() == text
