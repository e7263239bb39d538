"""Previews: the first state of a board, with what the first choices lead to. A page shows both before Python has come.

A link begins with its preview, if there is room. A preview holds the messages that a page gets from the board, and nothing that the
board hides. A sender can write any preview into a link, so Python judges each choice once more.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from hexwidget.english import translated
from hexwidget.files import Scenario
from hexwidget.files.formats import Document
from hexwidget.play import Session, open_link
from hexwidget.play.links import LONGEST_GAME, hides
from hexwidget.rules import Choices, Draft, Position, Status
from hexwidget.scene.encode import Wire
from hexwidget.widget.connections.encode import difference, encode
from hexwidget.widget.connections.line import LineBoard
from hexwidget.widget.connections.messages import DATED
from hexwidget.widget.pages.recording import GZIP

PREVIEW = "preview="
"""The beginning of a preview in an address, in front of the link."""
MOST_ANSWERS = 100
"""The most choices of a preview. Each is made on a board of its own."""
MOST_REASONS = 40
"""The most barred spaces that a preview explains."""
READ = "tutor read"
"""The slot of the choice by which a callout is read."""
TUTORS = ("tutor ", "desk")
"""The beginnings of the slots of a tutor's buttons."""
Asked = tuple[str, Draft]
"""A message of a page: the intent, "choose" or "confirm", and the draft."""


class _Viewer:
    """A viewer that hears if the last message was carried out."""

    ok = False

    def put(self, text: str) -> None:
        """Take a message."""
        self.ok = json.loads(text).get("content", {}).get("ok", False)


def preview(thing: Position | Scenario | Session | Document, most: int = MOST_ANSWERS) -> Wire:
    """Return the preview of the board that shows something.

    Its ``traits`` are the first state. Each of the ``answers`` has the number of the state before it (0: the first state, 1: that of the
    first answer), the intent, the draft, and the changes of the traits, each as a `Difference`. ``why``: verdicts on barred spaces, each
    with its draft and space. ``rolls``: True if chance comes before any choice, so that there is only a picture.

    :param most: the most answers
    """
    make = _maker(thing)
    answers: list[tuple[Any, ...]] = []
    with closing(make()) as board:
        rolls = board.session.position.chance is not None
        board._showing.ahead.finish()
        traits, why = _traits(board), [] if rolls else [*islice(_reasons(board), MOST_REASONS)]
    if rolls:
        nothing = Choices(None, Draft(), translated("Chance decides as soon as Python is there."))
        traits["_choices"] |= {"root": encode(nothing), "branches": []}
    places = deque[tuple[int, tuple[Asked, ...], Wire]]([] if rolls else [(0, (), traits)])
    while places:
        number, way, before = places.popleft()
        with closing(_board_after(make, way)) as board:
            messages = [*islice(_offers(board), most)]
        for asked in messages[: most - len(answers)]:
            with closing(_board_after(make, (*way, asked))) as board:
                after = _traits(board)
                session = board.session
                surprises = len(session.steps) - before["_timeline"]["length"] > 2 or session.position.chance
            if not surprises and after != before:
                changes = {name: difference(before[name], after[name]) for name in after if after[name] != before[name]}
                answers.append((number, asked[0], dict(asked[1]), changes))
                if READ in asked[1]:
                    places.append((len(answers), (*way, asked), after))
    return {"traits": traits, "answers": answers, "why": why, "rolls": rolls}


def _maker(thing: Position | Scenario | Session | Document) -> Callable[[], LineBoard[Any]]:
    """Return a function that makes a board from the beginning, as ``play.html`` does."""
    if isinstance(thing, Document):
        return lambda: LineBoard(thing.activity())
    about = thing if isinstance(thing, Scenario) else None
    session = thing.so_far() if isinstance(thing, Session) else Session(thing, rolls="ask")
    if session.position.chance is None:
        session.set_rolls("auto")
    return lambda: LineBoard(session.so_far(), about=about)


