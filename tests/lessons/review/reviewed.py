"""Games to review, and an independent judge of the sentences of reviews."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.explore import odds
from hexwidget.explore.lookahead import play_on
from hexwidget.explore.objectives import Named
from hexwidget.files.replay import Tried
from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.exercises.goals import Aftermath
from hexwidget.lessons.proofs.claims import ForetoldClaim
from hexwidget.lessons.review import Misconception, Moment, Review, Sentence
from hexwidget.lessons.review.better_actions import likely_of
from hexwidget.lessons.review.revealed_truth import deeds_since
from hexwidget.play import Session
from hexwidget.rules import CHANCE, Action, Draft, Forecast, Observation, Position, Status
from tests.amounts import many
from tests.lessons.proofs.test_claims import is_true

COUNTERS = Path(hw.__file__).parents[1] / "examples" / "counters"
STEPS = many(30, 60)
TRIED_AGAIN = 0.3
"""The part of decisions at which a player tries actions of earlier ones again."""


def counters() -> list[Position]:
    """The starts of the counter wargame, a system in a package of its own."""
    if str(COUNTERS) not in sys.path:
        sys.path.append(str(COUNTERS))
    system = import_module("counters.system").COUNTERS
    files = sorted((COUNTERS / "counters" / "scenarios").glob("*.json"))
    return [system.from_json(json.loads(path.read_text())["position"]) for path in files]


def tries_of(position: Position, player: str, pool: list[Action], rng: Random) -> Iterator[Action]:
    """Some earlier actions of a player that the rules bar now."""
    for action in rng.sample(pool, min(2, len(pool))):
        try:
            if action.player == player and position.check(action).status is Status.ILLEGAL:
                yield action
        except hw.InputError:  # it names what is no longer there
            continue


def tried_in_vain(session: Session, action: Action) -> None:
    try:
        session.play(action)
    except hw.IllegalAction:
        return
    raise AssertionError(f"{action} is legal")


def reviewed_game(start: Position, seed: int, steps: int = STEPS) -> Session:
    """A random game in which players try what is barred, in words and by clicks."""
    session, rng, done = Session(start, seed=seed), Random(f"review {seed}"), list[Action]()
    for _ in range(steps):
        position = session.position
        if not position.to_act:
            break
        player = rng.choice(sorted(position.to_act))
        if rng.random() < TRIED_AGAIN:
            for action in tries_of(position, player, done, rng):
                tried_in_vain(session, action)
            _click(session, player, rng)
        action = position.system.lookahead.draw(position, player, rng)
        done.append(action)
        session.play(action)
    return session


def _click(session: Session, player: str, rng: Random) -> None:
    """Click a piece, then a space that is barred, as on a board."""
    position = session.position
    view, names = position.observe(player), list(position.observe(player).seen.map.names())
    pieces = [each for each in view.seen.choices(Draft(), player).options if each.kind == "piece" and each.legal]
    if pieces and names:
        draft, space = rng.choice(pieces).leads_to, rng.choice(names)
        if position.system.explain(view, player, draft, space).status is Status.ILLEGAL:
            session.note_try(player, "", draft, space)


# ---------------------------------------------------------------- the judge
def ends(position: Position, sealed: frozenset[str], until: str = "") -> Iterator[Position]:
    """All positions that may come of chance and of those who decide at the same time; with a player, of all until they act again."""
    if position.to_act == CHANCE and not (position.chance is not None and position.chance.opening and not until):
        for outcome in position.chance or ():
            yield from ends(position.apply(outcome).position, sealed, until)
        return
    acting = sorted(position.to_act & sealed) or (
        sorted(position.to_act) if until and until not in position.to_act else []
    )
    if not acting or position.to_act == CHANCE:
        yield position
        return
    for answer in position.legal_actions(acting[0]):
        yield from ends(position.apply(answer).position, sealed - {acting[0]}, until)


def after(position: Position, action: Action, until: str = "") -> Iterator[Position]:
    return ends(position.apply(action).position, position.to_act - {action.player}, until)


def holds(sentence: Sentence, moment: Moment, session: Session, *, referee: bool = False) -> bool:
    """Judge a sentence by playing out in the true position of the game."""
    proof, player = dict(sentence.proof), moment.player
    truth: Position = session.steps[moment.step].position
    if "times" in proof:
        return _is_counted(proof, player, session, referee)
    if "hidden" in proof:
        seen = moment.position.check(_read(truth, player, proof)).status
        return not truth.check(_read(truth, player, proof)) and seen is not Status.ILLEGAL
    if "bars" in proof:
        return proof["bars"] in _clauses(truth, player, proof)
    action = _read(truth, player, proof)
    if "played" in proof:
        return any(each.parent == moment.step and each.action == action for each in session.line)
    if not truth.check(action):
        return False
    if "goal" in proof:
        found = odds(truth, action, result=lambda end: not Aftermath(end).misses([proof["goal"]]))
        return found.fractions.get(True, Fraction(0)) == Fraction(proof["odds"])
    if "wins" in proof:
        return all(end.outcome is not None and player in end.outcome.winners for end in after(truth, action))
    if "loses" in proof:
        lost = (end.outcome for end in after(truth, action, player))
        return any(end is not None and end.winners and player not in end.winners for end in lost) == proof["loses"]
    if "likely" in proof:
        return likely_of(truth, action) == Fraction(proof["likely"])
    if "low" in proof:
        low, high, own, others = _balance(truth, action)
        return {
            **proof,
            "low": str(low),
            "high": str(high),
            "own": own,
            "others": others,
        } == proof and "cost" in sentence.text
    if "claims" in proof:
        forecasts = [claim.forecast for claim in proof["claims"] if isinstance(claim, ForetoldClaim)]
        if forecasts and all(_is_told(each, truth, action) for each in forecasts):
            return True
        asked, game = Stage("review", "review", "review", truth, player), Session(truth, rolls="ask")
        return bool(proof["claims"]) and all(is_true(each, asked, game, action) for each in proof["claims"])
    if "value" in proof and "since" in proof:
        known = truth.system.hindsight(truth, deeds_since(session, moment.step), player)
        assert known is not None
        surely = proof["sure"] >= 0.975 if "sure that" in sentence.text else proof["sure"] == 0
        return surely and all(each.observe(player).seen == truth.observe(player).seen for each in known.worlds)
    if "value" in proof:
        is_alike = "the computer" in sentence.text and not moment.position.system.hides
        told = {"value": proof["action"], "was": proof["done"]} if is_alike else {}
        aim = Named("win")
        for name, text in told.items():  # an estimate that no chance changes
            end = play_on(truth.apply(_read(truth, player, {"action": text})).position, Random(0), 0)
            assert abs(aim(end, player) - proof[name]) < 1e-9
        surely = proof["value"] > proof["was"] and proof["sure"] >= 0.975
        lookahead = truth.system.lookahead
        played = lookahead.plies > 0 or lookahead.estimates is None  # without estimates only whole games count
        return surely and ("short games played on" in sentence.text) == played != ("the computer" in sentence.text)
    return proof["legal"] is True


def _is_told(forecast: Forecast, truth: Position, action: Action) -> bool:
    """Compare the shares of a forecast with the results that the events of all outcomes name."""
    position, told = truth.apply(action).position, Counter[str]()
    for outcome in position.chance or ():
        named = {str(value) for event in position.apply(outcome).events for value in event.data.values()}
        for share in forecast.shares:
            told[share.label] += (share.label in named) * position.chance.probability(outcome)
    return all(abs(told[each.label] - each.part) < 1e-9 for each in forecast.shares)


def _balance(truth: Position, action: Action) -> tuple[Fraction, Fraction, bool, bool]:
    """The least and the most that an action costs the others more than its player, in units, on average, until something new begins;
    and if it can cost the player and the others any."""
    seat = truth.players.index(action.player)
    friends = next((team for team in truth.system.teams.values() if seat in team), (seat,))

    lost = {False: set[int](), True: set[int]()}

    def worth(position: Position) -> int:
        units = [each for each in Aftermath(position).scene.pieces if each.layer == "unit"]
        own = sum(each.count for each in units if each.owner == seat)
        others = sum(each.count for each in units if each.owner not in friends)
        lost[True].add(own)
        lost[False].add(others)
        return own - others

    def played(position: Position) -> tuple[Fraction, Fraction]:
        node, calm = position.chance, position.system.lookahead.calm
        if node is not None and not node.opening:
            parts = [(node.probability(each), played(position.apply(each).position)) for each in node]
            none = Fraction(0)
            return sum((p * low for p, (low, _) in parts), none), sum((p * high for p, (_, high) in parts), none)
        if node is not None or not position.to_act or calm(position):
            return Fraction(worth(position)), Fraction(worth(position))
        ends = [played(position.apply(each).position) for each in position.legal_actions()]
        lows = [low for low, _ in ends]
        return max(lows) if action.player in position.to_act else min(lows), max(high for _, high in ends)

    low, high = played(truth.apply(action).position)
    before = worth(truth)
    return low - before, high - before, len(lost[True]) > 1, len(lost[False]) > 1


def _read(position: Position, player: str, proof: dict[str, Any]) -> Action:
    return position.parse(f"{player}: {proof['action'].removeprefix(f'{player}: ')}")


def _clauses(position: Position, player: str, proof: dict[str, Any]) -> list[str]:
    if "action" in proof:
        return list(position.check(_read(position, player, proof)).clauses)
    view, draft = Observation(player, position), Draft(proof["draft"])
    if proof["space"]:
        found = position.system.explain(view, player, draft, proof["space"]).findings
        chosen = [proof["space"], *(each for each in proof["draft"].values() if isinstance(each, str))]
        own = [f for f in found if not f.subjects or {*f.subjects, *map(str, f.numbers.values())} & set(chosen)]
        return [each.clause for each in own or found]
    return [each.clause for each in position.system.choices(view, player, draft).verdict.findings]


def _is_counted(proof: dict[str, Any], player: str, session: Session, referee: bool) -> bool:
    """Count the tries that a clause bars anew."""
    missed = _missed_at(proof["bars"], player, session, referee)
    told = (sorted(number for number, _ in missed), sorted({step for _, step in missed}))
    return (proof["times"], proof["decisions"], proof["steps"]) == (len(missed), *told)


def _missed_at(clause: str, player: str, session: Session, referee: bool) -> list[tuple[int, int]]:
    """For each try that a clause barred, the player's decision, and the step by which the board shows it."""
    numbers = []
    for each in session.tries:
        position = session.steps[each.at].position
        given = {"action": each.action} if each.action else {"draft": each.draft, "space": each.space}
        if each.player == player and clause in _clauses(position, player, given) and not _is_look(session, each):
            own = [
                s for s in session.line[: session.steps[each.at].depth + 1] if s.action and s.action.player == player
            ]
            numbers.append((len(own) + 1, _shown(session, each.at, player, referee)))
    return numbers


