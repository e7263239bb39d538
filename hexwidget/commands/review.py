"""``hexwidget review``: the review of a game for one of its players. `hexwidget.commands.cli` runs it; its modules load on demand."""

from __future__ import annotations

import argparse
from typing import Any

from hexwidget.play import Session, load
from hexwidget.problems import InputError


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
