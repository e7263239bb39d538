"""The moments at which a rule said no: refused tries, each with the clauses that barred it.

Some clicks are no tries: a player looks at an army of their own, or at an enemy that they then move up to and attack. The findings that bar the
space of a click count without those on the ways to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from hexwidget.english import capital, translated, worded
from hexwidget.files.replay import Tried
from hexwidget.lessons.proofs.claims import spaces_of
from hexwidget.lessons.review.decisions import Decision, decision_at, positions_on_the_way
from hexwidget.lessons.review.moments import Moment, Sentence, listed_steps
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Draft, Finding, Observation, Position, Remedy, Status, Verdict

FIRST, MORE, MOST = 0.4, 0.3, 1.5
"""The weight of a clause missed once, of each further miss, and of all of them."""
SOON = 2
"""The next actions of a player that may be what an earlier click was meant for: to move up, and to attack."""


@dataclass(frozen=True)
class Miss:
    """A refused try, with the verdict as the player could see it."""

    tried: Tried
    at: Decision
    verdict: Verdict

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that barred it, each once; none where that depends on what is hidden."""
        if self.verdict.status is Status.UNKNOWN:
            return ()
        return tuple(dict.fromkeys(each.clause for each in self.findings))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that bar what was tried itself."""
        return bars_of(self.tried, self.verdict.findings)

    @property
    def words(self) -> str:
        """The try in words."""
        if not self.tried.action:
            spaces = self.at.position.map
            if not self.tried.space:
                return translated("You chose what is barred")
            chosen = [at for at in self.tried.draft.values() if isinstance(at, str) and spaces.find(at) is not None]
            place, *before = spaces.called((self.tried.space, *chosen[:1]))
            return worded("From {0} you chose {1}", *before, place) if before else worded("You chose {0}", place)
        return worded("You tried to {deed}", deed=self.at.deed(self.at.position.parse(self.tried.action)))

    @property
    def proof(self) -> dict[str, Any]:
        """The try as a fact."""
        if self.tried.action:
            return {"action": self.tried.action}
        return {"draft": dict(self.tried.draft), "space": self.tried.space}


def tries_of(session: Session[Any], player: str, *, referee: bool) -> list[tuple[Decision, Tried]]:
    """Return the refused tries of a player in the order in which they were made, each with its decision."""
    found = []
    for tried in session.tries:
        if tried.player == player:
            number = positions_on_the_way(session, player, tried.at)
            at = decision_at(session, tried.at, player, number, referee=referee)
            if not is_look(session, tried, at.position):
                found.append((at, tried))
    return found


def is_look(session: Session[Any], tried: Tried, position: Position) -> bool:
    """True if a refused click was no try.

    :param position: the position as the player saw it
    """
    if not tried.space or tried.action:
        return False
    scene = position.scene(tried.player)
    owners = {scene.players[p.owner].name for p in scene.pieces if p.space == tried.space and p.layer == "unit"}
    if tried.player in owners:
        return not tried.draft
    return bool(owners) and tried.space in _spaces_ahead(session, tried)


def _spaces_ahead(session: Session[Any], tried: Tried) -> set[str]:
    """The spaces that the player's next actions on the line of play name."""
    step = session.steps[tried.at]
    line = session.line[step.depth :] if step in session.line else ()
    own = ((at.position, after.action) for at, after in pairwise(line))
    done = islice(((at, each) for at, each in own if each is not None and each.player == tried.player), SOON)
    return {space for at, action in done for space in spaces_of(at, action)}


