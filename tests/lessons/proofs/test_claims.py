"""Every sentence of a hint and of *Why?* is true, and says neither a notation nor an internal id.

Learners play first games, and random games of all systems are stopped anywhere. Each claim is judged again here, by playing out in
another way than the claims themselves do. ``make soak`` judges 10,000 sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import lookahead, odds
from hexwidget.explore.opponents import Opponents
from hexwidget.lessons import Progress, first_game, stage
from hexwidget.lessons.courses.hint_steps import clues
from hexwidget.lessons.courses.hints import Hint, on_the_way
from hexwidget.lessons.courses.opponent import MildOpponent
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import Stage, so_far
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.exercises.goals import Aftermath
from hexwidget.lessons.proofs.claims import (
    Claim,
    ForetoldClaim,
    OddsClaim,
    OnlyClaim,
    PendingAction,
    PlanClaim,
    ReachesClaim,
    SafeClaim,
    ThenClaim,
    results,
)
from hexwidget.lessons.proofs.prover import does, plan, proven
from hexwidget.lessons.proofs.simultaneous_claims import ArrivesClaim, HiddenClaim
from hexwidget.play import Session
from hexwidget.rules import CHANCE, Action, Draft, Forecast, Position
from hexwidget.rules.forecasting import confirming_choices
from tests.amounts import chances, many

GAMES = sorted(path.stem for path in (Path(hw.lessons.__file__).parent / "documents/first_games").glob("*.json"))
SENTENCES = many(12, 1000)
"""The sentences that are judged of each system, of first games and of random games each."""
LONGEST_GAME = 40
"""The most random actions before a game is stopped."""
NOTATION = re.compile(r"\d{4}-\d{4}|\w\(\d|\[[+-]|_|\bsearch\b|\bshort games\b|\d of 100 points")
DRAWS = 12
"""The actions that are drawn where a claim says that there is only one."""


# ---------------------------------------------------------------- an independent judge
def outcomes(at: Aftermath, player: str, sealed: frozenset[str], until: Callable[[Position], bool]) -> Iterator[Any]:
    """Yield (probability or None, result) for everything that may come: dice, and all answers of others."""
    position = at.position
    acting = position.to_act
    if acting == CHANCE:
        node = position.chance
        assert node is not None
        if node.opening and until(position):
            yield Fraction(1), at
            return
        for value, share in node.probabilities.items():
            outcome = next(each for each in node if each.value == value)
            for rest, end in outcomes(at.after(position.apply(outcome)), player, sealed, until):
                yield (None if rest is None else rest * share), end
        return
    others = sorted(acting & sealed) or ([] if until(position) else sorted(acting - {player}))
    if not others:
        yield Fraction(1), at
        return
    for answer in position.legal_actions(others[0]):
        for _, end in outcomes(at.after(position.apply(answer)), player, sealed - {others[0]}, until):
            yield None, end


def played(at: Aftermath, action: Action) -> list[Any]:
    sealed = at.position.to_act - {action.player}
    after = at.after(at.position.apply(action))
    return list(outcomes(after, action.player, sealed, lambda position: True))


def is_true(claim: Claim | Line, asked: Stage, session: Session[Any], action: Action) -> bool:
    """Judge a claim about an action at a step of a session."""
    at, player = so_far(session), asked.learner
    match claim:
        case OnlyClaim():
            drawn = {str(at.position.system.lookahead.draw(at.position, player, Random(n))) for n in range(DRAWS)}
            return drawn == {str(action)} and at.position.legal_actions(player).count() == 1
        case ReachesClaim():
            ends = played(at, action)
            return bool(ends) and not any(end.misses(claim.goal) for _, end in ends)
        case OddsClaim():
            ends = played(at, action)
            odds = sum((share for share, end in ends if not end.misses(claim.goal)), Fraction(0))
            said = re.search(r"in (\d+) of (\d+) (?:rolls|cases)\.$", claim.text)
            assert said is not None
            return odds == Fraction(int(said[1]), int(said[2])) and 0 < odds < 1
        case ForetoldClaim():
            return _is_foretold(claim.forecast, at, player, action)
        case ThenClaim():
            sealed = at.position.to_act - {player}
            after = at.after(at.position.apply(action))
            stops = list(outcomes(after, player, sealed, lambda position: player in position.to_act))
            for _, stop in stops:
                following = stop.position.parse(f"{player}: {claim.then}")
                if not stop.position.check(following):
                    return False
                if any(end.misses(claim.goal) for _, end in played(stop, following)):
                    return False
            return bool(stops)
        case SafeClaim():
            sealed = at.position.to_act - {player}

            def ends_of(done: Action) -> list[Aftermath]:
                after = at.after(at.position.apply(done))
                return [end for _, end in outcomes(after, player, sealed, lambda position: player in position.to_act)]

            def units(end: Aftermath, space: str) -> int:
                goal = {"at": space, "owner": player, "kind": claim.kind}
                return 0 if end.misses([goal]) else end.count(player, claim.kind, space)

            here = min(units(end, claim.space) for _, end in played(at, action))
            kept = all(units(end, claim.space) >= here > 0 for end in ends_of(action))
            had = at.count(player, claim.kind)
            lost = any(end.count(player, claim.kind) < had for end in ends_of(claim.idle))
            touched = claim.untouched and any(_is_touched(at, end, action, claim.space) for end in ends_of(action))
            return kept and lost and not touched and all(_destroys(at, claim, enemy, player) for enemy in claim.enemies)
        case HiddenClaim():
            others = [name for name in at.position.players if name != player]
            ways = [at.position.legal_actions(other).count() for other in others if other in at.position.to_act]
            return claim.cases == prod(ways) > 200
        case ArrivesClaim():
            return _is_counted(claim, at, player, action)
        case PlanClaim():
            game = session.at(session.step.number)
            game.set_rolls("auto")
            mild = MildOpponent(claim.introduced.__contains__)
            seats = Opponents(game, {name: mild if who == "mild" else who for name, who in asked.opponents.items()})
            try:
                game.play(action)
                for text in claim.way:
                    game.play(f"{player}: {text}")
                return not asked.left(game)
            finally:
                seats.stop()
        case Line():
            events = at.position.apply(action).events
            seen = [each for each in events if each.visible_to is None or player in each.visible_to]
            rulebook = at.position.system.rulebook
            said_of = [each.text.rstrip(".") for each in seen] + [rulebook[each.clause].teach for each in seen]
            said_of += [rulebook[each.clause].text for each in seen]
            return any(claim.text.rstrip(".").lower() in text.lower() for text in said_of)
    raise AssertionError(claim)


def _is_counted(claim: ArrivesClaim, at: Aftermath, player: str, action: Action) -> bool:
    """Play out each decision of the others, which seal first here, and count those by which the units stand where they go."""
    others, arrivals = sorted(at.position.to_act - {player}), list[bool]()
    for done in product(*(at.position.legal_actions(other) for other in others)):
        position = at.position
        for each in done:
            position = position.apply(each).position
        after = Aftermath(position.apply(action).position)
        words = [position.system.in_words(at.position, each) for each in done]
        arrived = all(after.count(player, trip.kind, trip.space) >= trip.number for trip in claim.trips)
        if claim.stops:
            assert arrived != (words[0] in claim.stops), (str(done), claim.text)
        arrivals.append(arrived)
    return (sum(arrivals), len(arrivals)) == (claim.hits, claim.cases)


def _is_touched(at: Aftermath, end: Aftermath, action: Action, space: str) -> bool:
    """True if events after an action concern a space."""
    first = len(at.events) + len(at.position.apply(action).events)
    return any(space in event.subjects for event in end.events[first:])


def _destroys(at: Aftermath, claim: SafeClaim, enemy: str, player: str) -> bool:
    """True if others can destroy a unit of the learner, who does nothing, by actions of the unit on one space alone."""
    had, waiting = at.count(player, claim.kind), [at.after(at.position.apply(claim.idle))]
    while waiting:
        now = waiting.pop()
        if now.count(player, claim.kind) < had:
            return True
        position = now.position
        if position.to_act == CHANCE:
            assert position.chance is not None
            waiting += [now.after(position.apply(each)) for each in position.chance]
        elif player not in position.to_act or now.position.to_act - {player}:
            for other in sorted(position.to_act - {player}):
                # Of an answer that is not the enemy's own, only those count that name no unit: to pass, or to go on with an attack.
                for each in position.legal_actions(other):
                    own = [name for name in re.findall(r"\d{4}", str(each)) if _stands(at, name, other)]
                    if set(own) <= {enemy}:
                        waiting.append(now.after(position.apply(each)))
    return False


def _stands(at: Aftermath, space: str, owner: str) -> bool:
    return not at.open([{"at": space, "owner": owner}])


def _is_foretold(forecast: Forecast, at: Aftermath, player: str, action: Action) -> bool:
    """Compare the shares that favour the player and those that favour others with what happens when all dice are played out."""
    happens = _hurt(at.after(at.position.apply(action)), player)
    for own in (True, False):
        said = sum(
            each.part for each in forecast.shares if each.favours is not None and (each.favours == player) != own
        )
        if abs(said - float(happens[own])) > 1e-9:
            return False
    return abs(sum(each.part for each in forecast.shares) - 1) < 1e-9


def _hurt(after: Aftermath, player: str) -> dict[bool, Fraction]:
    """The probability that only the player loses units (True), and that only the enemies do (False)."""
    start = after.position

    def units(position: Position) -> tuple[int, int]:
        scene = position.system.scene(position.observe(None))
        mine = [each.count for each in scene.pieces if scene.players[each.owner].name == player]
        return sum(mine), sum(each.count for each in scene.pieces) - sum(mine)

    @cache  # most dice come to the same few positions
    def settled(position: Position) -> tuple[int, int]:  # those who have hits name what they lose
        while not position.system.lookahead.calm(position) and position.chance is None and position.to_act:
            position = position.apply(next(iter(position.legal_actions(sorted(position.to_act)[0])))).position
        return units(position)

    (mine, theirs), found = units(start), odds(start, result=settled).fractions
    lost = {(a < mine, b < theirs): Fraction(0) for a, b in found}
    for (a, b), share in found.items():
        lost[a < mine, b < theirs] += share
    return {own: lost.get((own, not own), Fraction(0)) for own in (True, False)}


def check_words(text: str, position: Position) -> None:
    """Check that a sentence is one, without a notation and without the id of a unit."""
    assert text[:1] == text[:1].upper(), text
    assert text.endswith((".", "?")), text
    assert not NOTATION.search(text), text
    ids = [name for name in getattr(position, "by_id", ()) if isinstance(name, str)]
    assert not any(re.search(rf"\b{re.escape(name)}\b", text) for name in ids), text


def check_clues(position: Position, action: Action) -> int:
    """Check the steps of a hint; returns their number."""
    now = confirming_choices(position, action)
    if now is None:
        return 0
    given = clues(position, action, now.draft)
    scene = position.system.scene(position.observe(action.player))
    own = {each.space for each in scene.pieces if scene.players[each.owner].name == action.player}
    own |= {each.space for each in scene.cards if scene.players[each.owner].name == action.player}
    for each in given:
        check_words(each.text, position)
        assert all(position.map.find(space) is not None for space in each.spaces)
        if each.text.startswith("Look at "):
            assert set(each.spaces) <= own
            assert not each.draft, "a click on the unit that the hint names would let it go"
        if each.asks == "Where to?":
            assert all(space in str(action) for space in each.spaces), (each, str(action))
    assert position.choices(given[-1].draft, action.player).action == action
    assert position.choices(given[0].draft, action.player).action in (None, action)
    return len(given)


def judge(asked: Stage, session: Session[Any], action: Action, claims: Sequence[Claim | Line]) -> Counter[str]:
    """Judge claims and the steps of a hint; returns their numbers."""
    for claim in claims:
        check_words(claim.text, session.position)
        assert is_true(claim, asked, session, action), f"{claim} of {action} in\n{session.position.notation}"
    steps = check_clues(session.position, action)
    return Counter(type(claim).__name__ for claim in claims) + Counter({"steps of hints": steps})


# ---------------------------------------------------------------- first games
@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
def test_the_sentences_of_first_games(system: str, record_property: Callable[[str, object], None]) -> None:
    said, rng = Counter[str](), chances("claims", system)
    while said.total() < SENTENCES:
        stages = first_game(system).stages
        teaching = CoursePlay(stages, Progress())
        for each in stages:
            teaching.open(each)
            while teaching.state == "playing" and said.total() < SENTENCES:
                teaching.look(teaching.choices(Draft()))
                session, asked = teaching.session, teaching.stage
                draw = session.position.system.lookahead.draw
                known = on_the_way(asked, session)
                action = known if known and rng.random() < 0.7 else draw(session.position, asked.learner, rng)
                hint = Hint(action, 0.5)
                moment = PendingAction(asked, session, action)
                rest = _rest(asked, session) if action == known else ()
                claims: list[Claim | Line] = [*proven(moment, rest, teaching.tutor.introduced), *does(moment)]
                said += judge(asked, session, action, claims)
                told = {claim.text for claim in claims}
                assert all(line.text in told for line in teaching.why(hint))
                teaching.play(action)
        teaching.close()
    record_property("sentences", dict(said))


def _rest(asked: Stage, session: Session[Any]) -> tuple[str, ...]:
    """The actions of a stage's way after the next one."""
    done = 0
    for step in session.line[: session.step.depth + 1]:
        own = step.action is not None and step.action.player == asked.learner
        done += own and done < len(asked.way) and asked.way[done] == str(step.action)
    return asked.way[done + 1 :]


