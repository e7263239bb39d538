"""A review of the game on its board: an entry of the menu at the end of a game, and for a referee wherever play was taken back.

The review is made in slices, between which the kernel answers. Its moments are said beside the board, and can be tried again there:
`hexwidget.lessons` makes both, and a board without it has no such entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from hexwidget.english import counted, translated, worded
from hexwidget.rules import Choice, Draft
from hexwidget.widget.activity import HINDSIGHT
from hexwidget.widget.audience import SPECTATORS, Audience
from hexwidget.widget.guests import Guests
from hexwidget.widget.messages import Said, Sentence
from hexwidget.widget.showing import Showing
from hexwidget.widget.slices import SLICE, Slices, advance, running_loop

TOLD = 10
"""The marks of its progress bar."""


class Hindsight:
    """Reviews the game of a board for its player; on a referee's board for one player after another."""

    def __init__(self, showing: Showing, guests: Guests) -> None:
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

    # ------------------------------------------------------------------ what the board shows
    def options(self, draft: Draft) -> list[Choice]:
        """Return the entry of the menu, and once a review is there, the buttons to try its moments again and to close it."""
        player, shown = self._player, {}
        if self._review is not None or self._said:
            again = self._review is not None and any(
                each.could and each.world is not None for each in self._review.moments
            )
            shown = {"again": "Try the moments again"} if again and self._showing.state.opponents is None else {}
            shown["close"] = "Close the review"
        made = [
            Choice(HINDSIGHT, wish, translated(label), "button", "", draft.set(HINDSIGHT, wish))
            for wish, label in shown.items()
        ]
        if player is not None and not shown:
            wording = "Review the game" if self._audience.player else "Review {player:'s} game"
            whose = worded(wording, player=player)
            made.append(Choice(HINDSIGHT, "begin", whose, "menu", "", draft.set(HINDSIGHT, "begin")))
        return made

    @property
    def _player(self) -> str | None:
        """The player whose game can be reviewed now, at its end, or on a referee's board wherever play was taken back; None before.
        Players are not told of steps that they do not notice, so their boards offer it at the end only."""
        session, audience = self._audience.session, self._audience
        back = not audience.bound and session.step.depth < session.tree.length
        if (
            audience.player == SPECTATORS
            or not session.tree.length
            or (audience.guarded.to_act(audience.seen) and not back)
        ):
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
            case "again" if self._review is not None:
                self._guests.try_again(self._review.course().parts)
                return
            case "close":
                self._slices.stop()
                self._review, self._said = None, ()
        self._show()

    def _begin(self, player: str) -> None:
        room = import_module("hexwidget.lessons.review")
        self._number += 1
        self._under_way = room.Reviewing(self._audience.session, player)
        self._work = iter(self._under_way)
        self._tell(0.0)
        if running_loop() is None:  # nothing else waits
            for _ in self._work:
                pass
            self._end()
        else:
            self._slices.begin()

    def _go_on(self) -> bool:
        try:
            parts, more = advance(self._work, SLICE)
            if more:
                self._tell(parts[-1])
            else:
                self._end()
        except Exception:
            why = Sentence(translated("The log says why."), "", ())
            self._said = (Said(translated("The review failed"), "wrong", (why,)),)
            self._show()
            raise
        self._show()
        return more

    def _tell(self, part: float) -> None:
        done = round(part * TOLD)
        bar = "●" * done + "○" * (TOLD - done)
        told = worded("{part} % done", part=round(part * 100))
        self._said = (Said(translated("The review looks at the game"), "question", (), bar, told),)

    def _end(self) -> None:
        self._review = found = self._under_way.result()
        spaces = self._audience.seen.map

        def sentence(each: Any) -> Sentence:
            clause = each.clause if each.clause in found.system.rulebook else ""
            return Sentence(
                each.text, clause, tuple(word for word in _words(each.text) if spaces.find(word) is not None)
            )

        told = [Said(each.title, "question", tuple(map(sentence, each.sentences))) for each in found.moments]
        if found.misconceptions:
            lines = (Sentence(str(each), each.clause, ()) for each in found.misconceptions)
            told.append(Said(translated("What comes up again"), "question", tuple(lines)))
        size = Said(f"{found.title}: {counted(len(found.moments), 'moment', none='no')}", "question", ())
        self._said = (size, *told)

    def _show(self) -> None:
        self._showing.show_status()
        self._showing.show_root()


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(text.replace(".", " ").replace(",", " ").replace(":", " ").split()))
