"""``python -m hexwidget.rulings``: ask the rulings, and score answers.

python -m hexwidget.rulings questions > questions.jsonl    # one line a question, without the answers
python -m hexwidget.rulings score answers.jsonl            # {"id": "orders-7", "legal": false, "clauses": ["O8.1"]}
python -m hexwidget.rulings baseline tools > answers.jsonl
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hexwidget.files.disk import read_text
from hexwidget.problems import InputError, visible
from hexwidget.rulings.scoring import invented_clauses, read_answers, rulings, score
from hexwidget.systems.registry import system_names

MOST_BYTES = 10_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code: 2 if the answers cannot be read."""
    words = "Ask 500 rulings, and score answers."
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "python -m hexwidget.rulings", description=words, epilog=__doc__, formatter_class=style
    )
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("questions", help="print the questions, a line of JSON for each")
    made = commands.add_parser("score", help="score answers, in all and by system")
    made.add_argument("answers", type=Path)
    made = commands.add_parser("baseline", help="print the answers of a baseline")
    made.add_argument("name", choices=("always-legal", "word-search", "tools"))
    given = parser.parse_args(arguments)
    try:
        if given.command == "score":
            return _score(given.answers)
        if given.command == "questions":
            lines: Iterable[dict[str, Any]] = (each.asked() for each in rulings())
        else:
            from hexwidget.rulings.baselines import BASELINES

            lines = map(BASELINES[given.name], rulings())
        for line in lines:
            print(json.dumps(line, ensure_ascii=False))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _score(path: Path) -> int:
    try:
        answers = read_answers(read_text(path, MOST_BYTES))
    except InputError as error:
        print(visible(str(error)), file=sys.stderr)
        return 2
    print(score(answers))
    for name in system_names():
        own = [each for each in rulings() if each.system == name]
        if own:
            print(f"  {name}: {score(answers, own)}")
    if unknown := invented_clauses(answers):
        print(visible(f"cited, and in no rulebook: {', '.join(unknown)}"))
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