# ---------------------------------------------------------------- random games
@pytest.mark.parametrize("system", GAMES)
def test_the_sentences_of_random_games(system: str, record_property: Callable[[str, object], None]) -> None:
    said, rng = Counter[str](), chances("random claims", system)
    starts = [hw.scenario(name).position for name in hw.scenarios() if name.startswith(f"{system}/")]
    while said.total() < SENTENCES:
        position = lookahead.play_on(rng.choice(starts), rng, rng.randrange(LONGEST_GAME))
        if position.to_act == CHANCE or not position.to_act:
            continue
        learner = rng.choice(sorted(position.to_act))
        action = position.system.lookahead.draw(position, learner, rng)
        if not position.check(action):
            continue
        goal = _goal(position, learner, action, rng)
        others = {name: "random" for name in position.players if name != learner}
        try:
            asked = stage(position, "Do it.", learner=learner, goal=goal, within=9, opponents=others)
        except hw.InputError:  # the aim is so already
            continue
        session: Session[Any] = Session(position, seed=rng.randrange(1000))
        moment = PendingAction(asked, session, action)
        claims: list[Claim | Line] = [*proven(moment, (), frozenset()), *islice(does(moment), 2)]
        said += judge(asked, session, action, claims)
    record_property("sentences", dict(said))


