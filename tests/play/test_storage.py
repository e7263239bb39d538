"""Saving, loading, verifying: no file is left half-written, damage is named, older formats are read and newer ones refused."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.files.links import pack
from hexwidget.files.replay import Edited, Played, WentTo, entry_line, first_line, read_replay, replay_text
from hexwidget.files.scenario import read_scenario, write_scenario
from hexwidget.lessons.courses.course import read_course
from hexwidget.play.replaying import follow
from hexwidget.play.tree import Tree
from tests.amounts import many
from tests.depletion.positions import scripted
from tests.play import versions
from tests.play.games import play_at_random, random_game


def start() -> object:
    return scripted({"0102": "1 archer"}, {"0602": "1 archer"}, title="A test")


def played() -> hw.Session:
    """A session with a branch, an edit and an undone step."""
    session = hw.Session(start(), seed=1)
    session.play("0102-0202")
    session.play("0602-0502 march")
    session.goto(1)
    session.play("pass")
    session.edit(session.position.put("blue", "0101", "1 spearman"))
    session.undo()
    return session


def same(a: hw.Session, b: hw.Session) -> bool:
    return a.steps == b.steps and a.step == b.step and a.line == b.line


def older(text: str) -> str:
    """A replay in the older format without checksums."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        del line["sum"]
    lines[0]["format"] = "hexwidget.replay/1"
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


# ---------------------------------------------------------------- saving and loading
def test_a_session_comes_back_whole(tmp_path: Path) -> None:
    path = hw.save(played(), tmp_path / "game.jsonl")
    again = hw.load(path)
    assert same(again, played())
    assert path.read_text() == again.to_replay() == played().to_replay()
    assert hw.verify(path)
    assert str(hw.verify(path)) == "4 steps played again; each led where the file says"