def bars_of(tried: Tried, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings on what was tried itself: of a click those on its space, or on what was chosen before. Others are about ways
    there; they count where nothing else bars it."""
    if not tried.space or tried.action:
        return tuple(findings)
    about = {tried.space, *(each for each in tried.draft.values() if isinstance(each, str))}
    return tuple(each for each in findings if _is_about(each, about)) or tuple(findings)


def _is_about(finding: Finding, spaces: Set[str]) -> bool:
    named = (*finding.subjects, *(each for each in finding.numbers.values() if isinstance(each, str)))
    return not finding.subjects or any(each in spaces for each in named)


def verdict_of(at: Decision, tried: Tried) -> Verdict | None:
    """Return the verdict on a try as the player could see it. None if the try names what is not there."""
    try:
        return _verdict(at, tried)
    except InputError:
        return None


def _verdict(at: Decision, tried: Tried) -> Verdict:
    if tried.action:
        action = at.position.parse(f"{at.player}: {tried.action.removeprefix(f'{tried.player}: ')}")
        found: Verdict = at.position.check(action)
        return found
    system, draft = at.position.system, Draft(tried.draft)
    view = Observation(at.player, at.position)
    if tried.space:
        return system.explain(view, at.player, draft, tried.space)
    return system.choices(view, at.player, draft).verdict


def missed_moments(misses: Iterable[Miss]) -> list[Moment]:
    """Return a moment for each clause that was missed, at the try that few other clauses bar and that has a way out."""
    by_clause: dict[str, list[Miss]] = {}
    for miss in misses:
        for clause in miss.clauses:
            by_clause.setdefault(clause, []).append(miss)
    taken, found = set[int](), list[Moment]()
    for clause, those in sorted(by_clause.items(), key=lambda each: -len(each[1])):
        free = [each for each in those if id(each) not in taken]
        if free:
            best = min(free, key=lambda each: (len(each.clauses), not each.tried.action, _way_out(each) is None))
            taken.add(id(best))
            found.append(_moment(clause, best, those))
    return found + [_unseen_bar(miss) for miss in misses if not miss.clauses and miss.tried.action]


def _moment(clause: str, miss: Miss, all_of_it: list[Miss]) -> Moment:
    finding = next(each for each in miss.findings if each.clause == clause)
    text = worded("{tried}: {why}.", tried=miss.words, why=finding.text.removesuffix("."))
    sentences = [Sentence(text, "legality", clause, {**miss.proof, "bars": clause}, finding.subjects)]
    offered = _way_out(miss)
    could = "" if offered is None or offered.action is None else str(offered.action)
    if offered is not None and could:
        legal = {"action": could, "legal": True}
        sentences.append(Sentence(f"{capital(offered.text)}.", "legality", offered.clause, legal))
    sentences.append(_again(clause, miss, all_of_it))
    weight = min(MOST, FIRST + MORE * (len(all_of_it) - 1))
    return miss.at.moment("missed", could, tuple(sentences), weight, clause, miss.tried.action)


def _way_out(miss: Miss) -> Remedy | None:
    """The way out that the verdict offers as an action."""
    offers = [each for each in (*miss.verdict.remedies, miss.verdict.nearest_remedy) if each is not None]
    return next((each for each in offers if each.action is not None and miss.at.is_legal(each.action)), None)


def _again(clause: str, miss: Miss, all_of_it: list[Miss]) -> Sentence:
    """The sentence that says whether the clause was missed again."""
    numbers = sorted(each.at.number for each in all_of_it)
    steps = sorted({each.at.depth for each in all_of_it})
    proof: Mapping[str, Any] = {"bars": clause, "times": len(numbers), "decisions": numbers, "steps": steps}
    if len(numbers) == 1:
        return Sentence(translated("You did not miss it again."), "count", "", proof)
    wording = "You missed it {times} at this decision." if len(steps) == 1 else "You missed it {times}, at {steps}."
    return Sentence(worded(wording, times=times(len(numbers)), steps=listed_steps(steps)), "count", "", proof)


def _unseen_bar(miss: Miss) -> Moment:
    """The moment of a try that what the player saw allows, though the rules refused it."""
    wording = "{tried}. What you could see allows that; something that you could not see barred it."
    told = Sentence(worded(wording, tried=miss.words), "legality", "", {**miss.proof, "hidden": True})
    return miss.at.moment("missed", "", (told,), FIRST, did=miss.tried.action)


def times(number: int) -> str:
    """Return a number of times in words."""
    words = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times"}
    return translated(words[number]) if number in words else worded("{n:time}", n=number)
