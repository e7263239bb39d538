"""Links: a position, a scenario, a game or a course as a short text, for a message, an address or a cell; and play by link."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hexwidget.deferred import deferred
from hexwidget.english import capital
from hexwidget.files import Scenario
from hexwidget.files.formats import Document, reader_of
from hexwidget.files.links import CANNOT_LINK, CANNOT_OPEN, PREFIX, content_of, pack, read_content, too_long, unpack
from hexwidget.files.replay import is_replay, read_replay
from hexwidget.play.session import Session
from hexwidget.problems import InputError, mismatch
from hexwidget.rules import IllegalPosition, Position

if TYPE_CHECKING:
    from hexwidget.lessons import Course


LONGEST_GAME = 32_000
"""The most characters of a link to a game or a course. Browsers cut off longer addresses."""
MOST_STEPS = 1_000
"""The most steps of a game in a link: a person waits until each is judged. Few characters can hold many equal ones."""


def link(thing: Position | Scenario | Session | Course | Any, page: str = "") -> str:
    """Return a position, a scenario, the game of a session or board, or a course as a link text. `open_link` reads it.

    A link to a game holds all its steps and branches and the random seed: anyone who opens it sees everything but the refused tries,
    which are each player's own. A link to a course holds its exercises with all that their answers follow from.

    :param page: the address of ``play.html``: the link is then an address that plays, with the first picture of the board and as many first
        choices as fit. The page shows both at once, and Python confirms them
    :raises InputError: if it is something else, or does not fit in a link
    :raises IllegalPosition: if the position breaks clauses

    >>> from hexwidget.systems.registry import system
    >>> position = system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> open_link("https://rules.example/play.html#" + link(position)) == position
    True
    """
    if page:
        return play_page(page, link(thing))
    thing = getattr(thing, "session", thing)
    if isinstance(thing, Session):
        content = thing.to_replay(tries=False)
        if why := _too_many(content):
            raise too_long(why)
        return _address(content, f"its {len(thing.steps) - 1:,} steps")
    if isinstance(thing, Document):
        return _address(json.dumps(json.loads(thing.document), ensure_ascii=False, separators=(",", ":")), "it")
    if not isinstance(thing, (Position, Scenario)):
        raise mismatch(CANNOT_LINK, "a position, a scenario, a session, a board or a course", thing)
    return pack(content_of(thing))


def _address(content: str, called: str) -> str:
    """Return a content as a link text that an address has room for."""
    text = pack(content)
    if len(text) > LONGEST_GAME:
        raise too_long(f"a link to {called} has {len(text):,} characters, and browsers take {LONGEST_GAME:,}")
    return text


def play_page(page: str, text: str) -> str:
    """Return the address at which a page plays a link text, with its preview."""
    return f"{page}#{deferred('widget.pages.preview').with_preview(text)}"


def link_or_nothing(thing: Position | Session) -> str:
    """Return the link to a position or a game; "" if it breaks clauses or does not fit in a link."""
    try:
        return link(thing)
    except (InputError, IllegalPosition):
        return ""


def open_link(text: str) -> Position | Scenario | Session | Course:
    """Return the position, scenario, game or course of a link, or of an address that ends with one.

    A game is a session at the step where it was left.

    :raises InputError: if it is not a link, was cut off, or its content cannot be read
    :raises IllegalPosition: if the position breaks clauses
    """
    content = unpack(text)
    read_document = reader_of(content)
    if len(text) - text.rindex(PREFIX) > LONGEST_GAME and (is_replay(content) or read_document):
        raise InputError(CANNOT_OPEN, f"a link to a game or a course has at most {LONGEST_GAME:,} characters")
    if is_replay(content):
        if why := _too_many(content):
            raise InputError(CANNOT_OPEN, why)
        return Session.from_replay(read_replay(content))
    if read_document is not None:
        course: Course = read_document(content, checked=False)  # the sender has checked it
        return course
    return read_content(content)


def _too_many(content: str) -> str:
    """Return why a link cannot hold a replay, each of whose lines after the first one is a step; empty: it can."""
    steps = content.strip().replace("\r\n", "\n").replace("\r", "\n").count("\n")
    return f"it has {steps:,} steps, and a link holds {MOST_STEPS:,}" if steps > MOST_STEPS else ""


def turn_message(session: Session, address: str = "") -> str:
    """Return a message to the player who is to act: the last action, whose turn it is, and the game as a link. The link leaves out
    branches and the steps that were taken back.

    :param address: of a page that plays links; without one, the message is a cell of a notebook
    :raises InputError: if the game hides things from players, or does not fit in a link

    >>> session = Session("rondel/inland-sea", seed=1)
    >>> _ = session.play("wheel 1")
    >>> print(turn_message(session, "https://site.example/play.html")[:117])
    Romans played turn the wheel by 1, to gold. Round 1: Greeks move their marker
    https://site.example/play.html#preview=
    """
    if hides(session.position):
        what = "it hides things from players, and a link shows them to everybody: `hexwidget serve` and `hw.Table` keep them"
        raise InputError("this game cannot be played by link", what)
    told, game = f"{_last_played(session)}{session.position.system.stage(session.position)}", link(session.so_far())
    return f"{told}\n{play_page(address, game)}" if address else f'# {told}\nhw.Board(hw.open_link("{game}"))'


def hides(position: Position) -> bool:
    """True if a player or a spectator sees less than the whole position."""
    return position.system.hides and any(position.observe(seat).seen != position for seat in (None, *position.players))


def _last_played(session: Session) -> str:
    """Return the last action in words, as a sentence; empty at the start."""
    for step in reversed(session.line[: session.step.depth + 1]):
        before = session.before(step)
        if step.action is not None and before is not None:
            deed = step.position.system.in_words(before.position, step.action)
            return f"{capital(step.action.player)} played {deed}. "
    return ""
