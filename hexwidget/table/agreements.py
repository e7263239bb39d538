"""The agreements of the people at a table, and the ends of their games: taking back, rematches, an open game, resignations.

A request lives in memory: a restart ends it. A resignation and an open game are in the table's files.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from hexwidget.english import capital, listing, phrase, translated, worded
from hexwidget.languages import in_its_language
from hexwidget.play import Session, Step
from hexwidget.rules.stage import OVER
from hexwidget.serving.links import Place, role_of
from hexwidget.serving.messages import TableWish
from hexwidget.table.storage import TableState, turned
from hexwidget.table.wishes import ANSWERS, WISHES, WishError
from hexwidget.widget.audience import SPECTATORS
from hexwidget.widget.guarded_system import GuardedSystem
from hexwidget.widget.pages.recording import notices


@dataclass(frozen=True)
class Request:
    """A request to the others.

    :param what: one of `hexwidget.table.wishes.REQUESTS`
    :param by: the player who asks
    :param step: the number of the step that a request takes back
    :param waits: the players who have not agreed yet
    """

    number: int
    what: str
    by: str
    step: int
    waits: tuple[str, ...]


class Agreements:
    """The request at a table, and what may be wished there."""

    def __init__(self) -> None:
        self.request: Request | None = None
        self._asked = 0

    # ------------------------------------------------------------------ what may be wished
    def may(self, place: Place, session: Session[Any], course: TableState, *, over: bool) -> tuple[TableWish, ...]:
        """Return the wishes that a place may make now. They depend only on what the place knows: its own actions, and what all know.

        :param over: True if the game has ended
        """
        found: list[TableWish] = ["file"]
        if over:
            found.append("replay")
        if place:
            if self.request is None:
                found += self._may_ask(place, session, course, over=over)
            elif place in self.request.waits:
                found += ANSWERS
            elif place == self.request.by:
                found.append("refuse")
            if not over:
                found.append("resign")
        return tuple(name for name in found if name in WISHES[role_of(place)])

    @staticmethod
    def _may_ask(player: str, session: Session[Any], course: TableState, *, over: bool) -> list[TableWish]:
        found = list[TableWish]()
        if not course.resigned and not course.opened:
            step = last_action(session, player)
            if step is not None and is_known(session, step):
                found.append("back")
        if over:
            found.append("rematch")
            if not course.opened and session.position.system.hides:
                found.append("open")
        return found

    # ------------------------------------------------------------------ requests
    def ask(self, what: str, player: str, session: Session[Any], computers: Collection[str] = ()) -> Request:
        """Ask the others. If nobody is left to be asked, ``waits`` is empty, and the request is granted.

        :param computers: the players that a policy plays: they agree to all
        """
        step = last_action(session, player) if what == "back" else None
        others = (each for each in session.position.players if each != player and each not in computers)
        self._asked += 1
        return self._keep(Request(self._asked, what, player, step.number if step else 0, tuple(others)))

    def agree(self, player: str, number: int) -> Request:
        """Agree to a request, and return it.

        :raises WishError: if there is another one by now, or none
        """
        request = self._meant(number)
        return self._keep(replace(request, waits=tuple(each for each in request.waits if each != player)))

    def refuse(self, number: int) -> Request:
        """End a request, and return it.

        :raises WishError: if there is another one by now, or none
        """
        request, self.request = self._meant(number), None
        return request

    def _keep(self, request: Request) -> Request:
        self.request = request if request.waits else None
        return request

    def _meant(self, number: int) -> Request:
        if self.request is None or self.request.number != number:
            raise WishError("that request is over")
        return self.request


def last_action(session: Session[Any], player: str) -> Step[Any] | None:
    """Return the step of a player's last action on the way to the present step."""
    way = session.line[session.step.depth :: -1]
    return next((at for at in way if at.action is not None and at.action.player == player), None)


def is_known(session: Session[Any], step: Step[Any]) -> bool:
    """True if spectators have noticed anything since before a step on the way to the present one. Otherwise a request to take it back
    would tell that it was played: sealed orders stay secret."""
    way = session.line[step.depth - 1 : session.step.depth + 1]
    return any(notices(before, at, SPECTATORS) for before, at in pairwise(way))


def is_behind(session: Session[Any], number: int) -> bool:
    """True if a step lies on the way to the present one."""
    return any(at.number == number for at in session.line[: session.step.depth + 1])


# ---------------------------------------------------------------- in words
@in_its_language
def outcome(session: Session[Any], course: TableState) -> str:
    """Return how the game has ended, as a sentence; empty: it goes on.

    >>> outcome(Session("depletion/first-steps"), TableState(resigned="red"))
    'Red has resigned. Blue wins.'
    """
    position = session.position
    if course.resigned:
        others = [each for each in position.players if each != course.resigned]
        wins = worded("{player:wins}.", player=others[0]) if len(others) == 1 else translated("The game is over.")
        return f"{capital(worded('{player:has} resigned.', player=course.resigned))} {capital(wins)}"
    stage = GuardedSystem(position.system).stage(position)
    return f"{capital(translated(stage.turn)).rstrip('.')}." if stage.round == OVER else ""


def asked(request: Request, players: tuple[str, ...], number: int, place: Place) -> str:
    """Return a request in words, as a place is told.

    :param number: that of the present game

    >>> asked(Request(1, "rematch", "red", 0, ("blue",)), ("red", "blue"), 1, "blue")
    'Red asks for a rematch in which red becomes blue and blue becomes red: do you agree?'
    >>> asked(Request(1, "back", "romans", 0, ("gauls",)), ("romans", "gauls"), 1, "romans")
    'You ask to take back your last action. It waits for gauls.'
    """
    seats = {turned(each, players, number): turned(each, players, number + 1) for each in players}
    changes = listing([phrase("{seat:becomes} {other}", seat=seat, other=seats[seat]) for seat in players])
    mine, theirs = {
        "back": ("You ask to take back your last action", "{player:asks} to take back {player:its} last action"),
        "open": (
            "You ask to show the whole game to all, with what was hidden",
            "{player:asks} to show the whole game to all, with what was hidden",
        ),
        "rematch": ("You ask for a rematch in which {changes}", "{player:asks} for a rematch in which {changes}"),
    }[request.what]
    asks = phrase(mine if request.by == place else theirs, player=request.by, changes=changes)
    ends = "{asks}: do you agree?" if place in request.waits else "{asks}. It waits for {names}."
    return capital(worded(ends, asks=asks, names=listing(request.waits)))


def ended(request: Request, player: str, *, granted: bool) -> str:
    """Return the end of a request as a sentence.

    :param player: the last one who has agreed, or who refuses

    >>> ended(Request(1, "back", "red", 0, ("blue",)), "blue", granted=False)
    'Blue refuses: red takes nothing back.'
    """
    if player == request.by and not granted:
        return capital(worded("{player:withdraws} the request.", player=player))
    yes, no = {
        "back": ("{by:'s} last action is taken back.", "{player:refuses}: {by:takes} nothing back."),
        "rematch": ("A new game begins.", "{player:refuses}: there is no rematch."),
        "open": ("All may see the whole game.", "{player:refuses}: hidden things stay hidden."),
    }[request.what]
    return capital(worded(yes if granted else no, player=player, by=request.by))