def test_positions_scenarios_and_boards_are_saved_too(tmp_path: Path) -> None:
    scenario = hw.scenario("depletion/first-steps")
    loaded = hw.load(hw.save(scenario, tmp_path / "s.json"))
    assert (loaded.title, loaded.prose, loaded.position) == (scenario.title, scenario.prose, scenario.position)
    assert hw.load(hw.save(start(), tmp_path / "p.json")).position == start()
    board = hw.Board(played())
    assert same(hw.load(hw.save(board, tmp_path / "b.jsonl")), board.session)
    with pytest.raises(hw.InputError, match="expected a position, a scenario"):
        hw.save(7, tmp_path / "x")


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = hw.save(played(), tmp_path / "game.jsonl")
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(hw.InputError, match="No space left on device"):
        hw.save(hw.Session(start()), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.jsonl"]
    with pytest.raises(hw.InputError, match="cannot be written"):
        hw.save(start(), tmp_path / "nowhere" / "p.json")
    with pytest.raises(hw.InputError, match="cannot be read"):
        hw.load(tmp_path / "nothing.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(hw.InputError, match="byte 0: not a UTF-8 text"):
        hw.load(tmp_path / "bytes")


@pytest.mark.slow
def test_a_replay_cut_anywhere_is_named_and_what_is_sound_is_kept(tmp_path: Path) -> None:
    text = played().to_replay()
    path = tmp_path / "cut.jsonl"
    lines = text.split("\n")
    ends = [sum(len(line) + 1 for line in lines[: n + 1]) for n in range(len(lines) - 1)]
    for cut in range(0, len(text), 7):
        path.write_text(text[:cut])
        if cut < ends[0] - 1:
            with pytest.raises(hw.InputError):
                hw.load(path)
            continue
        session = hw.load(path)
        whole = sum(end - 1 <= cut for end in ends) - 1  # a line that lacks only its end is whole
        assert len(session.steps) - 1 == min(whole, 4)
        torn = cut not in ends and cut + 1 not in ends
        assert ("torn" in session.notice) == torn
        assert ("cut off" in session.notice) == (whole < len(ends) - 1)
        verification = hw.verify(path)
        assert (verification.torn is not None) == torn
        assert bool(verification) == (whole == len(ends) - 1)


@pytest.mark.parametrize(
    ("line", "change", "complaint"),
    [
        (
            0,
            {"format": "hexwidget.replay/4"},
            "a newer hexwidget has written it, as 'hexwidget.replay/4'; this one reads",
        ),
        (0, {"format": "hexwidget.replay/three"}, "expected 'hexwidget.replay/3', not 'hexwidget.replay/three'"),
        (0, {"key": "0"}, "the start does not match its key"),
        (0, {"system": "chess"}, "unknown system 'chess'"),
        (0, {"start": {"map": "!"}}, "line 1/start/map/line 1/hex 1"),
        (1, {"action": "0102-0302"}, "step 1: 0102-0302: illegal"),
        (1, {"action": "0102-0201"}, "step 1: the position that it leads to is not the one that was saved"),
        (1, {"player": "green"}, "step 1: player: unknown player 'green'"),
        (1, {"step": 2}, "line 2: expected step 1, not 2"),
        (1, {"parent": 1}, "line 2: expected a number from 0 to 0 as parent, not 1"),
        (1, {"more": 1}, "line 2: expected an action, an edit, a step gone to or a refused try"),
        (3, {"at": 9}, "line 4: expected a number from 0 to 2 as step"),
        (4, {"key": 7}, "line 5: expected a text as key"),
    ],
)
def test_a_replay_that_was_changed_is_refused_with_the_place(
    tmp_path: Path, line: int, change: dict[str, object], complaint: str
) -> None:
    session = played()
    journal = tmp_path / "journal.jsonl"
    live = hw.Session(start(), journal=journal)
    for step in ("0102-0202", "0602-0502 march"):
        live.play(step)
    live.goto(1)
    live.play("pass")
    live.close()
    lines = older(journal.read_text()).splitlines()  # with checksums the first complaint would be about the change
    lines[line] = json.dumps(json.loads(lines[line]) | change)
    journal.write_text("\n".join(lines) + "\n")
    with pytest.raises(hw.InputError, match=complaint.replace("(", r"\(")):
        hw.load(journal)
    if line:
        assert not hw.verify(journal)
        assert len(hw.load(journal, salvage=True).steps) - 1 < len(session.steps) - 1
        assert complaint.split(": ", 1)[1] in str(hw.verify(journal))


# ---------------------------------------------------------------- formats
def test_a_replay_of_an_older_format_is_read_and_its_journal_continued(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text(older(played().to_replay()))
    assert same(hw.load(path), played())
    assert hw.verify(path)
    session = hw.Session(start(), journal=path)
    session.goto(0)
    session.play("pass")
    session.close()
    assert '"sum"' not in path.read_text()
    assert same(hw.load(path), session)
    assert '"sum"' in session.to_replay()


def test_what_a_newer_version_has_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """Every kind of document in a newer format is refused, and its file stays unchanged."""
    scenario = hw.save(hw.scenario("depletion/first-steps"), tmp_path / "s.json")
    replay = hw.save(played(), tmp_path / "g.jsonl")
    progress = tmp_path / "p.json"
    hw.lessons.Progress(progress).tried("x", right=True)
    for path, read in ((scenario, hw.load), (replay, hw.load), (progress, hw.lessons.Progress)):
        newer = re.sub(r'"(hexwidget\.\w+)/\d"', r'"\1/12"', path.read_text(), count=1)
        path.write_text(newer)
        with pytest.raises(hw.InputError, match=r"a newer hexwidget has written it, as .*: update hexwidget"):
            read(path)
        assert path.read_text() == newer
    with pytest.raises(hw.InputError, match=r"a newer hexwidget has made it \(hw2\.…\)"):
        hw.open_link(hw.link(start()).replace("hw1.", "hw2."))


# ---------------------------------------------------------------- verifying
@pytest.mark.parametrize("system", sorted({name.partition("/")[0] for name in hw.scenarios()}))
def test_every_change_of_one_byte_is_found(system: str, tmp_path: Path) -> None:
    """Any change of any byte is found. A change of the last byte makes a torn line."""
    name = next(name for name in hw.scenarios() if name.startswith(system))
    data = random_game(name, 1, steps=6).to_replay().encode()
    path, rng = tmp_path / "g.jsonl", Random(system)
    path.write_bytes(data)
    assert hw.verify(path)
    tried = (
        range(len(data))
        if many(0, 1)
        else sorted({*rng.sample(range(len(data)), 40), *range(len(data) - 20, len(data))})
    )
    for at in tried:
        byte = data[at] ^ rng.randrange(1, 256)
        if (data[at], byte) == (10, 13):
            continue  # another line end changes nothing
        path.write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])
        try:
            found = hw.verify(path)
        except hw.InputError:
            continue  # in the first line, so no step remains
        assert not found or found.torn is not None, at


@pytest.mark.slow
def test_lines_taken_out_doubled_or_changed_about_are_found(tmp_path: Path) -> None:
    lines = random_game("plotted/the-ford", 2, steps=12).to_replay().splitlines(keepends=True)
    path = tmp_path / "g.jsonl"
    for n in range(1, len(lines) - 1):
        for changed, wrong in (
            ([*lines[:n], *lines[n + 1 :]], n + 1),
            ([*lines[:n], lines[n], *lines[n:]], n + 2),
            ([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]], n + 1),
        ):
            path.write_text("".join(changed))
            assert f"line {wrong}: " in str(hw.verify(path))