def _board_after(make: Callable[[], LineBoard[Any]], way: tuple[Asked, ...]) -> LineBoard[Any]:
    """Return a board on which some messages were answered."""
    board, viewer = make(), _Viewer()
    for n, (intent, draft) in enumerate(way):
        revision = board._showing.sending.revision
        board.answer({"id": f"{n}", "revision": revision, "intent": intent, "args": {"draft": dict(draft)}}, viewer)
    return board


def _traits(board: LineBoard[Any]) -> Wire:
    """The traits of a board, as they travel. Nothing in a preview depends on how often each has travelled."""
    state = board.line.state
    return {
        name: state[name] and {**state[name], **({"version": 0} if name in DATED else {})}
        for name in ("_scene", *DATED, "_current")
    }


def _offers(board: LineBoard[Any]) -> Iterator[Asked]:
    """Yield the messages that a page can send at a position, in the order in which the board offers the choices. The choices behind
    pieces travel ahead by themselves."""
    drafts = deque([Draft()])
    known = {Draft()}
    while drafts:
        draft = drafts.popleft()
        now = board._activity.choices(draft)
        if now.action is not None and now.verdict.status in (Status.LEGAL, Status.UNKNOWN):
            yield "confirm", draft
        if now.field is not None and now.field.completes and not now.field.onward:
            for space in now.field.reach:
                yield "confirm", Draft({**draft, now.field.slot: space})
        for option in now.options:
            if option.chosen or not option.legal or option.kind == "menu" or option.leads_to in known:
                continue
            known.add(option.leads_to)
            if not option.slot.startswith(TUTORS):
                drafts.append(option.leads_to)
            elif draft or option.slot != READ:
                continue  # other buttons of a tutor may take a search
            if option.kind != "piece":
                yield "choose", option.leads_to


def _reasons(board: LineBoard[Any]) -> Iterator[tuple[dict[str, Any], str, Wire]]:
    """Yield the verdicts on the spaces at the rim of the reach of each piece."""
    activity, audience = board._activity, board._audience
    for option in activity.choices(Draft()).options:
        asks = activity.explains and option.kind == "piece" and option.legal
        field = activity.choices(option.leads_to).field if asks else None
        for space in field.reach.rim if field else ():
            verdict = activity.explain(option.leads_to, space)
            yield dict(option.leads_to), space, encode(verdict, audience.system.rulebook)


def packed_preview(held: Wire, most: int) -> str:
    """Return a preview as a text for an address, with as much of it as fits; "" if nothing does.

    :param most: the most characters
    """
    while True:
        packer = zlib.compressobj(9, wbits=GZIP)
        text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).encode()
        packed = base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")
        if len(packed) <= most:
            return packed
        # The choices come before the reasons, the picture before both.
        if held["why"]:
            held = {**held, "why": held["why"][: len(held["why"]) // 2]}
        elif held["answers"]:
            held = {**held, "answers": held["answers"][: len(held["answers"]) * 3 // 4]}
        elif held["traits"]["_choices"]["branches"]:
            held = {**held, "traits": {**held["traits"], "_choices": {**held["traits"]["_choices"], "branches": []}}}
        else:
            return ""


def with_preview(text: str) -> str:
    """Return a link text with the preview of its board in front of it, as far as there is room. A game that hides things has none.

    :raises InputError: if it cannot be opened
    :raises IllegalPosition: if the position breaks clauses
    """
    room = LONGEST_GAME - len(text) - len(PREVIEW) - 1
    found = public_preview(open_link(text), room) if room > 0 else ""
    return f"{PREVIEW}{found}&{text}" if found else text


def public_preview(thing: Position | Scenario | Session | Document, most: int) -> str:
    """Return the packed preview of something; "" if its board shows what players do not see of one another.

    :param most: the most characters
    """
    position = thing if isinstance(thing, Position) else getattr(thing, "position", None)
    return "" if position is not None and hides(position) else packed_preview(preview(thing), most)
