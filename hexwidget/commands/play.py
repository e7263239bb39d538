"""``hexwidget play`` and ``hexwidget mcp``: a person or an assistant plays. Their modules load on demand."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from hexwidget.asking.game_files import open_game
from hexwidget.commands.answers import WELL, Answer, file_name, open_position, tell
from hexwidget.extras import extra
from hexwidget.files import Scenario
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.systems.registry import system_names

if TYPE_CHECKING:
    from hexwidget.asking.seat import Seat
    from hexwidget.lessons import Course
    from hexwidget.widget.activity import Activity


def _seat(given: argparse.Namespace, keep: Path | None = None) -> Seat:
    from hexwidget.asking.terminal import seat_of

    found, opponents = open_position(given.file), {}
    for entry in given.opponent:
        player, equals, policy = entry.rpartition("=")
        if not equals:
            raise InputError("no such opponent", f"expected PLAYER=POLICY, not {entry!r}", "--opponent")
        opponents[player] = policy
    own = given.file if isinstance(found, Session) and os.path.isfile(given.file) else ""
    elsewhere = keep is not None and isinstance(found, Session) and not (own and keep.exists() and keep.samefile(own))
    seat = seat_of(found, given.player, opponents, seed=given.seed, file="" if elsewhere else str(keep or own))
    if keep is not None and elsewhere:
        seat.session.keep(keep)
    return seat


def serve_assistant(given: argparse.Namespace) -> Answer:
    """Serve an assistant at standard input and output.

    :raises InputError: if FILE or the options are wrong
    :raises ImportError: if the extra is not installed
    """
    from hexwidget.assistants.tools import Desk

    if given.player and not given.file:
        raise InputError("which game?", "name the FILE of the game, too", "--player")
    desk = Desk(_seat(given) if given.file else None, bound=bool(given.player))
    with extra("mcp", "a server for assistants"):
        from hexwidget.assistants import server
    server.serve(desk)
    return WELL, None, ""


def _play_in_text(given: argparse.Namespace) -> Answer:
    from hexwidget.asking.terminal import play_in_text

    play_in_text(_seat(given, given.keep), plain=given.plain)
    return WELL, None, ""


def run(given: argparse.Namespace) -> Answer:
    """Play a game or a course, in the browser or as text.

    :raises InputError: if FILE or the options are wrong
    :raises ImportError: if the extra is not installed
    """
    if given.text:
        return _play_in_text(given)
    for option in ("plain", "player", "opponent", "seed"):
        if getattr(given, option) not in (None, False, []):
            raise InputError("not in the browser", "it goes with --text", f"--{option}")
    with extra("serve", "a browser's board"):
        from hexwidget.table.one_person import Single, kept_session, play
    from hexwidget.lessons import first_game

    is_system = given.file in system_names() and not os.path.exists(given.file)
    found = first_game(given.file) if is_system else open_game(given.file)
    path = given.keep or _file_to_keep(given.file, found)

    def make() -> Single:
        if not isinstance(found, (Scenario, Session)):
            return Single(_guide(found, path), words=f"Your progress is kept in {path.name}.")
        goes_on = isinstance(found, Scenario) or path == Path(given.file)
        about = found if isinstance(found, Scenario) else None
        return Single(kept_session(found, path, goes_on=goes_on), about)  # the board says where the game is kept

    def ready(address: str) -> None:
        words = f"{address}\nIt is kept in {str(path)!r}. Ctrl+C ends it."
        tell(given.json, {"address": address, "kept": str(path)}, words)

    play(make, port=given.port, browser=not given.no_browser, ready=ready)
    return WELL, None, ""


def _file_to_keep(file: str, found: Scenario | Session | Course) -> Path:
    """Return the file that keeps what is played: a replay keeps itself, and another file has one beside it."""
    is_file, is_game = os.path.isfile(file), isinstance(found, (Scenario, Session))
    if is_file and isinstance(found, Session):
        return Path(file)
    title = getattr(found, "title", "") or getattr(found.position, "title", "") or found.position.system.name
    name = Path(file) if is_file else Path(file_name(file, title) or "game")
    return name.with_suffix(".jsonl" if is_game else ".progress.json")


def _guide(course: Course, path: Path) -> Activity:
    """Return the activity of a course whose learner goes on where they have left, as a file says."""
    from hexwidget.lessons import Progress
    from hexwidget.lessons.courses.activity import CourseActivity

    guide = CourseActivity(course.parts, Progress(path), course=course.digest)
    guide.resume()
    return guide
