"""``hexwidget play --text``: in a pipe, at a terminal, at a player's seat."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

import hexwidget as hw
from examples.kuhn_poker import KuhnPosition
from hexwidget import rules
from hexwidget.asking.seat import MOST_READ, Seat
from hexwidget.asking.terminal import ENDS, Terminal
from hexwidget.asking.textboard import board_text, colour, wrap
from hexwidget.commands.answers import WRONG
from hexwidget.commands.cli import main
from hexwidget.rules import ChanceOutcome, Observation
from hexwidget.scene import Overlay, Scene, Token
from tests.amounts import chances, many, of_each_system
from tests.asking.recorded import FOLDER, RECORDED
from tests.secrets.twins import WITH_SECRETS, Script, brief, check_told_alike, game, twin_game
from tests.systems.hideout import START as HIDEOUT
from tests.systems.hideout import Hideout, HideoutPosition

STEPS = many(2, 20)
PLAY = [sys.executable, "-m", "hexwidget", "play", "--text"]
PATIENCE = 60


def piped(lines: str, *arguments: str) -> str:
    done = subprocess.run([*PLAY, *arguments], input=lines, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def terminal(seat: Seat) -> Terminal:
    return Terminal(seat, io.StringIO())


@pytest.mark.parametrize("name", RECORDED)
def test_the_recorded_sessions_are_what_the_terminal_says(name: str) -> None:
    recorded = (FOLDER / name).read_text(encoding="utf-8")
    assert RECORDED[name]() == recorded, "python -m tests.asking.recorded writes it anew"


@pytest.mark.slow
def test_a_script_plays_through_a_pipe_and_goes_on_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = f"0203-0503\n0203-0303\nsave {path}\n0303-0304\n"
    said = piped(lines, "depletion/first-steps", "--seed", "1", "--opponent", "blue=random")
    assert "D7.1: 0503 is sea" in said
    assert "0203-0303-0403" in said  # the remedy
    assert "\033[" not in said
    kept = hw.load(path)
    assert isinstance(kept, hw.Session)
    again = piped("log\nundo\n", str(path))
    assert "red: 0203-0303" in again
    after = hw.load(path)
    assert isinstance(after, hw.Session)
    assert after.step.number == kept.step.parent
    assert hw.verify(path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(("arguments", "colour"), [((), True), (("--plain",), False)])
def test_a_terminal_has_a_prompt_and_colours_that_can_be_turned_off(arguments: tuple[str, ...], colour: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [*PLAY, "orders/two-on-one", "--seed", "7", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        said = until(ours, b"> ")
        os.write(ours, b"0402 move 0404\n")
        said += until(ours, b"> ", after=b"O8.1")
        os.write(ours, b"quit\n")
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    assert ("\033[31mRed\033[0m" in said.decode()) is colour
    assert ("\033[1mO8.1\033[0m" in said.decode()) is colour
    assert "O8.1" in said.decode()


def until(stream: int, mark: bytes, after: bytes = b"") -> bytes:
    """Return the output of a terminal up to a mark. The terminal has a minute to write it."""
    said, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([stream], [], [], 0.1)[0]:
            said += os.read(stream, 4096)
        elif said.endswith(mark) and after in said:
            return said
    raise AssertionError(said.decode())


def test_the_command_refuses_what_it_cannot_play(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, told in (
        (["--player", "rde"], "did you mean 'red'"),
        (["--opponent", "blue"], "expected PLAYER=POLICY"),
        (["--opponent", "blue=gredy"], "did you mean 'greedy'"),
        (["--opponent", "red=random", "--opponent", "blue=random"], "somebody has to play"),
    ):
        assert main(["play", "--text", "depletion/first-steps", *arguments]) == WRONG
        assert told in capsys.readouterr().err


def in_process(lines: str, *arguments: str) -> str:
    """The output of a text game, without a process of its own."""
    said = io.StringIO()
    with patch.object(sys, "stdin", io.StringIO(lines)), redirect_stdout(said):
        assert main(["play", "--text", *arguments]) == 0
    return said.getvalue()


def test_a_game_goes_on_in_another_file(tmp_path: Path) -> None:
    own = tmp_path / "game.jsonl"
    session = hw.Session("depletion/first-steps", seed=1)
    session.play("0203-0303")
    hw.save(session, own)
    before = own.read_bytes()
    for name, source in (("other.jsonl", str(own)), ("linked.jsonl", hw.link(session))):
        other = tmp_path / name
        assert f"this game is kept in {name}" in in_process("pass\n", source, "--keep", str(other))
        kept = hw.load(other)
        assert isinstance(kept, hw.Session)
        assert [step.text for step in kept.steps] == ["start", "red: 0203-0303", "blue: pass"]
    assert own.read_bytes() == before
    in_process("pass\n", str(own), "--keep", str(own))
    kept = hw.load(own)
    assert isinstance(kept, hw.Session)
    assert len(kept.steps) == 3


ODD_PLAYERS = (
    ["Red", "red"], ["red", "RED", "Red"], ["a", "A"], ["red", "red's friend"], ["undo", "list"], ["x=y", "."], ["1", "2"], ["Ä", "ä"],
)  # fmt: skip


@pytest.mark.parametrize("players", ODD_PLAYERS)
def test_the_terminal_plays_for_any_players(players: list[str]) -> None:
    position = hw.system("depletion").position(
        map=". . .\n . . .",
        players=players,
        armies={player: {f"010{n}": "1 archer"} for n, player in enumerate(players[:2], 1)},
    )
    for player in (None, *players):
        out = io.StringIO()
        shown = Terminal(Seat(hw.Session(position), player), out, colour=True, wrap=True)
        shown.run(iter(["list", "check 0101-0201", "0101-0201", "log", "quit"]))
        bare = re.sub(r"\033\[\d+m", "", out.getvalue())
        assert all(each in bare for each in players)
    both = colour(" ".join(players), position.players)
    assert len(set(re.findall(r"\033\[(3\d)m", both))) == len([each for each in players if each != "."])


def test_a_player_may_have_a_name_with_an_equals_sign(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--text", "depletion/first-steps", "--opponent", "a=b=random"]) == WRONG
    assert "unknown player 'a=b'" in capsys.readouterr().err


def test_options_of_a_text_game_are_no_options_of_the_browsers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "orders/two-on-one", "--no-browser", "--player", "red"]) == WRONG
    assert "--player: it goes with --text" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("reach", "expected reach SPACE"),
        ("undo 3", "expected undo: takes the last step back"),
        ("lsit 0203", "or did you mean the question 'list'?"),
        ("clause D7", "D7.5 Vessels travel alone"),
        ("why 0203", "It can be chosen: Army on 0203"),
        ("why 0203 0503", "D7.1: 0503 is sea"),
        ("list 9999", "9999: there are: 0402, 0203, 0105, 0306, pass"),
    ],
)
def test_questions_are_answered_and_those_that_cannot_be_read_get_their_form(line: str, told: str) -> None:
    at = terminal(Seat(hw.Session("depletion/first-steps", seed=1)))
    assert told in at.answer(line)
    assert "\nundo" not in at.answer(line)


def test_a_piece_that_can_go_nowhere_and_a_card_that_is_barred_are_told() -> None:
    spent = Seat(hw.Session("depletion/first-steps", seed=1))
    spent.session.play("0203-0303")
    assert "nowhere" in terminal(spent).answer("reach 0303")
    cards = terminal(Seat(hw.Session("frontiers/three-frontiers", seed=1), "red"))
    assert "F2.3" in cards.answer("why 'red hand feint'")
    assert "this is red's board" in cards.answer("undo")


def test_long_lines_are_broken_at_the_width_and_maps_stay_whole() -> None:
    seat = Seat(hw.Session("plotted/the-ford", seed=1))
    shown = wrap(seat.board(), 50).splitlines()
    rows = seat.board().splitlines()[:10]
    assert shown[:10] == rows
    assert max(map(len, shown[10:])) <= 50
    assert " ".join(" ".join(shown).split()) == " ".join(seat.board().split())


def test_a_game_is_played_to_its_end_and_the_end_is_said() -> None:
    seat = Seat(hw.Session("plotted/head-on", seed=1))
    at, rng = terminal(seat), Random(1)
    for _ in range(200):
        if not seat.session.position.to_act:
            break
        said = at.answer(f"{seat.acting}: {rng.choice(seat.list_actions(most=3).actions)}")
    assert seat.session.position.outcome is not None
    assert str(seat.session.position.outcome) in said
    assert at.answer("list") == "There is no legal action."


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 8))
def test_no_action_begins_with_a_word_of_the_terminal_and_each_that_is_listed_is_played(name: str) -> None:
    seat = Seat(hw.Session(name, seed=1))
    words = {*terminal(seat).commands, *ENDS}
    rng = chances(name, "terminal")
    for _ in range(5):
        if not seat.seen.to_act:
            break
        listed = seat.list_actions(most=12)
        assert not {str(action).partition(" ")[0].lower() for action in listed.actions} & words
        assert listed.sampled is (len(list(islice(seat.seen.legal_actions(seat.acting), 13))) > 12)
        action = rng.choice(listed.actions)
        before = seat.session.step
        said = terminal(seat).answer(f"{action.player}: {action}")
        assert seat.session.step is not before, said
        assert seat.board() in said


@pytest.mark.slow
@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 8))
def test_words_narrow_the_list_as_clicks_do(name: str) -> None:
    seat = Seat(hw.Session(name, seed=1))
    for word in seat.onward():
        draft = seat.draft_from(word)
        assert draft != hw.Draft() or not seat.choices(hw.Draft()).options
        assert set(seat.list_actions(word, most=5).actions) <= set(
            islice(seat.seen.legal_actions(seat.acting, within=draft), 100_000)
        )


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 8))
def test_words_that_follow_begin_nothing_else(name: str) -> None:
    seat = Seat(hw.Session(name, seed=1))
    for word in seat.onward()[:4]:
        follow = {seat.draft_from(f"{word} {more}") for more in seat.onward(word)}
        assert not follow & {seat.draft_from(other) for other in seat.onward()}


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 8))
def test_the_first_word_of_an_action_narrows_the_list_too(name: str) -> None:
    seat = Seat(hw.Session(name, seed=1))
    few = len(list(islice(seat.seen.legal_actions(seat.acting), MOST_READ + 1))) <= MOST_READ
    for action in seat.list_actions(most=3).actions if few else ():
        verb = str(action).split()[0]
        assert seat.list_actions(verb).actions, verb
        assert isinstance(seat.onward(verb), list)


def test_a_verb_narrows_the_list_and_a_long_list_has_each_kind() -> None:
    seat = Seat(hw.Session(HIDEOUT.apply("creep 0102").position), "guard")
    assert terminal(seat).answer("list walk") == "Legal actions:\n  walk 0403\n  walk 0303\n  walk 0402"
    assert terminal(seat).answer("list WALK 0303") == "Legal actions:\n  walk 0303"
    assert seat.onward("walk") == ["0403", "0303", "0402"]
    assert "swim: there are: 0403, 0303, 0402, search" in terminal(seat).answer("list swim")
    two = seat.list_actions(most=2)
    assert {type(action).__name__ for action in two.actions} == {"Walk", "Search"}
    assert (two.count, two.sampled) == ("4", True)


def test_odds_say_what_they_depend_on_or_those_of_the_die_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lit(Hideout):
        """A search rolls a die, unless the thief is on a hex that is left out."""

        chancy, dark = True, ""
        observe, resample = rules.RuleSystem.observe, rules.RuleSystem.resample
        secrets = (rules.Secret("thief", "H1", known_to=0, unseen="", values=lambda now: ("0101", "0102"), told={}),)

        def chance(self, position: HideoutPosition) -> rules.ChanceNode | None:
            searched = position.searches and position.thief != self.dark
            return rules.die("lantern", 6, "H3") if searched else None

    monkeypatch.setattr(Hideout, "now", Lit())
    seat = Seat(hw.Session(HIDEOUT.apply("creep 0102").position), "guard")
    assert terminal(seat).answer("odds search").startswith("Lantern (what it does may depend on hidden things): 1 16.")
    assert "chance decides nothing in it" in terminal(seat).answer("odds walk 0303")
    monkeypatch.setattr(Lit, "dark", "0101")
    assert "they depend on things that cannot be seen here" in terminal(seat).answer("odds search")


@pytest.mark.parametrize("name", ["depletion/first-steps", "orders/two-on-one", "plotted/the-ford"])
def test_a_space_after_a_piece_lists_what_goes_there(name: str) -> None:
    seat = Seat(hw.Session(name, seed=1))
    piece = seat.onward()[0]
    for space in list(seat.reach(piece))[1:4]:
        near, every_one = seat.list_actions(f"{piece} {space}", most=200), seat.list_actions(piece, most=200)
        assert near.actions
        assert all(space in str(action) for action in near.actions)
        assert every_one.sampled or len(near.actions) < len(every_one.actions)


@pytest.mark.parametrize("name", of_each_system(hw.scenarios(), 8))
def test_the_board_holds_the_position_as_it_is_seen(name: str) -> None:
    position = hw.scenario(name).position
    for player in position.players:
        observation = position.observe(player)
        text = board_text(observation)
        assert text.splitlines()[-1] == str(observation.seen).splitlines()[-1]
        bare = re.sub(r"\033\[\d+m", "", colour(text, position.players))
        assert bare == text


def test_a_position_that_says_nothing_of_itself_is_told_by_its_scene() -> None:
    position = KuhnPosition(cards=("queen", "king"))
    assert board_text(position.observe("ann")).splitlines() == [
        "ann: ann's queen on Hand 1",
        "ben: ben's ? on Hand 2",
        "Ann to act",
    ]


# ---------------------------------------------------------------------- secrets
def test_overlays_and_tokens_are_named_with_their_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawn(Hideout):
        def scene(self, observation: Observation[HideoutPosition]) -> Scene:
            spaces, scene = observation.seen.map, super().scene(observation)
            plane = spaces.plane_of(map(spaces.index, ("0101", "0201")))
            asked_for = Overlay("x", "asked for", ((0, plane),), on_demand=True)
            shades = Overlay("clues", "steps away", ((1, plane), (2, spaces.plane_of([spaces.index("0301")]))))
            seen = Overlay("seen", "where the thief may be", ((0, plane),), numbers=False)
            token = Token("0401", "mark", "flare", "a flare was fired here")
            return replace(scene, overlays=(seen, shades, asked_for), tokens=(token,))

    monkeypatch.setattr(Hideout, "now", Drawn())
    lines = board_text(HIDEOUT.observe("guard")).splitlines()
    at = lines.index("where the thief may be: 0101, 0201")
    assert lines[at + 1 : at + 4] == ["steps away 1: 0101, 0201", "steps away 2: 0301", "a flare was fired here: 0401"]
    assert not any("asked for" in line for line in lines)


def asked(seat: Seat, rng: Random) -> Iterator[str]:
    """The answers to all that can be asked at a seat, without acting."""
    at, spaces = terminal(seat), list(seat.seen.map.names())
    few = brief(seat.seen)
    lines = [
        "board",
        "list",
        "log",
        "undo",
        "redo",
        "help",
        "nonsense",
        "chance: 6",
        f"clause {next(iter(seat.system.rulebook))}",
    ]
    for space in rng.sample(spaces, min(1 if few else 3, len(spaces))):
        lines += [f"{word} '{space}'" for word in ("reach", "why", "list")]
    for other in seat.seen.players:
        lines += [f"check {other}: pass", *([f"{other}: pass"] if other != seat.player else [])]
    for action in seat.list_actions(most=1 if few else 3).actions:
        lines += [f"check {action}", f"odds {action}"]
    for line in lines:
        yield f"{line}: {at.answer(line)}"
    yield seat.prompt


def log(script: Script, player: str, seed: str) -> list[str]:
    """All that a seat is told in a game: its own actions are played there."""
    session = hw.Session(script[0][0], rolls="ask", seed=1)
    seat, rng = Seat(session, player), Random(seed)
    found = list(asked(seat, rng))
    for _, done in script:
        before = session.step
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        elif done.player == player:
            found.append(terminal(seat).answer(str(done)))
        else:
            session.play(done)
        found += seat.lines_since(before)
        found += asked(seat, rng)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(1, 5)))
@pytest.mark.parametrize("name", of_each_system(WITH_SECRETS, 5))
def test_twin_games_say_the_same_at_a_seat(name: str, seed: int) -> None:
    check_told_alike(name, seed, STEPS, log, "answers in text in twin games")


@pytest.mark.parametrize("name", ["frontiers/opening", "plotted/the-ford"])
def test_a_seat_is_told_only_what_its_player_sees(name: str) -> None:
    session, rng, hidden = hw.Session(name, seed=1), Random(1), 0
    for _ in range(8):
        before, actor = session.step, sorted(session.position.to_act)[0]
        session.play(session.position.legal_actions(actor).sample(rng))
        for player in session.position.players:
            told = {line.strip() for line in Seat(session, player).lines_since(before)}
            for step in session.steps[before.number + 1 :]:
                at = session.before(step)
                assert at is not None
                assert step.done is not None
                seen = {str(event) for event in step.events if event.is_seen_by(player)}
                if (known := at.position.system.told(at.position, step.done, player)) is not None:
                    seen.add(known)
                unseen = {step.text, *map(str, step.events)} - seen
                assert seen <= told
                assert not unseen & told
                hidden += len(unseen)
    assert hidden


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that sees everything is told other things in twins."""
    script = game("frontiers/three-frontiers", 0)[:2]
    twin = twin_game(script, "red", Random("leak"))
    monkeypatch.setattr("hexwidget.widget.audience.observation", lambda position, _: Observation(None, position))
    assert log(script, "red", "leak") != log(twin, "red", "leak")
