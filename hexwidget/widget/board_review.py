"""A review of the game on its board: a button at the end of a game, and for a referee an entry of the menu before it.

The review is made in slices, between which the kernel answers; a server has each piece made in another process. Its moments are said
beside the board, and can be tried again there: `hexwidget.lessons` makes both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

from hexwidget.deferred import deferred
from hexwidget.english import capital, translated, worded
from hexwidget.play.game_lock import alone
from hexwidget.rules import Choice, Draft
from hexwidget.widget.activity import HINDSIGHT, GameActivity
from hexwidget.widget.audience import SPECTATORS, Audience
from hexwidget.widget.connections.messages import Said, Sentence
from hexwidget.widget.guests import Guests
from hexwidget.widget.host import log
from hexwidget.widget.other_processes import Elsewhere
from hexwidget.widget.showing import Showing
from hexwidget.widget.work_queue import SLICE, Slices, advance, running_loop

TOLD = 10
"""The marks of its progress bar."""


class BoardReview:
    """Reviews the game of a board for its player; on a referee's board for one player after another.

    :param elsewhere: other processes that do the work
    """

    def __init__(self, game: GameActivity, showing: Showing, guests: Guests, elsewhere: Elsewhere | None) -> None:
        self._game = game
        self._audience: Audience[Any] = showing.audience
        self._showing = showing
        self._guests = guests
        self._under_way: Any = None
        self._work: Iterator[float] = iter(())
        self._review: Any = None
        self._said: tuple[Said, ...] = ()
        self._number = 0
        """The number of reviews that were begun."""
        self._slices = Slices(self._go_on)
        self._elsewhere = elsewhere
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ what the board shows
    def options(self, draft: Draft) -> list[Choice]:
        """Return the entry of the menu, and once a review is there, the buttons to try its moments again and to close it."""
        player, shown = self._player, {}
        if self._review is not None or self._said:
            again = self._review is not None and len(self._review.untried) < len(self._review.moments)
            shown = {"again": "Try the moments again"} if again else {}
            shown["close"] = "Stop the review" if self._review is None else "Close the review"
        labels = ((wish, translated(label)) for wish, label in shown.items())
        made = [Choice(HINDSIGHT, wish, label, "button", "", draft.set(HINDSIGHT, wish)) for wish, label in labels]
        if player is not None and (not shown or (self._review is not None and player != self._review.player)):
            wording = "Review the game" if self._audience.player else "Review {player:'s} game"
            whose = worded(wording, player=player)
            kind: Literal["button", "menu"] = "menu" if self._game.may_act() else "button"
            made.append(Choice(HINDSIGHT, "begin", whose, kind, "", draft.set(HINDSIGHT, "begin")))
        return made

    @property
    def _player(self) -> str | None:
        """The player whose game can be reviewed now; None before."""
        session, audience = self._audience.session, self._audience
        if audience.player == SPECTATORS or not session.tree.length or not self._game.is_reviewed():
            return None
        seated = self._showing.state.opponents
        people = [name for name in session.position.players if seated is None or name not in seated.players]
        if audience.player is not None:
            return audience.player if audience.player in people else None
        return people[self._number % len(people)] if people else None

    def said(self) -> tuple[Said, ...]:
        """Return the review, or how far it is."""
        return self._said

    # ------------------------------------------------------------------ what the people do
    def do(self, wish: object) -> None:
        """Begin a review, close it, or let its moments be tried again."""
        match wish:
            case "begin" if self._player is not None:
                self._begin(self._player)
                self._game.note_review(begun=True)
            case "again" if self._review is not None:
                self._guests.try_again(self._review.course().parts)
                return
            case "close":
                self.stop()
                self._review, self._said = None, ()
                self._game.note_review(begun=False)
        self._show()

    def stop(self) -> None:
        """Give up a review that is not made yet."""
        self._slices.stop()
        if self._task is not None:
            self._task.cancel()

    def _begin(self, player: str) -> None:
        room = deferred("lessons.review")
        self.stop()
        self._number += 1
        self._review = None
        self._under_way = room.Reviewing(self._audience.session, player)
        self._work = iter(self._under_way)
        self._tell(0.0)
        if self._elsewhere is not None:
            self._task = asyncio.get_running_loop().create_task(self._follow(self._elsewhere))
        elif running_loop() is None:  # nothing else waits
            for _ in self._work:
                pass
            self._end()
        else:
            self._slices.schedule()

    def _go_on(self) -> bool:
        try:
            parts, more = advance(self._work, SLICE)
            if more:
                self._tell(parts[-1])
            else:
                self._end()
        except Exception:
            self._fail()
            raise
        self._show()
        return more

    async def _follow(self, elsewhere: Elsewhere) -> None:
        """Have the pieces of the review made in other processes, one after another, and say how far it is."""
        pieces, made = self._under_way.pieces(), None
        try:
            while (piece := self._next(pieces, made)) is not None:
                made = await elsewhere.submit(piece)
        except Exception:
            log().exception("a review has failed")
            self._fail()

    @alone
    def _next(self, pieces: Any, made: Any) -> Any:
        """Hand in what a piece has found, and return the next one; None: the review is there."""
        try:
            part, piece = pieces.send(made)
        except StopIteration:
            self._end()
            piece = None
        else:
            self._tell(part)
        self._show()
        return piece

    @alone
    def _fail(self) -> None:
        why = Sentence(translated("The log says why."), "", ())
        self._said = (Said(translated("The review failed"), "wrong", (why,)),)
        self._show()

    def _tell(self, part: float) -> None:
        done = round(part * TOLD)
        bar = "●" * done + "○" * (TOLD - done)
        told = worded("{part} % done", part=round(part * 100))
        self._said = (Said(translated("The review looks at the game"), "question", (), bar, told),)

    def _end(self) -> None:
        self._review = found = self._under_way.result()

        def sentence(moment: Any, each: Any) -> Sentence:
            clause = each.clause if each.clause in found.system.rulebook else ""
            return Sentence(each.text, clause, moment.spaces(each))

        sentences = [tuple(sentence(moment, each) for each in moment.sentences) for moment in found.moments]
        told = [Said(each.title, "question", said) for each, said in zip(found.moments, sentences, strict=True)]
        if found.misconceptions:
            lines = (Sentence(str(each), each.clause, ()) for each in found.misconceptions)
            told.append(Said(translated("What comes up again"), "question", tuple(lines)))
        whose = "Your game" if self._audience.player else "{player:'s} game"
        number = "{whose}: {n:moment}" if found.moments else "{whose}: no moments"
        title = worded(number, whose=capital(worded(whose, player=found.player)), n=len(found.moments))
        note = tuple(Sentence(each, "", ()) for each in (found.note, *found.untried) if each)
        self._said = (Said(title, "question", note), *told)

    def _show(self) -> None:
        self._showing.show_status()
        self._showing.show_root()
