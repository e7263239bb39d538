"""Reviews of games: their sentences are true, they tell what the player could know, and their moments are tried again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from examples.kuhn_poker import KuhnPosition
from hexwidget.commands.cli import main
from hexwidget.explore.trials import Candidate
from hexwidget.lessons.review import better_actions
from hexwidget.lessons.review.decisions import Decision
from hexwidget.lessons.review.moments import Moment
from hexwidget.lessons.review.reviewer import Reviewing
from hexwidget.play import Session
from hexwidget.rules import Action, ChanceOutcome, Position
from tests import inside
from tests.amounts import SOAK, every, many, of_each_system
from tests.games_of_others.tic_tac_toe import TicTacToePosition
from tests.lessons.review.reviewed import STEPS, counters, judged, reviewed_game
from tests.secrets.twins import WITH_SECRETS, Script, game, replayed_twin, shown_alike, twin_game

SENTENCES = many(5, 600, 4)
"""The sentences that are judged of each scenario: over 10,000 in a soak, as some scenarios give fewer."""
MOST_GAMES = many(1, 100)


def starts() -> list[Any]:
    """A position of each system, bundled or not; in a soak all of their scenarios."""
    named = [pytest.param(hw.scenario(name).position, id=name) for name in of_each_system(hw.scenarios(), 100)]
    more = [KuhnPosition(), TicTacToePosition(), *counters()[:: every(100)]]
    return [*named, *(pytest.param(each, id=f"{each.system.name}-{n}") for n, each in enumerate(more))]


# ---------------------------------------------------------------- sentences
@pytest.mark.slow
@pytest.mark.parametrize("start", starts())
def test_each_sentence_is_true(start: Position, record_property: Callable[[str, object], None]) -> None:
    said = 0
    for seed in range(MOST_GAMES):
        session = reviewed_game(start, seed)
        for player in session.position.players:
            for referee in (False, True) if said < SENTENCES else ():
                found = hw.review(session, player, referee=referee, progress=False)
                said += judged(found, session)
                if referee or not start.system.hides:
                    assert not re.search("as far as you could see|looked the same to you", str(found))
        if said >= SENTENCES:
            break
    record_property("sentences", said)


# ---------------------------------------------------------------- what a player could know
def session_of(script: Script, tries: dict[int, list[Action]]) -> Session:
    """The session of a game, in which a player tries actions in vain."""
    session = Session(script[0][0], rolls="ask")
    for number, (_, done) in enumerate(script):
        for action in tries.get(number, ()):
            session.note_try(action.player, str(action))
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        else:
            session.play(done)
    return session


def check_alike(script: Script, other: Script, player: str, rng: Random) -> int:
    """Check that two games have equal reviews; return the number of their moments that no refused try has made."""
    script, other = shown_alike(script, other, player)
    own = [(n, done) for n, (_, done) in enumerate(script) if isinstance(done, Action) and done.player == player]
    tries = {n: [rng.choice(own)[1]] for n, _ in own}
    reviews = [hw.review(session_of(each, tries), player, progress=False) for each in (script, other)]
    assert reviews[0].to_json() == reviews[1].to_json()
    assert str(reviews[0]) == str(reviews[1])
    assert reviews[0]._repr_html_() == reviews[1]._repr_html_()
    return sum(each.kind != "missed" for each in reviews[0].moments)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_SECRETS[:: every(4)])
def test_games_that_look_the_same_have_equal_reviews(name: str) -> None:
    for seed in range(many(1, 20)):
        script, rng = game(name, seed), Random(f"{name} {seed}")
        players = script[0][0].players
        player = players[seed % len(players)]
        check_alike(script, twin_game(script, player, rng), player, rng)


def random_script(start: Position, rng: Random) -> Script:
    """A random game to its end, or of some steps."""
    position, found = start, list[Any]()
    while position.to_act and len(found) < many(12, STEPS):
        node = position.chance
        done = (
            node.sample(rng)
            if node is not None
            else position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng)
        )
        found.append((position, done))
        position = position.apply(done).position
    return found


def of_each_system_with_secrets() -> list[Any]:
    """A position of each system that hides something, bundled or not."""
    first = {name.partition("/")[0]: name for name in reversed(hw.scenarios())}
    hides = "the-capitals" if SOAK else "a-relic-before-a-forest"
    first |= {"depletion": f"depletion/{hides}", "frontiers": "frontiers/opening"}
    named = [pytest.param(hw.scenario(name).position, id=system) for system, name in first.items()]
    own = [KuhnPosition(), TicTacToePosition(), counters()[0]]
    each = [*named, *(pytest.param(start, id=start.system.name) for start in own)]
    return [found for found in each if found.values[0].system.hides]


@pytest.mark.slow
@pytest.mark.parametrize("start", of_each_system_with_secrets())
def test_no_secret_decides_in_a_review_of_any_system(start: Position) -> None:
    """Twins by replay: whatever a system hides, as its `resample` draws it anew."""
    twins, wanted = 0, many(1, 40)
    for seed in range(20 * wanted):
        rng = Random(f"{start.system.name} {seed}")
        script = random_script(start, rng)
        player = start.players[seed % len(start.players)]
        other = replayed_twin(script, player, rng)
        if other is not None:
            check_alike(script, other, player, rng)
            twins += 1
        if twins == wanted:
            return
    assert twins


def test_what_could_not_be_seen_is_said() -> None:
    """A try that the player's view allows, and the rules refuse."""
    session = Session(KuhnPosition(), seed=3)
    session.note_try("ann", "bet")  # a board would have refused it for a reason that is hidden
    found = hw.review(session, "ann", progress=False)
    assert "something that you could not see barred it" in str(found)
    assert found.missed == {}


