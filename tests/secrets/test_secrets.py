"""Hidden information makes no difference to the player from whom it is hidden: pairs of positions, and pairs of whole games.

For each system with hidden information the tests make a *twin* of a position or of a game, which the player cannot tell from
the original. They ask both everything that the player may ask, in Python and over the wire. The answers must be identical.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import comm
import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import Action, ChanceOutcome, Status
from hexwidget.widget.pages import recording
from tests.secrets.questions import asked, in_python
from tests.secrets.seats import Line, Seat, same
from tests.secrets.twins import (
    EVERY,
    SOAK,
    WITH_SECRETS,
    WITHOUT,
    Done,
    Script,
    anew,
    brief,
    clicked,
    game,
    hidden_deeds,
    looking,
    twin,
    twin_game,
)

HALF, REST = (WITH_SECRETS, WITH_SECRETS) if SOAK > 1 else (WITH_SECRETS[::2], WITH_SECRETS[1::2])
"""The scenarios of twin positions and those of twin games: in a daily run each is among one of both, and each system among both."""


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", Line)


@pytest.mark.parametrize("name", WITHOUT)
def test_a_system_that_is_not_listed_here_hides_nothing(name: str) -> None:
    for position, _ in game(name, 0, 4):
        for player in (*position.players, None):
            assert position.observe(player).seen == position


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", HALF)
def test_twin_positions_answer_alike(name: str, seed: int) -> None:
    script = game(name, seed)
    rng = Random(f"{name} {seed}")
    elsewhere = [done for _, done in script if isinstance(done, Action)]
    for position, _ in script[rng.randrange(EVERY) :: EVERY]:
        for player in looking(position, rng):
            other = twin(position, player, rng)
            some = rng.sample(elsewhere, min(4, len(elsewhere)))
            state = rng.getstate()
            mine = in_python(anew(position), player, some, rng)  # other tests may have computed more of it
            rng.setstate(state)
            assert mine == in_python(other, player, some, rng)
            tried("twin positions", 1)
            tried("answers about twin positions", len(mine))


@pytest.mark.slow
@pytest.mark.usefixtures("line")
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", REST)
def test_twin_games_send_the_same_letters(name: str, seed: int) -> None:
    """The same visible game is played twice: once unchanged; once with other cards and other orders sealed before, while
    other players click, seal and undo."""
    script = game(name, seed)
    for player in looking(script[0][0], Random(f"{name} {seed}")):
        rng = Random(f"{name} {seed} {player}")
        other = twin_game(script, player, rng)
        logs = [played(script, player, None, seed).log, played(other, player, rng, seed).log]
        same(*logs)
        tried("twin games", 1)
        tried("messages and answers in twin games", len(logs[0]))


def played(script: Script, player: str, noise: Random | None, seed: int) -> Seat:
    """Play a game on boards, with ``noise`` around everything that is hidden from a player. Return the player's seat."""
    rng = Random(f"intents {seed} {player}")
    session = hw.Session(script[0][0], seed=1 if noise is None else 2, rolls="ask")
    seat = Seat.at(session, player)
    elsewhere = [done for _, done in script if isinstance(done, Action)]
    names = () if noise is None else (*session.position.players, None)
    others = [Seat.at(session, name) for name in names if name != player]
    numbers = []
    for n, (position, done) in enumerate(script):
        assert session.position == position
        numbers.append(session.step.number)
        if n % EVERY == 1:
            seat.everything(rng)
            seat.cells(rng, rng.sample(elsewhere, min(3, len(elsewhere))))
        if (
            n % EVERY == 3 and rng.random() < 0.5 and not brief(position)
        ):  # the referee goes back, which the player sees
            session.goto(rng.choice(numbers))
            session.goto(numbers[-1])
        if n % EVERY == 4 and isinstance(done, Action):
            back_and_on(session, numbers, script, rng)
        if noise is not None:
            disturb(session, others, seat, done, noise)
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        elif done.player == player:
            seat.ask("play", action=f"{player}: {done}")
        else:
            session.play(done)
        seat.sent.append(f"step {n}")
    seat.everything(rng)
    if not brief(script[0][0]):
        seat.said.append(seat.board.to_html())
    for each in (seat, *others):
        each.board.close()
    return seat


