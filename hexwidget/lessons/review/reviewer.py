"""The review of a game for one of its players: the moments that mattered most, and the patterns over them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from hexwidget.english import worded
from hexwidget.files import write_whole
from hexwidget.languages import in_its_language, language, speaking
from hexwidget.lessons.review import better_actions
from hexwidget.lessons.review.decisions import Decision, decision_at, decisions_of
from hexwidget.lessons.review.misconceptions import Misconception, misconceptions, offered_by
from hexwidget.lessons.review.missed_rules import Miss, missed_moments, tries_of, verdict_of
from hexwidget.lessons.review.moments import Moment, ReviewWork
from hexwidget.lessons.review.revealed_truth import deeds_since, with_the_truth
from hexwidget.lessons.review.unit_balance import MOST_VISITED, cost_moment, is_weighed
from hexwidget.play import Session
from hexwidget.problems import InputError, shown, unknown
from hexwidget.progress import progress_bar
from hexwidget.rules import Action

if TYPE_CHECKING:
    from hexwidget.lessons.courses.course import Course
    from hexwidget.lessons.learners.records import Progress

R = TypeVar("R")
MOST, LEAST = 7, 3
"""The most moments of a review, and the number up to which rules that said no fill it where less is known of the play."""
SEARCHED, SEARCHED_BLIND = 40, 10
"""The most decisions that are searched: those whose estimates promise most; without estimates, the last ones."""
MOST_WEIGHED = 60_000
"""The most positions that are visited to weigh the decisions of a review."""


@dataclass(eq=False, repr=False)
class Review:
    """A review of a game for a player. A cell shows it as a card, a terminal as text.

    ``moments``: the three to seven moments that mattered most, in the order of play; fewer where fewer are found.
    ``misconceptions``: patterns over several decisions. ``missed``: the clauses that barred what the player tried, each with its
    number of tries, those missed most first. ``decisions``: the number of the player's decisions. ``looked``: the numbers of those that
    were weighed and searched.
    """

    system: Any
    player: str
    referee: bool
    decisions: int
    moments: tuple[Moment, ...]
    misconceptions: tuple[Misconception, ...]
    missed: dict[str, int]
    looked: ReviewWork
    language: str = field(default_factory=language)

    def speaking(self) -> AbstractContextManager[None]:
        """Say everything within a block in the language in which the review was made."""
        return speaking(self.language)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses to practise: those of misconceptions first, then those that were missed."""
        return tuple(dict.fromkeys([*(each.clause for each in self.misconceptions), *self.missed]))

    @in_its_language
    def course(self, *, progress: Progress | None = None) -> Course:
        """Return the moments as a course: at each the learner tries on the board, the board answers, and shows the answer after a wrong
        one. `hw.save` keeps it, ``to_html`` writes it as a page.

        :raises InputError: if no moment can be tried again
        """
        from hexwidget.lessons.review.retry_course import course_of

        return course_of(self, progress)

    def keep(self, progress: Progress | str | os.PathLike[str]) -> Progress:
        """Note the clauses to practise as missed in the player's progress: they come back tomorrow (`hw.lessons.due`). Twice on a day
        counts once.

        :param progress: the progress, or its file
        :raises InputError: if the file holds something else, or cannot be written
        """
        from hexwidget.lessons.learners.records import Progress, day

        kept = progress if isinstance(progress, Progress) else Progress(progress)
        knowledge = kept.knowledge(self.system.rulebook.name)
        for clause in self.clauses:
            mark = knowledge.met.get(clause)
            if clause in self.system.rulebook and (mark is None or mark.box != 1 or day(mark.at) != day(kept.now())):
                knowledge.miss(clause)
        kept.keep()
        return kept

    @cached_property
    @in_its_language
    def untried(self) -> tuple[str, ...]:
        """A sentence for each moment that the course leaves out: why it cannot be tried again."""
        from hexwidget.lessons.review.retry_course import why_not

        reasons = ((each, why_not(each)) for each in self.moments)
        wording = "The moment {when} cannot be tried again: {why}."
        return tuple(worded(wording, when=each.when, why=why) for each, why in reasons if why)

    # ------------------------------------------------------------------ as text, data and pages
    @cached_property
    @in_its_language
    def title(self) -> str:
        """The title of the review."""
        wording = "{title}: {player:'s} game, as the referee sees it" if self.referee else "{title}: {player:'s} game"
        return worded(wording, title=self.system.title, player=self.player)

    @property
    @in_its_language
    def summary(self) -> str:
        """The size of the review in words."""
        some, none = "{n:moment} to look at in {all:decision}", "no moments to look at in {all:decision}"
        return worded(some if self.moments else none, n=len(self.moments), all=self.decisions)

    @property
    @in_its_language
    def note(self) -> str:
        """The sentences that no moment of play was found, and how they were looked for, and that some choices were not weighed; empty
        if neither is so."""
        is_found = any(each.kind != "missed" for each in self.moments)
        return " ".join(filter(None, ("" if is_found else self.looked.nothing, self.looked.unweighed)))

    @in_its_language
    def __str__(self) -> str:
        lines = [f"{self.title}: {self.summary}.", *([self.note] if self.note else [])]
        lines += [f"{n}. {each}".replace("\n", "\n  ") for n, each in enumerate(self.moments, start=1)]
        lines += [*map(str, self.misconceptions), *self.untried]
        return "\n".join(lines)

    __repr__ = __str__

    @in_its_language
    def _repr_html_(self) -> str:
        from hexwidget.lessons.review.card import card

        return card(self)

    @in_its_language
    def to_json(self) -> dict[str, Any]:
        """Return the review as plain data."""
        looked = {"weighed": self.looked.weighed, "searched": self.looked.searched}
        facts = {each: getattr(self, each) for each in ("player", "referee", "decisions")}
        facts |= {"looked": looked, "note": self.note, "untried": list(self.untried)}
        lists = {each: [one.to_json() for one in getattr(self, each)] for each in ("moments", "misconceptions")}
        return {"system": self.system.name, **facts, **lists, "missed": self.missed}

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


