"""The moments at which a better action was there: proven by playing out, by exact odds, or found by a search that says how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import erf, hypot, sqrt
from typing import Any

from hexwidget.english import phrase, translated, worded
from hexwidget.explore.trials import TO_THE_END, Candidate
from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.exercises.goals import Aftermath, Condition, space_name, whatever_follows
from hexwidget.lessons.proofs.claims import ForetoldClaim, PendingAction, Result, TooManyError, results, spaces_of
from hexwidget.lessons.proofs.prover import MOST_ROLLS, proven
from hexwidget.lessons.review.decisions import Decision
from hexwidget.lessons.review.moments import Moment, Sentence
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position, percent
from hexwidget.rules.forecasting import forecasts_of

TRIALS = 32
"""The short games for each action that a search compares first; it confirms its finding with twice as many others."""
AT_A_TIME = 8
"""The short games of each action that are played without a pause."""
COMPARED = 5
"""The actions that the search compares with the one that was chosen."""
KEPT_ON = 2
"""The actions that the search still compares after a few games of each."""
SURE = 0.975
"""The least certainty of a search that is told."""
LEAST = 0.04
"""The least gain, as a part of the chance to win, that is told."""
MOST_LISTED = 2000
"""The most legal actions among which other attacks are looked for."""
MOST_ATTACKS = 100
"""The most other attacks that are compared."""
LEAST_ODDS = Fraction(1, 20)
"""The least gain of odds against the same target that is told."""
LEAST_FORETOLD = Fraction(1, 10)
"""The least gain against another target."""
WON, KEPT = 3.0, 2.0
"""The weights of a win that was missed, and of a loss that could be kept off."""


# ------------------------------------------------------------------ odds
def odds_moment(at: Decision) -> Moment | None:
    """Return the moment if the player attacked and another attack had better odds. An attack on the same target comes first."""
    done = at.done
    if done is None or not at.worlds or len(at.position.to_act) > 1 or not at.is_legal(done):
        return None  # where others decide at the same time, chance alone does not say the odds
    node = at.after(done).chance
    if node is None or node.opening:
        return None
    own = likely_of(at.position, done)
    listed = [each for each in at.position.legal_actions(at.player).some(MOST_LISTED)[0] if each != done]
    attacked = [target for target in _enemies(at) if target["free"] in spaces_of(at.position, done)]
    named = [(each, spaces_of(at.position, each)) for each in listed] if attacked else []
    for target in attacked:
        alike = (each for each, spaces in named if target["free"] in spaces)
        for better, _ in _likeliest(at, alike)[:2]:
            own_odds, other = odds_of(at, done, target), odds_of(at, better, target)
            if own_odds and other and 0 < own_odds[0] <= other[0] - LEAST_ODDS:
                return _odds_told(at, (done, better), target, (own_odds, other), node.clause)
    alike = (each for each in listed if own is not None and type(each) is type(done))
    for better, likely in _likeliest(at, alike)[:1]:
        if own is not None and likely - own >= LEAST_FORETOLD:
            return _foretold(at, (done, better), float(likely - own), node.clause)
    return None


def _likeliest(at: Decision, actions: Iterable[Action]) -> list[tuple[Action, Fraction]]:
    """Return actions with the odds that favour the player, the best first: those for which the board foretells any."""
    odds = ((each, likely_of(at.position, each)) for each in islice(actions, MOST_ATTACKS))
    known = [(each, likely) for each, likely in odds if likely is not None and at.is_legal(each)]
    return sorted(known, key=lambda each: -each[1])


def _foretold(at: Decision, both: tuple[Action, Action], gain: float, clause: str) -> Moment:
    """Return the moment of an attack, and of another one with better odds, as the board foretells both."""
    told = []
    for action, deed in zip(both, (at.chose(both[0]), at.could(both[1])), strict=True):
        claims = [ForetoldClaim(each) for each in forecasts_of(at.position, action)]
        said = " ".join(each.text for each in claims)
        told.append(Sentence(f"{deed}. {said}", "odds", clause, {"action": str(action), "claims": claims}))
    return at.moment("odds", both[1], tuple(told), gain, clause)


def _odds_told(
    at: Decision, both: tuple[Action, Action], target: Condition, odds: Sequence[tuple[Fraction, str]], clause: str
) -> Moment:
    """Return the moment of an attack, and of another one with better odds against the same target."""
    unit = phrase("{owner:'s} {kind}", owner=target["owner"], kind=target["kind"])
    free = worded("{0} is free of {unit}", space_name(target["free"], at.position.map), unit=unit)
    sentences = []
    for deed, action, (share, told) in zip((at.chose(both[0]), at.could(both[1])), both, odds, strict=True):
        text = worded("{deed}: {free} then in {odds}.", deed=deed, free=free, odds=told)
        facts = {"action": str(action), "goal": dict(target), "odds": str(share)}
        sentences.append(Sentence(text, "odds", clause, facts))
    return at.moment("odds", both[1], tuple(sentences), 1.5 * float(odds[1][0] - odds[0][0]), clause)


def _enemies(at: Decision) -> Iterator[Condition]:
    """The conditions that each of the others' units is gone from its space."""
    scene = at.position.scene(at.player)
    for piece in scene.pieces:
        owner = scene.players[piece.owner].name
        if owner != at.player and piece.layer == "unit":
            yield {"free": piece.space, "owner": owner, "kind": piece.kind}