def _goal(position: Position, learner: str, action: Action, rng: Random) -> list[dict[str, str]]:
    """An aim that the action may reach: a piece where it comes to stand, an enemy who is gone, or any place at all."""
    after = position.apply(action).position
    with suppress(Exception):
        after = lookahead.play_on(after, rng, 0)
    scene = after.system.scene(after.observe(None))
    pieces = [each for each in scene.pieces if position.map.find(each.space) is not None]
    own = [each for each in pieces if scene.players[each.owner].name == learner]
    if own and rng.random() < 0.7:
        piece = rng.choice(own)
        return [{"at": piece.space, "owner": learner, "kind": piece.kind}]
    before = position.system.scene(position.observe(None))
    enemies = [each for each in before.pieces if before.players[each.owner].name != learner]
    if enemies and rng.random() < 0.7:
        piece = rng.choice(enemies)
        return [{"free": piece.space, "owner": before.players[piece.owner].name}]
    return [{"at": rng.choice(list(position.map.names())), "owner": learner}]


# ---------------------------------------------------------------- examples
def test_a_claim_knows_when_it_does_not_hold() -> None:
    position = hw.system("depletion").position(
        map=". . ^ .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0401": "1 peasant"}}
    )
    asked = stage(position, "Go east.", goal=[{"at": "0201", "owner": "red"}], opponents={"blue": "random"})
    session: Session[Any] = Session(position, seed=1)
    stays = PendingAction(asked, session, position.parse("red: 0101"))
    assert not ReachesClaim(asked.goal).holds(stays)
    assert not OnlyClaim().holds(stays)
    assert plan(stays, ("0101-0301",), frozenset()) is None
    goes = PendingAction(asked, session, position.parse("red: 0101-0201"))
    assert [claim.text for claim in proven(goes, (), frozenset())] == ["This reaches the aim."]
    assert len(results(so_far(session), goes.action)) == 1


