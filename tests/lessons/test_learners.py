"""Learners of all kinds play every first game: the tutor introduces a clause before it counts, one at a time, and none twice.

Some learners play at random, some follow hints, some try what the rules bar. ``make soak`` plays many more.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.lessons.records import Progress
from hexwidget.lessons.teaching import Teaching
from hexwidget.rules import Action, Draft, IllegalAction, Position
from tests.amounts import many

GAMES = sorted(path.stem for path in (Path(hw.lessons.__file__).parent / "first_games").glob("*.json"))
RANDOM, STUBBORN = many(3, 200, 1), many(2, 50, 1)
MOST_READ = 2
"""A learner reads so many callouts at most before they play on."""


class Witness:
    """Notes which callouts stood on the board, and checks after each step that nothing counted before it was introduced."""

    def __init__(self, teaching: Teaching) -> None:
        self.teaching = teaching
        self.shown: list[str] = []
        self.last: object = None

    def look(self) -> None:
        """Look at the board before a decision."""
        tutor, session = self.teaching.tutor, self.teaching.session
        learner = self.teaching.stage.learner
        for step in session.line[: session.step.depth + 1]:
            for event in step.events:
                if event.visible_to is None or learner in event.visible_to:
                    assert event.clause not in tutor.rulebook or tutor.is_introduced(event.clause), event
        waiting = [each.clause for each in tutor.waiting]
        callout = tutor.callout
        assert callout is not None or not waiting
        if callout is not None and callout is not self.last:
            self.shown.append(callout.clause)
            assert callout.text
            assert callout.title
            self.last = callout
        unread = self.shown + waiting
        assert len(set(unread)) == len(unread), "a callout comes twice"


def illegal_action(position: Position, player: str, rng: Random, pool: list[str]) -> Action | None:
    """An action that the rules bar, among those that were legal once."""
    for text in rng.sample(pool, min(8, len(pool))):
        action = position.parse(f"{player}: {text}")
        if not position.check(action):
            return action
    return None


def play(teaching: Teaching, rng: Random, *, tries_barred: bool) -> None:
    witness = Witness(teaching)
    for place in range(len(teaching.stages)):
        teaching.open(place)
        pool: list[str] = []
        stage = teaching.stage
        while teaching.state == "playing":
            now = teaching.choices(Draft())
            teaching.look(now)
            witness.look()
            for _ in range(rng.randrange(MOST_READ)):
                teaching.tutor.dismiss()
                witness.look()
            position: Position = teaching.session.position
            action = position.system.lookahead.draw(position, stage.learner, rng)
            pool.append(str(action))
            barred = illegal_action(position, stage.learner, rng, pool) if tries_barred else None
            if barred is not None:
                before = teaching.session.step
                with pytest.raises(IllegalAction) as refused:
                    teaching.play(barred)
                assert teaching.session.step is before
                assert all(map(teaching.tutor.is_introduced, refused.value.verdict.clauses))
                witness.look()
            teaching.play(action)
            witness.look()
        assert teaching.state in ("done", "lost")
    teaching.close()


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("seed", range(RANDOM))
def test_learners_who_play_at_random(system: str, seed: int) -> None:
    play(Teaching(hw.lessons.first_game(system).stages, Progress()), Random(f"{system} {seed}"), tries_barred=False)


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("seed", range(STUBBORN))
def test_learners_who_refuse_hints_and_try_what_is_barred(system: str, seed: int) -> None:
    play(
        Teaching(hw.lessons.first_game(system).stages, Progress()),
        Random(f"stubborn {system} {seed}"),
        tries_barred=True,
    )
