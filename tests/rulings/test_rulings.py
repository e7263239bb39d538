"""The rulings are what the naive references say, the tools answer all of them, and answers are scored as the page says."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.rulings import rulings, score
from hexwidget.rulings.__main__ import main
from hexwidget.rulings.baselines import BASELINES
from hexwidget.rulings.scoring import FILE, read_answers
from tests.rulings.generate import ILLEGAL, LEGAL, SYSTEMS, bars, chosen

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "assistants.md", FILE.with_name("DATASHEET.md")]
MOST_BYTES = 100_000


def test_there_are_as_many_of_each_system_and_kind_and_they_are_small() -> None:
    assert Counter((each.system, each.legal) for each in rulings()) == {
        (system, legal): LEGAL if legal else ILLEGAL for system in SYSTEMS for legal in (True, False)
    }
    assert len({each.id for each in rulings()}) == 500
    assert len({(each.position, each.action) for each in rulings()}) == 500
    assert len(zlib.compress(FILE.read_bytes())) < MOST_BYTES


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_answers_are_those_of_the_reference(system: str) -> None:
    for each in rulings():
        if each.system == system:
            position = hw.system(system).read(each.position)
            assert bars(system, position, position.parse(f"{each.player}: {each.action}")) == each.clauses
            assert each.legal is not bool(each.clauses)


@pytest.mark.slow
def test_the_file_is_what_the_generator_makes() -> None:
    made = [(each.position, each.action, each.clauses) for each in chosen("orders")]
    assert made == [(each.position, each.action, each.clauses) for each in rulings() if each.system == "orders"]


@pytest.mark.slow
@pytest.mark.parametrize("name", BASELINES)
def test_the_baselines_score_what_the_pages_say(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["baseline", name]) == 0
    path = tmp_path / "answers.jsonl"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["score", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()[0]
    found = score(read_answers(path.read_text(encoding="utf-8")))
    assert str(found) == told
    row = f"| {name} | {found.legality} | {found.a_clause} | {found.right} |"
    assert all(row in page.read_text(encoding="utf-8") for page in PAGES), row
    if name == "tools":
        assert found.right == found.asked == 500


def test_a_question_holds_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["questions"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 500
    assert {tuple(line) for line in lines} == {("id", "system", "position", "board", "player", "action", "question")}


def test_a_partly_right_answer_counts_in_part() -> None:
    several = next(each for each in rulings() if len(each.clauses) > 1)
    fine = next(each for each in rulings() if each.legal)
    for cited, counts in (
        (several.clauses, (1, 1, 1)),
        (several.clauses[:1], (1, 1, 0)),
        ((*several.clauses, "X9"), (1, 1, 0)),
        (("X9",), (1, 0, 0)),
    ):
        found = score({several.id: (False, frozenset(cited))}, [several])
        assert (found.legality, found.a_clause, found.right) == counts
    assert score({several.id: (True, frozenset())}, [several]).legality == 0
    assert score({fine.id: (True, frozenset())}, [fine]).right == 1
    assert score({}, [fine]) == score({several.id: (True, frozenset())}, [fine])


def test_answers_that_cannot_be_read_are_named_by_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answers.jsonl"
    good = '{"id": "orders-7", "legal": true}'
    path.write_text(f'{good}\n{good}\nno\n{{"id": "order-7", "legal": true}}\n{{"id": "orders-8", "legal": 1}}\n')
    assert main(["score", str(path)]) == 2
    told = capsys.readouterr().err
    for part in (
        "line 2: orders-7 has been answered",
        "line 3: expected",
        "did you mean 'orders-7'",
        "line 5: expected",
    ):
        assert part in told