def claims_of(asked: Stage, text: str) -> list[str]:
    """The proven claims about an action at the beginning of a stage."""
    session: Session[Any] = Session(asked.position, seed=1)
    moment = PendingAction(asked, session, asked.position.parse(f"{asked.learner}: {text}"))
    return [claim.text for claim in proven(moment, (), frozenset())]


def test_a_unit_that_nobody_threatened_is_not_called_safe() -> None:
    position = hw.system("depletion").position(
        map=[". . . . . . . . . .", "  . . . . . . . . . .", ". . . . . . . . . ."],
        players=["red", "blue"],
        armies={"red": {"0102": "1 archer", "0502": "1 archer"}, "blue": {"0602": "1 spearman"}},
    )
    asked = stage(position, "Stay alive.", learner="red", goal=[{"at": "0803", "owner": "red"}], opponents={})
    assert claims_of(asked, "0102-0101") == []


def test_cubes_of_a_bag_are_not_called_rolls() -> None:
    position = hw.system("depletion").position(
        map=". . .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 archer"}}
    )
    position = position.apply("0101-0201").position
    asked = stage(position, "Win.", learner="red", goal=[{"free": "0301", "owner": "blue"}], opponents={})
    assert claims_of(asked, "attack 0301") == ["You reach the aim in 1 of 2 cases."]


