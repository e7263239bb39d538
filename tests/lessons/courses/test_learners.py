"""Learners of all kinds play every first game: a step introduces one clause at most, none twice, and none that was used.

Some learners play at random, some follow hints, some try what the rules bar. ``make soak`` plays many more.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.learners.records import Progress
from hexwidget.rules import Action, Draft, IllegalAction, Position
from tests.amounts import many

GAMES = sorted(path.stem for path in (Path(hw.lessons.__file__).parent / "documents/first_games").glob("*.json"))
RANDOM, STUBBORN = many(1, 200), many(1, 50, 1)


class Witness:
    """Notes which callouts stood on the board."""

    def __init__(self, teaching: CoursePlay) -> None:
        self.teaching = teaching
        self.shown: list[str] = []
        self.last: object = None

    def look(self) -> None:
        """Look at the board after a step: one callout at most, with words, and of a clause that was not used before."""
        tutor = self.teaching.tutor
        callout = tutor.callout
        if callout is not None and callout is not self.last:
            assert callout.text
            assert callout.title
            assert callout.clause not in self.shown, "a callout comes twice"
            assert tutor.is_introduced(callout.clause)
            self.shown.append(callout.clause)
            self.last = callout


def illegal_action(position: Position, player: str, rng: Random, pool: list[str]) -> Action | None:
    """An action that the rules bar, among those that were legal once."""
    for text in rng.sample(pool, min(8, len(pool))):
        action = position.parse(f"{player}: {text}")
        if not position.check(action):
            return action
    return None


def play(system: str, rng: Random, *, tries_barred: bool) -> None:
    stages = hw.lessons.first_game(system).stages
    teaching = CoursePlay(stages, Progress())
    witness = Witness(teaching)
    for stage in stages:
        teaching.open(stage)
        pool: list[str] = []
        while teaching.state == "playing":
            now = teaching.choices(Draft())
            teaching.look(now)
            witness.look()
            if rng.randrange(2):
                teaching.tutor.dismiss()
                witness.look()
                assert teaching.tutor.callout is None, "one that was read brings another"
            position: Position = teaching.session.position
            action = position.system.lookahead.draw(position, stage.learner, rng)
            pool.append(str(action))
            barred = illegal_action(position, stage.learner, rng, pool) if tries_barred else None
            if barred is not None:
                before = teaching.session.step
                with pytest.raises(IllegalAction) as refused:
                    teaching.play(barred)
                assert teaching.session.step is before
                known = teaching.tutor.knowledge.met
                assert all(known[clause].missed for clause in refused.value.verdict.clauses)
                witness.look()
            teaching.play(action)
            witness.look()
        assert teaching.state in ("done", "lost")
    teaching.close()


@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("seed", range(RANDOM))
def test_learners_who_play_at_random(system: str, seed: int) -> None:
    play(system, Random(f"{system} {seed}"), tries_barred=False)


@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("seed", range(STUBBORN))
def test_learners_who_refuse_hints_and_try_what_is_barred(system: str, seed: int) -> None:
    play(system, Random(f"stubborn {system} {seed}"), tries_barred=True)
