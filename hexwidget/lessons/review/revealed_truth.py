"""The truth behind a moment: the sentences that say where it was another than the player could know then.

The sentences rest on what the player has been shown since (`RuleSystem.hindsight`). They never name a secret that was kept to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from hexwidget.english import capital, listing, translated, worded
from hexwidget.explore.objectives import WIN, objective_of
from hexwidget.explore.trials import Candidate, Trials
from hexwidget.lessons.review.better_actions import LEAST, SURE, TRIALS, certainty, likely_of, may_lose, odds_of, wins
from hexwidget.lessons.review.decisions import WORLDS, Decision
from hexwidget.lessons.review.moments import Moment, Sentence
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Deed, Verdict, percent

OTHER = 0.1
"""The least difference from the chances that the player could know that is told, as a part of the chance to win."""


def deeds_since(session: Session[Any], number: int) -> list[Deed]:
    """Return the deeds on the line of play from a step on, up to an edit."""
    line, at = session.line, session.steps[number]
    found = list[Deed]()
    for before, after in pairwise(line[at.depth :] if at in line else ()):
        if after.done is None:
            break
        found.append(Deed(before.position, after.done, after.position))
    return found


def with_the_truth(at: Decision, moment: Moment, since: Sequence[Deed]) -> Moment:
    """Return a moment with sentences that say where the truth was another, each after the one that it puts right."""
    known = None if at.referee else at.whole.system.hindsight(at.whole, since, at.player)
    if known is None:
        return moment
    some = known.worlds if len(known.worlds) <= WORLDS else Random("hindsight").sample(known.worlds, WORLDS)
    then, told = at.knowing(list(some)), list[Sentence]()
    for sentence in moment.sentences:
        told.append(sentence)
        found = _truth(then, sentence)
        if found is not None:
            wording = "You could not know all that you know now. {truth}"
            if known.words:
                wording = "You could not know: {words}. {truth}"
            told.append(replace(found, text=worded(wording, words=listing(known.words), truth=capital(found.text))))
    return replace(moment, sentences=tuple(told))


def _truth(then: Decision, said: Sentence) -> Sentence | None:
    """The sentence that puts another one right, if the player knows by now that the truth was another."""
    proof = {**said.proof, "since": True}
    if "hidden" in proof:
        return _bar(then, proof)
    if "action" not in proof or "bars" in proof or "played" in proof:
        return None
    action = then.position.parse(f"{then.player}: {proof['action'].removeprefix(f'{then.player}: ')}")
    if "value" in proof:
        return _search_sentence(then, proof)
    if "goal" in proof:
        odds = odds_of(then, action, proof["goal"])
        if odds is None or odds[0] == Fraction(proof["odds"]):
            return None
        text = worded("The true odds were {odds}.", odds=odds[1])
        return Sentence(text, "odds", said.clause, {**proof, "odds": str(odds[0])})
    if "loses" in proof:
        lost = may_lose(then, action)
        if lost is None or lost == proof["loses"]:
            return None
        text = worded("In truth {who} have won before you acted again.", who=then.others_could(able=lost))
        return Sentence(text, "play", "", {**proof, "loses": lost})
    if said.basis == "odds" and "claims" in proof:
        odds_then = {likely_of(world, action) for world in then.worlds}
        likely = odds_then.pop()
        if odds_then or likely is None or likely == likely_of(then.position, action):
            return None
        text = worded("Your true odds were {odds}.", odds=percent(likely))
        return Sentence(text, "odds", said.clause, {**proof, "likely": str(likely)})
    if "wins" in proof and not wins(then, action) and then.certain:
        return Sentence(translated("In truth that did not win at once."), "play", "", {**proof, "wins": False})
    return None


def _bar(then: Decision, proof: Mapping[str, Any]) -> Sentence | None:
    """The sentence that says what barred a try, once the player knows it."""
    verdicts = list(_verdicts(then, proof))
    if len(verdicts) < len(then.worlds) or not verdicts:
        return None
    for finding in verdicts[0].findings:
        if all(finding in each.findings for each in verdicts):
            proof = {**{name: value for name, value in proof.items() if name != "hidden"}, "bars": finding.clause}
            return Sentence(finding.text, "legality", finding.clause, proof, finding.subjects)
    return None


def _verdicts(then: Decision, proof: Mapping[str, Any]) -> Iterator[Verdict]:
    for world in then.worlds:
        try:
            yield world.check(world.parse(f"{then.player}: {proof['action'].removeprefix(f'{then.player}: ')}"))
        except InputError:  # it names what is not there
            return


def _search_sentence(then: Decision, proof: Mapping[str, Any]) -> Sentence | None:
    """The sentence that says what the search finds with what has been shown since."""
    texts = (proof["done"], proof["action"])
    actions = [then.position.parse(f"{then.player}: {each.removeprefix(f'{then.player}: ')}") for each in texts]
    goal = objective_of(WIN, then.position.system)
    trials = Trials(then.position, then.player, goal, 0, None, None, known=then.worlds)
    own, other = (Candidate(each) for each in actions)
    for each in (own, other):
        for _ in range(2 * TRIALS):
            trials.run(each)
    before = ((own, proof["was"]), (other, proof["value"]))
    apart = any(abs(each.mean - was) >= max(OTHER, 3 * float(each.row()["error"] or 0)) for each, was in before)
    worse = own.mean - other.mean >= LEAST and certainty(other, own) >= SURE
    if not apart and not worse:
        return None
    better = other.mean - own.mean >= LEAST and certainty(own, other) >= SURE
    sure = certainty(own, other) if better else certainty(other, own)
    shown = [percent(Fraction(each).limit_denominator(10_000)) for each in (other.mean, own.mean, min(sure, 0.9995))]
    certain = "{sure} sure that it was better" if better else "{sure} sure that what you chose was better"
    verdict = worded(certain if better or worse else "neither is surely better", sure=shown[2])
    wording = "Knowing that, your chance to win is {chance} after it, and {was} after what you chose ({verdict})."
    text = worded(wording, chance=shown[0], was=shown[1], verdict=verdict)
    numbers = {"value": other.mean, "was": own.mean, "sure": sure if better or worse else 0.0}
    return Sentence(text, "search", "", {**proof, **numbers})