def likely_of(position: Position, action: Action) -> Fraction | None:
    """Return the odds that favour the player, as the board foretells them; None if it foretells none."""
    shares = [share for one in forecasts_of(position, action) for share in one.shares if share.favours == action.player]
    return Fraction(sum(Fraction(each.part) for each in shares)) if shares else None


def odds_of(at: Decision, action: Action, goal: Condition) -> tuple[Fraction, str] | None:
    """Return the exact odds of a condition right after an action, as a number and in words; None where more than chance decides, they
    cannot be counted, or they differ by what is hidden."""
    worlds = _played_out(at, action)
    if not worlds or any(each.share is None for world in worlds for each in world):
        return None
    odds, *others = {_share(world, goal) for world in worlds}
    if others:
        return None
    first = worlds[0]
    rolls = len({each.share for each in first}) == 1 and 1 < len(first) <= MOST_ROLLS and first[0].rolled
    cases = len(first) if rolls else odds.denominator
    wording = "{hits} of {cases} rolls" if rolls else "{hits} of {cases} cases"
    told = worded(wording, hits=str(odds * cases), cases=str(cases))
    return odds, told if cases <= 1000 else translated(percent(odds))


def _played_out(at: Decision, action: Action, *, replies: bool = False) -> list[list[Result]]:
    """Return all results of an action in each world, as `results` gives them; empty if they are too many, or no action of a world."""
    try:
        return [results(Aftermath(world), action, replies=replies) for world in dict.fromkeys(at.worlds)]
    except (TooManyError, InputError):
        return []


def _share(world: list[Result], goal: Condition) -> Fraction:
    return sum((end.share or Fraction(0) for end in world if whatever_follows(end.after, [goal]) is True), Fraction(0))


# ------------------------------------------------------------------ playing out
def won_moment(at: Decision) -> Moment | None:
    """Return the moment if an action would have won by every result and the player chose another one."""
    done = at.done
    if done is None or wins(at, done):
        return None
    better = next((each for each, value in at.values.items() if value == 1.0 and wins(at, each)), None)
    if better is None:
        return None
    text = worded("{deed}, and win at once.", deed=at.could(better))
    told = Sentence(text, "play", "", {"action": str(better), "wins": True})
    return at.moment("unseen", better, (_chose(at, done), told), WON)


def wins(at: Decision, action: Action) -> bool:
    """True if the player has won after an action, whatever chance and others decide."""
    ends = [each.after.position.outcome for world in _played_out(at, action) for each in world]
    return bool(ends) and all(end is not None and at.player in end.winners for end in ends)


def lost_moment(at: Decision) -> Moment | None:
    """Return the moment if others could win at once after the chosen action, and could not after another one."""
    if at.done is None or not may_lose(at, at.done):
        return None
    better = next((each for each in rivals(at) if may_lose(at, each) is False), None)
    if better is None:
        return None
    n = len(at.worlds)
    each = "" if at.certain else worded(", in each of {n:case} that looked the same to you", n=n)
    any_ = "" if at.certain else worded(", in any of {n:case} that looked the same to you", n=n)
    able, unable = (at.others_could(able=able) for able in (True, False))
    text = worded("{deed}: {who} win before you acted again{cases}.", deed=at.chose(at.done), who=able, cases=each)
    lost = Sentence(text, "play", "", {"action": str(at.done), "loses": True})
    wording = "{deed}: after that {who} win before your next action{cases}."
    text = worded(wording, deed=at.could(better), who=unable, cases=any_)
    kept = Sentence(text, "play", "", {"action": str(better), "loses": False})
    return at.moment("unseen", better, (lost, kept), KEPT)


def may_lose(at: Decision, action: Action) -> bool | None:
    """Return True if in each world others can win before the player acts again, False if in none; None if that differs or is not known."""
    ends = [[each.after.position.outcome for each in world] for world in _played_out(at, action, replies=True)]
    found = {any(end is not None and end.winners and at.player not in end.winners for end in world) for world in ends}
    return found.pop() if len(found) == 1 else None


# ------------------------------------------------------------------ searching
def is_blind(at: Decision) -> bool:
    """True if short games tell nothing: the system has no estimates, and only whole games count."""
    return at.position.system.lookahead.estimates is None


def regret(at: Decision) -> float:
    """Return how much better the best estimate at a decision is than that of the chosen action."""
    if at.done is None or at.done not in at.values or len(at.values) < 2:
        return -1.0
    return max(at.values.values()) - at.values[at.done]


def rivals(at: Decision) -> list[Action]:
    """Return the actions with the best estimates, but for the chosen one."""
    return sorted((each for each in at.values if each != at.done), key=lambda each: -at.values[each])[:COMPARED]