def test_a_unit_that_goes_out_of_reach_is_safe() -> None:
    position = hw.system("depletion").position(
        map=[". . . . . . .", "  . . . . . . .", ". . . . . . ."],
        players=["red", "blue"],
        armies={"red": {"0302": "1 archer"}, "blue": {"0602": "1 spearman"}},
    )
    asked = stage(position, "Stay alive.", learner="red", goal=[{"at": "0603", "owner": "red"}], opponents={})

    def told(text: str) -> list[str]:
        return claims_of(asked, text)

    assert told("0302-0202-0102") == ["It keeps your archer on 0102 out of reach of blue's spearman on 0602."]
    assert told("0302-0402") == []


def place_of(position: Position, text: str) -> list[str]:
    """The second step of a hint, which says the place."""
    action = position.parse(text)
    now = confirming_choices(position, action)
    assert now is not None
    return [each.text for each in clues(position, action, now.draft) if each.asks == "Where to?"]


def test_of_an_army_that_splits_not_all_units_go_to_each_place() -> None:
    position = hw.system("depletion").position(
        map=". . . . .",
        players=["red", "blue"],
        armies={"red": {"0301": "2 cavalry"}, "blue": {"0501": "1 archer"}},
        castles={"red": ["0101"]},
    )
    told = place_of(position, "red: 0301(1 cavalry)-0201; 0301-0401")
    assert told == ["Some units on 0301 to 0201 and some units on 0301 to 0401."]


def test_a_unit_that_only_faces_a_space_does_not_go_there() -> None:
    position = hw.system("plotted").position(
        map=[". . . .", "  . . . ."],
        players=["red", "blue"],
        units={"red": {"0101": "infantry 3", "0301": "infantry 3"}, "blue": {"0402": "infantry 3"}},
    )
    assert place_of(position, "red: defend 0101 facing E; march 0301-0201") == ["The infantry on 0301 to 0201."]


def whys(name: str, place: int) -> list[str]:
    """The claims about the first action of the way of a stage of a first game."""
    asked = first_game(name).stages[place]
    return claims_of(asked, asked.way[0])


@pytest.mark.slow
def test_sealed_orders_are_judged_against_all_orders_that_others_can_write() -> None:
    assert whys("plotted", 1)[0] == (
        "Whatever blue decides at the same time, your cavalry on 0301 gets to 0204 and your infantry on 0302 gets to 0304."
    )
    assert whys("plotted", 2)[1] == (
        "Your infantry on 0302 gets to 0502, unless blue decides to let the infantry run from 0702 to 0502 or to let the infantry "
        "charge from 0702 to 0502."
    )


def test_of_orders_that_are_too_many_to_play_out_their_number_is_told() -> None:
    assert whys("plotted", 3)[0] == (
        "Blue decides at the same time, in one of 82,200 ways: you see it only when all is revealed."
    )


@pytest.mark.slow
def test_what_others_have_sealed_is_no_ground_for_a_claim() -> None:
    asked = first_game("plotted").stages[2]
    told = [
        claims_of(replace(asked, position=asked.position.apply(f"blue: {orders}").position), asked.way[0])
        for orders in ("run 0702-0602-0502", "march 0702-0802")
    ]
    assert told == [claims_of(asked, asked.way[0])] * 2
