"""Agreements at a table without a server: taking back, resigning, rematches, an open game, files."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.english import capital
from hexwidget.serving.links import Place, digest
from hexwidget.store import folder as store_folder
from hexwidget.table import table as tables
from hexwidget.table.storage import open_table, places
from hexwidget.table.table import Table
from hexwidget.table.wishes import ANSWERS, REQUESTS, WISHES
from tests import inside
from tests.amounts import examples, many
from tests.secrets.twins import Script, game, hidden_deeds, twin_game

FIRST = "depletion/first-steps"
START = hw.scenario(FIRST).position


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "RECORDS", 0.0)


class TableViewer:
    """A viewer of a table, who keeps what it gets."""

    def __init__(self, table: Table, link: Place) -> None:
        self.table, self.link = table, link
        self.heard: list[dict[str, Any]] = []
        self._ids = 0
        table.enter(link, self)

    def put(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def beat(self, text: str) -> None:
        self.put(text)

    def wish(self, name: object, **more: object) -> None:
        self.table.handle({"table": name, **more}, self)

    def agree(self, name: str = "agree") -> None:
        self.wish(name, to=self.told["request"]["number"])

    def play(self, action: str) -> dict[str, Any]:
        """Play an action; return the reply."""
        return self.ask("play", action=action)

    def ask(self, intent: str, **args: object) -> dict[str, Any]:
        """Send an intent to the board; return the reply."""
        self._ids += 1
        revision = inside.showing(inside.boards(self.table)[self.table.seat(self.link)]).sending.revision
        message = {"id": f"{self.link}{self._ids}", "revision": revision, "intent": intent, "args": args}
        self.table.handle(message, self)
        return dict(self.last("custom")["content"])

    def last(self, method: str) -> dict[str, Any]:
        return next(each for each in reversed(self.heard) if each["method"] == method)

    @property
    def told(self) -> dict[str, Any]:
        """The last message about the table."""
        return self.last("present")

    @property
    def said(self) -> str:
        return str(self.last("said")["text"])


def seated(scenario: str = FIRST, table: Table | None = None) -> tuple[Table, dict[Place, TableViewer]]:
    """A table, and somebody at each place."""
    table = table or Table(hw.Session(scenario, seed=1), hw.scenario(scenario))
    return table, {place: TableViewer(table, place) for place in places(table.session.position)}


# ---------------------------------------------------------------- taking back
def test_an_action_is_taken_back_once_all_others_agree() -> None:
    table, at = seated()
    red, blue, onlooker = at["red"], at["blue"], at[""]
    assert "back" not in red.told["may"]
    assert red.play("red: 0203-0303")["ok"]
    assert blue.play("blue: pass")["ok"]
    assert "back" in red.told["may"]
    red.wish("back")
    assert [viewer.told["request"]["text"] for viewer in (red, blue, onlooker)] == [
        "You ask to take back your last action. It waits for blue.",
        "Red asks to take back its last action: do you agree?",
        "Red asks to take back its last action. It waits for blue.",
    ]
    assert [[each for each in viewer.told["may"] if each in ANSWERS] for viewer in at.values()] == [
        ["refuse"],
        ["agree", "refuse"],
        [],
        [],
    ]
    blue.agree()
    assert table.session.step.text == "start"
    assert onlooker.said == "Red's last action is taken back."
    assert "request" not in red.told
    assert [step.text for step in table.session.steps] == ["start", "red: 0203-0303", "blue: pass"]
    assert red.play("red: 0105-0104")["ok"]


def test_a_request_is_refused_and_withdrawn() -> None:
    table, at = seated()
    at["red"].play("red: 0203-0303")
    for who, words in (("blue", "Blue refuses: red takes nothing back."), ("red", "Red withdraws the request.")):
        at["red"].wish("back")
        at[who].agree("refuse")
        assert at[""].said == words
        assert "request" not in at["blue"].told
    at["blue"].wish("agree", to=2)
    assert at["blue"].said == "That cannot be asked for now."
    at["red"].wish("back")
    at["blue"].wish("agree", to=2)
    assert at["blue"].said == "That request is over."
    assert table.session.step.number == 1


def test_three_seats_all_have_to_agree_and_a_computer_agrees_at_once() -> None:
    table, at = seated("rondel/inland-sea")
    first, second, third = table.session.position.players
    action = str(table.session.position.legal_actions(first).sample(Random(1)))
    assert at[first].play(f"{first}: {action}")["ok"]
    at[first].wish("back")
    at[second].agree()
    assert table.session.step.number > 0
    assert at[second].told["request"]["text"].endswith(f"last action. It waits for {third}.")
    assert "agree" not in at[second].told["may"]
    at[third].agree()
    assert table.session.step.number == 0
    inside.set_computers(table, dict.fromkeys((second, third), "random"))
    assert at[first].play(f"{first}: {action}")["ok"]
    at[first].wish("back")
    assert table.session.step.number == 0


def test_a_request_goes_with_its_asker() -> None:
    table, at = seated()
    at["red"].play("red: 0203-0303")
    other = TableViewer(table, "red")
    at["red"].wish("back")
    table.leave("red", at["red"])
    assert "request" in at["blue"].told  # they have another screen
    table.leave("red", other)
    assert at["blue"].said == "Red has gone, and so has the request."
    assert "request" not in at["blue"].told


def test_what_was_taken_back_by_the_referee_is_not_taken_back_again() -> None:
    table, at = seated()
    at["red"].play("red: 0203-0303")
    at["red"].wish("back")
    table.session.undo()
    at["blue"].agree()
    assert at["blue"].said == "The game has gone elsewhere since then."
    assert (table.session.step.number, "request" in at["red"].told) == (0, False)


def test_sealed_orders_are_not_asked_back_before_they_are_revealed() -> None:
    heard = []
    for sealed in (False, True):
        _, at = seated("plotted/the-ford")
        red, blue = at["red"], at["blue"]
        if sealed:
            assert red.play("red: all rest")["ok"]
            assert "back" not in red.told["may"]
        red.wish("back")
        assert red.said == "That cannot be asked for now."
        heard.append([blue.heard, at[""].heard])
    assert heard[0] == heard[1]  # nobody knows if red has sealed
    assert blue.play("blue: all rest")["ok"]
    for viewer in (red, blue):
        assert "back" in viewer.told["may"]
    red.wish("back")
    assert "Red asks to take back" in blue.told["request"]["text"]


def test_the_referee_says_that_the_game_goes_back_to_those_who_see_it() -> None:
    _, at = seated("plotted/the-ford")
    red, blue, onlooker, referee = (at[place] for place in ("red", "blue", "", None))
    assert red.play("red: all rest")["ok"]
    heard = [len(viewer.heard) for viewer in (blue, onlooker)]
    referee.ask("undo")
    assert red.said == "The referee has taken the game back."
    assert [len(viewer.heard) for viewer in (blue, onlooker)] == heard  # red's orders were sealed
    referee.ask("redo")
    assert red.said == "The referee has gone to another step."
    assert blue.play("blue: all rest")["ok"]
    referee.ask("goto", step=0)
    assert blue.said == "The referee has taken the game back."
    assert onlooker.said == "The referee has gone to another step."  # they were told of no action that is taken back
    assert not [each for each in referee.heard if each["method"] == "said"]


# ---------------------------------------------------------------- the end, and another game
def test_a_resignation_ends_the_game_for_all_also_after_a_restart(tmp_path: Path) -> None:
    kept = open_table(tmp_path, "duel", START)
    table, at = seated(table=Table(kept.session, kept=kept))
    at["red"].wish("resign")
    for life in range(2):
        for viewer in at.values():
            assert viewer.told["over"] == "Red has resigned. Blue wins.", life
            assert "replay" in viewer.told["may"]
        reply = at["blue"].play("blue: pass")
        assert (reply["ok"], "red has resigned" in reply["error"]) == (False, True)
        at["blue"].wish("resign")
        assert at["blue"].said == "That cannot be asked for now."
        board: Any = inside.boards(table)["red"]
        assert inside.showing(board).state.status["stage"]["turn"] == "red has resigned"
        assert inside.showing(board).state.root.prompt == "Red has resigned"
        table.close()
        kept = open_table(tmp_path, "duel", START)
        table, at = seated(table=Table(kept.session, kept=kept))
    table.close()


def test_a_rematch_turns_the_seats_and_keeps_the_old_game(tmp_path: Path) -> None:
    kept = open_table(tmp_path, "duel", START)
    table, at = seated(table=Table(kept.session, kept=kept))
    red, blue = at["red"], at["blue"]
    red.play("red: 0203-0303")
    red.wish("rematch")
    assert red.said == "That cannot be asked for now."
    blue.wish("resign")
    red.wish("rematch")
    assert (
        at[""].told["request"]["text"]
        == "Red asks for a rematch in which red becomes blue and blue becomes red. It waits for blue."
    )
    blue.agree()
    for _ in range(2):
        assert table.session.step.number == 0
        assert red.told["text"].startswith("You are blue.")
        assert blue.told["text"].startswith("You are red.")
        assert (red.told["over"], red.told["game"]) == ("", 2)
        assert "blue's board" in red.play("red: 0203-0303")["error"]
        table.close()
        kept = open_table(tmp_path, "duel", START)
        table, at = seated(table=Table(kept.session, kept=kept))
        red, blue = at["red"], at["blue"]
    assert blue.play("red: 0203-0303")["ok"]
    table.close()
    assert [step.text for step in hw.load(tmp_path / "duel.jsonl").steps] == ["start", "red: 0203-0303"]
    assert kept.session.journal is None
    assert [step.text for step in hw.load(tmp_path / "duel.2.jsonl").steps] == ["start", "red: 0203-0303"]


def test_a_rematch_that_cannot_be_kept_leaves_the_old_game_and_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = open_table(tmp_path, "duel", START)
    table, at = seated(table=Table(kept.session, kept=kept))
    at["red"].wish("resign")
    with monkeypatch.context() as patch:
        full(patch, "duel.game.json")
        at["red"].wish("rematch")
        at["blue"].agree()
        assert at["blue"].said == "That failed. The server's log says why."
        assert (table.session, table.course.number) == (kept.session, 1)
        assert at["red"].told["over"] == "Red has resigned. Blue wins."
    at["red"].wish("rematch")
    at["blue"].agree()
    assert table.course.number == 2
    assert at["blue"].play("red: 0203-0303")["ok"]
    table.close()


@pytest.mark.slow
def test_a_game_that_the_rules_end_is_over_for_the_table() -> None:
    table, at = seated("orders/two-on-one")
    session, rng = table.session, Random(3)
    while session.position.to_act:
        player = sorted(session.position.to_act)[0]
        assert at[""].told["over"] == ""
        session.play(session.position.legal_actions(player).sample(rng))
    told = at["red"].told
    assert told["over"] == f"{capital(str(session.position.system.outcome(session.position)))}."
    assert {"back", "rematch", "replay"} <= {*told["may"]}
    assert not {"resign", "open"} & {*told["may"]}  # nothing was hidden


def test_what_cannot_be_written_is_not_agreed_on(tmp_path: Path) -> None:
    kept = open_table(tmp_path, "duel", START)
    table, at = seated(table=Table(kept.session, kept=kept))
    (tmp_path / "duel.game.json").mkdir()
    at["red"].wish("resign")
    assert at["red"].said == "That failed. The server's log says why."
    assert (table.course.resigned, at["red"].told["over"]) == (None, "")
    table.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("[]", "expected a dict of"),
        ("{}", "expected 'hexwidget.table/1', not None"),
        ('{"format": "hexwidget.table/1", "number": 0}', "/number: expected a whole number from 1, not 0"),
        ('{"format": "hexwidget.table/1", "resigned": "x"}', "/resigned: unknown player 'x'"),
    ],
)
def test_a_course_that_cannot_be_read_is_refused_in_words(text: str, why: str, tmp_path: Path) -> None:
    open_table(tmp_path, "duel", START).session.close()
    (tmp_path / "duel.game.json").write_text(text)
    with pytest.raises(hw.InputError, match=why):
        open_table(tmp_path, "duel", START)


# ---------------------------------------------------------------- the game as each place knows it
def recording(packed: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@pytest.mark.slow
def test_each_seat_steps_through_its_own_view_and_all_through_an_open_game() -> None:
    _, at = seated("plotted/the-ford")
    red, blue = at["red"], at["blue"]
    assert blue.play("blue: all rest")["ok"]
    assert red.play("red: all rest")["ok"]
    assert blue.play("blue: all rest")["ok"]  # red is not told
    red.wish("replay")
    assert red.said == "That cannot be asked for now."
    red.wish("resign")
    for viewer in (red, blue, at[""], at[None]):
        viewer.wish("replay")
    views = [recording(viewer.last("replay")["recording"]) for viewer in (red, blue, at[""], at[None])]
    assert [view["frames"][0]["_status"]["seenBy"] for view in views] == ["red", "blue", "", None]
    assert len(views[1]["frames"]) > len(views[0]["frames"])
    assert "open" in red.told["may"]
    red.wish("open")
    blue.agree()
    assert at[""].said == "All may see the whole game."
    assert at[""].told["opened"]
    for viewer in (red, at[""]):
        viewer.wish("replay")
        assert recording(viewer.last("replay")["recording"]) == views[3]
        viewer.wish("file")
        assert viewer.last("file")["kind"] == "jsonl"
        assert '"seed"' not in viewer.last("file")["text"]


@pytest.mark.slow
def test_a_look_back_ends_with_the_present_step() -> None:
    table, at = seated()
    for action in ("red: 0203-0303", "blue: pass"):
        table.session.play(action)
    table.session.undo()
    at["red"].wish("resign")
    for viewer in at.values():
        viewer.wish("replay")
        frames = recording(viewer.last("replay")["recording"])["frames"]
        assert [frame["redo"] for frame in frames] == [1, None]
        assert frames[-1]["_timeline"]["length"] == 1
        assert not frames[-1]["_timeline"]["canRedo"]
    assert len(table.session.steps) == 3


def test_a_game_without_secrets_is_a_replay_without_the_seed() -> None:
    table, at = seated("orders/three-marches")
    session = table.session
    player = sorted(session.position.to_act)[0]
    session.play(session.position.legal_actions(player).sample(Random(1)))
    for viewer in at.values():
        viewer.wish("file")
        found = viewer.last("file")
        assert found["kind"] == "jsonl"
        assert ('"seed"' in found["text"]) == (viewer.link is None and session.position.system.chancy)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plotted/the-ford", "frontiers/three-frontiers"])
def test_the_file_of_a_seat_is_equal_in_twin_worlds(name: str) -> None:
    script = game(name, 0)[: many(3, 20)]
    for place in (script[0][0].players[0], ""):
        rng = Random(f"{name} file")
        mine = filed(script, place)
        other = filed(twin_game(script, place or None, rng), place, rng)
        assert mine == other
        assert '"seed"' not in mine


def filed(script: Script, place: str, noise: Any = None) -> str:
    """The file of a place after a game. With ``noise``: after others have tried what is hidden from it, and the referee has gone back."""
    start = script[0][0]
    session = hw.Session(start, rolls="ask", seed=1 if noise is None else 2)
    _, at = seated(table=Table(session))
    for position, done in script:
        if noise is not None:
            here = session.step.number
            for action in list(hidden_deeds(session.position, place or None, noise))[:1]:
                session.play(action)
                session.goto(here)
        if isinstance(done, hw.rules.ChanceOutcome):
            session.roll(done.value)
        else:
            session.play(position.parse(f"{done.player}: {done}"))
    at[place].wish("file")
    found = at[place].last("file")
    assert found["kind"] == "html"
    packed = re.search(r'application/x-hexwidget">([^<]+)<', found["text"])
    assert packed
    return found["text"].replace(packed[1], json.dumps(recording(packed[1])))


def test_nobody_keeps_the_server_busy_with_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "RECORDS", 60.0)
    _, at = seated()
    for _ in range(3):
        at[""].wish("file")
    assert at[""].said == "You got the game just now; try again in a moment."
    assert len([each for each in at[""].heard if each["method"] == "file"]) == 1
    at["red"].wish("file")
    assert at["red"].last("file")


# ---------------------------------------------------------------- links
def test_viewers_of_a_revoked_link_are_shown_nothing_and_answered_no_more() -> None:
    table, at = seated()
    table.show_out("red")
    assert at["blue"].told["text"].startswith("You are blue. Red is not here.")
    heard = len(at["red"].heard)
    at["red"].wish("resign")
    at["red"].wish("file")
    assert (table.course.resigned, len(at["red"].heard)) == (None, heard)


def test_another_token_opens_the_place_and_the_old_one_does_not(tmp_path: Path) -> None:
    kept = open_table(tmp_path, "duel", START)
    assert kept.tokens
    token = kept.files.renew("red")
    kept.session.close()
    again = open_table(tmp_path, "duel", START)
    assert again.tokens == {**kept.tokens, "red": token}
    assert again.doors == {digest(again.tokens[place]): place for place in places(START)}
    again.session.close()


def test_a_link_that_cannot_be_renewed_still_opens_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = open_table(tmp_path, "duel", START)
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    full(monkeypatch, "duel.table.json")
    with pytest.raises(hw.InputError, match="no room"):
        kept.files.renew("red")
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before
    kept.session.close()


def full(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let no file of a name be written."""
    write = store_folder.disk.write_whole

    def written(path: Path, text: str) -> Path:
        if path.name == name:
            raise hw.InputError("no room", [])
        return write(path, text)

    monkeypatch.setattr(store_folder.disk, "write_whole", written)


