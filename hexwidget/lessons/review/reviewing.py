"""The review of a game for one of its players: the moments that mattered most, and the patterns over them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
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

    def __init__(
        self,
        system: Any,
        player: str,
        decisions: int,
        moments: tuple[Moment, ...],
        patterns: tuple[Misconception, ...],
        missed: dict[str, int],
        *,
        referee: bool,
    ) -> None:
        self.system = system
        self.player = player
        self.referee = referee
        self.decisions: int = decisions
        self.moments: tuple[Moment, ...] = moments
        self.misconceptions: tuple[Misconception, ...] = patterns
        self.missed: dict[str, int] = missed

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


class Reviewing:
    """A review under way. Iterate over it: after each decision comes the part of the work that is done, 0 to 1.

    :raises InputError: if it is no game, or has no such player
    """

    def __init__(self, game: Session[Any] | Any, player: str | None = None, *, referee: bool = False) -> None:
        self._session, self._player = _asked(game, player)
        self._referee = referee
        self._at = decisions_of(self._session, self._player, referee=referee)
        self._odds = list[Moment]()
        self._better = list[Moment]()

    def __len__(self) -> int:
        return 2 * len(self._at)

    def __iter__(self) -> Iterator[float]:
        for n, each in enumerate(self._at, start=1):
            self._odds += [found] if (found := odds_moment(each)) else []
            regret(each)  # which estimates all of its options
            yield n / len(self)
        asked = _searched(self._at)
        for n, each in enumerate(self._at, start=1 + len(self._at)):
            self._better += [found] if (found := _better(each, self._at, asked)) else []
            yield n / len(self)

    def result(self) -> Review:
        """Return the review, as far as the work is done."""
        misses = misses_of(self._session, self._player, referee=self._referee)
        system = self._session.position.system
        missed = Counter(clause for each in misses for clause in each.clauses).most_common()
        patterns = misconceptions(system.rulebook, misses, self._at, self._odds)
        moments = _heaviest([*missed_moments(misses), *self._odds, *self._better])
        return Review(system, self._player, len(self._at), moments, patterns, dict(missed), referee=self._referee)


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
    >>> sorted(found.missed)
    ['D1.2', 'D7.1', 'D7.2']
    """
    under_way = Reviewing(game, player, referee=referee)
    with progress_bar(progress, len(under_way), "decisions") as bar:
        for _ in under_way:
            bar.update(1)
    return under_way.result()


def _asked(game: Session[Any] | Any, player: str | None) -> tuple[Session[Any], str]:
    """Return the session of a game, and the player whose game it is."""
    session = getattr(game, "session", game)
    if not isinstance(session, Session):
        what = f"expected a session or a board, not {shown(game)}"
        raise InputError("this cannot be reviewed", [Problem("", what)])
    players = session.position.players
    player = player or getattr(game, "player", None) or (players[0] if len(players) == 1 else None)
    if player is None:
        raise InputError("whose game?", [Problem("player", f"expected one of {', '.join(players)}")])
    if player not in players:
        raise InputError("whose game?", [Problem("player", unknown("player", player, players))])
    return session, player


def _better(each: Decision, at: Sequence[Decision], asked: Sequence[Decision]) -> Moment | None:
    """The weightiest moment of a decision at which something better was there."""
    found = won_moment(each) or (lost_moment(each) if each is at[-1] else None)
    return found or (searched_moment(each) if each in asked else None)


def _searched(at: Sequence[Decision]) -> list[Decision]:
    asked = [each for each in at if regret(each) >= 0]
    if asked and is_blind(asked[0]):
        return asked[-SEARCHED_BLIND:]
    return sorted(asked, key=lambda each: (-regret(each), each.number))[:SEARCHED]


def _heaviest(moments: Sequence[Moment]) -> tuple[Moment, ...]:
    """Return the moments that mattered most, in the order of play. A decision has one besides the rules that said no there: of exact odds
    and a search, the odds."""
    chosen: dict[tuple[int, str], Moment] = {}
    for each in sorted(moments, key=lambda each: (each.kind != "odds", -each.weight, each.number)):
        place = (each.number, each.clause if each.kind == "missed" else "")
        first = chosen.setdefault(place, each)
        chosen[place] = replace(first, weight=max(first.weight, each.weight))
    found = sorted(chosen.values(), key=lambda each: (-each.weight, each.number))
    heavy = [each for each in found if each.weight >= HEAVY]
    kept = heavy[:MOST] if len(heavy) >= LEAST else found[:LEAST]
    return tuple(sorted(kept, key=lambda each: (each.number, each.kind)))