# ---------------------------------------------------------------- moments
@pytest.mark.slow
def test_a_rule_that_said_no() -> None:
    session = Session(hw.scenario("depletion/first-steps").position, seed=1)
    for barred, action in (("0203-0303-0403-0503", "0203-0303"), ("0303-0403-0503", "pass")):
        with pytest.raises(hw.IllegalAction):
            session.play(barred)
        session.play(action)
        while "red" not in session.position.to_act:
            session.play("pass")
    found = hw.review(session, "red", progress=False)
    assert found.missed["D7.1"] == 2
    moment = next(each for each in found.moments if each.clause == "D7.1")
    assert (moment.kind, moment.number, moment.did) == ("missed", 1, "0203-0303-0403-0503")
    assert "missed it twice" in str(moment)
    assert session.position.system.rulebook["D7.1"].id in found.clauses


@pytest.mark.slow
def test_the_same_game_has_the_same_few_moments_in_the_order_of_play() -> None:
    found, again = (hw.review(reviewed_game(counters()[1], 1), "red", progress=False) for _ in range(2))
    assert 3 <= len(found.moments) <= 7
    assert [each.number for each in found.moments] == sorted(each.number for each in found.moments)
    assert found.to_json() == again.to_json()


@pytest.mark.parametrize(
    ("plies", "said", "unsaid"),
    [
        (0, "the computer, which counts what each side has and threatens, gives you", "game"),
        (4, "in short games played on at random for 4 decisions your chance to win is 75 % after it", "the computer"),
    ],
)
def test_a_sentence_about_games_is_said_only_if_games_were_played_on(
    plies: int, said: str, unsaid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how far, and gives the uncertainty of both chances."""
    start = hw.Session("orders/three-marches", seed=1).position
    monkeypatch.setattr(type(start.system), "lookahead", replace(start.system.lookahead, plies=plies))
    monkeypatch.setattr(better_actions, "proven_facts", lambda at, better: iter(()))
    (player,) = start.to_act
    done, better = start.legal_actions(player).some(2)[0]
    candidates = []
    for action, wins in ((done, 16), (better, 48)):
        candidates.append(Candidate(action))
        for n in range(64):
            candidates[-1].add(float(n < wins))
    at = Decision(1, 0, player, done, start, referee=True)
    *_, sentence = better_actions.search_sentence(at, better, *candidates, better_actions.certainty(*candidates))
    assert said in sentence.text
    assert unsaid not in sentence.text
    assert sentence.text.count("give or take 10.9 %") == 2
    assert "sure that it is better" in sentence.text


def test_what_is_pending_all_along_is_said_once() -> None:
    """Seven decisions at which the same attack could be made are one moment; once it could not be made, it is said again."""
    session = hw.Session("orders/three-marches", seed=1)
    under_way = Reviewing(session, "red")
    start = hw.scenario("depletion/first-steps").position

    def decision(number: int, *, able: bool) -> Decision:
        at = Decision(number, number, "red", start.parse("pass"), start)
        at.is_legal = lambda action: able  # type: ignore[method-assign]
        return at

    under_way.decisions = [decision(n, able=n != 4) for n in range(1, 8)]
    under_way.player = "red"
    under_way.candidates = [
        Moment("unseen", n, n, "red", start, start, "pass", "0203-0303", "", (), 1.0 + (n == 2))
        for n in (1, 2, 3, 5, 6, 7)
    ]
    assert [each.number for each in under_way.chosen_moments()] == [2, 5]


def test_a_win_that_was_missed() -> None:
    session = Session(TicTacToePosition())
    cells = [str(each) for each in session.position.legal_actions()]
    for cell in (0, 3, 1, 4, 8):  # the first player could have ended the first row
        session.play(cells[cell].partition(": ")[2] or cells[cell])
    found = hw.review(session, session.position.players[0], progress=False)
    assert any("win at once" in str(each) for each in found.moments)


@pytest.mark.slow
def test_odds_that_could_be_better() -> None:
    """A unit attacks alone where another order attacks with two."""
    start = hw.scenario("orders/two-on-one").position
    attacks = [each for each in start.legal_actions("red") if "attack" in str(each)]
    assert attacks
    odds = []
    for attack in attacks:
        session = _after(start, attack)
        found = hw.review(session, "red", progress=False)
        assert judged(found, session) >= len(found.moments)
        odds += [each for each in found.moments if each.kind == "odds"]
    assert odds
    assert all("You could" in str(each) for each in odds)
    assert any("then in 229 of 400 cases" in str(each) for each in odds)


def _after(start: Position, action: Action) -> Session:
    session = Session(start, seed=1)
    session.play(action)
    return session


def test_a_review_of_something_else_is_refused() -> None:
    with pytest.raises(hw.InputError, match="expected a session or a board"):
        hw.review(3)
    session = Session(hw.scenario("depletion/first-steps").position)
    with pytest.raises(hw.InputError, match="expected one of red, blue"):
        hw.review(session)
    with pytest.raises(hw.InputError, match="did you mean 'red'"):
        hw.review(session, "rad")
    assert hw.review(hw.Board(session, player="red"), progress=False).player == "red"


# ---------------------------------------------------------------- outputs
@pytest.fixture(scope="module")
def reviewed() -> tuple[Session, Any]:
    session = reviewed_game(hw.scenario("rondel/two-ways-to-pay").position, 1)
    return session, hw.review(session, "romans", progress=False)


@pytest.mark.slow
def test_a_card_and_a_page_show_each_moment(reviewed: tuple[Session, Any], tmp_path: Path) -> None:
    _, found = reviewed
    card, page = found._repr_html_(), found.to_html(tmp_path / "review.html").read_text()
    for moment in found.moments:
        assert moment.title in card
        assert moment.title in page
    assert card.count("<img") == page.count("<svg") == 2 * len(found.moments)
    assert not re.search("(src|href)=.?http", page)
    assert json.loads(json.dumps(found.to_json()))["missed"] == found.missed


@pytest.mark.slow
def test_the_command(reviewed: tuple[Session, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, found = reviewed
    game_file = str(hw.save(session, tmp_path / "game.jsonl"))
    assert main(["review", game_file, "--player", "romans"]) == 0
    assert capsys.readouterr().out.strip() == str(found)
    wanted = ["--html", str(tmp_path / "out.html"), "--course", str(tmp_path / "again.json")]
    assert main(["review", game_file, "--player", "romans", "--json", *wanted]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["moments"] == found.to_json()["moments"]
    assert data["written"] == wanted[1::2]
    assert len(hw.load(tmp_path / "again.json").parts) == len(found.course().parts)
    assert main(["review", "depletion/first-steps", "--player", "red"]) == 2


@pytest.mark.slow
def test_what_was_missed_comes_back(reviewed: tuple[Session, Any], tmp_path: Path) -> None:
    session, found = reviewed
    assert found.clauses
    at = [1_000_000_000.0]
    progress = hw.lessons.Progress(tmp_path / "me.json", now=lambda: at[0])
    for _ in range(2):
        found.keep(progress)
    at[0] += 86_400
    assert {each.clause for each in hw.lessons.due(progress)} == set(found.clauses)
    assert {each.missed for each in hw.lessons.due(progress)} == {1}
    game_file, kept = str(hw.save(session, tmp_path / "game.jsonl")), str(tmp_path / "other.json")
    assert main(["review", game_file, "--player", "romans", "--keep", kept]) == 0
    assert {each.clause for each in hw.lessons.due(kept, on="2100-01-01")} == set(found.clauses)


# ---------------------------------------------------------------- again
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["orders/three-marches", "depletion/first-steps", "rondel/inland-sea", "plotted/two-hills"][:: every(2)]
)
def test_the_moments_are_tried_again(name: str, tmp_path: Path) -> None:
    session = reviewed_game(hw.scenario(name).position, 1)
    found = hw.review(session, session.position.players[0], progress=False)
    course = found.course()
    path = hw.save(course, tmp_path / "again.json")
    for part in hw.load(path).parts:
        right = part.answer(part.key)
        assert right
        assert right.lines
        if part.ask["did"]:
            assert not part.answer(part.ask["did"])
        assert part.task.solution("")
    assert "again" in course.to_html()


@pytest.mark.slow
def test_the_board_of_a_moment_answers(reviewed: tuple[Session, Any]) -> None:
    _, found = reviewed
    course = found.course(progress=hw.lessons.Progress())
    part = course.parts[0]
    course.board.play(part.ask["did"])
    assert not inside.guide(course).answered[1]
    course.board.play(part.key)
    assert inside.guide(course).answered[1]
    assert course.progress[part.record].solved


@pytest.mark.slow
def test_each_process_reviews_alike() -> None:
    """The order of sets of texts differs by process."""
    code = (
        "import hexwidget as hw, json\n"
        "from tests.lessons.review.reviewed import reviewed_game\n"
        "session = reviewed_game(hw.scenario('rondel/first-maneuver').position, 2)\n"
        "print(json.dumps(hw.review(session, 'romans', progress=False).to_json()))\n"
    )
    root = Path(hw.__file__).parents[1]
    given = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, check=True, cwd=root)
    session = reviewed_game(hw.scenario("rondel/first-maneuver").position, 2)
    assert done.stdout.strip() == json.dumps(hw.review(session, "romans", progress=False).to_json())
