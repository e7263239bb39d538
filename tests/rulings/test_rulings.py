"""The rulings are what the naive references say, the tools answer all of them, and answers are scored as the page says."""

from __future__ import annotations

import ast
import json
import re
import sys
import zlib
from collections import Counter
from importlib import import_module
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


DATA = re.compile(r"hexwidget\.(english|systems\.\w+\.(actions|cards|position|provinces|units))")
"""The modules that say what a position and an action are, and judge nothing."""
JUDGING = {"check", "legal_actions", "reach", "apply", "choices", "explain", "system"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_reference_uses_nothing_of_the_engines_judging(system: str) -> None:
    todo, seen = [import_module(f"tests.{system}.reference").__name__], set[str]()
    while todo:
        name = todo.pop()
        seen.add(name)
        tree = ast.parse(Path(import_module(name).__file__ or "").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Attribute) and node.attr in JUDGING), (name, node.lineno)
            assert not (isinstance(node, ast.Import) and any("hexwidget" in each.name for each in node.names)), name
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if node.module.startswith("tests"):
                inner = {f"{node.module}.{each.name}" for each in node.names} & sys.modules.keys()
                todo += {node.module, *inner} - seen
            elif node.module.startswith("hexwidget"):
                only_the_type = node.module == "hexwidget.rules" and {each.name for each in node.names} == {"Finding"}
                assert only_the_type or DATA.fullmatch(node.module), (name, node.module)


@pytest.mark.slow
def test_the_file_is_what_the_generator_makes() -> None:
    made = [(each.position, each.action, each.clauses) for each in chosen("plotted")]
    assert made == [(each.position, each.action, each.clauses) for each in rulings() if each.system == "plotted"]


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


@pytest.mark.slow
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
    lines = [good, good, "no", '{"id": "order-7", "legal": true}', '{"id": "orders-8", "legal": 1}', '{"legal": true}']
    path.write_text("\n".join(lines))
    assert main(["score", str(path)]) == 2
    told = capsys.readouterr().err
    for part in (
        "line 2: orders-7 has been answered",
        "line 3: expected",
        "did you mean 'orders-7'",
        "line 5: expected",
        "line 6: expected",
    ):
        assert part in told
    assert main(["score", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl' cannot be read\n  No such file" in capsys.readouterr().err


def test_clauses_that_no_rulebook_has_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"id": "orders-7", "legal": false, "clauses": ["O8.1", "D1.1", "O99"]}\n')
    assert main(["score", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "cited, and in no rulebook: D1.1, O99"
