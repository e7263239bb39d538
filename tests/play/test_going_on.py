"""A game goes on where it was left: at its step, with redo leading where it led on every branch."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from tests.amounts import chances, many

WALKS = many(3, 200, 2)
STEPS = 25
NAMES = ("orders/two-on-one", "depletion/first-steps", "rondel/two-ways-to-pay", "frontiers/opening", "plotted/head-on")


def walk(session: hw.Session, rng: Random) -> None:
    """Play, go back and forth, and leave branches."""
    for _ in range(STEPS):
        position, dice = session.position, rng.random()
        if dice < 0.35:
            session.goto(rng.randrange(len(session.steps)))
        elif dice < 0.45 and session.can_undo:
            session.undo()
        elif dice < 0.5 and session.can_redo:
            session.redo()
        elif position.chance is not None:
            session.roll()
        elif position.to_act:
            session.play(position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng))


def left(session: hw.Session) -> tuple[int, dict[int, int], list[str]]:
    """The step of a game, the ways that redo leads, and the steps."""
    return session.step.number, dict(session.tree.ahead), [step.text for step in session.steps]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_where_it_was_left(name: str, tmp_path: Path) -> None:
    start = hw.scenario(name).position
    for n in range(WALKS):
        rng = chances(name, n, "going on")
        session = hw.Session(start, tmp_path / f"{n}.jsonl", seed=n)
        walk(session, rng)
        if rng.random() < 0.5:
            session.goto(rng.randrange(len(session.steps)))
        was = left(session)
        loaded = hw.load(hw.save(session, tmp_path / f"{n}.saved.jsonl"))
        assert isinstance(loaded, hw.Session)
        assert left(loaded) == was
        session.close()
        again = hw.Session(start, tmp_path / f"{n}.jsonl")
        assert left(again) == was
        again.keep(tmp_path / f"{n}.kept.jsonl")
        again.close()
        kept = hw.Session(start, tmp_path / f"{n}.kept.jsonl")
        assert left(kept) == was
        kept.close()


def test_a_game_that_breaks_off_before_its_roll_goes_on_with_it(tmp_path: Path) -> None:
    """As after a kill between the line of an action and that of its roll."""
    start = hw.scenario("orders/two-on-one").position
    session = hw.Session(start, tmp_path / "game.jsonl", seed=7)
    session.play("0402+0303 attack 0302")
    number = session.step.number
    session.close()
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "game.jsonl").write_text("".join(lines[:3]), encoding="utf-8")
    again = hw.Session(start, tmp_path / "game.jsonl")
    assert again.step.number == number
    assert again.position.chance is None