def _shown(session: Session, number: int, player: str, referee: bool) -> int:
    """The number by which a player's board shows a step: that of the steps which the player was told of."""
    if referee or not session.position.system.hides:
        return session.steps[number].depth
    told, at = 0, session.steps[number]
    while (before := session.before(at)) is not None:
        told += at.done is None or at.position.system.told(before.position, at.done, player) is not None
        at = before
    return told


def _is_look(session: Session, tried: Tried) -> bool:
    """True for a click on an own unit that begins nothing, or on an enemy's unit that one of the player's next two actions names."""
    step, own = session.steps[tried.at], list[str]()
    units = [
        each for each in step.position.scene(tried.player).pieces if each.layer == "unit" and each.space == tried.space
    ]
    if tried.action or not units:
        return False
    if any(step.position.players[each.owner] == tried.player for each in units):
        return not tried.draft
    for each in session.line[step.depth + 1 :] if step in session.line else ():
        if each.action is not None and each.action.player == tried.player:
            own.append(str(each.action))
    return any(re.search(rf"\b{re.escape(tried.space)}\b", text) for text in own[:2])


def comes_up(pattern: Misconception, player: str, session: Session, *, referee: bool = False) -> bool:
    """Judge a misconception: the tries that a clause barred, or that no action of the player has used it."""
    if pattern.kind == "missed":
        told = zip(pattern.decisions, pattern.steps, strict=True)
        return sorted(set(_missed_at(pattern.clause, player, session, referee))) == [*told]
    own = [(step, step.action) for step in session.line if step.action and step.action.player == player]
    used = {event.clause for step, _ in own for event in step.events if event.is_seen_by(player)}
    used |= {session.position.system.grammar.form_of(action).clause for _, action in own}
    return pattern.kind == "odds" or (pattern.clause not in used and max(pattern.decisions) <= len(own))


def judged(review: Review, session: Session) -> int:
    """Judge all sentences of a review; returns their number."""
    number = 0
    for moment in review.moments:
        for sentence in moment.sentences:
            assert holds(sentence, moment, session, referee=review.referee), f"{sentence} {dict(sentence.proof)}"
            number += 1
    for pattern in review.misconceptions:
        assert comes_up(pattern, review.player, session, referee=review.referee), str(pattern)
        number += 1
    return number
