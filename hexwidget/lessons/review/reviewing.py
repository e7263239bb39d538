"""The review of a game for one of its players: the moments that mattered most, and the patterns over them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from hexwidget.english import counted
from hexwidget.files import write_whole
from hexwidget.lessons.review.decisions import Decision, decisions_of
from hexwidget.lessons.review.missed import missed_moments, misses_of
from hexwidget.lessons.review.moments import Moment
from hexwidget.lessons.review.patterns import Misconception, misconceptions
from hexwidget.lessons.review.unseen import is_blind, lost_moment, odds_moment, regret, searched_moment, won_moment
from hexwidget.play import Session
from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.progress import progress_bar

if TYPE_CHECKING:
    from hexwidget.lessons.course import Course
    from hexwidget.lessons.records import Progress

MOST, LEAST = 7, 3
"""The most moments of a review, and the number up to which lighter ones fill it."""
HEAVY = 0.3
"""The weight from which a moment counts as one that mattered."""
SEARCHED, SEARCHED_BLIND = 40, 10
"""The most decisions that are searched: those whose estimates promise most; without estimates, the last ones."""


class Review:
    """A review of a game for a player. A cell shows it as a card, a terminal as text.

    ``moments``: the three to seven moments that mattered most, in the order of play; fewer where fewer are found.
    ``misconceptions``: patterns over several decisions. ``missed``: the clauses that barred what the player tried, each with its
    number of tries, those missed most first. ``decisions``: the number of the player's decisions.
    """

    def __init__(self, session: Session[Any], player: str, *, referee: bool = False, progress: bool = True) -> None:
        self.player = player
        self.referee = referee
        self.system: Any = session.position.system
        at = decisions_of(session, player, referee=referee)
        self.decisions: int = len(at)
        misses = misses_of(session, player, referee=referee)
        with progress_bar(progress, 2 * len(at), "decisions") as bar:
            odds, better = [], []
            for each in at:
                odds += [found] if (found := odds_moment(each)) else []
                regret(each)  # which estimates all of its options
                bar.update(1)
            for each in at:
                better += [found] if (found := _better(each, at)) else []
                bar.update(1)
        self.missed: dict[str, int] = dict(Counter(clause for each in misses for clause in each.clauses).most_common())
        self.misconceptions: tuple[Misconception, ...] = misconceptions(self.system.rulebook, misses, at, odds)
        self.moments: tuple[Moment, ...] = _heaviest([*missed_moments(misses), *odds, *better])

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses to practise: those of misconceptions first, then those that were missed."""
        return tuple(dict.fromkeys([*(each.clause for each in self.misconceptions), *self.missed]))

    def course(self, *, progress: Progress | None = None) -> Course:
        """Return the moments as a course: at each the learner tries on the board, the board answers, and shows the answer after a wrong
        one. `hw.save` keeps it, ``to_html`` writes it as a page.

        :raises InputError: if no moment can be tried again
        """
        from hexwidget.lessons.review.retrying import course_of

        return course_of(self, progress)

    # ------------------------------------------------------------------ as text, data and pages
    @cached_property
    def title(self) -> str:
        """The title of the review."""
        whose = f"{self.player}, as the referee sees it" if self.referee else self.player
        return f"{self.system.title}: the game of {whose}"

    @property
    def summary(self) -> str:
        """The size of the review in words."""
        found = counted(len(self.moments), "moment", none="no")
        return f"{found} to look at in {counted(self.decisions, 'decision')}"

    def __str__(self) -> str:
        lines = [f"{self.title}: {self.summary}."]
        lines += [f"{n}. {each}".replace("\n", "\n  ") for n, each in enumerate(self.moments, start=1)]
        lines += [str(each) for each in self.misconceptions]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from hexwidget.lessons.review.card import card

        return card(self)

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain data."""
        patterns = [
            {"kind": each.kind, "clause": each.clause, "decisions": list(each.decisions), "text": str(each)}
            for each in self.misconceptions
        ]
        facts = {
            "system": self.system.name,
            "player": self.player,
            "referee": self.referee,
            "decisions": self.decisions,
        }
        moments = [each.to_json() for each in self.moments]
        return {**facts, "moments": moments, "misconceptions": patterns, "missed": self.missed}

    @overload
    def to_html(self, path: None = None) -> str: ...
    @overload
    def to_html(self, path: str | os.PathLike[str]) -> Path: ...
    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | Path:
        """Return the review as a page in one file that asks no host: each moment with its picture.

        :param path: the file to write; None: the page is returned as text
        :raises InputError: if it cannot be written
        """
        from hexwidget.lessons.review.card import page

        return page(self) if path is None else write_whole(path, page(self))


def review(
    game: Session[Any] | Any, player: str | None = None, *, referee: bool = False, progress: bool = True
) -> Review:
    """Review a game for one of its players: the moments that mattered most, what could have been done, and why.

    The sentences are proven: by legality, by exact odds, by playing out, or by a search that says how sure it is. The review uses what
    the player could know at the time. The same game gives the same review.

    :param game: a session, or the board of one
    :param player: by default the player of the board, or the only one
    :param referee: True: the review uses the whole positions, with all that was hidden from the player
    :param progress: True: a progress bar appears after a second
    :raises InputError: if it is no game, or has no such player

    >>> import hexwidget as hw
    >>> session = hw.Session("depletion/first-steps", seed=1)
    >>> try:
    ...     _ = session.play("0203-0303-0403-0503")
    ... except hw.IllegalAction:
    ...     _ = session.play("0203-0303")
    >>> found = hw.review(session, "red")
    >>> found.missed
    {'D7.1': 1}
    """
    session = getattr(game, "session", game)
    if not isinstance(session, Session):
        what = f"expected a session or a board, not {shown(game)}"
        raise InputError("this cannot be reviewed", [Problem("", what)])
    players = session.position.players
    own = getattr(game, "player", None) or (players[0] if len(players) == 1 else None)
    player = own if player is None else player
    if player is None:
        raise InputError("whose game?", [Problem("player", f"expected one of {', '.join(players)}")])
    if player not in players:
        raise InputError("whose game?", [Problem("player", unknown("player", player, players))])
    return Review(session, player, referee=referee, progress=progress)


def _better(each: Decision, at: Sequence[Decision]) -> Moment | None:
    """The weightiest moment of a decision at which something better was there."""
    found = won_moment(each) or (lost_moment(each) if each is at[-1] else None)
    return found or (searched_moment(each) if each in _searched(at) else None)


def _searched(at: Sequence[Decision]) -> list[Decision]:
    asked = [each for each in at if regret(each) >= 0]
    if asked and is_blind(asked[0]):
        return asked[-SEARCHED_BLIND:]
    return sorted(asked, key=lambda each: (-regret(each), each.number))[:SEARCHED]


def _heaviest(moments: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments that mattered most, in the order of play. A decision has one moment at most, besides a rule that said no there."""
    chosen: dict[tuple[int, str], Moment] = {}
    for each in sorted(moments, key=lambda each: (-each.weight, each.number)):
        place = (each.number, each.clause if each.kind == "missed" else "")
        chosen.setdefault(place, each)
    found = list(chosen.values())
    heavy = [each for each in found if each.weight >= HEAVY]
    kept = heavy[:MOST] if len(heavy) >= LEAST else found[:LEAST]
    return tuple(sorted(kept, key=lambda each: (each.number, each.kind)))