# ---------------------------------------------------------------- all roles, all messages
NAMES = (
    st.sampled_from(sorted({*REQUESTS, *ANSWERS, "resign", "replay", "file", "undo", ""})) | st.integers() | st.none()
)
MORE = st.dictionaries(
    st.sampled_from(["to", "at"]), st.integers(-1, 3) | st.text(max_size=3) | st.booleans(), max_size=2
)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(places(START)), NAMES, MORE), max_size=14))
@examples(10)
def test_no_wish_does_what_its_role_may_not(wishes: list[tuple[Place, Any, dict[str, Any]]]) -> None:
    table, at = seated()
    at["red"].play("red: 0203-0303")
    at["blue"].play("blue: pass")
    for place, name, more in wishes:
        viewer, before = at[place], (table.session, table.session.step, table.course)
        may, request = viewer.told["may"], inside.agreements(table).request
        viewer.wish(name, **more)
        role = "referee" if place is None else "player" if place else "spectator"
        changed = (table.session, table.session.step, table.course) != before
        if name not in WISHES[role] or name not in may:
            assert not changed
            assert inside.agreements(table).request == request
        if changed and name != "resign":
            assert name == "agree"
            assert request is not None
            assert (request.waits, more) == ((table_seat(before, place),), {"to": request.number})
        if place in ("", None):
            assert not {*viewer.told["may"]} - {"file", "replay"}
    assert at["blue"].told["may"]
    table.close()


def table_seat(before: tuple[Any, Any, Any], link: Place) -> Place:
    """The seat that a link gave before a change."""
    from hexwidget.table.storage import turned

    return turned(link, START.players, before[2].number)
