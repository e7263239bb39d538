"""The claims of *Why?* about an action where others decide at the same time: nobody sees what the others do before all is revealed.

Every decision of the others is played out, up to the first dice. Where the decisions are too many, the claim says their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from hexwidget.english import capital, is_plural, listing, phrase, verb, worded
from hexwidget.lessons.exercises.goals import Aftermath, piece_name, space_name, where
from hexwidget.lessons.proofs.claims import Claim, PendingAction
from hexwidget.rules import Action, Position
from hexwidget.rules.action_routes import ways_of

MOST_DECISIONS = 200
"""The most decisions of others that are played out: each takes about a millisecond."""
MOST_STOPS = 2
"""The most decisions of others that a claim names."""
MOST_TOLD = 1_000_000
"""A larger number of decisions is not told exactly."""
Decision = Sequence[Action]
"""An action of each of the others."""


@dataclass(frozen=True)
class Trip:
    """A unit that an action sends to another space.

    :param number: the units of its kind that are there then
    :param words: the unit and where it gets: "your messenger gets to 0403"
    """

    space: str
    kind: str
    number: int
    words: str = field(compare=False)

    def arrives(self, after: Aftermath, player: str) -> bool:
        """True if the unit is there."""
        return after.count(player, self.kind, self.space) >= self.number


@dataclass(frozen=True)
class ArrivesClaim(Claim):
    """Units get to where they go: whatever others decide, or by some of their decisions only.

    :param hits: the number of the others' decisions by which all of the units get there
    :param cases: the number of all their decisions
    :param stops: the other decisions in words, if few words say them all
    """

    trips: tuple[Trip, ...]
    others: str
    hits: int
    cases: int
    stops: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        told = {"arrive": listing([each.words for each in self.trips]), "others": self.others}
        if self.hits == self.cases:
            return worded("Whatever {others:decides} at the same time, {arrive}.", **told)
        if self.stops:
            stops = listing(self.stops, "or to")
            return capital(worded("{arrive}, unless {others:decides} to {stops}.", stops=stops, **told))
        wording = "{arrive} in {hits} of the {cases} ways in which {others} can decide at the same time."
        return capital(worded(wording, hits=self.hits, cases=self.cases, **told))


@dataclass(frozen=True)
class HiddenClaim(Claim):
    """Others decide at the same time, in more ways than can be played out."""

    others: str
    cases: int

    @property
    def text(self) -> str:
        least = "" if self.cases <= MOST_TOLD else "more than "
        wording = (
            f"{{others:decides}} at the same time, in one of {least}{{n}} ways: you see it only when all is revealed."
        )
        return capital(worded(wording, others=self.others, n=f"{min(self.cases, MOST_TOLD):,}"))


def trips(moment: PendingAction) -> list[Trip]:
    """Return the units that an action sends elsewhere: the ends of the ways that the board draws."""
    scene, spaces, learner = moment.before.scene, moment.position.map, moment.stage.learner
    parts = str(moment.action).split(";")
    # An arrow that only shows a facing ends on a space that the unit's part does not name.
    ways = [(way[0], way[-1]) for way in ways_of(moment.position, moment.action)]
    ways = [(at, there) for at, there in ways if at != there and any(at in part and there in part for part in parts)]
    own = {p.space: p for p in scene.pieces if scene.players[p.owner].name == learner and p.layer == "unit"}
    found = list[Trip]()
    for at, there in ways:
        piece = own.get(at)
        if piece is not None:
            number = 1 + sum((each.kind, each.space) == (piece.kind, there) for each in found)
            start = phrase(" {where}", where=where(at, spaces)) if len(ways) > 1 else ""
            goes = verb("gets", 2 if is_plural(piece_name(piece, learner)) else 1)
            wording = f"your {{unit}}{{start}} {goes} to {{0}}"
            words = phrase(wording, space_name(there, spaces), unit=piece_name(piece, learner), start=start)
            found.append(Trip(there, piece.kind, number, words))
    return found


def at_once(position: Position, action: Action) -> tuple[str, int, Iterator[tuple[Decision, Aftermath]]]:
    """Return the others who decide at the same time as an action in words (empty without any), the number of their decisions, and
    each decision with its result before any dice, played out when it is asked for: none, if they are too many."""
    # Orders that others have sealed are hidden from the player, and count as undecided.
    seen: Position = position.observe(action.player).seen
    others = sorted(seen.to_act - {action.player}) if action.player in seen.to_act else []
    number = prod(seen.legal_actions(other).count() for other in others)
    if not others or number > MOST_DECISIONS:
        return listing(others), number, iter(())
    start = seen.apply(action).position
    ways = product(*map(seen.legal_actions, others))
    return listing(others), number, ((each, _result_with(start, each)) for each in ways)


def decided_at_once(moment: PendingAction) -> Iterator[Claim]:
    """Yield the claims about an action that others decide beside: first what is sure, then what is not."""
    learner, (others, number, played_out) = moment.stage.learner, at_once(moment.position, moment.action)
    ends = list(played_out)
    if others and not ends:
        yield HiddenClaim(others, number)
    going = trips(moment) if ends else []
    sure = [each for each in going if all(each.arrives(end, learner) for _, end in ends)]
    for asked in (sure, [each for each in going if each not in sure]):
        stops = [done for done, end in ends if not all(each.arrives(end, learner) for each in asked)]
        if asked and len(stops) < len(ends):
            words = _only(moment.position, stops, [done for done, _ in ends if done not in stops]) if stops else ()
            yield ArrivesClaim(tuple(asked), others, len(ends) - len(stops), len(ends), words)


def _result_with(start: Position, done: Sequence[Action]) -> Aftermath:
    """The result of an action with the decisions of others, which are legal, before any dice."""
    for each in done:
        start = start.system.advance(start, each)
    return Aftermath(start)


def _only(position: Position, stops: Sequence[Decision], others: Sequence[Decision]) -> tuple[str, ...]:
    """The decisions that stop a unit, in words; nothing if they are many, or if the same words say a decision that does not."""

    def told(done: Decision) -> str:
        return listing([position.system.in_words(position, each) for each in done])

    words = dict.fromkeys(map(told, stops))
    return tuple(words) if len(words) <= MOST_STOPS and not any(told(each) in words for each in others) else ()
