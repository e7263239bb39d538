"""The conversation of a board with its views: each message is answered once, and a message sent twice is carried out once."""

from __future__ import annotations

import asyncio
import json
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from hexwidget.english import WordingError, translated
from hexwidget.explore.policies import PolicyError
from hexwidget.languages import in_its_language
from hexwidget.play import JournalError
from hexwidget.play.game_lock import alone
from hexwidget.play.interrupts import hold_interrupts, interruptible
from hexwidget.problems import InputError
from hexwidget.rules import IllegalAction, Verdict
from hexwidget.scene.encode import Wire
from hexwidget.widget.answers import Answers, Parts
from hexwidget.widget.audience import NOT_SAVED, REFEREE_CAN_SEE, BoardPart
from hexwidget.widget.connections.connection import Connection
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.connections.intents import KNOWS_NOTHING, Hello, Message, Picture, read_id, read_message
from hexwidget.widget.connections.messages import Reply
from hexwidget.widget.host import from_page, log
from hexwidget.widget.showing import Showing

DONE = "It was done, but then interrupted."
NOTHING_DONE = "It was interrupted; nothing was done."
STALE = "The board had moved on; it is up to date again now."
REMEMBERED = 1_000_000
"""The bytes of the replies that are kept, about. A page sends again what is not answered: after a minute with a busy kernel all clicks of
that minute, and the question about each space that the pointer has passed."""