@dataclass(frozen=True)
class Look:
    """The findings of a first look at a decision.

    :param odds: the moment of better odds
    :param cost: the moment at which the choice cost more units than another one, on average
    :param better: the moment at which something better is proven without a search
    :param regret: how much better the best estimate is than that of the chosen action; negative: not known
    :param rivals: the actions that a search compares with the chosen one
    :param offered: the clauses that the legal actions use; see `offered_by`
    :param weighed: True if the odds and losses of other actions were compared with those of the chosen one
    :param visited: the positions that were visited for that
    :param cut: True if more would have to be visited to compare them all
    """

    odds: Moment | None
    cost: Moment | None
    better: Moment | None
    regret: float
    rivals: Sequence[Action]
    offered: Mapping[str, float]
    weighed: bool
    visited: int
    cut: bool


def first_look(at: Decision, most: int, *, last: bool) -> Look:
    """Return the findings of a first look at a decision.

    :param most: the most positions that are visited to weigh it
    :param last: True for the last decision of the game
    """
    left, weighed = [most], is_weighed(at)
    better = better_actions.won_moment(at) or (better_actions.lost_moment(at) if last else None)
    odds, cost = better_actions.odds_moment(at), cost_moment(at, left)
    gap, others = better_actions.regret(at), better_actions.rivals(at)
    return Look(odds, cost, better, gap, others, offered_by(at), weighed, most - left[0], weighed and not left[0])


class Reviewing:
    """A review under way. Iterate over it: after each piece of the work comes the part that is done, 0 to 1.

    :raises InputError: if it is no game, or has no such player
    """

    def __init__(self, game: Session[Any] | Any, player: str | None = None, *, referee: bool = False) -> None:
        self._session, self.player = _session_and_player(game, player)
        self._referee = referee
        with self._session.position.system.rulebook.speaking():
            self._language = language()
        self.decisions = decisions_of(self._session, self.player, referee=referee)
        self._misses = list[Miss]()
        self._looks = list[Look]()
        self.candidates = list[Moment]()
        self._moments: tuple[Moment, ...] | None = None
        self._searched = 0

    def __iter__(self) -> Iterator[float]:
        pieces, made = self.pieces(), None
        while True:
            try:
                part, do = pieces.send(made)
            except StopIteration:
                yield 1.0
                return
            made = do()
            yield part

    def speaking(self) -> AbstractContextManager[None]:
        """Say everything within a block in the language of the review."""
        return speaking(self._language)

    def pieces(self) -> Generator[better_actions.Piece, Any, None]:
        """Yield the pieces of the work one after another, and take the result of each. A piece knows the language of the review, as another
        process does it."""
        work, made = self._pieces(), None
        while True:
            try:
                with self.speaking():
                    part, do = work.send(made)
            except StopIteration:
                return
            made = yield part, partial(_said_in, self._language, do)

    def _pieces(self) -> Generator[better_actions.Piece, Any, None]:
        tries = tries_of(self._session, self.player, referee=self._referee)
        total = len(tries) + len(self.decisions) + SEARCHED
        for n, (at, tried) in enumerate(tries):
            verdict = yield n / total, partial(verdict_of, at, tried)
            if verdict is not None:
                self._misses.append(Miss(tried, at, verdict))
        for n, at in enumerate(self.decisions, start=len(tries)):
            most = min(MOST_VISITED, MOST_WEIGHED - sum(each.visited for each in self._looks))
            look = yield n / total, partial(first_look, at, most, last=at is self.decisions[-1])
            self._looks.append(look)
            self.candidates += [each for each in (look.odds, look.cost, look.better) if each is not None]
        asked = _decisions_to_search(self.decisions, self._looks)
        for n, (at, look) in enumerate(asked):
            part = (total - SEARCHED * (1 - n / len(asked))) / total
            found = yield from better_actions.searching(at, look.rivals, part)
            self.candidates += [found] if found is not None else []
            self._searched += 1
        told = list[Moment]()
        for moment in self.chosen_moments() if self._session.position.system.hides else ():
            at = decision_at(self._session, moment.step, self.player, moment.number, referee=self._referee)
            found = yield 0.99, partial(with_the_truth, at, moment, deeds_since(self._session, moment.step))
            told.append(found)
        self._moments = tuple(told) or None

    def chosen_moments(self) -> tuple[Moment, ...]:
        return _heaviest([*missed_moments(self._misses), *self._said_once()])

    def _said_once(self) -> Iterator[Moment]:
        """Yield the moments of play: of those that name the same action while it could be done all along, the heaviest."""
        told = list[Moment]()
        for moment in sorted(self.candidates, key=lambda each: -each.weight):
            alike = (each for each in told if (each.kind, each.could) == (moment.kind, moment.could))
            if not any(self._is_pending(moment, each) for each in alike):
                told.append(moment)
                yield moment

    def _is_pending(self, one: Moment, other: Moment) -> bool:
        """True if an action that two moments name was legal at each decision between them."""
        first, last = sorted((one.number, other.number))
        action = one.position.parse(f"{self.player}: {one.could.removeprefix(f'{self.player}: ')}")
        return first < last and all(at.is_legal(action) for at in self.decisions if first <= at.number <= last)

    @in_its_language
    def result(self) -> Review:
        """Return the review, as far as the work is done."""
        system = self._session.position.system
        missed = Counter(clause for each in self._misses for clause in each.clauses).most_common()
        odds = [each for each in self.candidates if each.kind == "odds"]
        offers = [(at, look.offered) for at, look in zip(self.decisions, self._looks, strict=False)]
        patterns = misconceptions(system.rulebook, self._misses, offers, odds)
        moments = self.chosen_moments() if self._moments is None else self._moments
        weighed, cut = sum(each.weighed for each in self._looks), sum(each.cut for each in self._looks)
        about = len(self.decisions), moments, patterns, dict(missed), ReviewWork(weighed, self._searched, cut)
        return Review(system, self.player, self._referee, *about)