def back_and_on(session: hw.Session, numbers: list[int], script: Script, rng: Random) -> None:
    """Take back some decisions of a game, with those that were hidden between them, and play them again."""
    decisions = [number for number, (_, done) in zip(numbers, script, strict=False) if isinstance(done, Action)]
    there = rng.choice(decisions[-5:])
    while session.step.number != there:
        session.undo()
    while session.step.number != numbers[-1]:
        session.redo()


def disturb(session: hw.Session, others: list[Seat], seat: Seat, done: Done, noise: Random) -> None:
    """Act as the other players and the referee in ways that the player must not notice."""
    position, here, was = session.position, session.step.number, len(seat.sent)
    player = str(seat.board.player)
    for other in noise.sample(others, 1):
        other.drafts(noise, 2)
    for action in hidden_deeds(position, player, noise):
        for _ in range(noise.randrange(3)):
            session.play(action)
    after = session.position
    # Sealed orders stay if the others seal again what the game continues with.
    kept = isinstance(done, Action) and bool(after.check(done)) and after.apply(done) == position.apply(done)
    if not kept:
        session.goto(here)
    assert seat.sent[was:] == []


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_what_depends_on_hidden_things_is_unknown(name: str) -> None:
    """If twins disagree about an action, its verdict for the player is unknown."""
    rng = Random(name)
    script = game(name, 0)
    elsewhere = [done for _, done in script if isinstance(done, Action)]
    for position, _ in script[:: EVERY - 2]:
        for player in position.players:
            twins = [position, *(twin(position, player, rng) for _ in range(2))]
            some = rng.sample(elsewhere, min(4, len(elsewhere)))
            for each in twins:
                for other in sorted(each.to_act) if each.chance is None else ():
                    own = (clicked(each, other, rng) for _ in range(3))
                    some += [action for action in own if action is not None]
            for action in some:
                found = {each.check(action).status for each in twins}
                seen = position.system.check(position.observe(player), action).status
                assert seen is Status.UNKNOWN or found == {seen}, f"{player} sees {action!r}: {seen}, and it is {found}"


@pytest.mark.usefixtures("line")
def test_a_page_does_not_say_how_often_others_have_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the number of frames in a page nor its refusal depends on the hidden steps."""
    monkeypatch.setattr(recording, "BYTES_AHEAD", 40_000)
    monkeypatch.setattr(recording, "MOST_FRAMES", 5)
    pages = []
    for times in (0, 2, 6):
        session = hw.Session("plotted/the-ford", seed=1)
        for _ in range(times):
            session.play("blue: all rest")
        pages.append(asked(hw.Board(session, player="red").to_html))
    assert len(set(pages)) == 1


def test_a_player_decides_nothing_for_chance() -> None:
    """A player's board does not let cards be drawn by hand and does not list the decks."""
    told = set()
    for card in ("farmer", "miller"):
        piles = {"red": {card: 9, "levy": 3}}
        session = hw.Session(hw.system("frontiers").position(civic=piles), seed=1, rolls="ask")
        board = hw.Board(session, player="blue")
        play: Callable[[Any], object] = board.play
        told |= {asked(partial(play, ChanceOutcome("red's civic deck", value))) for value in ("levy", "-")}
        assert session.step.number == 0
    assert len(told) == 1


def test_a_name_that_begins_with_anothers_tells_that_one_nothing() -> None:
    told = set()
    for seed in range(3):
        position = hw.system("frontiers").position(players=["ann", "ann's brother"])
        session = hw.Session(position, seed=seed)
        for step in session.steps[1:]:
            before = session.steps[step.parent or 0].position
            if step.chance is not None and step.chance.source.startswith("ann's brother's "):
                told.add(position.system.told(before, step.chance, "ann"))
    assert told == {f"ann's brother's {deck} deck: a card is drawn" for deck in ("civic", "army")}