Piece = tuple[float, Callable[[], Any]]
"""A piece of the work of a review, with the part of all work that is done before it. It can be sent to another process."""
Games = dict[Action, Candidate]
"""Actions with the results of short games."""


def searching(at: Decision, others: Sequence[Action], part: float) -> Generator[Piece, Games, Moment | None]:
    """Look for an action that a search is sure was better: yield the games to be played, take their results, and return the moment.

    :param others: the actions that are compared with the chosen one, as `rivals` gives them
    :param part: the part of all work that is done before
    """
    done = at.done
    if done is None or not others:
        return None
    first = yield from _compare(at, [done, *others], 0, TRIALS, part)
    better = max(others, key=lambda each: first[each].mean)
    if first[better].mean - first[done].mean < LEAST:
        return None
    second = yield from _compare(at, [done, better], 1, 2 * TRIALS, part)
    own, other = second[done], second[better]
    sure = certainty(own, other)
    if other.mean - own.mean < LEAST or sure < SURE:
        return None
    said = _chose(at, done), *search_sentence(at, better, own, other, sure)
    return at.moment("unseen", better, said, 2 * (other.mean - own.mean))


def _compare(
    at: Decision, actions: list[Action], stage: int, trials: int, part: float
) -> Generator[Piece, Games, Games]:
    """Have some short games of actions played, a few at a time: first of all, then of the chosen one, which comes first, and of the best
    others, as long as these do better."""
    found = {each: Candidate(each) for each in actions}
    done, *others = actions
    for n in range(trials // AT_A_TIME):
        games = yield part, partial(try_actions, at, [done, *others], stage * trials + n)
        for action, candidate in games.items():
            found[action].add_result(candidate.row())
        others = sorted(others, key=lambda each: -found[each].mean)[:KEPT_ON]
        own, best = found[done], found[others[0]]
        if best.mean - own.mean + _error(own, best) < LEAST:
            break
    return found


def _error(own: Candidate, other: Candidate) -> float:
    return hypot(float(own.row()["error"] or 0), float(other.row()["error"] or 0))


def try_actions(at: Decision, actions: Iterable[Action], seed: int) -> Games:
    """Return actions with the results of a few short games. The n-th game of each uses the same random numbers."""
    games, found = replace(at.trials, seed=seed), {each: Candidate(each) for each in actions}
    for _ in range(AT_A_TIME):
        for each in found.values():
            games.run(each)
    return found


def _percent(part: float) -> str:
    return percent(Fraction(part).limit_denominator(10_000))


def certainty(own: Candidate, other: Candidate) -> float:
    """Return the probability that the mean of the other action is the higher one, as the errors of both means say."""
    error = _error(own, other)
    apart = other.mean - own.mean
    return (0.5 + erf(apart / error / sqrt(2)) / 2) if error else float(apart > 0)


def search_sentence(at: Decision, better: Action, own: Candidate, other: Candidate, sure: float) -> Iterator[Sentence]:
    yield from proven_facts(at, better)
    far = at.trials.far
    chance, was, certain = map(_percent, (other.mean, own.mean, min(sure, 0.9995)))
    errors = [2 * float(each.row()["error"] or 0) for each in (other, own)]
    exact = not any(errors)
    first, second = ("" if far and exact else worded(", give or take {part},", part=_percent(each)) for each in errors)
    seen = "" if at.certain else translated(", as far as you could see")
    wording = "{deed}: the computer, which counts what each side has and threatens, gives you a chance of {chance} to win after it"
    how = ""
    if not far and exact:
        wording += ", and of {was} after what you chose{seen}."
    elif not far:
        wording += (
            "{first} and of {was} after what you chose{second} on average of {n} ways in which it may come out ({sure} sure that it is "
            "better{seen})."
        )
    else:
        how = translated("to the end") if far == TO_THE_END else worded("for {n:decision}", n=far)
        wording = (
            "{deed}: in short games played on at random {how} your chance to win is {chance} after it{first} and {was} after what you chose"
            "{second} ({n} games each; {sure} sure that it is better{seen})."
        )
    values = {"chance": chance, "was": was, "sure": certain, "n": str(2 * TRIALS), "how": how, "seen": seen}
    text = worded(wording, deed=at.could(better), first=first, second=second, **values)
    actions = {"action": str(better), "done": str(at.done)}
    yield Sentence(text, "search", "", {**actions, "value": other.mean, "was": own.mean, "sure": sure})


def proven_facts(at: Decision, action: Action) -> Iterator[Sentence]:
    """Yield the facts that playing out proves about an action, where nothing is hidden."""
    if at.certain and not at.position.system.hides:
        stage = Stage("review", "review", "review", at.position, at.player)
        moment = PendingAction(stage, Session(at.position, rolls="ask"), action)
        for claim in islice(proven(moment, (), frozenset()), 1):
            yield Sentence(f"{at.could(action)}. {claim.text}", "play", "", {"action": str(action), "claims": [claim]})


def _chose(at: Decision, done: Action) -> Sentence:
    return Sentence(f"{at.chose(done)}.", "count", "", {"action": str(done), "played": True})