@pytest.mark.slow
def test_going_about_costs_no_more_than_its_lines() -> None:
    """A replay with two long branches goes from one to the other after each step."""

    class Counted(list[Any]):
        looks = 0

        def __getitem__(self, at: Any) -> Any:
            Counted.looks += 1
            return super().__getitem__(at)

    position = hw.Session(start()).position
    lines = [first_line(start(), {})]
    for step in range(1, 401):
        edited = Edited(step, max(0, step - 2), position.system.to_json(position), position.key)
        lines += map(entry_line, [edited, WentTo(max(0, step - 1)), WentTo(step)])
    replay = read_replay(replay_text(lines))
    tree = Tree(replay.start)
    tree.steps = Counted(tree.steps)
    follow(replay, tree)
    assert Counted.looks < 10 * len(lines)
    assert (tree.current, [step.number for step in tree.line]) == (400, [0, *range(2, 401, 2)])


def test_line_ends_of_another_system_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(played().to_replay().replace("\n", "\r\n").encode())
    assert hw.verify(path)


STORED = Path(__file__).parent / "replays"
"""The folder of games that were played under Python 3.11. ``HEXWIDGET_REPLAYS`` names a folder with games of another Python."""
REPLAYS = [
    p
    for folder in (STORED, os.environ.get("HEXWIDGET_REPLAYS", ""))
    if folder
    for p in sorted(Path(folder).glob("*.jsonl"))
]


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_games_lead_where_they_led_under_another_python(path: Path) -> None:
    found = hw.verify(path)
    assert found, str(found)
    assert found.steps > 1  # short scenarios end soon


def test_every_system_has_a_stored_game() -> None:
    names = {name.partition("/")[0] for name in hw.scenarios()} - {"toy"}  # the toy is a system of the tests
    assert {path.stem.partition("-")[0] for path in STORED.glob("*.jsonl")} == names


