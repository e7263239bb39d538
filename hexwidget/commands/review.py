"""``hexwidget review``: the review of a game for one of its players. `hexwidget.commands.cli` runs it; its modules load on demand."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from hexwidget.play import Session, load
from hexwidget.problems import InputError

WORDS = "review a game: the moments that mattered most, what could have been done, and why"
EXAMPLES = "game.jsonl --player red", "game.jsonl --player red --html review.html --course again.json"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", help="a replay, or the journal of a game")
    parser.add_argument("--player", help="the player whose game it is")
    parser.add_argument("--referee", action="store_true", help="use all that was hidden from the player, too")
    parser.add_argument("--html", metavar="OUT", type=Path, help="write a page, each moment with its picture")
    parser.add_argument(
        "--keep", metavar="FILE", type=Path, help="note the missed rules in a file of progress: they come back"
    )
    parser.add_argument("--course", metavar="OUT", type=Path, help="write the moments as a course, to be tried again")


def run(given: argparse.Namespace) -> tuple[int, Any, str]:
    """Return the exit code, the review as data, and the review as text.

    :raises InputError: if the file is no game, or has no such player
    """
    from hexwidget.lessons.review import review
    from hexwidget.play import save

    game: object = load(given.file)
    if not isinstance(game, Session):
        raise InputError("this is no game", "expected a replay, as `hw.save(session, path)` writes it", given.file)
    found = review(game, given.player, referee=given.referee, progress=not given.json)
    written = [str(found.to_html(given.html))] if given.html else []
    if given.keep:
        found.keep(given.keep)
        written.append(str(given.keep))
    written += [str(save(found.course(), given.course))] if given.course else []
    return 0, {**found.to_json(), "written": written}, "\n".join([str(found), *written])