class Conversation(BoardPart):
    """Answers the messages of a board's views."""

    def __init__(self, connection: Connection, showing: Showing, answers: Answers) -> None:
        self._connection = connection
        self._showing = showing
        self.audience = showing.audience
        self._answers = answers
        self.replies: dict[str, str] = {}
        """The replies as texts, which take less memory."""
        self._weight = 0
        """The characters of all replies."""
        self._verdict: Verdict | None = None
        """The verdict of the last reply."""
        self.making: dict[object, tuple[str | None, asyncio.Future[Any]]] = {}
        """The things that are made elsewhere for views, one for each view, with the ids of their messages."""

    @alone
    def answer(self, content: object, asker: object = None) -> None:
        """Answer a message of a view. Nothing that a view sends raises here, and of a failure only words travel.

        :param asker: the view, where views are told apart
        """
        with self.speaking(), hold_interrupts():
            self._verdict = None
            reply = self._reply(from_page(content), asker)
            if reply is not None:
                self._connection.reply(reply, asker)
            if self._verdict is not None:
                self._showing.send_to_cells("last_verdict", self._verdict)
            self._showing.say_authors()

    def leave(self, asker: object) -> None:
        """Cancel the work for a view that has gone."""
        _, made = self.making.pop(asker, (None, None))
        if made is not None:
            made.cancel()

    def _reply(self, content: object, asker: object) -> Wire | None:
        """Return the reply. None: it follows, once something is made elsewhere."""
        at = read_id(content)
        if at is not None and asker in self.making and self.making[asker][0] == at:
            return None
        if at is not None and at in self.replies:
            again: Wire = json.loads(self.replies[at])
            return again
        # A message that changes the game is noted in the journal, with the one who has sent it: others may send the same id.
        noted = (self.audience.player, at) if at is not None and self._connection.outlived else None
        session = self.audience.session
        if noted in session.messages:
            return self._encode(at, {"ok": True})
        before, player, lasting = self._state, self.audience.player, True
        try:
            self._showing.catch_up()
            message = read_message(content)
            lasting = message.intent.lasting
            with interruptible(), session.noting(noted) if noted else nullcontext():
                parts = self._answer(message, asker)
            for name, part in parts.items():
                if isinstance(part, asyncio.Future):
                    self.making[asker] = at, part
                    part.add_done_callback(partial(self._reply_with, at, asker, name))
                    return None
            reply = self._encode(at, parts)
        except KeyboardInterrupt:
            done = self._state != before
            reply = self._encode(at, {"ok": done, "error": translated(DONE if done else NOTHING_DONE)})
        except Exception as error:
            reply = self._after(error, at, done=self._state != before)
        if self.audience.player != player:
            self.replies.clear()  # they were for another player
            self._weight = 0
        if at is not None and lasting:
            self._remember(at, reply)
        return reply

    @alone
    @in_its_language
    def _reply_with(self, at: str | None, asker: object, name: str, made: asyncio.Future[Any]) -> None:
        """Reply with what was made elsewhere."""
        if made.cancelled() or self.making.pop(asker, None) is None:
            return  # the view has gone
        error = made.exception()
        if isinstance(error, Exception):
            self._connection.reply(self._after(error, at, done=False), asker)
        else:
            self._connection.reply(self._encode(at, {"ok": True, name: made.result()}), asker)

    def _remember(self, at: str, reply: Wire) -> None:
        """Keep a reply, and of too many the last ones."""
        self.replies[at] = json.dumps(reply, separators=(",", ":"))
        self._weight += len(self.replies[at])
        while self._weight > REMEMBERED and len(self.replies) > 1:
            self._weight -= len(self.replies.pop(next(iter(self.replies))))

    def _after(self, error: Exception, at: str | None, *, done: bool) -> Wire:
        """The reply after a failure."""
        try:
            return self._encode(at, self._failure(error, done=done))
        except Exception as another:  # the words of a verdict may be what cannot be formed
            return self._encode(at, {"ok": done, "error": self.audience.guarded.failed(another)})

    def _encode(self, at: str | None, parts: Parts) -> Wire:
        """A reply as it travels. An error is spelt out where UTF-8 cannot hold it (half a surrogate pair in a name)."""
        if "error" in parts:
            parts["error"] = parts["error"].encode("utf-8", "backslashreplace").decode()
        if "verdict" in parts:
            verdict: Verdict = parts["verdict"]
            # The nearest legal action is sought once.
            self._verdict = parts["verdict"] = replace(verdict, nearest=verdict.nearest_remedy)
        return encode(Reply(id=at, revision=self._showing.sending.revision, **parts), self.audience.system.rulebook)

    @property
    def _state(self) -> tuple[object, object]:
        """The state that a message may change."""
        return (self.audience.session.step, self._showing.state.draft)

    def _answer(self, message: Message, asker: object) -> Parts:
        intent = message.intent
        stale = message.revision != self._showing.sending.revision
        if isinstance(intent, Hello):
            self._connection.greet()  # differences and choices ahead are sent from now on
            self._showing.ahead.watch()
        missed = stale and (message.revision == KNOWS_NOTHING or not self._connection.in_order)
        if missed and (isinstance(intent, Hello) or not intent.timeless):
            self._connection.send_again(asker)
        if stale and not intent.timeless:
            return {"ok": False, "stale": True, "error": translated(STALE)}
        self.audience.admit(intent)
        if isinstance(intent, Picture) and asker in self.making:
            raise InputError("not now", "one is being made; try again in a moment")
        return {"ok": True, **self._answers.carry_out(intent)}

    def _failure(self, error: Exception, *, done: bool) -> Parts:
        """The reply after a failure: in words, and on a player's board without what others know.

        :param done: True if the wish has been carried out all the same. Then a function that watches the session has failed,
            or what follows by itself.
        """
        referee = self.audience.player is None
        match error:
            case JournalError():
                told = str(error) if referee else f"{NOT_SAVED[:1].upper()}{NOT_SAVED[1:]}."
                return {"ok": done, "error": f"It was done, but what follows was not: {told}" if done else told}
            case PolicyError():
                told = str(error) if referee else f"{error.player}'s policy failed; {REFEREE_CAN_SEE}."
                return {"ok": True, "error": f"It was done, but {told} (`board.opponents.act()` lets it try again.)"}
            case WordingError():
                return {"ok": done, "error": self.audience.guarded.failed(error)}
            case _ if done:
                log().error("a function that watches the board failed", exc_info=error)
                what = "It was done, but a function that watches the board failed; the log says what."
                return {"ok": True, "error": what}
            case IllegalAction():
                verdict = self.audience.guarded.verdict(error.verdict, self.audience.seen)
                return {"ok": False, "error": str(verdict), "verdict": verdict}
            case InputError():
                return {"ok": False, "error": str(error)}
            case _:
                return {"ok": False, "error": self.audience.guarded.failed(error)}