JOURNALS = sorted(versions.FOLDER.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_journal_of_an_earlier_version_opens_and_goes_on(path: Path, tmp_path: Path) -> None:
    replay = read_replay(path.read_text(encoding="utf-8"))
    copy = Path(shutil.copy(path, tmp_path))
    session: hw.Session = hw.Session(replay.start, journal=copy)
    kept = "it was recorded before a rule was amended, and keeps the rule of then: free_entry = group (D1.11)"
    assert session.notice == (kept if path.stem == "depletion" else "")
    assert session.messages == replay.messages != set()
    assert {type(entry) for entry in replay.entries} >= {Played, Edited, WentTo}
    steps, rng = len(session.steps), Random(path.stem)
    while len(session.steps) == steps:
        play_at_random(session, rng)
    session.close()
    assert copy.read_bytes().startswith(path.read_bytes())
    assert same(hw.load(copy), session)


def test_this_version_has_its_journals() -> None:
    found = {path.stem for path in JOURNALS if path.parent.name == hw.__version__}
    assert found == {*versions.SCENARIOS}, "python -m tests.play.versions writes them"


def test_a_saved_game_goes_on_in_the_branch_that_redo_led_to(tmp_path: Path) -> None:
    session = hw.Session("depletion/first-steps")
    session.play("0203-0303")
    first = session.step.number
    session.undo()
    session.play("0203-0204")
    session.goto(first)
    session.undo()
    hw.save(session, tmp_path / "g.jsonl")
    assert same(hw.load(tmp_path / "g.jsonl"), session)
    session.keep(tmp_path / "k.jsonl")
    assert same(hw.load(tmp_path / "k.jsonl"), session)


# ---------------------------------------------------------------- clauses that were amended
def as_before(session: hw.Session, **settings: str | None) -> str:
    """The text of a game as an earlier version wrote it: in the format without sums, with other settings or without them."""
    first, *rest = session.to_replay().replace("replay/3", "replay/1").splitlines()
    head = json.loads(first)
    head["start"] = {name: value for name, value in head["start"].items() if name not in settings}
    head["start"] |= {name: value for name, value in settings.items() if value is not None}
    lines = [
        json.dumps({k: v for k, v in json.loads(line).items() if k != "sum"}) for line in [json.dumps(head), *rest]
    ]
    return "\n".join(lines) + "\n"


def test_a_game_of_before_an_amended_clause_keeps_the_rule_and_the_end_of_then(tmp_path: Path) -> None:
    """D1.11 had no option, and R5.3 counted units alone. The keys of the positions of then stay as they were."""
    corps = hw.Session(hw.scenario("depletion/three-armies").position.system.position(
        map=".  .  .  .\n ^  .  .  .", players=["red", "blue"], armies={"red": {"0101": "1 catapult", "0102": "1 catapult"}},
        castles={"red": ["0201"]}, cities={"red": ["0202"]}, free_entry="group"))  # fmt: skip
    corps.play("0101-0201-0301; 0102-0202-0302")
    path = tmp_path / "corps.jsonl"
    path.write_text(as_before(corps, free_entry=None), encoding="utf-8")
    old = hw.load(path)
    assert old.position == corps.position
    assert old.notice.endswith("keeps the rule of then: free_entry = group (D1.11)")
    nations = {"romans": {"athens": "2 legions"}, "greeks": {"athens": "legion"}}
    described = {"map": "two_shores", "players": [*nations], "units": nations, "markers": {"romans": 4}, "phase": "movement",
                 "wheel": "whole", "cities": {"greeks": {"delos": "city"}}}  # fmt: skip
    now = hw.system("rondel").position(**described, objective="eliminate").apply("battle athens greeks legion").position
    assert now.outcome is None
    then = hw.Session(hw.system("rondel").position(**described, objective="eliminate units"))
    then.play("battle athens greeks legion")
    path.write_text(as_before(then, objective="eliminate"), encoding="utf-8")
    over = hw.load(path)
    assert str(over.position.outcome) == "romans have the only units left (R5.3)"
    assert over.notice.endswith("keeps the rule of then: objective = eliminate units (R5.3)")
    assert over.position.key != now.key


def test_a_journal_of_before_goes_on_from_a_scenario_of_today(tmp_path: Path) -> None:
    start = hw.scenario("depletion/three-armies").position
    before = hw.Session(start.system.before(start))
    before.play("pass")
    path = tmp_path / "game.jsonl"
    path.write_text(as_before(before, free_entry=None), encoding="utf-8")
    session = hw.Session("depletion/three-armies", journal=path)
    assert len(session.steps) == 2
    assert session.position.settings["free_entry"] == "group"
    session.play("pass")
    session.close()
    assert len(hw.load(path).steps) == 3


def test_scenarios_courses_and_links_of_before_have_a_free_entry_for_each_group() -> None:
    position = hw.scenario("depletion/three-armies").position
    text = write_scenario(hw.scenario("depletion/three-armies"))
    data = json.loads(text.replace("scenario/2", "scenario/1"))
    del data["position"]["free_entry"]
    assert read_scenario(json.dumps(data)).position.settings["free_entry"] == "group"
    assert read_scenario(text).position == position == hw.open_link(hw.link(position))
    old = pack(json.dumps(["depletion", position.notation]))
    assert hw.open_link(old).settings["free_entry"] == "group"
    part = {"id": "a", "kind": "legal", "clauses": ["D1.1"], "ask": {"action": "pass"}, "position": data["position"]}
    course = {"format": "hexwidget.course/1", "system": "depletion", "title": "Before", "parts": [part]}
    made = read_course(json.dumps(course), checked=False)
    assert made.parts[0].position.settings["free_entry"] == "group"


# What programs for messages make of an address.
AROUND = [
    "{}.",
    "({})",
    "<{}>",
    '"{}"',
    "“{}”",
    "{}?utm_source=chat&fbclid=7",
    "{}\n",
    "{} and more",
    "> {}",
    "{}&game=7f3a",
    "{}%20",
    "{}…",
]


@pytest.mark.parametrize("around", AROUND)
def test_a_link_is_read_with_marks_and_words_around_it(around: str) -> None:
    for name in ("depletion/first-steps", "orders/two-on-one", "frontiers/three-frontiers"):
        position = hw.scenario(name).position
        assert hw.open_link(around.format(f"https://rules.example/play.html#{hw.link(position)}")) == position


def test_a_link_is_read_whose_lines_a_program_has_broken() -> None:
    position = hw.scenario("orders/two-on-one").position
    text = hw.link(position)
    for broken in ("\n".join([text[:40], text[40:]]), "=\r\n> ".join([text[:40], text[40:80], text[80:]])):
        assert hw.open_link(broken) == position


def test_a_link_that_lacks_a_part_is_refused() -> None:
    text = hw.link(hw.scenario("orders/two-on-one").position)
    for cut in range(5, len(text) - 1, 7):
        with pytest.raises(hw.InputError, match="damaged or cut off"):
            hw.open_link(text[:cut])