def review(
    game: Session[Any] | Any, player: str | None = None, *, referee: bool = False, progress: bool = True
) -> Review:
    """Review a game for one of its players: the moments that mattered most, what could have been done, and why.

    The sentences are proven: by legality, by exact odds, by playing out, or by a search that says how sure it is. The review uses what
    the player could know at the time, and says where the truth was another, if they have been shown it since. The same game gives the
    same review.

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
    done = 0
    with progress_bar(progress, 100, "%") as bar:
        for part in under_way:
            bar.update(round(100 * part) - done)
            done = round(100 * part)
    return under_way.result()


def _session_and_player(game: Session[Any] | Any, player: str | None) -> tuple[Session[Any], str]:
    """Return the session of a game, and the player whose game it is."""
    session = getattr(game, "session", game)
    if not isinstance(session, Session):
        raise InputError("this cannot be reviewed", f"expected a session or a board, not {shown(game)}")
    players = session.position.players
    player = player or getattr(game, "player", None) or (players[0] if len(players) == 1 else None)
    if player is None:
        raise InputError("whose game?", f"expected one of {', '.join(players)}", "player")
    if player not in players:
        raise InputError("whose game?", unknown("player", player, players), "player")
    return session, player


def _said_in(code: str, do: Callable[[], R]) -> R:
    """Do a piece of the work in a language."""
    with speaking(code):
        return do()


def _decisions_to_search(at: Sequence[Decision], looks: Sequence[Look]) -> list[tuple[Decision, Look]]:
    """Return the decisions to search, each with the first look at it."""
    asked = [(each, look) for each, look in zip(at, looks, strict=True) if look.regret >= 0 and look.better is None]
    if asked and better_actions.is_blind(asked[0][0]):
        return asked[-SEARCHED_BLIND:]
    return sorted(asked, key=lambda pair: (-pair[1].regret, pair[0].number))[:SEARCHED]


def _heaviest(moments: Sequence[Moment]) -> tuple[Moment, ...]:
    """Return the moments that mattered most, in the order of play. A decision has one besides the rules that said no there: exact odds
    come before a search. About half of the moments are such rules where other moments are known."""
    chosen: dict[tuple[int, str], Moment] = {}
    for each in sorted(moments, key=lambda each: (each.kind != "odds", _is_searched(each), -each.weight)):
        place = (each.number, each.clause if each.kind == "missed" else "")
        first = chosen.setdefault(place, each)
        told = first.sentences
        if first.kind == "odds" and each.kind == "cost":  # another attack is better, and none may be best
            told = (*told, *each.sentences)
        chosen[place] = replace(first, sentences=told, weight=max(first.weight, each.weight))
    found = sorted(chosen.values(), key=lambda each: (-each.weight, each.number))
    refused, play = ([each for each in found if (each.kind == "missed") is is_missed] for is_missed in (True, False))
    room = min(MOST // 2, max(len(play), LEAST - len(play))) if play else MOST
    refused = refused[:room]
    return tuple(sorted([*refused, *play[: MOST - len(refused)]], key=lambda each: (each.number, each.kind)))


def _is_searched(moment: Moment) -> bool:
    return any(each.basis == "search" for each in moment.sentences)
