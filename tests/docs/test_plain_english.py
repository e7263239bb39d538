"""The check of our prose, which ``make check`` runs on all that people read: it finds a planted phrase."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import plain_english


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("a.md", "# Title\n\nA line, and also\nwhat is none.\n", 3, "also what"),
        ("a.md", "A link goes\nto whoever asks.\n", 2, "whoever"),
        ("a.md", "- What a page sends is read.\n", 1, "What a page sends is read."),
        ("a.py", '"""A module."""\n\n\ndef f():\n    """Whether it is so."""\n', 5, "Whether"),
        ("a.py", "x = 1\n# Units that are\n# to be moved.\n", 2, "are to be"),
        ("a.py", 'add("x", help="a word of it")\n', 1, "a word of it"),
        ("a.py", 'def f():\n    """Return what somebody opens."""\n', 2, "Return what"),
        ("a.md", "The learners of\nwhom one is stuck.\n", 2, "whom"),
        ("a.md", "A table of what is played.\n", 1, "of what"),
        ("a.py", 'def f():\n    """Read a wish.\n\n    :raises WishError: if it is none\n    """\n', 4, "is none"),
        ("a.py", "x = None  # none of a session\n", 1, "none of a "),
        ("a.py", "x = None  # the program that has it open. None if none has\n", 1, "None if none"),
        ("a.py", '"""The links that people come in by."""\n', 1, "in by"),
        ("a.ts", "/** The note goes after so many milliseconds. */\n", 1, "after so many"),
        ("a.py", '"""Show it, or no more."""\n', 1, "or no more"),
        ("a.md", "An answer counts once. One that is lost does not.\n", 1, "One that"),
        ("a.py", 'x = 1\n"""Those that are open, by name."""\n', 2, "Those that"),
        ("a.ts", "// The wall: who\n// plays whom.\n\nconst x = 1;\n", 2, "whom"),
        ("a.ts", "/** Whether it is so. */\nconst x = 1;\n", 1, "Whether"),
        ("a.ts", "/**\n * A path.\n *\n * @param deep empty: there is none\n */\nconst x = 1;\n", 4, "is none"),
        ("a.ts", "const x = 1;  // of what\n", 1, "of what"),
        ("a.toml", 'a = 1\ntext = "The player, whoever asked, pays."\n', 2, "whoever"),
    ],
)
def test_a_planted_phrase_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, line: int, words: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert plain_english.main([str(path)]) == 1
    assert f'{path}:{line}: "{words}": ' in capsys.readouterr().out


def test_a_phrase_in_a_notebook_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    cells = [
        {"cell_type": "code", "source": ["# whoever\n"]},
        {"cell_type": "markdown", "source": ["A title\n", "\n", "Of what is left.\n"]},
    ]
    path.write_text(json.dumps({"cells": cells}, indent=1), encoding="utf-8")
    (found,) = plain_english.found(path)
    assert found.startswith(f'{path}:14: "Of what": ')


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "```text\nwhoever\n```\nCode says `whoever`. What bars an action?\n"),
        ("a.md", "## What has changed\n\n*What I know* opens a page. Say what is wrong.\n"),
        ("a.py", 'words = "whoever"\n\n\ndef f():\n    """Return the view of a player."""\n'),
        ("a.ts", 'const x = "see https://example.org/ of what";\n/** Return the parts, one by one. */\n'),
        ("a.md", "It is off by default. One of those that stay is left.\n"),
        ("a.toml", 'text = "Those who stay meet whom they like."\n'),
        ("a.toml", 'text = "What happens in one cannot change the result in another."\n'),
    ],
)
def test_code_questions_names_and_rules_are_let_through(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(plain_english.found(path)) == []
