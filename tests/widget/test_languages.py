"""Boards in other languages: two on one session, the words that travel, and files that know no language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.languages import language, speaking
from hexwidget.rules import Draft
from tests import inside
from tests.amounts import many
from tests.words.test_languages import english_in

STEPS = many(15, 2000, quick=8)
CODE = re.compile(
    "action|advice|cells|code|draft|hue|id|key|kind|language|layer|leadsTo|levels|name|offset|owner|pattern|plane|player|rolls|routes|said|shape"
    "|slot|status|stroke|symbol|theme|toAct|value"
)
"""The entries of messages that no person reads, and the words of the page, which are English and German."""


def read_by_people(message: Any) -> Iterator[str]:
    """The texts of a message that people read."""
    if isinstance(message, str):
        yield (
            "" if message in ("about", "task", "unseen", "boot") else message
        )  # the kinds of parts of a prompt; a drawing
    elif isinstance(message, dict):
        for key, value in message.items():
            if not CODE.fullmatch(key) or (key == "said" and isinstance(value, list)):
                yield from read_by_people(value)
    elif isinstance(message, (list, tuple)):
        for item in message:
            yield from read_by_people(item)


def english_on(board: hw.Board) -> list[str]:
    told = [getattr(board, name) for name in ("_scene", "_state", "_choices", "_current", "_timeline", "_status")]
    return [text for text in read_by_people(told) if english_in(text)]


@pytest.mark.slow
def test_nobody_reads_english_in_a_random_game_on_a_german_board() -> None:
    rng = Random("a german game")
    board = hw.Board("plotted/the-ford", language="de")
    for _ in range(STEPS):
        assert english_on(board) == []
        session = board.session
        if not session.position.to_act:
            board.goto(0)
        elif session.position.chance:
            board.roll()
        else:
            player = min(session.position.to_act)
            unit, *others = [o for o in inside.activity(board).choices(Draft()).options if o.kind == "piece"] or [None]
            for option in (unit, *others[:1]):
                if option is not None:
                    inside.activity(board).choose(option.leads_to)
                    assert english_on(board) == []
            verdict = session.position.check(f"{player}: march 0101-0303; ambush 0904")
            with speaking("de"):
                assert english_in("\n".join(map(str, verdict.findings))) == []
            board.play(session.position.legal_actions(player).sample(rng))
    assert english_on(board) == []


def test_two_boards_of_a_session_speak_two_languages() -> None:
    german = hw.Board("plotted/the-ford", language="de")
    english = hw.Board(german.session)
    german.play("red: all rest")
    assert inside.status(german)["text"] == "Runde 1 von 8: Alle schreiben ihre Befehle"
    assert inside.status(english)["text"] == "Turn 1 of 8: Players write their orders"
    assert [inside.timeline(board)["events"][0]["text"] for board in (german, english)] == [
        "Die Befehle von Rot sind versiegelt: alle Einheiten: Rast",
        "Red's orders are sealed: all units to rest",
    ]
    assert inside.scene(german)["words"]["language"] == "de"
    assert "words" not in inside.scene(english)
    assert language() == "en"


def test_the_language_of_a_board_is_checked() -> None:
    with pytest.raises(hw.InputError, match="unknown language 'fr'"):
        hw.Board("plotted/the-ford", language="fr")


def test_files_and_links_know_no_language(tmp_path: Path) -> None:
    kept = []
    for code in ("en", "de"):
        with speaking(code):
            session = hw.Session(hw.scenario("plotted/the-ford").position, seed=1, journal=tmp_path / f"{code}.jsonl")
            session.play("red: all rest")
            session.play("blue: march 0506-0505")
            lines = (tmp_path / f"{code}.jsonl").read_text(encoding="utf-8").splitlines()
            kept.append(
                ([json.loads(line) for line in lines[1:]], hw.link(session.position), session.position.notation)
            )
    assert kept[0] == kept[1]


@pytest.mark.parametrize("name", hw.system_names())
def test_a_german_board_of_every_system_plays(name: str) -> None:
    scenario = next(each for each in hw.scenarios() if each.startswith(f"{name}/"))
    board = hw.Board(scenario, language="de")
    for _ in range(4):
        position = board.session.position
        if position.chance:
            board.roll()
        elif position.to_act:
            board.play(position.legal_actions(min(position.to_act)).sample(Random(1)))
    assert inside.timeline(board)["events"]
    assert not [
        text
        for text in read_by_people([inside.status(board), inside.timeline(board), inside.choices(board)])
        if "{" in text
    ]
